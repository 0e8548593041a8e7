"""Results and lines' numbers as officers type them."""

import pytest

from referee.club.folder import Club
from referee.club.match import ending, matches, recording, starting
from referee.club.match.log import load_log, read_log, read_logs, read_token
from referee.club.match.result_text import parse_line_numbers, parse_result
from referee.club.people import forgetting, merging, roster
from referee.club.text.faults import ClubFault, StoreAltered
from referee.club.text.typed_lines import read_one
from referee.store.match_replay import find_lines, read_lines
from tests.campaigns.tampering import hash_anew, stranger
from tests.club.conftest import NAMES, in_a_file


@pytest.mark.parametrize(
    ("typed", "places", "chips"),
    [
        (["Member 12 > Ann"], [["Member 12"], ["Ann"]], {}),
        (["Cal", "Ann, Ben", "Dee"], [["Cal"], ["Ann", "Ben"], ["Dee"]], {}),
        (["hal, eve, dee, cal"], [["hal"], ["eve"], ["dee"], ["cal"]], {}),
        (["hal = eve = dee"], [["hal", "eve", "dee"]], {}),
        (["Member 12 +5, Anne-Marie -5"], [], {"Member 12": 5, "Anne-Marie": -5}),
        (["Ann=5; Ben=\N{MINUS SIGN}5"], [], {"Ann": 5, "Ben": -5}),
        (["Ann +0", "Ben=0"], [], {"Ann": 0, "Ben": 0}),
    ],
)
def test_numbers_and_hyphens_in_names_are_no_chips(typed: list[str], places: object, chips: object) -> None:
    assert parse_result(*typed) == (places, chips)


@pytest.mark.parametrize("typed", [["Ann=5", "Ben=x"], ["Ann=5 Ben"], ["=5 Ann=3"], ["Ann=5 Ann=-5"], ["Ann=5x Ben=1"]])
def test_what_is_not_chips_among_chips_is_refused(typed: list[str]) -> None:
    with pytest.raises(ClubFault):
        parse_result(*typed)


def test_lines_are_numbers_and_ranges() -> None:
    assert parse_line_numbers(["5-8", "3"]) == [5, 6, 7, 8, 3]
    assert parse_line_numbers(["2,4"]) == [2, 4]
    for wrong in ("x", "8-5", "-3", "5-", "1-1000000"):
        with pytest.raises(ClubFault):
            parse_line_numbers([wrong])


@pytest.mark.parametrize("typed", [[""], [","], [" ", ""]])
def test_no_number_is_said_to_be_none(typed: list[str]) -> None:
    with pytest.raises(ClubFault, match="No line is named"):
        parse_line_numbers(typed)


def test_many_tables_are_read_as_each_by_itself(club: Club, table: int) -> None:
    table_number = starting.start_table(club, "commune", NAMES[:2]).number
    recording.log_line(club, table, "Ann plays 3D")
    recording.undo_line(club, table, reason="it was 4D")
    ending.record_result(club, table_number, places=[["Ann"], ["Ben"]])
    ending.finish(club, table_number)
    with club.reading() as tx:
        together = list(read_logs(tx, [table_number, table, 99]))
        alone = [read_log(tx, number) for number in (table, table_number)]
    assert [(log.match, log.seats, log.entries, log.decisions, log.token) for log in together] == [
        (log.match, log.seats, log.entries, log.decisions, log.token) for log in alone
    ]
    assert [log.match.finished_at is not None for log in together] == [False, True]


def test_of_a_log_that_is_known_only_what_came_later_is_read(club: Club, table: int) -> None:
    before = load_log(club, table)
    assert load_log(club, table, before) is before
    recording.log_line(club, table, "Ann plays 3D")
    after = load_log(club, table, before)
    assert after.entries[: len(before.entries)] == before.entries
    assert [entry.text for entry in after.entries[len(before.entries) :]] == ["@1 plays 3D"]
    assert after.token == load_log(club, table).token
    with club.reading() as tx:
        assert read_token(tx, table) == after.token


def test_what_is_returned_after_a_change_is_what_is_read_afterwards(club: Club, table: int) -> None:
    seen = load_log(club, table)
    logged = recording.log_lines(club, seen, [read_one(seen, "Ann plays 3D")])
    assert logged.log.token == load_log(club, table).token
    ending.record_result(club, table, places=[[name] for name in NAMES[:4]])
    assert ending.finish(club, table).token == matches.show(club, table).token


def test_whose_a_seat_is_follows_who_is_merged_and_forgotten(club: Club, table: int) -> None:
    before = load_log(club, table)
    numbers = {member.name: member.id for member in roster.members(club)}
    roster.add(club, "Zoe")
    merging.merge(club, "Zoe", "Ann")
    after = load_log(club, table, before)
    assert after.token != before.token
    zoe = next(member.id for member in roster.members(club) if member.name == "Zoe")
    assert [(seat.name, seat.member_id, seat.was_id) for seat in after.seats[:2]] == [
        ("Ann", zoe, numbers["Ann"]), ("Ben", numbers["Ben"], None),
    ]  # fmt: skip
    forgetting.forget(club, "Zoe")
    assert load_log(club, table, after).names[0] == f"Member {zoe}"


def test_the_words_of_lines_are_found_by_what_they_are_like_and_by_their_numbers(club: Club, table: int) -> None:
    recording.log_line(club, table, "Ann plays 3D")
    with club.reading() as tx:
        sql = tx
        assert find_lines(sql, [table, 99], "deal by @%") == [(table, "deal by @4")]
        assert read_lines(sql, {(table, 2), (table, 7), (99, 1)}) == {(table, 2): "@1 plays 3D"}


@in_a_file("an event is hashed anew")
def test_a_line_that_was_taken_out_is_missed(club: Club, table: int) -> None:
    recording.log_line(club, table, "Ann plays 3D")
    with stranger(club.store.path) as raw:
        (n,) = raw.execute("SELECT min(n) FROM event WHERE kind = 'line logged'").fetchone()
        raw.execute("UPDATE event SET match = NULL WHERE n = ?", (n,))
        hash_anew(raw, n)
    with club.reading() as tx, pytest.raises(StoreAltered, match="Table 1 cannot be read: line 1 is missing"):
        read_log(tx, table)
