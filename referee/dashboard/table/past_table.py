"""A finished table: correct a line, a seat or the result once the impact was seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial, partialmethod
from typing import Any

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
from referee.club.people import roster
from referee.dashboard import keys
from referee.dashboard.deeds.deed import REASON, Answers, Asked, Deed, Pick, Question
from referee.dashboard.deeds.running import carry_out
from referee.dashboard.desk import Desk
from referee.dashboard.disputes.dispute import dispute_screen
from referee.dashboard.rendering import drawn, reasons, signed, wrapped
from referee.dashboard.screens import foot, head, open_in_front, to_neighbour
from referee.dashboard.table import line_decisions
from referee.dashboard.table.ending import correct_result
from referee.dashboard.table.players import seated
from referee.dashboard.table.settlement import settled
from referee.dashboard.undo.correction import Corrected, correction
from referee.dashboard.widgets.listing import Listing, Row
from referee.dashboard.widgets.menu import Choice, choose_action
from referee.dashboard.widgets.message_line import refuse, say
from referee.dashboard.widgets.side_panel import BREAKPOINTS, Halves, Tell, Told, titled
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
        head(self, f"Table {match.table}   {match.book.title}   {match.played_on}   {stands}")
        self.query_one("#seats", Told).show(partial(_seats, match))
        self.query_one(Halves).show(("line", "ruling", "what happened"), [_row(each) for each in match.log])
        if match.log and self.focused is None:
            self.query_one(Listing).focus()

    def _about(self) -> Tell | None:
        return partial(_about, self._marked(), self.seen) if self.seen else None

    action_previous = partialmethod(to_neighbour, -1)
    action_next = partialmethod(to_neighbour, 1)

    def action_line(self) -> None:
        """Ask what the marked line should have been, and put that in its place."""
        if (line := self._chosen()) is not None:
            self._correct(_retyped(self.number, line))

    def _decide(self, what: str, *, mistake: bool = False, stands: bool = False) -> None:
        if (line := self._chosen()) is None:
            return

        def act(club: Club, answers: Answers) -> object:
            decide = partial(corrections.decide_line, mistake=mistake, stands=stands)
            return decide(club, self.number, line.number, reason=answers[REASON])

        said = f"Line {line.number}, {line.text}, {what}"
        self._correct(correction("undo", self.number, (), lambda _: said, act))

    action_undo = partialmethod(_decide, "was undone at the table.")
    action_mistake = partialmethod(_decide, "was mistyped and never happened.", mistake=True)
    action_stands = partialmethod(_decide, "stands after all.", stands=True)

    def action_seat(self) -> None:
        """Ask who really sat where."""
        if self.seen:
            carry_out(self.desk, self, _reseated(self.seen.match), self._reseated)

    def action_result(self) -> None:
        """Ask how the match really ended."""
        self._correct(correct_result(self.number))

    def action_dispute(self) -> None:
        """Open a dispute on the marked line, or show the one that there is."""
        if (line := self._chosen()) is not None:
            carry_out(self.desk, self, line_decisions.dispute(self.number, line), self._disputed)

    def action_more(self) -> None:
        """Choose among what is put right seldom."""
        choose_action(
            self,
            f"Table {self.number}: more",
            [
                Choice("mistake", "s", "Strike the selected line: it was mistyped and never happened"),
                Choice("seat", "c", "Correct who sat in a seat"),
            ],
        )

    def _disputed(self, done: line_decisions.Opened) -> None:
        open_in_front(self, dispute_screen(self.desk, done[0].number))

    def _correct(self, deed: Deed[Corrected[Any]]) -> None:
        carry_out(self.desk, self, deed, lambda _: self._done())

    def _done(self) -> None:
        say(self, "Corrected. The old entry stays in the log.")
        self.reload()

    def _reseated(self, _: object) -> None:
        """Say who is still noted as here, though they sat at no table after all."""
        before = set(self.seen.match.members) if self.seen else set()

        def left() -> str:
            now = set(matches.show(self.desk.club, self.number).members)
            _, names = checkin.noted_without_a_seat(self.desk.club, self.number, before - now)
            return f" {', '.join(names)}: still checked in for that session." if names else ""

        self.desk.write(self, left, lambda more: say(self, f"Corrected.{more}"))
        self.reload()

    def _chosen(self) -> LineView | None:
        if (line := self._marked()) is None:
            refuse(self, "This table has no lines.")
        return line

    def _marked(self) -> LineView | None:
        marked = self.query_one(Listing).marked
        log = self.seen.match.log if self.seen else ()
        return next((each for each in log if str(each.number) == marked), None)


def _retyped(table: int, line: LineView) -> Deed[Corrected[object]]:
    """Return the deed that puts another line in the place of one."""

    def act(club: Club, answers: Answers) -> object:
        return corrections.line(club, table, line.number, answers["line"], reason=answers[REASON])

    asked = Asked("line", Question(f"Line {line.number}, {line.text}. Correct line:", value=line.text))
    says = f"Line {line.number}, {line.text}, becomes "
    return correction("correct line", table, (asked,), lambda answers: f"{says}{answers['line']}.", act)


def _reseated(match: MatchView) -> Deed[Corrected[object]]:
    """Return the deed that puts right who sat in a seat."""

    def act(club: Club, answers: Answers) -> object:
        return corrections.seat(club, match.number, answers["seat"], answers["who"], reason=answers[REASON])

    def who(club: Club, answers: Answers) -> Question:
        every = tuple(Pick(each.name) for each in roster.members(club) if each.name != answers["seat"])
        return Question(f"Who sat in the seat of {answers['seat']}?", every, example="Hal")

    def whole(club: Club, _: Answers, typed: str) -> str:
        return roster.show(club, typed).member.name

    asks = seated(match, "seat", "Whose seat is wrong?"), Asked("who", who, whole)
    says = "{who} sat in the seat of {seat}."
    return correction("correct seat", match.number, asks, lambda answers: says.format(**answers), act)


def _seats(match: MatchView, width: int) -> Iterator[Content]:
    yield from wrapped("   ".join(f"{at} {name}" for at, name in enumerate(match.names, 1)), width, 0, "bold")
    if match.finished_at and match.places:
        yield from wrapped(f"Result: {write_places(match.places)}", width, 0)


def _row(each: LineView) -> Row:
    gone = each.decision in (DecisionKind.TAKEN_BACK, DecisionKind.STRUCK)
    said = each.decision or (each.ruling.says if each.ruling else each.kind.value)
    style = "strike dim" if gone else "" if each.counts else "dim"
    return Row(str(each.number), (str(each.number), str(said), on_screen(each.text)), style)


def _about(line: LineView | None, seen: Seen, width: int) -> Iterator[Content]:
    """Yield the ruling on a line, what was corrected at its table, and what everybody won or lost there."""
    if line is not None:
        yield from _in_full(line, width)
    for each in seen.put_right:
        told = ", ".join(filter(None, [each.what, each.reason, each.mark]))
        by = f" by {each.by}" if each.by else ""
        yield from wrapped(f"corrected on {day_of(each.at)}{by}: {told}", width, 2, "$text-accent")
    yield from titled("Settlement")
    yield from settled(seen.match, width)


def _in_full(line: LineView, width: int) -> Iterator[Content]:
    """Yield the ruling on a line with its reason, and what an officer said of it."""
    number = Content.styled(f"{line.number}  ", "$text-muted")
    yield Content.assemble(number, drawn(line.text, "bold"))
    if line.instead_of is not None:
        yield from wrapped(f"replaces line {line.instead_of}", width, 2, "$text-muted")
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
