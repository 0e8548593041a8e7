"""Preview the impact of a change, and ask for confirmation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from referee.cli.shared.club import confirm
from referee.cli.shared.common_options import CommonOptions
from referee.cli.shared.printing import fail, print_line, print_result, warn

if TYPE_CHECKING:
    from referee.club.corrections.impact import Impact
    from referee.club.folder import Club

Result = TypeVar("Result")


def apply_with_impact(
    club: Club,
    act: Callable[[Club], Result],
    common: CommonOptions,
    *,
    past: bool | None = None,
    table: int | None = None,
    asks: bool = False,
) -> Result | None:
    """Return the result of `act`, or None for a dry run. For a past session, ask for confirmation first.

    `past` says whether the session is over. By default the impact decides. With `asks`, always ask. A `table` in a
    tournament counts as past, since other rounds may depend on it.
    """
    if past is False and table is not None:
        from referee.tournaments.affected_tournaments import is_of_a_tournament

        past = True if is_of_a_tournament(club, table) else past
    return act(club) if _confirm(club, act, common, past, asks=asks) else None


def confirm_impact(club: Club, table: int, act: Callable[[Club], object], common: CommonOptions) -> bool:
    """Show the impact of a change at a table, and return whether to make it.

    For the open session, return True at once, so that typing stays fast.
    """
    from referee.club.calendar.closed_seasons import is_past

    return _confirm(club, act, common, is_past(club, table))


def _confirm(
    club: Club, act: Callable[[Club], object], common: CommonOptions, past: bool | None, *, asks: bool = False
) -> bool:
    if past is False and not common.dry_run:
        return True
    from referee.tournaments.affected_tournaments import dry_run_with_tournaments

    as_it_is = club.revision()
    impact = dry_run_with_tournaments(club, act)
    if common.dry_run:
        print_result(impact, common.json, print_preview)
        return False
    if asks or impact.past or impact.others:
        print_impact(impact, warn if common.json else print_line)
        confirm("Change it?", common.yes)
        if club.revision() != as_it_is:
            fail("The club's file was changed meanwhile, so the effect may differ. Type the command again.")
    return True


def print_preview(impact: Impact) -> None:
    """Print the impact of a change that was not made."""
    print_impact(impact, print_line)
    print_line("Nothing was changed.")


def print_impact(impact: Impact, line: Callable[[str], object]) -> None:
    """Print the impact of a change, first on tables, then on standings."""
    from referee.club.corrections.impact_words import describe_impact

    for sentence in describe_impact(impact):
        line(sentence)
