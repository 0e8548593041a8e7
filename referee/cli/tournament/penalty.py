"""``referee penalty give --tournament``: points taken in one tournament alone."""

from __future__ import annotations

from referee.cli.shared.club import opened_by
from referee.cli.shared.common_options import Common
from referee.cli.shared.impact_preview import say_rehearsed
from referee.cli.shared.printing import answer, complain
from referee.cli.shared.tournament_argument import say_undo
from referee.club.text.fractions import fraction


def give(tournament: str, name: str, points: str, reason: str, common: Common) -> None:
    """Take points from a player in a tournament; with --dry-run only show what that would change."""
    from referee.cli.tournament.printing import say_standings
    from referee.cli.tournament.summary import tell
    from referee.tournaments import words
    from referee.tournaments.actions import closing
    from referee.tournaments.state.view import TournamentView

    if (taken := fraction(points)) is None:
        complain(f"Invalid points {points!r}. Use a number such as 1 or 1/2.")

    def say_done(found: TournamentView) -> None:
        say_standings(found)
        say_undo(found.number)

    with opened_by(common) as desk:
        if common.dry_run:
            from referee.club.corrections.impact import dry_run
            from referee.tournaments.affected_tournaments import tournament_effects

            would = dry_run(
                desk,
                lambda one: closing.penalty(one, tournament, name, taken, reason=reason),
                lambda one, _: tournament_effects(one, tournament),
            )
            answer(would, common.json, say_rehearsed)
            return
        found, entry = closing.penalty(desk, tournament, name, taken, reason=reason)
    tell(found, common.json, say_done, done=words.penalised(found, entry, taken))
