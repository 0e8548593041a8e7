"""The club's hands of Texas Hold'em as hand histories."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from sqlmodel import col, select

from referee.club.calendar import seasons
from referee.club.folder import Club
from referee.club.match import matches
from referee.club.people.public_names import all_public_names
from referee.club.text.faults import ClubFault
from referee.histories.phh import RefusedHand
from referee.histories.reading import GAME
from referee.histories.writing import histories, write_history
from referee.store.models import Match, Session
from referee.store.progress import Progress, no_progress


@dataclass(frozen=True, slots=True)
class HandExport:
    """Hands as texts of a ``.phhs`` file, and those that it cannot say: table, line of the deal or act, and why."""

    hands: tuple[str, ...]
    refused: tuple[tuple[int, int, str], ...]


def hand_histories(
    club: Club,
    tables: Iterable[int] = (),
    season: str | None = None,
    *,
    full_names: bool = False,
    watch: Progress = no_progress,
) -> HandExport:
    """Gather the hands of some tables, or of all the tables of Texas Hold'em in a season.

    `watch` is told after each table how many have been read, and of how many.

    Names are as the public sees them; with `full_names` only who opted out has none.

    Raises `UnknownName`, or `ClubFault` for another game.
    """
    watch(0, 0)
    played = [matches.show(club, table) for table in tables]
    for other in played:
        if other.book.slug != GAME:
            raise ClubFault(f"Table {other.number} is {other.book.title}; hand histories are of Texas Hold'em.")
    if not played:
        with club.reading() as tx:
            found = seasons.find_season(tx, season, club.today)
            asked = select(Match.id).join(Session).where(col(Session.season_id) == found.id, col(Match.game) == GAME)
            in_order = asked.order_by(col(Session.held_on), col(Session.starts), col(Match.id))
            played = matches.of_numbers(tx, tx.exec(in_order))
    names = all_public_names(club, full_names=full_names).names
    hands: list[str] = []
    refused: list[tuple[int, int, str]] = []
    for at, match in enumerate(played, 1):
        watch(at, len(played))
        if match.unreadable:
            continue  # what is wrong with it, the audit says
        shown = {name: names[member] for name, member in zip(match.names, match.members, strict=True)}
        for history in histories(match.sheet):
            if isinstance(history, RefusedHand):
                refused.append((match.number, history.line, str(history)))
                continue
            public = replace(history, players=tuple(shown[name] for name in history.players))
            hands.append(f"[{len(hands) + 1}]\n{write_history(public, table=match.id)}")
    return HandExport(tuple(hands), tuple(refused))
