"""What a hostile phone on the club's network gets of a running server, and what the others notice of it: nothing."""

import re
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from itertools import product
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

import pytest

from referee.club.calendar import sessions
from referee.club.file import backups
from referee.club.folder import Club
from referee.club.match import matches, recording, starting, voiding
from referee.club.people import roster
from referee.club.phones import pairing
from referee.club.phones.codes import SIGNS
from referee.club.text.faults import ClubFault
from referee.phones.limits import BURST, LOOKED_UP_A_SECOND
from tests.cli.running import referee
from tests.club.conftest import copied, place, whole_hand
from tests.patience import patience, wait
from tests.phones.conftest import ANN, BEN, CAL, Served
from tests.phones.serving import Answer, Phone, Stream, phones
from tests.postgresql import programs

pytestmark = pytest.mark.process


FILE, SERVER = "a file", "PostgreSQL"
ENGINES = (
    FILE,
    pytest.param(
        SERVER, marks=[pytest.mark.long, pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")]
    ),
)


# Of what never comes to the club's own door the engine is of no interest.
same_on_both = pytest.mark.parametrize("club", [FILE], indirect=True)


@pytest.fixture(params=ENGINES)
def club(request: pytest.FixtureRequest, monday: Path, tmp_path: Path) -> Iterator[Club]:
    """The club of the evening, on each engine."""
    with copied(monday, tmp_path / "club", served=request.param == SERVER) as club:
        sessions.open_session(club, "2026-11-16")
        yield club


def recorded(served: Served) -> list[str]:
    return [line.text for line in matches.show(served.club, 1).log]


def refused(answer: Answer, status: int, said: str = "") -> None:
    assert (answer.status, said in answer.told) == (status, True), (answer.status, answer.told)
    assert "Traceback" not in answer.text


# -- what is sent -------------------------------------------------------------------------------------------------

LINE = {"line": "Ann plays 3D", "key": "k1", "steps": "1"}
WHOLE = whole_hand()[1:]


FORMS: list[tuple[object, int, str]] = [
    ({}, 400, "no single"),
    ({"line": "Ann plays 3D", "key": "k1"}, 400, "no single 'steps'"),
    ([*LINE.items(), ("line", "Ben passes")], 400, "no single 'line'"),
    ({**LINE, "steps": "many"}, 400, "no number"),
    ({**LINE, "steps": "-1"}, 400, "no number"),
    ({**LINE, "steps": "9" * 30}, 400, "no number"),
    ({**LINE, "steps": "٣"}, 400, "no number"),
    ({**LINE, "key": ""}, 400, "no key"),
    ({**LINE, "key": "k" * 65}, 400, "no key"),
    ({**LINE, "key": "k\0"}, 400, "no key"),
    ({**LINE, "line": "x" * 301}, 400, "at most 300"),
    ({**LINE, "line": "Ann plays 3D\nBen passes"}, 400, "Not recorded"),
    ({**LINE, "line": "Ann plays \u202e3D"}, 400, "Not recorded"),
    ({**LINE, "line": "<script>alert(1)</script>"}, 400, "Not recorded"),
    ({**LINE, "line": "Cal holds KS"}, 409, "Do not type a player's cards in hand on a phone"),
    ({**LINE, "line": "Ann plays 3D 4D, stands"}, 409, "Only an officer"),
    ({**LINE, "line": ""}, 409, "Not recorded"),
    ({**LINE, "line": "y" * 1_000_000}, 413, "larger than"),
    (b"line=%ff%fe&key=k&steps=1", 400, "not UTF-8"),
    (b"\xff\xfe\x00", 400, ""),
    (b"&&&==;;", 400, "no single"),
    (b"a=" + b"b" * 7000, 400, "no single"),
]


def test_forms_that_no_page_of_ours_sends_are_answered_and_record_nothing(served: Served) -> None:
    ann = served.phone_of(ANN)
    for given, status, said in FORMS:
        refused(ann.post("/line", given), status, said)  # type: ignore[arg-type]
        assert recorded(served) == ["deal by Dee"], given
    assert ann.post("/line", LINE).status == 303


EVERY: list[tuple[str, dict[str, str]]] = [
    ("/line", LINE),
    ("/undo", {"line": "1", "how": "mistake"}),
    ("/result", {"places": "0.1.2.3"}),
    ("/answer", {"places": "0.1.2.3", "yes": "yes"}),
    ("/call", {"reason": "OTHER"}),
    ("/j", {"code": "K7M2QX", "seat": "0"}),
    ("/officer/do", {"do": "off", "table": "", "id": "", "version": "0"}),
]


@same_on_both
def test_every_form_with_a_field_that_is_missing_doubled_huge_or_no_text_is_refused_in_a_sentence(
    served: Served,
) -> None:
    bodies = (
        (lambda rest, _name, _text: urlencode(rest).encode(), 400),
        (lambda rest, name, text: urlencode([*rest.items(), (name, text), (name, text)]).encode(), 400),
        (lambda rest, name, _text: urlencode({**rest, name: "x" * 1_000_000}).encode(), 413),
        (lambda rest, name, _text: urlencode(rest).encode() + f"&{name}=".encode() + b"%ff%fe", 400),
        (lambda rest, name, _text: urlencode(rest).encode() + f"&{name}=".encode() + b"\xff\xfe", 400),
    )
    for path, given in EVERY:
        ann = served.phone_of(ANN)
        for name, text in given.items():
            rest = {each: value for each, value in given.items() if each != name}
            for made, status in bodies:
                answer = ann.post(path, made(rest, name, text))
                refused(answer, status)
                assert re.search(r"Not done .+\.", answer.told), (path, name, answer.told)
        served.blank.post("/officer/do", {"do": "unpair", "table": "", "id": pairing.id_of(ann.token), "version": "0"})
    assert recorded(served) == ["deal by Dee"]
    assert (served.now.calls, served.now.reports, served.now.off) == ((), {}, False)


@same_on_both
def test_names_with_signs_of_html_are_refused_and_those_of_games_are_shown_as_they_are(served: Served) -> None:
    tag = "<img src=x onerror=alert(1)>"
    with pytest.raises(ClubFault, match="cannot be a name"):
        roster.add(served.club, tag)
    with suppress(ClubFault):
        starting.start_table(served.club, tag, ("Eve", "Dee"), result_only=True)
    roster.add(served.club, "Zo\u00eb O'Hal")
    served.start("Zo\u00eb O'Hal", "Eve")
    table = served.now.tables[-1].table
    served.wait_for_table(table)
    phone = Phone(served.blank.port).join(served.code(table), 0)
    for page in (phone.get("/t"), phone.get("/e"), phone.get("/result"), served.blank.get("/officer")):
        assert "<img" not in page.text
        assert page.status == 200


KIND = "Content-Type: application/x-www-form-urlencoded\r\n"
CHUNKED = f"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n20\r\n{urlencode(LINE)}\r\n0\r\n\r\n"
RAW: list[tuple[str, int]] = [
    (f"POST /line HTTP/1.1\r\n%s{KIND}{CHUNKED}", 400),
    (f"POST /line HTTP/1.1\r\n%s{KIND}Content-Length: 4\r\nContent-Length: 32\r\n\r\n{urlencode(LINE)}", 400),
    (f"POST /line HTTP/1.1\r\n%s{KIND}Transfer-Encoding: xchunked\r\n\r\n{urlencode(LINE)}", 400),
    (f"POST /line HTTP/1.1\r\n%s{KIND}Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nline", 400),
    (
        "POST /line HTTP/1.1\r\n%sContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 99\r\n\r\n"
        '--x\r\nContent-Disposition: form-data; name="line"\r\nContent-Transfer-Encoding: z\r\n\r\nx\r\n--x--\r\n',
        400,
    ),
    ("GET /e HTTP/1.1\r\n%sHost: evil.example\r\n\r\n", 400),
    ("GET /e HTTP/1.1\r\n%s folded: x\r\n\r\n", 400),
    (f"GET /e HTTP/1.1\r\n%sX: {'x' * 9000}\r\n\r\n", 400),
    ("GET /e HTTP/1.1\r\n%s" + "X: x\r\n" * 5000 + "\r\n", 400),
    (f"GET /{'x' * 9000} HTTP/1.1\r\n%s\r\n", 400),
    ("GET /e HTTP/1.0\r\n\r\n", 400),
    *((f"{method} /t HTTP/1.1\r\n%s\r\n", 405) for method in ("OPTIONS", "PUT", "DELETE", "TRACE", "PATCH")),
    ("CONNECT evil.example:80 HTTP/1.1\r\n%s\r\n", 404),
    ("HEAD /events HTTP/1.1\r\n%s\r\n", 405),
    *(
        (f"GET {path} HTTP/1.1\r\n%s\r\n", 404)
        for path in ("/static/..%%2f..%%2fserver.py", "/static/%%2e%%2e/server.py", "/static/phone.js%%00", "//e", "/E")
    ),
]


@same_on_both
def test_requests_that_no_browser_sends_are_refused_and_say_nothing_of_the_server(served: Served) -> None:
    ann = served.phone_of(ANN)
    head = f"Host: 127.0.0.1:{served.blank.port}\r\nOrigin: {ann.origin}\r\nCookie: {ann.cookie}\r\n"
    for sent, status in RAW:
        with socket.create_connection(("127.0.0.1", served.blank.port), timeout=patience()) as one:
            one.sendall((sent % head if "%s" in sent else sent).encode())
            with one.makefile("rb") as answer:
                assert f" {status} " in answer.readline().decode(), sent[:200]
                assert b"Traceback" not in answer.read1()
    assert recorded(served) == ["deal by Dee"]
    assert ann.post("/line", LINE).status == 303
    assert "internal error" not in (served.club.folder / "phones.txt").read_text()


@pytest.mark.long
@same_on_both
def test_requests_in_one_go_are_each_answered_as_what_they_are(served: Served) -> None:
    """What comes behind another request on a connection has no more rights than that."""
    ann = served.phone_of(ANN)
    host, form_of = f"Host: 127.0.0.1:{served.blank.port}\r\n", urlencode(LINE)
    text = f"{host}Origin: {ann.origin}\r\nCookie: {ann.cookie}\r\n{KIND}Content-Length: {len(form_of)}\r\n"
    stranger = text.replace(ann.cookie, "seat=x")
    asked = (f"GET /e HTTP/1.1\r\n{host}\r\n", f"POST /line HTTP/1.1\r\n{text}\r\n{form_of}")
    last = f"POST /line HTTP/1.1\r\n{stranger}Connection: close\r\n\r\n{form_of}"
    with socket.create_connection(("127.0.0.1", served.blank.port), timeout=patience()) as one:
        one.sendall("".join((*asked, last)).encode())
        with one.makefile("rb") as answer:
            assert re.findall(rb"HTTP/1\.1 (\d+) ", answer.read()) == [b"200", b"303", b"401"]
    assert recorded(served) == ["deal by Dee", "Ann plays 3D"]


@pytest.mark.long
@same_on_both
def test_files_and_other_kinds_of_bodies_are_no_form(served: Served) -> None:
    ann = served.phone_of(ANN)
    mixed = b'--x\r\nContent-Disposition: form-data; name="line"; filename="a"\r\n\r\nAnn plays 3D\r\n--x--\r\n'
    refused(ann.post("/line", mixed, **{"Content-Type": "multipart/form-data; boundary=x"}), 400)
    refused(ann.post("/line", b"{}", **{"Content-Type": "application/json"}), 400)
    refused(ann.post("/line", b"line=a", **{"Content-Type": "application/x-www-form-urlencoded; charset=none"}), 400)
    assert recorded(served) == ["deal by Dee"]


@same_on_both
def test_what_is_typed_is_shown_and_never_obeyed(served: Served) -> None:
    ann = served.phone_of(ANN)
    for path in ("/t?line=", "/t?say=", "/j/", "/j?code=", "/result?o=", "/t?did="):
        shown = ann.get(path + "%3Cscript%3Ealert(1)%3C/script%3E%22%27")
        assert "<script>alert" not in shown.text, path
        policy = shown.headers["Content-Security-Policy"]
        assert "unsafe" not in policy
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert not re.search(r"<script(?![^>]*src=)|\son\w+=|\sstyle=", shown.text)


# -- who asks -----------------------------------------------------------------------------------------------------


@same_on_both
def test_pages_of_other_sites_write_nothing(served: Served) -> None:
    ann = served.phone_of(ANN)
    origins = ("http://evil.example", "null", "-", "http://127.0.0.1:1", "https://127.0.0.1")
    forms: tuple[tuple[str, dict[str, str]], ...] = (
        ("/line", LINE),
        ("/undo", {"line": "1", "how": "mistake"}),
        ("/result", {"places": "0.1.2.3"}),
        ("/answer", {"places": "0.1.2.3", "yes": "yes"}),
        ("/call", {"reason": "OTHER"}),
        ("/leave", {}),
        ("/j", {"code": served.code(), "seat": "0"}),
        ("/officer/do", {"do": "off", "table": "", "id": "", "version": "0"}),
    )
    for origin, (path, given) in product(origins, forms):
        refused(ann.post(path, given, Origin=origin), 403, "refuses pages of other sites")
    assert recorded(served) == ["deal by Dee"]
    assert (served.now.calls, served.now.off, len(served.now.phones)) == ((), False, 1)


@same_on_both
def test_who_was_led_here_by_another_name_is_shown_nothing(served: Served) -> None:
    for host in ("evil.example", "evil.example:80", "192.0.2.7", "localhost.evil.example", "[::1"):
        assert served.blank.get("/e", Host=host).status in (400, 403), host


@same_on_both
def test_a_phone_decides_nothing_nor_touches_what_others_wrote(served: Served) -> None:
    ann, ben = served.phone_of(ANN), served.phone_of(BEN)
    assert ann.record("Ann plays 3D 4D").status == 303
    for line in ("2 stands", "void", "finish", "Ben leaves", "Eve joins", "result Ann Ben Cal Dee"):
        assert ben.post("/line", {"line": line, "key": "k", "steps": "2"}).status in (400, 409), line
    for line, how in (("2", "mistake"), ("2", "at the table"), ("1", "mistake")):
        refused(ben.post("/undo", {"line": line, "how": how}), 409, "only your own line")
    refused(ben.post("/undo", {"line": "2", "how": "stands"}), 400, "does not say why")
    ann.result("0.1.2.3")
    refused(ann.post("/answer", {"places": "0.1.2.3", "yes": "yes"}), 409, "Another player must confirm it")
    assert [line.decision for line in matches.show(served.club, 1).log] == [None, None]
    assert matches.show(served.club, 1).finished_at is None


@same_on_both
def test_an_unpaired_phone_is_shown_no_record(served: Served) -> None:
    for cookie in ("", "seat=", "seat=abc", f"seat={'x' * 43}", f"seat={'x' * 5000}", "seat=\xff"):
        stranger = Phone(served.blank.port, cookie)
        for path in ("/t", "/result", "/call"):
            assert stranger.get(path).headers["Location"] == "/"
        assert stranger.get("/events").status == 401
        refused(stranger.post("/line", LINE), 401, "no longer paired")
    assert recorded(served) == ["deal by Dee"]


@pytest.mark.long
@same_on_both
def test_the_hash_of_a_token_is_no_token(served: Served) -> None:
    served.phone_of(ANN)
    assert Phone(served.blank.port, f"seat={served.now.phones[0].id}").get("/t").headers["Location"] == "/"


def test_nothing_of_another_table_is_seen_or_written(served: Served) -> None:
    served.start("Eve", "Ann")
    served.wait_for_table(2)
    eve = Phone(served.blank.port).join(served.code(2), 0)
    assert "deal by Dee" not in eve.get("/t").told
    refused(eve.post("/line", {**LINE, "line": "Ben passes"}), 400, "Not recorded")
    assert recorded(served) == ["deal by Dee"]
    refused(Phone(served.blank.port).post("/j", {"code": served.code(2), "seat": "3"}), 409, "no such seat")


@same_on_both
def test_no_secret_of_the_referee_is_told_by_any_page(served: Served) -> None:
    recording.log_line(served.club, 1, "Ann plays 3D")
    recording.log_line(served.club, 1, "Cal holds KS AS")
    cal, ben = served.phone_of(CAL), served.phone_of(BEN)
    wait(lambda: "known only to the referee" in ben.get("/t").told)
    stream = Stream(ben)
    pages = [ben.get("/t").told, str(stream.next()), cal.get("/t?say=Cal+plays").told, ben.get("/e").told]
    pages += [ben.get(f"/t?{urlencode({'line': line})}").told for line in ("Ben passes", "Ben plays 4D")]
    for page in pages:
        assert not re.search(r"[KA](♠|S\b)(?! \w)", re.sub(r"A♠ K♠ Q♠.*", "", page)), page
    previews = [ben.get(f"/t?{urlencode({'line': f'Ben plays {card}'})}").told for card in ("KS", "QS")]
    assert previews[0].replace("K♠", "Q♠").replace("King", "Queen").replace("king", "queen") == previews[1]


@same_on_both
def test_a_result_that_only_the_referee_knows_is_shown_to_nobody_nor_found_out_by_reporting(served: Served) -> None:
    table = served.start("Eve", "Dee")
    lines = ("deal by Eve", "Dee bids pair of K", "Eve calls", "Dee holds only KS", "Eve holds only KD")
    for line in lines:
        recording.log_line(served.club, table, line)
    assert matches.show(served.club, table).places == (("Dee",), ("Eve",))
    served.wait_for_table(2)
    eve = Phone(served.blank.port).join(served.code(2), 0)
    dee = Phone(served.blank.port).join(served.code(2), 1)
    wait(lambda: eve.get("/t").told.count("known only to the referee") == 2)
    assert "As the record has it" not in eve.get("/result").told
    names = set()
    for order in ("0.1", "1.0"):
        eve.result(order)
        names.add(re.sub("[01]", "", eve.get("/t").text))
        assert "The result waits until another player confirms it." in eve.get("/t").told
        assert "The result waits until another player confirms it." in dee.get("/result").told
    assert len(names) == 1
    eve.result("0.1")
    assert dee.post("/answer", {"places": "0.1", "yes": "yes"}).status == 303
    assert "An officer settles it" in eve.get("/t").told


# -- guessing -----------------------------------------------------------------------------------------------------


@pytest.mark.long
@same_on_both
def test_guessing_codes_is_slow_and_paired_phones_are_not_locked_out(served: Served) -> None:
    ann = served.phone_of(ANN)
    guesser, answers = Phone(served.blank.port), []
    for index in range(12):
        wrong = "".join(SIGNS[(index + place) % 27] for place in range(6))
        answers.append(guesser.get(f"/j/{wrong}"))
    assert [answer.status for answer in answers[:4]] == [404] * 4
    assert [answer.status for answer in answers].count(429) >= 6
    late = next(answer for answer in answers if answer.status == 429)
    assert int(late.headers["Retry-After"]) >= 1
    # The right one is refused too: else many at once would find it as fast as ever.
    assert guesser.get(f"/j/{served.code()}").status == 429
    assert ann.post("/line", LINE).status == 303


@dataclass
class From(Phone):
    """A phone with an address of its own."""

    address: str = "127.0.0.2"

    def connection(self) -> HTTPConnection:
        return HTTPConnection("127.0.0.1", self.port, patience(), source_address=(self.address, 0))


@pytest.mark.long
@same_on_both
def test_a_right_code_is_let_in_while_three_hundred_addresses_guess(served: Served) -> None:
    ann, over = served.phone_of(ANN), threading.Event()
    addresses = [f"127.0.{1 + index // 250}.{1 + index % 250}" for index in range(300)]
    answered: Counter[str] = Counter()
    statuses: Counter[int] = Counter()

    def guess(address: str) -> None:
        guesser = From(served.blank.port, address=address)
        while not over.is_set():
            statuses[guesser.get("/j/K7M2QX").status] += 1
            answered[address] += 1

    with ThreadPoolExecutor(300) as pool:
        guessing = [pool.submit(guess, address) for address in addresses]
        try:
            wait(lambda: answered.total() >= BURST)  # nothing is left that is looked up at once
            begun = time.monotonic()
            new = From(served.blank.port, address="127.0.9.1")
            assert new.get(f"/j/{served.code()}").status == 200
            assert new.join(served.code(), BEN).get("/t").status == 200
            assert time.monotonic() - begun < patience(10)
            assert ann.post("/line", LINE).status == 303
        finally:
            over.set()
            served.blank.post("/officer/do", {"do": "off", "table": "", "id": "", "version": "0"})
    assert [guess.exception() for guess in guessing] == [None] * 300
    assert {*statuses} <= {404, 429}


@pytest.mark.long
@same_on_both
def test_many_addresses_together_have_few_codes_looked_up(served: Served) -> None:
    number = BURST + 20
    begun = time.monotonic()
    with ThreadPoolExecutor(number) as pool:
        many = [From(served.blank.port, address=f"127.0.1.{index}") for index in range(1, number + 1)]
        statuses = [answer.status for answer in pool.map(lambda each: each.get("/j/K7M2QX"), many)]
    assert statuses == [404] * number
    assert time.monotonic() - begun >= 20 / LOOKED_UP_A_SECOND


@pytest.mark.long
@same_on_both
def test_every_wrong_code_gets_the_same_answer(served: Served) -> None:
    """One that was good a moment ago, one of a table while phones are off, and one that never was."""
    old, asked = served.code(), iter(range(1, 99))

    def shown(code: str) -> tuple[int, str]:
        answer = From(served.blank.port, address=f"127.0.1.{next(asked)}").get(f"/j/{code}")
        return answer.status, answer.text

    ann = served.phone_of(ANN)
    do = {"do": "new code", "table": "1", "id": "", "version": "0"}
    assert served.blank.post("/officer/do", do).status == 303  # it was photographed
    answers = {shown(old), shown("K7M2QX"), shown("x"), shown("K7M2Q\N{GREEK CAPITAL LETTER CHI}".encode().hex())}
    assert shown(served.code())[0] == 200
    assert ann.get("/t").status == 200
    served.blank.post("/officer/do", {**do, "do": "off"})
    answers.add(shown(served.code()))
    assert [status for status, _ in answers] == [404]


# -- too much -----------------------------------------------------------------------------------------------------


def test_a_flood_of_one_phone_is_held_back_and_the_others_play_on(served: Served) -> None:
    ann, ben = served.phone_of(ANN), served.phone_of(BEN)
    statuses = [ann.post("/line", {**LINE, "steps": "99", "key": f"k{index}"}).status for index in range(40)]
    assert statuses.count(429) == 10
    assert ben.post("/line", LINE).status == 303
    looks = [ann.get("/t?line=Ann+plays+3D").status for _ in range(70)]
    assert looks.count(429) >= 5
    assert ben.get("/t").status == 200


@pytest.mark.long
@same_on_both
def test_streams_of_strangers_take_none_from_paired_phones(served: Served) -> None:
    ann = served.phone_of(ANN)
    strangers = [From(served.blank.port, address=f"127.0.1.{1 + index // 50}") for index in range(250)]
    streams = [Stream(stranger, "/events?of=tonight") for stranger in strangers]
    statuses = [stream.status for stream in streams]
    assert set(statuses) == {200, 503}
    watching = Stream(ann)
    assert watching.status == 200
    watching.next()
    assert ann.post("/line", LINE).status == 303
    assert "3\u2666" in watching.next()["record"]
    for each in (*streams, watching):
        each.close()


@pytest.mark.long
@same_on_both
def test_forms_that_never_arrive_hold_nobody_up_however_many(served: Served) -> None:
    """More than the files that a program may have open, all sent a letter at a time by one address."""
    ann, hostile = served.phone_of(ANN), From(served.blank.port)
    head = f"POST /j HTTP/1.1\r\nHost: 127.0.0.1:{served.blank.port}\r\nOrigin: {hostile.origin}\r\n"
    items = []
    for _ in range(400):
        one = hostile.connection()
        one.connect()
        one.sock.sendall(f"{head}{KIND}Content-Length: 99\r\n\r\ncode=".encode())
        items.append(one)
    assert ann.post("/line", LINE).status == 303
    refused(hostile.post("/j", {"code": "K7M2QX", "seat": "0"}), 429, "Too many forms at once")
    for one in items:
        one.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # gone at once
        one.close()
    assert ann.get("/t").status == 200
    assert "internal error" not in (served.club.folder / "phones.txt").read_text()


@pytest.mark.long
def test_while_one_floods_the_lines_of_others_are_ruled_and_come(
    served: Served, record_property: Callable[[str, object], None]
) -> None:
    """How much longer they take is measured beside the quiet evening, and written into the report of the tests."""
    ann, ben = served.phone_of(ANN), served.phone_of(BEN)
    watching, hostile = Stream(ben), From(served.blank.port)
    watching.next()
    flooding, stop, answered = threading.Event(), threading.Event(), Counter[str]()

    def flood(path: str) -> None:
        flooding.wait()
        while not stop.is_set():
            with suppress(OSError, HTTPException):
                hostile.post(path, {"line": "y" * 9000, "code": "K7M2QX", "seat": "0"})
                hostile.get("/t?line=Ann+plays+3D")
                hostile.get("/e")
                answered[path] += 1

    def took(number: int, line: str) -> float:
        begun = time.perf_counter()
        assert ann.record(line).status == 303
        while f'value="{number}"' not in watching.next().get("record", ""):
            pass
        return time.perf_counter() - begun

    first, second = WHOLE[:5], WHOLE[5:10]
    paths = ("/line", "/j", "/result", "/officer/login")
    with ThreadPoolExecutor(len(paths)) as pool:
        floods = [pool.submit(flood, path) for path in paths]
        try:
            quiet = [took(number, line) for number, line in enumerate(first, 2)]
            flooding.set()
            wait(lambda: all(answered[path] > 2 for path in paths))
            flooded = [took(number, line) for number, line in enumerate(second, 2 + len(first))]
        finally:
            flooding.set()
            stop.set()
        for future in floods:
            future.result()
    record_property("a line in a flood, to one in a quiet evening", median(flooded) / median(quiet))
    assert recorded(served)[1:] == [*first, *second]
    watching.close()


@pytest.mark.long
def test_a_hundred_streams_of_one_phone_are_two(served: Served) -> None:
    ann, ben = served.phone_of(ANN), served.phone_of(BEN)
    streams = [Stream(ann) for _ in range(100)]
    watching = Stream(ben)
    watching.next()
    assert ben.post("/line", LINE).status == 303
    assert "Line 2 is recorded" in ben.get("/t?did=2").told
    assert "3♦" in watching.next()["record"]
    for stream in streams[-2:]:
        stream.next()
    streams[0].next("enough")
    streams[0].until_its_end()
    for stream in streams:
        stream.close()


@pytest.mark.long
@same_on_both
def test_a_request_that_is_none_and_one_that_never_ends_hold_nobody_up(served: Served) -> None:
    ann = served.phone_of(ANN)
    open_ones = []
    for sent in (b"\x00\x01\x02\r\n\r\n", b"GET /" + b"a" * 100_000, b"POST /line HTTP/1.1\r\nHost: 127.0.0.1\r\n"):
        one = socket.create_connection(("127.0.0.1", served.blank.port), timeout=patience())
        one.sendall(sent)
        open_ones.append(one)
    assert ann.post("/line", LINE).status == 303
    for one in open_ones:
        one.close()


@pytest.mark.long
@same_on_both
def test_a_form_that_never_arrives_is_waited_for_no_longer(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.blank.port), timeout=patience()) as slow:
        head = f"POST /j HTTP/1.1\r\nHost: 127.0.0.1:{served.blank.port}\r\nOrigin: {served.blank.origin}\r\n"
        kind = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 99\r\n\r\ncode="
        slow.sendall(f"{head}{kind}".encode())
        assert slow.recv(100).startswith(b"HTTP/1.1 408 ")


