"""The standings gathered from the club's file, and gathered again after something has changed."""

from referee.club import roster, tables
from referee.club.folder import Club
from referee.club.ladder import ladder
from referee.club.results import results
from tests.club.conftest import NAMES


def play(club: Club, *places: str) -> int:
    table = tables.start(club, "big-two", NAMES[:4]).number
    tables.result(club, table, places=[[name] for name in places])
    tables.finish(club, table)
    return table


def test_only_what_changed_is_read_again_and_the_table_is_the_same(club: Club) -> None:
    first = play(club, *NAMES[:4])
    known = ladder(club)
    assert ladder(club, before=known) == known
    play(club, *NAMES[3::-1])
    after = ladder(club, before=known)
    assert after == ladder(club)
    assert after.rows != known.rows
    tables.result(club, first, places=[[name] for name in NAMES[3::-1]])  # the sheet had been read upside down
    corrected = ladder(club, before=after)
    assert corrected == ladder(club)
    assert corrected.rows != after.rows


def test_a_merge_is_seen(club: Club) -> None:
    play(club, *NAMES[:4])
    known = results(club)
    roster.add(club, "Ann Lee")
    roster.merge(club, "Ann Lee", NAMES[0])
    assert results(club, before=known) == results(club)


def test_guests_have_no_row_and_were_opponents_all_the_same(club: Club) -> None:
    roster.add(club, "Zoe", guest=True)
    table = tables.start(club, "big-two", ["Zoe", *NAMES[:3]]).number
    tables.result(club, table, places=[["Zoe"], *([name] for name in NAMES[:3])])
    tables.finish(club, table)
    assert next((row.name, float(row.score)) for row in ladder(club).rows) == (NAMES[0], 2 / 3)
    roster.add(club, "Zoe")  # she joins, and the night on which she was a guest does not count
    assert "Zoe" not in [row.name for row in ladder(club).rows]
