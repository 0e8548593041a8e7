"""What officers settle of reported results: which are agreed, all of them finished at once, how far a round is."""

from referee.club.match import recording
from referee.club.phones import reports, settling
from referee.club.phones.tonight import Report, Version
from tests.club.phones.conftest import Evening

ANN_FIRST, BEN_FIRST = ((1,), (2,)), ((2,), (1,))


def report(match: int, *said: tuple[tuple[int, ...], ...], settled: bool = False) -> Report:
    versions = tuple(Version(places, phone, phone) for phone, places in enumerate(said, 1))
    return Report(match, versions, None, settled=settled)  # type: ignore[arg-type]


def test_all_agreed_tables_are_finished_at_once_and_no_other(evening: Evening) -> None:
    for names in (("Ann", "Ben"), ("Cal", "Dee")):
        evening.start(*names)
    tokens = {name: evening.pair(name, table) for name, table in (("Ann", 1), ("Ben", 1), ("Cal", 2), ("Dee", 2))}
    numbers = evening.numbers
    for first, second in (("Ann", "Ben"), ("Cal", "Dee")):
        places = [[numbers[first]], [numbers[second]]]
        evening.do(reports.say, tokens[first], places)
    assert settling.agreed(evening.now) == []
    for at, (first, second) in enumerate((("Ann", "Ben"), ("Cal", "Dee")), 1):
        said = ((numbers[first],), (numbers[second],))
        evening.do(reports.answer, tokens[second], yes=True, places=said)
        assert len(settling.agreed(evening.now)) == at
    evening.start("Eve", "Ann")
    came = settling.finish_agreed(evening.club, evening.session)
    assert ([each.table for each in came.finished], came.left) == ([1, 2], ())
    assert [each.finished for each in evening.now.tables] == [True, True, False]
    assert settling.agreed(evening.now) == []


def test_a_table_that_cannot_be_finished_yet_keeps_no_other_from_it(evening: Evening) -> None:
    numbers = evening.numbers
    match = evening.start("Ann", "Ben")
    for line in ("deal by Ben", "Ann bids two kings", "Ben bids two queens"):
        recording.log(evening.club, match, line)
    evening.start("Cal", "Dee")
    for table, first, second in ((1, "Ann", "Ben"), (2, "Cal", "Dee")):
        token = evening.pair(first, table)
        evening.do(reports.say, token, [[numbers[first]], [numbers[second]]])
        match = next(each.number.id for each in evening.now.tables if each.table == table)
        reports.record(evening.club, evening.session, match)
    recording.undo(evening.club, 1, 4, reason="it was table 2")  # the result, which leaves a line to be decided
    came = settling.finish_agreed(evening.club, evening.session)
    assert [each.table for each in came.finished] == [2]
    assert len(came.left) == 1
    assert "table 1" in came.left[0].casefold()


def test_the_state_of_a_report_says_who_is_against_it_and_what_the_record_has() -> None:
    def named(member: int) -> str:
        return {1: "Ann", 2: "Ben"}[member]

    assert settling.state_of(report(7, ANN_FIRST), "", named) == "waits for a second player"
    assert settling.state_of(report(7, ANN_FIRST, settled=True), "", named) == "agreed and recorded"
    assert settling.state_of(report(7, ANN_FIRST, BEN_FIRST), "", named) == "not agreed"
    against = Report(7, report(7, ANN_FIRST).versions, None, no=frozenset([2]), differs=True)  # type: ignore[arg-type]
    assert settling.state_of(against, "Ben > Ann", named) == "not agreed: the record has Ben > Ann; no from Ben"


def test_how_far_a_round_is_reported() -> None:
    tables = {10: 1, 11: 2, 12: 3, 13: 4, 14: 5}
    assert settling.reported({}, tables, {10}) == ""
    found = {11: report(11, ANN_FIRST, BEN_FIRST), 12: report(12, ANN_FIRST), 99: report(99, ANN_FIRST)}
    assert settling.reported(found, tables, {10}) == "3 of 5 tables reported, table 2 disagrees"
    assert settling.reported({12: report(12, ANN_FIRST)}, tables, ()) == "1 of 5 tables reported"
    both = found | {12: report(12, BEN_FIRST, ANN_FIRST)}
    assert settling.reported(both, tables, ()) == "2 of 5 tables reported, tables 2 and 3 disagree"
