"""Lines cut short: without the name of whose turn it is, with half a verb, or with cards alone."""

from pathlib import Path

import pytest

import referee.demo
from referee.cards import Card
from referee.games import SLUGS, rulebook
from referee.rules import Act, DependsOn, JudgedLine, Record, Verdict, doubt, read_facts, read_record, replay
from referee.rules.notation.actions import Statement
from referee.rules.notation.line_words import MissingName, PlayerNames, UnreadableLine
from referee.rules.records.shorthand import expand_at, expand_line, moment_of, whose_turn
from referee.rules.suggestions.offered_lines import example_line, suggest_lines
from tests.rules.toys import burns
from tests.rules.toys import played as toy
from tests.rules.toys.in_turn import say_game, turns

DEMO = Path(referee.demo.__path__[0]) / "games"


def played(slug: str) -> tuple[Record, tuple[JudgedLine, ...]]:
    record = read_record((DEMO / f"{slug}.txt").read_text(encoding="utf-8"), rulebook).record
    assert record is not None
    return record, tuple(replay(record).entries)


def after(slug: str, names: str, *lines: str) -> tuple[Record, object]:
    text = "\n".join([f"game: {slug}", f"seats: {names}", "", *lines])
    record = read_record(text, rulebook).record
    assert record is not None
    return record, replay(record).table


@pytest.mark.parametrize("slug", SLUGS)
def test_a_line_without_the_name_of_whose_turn_it_is_is_meant_of_them(slug: str) -> None:
    record, entries = played(slug)
    names = record.seats.names
    tried = 0
    for entry in entries:
        seat = whose_turn(record.book, entry.before)
        line = record.book.write(entry.line.act, record.seats)
        if seat is not None and line.startswith(f"{names[seat]} ") and not isinstance(entry.line.act, Statement):
            tried += 1
            assert expand_line(record.book, entry.before, names, line.removeprefix(f"{names[seat]} ")) == line
    assert tried


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_offered_first_is_legal(slug: str) -> None:
    record, entries = played(slug)
    names = record.seats.names
    for entry in entries:
        line = record.book.write(entry.line.act, record.seats)
        for text in ("", line[:1], line[:3], f"{names[0]} ", line.partition(" ")[2][:2]):
            offered = suggest_lines(record.book, entry.before, names, text)
            if offered and not offered[0].endswith(" "):
                full_line = expand_line(record.book, entry.before, names, offered[0])
                act = record.book.grammar.read(
                    full_line, PlayerNames(names), record.book.pack_for(record.options), 1, ""
                )
                assert record.book.judge(entry.before, act).verdict is not Verdict.ILLEGAL, (text, offered)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_example_is_of_this_moment(slug: str) -> None:
    record, entries = played(slug)
    names = record.seats.names
    for entry in entries:
        example = example_line(record.book, entry.before, names)
        if example and not example.endswith("…"):
            full_line = expand_line(record.book, entry.before, names, example)
            act = record.book.grammar.read(full_line, PlayerNames(names), record.book.pack_for(record.options), 1, "")
            assert record.book.judge(entry.before, act).verdict is not Verdict.ILLEGAL, example


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3d", "Ann plays 3d"),
        ("pass", "Ann passes"),
        ("p 3d", "Ann plays 3d"),
        ("b 4d", "Ben plays 4d"),
        ("Ben 4d", "Ben plays 4d"),
        ("Ann sh 4d", "Ann shows 4d"),
        ("Ann plays 3D", "Ann plays 3D"),
    ],
)
def test_cards_alone_half_a_verb_and_half_a_name_are_enough(text: str, expected: str) -> None:
    record, state = after("big-two", "Ann, Ben, Cal, Dee", "deal by Dee", "Ann holds 3D")
    names = record.seats.names
    seat = 0  # whoever holds the three of diamonds begins
    pack = record.book.pack_for(record.options)
    lines = [
        record.book.grammar.read(line, PlayerNames(names), pack, 1, "")
        for line in (expected, expand_line(record.book, state, names, text, seat))
    ]
    assert lines[0] == lines[1]


def test_a_letter_and_a_number_are_a_bet() -> None:
    record, state = after("pontoon", "Ann, Ben, Cal", "deal by Cal", "Cal banks from 2 to 10")
    assert expand_line(record.book, state, record.seats.names, "b 4") == "Ann bets 4"


