"""The fields that each kind of event must have are those that officers' actions write."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.club.folder import Club
from referee.store.events.log import events
from referee.store.projections.kind import EventKind
from referee.store.projections.payloads import NEW_NUMBERS, REQUIRED_FIELDS
from tests.dashboard import scene

TYPES = {bool: "boolean", int: "number", float: "number", str: "string", list: "array", dict: "object"}


def test_every_kind_is_stated() -> None:
    assert set(REQUIRED_FIELDS) == set(EventKind)
    assert all(field in REQUIRED_FIELDS[kind] for kind, field in NEW_NUMBERS.items())
    assert "?" not in json.dumps(REQUIRED_FIELDS)  # which stands for a value in SQL


@pytest.mark.long
@pytest.mark.parametrize("play", [scene.monday, scene.by_phone, scene.cup])
def test_the_events_of_a_season_have_their_fields(tmp_path: Path, play: Callable[[Club], None]) -> None:
    with scene.season(tmp_path / "club") as club:
        play(club)
        with club.reading() as tx:
            for event in events(tx, tx.club):
                types = {field: TYPES.get(type(value), "null") for field, value in event.data.items()}
                required = REQUIRED_FIELDS[EventKind(event.kind)]
                assert {field: types.get(field) for field in required} == dict(required), event.kind
