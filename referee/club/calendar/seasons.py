"""Seasons: their dates, and their scoring, which is fixed from the start."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from referee.cards.words import quantity
from referee.club.folder import Club, day_of
from referee.club.scoring_rules import USUAL_STEPS, parse_tie_steps
from referee.club.signatures import Writing
from referee.club.text.faults import ClubFault
from referee.club.text.names import resolve_name, valid_title
from referee.competition.random_order import LARGEST_SEED
from referee.store.events.event import EventText
from referee.store.hints import Do, Hint
from referee.store.plain_rows import Season, Session, get_row, select_rows
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction

LONGEST: Final = timedelta(days=731)
MOST_SESSIONS: Final = 999


def new(
    club: Club,
    name: str,
    *,
    starts: date,
    ends: date,
    best_k: int,
    min_sessions: int,
    lot_seed: int | None = None,
    ties: str = "",
) -> Season:
    """Begin a season and return it. Raise `ClubFault` if its dates or scoring are invalid.

    A member's score is the sum of the `best_k` best sessions. Ranked members attended at least `min_sessions`. The
    steps in `ties` break ties, the last of them at random from `lot_seed`; see `referee.competition.ties`.
    """
    with club.writing() as tx:
        return create_season(tx, name, starts, ends, best_k, min_sessions, lot_seed, ties)


def seasons(club: Club) -> list[Season]:
    """Return all seasons in order."""
    with club.reading() as tx:
        return _all_seasons(tx)


def show(club: Club, name: str | None = None) -> Season:
    """Return the season with a name, by default the current one."""
    with club.reading() as tx:
        return find_season(tx, name, club.today)


def closable_season(tx: Transaction, club: Club, name: str | None) -> Season:
    """Return a season that can be closed. Raise `ClubFault` if it is closed, or if one of its sessions is not over."""
    season = find_season(tx, name, club.today)
    if season.closed_at:
        raise ClubFault(f"The season {season.name} was closed on {day_of(season.closed_at)}.")
    for session in select_rows(tx, Session, "WHERE season_id = ? ORDER BY held_on", season.id):
        if session.status in ("planned", "open"):
            raise ClubFault(f"The session of {session.held_on} is {session.status}. Close or cancel it first.")
    return season


def create_season(
    tx: Writing,
    name: str,
    starts: date,
    ends: date,
    best_k: int,
    min_sessions: int,
    lot_seed: int | None = None,
    ties: str = "",
) -> Season:
    """Add a season within a transaction; see `new`. Raise `ClubFault` if its dates or scoring are invalid."""
    name = valid_title(name, "season")
    if any(season.name.casefold() == name.casefold() for season in _all_seasons(tx)):
        raise ClubFault(f"There is already a season {name}.")
    if ends < starts:
        raise ClubFault(f"The season cannot end on {ends}, before its start on {starts}.")
    if ends - starts > LONGEST:
        raise ClubFault(f"The season from {starts} to {ends} is too long. Use two years at most.")
    steps = parse_tie_steps(ties)
    if lot_seed is None:
        import secrets  # rarely needed

        lot_seed = secrets.randbelow(LARGEST_SEED + 1)
    for label, number, least, most in (
        ("best_k", best_k, 1, MOST_SESSIONS),
        ("min_sessions", min_sessions, 0, MOST_SESSIONS),
        ("The seed for drawing lots", lot_seed, 0, LARGEST_SEED),
    ):
        if not least <= number <= most:
            raise ClubFault(f"{label} cannot be {number}. Use a whole number from {least} to {most}.")
    number = tx.next_number("season")
    season = {
        "season": number,
        "starts": f"{starts}",
        "ends": f"{ends}",
        "best_k": best_k,
        "min_sessions": min_sessions,
        "lot_seed": lot_seed,
        "ties": "" if steps == USUAL_STEPS else ",".join(steps),
    }
    tx.append(EventKind.SEASON_BEGUN, season, texts=[EventText("name", name)])
    return get_row(tx, Season, number)


def find_season(tx: Transaction, name: str | None, today: date) -> Season:
    """Return the season with a name.

    Without a name, return the season that includes today, else the only open one, else the last.
    """
    all_seasons = _all_seasons(tx)
    if name is not None:
        seasons_by_id = {season.id: season for season in all_seasons}
        return seasons_by_id[
            resolve_name(name, {key: season.name for key, season in seasons_by_id.items()}, "season", loosely=False)
        ]
    open_seasons = [season for season in all_seasons if not season.closed_at]
    candidates = [season for season in open_seasons if season.starts <= today <= season.ends] or open_seasons
    if len(candidates) == 1:
        return candidates[0]
    if not candidates and all_seasons:
        return all_seasons[-1]
    if not candidates:
        raise ClubFault("No season has begun.", new_season_hint(today))
    raise ClubFault(f"Which season: {', '.join(season.name for season in candidates)}?")


def new_season_hint(today: date, text: str = "Begin one") -> Hint:
    """Return a hint to begin the season for a day. The hint starts with `text`."""
    year = today.year if today.month >= 8 else today.year - 1
    name = f"{year}-{(year + 1) % 100:02}"
    return Do.NEW_SEASON(text, season=name, starts=date(year, 8, 1), ends=date(year + 1, 7, 31))


def _all_seasons(tx: Transaction) -> list[Season]:
    return select_rows(tx, Season, "ORDER BY starts, id")


def describe_scoring(season: Season) -> str:
    """Return the scoring of a season in words."""
    best_sessions = f"{quantity(season.best_k, 'session')} {'counts' if season.best_k == 1 else 'count'}"
    minimum = quantity(season.min_sessions, "session")
    required = f"at least {minimum} to be ranked" if season.min_sessions else "all are ranked from the first session on"
    reduced = f" (fewer until {season.best_k} have been held)" if season.min_sessions > 1 else ""
    return f"the best {best_sessions}; {required}{reduced}"


def last_day_of_year(first: date) -> date:
    """Return the last day of a year that begins on a day."""
    leap = (first.month, first.day) == (2, 29)
    return (first.replace(day=28) if leap else first).replace(year=first.year + 1) - timedelta(days=not leap)
