"""Where a club is kept on a server, as it is typed; a password that was typed is never repeated."""

import pytest

from referee.store.events.address import Server, is_server, parse_server
from referee.store.faults import ClubFault


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("postgresql://eve@cards.example.org/clubs", Server("clubs", "cards.example.org", None, "eve")),
        ("postgres://cards.example.org:5433/clubs", Server("clubs", "cards.example.org", 5433)),
        ("postgresql:///clubs", Server("clubs")),
        ("postgresql:///clubs?host=/run/postgresql", Server("clubs", "/run/postgresql")),
        ("postgresql://%2Frun%2Fpostgresql/clubs", Server("clubs", "/run/postgresql")),
        ("postgresql://eve%40home@[::1]/our%20clubs?club=2", Server("our clubs", "::1", None, "eve@home", "2")),
    ],
)
def test_an_address_is_read_and_said_again(typed: str, read: Server) -> None:
    assert is_server(typed)
    assert parse_server(typed) == read
    assert parse_server(str(read)) == read


@pytest.mark.parametrize("typed", ["monday", "/home/eve/monday", "C:\\monday", "postgresql", "mysql://x/y", ""])
def test_a_folder_is_no_server(typed: str) -> None:
    assert not is_server(typed)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("postgresql://cards.example.org", "names no database. Use an address such as"),
        ("postgresql://cards.example.org/a/b", "names no database"),
        ("postgresql://cards.example.org:port/clubs", "is not the address of a server"),
        ("postgresql://h/clubs?sslmode=disable", "sslmode does not belong in an address. Use club or host"),
        ("postgresql://eve:secret@h/clubs", "leave the password out of the address"),
        ("postgresql://eve:secret@h:port/clubs", "is not the address of a server"),
        ("postgresql://eve:sec@ret@h/clubs", "leave the password out of the address"),
    ],
)
def test_what_is_no_address_is_refused_without_a_password(typed: str, said: str) -> None:
    with pytest.raises(ClubFault, match=said) as refused:
        parse_server(typed)
    assert "sec" not in str(refused.value)
    assert "ret" not in str(refused.value).replace("there", "")


@pytest.mark.parametrize(
    ("host", "elsewhere"),
    [("", False), ("localhost", False), ("127.0.0.1", False), ("/run/postgresql", False), ("cards.example.org", True)],
)
def test_what_leaves_the_computer_is_known(host: str, elsewhere: bool) -> None:
    assert Server("clubs", host).is_remote is elsewhere
