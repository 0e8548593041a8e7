"""Results from phones: recorded when two seats say the same; anything else goes to an officer, with every version."""

import pytest

from referee.club.calendar import sessions
from referee.club.match import ending, matches, recording, starting
from referee.club.phones import pairing, report_settlement, reports
from referee.club.phones.evening_state import ReportVersion, ResultReport
from referee.club.text.faults import ClubFault
from referee.store.events.log import events
from referee.store.projections.kind import EventKind
from tests.cli.running import referee
from tests.club.conftest import place
from tests.club.phones.conftest import Evening

FOUR = ("Ann", "Ben", "Cal", "Dee")
ORDER = ((1,), (3,), (4,), (2,))
OTHER = ((3,), (1,), (4,), (2,))


@pytest.fixture
def number(evening: Evening) -> int:
    return evening.start(*FOUR)


def results(evening: Evening) -> list[tuple[str, list[int], int]]:
    with evening.club.reading() as tx:
        rows = [event for event in events(tx, tx.club) if event.kind == EventKind.RESULT]
    return [(event.by, event.data.get("confirmed", []), event.data.get("phone", 0)) for event in rows]


def the_report(evening: Evening) -> ResultReport:
    [report] = evening.now.reports.values()
    return report


def test_a_result_waits_until_another_seat_says_so_too(evening: Evening, number: int) -> None:
    ben, cal = evening.pair("Ben"), evening.pair("Cal")
    evening.do(reports.report_result, ben, ORDER)
    assert (the_report(evening).agreed, results(evening)) == (False, [])
    evening.do(reports.answer, cal, yes=True, places=ORDER)
    assert the_report(evening).settled
    assert results(evening) == [("@#2", [2, 3], 1)]
    second_match = matches.show(evening.club, number)
    assert (second_match.places, second_match.finished_at) == ((("Ann",), ("Cal",), ("Dee",), ("Ben",)), None)


def test_the_same_result_said_twice_is_agreed(evening: Evening, number: int) -> None:
    evening.do(reports.report_result, evening.pair("Ben"), ORDER)
    evening.do(reports.report_result, evening.pair("Cal"), ORDER)
    assert results(evening) == [("@#2", [2, 3], 1)]


def test_nobody_answers_the_own_report_nor_by_a_second_phone(evening: Evening, number: int) -> None:
    ben, second = evening.pair("Ben"), evening.pair("Ben")
    evening.do(reports.report_result, ben, ORDER)
    for token in (ben, second):
        pairing.let_write(evening.club, evening.session, pairing.id_of(token))
        with pytest.raises(ClubFault, match="You reported that yourself"):
            evening.do(reports.answer, token, yes=True, places=ORDER)
    assert results(evening) == []


def test_a_tablet_needs_two_seats_and_answers_nothing(evening: Evening, number: int) -> None:
    tablet, ann, ben = evening.pair(""), evening.pair("Ann"), evening.pair("Ben")
    evening.do(reports.report_result, tablet, ORDER)
    with pytest.raises(ClubFault, match="acts for no seat"):
        evening.do(reports.answer, tablet, yes=True, places=ORDER)
    evening.do(reports.answer, ann, yes=True, places=ORDER)
    assert results(evening) == []
    evening.do(reports.answer, ben, yes=True, places=ORDER)
    assert results(evening) == [("", [1, 2], 1)]


@pytest.mark.parametrize("no_first", [True, False])
def test_any_no_goes_to_the_officer(evening: Evening, number: int, no_first: bool) -> None:
    ben, cal, dee = (evening.pair(name) for name in ("Ben", "Cal", "Dee"))
    evening.do(reports.report_result, ben, ORDER)
    if no_first:
        evening.do(reports.answer, cal, yes=False, places=ORDER)
        evening.do(reports.answer, dee, yes=True, places=ORDER)
        assert (the_report(evening).disputed, results(evening)) == (True, [])
        reports.record(evening.club, evening.session, number)
        assert results(evening) == [("", [2, 4], 0)]
    else:
        evening.do(reports.answer, dee, yes=True, places=ORDER)
        with pytest.raises(ClubFault, match="recorded already"):
            evening.do(reports.answer, cal, yes=False, places=ORDER)


def test_another_order_goes_to_the_officer_with_both_versions(evening: Evening, number: int) -> None:
    evening.do(reports.report_result, evening.pair("Ben"), ORDER)
    evening.do(reports.report_result, evening.pair("Cal"), OTHER)
    evening.do(reports.answer, evening.pair("Dee"), yes=True, places=ORDER)
    report = the_report(evening)
    assert [(version.places, version.member) for version in report.versions] == [(ORDER, 2), (OTHER, 3)]
    assert (report.disputed, results(evening)) == (True, [])
    reports.record(evening.club, evening.session, number, version=1)
    assert results(evening) == [("", [3], 0)]
    assert matches.show(evening.club, number).places[0] == ("Cal",)