# -- two at once, and what changes meanwhile ----------------------------------------------------------------------


def test_two_phones_with_one_event_write_it_once_and_the_second_is_shown_the_firsts(served: Served) -> None:
    ann, ben = served.phone_of(ANN), served.phone_of(BEN)
    first, second = ann.preview("Ann plays 3D"), ben.preview("Ann plays 3D")
    assert ann.post("/line", first).status == 303
    told = ben.post("/line", second)
    refused(told, 409, "line 2 was recorded first: Ann plays 3")
    assert recorded(served) == ["deal by Dee", "Ann plays 3D"]


def at_once(*deeds: Callable[[], Answer]) -> list[int]:
    """Do several things as nearly at once as threads can, and return their statuses."""
    together = threading.Barrier(len(deeds))

    def one(deed: Callable[[], Answer]) -> int:
        together.wait(patience())
        return deed().status

    with ThreadPoolExecutor(len(deeds)) as pool:
        return [*pool.map(one, deeds)]


def test_a_button_that_is_tapped_four_times_at_once_records_one_line(served: Served) -> None:
    ann = served.phone_of(ANN)
    sent = ann.preview("Ann plays 3D")
    assert at_once(*[lambda: ann.post("/line", sent)] * 4) == [303] * 4
    assert recorded(served) == ["deal by Dee", "Ann plays 3D"]


