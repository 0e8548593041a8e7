"""Who sat with whom in a season, and where: what a draw of seats goes by. Guests count like everybody else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from sqlmodel import col, func, select

from referee.competition.field import Pair, pairs, place
from referee.store.engine import Transaction
from referee.store.models import Entry, Match, Season, Seat, Session

_DEALT_BY: Final = re.compile(r"deal by @(\d+)")


@dataclass(frozen=True, slots=True)
class Meetings:
    """How often two members sat together, the smaller number first, how often one sat at a place of a table, and how
    often at tables of a game.

    Places are counted from whoever dealt first, who sits at place 0.
    """

    met: Mapping[Pair, int]
    sat: Mapping[Pair, int]
    played: Mapping[tuple[int, str], int]


def meetings(tx: Transaction, season: Season) -> Meetings:
    """Return who met whom at the tables of a season, finished or not.

    A table that goes on with other players is one table, at which the same two meet once, and play once.
    """
    of_season = col(Session.season_id) == season.id
    asked = select(Seat.match_id, Match.continues, Seat.member_id, Match.game).join(Match).join(Session)
    tables: dict[int, list[int]] = {}
    first: dict[int, int] = {}
    games: set[tuple[int, int, str]] = set()
    for match, before, member, game in tx.exec(asked.where(of_season).order_by(col(Seat.match_id), col(Seat.seat))):
        first[match] = match if before is None else first.get(before, before)
        tables.setdefault(match, []).append(member)
        games.add((first[match], member, game))
    met = Counter(pair for _, pair in {(first[match], pair) for match, at in tables.items() for pair in pairs(at)})
    dealers = _first_dealers(tx, season)
    sat: Counter[Pair] = Counter()
    for match, members in tables.items():
        dealer = dealers.get(match, len(members) - 1)
        sat.update((member, place(seat, len(members), dealer)) for seat, member in enumerate(members))
    return Meetings(met, sat, Counter((member, game) for _, member, game in games))


def _first_dealers(tx: Transaction, season: Season) -> dict[int, int]:
    """Return the seat that dealt the first hand of each match in which that was written down."""
    deals = col(Entry.text).like("deal by @%"), col(Session.season_id) == season.id
    first = (
        select(func.min(Entry.id))
        .join(Match, col(Match.id) == col(Entry.match_id))
        .join(Session, col(Session.id) == col(Match.session_id))
        .where(*deals)
        .group_by(col(Entry.match_id))
    )
    rows = tx.exec(select(Entry.match_id, Entry.text).where(col(Entry.id).in_(first)))
    return {match: int(found[1]) - 1 for match, text in rows if (found := _DEALT_BY.match(text))}


def among(found: Meetings, members: Iterable[int]) -> Meetings:
    """Return the meetings of some members with one another, each by where they come among them."""
    number = {member: at for at, member in enumerate(members)}
    met = Counter[Pair]()
    for (one, other), times in found.met.items():
        if one in number and other in number:
            low, high = sorted((number[one], number[other]))
            met[low, high] = times
    return Meetings(
        met,
        {(number[one], at): times for (one, at), times in found.sat.items() if one in number},
        {(number[one], game): times for (one, game), times in found.played.items() if one in number},
    )
