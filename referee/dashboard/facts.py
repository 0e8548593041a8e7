"""A ruling on what is told, without a table: two players disagree, and say what happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, cast

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from referee.cards.screen import on_screen
from referee.cards.words import counted
from referee.club import disputes
from referee.club.cases import Case
from referee.club.facts import Told, completions, nothing_told, preview, told
from referee.dashboard import keys
from referee.dashboard.asking import Asking, Refused, ask
from referee.dashboard.dispute import Dispute
from referee.dashboard.drawn import because, drawn, instead, reasons, verdict, wrapped
from referee.dashboard.entry import LineEntry, consider
from referee.dashboard.field import LineField
from referee.dashboard.said import Said
from referee.dashboard.work import Desk
from referee.games import SLUGS
from referee.rules import Entry, Verdict, as_typed, changed, in_force

if TYPE_CHECKING:
    from referee.dashboard.app import Dashboard

_TEXT: Final = 26
_HINT: Final = "Say what happened, the oldest first, a line each. Nothing is written down unless a dispute is opened."


@dataclass(frozen=True, slots=True)
class OnFacts:
    """A line about what is told."""

    about: Told

    def complete(self, text: str) -> Sequence[str]:
        """Return what the line may become; an empty one nothing, since Tab is for the next game then."""
        return completions(self.about, text) if text else ()

    def preview(self, text: str, instead_of: int | None) -> Entry:
        """Rule on the line."""
        return preview(self.about, text, instead_of=instead_of)


class FactField(LineField):
    """A line that Enter takes as told, and does not write down."""

    BINDINGS = [
        Binding("enter", "submit", "Take", id="typing.submit"),
        Binding("escape", "leave", "To the facts", id="typing.leave"),
    ]


class Facts(Screen[None]):
    """Facts with their rulings, the last of them in full; a dispute can be opened on it."""

    BINDINGS = keys.bindings("facts")
    DEFAULT_CSS = """
    Facts #rules { height: auto; max-height: 2; padding: 0 1; color: $text-muted; }
    Facts OptionList { height: 1fr; scrollbar-gutter: stable; }
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.slug = ""
        self.facts: tuple[str, ...] = ()
        self.about: Told | None = None
        self.warned = False
        self.opening = False

    def compose(self) -> ComposeResult:
        """Show the facts above the line."""
        yield Static("Rule on what is told", classes="heading", markup=False)
        yield Static(id="rules", markup=False)
        facts = OptionList(id="facts")
        facts.can_focus = False
        yield facts
        yield LineEntry(self.enter, self.to_facts, self.action_game, FactField)
        yield Said()
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Begin in the line."""
        self.query_one(LineField).focus()
        self.query_one(Said).say(_HINT)

    def on_screen_resume(self) -> None:
        """Look again when a question was in front."""
        self.reload()

    def on_resize(self) -> None:
        """Wrap the rulings to the room that there is."""
        self._list()

    def reload(self) -> None:
        """Look again at the house rules; what was told stays."""
        self.desk.read(self, lambda: nothing_told(self.desk.club, self.slug), self._show)

    def _show(self, found: Told) -> None:
        if self.about and found == replace(self.about, facts=(), sheet=None, fault=None):
            return  # something else was changed in the club's file
        self.slug = found.book.slug
        self.query_one(LineField).placeholder = f"what happened: {found.book.example}"
        self.query_one(".heading", Static).update(f"Rule on what is told   {found.book.title}")
        rules = ", ".join(as_typed(changed(found.options)))
        said = f"House rules: {rules}." if rules else "House rules: as printed."
        self.query_one("#rules", Static).update(f"{said} {self._key('game')}: the next game.")
        self._rule(found, self.facts)

    def _rule(self, about: Told, facts: Sequence[str]) -> None:
        """Rule on other facts than before."""
        self.facts = tuple(facts)
        self.about = told(about, facts)
        self.warned = False
        self._list()
        self.query_one(LineEntry).renew(OnFacts(self.about))

    def _list(self) -> None:
        listed = self.query_one("#facts", OptionList)
        width = (listed.scrollable_content_region.width or 78) - 2
        listed.set_options(_rows(self.about, width) if self.about else map(drawn, self.facts))
        listed.highlighted = len(self.facts) - 1 if self.facts else None
        listed.can_focus = bool(self.facts)
        listed.scroll_end(animate=False)

    # -- telling ------------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Take what is typed as a fact, when it can be read."""
        entry = self.query_one(LineEntry)
        text, place = entry.text.strip(), entry.instead_of
        if text and self.about is None:
            self.facts = (*self.facts, text)  # typed faster than the house rules are read
        elif text and self.about:
            considered = consider(OnFacts(self.about), text, place)
            if considered.judged is None:
                self.query_one(Said).refuse(f"Not taken: {considered.fault}")
                if considered.column:
                    self.query_one(LineField).cursor_position = considered.column - 1
                return
            at = place - 1 if place else len(self.facts)
            self.facts = (*self.facts[:at], considered.judged.line.text, *self.facts[at + 1 :])
        entry.replace_line(None)
        entry.text = ""
        if self.about:
            self._rule(self.about, self.facts)
            self.query_one(Said).say("")

    def action_mistake(self) -> None:
        """Type the marked fact again."""
        at = self.query_one("#facts", OptionList).highlighted
        if at is None or self._is_typing():
            return
        entry = self.query_one(LineEntry)
        entry.replace_line(at + 1)
        entry.text = self.facts[at]
        self.action_write()
        self.query_one(Said).say(f"Put line {at + 1} right, and Enter. An empty line gives up.")

    def action_out(self) -> None:
        """Take the marked fact out again."""
        at = self.query_one("#facts", OptionList).highlighted
        if at is None or self.about is None or self._is_typing():
            return
        out = self.facts[at]
        self._rule(self.about, [*self.facts[:at], *self.facts[at + 1 :]])
        self.query_one(Said).say(f"Taken out: {out}.")
        if not self.facts:
            self.action_write()

    def _is_typing(self) -> bool:
        """Tell whether a line is being typed; say so when it is."""
        if typed := self.query_one(LineEntry).text.strip():
            back = keys.key_for("facts.write", cast("Dashboard", self.app).keymap)
            self.query_one(Said).refuse(
                f"Still being typed: {typed}. Enter it or clear it first; {back} goes back to the line."
            )
        return bool(typed)

    def to_facts(self) -> None:
        """Go from the line to the facts, where there are any."""
        if not self.facts:
            self.action_leave()
            return
        self.query_one("#facts", OptionList).focus()
        if not self.query_one(LineEntry).text.strip():
            self._warn()

    def on_option_list_option_selected(self) -> None:
        """Go back to the line."""
        self.action_write()

    def action_write(self) -> None:
        """Go back to the line."""
        if self.warned:
            self.warned = False
            self.query_one(Said).say("")
        self.query_one(LineField).focus()

    def action_game(self) -> None:
        """Rule by the rulebook of the next game."""
        if self.slug:
            self.slug = SLUGS[(SLUGS.index(self.slug) + 1) % len(SLUGS)]
            self.reload()

    # -- what comes of it ---------------------------------------------------------------------------------

    def action_dispute(self) -> None:
        """Open a dispute on the last fact, with what is claimed."""
        if self.about is None or self.opening or self._is_typing():
            return
        if self.about.fault:
            self.query_one(Said).refuse(f"Line {self.about.fault.line} cannot be ruled on: {self.about.fault.message}.")
        elif not self.facts:
            self.query_one(Said).refuse("Nothing is told yet that could be disputed.")
        else:
            question = f"Open a dispute on {self.facts[-1]}? What is claimed, and by whom:"
            asking = Asking(question, may_be_empty=True, example="Ann says that Ben had passed")
            ask(self, asking, self._claimed)

    def _claimed(self, claim: str, refused: Refused) -> None:
        assert self.about is not None
        club, book, facts = self.desk.club, self.about.book, self.facts
        options = as_typed(in_force(self.about.options))
        self.opening = True

        def change() -> Case:
            return disputes.open_on_facts(club, book.slug, facts, options=options, claim=claim)

        def not_opened(why: str) -> None:
            self.opening = False
            refused(why)

        self.desk.write(self, change, self._opened, not_opened)

    def _opened(self, case: Case) -> None:
        self.app.switch_screen(Dispute(self.desk, case.number))

    def _warn(self) -> None:
        self.warned = True
        facts = counted(len(self.facts), "fact")
        self.query_one(Said).refuse(
            f"{facts} not written down: {self._key('dispute')} opens a dispute, {self._key('leave')} forgets them."
        )

    def _key(self, action: str) -> str:
        return keys.key_for(f"facts.{action}", cast("Dashboard", self.app).keymap)

    def action_leave(self) -> None:
        """Go back; what was told is forgotten when the officer has heard so."""
        if self._is_typing():
            return
        if self.facts and not self.warned:
            self._warn()
        else:
            self.dismiss()


