"""The tie-breaks of a tournament, in order: those in its settings, or the default ones of its format."""

from __future__ import annotations

from typing import Final

from referee.competition.ties import TieStep, read_steps
from referee.tournaments.state.settings import Format, TournamentSettings

USUAL: Final = {
    # All meet the same opponents, or as nearly as can be: who came before whom says more than whom they met.
    Format.ALL_MEET: (TieStep.DIRECT, TieStep.WINS, TieStep.SECONDS, TieStep.BEST, TieStep.PENALTIES, TieStep.LOT),
    # Opponents differ, and whoever won early met the stronger ones.
    Format.SWISS: (
        TieStep.MEDIAN_BUCHHOLZ,
        TieStep.BUCHHOLZ,
        TieStep.DIRECT,
        TieStep.WINS,
        TieStep.SECONDS,
        TieStep.PENALTIES,
        TieStep.LOT,
    ),
    # Those who went out at the same place in the same round are as good as each other: no lot between them.
    Format.KNOCK_OUT: (TieStep.COUNTBACK,),
    Format.DOUBLE: (TieStep.COUNTBACK,),
    Format.GROUPS: (TieStep.DIRECT, TieStep.WINS, TieStep.SECONDS, TieStep.BEST, TieStep.PENALTIES, TieStep.LOT),
    Format.FREEZE_OUT: (),
    # On Mondays not all meet all, and who came less often has fewer wins all the same.
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
    """Return the tie-breaks of a tournament in order. Raises `ClubFault` for an unknown one."""
    return read_steps(",".join(settings.ties), lot_last=False) or USUAL[settings.format]
