"""A tournament as the public may see it: everybody called as the club shows them, and nothing that somebody typed.

The names of a tournament, its teams and a game without a rulebook are there, with nobody in them who is hidden.
"""

from __future__ import annotations

from dataclasses import replace

from referee.club.people.public_names import PublicNames
from referee.games import is_ruled
from referee.tournaments.state.view import RoundView, TournamentView


def public_view(view: TournamentView, public: PublicNames) -> TournamentView:
    """Return a tournament with the names that the public sees, of teams too: people call them after each other.

    Why an officer changed a round is not for the wall: that it was changed is said, and how.
    """
    entries = {
        number: replace(each, name=public.at(each.member), team=public.named(each.team))
        for number, each in view.entries.items()
    }
    # A game without a rulebook was named by whoever announced it.
    game = view.game if is_ruled(view.game) else public.named(view.game)
    return replace(
        view,
        name=public.named(view.name),
        game=game,
        title=view.title if is_ruled(view.game) else public.named(view.title),
        settings=replace(view.settings, game=game),
        entries=entries,
        rounds=tuple(_round(each, public) for each in view.rounds),
        teams=tuple(replace(each, team=public.named(each.team)) for each in view.teams),
    )


def _round(found: RoundView, public: PublicNames) -> RoundView:
    return replace(
        found,
        changes=tuple(
            replace(each, said=public.shown(each.said), reason="", by=public.signed(each.by)) for each in found.changes
        ),
        notes=tuple(public.shown(each) for each in found.notes),
    )
