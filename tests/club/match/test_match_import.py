"""A record from elsewhere becomes a match like any other."""

from datetime import date

import pytest

from referee.cli.shared.hints import format_hints
from referee.club.calendar import sessions
from referee.club.file.audit import audit
from referee.club.folder import Club
from referee.club.match import matches, record_import, recording
from referee.club.match.log import read_log
from referee.club.text.faults import ClubFault, UnknownName
from referee.games import rulebook
from referee.rules import Record, Verdict, read_record
from referee.store.match_replay import Decision, TableEntry
from referee.store.plain_rows import Member, select_rows
from tests.club.conftest import tampering
from tests.club.folding import as_the_log_has_it

HEAD = (
    "game: texas-holdem\nseats: Ann, Ben, {third}\noptions: forced_bets=both, preflop_betting=true\nchip: 0.05 EUR\n\n"
)
LINES = (
    "Ann has 50", "Ben has 50", "{third} has 50", "blinds 1 2", "deal by {third}", "Ann posts 1", "Ben posts 2",
    "{third} bets 6, taken back", "{third} raises to 3, stands", "Ann folds", "Ben folds",
)  # fmt: skip


def record(third: str = "Cal", *, until: int = len(LINES)) -> Record:
    text = HEAD + "\n".join(LINES[:until]) + "\n"
    found = read_record(text.format(third=third), rulebook).record
    assert found is not None
    return found


def test_it_is_written_down_with_its_rulings_what_became_of_its_lines_and_what_a_chip_is_worth(club: Club) -> None:
    match = record_import.import_record(club, record())
    # Cal's raise stood, so that the blinds of 1 and 2 are Cal's; the 3 come back with them.
    assert match.chips == {"Ann": -1, "Ben": -2, "Cal": 3}
    assert match.places == (("Cal",), ("Ann",), ("Ben",))
    assert match.chip == "0.05 EUR"
    assert match.finished_at is not None
    bet, raised = match.log[7], match.log[8]
    assert (bet.decision, raised.decision) == ("taken back", "stands")
    assert raised.at_first is not None
    assert raised.at_first.verdict is Verdict.ILLEGAL
    assert raised.counts
    assert str(matches.record(club, match.number)) == str(record()).replace(
        "preflop_betting=true\n", f"preflop_betting=true\ndate: {date(2026, 11, 16)}\n"
    )
    assert [member.name for member in sessions.show(club).checked_in] == ["Ann", "Ben", "Cal"]


def test_every_line_has_its_step_and_another_worth_of_a_chip_is_found(club: Club) -> None:
    number = record_import.import_record(club, record()).number
    with club.reading() as tx:
        log = read_log(tx, number)
        rows = sorted((*log.entries, *log.decisions), key=lambda row: row.step)
        assert {type(row) for row in rows} == {TableEntry, Decision}
        assert [row.step for row in rows] == list(range(1, len(rows) + 1))
    assert audit(club).differences == ()
    with tampering(club) as sql:
        sql.do("UPDATE \"match\" SET chip = '1 EUR'")
    assert [difference.table for difference in audit(club).differences] == [number]
    as_the_log_has_it(club)


def test_lines_can_be_corrected_afterwards(club: Club) -> None:
    number = record_import.import_record(club, record()).number
    with pytest.raises(ClubFault, match="is finished"):
        recording.log_line(club, number, "flop 2H 3D KC")
    recording.log_line(club, number, "Ben calls", instead_of=11)
    # The hand is not over any more, so that nothing is decided, and the rest of it can be written down.
    assert matches.show(club, number).finished_at is None


def test_nothing_is_written_of_what_cannot_be_taken_over(club: Club) -> None:
    with pytest.raises(UnknownName, match="No member is called 'Zoe'"):
        record_import.import_record(club, record("Zoe"))
    with pytest.raises(ClubFault, match="does not show who won its last hand"):
        record_import.import_record(club, record(until=7))
    record_import.import_record(club, record())
    with pytest.raises(ClubFault, match="is already table 1"):
        record_import.import_record(club, record())
    assert [match.number for match in matches.matches(club)] == [1]


def test_new_names_become_guests_where_that_is_wanted(club: Club) -> None:
    with pytest.raises(UnknownName, match="No member is called 'Zoe'") as unknown:
        record_import.refuse_unless_seated(club, ["Ann", "Zoe"])
    assert "--guests" in format_hints(*unknown.value.hints)
    record_import.refuse_unless_seated(club, ["Ann", "Zoe"], guests=True)
    record_import.import_record(club, record("Zoe"), guests=True)
    with club.reading() as tx:
        assert select_rows(tx, Member, "WHERE name = ?", "Zoe")[0].guest
