"""Tournaments as rows of CSV: what they are, how they stand, and who sat where in each round and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from referee.tournaments.in_words import state_of, steps_of
from referee.tournaments.view import RoundView, TableView, TournamentView

if TYPE_CHECKING:
    from referee.export.csv_files import Cell

COLUMNS: Final = {
    "tournaments": (
        "tournament",
        "name",
        "season",
        "game",
        "format",
        "status",
        "sizes",
        "score",
        "ties",
        "counts",
        "seed",
        "entries",
        "rounds",
    ),
    "tournament_standings": (
        "tournament",
        "place",
        "entry",
        "member",
        "name",
        "guest",
        "team",
        "points",
        "penalty",
        "played",
        "tie_break",
        "status",
        "since",
        "until",
    ),
    "tournament_rounds": (
        "tournament",
        "round",
        "round_name",
        "date",
        "state",
        "method",
        "seed",
        "table",
        "label",
        "match",
        "seat",
        "entry",
        "member",
        "name",
        "status",
        "rank",
        "score",
        "chips",
        "through",
    ),
}
"""The tables of tournaments and their columns. `rank` is the mean of the places that are shared, as in the results."""


def tournament_row(view: TournamentView) -> Sequence[Cell]:
    """Return what a tournament is."""
    settings = view.settings
    return (
        view.number, view.name, view.season, view.game, settings.format.value, view.status, str(settings.sizes),
        settings.score.value, ", ".join(settings.ties), settings.counts.value, view.seed, len(view.entries),
        len(view.rounds),
    )  # fmt: skip


def standing_rows(view: TournamentView) -> Iterator[Sequence[Cell]]:
    """Yield how it stands, and after that who entered and has no place yet."""
    placed = {line.entry for line in view.standings}
    for line in view.standings:
        entry = view.entries[line.entry]
        yield (
            view.number, line.place, entry.number, entry.member, entry.name, entry.guest, entry.team, line.points,
            line.penalty, line.played, steps_of(line), entry.status, entry.since, entry.until or None,
        )  # fmt: skip
    for number, entry in sorted(view.entries.items()):
        if number not in placed:
            yield (
                view.number, None, number, entry.member, entry.name, entry.guest, entry.team, None, None, 0, "",
                entry.status, entry.since, entry.until or None,
            )  # fmt: skip


def round_rows(view: TournamentView) -> Iterator[Sequence[Cell]]:
    """Yield who sat where in each round, in order of seat, the last of whom dealt first; then the byes and absences."""
    for found in view.rounds:
        head = view.number, found.number, found.name, found.held_on, state_of(found), found.method, found.seed
        for table in found.tables:
            ranks = _ranks(table)
            for seat, number in enumerate(table.entries, 1):
                yield (
                    *head, table.number, table.label, table.match, seat, *_who(view, number), table.status,
                    ranks.get(number), (table.score or {}).get(number), (table.won or {}).get(number),
                    number in table.through,
                )  # fmt: skip
        for entries, status in ((found.byes, "bye"), (found.absent, "absent")):
            for number in entries:
                yield (*head, None, "", None, None, *_who(view, number), status, None, *_given(view, found, number))


def _who(view: TournamentView, number: int) -> tuple[int, int, str]:
    entry = view.entries[number]
    return entry.number, entry.member, entry.name


def _given(view: TournamentView, found: RoundView, number: int) -> tuple[Fraction | None, None, bool]:
    """Return what a round gave to somebody without a table, who has no chips from it and went on from nowhere."""
    at = view.rounds.index(found)
    by_round = next((line.by_round for line in view.standings if line.entry == number), ())
    return by_round[at] if at < len(by_round) else None, None, False


def _ranks(table: TableView) -> dict[int, Fraction]:
    ranks, before = {}, 0
    for group in table.places or ():
        ranks.update(dict.fromkeys(group, before + Fraction(len(group) + 1, 2)))
        before += len(group)
    return ranks
