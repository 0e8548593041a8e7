"""Detection of network shares. Another computer could write to a file there, and a local lock would not stop it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path, PurePath, PurePosixPath
from typing import Final

from referee.store.faults import StoreFault

_SHARES: Final = frozenset(
    {
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "afpfs", "webdav", "ncpfs", "afs", "ceph", "fuse.glusterfs", "lustre",
        "fuse.sshfs", "fuse.davfs", "fuse.rclone", "fuse.gvfsd-fuse",
    }
)  # fmt: skip
"""What systems call the file systems that are on other computers."""


def check_local(folder: Path) -> None:
    """Raise a `StoreFault` if a club's folder is on a network share, as far as that can be told."""
    if share := network_share(Path(os.path.realpath(folder))):
        raise StoreFault(
            f"{folder} is on a network share ({share}), where two computers can damage a club. "
            "Keep it on this computer; only backups may be on the share."
        )


def network_share(folder: Path) -> str:
    """Return the system's name for the network share of a folder; empty if it is on no known share."""
    if sys.platform == "win32":
        return share_on_windows(folder)
    with suppress(OSError, RuntimeError):  # such as that somebody may not look, or has no home
        device = next(
            existing_folder.stat().st_dev for existing_folder in (folder, *folder.parents) if existing_folder.exists()
        )
        if sys.platform == "darwin":
            if device != Path.home().stat().st_dev:
                import subprocess  # few have a club elsewhere, and it takes a while

                mounts = subprocess.run(["/sbin/mount"], capture_output=True, text=True, check=False).stdout
                return share_on_macos(folder, mounts)
        elif os.major(device) == 0:  # else it is a disk
            return share_on_linux(f"0:{os.minor(device)}", Path("/proc/self/mountinfo").read_text(errors="replace"))
    return ""


def share_on_windows(folder: PurePath) -> str:
    """Return the network share at the beginning of a path. Resolve the path first, so that a drive shows its share."""
    drive = folder.drive.replace("\\\\?\\UNC\\", "\\\\", 1)
    return drive if drive.startswith("\\\\") and not drive.startswith(("\\\\?\\", "\\\\.\\")) else ""


def share_on_linux(device: str, mounts: str) -> str:
    """Return the kind of network share of a device (0:51), given the kernel's `/proc/self/mountinfo`; empty if it is
    none.
    """
    for mount in mounts.splitlines():
        mount_point, _, kind = mount.partition(" - ")
        if mount_point.split(" ", 3)[2:3] == [device]:
            return _known_share(kind.partition(" ")[0])
    return ""


def share_on_macos(folder: PurePath, mounts: str) -> str:
    """Return the kind of network share of a folder, given the output of `mount`: `//ann@school/h on /Volumes/h
    (smbfs)`.
    """
    kinds = {}
    for mount in mounts.splitlines():
        mount_point, _, kind = mount.rpartition(" (")
        kinds[PurePosixPath(mount_point.partition(" on ")[2])] = kind.rstrip(")").partition(",")[0]
    return next((_known_share(kinds[parent]) for parent in (folder, *folder.parents) if parent in kinds), "")


def _known_share(kind: str) -> str:
    return kind if kind in _SHARES else ""