def test_who_answers_a_report_that_has_changed_is_shown_it_again(evening: Evening, number: int) -> None:
    ben, cal = evening.pair("Ben"), evening.pair("Cal")
    evening.do(reports.report_result, ben, ORDER)
    evening.do(reports.report_result, ben, OTHER)
    with pytest.raises(ClubFault, match="has changed that report"):
        evening.do(reports.answer, cal, yes=True, places=ORDER)
    assert results(evening) == []


def test_a_report_that_differs_from_a_result_at_the_desk_goes_to_the_officer(evening: Evening, number: int) -> None:
    ending.record_result(evening.club, number, places=[["Cal"], ["Ann"], ["Dee"], ["Ben"]])
    evening.do(reports.report_result, evening.pair("Ben"), ORDER)
    evening.do(reports.answer, evening.pair("Cal"), yes=True, places=ORDER)
    assert (the_report(evening).differs, len(results(evening))) == (True, 1)


def test_a_report_that_differs_from_the_places_of_the_record_goes_to_the_officer(evening: Evening) -> None:
    from tests.club.conftest import whole_hand, write_down

    number = evening.start(*FOUR)
    write_down(evening.club, number, whole_hand())
    assert matches.show(evening.club, number).places == (("Ann",), ("Ben",), ("Cal",), ("Dee",))
    evening.do(reports.report_result, evening.pair("Ben"), ORDER)
    evening.do(reports.answer, evening.pair("Cal"), yes=True, places=ORDER)
    assert (the_report(evening).differs, results(evening)) == (True, [])


def test_what_agrees_with_the_record_is_recorded(evening: Evening) -> None:
    from tests.club.conftest import whole_hand, write_down

    number = evening.start(*FOUR)
    write_down(evening.club, number, whole_hand())
    as_played = ((1,), (2,), (3,), (4,))
    evening.do(reports.report_result, evening.pair("Ben"), as_played)
    evening.do(reports.answer, evening.pair("Cal"), yes=True, places=as_played)
    assert results(evening) == [("@#2", [2, 3], 1)]


def test_a_line_that_came_between_is_not_overlooked(evening: Evening, number: int) -> None:
    """The record may say otherwise by the time the second seat says yes."""
    from tests.club.conftest import whole_hand, write_down

    evening.do(reports.report_result, evening.pair("Ben"), ORDER)
    write_down(evening.club, number, whole_hand())
    evening.do(reports.answer, evening.pair("Cal"), yes=True, places=ORDER)
    assert (the_report(evening).differs, results(evening)) == (True, [])


