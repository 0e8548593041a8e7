"""The live table: every line judged as it is entered, and nothing that was entered ever lost."""

import sys
from dataclasses import replace

import pytest

from referee.club.evening.board import board_view
from referee.club.file.rejudging import find_differences
from referee.club.folder import Club
from referee.club.match import ending, matches, recording, starting
from referee.club.match.log import DecisionKind, load_log, read_logs
from referee.club.match.view import match_view
from referee.club.text.faults import ClubFault, LogChanged, MisreadLine, UnknownName
from referee.club.text.names import seat_marks
from referee.club.text.typed_lines import read_one
from referee.games import rulebook
from referee.rules import Record, Report, Verdict, read_record, replay
from referee.rules.records.messages import render_text
from referee.store.events.log import events
from referee.store.projections.kind import EventKind


def played(club: Club, table: int, *lines: str) -> list[tuple[str, bool]]:
    """Log lines, and return what was ruled on each and whether it counts."""
    logged = [recording.log_line(club, table, line) for line in lines]
    return [(line.ruling.says if line.ruling else "", line.counts) for line in logged]


def stored(club: Club) -> int:
    with club.reading() as tx:
        return sum(len(log.entries) for log in read_logs(tx, range(1, 9)))


# -- the log ------------------------------------------------------------------------------------------------


def test_a_line_is_judged_as_it_is_entered(club: Club, table: int) -> None:
    line = recording.log_line(club.with_actor("Gus"), table, "an plays 3d")
    assert (line.number, line.text, line.by) == (2, "Ann plays 3D", "Gus")
    assert line.ruling is not None
    assert line.ruling.verdict is Verdict.LEGAL
    assert line.judged is not None
    assert line.judged.after.lead.top_play.cards == line.judged.line.act.cards
    assert recording.log_line(club, table, "Ben plays 5H").by == "Fay"


def test_an_illegal_line_is_kept_but_does_not_change_the_table(club: Club, table: int) -> None:
    assert played(club, table, "Ann plays 3D", "Ben plays 5H", "Cal plays 4S") == [
        ("legal", True),
        ("legal", True),
        ("illegal", False),
    ]
    # Cal took the four back, so that it is still Cal's turn and the five stands.
    line = recording.log_line(club, table, "Cal plays 6S")
    assert line.ruling is not None
    assert (line.ruling.verdict, line.ruling.because) == (Verdict.LEGAL, (3,))
    assert [line.waits for line in matches.show(club, table).log] == [False, False, False, True, False]


def test_an_illegal_line_that_stands_changes_the_table(club: Club, table: int) -> None:
    played(club, table, "Ann plays 3D", "Ben plays 5H", "Cal plays 4S")
    line = recording.let_stand(club.with_actor("Gus"), table, reason="nobody saw it in time, says Ben")
    assert (line.number, line.counts, line.decision) == (4, True, DecisionKind.STANDS)
    assert (line.reason, line.decided_by) == ("nobody saw it in time, says Ben", "Gus")
    assert line.ruling is not None
    assert line.ruling.verdict is Verdict.ILLEGAL
    assert played(club, table, "Dee plays 4S", "Dee plays 5C") == [("illegal", False), ("legal", True)]


def test_what_cannot_be_read_is_refused_with_its_place_and_not_recorded(club: Club, table: int) -> None:
    with pytest.raises(MisreadLine, match="1H") as refused:
        recording.log_line(club, table, "Ben plays 1H")
    assert refused.value.fault.column == 11
    with pytest.raises(MisreadLine, match=r"no player here is called 'Gus'. Use Ann, Ben, Cal or Dee"):
        recording.log_line(club, table, "Gus passes")
    for nothing in ("", "  # a remark"):
        with pytest.raises(ClubFault, match="not one line"):
            recording.log_line(club, table, nothing)
    with pytest.raises(UnknownName, match="no table 9"):
        recording.log_line(club, 9, "Ben passes")
    assert stored(club) == 1


def test_a_line_sent_twice_is_recorded_once(club: Club, table: int) -> None:
    first = recording.log_line(club, table, "Ann plays 3D", key="a1")
    line = recording.log_line(club, table, "ann plays D3", key="a1")
    assert line.number == first.number == 2
    assert stored(club) == 2
    with pytest.raises(ClubFault, match="'a1' belongs to line 2 of table 1"):
        recording.log_line(club, table, "Ben passes", key="a1")
    # Without a key, the same words are another line.
    played(club, table, "Ben passes", "Ben passes")
    assert stored(club) == 4


