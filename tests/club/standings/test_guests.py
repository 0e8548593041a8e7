"""Guests who join: what they played counts where an officer says so, since the season's start."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from referee.club.activity_log import find_entries
from referee.club.file.audit import audit
from referee.club.folder import Club
from referee.club.match import matches
from referee.club.people import forgetting, merging, roster
from referee.club.scoring_rules import clause
from referee.club.standings import guests
from referee.club.standings.results import season_results
from referee.club.standings.standings import standings
from referee.club.text.faults import ClubFault
from referee.store.projections.kind import EventKind
from tests.club.conftest import copied, in_a_file, stored
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
    [joined] = guests.add_all(club.with_actor("Ann"), ["Gus"], with_results=True)
    assert (joined.member.guest, joined.matches, joined.counts) == (False, 1, True)
    assert places(club) == {**before, "Gus": 1.0}
    assert matches.show(club, gus).names == ("Gus", "Ben", "Cal")
    assert "the results as a guest" in clause("1.3").text


def test_it_is_taken_back_and_said_again_and_all_of_it_is_kept(club: Club, gus: int) -> None:
    before = places(club)
    for with_results in (True, False, True, True):
        guests.add_all(club.with_actor("Ann"), ["gus"], with_results=with_results)
        assert ("Gus" in places(club)) is with_results
    guests.add_all(club.with_actor("Ann"), ["Gus"], with_results=False)
    assert places(club) == before
    with club.reading() as tx:
        data = [(entry.data["counts"], entry.actor) for entry in reversed(find_entries(tx, EventKind.GUEST_RESULTS))]
    assert data == [(True, "@#1"), (False, "@#1"), (True, "@#1"), (False, "@#1")]
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
    guests.add_all(club.with_actor("Zebedee Quux"), ["Gus"], with_results=True)
    guests.add_all(club.with_actor("Yves"), ["Gus"], with_results=False)
    roster.add(club, "Yves")
    assert [str(trace) for trace in forgetting.traces(club, "Yves").removed] == [
        "guest results settled, 2026-11-16, its author: Yves"
    ]
    forgetting.forget(club, "Zebedee Quux")
    assert "Quux" not in stored(club)


@in_a_file("what it appends, a server refuses")
def test_another_program_cannot_make_it_count(club: Club, gus: int, tmp_path: Path) -> None:
    club = copied(club.folder, tmp_path / "altered")
    season = standings(club).season.id
    data = json.dumps({"counts": True, "member": 6, "season": season})
    with closing(sqlite3.connect(club.store.path)) as file, file:
        file.execute(
            'INSERT INTO event (club, n, at, "by", via, kind, match, key, data, hash) '
            "SELECT 1, max(n) + 1, max(at), '', '', 'guest results settled', NULL, NULL, ?, max(hash) FROM event",
            (data,),
        )
        [(number,)] = file.execute("SELECT max(n) FROM event")
    text = f"club.db: event {number} (guest results settled) was changed"
    assert text in [str(difference) for difference in season_results(club).damage]
    assert text in [str(difference) for difference in audit(club).differences]
    club.close()
