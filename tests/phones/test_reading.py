"""What the server reads and draws when something has changed: that, and nothing else."""

import asyncio
import sys
from collections import Counter
from typing import Any

import pytest

from referee.club.match import recording
from referee.club.match.log import load_log
from referee.club.match_prompt import MatchPrompt
from referee.club.people import roster
from referee.club.people.public_name import ShownAs
from referee.club.phones import line_entry
from referee.club.text.typed_lines import read_one
from referee.phones import evening as evenings
from referee.phones import table_page
from referee.phones.server import create_state
from referee.phones.state import Phones, ServerSettings
from referee.rules import JudgedLine, Verdict
from tests.phones.conftest import FOUR, Evening


@pytest.fixture
def two_tables(evening: Evening) -> Phones:
    recording.log_line(evening.club, evening.start("Eve", "Ann"), "deal by Eve")
    return create_state(evening.club, ServerSettings("127.0.0.1", 1))


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines that are judged from now on."""
    items = []
    fold = sys.modules["referee.rules.records.replay"]  # the function hides the file of its name
    really = fold.judge_line

    def counted(*asked: Any, **how: Any) -> JudgedLine:
        items.append(asked[2].text)
        return really(*asked, **how)

    monkeypatch.setattr(fold, "judge_line", counted)
    return items


def read_again(phones: Phones) -> evenings.Evening:
    return evenings.read(phones.club, phones.evening.session, phones.evening)


def test_a_line_is_read_at_its_table_and_nowhere_else(two_tables: Phones) -> None:
    before = two_tables.evening
    recording.log_line(two_tables.club, 1, "Ann plays 3D")
    after = read_again(two_tables)
    assert after.tables[1].public
    assert after.tables[1].public.turn == "Ben"
    assert after.tables[2] is before.tables[2]
    assert after.people is before.people


def test_whoever_opts_out_is_a_code_at_their_table_at_once(two_tables: Phones) -> None:
    roster.shown_in_public(two_tables.club, ["Ben"], ShownAs.NOBODY)
    table = read_again(two_tables).tables[1]
    assert table.public
    assert "Ben" not in table.public.names


def test_what_many_wait_for_is_read_once_more_and_what_it_wrote_itself_is_seen(
    two_tables: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads = Counter[str]()
    really = evenings.read

    def counted(*asked: object) -> evenings.Evening:
        reads["read"] += 1
        return really(*asked)  # type: ignore[arg-type]

    monkeypatch.setattr(evenings, "read", counted)

    async def scene() -> None:
        await asyncio.gather(*(two_tables.refresh() for _ in range(6)))
        assert reads["read"] == 2  # one that had begun when the others asked, and one for them all
        await two_tables.run_change(lambda: recording.log_line(two_tables.club, 1, "Ann plays 3D"))
        assert two_tables.known_revision == two_tables.club.revision()

    asyncio.run(scene())


def test_what_all_phones_of_a_table_see_alike_is_drawn_once(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in FOUR:
        evening.pair(name)
    phones = create_state(evening.club, ServerSettings("127.0.0.1", 1))
    drawn = Counter[str]()
    really = table_page.render

    def counted(template: str, **values: object) -> str:
        drawn[template] += 1
        return really(template, **values)

    monkeypatch.setattr(table_page, "render", counted)
    parts = [table_page.render_parts(phones, phone) for phone in phones.evening.tonight.phones]
    assert len(parts) == 4
    assert drawn == {"now.html": 4, "say.html": 1, "record.html": 1}


def test_a_line_by_phone_is_judged_once_and_what_is_read_then_is_as_if_read_afresh(
    evening: Evening, two_tables: Phones, judged: list[str]
) -> None:
    phone = evening.phone(evening.pair("Cal"))
    two_tables.evening = read_again(two_tables)
    club, table = two_tables.club, two_tables.evening.tables[1]
    assert table.log
    assert table.public
    lines = line_entry.read_lines(table.public, "Ann plays 3D")
    judged.clear()
    two_tables.keep_log(line_entry.enter_lines(club, phone, table.log, lines, key="k", only_after=table.log.steps))
    after = evenings.read(club, two_tables.evening.session, two_tables.evening, two_tables.written_logs).tables[1]
    assert judged == ["deal by Dee", "Ann plays 3D"]
    afresh = create_state(club, two_tables.settings).evening.tables[1]
    assert (after.public, after.view, after.names) == (afresh.public, afresh.view, afresh.names)


def test_a_preview_judges_the_hand_that_is_played_and_none_before_it(two_tables: Phones, judged: list[str]) -> None:
    seen = load_log(two_tables.club, 1)
    lines = [*["Ann plays 3D", "Ben passes", "Cal passes", "deal by Dee"] * 5, "Ann plays 3D"]
    recording.log_lines(two_tables.club, seen, [read_one(seen, line) for line in lines])
    two_tables.evening = read_again(two_tables)
    public = two_tables.evening.tables[1].public
    assert public
    judged.clear()
    assert MatchPrompt(public).preview("Ben plays 4D", None).ruling.verdict is Verdict.LEGAL
    assert judged == ["deal by Dee", "Ann plays 3D", "Ben plays 4D"]
