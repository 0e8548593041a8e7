"""What tables are called: by their number in the session, counted in the order in which tables started."""

from datetime import date, time
from pathlib import Path

import pytest

from referee.club import table_numbers
from referee.club.calendar import schedule, seasons, sessions
from referee.club.folder import Club
from referee.club.match import ending, matches, recording, starting, voiding
from referee.club.match.seat_transfers import leave
from referee.club.text.faults import ClubFault, UnknownName
from referee.rules.plain_data import plain
from tests.club.conftest import MONDAY, NAMES, copied, whole_hand, write_down

NEXT = date(2026, 11, 23)
WHY = "the last bus goes at nine"


def start(club: Club, *names: str, session: str | None = None) -> int:
    return int(starting.start_table(club, "big-two", names or NAMES[:4], session=session).number)


def called(club: Club, typed: str, *, reading: bool = False) -> int:
    with club.reading() as tx:
        return int(table_numbers.find_table(tx, typed, reading=reading))


def shown(club: Club, match: int) -> str:
    with club.reading() as tx:
        return table_numbers.table_name(tx, match)


def over(club: Club, match: int) -> None:
    ending.record_result(club, match, places=[[name] for name in NAMES[:4]])
    ending.finish(club, match)


def next_monday(club: Club) -> None:
    """Close the Monday, and open the next with a table, which is match 3 after two of the first."""
    sessions.close_session(club, unfinished=True)
    schedule.add(club, NEXT, time(18, 45))
    sessions.open_session(club, str(NEXT))


@pytest.fixture
def two_mondays(club: Club) -> Club:
    """Two tables on the first Monday, matches 1 and 2; one on the next, which is open: match 3."""
    for _ in range(2):
        over(club, start(club))
    next_monday(club)
    start(club)
    return club


def test_a_number_alone_is_of_the_open_session(two_mondays: Club) -> None:
    assert called(two_mondays, "1") == 3
    assert shown(two_mondays, 3) == "1"


def test_a_date_before_the_number_names_the_session(two_mondays: Club) -> None:
    assert [called(two_mondays, f"{MONDAY}/{number}") for number in (1, 2)] == [1, 2]
    assert [shown(two_mondays, match) for match in (1, 2)] == ["2026-11-16/1", "2026-11-16/2"]
    assert called(two_mondays, f"{NEXT}/1") == 3
    assert [called(two_mondays, f"{day}/2") for day in ("16.11.2026", "16/11", "16 Nov")] == [2, 2, 2]


def test_a_table_of_the_last_session_is_offered_with_its_date(two_mondays: Club) -> None:
    with pytest.raises(ClubFault, match=r"^There is no table 2 in the session of 2026-11-23\..* use 2026-11-16/2\.$"):
        called(two_mondays, "2")
    with pytest.raises(ClubFault, match=r"Use 1\.$"):
        called(two_mondays, "3")


def test_m_stands_before_a_running_number(two_mondays: Club) -> None:
    assert [called(two_mondays, text) for text in ("m1", "m2", "m3", "M3", " m3 ")] == [1, 2, 3, 3, 3]


@pytest.mark.parametrize(
    "typed",
    [
        *("", " ", "0", "-1", "+1", "1.0", "one", "03", "٣", "m", "m0", "m-1", "mm1", "#1", "1/2/3/4", "2026-11-16/"),
        *("/1", "2026-11-16/0", "2026-13-01/1", "31.11.2026/1", "2026-11-16/m1"),
    ],
)
def test_what_is_no_table_is_refused_with_what_to_type(two_mondays: Club, typed: str) -> None:
    with pytest.raises(ClubFault) as fault:
        called(two_mondays, typed)
    assert str(fault.value) == f"Invalid table {typed!r}. Use a number such as 3, 2026-11-16/3 or m312."


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("99", "There is no table 99 in the session of 2026-11-23. Use 1."),
        ("2026-11-16/3", "There is no table 3 in the session of 2026-11-16. Use 2026-11-16/1 or 2026-11-16/2."),
        ("2026-11-17/1", "There is no session on 2026-11-17. Use the date of a session, such as 2026-11-23."),
        ("m99", "There is no match m99."),
        ("m99999999999999999999", "There is no match m99999999999999999999."),
        ("99999999999999999999", "There is no table 99999999999999999999 in the session of 2026-11-23. Use 1."),
    ],
)
def test_a_table_that_there_is_not_is_refused(two_mondays: Club, typed: str, said: str) -> None:
    with pytest.raises(UnknownName) as fault:
        called(two_mondays, typed)
    assert str(fault.value) == said


def test_a_session_without_tables_says_so(club: Club) -> None:
    with pytest.raises(UnknownName, match="There is no table 1 in the session of 2026-11-16"):
        called(club, "1")


def test_while_no_session_is_open_reading_takes_the_last_and_writing_asks_for_the_date(two_mondays: Club) -> None:
    sessions.close_session(two_mondays, unfinished=True)
    assert called(two_mondays, "1", reading=True) == 3
    with pytest.raises(ClubFault) as fault:
        called(two_mondays, "1")
    assert str(fault.value) == "No session is open. For table 1 of the last session use 2026-11-23/1."
    assert called(two_mondays, "2026-11-23/1") == 3
    assert shown(two_mondays, 3) == "2026-11-23/1"


