"""An evening by phones: joining, a line with its ruling first, the result, and a call; without any script."""

import pytest

from referee.club.disputes import deciding, opening
from referee.club.match import ending, matches, recording
from referee.club.phones import pairing
from tests.patience import wait
from tests.phones.conftest import ANN, BEN, CAL, DEE, Served
from tests.phones.serving import Phone, Stream

pytestmark = pytest.mark.process


def texts(served: Served) -> list[str]:
    return [line.text for line in matches.show(served.club, 1).log]


def test_a_player_joins_by_the_code_and_sees_the_table(served: Served) -> None:
    phone = Phone(served.blank.port)
    assert "Type the six characters" in phone.get("/").told
    code = served.code()
    for path in (f"/j/{code}", f"/j?code={code[:3]}+{code[3:].lower()}"):
        asked = phone.get(path)
        assert (asked.status, "Who are you? Ann Ben Cal Dee" in asked.told) == (200, True), asked.told
    assert phone.cookie == ""
    phone.join(code, BEN)
    shown = phone.get("/t")
    assert "Ann's turn" in shown.told or "Anybody" in shown.told or "Your turn" in shown.told, shown.told
    assert "deal by Dee" in shown.told
    assert phone.get("/").status == 303


def test_the_ruling_comes_before_the_line_is_recorded(served: Served) -> None:
    ann, ben = served.phone_of(ANN), served.phone_of(BEN)
    asked = ann.get("/t?line=plays+3D") if "Your turn" in ann.get("/t").told else ann.get("/t?line=Ann+plays+3D")
    assert "Ann plays 3♦ Legal" in asked.told, asked.told
    assert texts(served) == ["deal by Dee"]
    assert ann.record("Ann plays 3D").headers["Location"] == "/t?did=2"
    assert "Line 2 is recorded: legal." in ann.get("/t?did=2").told
    assert "Your turn, Ben" in ben.get("/t").told
    assert "To beat" in ben.get("/t").told or "3♦" in ben.get("/t").told
    illegal = ben.get("/t?line=Ben+plays+3C+4D")
    assert "It happened: record it" in illegal.told
    assert "Instead:" in illegal.told
    ben.record("Ben plays 3C 4D")
    shown = ann.get("/t").told
    assert "An officer decides whether it stands" in shown
    assert [line.by for line in matches.show(served.club, 1).log] == ["Fay", "Ann (phone)", "Ben (phone)"]


def test_cards_are_tapped_in_a_grid(served: Served) -> None:
    ann = served.phone_of(ANN)
    grid = ann.get("/t?say=Ann+plays")
    assert grid.text.count('name="c"') == 52
    assert 'aria-label="ten of hearts"' in grid.text
    ruled = ann.get("/t?say=Ann+plays&go=1&c=3D&c=3S")
    assert "Ann plays 3♦ 3♠" in ruled.told, ruled.told


def test_the_own_last_line_is_taken_back(served: Served) -> None:
    ann, ben = served.phone_of(ANN), served.phone_of(BEN)
    ann.record("Ann plays 3D")
    assert "Undo my line: typed wrong" in ann.get("/t").told
    assert "Undo my line" not in ben.get("/t").told
    assert ben.post("/undo", {"line": "2", "how": "mistake"}).status == 409
    assert ann.post("/undo", {"line": "2", "how": "mistake"}).status == 303
    assert "Struck: typed by mistake." in ben.get("/t").told
    assert matches.show(served.club, 1).log[1].decided_by == "Ann (phone)"


def test_what_another_wrote_comes_by_the_stream(served: Served) -> None:
    ann, ben = served.phone_of(ANN), served.phone_of(BEN)
    stream = Stream(ben)
    assert "deal by Dee" in stream.next()["record"]
    ann.record("Ann plays 3D")
    came = stream.next()
    assert "Your turn, Ben" in came["now"]
    recording.log_line(served.club, 1, "Ben passes")  # at the desk, another process
    assert "Cal" in stream.next()["now"]
    stream.next("beat")
    pairing.unpair(served.club, served.session, served.phone(ben.cookie.partition("=")[2]).id)
    stream.next("gone")
    stream.close()
    assert ben.get("/t").headers["Location"] == "/"
    assert ben.post("/line", {"line": "Cal passes", "key": "k", "steps": "3"}).status == 401


def test_a_result_is_agreed_by_two(served: Served) -> None:
    ann, ben, cal = served.phone_of(ANN), served.phone_of(BEN), served.phone_of(CAL)
    shown = ann.get("/result?o=1.0.3")
    assert "Cal" in shown.told
    assert "That is the result" not in shown.told
    assert "That is the result" in ann.get("/result?o=1.0.3.2").told
    ann.result("1.0.3.2")
    assert "Ann says : 1st Ben, 2nd Ann, 3rd Dee, 4th Cal" in ben.get("/result").told
    assert "Yes, that is right" in ben.get("/result").told
    assert "Yes, that is right" not in ann.get("/result").told
    assert "waits until another player confirms it" in ann.get("/t").told
    assert ben.post("/answer", {"places": "1.0.3.2", "yes": "yes"}).status == 303
    wait(lambda: matches.show(served.club, 1).places == (("Ben",), ("Ann",), ("Dee",), ("Cal",)))
    assert "An officer finishes the table" in cal.get("/result").told


