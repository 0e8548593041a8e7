"""What a hostile phone on the club's network gets of a running server, and what the others notice of it: nothing."""

import re
import socket
from urllib.parse import urlencode

import pytest

from referee.club.calendar import sessions
from referee.club.file import backups
from referee.club.match import matches, recording, voiding
from referee.club.phones import pairing
from referee.club.phones.codes import SIGNS
from referee.web.authentication import MOST_TOGETHER
from tests.cli.running import referee
from tests.club.conftest import in_a_file, place
from tests.patience import patience, wait
from tests.phones.conftest import ANN, BEN, CAL, Served
from tests.phones.serving import Answer, Phone, Stream, phones

pytestmark = pytest.mark.process


def steps(served: Served) -> int:
    return matches.show(served.club, 1).steps


def recorded(served: Served) -> list[str]:
    return [each.text for each in matches.show(served.club, 1).log]


def refused(answer: Answer, status: int, said: str = "") -> None:
    assert (answer.status, said in answer.told) == (status, True), (answer.status, answer.told)
    assert "Traceback" not in answer.text


# -- what is sent -------------------------------------------------------------------------------------------------

LINE = {"line": "Ann plays 3D", "key": "k1", "steps": "1"}


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
    ({**LINE, "line": "Cal holds KS"}, 409, "Nobody types into a phone what somebody holds"),
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


def test_files_and_other_kinds_of_bodies_are_no_form(served: Served) -> None:
    ann = served.phone_of(ANN)
    mixed = b'--x\r\nContent-Disposition: form-data; name="line"; filename="a"\r\n\r\nAnn plays 3D\r\n--x--\r\n'
    refused(ann.post("/line", mixed, **{"Content-Type": "multipart/form-data; boundary=x"}), 400)
    refused(ann.post("/line", b"{}", **{"Content-Type": "application/json"}), 400)
    refused(ann.post("/line", b"line=a", **{"Content-Type": "application/x-www-form-urlencoded; charset=none"}), 400)
    assert recorded(served) == ["deal by Dee"]


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


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "-", "http://127.0.0.1:1", "https://127.0.0.1"])
def test_pages_of_other_sites_write_nothing(served: Served, origin: str) -> None:
    ann = served.phone_of(ANN)
    for path, given in (
        ("/line", LINE),
        ("/undo", {"line": "1", "how": "mistake"}),
        ("/result", {"places": "0.1.2.3"}),
        ("/answer", {"places": "0.1.2.3", "yes": "yes"}),
        ("/call", {"reason": "OTHER"}),
        ("/leave", {}),
        ("/j", {"code": served.code(), "seat": "0"}),
        ("/officer/do", {"do": "off", "table": "", "id": "", "version": "0"}),
    ):
        refused(ann.post(path, given, Origin=origin), 403, "refuses pages of other sites")
    assert recorded(served) == ["deal by Dee"]
    assert (served.now.calls, served.now.off, len(served.now.phones)) == ((), False, 1)


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "192.0.2.7", "localhost.evil.example", "[::1"])
def test_who_was_led_here_by_another_name_is_shown_nothing(served: Served, host: str) -> None:
    assert served.blank.get("/e", Host=host).status in (400, 403)


def test_an_unpaired_phone_is_shown_no_record(served: Served) -> None:
    for cookie in ("", "seat=", "seat=abc", f"seat={'x' * 43}", f"seat={'x' * 5000}", "seat=\xff"):
        stranger = Phone(served.blank.port, cookie)
        for path in ("/t", "/result", "/call"):
            assert stranger.get(path).headers["Location"] == "/"
        assert stranger.get("/events").status == 401
        refused(stranger.post("/line", LINE), 401, "not paired any more")
    assert recorded(served) == ["deal by Dee"]


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


def test_no_secret_of_the_referee_is_told_by_any_page(served: Served) -> None:
    recording.log(served.club, 1, "Ann plays 3D")
    recording.log(served.club, 1, "Cal holds KS AS")
    cal, ben = served.phone_of(CAL), served.phone_of(BEN)
    wait(lambda: "told to the referee" in ben.get("/t").told)
    stream = Stream(ben)
    pages = [ben.get("/t").told, str(stream.next()), cal.get("/t?say=Cal+plays").told, ben.get("/e").told]
    pages += [ben.get(f"/t?{urlencode({'line': line})}").told for line in ("Ben passes", "Ben plays 4D")]
    for page in pages:
        assert not re.search(r"[KA](♠|S\b)(?! \w)", re.sub(r"A♠ K♠ Q♠.*", "", page)), page
    previews = [ben.get(f"/t?{urlencode({'line': f'Ben plays {card}'})}").told for card in ("KS", "QS")]
    assert previews[0].replace("K♠", "Q♠").replace("King", "Queen").replace("king", "queen") == previews[1]


