"""Whatever is put right is one event, which has the mark and the reason with it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from referee.club.calendar import sessions
from referee.club.corrections import corrections
from referee.club.disputes import penalties
from referee.club.file.audit import audit
from referee.club.folder import Club
from referee.club.match import correction_notes, ending, matches, recording, starting, voiding
from referee.club.people import forgetting, roster
from referee.club.standings import season_end
from referee.store.events.log import events
from tests.club.conftest import NAMES

ANN, BEN, CAL, DEE, EVE = NAMES
WHY = "Eve wrote it down"
Act = Callable[[Club], object]


@pytest.fixture
def over(club: Club) -> Club:
    """The club when a table is finished that has two lines, and another one of which the result alone is known."""
    roster.add(club, "Annie")
    first = starting.start(club, "big-two", [ANN, BEN, CAL, DEE]).number
    for line in ("deal by Dee", "Ann holds 3D"):
        recording.log(club, first, line)
    second = starting.start(club, "big-two", [BEN, CAL, DEE]).number
    for number, order in ((first, [ANN, BEN, CAL, DEE]), (second, [BEN, CAL, DEE])):
        ending.result(club, number, places=[[name] for name in order])
        ending.finish(club, number)
    return club


def since(club: Club, n: int) -> list[str]:
    with club.reading() as tx:
        return [event.kind for event in events(tx, tx.club, after=n)]


def so_far(club: Club) -> int:
    with club.reading() as tx:
        return max(event.n for event in events(tx, tx.club))


CORRECTIONS: list[tuple[Act, str, str]] = [
    (lambda club: corrections.line(club, 1, 2, "Ann holds 3C", reason=WHY), "line logged", "line 2"),
    (lambda club: corrections.decide_line(club, 1, 2, reason=WHY), "line decided", "line 2"),
    (
        lambda club: corrections.result(club, 2, places=[[DEE], [CAL], [BEN]], reason=WHY),
        "result recorded",
        "the result",
    ),
    (
        lambda club: corrections.seat(club, 1, "1", BEN, reason=WHY),
        "seat corrected",
        "seat 1: Ann was recorded, Ben sat there",
    ),
    (lambda club: corrections.merge(club, ANN, "Annie", reason=WHY), "member merged", "Annie and Ann are one person"),
]


@pytest.mark.parametrize(("act", "kind", "what"), CORRECTIONS)
def test_a_correction_is_one_event_with_its_reason(over: Club, act: Act, kind: str, what: str) -> None:
    last = so_far(over)
    act(over)
    assert since(over, last) == [kind]
    (noted,) = correction_notes.corrections(over)
    assert (noted.number, noted.what, noted.reason, noted.mark, noted.by) == (last + 1, what, WHY, "", "Fay")
    assert audit(over).differences == ()
    forgetting.forget(over, EVE)
    (noted,) = correction_notes.corrections(over)
    assert (noted.what, noted.reason) == (what, "Member 5 wrote it down")


def test_who_were_parted_again_are_one_event_too(over: Club) -> None:
    corrections.merge(over, ANN, "Annie", reason=WHY)
    last = so_far(over)
    corrections.split(over, ANN, "Annie", reason="cousins")
    assert since(over, last) == ["undone"]
    noted = correction_notes.corrections(over)[-1]
    assert (noted.kind, noted.what, noted.reason) == ("separated", "Annie and Ann are two people", "cousins")


def test_what_may_be_done_at_any_time_is_marked_in_a_closed_season_alone(over: Club) -> None:
    penalties.give(over, ANN, points=1, reason="late", table=1)
    voiding.void(over, 2, reason="the wrong pack")
    sessions.close_session(over)
    assert correction_notes.corrections(over) == []
    later = replace(over, clock=lambda: datetime(2027, 6, 1, 16, tzinfo=UTC))
    season_end.close(later, "2026-27")
    last = so_far(later)
    penalties.give(later, BEN, points=1, reason="loud", table=1)
    penalties.cancel(later, 1, reason="he had called")
    voiding.void(later, 1, reason="a card was missing")
    assert since(later, last) == ["penalty given", "undone", "table voided"]
    assert [(each.what, each.reason, each.mark, each.table) for each in correction_notes.corrections(later)] == [
        ("penalty 2", "loud", "in a closed season", 1),
        ("penalty 1", "he had called", "in a closed season", 1),
        ("void", "a card was missing", "in a closed season", 1),
    ]
    assert [each.what for each in correction_notes.corrections(later, table=2)] == []


def test_a_line_that_replaces_another_does_not_bear_the_reason_itself(over: Club) -> None:
    corrections.line(over, 1, 2, "Ann holds 3C", reason=WHY)
    struck, new = (next(each for each in matches.show(over, 1).log if each.number == number) for number in (2, 4))
    assert (struck.reason, new.text, new.reason) == ("typed by mistake; see line 4", "Ann holds 3C", "")
