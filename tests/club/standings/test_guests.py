"""Guests who join: what they played counts where an officer says so, since the season's start."""

import sqlite3
from contextlib import closing

import pytest

from referee.club.file.audit import audit
from referee.club.file.losses import lost_since, rows
from referee.club.folder import FILE, Club, open_club
from referee.club.match import matches
from referee.club.people import forgetting, merging, roster
from referee.club.scoring_rules import clause
from referee.club.standings import guests
from referee.club.standings.results import season_results
from referee.club.standings.standings import standings
from referee.club.text.faults import ClubFault
from tests.club.people.test_roster import decided


@pytest.fixture
def gus(club: Club) -> int:
    """The match that Gus has won as a guest."""
    roster.add(club, "Gus", guest=True)
    return decided(club, "Gus", "Ben", "Cal")


def places(club: Club) -> dict[str, float]:
    return {row.name: float(row.score) for row in standings(club).rows}


def test_a_guest_who_joins_brings_nothing_along_unless_it_is_said(club: Club, gus: int) -> None:
    roster.add(club, "Gus")
    assert "Gus" not in places(club)
    [offered] = guests.played_as_guests(club, ["Gus", "Ann"])
    assert (offered.member.name, offered.matches, offered.counts) == ("Gus", 1, False)


def test_what_a_guest_played_counts_from_the_start_of_the_season(club: Club, gus: int) -> None:
    before = places(club)
    [joined] = guests.add_all(club.by("Ann"), ["Gus"], with_results=True)
    assert (joined.member.guest, joined.matches, joined.counts) == (False, 1, True)
    assert places(club) == {**before, "Gus": 1.0}
    assert matches.show(club, gus).names == ("Gus", "Ben", "Cal")
    assert "what they played as a guest" in clause("1.3").text


def test_it_is_taken_back_and_said_again_and_all_of_it_is_kept(club: Club, gus: int) -> None:
    before = places(club)
    for with_results in (True, False, True, True):
        guests.add_all(club.by("Ann"), ["gus"], with_results=with_results)
        assert ("Gus" in places(club)) is with_results
    guests.add_all(club.by("Ann"), ["Gus"], with_results=False)
    assert places(club) == before
    with closing(sqlite3.connect(club.store.path)) as file:
        kept = file.execute('SELECT counts, "by" FROM guest_results ORDER BY id').fetchall()
        assert kept == [(1, "@#1"), (0, "@#1"), (1, "@#1"), (0, "@#1")]
        for statement in (
            "UPDATE guest_results SET counts = 1",
            "DELETE FROM guest_results",
            "INSERT OR REPLACE INTO guest_results SELECT * FROM guest_results",
        ):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                file.execute(statement)
    assert audit(club).differences == ()


def test_standings_that_were_read_before_notice(club: Club, gus: int) -> None:
    before = standings(club)
    guests.add_all(club, ["Gus"], with_results=True)
    after = standings(club, before=before)
    assert "Gus" in {row.name for row in after.rows}
    guests.add_all(club, ["Gus"], with_results=False)
    assert "Gus" not in {row.name for row in standings(club, before=after).rows}


def test_all_join_or_nobody(club: Club, gus: int) -> None:
    roster.retire(club, "Dee")
    with pytest.raises(ClubFault, match="cannot be a name"):
        guests.add_all(club, ["Gus", "deal"], with_results=True)
    assert roster.show(club, "Gus").member.guest
    back, new = guests.add_all(club, ["Dee", "Guss"], with_results=True)
    assert (back.member.name, back.member.retired_at, new.member.name, new.matches) == ("Dee", None, "Guss", 0)


def test_who_was_entered_twice_keeps_what_counts(club: Club, gus: int) -> None:
    guests.add_all(club, ["Gus"], with_results=True)
    roster.add(club, "Augustus")
    merging.merge(club, "Augustus", "Gus")
    assert places(club)["Augustus"] == 1.0
    assert audit(club).differences == ()


def test_who_said_so_is_forgotten_with_their_name(club: Club, gus: int) -> None:
    roster.add(club, "Zebedee Quux")
    guests.add_all(club.by("Zebedee Quux"), ["Gus"], with_results=True)
    guests.add_all(club.by("Yves"), ["Gus"], with_results=False)
    roster.add(club, "Yves")
    assert [str(each) for each in forgetting.traces(club, "Yves").kept] == ["guest results 2, who wrote it down: Yves"]
    forgetting.forget(club, "Zebedee Quux")
    club.close()
    assert b"Quux" not in club.store.path.read_bytes()


def test_another_program_cannot_make_it_count(club: Club, gus: int) -> None:
    season = standings(club).season.id
    with closing(sqlite3.connect(club.store.path)) as file, file:
        file.execute("INSERT INTO guest_results VALUES (1, 6, ?, 1, '2026-11-16T16:00:00.000000+00:00', '')", (season,))
    assert [str(each) for each in season_results(club).damage] == [
        "guest results 1: whether what a guest played counts is not as it was sealed"
    ]
    assert "guest results 1: whether what a guest played counts was put in by another program" in [
        str(each) for each in audit(club).differences
    ]


def test_a_club_from_before_has_it_sealed_from_the_first_time_on(club: Club, gus: int) -> None:
    folder, officer = club.folder, club.actor
    club.close()
    with closing(sqlite3.connect(folder / FILE)) as file, file:
        file.execute("DROP TABLE guest_results")
        file.execute("DELETE FROM migration WHERE name = 'names_and_guests'")
        older = rows(file)
    with open_club(folder) as again:
        guests.add_all(again.by(officer), ["Gus"], with_results=True)
        assert "Gus" in places(again)
        assert audit(again).differences == ()
        with closing(sqlite3.connect(folder / FILE)) as file:
            lost = list(lost_since(rows(file), older))
    assert "whether what these played as guests counts: Gus" in lost
