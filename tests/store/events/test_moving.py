"""A club moves to another place and back: the same log at the other end, and never two places at which it is open."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from referee.store.events import postgresql, sqlite
from referee.store.events.address import Server
from referee.store.events.event import EventText
from referee.store.events.json_lines import dump
from referee.store.events.log import head
from referee.store.events.moving import ClubPlace, Projections, move, shape_of, uuid_of
from referee.store.events.shapes import ARRIVING, MOVED
from referee.store.faults import ClubFault, StoreFault, StoreMoved, StoreUnreachable
from tests.store.events.conftest import POINTS, POINTS_OF_CLUBS, ClubLog, appending, needs_server, scored

pytestmark = [needs_server, pytest.mark.process]
HOW = Projections(scored, ["points"], "1", lambda _old, _new: None)
KILLED = 9


@pytest.fixture
def file(tmp_path: Path) -> Iterator[ClubPlace]:
    """A club's file with something in it."""
    opened = sqlite.create(tmp_path / "club.db", [POINTS], "1")
    played(opened, 3)
    place = ClubPlace(replace(opened, allow_moved=True, _spare=[]), str(opened.path))
    yield place
    place.opened.close()


@pytest.fixture
def shared(server: Server, file: ClubPlace) -> Iterator[ClubPlace]:
    """The place on a server to which the club is about to move."""
    opened = postgresql.create_on_server(server, POINTS_OF_CLUBS, ARRIVING, uuid=uuid_of(file))
    shared = replace(opened, shape="1", allow_moved=True, _spare=[])
    place = ClubPlace(shared, str(replace(server, club=str(opened.club))))
    yield place
    place.opened.close()


def played(club: ClubLog, member: int) -> None:
    with appending(club, fold=scored) as change:
        change.append("scored", {"member": member, "score": 5}, texts=[EventText("note", f"Zoe {member}", member)])
        change.append("scored", {"member": 9, "score": member})


def lines(place: ClubPlace) -> list[str]:
    with place.opened.reading() as sql:
        return list(dump(sql, place.opened.club))


def points(place: ClubPlace) -> list[tuple[object, ...]]:
    with place.opened.reading() as sql:
        return sql.rows("SELECT member, score, note FROM points ORDER BY member")


def as_usual(place: ClubPlace) -> ClubLog:
    """The club as whoever works on it opens it."""
    return replace(place.opened, allow_moved=False, _spare=[])


@contextmanager
def in_use(place: ClubPlace) -> Iterator[ClubLog]:
    opened = as_usual(place)
    yield opened
    opened.close()


def is_open(place: ClubPlace) -> bool:
    with in_use(place) as opened:
        try:
            with opened.writing():
                return True
        except StoreMoved:
            return False


def is_gone(place: ClubPlace) -> bool:
    return shape_of(place).startswith(MOVED)


def test_a_club_moves_and_goes_on_and_moves_back(file: ClubPlace, shared: ClubPlace) -> None:
    told_before = lines(file)
    with file.opened.reading() as sql:
        ends = head(sql, file.opened.club)
    assert move(file, shared, HOW) == ends
    assert lines(shared) == told_before
    assert points(shared) == points(file) == [(3, 5, "Zoe 3"), (9, 3, None)]
    with in_use(shared) as opened:
        played(opened, 4)
    gone_on = lines(shared)
    move(shared, file, HOW)
    assert lines(file) == gone_on
    assert points(file) == [(3, 5, "Zoe 3"), (4, 5, "Zoe 4"), (9, 4, None)]
    assert (is_open(file), is_open(shared)) == (True, False)
    with in_use(file) as opened:
        played(opened, 5)
    move(file, shared, HOW)
    assert lines(shared) == lines(file)
    assert points(shared)[:3] == [(3, 5, "Zoe 3"), (4, 5, "Zoe 4"), (5, 5, "Zoe 5")]


def test_whoever_has_the_old_place_open_is_told_where_the_club_is_now(file: ClubPlace, shared: ClubPlace) -> None:
    desk = as_usual(file)
    with desk.reading():
        pass
    move(file, shared, HOW)
    message = rf"The club has moved from .*club\.db to {shared.address.replace('?', '.')}\. Open it there\."
    with pytest.raises(StoreMoved, match=message), desk.writing():
        pass
    with pytest.raises(StoreMoved, match=message), desk.reading():
        pass
    with pytest.raises(StoreMoved, match=message):
        sqlite.open_file(desk.path)  # type: ignore[union-attr]
    with in_use(shared) as opened, opened.reading():
        pass
    move(shared, file, HOW)
    with desk.writing():
        pass
    with pytest.raises(StoreMoved, match=r"The club has moved from postgresql://.* to .*club\.db"):
        postgresql.open_on_server(replace(shared.opened.server, club=str(shared.opened.club)))  # type: ignore[union-attr]
    desk.close()


