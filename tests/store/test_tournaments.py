"""Who entered tournaments is sealed, and an older file gets room for it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from referee.store import inspection, migrations
from referee.store.engine import Store, connect
from referee.store.models import Member, Seal, Season, Tournament, TournamentEntry
from tests.store.conftest import AT

TABLES = ("tournament", "tournament_entry")


def found(path: Path) -> list[str]:
    with inspection.opened(path) as raw:
        read = inspection.chain(raw)
        return [str(each) for each in (*read.differences, *inspection.pages(raw), *inspection.against(raw, read))]


def announce(store: Store, season: int = 1) -> None:
    with store.writing() as tx:
        tx.add(Member(id=1, name="Ann", joined_at=AT))
        tx.add(Member(id=2, name="Ben", joined_at=AT))
        tx.add(Tournament(id=1, season_id=season, name="Michaelmas Cup", seed=3, at=AT, by="Eve"))
        tx.flush()
        tx.add_all(TournamentEntry(tournament_id=1, number=n, member_id=n, guest=False) for n in (1, 2))


def test_an_older_file_gets_tournaments_that_are_sealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "club.db"
    with monkeypatch.context() as earlier:
        steps = {name: step for name, step in migrations.MIGRATIONS.items() if name != "tournaments"}
        earlier.setattr(migrations, "MIGRATIONS", steps)
        old = connect(path, create=True)
        with old.writing() as tx:
            tx.add(
                Season(
                    id=1, name="2026-27", starts=AT.date(), ends=AT.date(), best_k=1, min_sessions=1, lot_seed=1,
                    made_at=AT,
                )
            )  # fmt: skip
        old.close()
    store = connect(path)
    announce(store)
    with store.reading() as tx:
        last = tx.get_one(Seal, 2)
    assert {kind for kind, *_ in last.changes} == {"member", *TABLES}
    store.close()
    assert found(path) == []


def test_a_strangers_change_of_who_entered_is_named(store: Store, path: Path) -> None:
    announce(store)
    store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as stranger:
        stranger.execute("UPDATE tournament_entry SET member_id = 1 WHERE number = 2")
    assert found(path) == ["tournament 1: who entered is not as it was sealed"]
