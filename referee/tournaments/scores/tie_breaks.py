"""The order in which the ties of a tournament are broken: that which was settled, or the usual one of its format."""

from __future__ import annotations

from typing import Final

from referee.competition.ties import Step, read_steps
from referee.tournaments.state.settings import Format, Settings

USUAL: Final = {
    # All meet the same opponents, or as nearly as can be: who came before whom says more than whom they met.
    Format.ALL_MEET: (Step.DIRECT, Step.WINS, Step.SECONDS, Step.BEST, Step.PENALTIES, Step.LOT),
    # Opponents differ, and whoever won early met the stronger ones.
    Format.SWISS: (
        Step.MEDIAN_BUCHHOLZ,
        Step.BUCHHOLZ,
        Step.DIRECT,
        Step.WINS,
        Step.SECONDS,
        Step.PENALTIES,
        Step.LOT,
    ),
    # Those who went out at the same place in the same round are as good as each other: no lot between them.
    Format.KNOCK_OUT: (Step.COUNTBACK,),
    Format.DOUBLE: (Step.COUNTBACK,),
    Format.GROUPS: (Step.DIRECT, Step.WINS, Step.SECONDS, Step.BEST, Step.PENALTIES, Step.LOT),
    Format.FREEZE_OUT: (),
    # On Mondays not all meet all, and who came less often has fewer wins all the same.
    Format.LEAGUE: (Step.WINS, Step.SECONDS, Step.DIRECT, Step.BUCHHOLZ, Step.BEST, Step.PENALTIES, Step.LOT),
}


def steps_of(settings: Settings) -> tuple[Step, ...]:
    """Return the steps of a tournament in order. Raises `ClubFault` for a step that there is not."""
    return read_steps(",".join(settings.ties), lot_last=False) or USUAL[settings.format]
