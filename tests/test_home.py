"""No test writes to the home folder: what this computer keeps for the program lies in a temporary one."""

import os
from pathlib import Path


def test_settings_state_and_data_are_kept_aside() -> None:
    homes = [Path(os.environ[f"XDG_{kind}_HOME"]) for kind in ("CONFIG", "STATE", "DATA")]
    assert len({home.parent for home in homes}) == 1
    assert all(Path.home() not in home.parents for home in homes)
