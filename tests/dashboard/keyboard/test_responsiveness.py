"""Keys come first: garbage waits until nobody types, and Python is left as it was found."""

import gc
import sys
import weakref
from asyncio import Event
from unittest.mock import patch

import pytest
from textual.app import App

from referee.club.folder import Club
from referee.club.people import roster
from referee.dashboard import club_watcher
from referee.dashboard.club_watcher import ClubWatcher
from referee.dashboard.keyboard import responsiveness
from referee.dashboard.keyboard.responsiveness import KeyPriority
from tests.dashboard.piloting import OPENED, at_the_desk
from tests.patience import wait_async

pytestmark = pytest.mark.screen


class Knot:
    """Something that only the collector can take away: it holds on to itself."""

    def __init__(self) -> None:
        self.self = self


async def test_nothing_old_is_collected_while_the_desk_is_open_and_all_is_as_before_afterwards(club: Club) -> None:
    before = gc.get_threshold(), sys.getswitchinterval()

    async with at_the_desk(club):
        assert gc.get_threshold()[:2] == before[0][:2]
        assert gc.get_threshold()[2] > 1000 * before[0][2]
        assert sys.getswitchinterval() < before[1]
    assert (gc.get_threshold(), sys.getswitchinterval()) == before


def test_garbage_is_collected_once_no_key_was_pressed_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    time, made = 100.0, 10
    monkeypatch.setattr(responsiveness, "monotonic", lambda: time)
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, made))
    keys_first = KeyPriority(App())
    knot = weakref.ref(Knot())
    gc.disable()
    try:
        keys_first.note_key()
        time += 0.5
        keys_first.collect()
        assert knot() is not None
        time, made = time + 1.0, 0  # nobody does anything: there is nothing to look for
        keys_first.collect()
        assert knot() is not None
        made = 10
        keys_first.collect()
        assert knot() is None
        knot, made = weakref.ref(Knot()), 1000
        keys_first.note_key()  # who never rests is not let fill the memory
        keys_first.collect()
        assert knot() is None
    finally:
        gc.enable()


async def test_a_look_is_answered_though_the_screen_that_asked_is_not_painted(club: Club) -> None:
    # Behind a dialog that has just come up a screen may be painted only once the dialog is gone.
    async with at_the_desk(club, *OPENED["members"]) as officer:
        with patch.object(officer.app.screen, "wait_for_refresh", Event().wait):
            roster.add(club, "Fay")
            await officer.until("Fay")


async def test_looks_that_find_nothing_new_wake_nobody(night: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    looks, items = [], []
    look, compare = Club.revision, ClubWatcher._compare
    monkeypatch.setattr(club_watcher, "_INTERVAL", 0.002)
    monkeypatch.setattr(Club, "revision", lambda club: looks.append(1) or look(club))
    monkeypatch.setattr(ClubWatcher, "_compare", lambda *about: items.append(1) or compare(*about))

    async with at_the_desk(night) as officer:
        await wait_async(lambda: items)
        await officer.settle()
        looks.clear()
        items.clear()
        await wait_async(lambda: len(looks) > 50)
        assert not items
        roster.add(night, "Fay")
        await wait_async(lambda: items)
