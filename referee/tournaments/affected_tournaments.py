"""The tournaments that depend on given tables: their places, the players who advance, and later draws."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from referee.cards.words import join_words
from referee.club.corrections.impact import Impact, dry_run
from referee.club.folder import Club
from referee.store.plain_rows import placeholders
from referee.store.transaction import Transaction
from referee.tournaments import overview
from referee.tournaments.state import log
from referee.tournaments.state.state import replay_tournament
from referee.tournaments.state.view import TournamentView
from referee.tournaments.wording import advancing_entries, format_score, table_title


def is_of_a_tournament(club: Club, table: int) -> bool:
    """Tell whether a table belongs to a tournament."""
    with club.reading() as tx:
        return any(_tournaments_of(tx, {table}))


def dry_run_with_tournaments(club: Club, act: Callable[[Club], object]) -> Impact:
    """Return the impact of an act, also on tournaments, without performing it."""
    return dry_run(club, act, affected_tournaments)


def affected_tournaments(club: Club, tables: Collection[int]) -> dict[str, Mapping[str, str]]:
    """Return the standing of each tournament with any of the tables, described by tournament and player."""
    with club.reading() as tx:
        tournaments = [overview.read_tournament(tx, str(number)).view for number in _tournaments_of(tx, tables)]
    return dict(map(_describe_tournament, tournaments))


def tournament_effects(club: Club, text: str) -> dict[str, Mapping[str, str]]:
    """Return the standing of one tournament, given by number or name, in the form of `affected_tournaments`."""
    return dict([_describe_tournament(overview.read_view(club, text))])


def describe_standing(view: TournamentView) -> dict[str, str]:
    """Return descriptions by name: each player's place and score, the players who advance, and notes on rounds."""
    texts = {}
    standings = {f" of {group.label}": group.lines for group in view.groups} if view.in_groups else {"": view.standings}
    for group, lines in standings.items():
        for line in lines:
            points = "" if line.points is None else f" with {format_score(line.points, view.settings)}"
            texts[view.name_of(line.entry)] = f"place {line.place}{group}{points}"
    for group_table in view.groups:
        if group_table.through:
            texts[group_table.label] = f"{join_words(map(view.name_of, group_table.through))} to go on"
    for round in view.rounds:
        for table in round.tables:
            if advancing := advancing_entries(table, round):
                texts[f"{round.name}, {table_title(table, round)}"] = (
                    f"{join_words(map(view.name_of, advancing))} to go on"
                )
        if round.notes:
            texts[round.name] = " ".join(round.notes)
    return texts


def _describe_tournament(view: TournamentView) -> tuple[str, Mapping[str, str]]:
    return f"tournament {view.number}, {view.name}", describe_standing(view)


def _tournaments_of(tx: Transaction, tables: Collection[int]) -> Iterator[int]:
    """Yield the numbers of the tournaments with the tables, directly or as continuations."""
    tournament_ids = [number for (number,) in tx.rows("SELECT id FROM tournament ORDER BY id")]
    if not tournament_ids:
        return
    match_ids = set(tables)
    while earlier := _continued_by(tx, match_ids) - match_ids:
        match_ids |= earlier
    for number in tournament_ids:
        rounds = replay_tournament(log.read_events(tx, number)).rounds
        if any(match in match_ids for round in rounds for matches in round.matches.values() for match in matches):
            yield number


def _continued_by(tx: Transaction, tables: Collection[int]) -> set[int]:
    query = f'SELECT continues FROM "match" WHERE id IN {placeholders(tables)} AND continues IS NOT NULL'
    return {match for (match,) in tx.rows(query, *tables)}
