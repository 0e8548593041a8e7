"""Load the state of the tournament screen: the tournament, its log, clock and rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime

from referee.cards.immutable import frozen
from referee.club.calendar import house_rules
from referee.club.folder import Club
from referee.club.phones.evening_state import ResultReport, open_session, requests
from referee.export.clause_book import printed_tournament
from referee.export.printed import PrintedRulebook
from referee.games import has_rulebook, rulebook
from referee.rules import options_from
from referee.tournaments import overview
from referee.tournaments.actions import closing
from referee.tournaments.actions.closing import TournamentStep
from referee.tournaments.clocks import actions
from referee.tournaments.clocks.clock import ClockReading
from referee.tournaments.freezeout_actions import evening
from referee.tournaments.freezeout_actions.evening import FreezeoutEvening
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import TournamentView


@frozen
class TournamentScreenState:
    """A tournament with its steps, latest first, and its rules.

    `freezeout` is None for other formats. `clock` is its reading at `loaded_at`, or None without a clock. `reports` has
    the results reported by phones, by match.
    """

    view: TournamentView
    freezeout: FreezeoutEvening | None
    clock: ClockReading | None
    steps: tuple[TournamentStep, ...]
    rules: PrintedRulebook
    loaded_at: datetime
    reports: Mapping[int, ResultReport] = field(default_factory=dict)


def load_state(club: Club, number: int) -> TournamentScreenState:
    """Return the current state of a tournament."""
    number_text = str(number)
    view = overview.read_view(club, number_text)
    freezeout = evening.freezeout_view(club, number_text) if view.settings.format is Format.FREEZE_OUT else None
    clock = actions.current_clock(club, number) if view.status != "over" else None
    moment = club.clock()
    reading = clock.reading_at(moment) if clock else None
    with club.reading() as tx:
        session = open_session(tx)
        reports = requests(tx, session.id)[1] if session else {}
    return TournamentScreenState(
        view,
        freezeout,
        reading,
        tuple(closing.list_steps(club, number_text)),
        tournament_rules(club, view),
        moment,
        reports,
    )


def tournament_rules(club: Club, view: TournamentView) -> PrintedRulebook:
    """Return the rulebook of a tournament under its settings and its season's house rules."""
    book, options = rulebook(view.game) if has_rulebook(view.game) else None, None
    if book:
        options = options_from(book.options, house_rules.options_with_season(club, book, view.season)[0])
    played_by = f"As {club.name} plays it in the season {view.season}"
    return printed_tournament(view.settings, options, name=view.name, played_by=played_by)
