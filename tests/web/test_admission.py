"""Who is let in to a desk that is served: passwords, guesses, and names of hosts."""

import pytest

from referee.club.text.faults import ClubFault
from referee.web.admission import PASSWORD, Guesses, on_loopback, password_in


class Clock:
    """A clock that is put on by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_password_is_what_is_set_and_none_where_nothing_is() -> None:
    assert password_in({PASSWORD: "six of hearts"}) == "six of hearts"
    assert password_in({}) is None


@pytest.mark.parametrize("blank", ["", " ", "\t \n", "\N{NO-BREAK SPACE}"])
def test_a_blank_password_is_none_and_is_refused(blank: str) -> None:
    with pytest.raises(ClubFault, match="REFEREE_PASSWORD is set, but blank"):
        password_in({PASSWORD: blank})


def test_a_password_that_no_browser_could_send_is_refused() -> None:
    with pytest.raises(ClubFault, match="no browser could send it"):
        password_in({PASSWORD: "six\udcff"})


def test_after_a_wrong_password_an_address_waits_longer_each_time_up_to_a_minute() -> None:
    clock = Clock()
    guesses = Guesses(clock)
    waits = []
    for _ in range(9):
        assert guesses.wait("192.0.2.7") == 0
        guesses.wrong("192.0.2.7")
        waits.append(guesses.wait("192.0.2.7"))
        clock.now += waits[-1] - 0.5
        assert guesses.wait("192.0.2.7") == 1
        clock.now += 0.5
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_nobody_else_waits_and_the_right_password_ends_it() -> None:
    guesses = Guesses(Clock())
    for _ in range(5):
        guesses.wrong("192.0.2.7")
    assert guesses.wait("192.0.2.8") == 0
    guesses.right("192.0.2.7")
    assert guesses.wait("192.0.2.7") == 0


def test_a_machine_that_may_choose_among_many_addresses_waits_with_all_of_them() -> None:
    guesses = Guesses(Clock())
    guesses.wrong("2001:db8::1")
    assert guesses.wait("2001:db8::ffff:1") == 1
    assert guesses.wait("2001:db8:0:1::1") == 0


def test_guesses_from_everywhere_at_once_do_not_fill_the_memory() -> None:
    guesses = Guesses(Clock())
    for number in range(5000):
        guesses.wrong(f"198.51.{number // 256}.{number % 256}")
    assert len(guesses._wrong) <= 1000
    assert guesses.wait("198.51.19.135") == 1  # the last of them is not forgotten


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("localhost", True),
        ("LOCALHOST", True),
        ("127.0.0.1", True),
        ("127.8.9.1", True),
        ("::1", True),
        ("localhost.example", False),
        ("127.0.0.1.example", False),
        ("0.0.0.0", False),
        ("", False),
    ],
)
def test_only_this_machine_reaches_its_loopback(host: str, own: bool) -> None:
    assert on_loopback(host) is own
