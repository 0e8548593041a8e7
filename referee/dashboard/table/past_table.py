"""A finished table: correct a line, a seat or the result once the impact was seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial, partialmethod

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from referee.cards.screen import on_screen
from referee.club.calendar import checkin
from referee.club.corrections import corrections
from referee.club.folder import Club, day_of
from referee.club.match import correction_notes, matches
from referee.club.match.correction_notes import CorrectionView
from referee.club.match.log import DecisionKind
from referee.club.match.view import LineView, MatchView
from referee.dashboard import keys
from referee.dashboard.desk import Desk
from referee.dashboard.rendering import drawn, reasons, signed, wrapped
from referee.dashboard.screens import foot, head
from referee.dashboard.table.ending import correct_result
from referee.dashboard.table.line_decisions import LineDecisions
from referee.dashboard.undo.correction import when_allowed, with_reason
from referee.dashboard.widgets.listing import Listing, Row
from referee.dashboard.widgets.message_line import refuse, say
from referee.dashboard.widgets.question import Question, Refused, ask
from referee.dashboard.widgets.side_panel import BREAKPOINTS, Halves, Tell, Told
from referee.rules import write_places
from referee.rules.book.sentences import next_step, rule


@dataclass(frozen=True, slots=True)
class Seen:
    """A table as it stands, and what was put right at it."""

    match: MatchView
    put_right: tuple[CorrectionView, ...]


def look(club: Club, number: int) -> Seen:
    """Return a table with its corrections."""
    return Seen(matches.show(club, number), tuple(correction_notes.corrections(club, table=number)))


class PastTableScreen(Screen[None]):
    """Every line of a table with its ruling; what stands wrong is put right once its impact was seen."""

    BINDINGS = keys.bindings("past")
    HORIZONTAL_BREAKPOINTS = BREAKPOINTS
    DEFAULT_CSS = """
    PastTableScreen #seats { height: auto; max-height: 4; padding: 0 1 1 1; }
    """

    def __init__(self, desk: Desk, number: int) -> None:
        super().__init__()
        self.desk = desk
        self.number = number
        self.seen: Seen | None = None

    def compose(self) -> ComposeResult:
        """Show who sat where above the lines, and beneath them the marked one in full."""
        yield Static(f"Table {self.number}", classes="heading", markup=False)
        yield Told("seats")
        yield Halves(self._about, self.action_line, beneath=True)
        yield from foot()

    def reload(self) -> None:
        """Look again."""
        self.desk.read(self, lambda: look(self.desk.club, self.number), self._show)

    on_screen_resume = reload

    def _show(self, seen: Seen) -> None:
        self.seen = seen
        match = seen.match
        stands = "void" if match.void else "finished" if match.finished_at else "not finished"
        head(self, f"Table {match.number}   {match.book.title}   {match.played_on}   {stands}")
        self.query_one("#seats", Told).show(partial(_seats, match))
        self.query_one(Halves).show(("line", "ruling", "what happened"), [_row(each) for each in match.log])
        if match.log and self.focused is None:
            self.query_one(Listing).focus()

    def _about(self) -> Tell | None:
        return partial(_about, self._marked(), self.seen.put_right) if self.seen else None

    def action_line(self) -> None:
        """Ask what the marked line should have been, and put that in its place."""
        if (line := self._chosen()) is None:
            return
        what = f"Line {line.number}, {line.text}: what happened instead?"

        def typed(text: str, refused: Refused) -> None:
            def act(club: Club, reason: str) -> object:
                return corrections.line(club, self.number, line.number, text, reason=reason)

            self._put_right(f"Line {line.number}, {line.text}, becomes {text}.", act, back=refused)

        self._ask(Question(what, value=line.text), typed)

    def _decide(self, what: str, *, mistake: bool = False, stands: bool = False) -> None:
        if (line := self._chosen()) is None:
            return
        decide = partial(corrections.decide_line, mistake=mistake, stands=stands)

        def act(club: Club, reason: str) -> object:
            return decide(club, self.number, line.number, reason=reason)

        said = f"Line {line.number}, {line.text}, {what}"
        when_allowed(self.desk, self, self.number, lambda: self._put_right(said, act))

    action_undo = partialmethod(_decide, "was done and undone at the table.")
    action_mistake = partialmethod(_decide, "was mistyped, and never happened.", mistake=True)
    action_stands = partialmethod(_decide, "stands after all.", stands=True)

    def action_seat(self) -> None:
        """Ask who really sat where."""
        if self.seen is None:
            return
        first = self.seen.match.names[0] if self.seen.match.names else "Ann"
        question = "Who really sat there? The seat or who is written down for it, and then the name, as in: 2 = Dee"

        def typed(text: str, refused: Refused) -> None:
            at, sign, name = (part.strip() for part in text.partition("="))
            if not (sign and at and name):
                refused("Expected a seat and a name with = between them.")
                return

            def act(club: Club, reason: str) -> object:
                return corrections.seat(club, self.number, at, name, reason=reason)

            self._put_right(f"In the seat of {at} really sat {name}.", act, self._reseated, refused)

        self._ask(Question(question, example=f"{first} = Hal"), typed)

    def action_result(self) -> None:
        """Ask how the match really ended."""
        correct_result(self.desk, self, self.number, self._done)

    def action_dispute(self) -> None:
        """Open a dispute on the marked line, or show the one that there is."""
        if (line := self._chosen()) is not None:
            LineDecisions(self.desk, self, self.number, lambda _: self.reload()).dispute(line)

    def _ask(self, question: Question, take: Callable[[str, Refused], None]) -> None:
        when_allowed(self.desk, self, self.number, lambda: ask(self, question, take))

    def _put_right(
        self,
        what: str,
        act: Callable[[Club, str], object],
        done: Callable[[object], None] | None = None,
        back: Refused | None = None,
    ) -> None:
        with_reason(self.desk, self, what, act, done or self._done, back=back)

    def _done(self, _: object) -> None:
        say(self, "It is put right; what was there before stays in the log.")
        self.reload()

    def _reseated(self, _: object) -> None:
        """Say who is still noted as here, though they sat at no table after all."""
        before = set(self.seen.match.members) if self.seen else set()

        def left() -> str:
            now = set(matches.show(self.desk.club, self.number).members)
            _, names = checkin.noted_without_a_seat(self.desk.club, self.number, before - now)
            return f" {', '.join(names)}: still noted as here that evening." if names else ""

        self.desk.write(self, left, lambda more: say(self, f"It is put right.{more}"))
        self.reload()

    def _chosen(self) -> LineView | None:
        if (line := self._marked()) is None:
            refuse(self, "There is no line at this table.")
        return line

    def _marked(self) -> LineView | None:
        marked = self.query_one(Listing).marked
        log = self.seen.match.log if self.seen else ()
        return next((each for each in log if str(each.number) == marked), None)


def _seats(match: MatchView, width: int) -> Iterator[Content]:
    yield from wrapped("   ".join(f"{at} {name}" for at, name in enumerate(match.names, 1)), width, 0, "bold")
    if match.finished_at and match.places:
        yield from wrapped(f"How it ended: {write_places(match.places)}", width, 0)


def _row(each: LineView) -> Row:
    gone = each.decision in (DecisionKind.TAKEN_BACK, DecisionKind.STRUCK)
    said = each.decision or (each.ruling.says if each.ruling else each.kind.value)
    style = "strike dim" if gone else "" if each.counts else "dim"
    return Row(str(each.number), (str(each.number), str(said), on_screen(each.text)), style)


def _about(line: LineView | None, put_right: Iterable[CorrectionView], width: int) -> Iterator[Content]:
    if line is not None:
        yield from _in_full(line, width)
    for each in put_right:
        told = ", ".join(filter(None, [each.what, each.reason, each.mark]))
        by = f" by {each.by}" if each.by else ""
        yield from wrapped(f"put right on {day_of(each.at)}{by}: {told}", width, 2, "$text-accent")


def _in_full(line: LineView, width: int) -> Iterator[Content]:
    """Yield the ruling on a line with its reason, and what an officer said of it."""
    number = Content.styled(f"{line.number}  ", "$text-muted")
    yield Content.assemble(number, drawn(line.text, "bold"))
    if line.instead_of is not None:
        yield from wrapped(f"in the place of line {line.instead_of}", width, 2, "$text-muted")
    if line.decision is not None:
        why = f": {line.reason}" if line.reason else ""
        who = f" ({line.decided_by})" if line.decided_by else ""
        yield from wrapped(f"{line.decision}{why}{who}", width, 2, "bold")
    if line.ruling is not None and line.decision is not DecisionKind.STRUCK:
        lead = Content.assemble(signed(line.ruling.verdict, line.ruling.says), "  ")
        said = " ".join(filter(None, [reasons(line.ruling), "" if line.counts else next_step(line.ruling)]))
        yield from wrapped(said or rule(line.ruling), width, 2, lead=lead)
        if said:
            yield from wrapped(rule(line.ruling), width, 2, "$text-muted")