def test_a_line_may_say_itself_that_it_was_taken_back(club: Club, table: int) -> None:
    line = recording.log_line(club, table, "Ann plays 3D, taken back")
    assert (line.counts, line.decision) == (False, DecisionKind.TAKEN_BACK)


# -- undoing and correcting ---------------------------------------------------------------------------------


def test_an_undone_line_stays_in_the_log_and_the_last_decision_counts(club: Club, table: int) -> None:
    played(club, table, "Ann plays 3D", "Ben plays 5H")
    line = recording.undo_line(club, table, reason="Ben meant the six")
    assert (line.number, line.counts, line.decision) == (3, False, DecisionKind.TAKEN_BACK)
    assert played(club, table, "Ben plays 6H") == [("legal", True)]
    assert [line.text for line in matches.show(club, table).log][2:] == ["Ben plays 5H", "Ben plays 6H"]
    recording.undo_line(club, table, 4)
    assert recording.let_stand(club, table, 3).counts
    with pytest.raises(ClubFault, match="Line 3 already stands"):
        recording.let_stand(club, table, 3)
    with pytest.raises(UnknownName, match=r"no line 7 at table 1\. Use 1 to 4"):
        recording.undo_line(club, table, 7)


def test_undo_takes_the_last_line_even_when_it_was_illegal(club: Club, table: int) -> None:
    played(club, table, "Ann plays 3D", "Cal plays 4S")
    assert recording.undo_line(club, table).number == 3
    assert recording.undo_line(club, table).number == 2


def test_a_correction_takes_the_place_of_the_mistyped_line(club: Club, table: int) -> None:
    played(club, table, "Ann plays 3D", "Ben plays 5H", "Cal plays 6S")
    line = recording.log_line(club, table, "Ben plays 5S", instead_of=3)
    assert (line.number, line.instead_of, line.counts) == (5, 3, True)
    record = matches.record(club, table)
    assert [line.number for line in record.lines] == [1, 2, 5, 4]
    assert [line.text for line in record.lines][2:] == ["Ben plays 5S", "Cal plays 6S"]
    match = matches.show(club, table)
    assert (match.log[2].decision, match.log[2].reason) == (DecisionKind.STRUCK, "typed by mistake; see line 5")
    assert match.log[3].ruling is not None
    assert match.log[3].ruling.because == (5,)
    with pytest.raises(ClubFault, match="Line 3 has already been replaced by line 5"):
        recording.log_line(club, table, "Ben plays 5C", instead_of=3)


def test_a_line_illegal_only_by_a_typing_mistake_before_it_counts_once_that_is_corrected(
    club: Club, table: int
) -> None:
    played(club, table, "Ann plays 3D", "Ben plays 9H")
    assert played(club, table, "Cal plays 6S") == [("illegal", False)]
    recording.log_line(club, table, "Ben plays 4H", instead_of=3)
    line = matches.show(club, table).log[3]
    assert line.counts
    assert line.ruling is not None
    assert line.ruling.verdict is Verdict.LEGAL
    assert line.at_first is not None
    assert line.at_first.verdict is Verdict.ILLEGAL
    assert line.at_first.reason == "6S does not beat 9H: six is below nine (1.1)."


def test_a_line_that_a_correction_makes_illegal_was_played_all_the_same(club: Club, table: int) -> None:
    played(club, table, "Ann plays 3D", "Ben plays 4H", "Cal plays 6S", "Dee passes")
    recording.log_line(club, table, "Ben plays 9H", instead_of=3)
    line = matches.show(club, table).log[3]
    assert line.counts
    assert line.ruling is not None
    assert line.ruling.verdict is Verdict.ILLEGAL


def test_a_line_typed_by_mistake_shows_nothing_of_a_hand(club: Club, table: int) -> None:
    played(club, table, "Ann plays 3D", "Ben plays 5H")
    recording.undo_line(club, table, 3, mistake=True)
    # Had Ben only taken the five back, it would be in Ben's hand.
    assert played(club, table, "Ben passes", "Cal plays 5H") == [("legal", True), ("legal", True)]
    assert "5H" not in str(matches.record(club, table)).partition("Cal")[0]


