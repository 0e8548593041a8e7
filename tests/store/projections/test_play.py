"""What follows from what was done at a table."""

from collections.abc import Mapping
from typing import Any

import pytest

from referee.store.events.event import Event, canonical_json
from referee.store.events.postgresql_schema import INDEXED_BY_TOURNAMENT
from referee.store.events.rows import Alter, Drop, Put
from referee.store.faults import StoreNewer
from referee.store.projections.handlers import RETRACTIONS, project
from referee.store.projections.kind import RETRACTION_DESCRIPTIONS, EventKind, describe
from referee.store.projections.play import read_decisions, read_entry
from tests.store.projections.folded import AT, WHO, folded, happened, undone

LATER = "2026-11-16T22:10:00.000000+00:00"
SEATS = [[3, False, None], [7, True, 8]]
SEATED = [
    Drop("seat", {"match_id": 5}),
    Put("seat", {"match_id": 5, "seat": 0}, {"member_id": 3, "name": "Ann", "guest": False, "was_id": None}),
    Put("seat", {"match_id": 5, "seat": 1}, {"member_id": 7, "name": "Member 7", "guest": True, "was_id": 8}),
]
PLACING = {"rank": 1.5, "players": 2, "score": 0.5, "chips": None, "hands": None}
CAME = {"finished": LATER, "placings": [{"member": 3, **PLACING}]}
COUNTED = [
    Alter("match", {"id": 5}, {"finished_at": LATER}),
    Drop("placing", {"match_id": 5}),
    Put("placing", {"match_id": 5, "member_id": 3}, PLACING),
]


@pytest.mark.parametrize(
    ("stated", "texts", "game", "chip"),
    [({"game": "big-two"}, {}, "big-two", ""), ({}, {"game": "Whist", "chip": "0.05 EUR"}, "Whist", "0.05 EUR")],
)
def test_a_table_is_started(stated: dict[str, str], texts: dict[str, str], game: str, chip: str) -> None:
    data = {"session": 2, "edition": "abc", "options": {"royal": "none"}, "continues": 4, "seats": SEATS, **stated}
    row = {
        "session_id": 2, "game": game, "edition": "abc", "options": {"royal": "none"}, "continues": 4,
        "started_at": AT, "by": WHO, "finished_at": None, "chip": chip,
    }  # fmt: skip
    # Whose name was taken out is called by the number.
    started = folded(EventKind.TABLE_STARTED, data, {"seat 1": "Ann", **texts}, match=5)
    assert started == [Put("match", {"id": 5}, row), *SEATED]


def test_a_line_has_its_ruling_and_what_it_takes_the_place_of() -> None:
    ruling = {
        "verdict": "illegal", "word": "", "clause": "4.8", "rule": "r", "reason": "@1 holds 3D", "because": [2],
        "alternatives": ["@1 plays 3D"], "edition": "0123",
    }  # fmt: skip
    decided = [
        {"number": 3, "step": 4, "kind": "struck", "reason": "typed by mistake; see line 4"},
        {"number": 4, "step": 6, "kind": "stands", "reason": "stated in the line itself"},
    ]
    data = {"number": 4, "step": 5, "text": "@1 plays 4D", "instead_of": 3, **ruling, "decided": decided, "came": CAME}
    line = happened(EventKind.LINE_LOGGED, data, match=5)
    assert read_entry(line, line.data, {}) == {
        "number": 4, "step": 5, "kind": "line", "text": "@1 plays 4D", "instead_of": 3, **ruling,
        "at": AT, "by": WHO,
    }  # fmt: skip
    assert list(read_decisions(line, line.data, {})) == [
        {**decision, "dispute_id": None, "at": AT, "by": WHO} for decision in decided
    ]
    assert folded(EventKind.LINE_LOGGED, data, match=5) == COUNTED


@pytest.mark.parametrize(
    ("kind", "said", "called"),
    [
        (EventKind.RESULT, {"places": [[0], [1]]}, "places"),
        (EventKind.RESULT, {"chips": [2, -2]}, "chips"),
        (EventKind.TABLE_LEFT, {"who": 3, "seat": 1, "last": True}, "leave"),
        (EventKind.TABLE_JOINED, {"who": 3, "seat": 2}, "join"),
        (EventKind.STOOD_IN, {"who": 3, "seat": 1, "other": 4}, "stand-in"),
        (EventKind.SEATS_SWAPPED, {"who": 3, "other": 4}, "swap"),
        (EventKind.TABLE_VOIDED, {"finished": True}, "void"),
        (EventKind.RETRACTED, {}, "reopened"),
    ],
)
@pytest.mark.parametrize(("texts", "reason"), [({"reason": "@#3 was tired"}, "@#3 was tired"), ({}, "")])
def test_what_else_happens_at_a_table_is_an_entry_of_its_log(
    kind: EventKind, said: dict[str, object], called: str, texts: dict[str, str], reason: str
) -> None:
    data = {"number": 2, "step": 3, "seats": SEATS, "came": CAME, **({"said": said} if said else {})}
    if kind is EventKind.RETRACTED:
        data |= {"event": 7, "kind": EventKind.TABLE_FINISHED}
    outcome = happened(kind, data, match=5)
    stated = {**({"said": said} if said else {}), **({"reason": reason} if reason else {})}
    assert read_entry(outcome, outcome.data, texts) == {
        "number": 2, "step": 3, "kind": called, **stated, "at": AT, "by": WHO,
    }  # fmt: skip
    assert folded(kind, data, {"seat 1": "Ann", **texts}, match=5) == [*SEATED, *COUNTED]


