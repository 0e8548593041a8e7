"""Double eliminations of 2 to 33 entries, played to the end by chance and followed by the oracle."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from referee.competition.draw_request import DrawRequest, answer_request
from referee.competition.draws import strength
from referee.competition.entrants import NotDrawn, Sizes
from referee.tournaments.draws.elimination import with_advancing_players
from referee.tournaments.draws.stages import describe_remaining, next_round_request
from referee.tournaments.scores.standings import standings
from referee.tournaments.state.settings import Format, TournamentSettings
from referee.tournaments.state.survivors import find_survivors
from referee.tournaments.state.view import EntryView, RoundView, TableView
from tests.oracles.double_elimination import Bracket, Places
from tests.sampling import one_in
from tests.tournaments.tables import entered, played, settled


@pytest.fixture(autouse=True)
def _soon_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tables be bettered for a thirtieth as long: who plays on is seen here, how good a draw is elsewhere."""
    monkeypatch.setattr(strength, "_WORK", 1_000)
    monkeypatch.setattr(strength, "_WORK_A_PLAYER", 15)


@dataclass
class Play:
    """A tournament that is played: its rounds as they are shown, and what each was drawn from."""

    settings: TournamentSettings
    entries: dict[int, EntryView]
    chance: Random
    rounds: tuple[RoundView, ...] = ()
    made_from: list[DrawRequest] = field(default_factory=list)

    @property
    def over(self) -> bool:
        return bool(self.rounds) and not describe_remaining(self.settings, self.made_from, self.rounds)

    def draw(self, seeding: Sequence[int] = ()) -> RoundView:
        """Draw the next round of those who have not withdrawn."""
        eligible = [number for number, entry in self.entries.items() if entry.status != "withdrew"]
        seed = len(self.rounds) + 17
        name, question = next_round_request(
            self.settings, self.rounds, self.made_from, self.entries, eligible, (17, seed), (), {}, (), seeding
        )
        drawn_round = answer_request(question).drawn_round
        self.made_from.append(question)
        tables = [
            TableView(table_number, entries, label=label)
            for table_number, (entries, label) in enumerate(zip(drawn_round.tables, drawn_round.labels, strict=True), 1)
        ]
        return replace(played(*tables, byes=drawn_round.byes, name=name), number=len(self.rounds) + 1, seed=seed)

    def over_with(self, round_view: RoundView, places: Sequence[Places]) -> RoundView:
        """Take down a round with the places of its tables; a table without any is void."""
        tables = [
            replace(table, status="void")
            if not place
            else replace(
                table,
                entries=tuple(player for group in place for player in group),
                places=tuple(map(tuple, place)),
                status="finished",
            )
            for table, place in zip(round_view.tables, places, strict=True)
        ]
        rounds = (*self.rounds, replace(round_view, tables=tuple(tables)))
        self.rounds = with_advancing_players(rounds, self.made_from, self.settings)
        eliminated = find_survivors(self.rounds, self.settings).out
        for player, entry in self.entries.items():
            if entry.status != "withdrew":
                self.entries[player] = replace(entry, status="out" if player in eliminated else "in")
        return self.rounds[-1]

    def withdraw(self, player: int) -> None:
        self.entries[player] = replace(self.entries[player], status="withdrew")


def by_chance(entries: Sequence[int], chance: Random, ties: float) -> list[list[int]]:
    """Return places of a table; some share one."""
    order = chance.sample(list(entries), len(entries))
    places = [[order[0]]]
    for player in order[1:]:
        places[-1].append(player) if chance.random() < ties else places.append([player])
    return places


def in_order(play: Play) -> dict[int, int]:
    """Return the place of each entry."""
    return {line.entry: line.place for line in standings(play.entries, play.rounds, play.settings)[0]}


PAIR = Sizes(2, 2)
PAIRS = [(many, second, seed) for many in range(2, 34) for second in (False, True) for seed in range(2)]


@pytest.mark.parametrize(("player_count", "second", "seed"), one_in(5, PAIRS))
def test_pairs_play_as_the_clauses_say(player_count: int, second: bool, seed: int) -> None:
    followed(Sizes(2, 2), 1, player_count, second, seed, ties=0)


LARGER = [
    (sizes, go_on, many, second, seed)
    for sizes, go_on in ((Sizes(3, 3), 1), (Sizes(4, 4), 2), (Sizes(3, 5), 1), (Sizes(3, 4), 2), (Sizes(2, 4), 1))
    for many in range(2, 34, 3)
    for second in (False, True)
    for seed in range(1)
]


