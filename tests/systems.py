"""What one system has and another has not: the marks of the tests that need it."""

from __future__ import annotations

import os
import shutil
import time

import pytest

ON_WINDOWS = os.name == "nt"
MODES = pytest.mark.skipif(ON_WINDOWS, reason="Windows has no modes of files")
MOVES_OPEN_FILES = pytest.mark.skipif(ON_WINDOWS, reason="Windows moves and removes no file that a program has open")
ZONES = pytest.mark.skipif(not hasattr(time, "tzset"), reason="Windows gives each program the zone of the computer")
LINKS = pytest.mark.skipif(ON_WINDOWS, reason="Windows lets administrators alone make links")
PIPES_WITH_NAMES = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows keeps no pipes in folders")
MOUNTS = pytest.mark.skipif(shutil.which("mount") is None, reason="no disk can be mounted here")
