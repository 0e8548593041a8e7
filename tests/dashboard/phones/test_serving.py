"""The phones served from the desk: by a process that ends with it, at a port that is free."""

import asyncio
import socket
import ssl
import time
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path

import pytest

from referee.club.match import matches
from referee.club.phones import serving
from referee.club.phones.codes import format_code
from referee.club.phones.serving import PhoneServer
from referee.dashboard.app import Dashboard
from referee.phones.limits import COOKIE
from tests.dashboard.phones.conftest import Phones, mark
from tests.dashboard.piloting import LARGE, Officer, at_the_desk
from tests.dashboard.serving import certificate, free_port
from tests.patience import patience
from tests.phones.serving import Answer, Phone, Stream

pytestmark = [pytest.mark.process, pytest.mark.screen, pytest.mark.long]


async def served(officer: Officer) -> Phone:
    """Serve the phones from the desk, and return one that has asked for nothing yet."""
    port = free_port()
    await officer.press("P", "s", "enter", "ctrl+u")
    await officer.type(str(port), "enter", shows="Phones: the address and the codes")
    await officer.press("escape")
    return Phone(port)


async def asked(phone: Phone, path: str) -> Answer:
    return await asyncio.to_thread(phone.get, path)


def answers(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=patience())
    try:
        connection.request("GET", "/")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


async def test_the_phones_are_served_until_they_are_served_no_more(phones: Phones) -> None:
    ports = []

    async with at_the_desk(phones.club) as officer:
        phone = await served(officer)
        ports.append(phone.port)
        assert (await asked(phone, "/")).status == 200
        officer.shows(f":{phone.port}.", "What phones send travels unencrypted.")
        await officer.press("s")  # they are served already: where is shown
        officer.shows(f"Table 1 {format_code(phones.code(1))}", f"Table 2 {format_code(phones.code(2))}")
        await officer.press("escape", "m", "s", shows="Phones cannot record until")
        assert answers(phone.port)
        await officer.press("enter")
        await officer.until("The phones are not served now.")
        assert not answers(phone.port)
    assert not answers(ports[0])


async def test_the_server_ends_with_the_desk_which_says_so_before(phones: Phones) -> None:
    ports = []

    async with at_the_desk(phones.club) as officer:
        ports.append((await served(officer)).port)
        await officer.press("escape", "q", shows="The phones' pages end with this desk.")
        await officer.press("escape")
        assert answers(ports[0])
        await officer.press("q", "enter")
    assert not answers(ports[0])
    with phones.club.reading() as tx:
        assert serving.served_at(tx, phones.session) == ()


async def test_a_desk_that_is_quit_at_once_leaves_no_server_behind(phones: Phones) -> None:
    ports = []

    async with at_the_desk(phones.club) as officer:
        ports.append((await served(officer)).port)
        await officer.press("ctrl+q")
    assert not answers(ports[0])


async def test_a_port_that_is_taken_or_none_is_asked_for_again_with_what_was_typed(phones: Phones) -> None:
    async with at_the_desk(phones.club, size=LARGE) as officer:
        with socket.socket() as taken:
            taken.bind(("0.0.0.0", 0))
            taken.listen()
            port = taken.getsockname()[1]
            await officer.press("P", "s", "enter", "ctrl+u")
            await officer.type("eighty", "enter")
            assert "Invalid port 'eighty'. Use a number from 1 to 65535, such as 8080." in officer.reads()
            await officer.press("ctrl+u")
            await officer.type(str(port), "enter", shows=(f"Port {port} is in use by another program.", f" {port} "))
        assert isinstance(officer.app, Dashboard)
        assert not officer.app.desk.server.is_running


