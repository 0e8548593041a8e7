"""What follows from a tournament being announced and entered, from the events alone."""

from collections.abc import Mapping
from typing import Any

import pytest

from referee.store.events.event import Event, written
from referee.store.events.postgresql_schema import FOUND_BY_TOURNAMENT
from referee.store.events.rows import Put
from referee.store.kinds.fold import fold
from referee.store.kinds.kind import Kind

AT = "2026-11-16T19:30:00.000000+00:00"


def event(kind: Kind, data: Mapping[str, Any]) -> Event:
    return Event(1, AT, "@#5", "", kind, None, "", written(data), "")


@pytest.mark.parametrize(
    ("texts", "name"),
    [({"name": "Michaelmas Cup"}, "Michaelmas Cup"), ({}, "Tournament 2")],
    ids=["named", "forgotten"],
)
def test_a_tournament_is_announced(texts: Mapping[str, str], name: str) -> None:
    data = {"tournament": 2, "season": 1, "seed": 7}
    assert list(fold(event(Kind.TOURNAMENT_ANNOUNCED, data), texts)) == [
        Put("tournament", {"id": 2}, {"season_id": 1, "name": name, "seed": 7, "at": AT, "by": "@#5"})
    ]


def test_each_who_enters_has_a_number_and_whether_they_are_a_guest() -> None:
    data = {"tournament": 2, "entries": [[1, 12, False], [2, 15, True]], "team": 0}
    assert list(fold(event(Kind.TOURNAMENT_ENTERED, data), {})) == [
        Put("tournament_entry", {"tournament_id": 2, "number": 1}, {"member_id": 12, "guest": False}),
        Put("tournament_entry", {"tournament_id": 2, "number": 2}, {"member_id": 15, "guest": True}),
    ]


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (Kind.TOURNAMENT, {"tournament": 2, "what": "withdrew", "entry": 1}),
        (Kind.CLOCK, {"tournament": 0, "deed": "pause", "minutes": 0, "periods": []}),
    ],
)
def test_how_a_tournament_goes_on_is_read_from_the_log_alone(kind: Kind, data: Mapping[str, Any]) -> None:
    assert list(fold(event(kind, data), {})) == []


def test_a_server_has_an_index_for_what_is_looked_for_by_its_tournament() -> None:
    assert set(FOUND_BY_TOURNAMENT) == {Kind.TOURNAMENT, Kind.TOURNAMENT_ENTERED, Kind.CLOCK}
