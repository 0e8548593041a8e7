import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate",
        action="store_true",
        help="write tests/records/*/*.expected anew; read the difference against the source texts",
    )
