"""The stations of an evening of four tables, from the code to scan to agreed results, and what must be so at its end.

Somebody attacks all the while, from a phone that is paired. At the end the record is what was tapped, line by line, and
the audit finds nothing.
"""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from referee.club.calendar import sessions
from referee.club.disputes import deciding, opening
from referee.club.match import matches, recording, starting
from referee.club.people import roster
from referee.store.events.log import events
from tests.cli.running import referee
from tests.club.conftest import copied, place
from tests.club.phones.conftest import Evening
from tests.patience import patience
from tests.phones.evenings.hostile import Hostile
from tests.phones.evenings.windows import NAME, Pictures, Window, scanned
from tests.phones.serving import free_port, process
from tests.tournaments.actions import scene

PASSWORD = "six of hearts"
CUP, BIG_TWO, PONTOON, HEARTS = 1, 2, 3, 4
PLAYERS = {
    CUP: ("Joe", "Kit", "Lou", "Meg"),
    BIG_TWO: ("Ann", "Ben", "Cal", "Dee"),
    PONTOON: ("Eve", "Gus", "Hal", "Ida"),
    HEARTS: ("Ned", "Oli", "Pam"),
}


@contextmanager
def seated(monday: Path, folder: Path, *, served: bool) -> Iterator[Evening]:
    """Four tables: a cup's of Commune, Big Two, Pontoon, and Hearts, which has no rulebook."""
    with copied(monday, folder, served=served) as club:
        sessions.open_session(club, "2026-11-16")
        for name in (*PLAYERS[CUP], *PLAYERS[PONTOON][1:], *PLAYERS[HEARTS]):
            roster.add(club, name)
        scene.started(club, *PLAYERS[CUP], game="commune")
        starting.start_table(club, "big-two", PLAYERS[BIG_TWO])
        starting.start_table(club, "pontoon", PLAYERS[PONTOON])
        starting.start_table(club, "Hearts", PLAYERS[HEARTS], result_only=True)
        yield Evening(club)


class Played:
    """The evening as it is tapped: each table's lines with who tapped them, and each result with who agreed."""

    def __init__(self, chrome: Browser, evening: Evening, port: int, pictures: Path) -> None:
        self.chrome, self.evening, self.club, self.port = chrome, evening, evening.club, port
        self.at = f"http://{NAME}:{port}"
        self.windows: dict[str, Window] = {}
        self.lines: dict[int, list[tuple[str, str]]] = {table: [] for table in PLAYERS}
        self.pictures = Pictures(pictures)
        self.table_of = {name: table for table, names in PLAYERS.items() for name in names}

    def open(self, player: str, **settings: Any) -> Window:
        window = Window(self.chrome, player, self.port, **settings)
        self.windows[player] = window
        return window

    def close(self) -> None:
        for window in self.windows.values():
            window.context.close()
        self.windows.clear()

    def shot(self, player: str, name: str) -> None:
        self.pictures.take(self.windows[player].page, name)

    def ask(self, player: str, *taps: str) -> Window:
        """Tap until a line is asked for."""
        window = self.windows[player]
        window.tap(*taps)
        return window

    def say(self, player: str, line: str, *taps: str, illegal: bool = False) -> None:
        """Tap a line, record it, and wait until all at the table have it."""
        table = self.table_of[player]
        window = self.ask(player, *taps)
        self.lines[table].append((line, f"{player} (phone)"))
        window.record(len(self.lines[table]), illegal=illegal)
        for other in PLAYERS[table]:
            if other in self.windows:
                self.windows[other].see(len(self.lines[table]))


def play(chrome: Browser, evening: Evening, folder: Path, pictures: Path, seed: int = 17) -> Played:
    """Play the whole evening; what an evening must be is asserted on the way, and at its end."""
    port = free_port()
    asked = ("--address", NAME)
    played = Played(chrome, evening, port, pictures)
    with closing(played), process(evening.club, *asked, port=port, password=PASSWORD) as (running, _):
        office = chrome.new_page(viewport={"width": 1280, "height": 900})
        office.set_default_timeout(1000 * patience())
        _log_in(played, office)
        codes = {table: scanned(office, f"/qr/{table}.svg") for table in PLAYERS}
        assert codes == {table: f"{played.at}/j/{evening.code(table)}" for table in PLAYERS}
        # Whom it names itself may be said back to it.
        secrets = [name for table in (CUP, BIG_TWO, PONTOON) for name in PLAYERS[table][1:]]
        secrets += [evening.code(table) for table in (CUP, BIG_TWO, PONTOON)]
        with Hostile(port, evening.code(HEARTS), PLAYERS[HEARTS].index("Oli"), secrets, seed) as hostile:
            _all_join(played, codes)
            _big_two(played)
            _pontoon(played)
            _stolen(played, office, codes[PONTOON])
            running.kill()
            running.wait(patience())
            with process(evening.club, *asked, port=port, password=PASSWORD, told=folder / "again.txt"):
                _commune(played)
                _results(played, office)
        assert {name: window.said for name, window in played.windows.items() if window.said} == {}
        office.close()
    _nothing_was_got(hostile)
    assert played.pictures.wrong == {}
    _the_record_is_what_was_tapped(played)
    return played


