"""Games play on one screen: a golden record, typed line by line, is ruled on as `check` rules.

That a club's table rules on any record of any game as `check` does is held in
`referee/conformance/test_entry_points.py`; here is one of each kind: laying cards, claims in words, sums, rounds of
betting, draws, and melds.
"""

from pathlib import Path

import pytest

from referee.club.calendar import checkin
from referee.club.folder import Club
from referee.club.match import matches, starting
from referee.club.people import roster
from referee.dashboard.widgets.line_editor import LineEditor
from referee.games import rulebook
from referee.rules import Record, Verdict, read_record, replay, write_options
from tests.dashboard.piloting import LARGE, at_the_desk

pytestmark = pytest.mark.screen

KINDS = ("big-two", "commune", "pontoon", "texas-holdem", "midnight-cobain-baseball", "conquian")
RECORDS = Path(__file__).parents[2] / "records"


def a_record_of(slug: str) -> Record:
    """The shortest golden record of a game that begins with a deal."""
    items = []
    for path in sorted((RECORDS / slug).glob("*.txt")):
        record = read_record(path.read_text(encoding="utf-8"), rulebook).record
        if record and record.complete:
            items.append(record)
    return min(items, key=lambda record: (len(record.lines), str(record)))


@pytest.mark.parametrize("slug", KINDS)
async def test_a_record_typed_at_the_desk_is_ruled_on_as_from_paper(evening: Club, slug: str) -> None:
    record = a_record_of(slug)
    for name in record.seats.names:
        if name not in {member.name for member in roster.members(evening)}:
            roster.add(evening, name)
    checkin.check_in(evening, record.seats.names)
    options = [each.strip() for each in write_options(record.options).split(",") if each.strip()]
    number = starting.start_table(evening, slug, record.seats.names, options=options).number
    rows = [line for line in record.lines if not line.taken_back]

    async with at_the_desk(evening, "enter", size=LARGE) as officer:
        for line in rows:
            await officer.type(line.text, "enter")
            if officer.app.screen.query_one(LineEditor).questioned_line:
                await officer.press("enter")
            assert officer.app.screen.query_one(LineEditor).text == "", officer.reads()
    match = matches.record(evening, number)
    again = replay(match)
    assert [line.text for line in match.lines] == [record.book.write(line.act, record.seats) for line in rows]
    assert [entry.ruling.reason for entry in matches.show(evening, number).sheet.entries] == [
        entry.ruling.reason for entry in again.entries
    ]
    if len(rows) == len(record.lines):
        on_paper = [(entry.ruling.verdict, entry.ruling.clause.id) for entry in replay(record).entries]
        assert [(entry.ruling.verdict, entry.ruling.clause.id) for entry in again.entries] == on_paper
    assert any(entry.ruling.verdict is Verdict.LEGAL for entry in again.entries)
