"""Players leave, join, stand in and swap; a table is void or reopened: each with its reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from referee.cards.words import listed
from referee.club.match import coming_and_going, voiding
from referee.club.match.seat_conflicts import SeatedElsewhere
from referee.club.match.table_changes import Changed
from referee.club.match.view import MatchView
from referee.club.scoring_rules import clause
from referee.club.text.faults import ClubFault
from referee.club.text.names import meant
from referee.dashboard.desk import Desk
from referee.dashboard.done import Done
from referee.dashboard.rendering import drawn
from referee.dashboard.undo import table_undo
from referee.dashboard.widgets.question import Question, Refused, ask, ask_yes, is_yes

LEAVE: Final = "leave"
JOIN: Final = "join"
STAND_IN: Final = "stand-in"
SWAP: Final = "swap"
VOID: Final = "void"
REOPEN: Final = "reopen"
_SAYS: Final = {
    LEAVE: "Somebody leaves",
    JOIN: "Somebody joins",
    STAND_IN: "Somebody takes over another's seat",
    SWAP: "Two swap seats",
    VOID: "The table is void: it counts for nobody",
    REOPEN: "Open the table again: there is more to write down",
}


def may_change(match: MatchView) -> list[tuple[str, str]]:
    """Return what can be done about a table as it is now, each with its words."""
    if match.void:
        return []
    over = [VOID] if match.goes_on else [REOPEN, VOID]
    kinds = over if match.finished_at else [LEAVE, JOIN, STAND_IN, SWAP, VOID]
    return [(kind, _SAYS[kind]) for kind in kinds]


def told(done: Changed) -> str:
    """Return what came of a change: what was noted, by which clause it is scored, and where the table goes on."""
    scored = f"Scoring {done.clause}: {clause(done.clause).text}" if done.clause else ""
    goes_on = f"Table {done.goes_on.number} goes on from it." if done.goes_on else ""
    return " ".join(filter(None, [f"{done.line.text}.", goes_on, scored]))


class Menu(ModalScreen[str | None]):
    """What else can be done, to be chosen from; it answers what was chosen, or None."""

    BINDINGS = [Binding("escape,q", "dismiss", "Back", show=False)]
    DEFAULT_CSS = """
    Menu { align: center middle; }
    Menu Vertical { width: 90%; max-width: 70; height: auto; padding: 1 2; }
    Menu Vertical { border: round $primary; background: $surface; }
    Menu .hint { color: $text-muted; margin: 1 0 0 0; }
    """

    def __init__(self, title: str, rows: list[tuple[str, str]]) -> None:
        super().__init__()
        self.heading = title
        self.rows = rows

    def compose(self) -> ComposeResult:
        """Show what can be chosen, and what Enter and Escape do."""
        with Vertical():
            yield Static(drawn(self.heading, "bold"))
            options = OptionList(*(Option(says, id=id) for id, says in self.rows), classes="pointed")
            options.styles.height = "auto"
            yield options
            yield Static("Enter: choose   Escape: go back, nothing changes", classes="hint")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take what was chosen."""
        self.dismiss(event.option_id)


