"""Who is let in to a desk that is served: passwords and failed logins."""

import pytest

from referee.club.text.faults import ClubFault
from referee.web.authentication import MOST_TOGETHER, PASSWORD, FailedLogins, read_password


class Clock:
    """A clock that is put on by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_password_is_what_is_set_and_none_where_nothing_is() -> None:
    assert read_password({PASSWORD: "six of hearts"}) == "six of hearts"
    assert read_password({}) is None


@pytest.mark.parametrize("blank", ["", " ", "\t \n", "\N{NO-BREAK SPACE}"])
def test_a_blank_password_is_none_and_is_refused(blank: str) -> None:
    with pytest.raises(ClubFault, match="REFEREE_PASSWORD is blank"):
        read_password({PASSWORD: blank})


def test_a_password_that_no_browser_could_send_is_refused() -> None:
    with pytest.raises(ClubFault, match="REFEREE_PASSWORD is not valid UTF-8"):
        read_password({PASSWORD: "six\udcff"})


def test_after_a_wrong_password_an_address_waits_longer_each_time_up_to_a_minute() -> None:
    clock = Clock()
    failed_logins = FailedLogins(clock)
    waits = []
    for _ in range(9):
        assert failed_logins.lockout_seconds("192.0.2.7") == 0
        failed_logins.record_failure("192.0.2.7")
        waits.append(failed_logins.lockout_seconds("192.0.2.7"))
        clock.now += waits[-1] - 0.5
        assert failed_logins.lockout_seconds("192.0.2.7") == 1
        clock.now += 0.5
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_nobody_else_waits_and_the_right_password_ends_it() -> None:
    failed_logins = FailedLogins(Clock())
    for _ in range(5):
        failed_logins.record_failure("192.0.2.7")
    assert failed_logins.lockout_seconds("192.0.2.8") == 0
    failed_logins.record_success("192.0.2.7")
    assert failed_logins.lockout_seconds("192.0.2.7") == 0


def test_a_machine_that_may_choose_among_many_addresses_waits_with_all_of_them() -> None:
    failed_logins = FailedLogins(Clock())
    failed_logins.record_failure("2001:db8::1")
    assert failed_logins.lockout_seconds("2001:db8::ffff:1") == 1
    assert failed_logins.lockout_seconds("2001:db8:0:1::1") == 0


def test_guesses_from_everywhere_at_once_do_not_fill_the_memory() -> None:
    clock = Clock()
    failed_logins = FailedLogins(clock)
    for number in range(5000):
        clock.now += 3
        failed_logins.record_failure(f"198.51.{number // 256}.{number % 256}")
    assert len(failed_logins._failed) <= 1000
    assert failed_logins.lockout_seconds("198.51.19.135") == 1  # the last of them is not forgotten


def test_all_addresses_together_have_so_many_guesses_a_minute() -> None:
    """One client may have many addresses, and forty guess together as well as one does."""
    clock = Clock()
    failed_logins = FailedLogins(clock)
    for number in range(MOST_TOGETHER - 1):
        failed_logins.record_failure(f"192.0.2.{number}")
        clock.now += 1
    assert failed_logins.lockout_seconds("192.0.2.200") == 0
    failed_logins.record_failure("192.0.2.199")
    assert failed_logins.lockout_seconds("192.0.2.200") == 60 - (MOST_TOGETHER - 1)
    clock.now += 60 - MOST_TOGETHER
    assert failed_logins.lockout_seconds("192.0.2.200") == 1
    clock.now += 1
    assert failed_logins.lockout_seconds("192.0.2.200") == 0
    failed_logins.record_failure("192.0.2.201")
    assert failed_logins.lockout_seconds("192.0.2.202") == 1  # until the next of the first guesses is a minute old


def test_who_knows_one_code_cannot_guess_faster_by_typing_it_in_between() -> None:
    clock = Clock()
    failed_logins = FailedLogins(clock)
    looked_at = 0
    for _ in range(1000):
        if not failed_logins.lockout_seconds("192.0.2.7"):
            failed_logins.record_failure("192.0.2.7")
            failed_logins.record_success("192.0.2.7")
            looked_at += 1
        clock.now += 0.06  # a minute in all
    assert looked_at <= MOST_TOGETHER + 1


def test_the_first_slips_of_a_code_cost_nothing() -> None:
    clock = Clock()
    failed_logins = FailedLogins(clock, free=3)
    waits = []
    for _ in range(6):
        failed_logins.record_failure("192.0.2.7")
        waits.append(failed_logins.lockout_seconds("192.0.2.7"))
        clock.now += waits[-1]
    assert waits == [0, 0, 0, 1, 2, 4]
