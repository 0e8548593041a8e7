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
from referee.dashboard.desk import Desk
from referee.dashboard.done import Done
from referee.dashboard.undo.correction import PreviewScreen, preview_change
from referee.dashboard.widgets.message_line import say
from referee.dashboard.widgets.question import Question, Refused, ask
from referee.tournaments import notices, overview
from referee.tournaments.deeds import closing, entering, playing, rounds
from referee.tournaments.deeds.entering import Typed
from referee.tournaments.freezeout_play.recorded_tables import in_records
from referee.tournaments.state.view import RoundView, TournamentView
from referee.tournaments.words import besides, numbered, seated

_WITHDRAWS: Final = "{} plays a table to its end that has started, and is in no round after it. Why:"
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

    # -- rounds -------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Show what the next round would be, and draw it once that is agreed to."""
        club, typed = self.desk.club, str(self.number)

        def look() -> tuple[tuple[int, ...], TournamentView, RoundView]:
            as_it_is = club.revision()
            return (as_it_is, *rounds.preview(club, typed))

        def show(found: tuple[tuple[int, ...], TournamentView, RoundView]) -> None:
            as_it_is, view, drawn = found
            self._say("")
            frozen = "" if view.rounds else " It is the first: what is played by is frozen then."
            what = f"{drawn.name} of {view.name} would be drawn like this, with seed {drawn.seed}.{frozen}"
            rows = [f"{numbered(table, drawn)}: {seated(view, drawn, table)}" for table in drawn.tables]
            rows += [f"{about}: {said}" for about, said in besides(view, drawn)]
            self._preview(PreviewScreen(what, rows, agree="draw it"), lambda: self._draw(as_it_is))

        self._say("Drawing, to look at it first.")
        # With the pen, so that what was entered before is in it.
        self.desk.write(self.screen, look, show)

    def _draw(self, as_it_was: tuple[int, ...]) -> None:
        club, typed = self.desk.club, str(self.number)

        def change() -> Came:
            if club.revision() != as_it_was:
                raise ClubFault(
                    "Somebody else has changed the club's file meanwhile, so nothing was drawn. Look again."
                )
            done = rounds.draw(club, typed)
            view = done.view
            said = [notices.stood(view, each.round) for each in done.stood]
            said.append(f"{view.rounds[-1].name} is drawn.")
            if missing := playing.not_here(club, typed):
                said.append(notices.not_checked_in(missing))
            return view, " ".join(said)

        self.write(change)

    def seat(self) -> None:
        """Say which tables would start and who is not here, and start them."""
        club, typed = self.desk.club, str(self.number)

        def look() -> tuple[TournamentView, list[str]]:
            view = overview.show(club, typed)
            return view, playing.not_here(club, typed) if view.rounds else []

        def show(found: tuple[TournamentView, list[str]]) -> None:
            view, missing = found
            last = view.rounds[-1] if view.rounds else None
            waiting = [table for table in last.tables if table.status == "drawn"] if last else []
            if last is None or not waiting:
                self.write(lambda: _seated(club, typed, set()))  # what is to be said of that is said there
                return
            which = "\n".join(f"{numbered(table, last)}: {seated(view, last, table)}" for table in waiting[:_NAMED])
            if (more := len(waiting) - _NAMED) > 0:
                which += f"\nand {counted(more, 'more table')}"
            not_here = f"\n{notices.not_checked_in(missing)}" if missing else ""
            question = f"Start {last.name} of {view.name} as tables of tonight?\n{which}{not_here}"
            before = {table.match for table in last.tables if table.match}
            ask(
                self.screen,
                Question(question, enter="start them"),
                lambda _, refused: self.write(lambda: _seated(club, typed, before), refused),
            )

        self.desk.write(self.screen, look, show)

    # -- who is in it -------------------------------------------------------------------------------------

    def enter(self, view: TournamentView) -> None:
        """Ask who enters, and enter them; nothing typed is everybody who is here tonight."""
        of_team = " A team stands before its members, with a colon." if view.settings.teams else ""
        question = (
            f"Who enters {view.name}? Names are parted by commas; nothing typed is everybody who is noted as here "
            f"tonight.{of_team}"
        )
        example = "Red: Ann, Ben" if view.settings.teams else "Ann, Ben"
        ask(self.screen, Question(question, may_be_empty=True, example=example), partial(self._typed, view))

    def _typed(self, view: TournamentView, answer: str, refused: Refused) -> None:
        club, typed = self.desk.club, str(self.number)
        team, colon, names = answer.partition(":") if view.settings.teams else ("", "", answer)
        if not colon:
            team, names = "", answer

        def look() -> Typed:
            wanted = [each.strip() for each in names.split(",") if each.strip()]
            if not wanted and answer:
                raise ClubFault("Expected a name, or several parted by commas.")
            return entering.typed_names(club, wanted) if wanted else Typed(entering.here_and_not_in(club, typed))

        def show(found: Typed) -> None:
            def change(*, guests: bool) -> Came:
                after, entries = entering.enter(club, typed, found.names, guests=guests, team=team.strip())
                return after, notices.entered(after, entries)

            if not found.unknown:
                self.write(partial(change, guests=False), refused)
                return
            who = listed(found.unknown)
            question = f"Nobody on the roster is called {who}. {_as_guests(found)}"
            ask(
                self.screen,
                Question(question, enter=f"{who} {'enters' if len(found.unknown) == 1 else 'enter'}, new to the club"),
                lambda _, again: self.write(partial(change, guests=True), again),
            )

        self.desk.write(self.screen, look, show, refused)

    def absent(self, who: str) -> None:
        """Ask who is not there and why, and note it: for the round that is drawn, else for the next."""
        club, typed = self.desk.club, str(self.number)

        def change(name: str, reason: str) -> Came:
            view, number, entry = entering.absent(club, typed, name, reason=reason)
            return view, notices.absent(view, number, entry)

        self._of_somebody(
            "Who is not there, for the round that is drawn or else for the next?",
            who,
            "{} is not there. Why:",
            "is ill",
            change,
            may_be_empty=True,
        )

    def withdraw(self, who: str, why: str = _WITHDRAWS) -> None:
        """Ask who goes and why, and withdraw them."""
        club, typed = self.desk.club, str(self.number)

        def change(name: str, reason: str) -> Came:
            view, entry = entering.withdraw(club, typed, name, reason=reason)
            return view, " ".join([notices.withdrawn(view, entry), *in_records(club, view).sentences])

        self._of_somebody(
            "Who withdraws?",
            who,
            why,
            "has to catch a train",
            change,
        )

    def _of_somebody(
        self,
        question: str,
        who: str,
        why: str,
        example: str,
        change: Callable[[str, str], Came],
        *,
        may_be_empty: bool = False,
    ) -> None:
        """Ask of whom something is to be noted, who is marked being there already, then why, and note it."""
        club, typed = self.desk.club, str(self.number)

        def named(name: str, back: Refused) -> None:
            def found(whole: str) -> None:
                def said(reason: str, refused: Refused) -> None:
                    self.write(lambda: change(whole, reason), refused)

                ask(self.screen, Question(why.format(whole), example=example, may_be_empty=may_be_empty), said)

            self.desk.write(self.screen, lambda: entering.whole_name(club, typed, name), found, back)

        ask(self.screen, Question(question, value=who, example="Ann"), named)

    # -- the end, and back --------------------------------------------------------------------------------

    def end(self) -> None:
        """Show the order that would be frozen and what that changes, and end it once that is agreed to."""
        club, typed = self.desk.club, str(self.number)

        def look() -> tuple[TournamentView, str]:
            return overview.show(club, typed), closing.left_to_play(club, typed)

        def show(found: tuple[TournamentView, str]) -> None:
            view, left = found
            order = [
                f"{place} {listed(view.name_of(line.entry) for line in lines)}"
                for place, lines in groupby(view.standings, key=lambda line: line.place)
            ]
            early = f" It ends early, with {left} still to play." if left else ""
            what = f"End {view.name} with this order?{early} {', '.join(order)}."
            preview_change(
                self.desk,
                self.screen,
                what,
                lambda club: closing.end(club, typed, early=bool(left)),
                lambda after: self._came((after, notices.ended(after))),
                agree="end it",
            )

        self.desk.write(self.screen, look, show)

    def undo(self) -> None:
        """Say what was done last, ask why that is to be taken back, and take it back."""
        club, typed = self.desk.club, str(self.number)

        def show(what: str) -> None:
            question = f"Take back what was done last: {what}? It stays in the log. Why:"
            ask(
                self.screen,
                Question(question, may_be_empty=True, example="drawn too soon"),
                lambda reason, refused: self.desk.write(
                    self.screen, lambda: _undone(club, typed, what, reason), partial(self._taken_back, what), refused
                ),
            )

        self.desk.write(self.screen, lambda: closing.last_done(club, typed), show)

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

    def _came(self, came: Came) -> None:
        self.note()
        self.done(came)

    def note(self) -> None:
        """Note what was done last in it as the last thing done at the desk."""
        club, typed = self.desk.club, str(self.number)

        def noted(what: str) -> None:
            def back(reason: str) -> str:
                return _undone(club, typed, what, reason)[1]

            self.desk.done.append(Done(_as_done(what), back, "It stays in the log of the tournament."))

        def cannot_be(_: str) -> None:
            otherwise = "What is played at its tables counts; void them first if it is not to."
            self.desk.done.append(Done("that tables of a tournament were started", otherwise=otherwise))

        self.desk.write(self.screen, lambda: closing.last_done(club, typed), noted, cannot_be)

    def _preview(self, question: PreviewScreen, agreed: Callable[[], None]) -> None:
        if self.screen.app.screen is not self.screen:  # a key pressed twice in haste asks once
            return

        def answered(yes: bool | None) -> None:
            agreed() if yes else self._say("Nothing was changed.")

        self.screen.app.push_screen(question, answered)

    def _say(self, message: str) -> None:
        say(self.screen, message)


def _seated(club: Club, typed: str, before: set[int]) -> Came:
    view = playing.seat(club, typed)
    new = [table.match for table in view.rounds[-1].tables if table.match and table.match not in before]
    which = listed(new)
    are = f"Table {which} has" if len(new) == 1 else f"Tables {which} have"
    return view, f"{are} started, and {'is' if len(new) == 1 else 'are'} under Tonight as well."


def _undone(club: Club, typed: str, what: str, reason: str) -> Came:
    view, back = closing.undo(club, typed, reason=reason, only=what)
    return view, notices.undone(view, back)


def _as_done(what: str) -> str:
    return f"that {what}"


def _as_guests(found: Typed) -> str:
    others = len(found.names) - len(found.unknown)
    if not others:
        return "As a guest?" if len(found.unknown) == 1 else "As guests?"
    return f"As {'a guest' if len(found.unknown) == 1 else 'guests'}, beside {counted(others, 'member')}?"