@pytest.mark.long
def test_four_phones_that_join_one_seat_at_once_are_one_that_writes(served: Served) -> None:
    blanks = [Phone(served.blank.port) for _ in range(6)]
    join = {"code": served.code(), "seat": "0"}
    statuses = at_once(*(lambda blank=blank: blank.post("/j", join) for blank in blanks))  # type: ignore[misc]
    assert sorted(statuses) == [303] * 4 + [409] * 2
    assert [phone.writes for phone in served.now.phones].count(True) == 1
    assert len({phone.number for phone in served.now.phones}) == 4


@pytest.mark.long
def test_of_a_write_and_an_unpairing_at_once_nothing_is_halfway(served: Served) -> None:
    ann = served.phone_of(ANN)
    sent = ann.preview("Ann plays 3D")
    unpair = {"do": "unpair", "table": "", "id": served.now.phones[0].id, "version": "0"}
    wrote, _ = at_once(lambda: ann.post("/line", sent), lambda: served.blank.post("/officer/do", unpair))
    assert (wrote == 303) is (recorded(served) == ["deal by Dee", "Ann plays 3D"])
    assert wrote in (303, 401, 409)
    refused(ann.post("/line", {**LINE, "key": "k9", "steps": "2"}), 401)


@pytest.mark.long
def test_a_line_and_a_report_for_a_session_that_is_closed_are_refused(served: Served) -> None:
    ann = served.phone_of(ANN)
    sent = ann.preview("Ann plays 3D")
    sessions.close_session(served.club, unfinished=True)
    for path, given in (
        ("/line", sent),
        ("/result", {"places": "0.1.2.3"}),
        ("/undo", {"line": "1", "how": "mistake"}),
    ):
        with suppress(OSError, HTTPException):  # or else the server has ended by now
            assert ann.post(path, given).status in (401, 409)
    assert recorded(served) == ["deal by Dee"]


