"""What an officer does in a freeze-out: draw seats, take players out, re-enter them, balance tables."""

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
from referee.tournaments.freezeout_play import deeds
from referee.tournaments.freezeout_play import evening as freeze_out_evening
from referee.tournaments.freezeout_play import moves as freeze_out_moves
from referee.tournaments.freezeout_play.evening import Evening
from referee.tournaments.freezeout_play.moves import BlindNeeded
from referee.tournaments.freezeout_play.recorded_tables import followed
from referee.tournaments.freezeout_play.words import broken_up, moves, sat_down, went_out
from referee.tournaments.freezeouts.balancing import Evened

Came = tuple[Evening, str]
"""A freeze-out after something was done in it, and what is said of that."""


@dataclass(frozen=True, slots=True)
class FreezeOutDeeds:
    """What a screen does with one freeze-out; `done` hears how it stands then, and what is to be said."""

    desk: Desk
    screen: Screen[Any]
    number: int
    done: Callable[[Came], None]

    @property
    def which(self) -> tuple[Club, str]:
        """Return the club, and the freeze-out as it is called on the command line."""
        return self.desk.club, str(self.number)

    def draw(self, found: Evening) -> None:
        """Ask whether the seats are drawn, at the start or of the final table, and draw them."""
        name = found.read.view.name
        if found.state.begun:
            what = f"Draw the seats of the final table of {name}, and who deals first there?"
            deed = deeds.final_table
        else:
            what = f"Draw who sits where in {name}? What it is played by is frozen then."
            deed = deeds.seats

        def change(_: str) -> Came:
            after = deed(*self.which)
            return after, f"{after.read.state.rounds[-1].name} drawn with seed {after.read.state.rounds[-1].seed}."

        self._ask(Question(what, enter="draw them"), change)

    def out(self, who: str) -> None:
        """Ask who went out in one hand and by whom, and write it down."""
        question = (
            "Who went out in this hand? Of several each with the stack at its start, the larger coming first: "
            "Ben=1200 Cal=800. By whom it was may follow: Ben by Ann"
        )

        def change(answer: str) -> Came:
            gone, by_whom = out_typed(answer)
            after = deeds.out(*self.which, gone, by_whom=by_whom)
            return after, " ".join(went_out(after))

        self._ask(Question(question, value=who, example="Ben by Ann"), change)

    def sit(self) -> None:
        """Give a stack and a seat by lot to those who entered after the seats were drawn."""

        def change() -> Came:
            waiting = freeze_out_evening.look(*self.which).state.waiting
            after = deeds.sit(*self.which)
            return after, " ".join(sat_down(after, waiting))

        self._write(change)

    def again(self, who: str) -> None:
        """Ask who enters again, and give them a new stack and a seat by lot."""

        def change(name: str) -> Came:
            after = deeds.reenter(*self.which, name)
            return after, " ".join(sat_down(after, [after.read.entry(name)]))

        self._ask(Question("Who is out and enters again, with a new stack?", value=who, example="Hal"), change)

    def balance(self, blinds: dict[int, str] | None = None) -> None:
        """Show who would move where to even the tables, and move them once that is agreed to.

        Where it hangs on who has the big blind next at a table, that is asked first.
        """
        known = blinds or {}

        def look() -> tuple[Evening, Evened] | BlindNeeded:
            try:
                found, plan = freeze_out_moves.plan(*self.which, known)
            except BlindNeeded as needed:
                return needed
            # Where nobody moves, who had to wait for the end of a hand goes or comes at the recorded tables now.
            return found if plan.moves else followed(self.desk.club, found), plan

        def show(found: tuple[Evening, Evened] | BlindNeeded) -> None:
            if isinstance(found, BlindNeeded):
                self._ask_blind(found.tables[0], known)
                return
            evening, plan = found
            if not plan.moves:
                nobody = "No two tables differ by more than one; nobody moves."
                self.done((evening, " ".join([nobody, *evening.recorded.sentences])))
                return
            rows = [*broken_up(plan)]
            for who, start, end, why in moves(evening, plan):
                rows.append(f"{who} moves from {start} to {end}{f': {why}' if why else ''}.")
            if self.screen.app.screen is self.screen:
                agree = PreviewScreen(f"Who moves in {evening.read.view.name}:", rows, agree="they move so")
                self.screen.app.push_screen(agree, lambda yes: self._move(known, plan) if yes else None)

        self.desk.write(self.screen, look, show)

    def _ask_blind(self, table: int, known: dict[int, str]) -> None:
        def look(name: str) -> str:
            found = freeze_out_evening.look(*self.which)
            entry = found.read.entry(name)
            if entry not in found.state.tables[table].players:
                raise ClubFault(f"{found.name(entry)} does not sit at table {table}.")
            return found.name(entry)

        asking = Question(f"Who has the big blind next at table {table}?", example="Ann")
        self.desk.ask(self.screen, asking, look, lambda whole: self.balance({**known, table: whole}))

    def _move(self, blinds: dict[int, str], plan: Evened) -> None:

        def change() -> Came:
            after = freeze_out_moves.balance(*self.which, blinds, plan)
            sizes = [f"table {number} has {len(table.players)}" for number, table in sorted(after.state.tables.items())]
            return after, f"Written down: {listed(sizes)}."

        self._write(change)

    def _ask(self, question: Question, change: Callable[[str], Came]) -> None:
        ask(self.screen, question, lambda typed, refused: self._write(partial(change, typed), refused))

    def _write(self, change: Callable[[], Came], refused: Refused | None = None) -> None:
        def changed() -> Came:
            after, said = change()
            return after, " ".join([said, *after.recorded.sentences])

        self.desk.write(self.screen, changed, self.done, refused)


def out_typed(typed: str) -> tuple[list[tuple[str, int]], list[str]]:
    """Read who went out, each with the stack at the start of the hand or 0, and by whom. Raises a `ClubFault`."""
    gone, _, by = typed.partition(" by ")
    winners = [each.strip() for each in by.split(",") if each.strip()]
    if "=" not in gone:
        return [(each.strip(), 0) for each in gone.split(",") if each.strip()], winners
    _, chips = typed_result(gone)
    return list(chips.items()), winners