def test_the_printed_record_is_ruled_on_as_the_table_was(club: Club, table: int) -> None:
    played(club, table, "Ann plays 3D", "Ben plays 5H", "Cal plays 4S", "Cal plays 6S", "Dee plays 2S", "Ann passes")
    recording.undo_line(club, table)
    recording.log_line(club, table, "Ben plays 5D", instead_of=3)
    played(club, table, "Ann plays 2H", "Ann passes")
    printed = str(matches.record(club, table))
    assert "Cal plays 4S\n" in printed  # nobody has decided about it: that it is void, the record shows by itself
    assert "Ann passes, taken back" in printed
    assert "Ben plays 5H" not in printed
    reading = read_record(printed, rulebook)
    assert reading.record is not None
    assert not reading.faults
    ruled = [(entry.line.text, entry.ruling.verdict, entry.ruling.reason) for entry in replay(reading.record).entries]
    sheet = matches.show(club, table).sheet
    assert ruled == [(entry.line.text, entry.ruling.verdict, entry.ruling.reason) for entry in sheet.entries]


def test_a_decision_tells_which_other_lines_it_turns(club: Club, table: int) -> None:
    played(club, table, "Ann plays 3D", "Ben plays 5H", "Cal plays 6S", "Dee passes")
    # Without Ben's five it was not Cal's turn; the six was played all the same, and Dee's turn came after it.
    undone = recording.undo_line(club, table, 3)
    assert [(line.number, line.ruling and line.ruling.verdict) for line in undone.turned] == [(4, Verdict.ILLEGAL)]
    stood = recording.let_stand(club, table, 3)
    assert [(line.number, line.ruling and line.ruling.verdict) for line in stood.turned] == [(4, Verdict.LEGAL)]
    corrected = recording.log_line(club, table, "Ben plays 9H", instead_of=3)
    assert [line.number for line in corrected.turned] == [4]
    assert recording.log_line(club, table, "Ann plays TS").turned == ()


def steps(club: Club, table: int) -> int:
    return matches.show(club, table).steps


def test_a_line_is_recorded_while_the_table_is_as_it_was_seen(club: Club, table: int) -> None:
    recording.log_line(club, table, "Ann plays 3D", only_after=steps(club, table))
    assert [line.text for line in matches.show(club, table).log] == ["deal by Dee", "Ann plays 3D"]


def test_a_line_is_refused_when_another_came_first(club: Club, table: int) -> None:
    seen = steps(club, table)
    recording.log_line(club, table, "Ann plays 3D")
    with pytest.raises(LogChanged, match=r"Nothing was recorded, because line 2 was recorded meanwhile\.") as refused:
        recording.log_line(club, table, "Ann plays 4D", only_after=seen)
    assert refused.value.lines == (2,)
    assert len(matches.show(club, table).log) == 2


def test_it_is_refused_too_when_it_came_between_reading_and_writing(club: Club, table: int) -> None:
    seen = load_log(club, table)
    lines = [read_one(seen, "Ann plays 4D")]
    recording.log_line(club, table, "Ann plays 3D")
    with pytest.raises(LogChanged):
        recording.log_lines(club, seen, lines, only_after=seen.steps)
    assert len(matches.show(club, table).log) == 2


def test_a_line_taken_back_meanwhile_is_no_line(club: Club, table: int) -> None:
    recording.log_line(club, table, "Ann plays 3D")
    seen = steps(club, table)
    recording.undo_line(club, table)
    with pytest.raises(LogChanged, match="because the record was changed meanwhile") as refused:
        recording.log_line(club, table, "Ben plays 4D", only_after=seen)
    assert refused.value.lines == ()


def test_the_answer_that_was_lost_is_given_again_before_it_is_looked_at_what_came_meanwhile(
    club: Club, table: int
) -> None:
    seen = steps(club, table)
    first = recording.log_line(club, table, "Ann plays 3D", key="k1", only_after=seen)
    recording.log_line(club, table, "Ben passes")
    line = recording.log_line(club, table, "Ann plays 3D", key="k1", only_after=seen)
    assert (line.number, line.text) == (first.number, first.text)
    with pytest.raises(ClubFault, match="The key 'k1' belongs to line 2"):
        recording.log_line(club, table, "Ann plays 4D", key="k1", only_after=seen)
    assert len(matches.show(club, table).log) == 3


