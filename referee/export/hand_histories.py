"""Export the club's hands of Texas Hold'em as hand histories."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from referee.cards.immutable import frozen
from referee.club.calendar import seasons
from referee.club.folder import Club
from referee.club.match import matches
from referee.club.people.public_names import all_public_names
from referee.club.text.faults import ClubFault
from referee.histories.phh import RefusedHand
from referee.histories.reading import GAME
from referee.histories.writing import convert_hands, write_history
from referee.store.progress import Progress, no_progress


@frozen
class HandExport:
    """The hands as texts of a ``.phhs`` file, and the table, line and reason of each hand left out."""

    hands: tuple[str, ...]
    refused: tuple[tuple[int, int, str], ...]


def export_hands(
    club: Club,
    tables: Iterable[int] = (),
    season: str | None = None,
    *,
    full_names: bool = False,
    progress: Progress = no_progress,
) -> HandExport:
    """Return the hands of the given tables, or of all Texas Hold'em tables in a season.

    Names are public ones. With `full_names`, only members who opted out are hidden. `progress` is called with the
    number of tables read and their total.

    Raise `UnknownName`, or `ClubFault` for a table of another game.
    """
    progress(0, 0)
    matches_played = [matches.show(club, table) for table in tables]
    for shown_match in matches_played:
        if shown_match.book.slug != GAME:
            raise ClubFault(
                f"Table {shown_match.number} is {shown_match.book.title}; hand histories are of Texas Hold'em."
            )
    if not matches_played:
        with club.reading() as tx:
            season_row = seasons.find_season(tx, season, club.today)
            query = (
                'SELECT m.id FROM "match" m JOIN session e ON e.id = m.session_id WHERE e.season_id = ? AND m.game = ? '
                "ORDER BY e.held_on, e.starts, m.id"
            )
            matches_played = matches.find_matches(tx, [match for (match,) in tx.rows(query, season_row.id, GAME)])
    names = all_public_names(club, full_names=full_names).names
    hands: list[str] = []
    refused: list[tuple[int, int, str]] = []
    for number, match in enumerate(matches_played, 1):
        progress(number, len(matches_played))
        if match.unreadable:
            continue  # the audit says why
        public_names = {name: names[member] for name, member in zip(match.names, match.members, strict=True)}
        for history in convert_hands(match.sheet):
            if isinstance(history, RefusedHand):
                refused.append((match.number, history.line, str(history)))
                continue
            public = replace(history, players=tuple(public_names[name] for name in history.players))
            hands.append(f"[{len(hands) + 1}]\n{write_history(public, table=match.id)}")
    return HandExport(tuple(hands), tuple(refused))
