"""What follows from what was done to the club and to who belongs to it."""

from collections.abc import Mapping
from typing import Any

import pytest

from referee.store.events.event import Event, canonical_json
from referee.store.events.rows import Alter, Drop, Put
from referee.store.projections.handlers import project
from referee.store.projections.kind import EventKind
from referee.store.projections.play import read_decisions
from tests.store.projections.folded import AT, folded, undone

EARLIER = "2026-09-01T10:00:00.000000+00:00"
THEIRS = ("seat", "party", "drawn", "tournament_entry", "attendance")


def test_a_club_is_founded_with_a_name_and_thirty_backups() -> None:
    row = {"founded_at": AT, "backups": 30, "shown_as": ""}
    founded = folded(EventKind.CLUB_FOUNDED, {}, {"name": "Monday Cards"})
    assert founded == [Put("charter", {"id": 1}, {"name": "Monday Cards", **row})]


def test_what_is_said_of_the_club_stands_in_its_charter() -> None:
    assert folded(EventKind.BACKUPS_KEPT, {"count": 9}) == [Put("charter", {"id": 1}, {"backups": 9})]
    assert folded(EventKind.SHOWN_AS, {"how": "code"}) == [Put("charter", {"id": 1}, {"shown_as": "code"})]


@pytest.mark.parametrize(("stated", "joined"), [({}, AT), ({"joined": EARLIER}, EARLIER)])
@pytest.mark.parametrize(("texts", "name"), [({"name": "Gus"}, "Gus"), ({}, "Member 7")])
def test_somebody_comes_onto_the_roster(stated: dict[str, str], joined: str, texts: dict[str, str], name: str) -> None:
    row = {"joined_at": joined, "retired_at": None, "forgotten_at": None, "merged_into": None, "shown_as": ""}
    member = folded(EventKind.MEMBER_ADDED, {"member": 7, "guest": True, **stated}, texts)
    assert member == [Put("member", {"id": 7}, {"name": name, "guest": True, **row})]


@pytest.mark.parametrize(
    ("kind", "data", "texts", "row"),
    [
        (EventKind.MEMBER_CAME_BACK, {"guest": True}, {}, {"retired_at": None, "guest": True}),
        (EventKind.GUEST_JOINED, {}, {}, {"guest": False}),
        (EventKind.MEMBER_RENAMED, {}, {"name": "Gus Oak"}, {"name": "Gus Oak"}),
        (EventKind.MEMBER_RENAMED, {}, {}, {"name": "Member 7"}),
        (EventKind.MEMBER_RETIRED, {}, {}, {"retired_at": AT}),
        (EventKind.SHOWN_AS, {"how": "nobody"}, {}, {"shown_as": "nobody"}),
    ],
)
def test_what_becomes_of_a_member(
    kind: EventKind, data: dict[str, object], texts: dict[str, str], row: dict[str, object]
) -> None:
    assert folded(kind, {"member": 7, **data}, texts) == [Alter("member", {"id": 7}, row)]


def test_what_was_anothers_bears_the_number_of_who_it_is_and_beside_it_their_own() -> None:
    data = {"member": 1, "other": 6, "retired": False, "guest": False, "shown_as": "code", "both": [[2, AT, "", None]]}
    merged = folded(EventKind.MEMBER_MERGED, {**data, "before": {"guest": True, "shown_as": ""}})
    assert merged[:3] == [
        Alter("member", {"id": 6}, {"merged_into": 1, "retired_at": AT}),
        Alter("member", {"id": 1}, {"guest": False, "shown_as": "code"}),
        Drop("attendance", {"session_id": 2, "member_id": 6}),
    ]
    for table in THEIRS:
        member = merged.index(Alter(table, {"member_id": 6, "was_id": None}, {"was_id": 6}))
        assert merged[member + 1] == Alter(table, {"member_id": 6}, {"member_id": 1})
    assert merged[-3:] == [
        Alter("placing", {"member_id": 6}, {"member_id": 1}),
        Alter("apart", {"one_id": 6}, {"one_id": 1}),
        Alter("apart", {"other_id": 6}, {"other_id": 1}),
    ]
    assert len(merged) == 3 + 2 * len(THEIRS) + 3


def test_who_had_retired_before_a_merge_did_so_then() -> None:
    data = {"member": 1, "other": 6, "retired": True, "guest": False, "shown_as": "", "both": []}
    assert folded(EventKind.MEMBER_MERGED, data)[0] == Alter("member", {"id": 6}, {"merged_into": 1})


def test_what_the_others_numbers_bore_goes_back_to_them() -> None:
    evening = [3, EARLIER, "@#2", None]
    data = {"member": 1, "other": 6, "retired": False, "guest": True, "shown_as": "", "numbers": [6, 8], "places": [4]}
    separated = undone(EventKind.MEMBER_MERGED, {**data, "came": [evening], "stays": [[5, AT, "", 8]]})
    assert separated[:2] == [
        Alter("member", {"id": 6}, {"merged_into": None, "retired_at": None}),
        Alter("member", {"id": 1}, {"guest": True, "shown_as": ""}),
    ]
    for table in THEIRS:
        assert Alter(table, {"member_id": 1, "was_id": 6}, {"member_id": 6, "was_id": None}) in separated
        assert Alter(table, {"member_id": 1, "was_id": 8}, {"member_id": 6, "was_id": 8}) in separated
    assert separated[-3:] == [
        Alter("placing", {"match_id": 4, "member_id": 1}, {"member_id": 6}),
        Put("attendance", {"session_id": 3, "member_id": 6}, {"at": EARLIER, "by": "@#2", "was_id": None}),
        Put("attendance", {"session_id": 5, "member_id": 1}, {"at": AT, "by": "", "was_id": 8}),
    ]
    assert len(separated) == 2 + 2 * len(THEIRS) + 3