def _rows(about: Told, width: int) -> Iterator[Option]:
    """Yield each fact with its ruling, the last in full; or which fact cannot be read, and why."""
    by_line = {each.line.number: each for each in about.sheet.entries} if about.sheet else {}
    for number, text in enumerate(about.facts, 1):
        entry = by_line.get(number)
        rows = [_fact(number, text, entry)]
        if entry:
            rows += _why(entry, width, in_full=number == len(about.facts))
        elif about.fault and about.fault.line == number:
            rows += wrapped(f"! {about.fault.message}", width, 6, "bold $text-error")
        yield Option(Content("\n").join(rows), id=str(number))


def _fact(number: int, text: str, entry: Entry | None) -> Content:
    first = Content.assemble(
        (f"{number:4}  ", "$text-muted"), drawn(text, "bold"), " " * max(2, _TEXT - len(on_screen(text)))
    )
    if entry is None:
        return first
    return Content.assemble(first, verdict(entry.ruling), (f"  {entry.ruling.clause.cite}", "$text-accent"))


def _why(entry: Entry, width: int, *, in_full: bool) -> list[Content]:
    ruling = entry.ruling
    why = reasons(ruling, entry.items)
    if not in_full:
        offers = instead(ruling) if ruling.verdict is Verdict.ILLEGAL else ""
        return wrapped(" ".join(filter(None, [why, offers])), width, 6, "$text-muted")
    return [
        *wrapped(ruling.rule, width, 6),
        *wrapped(why, width, 6, "bold"),
        *wrapped(instead(ruling), width, 6),
        *wrapped(because(ruling), width, 6, "$text-muted"),
    ]
