"""Showing what a change to the past would change besides, and asking before it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

import typer

from referee.cards.words import counted
from referee.cli.club import sure
from referee.cli.say import complain, say, say_json, warn

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.impact import Impact, Moved, Other

Done = TypeVar("Done")
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only show what it would change.")]
_SEATS_SHOWN: Final = 8
_FURTHER_SHOWN: Final = 8


def done_with_impact(
    desk: Club,
    act: Callable[[Club], Done],
    *,
    yes: bool,
    dry_run: bool,
    json: bool = False,
    past: bool | None = None,
    table: int | None = None,
) -> Done | None:
    """Do something, once what it changes besides has been shown and agreed to where it concerns a past evening.

    Return None where it was only to be shown. `past` says what it concerns; by default what it changes tells.
    On a `table` of a tournament other rounds may rest already, so that it is looked at on the same evening too.
    """
    if past is False and table is not None:
        from referee.tournaments.at_stake import is_of_a_tournament

        past = True if is_of_a_tournament(desk, table) else past
    return act(desk) if _agreed(desk, act, yes, dry_run, json, past) else None


def agreed(
    desk: Club, table: int, act: Callable[[Club], object], *, yes: bool, dry_run: bool, json: bool = False
) -> bool:
    """Show what a change to a table would change besides, and return whether it shall be made.

    Of an evening that goes on nothing is shown or asked, so that typing stays fast.
    """
    from referee.club.corrections import is_past

    return _agreed(desk, act, yes, dry_run, json, is_past(desk, table))


def _agreed(desk: Club, act: Callable[[Club], object], yes: bool, dry_run: bool, json: bool, past: bool | None) -> bool:
    if past is False and not dry_run:
        return True
    from referee.club.impact import rehearse
    from referee.tournaments.at_stake import at_stake

    as_it_is = desk.revision()
    found = rehearse(desk, act, at_stake)
    if dry_run:
        if json:
            say_json(as_data(found))
        else:
            say_impact(found, say)
            say("Nothing was changed.")
        return False
    if found.past or found.others:
        say_impact(found, warn if json else say)
        sure("Change it?", yes)
        if desk.revision() != as_it_is:
            complain("somebody else has changed the club's file meanwhile, so that may not be so any more; look again")
    return True


def say_impact(found: Impact, line: Callable[[str], object]) -> None:
    """Print what a change would change: at the tables first, then in the standings."""
    if found.is_none:
        line("It changes no ruling, no score and no place.")
        return
    seated = [table for table in found.tables if table.seats]
    for table in found.tables:
        if len(seated) > _SEATS_SHOWN and table in seated and not table.turned:
            continue
        line(f"table {table.table}, {table.day}:")
        for each in (*table.seats, *table.turned):
            line(f"  {each}")
        if any(table.places):
            line(f"  places: {table.places[0]}; now {table.places[1]}")
    if len(seated) > _SEATS_SHOWN:
        line(f"{counted(len(seated), 'table')}, {seated[0].day} to {seated[-1].day}: {seated[0].seats[0]}")
    say_others(found.others, line)
    for season in found.seasons:
        closed = ", which is closed" if season.closed else ""
        if not season.moved and not season.further:
            line(f"standings of {season.season}{closed}: as before")
            continue
        line(f"standings of {season.season}{closed}:")
        for moved in (*season.moved, *season.further[:_FURTHER_SHOWN]):
            line(f"  {moved}")
        if len(season.further) > _FURTHER_SHOWN:
            line(f"  and {counted(len(season.further) - _FURTHER_SHOWN, 'more rating')}")


def say_others(others: Iterable[Other], line: Callable[[str], object]) -> None:
    """Print what else would be otherwise, under what it is about."""
    for about, told in groupby(others, key=lambda each: each.about):
        line(f"{about}:")
        for each in told:
            line(f"  {each}")


def as_data(found: Impact) -> dict[str, Any]:
    """Return what a change would change as data."""
    return {
        "past": found.past,
        "tables": [
            {
                "table": table.table,
                "date": table.day,
                "seats": list(table.seats),
                "lines": [
                    {"line": each.line, "text": each.text, "was": each.was, "now": each.now} for each in table.turned
                ],
                "places": {"was": table.places[0], "now": table.places[1]},
            }
            for table in found.tables
        ],
        "tournaments": [
            {"tournament": each.about, "name": each.name, "was": each.was, "now": each.now} for each in found.others
        ],
        "seasons": [
            {
                "season": season.season,
                "closed": season.closed,
                "moved": [_moved(each) for each in season.moved],
                "further": list(season.further),
            }
            for season in found.seasons
        ],
    }


def _moved(each: Moved) -> dict[str, Any]:
    was, now = (
        {"place": pair[0], "score": float(pair[1]), "exact": str(pair[1])} if pair else None
        for pair in (each.was, each.now)
    )
    return {"name": each.name, "was": was, "now": now}
