"""What the phones' server loads: it runs all evening beside the desk, on a club's oldest laptop."""

import re
from pathlib import Path

import pytest

from tests.phones.conftest import ANN, Evening
from tests.phones.serving import process

pytestmark = pytest.mark.process
LARGE = {"sqlmodel", "sqlalchemy", "pydantic", "textual", "rich", "psycopg2", "icalendar", "openskill"}


def test_an_evening_of_phones_loads_nothing_large(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPROFILEIMPORTTIME", "1")
    folder = tmp_path / "told.txt"
    with process(evening.club, told=folder) as (_, blank):
        ann = blank.join(evening.code(), ANN)
        assert ann.record("Ann plays 3D").status == 303
        assert ann.result("0.1.2.3").status == 303
        assert [ann.get(path).status for path in ("/t", "/e", "/e/rules/1", "/officer", "/call")] == [200] * 5
    loaded = {name.strip() for name in re.findall(r"^import time:.*\|([ \w.]+)$", folder.read_text(), re.MULTILINE)}
    assert "aiohttp" in loaded
    assert loaded & LARGE == set()
