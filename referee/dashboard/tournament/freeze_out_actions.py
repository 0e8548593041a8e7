"""What an officer does in a freezeout: draw seats, take players out, re-enter them, balance tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from textual.screen import Screen

from referee.cards.words import listed
from referee.club.folder import Club
from referee.club.match.typed import typed_result
from referee.club.text.faults import ClubFault
from referee.dashboard.desk import Desk
from referee.dashboard.undo.correction import PreviewScreen
from referee.dashboard.widgets.question import Question, Refused, ask
from referee.tournaments.deeds.announcing import settle_stacks, usual_stacks
from referee.tournaments.freezeout_play import deeds
from referee.tournaments.freezeout_play import evening as freeze_out_evening
from referee.tournaments.freezeout_play import moves as freeze_out_moves
from referee.tournaments.freezeout_play.evening import Evening
from referee.tournaments.freezeout_play.moves import BlindNeeded
from referee.tournaments.freezeout_play.words import broken_up, moves, sat_down, went_out
from referee.tournaments.freezeouts.balancing import Evened

Came = tuple[Evening, str]
"""A freezeout after something was done in it, and what is said of that."""


@dataclass(frozen=True, slots=True)
class FreezeOutDeeds:
    """What a screen does with one freezeout; `done` hears how it stands then, and what is to be said."""

    desk: Desk
    screen: Screen[Any]
    number: int
    done: Callable[[Came], None]

    @property
    def which(self) -> tuple[Club, str]:
        """Return the club, and the freezeout as it is called on the command line."""
        return self.desk.club, str(self.number)

    def draw(self, found: Evening) -> None:
        """Ask whether the seats are drawn, at the start or of the final table, and draw them."""
        deed: Callable[[Club, str], Evening]
        name = found.read.view.name
        if found.state.begun:
            what = f"Draw the seats of the final table of {name}, and its first dealer?"
            deed = deeds.final_table
        else:
            what = f"Draw the seats of {name}? The draw fixes its settings."
            if not found.state.stacks.levels:
                what += " No levels are set, so the usual levels for three hours apply."
            deed = _started

        def change(_: str) -> Came:
            after = deed(*self.which)
            return after, f"{after.read.state.rounds[-1].name} drawn with seed {after.read.state.rounds[-1].seed}."

        self._ask(Question(what, enter="draw them"), change)

    def out(self, who: str) -> None:
        """Ask who went out in one hand and by whom, and write it down."""
        question = (
            "Who went out in this hand? Add by whom, if you like: Ben by Ann. If several went out, give their "
            "stacks at the start of the hand: Ben=1200 Cal=800"
        )

        def change(answer: str) -> Came:
            gone, by_whom = out_typed(answer)
            after = deeds.out(*self.which, gone, by_whom=by_whom)
            return after, " ".join(went_out(after))

        self._ask(Question(question, value=who, example="Ben by Ann"), change)

    def again(self, who: str) -> None:
        """Ask who enters again, and give them a new stack and a seat by lot."""

        def change(name: str) -> Came:
            after = deeds.reenter(*self.which, name)
            return after, " ".join(sat_down(after, [after.read.entry(name)]))

        self._ask(Question("Who re-enters with a new stack?", value=who, example="Hal"), change)

    def balance(self, blinds: dict[int, str] | None = None) -> None:
        """Show who would move where to even the tables, and move them once that is agreed to.

        Where it hangs on who has the big blind next at a table, that is asked first.
        """
        known = blinds or {}

        def look() -> tuple[Evening, Evened] | BlindNeeded:
            try:
                return freeze_out_moves.plan(*self.which, known)
            except BlindNeeded as needed:
                return needed

        def show(found: tuple[Evening, Evened] | BlindNeeded) -> None:
            if isinstance(found, BlindNeeded):
                self._ask_blind(found.tables[0], known)
                return
            evening, plan = found
            if not plan.moves:
                self.done((evening, "The tables are balanced. Nobody moves."))
                return
            rows = [*broken_up(plan)]
            for who, start, end, why in moves(evening, plan):
                rows.append(f"{who} moves from {start} to {end}{f': {why}' if why else ''}.")
            if self.screen.app.screen is self.screen:
                agree = PreviewScreen(f"Moves in {evening.read.view.name}:", rows, agree="move them")
                self.screen.app.push_screen(agree, lambda yes: self._move(known, plan) if yes else None)

        self.desk.write(self.screen, look, show)

    def _ask_blind(self, table: int, known: dict[int, str]) -> None:
        def look(name: str) -> str:
            found = freeze_out_evening.look(*self.which)
            entry = found.read.entry(name)
            if entry not in found.state.tables[table].players:
                raise ClubFault(f"{found.name(entry)} is not at table {table}.")
            return found.name(entry)

        asking = Question(f"Who has the next big blind at table {table}?", example="Ann")
        self.desk.ask(self.screen, asking, look, lambda whole: self.balance({**known, table: whole}))

    def _move(self, blinds: dict[int, str], plan: Evened) -> None:

        def change() -> Came:
            after = freeze_out_moves.balance(*self.which, blinds, plan)
            sizes = [f"table {number} has {len(table.players)}" for number, table in sorted(after.state.tables.items())]
            return after, f"Recorded: {listed(sizes)}."

        self._write(change)

    def _ask(self, question: Question, change: Callable[[str], Came]) -> None:
        ask(self.screen, question, lambda typed, refused: self._write(partial(change, typed), refused))

    def _write(self, change: Callable[[], Came], refused: Refused | None = None) -> None:
        self.desk.write(self.screen, change, self.done, refused)


def _started(club: Club, typed: str) -> Evening:
    """Draw the seats, by the usual levels where none have been set."""
    with club.together() as whole:
        found = freeze_out_evening.look(whole, typed)
        if not found.state.begun and not found.state.stacks.levels:
            players = max(2, len(found.state.players))
            settle_stacks(whole, typed, usual_stacks(players, found.read.settings.stacks))
        return deeds.seats(whole, typed)


def out_typed(typed: str) -> tuple[list[tuple[str, int]], list[str]]:
    """Read who went out, each with the stack at the start of the hand or 0, and by whom. Raises a `ClubFault`."""
    gone, _, by = typed.partition(" by ")
    winners = [each.strip() for each in by.split(",") if each.strip()]
    if "=" not in gone:
        return [(each.strip(), 0) for each in gone.split(",") if each.strip()], winners
    _, chips = typed_result(gone)
    return list(chips.items()), winners