@pytest.mark.parametrize(
    "wrong", [(), ((1,),), ((1,), (1,), (3,), (4,)), ((1,), (3,), (4,), (2,), (5,)), ((9,), (3,), (4,), (2,))]
)
def test_a_result_names_every_player_once(evening: Evening, number: int, wrong: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(ClubFault, match="every player at the table once"):
        evening.do(reports.report_result, evening.pair("Ben"), wrong)
    assert evening.now.reports == {}


def test_a_finished_table_takes_no_report(evening: Evening, number: int) -> None:
    ben = evening.pair("Ben")
    ending.record_result(evening.club, number, places=[[name] for name in FOUR])
    ending.finish(evening.club, number)
    with pytest.raises(ClubFault, match="This table is finished"):
        evening.do(reports.report_result, ben, ORDER)


def test_a_report_is_thrown_away(evening: Evening, number: int) -> None:
    evening.do(reports.report_result, evening.pair("Ben"), ORDER)
    reports.withdraw(evening.club, evening.session, number)
    assert evening.now.reports == {}
    with pytest.raises(ClubFault, match="report no longer exists"):
        reports.record(evening.club, evening.session, number)


def test_a_game_without_a_rulebook_is_reported_the_same_way(evening: Evening) -> None:
    starting.start_table(evening.club, "tichu", FOUR, result_only=True)
    pairing.give_codes(evening.club, evening.session)
    evening.do(reports.report_result, evening.pair("Ben"), ORDER)
    evening.do(reports.answer, evening.pair("Cal"), yes=True, places=ORDER)
    assert results(evening) == [("@#2", [2, 3], 1)]


def test_what_was_not_agreed_when_the_session_closed_is_kept_as_a_note_and_all_else_is_gone(
    evening: Evening, number: int
) -> None:
    ben, cal, dee = (evening.pair(name) for name in ("Ben", "Cal", "Dee"))
    evening.do(reports.report_result, ben, ORDER)
    evening.do(reports.report_result, cal, OTHER)
    evening.do(reports.answer, dee, yes=False, places=ORDER)
    agreed = evening.start("Eve", "Ann")
    eve, ann = evening.pair("Eve", 2), evening.pair("Ann", 2)
    evening.do(reports.report_result, eve, ((5,), (1,)))
    evening.do(reports.answer, ann, yes=True, places=((5,), (1,)))
    assert matches.show(evening.club, agreed).places
    sessions.close_session(evening.club, unfinished=True)
    with evening.club.reading() as tx:
        assert tx.rows("SELECT count(*) FROM passing") == [(0,)]
    [closed] = sessions.show(evening.club, "2026-11-16").closings
    [left] = closed.not_agreed
    assert (int(left.table), left.no) == (number, ("Dee",))
    assert left.said == (
        ("Ben", (("Ann",), ("Cal",), ("Dee",), ("Ben",))),
        ("Cal", (("Cal",), ("Ann",), ("Dee",), ("Ben",))),
    )
    sessions.open_session(evening.club, "2026-11-16", reason="too early")
    assert evening.now.reports == {}


@pytest.mark.process
def test_the_note_is_told_with_the_session(evening: Evening, number: int) -> None:
    evening.do(reports.report_result, evening.pair("Ben"), ORDER)
    evening.do(reports.report_result, evening.pair(""), OTHER)
    sessions.close_session(evening.club, unfinished=True)
    result = referee("tonight", "2026-11-16", club=place(evening.club)).out
    text = "Ben reported Ann > Cal > Dee > Ben; the tablet reported Cal > Ann > Dee > Ben"
    assert f"the result reported at table 2026-11-16/1 was not agreed: {text}\n" in result, result
    audited = referee("audit", club=place(evening.club))
    assert audited.code == 0, audited.out + audited.err


ANN_FIRST, BEN_FIRST = ((1,), (2,)), ((2,), (1,))


def report(match: int, *said: tuple[tuple[int, ...], ...], settled: bool = False) -> ResultReport:
    versions = tuple(ReportVersion(places, phone, phone) for phone, places in enumerate(said, 1))
    return ResultReport(match, versions, None, settled=settled)  # type: ignore[arg-type]


def test_all_agreed_tables_are_finished_at_once_and_no_other(evening: Evening) -> None:
    for names in (("Ann", "Ben"), ("Cal", "Dee")):
        evening.start(*names)
    tokens = {name: evening.pair(name, table) for name, table in (("Ann", 1), ("Ben", 1), ("Cal", 2), ("Dee", 2))}
    numbers = evening.numbers
    for first, second in (("Ann", "Ben"), ("Cal", "Dee")):
        places = [[numbers[first]], [numbers[second]]]
        evening.do(reports.report_result, tokens[first], places)
    assert report_settlement.agreed_matches(evening.now) == []
    for at, (first, second) in enumerate((("Ann", "Ben"), ("Cal", "Dee")), 1):
        said = ((numbers[first],), (numbers[second],))
        evening.do(reports.answer, tokens[second], yes=True, places=said)
        assert len(report_settlement.agreed_matches(evening.now)) == at
    evening.start("Eve", "Ann")
    came = report_settlement.finish_agreed(evening.club, evening.session)
    assert ([match.table for match in came.finished], came.left) == ([1, 2], ())
    assert [table.finished for table in evening.now.tables] == [True, True, False]
    assert report_settlement.agreed_matches(evening.now) == []


def test_a_table_that_cannot_be_finished_yet_keeps_no_other_from_it(evening: Evening) -> None:
    numbers = evening.numbers
    match = evening.start("Ann", "Ben")
    for line in ("deal by Ben", "Ann bids two kings", "Ben bids two queens"):
        recording.log_line(evening.club, match, line)
    evening.start("Cal", "Dee")
    for table, first, second in ((1, "Ann", "Ben"), (2, "Cal", "Dee")):
        token = evening.pair(first, table)
        evening.do(reports.report_result, token, [[numbers[first]], [numbers[second]]])
        match = next(seated_table.number.id for seated_table in evening.now.tables if seated_table.table == table)
        reports.record(evening.club, evening.session, match)
    recording.undo_line(evening.club, 1, 4, reason="it was table 2")  # the result, which leaves a line to be decided
    came = report_settlement.finish_agreed(evening.club, evening.session)
    assert [match.table for match in came.finished] == [2]
    assert len(came.left) == 1
    assert "table 1" in came.left[0].casefold()


def test_the_state_of_a_report_says_who_is_against_it_and_what_the_record_has() -> None:
    def named(member: int) -> str:
        return {1: "Ann", 2: "Ben"}[member]

    assert report_settlement.state_of(report(7, ANN_FIRST), "", named) == "waits for a second player"
    assert report_settlement.state_of(report(7, ANN_FIRST, settled=True), "", named) == "agreed and recorded"
    assert report_settlement.state_of(report(7, ANN_FIRST, BEN_FIRST), "", named) == "not agreed"
    against = ResultReport(7, report(7, ANN_FIRST).versions, None, no=frozenset([2]), differs=True)  # type: ignore[arg-type]
    assert (
        report_settlement.state_of(against, "Ben > Ann", named) == "not agreed: the record has Ben > Ann; denied by Ben"
    )


def test_how_far_a_round_is_reported() -> None:
    tables = {10: 1, 11: 2, 12: 3, 13: 4, 14: 5}
    assert report_settlement.describe_progress({}, tables, {10}) == ""
    found = {11: report(11, ANN_FIRST, BEN_FIRST), 12: report(12, ANN_FIRST), 99: report(99, ANN_FIRST)}
    assert report_settlement.describe_progress(found, tables, {10}) == "3 of 5 tables reported, table 2 disagrees"
    assert report_settlement.describe_progress({12: report(12, ANN_FIRST)}, tables, ()) == "1 of 5 tables reported"
    both = found | {12: report(12, BEN_FIRST, ANN_FIRST)}
    assert report_settlement.describe_progress(both, tables, ()) == "2 of 5 tables reported, tables 2 and 3 disagree"


REPORTED = "Phones report a result at table 1: Ben reported Ann > Cal > Dee > Ben; waits for a second player."


@pytest.mark.process
def test_commands_say_what_phones_report_and_what_it_waits_for(evening: Evening, number: int) -> None:
    club, ben, cal = place(evening.club), evening.pair("Ben"), evening.pair("Cal")
    assert "Phones report" not in referee("tonight", club=club).out
    evening.do(reports.report_result, ben, ORDER)
    assert REPORTED in referee("tonight", club=club).out.splitlines()
    [report] = referee("tonight", "--json", club=club).data["reports"]
    assert report == {
        "table": 1,
        "versions": ["Ben reported Ann > Cal > Dee > Ben"],
        "state": "waits for a second player",
        "settled": False,
    }
    refused = referee("close", club=club)
    assert refused.err.splitlines()[0] == REPORTED
    evening.do(reports.report_result, cal, OTHER)
    recorded = referee("result", "1", "Ann", "Cal", "Dee", "Ben", "--yes", club=club)
    assert recorded.code == 0, recorded.err
    assert recorded.err.splitlines() == [
        "Phones report a result at table 1: Ben reported Ann > Cal > Dee > Ben; "
        "Cal reported Cal > Ann > Dee > Ben; not agreed."
    ]
    assert "Phones report" not in referee("tonight", club=club).out, "the table is finished"
    assert "Phones report" not in referee("close", club=club).err


@pytest.mark.process
def test_commands_say_that_phones_agreed_on_a_table_that_is_not_finished(evening: Evening, number: int) -> None:
    evening.do(reports.report_result, evening.pair("Ben"), ORDER)
    evening.do(reports.report_result, evening.pair("Cal"), ORDER)
    club = place(evening.club)
    agreed = (
        "Phones report a result at table 1: Ben reported Ann > Cal > Dee > Ben; Cal reported Ann > Cal > Dee > Ben; "
    )
    shown = referee("tonight", club=club).out
    assert f"{agreed}agreed and recorded. Finish it: referee table finish 1" in shown.splitlines()
    closed = referee("close", "--unfinished", club=club)
    assert (closed.code, closed.err.splitlines()[0]) == (0, f"{agreed}agreed and recorded.")


def test_a_report_that_the_record_contradicts_says_so(evening: Evening, number: int) -> None:
    ending.record_result(evening.club, number, places=[["Cal"], ["Ann"], ["Dee"], ["Ben"]])
    evening.do(reports.report_result, evening.pair("Ben"), ORDER)
    [report] = report_settlement.pending_reports(evening.club, evening.session)
    assert report.state == "not agreed: the record has Cal > Ann > Dee > Ben"
    sessions.close_session(evening.club, unfinished=True)
    assert report_settlement.pending_reports(evening.club, evening.session) == ()
