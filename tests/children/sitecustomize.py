"""Loaded by every Python that a test starts: each hint that is made there is noted, for that test to look at.

Where the test runs at a moment of its own, so does the program.
"""

import os
import sys
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

NOTED = os.environ.get("HINTS_OF_CHILDREN", "")
MOMENT = os.environ.get("MOMENT_OF_CHILDREN", "")


def noting(made: Any) -> Any:
    """Return what makes a hint, so that it is noted, too."""

    def init(hint: Any, do: Any, says: str, given: tuple[tuple[str, object], ...] = ()) -> None:
        made(hint, do, says, given)
        with open(NOTED, "a", encoding="utf-8") as file:  # noqa: PTH123
            file.write(" ".join([do.name, *(name for name, value in given if value is not None)]) + "\n")

    return init


def note_hints(module: ModuleType) -> None:
    module.Hint.__init__ = noting(module.Hint.__init__)


def stop_the_clock(module: ModuleType) -> None:
    """Let it be the moment for all who ask, also for those who have the function by now."""
    module.MOMENT = module.datetime.fromisoformat(MOMENT)
    module.now.__code__ = (lambda: MOMENT).__code__  # which looks for the name where `now` stands


AFTERWARDS = {"referee.store.hints": note_hints} if NOTED else {}
if MOMENT:
    AFTERWARDS["referee.club.folder"] = stop_the_clock


class Finder:
    """Finds some modules as they are found anyway, and does something when one has been loaded."""

    @classmethod
    def find_spec(cls, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name not in AFTERWARDS:
            return None
        afterwards = AFTERWARDS.pop(name)
        if not AFTERWARDS:
            sys.meta_path.remove(cls)  # type: ignore[arg-type]
        spec = PathFinder.find_spec(name, path)
        assert spec is not None
        assert spec.loader is not None
        load = spec.loader.exec_module

        def loaded(module: ModuleType) -> None:
            load(module)
            afterwards(module)

        spec.loader.exec_module = loaded  # type: ignore[method-assign]
        return spec


if AFTERWARDS:
    sys.meta_path.insert(0, Finder)  # type: ignore[arg-type]
