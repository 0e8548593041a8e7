"""An evening's phones from a desk in a real terminal, which takes the server with it when it is closed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.club.match import matches
from referee.phones.limits import COOKIE
from tests.dashboard.phones.conftest import Phones
from tests.dashboard.phones.test_serving import answers, free_port, until
from tests.dashboard.terminal import Terminal, desk_in_a_terminal
from tests.patience import wait
from tests.phones.serving import Phone, Stream

pytestmark = [pytest.mark.process, pytest.mark.long]


@pytest.fixture
def desk(phones: Phones, tmp_path: Path) -> Iterator[Terminal]:
    with desk_in_a_terminal(phones.club.folder, tmp_path, Terminal, REFEREE_OFFICER="Ann") as desk:
        yield desk


def test_an_evening_of_calls_and_results_is_led_from_the_desk(phones: Phones, desk: Terminal) -> None:
    port = free_port()
    desk.until("Tables")
    desk.press("P")
    desk.until("The phones are not served now.")
    desk.press("s")
    desk.until("What may they do?")
    desk.press("Enter")
    desk.until("At which port")
    desk.press("C-u")
    desk.type(str(port))
    desk.until(str(port))
    desk.press("Enter")
    desk.until("Players scan this or type the address")
    ann, ben = (Phone(port, f"{COOKIE}={phones.tokens[name]}") for name in ("Ann", "Ben"))
    desk.press("Escape")
    desk.press("S")
    desk.until("Standings")
    assert ann.post("/call", {"reason": "RULING"}).status == 303
    desk.until("Table 1 calls: We disagree on a ruling. P shows it.")
    desk.press("P")
    desk.until("! call")
    desk.press("g")
    desk.until("and you are coming")
    stream = Stream(ann)
    until(stream, "coming", "now")
    stream.close()
    desk.press("f")
    desk.until_gone("! call")
    assert ann.post("/result", {"places": "0.1"}).status == 303
    assert ben.post("/answer", {"places": "0.1", "yes": "yes"}).status == 303
    desk.until("agreed and recorded. Ann > Ben")
    desk.press("Home", "f")
    desk.until("Table 1 is finished.")
    assert matches.show(phones.club, 1).places == (("Ann",), ("Ben",))
    desk.close()  # somebody shuts the window
    wait(lambda: not answers(port))
