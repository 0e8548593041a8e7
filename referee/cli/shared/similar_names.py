"""Accept a misspelled name with one close match, or ask before a change that cannot be undone."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from referee.cards.words import join_words
from referee.cli.shared.club import confirm
from referee.cli.shared.printing import warn
from referee.cli.shared.quoting import quote

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.store.plain_rows import Member

Result = TypeVar("Result")


def accept_close_names(action: Callable[[Sequence[str]], Result], names: Sequence[str]) -> Result:
    """Return the result of `action` with the names. Replace misspelled ones with a warning.

    A name is replaced if it has one close match. A refused call changes nothing, so it can be repeated.
    """
    from referee.club.text.faults import MistypedName

    corrected = list(names)
    while True:
        try:
            return action(corrected)
        except MistypedName as fault:
            if fault.typed not in corrected:
                raise
            corrected = [fault.name if name == fault.typed else name for name in corrected]
            warn(f"{fault.typed}: taken as {fault.name}")


def confirm_close_name(action: Callable[[str], Result], name: str, yes: bool = False) -> Result:
    """Return the result of `action` with the name. Ask first if it is misspelled and has one close match.

    `yes` does not confirm the match.
    """
    from referee.club.text.faults import MistypedName

    try:
        return action(name)
    except MistypedName as fault:
        if yes or not sys.stdin.isatty():
            raise
        confirm(f"No member is called {fault.typed}. Did you mean {fault.name}?", yes=False)
        return action(fault.name)


def confirm_new_game(name: str, similar_games: Sequence[str], yes: bool) -> None:
    """Ask for confirmation of a new game whose name is close to others."""
    confirm(f"{name!r} is a new game. Did you mean {join_words(similar_games, 'or')}? Go on with {name!r}?", yes)


def warn_of_similar_members(club: Club, members: Sequence[Member]) -> None:
    """Warn of new members with names close to others, as one person may have been entered twice."""
    from referee.club.people import roster

    for member, similar in roster.similar_members(club, [member.name for member in members]):
        warn(
            f"{member.name} looks like {similar.name}. If they are one person: "
            f"referee member merge {quote(similar.name)} {quote(member.name)}"
        )
