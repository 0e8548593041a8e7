"""A retraction names the event that it retracts, and is refused where that is retracted already."""

from collections.abc import Callable, Sequence

import pytest

from referee.club.activity_log import LogEntry, find_entries
from referee.club.calendar import checkin, sessions
from referee.club.disputes import penalties
from referee.club.evening import departures, separations
from referee.club.folder import Club
from referee.club.match import voiding
from referee.club.people import merging, roster
from referee.club.text.faults import ClubFault
from referee.store.plain_rows import Member
from referee.store.projections.kind import EventKind
from tests.club.conftest import NAMES, play

WHY = "a mistake"
Act = Callable[[Club], object]


def said_of_somebody(changed: Sequence[Member]) -> None:
    """Raise a fault where nothing was changed, as what undoes other things does."""
    if not changed:
        raise ClubFault("Nobody.")


def all_done(club: Club, kind: EventKind) -> list[LogEntry]:
    with club.reading() as tx:
        return find_entries(tx, kind)


@pytest.mark.parametrize(
    ("kind", "act", "undo"),
    [
        (
            EventKind.CHECKED_IN,
            lambda club: checkin.check_in(club, ["Eve"]),
            lambda club: checkin.undo(club, ["Eve"]),
        ),
        (
            EventKind.CHECKED_OUT,
            lambda club: (checkin.check_in(club, ["Eve"]), departures.check_out(club, ["Eve"])),
            lambda club: said_of_somebody(checkin.check_in(club, ["Eve"])),
        ),
        (
            EventKind.KEPT_APART,
            lambda club: separations.separate(club, "Ann", "Ben", reason=WHY),
            lambda club: separations.cancel(club, "Ben", "Ann", reason=WHY),
        ),
        (
            EventKind.MEMBER_MERGED,
            lambda club: merging.merge(club, "Ann", "Eve"),
            lambda club: merging.split(club, "Ann", "Eve", reason=WHY),
        ),
        (
            EventKind.PENALTY_GIVEN,
            lambda club: penalties.give(club, "Eve", points=2, reason="late"),
            lambda club: penalties.cancel(club, 1, reason=WHY),
        ),
        (
            EventKind.TABLE_FINISHED,
            lambda club: play(club, *NAMES[:4]),
            lambda club: voiding.reopen_match(club, 1, reason=WHY),
        ),
    ],
)
def test_what_is_undone_names_the_event_and_is_not_undone_twice(
    club: Club, kind: EventKind, act: Act, undo: Act
) -> None:
    act(club)
    [was] = all_done(club, kind)
    undo(club)
    [undone] = all_done(club, EventKind.RETRACTED)
    assert (undone.data["event"], undone.data["kind"], undone.event.match) == (was.event.n, kind, was.event.match)
    with pytest.raises(ClubFault):
        undo(club)
    assert len(all_done(club, EventKind.RETRACTED)) == 1


def test_who_came_at_different_moments_is_taken_back_from_each(club: Club) -> None:
    checkin.check_in(club, ["Eve", "Ann"])
    checkin.check_in(club, ["Ben"])
    checkin.undo(club, ["Eve"])
    checkin.check_in(club, ["Eve"])
    checkin.undo(club, ["Ann", "Ben", "Eve"])
    eve_again, ben, both = (entry.event.n for entry in all_done(club, EventKind.CHECKED_IN))
    number = {name: index for index, name in enumerate(NAMES, 1)}
    assert [
        (entry.data["event"], entry.data["members"]) for entry in reversed(all_done(club, EventKind.RETRACTED))
    ] == [
        (both, [number["Eve"]]),
        (both, [number["Ann"]]),
        (ben, [number["Ben"]]),
        (eve_again, [number["Eve"]]),
    ]


def test_whoever_was_merged_is_taken_back_from_where_the_other_came(club: Club) -> None:
    roster.add(club, "Annie")
    checkin.check_in(club, ["Annie"])
    merging.merge(club, "Ann", "Annie")
    checkin.undo(club, ["Ann"])
    [came], [undone] = all_done(club, EventKind.CHECKED_IN), all_done(club, EventKind.RETRACTED)
    assert (undone.data["event"], undone.data["members"]) == (came.event.n, [1])
    assert sessions.show(club).checked_in == ()


def test_a_pair_that_was_said_twice_of_one_person_is_lifted_whole(club: Club) -> None:
    roster.add(club, "Annie")
    for name in ("Ann", "Annie"):
        separations.separate(club, name, "Ben", reason=WHY)
    merging.merge(club, "Ann", "Annie")
    assert len(separations.list_separations(club)) == 1
    separations.cancel(club, "Ann", "Ben", reason=WHY)
    assert separations.list_separations(club) == []
    assert sorted(entry.data["event"] for entry in all_done(club, EventKind.RETRACTED)) == sorted(
        entry.event.n for entry in all_done(club, EventKind.KEPT_APART)
    )