def test_a_line_is_taken_back_only_while_it_is_as_it_was_seen(club: Club, table: int) -> None:
    recording.log_line(club, table, "Ann plays 3D")
    seen = steps(club, table)
    recording.log_line(club, table, "Ben passes")
    with pytest.raises(LogChanged):
        recording.undo_line(club, table, 2, mistake=True, only_after=seen)
    assert matches.show(club, table).log[1].decision is None


def test_a_result_is_kept_with_who_confirmed_it(club: Club) -> None:
    table = starting.start_table(club, "big-two", ("Ann", "Ben", "Cal", "Dee")).number
    order = [["Ben"], ["Ann"], ["Dee"], ["Cal"]]
    ending.record_result(club.with_phone(2, 7), table, places=order, confirmed=(3,), only_after=0)
    with club.reading() as tx:
        [event] = [event for event in events(tx, tx.club) if event.kind == EventKind.RESULT]
    assert (event.by, event.data["confirmed"], event.data["phone"]) == ("@#2", [3], 7)
    with pytest.raises(LogChanged):
        ending.record_result(club, table, places=order, only_after=0)


def test_who_wrote_by_a_phone_is_told_from_the_officer(club: Club, table: int) -> None:
    """By whom, and whose program served the phone: on a server no officer writes in a player's name otherwise."""
    recording.log_line(club.with_phone(1, 3), table, "Ann plays 3D")
    recording.log_line(club.with_phone(None, 4), table, "Ben passes")
    recording.undo_line(club.with_phone(None, 4), table, 3, mistake=True)
    match = matches.show(club, table).log
    assert [line.by for line in match] == ["Fay", "Ann (phone)", "tablet (phone)"]
    assert match[2].decided_by == "tablet (phone)"
    with club.reading() as tx:
        lines = [event for event in events(tx, tx.club) if event.match]
    # Fay is no member here, so no mark can say who serves the phones.
    assert [(line.by, line.via, line.data.get("phone")) for line in lines[2:]] == [
        ("@#1", "", 3),
        ("", "", 4),
        ("", "", 4),
    ]
    recording.log_line(club.with_actor("Eve").with_phone(2, 5), table, "Ben passes")
    with club.reading() as tx:
        last = list(events(tx, tx.club))[-1]
    assert (last.by, last.via, last.data["phone"]) == ("@#2", "@#5", 5)


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[Record]:
    """Return the list of the records that are replayed from here on, wherever that is."""
    records: list[Record] = []

    def counting_replay(
        record: Record, *, cards_gathered: bool = False, earlier_report: Report | None = None
    ) -> Report:
        records.append(record)
        return replay(record, cards_gathered=cards_gathered, earlier_report=earlier_report)

    for module in [*sys.modules.values()]:
        if vars(module).get("replay") is replay and module.__name__.startswith("referee."):
            monkeypatch.setattr(module, "replay", counting_replay)
    return records


def test_one_replay_serves_the_desk_the_board_the_store_and_the_audit(
    club: Club, table: int, replayed: list[Record]
) -> None:
    recording.log_line(club, table, "Ann plays 3D")
    seen, board = load_log(club, table), board_view(club)
    line = read_one(seen, "Cal plays 4D")
    replayed.clear()

    logged = recording.log_lines(club, seen, [line])  # what is kept
    shown = match_view(logged.log)  # the desk
    hung = board_view(club, replace(board, seen=(shown,)))  # the board, and the phones that show it
    assert [*find_differences(logged.log, ())] == []  # the audit
    assert [len(record.lines) for record in replayed] == [3]

    assert hung.matches[0].turn == "Ben"
    ruling = logged.log.sheet.entries[-1].ruling
    desk, kept = shown.log[-1].ruling, logged.log.entries[-1]
    assert desk is not None
    assert desk.reason == render_text(ruling.reason, shown.names) == "It is Ben's turn, not Cal's."
    assert kept.reason == render_text(ruling.reason, seat_marks(4)) == "It is @2's turn, not @3's."
    assert (
        desk.due
        == tuple(render_text(each, shown.names) for each in ruling.due)
        == ("Ben plays any card above 3D", "Ben passes")
    )
    assert not desk.alternatives