def test_an_answer_that_was_lost_is_asked_for_again_and_recorded_once(served: Served) -> None:
    ann, ben = served.phone_of(ANN), served.phone_of(BEN)
    sent = ann.preview("Ann plays 3D")
    assert [ann.post("/line", sent).headers["Location"] for _ in range(3)] == ["/t?did=2"] * 3
    ben.record("Ben passes")
    assert ann.post("/line", sent).headers["Location"] == "/t?did=2"
    refused(ann.post("/line", {**sent, "line": "Ann plays 4D"}), 409, "Not recorded")
    assert recorded(served) == ["deal by Dee", "Ann plays 3D", "Ben passes"]


@pytest.mark.long
def test_a_table_that_was_voided_meanwhile_takes_nothing(served: Served) -> None:
    ann = served.phone_of(ANN)
    sent = ann.preview("Ann plays 3D")
    voiding.void_match(served.club.with_actor("Fay"), 1, reason="the cards fell down")
    refused(ann.post("/line", sent), 409, "Not recorded")
    refused(ann.result("0.1.2.3"), 409, "Not recorded")
    assert "Ann plays 3D" not in recorded(served)
    assert served.now.reports == {}


def test_when_the_session_closes_the_server_ends_and_yesterdays_cookie_is_nobodys(served: Served) -> None:
    ann = served.phone_of(ANN)
    sessions.close_session(served.club, unfinished=True)
    wait(lambda: _gone(ann))
    sessions.open_session(served.club, "2026-11-16", reason="too early")
    with phones(served.club) as again:
        assert Phone(again.port, ann.cookie).get("/t").headers["Location"] == "/"