def test_lines_are_decided_on_for_one_reason() -> None:
    decided = [{"number": 2, "step": 7, "kind": "taken back"}, {"number": 1, "step": 8, "kind": "struck"}]
    row = {"reason": "it was 5C", "at": AT, "by": "Zoe"}
    event = happened(EventKind.LINE_DECIDED, {"decided": decided}, by="", match=5)
    assert list(read_decisions(event, event.data, {"reason": "it was 5C", "by": "Zoe"})) == [
        {"number": 2, "step": 7, "kind": "taken back", "dispute_id": None, **row},
        {"number": 1, "step": 8, "kind": "struck", "dispute_id": None, **row},
    ]
    assert read_entry(event, event.data, {}) == {}
    assert folded(EventKind.LINE_DECIDED, {"decided": decided}, {"reason": "it was 5C"}, match=5) == []


def test_who_sat_there_is_put_right_at_the_disputes_too() -> None:
    def party(seat: int, member: int, name: str, old: int | None) -> Alter:
        return Alter("party", {"dispute_id": 6, "seat": seat}, {"member_id": member, "name": name, "was_id": old})

    corrected = folded(
        EventKind.SEAT_CORRECTED, {"seats": SEATS, "disputes": [6], "came": CAME}, {"seat 1": "Ann"}, match=5
    )
    assert corrected == [*SEATED, party(0, 3, "Ann", None), party(1, 7, "Member 7", 8), *COUNTED]
    assert folded(EventKind.SEATS_CHANGED, {"seats": SEATS}, {"seat 1": "Ann"}, match=5) == SEATED


@pytest.mark.parametrize("kind", [EventKind.TABLE_FINISHED, EventKind.PLACES_COUNTED])
def test_what_came_of_a_table_takes_the_place_of_what_came_of_it_before(kind: EventKind) -> None:
    assert folded(kind, {"came": CAME}, match=5) == COUNTED
    open_again = folded(kind, {"came": {"finished": None, "placings": []}}, match=5)
    assert open_again == [Alter("match", {"id": 5}, {"finished_at": None}), Drop("placing", {"match_id": 5})]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (EventKind.LINE_LOGGED, {"text": "@1 plays 4D", "instead_of": 3, "reason": "@1's four is higher."}),
        (EventKind.RESULT, {"said": {"places": [[0], [1]]}}),
    ],
)
def test_why_an_entry_corrects_another_is_not_what_it_says_itself(kind: EventKind, said: dict[str, object]) -> None:
    data = {"number": 4, "step": 5, **said}
    right = {**data, "mark": "in a closed season"}
    for texts in ({"reason": "read twice"}, {}):
        as_it_is, corrects = happened(kind, data, match=5), happened(kind, right, match=5)
        assert read_entry(corrects, corrects.data, texts) == read_entry(as_it_is, as_it_is.data, {})
        assert folded(kind, right, texts, match=5) == folded(kind, data, match=5)


def test_people_read_in_words_what_was_undone_of_each_kind_that_can_be() -> None:
    assert set(RETRACTION_DESCRIPTIONS) == set(RETRACTIONS)
    assert describe(EventKind.RETRACTED, EventKind.CHECKED_IN) == "check-in undone"
    assert describe(EventKind.CHECKED_IN, None) == "checked in"


@pytest.mark.parametrize("kind", [EventKind.SEASON_CLOSED, "wings shown"])
def test_what_undoes_an_event_of_a_kind_that_cannot_be_undone_here_is_refused(kind: EventKind) -> None:
    with pytest.raises(StoreNewer, match=r"event 1 \(retracted\) was written by a newer version of referee"):
        undone(kind, {"season": 3})


def event(kind: EventKind, data: Mapping[str, Any]) -> Event:
    return Event(1, AT, "@#5", "", kind, None, "", canonical_json(data), "")


@pytest.mark.parametrize(
    ("texts", "name"),
    [({"name": "Michaelmas Cup"}, "Michaelmas Cup"), ({}, "Tournament 2")],
    ids=["named", "forgotten"],
)
def test_a_tournament_is_announced(texts: Mapping[str, str], name: str) -> None:
    data = {"tournament": 2, "season": 1, "seed": 7}
    assert list(project(event(EventKind.TOURNAMENT_ANNOUNCED, data), texts)) == [
        Put("tournament", {"id": 2}, {"season_id": 1, "name": name, "seed": 7, "at": AT, "by": "@#5"})
    ]


def test_each_who_enters_has_a_number_and_whether_they_are_a_guest() -> None:
    data = {"tournament": 2, "entries": [[1, 12, False], [2, 15, True]], "team": 0}
    assert list(project(event(EventKind.TOURNAMENT_ENTERED, data), {})) == [
        Put("tournament_entry", {"tournament_id": 2, "number": 1}, {"member_id": 12, "guest": False}),
        Put("tournament_entry", {"tournament_id": 2, "number": 2}, {"member_id": 15, "guest": True}),
    ]


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (EventKind.TOURNAMENT, {"tournament": 2, "what": "withdrew", "entry": 1}),
        (EventKind.CLOCK, {"tournament": 0, "deed": "pause", "minutes": 0, "periods": []}),
    ],
)
def test_how_a_tournament_goes_on_is_read_from_the_log_alone(kind: EventKind, data: Mapping[str, Any]) -> None:
    assert list(project(event(kind, data), {})) == []


def test_a_server_has_an_index_for_what_is_looked_for_by_its_tournament() -> None:
    assert set(INDEXED_BY_TOURNAMENT) == {EventKind.TOURNAMENT, EventKind.TOURNAMENT_ENTERED, EventKind.CLOCK}
