"""What follows from what was done to seasons and their evenings, and from who came."""

from collections.abc import Callable

from referee.store.events.rows import SIGNER, Alter, Change, Drop, Put
from referee.store.projections.kind import EventKind
from tests.store.projections.folded import AT, WHO, folded, undone

SCORED = {"starts": "2026-08-17", "ends": "2027-05-31", "best_k": 20, "min_sessions": 8, "lot_seed": 4, "ties": "wins"}
ANNOUNCED = {"held_on": "2026-11-23", "starts": "15:45:00.000000", "sequence": 2}


def test_a_season_begins_with_how_it_is_scored() -> None:
    data = {"season": 3, **SCORED}
    row = {**SCORED, "made_at": AT, "closed_at": None}
    assert folded(EventKind.SEASON_BEGUN, data, {"name": "2026-27"}) == [
        Put("season", {"id": 3}, {"name": "2026-27", **row})
    ]
    assert folded(EventKind.SEASON_BEGUN, data) == [Put("season", {"id": 3}, {"name": "Season 3", **row})]


def test_a_season_is_closed_and_opened_again() -> None:
    closed = folded(EventKind.SEASON_CLOSED, {"season": 3, "figures": {"held": 1}})
    assert closed == [Alter("season", {"id": 3}, {"closed_at": AT})]
    assert folded(EventKind.SEASON_REOPENED, {"season": 3}) == [Alter("season", {"id": 3}, {"closed_at": None})]


def test_a_calendar_that_is_set_is_announced_for_the_evenings_named() -> None:
    data = {"season": 3, "zone": "Europe/Berlin", "minutes": 180, "holidays": "DE-BW"}
    assert folded(EventKind.CALENDAR_SET, {**data, "announced": []}) == []
    assert folded(EventKind.CALENDAR_SET, {**data, "announced": [[5, 1], [6, 3]]}) == [
        Alter("session", {"id": 5}, {"sequence": 1}),
        Alter("session", {"id": 6}, {"sequence": 3}),
    ]


def test_house_rules_are_a_version_signed_by_who_set_them() -> None:
    data = {"rules": 2, "season": 3, "game": "big-two", "options": {"royal": "none"}}
    row = {"season_id": 3, "game": "big-two", "options": {"royal": "none"}, "at": AT}
    assert folded(EventKind.HOUSE_RULES_SET, data) == [Put("house_rules", {"id": 2}, {**row, "by": WHO})]
    stranger = folded(EventKind.HOUSE_RULES_SET, data, {SIGNER: "Zoe"}, by="")
    assert stranger == [Put("house_rules", {"id": 2}, {**row, "by": "Zoe"})]


def test_an_evening_is_planned_and_one_that_was_cancelled_is_held_after_all() -> None:
    data = {"session": 5, "season": 3, **ANNOUNCED}
    assert folded(EventKind.SESSION_PLANNED, data, {"room": "M4"}) == [
        Put("session", {"id": 5}, {"season_id": 3, "cancelled_at": None, **ANNOUNCED, "room": "M4", "note": ""})
    ]


def test_what_is_changed_of_an_evening_is_all_that_is_announced_of_it() -> None:
    data = {"session": 5, **ANNOUNCED, "was": ["2026-11-16", "15:45"]}
    assert folded(EventKind.SESSION_CHANGED, data, {"note": "Christmas"}) == [
        Alter("session", {"id": 5}, {**ANNOUNCED, "room": "", "note": "Christmas"})
    ]


def test_a_cancelled_evening_says_why() -> None:
    assert folded(EventKind.SESSION_CANCELLED, {"session": 5, "sequence": 3}, {"note": "snow"}) == [
        Alter("session", {"id": 5}, {"note": "snow", "sequence": 3, "cancelled_at": AT})
    ]


def test_an_evening_begins_ends_and_goes_on() -> None:
    def turned(kind: EventKind, how: Callable[..., list[Change]] = folded) -> object:
        [change] = how(kind, {"session": 5})
        assert isinstance(change, Alter)
        assert (change.table, change.key) == ("session", {"id": 5})
        return change.values

    assert turned(EventKind.SESSION_OPENED) == {"opened_at": AT}
    assert turned(EventKind.SESSION_CLOSED) == {"closed_at": AT}
    assert turned(EventKind.SESSION_REOPENED) == {"closed_at": None}


def test_who_has_gone_home_stays_noted_as_having_come() -> None:
    data = {"session": 5, "members": [7]}
    assert folded(EventKind.CHECKED_OUT, data) == undone(EventKind.CHECKED_OUT, data) == []


def test_all_who_came_at_once_are_one_event_and_so_are_those_noted_by_mistake() -> None:
    data = {"session": 5, "members": [7, 8]}
    assert folded(EventKind.CHECKED_IN, data) == [
        Put("attendance", {"session_id": 5, "member_id": member}, {"at": AT, "by": WHO}) for member in (7, 8)
    ]
    assert undone(EventKind.CHECKED_IN, data) == [
        Drop("attendance", {"session_id": 5, "member_id": member}) for member in (7, 8)
    ]


MADE_FROM = {
    "method": "seating 2", "seed": 7, "chosen": True, "sizes": [2, 3], "tables": [[0, 1], [2, 3, 4]],
    "met": [[[0, 1], 1]], "sat": [], "apart": [[0, 4]],
}  # fmt: skip


def test_a_draw_is_kept_with_all_that_it_was_made_from_and_whom_its_places_stand_for() -> None:
    data = {
        "draw": 4, "session": 5, **MADE_FROM, "games": ["big-two", ""], "played": [[0, 1, 2], [3, 0, 1]],
        "members": [11, 12, 13, 14, 15, 16],
    }  # fmt: skip
    places = [Put("drawn", {"draw_id": 4, "place": index}, {"member_id": 11 + index}) for index in range(6)]
    for texts, games in (({"game 2": "Ann's Canasta"}, "Ann's Canasta"), ({}, "")):
        row = {
            "session_id": 5, **MADE_FROM, "games": ["big-two", games], "played": [[[0, games], 2], [[3, "big-two"], 1]],
            "at": AT, "by": WHO,
        }  # fmt: skip
        assert folded(EventKind.SEATS_DRAWN, data, texts) == [Put("draw", {"id": 4}, row), *places]


def test_a_change_of_a_draw_is_in_no_table_but_who_joins_it_has_a_place() -> None:
    change = {"draw": 4, "what": "came", "places": [6], "tables": [[0, 1], [2, 3, 4, 6]], "matches": []}
    assert folded(EventKind.DRAW_CHANGED, change, {"reason": "the light"}) == []
    assert folded(EventKind.DRAW_CHANGED, {**change, "joined": 17}) == [
        Put("drawn", {"draw_id": 4, "place": 6}, {"member_id": 17})
    ]


def test_two_are_kept_apart_and_no_more() -> None:
    pair = {"apart": 2, "season": 3, "one": 11, "other": 12}
    row = {"season_id": 3, "one_id": 11, "other_id": 12, "at": AT, "by": WHO}
    assert folded(EventKind.KEPT_APART, pair, {"reason": "asked by both"}) == [
        Put("apart", {"id": 2}, {**row, "reason": "asked by both"})
    ]
    assert undone(EventKind.KEPT_APART, {"apart": 2, "season": 3}) == [Drop("apart", {"id": 2})]
