"""Loaded by every Python that a test starts: each hint that is made there is noted, for that test to look at."""

import os
import sys
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

NOTED = os.environ.get("HINTS_OF_CHILDREN", "")


def noting(made: Any) -> Any:
    """Return what makes a hint, so that it is noted, too."""

    def init(hint: Any, do: Any, says: str, given: tuple[tuple[str, object], ...] = ()) -> None:
        made(hint, do, says, given)
        with open(NOTED, "a", encoding="utf-8") as file:  # noqa: PTH123
            file.write(" ".join([do.name, *(name for name, value in given if value is not None)]) + "\n")

    return init


class Finder:
    """Finds the module of the hints as it is found anyway, and lets it say when it has been loaded."""

    @classmethod
    def find_spec(cls, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name != "referee.store.hints":
            return None
        sys.meta_path.remove(cls)  # type: ignore[arg-type]
        spec = PathFinder.find_spec(name, path)
        assert spec is not None
        assert spec.loader is not None
        load = spec.loader.exec_module

        def loaded(module: ModuleType) -> None:
            load(module)
            module.Hint.__init__ = noting(module.Hint.__init__)

        spec.loader.exec_module = loaded  # type: ignore[method-assign]
        return spec


if NOTED:
    sys.meta_path.insert(0, Finder)  # type: ignore[arg-type]
