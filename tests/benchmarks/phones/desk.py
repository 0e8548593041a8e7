"""An officer's desk as a process of its own: ``python -m tests.benchmarks.phones.desk CLUB``.

Each line of its input is a match and what happened there, as JSON; it is written down as the desk and the command
line do, and the moment at which that was begun is printed.
"""

from __future__ import annotations

import json
import sys
import time

from referee.club.folder import open_club
from referee.club.match import recording


def main(club: str) -> None:
    """Write the lines of the standard input into a club."""
    with open_club(club) as second_club:
        for text in sys.stdin:
            match, line = json.loads(text)
            began = time.time()
            recording.log_line(second_club, match, line)
            print(began, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
