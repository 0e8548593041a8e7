"""List the disputes: open ones, or all."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from referee.cards.words import counted
from referee.club.disputes import disputes
from referee.club.disputes.view import DisputeView
from referee.dashboard import keys
from referee.dashboard.desk import Desk
from referee.dashboard.disputes.dispute import DisputeScreen, about, status
from referee.dashboard.disputes.facts import FactsScreen
from referee.dashboard.rendering import drawn, signed
from referee.dashboard.screens import foot, goes_to, head, open_in_front, relist
from referee.dashboard.widgets.message_line import refuse


class DisputesScreen(Screen[None]):
    """The disputes waiting; a key shows those that were decided too."""

    BINDINGS = keys.bindings("disputes")

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.decided_too = False

    def compose(self) -> ComposeResult:
        """Show one dispute in two rows."""
        yield Static("Disputes", classes="heading", markup=False)
        yield OptionList(id="disputes")
        yield from foot()

    def reload(self) -> None:
        """Look again."""
        wanted = None if self.decided_too else True
        self.desk.read(self, lambda: disputes.disputes(self.desk.club, is_open=wanted), self._show)

    on_screen_resume = reload

    def _show(self, found: Sequence[DisputeView]) -> None:
        waiting = counted(sum(each.is_open for each in found), "dispute")
        head(self, f"Disputes   {waiting} to decide")
        listed = self.query_one("#disputes", OptionList)
        relist(listed, [Option(_dispute(each), id=str(each.number)) for each in found])
        self.set_focus(listed if found else None)

    def on_option_list_option_selected(self, chosen: OptionList.OptionSelected) -> None:
        """Open a dispute."""
        open_in_front(self, DisputeScreen(self.desk, int(chosen.option_id or 0)))

    def action_open(self) -> None:
        """Open the dispute that is marked, or say that there is none."""
        marked = self.query_one("#disputes", OptionList).highlighted_option
        if marked is None:
            refuse(self, "No dispute waits for a decision.")
        else:
            open_in_front(self, DisputeScreen(self.desk, int(marked.id or 0)))

    action_facts = goes_to(FactsScreen)

    def action_find(self) -> None:
        """Search all of them, also those that were decided long ago."""
        from referee.dashboard.disputes.precedents import PrecedentsScreen  # needed seldom, and a desk is to open soon

        open_in_front(self, PrecedentsScreen(self.desk))

    def action_decided(self) -> None:
        """Show those that were decided too, or only those that wait."""
        self.decided_too = not self.decided_too
        self.reload()


def _dispute(dispute: DisputeView) -> Content:
    first = Content.assemble(
        (f"{dispute.number:3}  ", "$text-muted"),
        (f"{about(dispute)}  ", "bold"),
        signed(dispute.verdict, dispute.word or dispute.verdict.value),
        (f"  {dispute.clause}", "$text-accent"),
        f"  {status(dispute)}",
    )
    return Content.assemble(first, "\n     ", drawn(dispute.claim or dispute.reason))