def test_before_any_session_there_is_no_table(monday: Path, tmp_path: Path) -> None:
    with copied(monday, tmp_path / "club") as club:
        for reading in (True, False):
            with pytest.raises(ClubFault, match="No session is open, and no table has started"):
                called(club, "1", reading=reading)


def test_with_several_sessions_open_the_date_is_needed(two_mondays: Club) -> None:
    sessions.open_session(two_mondays, str(MONDAY), reason="the wrong one was closed")
    for reading in (True, False):
        with pytest.raises(ClubFault) as fault:
            called(two_mondays, "1", reading=reading)
        assert str(fault.value) == "2 sessions are open. Use 2026-11-16/1 or 2026-11-23/1."
    assert [shown(two_mondays, match) for match in (1, 2, 3)] == ["2026-11-16/1", "2026-11-16/2", "2026-11-23/1"]


def test_of_two_sessions_on_one_day_the_date_stands_for_the_later_one(club: Club) -> None:
    # Two seasons that overlap may both have a session on a day.
    seasons.new(club, "Friendly", starts=MONDAY, ends=NEXT, best_k=2, min_sessions=1)
    first = start(club)
    schedule.add(club, MONDAY, time(20), season="Friendly")
    sessions.open_session(club, str(MONDAY))
    with club.reading() as tx:
        [(later,)] = tx.rows("SELECT max(id) FROM session")
    second = start(club, "Eve", "Ann", "Ben", session=str(later))
    assert called(club, f"{MONDAY}/1") == second
    assert [shown(club, match) for match in (first, second)] == [f"m{first}", "2026-11-16/1"]
    assert called(club, shown(club, first)) == first


def test_a_table_keeps_its_number_when_somebody_leaves(club: Club) -> None:
    first, second = start(club), start(club, "Eve", "Ann", "Ben")
    write_down(club, first, whole_hand())
    goes_on = leave(club, first, "Dee", reason=WHY).goes_on
    assert goes_on is not None
    assert int(goes_on.number) == 3
    assert [str(table_number) for table_number in (goes_on.number, matches.show(club, second).number)] == ["1", "2"]
    assert [called(club, text) for text in ("1", "2", "m1")] == [3, 2, 1]
    assert shown(club, first) == "m1"  # what finds it again: 1 is the match that goes on
    assert goes_on.number.table == matches.show(club, first).number.table == 1
    assert str(starting.start_table(club, "big-two", ["Cal", "Dee", "Eve"]).number) == "3"


def test_a_table_goes_on_by_itself_when_it_is_undone_that_somebody_left(club: Club) -> None:
    first = start(club)
    write_down(club, first, whole_hand())
    goes_on = leave(club, first, "Dee", reason=WHY).goes_on
    assert goes_on is not None
    recording.undo_line(club, first, reason="Dee stays")
    assert called(club, "1") == first
    assert [shown(club, match) for match in (first, goes_on.number)] == ["1", "m2"]
    change = leave(club, first, "Dee", reason=WHY).goes_on
    assert change is not None
    assert called(club, "1") == change.number == 3


def test_a_table_that_went_on_and_was_voided_is_still_the_last_of_its_number(club: Club) -> None:
    first = start(club)
    write_down(club, first, whole_hand())
    goes_on = leave(club, first, "Dee", reason=WHY).goes_on
    assert goes_on is not None
    voiding.void_match(club, goes_on.number, reason="nobody played on")
    assert called(club, "1") == goes_on.number


def test_void_tables_and_tables_opened_again_keep_their_numbers(club: Club) -> None:
    first, second = start(club), start(club, "Eve", "Ann", "Ben")
    voiding.void_match(club, first, reason="the wrong table")
    assert [shown(club, match) for match in (first, second)] == ["1", "2"]
    replay = start(club)
    assert shown(club, replay) == "3"
    over(club, replay)
    voiding.reopen_match(club, replay, reason="it was the wrong result")
    recording.undo_line(club, first, reason="it was right")
    assert [shown(club, match) for match in (first, second, replay)] == ["1", "2", "3"]
    assert [called(club, text) for text in ("1", "2", "3")] == [first, second, replay]


def test_what_is_shown_finds_the_match_again(two_mondays: Club) -> None:
    write_down(two_mondays, 3, whole_hand())
    leave(two_mondays, 3, "Dee", reason=WHY)
    sessions.close_session(two_mondays, unfinished=True)
    assert [called(two_mondays, shown(two_mondays, match)) for match in (1, 2, 3, 4)] == [1, 2, 3, 4]
    assert [shown(two_mondays, match) for match in (3, 4)] == ["m3", "2026-11-23/1"]


def test_the_tables_of_a_session_are_those_that_go_on(club: Club) -> None:
    first, _ = start(club), start(club, "Eve", "Ann", "Ben")
    write_down(club, first, whole_hand())
    leave(club, first, "Dee", reason=WHY)
    with club.reading() as tx:
        assert [int(table_number) for table_number in table_numbers.session_tables(tx, 1)] == [3, 2]


def test_as_data_a_table_is_its_running_number_its_own_number_and_the_session(two_mondays: Club) -> None:
    second_match = matches.show(two_mondays, 2).number
    assert plain(second_match) == {"id": 2, "table": 2, "session": "2026-11-16"}
    assert f"{second_match}" == f"{second_match:<12}" == "2026-11-16/2"
    assert second_match == 2
