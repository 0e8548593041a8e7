"""A record checked, the same lines at a club's table, and told as facts: one ruling, whoever asks."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from referee.club.calendar import sessions
from referee.club.folder import Club, open_club
from referee.club.match import matches, recording, starting
from referee.club.people import roster
from referee.conformance.random_records import records
from referee.games import SLUGS, rulebook
from referee.rules import Judged, Record, Verdict, as_typed, changed, fold, read_facts, read_record, replace
from tests.club.conftest import MONDAY, monday_club, on_the_monday


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A club whose session is open, with a table for each example."""
    with on_the_monday(open_club(monday_club(tmp_path_factory.mktemp("monday") / "club"))) as club:
        sessions.open_session(club, str(MONDAY))
        yield club


def heard(entries: tuple[Judged, ...]) -> list[tuple[str, str, str, str, bool]]:
    """What is said of each line: its words, verdict, clause and reason, and whether it counts."""
    return [
        (each.line.text, each.ruling.says, each.ruling.clause.id, each.ruling.reason, each.counts) for each in entries
    ]


def numbered(record: Record) -> Record:
    """A record as it is printed, with its lines numbered from one."""
    reading = read_record(str(record), rulebook)
    assert reading.record is not None
    lines = (
        replace(line, number=at, act=replace(line.act, line=at), text=record.book.write(line.act, record.seats))
        for at, line in enumerate(reading.record.lines, 1)
    )
    return replace(reading.record, lines=tuple(lines))


@pytest.mark.parametrize("slug", SLUGS)
@settings(max_examples=6, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_table_rules_as_a_check_of_its_record_does(slug: str, club: Club, data: st.DataObject) -> None:
    record = numbered(data.draw(records(rulebook(slug), whole_only=True)))
    for name in set(record.seats.names) - {member.name for member in roster.members(club)}:
        roster.add(club, name)
    options = as_typed(changed(record.options))
    match = starting.start(club, slug, record.seats.names, options=options).number
    for line in record.lines:
        recording.log(club, match, line.text + line.remark)
    shown = matches.show(club, match)
    again = read_record(str(matches.record(club, match)), rulebook).record
    checked = fold(record)
    assert heard(shown.sheet.entries) == heard(checked.entries)
    assert shown.sheet.state.items == checked.state.items
    assert again is not None
    assert heard(fold(numbered(again)).entries) == heard(checked.entries)


@pytest.mark.parametrize("slug", SLUGS)
@settings(max_examples=12, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_facts_told_are_ruled_on_as_a_record_in_progress(slug: str, data: st.DataObject) -> None:
    record = data.draw(records(rulebook(slug)))
    lines = [record.book.write(line.act, record.seats) + line.remark for line in record.lines]
    told = read_facts(lines, record.book, record.options)
    assume(told.record is not None and not told.faults)
    assert told.record is not None
    written = read_record(str(told.record), rulebook).record
    assert written is not None
    assert not written.seats.ordered
    assert not written.whole
    assert heard(fold(numbered(written)).entries) == heard(fold(numbered(told.record)).entries)


@pytest.mark.parametrize("slug", SLUGS)
@settings(max_examples=12, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_what_facts_make_illegal_is_not_legal_where_more_is_known(slug: str, data: st.DataObject) -> None:
    """Facts leave out who sits where and what came before. What is wrong all the same is wrong at any table."""
    record = numbered(data.draw(records(rulebook(slug), whole_only=True)))
    checked = fold(record)
    for at, entry in enumerate(checked.entries):
        told = read_facts([line.text for line in record.lines[: at + 1]], record.book, record.options).record
        assert told is not None
        ruling = fold(told).entries[-1].at_first
        if ruling.verdict is Verdict.ILLEGAL and ruling.word != "finding":
            assert entry.at_first.verdict is not Verdict.LEGAL, (entry.line.text, ruling.reason, entry.at_first.reason)
        if entry.at_first.verdict is Verdict.ILLEGAL or entry.line.remark:
            return  # what is left of the hand is another question
