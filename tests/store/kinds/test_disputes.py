"""What follows from disputes and penalties, from their events alone."""

from collections.abc import Mapping
from typing import Any

from referee.store.events.event import Event, written
from referee.store.events.rows import Alter, Drop, Put
from referee.store.kinds.fold import fold
from referee.store.kinds.kind import Kind
from referee.store.kinds.play import decisions_in

AT = "2026-11-16T19:30:00.000000+00:00"
RULED = {
    "game": "big-two", "options": {"royal": "none"}, "verdict": "illegal", "word": "", "clause": "4.5",
    "rule": "A play beats the one before it.", "reason": "@2's nine is lower.", "because": [2], "due": [],
    "alternatives": ["@2 passes"], "ask": "",
}  # fmt: skip


def event(kind: Kind, data: Mapping[str, Any], *, match: int | None = None, by: str = "@#5") -> Event:
    return Event(1, AT, by, "", kind, match, "", written(data), "")


def test_a_dispute_on_a_line_has_its_ruling_and_those_at_the_table() -> None:
    data = {**RULED, "dispute": 4, "line": 3, "facts": 0, "members": [7, 8]}
    texts = {"claim": "@2f had passed", "player 1": "Ann", "player 2": "Ben"}
    assert list(fold(event(Kind.DISPUTE_RAISED, data, match=2), texts)) == [
        Put(
            "dispute",
            {"id": 4},
            {
                **RULED, "match_id": 2, "number": 3, "facts": [], "claim": "@2f had passed", "outcome": "",
                "at": AT, "by": "@#5",
            },
        ),
        Put("party", {"dispute_id": 4, "seat": 0}, {"member_id": 7, "name": "Ann"}),
        Put("party", {"dispute_id": 4, "seat": 1}, {"member_id": 8, "name": "Ben"}),
    ]  # fmt: skip


def test_what_was_forgotten_of_a_dispute_on_facts_is_missing_from_it() -> None:
    data = {**RULED, "dispute": 4, "line": None, "facts": 2, "members": [7, None]}
    dispute, ann, stranger = fold(event(Kind.DISPUTE_RAISED, data), {"fact 2": "@2 plays 9H"})
    assert isinstance(dispute, Put)
    assert (dispute.values["match_id"], dispute.values["number"]) == (None, None)
    assert (dispute.values["facts"], dispute.values["claim"]) == (["", "@2 plays 9H"], "")
    assert ann == Put("party", {"dispute_id": 4, "seat": 0}, {"member_id": 7, "name": "Member 7"})
    assert stranger == Put("party", {"dispute_id": 4, "seat": 1}, {"member_id": None, "name": "Player 2"})


def test_what_was_decided_last_stands_with_the_dispute() -> None:
    data = {"dispute": 4, "outcome": "appealed", "changed": ""}
    assert list(fold(event(Kind.DISPUTE_RULED, data), {"reason": "he had seen it"})) == [
        Alter("dispute", {"id": 4}, {"outcome": "appealed"})
    ]


def test_what_a_dispute_decides_of_lines_and_what_comes_of_that_are_in_the_same_event() -> None:
    given = {"member": 7, "rank": 1.0, "players": 2, "score": 1.0, "chips": None, "hands": 1}
    came = {"finished": AT, "placings": [given]}
    decided = [{"number": 3, "step": 9, "kind": "stands"}, {"number": 4, "step": 10, "kind": "struck"}]
    ruled = event(Kind.DISPUTE_RULED, {"dispute": 4, "outcome": "overruled", "decided": decided, "came": came}, match=2)
    assert list(fold(ruled, {})) == [
        Alter("dispute", {"id": 4}, {"outcome": "overruled"}),
        Alter("match", {"id": 2}, {"finished_at": AT}),
        Drop("placing", {"match_id": 2}),
        Put("placing", {"match_id": 2, "member_id": 7}, {name: given[name] for name in given if name != "member"}),
    ]
    assert list(decisions_in(ruled, ruled.data, {"reason": "he had seen it"})) == [
        {**each, "dispute_id": 4, "reason": "he had seen it", "at": AT, "by": "@#5"} for each in decided
    ]


def test_a_penalty_stands_until_it_is_cancelled() -> None:
    given = {"penalty": 3, "session": 1, "member": 7, "points": 2, "dispute": 4}
    assert list(fold(event(Kind.PENALTY_GIVEN, given, match=2), {"reason": "late"})) == [
        Put(
            "penalty",
            {"id": 3},
            {
                "session_id": 1, "member_id": 7, "points": 2, "reason": "late", "match_id": 2, "dispute_id": 4,
                "at": AT, "by": "@#5", "cancelled_because": "", "cancelled_by": "",
            },
        )
    ]  # fmt: skip
    cancelled = event(Kind.UNDONE, {"event": 7, "kind": Kind.PENALTY_GIVEN, "penalty": 3}, by="")
    assert list(fold(cancelled, {"reason": "it was Cal", "by": "Zed"})) == [
        Alter("penalty", {"id": 3}, {"cancelled_at": AT, "cancelled_because": "it was Cal", "cancelled_by": "Zed"})
    ]
