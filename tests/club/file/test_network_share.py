"""A club on a network share: no command makes one there, opens one, or puts one there, and nothing is left behind."""

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.club.file import backups
from referee.club.file.audit import audit
from referee.club.file.import_club import import_log
from referee.club.file.moving import move_club
from referee.club.folder import FILE, Club, find_folder, init, open_club
from referee.club.text.faults import StoreFault
from referee.store.files import network_share
from tests.club.conftest import in_a_file

pytestmark = in_a_file("a club on a server is on no share")


@pytest.fixture
def share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that the system says is on another computer."""
    folder = tmp_path / "share"
    folder.mkdir()
    monkeypatch.setattr(
        network_share, "network_share", lambda each: "smbfs" if each.is_relative_to(folder.resolve()) else ""
    )
    return folder


def restored(club: Club, share: Path) -> None:
    with backups.preview_restore(share, backups.back_up(club).path) as found:
        found.carry_out()


@pytest.mark.parametrize(
    "make",
    [
        lambda _, share: init(share, "Monday Cards"),
        lambda _, share: init(share / "new" / "club", "Monday Cards"),
        lambda club, share: move_club(club.folder, str(share), lambda _: None),
        lambda club, share: import_log(club.folder / "club.json", share),
        restored,
    ],
    ids=["init", "init below", "move", "import", "restore"],
)
def test_no_club_is_made_on_a_share(club: Club, share: Path, make: Callable[[Club, Path], object]) -> None:
    with pytest.raises(StoreFault, match=r"share.* is on a network share .*Keep it on this computer"):
        make(club, share)
    assert list(share.iterdir()) == []


@pytest.mark.parametrize("read_only", [False, True])
def test_no_club_is_opened_on_a_share(club: Club, share: Path, read_only: bool) -> None:
    club.close()
    (share / FILE).write_bytes(club.file.read_bytes())
    with pytest.raises(StoreFault, match=r"is on a network share \(smbfs\)"):
        open_club(share, read_only=read_only)
    assert [path.name for path in share.iterdir()] == [FILE]


def test_a_backup_may_be_made_on_a_share_and_restored_from_there(club: Club, share: Path) -> None:
    copy = backups.back_up(club, share).path
    assert copy.parent == share
    with backups.preview_restore(club.folder, copy) as found:
        assert found.lost == ()
        found.carry_out()
    assert find_folder(club.folder) == club.folder
    assert audit(club).differences == ()