@pytest.mark.parametrize(("sizes", "go_on", "player_count", "second", "seed"), one_in(3, LARGER))
def test_larger_tables_play_by_the_same_clauses_where_the_numbers_allow(
    sizes: Sizes, go_on: int, player_count: int, second: bool, seed: int
) -> None:
    followed(sizes, go_on, player_count, second, seed, ties=0.15)


@pytest.mark.parametrize("seed", one_in(5, range(60)))
def test_pairs_go_on_when_players_withdraw_and_tables_are_won_without_play(seed: int) -> None:
    chance = Random(seed)
    followed(Sizes(2, 2), 1, chance.randint(5, 24), chance.random() < 0.5, seed, ties=0, leave=0.08)


@pytest.mark.parametrize("seed", one_in(5, range(60)))
def test_a_void_table_costs_nobody_anything_and_both_play_on_where_they_were(seed: int) -> None:
    chance = Random(seed)
    followed(Sizes(2, 2), 1, chance.randint(5, 24), chance.random() < 0.5, seed, ties=0, void=0.08)


def followed(
    sizes: Sizes,
    go_on: int,
    player_count: int,
    second: bool,
    seed: int,
    *,
    ties: float,
    leave: float = 0,
    void: float = 0,
) -> None:
    """Play a tournament to its end, and check each round and the order at the end."""
    chance = Random(1000 * player_count + seed)
    settings = settled(Format.DOUBLE, least=sizes.least, most=sizes.most, go_on=go_on, second_final=second)
    play = Play(settings, entered(player_count), chance)
    bracket = Bracket(range(1, player_count + 1), sizes.least, sizes.most, go_on, second)
    while not play.over:
        assert not bracket.over()
        try:
            round_view = play.draw()
        except NotDrawn:
            # Where no final comes out of the numbers nothing is drawn, and that from the beginning.
            assert not play.rounds or leave
            assert sizes.most > 2 or sum(map(len, bracket.left())) < 2
            return
        bracket.check_draw(round_view.name, [table.entries for table in round_view.tables], round_view.byes)
        places = []
        for table in round_view.tables:
            entries = list(table.entries)
            for player in table.entries:
                if chance.random() < leave and len(entries) > 1:
                    entries.remove(player)
                    play.withdraw(player)
                    bracket.withdrawn.add(player)
            is_void = round_view.name.startswith("Round") and chance.random() < void
            places.append([] if is_void else by_chance(entries, chance, ties))
        finished_round = play.over_with(round_view, places)
        results = [(table.places or (), set(table.through)) for table in finished_round.tables]
        for table in (table for table in finished_round.tables if table.status == "void"):
            bracket.meet(table.entries, len(play.rounds))
        bracket.play(finished_round.name, len(play.rounds), results, finished_round.byes)
        unbeaten, beaten = bracket.left()
        losses = find_survivors(play.rounds, settings).losses
        if not play.over:
            # Nobody is out before the second loss, and after it everybody is.
            assert {player: times for player, times in losses.items() if player not in bracket.withdrawn} == {
                **dict.fromkeys(unbeaten, 0),
                **dict.fromkeys(beaten, 1),
            }
    assert bracket.over()
    place = in_order(play)
    assert {player for player in place if place[player] == 1} <= bracket.winners
    for first in place:
        for second_player in place:
            if first in bracket.last and second_player in bracket.last and bracket.comes_before(first, second_player):
                assert place[first] < place[second_player]


def played_as(player_count: int, second: bool, wins: str) -> list[tuple[str, list[list[int]]]]:
    """Play in pairs in which the lower number wins, but for the names of rounds in `wins`, where the higher does."""
    play = Play(settled(Format.DOUBLE, least=2, most=2, second_final=second), entered(player_count), Random(1))
    while not play.over:
        drawn_view = play.draw(tuple(range(1, player_count + 1)))
        is_reversed = drawn_view.name in wins.split(", ")
        play.over_with(
            drawn_view,
            [[[entry] for entry in sorted(table.entries, reverse=is_reversed)] for table in drawn_view.tables],
        )
    return [(round_view.name, [sorted(table.entries) for table in round_view.tables]) for round_view in play.rounds]


