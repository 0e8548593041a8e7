"""What is around a table, beside its record: what the marked line's ruling rests on, the season, other tables."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from referee.club.match.view import LineView, MatchView
from referee.dashboard.desk import Desk
from referee.dashboard.places import judged
from referee.dashboard.table.about import Around, in_full, look_around, rest
from referee.dashboard.widgets.rows import Rows


class AboutPane(Rows):
    """Told in a thread, as of a long season it takes longer than a key may wait; the marked line is told at once."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("about")
        self.desk = desk
        self.around = Around()
        self.line: LineView | None = None
        self.rest: Sequence[Content] = ()

    def look(self, match: MatchView) -> None:
        """Look what is around a table, by the room that there is."""
        width, before, seen = self.content_size.width or 60, self.around, judged(self.app)

        def told() -> tuple[Around, Sequence[Content]]:
            around = look_around(self.desk.club, match, before, seen)
            return around, [*rest(match, around, width)]

        self.desk.read(self.screen, told, self._tell, about="around")

    def _tell(self, told: tuple[Around, Sequence[Content]]) -> None:
        self.around, self.rest = told
        self.mark(self.line)

    def mark(self, line: LineView | None) -> None:
        """Show what the ruling on a line rests on above what is there besides; the same line from where it was read."""
        same = (line and line.number) == (self.line and self.line.number)
        self.line = line
        rows = [*(in_full(line, self.content_size.width, self.around) if line else ()), *self.rest]
        self.show(rows if rows and rows[0].plain else rows[1:], self.top if same else 0)
