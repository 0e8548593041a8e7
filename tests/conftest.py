import gc
import os
import time

import pytest


def pytest_configure() -> None:
    """Let the tests be the same in every zone, and whatever the user has set for the program or for the terminal."""
    # Now and not in a fixture: Textual reads some of this when it is loaded.
    for name in list(os.environ):
        if name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES") or name.startswith(("REFEREE_", "TEXTUAL_")):
            del os.environ[name]
    if hasattr(time, "tzset"):
        os.environ["TZ"] = "UTC"
        time.tzset()


def pytest_collection_finish() -> None:
    """Collect garbage: the program, loaded by now, is over too soon to need it, and the tests are not."""
    gc.enable()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate",
        action="store_true",
        help="write tests/records/*/*.expected and tests/dashboard/screens/*.svg anew; read and look at the difference",
    )
