from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from pathlib import Path

import pytest

from referee.store.engine import Store, connect
from referee.store.models import Dispute, HouseRules, Match, Season, Session

AT = datetime(2026, 11, 16, 19, 30, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    """A file with one row in every append-only table."""
    store = connect(path, create=True, patience=0.3)
    with store.writing() as tx:
        tx.add(
            Season(
                id=1,
                name="2026-27",
                starts=date(2026, 8, 17),
                ends=date(2027, 5, 31),
                best_k=20,
                min_sessions=8,
                lot_seed=4,
                made_at=AT,
            )
        )
        tx.flush()
        tx.add(HouseRules(id=1, season_id=1, game="big-two", options={"royal": "none"}, at=AT, by="Eve"))
        tx.add(Session(id=1, season_id=1, held_on=date(2026, 11, 16), starts=time(15, 45)))
        tx.flush()
        match = Match(id=1, session_id=1, game="big-two", edition="x", options={}, started_at=AT, by="Eve")
        tx.add(match)
        tx.flush()
        tx.add(
            Dispute(
                id=1,
                game="big-two",
                options={},
                facts=["@1 plays 3D"],
                claim="",
                verdict="legal",
                word="",
                clause="4.5",
                rule="",
                reason="",
                because=[],
                alternatives=[],
                due=[],
                ask="",
                outcome="",
                at=AT,
                by="Eve",
            )
        )
    yield store
    store.close()
