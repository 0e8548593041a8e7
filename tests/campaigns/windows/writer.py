"""An officer who records deals at a table, one after another, and says what is refused: ``... CLUB MATCH LINES``."""

import sys
from pathlib import Path

from referee.club.folder import open_club
from referee.club.match import recording
from referee.club.text.faults import ClubFault


def write(club: str, match: int, lines: int) -> int:
    """Record so many lines, and return how many were refused."""
    refused = 0
    with open_club(Path(club)) as second_club:
        for line in range(lines):
            try:
                recording.log_line(second_club.with_actor("Ann"), match, "deal", key=f"{match}-{line}")
            except ClubFault as fault:
                print(fault, flush=True)
                refused += 1
    return refused


if __name__ == "__main__":
    sys.exit(min(1, write(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