def test_an_officer_is_called_and_comes(served: Served) -> None:
    ann, dee = served.phone_of(ANN), served.phone_of(DEE)
    assert "We disagree on a ruling" in ann.get("/call").told
    ann.post("/call", {"reason": "RULING"})
    assert "An officer has been called: We disagree on a ruling." in dee.get("/t").told
    assert "Table 1 : We disagree on a ruling" in served.blank.get("/officer").told
    given = {"do": "coming", "table": "1", "id": "", "version": "0"}
    assert served.blank.post("/officer/do", given).status == 303
    assert "An officer is coming." in dee.get("/t").told
    dee.post("/call", {"reason": "none"})
    assert "officer" not in dee.get("/t").told.replace("Call the officer", "")


def test_the_evening_is_shown_to_anybody(served: Served) -> None:
    shown = served.blank.get("/e")
    assert (shown.status, "Table 1" in shown.told, "Ann, Ben, Cal and Dee" in shown.told) == (200, True, True)
    assert "Your table: 1, seat 3" in served.phone_of(CAL).get("/e").told


def test_the_evening_page_has_results_rulings_standings_and_the_rules(served: Served) -> None:
    for text in ("Ann plays 3D", "Ben plays 4D 5D"):
        recording.log_line(served.club, 1, text)
    dispute = opening.open_on_line(served.club, 1, 3, claim="Ben meant 4D 4C")
    assert "Rulings" not in served.blank.get("/e").told
    deciding.decide(served.club, dispute.number, reason="two players saw it")
    wait(lambda: "Rulings" in served.blank.get("/e").told)
    shown = served.blank.get("/e")
    assert "Table 1, line 3: illegal by big-two" in shown.told, shown.told
    for typed in ("meant", "saw"):
        assert typed not in shown.told
    ending.record_result(served.club, 1, places=[["Ben"], ["Ann"], ["Dee"], ["Cal"]])
    ending.finish(served.club, 1, undecided=True)
    wait(lambda: "1st Ben, 2nd Ann, 3rd Dee, 4th Cal" in served.blank.get("/e").told)
    assert "Standings Place Player Score" in served.blank.get("/e").told
    rules = served.blank.get("/e/rules/1")
    assert "Find in the rules" in rules.told
    found = served.blank.get("/e/rules/1?q=royal+flush")
    assert len(found.text) < len(rules.text)
    assert "No rule has these words." in served.blank.get("/e/rules/1?q=zebra").told
    assert [served.blank.get(f"/e/rules/{table}").status for table in ("9", "x", "-1")] == [404, 400, 400]


def test_cards_of_the_record_and_on_the_table_are_read_out_by_their_names(served: Served) -> None:
    ann = served.phone_of(ANN)
    ann.record("Ann plays 3D")
    ann.record("Ben plays TH")
    ten = '<b class="h" role="img" aria-label="ten of hearts">10♥</b>'
    page = ann.get("/t").text
    assert f"To beat: <strong>{ten} by Ben</strong>" in page
    assert f'<p class="said">Ben plays {ten}' in page


def test_what_is_tapped_is_read_out_as_what_it_is(served: Served) -> None:
    ann = served.phone_of(ANN)
    assert 'aria-label="Ann plays three of diamonds ten of hearts"' in ann.get("/t?line=Ann+plays+3D+TH").text
    office = served.blank.get("/officer").text
    for name in ("Unpair: Ann, phone 1", "New code: table 1", "QR code: table 1"):
        assert f'aria-label="{name}"' in office


def test_where_the_ruling_depends_on_what_was_told_phones_refer_to_an_officer(served: Served) -> None:
    """The record says: illegal, and still Ben's turn. To all others Ben's play looks legal, and Cal's turn is next."""
    ben, cal = served.phone_of(BEN), served.phone_of(CAL)
    recording.log_line(served.club, 1, "Ann plays 3D")
    recording.log_line(served.club, 1, "Cal holds 4S")
    wait(lambda: "known only to the referee" in ben.get("/t").told)
    for card in ("4S", "4H"):
        asked = ben.get(f"/t?line=Ben+plays+{card}").told
        assert "Ask an officer for rulings" in asked
        assert asked.count("egal") == 1, "that of the deal"
    recorded = ben.record("Ben plays 4S")
    assert recorded.status == 303
    [told] = [line for line in matches.show(served.club, 1).log if line.waits]
    assert told.text == "Ben plays 4S"
    for page in (ben.get(recorded.headers["Location"]), cal.get("/t")):
        assert page.told.count("egal") == 1, page.told
        assert "turn," not in page.told
        assert "'s turn" not in page.told
        assert "Cal holds" not in page.told
    assert "Line 4 is recorded. Ask an officer" in ben.get(recorded.headers["Location"]).told