def test_what_could_be_several_things_is_asked_back() -> None:
    record, state = after("five-card-21", "Ann, Ben, Cal", "deal by Cal")
    with pytest.raises(UnreadableLine, match=r"could be .* Type more of it"):
        expand_line(record.book, state, record.seats.names, "d 2", 0)


def test_what_cannot_be_read_is_refused_where_it_goes_wrong() -> None:
    record, state = after("big-two", "Ann, Ben, Cal, Dee", "deal by Dee")
    with pytest.raises(UnreadableLine, match="5X is not a card") as fault:
        expand_line(record.book, state, record.seats.names, "plays 4D 5X", 0)
    assert fault.value.column == len("plays 4D ") + 1


def test_before_anything_is_typed_the_name_of_whose_turn_it_is_is_left_out_but_for_cards_held_or_shown() -> None:
    record, state = after("play-or-pay", "Ann, Ben, Cal", "deal by Cal", "Ann plays 5H")
    offered = suggest_lines(record.book, state, record.seats.names, "")
    assert "plays 6H" in offered  # it is Ben's turn
    assert [line for line in offered if line.startswith("Ben ")] == ["Ben holds ", "Ben shows "]
    assert not {"holds ", "shows "} & set(offered)
    assert {"Ann ", "Cal "} <= set(offered)


def test_cards_alone_are_offered_as_they_begin() -> None:
    record, state = after("play-or-pay", "Ann, Ben, Cal", "deal by Cal", "Ann plays 5H")
    offered = suggest_lines(record.book, state, record.seats.names, "6")
    assert offered[0] == "plays 6H"
    assert all(" 6" in line for line in offered)


def test_what_is_not_allowed_now_comes_last_however_it_may_go_on_and_not_at_all_by_itself() -> None:
    record, state = after("big-two", "Ann, Ben, Cal", "deal by Cal", "Ann plays 3D")
    names = record.seats.names
    assert suggest_lines(record.book, state, names, "ben pl") == ("Ben plays ",)
    waiting = suggest_lines(record.book, state, names, "cal ")  # it is not Cal's turn, who may tell what they hold
    assert waiting.index("Cal plays ") > waiting.index("Cal holds ")
    assert suggest_lines(record.book, state, names, "cal pl") == ()
    assert suggest_lines(record.book, state, names, "cal h") == ("Cal holds ",)


@pytest.mark.parametrize("text", ["cal 4d", "Cal 4d", "CAL 4D"])
def test_whoever_is_named_in_full_is_meant_though_it_is_anothers_turn(text: str) -> None:
    record, state = after("big-two", "Ann, Ben, Cal", "deal by Cal", "Ann plays 3D")
    line = expand_line(record.book, state, record.seats.names, text)
    assert line.casefold() == "cal plays 4d"


def test_half_a_line_without_a_name_is_offered_though_nobody_can_say_yet_what_comes_of_it() -> None:
    table = toy(burns.book, "Ben shows KS", seats="Ann, Ben").table
    assert suggest_lines(burns.book, table, ["Ann", "Ben"], "tu") == ("turn ",)


def test_what_is_legal_is_meant_before_what_is_open() -> None:
    book = say_game("say-and-sign")
    book.include(turns)

    @book.act("NAME sings N")
    class Sing(Act):
        number: int

    king = frozenset({Card("K", "S")})
    book.clause("2.2", Sing)(
        lambda table, _: doubt("Open until KS is seen.", depends_on=DependsOn(table.player_locations, king))
    )
    table = toy(book, "deal").table
    assert expand_line(book, table, ["Ann", "Ben", "Cal"], "s 5") == "Ann says 5"


def test_a_verb_in_full_is_meant_before_one_that_it_begins() -> None:
    book = say_game("say-and-sing")
    book.include(turns)

    @book.act("NAME say N")
    class Whisper(Act):
        number: int

    book.clause("2.2", Whisper)(lambda *_: None)
    table = toy(book, "deal").table
    names = ["Ann", "Ben", "Cal"]
    assert expand_line(book, table, names, "say 5") == "Ann say 5"
    assert expand_line(book, table, names, "says 5") == "Ann says 5"
    with pytest.raises(UnreadableLine, match=r"'sa 5' could be Ann says 5 or Ann say 5. Type more of it"):
        expand_line(book, table, names, "sa 5")


