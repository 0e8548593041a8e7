"""What an officer does in a tournament, each confirmed first and worded as on the command line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, Final

from textual.screen import Screen

from referee.cards.words import counted, listed
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.club.undoing.undoable import Undoable
from referee.dashboard.desk import Desk
from referee.dashboard.undo.correction import PreviewScreen, preview_change
from referee.dashboard.widgets.message_line import say
from referee.dashboard.widgets.question import Question, Refused, ask
from referee.tournaments import overview, words
from referee.tournaments.deeds import closing, entering, playing, rounds
from referee.tournaments.deeds.entering import Typed
from referee.tournaments.state.view import RoundView, TournamentView
from referee.tournaments.words import besides, seated, title_of

_WITHDRAWS: Final = "{} finishes a table that has started, and plays no later round. Reason:"
_NAMED: Final = 6
"""How many tables are named in a question, which has no room to be scrolled."""
Came = tuple[TournamentView, str]
"""A tournament after something was done in it, and what is said of that."""


@dataclass(frozen=True, slots=True)
class TournamentDeeds:
    """What a screen does with one tournament; `done` hears how it stands then, and what is to be said."""

    desk: Desk
    screen: Screen[Any]
    number: int
    done: Callable[[Came], None]

    @property
    def which(self) -> tuple[Club, str]:
        """Return the club, and the tournament as it is called on the command line."""
        return self.desk.club, str(self.number)

    # -- rounds -------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Show what the next round would be, and draw it once that is agreed to."""

        def look() -> tuple[tuple[int, ...], TournamentView, RoundView]:
            as_it_is = self.desk.club.revision()
            return (as_it_is, *rounds.preview(*self.which))

        def show(found: tuple[tuple[int, ...], TournamentView, RoundView]) -> None:
            as_it_is, view, drawn = found
            say(self.screen, "")
            frozen = "" if view.rounds else " The first draw fixes the settings."
            what = f"{drawn.name} of {view.name}, drawn with seed {drawn.seed}.{frozen}"
            rows = [f"{title_of(table, drawn)}: {seated(view, drawn, table)}" for table in drawn.tables]
            rows += [f"{about}: {said}" for about, said in besides(view, drawn)]
            if self.screen.app.screen is self.screen:  # a key pressed twice in haste asks once
                self.screen.app.push_screen(PreviewScreen(what, rows, agree="draw it"), partial(self._draw, as_it_is))

        say(self.screen, "Drawing a preview ...")
        # With the pen, so that what was entered before is in it.
        self.desk.write(self.screen, look, show)

    def _draw(self, as_it_was: tuple[int, ...], agreed: bool | None) -> None:
        def change() -> Came:
            if self.desk.club.revision() != as_it_was:
                raise ClubFault("The club's file has changed since the preview, so nothing was drawn. Try again.")
            view = rounds.draw(*self.which)
            said = [f"{view.rounds[-1].name} is drawn."]
            if missing := playing.not_here(*self.which):
                said.append(words.not_checked_in(missing))
            return view, " ".join(said)

        if agreed:
            self.write(change)
        else:
            say(self.screen, "Nothing was changed.")

    def seat(self) -> None:
        """Say which tables would start and who is not here, and start them."""

        def look() -> tuple[TournamentView, list[str]]:
            view = overview.show(*self.which)
            return view, playing.not_here(*self.which) if view.rounds else []

        def show(found: tuple[TournamentView, list[str]]) -> None:
            view, missing = found
            last = view.rounds[-1] if view.rounds else None
            waiting = [table for table in last.tables if table.status == "drawn"] if last else []
            if last is None or not waiting:
                self.write(lambda: self._seated(set()))  # what is to be said of that is said there
                return
            which = "\n".join(f"{title_of(table, last)}: {seated(view, last, table)}" for table in waiting[:_NAMED])
            if (more := len(waiting) - _NAMED) > 0:
                which += f"\nand {counted(more, 'more table')}"
            not_here = f"\n{words.not_checked_in(missing)}" if missing else ""
            question = f"Start {last.name} of {view.name} as tables of tonight?\n{which}{not_here}"
            before = {table.match.id for table in last.tables if table.match}
            self.ask(Question(question, enter="start them"), lambda _: self._seated(before))

        self.desk.write(self.screen, look, show)

    def _seated(self, before: set[int]) -> Came:
        view = playing.seat(*self.which)
        last = view.rounds[-1]
        new = {table.number: table.match.table for table in last.tables if table.match and table.match not in before}
        are = "Table {} of {} has" if len(new) == 1 else "Tables {} of {} have"
        # Tables of tonight are numbered as they start, whatever the numbers with which they were drawn.
        called = (
            "" if [*new] == [*new.values()] else f" as table{'s'[: len(new) - 1]} {listed(new.values())} of tonight"
        )
        return view, f"{are.format(listed(new), last.name)} started{called}."

    # -- who is in it -------------------------------------------------------------------------------------

    def enter(self, view: TournamentView) -> None:
        """Ask who enters, and enter them; nothing typed is everybody who is here tonight."""
        of_team = " Put the team before its members, with a colon." if view.settings.teams else ""
        question = (
            f"Who enters {view.name}? Names, separated by commas; leave blank for everybody checked in "
            f"tonight.{of_team}"
        )
        example = "Red: Ann, Ben" if view.settings.teams else "Ann, Ben"
        ask(self.screen, Question(question, may_be_empty=True, example=example), partial(self._typed, view))

    def _typed(self, view: TournamentView, answer: str, refused: Refused) -> None:
        team, names = answer.split(":", 1) if view.settings.teams and ":" in answer else ("", answer)

        def look() -> Typed:
            wanted = [each.strip() for each in names.split(",") if each.strip()]
            if not wanted and answer:
                raise ClubFault("Type a name, or several separated by commas.")
            if wanted:
                return entering.typed_names(self.desk.club, wanted)
            return Typed(entering.here_and_not_in(*self.which))

        def show(found: Typed) -> None:
            def change(_: str = "") -> Came:
                after, entries = entering.enter(*self.which, found.names, guests=bool(found.unknown), team=team.strip())
                return after, words.entered(after, entries)

            if not found.unknown:
                self.write(change, refused)
                return
            who = listed(found.unknown)
            question = f"Not on the roster: {who}. {_as_guests(found)}"
            self.ask(Question(question, enter=f"enter {who}"), change)

        self.desk.write(self.screen, look, show, refused)

    def absent(self, who: str) -> None:
        """Ask who is not there and why, and note it: for the round that is drawn, else for the next."""

        def change(name: str, reason: str) -> Came:
            found = entering.absent(*self.which, name, reason=reason)
            return found[0], words.absent(*found)

        question = "Who is absent? For the drawn round, or the next one if none is drawn:"

        def why(name: str) -> Question:
            return Question(f"{name} is absent. Reason (optional):", example="is ill", may_be_empty=True)

        self._of_somebody(question, who, why, change)

    def withdraw(self, who: str, why: str = _WITHDRAWS) -> None:
        """Ask who goes and why, and withdraw them."""

        def change(name: str, reason: str) -> Came:
            view, entry = entering.withdraw(*self.which, name, reason=reason)
            return view, words.withdrawn(view, entry)

        def asks(name: str) -> Question:
            return Question(why.format(name), example="has to catch a train")

        self._of_somebody("Who withdraws?", who, asks, change)

    def _of_somebody(
        self, question: str, who: str, why: Callable[[str], Question], change: Callable[[str, str], Came]
    ) -> None:
        """Ask of whom something is to be noted, who is marked being there already, then why, and note it."""

        def found(name: str) -> None:
            self.ask(why(name), partial(change, name))

        asking = Question(question, value=who, example="Ann")
        self.desk.ask(self.screen, asking, lambda name: entering.whole_name(*self.which, name), found)

    # -- the end, and back --------------------------------------------------------------------------------

    def end(self) -> None:
        """Show the order that would be frozen and what that changes, and end it once that is agreed to."""

        def look() -> tuple[TournamentView, str]:
            return overview.show(*self.which), closing.left_to_play(*self.which)

        def show(found: tuple[TournamentView, str]) -> None:
            view, left = found
            order = [
                f"{place} {listed(view.name_of(line.entry) for line in lines)}"
                for place, lines in groupby(view.standings, key=lambda line: line.place)
            ]
            early = f" It ends early: {left} still to play." if left else ""
            what = f"End {view.name} with this order?{early} {', '.join(order)}."
            preview_change(
                self.desk,
                self.screen,
                what,
                lambda club: closing.end(club, str(self.number), early=bool(left)),
                lambda after: self._came((after, words.ended(after))),
                agree="end it",
            )

        self.desk.write(self.screen, look, show)

    def undo(self) -> None:
        """Say what was done last, ask why that is to be taken back, and take it back."""

        def show(what: str) -> None:
            question = f"Undo the last step: {what}? It stays in the log. Reason (optional):"
            asking = Question(question, may_be_empty=True, example="drawn too soon")
            self.desk.ask(self.screen, asking, partial(self._undone, what), partial(self._taken_back, what))

        self.desk.write(self.screen, lambda: closing.last_done(*self.which), show)

    def _undone(self, what: str, reason: str) -> Came:
        view, back = closing.undo(*self.which, reason=reason, only=what)
        return view, words.undone(view, back)

    def _taken_back(self, what: str, came: Came) -> None:
        """Tell the screen, and forget that it was done at the desk: it is not taken back twice."""
        noted = next((each for each in reversed(self.desk.done) if each.what == _as_done(what)), None)
        if noted is not None:
            self.desk.done.remove(noted)
        self.done(came)

    # -- how it goes on -----------------------------------------------------------------------------------

    def write(self, change: Callable[[], Came], refused: Refused | None = None) -> None:
        """Do something, tell the screen what came of it, and note it as the last thing done at the desk."""
        self.desk.write(self.screen, change, self._came, refused)

    def ask(self, question: Question, change: Callable[[str], Came]) -> None:
        """Ask for one line, and do what it says as `write` does."""
        self.desk.ask(self.screen, question, change, self._came)

    def _came(self, came: Came) -> None:
        self.note()
        self.done(came)

    def note(self) -> None:
        """Note what was done last in it as the last thing done at the desk."""

        def noted(what: str) -> None:
            stays = "It stays in the log of the tournament."
            self.desk.done.append(Undoable(_as_done(what), lambda reason: self._undone(what, reason)[1], stays))

        def cannot_be(_: str) -> None:
            otherwise = "Void its tables first if they should not count."
            self.desk.done.append(Undoable("the start of a tournament's tables", otherwise=otherwise))

        self.desk.write(self.screen, lambda: closing.last_done(*self.which), noted, cannot_be)


def _as_done(what: str) -> str:
    return f"that {what}"


def _as_guests(found: Typed) -> str:
    others = len(found.names) - len(found.unknown)
    if not others:
        return "Enter as a guest?" if len(found.unknown) == 1 else "Enter as guests?"
    return f"Enter as {'a guest' if len(found.unknown) == 1 else 'guests'}, with {counted(others, 'member')}?"
