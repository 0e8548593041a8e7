"""What a match gives: the places of its record, or those that are typed; and what corrects them."""

import pytest

from referee.cli.shared.hints import format_hints
from referee.club.calendar import sessions
from referee.club.corrections import result_entry
from referee.club.file.audit import audit
from referee.club.folder import Club
from referee.club.match import ending, matches, recording, starting
from referee.club.match.log import EntryKind
from referee.club.standings.results import season_results
from referee.club.text.faults import ClubFault, UndecidedMatch
from tests.club.conftest import NAMES, whole_hand
from tests.club.match.test_matches import played, stored


def placings(club: Club) -> dict[int, tuple[float, float]]:
    return {result.member: (result.rank, result.score) for result in season_results(club).every}


def test_a_recorded_match_gives_the_places_of_its_record(club: Club) -> None:
    table = starting.start_table(club, "big-two", NAMES[:4]).number
    assert set(played(club, table, *whole_hand())) == {("legal", True)}
    assert placings(club) == {}
    finished = ending.finish(club, table)
    assert finished.places == (("Ann",), ("Ben",), ("Cal",), ("Dee",))
    assert placings(club) == {1: (1, 1), 2: (2, pytest.approx(2 / 3)), 3: (3, pytest.approx(1 / 3)), 4: (4, 0)}
    assert audit(club).differences == ()


def test_a_match_that_nobody_recorded_gets_the_places_that_are_typed(club: Club, table: int) -> None:
    with pytest.raises(ClubFault, match="Table 1 has no result yet") as fault:
        ending.finish(club, table)
    assert "referee result 1" in format_hints(*fault.value.hints)
    line = ending.record_result(club, table, places=[["dee"], ["ann", "cal"], ["ben"]])
    assert (line.number, line.kind, line.text) == (2, EntryKind.PLACES, "Dee > Ann = Cal > Ben")
    assert ending.finish(club, table).places == (("Dee",), ("Ann", "Cal"), ("Ben",))
    # Who tie for second and third share the mean of both.
    assert placings(club) == {4: (1, 1), 1: (2.5, 0.5), 3: (2.5, 0.5), 2: (4, 0)}


def test_chips_rank_the_players_of_a_game_for_chips(club: Club, table: int) -> None:
    ending.record_result(club, table, chips={"Ann": -3, "Ben": 8, "Cal": -3, "Dee": -2})
    finished = ending.finish(club, table)
    assert finished.places == (("Ben",), ("Dee",), ("Ann", "Cal"))
    assert finished.chips == {"Ann": -3, "Ben": 8, "Cal": -3, "Dee": -2}
    assert finished.log[-1].text == "Ann -3, Ben +8, Cal -3, Dee -2"


@pytest.mark.parametrize(
    ("places", "chips", "message"),
    [
        ([], {"Ann": 10**20, "Ben": -(10**20), "Cal": 0, "Dee": 0}, r"Invalid chips \+1000000000000"),
        ([["Ann"], ["Ben"], ["Cal"]], None, "Dee is missing"),
        ([["Ann"], ["Ben"]], None, "Cal and Dee are missing"),
        ([["Ann", "Ann"], ["Ben"], ["Cal"], ["Dee"]], None, "Ann is named twice"),
        ([["Ann"], ["Ben"], ["Cal"], ["Eve"]], None, "No player at this table is called 'Eve'. Use Ann"),
        ([], {"Ann": 5, "Ben": -4, "Cal": 0, "Dee": 0}, r"add up to \+1"),
        ([["Ann"], ["Ben"], ["Cal"], ["Dee"]], {"Ann": 0}, "one of them"),
        ([], None, "one of them"),
    ],
)
def test_a_result_that_cannot_be_is_refused(
    club: Club, table: int, places: list[list[str]], chips: dict[str, int] | None, message: str
) -> None:
    with pytest.raises(ClubFault, match=message):
        ending.record_result(club, table, places=places, chips=chips)
    assert stored(club) == 1


def test_the_last_result_counts_and_one_taken_back_does_not(club: Club, table: int) -> None:
    ending.record_result(club, table, places=[["Ann"], ["Ben"], ["Cal"], ["Dee"]])
    ending.finish(club, table)
    with pytest.raises(ClubFault, match="Its result can only be corrected, with a reason"):
        ending.record_result(club, table, places=[["Dee"], ["Cal"], ["Ben"], ["Ann"]])
    result_entry.record(club.with_actor("Fay"), table, places=[["Dee"], ["Cal"], ["Ben"], ["Ann"]], reason="misread")
    assert placings(club)[1] == (4, 0)
    recording.undo_line(club, table, 3)
    assert placings(club)[1] == (1, 1)
    assert matches.show(club, table).places[0] == ("Ann",)


