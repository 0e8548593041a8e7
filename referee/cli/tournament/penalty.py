"""``referee penalty give --tournament``: deduct points in one tournament."""

from __future__ import annotations

from referee.cli.shared.club import open_as_officer
from referee.cli.shared.common_options import CommonOptions
from referee.cli.shared.impact_preview import print_preview
from referee.cli.shared.printing import fail, print_result
from referee.cli.shared.tournament_argument import print_undo
from referee.club.text.fractions import parse_fraction


def give(tournament: str, name: str, points: str, reason: str, common: CommonOptions) -> None:
    """Deduct points from a player in a tournament, or preview the effect with --dry-run."""
    from referee.cli.tournament.printing import print_standings
    from referee.cli.tournament.summary import print_tournament_result
    from referee.tournaments import wording
    from referee.tournaments.actions import closing
    from referee.tournaments.state.view import TournamentView

    if (points_taken := parse_fraction(points)) is None:
        fail(f"Invalid points {points!r}. Use a number such as 1 or 1/2.")

    def print_done(view: TournamentView) -> None:
        print_standings(view)
        print_undo(view.number)

    with open_as_officer(common) as club:
        if common.dry_run:
            from referee.club.corrections.impact import dry_run
            from referee.tournaments.affected_tournaments import tournament_effects

            preview = dry_run(
                club,
                lambda club: closing.give_penalty(club, tournament, name, points_taken, reason=reason),
                lambda club, _: tournament_effects(club, tournament),
            )
            print_result(preview, common.json, print_preview)
            return
        updated, entry = closing.give_penalty(club, tournament, name, points_taken, reason=reason)
    print_tournament_result(
        updated, common.json, print_done, summary=wording.describe_penalty(updated, entry, points_taken)
    )
