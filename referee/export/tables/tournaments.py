"""Tournaments as rows of tables: settings, standings, and each round's seats and results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from referee.competition.result import mean_ranks
from referee.export.tables.rows import TournamentRoundRow, TournamentRow, TournamentStandingRow
from referee.tournaments.state.view import RoundView, TournamentView
from referee.tournaments.wording import describe_round_state, steps_of


def tournament_row(view: TournamentView) -> TournamentRow:
    """Return the row of a tournament."""
    settings = view.settings
    return TournamentRow(
        tournament=view.number,
        name=view.name,
        season=view.season,
        game=view.game,
        format=settings.format.value,
        status=view.status,
        sizes=str(settings.sizes),
        score=settings.score.value,
        ties=", ".join(settings.ties),
        counts=settings.counts.value,
        seed=view.seed,
        entries=len(view.entries),
        rounds=len(view.rounds),
    )


def standing_rows(view: TournamentView) -> Iterator[TournamentStandingRow]:
    """Yield the standings, then the entries without a place."""
    lines = {line.entry: line for line in view.standings}
    group = {line.entry: group_table.label for group_table in view.groups for line in group_table.lines}
    if view.in_groups:
        lines = {line.entry: line for group_table in view.groups for line in group_table.lines}
    for number in (*lines, *sorted(view.entries.keys() - lines.keys())):
        entry, line = view.entries[number], lines.get(number)
        yield TournamentStandingRow(
            tournament=view.number,
            place=line.place if line else None,
            entry=entry.number,
            member=entry.member,
            name=entry.name,
            guest=entry.guest,
            team=entry.team,
            group=group.get(number, ""),
            points=line.points if line else None,
            penalty=line.penalty if line else None,
            played=line.played if line else 0,
            reached=line.reached if line else "",
            place_there=line.there if line else "",
            tie_break=steps_of(line) if line else "",
            status=entry.status,
            since=entry.since,
            until=entry.until or None,
        )


def round_rows(view: TournamentView) -> Iterator[TournamentRoundRow]:
    """Yield the seats of each round in order, the first dealer last; then the byes and absences."""
    for drawn_round in view.rounds:
        for table in drawn_round.tables:
            ranks = mean_ranks(table.places or ())
            for seat, number in enumerate(table.entries, 1):
                yield replace(
                    _base_row(view, drawn_round, number, table.status),
                    table=table.number,
                    label=table.label,
                    match=table.match.id if table.match else None,
                    seat=seat,
                    rank=ranks.get(number),
                    score=(table.score or {}).get(number),
                    chips=(table.won or {}).get(number),
                    through=number in table.through,
                )
        for entries, status in ((drawn_round.byes, "bye"), (drawn_round.absent, "absent")):
            for number in entries:
                yield replace(
                    _base_row(view, drawn_round, number, status), score=_round_score(view, drawn_round, number)
                )


def _base_row(view: TournamentView, drawn_round: RoundView, number: int, status: str) -> TournamentRoundRow:
    entry = view.entries[number]
    return TournamentRoundRow(
        tournament=view.number,
        round=drawn_round.number,
        round_name=drawn_round.name,
        date=drawn_round.held_on,
        state=describe_round_state(drawn_round),
        method=drawn_round.method,
        seed=drawn_round.seed,
        entry=entry.number,
        member=entry.member,
        name=entry.name,
        status=status,
    )


def _round_score(view: TournamentView, drawn_round: RoundView, number: int) -> Fraction | None:
    """Return the points that an entry without a table got for a round."""
    at = view.rounds.index(drawn_round)
    by_round = next((line.by_round for line in view.standings if line.entry == number), ())
    return by_round[at] if at < len(by_round) else None
