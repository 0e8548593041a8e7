"""The linked pages of a season, with season.html as the first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from referee.cards.immutable import frozen
from referee.club.calendar import house_rules, seasons
from referee.club.calendar.settings import settings
from referee.club.calendar.time_zone import local_zone
from referee.club.folder import Club
from referee.club.people.public_names import all_public_names
from referee.export.clause_book import printed_scoring, printed_tournament
from referee.export.ics import USUAL_MINUTES, calendar_file
from referee.export.pages.links import rules_file
from referee.export.pages.player_page import player_pages
from referee.export.pages.rulebook_page import record_sheets, rulebook_page
from referee.export.pages.season_facts import season_facts
from referee.export.pages.season_page import season_page
from referee.export.pages.session_page import session_pages
from referee.export.pages.tournament_page import tournament_page
from referee.export.printed import printed_rulebook, printed_sheet
from referee.export.tables.rows import SeasonExport
from referee.export.tables.season import season_export
from referee.games import has_rulebook, rulebook, shared_rulebook, slugs
from referee.games.examples import read_examples
from referee.rules.book.options import options_from
from referee.rules.plain_text import with_signs
from referee.store.difference import Difference
from referee.store.progress import Progress, no_progress

INDEX = "season.html"
CALENDAR = "season.ics"


@frozen
class SeasonPages:
    """The pages of a season by file name, the index last, and differences of the club's file from its log."""

    season: str
    files: Mapping[str, bytes]
    damage: tuple[Difference, ...]


def season_pages(
    club: Club, season: str | None = None, *, full_names: bool = False, progress: Progress = no_progress
) -> SeasonPages:
    """Return all pages of a season.

    Names are public ones. With `full_names`, only members who opted out are hidden. `progress` is called with the
    number of sessions read and their total.
    """
    export = season_export(club, season, full_names=full_names, progress=progress)
    season_row = seasons.show(club, season)
    facts = season_facts(club, season_row.name, all_public_names(club, full_names=full_names), export.tournaments)
    back_label = f"{with_signs(club.name)}, season {with_signs(season_row.name)}"
    pages = {**_rule_pages(club, season_row.name, export, back_label), **session_pages(export.tables, back_label)}
    pages |= player_pages(export.tables, back_label)
    pages["rules-scoring.html"] = rulebook_page(printed_scoring(season_row), back_label)
    for view in export.tournaments:
        options = None
        if has_rulebook(view.game):
            book = rulebook(view.game)
            options = options_from(book.options, house_rules.options_with_season(club, book, season_row.name)[0])
        rules = printed_tournament(view.settings, options, name=view.name)
        progress(0, 0)
        pages[f"tournament-{view.number}.html"] = tournament_page(view, club.name, rules, facts.prizes.get(view.number))
    files = {name: page.encode("utf-8", "replace") for name, page in pages.items()}
    if calendar := _calendar(club, season_row.name):
        files[CALENDAR] = calendar
    index = season_page(export, replace(facts, calendar=CALENDAR in files))
    return SeasonPages(season_row.name, {**files, INDEX: index.encode("utf-8", "replace")}, export.damage)


def _rule_pages(club: Club, season: str, export: SeasonExport, back: str) -> dict[str, str]:
    """Return the rulebook pages of all games played under the season's house rules, and their record sheets."""
    games = {row.game for row in export.tables.matches} | {view.game for view in export.tournaments}
    pages, sheets = {}, []
    cited: set[str] = set()
    for slug in sorted(games & set(slugs())):
        book = rulebook(slug)
        options = options_from(book.options, house_rules.options_with_season(club, book, season)[0])
        played_by = f"As {with_signs(club.name)} plays it in the season {with_signs(season)}"
        rules = printed_rulebook(book, options, played_by)
        pages[rules_file(slug)] = rulebook_page(rules, back)
        cited |= {citation.slug for chapter in rules.chapters for citation in chapter.cited}
        sheets.append(printed_sheet(book, options, read_examples(slug), played_by))
    for slug in sorted(cited):
        pages[rules_file(slug)] = rulebook_page(
            printed_rulebook(shared_rulebook(slug), shared_rulebook(slug).options()), back
        )
    return {**pages, "records.html": record_sheets(sheets, back)}


def _calendar(club: Club, season: str) -> bytes:
    """Return the content of the calendar file, or no bytes if the club's time zone is unknown."""
    settings_of_season = settings(club, season)
    zone = settings_of_season.zone or local_zone()
    return calendar_file(club, season, zone=zone, minutes=settings_of_season.minutes or USUAL_MINUTES) if zone else b""
