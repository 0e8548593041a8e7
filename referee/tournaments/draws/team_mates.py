"""The note on a round in which team mates sit together. They are kept apart only where possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.cards.words import join_words
from referee.competition.entrants import Table
from referee.tournaments.state.view import EntryView


def mates_note(tables: Sequence[Table], entries: Mapping[int, EntryView]) -> str:
    """Return a note on team mates drawn at the same table, and the table; empty if there are none."""
    notes = []
    for number, table in enumerate(tables, 1):
        teams: dict[str, list[EntryView]] = {}
        for entry in (entries[player] for player in table):
            if entry.team:
                teams.setdefault(entry.team.casefold(), []).append(entry)
        for team in teams.values():
            if len(team) > 1:
                notes.append(f"{join_words(entry.name for entry in team)} ({team[0].team}) sit at table {number}")
    return f"Not all team mates could be kept apart: {'; '.join(notes)}." if notes else ""