def _log_in(played: Played, office: Page) -> None:
    office.goto(f"{played.at}/officer")
    office.fill("#password", PASSWORD)
    office.get_by_role("button", name="Log in").click()
    office.wait_for_selector("h2 >> text=All phones")


def _all_join(played: Played, codes: dict[int, str]) -> None:
    for table in (CUP, BIG_TWO, PONTOON):
        for index, name in enumerate(PLAYERS[table]):
            window = played.open(name, color_scheme="dark" if index % 2 else "light")
            if name == "Ben":
                window.page.goto(played.at)
                played.shot(name, "01-code")
                window.page.goto(codes[table])
                played.shot(name, "02-who")
            window.join(codes[table])
    for name in ("Ned", "Pam"):
        window = played.open(name, java_script_enabled=False)
        window.join(codes[HEARTS])
    played.shot("Ned", "03-no-rulebook")


def _big_two(played: Played) -> None:
    """One illegal play is recorded as what happened, and disputed; an officer decides it at the desk."""
    played.shot("Dee", "04-before-the-deal")
    played.say("Dee", "deal by Dee", "deal by Dee")
    played.shot("Ann", "05-dealt")
    played.ask("Ann", "Ann plays …")
    played.shot("Ann", "06-grid-light")
    played.ask("Ann", "3S 3D")
    played.shot("Ann", "07-ruling-light")
    played.lines[BIG_TWO].append(("Ann plays 3S 3D", "Ann (phone)"))
    played.windows["Ann"].record(2)
    played.windows["Ben"].see(2)
    played.shot("Ben", "08-your-turn-dark")
    played.say("Ben", "Ben plays 4H 4D", "plays …", "4H 4D")
    played.ask("Cal", "plays …", "5S")
    played.shot("Cal", "09-illegal-light")
    played.lines[BIG_TWO].append(("Cal plays 5S", "Cal (phone)"))
    played.windows["Cal"].record(4, illegal=True)
    played.windows["Dee"].see(4)
    dee = played.windows["Dee"].page
    dee.get_by_role("link", name="Call the officer").tap()
    dee.wait_for_selector("h2 >> text=Call the officer")
    played.shot("Dee", "10-call-dark")
    dee.get_by_role("button", name="We disagree on a ruling").tap()
    dee.wait_for_selector("text=An officer has been called")
    opened = opening.open_on_line(played.club, BIG_TWO, 4, claim="Cal says that a five is higher")
    decided = deciding.decide(played.club, opened.number, reason="a pair is beaten by a pair")
    assert decided.decided is not None
    recording.undo_line(played.club, BIG_TWO, 4)
    played.windows["Cal"].page.wait_for_selector("text=Taken back.")
    played.say("Cal", "Cal passes", "passes")


def _pontoon(played: Played) -> None:
    played.say("Ida", "Ida banks", "Ida banks")
    played.say("Ida", "deal by Ida", "deal by Ida")
    for name, number in (("Eve", "2"), ("Gus", "4"), ("Hal", "3")):
        played.say(name, f"{name} bets {number}", "bets …", number)
    played.say("Eve", "Eve twists 5H", "Eve twists", "Say more", "5H")
    played.say("Eve", "Eve sticks", "sticks")
    played.shot("Gus", "11-pontoon-dark")


def _stolen(played: Played, office: Page, address: str) -> None:
    """Hal's phone is taken; an officer unpairs it, and what it was about to write goes to the page that joins."""
    thief = played.windows["Hal"]
    second = thief.another()
    second.route("**/events", lambda route: route.abort())  # it does not hear of it
    second.goto(f"{played.at}/t")
    second.locator("#line").fill("Gus sticks")
    second.get_by_role("button", name="Ruling?").tap()
    second.get_by_role("button", name="Record it").wait_for()
    played.pictures.take(office, "12-officer-1280")
    row = office.locator(".row", has_text="Hal, phone")
    row.get_by_role("button", name="Unpair").click()
    thief.page.wait_for_selector("text=Type the six characters")  # its stream was told
    second.get_by_role("button", name="Record it").tap()
    second.wait_for_selector("text=Type the six characters")
    again = played.open("Hal")
    again.join(address)
    played.say("Gus", "Gus buys 4", "buys …", "4")
    played.say("Gus", "Gus sticks", "sticks")
    played.say("Hal", "Hal sticks", "sticks")


