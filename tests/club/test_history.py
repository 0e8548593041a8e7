"""Who did what leaves no row of its own with a name on it."""

from collections.abc import Callable
from datetime import date, time
from typing import Any

import pytest

from referee.club import history
from referee.club.calendar import checkin, schedule, seasons, sessions
from referee.club.disputes import deciding, opening
from referee.club.file import backups
from referee.club.file.audit import audit
from referee.club.folder import Club
from referee.club.history import TableOfficers
from referee.club.match import ending, starting
from referee.club.people import forgetting, merging, officers, roster
from referee.club.people import public_names as public
from referee.club.people.public_name import ShownAs
from referee.club.standings import season_end
from referee.store.projections.kind import EventKind
from tests.club.conftest import MONDAY, in_a_file, stored

LATER = date(2026, 11, 30)


def last(club: Club) -> tuple[str, str, str]:
    done = history.recent_actions(club, limit=1)[0]
    return done.what, done.about, done.by


def planned(club: Club) -> None:
    schedule.add(club.with_actor("Dee"), LATER, time(15))


@pytest.mark.parametrize(
    ("act", "did", "about"),
    [
        (lambda club: sessions.close_session(club.with_actor("Ann")), EventKind.SESSION_CLOSED, str(MONDAY)),
        (
            lambda club: schedule.add(club.with_actor("Ann"), date(2026, 12, 7), time(15)),
            EventKind.SESSION_PLANNED,
            "2026-12-07",
        ),
        (
            lambda club: schedule.move(club.with_actor("Ann"), str(LATER), starts=time(17)),
            EventKind.SESSION_CHANGED,
            str(LATER),
        ),
        (lambda club: schedule.cancel(club.with_actor("Ann"), str(LATER)), EventKind.SESSION_CANCELLED, str(LATER)),
        (lambda club: roster.add(club.with_actor("Ann"), "Gus"), EventKind.MEMBER_ADDED, "Gus"),
        (lambda club: roster.rename(club.with_actor("Ann"), "Eve", "Eva"), EventKind.MEMBER_RENAMED, "Eva"),
        (lambda club: roster.retire(club.with_actor("Ann"), "Eve"), EventKind.MEMBER_RETIRED, "Eve"),
        (lambda club: merging.merge(club.with_actor("Ann"), "Dee", "Eve"), EventKind.MEMBER_MERGED, "Dee"),
        (lambda club: forgetting.forget(club.with_actor("Ann"), "Eve"), EventKind.MEMBER_FORGOTTEN, "Member 5"),
        (
            lambda club: roster.shown_in_public(club.with_actor("Ann"), ["Eve"], ShownAs.CODE),
            EventKind.SHOWN_AS,
            "Eve",
        ),
        (lambda club: public.show_club(club.with_actor("Ann"), ShownAs.CODE), EventKind.SHOWN_AS, ""),
        (lambda club: backups.set_backups_to_keep(club.with_actor("Ann"), 9), EventKind.BACKUPS_KEPT, ""),
        (
            lambda club: seasons.new(
                club.with_actor("Ann"), "next", starts=LATER, ends=date(2027, 1, 1), best_k=1, min_sessions=1
            ),
            EventKind.SEASON_BEGUN,
            "next",
        ),
    ],
)
def test_whoever_does_it_is_known(club: Club, act: Callable[[Club], Any], did: EventKind, about: str) -> None:
    planned(club)
    act(club)
    assert last(club) == (did.value, about, "Ann")
    assert audit(club).differences == ()


def test_a_season_is_closed_by_somebody(club: Club) -> None:
    sessions.close_session(club)
    season_end.close(club.with_actor("Ann"), "2026-27")
    assert last(club) == ("season closed", "2026-27", "Ann")


def test_where_nobody_is_named_it_is_the_officer_at_the_desk(club: Club) -> None:
    sessions.close_session(club)
    assert last(club)[2] == "Fay"


