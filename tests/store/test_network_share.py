"""A network share is known by what each system says of it."""

from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from referee.store.faults import StoreFault
from referee.store.files.network_share import (
    check_local,
    network_share,
    share_on_linux,
    share_on_macos,
    share_on_windows,
)

MOUNTINFO = """\
21 27 0:20 / /tmp rw,relatime shared:5 - tmpfs tmpfs rw
36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue
57 27 0:51 / /mnt/school rw,relatime shared:70 - cifs //school/home rw,vers=3.0
58 27 0:52 / /home/ann rw,relatime - nfs4 school:/home/ann rw
"""
MOUNT = """\
/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse)
/dev/disk4s1 on /Volumes/Stick (one) (exfat, local, nodev, nosuid, noowners)
//ann@school/home on /Volumes/home (smbfs, nodev, nosuid, mounted by ann)
"""


@pytest.mark.parametrize(("device", "kind"), [("0:51", "cifs"), ("0:52", "nfs4"), ("0:20", ""), ("0:99", "")])
def test_on_linux_the_kernel_says_what_a_device_is(device: str, kind: str) -> None:
    assert share_on_linux(device, MOUNTINFO) == kind


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/Volumes/home/club", "smbfs"),
        ("/Volumes/home", "smbfs"),
        ("/Volumes/home 2/club", ""),
        ("/Volumes/Stick (one)/club", ""),
        ("/Users/ann/club", ""),
    ],
)
def test_on_macos_the_nearest_mount_says_what_a_folder_is_on(folder: str, kind: str) -> None:
    assert share_on_macos(PurePosixPath(folder), MOUNT) == kind


@pytest.mark.parametrize(
    ("folder", "share"),
    [
        (r"\\school\home\club", r"\\school\home"),
        (r"\\?\UNC\school\home\club", r"\\school\home"),
        (r"\\wsl.localhost\Debian\home", r"\\wsl.localhost\Debian"),
        (r"C:\clubs\monday", ""),
        (r"\\?\C:\clubs\monday", ""),
        (r"\\.\C:\clubs\monday", ""),
    ],
)
def test_on_windows_the_path_says_it(folder: str, share: str) -> None:
    assert share_on_windows(PureWindowsPath(folder)) == share


def test_a_folder_of_this_computer_is_on_no_share(tmp_path: Path) -> None:
    assert network_share(tmp_path / "to" / "be made") == ""
    check_local(tmp_path)


def test_a_share_is_refused_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.store.files.network_share.network_share", lambda _: r"\\school\home")
    with pytest.raises(StoreFault, match=r"is on a network share \(.*home\).*Keep it on this computer"):
        check_local(tmp_path)
