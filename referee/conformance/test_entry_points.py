"""The same record gets the same rulings from every entry point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as dataclass_with
from datetime import UTC, date, datetime, time
from functools import cache

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from referee.club.calendar import schedule, seasons, sessions
from referee.club.folder import Club, init
from referee.club.match import matches, record_import, recording, starting
from referee.club.match.view import LineView
from referee.club.people import roster
from referee.club.text.faults import ClubFault
from referee.conformance.random_records import records, unclean
from referee.conformance.test_clauses import records_of
from referee.games import rulebook
from referee.rules import (
    Deal,
    JudgedLine,
    Record,
    Ruling,
    Verdict,
    changed_options,
    read_facts,
    read_record,
    replace,
    replay,
    write_each_option,
    write_options,
)
from referee.rules.records.messages import render

_DAY = date(2026, 11, 16)
# The most lines of a record that are entered; it is cut at a deal before this.
_FEW = 20


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """Yield a club with an open session and a table for each example."""
    with init(tmp_path_factory.mktemp("doors") / "club") as new_club:
        club = dataclass_with(new_club, actor="Fay", clock=lambda: datetime(2026, 11, 16, 16, tzinfo=UTC))
        seasons.new(club, "2026-27", starts=date(2026, 8, 17), ends=date(2027, 5, 31), best_k=20, min_sessions=8)
        schedule.add(club, _DAY, time(15, 45), room="M4")
        sessions.open_session(club, str(_DAY))
        yield club


def ruling_parts(ruling: Ruling | None) -> tuple[str, str, str]:
    """Return the word, the clause and the reason of a ruling."""
    assert ruling is not None
    return ruling.says, ruling.clause.id, ruling.reason


def rulings_on(entries: tuple[JudgedLine, ...], names: tuple[str, ...]) -> list[tuple[object, ...]]:
    """Return, for each line, its first and current ruling, and whether it counts."""
    return [
        (
            entry_with_names.line.text,
            ruling_parts(entry_with_names.ruling),
            ruling_parts(entry_with_names.at_first),
            entry_with_names.counts,
            entry_with_names.shown_by,
            entry_with_names.turned_by,
        )
        for entry_with_names in (render(entry, names) for entry in entries)
    ]


def numbered(text: str) -> Record:
    """Return the record of a text, with its lines numbered from one like those of a table."""
    reading = read_record(text, rulebook)
    assert not reading.faults, (text, reading.faults)
    assert reading.record is not None
    record = reading.record
    lines = (
        replace(line, number=number, act=replace(line.act, line=number), text=record.book.write(line.act, record.seats))
        for number, line in enumerate(record.lines, 1)
    )
    return replace(record, lines=tuple(lines))


@st.composite
def with_slips(draw: st.DrawFn, slug: str) -> Record:
    """Draw a record of complete hands with slips: from the game's example, one of its records, or at random."""
    whole_records = _complete_records(slug)
    is_random = draw(st.integers(0, 4)) == 0
    if whole_records and not is_random:
        record = _shortened(whole_records[draw(st.integers(0, len(whole_records) - 1))])
    else:
        record = draw(records(rulebook(slug), whole_only=True))
    head = [f"game: {slug}", f"seats: {', '.join(record.seats.names)}"]
    if agreed := write_options(record.options):
        head.append(f"options: {agreed}")
    return numbered("\n".join([*head, "", *unclean(draw, record)]) + "\n")


@cache
def _complete_records(slug: str) -> list[Record]:
    return [record for record in records_of(slug) if record.complete and record.lines]


def _shortened(record: Record) -> Record:
    """Return a record up to the last deal that comes early enough, or else its first lines."""
    deals = [index for index, line in enumerate(record.lines[: _FEW + 1]) if index and isinstance(line.act, Deal)]
    end = len(record.lines) if len(record.lines) <= _FEW else deals[-1] if deals else _FEW
    return replace(record, lines=record.lines[:end])


def logged(club: Club, record: Record, undone: bool) -> tuple[int, list[LineView]]:
    """Log a record line by line and check each preview. Return the match number and the line views.

    With `undone`, an officer undoes the lines that the record takes back.
    """
    for name in set(record.seats.names) - {member.name for member in roster.members(club)}:
        roster.add(club, name)
    options = write_each_option(changed_options(record.options))
    match = starting.start_table(club, record.book.slug, record.seats.names, options=options).number
    views = []
    for line in record.lines:
        is_undone_later = undone and line.taken_back
        text = line.text + ("" if is_undone_later else line.remark)
        preview = recording.preview(matches.show(club, match), text)
        views.append(recording.log_line(club, match, text))
        if is_undone_later:
            recording.undo_line(club, match, line.number)
        assert ruling_parts(preview.ruling) == ruling_parts(views[-1].ruling), line.text
    return match, views


@settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_record_checked_logged_previewed_and_taken_over_is_one_truth(
    slug: str, club: Club, data: st.DataObject
) -> None:
    """A record gets the same rulings when it is checked, logged line by line, previewed, or imported at once."""
    record = data.draw(with_slips(slug))
    names = tuple(record.seats.names)
    checked = replay(record)
    match, views = logged(club, record, data.draw(st.booleans()))
    table = matches.show(club, match)
    assert rulings_on(table.sheet.entries, names) == rulings_on(checked.entries, names)
    assert table.sheet.table.items == checked.table.items

    # The table's record gets the same rulings, and so does a beginning of it, as it stood at that time.
    reread_record = numbered(str(matches.record(club, match)))
    assert rulings_on(replay(reread_record).entries, names) == rulings_on(checked.entries, names)
    report = None
    for number, view in enumerate(views, 1):
        report = replay(replace(record, lines=record.lines[:number]), earlier_report=report)
        if not record.lines[number - 1].taken_back:
            assert ruling_parts(render(report.entries[-1].ruling, names)) == ruling_parts(view.ruling)

    imported_record = replace(record, chip=f"{match} EUR")  # the same record can be imported only once
    if checked.table.in_play or not checked.places:
        with pytest.raises(ClubFault, match="does not show who won its last hand"):
            record_import.import_record(club, imported_record)
        return
    imported, gathered = record_import.import_record(club, imported_record).sheet, replay(record, cards_gathered=True)
    assert rulings_on(imported.entries, names) == rulings_on(gathered.entries, names)
    assert imported.settlement == gathered.settlement


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_facts_told_are_ruled_on_as_a_record_in_progress(slug: str, data: st.DataObject) -> None:
    """Lines given to ``rule`` get the same rulings as a record in progress with these lines gets from ``check``."""
    record = data.draw(st.one_of(records(rulebook(slug)), with_slips(slug)))
    lines = [record.book.write(line.act, record.seats) + line.remark for line in record.lines]
    facts = read_facts(lines, record.book, record.options)
    assume(facts.record is not None and not facts.faults)
    assert facts.record is not None
    assert not facts.record.seats.ordered
    assert not facts.record.complete
    names = tuple(facts.record.seats.names)
    checked, stated_record = numbered(str(facts.record)), facts.record
    assert rulings_on(replay(checked).entries, names) == rulings_on(replay(stated_record).entries, names)


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_what_facts_make_illegal_is_not_legal_where_more_is_known(slug: str, data: st.DataObject) -> None:
    """An act that is illegal by facts alone, without the seating and earlier play, is illegal at any table."""
    is_not_legal_where_more_is_known(data.draw(records(rulebook(slug), whole_only=True)))


def test_what_facts_make_illegal_is_not_legal_in_the_games_records(slug: str) -> None:
    """The lines of each record, stated as facts up to the first illegal or taken-back line, get consistent rulings."""
    for record in _complete_records(slug):
        is_not_legal_where_more_is_known(record)


def is_not_legal_where_more_is_known(record: Record) -> None:
    """Assert that the lines of a record, stated as facts up to the first irregular one, get no contrary ruling."""
    record = numbered(str(record))
    checked = replay(record).entries
    irregular_indexes = (
        index for index, entry in enumerate(checked) if entry.at_first.verdict is Verdict.ILLEGAL or entry.line.remark
    )
    legal_entries = checked[: next(irregular_indexes, len(checked))]  # the rest of the hand is not compared
    if not legal_entries:
        return
    facts = read_facts([entry.line.text for entry in legal_entries], record.book, record.options).record
    assert facts is not None
    for entry, entry_alone in zip(legal_entries, replay(facts).entries, strict=True):
        ruling = entry_alone.at_first
        if ruling.verdict is Verdict.ILLEGAL and ruling.word != "finding":
            assert entry.at_first.verdict is not Verdict.LEGAL, (entry.line.text, ruling.reason, entry.at_first.reason)
