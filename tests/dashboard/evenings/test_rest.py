"""Every screen comes to rest: whatever its size, and however often others write."""

from threading import Condition

import pytest
from textual.content import Content

from referee.club.folder import Club, open_club
from referee.club.people import roster
from referee.dashboard import club_watcher
from referee.dashboard.club_watcher import ClubWatcher
from referee.dashboard.document_screen import Document
from referee.dashboard.list_screen import ListScreen
from referee.dashboard.widgets.side_panel import BREAKPOINTS
from tests.dashboard.piloting import OPENED, at_the_desk
from tests.patience import patience, wait_async

pytestmark = [pytest.mark.screen, pytest.mark.long]

LISTS = ("disputes", "standings", "evenings", "evening", "members", "tournaments", "tournament", "officers", "files")
# Around each width at which a screen is laid out otherwise, and from the narrowest to the widest.
WIDTHS = sorted({*range(30, 221, 27), *(at + by for at, _ in BREAKPOINTS[1:] for by in (-1, 0, 1))})
HEIGHTS = (12, 60)
WRITES = 4
# After how many looks at the file a screen that is told of something new would have asked for it.
ENOUGH = 5


@pytest.mark.parametrize("screen", LISTS)
async def test_a_list_comes_to_rest_at_every_size_and_is_the_same_each_time(night: Club, screen: str) -> None:
    """`Officer.resize` waits until nothing is laid out, drawn or looked up any more, and fails where that is never."""

    async with at_the_desk(night, *OPENED[screen], "down") as officer:
        by_key = {}
        for height in HEIGHTS:
            for width in WIDTHS:
                await officer.resize(width, height)
                by_key[width, height] = officer.sees()
        for width, height in reversed(by_key):
            await officer.resize(width, height)
            assert officer.sees() == by_key[width, height], (width, height)


async def test_what_stands_beside_a_row_is_told_although_others_write_all_the_time(
    night: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each look takes so long that somebody has written, and the screen had time to show it, before it is answered."""
    monkeypatch.setattr(club_watcher, "_INTERVAL", 0.03)
    compare, beside, known, shown = (
        ClubWatcher._compare,
        Document.titled_rows,
        ListScreen._details_loaded,
        ListScreen._show,
    )
    looked, told, items = list[int](), list[object](), Condition()
    heard = 0

    def hear(by: int) -> None:
        nonlocal heard
        with items:
            heard += by
            items.notify_all()

    def comparing(self: ClubWatcher, now: tuple[int, ...]) -> None:
        compare(self, now)
        hear(1)

    def showing(self: ListScreen[object, object], found: object) -> None:
        shown(self, found)
        hear(ENOUGH)

    def slow(self: Document[object], club: Club, width: int) -> object:
        nonlocal heard
        found = beside(self, club, width)
        looked.append(width)
        if len(looked) <= WRITES:
            heard = 0
            with open_club(night.folder) as second_club, items:
                roster.add(second_club, f"Member {len(looked)}")
                assert items.wait_for(lambda: heard >= ENOUGH, patience())
        return found

    def telling(self: ListScreen[object, object], at: tuple[str, int], rows: list[Content]) -> None:
        told.append(at)
        known(self, at, rows)

    monkeypatch.setattr(ClubWatcher, "_compare", comparing)
    monkeypatch.setattr(Document, "titled_rows", slow)
    monkeypatch.setattr(ListScreen, "_show", showing)
    monkeypatch.setattr(ListScreen, "_details_loaded", telling)

    async with at_the_desk(night, size=(200, 60)) as officer:
        await officer.hurry("C")
        await wait_async(lambda: len(looked) > WRITES, officer.sees)
        await officer.settle()
        assert len(told) == len(looked)
        assert "checked in" in officer.beside()