def test_eight_in_pairs_are_the_double_elimination_that_everybody_knows() -> None:
    """Round 2 is the semi-finals and the first round of those who lost; from then on they play two rounds to one."""
    first, second, third, fourth, fifth, final = played_as(8, True, "")
    assert first == ("Round 1", [[1, 8], [2, 7], [3, 6], [4, 5]])
    # The strongest seed that is left meets the weakest, on each side.
    assert second == ("Round 2", [[1, 4], [2, 3], [5, 8], [6, 7]])
    # 3 and 4, who lost there, meet 5 and 6, who won on the losers' side: not those whom they have beaten in round 1.
    assert third == ("Round 3", [[3, 5], [4, 6]])
    assert fourth == ("Round 4", [[1, 2], [3, 4]])
    assert fifth == ("Round 5", [[2, 3]])
    assert final == ("Final", [[1, 2]])


def test_who_comes_from_the_losers_side_has_to_win_twice_where_that_is_chosen() -> None:
    assert [name for name, _ in played_as(8, True, "Final")][-2:] == ["Final", "Second final"]
    assert [name for name, _ in played_as(8, True, "Final, Second final")][-2:] == ["Final", "Second final"]
    assert [name for name, _ in played_as(8, True, "")][-2:] == ["Round 5", "Final"]
    assert [name for name, _ in played_as(8, False, "Final")][-2:] == ["Round 5", "Final"]


def test_two_play_until_one_has_lost_twice() -> None:
    assert [name for name, _ in played_as(2, True, "")] == ["Round 1", "Final"]
    assert [name for name, _ in played_as(2, True, "Final")] == ["Round 1", "Final", "Second final"]


def third_place(player_count: int, seed: int, sizes: Sizes = PAIR, go_on: int = 1) -> Play:
    """Play a knockout with a match for third place to its end."""
    settings = settled(Format.KNOCK_OUT, least=sizes.least, most=sizes.most, go_on=go_on, third_place=True)
    play = Play(settings, entered(player_count), Random(seed))
    while not play.over:
        round_view = play.draw()
        play.over_with(round_view, [by_chance(table.entries, play.chance, 0) for table in round_view.tables])
    return play


@pytest.mark.parametrize("player_count", range(2, 34))
def test_who_loses_the_semi_finals_plays_for_third_place(player_count: int) -> None:
    play = third_place(player_count, player_count)
    final, place = play.rounds[-1], in_order(play)
    assert final.name == "Final"
    labels = [table.label for table in final.tables]
    semis = play.rounds[-2].tables if len(play.rounds) > 1 else ()
    if len(semis) < 2:  # with fewer than two semi-finals only one has lost before the final
        assert labels == ["Final"]
        return
    assert labels == ["Final", "Third place"]
    losers = {player for table in semis for player in table.entries if player not in table.through}
    assert set(final.tables[1].entries) == losers
    reached = {line.entry: line.reached for line in standings(play.entries, play.rounds, play.settings)[0]}
    assert [{reached[player] for player in table.entries} for table in final.tables] == [{"Final"}, {"Third place"}]
    in_it = [player for table in final.tables for group in table.places or () for player in group]
    assert [place[player] for player in in_it] == [1, 2, 3, 4]
    assert all(place[player] > 4 for player in place if player not in in_it)


def test_at_larger_tables_those_who_missed_the_final_play_for_the_places_after_it() -> None:
    """Of sixteen at fours two of each go on: eight, and then four for the final and four for the places after it."""
    play = third_place(16, 3, Sizes(4, 4), 2)
    final, place = play.rounds[-1], in_order(play)
    assert [(table.label, len(table.entries)) for table in final.tables] == [("Final", 4), ("Small final", 4)]
    assert sorted(place[player] for player in final.tables[1].entries) == [5, 6, 7, 8]


@pytest.mark.parametrize("format", [Format.KNOCK_OUT, Format.DOUBLE])
def test_seeds_meet_the_strongest_against_the_weakest_to_the_end(format: Format) -> None:
    """Sixteen of whom the stronger always wins, given from the last to the first: seed 1 is Player 16."""
    seeding = tuple(range(16, 0, -1))
    play = Play(settled(format, least=2, most=2), entered(16), Random(1))
    while not play.over:
        drawn_view = play.draw(seeding)
        play.over_with(
            drawn_view, [[[entry] for entry in sorted(table.entries, reverse=True)] for table in drawn_view.tables]
        )
    first = [sorted(table.entries, reverse=True) for table in play.rounds[0].tables]
    assert first == [[17 - seed, seed] for seed in range(1, 9)]
    winners = [
        {tuple(sorted(table.entries, reverse=True)) for table in round_view.tables if table.side == "winners"}
        for round_view in play.rounds
    ]
    assert {(16, 9), (15, 10), (14, 11), (13, 12)} == winners[1]
    assert in_order(play)[16] == 1
