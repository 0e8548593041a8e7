import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate",
        action="store_true",
        help="write tests/records/*/*.expected and tests/dashboard/screens/*.svg anew; read and look at the difference",
    )