def test_who_is_forgotten_and_all_whom_they_were_merged_with_have_a_number() -> None:
    assert folded(EventKind.MEMBER_FORGOTTEN, {"member": 6, "numbers": [8], "retired": False}) == [
        Alter("member", {"id": 6}, {"name": "Member 6", "forgotten_at": AT, "retired_at": AT}),
        Alter("member", {"id": 8}, {"name": "Member 6"}),
        Alter("seat", {"member_id": 6}, {"name": "Member 6"}),
        Alter("party", {"member_id": 6}, {"name": "Member 6"}),
    ]
    retired = folded(EventKind.MEMBER_FORGOTTEN, {"member": 6, "numbers": [], "retired": True})
    assert retired[0] == Alter("member", {"id": 6}, {"name": "Member 6", "forgotten_at": AT})


@pytest.mark.parametrize(
    "kind", [EventKind.GUEST_RESULTS, EventKind.TERM_BEGUN, EventKind.BACKED_UP, EventKind.RESTORED]
)
def test_of_what_is_read_from_the_log_no_table_knows(kind: EventKind) -> None:
    assert folded(kind, {"member": 6}) == []


RULED = {
    "game": "big-two", "options": {"royal": "none"}, "verdict": "illegal", "word": "", "clause": "4.5",
    "rule": "A play beats the one before it.", "reason": "@2's nine is lower.", "because": [2], "due": [],
    "alternatives": ["@2 passes"], "ask": "",
}  # fmt: skip


def event(kind: EventKind, data: Mapping[str, Any], *, match: int | None = None, by: str = "@#5") -> Event:
    return Event(1, AT, by, "", kind, match, "", canonical_json(data), "")


def test_a_dispute_on_a_line_has_its_ruling_and_those_at_the_table() -> None:
    data = {**RULED, "dispute": 4, "line": 3, "facts": 0, "members": [7, 8]}
    texts = {"claim": "@2f had passed", "player 1": "Ann", "player 2": "Ben"}
    assert list(project(event(EventKind.DISPUTE_RAISED, data, match=2), texts)) == [
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
    dispute, ann, stranger = project(event(EventKind.DISPUTE_RAISED, data), {"fact 2": "@2 plays 9H"})
    assert isinstance(dispute, Put)
    assert (dispute.values["match_id"], dispute.values["number"]) == (None, None)
    assert (dispute.values["facts"], dispute.values["claim"]) == (["", "@2 plays 9H"], "")
    assert ann == Put("party", {"dispute_id": 4, "seat": 0}, {"member_id": 7, "name": "Member 7"})
    assert stranger == Put("party", {"dispute_id": 4, "seat": 1}, {"member_id": None, "name": "Player 2"})


def test_what_was_decided_last_stands_with_the_dispute() -> None:
    data = {"dispute": 4, "outcome": "appealed", "changed": ""}
    assert list(project(event(EventKind.DISPUTE_RULED, data), {"reason": "he had seen it"})) == [
        Alter("dispute", {"id": 4}, {"outcome": "appealed"})
    ]


def test_what_a_dispute_decides_of_lines_and_what_comes_of_that_are_in_the_same_event() -> None:
    values = {"member": 7, "rank": 1.0, "players": 2, "score": 1.0, "chips": None, "hands": 1}
    outcome = {"finished": AT, "placings": [values]}
    decided = [{"number": 3, "step": 9, "kind": "stands"}, {"number": 4, "step": 10, "kind": "struck"}]
    ruled = event(
        EventKind.DISPUTE_RULED, {"dispute": 4, "outcome": "overruled", "decided": decided, "came": outcome}, match=2
    )
    assert list(project(ruled, {})) == [
        Alter("dispute", {"id": 4}, {"outcome": "overruled"}),
        Alter("match", {"id": 2}, {"finished_at": AT}),
        Drop("placing", {"match_id": 2}),
        Put("placing", {"match_id": 2, "member_id": 7}, {name: values[name] for name in values if name != "member"}),
    ]
    assert list(read_decisions(ruled, ruled.data, {"reason": "he had seen it"})) == [
        {**decision, "dispute_id": 4, "reason": "he had seen it", "at": AT, "by": "@#5"} for decision in decided
    ]


def test_a_penalty_stands_until_it_is_cancelled() -> None:
    values = {"penalty": 3, "session": 1, "member": 7, "points": 2, "dispute": 4}
    assert list(project(event(EventKind.PENALTY_GIVEN, values, match=2), {"reason": "late"})) == [
        Put(
            "penalty",
            {"id": 3},
            {
                "session_id": 1, "member_id": 7, "points": 2, "reason": "late", "match_id": 2, "dispute_id": 4,
                "at": AT, "by": "@#5", "cancelled_because": "", "cancelled_by": "",
            },
        )
    ]  # fmt: skip
    cancelled = event(EventKind.RETRACTED, {"event": 7, "kind": EventKind.PENALTY_GIVEN, "penalty": 3}, by="")
    assert list(project(cancelled, {"reason": "it was Cal", "by": "Zed"})) == [
        Alter("penalty", {"id": 3}, {"cancelled_at": AT, "cancelled_because": "it was Cal", "cancelled_by": "Zed"})
    ]
