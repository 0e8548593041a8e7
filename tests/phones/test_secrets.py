"""Whatever the referee was told alone, a phone shows the same to the byte: in all games, in random records."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from referee.cards.immutable import replace
from referee.club.calendar import sessions
from referee.club.match import recording, starting
from referee.club.match.log import load_log
from referee.club.phones.evening_state import Phone as Paired
from referee.club.phones.public_record import TOLD, withheld_from
from referee.club.text.typed_lines import read_one
from referee.conformance.random_records import NAMES, records, texts
from referee.games import rulebook
from referee.games.examples import read_worked_hand
from referee.phones import evening, results, table_page
from referee.phones.state import Phones, ServerSettings
from referee.rules import Record, Rulebook, Seats, Shows
from referee.rules.book.options import changed_options
from referee.rules.notation.line_words import PlayerNames, UnreadableLine
from tests.club.conftest import copied
from tests.sampling import each_game

_TOLD = ("holds", "holds only")


@pytest.fixture(scope="module")
def phones(monday: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phones]:
    with copied(monday, tmp_path_factory.mktemp("secrets") / "club", served=False) as club:
        session = sessions.open_session(club, "2026-11-16")
        yield Phones(club, ServerSettings("127.0.0.1", 1), evening.read(club, session.id))


@st.composite
def told_in_two_ways(draw: st.DrawFn, book: Rulebook) -> tuple[Record, list[str], list[str], list[str]]:
    """A record, its lines with other things told in between, and lines to ask about, with the cards that were told."""
    record = draw(records(book, whole_only=True))
    lines = [book.write(line.act, record.seats) + line.remark for line in record.lines]
    pack = book.pack_for(record.options)
    one, names = [*lines], [*lines]
    cards = st.lists(st.sampled_from(range(len(pack.cards))), min_size=1, max_size=4, unique=True)
    asked: list[str] = []
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(1, len(one)))
        who = draw(st.sampled_from(record.seats.names))
        for way in (one, names):
            rows = [str(pack.cards[each]) for each in draw(cards)]
            change = f"{who} {draw(st.sampled_from(_TOLD))} {' '.join(rows)}"
            way.insert(at, change if _reads(record, change) else f"{who} holds {rows[0]}")
            for verb in book.grammar.verbs:
                if verb.has_subject and any(part.text in ("CARD", "CARDS") for part in verb.parts):
                    asked.append(f"{draw(st.sampled_from(record.seats.names))} {verb.word} {rows[0]}")
    asked += [draw(texts(book, record.options, record.seats.names)) for _ in range(4)]
    return record, one, names, [*dict.fromkeys(asked)][:12]


def _reads(record: Record, text: str) -> bool:
    try:
        record.book.grammar.read(
            text, PlayerNames(record.seats.names), record.book.pack_for(record.options), 1, record.book.title
        )
    except UnreadableLine:
        return False
    return True


def seated(phones: Phones, record: Record, lines: list[str]) -> int:
    """Seat the players of a record, and write its lines down; return the number of the table."""
    options = [f"{name}={value}" for name, value in changed_options(record.options).items()]
    table = starting.start_table(phones.club, record.book.slug, record.seats.names, options=options).number
    seen = load_log(phones.club, table)
    recording.log_lines(phones.club, seen, [read_one(seen, line) for line in lines])
    return table.table


def shown(phones: Phones, table: int, asked: list[str]) -> list[str]:
    """All that a phone at a table can be shown: the page, what can be tapped, begun and asked, and what comes of it."""
    members = phones.evening.tables[table].seated.members
    found = []
    for member in (None, *members[:2]):
        phone = Paired("x", 1, member, table, writes=True, at=phones.club.clock())
        at_table = _At(phones, table)
        begins = [*dict.fromkeys([line.rpartition(" ")[0] for line in asked] + [*NAMES, "d", "p"])]
        found.append(table_page.render_page(at_table, phone, everything=True))
        found += [table_page.render_entry_part(at_table, phone, line=line) for line in asked]
        found += [table_page.render_entry_part(at_table, phone, begins=line) for line in begins]
        found.append(results._result_response(at_table, phone, "").text or "")
    # A key is new each time, and the tables have each a number.
    return [re.sub(rf'name="key" value="[^"]*"|[Tt]able {table}\b', "", each) for each in found]


class _At(Phones):
    """The phones of one table, though its players sit at others too by now."""

    def __init__(self, phones: Phones, table: int) -> None:
        super().__init__(phones.club, phones.settings, phones.evening)
        self.at = table

    def table_of(self, phone: Paired) -> evening.TableNow | None:
        return self.evening.tables[self.at]

    def why_not(self, phone: Paired) -> str:
        return ""


def compare(phones: Phones, record: Record, one: list[str], other: list[str], asked: list[str]) -> None:
    tables = [seated(phones, record, lines) for lines in (one, other)]
    phones.evening = evening.read(phones.club, phones.evening.session, phones.evening)
    for table in tables:
        assert_told_as_recorded(phones.evening.tables[table])
    first, second = (shown(phones, table, asked) for table in tables)
    for each, another in zip(first, second, strict=True):
        assert each == another, (one, other)


def assert_told_as_recorded(table: evening.TableNow) -> None:
    """Each ruling that phones show is the record's, by the names at the table, and so is whose turn it is."""
    assert table.view
    assert table.public
    for own, public in zip(table.view.log, table.public.log, strict=True):
        if public.ruling and own.ruling:
            assert (public.ruling.verdict, public.ruling.reason) == (own.ruling.verdict, own.ruling.reason), own.text
            assert public.waits == own.waits
    if not withheld_from(table.public):
        assert table.public.turn == table.view.turn


@pytest.mark.parametrize("slug", each_game())
def test_a_phone_shows_the_same_whatever_the_referee_was_told(phones: Phones, slug: str) -> None:
    @settings(max_examples=5, database=None, phases=[Phase.generate], suppress_health_check=[*HealthCheck])
    @given(told_in_two_ways(rulebook(slug)))
    def same(told: tuple[Record, list[str], list[str], list[str]]) -> None:
        compare(phones, *told)

    same()


@pytest.mark.parametrize("slug", each_game())
def test_a_hand_of_which_the_referee_alone_was_told_the_cards_ends_in_no_way_that_phones_show(
    phones: Phones, slug: str
) -> None:
    """What is shown in a game's own worked hand is told to the referee, and of each card played who holds it."""
    hand = read_worked_hand(rulebook(slug))
    assert hand
    played = hand.record
    record = replace(played, seats=Seats((*NAMES, "Eve")[: len(played.seats)], played.seats.ordered))
    pack = [str(card) for card in record.book.pack_for(record.options).cards]
    one, other, items = [], [], []
    for line in record.lines[:40]:
        text = record.book.write(line.act, record.seats)
        rows = [str(card) for card in getattr(line.act, "cards", ()) if str(card) in pack]
        if rows and getattr(line.act, "seat", -1) >= 0:
            who = record.seats.names[line.act.seat]
            one.append(f"{who} holds {' '.join(rows)}")
            places = [pack.index(each) + rows[:index].count(each) for index, each in enumerate(rows)]
            other.append(f"{who} holds {' '.join(pack[place - len(pack) // 2] for place in places)}")
            items.append(text)
        if not isinstance(line.act, (*TOLD, Shows)):
            one.append(text)
            other.append(text)
    compare(phones, record, one, other, items[-6:])
