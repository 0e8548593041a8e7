"""The sheet of what may be recorded is true: each line on it is read by the game's own reader."""

from typing import Any

import pytest

from referee.cli.files.demo import PEOPLE
from referee.games import SLUGS, rulebook
from referee.games.examples import read_example
from referee.rules import (
    Deal,
    Rulebook,
    Seats,
    Verdict,
    option_definitions,
    options_from,
    read_options,
    read_record,
    replay,
)
from referee.rules.book.clause import condition_holds
from referee.rules.book.options import option_text
from referee.rules.notation.line_words import PlayerNames, UnreadableLine
from referee.rules.notation.patterns import Verb
from referee.rules.suggestions.examples import PLAYERS, examples


def house_rules(slug: str) -> list[Any]:
    """The rules as printed, and with each option changed."""
    book = rulebook(slug)
    changed_options = [
        options_from(book.options, {definition.name: option_text(value)})
        for definition in option_definitions(book.options)
        for value in definition.values
        if value != definition.default
    ]
    return [book.options(), *changed_options]


def with_another_end(line: str, ending: str) -> list[str]:
    """A line with its last words exchanged for others, however many those are."""
    words = line.split()
    return [" ".join([*words[:word_count], ending]) for word_count in range(1, len(words))]


def is_read(line: str, verb: Verb, book: Rulebook, options: Any) -> bool:
    try:
        return (
            type(book.grammar.read(line, PlayerNames(PLAYERS), book.pack_for(options), 1, book.title)) is verb.act_type
        )
    except UnreadableLine:
        return False


def last_of(book: Rulebook, line: str) -> Verdict:
    """The verdict on a line right after the deal."""
    options = book.options()
    act = book.grammar.read(line, PlayerNames(PLAYERS), book.pack_for(options), 1, book.title)
    return book.judge(book.apply(book.begin(Seats(PLAYERS[:3]), options), Deal()), act).verdict


@pytest.mark.parametrize("slug", SLUGS)
def test_every_verb_in_force_has_a_line_that_is_read_as_such(slug: str) -> None:
    book = rulebook(slug)
    for options in house_rules(slug):
        examples_by_pattern = {example.pattern: example for example in examples(book, options, [read_example(slug)])}
        for verb in book.grammar.verbs:
            only = book.grammar.condition_of(verb.act_type)
            if not book.clauses_for(verb.act_type, options) or (only and not condition_holds(only, options)):
                assert verb.pattern not in examples_by_pattern
                continue
            example = examples_by_pattern[verb.pattern]
            assert example.line, f"give the slots of {verb.pattern!r} samples"
            act = book.grammar.read(example.line, PlayerNames(PLAYERS), book.pack_for(options), 1, book.title)
            assert type(act) is verb.act_type
            assert act.__class__ in book.clauses[example.clause].acts
            for beside in example.endings:
                assert any(is_read(line, verb, book, options) for line in with_another_end(example.line, beside)), (
                    beside
                )


@pytest.mark.parametrize(
    ("slug", "option", "line"),
    [
        ("zheng-shangyou", "", "Ann trades TH 4S for KD 2S with Ben"),
        ("zheng-shangyou", "exchange=higher_bid", "Ann votes to end trading"),
        ("zheng-shangyou", "exchange=trading", "Ann offers TH"),
        ("zheng-shangyou", "exchange=trading", "nobody buys TH"),
        ("zheng-shangyou", "exchange=free_bid", "Ann hands on TH 4S 4D"),
        ("zheng-shangyou", "two_player=true", "Ann starts"),
        ("zheng-shangyou", "", "Ann denies 3H"),
        ("texas-holdem", "", "Ann posts 5"),
        ("texas-holdem", "forced_bets=blinds", "Ann straddles 5"),
        ("texas-toothpick-toast", "", "blinds 5 10"),
        ("conquian", "forcing=false", "Ann forces Ben"),
        ("pontoon", "bank_refusable=false", "Ann declines the bank"),
        ("commune", "", "Ann bids flush K J 9 7 4"),
    ],
)
def test_the_sheet_shows_nothing_that_these_house_rules_do_not_have(slug: str, option: str, line: str) -> None:
    book = rulebook(slug)
    options = read_options(book.options, [option] if option else [])
    act = book.grammar.read(line, PlayerNames(PLAYERS), book.pack_for(options), 1, book.title)
    examples_by_pattern = {example.pattern: example for example in examples(book, options)}
    verb = book.grammar.verb_of(type(act))
    if book.grammar.condition_of(type(act)):
        assert verb.pattern not in examples_by_pattern
    else:
        assert not any(
            line.endswith(beside)
            for beside in (*examples_by_pattern[verb.pattern].endings, examples_by_pattern[verb.pattern].line)
        )
    players = PLAYERS[: min(book.players_for(options))]
    dealt_table = book.apply(book.begin(Seats(players), options), Deal())
    assert book.judge(dealt_table, act).verdict is Verdict.ILLEGAL