def _gone(phone: Phone) -> bool:
    try:
        return phone.get("/t").status != 200
    except OSError:
        return True


# -- officers -----------------------------------------------------------------------------------------------------


@same_on_both
def test_the_officers_page_asks_for_the_password_and_logs_out(served: Served) -> None:
    with phones(served.club, password="six of hearts") as blank:
        stranger, officer = Phone(blank.port), Phone(blank.port)
        assert "Log in" in stranger.get("/officer").told
        assert served.code() not in stranger.get("/officer").text
        off = {"do": "off", "table": "", "id": "", "version": "0"}
        refused(stranger.post("/officer/do", off), 401)
        refused(stranger.get("/qr/1.svg"), 401)
        assert stranger.get("/events?of=officer").status == 401
        refused(stranger.post("/officer/login", {"password": "six"}), 403, "Wrong password")
        refused(stranger.post("/officer/login", {"password": "six of hearts"}), 429)
        wait(lambda: officer.post("/officer/login", {"password": "six of hearts"}).status == 303)
        shown = officer.get("/officer")
        assert f"{served.code()[:3]} {served.code()[3:]}" in shown.told
        assert "HttpOnly" in "".join(shown.headers.get("Set-Cookie", "HttpOnly"))
        kept = officer.cookie
        officer.post("/officer/logout", {})
        assert "Log in" in Phone(blank.port, kept).get("/officer").told
        refused(Phone(blank.port, kept).post("/officer/do", off), 401)
    assert not served.now.off


