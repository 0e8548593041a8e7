"""A file from before there were draws is brought up to date, and what is drawn then is sealed like the rest."""

from pathlib import Path

import pytest

from referee.store import inspection, migrations
from referee.store.engine import connect
from referee.store.models import Apart, Draw, DrawChange, Drawn, Member, Seal, Season, Session
from tests.store.conftest import AT


def found(path: Path) -> list[str]:
    with inspection.opened(path) as raw:
        read = inspection.chain(raw)
        return [str(each) for each in (*read.differences, *inspection.pages(raw), *inspection.against(raw, read))]


def test_an_older_file_gets_draws_that_are_sealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "club.db"
    with monkeypatch.context() as earlier:
        steps = {
            name: step for name, step in migrations.MIGRATIONS.items() if name not in ("drawn_seats", "games_in_draws")
        }
        earlier.setattr(migrations, "MIGRATIONS", steps)
        old = connect(path, create=True)
        with old.writing() as tx:
            tx.add(Member(id=1, name="Ann", joined_at=AT))
            tx.add(Member(id=2, name="Ben", joined_at=AT))
            tx.add(
                Season(
                    id=1, name="2026-27", starts=AT.date(), ends=AT.date(), best_k=1, min_sessions=1, lot_seed=1,
                    made_at=AT,
                )
            )  # fmt: skip
            tx.flush()
            tx.add(Session(id=1, season_id=1, held_on=AT.date(), starts=AT.time()))
        old.close()
    store = connect(path)
    with store.writing() as tx:
        tx.add(
            Draw(
                id=1, session_id=1, method="1", seed=3, games=["commune"], sizes=[2], met=[], sat=[], apart=[],
                tables=[[0, 1]], at=AT, by="",
            )
        )  # fmt: skip
        tx.flush()
        tx.add_all(Drawn(draw_id=1, place=place, member_id=place + 1) for place in range(2))
        tx.add(DrawChange(draw_id=1, kind="taken", places=[], tables=[[0, 1]], matches=[1], reason="", at=AT, by=""))
        tx.add(Apart(season_id=1, one_id=1, other_id=2, kind="kept", reason="", at=AT, by=""))
    with store.reading() as tx:
        last = tx.get_one(Seal, 2)
    assert {kind for kind, *_ in last.changes} == {"draw", "drawn", "draw_change", "apart"}
    store.close()
    assert found(path) == []
