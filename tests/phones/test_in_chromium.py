"""The phones' pages in a real browser: tapped, asleep, cut off, without scripts, used by everybody."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from referee.club.match import matches, recording
from referee.club.match.log import load_log
from referee.club.phones import pairing
from referee.club.text.typed_lines import read_one
from referee.tournaments.clocks import actions as clocks
from referee.tournaments.clocks.clock import ClockAction
from tests.export.pages.browsing import CHROMIUM, chromium, faults
from tests.patience import patience, wait
from tests.phones.conftest import Served
from tests.phones.evenings.windows import SMALL
from tests.phones.serving import Stream, free_port, process

pytestmark = [pytest.mark.process, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")]

# The words, and cards, on whatever is tapped that go on in a second line.
CUT = """() => [...document.querySelectorAll('nav a, button, .acts a, .two a, .grid b')].flatMap(each => {
  const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT), cut = [];
  for (let node; (node = walker.nextNode());) for (const word of node.data.matchAll(/\\S+/g)) {
    const range = document.createRange();
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) cut.push(word[0]);
  }
  return cut;
})"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


class Tab:
    """A phone's browser, with all that its console said."""

    def __init__(self, browser: Browser, port: int, **settings: Any) -> None:
        self.context = browser.new_context(
            **{"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, **settings}
        )
        self.context.set_default_timeout(1000 * patience())
        self.page: Page = self.context.new_page()
        self.said: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.at = f"http://127.0.0.1:{port}"

    def join(self, code: str, name: str) -> Page:
        self.page.goto(f"{self.at}/j/{code}")
        self.page.get_by_role("button", name=name).click()
        self.page.wait_for_selector("#now .turn")
        return self.page


def line(number: int) -> str:
    return f"#record li[value='{number}']"


def test_a_line_is_tapped_ruled_on_and_recorded_and_comes_to_the_others_by_itself(
    served: Served, browser: Browser
) -> None:
    ann, ben = (Tab(browser, served.blank.port) for _ in range(2))
    page, change = ann.join(served.code(), "Ann"), ben.join(served.code(), "Ben")
    page.get_by_role("link", name="Ann plays …").tap()
    page.get_by_role("checkbox", name="three of diamonds").check(force=True)
    page.get_by_role("checkbox", name="three of spades").check(force=True)
    page.get_by_role("button", name="What is the ruling?").tap()
    page.wait_for_selector(".ruling.legal >> text=pair of threes")
    assert len(matches.show(served.club, 1).log) == 1
    page.get_by_role("button", name="Record it").tap()
    change.wait_for_selector(line(2))
    page.wait_for_selector(line(2))
    change.wait_for_selector(".turn.mine >> text=Your turn, Ben")
    change.get_by_role("link", name="passes").tap()
    change.get_by_role("button", name="Record it").tap()
    page.wait_for_selector(line(3))
    assert [line.by for line in matches.show(served.club, 1).log] == ["Fay", "Ann (phone)", "Ben (phone)"]
    assert (ann.said, ben.said) == ([], [])
    assert page.url == f"{ann.at}/t"


PASTE = """(text) => {
  const data = new DataTransfer();
  data.setData("text", text);
  document.getElementById("line").dispatchEvent(
    new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
}"""


def test_lines_that_are_pasted_come_one_by_one_each_with_its_ruling_first(served: Served, browser: Browser) -> None:
    tab = Tab(browser, served.blank.port)
    page = tab.join(served.code(), "Ann")
    page.evaluate(PASTE, "Ann throws 3d\r\nBen pass\n\nCal plyas 4h")
    page.wait_for_selector(".rows >> text=0 of 3 lines recorded")
    page.get_by_role("button", name="Ruling?").tap()
    page.wait_for_selector("h2 >> text=read as: Ann plays 3♦")
    page.get_by_role("button", name="Record it").tap()
    page.wait_for_selector(".rows >> text=1 of 3 lines recorded")
    assert page.input_value("#line") == "Ben pass"
    page.get_by_role("button", name="Ruling?").tap()
    page.get_by_role("button", name="Record it").tap()
    page.wait_for_selector(".rows >> text=2 of 3 lines recorded")
    page.get_by_role("button", name="Ruling?").tap()
    page.wait_for_selector(".told >> text=at 'plyas': 'plyas' is not a play")
    assert page.input_value("#line") == "Cal plyas 4h"
    assert [line.text for line in matches.show(served.club, 1).log] == ["deal by Dee", "Ann plays 3D", "Ben passes"]
    assert tab.said == []


@pytest.mark.long
def test_half_a_line_and_an_opened_grid_outlive_what_others_record(served: Served, browser: Browser) -> None:
    ann, ben = (Tab(browser, served.blank.port) for _ in range(2))
    page, change = ann.join(served.code(), "Ann"), ben.join(served.code(), "Ben")
    page.fill("#line", "plays 3")
    change.get_by_role("link", name="Ann plays …").tap()
    change.get_by_role("checkbox", name="four of clubs").check(force=True)
    recording.log_line(served.club, 1, "Ann plays 3D")  # the officer takes over at the desk
    page.wait_for_selector(line(2))
    change.wait_for_selector(line(2))
    assert page.input_value("#line") == "plays 3"
    assert change.get_by_role("checkbox", name="four of clubs").is_checked()


@pytest.mark.long
def test_half_a_line_stands_while_an_officer_lets_phones_only_read(served: Served, browser: Browser) -> None:
    tab = Tab(browser, served.blank.port)
    page = tab.join(served.code(), "Ann")
    page.fill("#line", "Ann plays 3D")

    def read_only(only: bool) -> None:
        pairing.switch(served.club, served.session, 1, lambda switches: replace(switches, read=only))

    read_only(True)
    wait(lambda: "Let phones write" in served.blank.get("/officer").told)
    page.get_by_role("button", name="Ruling?").tap()
    page.wait_for_selector("text=Phones can only read at this table.")
    assert page.input_value("#line") == "Ann plays 3D"
    read_only(False)
    recording.log_line(served.club, 1, "Cal passes")  # whoever hears of it has heard of the switch too
    page.wait_for_selector(line(2))
    assert page.input_value("#line") == "Ann plays 3D"
    page.get_by_role("button", name="Ruling?").tap()
    page.wait_for_selector("text=Record it")


@pytest.mark.long
def test_the_second_of_two_phones_with_one_event_is_shown_the_firsts_line(served: Served, browser: Browser) -> None:
    ann, ben = (Tab(browser, served.blank.port) for _ in range(2))
    pages = [ann.join(served.code(), "Ann"), ben.join(served.code(), "Ben")]
    for page in pages:
        page.fill("#line", "Ann plays 3D")
        page.get_by_role("button", name="Ruling?").tap()
        page.wait_for_selector("text=Record it")
    pages[0].get_by_role("button", name="Record it").tap()
    pages[0].wait_for_selector(line(2))
    pages[1].get_by_role("button", name="Record it").tap()
    pages[1].wait_for_selector("text=Not recorded, because line 2 was recorded first: Ann plays 3")
    assert len(matches.show(served.club, 1).log) == 2
    recording.log_line(served.club, 1, "Ben passes")
    pages[1].wait_for_selector(line(3))
    assert pages[1].get_by_text("Not recorded, because line 2").is_visible()  # until it is read, and a tap comes


def test_an_answer_that_was_lost_is_sent_again_and_recorded_once(served: Served, browser: Browser) -> None:
    tab = Tab(browser, served.blank.port)
    page = tab.join(served.code(), "Ann")
    page.fill("#line", "Ann plays 3D")
    page.get_by_role("button", name="Ruling?").tap()
    page.wait_for_selector("text=Record it")
    lost = []

    def lose(route: Route) -> None:
        if not lost:
            lost.append(route.fetch().status)  # it arrives, and its answer does not
            route.abort()
        else:
            route.continue_()

    page.route("**/line", lose)
    page.get_by_role("button", name="Record it").tap()
    page.wait_for_selector("text=No answer. Nothing is lost: tap again.")
    page.get_by_role("button", name="Record it").tap()
    page.wait_for_selector("text=Line 2 is recorded")
    assert lost == [200]
    assert len(matches.show(served.club, 1).log) == 2


@pytest.mark.long
def test_after_the_network_was_gone_the_phone_shows_what_was_recorded_meanwhile(
    served: Served, browser: Browser
) -> None:
    tab = Tab(browser, served.blank.port)
    page = tab.join(served.code(), "Ben")
    tab.context.set_offline(True)
    recording.log_line(served.club, 1, "Ann plays 3D")
    tab.context.set_offline(False)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # it is taken out of the pocket
    page.wait_for_selector(line(2))
    page.wait_for_selector(".turn.mine")


@pytest.mark.long
def test_after_the_server_was_killed_the_phones_are_paired_still(
    evening: Any, browser: Browser, tmp_path: Path
) -> None:
    port, tab = free_port(), Tab(browser, 0)
    with process(evening.club, port=port) as (running, _):
        tab.at = f"http://127.0.0.1:{port}"
        page = tab.join(evening.code(), "Ann")
        running.kill()
        running.wait(patience())
    recording.log_line(evening.club, 1, "Ann plays 3D")
    with process(evening.club, port=port, told=tmp_path / "again.txt"):
        page.wait_for_selector(line(2))  # nobody does anything
        page.fill("#line", "Ben passes")
        page.get_by_role("button", name="Ruling?").tap()
        page.get_by_role("button", name="Record it").tap()
        page.wait_for_selector(line(3))
    assert matches.show(evening.club, 1).log[-1].by == "Ann (phone)"


def test_a_reported_result_comes_to_the_page_of_whoever_waits_for_it(served: Served, browser: Browser) -> None:
    ann, ben = (Tab(browser, served.blank.port) for _ in range(2))
    page, change = ann.join(served.code(), "Ann"), ben.join(served.code(), "Ben")
    for each in (page, change):
        each.get_by_role("link", name="Result").tap()
    for name in ("Ben", "Ann", "Dee", "Cal"):
        page.get_by_role("link", name=name, exact=True).tap()
    page.get_by_role("button", name="That is the result").tap()
    change.get_by_role("button", name="Yes, that is right").tap()
    page.wait_for_selector("text=The result is recorded. An officer finishes the table.")
    assert matches.show(served.club, 1).places[0] == ("Ben",)
    assert (ann.said, ben.said) == ([], [])


@pytest.mark.long
def test_an_unpaired_phone_is_sent_to_where_it_can_be_paired(served: Served, browser: Browser) -> None:
    tab = Tab(browser, served.blank.port)
    page = tab.join(served.code(), "Ben")
    [phone] = served.now.phones
    pairing.unpair(served.club, served.session, phone.id)
    page.wait_for_url(f"{tab.at}/")
    assert page.get_by_label("Code").is_visible()


def test_all_of_it_works_without_a_script(served: Served, browser: Browser) -> None:
    tab = Tab(browser, served.blank.port, java_script_enabled=False)
    page = tab.page
    page.goto(tab.at)
    page.get_by_label("Code").fill(served.code().lower())
    page.get_by_role("button", name="Go to the table").tap()
    page.get_by_role("button", name="Ann").tap()
    page.get_by_role("link", name="Ann plays …").tap()
    page.get_by_role("checkbox", name="three of diamonds").check(force=True)
    page.get_by_role("button", name="What is the ruling?").tap()
    page.get_by_role("button", name="Record it").tap()
    page.wait_for_selector("text=Line 2 is recorded: legal.")
    page.get_by_role("button", name="Undo my line: typed wrong").tap()
    page.wait_for_selector("text=Struck: typed by mistake.")
    page.get_by_role("link", name="Call the officer").tap()
    page.get_by_role("button", name="A line is wrong").tap()
    page.wait_for_selector("text=An officer has been called: A line is wrong.")
    page.get_by_role("link", name="Result").tap()
    for name in ("Ben", "Ann", "Dee", "Cal"):
        page.get_by_role("link", name=name, exact=True).tap()
    page.get_by_role("button", name="That is the result").tap()
    page.wait_for_selector("text=The result waits until another player confirms it.")


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_can_be_used_with_one_hand_and_by_everybody(served: Served, browser: Browser, scheme: Any) -> None:
    """Nothing scrolls sideways, what is tapped is 44 px high, and axe finds nothing: names, contrast, labels."""
    recording.log_line(served.club, 1, "Ann plays 3D 4D")
    tab = Tab(browser, served.blank.port, color_scheme=scheme)
    page = tab.page
    by_key: dict[str, list[str]] = {}

    def look(name: str) -> None:
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        small = page.evaluate(SMALL)
        if wrong := [*([f"{wide} px too wide"] if wide > 0 else []), *small, *faults(page)]:
            by_key[name] = wrong

    page.goto(tab.at)
    look("join")
    page.goto(f"{tab.at}/j/{served.code()}")
    look("who")
    page.get_by_role("button", name="Ann").click()
    page.wait_for_selector("#now .turn")
    paths = ("/t", "/t?say=Ann+plays", "/t?line=Ann+plays+3S", "/t?line=Ann+plays+3S+4D", "/t?line=xx", "/call")
    for path in (
        *paths,
        "/result",
        "/result?o=0",
        "/result?o=0.1.2.3",
        "/e",
        "/e/rules/1",
        "/officer",
        "/officer/cards",
    ):
        page.goto(f"{tab.at}{path}")
        look(path)
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{tab.at}/t?say=Ann+plays")
    look("the grid on the smallest phone")
    assert by_key == {}


@pytest.mark.long
def test_pages_are_small(served: Served, browser: Browser) -> None:
    """20 KB at first in all, 11 KB an event, at a table of 100 lines of which the last are all illegal."""
    seen = load_log(served.club, 1)
    hand = ["Ann plays 3D", "Ben passes", "Cal passes", "Dee passes", "deal by Dee"] * 17
    lines = [*hand, "Ann plays 3D", *["Ben plays 4D 4H"] * 15]
    recording.log_lines(served.club, seen, [read_one(seen, line) for line in lines])
    phone = served.phone_of(0)
    wait(lambda: "87 older lines" in phone.get("/t").told)
    first = [phone.get(path).text for path in ("/t", "/static/phone.css", "/static/phone.js", "/static/icon.svg")]
    assert len("".join(first).encode()) < 20 * 1024
    stream = Stream(phone)
    assert len(json.dumps(stream.next(), ensure_ascii=False).encode()) < 11 * 1024
    for part in ("/t?say=Ann+plays", "/t?line=Ann+plays+3D", "/t?line=xx"):
        assert len(phone.get(part, **{"X-Part": "1"}).text.encode()) < 11 * 1024, part
    stream.close()


@pytest.mark.long
@pytest.mark.parametrize(
    ("wide", "high", "letters"), [(390, 844, "200%"), (844, 390, "100%"), (320, 640, "100%")], ids=str
)
def test_no_word_is_cut_by_large_letters_a_small_phone_or_one_held_sideways(
    served: Served, browser: Browser, wide: int, high: int, letters: str
) -> None:
    recording.log_line(served.club, 1, "Ann plays 3D 4D")
    page = Tab(browser, served.blank.port, viewport={"width": wide, "height": high}).join(served.code(), "Ann")
    by_key: dict[str, list[str]] = {}
    for path in (
        "/t",
        "/t?say=Ann+plays",
        "/t?line=Ann+plays+3S",
        "/call",
        "/result?o=0",
        "/e",
        "/e/rules/1",
        "/officer",
    ):
        page.goto(f"http://127.0.0.1:{served.blank.port}{path}")
        page.evaluate("size => document.documentElement.style.fontSize = size", letters)
        wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wrong := [*([f"{wider} px too wide"] if wider > 0 else []), *page.evaluate(SMALL), *page.evaluate(CUT)]:
            by_key[path] = wrong
    assert by_key == {}


@pytest.mark.long
def test_the_clock_counts_down_by_itself_and_without_a_script_by_reloading(served: Served, browser: Browser) -> None:
    club = replace(served.club, clock=lambda: datetime.now(UTC))
    clocks.start_clock(club, minutes=20)
    tab, still = Tab(browser, served.blank.port), Tab(browser, served.blank.port, java_script_enabled=False)
    tab.page.goto(f"{tab.at}/e")
    clock = tab.page.get_by_role("timer").locator("span")
    shown = {clock.text_content()}
    # No event comes of that: nothing has changed in the club.
    look = lambda each: tab.page.wait_for_timeout(1000 * each)  # noqa: E731
    wait(lambda: shown.add(clock.text_content()) or len(shown) > 2, look=look)
    assert all(re.fullmatch(r"20:00|19:\d\d|1\d:\d\d", each or "") for each in shown), shown
    still.page.goto(f"{still.at}/e")
    first = still.page.get_by_role("timer").text_content()
    wait(lambda: still.page.reload() and still.page.get_by_role("timer").text_content() != first)
    clocks.apply_action(club, ClockAction.PAUSE)
    tab.page.wait_for_selector("[role=timer] span:not([data-left])")
    assert tab.said == []