def test_a_stolen_phone_is_unpaired_and_its_next_write_goes_nowhere(served: Served) -> None:
    ann = served.phone_of(ANN)
    sent = ann.preview("Ann plays 3D")
    [phone] = served.now.phones
    unpair = {"do": "unpair", "table": "", "id": phone.id, "version": "0"}
    assert served.blank.post("/officer/do", unpair).status == 303
    refused(ann.post("/line", sent), 401, "no longer paired")
    refused(ann.post("/line", sent, **{"X-Part": "1"}), 401, "no longer paired")
    assert ann.get("/t").headers["Location"] == "/"
    assert recorded(served) == ["deal by Dee"]


@pytest.mark.long
def test_a_second_phone_reads_until_it_is_let_write(served: Served) -> None:
    served.phone_of(ANN)
    second = served.phone_of(ANN)
    assert "Ask an officer to let this one write" in second.get("/t").told
    refused(second.post("/line", LINE), 409, "Another phone writes for this seat")
    phone = served.now.phones[1]
    served.blank.post("/officer/do", {"do": "let write", "table": "", "id": phone.id, "version": "0"})
    assert second.post("/line", LINE).status == 303


@pytest.mark.long
def test_all_phones_are_switched_off_at_once(served: Served) -> None:
    ann = served.phone_of(ANN)
    do = {"table": "", "id": "", "version": "0"}
    served.blank.post("/officer/do", {"do": "off", **do})
    refused(ann.post("/line", LINE), 409, "switched the phones off")
    refused(Phone(served.blank.port).get(f"/j/{served.code()}"), 404)
    served.blank.post("/officer/do", {"do": "on", **do})
    assert ann.post("/line", LINE).status == 303


