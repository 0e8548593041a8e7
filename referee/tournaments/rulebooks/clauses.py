"""The clauses of the rulebook of a tournament: what each says, where it is from, and when it is in force.

A number is never given to another clause. ``{rounds}`` and the like in a text are what a tournament has settled, see
`referee.tournaments.rulebooks.rulebook`.
"""

from __future__ import annotations

from typing import Final

from referee.tournaments.rulebooks.entry_clauses import ENTRY
from referee.tournaments.rulebooks.freeze_out_clauses import FREEZE_OUT
from referee.tournaments.rulebooks.life_clauses import LIFE
from referee.tournaments.rulebooks.place_clauses import PLACES
from referee.tournaments.rulebooks.table_clauses import TABLES
from referee.tournaments.scores.tie_breaks import Step

CHAPTERS: Final = {
    "1": "Entry and the start",
    "2": "Rounds and draws",
    "3": "What a table gives",
    "4": "Places, and who is level",
    "5": "Byes, absences and leavers",
    "6": "Corrections, disputes and penalties",
    "7": "What it counts for in the season",
    "8": "The freeze-out",
    "9": "Teams",
}

STEP_CLAUSES: Final = {
    Step.DIRECT: "4.11",
    Step.WINS: "4.12",
    Step.SECONDS: "4.13",
    Step.STRENGTH: "4.14",
    Step.MEDIAN: "4.15",
    Step.BEST: "4.16",
    Step.LATER: "4.17",
    Step.PENALTIES: "4.18",
    Step.LOT: "4.19",
}

CLAUSES: Final = tuple(
    sorted(
        (*ENTRY, *TABLES, *PLACES, *LIFE, *FREEZE_OUT), key=lambda clause: [int(each) for each in clause.id.split(".")]
    )
)
"""All clauses, in the order of their numbers."""
