"""Two members who were made one person are two again, each with what was theirs; and a session that is opened again."""

from collections.abc import Iterator
from datetime import time

import pytest

from referee.cli.shared.hints import format_hints
from referee.club.calendar import checkin, schedule, sessions
from referee.club.corrections import corrections
from referee.club.file.audit import audit
from referee.club.folder import Club
from referee.club.match import matches
from referee.club.people import forgetting, merging, roster
from referee.club.people.merging import split
from referee.club.people.public_name import ShownAs
from referee.club.standings.results import season_results
from referee.club.standings.standings import standings
from referee.club.text.faults import ClubFault
from tests.club.conftest import MONDAY, play, tampering

WHY = "they are cousins"


@pytest.fixture
def two(club: Club) -> Iterator[Club]:
    """The club, in which Annie, a guest, has played once and Ann twice, both on the same evening."""
    roster.add(club, "Annie", guest=True)
    play(club, "Ann", "Ben", "Cal", game="commune")
    play(club, "Annie", "Ben", "Cal", game="commune")
    play(club, "Dee", "Ann", game="commune")
    yield club
    assert audit(club).differences == ()


def held(club: Club) -> object:
    """All that is the members' own: results, evenings, tables, and how they stand on the roster."""
    return (
        season_results(club).by_match,
        standings(club).rows,
        [(member.name, member.guest, member.retired_at) for member in roster.members(club, include_retired=True)],
        [member.name for member in sessions.show(club, str(MONDAY)).checked_in],
        [matches.show(club, number).members for number in (1, 2, 3)],
        [(profile.sessions, profile.matches) for profile in (roster.show(club, name) for name in ("Ann", "Annie"))],
    )


def test_two_who_were_merged_by_mistake_are_as_they_were(two: Club) -> None:
    before = held(two)
    merging.merge(two, "Ann", "Annie", reason="one and the same")
    assert roster.show(two, "Ann").matches == 3
    assert split(two, "Ann", "Annie", reason=WHY).name == "Annie"
    assert held(two) == before


def test_the_guest_may_be_the_one_who_stays(two: Club) -> None:
    before = held(two)
    merging.merge(two, "Annie", "Ann")
    split(two, "Annie", "Ann", reason=WHY)
    assert held(two) == before


def test_what_came_after_the_merge_is_theirs_who_stayed(two: Club) -> None:
    merging.merge(two, "Ann", "Annie")
    later = play(two, "Ann", "Eve", game="commune")
    split(two, "Ann", "Annie", reason=WHY)
    ann = next(member for member in roster.members(two) if member.name == "Ann")
    assert matches.show(two, later).members[0] == ann.id
    assert roster.show(two, "Annie").matches == 1


def test_a_match_that_is_counted_again_in_between_goes_back_with_its_places(two: Club) -> None:
    merging.merge(two, "Ann", "Annie")
    corrections.result(two.with_actor("Ben"), 2, places=[["Cal"], ["Ben"], ["Annie"]], reason=WHY)
    split(two, "Ann", "Annie", reason=WHY)
    with_places = {abs(result.member) for result in season_results(two).by_match[2]}
    assert with_places == set(matches.show(two, 2).members)


def test_an_evening_to_which_only_one_came_is_that_ones_again(two: Club) -> None:
    day = MONDAY.replace(day=23)
    schedule.add(two, day, time(15, 45))
    sessions.close_session(two)
    sessions.open_session(two, str(day))
    checkin.check_in(two.with_actor("Ben"), ["Annie"], str(day))
    merging.merge(two, "Ann", "Annie")
    assert [member.name for member in sessions.show(two, str(day)).checked_in] == ["Ann"]
    split(two, "Ann", "Annie", reason=WHY)
    assert [member.name for member in sessions.show(two, str(day)).checked_in] == ["Annie"]


def test_of_two_who_came_each_comes_back_to_that_evening_whoever_is_first(two: Club) -> None:
    roster.add(two, "Anna")
    day = MONDAY.replace(day=23)
    schedule.add(two, day, time(15, 45))
    sessions.close_session(two)
    sessions.open_session(two, str(day))
    checkin.check_in(two.with_actor("Ben"), ["Annie", "Anna"], str(day))

    def came() -> list[str]:
        return [member.name for member in sessions.show(two, str(day)).checked_in]

    for first, last in (("Annie", "Anna"), ("Anna", "Annie")):
        merging.merge(two, "Ann", "Annie")
        merging.merge(two, "Ann", "Anna")
        assert came() == ["Ann"]
        split(two, "Ann", first, reason=WHY)
        assert came() == sorted(["Ann", first])
        split(two, "Ann", last, reason=WHY)
        assert came() == ["Anna", "Annie"]


def test_who_came_and_sat_down_after_the_merge_came_all_the_same(two: Club) -> None:
    day = MONDAY.replace(day=23)
    schedule.add(two, day, time(15, 45))
    sessions.close_session(two)
    sessions.open_session(two, str(day))
    checkin.check_in(two, ["Annie"], str(day))
    merging.merge(two, "Ann", "Annie")
    play(two, "Ann", "Ben", game="commune")
    split(two, "Ann", "Annie", reason=WHY)
    assert [member.name for member in sessions.show(two, str(day)).checked_in] == ["Ann", "Annie", "Ben"]