def test_a_check_in_that_is_taken_back_is_known_though_it_is_gone(club: Club) -> None:
    checkin.check_in(club, ["Eve"])
    checkin.undo(club.with_actor("Dee"), ["Eve"])
    assert last(club) == ("check-in undone", "Eve", "Dee")


def test_all_who_are_taken_off_at_once_are_one_deed(club: Club) -> None:
    checkin.check_in(club, ["Eve", "Ann", "Ben"])
    checkin.undo(club, ["Eve", "Ben"])
    done = history.recent_actions(club, limit=2)
    assert [(deed.what, deed.about, deed.note) for deed in done] == [
        ("check-in undone", "Eve and Ben", f"session of {MONDAY}"),
        ("checked in", "Eve, Ann and Ben", f"session of {MONDAY}"),
    ]


def test_a_session_that_was_moved_says_from_when(club: Club) -> None:
    planned(club)
    schedule.move(club, str(LATER), starts=time(17))
    assert history.recent_actions(club, limit=1)[0].note == f"was {LATER} 15:00"


@in_a_file("a backup is restored into it")
def test_a_restored_club_says_who_restored_it(club: Club) -> None:
    backup = backups.back_up(club)
    with backups.preview_restore(club.folder, backup.path, sign=lambda desk: desk.with_actor("Ann")) as found:
        found.carry_out()
    assert last(club) == ("backup restored", "", "Ann")


def test_a_table_knows_who_started_and_who_finished_it(club: Club) -> None:
    number = starting.start_table(club.with_actor("Dee"), "big-two", ["Ann", "Ben", "Cal"]).number
    assert history.table_officers(club, number) == TableOfficers("Dee", "")
    ending.record_result(club, number, places=[["Ann"], ["Ben"], ["Cal"]])
    ending.finish(club.with_actor("eve"), number)
    assert history.table_officers(club, number) == TableOfficers("Dee", "Eve")
    # Finishing again changes nothing, and so is nobody's deed.
    ending.finish(club.with_actor("Ann"), number)
    assert history.table_officers(club, number) == TableOfficers("Dee", "Eve")


def test_what_was_written_down_is_said_in_one_line() -> None:
    lines = [(1, "Ann"), (2, "Ann"), (3, "Ben"), (4, "Ann"), (5, "")]
    assert history.describe_officers(TableOfficers("Ann", "Ben"), lines) == (
        "Started by Ann; recorded by Ann (lines 1-2, 4) and Ben (line 3); finished by Ben."
    )
    assert history.describe_officers(TableOfficers("", ""), [(1, "Ann"), (2, "Ann")]) == "Recorded by Ann."
    assert history.describe_officers(TableOfficers("", ""), [(1, "")]) == ""


def test_who_is_forgotten_did_it_as_a_number(club: Club) -> None:
    roster.add(club, "Zebedee Quill")
    roster.add(club.with_actor("zebedee"), "Gus")
    number = forgetting.forget(club.with_actor("Zebedee Quill"), "Zebedee Quill").member.name
    assert {deed.by for deed in history.recent_actions(club, limit=2)} == {number}
    assert "Quill" not in stored(club)


def test_check_ins_elections_and_disputes_are_told(club: Club) -> None:
    checkin.check_in(club.with_actor("Ann"), ["Ben", "Cal"])
    officers.elect(club.with_actor("Ann"), "Dee", "President")
    opening.open_on_facts(club.with_actor("Dee"), "big-two", ["Ben plays 4D", "Ann plays 3D"], options=[], claim="")
    deciding.decide(club.with_actor("Dee"), 1)
    ruled, raised, elected, noted = history.recent_actions(club, limit=4)
    assert (ruled.what, ruled.about, ruled.note, ruled.by) == ("dispute ruled", "dispute 1", "upheld", "Dee")
    assert (raised.what, raised.about) == ("dispute raised", "dispute 1")
    assert (elected.what, elected.about, elected.note) == ("term begun", "Dee", "elected: president")
    assert (noted.what, noted.about, noted.note) == ("checked in", "Ben and Cal", f"session of {MONDAY}")
