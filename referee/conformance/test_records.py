"""Properties that hold for every game and any record."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any, Final

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.cards.words import singular
from referee.conformance.random_records import NAMES, records
from referee.conformance.test_clauses import records_of
from referee.games import rulebook
from referee.rules import Act, JudgedLine, Offer, Record, Rulebook, Unit, Verdict, read_record, replay
from referee.rules.notation.line_words import PlayerNames, UnreadableLine
from referee.rules.records.messages import render_text

RANKS: Final = {singular(rank): rank for rank in "23456789TJQKA"}


def acts_of(offer: Offer, book: Rulebook, record: Record) -> list[Act]:
    """Return the acts of an offer, and the act recorded by its text if the text is a line."""
    with suppress(UnreadableLine):
        pack = book.pack_for(record.options)
        return [
            *offer.acts,
            book.grammar.read(offer.text, PlayerNames(record.seats.with_marks.names), pack, 1, book.title),
        ]
    return list(offer.acts)


def chips_in_the_middle(table: Any) -> int:
    """Return the number of chips in the middle: the `pot` or `pool` of a table or of its `hand`; 0 if it has none."""
    holders = (table, getattr(table, "hand", None))
    return sum(getattr(holder, name, 0) for holder in holders for name in ("pot", "pool"))


def cards_are_conserved(entry: JudgedLine) -> None:
    """Assert that no card is lost, and that none appears from nowhere."""
    knowledge = entry.after.knowledge
    assert knowledge.count in (None, len(knowledge.pack))


def misworded(text: str) -> str:
    """Return the words of a sentence that are in the wrong number, missing or repeated; empty if it reads well."""
    match = re.search(
        r"(?<![-\d.:])\b(1|[Oo]ne|[Oo]nly (1|one)) (are|were|have|cards|chips|points|pots|hands|players|raises|lines)\b"
        r"|\b(\d\d+|[2-9]|two|three|four|five) (card|chip|player|penalty)\b|  | ,| [.](?![.])",
        text,
    )
    sentences = re.split(r"(?<=[.]) ", text)
    repeated_sentences = [sentence for sentence in sentences if sentences.count(sentence) > 1]
    return match.group() if match else "".join(repeated_sentences[:1])


def named_in_vain(entry: JudgedLine, record: Record) -> list[str]:
    """Return the cards and ranks that a doubt names although all of them have known locations.

    It may name the cards of the act itself and of the lines it cites.
    """
    doubt, knowledge = entry.at_first, entry.before.knowledge
    places = [place for rests in doubt.depends_on for place in rests.locations]
    if doubt.verdict is not Verdict.OPEN or not places:
        return []
    pack = record.book.pack_for(record.options).cards
    can_be_held = {card for card in pack if any(knowledge.may_hold(place, card) for place in places)}
    cited_texts = [line.text for line in record.lines if line.number in (entry.line.number, *doubt.because)]
    cards = {str(card) for card in pack if card not in can_be_held and str(card) not in " ".join(cited_texts)}
    ranks = {word for word, rank in RANKS.items() if all(card.rank != rank for card in can_be_held)}
    words_named = re.findall(r"\b[2-9TJQKA][SHDC]\b", doubt.reason), re.findall(r"\ban? (\w+)\b", doubt.reason)
    vain_words = [word for word in words_named[0] if word in cards] + [word for word in words_named[1] if word in ranks]
    accounted_ranks = [
        f"any of {rests.cards}" for rests in doubt.depends_on if rests.cards and rests.cards.isdisjoint(can_be_held)
    ]
    return vain_words + accounted_ranks


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_record_can_be_judged(slug: str, data: st.DataObject) -> None:
    """Nothing fails, cards and chips are conserved, offers are legal, and printed lines can be read again."""
    book = rulebook(slug)
    check_rulings(book, data.draw(records(book)))


def test_the_games_records_can_be_judged(slug: str) -> None:
    """The same properties hold for the game's example and its records, in which hands are played to the end."""
    for record in records_of(slug):
        check_rulings(rulebook(slug), record)


def check_rulings(book: Rulebook, record: Record) -> None:
    """Assert the properties of each line of any record, and that the printed record can be read again."""
    report = replay(record)
    lawful = True
    for entry in report.entries:
        assert render_text(entry.ruling.reason, record.seats.names)
        assert not book.package or f"of {book.package} failed" not in entry.ruling.reason, entry.ruling.reason
        assert entry.ruling.rule
        assert set(entry.ruling.because) <= {line.number for line in record.lines}
        # Hindsight also used cards that the table before the line does not know.
        for offer in () if entry.at_first.verdict is Verdict.OPEN else entry.ruling.alternatives:
            for act in acts_of(offer, book, record):
                ruling_again = book.judge(entry.before, act)
                open_claim = ruling_again.verdict is Verdict.OPEN and ruling_again.word == "open"
                assert ruling_again.verdict is Verdict.LEGAL or open_claim, (offer.text, ruling_again.reason)
        assert not named_in_vain(entry, record), entry.at_first.reason
        offered_acts = [
            text_offered
            for offer in entry.ruling.alternatives
            for text_offered in (offer.text, *map(str, entry.ruling.due))
        ]
        for text in (entry.ruling.reason, entry.ruling.ask, *offered_acts, *(item.reason for item in entry.items)):
            assert not misworded(text), text
        lawful = lawful and (entry.ruling.verdict is Verdict.LEGAL or entry.line.taken_back)
        if lawful:
            cards_are_conserved(entry)
        assert entry.counts or entry.line.taken_back or entry.ruling.verdict is Verdict.ILLEGAL
        chips = sum(item.amount for item in entry.after.items if item.unit is Unit.CHIPS)
        assert chips + chips_in_the_middle(entry.after) == 0
        assert all(fact.label and render_text(fact.text, record.seats.names) for fact in book.facts(entry.after))
        assert all(render_text(item.reason, record.seats.names) for item in entry.items)
    ranked = [seat for group in report.places for seat in group]
    assert sorted(ranked) == sorted(set(ranked))

    printed_record = str(record)
    reading = read_record(printed_record, rulebook)
    assert not reading.faults
    assert reading.record is not None
    assert str(reading.record) == printed_record
    if record.seats.ordered:  # else the order of mention may differ from the drawn order
        assert [line.act for line in reading.record.lines] == [line.act for line in record.lines]
        assert replay(reading.record).places == report.places


@settings(max_examples=50, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_text_is_read_or_refused_with_its_place(slug: str, data: st.DataObject) -> None:
    """Any text is read, or refused with the position of the fault."""
    book = rulebook(slug)
    words = [part.text for verb in book.grammar.verbs for part in verb.parts]
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
        replay(reading.record)
