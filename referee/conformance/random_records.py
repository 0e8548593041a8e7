"""Random records of a game. Most of their lines make sense, and others are any line that can be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hypothesis import assume
from hypothesis import strategies as st

from referee.rules import Line, Record, Report, Rulebook, Seats, option_definitions, replay
from referee.rules.book.offers import offers_to
from referee.rules.notation.line_words import PlayerNames

NAMES = ("Ann", "Ben", "Cal", "Dee")
_SLIPS: Final = ("written late", "written twice", "taken back first", "left out", "anything")


def options_of(book: Rulebook) -> st.SearchStrategy[Any]:
    """Return a strategy for the house rules of a table."""
    kwargs = {
        definition.name: st.sampled_from(definition.values or (definition.default, definition.default + 3))
        for definition in option_definitions(book.options)
    }
    return st.builds(book.options, **kwargs)


@st.composite
def texts(draw: st.DrawFn, book: Rulebook, options: Any, names: Sequence[str] = NAMES) -> str:
    """Draw a line that the game's grammar can read."""
    verb = draw(st.sampled_from(book.grammar.verbs))
    words = []
    cards_of = book.pack_for(options).cards
    optional_limit = draw(st.integers(0, max(part.group for part in verb.parts)))
    for part in verb.parts:
        if part.group > optional_limit:
            continue
        if part.slot is None:
            words.append(part.text)
        elif part.text == "NAME":
            words.append(draw(st.sampled_from(names)))
        elif part.text == "N":
            words.append(str(draw(st.integers(0, 9))))
        elif part.text in ("CARD", "CARDS"):
            most = 1 if part.text == "CARD" else 5
            places = st.sampled_from(range(len(cards_of)))  # of one card there may be several
            cards = [cards_of[index] for index in draw(st.lists(places, min_size=1, max_size=most, unique=True))]
            unseen = draw(st.integers(0, 3)) == 0
            words.extend("??" if unseen and draw(st.booleans()) else str(card) for card in cards)
        else:
            words.append(draw(st.sampled_from(part.slot.samples)))
    return " ".join(words)


@st.composite
def records(draw: st.DrawFn, book: Rulebook, *, whole_only: bool = False) -> Record:
    """Draw a record of mostly sensible lines: acts that the game offers, mixed with any readable lines.

    Unless `whole_only`, some records begin mid-hand, and some of those do not give the seating.
    """
    complete = whole_only or draw(st.integers(0, 2)) > 0
    is_ordered = complete or draw(st.booleans())
    players = draw(st.integers(max(book.players[0], 2) if complete else 1, min(book.players[-1], len(NAMES))))
    options = draw(options_of(book).filter(lambda options: book.refusal(options, players, complete=complete) is None))
    seats = Seats(NAMES[:players], is_ordered)
    state = book.begin(seats, options, complete=complete)
    lines: list[Line] = []
    report: Report | None = None
    for number in range(1, draw(st.integers(2, 25)) + 1):
        text = "deal by Ann" if number == 1 and complete else ""
        if not text and draw(st.booleans()):
            seat = state.turn if state.turn is not None else draw(st.sampled_from(list(seats)))
            acts = [act for offer in offers_to(book, state, seat) for act in offer.acts]
            text = book.write(draw(st.sampled_from(acts)), seats) if acts else ""
        if not text:
            text = draw(texts(book, options))
        if not set(NAMES[players:]).isdisjoint(text.split()):
            continue
        act = book.grammar.read(text, PlayerNames(seats.names), book.pack_for(options), number, book.title)
        draw_remark = draw(st.integers(0, 7))
        lines.append(Line(number, text, act, taken_back=draw_remark == 0, stands=draw_remark == 1))
        report = replay(Record(book, seats, options, tuple(lines), complete=complete), earlier_report=report)
        state = report.table
    assume(lines)
    return Record(book, seats, options, tuple(lines), complete=complete)


def unclean(draw: st.DrawFn, record: Record) -> list[str]:
    """Return the lines of a record with slips: lines that come late, twice or not at all, or are taken back first."""
    lines = [record.book.write(line.act, record.seats) + line.remark for line in record.lines]
    for _ in range(draw(st.integers(1, 4))):
        index = draw(st.integers(1, len(lines) - 1)) if len(lines) > 1 else 0
        slip = draw(st.sampled_from(_SLIPS))
        if slip == "written late":
            line = lines.pop(index)
            lines.insert(index + draw(st.integers(1, 4)), line)
        elif slip == "written twice":
            lines.insert(index, lines[index])
        elif slip == "taken back first":
            lines.insert(index, f"{lines[index].partition(',')[0]}, taken back")
        elif slip == "left out" and len(lines) > 1:
            del lines[index]
        else:
            remark = draw(st.sampled_from(("", "", ", taken back", ", stands")))
            lines.insert(index, draw(texts(record.book, record.options, record.seats.names)) + remark)
    return lines
