"""Folders that several tests look at: made by whichever worker asks first, and only read after that."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.patience import wait


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return the folder of this run that has a name; who asks first makes it, and all other workers wait for that."""
    own = factory.getbasetemp()
    run = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    ready, making = run / f"made-{name}", run / f"making-{name}"
    while not ready.exists():
        try:
            making.mkdir()
        except FileExistsError:
            wait(lambda: not making.exists(), lambda: f"{making} is not done")
            continue
        try:
            if not ready.exists():  # nor has another been quicker just now
                make(making)
                making.rename(ready)
        finally:
            shutil.rmtree(making, ignore_errors=True)
    return ready
