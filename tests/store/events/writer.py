"""A program that appends events one by one and says after each that it is there: ``python -m ... CLUB COUNT NAME``."""

import sys
from pathlib import Path

from referee.store.events.address import is_server, parse_server
from referee.store.events.log import LogWriter
from referee.store.events.postgresql import open_on_server
from referee.store.events.rows import no_changes
from referee.store.events.sqlite import open_file

AT = "2026-11-16T19:30:00.000000+00:00"


def write(where: str, count: int, name: str) -> None:
    club = open_on_server(parse_server(where)) if is_server(where) else open_file(Path(where))
    for number in range(count):
        with club.writing() as sql:
            # Two events at a time: one without the other would be half of what was done.
            change = LogWriter(sql, club.club, AT, no_changes)
            change.append("scored", {"who": name, "number": number})
            change.append("scored", {"who": name, "number": number}, key=f"{name}-{number}")
        print(number, flush=True)


if __name__ == "__main__":
    write(sys.argv[1], int(sys.argv[2]), sys.argv[3])
