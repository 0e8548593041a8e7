"""Settings, data and state are kept where each system keeps them, and whoever has no home is told so."""

import sys
from pathlib import Path

import platformdirs
import platformdirs.macos
import pytest

from referee.store.faults import StoreMissing
from referee.store.files.user_folders import FolderKind, expand_user, is_open_to_others, user_folder
from tests.cli.running import referee


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's home, of whose folders the environment names none."""
    for kind in FolderKind:
        monkeypatch.delenv(f"XDG_{kind.upper()}_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    return tmp_path


@pytest.fixture
def homeless(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user whom neither the environment nor the system's list gives a home."""
    pwd = pytest.importorskip("pwd")

    def nobody(path: object) -> None:
        raise KeyError(path)

    monkeypatch.delenv("HOME")
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    monkeypatch.setattr(pwd, "getpwnam", nobody)
    return home


@pytest.mark.parametrize("kind", FolderKind)
def test_a_folder_that_the_environment_names_is_used_on_every_system(
    kind: FolderKind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platformdirs, "PlatformDirs", platformdirs.macos.MacOS)
    monkeypatch.setenv(f"XDG_{kind.upper()}_HOME", str(tmp_path / "mine"))
    assert user_folder(kind) == tmp_path / "mine" / "referee"


@pytest.mark.skipif(sys.platform != "linux", reason="asks for the folders of Linux")
@pytest.mark.parametrize(
    ("kind", "where"), [("config", ".config"), ("data", ".local/share"), ("state", ".local/state")]
)
def test_on_linux_the_folders_are_those_of_the_desktop(kind: str, where: str, home: Path) -> None:
    assert user_folder(FolderKind(kind)) == home / where / "referee"


@pytest.mark.parametrize("kind", FolderKind)
def test_on_a_mac_they_are_in_the_library(kind: FolderKind, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platformdirs, "PlatformDirs", platformdirs.macos.MacOS)
    assert user_folder(kind) == home / "Library" / "Application Support" / "referee"


def test_a_path_that_says_no_place_by_itself_names_no_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = user_folder(FolderKind.CONFIG)
    monkeypatch.setenv("XDG_CONFIG_HOME", "settings")
    assert user_folder(FolderKind.CONFIG) == folder


def test_whoever_has_no_home_is_told_what_to_set(homeless: Path) -> None:
    with pytest.raises(OSError, match="set HOME to one"):
        user_folder(FolderKind.CONFIG)
    with pytest.raises(StoreMissing, match=r"There is no folder ~/club: .*set HOME to one\."):
        expand_user("~/club")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no other users by name")
def test_a_folder_of_somebody_unknown_is_named(home: Path) -> None:
    with pytest.raises(StoreMissing, match="There is no folder ~nobody-here/club: this computer has no such user"):
        expand_user("~nobody-here/club")


def test_without_a_home_an_evening_is_recorded_all_the_same(homeless: Path) -> None:
    club = homeless / "club"
    assert referee("init", "Monday Club", "--club", str(club)).code == 0
    for words in (
        ["member", "add", "Ann", "Ben", "Cal", "Dee"],
        ["season", "new", "2026-27"],
        ["schedule", "add", "today", "--at", "19:00"],
        ["open"],
        ["checkin", "all"],
        ["seat", "draw", "--game", "big-two"],
        ["seat", "start"],
        ["log", "1", "deal by Ann"],
        ["result", "1", "Ann", "Ben", "Cal", "Dee"],
        ["close"],
        ["audit"],
    ):
        outcome = referee(*words, club=club)
        assert (outcome.code, outcome.err) == (0, ""), words
    assert not [path for path in homeless.iterdir() if path != club]


def test_without_a_home_what_needs_one_is_refused_in_a_sentence(homeless: Path) -> None:
    club = homeless / "club"
    referee("init", "Monday Club", "--club", str(club))
    referee("member", "add", "Ann", club=club)
    refused = referee("officer", "here", "Ann", club=club)
    assert refused.code != 0
    assert refused.err == "referee: Cannot write ~: you have no home folder on this computer; set HOME to one.\n"
    refused = referee("tonight", "--club", "~/club")
    assert refused.code == 3
    assert "There is no folder ~/club: you have no home folder on this computer; set HOME to one." in refused.err


def test_on_windows_only_the_users_own_folder_is_closed_to_others(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine, shared = home / "club", home.parent / "shared" / "club"
    assert not is_open_to_others(mine)
    assert not is_open_to_others(shared)  # its mode keeps others out
    monkeypatch.setattr(sys, "platform", "win32")
    assert not is_open_to_others(mine)
    assert is_open_to_others(shared)
