"""A tournament as the public may see it: everybody called as the club shows them, also in what somebody typed."""

from __future__ import annotations

from dataclasses import replace

from referee.club.people.public_names import PublicNames
from referee.games import SLUGS
from referee.tournaments.state.view import RoundView, TournamentView


def in_public(view: TournamentView, public: PublicNames) -> TournamentView:
    """Return a tournament with the names that the public sees, of teams too: people call them after each other.

    Why an officer changed a round is not for the wall: that it was changed is said, and how.
    """
    entries = {
        number: replace(each, name=public.at(each.member), team=public.said(each.team))
        for number, each in view.entries.items()
    }
    # A game without a rulebook was named by whoever announced it.
    named = view.game if view.game in SLUGS else public.said(view.game)
    return replace(
        view,
        name=public.said(view.name),
        game=named,
        title=view.title if view.game in SLUGS else public.said(view.title),
        entries=entries,
        rounds=tuple(_round(each, public) for each in view.rounds),
        teams=tuple(replace(each, team=public.said(each.team)) for each in view.teams),
    )


def _round(found: RoundView, public: PublicNames) -> RoundView:
    return replace(
        found,
        name=public.said(found.name),
        changes=tuple(
            replace(each, said=public.said(each.said), reason="", by=public.signed(each.by)) for each in found.changes
        ),
        notes=tuple(public.said(each) for each in found.notes),
    )
