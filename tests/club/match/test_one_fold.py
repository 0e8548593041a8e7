"""A line is judged once, for everybody who is to see it."""

import sys
from dataclasses import replace

import pytest

from referee.club.evening.board import posted
from referee.club.file.rejudging import differences
from referee.club.folder import Club
from referee.club.match import recording
from referee.club.match.log import log_of
from referee.club.match.view import match_view
from referee.club.text.names import seat_marks
from referee.rules import Record, Sheet, fold
from referee.rules.reading.said import said


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[Record]:
    """The records that are folded from here on, wherever that is."""
    found: list[Record] = []

    def counted(record: Record, *, gathered: bool = False, since: Sheet | None = None) -> Sheet:
        found.append(record)
        return fold(record, gathered=gathered, since=since)

    for module in [*sys.modules.values()]:
        if vars(module).get("fold") is fold and module.__name__.startswith("referee."):
            monkeypatch.setattr(module, "fold", counted)
    return found


def test_one_fold_serves_the_desk_the_board_the_store_and_the_audit(
    club: Club, table: int, folded: list[Record]
) -> None:
    recording.log(club, table, "Ann plays 3D")
    seen, board = log_of(club, table), posted(club)
    line = recording.read_one(seen, "Cal plays 4D")
    folded.clear()

    logged = recording.log_all(club, seen, [line])  # what is kept
    shown = match_view(logged.log)  # the desk
    hung = posted(club, replace(board, seen=(shown,)))  # the board, and the phones that show it
    assert [*differences(logged.log, ())] == []  # the audit
    assert [len(record.lines) for record in folded] == [3]

    assert hung.matches[0].turn == "Ben"
    ruling = logged.log.sheet.entries[-1].ruling
    desk, kept = shown.log[-1].ruling, logged.log.entries[-1]
    assert desk is not None
    assert desk.reason == said(ruling.reason, shown.names) == "It is Ben's turn, not Cal's."
    assert kept.reason == said(ruling.reason, seat_marks(4)) == "It is @2's turn, not @3's."
    assert (
        desk.due
        == tuple(said(each, shown.names) for each in ruling.due)
        == ("Ben plays any card above 3D", "Ben passes")
    )
    assert not desk.alternatives
