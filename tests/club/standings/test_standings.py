"""The standings gathered from the club's file, and gathered again after something has changed."""

from datetime import date, timedelta
from fractions import Fraction

import pytest

from referee.club.corrections import result_entry
from referee.club.disputes import penalties
from referee.club.file.backups import back_up, preview_restore
from referee.club.folder import Club
from referee.club.match import ending, starting
from referee.club.people import merging, roster
from referee.club.standings.profiles import counted_games
from referee.club.standings.results import season_results
from referee.club.standings.standings import GameScore, standings
from referee.club.text.faults import ClubFault
from tests.club.conftest import MONDAY, NAMES, in_a_file, play


def test_only_what_changed_is_read_again_and_the_table_is_the_same(club: Club) -> None:
    first = play(club, *NAMES[:4])
    ranking = standings(club)
    assert standings(club, before=ranking) == ranking
    play(club, *NAMES[3::-1])
    after = standings(club, before=ranking)
    assert after == standings(club)
    assert after.rows != ranking.rows
    result_entry.record(club, first, places=[[name] for name in NAMES[3::-1]], reason="the sheet was read upside down")
    corrected = standings(club, before=after)
    assert corrected == standings(club)
    assert corrected.rows != after.rows


@in_a_file("a backup is restored into it")
def test_after_a_restore_nothing_is_kept_that_the_backup_has_not(club: Club) -> None:
    backup = back_up(club).path
    play(club, *NAMES[:4])
    ranking = standings(club)
    with preview_restore(club.folder, backup, club.clock) as found:
        found.carry_out()
    assert standings(club, before=ranking) == standings(club)
    play(club, *NAMES[3::-1])
    assert standings(club, before=ranking) == standings(club)


def test_whoever_was_not_touched_keeps_the_same_line_and_a_new_penalty_is_seen(club: Club) -> None:
    play(club, *NAMES[:4])
    second = starting.start_table(club, "commune", NAMES[:2]).number
    ranking = standings(club)
    penalties.give(club, NAMES[2], points=2, reason="told Ben what Cal held")
    punished = standings(club, before=ranking)
    assert punished == standings(club)
    cal = next(row.member for row in punished.rows if row.name == NAMES[2])
    assert punished.tallied[cal].score < ranking.tallied[cal].score
    ending.record_result(club, second, places=[[NAMES[1]], [NAMES[0]]])
    ending.finish(club, second)
    after = standings(club, before=punished)
    assert after == standings(club)
    assert {member for member, tally in after.tallied.items() if tally is punished.tallied[member]} == {
        row.member for row in after.rows if row.name in NAMES[2:4]
    }


def test_a_table_of_one_game_is_nothing_to_go_on_from_for_that_of_the_season(club: Club) -> None:
    play(club, *NAMES[:4])
    play(club, "Ben", "Ann", game="commune")
    one_game = standings(club, game="commune")
    assert standings(club, before=one_game) == standings(club)
    assert standings(club, game="commune", before=standings(club)) == one_game


def test_a_merge_is_seen(club: Club) -> None:
    play(club, *NAMES[:4])
    known = season_results(club)
    roster.add(club, "Ann Lee")
    merging.merge(club, "Ann Lee", NAMES[0])
    assert season_results(club, before=known) == season_results(club)


def test_guests_have_no_row_and_were_opponents_all_the_same(club: Club) -> None:
    roster.add(club, "Zoe", guest=True)
    play(club, "Zoe", *NAMES[:3])
    assert next((row.name, float(row.score)) for row in standings(club).rows) == (NAMES[0], 2 / 3)
    roster.add(club, "Zoe")  # she joins, and the night on which she was a guest does not count
    assert "Zoe" not in [row.name for row in standings(club).rows]


def test_how_each_game_went_for_a_member(club: Club) -> None:
    play(club, *NAMES[:4])
    play(club, *NAMES[3::-1])
    play(club, "Ann=Ben", game="commune")
    ranking = standings(club)
    ann, dee = (next(row.member for row in ranking.rows if row.name == name) for name in ("Ann", "Dee"))
    # First and last of four: (1 + 0) / 2. A shared first place of two is worth one half, and is not a win.
    assert counted_games(ranking.results.every, ann) == (
        GameScore("big-two", 2, 1, Fraction(1, 2)),
        GameScore("commune", 1, 0, Fraction(1, 2)),
    )
    assert [game_score.game for game_score in counted_games(ranking.results.every, dee)] == ["big-two"]


def test_days_in_the_wrong_order_are_a_fault(club: Club) -> None:
    with pytest.raises(ClubFault, match=r"2026-12-01 is after 2026-11-01\. Put the earlier date first"):
        standings(club, since=date(2026, 12, 1), until=date(2026, 11, 1))
    assert standings(club, since=date(2026, 11, 16), until=date(2026, 11, 16)).rows == ()


def test_the_first_and_the_last_day_of_a_table_count(club: Club) -> None:
    play(club, *NAMES[:4])
    for first, last in ((MONDAY, MONDAY), (MONDAY, None), (None, MONDAY)):
        assert [row.name for row in standings(club, since=first, until=last).rows] == [*NAMES[:4]]
    day = timedelta(days=1)
    for first, last in ((MONDAY + day, None), (None, MONDAY - day)):
        assert standings(club, since=first, until=last).rows == ()
