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

_MAX_ACTIONS = 500


def all_done() -> Document[Sequence[ActionView]]:
    """Return the document that lists the latest actions in the club, newest first."""
    return Document(
        "rounds", lambda club: history.recent_actions(club, limit=_MAX_ACTIONS), lambda _: "What was done", _action_rows
    )


def of_seasons() -> Document[Sequence[tuple[str, Sequence[str]]]]:
    """Return the document that lists the seasons with their scoring, house rules and trophies."""
    return Document(
        "rounds",
        _load_seasons,
        lambda found_seasons: f"Seasons   {quantity(len(found_seasons), 'season')}",
        _section_rows,
    )


def of_tournaments() -> Document[Sequence[PrintedRulebook]]:
    """Return the document with the rulebook of every unfinished tournament under its own settings."""

    def load_rulebooks(club: Club) -> Sequence[PrintedRulebook]:
        return [tournament_rules(club, view) for view in overview.all_tournaments(club) if view.status != "over"]

    return Document("rounds", load_rulebooks, lambda _: "Rules of the tournaments", _rulebook_rows)


def verify() -> Document[ExportVerification]:
    """Return the document that compares the last CSV export with its manifest."""

    def heading(verification: ExportVerification) -> str:
        differs = (
            quantity(len(verification.differences), "difference")
            if verification.differences
            else "all match the manifest"
        )
        return f"Export   {quantity(len(verification.files), 'file')}, {differs}"

    return Document("rounds", lambda club: verify_export(club.exports), heading, _verification_rows)


def _action_rows(actions: Sequence[ActionView], width: int) -> Iterator[Content]:
    for action in actions:
        officer_text = f" by {action.by}" if action.by else ""
        details = ", ".join(filter(None, [action.about, action.note]))
        yield from wrap(f"{in_local_time(action.at):%Y-%m-%d %H:%M}  {action.what}{officer_text}: {details}", width, 2)
    if not actions:
        yield from wrap("Nothing was done yet.", width, 0)


def _load_seasons(club: Club) -> Sequence[tuple[str, Sequence[str]]]:
    """Return each season's title and the rows about it, newest first."""
    sections = []
    for season in reversed(seasons.seasons(club)):
        end = (
            season_end.archive(club, season.name) if season.closed_at else season_end.provisional_end(club, season.name)
        )
        rows = [seasons.describe_scoring(season), f"Tie-breaks: {', '.join(parse_tie_steps(season.ties))}"]
        for game, versions in house_rules.versions(club, season.name).items():
            options_text = ", ".join(f"{name}={value}" for name, value in versions[-1].options.items())
            rows.append(f"House rules of {game}: {options_text or 'printed rules, unchanged'}")
        rows += [f"{award.trophy}: {', '.join(award.members)} ({award.figure})" for award in end.awards] if end else []
        status_text = ", closed" if season.closed_at else ""
        sections.append((f"{season.name}, {season.starts} to {season.ends}{status_text}", rows))
    return sections


def _section_rows(sections: Sequence[tuple[str, Sequence[str]]], width: int) -> Iterator[Content]:
    for name, rows in sections:
        yield from heading_rows(name)
        for row in rows:
            yield from wrap(row, width, 2)


def _rulebook_rows(rulebooks: Sequence[PrintedRulebook], width: int) -> Iterator[Content]:
    for book in rulebooks:
        yield from heading_rows(f"{book.title}: {book.about}")
        yield from clause_rows(book, width)
    if not rulebooks:
        yield from wrap("Every tournament is over, or none was announced.", width, 0)


def _verification_rows(verification: ExportVerification, width: int) -> Iterator[Content]:
    for difference in verification.differences or verification.files:
        yield from wrap(difference, width, 2)
