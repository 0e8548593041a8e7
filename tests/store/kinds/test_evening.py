"""What follows from draws of seats, and from what is said of who is kept apart."""

from referee.store.events.rows import Drop, Put
from referee.store.kinds.kind import Kind
from tests.store.kinds.folded import AT, WHO, folded, undone

MADE_FROM = {
    "method": "seating 2", "seed": 7, "chosen": True, "sizes": [2, 3], "tables": [[0, 1], [2, 3, 4]],
    "met": [[[0, 1], 1]], "sat": [], "apart": [[0, 4]],
}  # fmt: skip


def test_a_draw_is_kept_with_all_that_it_was_made_from_and_whom_its_places_stand_for() -> None:
    data = {
        "draw": 4, "session": 5, **MADE_FROM, "games": ["big-two", ""], "played": [[0, 1, 2], [3, 0, 1]],
        "members": [11, 12, 13, 14, 15, 16],
    }  # fmt: skip
    places = [Put("drawn", {"draw_id": 4, "place": at}, {"member_id": 11 + at}) for at in range(6)]
    for texts, named in (({"game 2": "Ann's Canasta"}, "Ann's Canasta"), ({}, "")):
        row = {
            "session_id": 5, **MADE_FROM, "games": ["big-two", named], "played": [[[0, named], 2], [[3, "big-two"], 1]],
            "at": AT, "by": WHO,
        }  # fmt: skip
        assert folded(Kind.SEATS_DRAWN, data, texts) == [Put("draw", {"id": 4}, row), *places]


def test_a_change_of_a_draw_is_in_no_table_but_who_joins_it_has_a_place() -> None:
    change = {"draw": 4, "what": "came", "places": [6], "tables": [[0, 1], [2, 3, 4, 6]], "matches": []}
    assert folded(Kind.DRAW_CHANGED, change, {"reason": "the light"}) == []
    assert folded(Kind.DRAW_CHANGED, {**change, "joined": 17}) == [
        Put("drawn", {"draw_id": 4, "place": 6}, {"member_id": 17})
    ]


def test_two_are_kept_apart_and_no_more() -> None:
    pair = {"apart": 2, "season": 3, "one": 11, "other": 12}
    row = {"season_id": 3, "one_id": 11, "other_id": 12, "at": AT, "by": WHO}
    assert folded(Kind.KEPT_APART, pair, {"reason": "asked by both"}) == [
        Put("apart", {"id": 2}, {**row, "reason": "asked by both"})
    ]
    assert undone(Kind.KEPT_APART, {"apart": 2, "season": 3}) == [Drop("apart", {"id": 2})]