def test_a_result_that_only_the_referee_knows_is_shown_to_nobody_nor_found_out_by_reporting(served: Served) -> None:
    table = served.start("Eve", "Dee")
    lines = ("deal by Eve", "Dee bids pair of K", "Eve calls", "Dee holds only KS", "Eve holds only KD")
    for line in lines:
        recording.log(served.club, table, line)
    assert matches.show(served.club, table).places == (("Dee",), ("Eve",))
    served.wait_for_table(2)
    eve = Phone(served.blank.port).join(served.code(2), 0)
    dee = Phone(served.blank.port).join(served.code(2), 1)
    wait(lambda: eve.get("/t").told.count("told to the referee") == 2)
    assert "As the record has it" not in eve.get("/result").told
    asked = set()
    for order in ("0.1", "1.0"):
        eve.result(order)
        asked.add(re.sub("[01]", "", eve.get("/t").text))
        assert "The result waits until another player says so too." in eve.get("/t").told
        assert "The result waits until another player says so too." in dee.get("/result").told
    assert len(asked) == 1
    eve.result("0.1")
    assert dee.post("/answer", {"places": "0.1", "yes": "yes"}).status == 303
    assert "An officer settles it" in eve.get("/t").told


# -- guessing -----------------------------------------------------------------------------------------------------


def test_guessing_codes_is_slow_and_paired_phones_are_not_locked_out(served: Served) -> None:
    ann = served.phone_of(ANN)
    guesser, answers = Phone(served.blank.port), []
    for at in range(12):
        wrong = "".join(SIGNS[(at + place) % 27] for place in range(6))
        answers.append(guesser.get(f"/j/{wrong}"))
    assert [each.status for each in answers[:4]] == [404] * 4
    assert [each.status for each in answers].count(429) >= 6
    late = next(each for each in answers if each.status == 429)
    assert int(late.headers["Retry-After"]) >= 1
    # The right one is refused too: else many at once would find it as fast as ever.
    assert guesser.get(f"/j/{served.code()}").status == 429
    assert ann.post("/line", LINE).status == 303
    assert MOST_TOGETHER <= 30


def test_every_wrong_code_gets_the_same_answer(served: Served) -> None:
    old = served.code()
    pairing.renew_code(served.club, served.session, 1)
    wait(lambda: served.blank.get(f"/j/{old}").status == 404)
    shown = {served.blank.get(f"/j/{code}").text for code in (old, "K7M2QX")}
    assert len(shown) == 1


# -- too much -----------------------------------------------------------------------------------------------------


def test_a_flood_of_one_phone_is_held_back_and_the_others_play_on(served: Served) -> None:
    ann, ben = served.phone_of(ANN), served.phone_of(BEN)
    statuses = [ann.post("/line", {**LINE, "steps": "99", "key": f"k{at}"}).status for at in range(40)]
    assert statuses.count(429) == 10
    assert ben.post("/line", LINE).status == 303
    looks = [ann.get("/t?line=Ann+plays+3D").status for _ in range(70)]
    assert looks.count(429) >= 5
    assert ben.get("/t").status == 200


def test_a_hundred_streams_of_one_phone_are_two(served: Served) -> None:
    ann, ben = served.phone_of(ANN), served.phone_of(BEN)
    streams = [Stream(ann) for _ in range(100)]
    watching = Stream(ben)
    watching.next()
    assert ben.post("/line", LINE).status == 303
    assert "Line 2 is recorded" in ben.get("/t?did=2").told
    assert "3♦" in watching.next()["record"]
    for each in streams[-2:]:
        each.next()
    streams[0].next("enough")
    streams[0].until_its_end()
    for each in streams:
        each.close()


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
    refused(told, 409, "meanwhile line 2 was written down: Ann plays 3")
    assert recorded(served) == ["deal by Dee", "Ann plays 3D"]