@dataclass(frozen=True, slots=True)
class PlayerChanges:
    """The changes of who sits at a table; `changed` hears of each."""

    desk: Desk
    screen: Screen[Any]
    number: int
    changed: Callable[[Changed], None]

    def ask(self, kind: str, match: MatchView) -> None:
        """Ask what is to be known for a change, and why it is made."""
        if kind == VOID:
            question = f"Table {match.number} is to count for nobody? Its lines stay to be seen. Why:"
            self._why(question, "the wrong players were seated", partial(voiding.void, self.desk.club, self.number))
        elif kind == REOPEN:
            question = f"Open table {match.number} again? Its places count no longer until it is finished anew. Why:"
            self._why(question, "there was one more hand", partial(voiding.reopen, self.desk.club, self.number))
        elif kind == LEAVE:
            here = listed(match.names, "or")
            ask(self.screen, Question(f"Who leaves? {here}:", example=match.names[-1]), partial(self._leaves, match))
        elif kind == JOIN:
            ask(self.screen, Question("Who joins? A member's name:", example="Eve"), partial(self._joins, match, None))
        elif kind == STAND_IN:
            question = f"Whose seat is taken over? {listed(match.names, 'or')}:"
            ask(self.screen, Question(question, example=match.names[-1]), partial(self._taken_over, match))
        elif kind == SWAP:
            question = f"Which two swap seats? Two of {listed(match.names)}:"
            ask(self.screen, Question(question, example=", ".join(match.names[:2])), partial(self._swaps, match))

    def _leaves(self, match: MatchView, typed: str, refused: Refused) -> None:
        name = _named(match, typed, refused)
        if name:
            leave = partial(coming_and_going.leave, self.desk.club, self.number, name)
            self._begun(match, f"{name} leaves. Why:", "had to catch the train", leave)

    def _taken_over(self, match: MatchView, typed: str, refused: Refused) -> None:
        name = _named(match, typed, refused)
        if name:
            question = f"Who takes over {name}'s seat? A member's name:"
            ask(self.screen, Question(question, example="Eve"), partial(self._joins, match, name))

    def _joins(self, match: MatchView, instead_of: str | None, typed: str, refused: Refused) -> None:
        join = partial(coming_and_going.join, self.desk.club, self.number, typed, stand_in_for=instead_of)
        question = f"{typed} takes over {instead_of}'s seat. Why:" if instead_of else f"{typed} joins. Why:"
        self._begun(match, question, "came late", join, refused)

    def _swaps(self, match: MatchView, typed: str, refused: Refused) -> None:
        parts = [part.strip() for part in (typed.split(",") if "," in typed else typed.split())]
        if len(parts) != 2:
            refused(f"Two names are expected, such as {match.names[0]}, {match.names[1]}.")
            return
        swap = partial(coming_and_going.swap, self.desk.club, self.number, *parts)
        self._why(f"{' and '.join(parts)} swap seats. Why:", "Cal cannot see the board from there", swap, refused)

    def _begun(
        self,
        match: MatchView,
        question: str,
        example: str,
        change: Callable[..., Changed],
        refused: Refused | None = None,
    ) -> None:
        """Ask whether hands were played, where nothing written down tells; then why."""
        if any(each.kind == "line" for each in match.log):
            self._why(question, example, change, refused)
            return

        def answered(typed: str, _refused: Refused) -> None:
            self._why(question, example, partial(change, begun=is_yes(typed)), refused)

        ask(self.screen, Question("Was a hand played already that nobody wrote down? yes or no:", value="no"), answered)

    def _why(self, question: str, example: str, change: Callable[..., Changed], first: Refused | None = None) -> None:
        ask(self.screen, Question(question, example=example), partial(self._do, change, first))

    def _do(self, change: Callable[..., Changed], first: Refused | None, reason: str, refused: Refused) -> None:
        """Change the table; asks when somebody has a seat elsewhere."""
        joins = getattr(change, "func", None) is coming_and_going.join

        def once() -> Changed | SeatedElsewhere:
            try:
                return change(reason=reason, **({"twice": False} if joins else {}))
            except SeatedElsewhere as fault:
                return fault

        def did(came: Changed | SeatedElsewhere) -> Done | None:
            return None if isinstance(came, SeatedElsewhere) else table_undo.changed(self.desk.club, came)

        def done(came: Changed | SeatedElsewhere) -> None:
            if isinstance(came, SeatedElsewhere):
                ask_yes(self.screen, f"{came} Seat them here as well?", all_the_same)
            else:
                self.changed(came)

        def all_the_same(once_more: Refused) -> None:
            self.desk.write(self.screen, lambda: change(reason=reason), self.changed, once_more, did)

        self.desk.write(self.screen, once, done, first or refused, did)


def _named(match: MatchView, typed: str, refused: Refused) -> str:
    """Return the player who is meant, or say why nobody is."""
    try:
        return match.names[meant(typed, dict(enumerate(match.names)), "player")]
    except ClubFault as fault:
        refused(str(fault))
        return ""
