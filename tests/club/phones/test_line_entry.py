"""Lines from phones: written by the same door as an officer's, only after what was seen, and taken back while last."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from referee.club.calendar import sessions
from referee.club.match import ending, matches, recording, voiding
from referee.club.match.log import load_log
from referee.club.people import public_names
from referee.club.phones import line_entry, pairing, reports
from referee.club.phones.evening_state import EVERYWHERE
from referee.club.phones.public_record import public_match
from referee.club.text.faults import ClubFault, LogChanged, MisreadLine
from referee.club.text.typed_lines import read_one
from tests.club.phones.conftest import Evening

FOUR = ("Ann", "Ben", "Cal", "Dee")


@pytest.fixture
def number(evening: Evening) -> int:
    number = evening.start(*FOUR)
    recording.log_line(evening.club, number, "deal by Dee")
    return number


def say(evening: Evening, token: str, number: int, text: str, key: str = "k", steps: int | None = None) -> int:
    seen = load_log(evening.club, number)
    public = public_match(matches.show(evening.club, number), FOUR, public_names.all_public_names(evening.club))
    after = seen.steps if steps is None else steps
    phone = evening.phone(token)
    lines = line_entry.read_lines(public, text)
    logged = line_entry.enter_lines(evening.club, phone, seen, lines, key=key or "k", only_after=after)
    return logged.effects[0].line.number


def test_a_line_is_its_players_by_the_phone(evening: Evening, number: int) -> None:
    assert say(evening, evening.pair("Ben"), number, "Ann plays 3D") == 2
    line = matches.show(evening.club, number).log[-1]
    assert (line.text, line.by, line.ruling.says if line.ruling else "") == ("Ann plays 3D", "Ben (phone)", "legal")


def test_sent_twice_it_is_recorded_once(evening: Evening, number: int) -> None:
    ben = evening.pair("Ben")
    steps = load_log(evening.club, number).steps
    assert [say(evening, ben, number, "Ann plays 3D", "k1", steps) for _ in range(3)] == [2, 2, 2]
    assert len(matches.show(evening.club, number).log) == 2
    with pytest.raises(ClubFault, match="belongs to line 2"):
        say(evening, ben, number, "Ann plays 4D", "k1", steps)


def test_of_two_phones_with_one_event_the_second_is_told(evening: Evening, number: int) -> None:
    ben, cal = evening.pair("Ben"), evening.pair("Cal")
    steps = load_log(evening.club, number).steps
    say(evening, ben, number, "Ann plays 3D", "k1", steps)
    with pytest.raises(LogChanged) as refused:
        say(evening, cal, number, "Ann plays 3D", "k2", steps)
    assert refused.value.lines == (2,)
    assert len(matches.show(evening.club, number).log) == 2


def test_an_illegal_act_is_recorded_as_what_happened(evening: Evening, number: int) -> None:
    say(evening, evening.pair("Ben"), number, "Ann plays 3D 4D")
    assert matches.show(evening.club, number).log[-1].waits


def test_a_phone_decides_nothing(evening: Evening, number: int) -> None:
    with pytest.raises(ClubFault, match="Only an officer can let a line stand"):
        say(evening, evening.pair("Ben"), number, "Ann plays 3D 4D, stands")
    with pytest.raises(MisreadLine):
        say(evening, evening.pair("Ben"), number, "Ann surrenders")
    assert len(matches.show(evening.club, number).log) == 1


@pytest.mark.parametrize("mistake", [True, False])
def test_the_own_last_line_is_taken_back_while_it_is_last(evening: Evening, number: int, mistake: bool) -> None:
    ben, cal = evening.pair("Ben"), evening.pair("Cal")
    line = say(evening, ben, number, "Ann plays 3D", "k1")
    with pytest.raises(ClubFault, match="You can undo only your own line"):
        line_entry.take_back(evening.club, evening.phone(cal), number, line, mistake=mistake)
    line_entry.take_back(evening.club, evening.phone(ben), number, line, mistake=mistake)
    match = matches.show(evening.club, number).log[-1]
    assert (match.decision, match.decided_by) == ("struck" if mistake else "taken back", "Ben (phone)")
    with pytest.raises(ClubFault, match="You can undo only your own line"):
        line_entry.take_back(evening.club, evening.phone(ben), number, line, mistake=mistake)


def test_a_line_that_is_not_the_last_any_more_stays(evening: Evening, number: int) -> None:
    ben, cal = evening.pair("Ben"), evening.pair("Cal")
    line = say(evening, ben, number, "Ann plays 3D", "k1")
    say(evening, cal, number, "Ben passes", "k2")
    for wrong in (line, line + 1, 1, 0, -1, 99):
        with pytest.raises(ClubFault, match="You can undo only your own line"):
            line_entry.take_back(evening.club, evening.phone(ben), number, wrong, mistake=True)


def test_an_officers_line_is_taken_back_by_no_phone(evening: Evening, number: int) -> None:
    recording.log_line(evening.club.with_actor("Ben"), number, "Ann plays 3D")
    with pytest.raises(ClubFault, match="You can undo only your own line"):
        line_entry.take_back(evening.club, evening.phone(evening.pair("Ben")), number, 2, mistake=True)


def test_a_tablet_takes_back_what_it_wrote(evening: Evening, number: int) -> None:
    tablet, other = evening.pair(""), evening.pair("")
    line = say(evening, tablet, number, "Ann plays 3D", "k1")
    with pytest.raises(ClubFault, match="You can undo only your own line"):
        line_entry.take_back(evening.club, evening.phone(other), number, line, mistake=True)
    line_entry.take_back(evening.club, evening.phone(tablet), number, line, mistake=True)


def test_a_finished_table_takes_nothing_and_gives_nothing_back(evening: Evening, number: int) -> None:
    ben = evening.pair("Ben")
    line = say(evening, ben, number, "Ann plays 3D", "k1")
    ending.record_result(evening.club, number, places=[[name] for name in FOUR])
    ending.finish(evening.club, number)
    with pytest.raises(ClubFault, match="is finished"):
        say(evening, ben, number, "Ben passes", "k2")
    with pytest.raises(ClubFault, match="You can undo only your own line"):
        line_entry.take_back(evening.club, evening.phone(ben), number, line, mistake=True)


def unpaired(evening: Evening, token: str) -> None:
    pairing.unpair(evening.club, evening.session, pairing.id_of(token))


def switched_off(evening: Evening, _token: str) -> None:
    pairing.switch(evening.club, evening.session, EVERYWHERE, lambda switches: replace(switches, off=True))


def closed(evening: Evening, _token: str) -> None:
    sessions.close_session(evening.club, unfinished=True)


def voided(evening: Evening, _token: str) -> None:
    voiding.void_match(evening.club, 1, reason="the cards fell down")


def seated_elsewhere(evening: Evening, _token: str) -> None:
    evening.start("Ben", "Eve")


@pytest.mark.parametrize("meanwhile", [unpaired, switched_off, closed, voided, seated_elsewhere])
def test_what_changes_while_a_phone_writes_is_seen_within_the_write(
    evening: Evening, number: int, meanwhile: Callable[[Evening, str], None]
) -> None:
    """The phone's page, and what its server knows, are as they were a moment ago."""
    ben = evening.pair("Ben")
    say(evening, ben, number, "Ann plays 3D", "k1")
    phone, seen = evening.phone(ben), load_log(evening.club, number)
    before = [line.text for line in matches.show(evening.club, number).log if line.kind == "line"]
    line = read_one(seen, "Ben passes")
    meanwhile(evening, ben)
    with pytest.raises(ClubFault):
        line_entry.enter_lines(evening.club, phone, seen, [line], key="k2", only_after=seen.steps)
    with pytest.raises(ClubFault):
        line_entry.take_back(evening.club, phone, number, 2, mistake=True)
    if meanwhile is not seated_elsewhere:
        with pytest.raises(ClubFault):
            reports.report_result(evening.club, evening.session, phone, ((1,), (2,), (3,), (4,)))
    now = matches.show(evening.club, number).log
    assert [line.text for line in now if line.kind == "line"] == before
    assert not any(line.decision for line in now)