def test_buttons_that_there_are_not_do_nothing(served: Served) -> None:
    buttons: tuple[dict[str, str], ...] = (
        {},
        {"do": "decide", "table": "1", "id": "", "version": "0"},
        {"do": "new code", "table": "../1", "id": "", "version": "0"},
        {"do": "new code", "table": "99", "id": "", "version": "0"},
        {"do": "record", "table": "1", "id": "", "version": "7"},
        {"do": "unpair", "table": "", "id": "nobody", "version": "0"},
    )
    for given in buttons:
        assert served.blank.post("/officer/do", given).status in (400, 409), given


@same_on_both
def test_nothing_of_phones_is_told_to_the_terminal(served: Served) -> None:
    ann = served.phone_of(ANN)
    ann.record("Ann plays 3D")
    served.blank.get("/j/K7M2QX")
    text = (served.club.folder / "phones.txt").read_text()
    assert served.code() not in text
    assert ann.cookie.partition("=")[2] not in text
    assert "Ann" not in text


# -- the evening goes on ------------------------------------------------------------------------------------------


@pytest.mark.long
@same_on_both
def test_a_backup_that_is_restored_beneath_it_is_what_phones_show(served: Served) -> None:
    ann, ben = served.phone_of(ANN), served.phone_of(BEN)
    backup = backups.back_up(served.club).path
    ann.record("Ann plays 3D")
    ben.record("Ben passes")
    assert "Ben passes" in ann.get("/t").told
    served.club.close()
    result = referee("restore", str(backup), "--yes", club=served.club.folder)
    assert result.code == 0, result.err
    stream = Stream(ben)
    while "Ben passes" in stream.next()["record"]:
        pass
    stream.close()
    assert ann.record("Ann plays 4D").status == 303
    assert "4♦" in ben.get("/t").told
    assert "Ann plays 3♦" not in ben.get("/t").told


@pytest.mark.long
def test_a_thousand_lines_of_a_hostile_phone_leave_the_log_whole(served: Served) -> None:
    ann, ben = served.phone_of(ANN), served.phone_of(BEN)
    for index in range(60):
        ann.post("/line", {"line": "Ben passes", "key": f"k{index}", "steps": str(index)})
        ann.post("/undo", {"line": str(index), "how": "mistake"})
    assert ben.get("/t").status == 200
    audited = referee("audit", club=place(served.club))
    assert audited.code == 0, audited.out + audited.err