def test_how_each_is_shown_in_public_is_as_it_was_unless_it_was_said_since(two: Club) -> None:
    def shown() -> list[str]:
        return [member.shown_as for member in roster.members(two) if member.name in ("Ann", "Annie")]

    roster.shown_in_public(two, ["Ann"], ShownAs.FULL)
    roster.shown_in_public(two, ["Annie"], ShownAs.CODE)
    merging.merge(two, "Ann", "Annie")
    split(two, "Ann", "Annie", reason=WHY)
    assert shown() == ["full", "code"]
    merging.merge(two, "Ann", "Annie")
    roster.shown_in_public(two, ["Ann"], ShownAs.NOBODY)
    split(two, "Ann", "Annie", reason=WHY)
    assert shown() == ["nobody", "code"]


def test_of_several_who_were_merged_each_comes_back_alone(two: Club) -> None:
    roster.add(two, "Anna")
    play(two, "Anna", "Eve", game="commune")
    before = held(two)
    merging.merge(two, "Ann", "Annie")
    merging.merge(two, "Ann", "Anna")
    split(two, "Ann", "Annie", reason=WHY)
    assert roster.show(two, "Ann").matches == 3
    assert roster.show(two, "Annie").matches == 1
    split(two, "Ann", "Anna", reason=WHY)
    assert held(two) == before


def test_who_was_merged_on_is_parted_from_the_last_first(two: Club) -> None:
    before = held(two)
    merging.merge(two, "Ann", "Annie")
    merging.merge(two, "Eve", "Ann")
    with pytest.raises(ClubFault, match="Annie"):
        split(two, "Eve", "Annie", reason=WHY)
    split(two, "Eve", "Ann", reason=WHY)
    split(two, "Ann", "Annie", reason=WHY)
    assert held(two) == before


def test_kept_standings_notice_that_one_is_two_and_another_one(two: Club) -> None:
    merging.merge(two, "Ann", "Annie")
    known = season_results(two)
    split(two, "Ann", "Annie", reason=WHY)
    merging.merge(two, "Annie", "Eve")
    assert season_results(two, before=known).by_match == season_results(two).by_match


def test_nobody_is_parted_without_a_reason_or_from_whom_they_never_were(two: Club) -> None:
    with pytest.raises(ClubFault, match="Nobody was merged into Ann"):
        split(two, "Ann", "Annie", reason=WHY)
    merging.merge(two, "Ann", "Annie")
    with pytest.raises(ClubFault, match="reason"):
        split(two, "Ann", "Annie", reason=" ")
    with pytest.raises(ClubFault, match="Annie"):
        split(two, "Ann", "Ben", reason=WHY)


def test_a_name_that_another_has_by_now_is_not_given_back(two: Club) -> None:
    merging.merge(two, "Ann", "Annie")
    roster.add(two, "Annie")
    with pytest.raises(ClubFault, match="already on the roster"):
        split(two, "Ann", "Annie", reason=WHY)


def test_who_is_forgotten_stays_forgotten(two: Club) -> None:
    merging.merge(two, "Ann", "Annie", reason="Annie is Ann")
    forgetting.forget(two, "Ann")
    with pytest.raises(ClubFault, match="name was erased"):
        split(two, "Member 1", "Member 6", reason=WHY)


def test_who_was_merged_is_written_down_for_good(club: Club) -> None:
    roster.add(club, "Annie")
    merging.merge(club.with_actor("Fay"), "Ann", "Annie", reason="one and the same")
    assert audit(club).differences == ()
    with tampering(club) as sql:
        sql.do("UPDATE private SET text = 'no reason' WHERE part = 'reason'")
    assert ["merged" in str(difference) for difference in audit(club).differences] == [True]


# -- A session that is opened again ------------------------------------------------------------------------------


def test_a_closed_session_is_opened_again_with_a_reason_which_stays_to_be_seen(club: Club) -> None:
    sessions.close_session(club.with_actor("Ben"))
    with pytest.raises(ClubFault, match="closed") as refused:
        sessions.open_session(club, str(MONDAY))
    assert "referee open 2026-11-16 --reason" in format_hints(*refused.value.hints)
    assert sessions.open_session(club, str(MONDAY), reason="Cal came in late").status == "open"
    sessions.close_session(club)
    turns = sessions.show(club, str(MONDAY)).closings
    assert [(turn.kind, turn.by, turn.reason) for turn in turns] == [
        ("closed", "Ben", ""),
        ("reopened", "Fay", "Cal came in late"),
        ("closed", "Fay", ""),
    ]
    roster.rename(club, "Cal", "Calla")  # it names the member, whatever they are called
    assert sessions.show(club, str(MONDAY)).closings[1].reason == "Calla came in late"
    assert audit(club).differences == ()
    with tampering(club) as sql:
        sql.do("UPDATE private SET text = '' WHERE part = 'reason'")
    assert audit(club).differences != ()


def test_a_session_that_was_never_closed_needs_no_reason(club: Club) -> None:
    assert sessions.show(club, str(MONDAY)).closings == ()
