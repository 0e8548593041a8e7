"""List the club's past actions, its seasons and tournament rules, and verify an export."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.content import Content

from referee.cards.words import quantity
from referee.club import history
from referee.club.calendar import house_rules, seasons
from referee.club.folder import Club
from referee.club.history import ActionView
from referee.club.scoring_rules import parse_tie_steps
from referee.club.standings import season_end
from referee.dashboard.document_screen import Document
from referee.dashboard.rendering import wrap
from referee.dashboard.tournament.panels import clause_rows
from referee.dashboard.tournament.tournament_state import tournament_rules
from referee.dashboard.widgets.side_panel import heading_rows
from referee.export.printed import PrintedRulebook
from referee.export.verification import ExportVerification, verify_export
from referee.store.moment import in_local_time
from referee.tournaments import overview

_MOST = 500


def all_done() -> Document[Sequence[ActionView]]:
    """Return the document that lists the latest actions in the club, newest first."""
    return Document("rounds", lambda club: history.recent_actions(club, limit=_MOST), lambda _: "What was done", _done)


def of_seasons() -> Document[Sequence[tuple[str, Sequence[str]]]]:
    """Return the document that lists the seasons with their scoring, house rules and trophies."""
    return Document("rounds", _seasons, lambda found: f"Seasons   {quantity(len(found), 'season')}", _told)


def of_tournaments() -> Document[Sequence[PrintedRulebook]]:
    """Return the document with the rulebook of every unfinished tournament under its own settings."""

    def look(club: Club) -> Sequence[PrintedRulebook]:
        return [tournament_rules(club, view) for view in overview.all_tournaments(club) if view.status != "over"]

    return Document("rounds", look, lambda _: "Rules of the tournaments", _clauses)


def verify() -> Document[ExportVerification]:
    """Return the document that compares the last CSV export with its manifest."""

    def heading(found: ExportVerification) -> str:
        differs = quantity(len(found.differences), "difference") if found.differences else "all match the manifest"
        return f"Export   {quantity(len(found.files), 'file')}, {differs}"

    return Document("rounds", lambda club: verify_export(club.exports), heading, _verified)


def _done(found: Sequence[ActionView], width: int) -> Iterator[Content]:
    for deed in found:
        who = f" by {deed.by}" if deed.by else ""
        said = ", ".join(filter(None, [deed.about, deed.note]))
        yield from wrap(f"{in_local_time(deed.at):%Y-%m-%d %H:%M}  {deed.what}{who}: {said}", width, 2)
    if not found:
        yield from wrap("Nothing was done yet.", width, 0)


def _seasons(club: Club) -> Sequence[tuple[str, Sequence[str]]]:
    """Return each season's title and the rows about it, newest first."""
    told = []
    for season in reversed(seasons.seasons(club)):
        end = (
            season_end.archive(club, season.name) if season.closed_at else season_end.provisional_end(club, season.name)
        )
        rows = [seasons.describe_scoring(season), f"Tie-breaks: {', '.join(parse_tie_steps(season.ties))}"]
        for game, versions in house_rules.versions(club, season.name).items():
            said = ", ".join(f"{name}={value}" for name, value in versions[-1].options.items())
            rows.append(f"House rules of {game}: {said or 'played as printed'}")
        rows += [f"{given.trophy}: {', '.join(given.members)} ({given.figure})" for given in end.awards] if end else []
        closed = ", closed" if season.closed_at else ""
        told.append((f"{season.name}, {season.starts} to {season.ends}{closed}", rows))
    return told


def _told(found: Sequence[tuple[str, Sequence[str]]], width: int) -> Iterator[Content]:
    for name, rows in found:
        yield from heading_rows(name)
        for row in rows:
            yield from wrap(row, width, 2)


def _clauses(found: Sequence[PrintedRulebook], width: int) -> Iterator[Content]:
    for book in found:
        yield from heading_rows(f"{book.title}: {book.about}")
        yield from clause_rows(book, width)
    if not found:
        yield from wrap("Every tournament is over, or none was announced.", width, 0)


def _verified(found: ExportVerification, width: int) -> Iterator[Content]:
    for difference in found.differences or found.files:
        yield from wrap(difference, width, 2)
