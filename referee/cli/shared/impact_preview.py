"""Show what a correction would change, and ask before making it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from referee.cli.shared.club import sure
from referee.cli.shared.common_options import Common
from referee.cli.shared.printing import answer, complain, say, warn

if TYPE_CHECKING:
    from referee.club.corrections.impact import Impact
    from referee.club.folder import Club

Done = TypeVar("Done")


def done_with_impact(
    desk: Club,
    act: Callable[[Club], Done],
    common: Common,
    *,
    past: bool | None = None,
    table: int | None = None,
    asks: bool = False,
) -> Done | None:
    """Do something, once its effect has been shown and agreed to where it concerns a past session.

    Return None for a preview. `past` says what it concerns; by default what it changes tells. What `asks` is shown and
    agreed to in any session. On a `table` of a tournament other rounds may rest already, so that it is looked at on the
    same evening too.
    """
    if past is False and table is not None:
        from referee.tournaments.affected_tournaments import is_of_a_tournament

        past = True if is_of_a_tournament(desk, table) else past
    return act(desk) if _agreed(desk, act, common, past, asks=asks) else None


def agreed(desk: Club, table: int, act: Callable[[Club], object], common: Common) -> bool:
    """Show what a change to a table would change besides, and return whether it shall be made.

    Of an evening that goes on nothing is shown or asked, so that typing stays fast.
    """
    from referee.club.calendar.closed_seasons import is_past

    return _agreed(desk, act, common, is_past(desk, table))


def _agreed(
    desk: Club, act: Callable[[Club], object], common: Common, past: bool | None, *, asks: bool = False
) -> bool:
    if past is False and not common.dry_run:
        return True
    from referee.club.corrections.impact import dry_run
    from referee.tournaments.affected_tournaments import affected_tournaments

    as_it_is = desk.revision()
    found = dry_run(desk, act, affected_tournaments)
    if common.dry_run:
        answer(found, common.json, say_rehearsed)
        return False
    if asks or found.past or found.others:
        say_impact(found, warn if common.json else say)
        sure("Change it?", common.yes)
        if desk.revision() != as_it_is:
            complain("The club's file was changed meanwhile, so the effect may differ. Type the command again.")
    return True


def say_rehearsed(found: Impact) -> None:
    """Print what a change would change, and that it was not made."""
    say_impact(found, say)
    say("Nothing was changed.")


def say_impact(found: Impact, line: Callable[[str], object]) -> None:
    """Print what a change would change: at the tables first, then in the standings."""
    from referee.club.corrections.impact_words import describe_impact

    for each in describe_impact(found):
        line(each)