def test_an_answer_that_was_lost_is_asked_for_again_and_recorded_once(served: Served) -> None:
    ann, ben = served.phone_of(ANN), served.phone_of(BEN)
    sent = ann.preview("Ann plays 3D")
    assert [ann.post("/line", sent).headers["Location"] for _ in range(3)] == ["/t?did=2"] * 3
    ben.record("Ben passes")
    assert ann.post("/line", sent).headers["Location"] == "/t?did=2"
    refused(ann.post("/line", {**sent, "line": "Ann plays 4D"}), 409, "Not recorded")
    assert recorded(served) == ["deal by Dee", "Ann plays 3D", "Ben passes"]


def test_a_table_that_was_voided_meanwhile_takes_nothing(served: Served) -> None:
    ann = served.phone_of(ANN)
    sent = ann.preview("Ann plays 3D")
    voiding.void(served.club.by("Fay"), 1, reason="the cards fell down")
    refused(ann.post("/line", sent), 409, "Not recorded")
    assert "Ann plays 3D" not in recorded(served)


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
    refused(ann.post("/line", sent), 401, "not paired any more")
    assert ann.get("/t").headers["Location"] == "/"
    assert recorded(served) == ["deal by Dee"]


def test_a_second_phone_reads_until_it_is_let_write(served: Served) -> None:
    served.phone_of(ANN)
    second = served.phone_of(ANN)
    assert "has to let this one write" in second.get("/t").told
    refused(second.post("/line", LINE), 409, "Another phone writes for this seat")
    phone = served.now.phones[1]
    served.blank.post("/officer/do", {"do": "let write", "table": "", "id": phone.id, "version": "0"})
    assert second.post("/line", LINE).status == 303


def test_all_phones_are_switched_off_at_once(served: Served) -> None:
    ann = served.phone_of(ANN)
    do = {"table": "", "id": "", "version": "0"}
    served.blank.post("/officer/do", {"do": "off", **do})
    refused(ann.post("/line", LINE), 409, "switched the phones off")
    refused(Phone(served.blank.port).get(f"/j/{served.code()}"), 404)
    served.blank.post("/officer/do", {"do": "on", **do})
    assert ann.post("/line", LINE).status == 303


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"do": "decide", "table": "1", "id": "", "version": "0"},
        {"do": "new code", "table": "../1", "id": "", "version": "0"},
        {"do": "new code", "table": "99", "id": "", "version": "0"},
        {"do": "record", "table": "1", "id": "", "version": "7"},
        {"do": "unpair", "table": "", "id": "nobody", "version": "0"},
    ],
)
def test_buttons_that_there_are_not_do_nothing(served: Served, given: dict[str, str]) -> None:
    assert served.blank.post("/officer/do", given).status in (400, 409)


def test_nothing_of_phones_is_told_to_the_terminal(served: Served) -> None:
    ann = served.phone_of(ANN)
    ann.record("Ann plays 3D")
    served.blank.get("/j/K7M2QX")
    told = (served.club.folder / "phones.txt").read_text()
    assert served.code() not in told
    assert ann.cookie.partition("=")[2] not in told
    assert "Ann" not in told


# -- the evening goes on ------------------------------------------------------------------------------------------


@in_a_file("a backup is put in its place")
def test_a_backup_that_is_restored_beneath_it_is_what_phones_show(served: Served) -> None:
    ann, ben = served.phone_of(ANN), served.phone_of(BEN)
    backup = backups.back_up(served.club).path
    ann.record("Ann plays 3D")
    ben.record("Ben passes")
    assert "Ben passes" in ann.get("/t").told
    served.club.close()
    done = referee("restore", str(backup), "--yes", club=served.club.folder)
    assert done.code == 0, done.err
    stream = Stream(ben)
    while "Ben passes" in stream.next()["record"]:
        pass
    stream.close()
    assert ann.record("Ann plays 4D").status == 303
    assert "4♦" in ben.get("/t").told
    assert "Ann plays 3♦" not in ben.get("/t").told


def test_a_thousand_lines_of_a_hostile_phone_leave_the_log_whole(served: Served) -> None:
    ann, ben = served.phone_of(ANN), served.phone_of(BEN)
    for at in range(60):
        ann.post("/line", {"line": "Ben passes", "key": f"k{at}", "steps": str(at)})
        ann.post("/undo", {"line": str(at), "how": "mistake"})
    assert ben.get("/t").status == 200
    audited = referee("audit", club=place(served.club))
    assert audited.code == 0, audited.out + audited.err
