"""The tie-breaks of a tournament in order: those in its settings, or the default ones of its format."""

from __future__ import annotations

from typing import Final

from referee.competition.ties import TieStep, parse_steps
from referee.tournaments.state.settings import Format, TournamentSettings

DEFAULT_STEPS: Final = {
    # All meet nearly the same opponents: direct results say more than the opponents' strength.
    Format.ALL_MEET: (TieStep.DIRECT, TieStep.WINS, TieStep.SECONDS, TieStep.BEST, TieStep.PENALTIES, TieStep.LOT),
    # Opponents differ, and early winners met the stronger ones.
    Format.SWISS: (
        TieStep.MEDIAN_BUCHHOLZ,
        TieStep.BUCHHOLZ,
        TieStep.DIRECT,
        TieStep.WINS,
        TieStep.SECONDS,
        TieStep.PENALTIES,
        TieStep.LOT,
    ),
    # Players who went out at the same place in the same round share it: there is no random tie-break.
    Format.KNOCK_OUT: (TieStep.COUNTBACK,),
    Format.DOUBLE: (TieStep.COUNTBACK,),
    Format.GROUPS: (TieStep.DIRECT, TieStep.WINS, TieStep.SECONDS, TieStep.BEST, TieStep.PENALTIES, TieStep.LOT),
    Format.FREEZE_OUT: (),
    # In a league not all meet all, and players who came less often have fewer wins anyway.
    Format.LEAGUE: (
        TieStep.WINS,
        TieStep.SECONDS,
        TieStep.DIRECT,
        TieStep.BUCHHOLZ,
        TieStep.BEST,
        TieStep.PENALTIES,
        TieStep.LOT,
    ),
}


def steps_of(settings: TournamentSettings) -> tuple[TieStep, ...]:
    """Return the tie-breaks of a tournament in order. Raise `ClubFault` for an unknown one."""
    return parse_steps(",".join(settings.ties), lot_last=False) or DEFAULT_STEPS[settings.format]
