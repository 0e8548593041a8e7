"""Subjects other than a name, such as a role or all players: ``the banker pays Ben 5``, ``everyone else passes``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from referee.rules.book.answer import Verdict
from referee.rules.book.rulebook import Rulebook
from referee.rules.notation.line_words import UnreadableLine
from referee.rules.records.shorthand import Moment

_EVERYONE: Final = r"\s*(?:(?:all\s+)?(?:the\s+)?(?:others?|rest)|all|every(?:one|body)(?:\s+else)?)\s+(?=\S)"


def players_by_role(book: Rulebook, table: Any) -> Mapping[str, int]:
    """Return the seat of each role at a table: the dealer, and the roles that the game registers."""
    dealer = {} if table.dealer is None else {"dealer": table.dealer}
    return {**dealer, **(roles(table) if (roles := book.functions.get("roles")) else {})}


def with_names_for_roles(text: str, roles: Mapping[str, int], names: Sequence[str]) -> str:
    """Return a line with roles replaced by names: ``Dee pays Ben 5`` for ``the bank pays Ben 5``.

    A word in a player's own name is never read as a role.
    """
    own_words = {word for name in names for word in name.casefold().split()}
    longest_first = sorted(roles.keys() - own_words, key=len, reverse=True)
    if not longest_first:
        return text
    pattern = rf"(?<![\w-])(?:the\s+)?({'|'.join(longest_first)})(?![\w-])"
    return re.sub(pattern, lambda match: names[roles[match[1].casefold()]], text, flags=re.IGNORECASE)


def lines_of_everyone(
    book: Rulebook,
    text: str,
    names: Sequence[str],
    last_seat: int,
    read_line: Callable[[str], Any],
    moment: Callable[[Sequence[Any]], Moment],
) -> list[str]:
    """Return a line for each player meant by ``everyone passes``, in order; none for any other line.

    The players act in turn for as long as the act is legal. `last_seat`, which acted in the line before, is left out.
    `moment` returns the moment after some further acts.
    """
    match = re.match(_EVERYONE, text, re.IGNORECASE)
    if match is None:
        return []
    acts: list[Any] = []
    lines: list[str] = []
    seats = {last_seat}
    while True:
        current = moment(acts)
        if current.seat is None or current.seat in seats:
            return lines
        line = f"{names[current.seat]} {text[match.end() :]}"
        try:
            act = read_line(line)
        except UnreadableLine:
            return []
        if book.judge(current.table, act).verdict not in (Verdict.LEGAL, Verdict.OPEN):
            return lines
        seats.add(current.seat)
        acts.append(act)
        lines.append(line)