def test_what_was_forgotten_meanwhile_is_not_there_when_the_club_comes_back(file: ClubPlace, shared: ClubPlace) -> None:
    move(file, shared, HOW)
    with in_use(shared) as opened, opened.writing() as sql:
        sql.do("DELETE FROM private WHERE club = ? AND person = 3", opened.club)
    move(shared, file, HOW)
    assert "Zoe" not in "".join(lines(file))
    assert points(file) == [(3, 5, None), (9, 3, None)]


def test_a_place_at_which_the_club_is_open_is_left_alone(file: ClubPlace, shared: ClubPlace, tmp_path: Path) -> None:
    copy = sqlite.create(tmp_path / "copy.db", [POINTS], "1", uuid=uuid_of(file))
    with pytest.raises(ClubFault, match=r"The club is also open in .*copy\.db"):
        move(file, ClubPlace(copy, str(copy.path)), HOW)
    copy.close()
    move(file, shared, HOW)
    with pytest.raises(StoreMoved, match="has moved from"):
        move(file, shared, HOW)
    assert (is_open(file), is_open(shared)) == (False, True)


def test_a_log_that_is_not_as_it_was_written_stays_where_it_is(file: ClubPlace, shared: ClubPlace) -> None:
    with file.opened.writing() as sql:
        sql.do("UPDATE private SET text = 'forged'")
    with pytest.raises(StoreFault, match="was changed"):
        move(file, shared, HOW)
    assert (is_open(file), is_open(shared)) == (True, False)
    assert len(lines(shared)) == 1


def test_where_the_server_is_lost_the_club_stays_on_its_way(
    file: ClubPlace, shared: ClubPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*_given: object) -> None:
        raise StoreUnreachable("the server does not answer")

    with monkeypatch.context() as patched:
        patched.setattr("referee.store.events.moving.append_lines", lost)
        with pytest.raises(StoreUnreachable):
            move(file, shared, HOW)
    with in_use(file) as opened, pytest.raises(StoreMoved, match="is being moved from"), opened.writing():
        pass
    move(file, shared, HOW)
    assert (is_open(file), is_open(shared)) == (False, True)


def in_a_program_killed_at(number: int, action: Callable[[], object]) -> bool:
    """Run an action in a child process that is killed before its n-th query; return whether it was."""
    if not hasattr(os, "fork"):
        pytest.skip("no program can be forked here")
    child = os.fork()
    if not child:
        calls = iter(range(number))

        def asking_is_dangerous(kind: type) -> None:
            for name in ("rows", "do", "insert_rows", "replace_rows"):
                asks = getattr(kind, name)

                def dying(self: object, *arguments: object, asks: Callable[..., object] = asks) -> object:
                    if next(calls, None) is None:
                        os._exit(KILLED)
                    return asks(self, *arguments)

                setattr(kind, name, dying)

        try:
            asking_is_dangerous(sqlite.SqliteTransaction)
            asking_is_dangerous(postgresql.PostgresTransaction)
            action()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == KILLED


@pytest.mark.parametrize("back", [False, True], ids=["there", "and back"])
def test_whenever_a_move_is_killed_it_is_finished_by_asking_again(
    file: ClubPlace, shared: ClubPlace, back: bool
) -> None:
    start, target = (shared, file) if back else (file, shared)
    if back:
        move(file, shared, HOW)
    number, killed = 0, True
    while killed:
        with in_use(start) as opened:
            played(opened, 10 + number)
        before = lines(start)
        for place in (start, target):
            place.opened.close()  # what is open is no other program's
        killed = in_a_program_killed_at(number, lambda: move(start, target, HOW))
        assert not (is_open(start) and is_open(target))
        if killed and not is_gone(start):
            move(start, target, HOW)
        assert (is_open(start), is_open(target)) == (False, True)
        assert lines(target) == before
        assert points(target) == points(start)
        move(target, start, HOW)
        number += 1
    assert number > 20
