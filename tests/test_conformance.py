"""What holds for every game, whatever is typed."""

from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from referee.games import SLUGS, rulebook
from referee.rules import Judged, Line, Record, Rulebook, Seats, Sheet, Unit, Verdict, choices, fold, read_record
from referee.rules.notation.line_words import Names

NAMES = ("Ann", "Ben", "Cal", "Dee")


def options_of(book: Rulebook) -> st.SearchStrategy[Any]:
    kwargs = {
        each.name: st.sampled_from(each.values or (each.default, each.default + 3)) for each in choices(book.options)
    }
    return st.builds(book.options, **kwargs)


@st.composite
def texts(draw: st.DrawFn, book: Rulebook, options: Any) -> str:
    """A line that the game's grammar can read."""
    said = draw(st.sampled_from(book.grammar.verbs))
    words = []
    cards_of = book.pack_for(options).cards
    cut = draw(st.integers(0, max(part.group for part in said.parts)))
    for part in said.parts:
        if part.group > cut:
            continue
        if part.slot is None:
            words.append(part.text)
        elif part.text == "NAME":
            words.append(draw(st.sampled_from(NAMES)))
        elif part.text == "N":
            words.append(str(draw(st.integers(0, 9))))
        elif part.text in ("CARD", "CARDS"):
            most = 1 if part.text == "CARD" else 5
            places = st.sampled_from(range(len(cards_of)))  # of one card there may be several
            cards = [cards_of[at] for at in draw(st.lists(places, min_size=1, max_size=most, unique=True))]
            unseen = draw(st.integers(0, 3)) == 0
            words.extend("??" if unseen and draw(st.booleans()) else str(card) for card in cards)
        else:
            words.append(draw(st.sampled_from(part.slot.samples)))
    return " ".join(words)


@st.composite
def records(draw: st.DrawFn, book: Rulebook, *, whole_only: bool = False) -> Record:
    """A record of mostly sensible lines: what the game offers, mixed with anything that can be said.

    Some begin in the middle of a hand unless all are to be `whole_only`, and some of those do not say who sits where.
    """
    whole = whole_only or draw(st.integers(0, 2)) > 0
    ordered = whole or draw(st.booleans())
    players = draw(st.integers(max(book.players[0], 2) if whole else 1, min(book.players[-1], len(NAMES))))
    options = draw(options_of(book).filter(lambda options: book.refusal(options, players, whole=whole) is None))
    seats = Seats(NAMES[:players], ordered)
    state = book.begin(seats, options, whole=whole)
    lines: list[Line] = []
    sheet: Sheet | None = None
    for number in range(1, draw(st.integers(2, 25)) + 1):
        text = "deal by Ann" if number == 1 and whole else ""
        if not text and draw(st.booleans()):
            seat = state.turn if state.turn is not None else draw(st.sampled_from(list(seats)))
            acts = [act for offer in book.offered(state, seat) for act in offer.acts]
            text = book.write(draw(st.sampled_from(acts)), seats) if acts else ""
        if not text:
            text = draw(texts(book, options))
        if not set(NAMES[players:]).isdisjoint(text.split()):
            continue
        act = book.grammar.read(text, Names(seats.names), book.pack_for(options), number, book.title)
        said = draw(st.integers(0, 7))
        lines.append(Line(number, text, act, taken_back=said == 0, stands=said == 1))
        sheet = fold(Record(book, seats, options, tuple(lines), whole=whole), since=sheet)
        state = sheet.state
    assume(lines)
    return Record(book, seats, options, tuple(lines), whole=whole)


def cards_are_conserved(entry: Judged) -> None:
    known = entry.after.known
    assert known.count in (None, len(known.pack))


@pytest.mark.parametrize("slug", SLUGS)
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_record_can_be_judged(slug: str, data: st.DataObject) -> None:
    book = rulebook(slug)
    record = data.draw(records(book))
    sheet = fold(record)
    lawful = True
    for entry in sheet.entries:
        assert entry.ruling.reason
        assert entry.ruling.rule
        assert set(entry.ruling.because) <= {line.number for line in record.lines}
        # What hindsight decided was judged with cards besides that the table before the line did not tell of.
        for offer in () if entry.at_first.verdict is Verdict.OPEN else entry.ruling.alternatives:
            for act in offer.acts:
                again = book.judge(entry.before, act)
                open_claim = again.verdict is Verdict.OPEN and again.word == "open"
                assert again.verdict is Verdict.LEGAL or open_claim, (offer.text, again.reason)
        lawful = lawful and (entry.ruling.verdict is Verdict.LEGAL or entry.line.taken_back)
        if lawful:
            cards_are_conserved(entry)
        assert entry.counts or entry.line.taken_back or entry.ruling.verdict is Verdict.ILLEGAL
        chips = sum(item.amount for item in entry.after.items if item.unit is Unit.CHIPS)
        assert chips + getattr(entry.after, "pot", 0) == 0
        assert all(fact.label and fact.text for fact in book.facts(entry.after))
    ranked = [seat for group in sheet.places for seat in group]
    assert sorted(ranked) == sorted(set(ranked))

    printed = str(record)
    reading = read_record(printed, rulebook)
    assert not reading.faults
    assert reading.record is not None
    assert str(reading.record) == printed
    if record.seats.ordered:  # else the order of mention may differ from that in which they were drawn
        assert [line.act for line in reading.record.lines] == [line.act for line in record.lines]
        assert fold(reading.record).places == sheet.places


@pytest.mark.parametrize("slug", SLUGS)
@settings(max_examples=50, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_text_is_read_or_refused_with_its_place(slug: str, data: st.DataObject) -> None:
    book = rulebook(slug)
    words = [part.text for said in book.grammar.verbs for part in said.parts]
    words += [*NAMES, "TH", "7", "4S2C", "#", ",", "??", "x"]
    rows = data.draw(st.lists(st.lists(st.sampled_from(words), max_size=7).map(" ".join), max_size=8))
    noise = data.draw(st.text(max_size=20))
    text = "\n".join([f"game: {slug}", f"seats: {', '.join(NAMES[: book.players[0] + 1])}", "", *rows, noise])
    reading = read_record(text, rulebook)
    for fault in reading.faults:
        assert 1 <= fault.line <= len(text.splitlines()) + 1
        assert fault.column >= 1
        assert fault.message
        assert "^" in fault.caret()
    if reading.record:
        fold(reading.record)
