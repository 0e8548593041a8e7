"""Double elimination a second time, from the texts of clauses 2.13 to 2.17, 4.3, 4.24 and 5.9 and nothing else.

It follows a tournament round by round, and says of each what has to be so. It shares no code with the program.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations

Places = Sequence[Sequence[int]]


def can_play(player_count: int, least: int, most: int, go_on: int) -> bool:
    """Whether some of so many players make tables of which none differs by more than one, and more sit than go on."""
    for seated_count in range(least, player_count + 1):
        for tables in range(1, seated_count // least + 1):
            if -(-seated_count // tables) <= most and seated_count // tables > go_on:
                return True
    return False


class Bracket:
    """Who has lost how often, and what happened to whom."""

    def __init__(self, players: Iterable[int], least: int, most: int, go_on: int, second: bool) -> None:
        self.losses = dict.fromkeys(players, 0)
        self.least, self.most, self.go_on, self.second = least, most, go_on, second
        self.withdrawn: set[int] = set()
        self.met: dict[frozenset[int], int] = {}
        self.byes = dict.fromkeys(self.losses, 0)
        self.last: dict[int, tuple[int, Fraction | None]] = {}
        """The last round in which somebody had a table or a bye, and the place there, None for a bye."""
        self.finals: list[set[int]] = []
        self.winners: set[int] = set()
        self.rounds = 0

    def left(self) -> tuple[set[int], set[int]]:
        """Return who plays on without a loss, and with one."""
        going = {player for player, losses in self.losses.items() if losses < 2} - self.withdrawn
        return {going_player for going_player in going if not self.losses[going_player]}, {
            going_player for going_player in going if self.losses[going_player]
        }

    def is_final(self) -> bool:
        """2.15, where 2.16 asks for as many as a second final needs."""
        unbeaten, beaten = self.left()
        room = not self.second or not unbeaten or len(unbeaten) + 1 >= self.least
        return bool(beaten) and self.least <= len(unbeaten) + len(beaten) <= self.most and room

    def check_draw(self, name: str, tables: Sequence[Sequence[int]], byes: Sequence[int]) -> None:
        """Check that the next round is what the clauses say."""
        unbeaten, beaten = self.left()
        seated_players = [player for table in tables for player in table]
        assert len(seated_players) == len(set(seated_players)), "nobody sits twice"
        assert not set(seated_players) & set(byes)
        assert all(self.least <= len(table) <= self.most for table in tables)
        if self.finals and not self.winners:
            assert name == "Second final"
            assert [set(side_table) for side_table in tables] == [unbeaten | beaten]
            return
        if self.is_final():
            assert (name, [set(side_table) for side_table in tables], list(byes)) == ("Final", [unbeaten | beaten], [])
            return
        self.rounds += 1
        assert name == f"Round {self.rounds}"
        losers_can = can_play(len(beaten), self.least, self.most, self.go_on)
        winners_can = can_play(len(unbeaten), self.least, self.most, self.go_on)
        playing = set()
        if losers_can:  # 2.14
            playing |= beaten
        if winners_can and (len(beaten) <= len(unbeaten) or not losers_can):
            playing |= unbeaten
        assert {*seated_players, *byes} == playing
        for table in tables:
            assert set(table) <= unbeaten or set(table) <= beaten, "each side plays by itself"
        for side in (unbeaten, beaten):
            self._check_byes(side, [side_table for side_table in byes if side_table in side])
            if self.most == 2:
                self._check_repeats([side_table for side_table in tables if set(side_table) <= side])

    def _check_byes(self, side: set[int], byes: Sequence[int]) -> None:
        """5.1: in pairs one at most, but for the first round; and nobody has one twice before all had one."""
        if self.most == 2 and self.rounds > 1:
            assert len(byes) <= 1
        for player in byes:
            assert self.byes[player] <= min(self.byes[opponent] for opponent in side - set(byes))

    def _check_repeats(self, tables: Sequence[Sequence[int]]) -> None:
        """Of all ways to pair those who play, none has fewer repeats; tried out where there are few."""
        players = [player for table in tables for player in table]
        if len(players) <= 8:
            cost = sum(self.met.get(frozenset(table), 0) for table in tables)
            assert cost == self._fewest(players)

    def _fewest(self, players: Sequence[int]) -> int:
        if not players:
            return 0
        first, *others = players
        return min(
            self.met.get(frozenset((first, opponent)), 0)
            + self._fewest([remaining_player for remaining_player in others if remaining_player != opponent])
            for opponent in others
        )

    def play(self, name: str, number: int, results: Sequence[tuple[Places, set[int]]], byes: Iterable[int]) -> None:
        """Take down a round: the places of each table, and who of those at it goes on; a walkover has one place."""
        for player in byes:
            self.byes[player] += 1
            self.last[player] = number, None
        for places, advancing in results:
            rank = 0
            entries = [player for group in places for player in group]
            if not entries:  # void
                continue
            for group in places:
                for player in group:
                    self.last[player] = number, rank + Fraction(len(group) + 1, 2)
                rank += len(group)
            self._met(entries)
            if name in ("Final", "Second final"):
                self._final(name, places)
            else:
                assert len(advancing) == min(self.go_on, len(entries))
                for player in set(entries) - advancing:
                    self.losses[player] += 1

    def meet(self, entries: Sequence[int], number: int) -> None:
        """Take down a void table: who sat at it has met, and has neither won nor lost."""
        self._met(entries)
        self.last |= dict.fromkeys(entries, (number, None))

    def _met(self, entries: Sequence[int]) -> None:
        for pair in combinations(entries, 2):
            self.met[frozenset(pair)] = self.met.get(frozenset(pair), 0) + 1

    def _final(self, name: str, places: Places) -> None:
        first, entries = set(places[0]), {player for group in places for player in group}
        unbeaten = {player for player in entries if not self.losses[player]}
        needs_second_final = self.second and name == "Final" and bool(unbeaten) and not first & unbeaten  # 2.16
        self.finals.append(entries)
        for player in entries - first:
            self.losses[player] += 1
        if not needs_second_final:
            self.winners = first

    def over(self) -> bool:
        """Whether there is a winner."""
        return bool(self.winners)

    def comes_before(self, entry: int, other_entry: int) -> bool:
        """4.3: whether the one has to come before the other, when all is over."""

        def key(player: int) -> tuple[int, int, Fraction]:
            number, place = self.last[player]
            return 0 if player in self.winners else 1, -number, Fraction(1000) if place is None else place

        return key(entry) < key(other_entry)