@pytest.mark.parametrize(
    ("slug", "before", "line", "expected"),
    [
        ("five-card-21", ["deal by Ann", "everyone antes 1"], "bet 10", "Ben bets 10"),
        ("five-card-21", ["deal by Ann", "everyone antes 1", "Ben bets 10"], "call.", "Cal calls"),
        ("play-or-pay", ["deal by Cal", "Ann plays 6H"], "7H", "Ben plays 7H"),
        ("pontoon", ["deal by Cal", "Ann bets 5"], "b 4", "Ben bets 4"),
    ],
)
def test_a_record_need_not_name_whose_turn_it_is(slug: str, before: list[str], line: str, expected: str) -> None:
    text = "\n".join([f"game: {slug}", "seats: Ann, Ben, Cal", "", *before, line])
    reading = read_record(text, rulebook)
    assert reading.record is not None
    assert not reading.faults
    assert reading.record.lines[-1].read_as == expected
    assert str(reading.record).splitlines()[-1] == expected


@pytest.mark.parametrize("text", ["shows 4D", "holds 4D", "sh 4D"])
def test_who_shows_or_holds_cards_is_asked_in_anybodys_turn(text: str) -> None:
    record, state = after("big-two", "Ann, Ben, Cal", "deal by Cal", "Ann plays 3D")
    names = record.seats.names
    with pytest.raises(MissingName, match=r"who (shows|holds) 4D\? Put the player's name before it"):
        expand_at(record.book, moment_of(record.book, state), names, text, UnreadableLine(1, 1, "unread"))


def test_who_acts_is_asked_where_several_may() -> None:
    facts = read_facts(["Ben plays 4D 4H", "Ann passes", "5D 5H"], rulebook("big-two"), rulebook("big-two").options())
    assert [(fault.line, fault.message) for fault in facts.faults] == [
        (3, "who plays 5D 5H? Put the player's name before it")
    ]


def test_a_sum_alone_is_not_taken_for_cards_that_are_discarded() -> None:
    text = "game: rudys-jewels\nseats: Ann, Ben, Cal\nhand: in progress\n\nAnn 3\n"
    assert [fault.column for fault in read_record(text, rulebook).faults] == [5]


@pytest.mark.parametrize("text", ["20", "Ben 20", "Ben Cal"])
def test_a_sum_or_a_name_alone_says_too_little(text: str) -> None:
    record, state = after("five-card-21", "Ann, Ben, Cal", "deal by Ann", "everyone antes 1")
    with pytest.raises(UnreadableLine):
        expand_line(record.book, state, record.seats.names, text)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Hal pays", "no player here is called 'Hal'"),
        ("Hal plays 6H", "no player here is called 'Hal'"),
        ("Ben juggles 6H", "'juggles' is not a play"),
        ("Ben 6X", "6X is not a card"),
        ("6X", "6X is not a card"),
    ],
)
def test_a_word_that_is_no_verb_is_not_taken_for_a_card(line: str, says: str) -> None:
    text = f"game: play-or-pay\nseats: Ann, Ben, Cal\n\ndeal by Cal\nAnn plays 5H\n{line}\n"
    [fault] = read_record(text, rulebook).faults
    assert says in fault.message


@pytest.mark.parametrize(
    ("rows", "expected", "recorded"),
    [
        (["Ann bets 10"], "Ben raises by 20", "Ben raises to 30"),
        (["Ann bets 10"], "raises by $20.", "Ben raises to 30"),
        (["Ann bets 10", "Ben raises to 30"], "Cal re-raises by 20 chips", "Cal raises to 50"),
        (["Ann bets 10"], "Ben raises 20 to 30", "Ben raises to 30"),
    ],
)
def test_by_how_much_is_raised_is_recorded_as_the_total(rows: list[str], expected: str, recorded: str) -> None:
    text = "\n".join(["game: five-card-21", "seats: Cal, Ann, Ben", "", "deal", "everyone antes 1", *rows, expected])
    reading = read_record(text, rulebook)
    assert not reading.faults
    assert str(reading.record).splitlines()[-1] == recorded
    assert reading.record is not None
    assert reading.record.lines[-1].read_as == recorded


def test_by_how_much_is_raised_says_too_little_where_no_bet_is_known() -> None:
    (fault,) = read_facts(["Ben raises by 20"], rulebook("texas-holdem"), rulebook("texas-holdem").options()).faults
    assert fault.message == "by 20 from what? Write the total: 'raises to N'"
