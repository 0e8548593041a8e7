"""A tournament for the public: with public names, and without any text an officer entered.

The names of the tournament, its teams and a game without a rulebook remain, with private names in them replaced.
"""

from __future__ import annotations

from dataclasses import replace

from referee.club.people.public_names import PublicNames
from referee.games import has_rulebook
from referee.tournaments.state.view import RoundView, TournamentView


def public_view(view: TournamentView, public: PublicNames) -> TournamentView:
    """Return a tournament with public names. Team names are changed too, because they may contain people's names.

    Changes to rounds have no reason.
    """
    entries = {
        number: replace(entry, name=public.at(entry.member), team=public.named(entry.team))
        for number, entry in view.entries.items()
    }
    # The name of a game without a rulebook is text that an officer entered.
    game = view.game if has_rulebook(view.game) else public.named(view.game)
    return replace(
        view,
        name=public.named(view.name),
        game=game,
        title=view.title if has_rulebook(view.game) else public.named(view.title),
        settings=replace(view.settings, game=game),
        entries=entries,
        rounds=tuple(_public_round(round, public) for round in view.rounds),
        teams=tuple(replace(team, team=public.named(team.team)) for team in view.teams),
    )


def _public_round(round: RoundView, public: PublicNames) -> RoundView:
    return replace(
        round,
        changes=tuple(
            replace(change, said=public.shown(change.said), reason="", by=public.signed(change.by))
            for change in round.changes
        ),
        notes=tuple(public.shown(note) for note in round.notes),
    )