def _commune(played: Played) -> None:
    """No ruling is told beforehand in a cup; it stands in the record. The server was killed before: nobody noticed."""
    first, second, third, fourth = [
        next(name for name, number in played.evening.numbers.items() if number == member)
        for member in played.evening.now.tables[0].members
    ]
    played.say(fourth, f"deal by {fourth}", f"deal by {fourth}")
    played.say(first, f"{first} bids two sixes", "bids …", "two …", "sixes")
    played.ask(second, "bids …")
    played.shot(second, "13-bids")
    played.ask(second, "two …", "kings")
    played.shot(second, "14-no-ruling-beforehand")
    played.lines[CUP].append((f"{second} bids two kings", f"{second} (phone)"))
    played.windows[second].record(3)
    played.windows[third].see(3)
    played.say(third, f"{third} calls", "calls")
    for name, cards in ((first, "KD"), (second, "QH"), (third, "9S"), (fourth, "8C")):
        played.say(name, f"{name} shows {cards}", f"{name} shows …", cards)
    played.shot(first, "15-record")


def _results(played: Played, office: Page) -> None:
    """Two tables agree; of one an officer settles what was not agreed; the cup's and the one without a rulebook too."""
    _log_in(played, office)  # a new server knows of no officer who is logged in
    ann, ben = played.windows["Ann"], played.windows["Ben"]
    ann.report(("Ben", "Ann", "Dee", "Cal"))
    ben.page.get_by_role("link", name="Result", exact=True).tap()
    ben.page.wait_for_selector("text=Ann says")
    played.shot("Ben", "16-answer-dark")
    ben.page.get_by_role("button", name="Yes, that is right").tap()
    ann.page.wait_for_selector("text=The result is recorded")
    eve, gus = played.windows["Eve"], played.windows["Gus"]
    eve.report(("Eve", "Gus", "Hal", "Ida"))
    gus.answer("No, that is wrong")
    for name in ("Gus", "Eve", "Hal", "Ida"):
        gus.page.get_by_role("link", name=name, exact=True).tap()
    gus.page.get_by_role("button", name="That is the result").tap()
    for window in (eve, gus):
        window.page.wait_for_selector("text=The result is not agreed. An officer settles it.")
    played.shot("Gus", "17-not-agreed-dark")
    ned, pam = played.windows["Ned"], played.windows["Pam"]
    ned.report(("Pam", "Ned", "Oli"))
    pam.answer("Yes, that is right")
    pam.page.wait_for_selector("text=The result is recorded")
    ned.page.get_by_role("link", name="Call the officer").tap()
    ned.page.get_by_role("button", name="Something else").tap()
    office.get_by_role("button", name="I am coming").nth(1).click()
    ned.page.goto(f"{played.at}/t")
    ned.page.wait_for_selector("text=An officer is coming.")
    office.wait_for_selector("text=not agreed")
    played.pictures.take(office, "18-officer-settles")
    small = office.context.browser.new_context(
        viewport={"width": 390, "height": 844}, storage_state=office.context.storage_state()
    ).new_page()
    small.goto(f"{played.at}/officer")
    played.pictures.take(small, "19-officer-390")
    small.context.close()
    office.locator(".row", has_text="Gus: 1st Gus").get_by_role("button", name="Record it").click()
    office.get_by_role("button", name=re.compile("Finish all")).click()
    office.wait_for_selector("text=No results yet.")
    ben.page.goto(f"{played.at}/e")
    ben.page.wait_for_selector("text=1st Gus, 2nd Eve")
    played.shot("Ben", "20-evening-dark")
    ben.page.goto(f"{played.at}/e/rules/2")
    played.shot("Ben", "21-rules-dark")
    eve.page.goto(f"{played.at}/t")
    played.shot("Eve", "22-finished")


def _nothing_was_got(hostile: Hostile) -> None:
    assert hostile.leaked == []
    assert 500 not in hostile.statuses, hostile.told()
    # Its own table lets it in, everybody sees the evening, and officers' page asks for a password; nothing else.
    assert hostile.done <= {"join", "public page", "flood", "preview", "completion", "officer's page"}, hostile.told()
    assert {429, 403, 401, 413, 404} <= hostile.statuses, hostile.told()


def _the_record_is_what_was_tapped(played: Played) -> None:
    club = played.club
    for number, lines in played.lines.items():
        log = matches.show(club, number).log
        assert [(line.text, line.by) for line in log if line.kind == "line"] == lines
    places = {number: matches.show(club, number).places for number in (BIG_TWO, PONTOON, HEARTS)}
    assert places == {
        BIG_TWO: (("Ben",), ("Ann",), ("Dee",), ("Cal",)),
        PONTOON: (("Gus",), ("Eve",), ("Hal",), ("Ida",)),
        HEARTS: (("Pam",), ("Ned",), ("Oli",)),
    }
    with club.reading() as tx:
        confirmed = [event.data["confirmed"] for event in events(tx, tx.club) if event.data.get("confirmed")]
    numbers = played.evening.numbers
    pairs = [{"Ann", "Ben"}, {"Ned", "Pam"}, {"Gus"}]
    assert [set(each) for each in confirmed] == [{numbers[name] for name in pair} for pair in pairs]
    audit = referee("audit", "--club", place(club))
    assert (audit.code, audit.err) == (0, ""), audit