def test_a_finished_match_that_is_no_longer_decided_is_open_again(club: Club, table: int) -> None:
    ending.record_result(club, table, places=[["Ann"], ["Ben"], ["Cal"], ["Dee"]])
    ending.finish(club, table)
    recording.undo_line(club, table, 2)
    assert matches.show(club, table).finished_at is None
    assert placings(club) == {}
    with pytest.raises(ClubFault, match="Table 1 is not finished"):
        sessions.close_session(club)
    sessions.close_session(club, unfinished=True)


def test_a_correction_found_later_counts_the_match_again(club: Club) -> None:
    table = starting.start_table(club, "big-two", NAMES[:4]).number
    played(club, table, *whole_hand())
    ending.finish(club, table)
    before = placings(club)
    last = len(whole_hand())
    # Cal's last card taken back: Cal and Dee both hold cards, and third place is not decided.
    assert recording.undo_line(club, table).text == matches.show(club, table).log[last - 1].text == "Cal plays 2H"
    assert placings(club) == {}
    recording.log_line(club, table, "Cal plays 2H")
    assert placings(club) == {}
    ending.finish(club, table)
    assert placings(club) == before
    # A correction that decides nothing anew leaves the places, and the match finished.
    number = [line.text for line in matches.show(club, table).log].index("Ben plays 2C") + 1
    recording.log_line(club, table, "Ben plays 2C", instead_of=number)
    assert placings(club) == before
    assert audit(club).differences == ()


def penalty_for_ben() -> list[str]:
    """A hand of Commune: Ben bids two sixes where there is one."""
    return ["deal by Ben", "Ann bids six high", "Ben bids two sixes", "Ann calls", "Ann shows 6H", "Ben shows 9D"]


def test_a_finished_match_takes_corrections_and_nothing_else(club: Club) -> None:
    table = starting.start_table(club, "big-two", NAMES[:4]).number
    lines = whole_hand()
    played(club, table, *lines[:-1])
    last = recording.log_line(club, table, lines[-1], key="last")
    ending.finish(club, table)
    sessions.close_session(club)
    with pytest.raises(ClubFault, match="Table 2026-11-16/1 is finished, so no line can be added") as fault:
        recording.log_line(club, table, "deal by Ann")
    assert "--instead-of LINE" in format_hints(*fault.value.hints)
    assert stored(club) == len(lines)
    # Sending a line again is no new line.
    assert recording.log_line(club, table, lines[-1], key="last").number == last.number
    number = lines.index("Ben plays 2C") + 1
    assert recording.log_line(club, table, "Ben plays 2C", instead_of=number).counts
    assert matches.show(club, table).finished_at is not None
    result_entry.record(club.with_actor("Fay"), table, places=[["Dee"], ["Cal"], ["Ben"], ["Ann"]], reason="misread")
    assert placings(club)[4] == (1, 1)


def test_a_match_is_not_finished_over_lines_that_wait_for_a_decision(club: Club) -> None:
    table = starting.start_table(club, "commune", NAMES[:2]).number
    played(club, table, *penalty_for_ben())
    # It is Ben's turn to open, who took the penalty; Ann's bid waits.
    waiting = recording.log_line(club, table, "Ann bids jack high").number
    with pytest.raises(UndecidedMatch, match=f"Line {waiting} of table 1 is illegal and waits for a decision"):
        ending.finish(club, table)
    assert matches.show(club, table).finished_at is None
    assert placings(club) == {}
    recording.undo_line(club, table, waiting)
    assert ending.finish(club, table).places == (("Ann",), ("Ben",))


def test_a_match_is_not_finished_in_the_middle_of_a_hand(club: Club) -> None:
    table = starting.start_table(club, "commune", NAMES[:2]).number
    played(club, table, *penalty_for_ben(), "deal by Ann", "Ben bids jack high")
    with pytest.raises(UndecidedMatch, match="The hand at table 1 is not over: Ann is awaited"):
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
    table = starting.start_table(club, game, NAMES[:4]).number
    assert set(played(club, table, *lines)) == {("legal", True)}
    match = matches.show(club, table)
    assert match.sheet.table.in_play
    assert match.book.due(match.sheet.table) != "the deal"
    before = starting.start_table(club, game, NAMES[:4])
    assert not before.sheet.table.in_play
    assert before.book.due(before.sheet.table) == "the deal"


def test_a_result_written_down_ends_a_match_whatever_its_record_says(club: Club, table: int) -> None:
    played(club, table, "Ann plays 3D", "Cal plays 4S")
    ending.record_result(club, table, places=[["Ann"], ["Ben"], ["Cal"], ["Dee"]])
    assert ending.finish(club, table).finished_at is not None
