"""How a tournament stands follows from its log alone; what is kept in the log is read as it was written."""

import json
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from referee.competition.entrants import Entrants, Sizes
from referee.competition.random_order import round_seed
from referee.rules.plain_data import plain, read_plain
from referee.tournaments.state.log import TournamentEvent, TournamentEventKind
from referee.tournaments.state.settings import Counts, Format, Score, Stacks, TournamentSettings
from referee.tournaments.state.state import TournamentState, replay_tournament
from referee.tournaments.state.view import PlaceView

AT = datetime(2026, 11, 16, 17, tzinfo=UTC)
SWISS = TournamentSettings(Format.SWISS, "big-two", Sizes(3, 4), rounds=3)


def replay_after(*happened: tuple[TournamentEventKind, dict[str, Any]]) -> TournamentState:
    settings_event = (TournamentEventKind.SETTLED, {"settings": plain(SWISS)})
    return replay_tournament(
        TournamentEvent(number, kind, json.loads(json.dumps(data)), "", AT, "")
        for number, (kind, data) in enumerate((settings_event, *happened), 1)
    )


def entered(*numbers: int) -> tuple[TournamentEventKind, dict[str, Any]]:
    return TournamentEventKind.ENTERED, {"entries": [[number, ""] for number in numbers]}


def drawn(round: int, *tables: list[int], byes: tuple[int, ...] = ()) -> tuple[TournamentEventKind, dict[str, Any]]:
    return TournamentEventKind.DRAWN, {
        "round": round, "name": f"Round {round}", "method": "swiss 1", "seed": 1, "chosen": False, "made_from": {},
        "tables": list(tables), "byes": list(byes), "labels": [],
    }  # fmt: skip


def seated(round: int, *matches: tuple[int, int]) -> tuple[TournamentEventKind, dict[str, Any]]:
    return TournamentEventKind.SEATED, {"round": round, "matches": [list(match) for match in matches]}


def test_who_enters_late_plays_from_the_next_round_on() -> None:
    state = replay_after(entered(1, 2, 3), drawn(1, [1, 2, 3]), entered(4))
    assert state.eligible_entries(1) == (1, 2, 3)
    assert state.eligible_entries(2) == (1, 2, 3, 4)
    assert state.eligible_entries(1, redraw=True) == (1, 2, 3, 4)


def test_who_is_let_in_when_a_round_is_drawn_again_plays_from_that_round_on() -> None:
    state = replay_after(entered(1, 2, 3), drawn(1, [1, 2, 3]), entered(4), drawn(1, [1, 2, 3, 4]))
    assert len(state.rounds) == 1
    assert state.entries[4].since == 1
    assert [change.said for change in state.rounds[0].changes] == ["Drawn again."]


def test_who_withdraws_plays_a_table_to_its_end_that_has_started_and_no_other() -> None:
    before = replay_after(entered(1, 2, 3), drawn(1, [1, 2, 3]), (TournamentEventKind.WITHDREW, {"entry": 1}))
    assert before.eligible_entries(1) == (2, 3)
    after = replay_after(
        entered(1, 2, 3), drawn(1, [1, 2, 3]), seated(1, (1, 9)), (TournamentEventKind.WITHDREW, {"entry": 1})
    )
    assert after.eligible_entries(1) == (1, 2, 3)
    assert after.eligible_entries(2) == (2, 3)
    returned_state = replay_after(
        entered(1, 2), (TournamentEventKind.WITHDREW, {"entry": 1}), (TournamentEventKind.CAME_BACK, {"entry": 1})
    )
    assert returned_state.eligible_entries(1) == (1, 2)


def test_who_is_absent_is_so_for_one_round() -> None:
    state = replay_after(entered(1, 2, 3, 4), (TournamentEventKind.ABSENT, {"entry": 2, "round": 1}))
    assert state.eligible_entries(1) == (1, 3, 4)
    assert state.eligible_entries(2) == (1, 2, 3, 4)


def test_of_a_table_that_was_replayed_every_match_is_known_in_order() -> None:
    state = replay_after(entered(1, 2, 3), drawn(1, [1, 2, 3]), seated(1, (1, 9)), seated(1, (1, 12)))
    assert state.rounds[0].matches == {1: (9, 12)}


def test_penalties_add_up() -> None:
    state = replay_after(
        entered(1), *[(TournamentEventKind.PENALTY, {"entry": 1, "points": points}) for points in ("1/2", "1/3")]
    )
    assert state.penalties == {1: Fraction(5, 6)}


def test_a_kind_that_belongs_to_another_module_is_passed_over() -> None:
    strange = TournamentEvent(2, "clock started", {}, "", AT, "")
    settings_event = TournamentEvent(1, TournamentEventKind.SETTLED, {"settings": plain(SWISS)}, "", AT, "")
    assert replay_tournament([settings_event, strange]) == replay_tournament([settings_event])


def test_settings_are_read_as_they_were_kept() -> None:
    all_settings = TournamentSettings(
        Format.FREEZE_OUT, "texas-holdem", Sizes(2, 10), 4, Score.PLACES, (5, 3, 1), ("wins", "lot"), 2, 3,
        True, 20, Counts.FINAL, "half", stacks=Stacks(levels=((5, 10, 0), (0, 0, 0)), prizes=(60, 40)),
    )  # fmt: skip
    for settings in (SWISS, all_settings):
        assert read_plain(TournamentSettings, json.loads(json.dumps(plain(settings)))) == settings


def test_what_a_round_is_drawn_from_is_read_as_it_was_kept() -> None:
    field = Entrants(
        (3, 1, 2), Sizes(2, 3), 7, {1: Fraction(5, 3)}, {(1, 2): 2}, {(1, 0): 1}, {(2, 4): 1}, {3: 1},
        frozenset({(1, 3)}),
    )  # fmt: skip
    assert read_plain(Entrants, json.loads(json.dumps(plain(field)))) == field


def test_a_place_is_read_as_it_was_kept() -> None:
    place = PlaceView(2, 7, Fraction(5, 3), 2, (Fraction(2, 3), None, Fraction(1)), (("wins", "1"),), Fraction(1, 2))
    assert read_plain(PlaceView, json.loads(json.dumps(plain(place)))) == place


def test_the_seed_of_a_round_follows_from_that_of_the_tournament() -> None:
    seeds = [round_seed(7, round) for round in range(1, 6)]
    assert seeds == [round_seed(7, round) for round in range(1, 6)]
    assert len({*seeds, *(round_seed(8, round) for round in range(1, 6))}) == 10
    assert all(0 <= seed < 2**31 for seed in seeds)
