"""A freezeout follows from its log: places by the order of going out, chips that are conserved, prizes that sum."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.competition.entrants import Sizes
from referee.rules.plain_data import plain
from referee.tournaments.freezeouts.state import FreezeOut, replay_freezeout
from referee.tournaments.state.log import TournamentEvent, TournamentEventKind
from referee.tournaments.state.settings import Format, Stacks, TournamentSettings
from tests.sampling import examples

AT = datetime(2026, 11, 16, 19, 30, tzinfo=UTC)
STACKS = Stacks(stack=3000, reentries=1, addon=2000, entry=10, bounty=2)


def replay(
    *happened: tuple[TournamentEventKind, dict[str, Any]], players: int = 6, stacks: Stacks = STACKS
) -> FreezeOut:
    """Fold an evening of some players at tables of four: 1 to 3, 4 to 6 and so on."""
    settings_data = plain(TournamentSettings(Format.FREEZE_OUT, "texas-holdem", Sizes(2, 4), stacks=stacks))
    entries = list(range(1, players + 1))
    begun: list[tuple[TournamentEventKind, dict[str, Any]]] = [
        (TournamentEventKind.SETTLED, {"settings": settings_data}),
        (TournamentEventKind.ENTERED, {"entries": [[entry, ""] for entry in entries]}),
        (TournamentEventKind.DRAWN, drawn([entries[number : number + 3] for number in range(0, players, 3)])),
    ]
    return replay_freezeout(
        TournamentEvent(number, kind.value, data, "", AT, "")
        for number, (kind, data) in enumerate([*begun, *happened], 1)
    )


def drawn(tables: list[list[int]], round: int = 1) -> dict[str, Any]:
    return {"round": round, "tables": tables, "made_from": {}}


def elimination_event(
    *players: int, stacks: dict[int, int] | None = None, winners: tuple[int, ...] = ()
) -> tuple[TournamentEventKind, dict[str, Any]]:
    return TournamentEventKind.OUT, {
        "out": [[player, (stacks or {}).get(player, 0), list(winners)] for player in players]
    }


def seat_event(entry: int, table: int, seat: int) -> tuple[TournamentEventKind, dict[str, Any]]:
    return TournamentEventKind.SAT, {"seats": [[entry, table, seat]], "seed": 1}


def test_places_are_the_order_of_going_out() -> None:
    state = replay(
        elimination_event(4), elimination_event(2), elimination_event(6), elimination_event(1), elimination_event(5)
    )
    assert state.places == {4: (6, 6), 2: (5, 5), 6: (4, 4), 1: (3, 3), 5: (2, 2), 3: (1, 1)}
    assert state.ranking == ((3,), (5,), (1,), (6,), (2,), (4,))
    assert state.over


def test_those_out_in_one_hand_are_placed_by_their_stacks_also_at_different_tables() -> None:
    state = replay(elimination_event(1, 5, 2, stacks={1: 400, 5: 900, 2: 400}))
    assert state.places == {5: (4, 4), 1: (5, 6), 2: (5, 6)}
    assert state.playing == (3, 4, 6)


def test_who_enters_again_has_no_place_until_they_are_out_for_good() -> None:
    first_state = replay(elimination_event(1), elimination_event(2))
    assert first_state.places == {1: (6, 6), 2: (5, 5)}
    reentered_state = replay(elimination_event(1), elimination_event(2), seat_event(1, 2, 4))
    assert reentered_state.places == {2: (6, 6)}
    assert 1 in reentered_state.playing
    assert reentered_state.reentries == 1
    later_state = replay(
        elimination_event(1), elimination_event(2), seat_event(1, 2, 4), elimination_event(5), elimination_event(1)
    )
    assert later_state.places == {2: (6, 6), 5: (5, 5), 1: (4, 4)}
    # Both times they went out stay in the list.
    assert [elimination.entry for elimination in later_state.outs] == [1, 2, 5, 1]


def test_chips_are_those_of_all_stacks_and_add_ons_whoever_has_them() -> None:
    assert replay().chips == 18_000
    assert replay(elimination_event(1, winners=(2,))).chips == 18_000
    bought_state = replay(
        elimination_event(1, winners=(2,)), seat_event(1, 2, 4), (TournamentEventKind.ADDED_ON, {"players": [1, 2]})
    )
    assert bought_state.chips == 18_000 + 3000 + 2 * 2000
    assert bought_state.average == round(bought_state.chips / 6) == 4167


def test_a_count_that_is_wrong_says_by_how_much() -> None:
    right = replay(
        elimination_event(1),
        (TournamentEventKind.COUNTED, {"stacks": [[2, 8000], [3, 1000], [4, 3000], [5, 3000], [6, 3000]]}),
    )
    wrong = replay(
        elimination_event(1),
        (TournamentEventKind.COUNTED, {"stacks": [[2, 7500], [3, 1000], [4, 3000], [5, 3000], [6, 3000]]}),
    )
    assert right.counted
    assert wrong.counted
    assert (right.counted.gap, wrong.counted.gap) == (0, -500)


def test_who_moves_has_the_new_seat_and_leaves_the_old_one_free() -> None:
    state = replay((TournamentEventKind.MOVED, {"moves": [[1, 2, 4]], "broken": [], "seed": 1}))
    assert state.tables[1].chairs == (0, 2, 3, 0)
    assert state.tables[2].chairs == (4, 5, 6, 1)
    assert (state.players[1].table, state.players[1].seat) == (2, 4)


def test_a_table_that_nobody_is_left_at_is_none() -> None:
    assert set(replay(elimination_event(1), elimination_event(2), elimination_event(3)).tables) == {2}


def test_the_final_table_seats_those_who_are_left_with_what_they_have() -> None:
    state = replay(
        elimination_event(1),
        elimination_event(2),
        (TournamentEventKind.DRAWN, drawn([[6, 3, 5, 4]], 2)),
        elimination_event(3),
    )
    assert state.final
    assert state.tables[1].players == (6, 5, 4)
    assert state.chips == 18_000
    assert state.places == {1: (6, 6), 2: (5, 5), 3: (4, 4)}


def test_who_enters_late_waits_for_a_stack_and_a_seat() -> None:
    waiting = replay((TournamentEventKind.ENTERED, {"entries": [[7, ""]]}))
    assert waiting.waiting == (7,)
    assert waiting.chips == 18_000
    assert not waiting.over
    seated_state = replay((TournamentEventKind.ENTERED, {"entries": [[7, ""]]}), seat_event(7, 1, 4))
    assert seated_state.waiting == ()
    assert seated_state.chips == 21_000
    assert seated_state.reentries == 0


def test_who_leaves_with_chips_is_out_and_takes_them_along_if_they_were_counted() -> None:
    withdrawn_state = replay(
        (TournamentEventKind.COUNTED, {"stacks": [[n, 3000] for n in range(1, 7)]}),
        (TournamentEventKind.WITHDREW, {"entry": 3}),
    )
    assert withdrawn_state.places == {3: (6, 6)}
    assert withdrawn_state.chips == 15_000
    assert withdrawn_state.outs[0].left


def test_bounties_are_for_whoever_put_somebody_out_and_shared_by_several() -> None:
    state = replay(
        elimination_event(1, winners=(2,)),
        elimination_event(4, winners=(3, 5)),
        elimination_event(6),
        elimination_event(2, winners=(3,)),
        elimination_event(5, winners=(3,)),
    )
    # Three has half of one bounty, two whole ones, and the one that nobody is left to take.
    assert state.bounties == {2: 2, 3: 1 + 2 + 2 + 2, 5: 1}
    assert state.knocked_out == {2: 1, 3: 3, 5: 1}


def test_a_chop_ends_it_with_places_by_the_stacks() -> None:
    count = (TournamentEventKind.COUNTED, {"stacks": [[3, 9000], [5, 4000], [6, 5000]]})
    shared = (TournamentEventKind.CHOPPED, {"how": "even", "shares": [[3, 16], [6, 16], [5, 16]]})
    state = replay(elimination_event(1), elimination_event(2), elimination_event(4), count, shared)
    assert state.over
    assert state.ranking == ((3,), (6,), (5,), (4,), (2,), (1,))
    assert {entry: state.won[entry] for entry in (3, 5, 6)} == {3: 16, 5: 16, 6: 16}


@examples(3, 10)
@given(st.data())
def test_prizes_and_bounties_are_all_that_was_given_and_no_more(data: st.DataObject) -> None:
    """Play evenings at random to their end: every unit that an entry gave is paid out once."""
    players = data.draw(st.integers(2, 12))
    entry = data.draw(st.integers(0, 30))
    stacks = Stacks(stack=1000, reentries=1, entry=entry, bounty=data.draw(st.integers(0, entry)))
    happened: list[tuple[TournamentEventKind, dict[str, Any]]] = []
    state = replay(players=players, stacks=stacks)
    while not state.over:
        if data.draw(st.integers(0, 3)) == 0 and (eliminations := [o for o in state.outs if o.final]):
            entry_again = eliminations[0].entry
            table = min(state.tables.values(), key=lambda table_seats: len(table_seats.players))
            if table.free and state.players[entry_again].bought < 2:
                happened.append(seat_event(entry_again, table.number, table.free[0]))
        else:
            count = data.draw(st.integers(1, len(state.playing) - 1))
            order = data.draw(st.permutations(state.playing))
            winners = tuple(order[count : count + data.draw(st.integers(0, 2))])
            happened.append(
                elimination_event(
                    *order[:count], stacks={player: data.draw(st.integers(1, 3)) for player in order}, winners=winners
                )
            )
        state = replay(*happened, players=players, stacks=stacks)
    winnings = sum(state.won.values()) + sum(state.bounties.values())
    assert winnings == entry * state.stacks_bought
    assert state.chips == 1000 * state.stacks_bought
    first, last = min(state.places.values()), max(last for _, last in state.places.values())
    assert (first[0], last) == (1, players)


@pytest.mark.parametrize(("bought", "places"), [(6, 2), (20, 4)])
def test_percents_are_proposed_by_the_stacks_bought_unless_settled(bought: int, places: int) -> None:
    assert len(replay(players=bought).prizes) == places
    stacks = Stacks(entry=10, prizes=(60, 30, 10))
    assert replay(players=bought, stacks=stacks).prizes == (6 * bought, 3 * bought, bought)