def test_the_players_of_examples_are_those_of_the_demo_club() -> None:
    assert PLAYERS == PEOPLE == ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")


@pytest.mark.parametrize("slug", SLUGS)
def test_of_what_a_word_may_be_the_first_sample_is_shown_and_the_others_are_named_besides(slug: str) -> None:
    book = rulebook(slug)
    options = book.options()
    for example in examples(book, options):
        verb = next(verb for verb in book.grammar.verbs if verb.pattern == example.pattern)
        last = verb.parts[-1].slot
        if last is not None and last.samples:
            assert example.line.endswith(last.samples[0])
            assert set(last.samples[1:]) >= set(example.endings)
            for sample in set(last.samples[1:]) - set(example.endings):
                assert last_of(book, f"{example.line.removesuffix(last.samples[0])}{sample}") is Verdict.ILLEGAL


@pytest.mark.parametrize("slug", SLUGS)
def test_a_record_of_all_the_examples_can_be_read_and_ruled_on(slug: str) -> None:
    """As an officer would find who copied the sheet: nothing on it is malformed, whatever the ruling."""
    book = rulebook(slug)
    lines = [example.line for example in examples(book, book.options(), [read_example(slug)])]
    reading = read_record(f"game: {slug}\nhand: in progress\n\n" + "\n".join(lines) + "\n", rulebook)
    assert [fault.message for fault in reading.faults if " players, not " not in fault.message] == []
    if reading.record:
        assert len(replay(reading.record).entries) == len(lines)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_line_of_the_recorded_hand_is_preferred(slug: str) -> None:
    record = read_example(slug)
    recorded_lines = {record.book.write(line.act, record.seats) for line in record.lines if not line.taken_back}
    example_lines = {example.line for example in examples(record.book, record.options, [record])}
    assert (
        len(example_lines & recorded_lines) >= len({type(line.act) for line in record.lines if not line.taken_back}) - 1
    )


def test_an_example_is_in_the_form_in_which_records_are_printed() -> None:
    book = rulebook("big-two")
    plays = examples(book, book.options())[0]
    assert (plays.pattern, plays.line, plays.clause) == ("NAME plays CARDS", "Ann plays TH 4S", "4.1")
    act = book.grammar.read(plays.line, PlayerNames(PLAYERS), book.pack, 1, book.title)
    assert book.write(act, Seats(PLAYERS)) == plays.line


def test_an_example_that_is_made_up_is_one_that_would_be_legal_after_the_deal() -> None:
    """One card is left over in Big Two, and a player of Three Dog Night holds one; most lines of cards name two."""
    lines = {example.pattern: example.line for example in examples(rulebook("big-two"), rulebook("big-two").options())}
    assert (lines["out CARDS"], lines["NAME holds CARDS"]) == ("out TH", "Ann holds TH 4S")
    book = rulebook("three-dog-night")
    assert {example.pattern: example.line for example in examples(book, book.options())}[
        "NAME holds CARDS"
    ] == "Ann holds TH"
