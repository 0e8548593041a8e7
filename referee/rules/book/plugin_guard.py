"""Protection against errors in the rulebooks of other packages. A failing function is reported, and play continues."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from referee.cards.immutable import replace
from referee.rules.book.answer import Answer, doubt
from referee.rules.book.clause import Clause
from referee.rules.book.rulebook import PartialSettlement, Rulebook

# The results used in place of those of a failing hook. Without the other hooks no line can be applied.
_DEFAULTS: Final[dict[str, Any]] = {
    "awaits": "",
    "offers": (),
    "places": (),
    "reconsiders": None,
    "refuses": None,
    "settles": PartialSettlement(),
    "shows": (),
}


class GameFailed(Exception):
    """A hook of another package's game has failed. The message names the hook and the error."""


def guard_plugin(book: Rulebook, package: str) -> None:
    """Wrap the hooks and clauses of a rulebook from another package, so that errors become `GameFailed` or a doubt.

    `package` is the name and version of that package.
    """
    book.package = package
    for name, function in book.functions.items():
        book.functions[name] = _guard_function(function, f"{name!r} of {package}", name)
    for clause in list(book.clauses.values()):
        if clause.acts:
            book.clauses[clause.id] = replace(clause, test=_guard_clause(clause, package))


def _guard_function(function: Callable[..., Any], description: str, name: str) -> Callable[..., Any]:
    def guarded(*args: Any) -> Any:
        try:
            result = function(*args)
            return tuple(result) if name in ("moves", "offers", "shows") else result
        except Exception as error:
            if name in _DEFAULTS:
                return _DEFAULTS[name]
            raise GameFailed(f"{description} failed ({type(error).__name__}: {error})") from error

    return guarded


def _guard_clause(clause: Clause[Any], package: str) -> Callable[..., Answer | None]:
    @wraps(clause.test)
    def asked(table: Any, act: Any) -> Answer | None:
        try:
            return clause.test(table, act)  # type: ignore[no-any-return]
        except Exception as error:
            message = f"Clause {clause.id} of {package} failed ({type(error).__name__}: {error})"
            return doubt(f"{message}. Rule on this line yourselves.")

    return asked
