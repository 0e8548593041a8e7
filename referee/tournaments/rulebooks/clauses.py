"""The clauses of a tournament's rulebook: their texts, sources and conditions.

A clause number is never reused. ``{rounds}`` and similar names in a text are values of the settings; see
`referee.tournaments.rulebooks.rulebook`.
"""

from __future__ import annotations

from typing import Final

from referee.competition.ties import TieStep
from referee.tournaments.rulebooks.entry_clauses import ENTRY
from referee.tournaments.rulebooks.freeze_out_clauses import FREEZE_OUT
from referee.tournaments.rulebooks.life_clauses import LIFE
from referee.tournaments.rulebooks.place_clauses import PLACES
from referee.tournaments.rulebooks.table_clauses import TABLES

CHAPTERS: Final = {
    "1": "Entry and the start",
    "2": "Rounds and draws",
    "3": "What a table gives",
    "4": "Places, and who is level",
    "5": "Byes, absences and leavers",
    "6": "Corrections, disputes and penalties",
    "7": "What it counts for in the season",
    "8": "The freezeout",
    "9": "Teams",
}

STEP_CLAUSES: Final = {
    "4.11": TieStep.DIRECT,
    "4.12": TieStep.WINS,
    "4.13": TieStep.SECONDS,
    "4.14": TieStep.BUCHHOLZ,
    "4.15": TieStep.MEDIAN_BUCHHOLZ,
    "4.16": TieStep.BEST,
    "4.17": TieStep.COUNTBACK,
    "4.18": TieStep.PENALTIES,
    "4.19": TieStep.LOT,
    "4.20": TieStep.COUNTBACK,
}

CLAUSES: Final = tuple(
    sorted(
        (*ENTRY, *TABLES, *PLACES, *LIFE, *FREEZE_OUT), key=lambda clause: [int(part) for part in clause.id.split(".")]
    )
)
"""All clauses, in the order of their numbers."""
