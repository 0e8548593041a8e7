"""The option ``--game`` of pytest, installed with `referee`."""

import pytest

from referee.games import rulebook, slugs
from referee.rules import UnknownGame

_HERE = __name__.rpartition(".")[0]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the games to test."""
    says = "with referee.conformance: only this game; repeatable"
    parser.getgroup("referee").addoption("--game", action="append", default=[], metavar="NAME", help=says)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test of the suite for each game. Raise `pytest.UsageError` for an unknown or broken game."""
    if not metafunc.module.__name__.startswith(_HERE) or "slug" not in metafunc.fixturenames:
        return
    slugs_chosen = metafunc.config.getoption("--game") or slugs()
    for slug in slugs_chosen:
        try:
            rulebook(slug)
        except UnknownGame as unknown:
            raise pytest.UsageError(str(unknown)) from unknown
    metafunc.parametrize("slug", [rulebook(slug).slug for slug in slugs_chosen])
