"""How a match ends: nothing may be left undecided by accident, and afterwards only corrections are taken."""

import pytest

from referee.cli.shared.hints import printed
from referee.club.calendar import sessions
from referee.club.corrections import results
from referee.club.folder import Club
from referee.club.match import ending, matches, recording, starting
from referee.club.text.faults import ClubFault, Undecided
from tests.club.conftest import NAMES, whole_hand
from tests.club.match.test_ending import placings
from tests.club.match.test_matches import played, stored


def penalty_for_ben() -> list[str]:
    """A hand of Commune: Ben bids two sixes where there is one."""
    return ["deal by Ben", "Ann bids six high", "Ben bids two sixes", "Ann calls", "Ann shows 6H", "Ben shows 9D"]


def test_a_finished_match_takes_corrections_and_nothing_else(club: Club) -> None:
    table = starting.start(club, "big-two", NAMES[:4]).number
    lines = whole_hand()
    played(club, table, *lines[:-1])
    last = recording.log(club, table, lines[-1], key="last")
    ending.finish(club, table)
    sessions.close_session(club)
    with pytest.raises(ClubFault, match="Table 2026-11-16/1 is finished, so no line can be added") as fault:
        recording.log(club, table, "deal by Ann")
    assert "--instead-of LINE" in printed(*fault.value.hints)
    assert stored(club) == len(lines)
    # Sending a line again is no new line.
    assert recording.log(club, table, lines[-1], key="last").number == last.number
    number = lines.index("Ben plays 2C") + 1
    assert recording.log(club, table, "Ben plays 2C", instead_of=number).counts
    assert matches.show(club, table).finished_at is not None
    results.record(club.by("Fay"), table, places=[["Dee"], ["Cal"], ["Ben"], ["Ann"]], reason="misread")
    assert placings(club)[4] == (1, 1)


def test_a_match_is_not_finished_over_lines_that_wait_for_a_decision(club: Club) -> None:
    table = starting.start(club, "commune", NAMES[:2]).number
    played(club, table, *penalty_for_ben())
    # It is Ben's turn to open, who took the penalty; Ann's bid waits.
    waiting = recording.log(club, table, "Ann bids jack high").number
    with pytest.raises(Undecided, match=f"Line {waiting} of table 1 is illegal and waits for a decision"):
        ending.finish(club, table)
    assert matches.show(club, table).finished_at is None
    assert placings(club) == {}
    recording.undo(club, table, waiting)
    assert ending.finish(club, table).places == (("Ann",), ("Ben",))


def test_a_match_is_not_finished_in_the_middle_of_a_hand(club: Club) -> None:
    table = starting.start(club, "commune", NAMES[:2]).number
    played(club, table, *penalty_for_ben(), "deal by Ann", "Ben bids jack high")
    with pytest.raises(Undecided, match="The hand at table 1 is not over: Ann is awaited"):
        ending.finish(club, table)
    # Stopped early, a match of Commune goes to whoever has the fewest penalties.
    assert ending.finish(club, table, undecided=True).places == (("Ann",), ("Ben",))
    assert ending.finish(club, table).places == (("Ann",), ("Ben",))


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        ("big-two", ["deal by Dee", "Ann plays 3D"]),
        ("play-or-pay", ["deal by Dee", "Ann plays 3D"]),
        ("pontoon", ["Ann banks from 1 to 8", "deal by Ann", "Ben bets 2"]),
    ],
)
def test_a_hand_in_play_is_seen_in_every_game(club: Club, game: str, lines: list[str]) -> None:
    table = starting.start(club, game, NAMES[:4]).number
    assert set(played(club, table, *lines)) == {("legal", True)}
    match = matches.show(club, table)
    assert match.sheet.state.in_play
    assert match.book.due(match.sheet.state) != "the deal"
    before = starting.start(club, game, NAMES[:4])
    assert not before.sheet.state.in_play
    assert before.book.due(before.sheet.state) == "the deal"


def test_a_result_written_down_ends_a_match_whatever_its_record_says(club: Club, table: int) -> None:
    played(club, table, "Ann plays 3D", "Cal plays 4S")
    ending.result(club, table, places=[["Ann"], ["Ben"], ["Cal"], ["Dee"]])
    assert ending.finish(club, table).finished_at is not None
