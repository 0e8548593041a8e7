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
    change: Callable[[Club], Result],
    common: CommonOptions,
    *,
    is_past_session: bool | None = None,
    table: int | None = None,
    always_ask: bool = False,
) -> Result | None:
    """Return the result of `change`, or None for a dry run. For a past session, ask for confirmation first.

    `is_past_session` says whether the session is over. If it is None, the impact says so. With `always_ask`, always
    ask. A `table` in a tournament counts as past, since other rounds may depend on it.
    """
    if is_past_session is False and table is not None:
        from referee.tournaments.affected_tournaments import is_of_a_tournament

        is_past_session = True if is_of_a_tournament(club, table) else is_past_session
    return change(club) if _confirm_change(club, change, common, is_past_session, always_ask=always_ask) else None


def confirm_impact(club: Club, table: int, change: Callable[[Club], object], common: CommonOptions) -> bool:
    """Show the impact of a change at a table, and return whether to make it.

    For the open session, return True at once, so that typing stays fast.
    """
    from referee.club.calendar.closed_seasons import is_past

    return _confirm_change(club, change, common, is_past(club, table))


def _confirm_change(
    club: Club,
    change: Callable[[Club], object],
    common: CommonOptions,
    is_past_session: bool | None,
    *,
    always_ask: bool = False,
) -> bool:
    if is_past_session is False and not common.dry_run:
        return True
    from referee.tournaments.affected_tournaments import dry_run_with_tournaments

    revision = club.revision()
    impact = dry_run_with_tournaments(club, change)
    if common.dry_run:
        print_result(impact, common.json, print_preview)
        return False
    if always_ask or impact.past or impact.others:
        print_impact(impact, warn if common.json else print_line)
        confirm("Change it?", common.yes)
        if club.revision() != revision:
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