async def test_with_a_certificate_the_phones_are_served_encrypted(
    phones: Phones, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cert, key = certificate(tmp_path)
    monkeypatch.chdir(tmp_path)
    port = free_port()

    async with at_the_desk(phones.club, "P", "m", "h", "enter", "ctrl+u", size=LARGE) as officer:
        await officer.type(str(port), "enter", shows="The certificate's file (PEM)?")
        await officer.type("none.pem", "enter", shows="none.pem cannot be read: No such file or directory.")
        await officer.press("ctrl+u")
        await officer.type(cert.name, "enter", shows="The file of its key?")
        await officer.type(cert.name, "enter", shows="club.crt and club.crt are not a certificate and its key in PEM")
        await officer.press("ctrl+u")
        await officer.type(key.name, "enter")
        await officer.type("localhost", "enter", shows=f"https://localhost:{port}")
        await officer.press("escape")
        assert "unencrypted" not in officer.reads()
        trusted = ssl.create_default_context(cafile=cert)
        connection = HTTPSConnection("localhost", port, timeout=patience(), context=trusted)
        await asyncio.to_thread(connection.request, "GET", "/")
        assert connection.getresponse().status == 200
        connection.close()


async def test_a_server_that_was_killed_is_told_apart_and_listed_no_more_once_another_serves(phones: Phones) -> None:
    text = f"http://127.0.0.1:{free_port()}"
    serving.announce_server(phones.club, phones.session, PhoneServer(text))

    async with at_the_desk(phones.club, "P", size=LARGE) as officer:
        officer.shows(f"Nothing listens at {text}, where they were served.", "The phones are not served now.")
        await officer.press("s", "enter", "ctrl+u")
        port = free_port()
        await officer.type(str(port), "enter", "escape", shows=f":{port}.")
        assert text not in officer.reads()


async def test_where_another_program_serves_is_seen_and_this_desk_may_serve_too(phones: Phones) -> None:
    serving.announce_server(phones.club, phones.session, PhoneServer("http://192.0.2.7:8080", results=False))

    async with at_the_desk(phones.club, "P", shows="Served at http://192.0.2.7:8080. No results.") as officer:
        await officer.press("s", shows="http://192.0.2.7:8080")
        await officer.press("escape", "m", "s", "enter", "ctrl+u")
        port = free_port()
        await officer.type(str(port), "enter", shows=f":{port}.")
        assert answers(port)


async def test_phones_may_be_let_read_only(phones: Phones) -> None:
    async with at_the_desk(phones.club) as officer:
        port = free_port()
        await officer.press("P", "s", "down", "down", "enter", "ctrl+u")
        await officer.type(str(port), "enter", "escape", shows="Phones only read.")
        phone = await asyncio.to_thread(Phone(port).join, phones.code(1), 0)
        assert "Phones can only read tonight." in (await asked(phone, "/t")).told


async def test_neither_the_officer_nor_a_phone_loses_half_a_line_when_the_other_writes(phones: Phones) -> None:
    async with at_the_desk(phones.club) as officer:
        blank = await served(officer)
        ann = Phone(blank.port, f"{COOKIE}={phones.tokens['Ann']}")
        await officer.press("escape", "1")
        await officer.type("Ann bids two ki")
        # The phone's line comes while the officer types.
        assert (await asyncio.to_thread(ann.record, "deal by Ben")).status in (200, 303)
        await officer.until("deal by Ben")
        assert "Ann bids two ki" in officer.reads()
        # The officer's line comes while the phone looks at a ruling on its own.
        form = await asyncio.to_thread(ann.preview, "Ann bids two queens")
        await officer.type("ngs", "enter")
        refused = await asyncio.to_thread(ann.post, "/line", form)
        assert refused.status == 409
        assert "Not recorded, because line 2 was recorded first: Ann bids two kings." in refused.told
        assert 'value="Ann bids two queens"' in refused.text
    assert [line.text for line in matches.show(phones.club, 1).log] == ["deal by Ben", "Ann bids two kings"]


async def test_half_a_line_outlives_that_an_officer_lets_phones_only_read(phones: Phones) -> None:
    async with at_the_desk(phones.club) as officer:
        blank = await served(officer)
        ann = Phone(blank.port, f"{COOKIE}={phones.tokens['Ann']}")
        stream = await asyncio.to_thread(Stream, ann)
        await mark(officer, "1 table")
        await officer.press("e")
        await asyncio.to_thread(until, stream, "Phones can only read at this table.")
        assert 'value="deal by Ben"' in (await asked(ann, "/t?line=deal+by+Ben")).text
        await officer.press("e")
        await asyncio.to_thread(until, stream, "or type what happened")
        stream.close()
        assert (await asyncio.to_thread(ann.record, "deal by Ben")).status in (200, 303)
    assert [line.text for line in matches.show(phones.club, 1).log] == ["deal by Ben"]


def until(stream: Stream, words: str, part: str = "say") -> None:
    """Read on until a part of the page of a table has some words in it."""
    end = time.monotonic() + patience()
    while words not in (said := stream.next()[part]):
        assert time.monotonic() < end, said
