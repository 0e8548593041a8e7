"""The nights of one member: a plot of the scores, and which of them count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Static

from referee.cards.words import counted
from referee.club.standings import Row, SessionScore
from referee.dashboard import keys
from referee.dashboard.said import Said

_HEIGHT: Final = 9
_APART: Final = 3


class Nights(Screen[None]):
    """What a member's place in the standings is made of."""

    BINDINGS = keys.bindings("nights")
    DEFAULT_CSS = """
    Nights VerticalScroll { padding: 0 1; }
    """

    def __init__(self, row: Row) -> None:
        super().__init__()
        self.row = row

    def compose(self) -> ComposeResult:
        """Show the plot above the nights."""
        place = f"place {self.row.place}" if self.row.place else "not ranked"
        yield Static(f"{self.row.name}   {place}   score {float(self.row.score):.3f}", classes="heading")
        with VerticalScroll():
            yield Static(id="nights")
        yield Said()
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Begin at the top, with the keys for reading on."""
        self.query_one(VerticalScroll).focus()

    def on_resize(self) -> None:
        """Plot as many nights as there is room for."""
        rows = [*plot(in_order(self.row), self.size.width - 4), *_listed(self.row)]
        self.query_one("#nights", Static).update(Content("\n").join(rows))

    def action_leave(self) -> None:
        """Go back to the standings."""
        self.dismiss()


def in_order(row: Row) -> list[SessionScore]:
    """Return all nights of a member, the earliest first, whether they count or not."""
    return sorted([*row.counted, *row.dropped], key=lambda night: (night.played_on, night.session))


def plot(nights: Sequence[SessionScore], width: int) -> Iterator[Content]:
    """Yield the rows of a plot: a dot for each night, from 0 at the bottom to 1 at the top, the latest to the right."""
    seen = nights[-max(1, (width - 6) // _APART) :]
    if not seen:
        return
    heights = [round(night.score * (_HEIGHT - 1)) for night in seen]
    for height in reversed(range(_HEIGHT)):
        named = f"{height / (_HEIGHT - 1):.1f}" if height % 4 == 0 else ""
        dots = "".join(f"{'●' if each == height else ' ':>{_APART}}" for each in heights)
        yield Content.assemble((f"{named:>4} │", "dim"), (dots, "$text-accent"))
    yield Content.styled(f"     └{'─' * _APART * len(seen)}", "dim")
    yield Content.styled(f"      {seen[0].played_on} to {seen[-1].played_on}", "dim")
    yield Content("")


def _listed(row: Row) -> Iterator[Content]:
    if not (row.counted or row.dropped):
        yield Content(f"{row.name} has not finished a match yet.")
    dropped = {night.session for night in row.dropped}
    for night in reversed(in_order(row)):
        word = "dropped" if night.session in dropped else "counted"
        matches = counted(night.matches, "match", "matches")
        told = f"{night.played_on}  {float(night.score):.3f}  {word}  {matches}"
        yield Content.styled(told, "dim" if word == "dropped" else "")
    for tie in row.ties:
        yield Content(str(tie))
