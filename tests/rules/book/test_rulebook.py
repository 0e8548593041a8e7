"""Writing a rulebook: what is refused, what is asked in which order, and what an act says of itself."""

from functools import partial
from typing import Any

import pytest

from referee.cards import FRENCH
from referee.rules import (
    Act,
    Answer,
    Cards,
    Chapter,
    IncompleteRulebook,
    Offer,
    Rulebook,
    Seats,
    Verdict,
    doubt,
    frozen,
    grounds,
    objection,
    option,
    replace,
)
from referee.rules.book.offers import offers_to
from referee.rules.book.validation import validate_rulebook
from referee.rules.notation.line_words import PlayerNames, UnreadableLine
from tests.rules.toys import entry, hand_on, played, pot, say_up
from tests.rules.toys.in_turn import Say, Saying, say_game, turns
from tests.rules.toys.plain import NoOptions


@frozen
class Idle:
    loud: bool = option(False, question="Are numbers called out?")


@frozen
class Voiced:
    voice: str = option("even", "low", "high", question="How are numbers said?")


def nothing(*_: object) -> None:
    """Nothing is asked."""


def say_book(options: Any = NoOptions, **clause: Any) -> Rulebook:
    book = say_game("say", options)
    book.include(turns)
    if clause:
        book.clause(clause.pop("number", "2.2"), Say, **clause)(nothing)
    return book


# -- What is not whole --------------------------------------------------------------------------------------


def test_a_book_without_a_table_is_refused() -> None:
    book = Rulebook("bare", title="Bare", players=range(2, 5), options=NoOptions, seed="toy")
    with pytest.raises(IncompleteRulebook, match="bare: nothing is registered with begins, applies, places"):
        validate_rulebook(book)


@pytest.mark.parametrize(
    ("book", "says"),
    [
        (say_game("say"), "no clause is asked about 'NAME says N'"),
        (say_book(number="3.1"), "say 3.1 is in no chapter"),
        (say_book(after="7.7"), "say 2.2 is asked after 7.7, which does not exist"),
        (say_book(only="loud=true"), "say 2.2 depends on loud, which is not an option"),
        (say_book(wording="loud=true: Loudly."), "say 2.2 depends on loud, which is not an option"),
        (say_book(Idle), "loud changes no clause"),
    ],
)
def test_a_book_that_is_not_whole_is_refused(book: Rulebook, says: str) -> None:
    with pytest.raises(IncompleteRulebook, match=says):
        validate_rulebook(book)


def test_nothing_is_registered_twice() -> None:
    book = say_book()
    with pytest.raises(IncompleteRulebook, match=r"say 2\.1 is registered twice"):
        book.clause("2.1", Say)(nothing)
    with pytest.raises(IncompleteRulebook, match="applies is registered twice"):
        book.applies(nothing)


def test_an_act_has_the_fields_that_its_words_record() -> None:
    book = say_book()
    with pytest.raises(TypeError, match="does not have the fields that 'NAME shouts N CARD' records"):
        book.add_act(Say, "NAME shouts N CARD")


@frozen
class Swap(Act):
    given: Cards
    taken: Cards
    other: int


@frozen
class Strike(Act):
    number: int = 1


def test_only_what_stands_in_brackets_is_left_out_of_a_line() -> None:
    book, seats = say_book(), Seats(("Ann", "Ben"))
    book.add_act(Strike, "strike N")
    assert book.write(Strike(-1, 1), seats) == "strike 1"
    assert book.write(Strike(-1, 2), seats) == "strike 2"


def test_cards_end_where_the_pattern_goes_on() -> None:
    book = say_book()
    book.add_act(Swap, "NAME swaps CARDS for CARDS with NAME")
    seats = Seats(("Ann", "Ben"))
    read_line = partial(book.grammar.read, names=PlayerNames(seats.names), pack=FRENCH, line=1, game="Say")
    act = read_line("ann swaps 4S5S ?? for kh 2D with b")
    assert (act.seat, act.other) == (0, 1)
    assert book.write(act, seats) == "Ann swaps 4S 5S ?? for KH 2D with Ben"
    for text, column, says in (
        ("Ann swaps for KH with Ben", 11, "for is not a card"),
        ("Ann swaps 4S", 13, "the line ends too soon. Add 'for'"),
        ("Ann swaps 4S for KH Ben", 21, "Ben is not a card"),
    ):
        with pytest.raises(UnreadableLine, match=says) as fault:
            read_line(text)
        assert fault.value.column == column


def test_a_table_begins_with_no_hand_dealt_or_in_the_middle_of_one() -> None:
    book = Rulebook("say", title="Say", players=range(2, 5), options=NoOptions, seed="toy")
    book.begins(Saying, lambda table: replace(table, turn=len(table.seats) - 1), dealer=1)
    complete_table, partial_table = (
        book.begin(Seats(("Ann", "Ben")), complete=complete_table) for complete_table in (True, False)
    )
    assert (complete_table.complete, complete_table.in_play, complete_table.turn, complete_table.dealer) == (
        True,
        False,
        1,
        1,
    )
    assert (partial_table.complete, partial_table.in_play, partial_table.turn, partial_table.dealer) == (
        False,
        True,
        1,
        1,
    )
    assert [hand.unknown_count for hand in complete_table.knowledge.hands] == [None, None]
    assert type(complete_table) is Saying


def test_how_many_may_play_can_turn_on_the_house_rules() -> None:
    book = say_book(Idle)
    book.player_counts(lambda options: range(2, 3) if options.loud else range(3, 5))
    assert book.refusal(Idle(), 2) == "say is for 3 to 4 players under these house rules, not 2"
    assert book.refusal(Idle(loud=True), 2) is book.refusal(Idle(), 2, complete=False) is None
    assert book.refusal(Idle(loud=True), 3, complete=False) == "say is for 2 players under these house rules, not 3"


# -- What is asked, in which order --------------------------------------------------------------------------


def asked(book: Rulebook, options: Any) -> list[str]:
    return [clause.id for clause in book.clauses_for(Say, options)]


def test_clauses_are_asked_by_number_and_not_as_they_were_written() -> None:
    book = say_book()
    for number, after in (("2.10", ""), ("2.9", ""), ("1.4", "2.9"), ("1.5", "1.4")):
        book.clause(number, Say, after=after)(nothing)
    assert asked(book, NoOptions()) == ["2.1", "2.9", "1.4", "1.5", "2.10"]
    assert book.clause_ids == ["1.1", "1.2", "1.4", "1.5", "2.1", "2.9", "2.10"]


def test_a_clause_that_is_added_later_is_asked_too() -> None:
    book, options = say_book(), NoOptions()
    assert asked(book, options) == ["2.1"]
    book.clause("2.2", Say)(nothing)
    assert asked(book, options) == ["2.1", "2.2"]


def rule(*_: object) -> None:
    """Numbers are
    said softly.
    loud=true: Numbers are called
        out.
    voice=low|high loud!=true: Numbers are said otherwise.
    """


VARIANTS = {"loud=true": "Numbers are called out.", "voice=low|high loud!=true": "Numbers are said otherwise."}


@pytest.mark.parametrize(
    ("wording", "text", "variants"),
    [
        ("", "Numbers are said softly.", VARIANTS),
        ("Numbers rise.", "Numbers rise.", VARIANTS),
        ("loud=true: They are called.", "Numbers are said softly.", {"loud=true": "They are called."}),
        ("They rise.\nloud=true: So: higher.", "They rise.", {"loud=true": "So: higher."}),
        ("Each is one more: 1=1, 2=2: so on.", "Each is one more: 1=1, 2=2: so on.", {}),
    ],
)
def test_a_docstring_has_the_rule_and_its_variants(wording: str, text: str, variants: dict[str, str]) -> None:
    clause = say_book().clause("2.2", wording=wording)(rule if variants else nothing)
    assert (clause.wording, clause.variants) == (text, variants)


def test_a_book_words_a_chapter_over_what_it_says_itself() -> None:
    book, chapter = say_book(), Chapter("Volume")
    chapter.clause("3.1")(rule)
    chapter.note("3.2", "Nobody shouts.\nloud=true: Everybody may shout.")
    texts = """
    3.1: They
        rise.
    3.2: loud=true: Shout.
    3.7: Nothing is numbered so.
    """
    book.include(chapter, wording=texts, printed={"3.2": {"source": "9"}})
    assert book.clauses["3.1"].wording == "They rise."
    assert list(book.clauses["3.1"].variants) == ["loud=true", "voice=low|high loud!=true"]
    assert (book.clauses["3.2"].wording, book.clauses["3.2"].variants) == ("Nobody shouts.", {"loud=true": "Shout."})
    assert book.clauses["3.2"].source == "9"
    assert [(section.id, section.title) for section in book.sections][2:] == [("3", "Volume")]


def test_an_option_changes_the_clauses_that_name_it() -> None:
    book = say_book(Idle, only="loud=true")
    book.note("2.10", "Softly.\nloud=true: Loudly.")
    book.note("2.9", "As {loud} as it is.")
    assert book.clauses_naming("loud") == ("2.2", "2.9", "2.10")
    assert book.clauses_naming("voice") == ()


def test_a_clause_of_an_option_is_not_asked_under_others() -> None:
    book = say_book(Idle, only="loud=true")
    assert asked(book, Idle()) == ["2.1"]
    assert asked(book, Idle(loud=True)) == ["2.1", "2.2"]
    assert [clause.id for clause in book.printed_clauses(Idle(loud=True))] == ["1.1", "1.2", "2.1", "2.2"]
    assert [clause.id for clause in book.printed_clauses(Idle())] == ["1.1", "1.2", "2.1"]
    assert asked(book, Idle()) == ["2.1"]


def test_a_clause_may_be_in_force_under_several_values_of_an_option() -> None:
    book = say_book(Voiced, only="voice=low|high")
    assert [asked(book, Voiced(voice)) for voice in ("even", "low", "high")] == [
        ["2.1"],
        ["2.1", "2.2"],
        ["2.1", "2.2"],
    ]
    assert book.clauses["2.2"].named_options == {"voice"}


def test_the_first_objection_decides_and_an_answer_cites_the_clause_that_decides() -> None:
    book = say_book()
    book.clause("2.2", Say)(lambda _table, act: objection("It is odd.", cites="1.1") if act.number % 2 else None)
    book.clause("2.3", Say)(lambda *_: objection("Never."))
    assert [entry.ruling.clause.id for entry in played(book, "Ann says 1", "Ann says 2", "Ben says 1").entries] == [
        "1.1",
        "2.3",
        "2.1",
    ]


def test_a_chapter_is_taken_over_but_for_what_is_left_out() -> None:
    chapter = Chapter("Sounds")
    chapter.clause("2.5", Say)(nothing)
    chapter.clause("2.6", Say, interpretation="house")(nothing)
    book = say_book()
    book.include(chapter, without=["2.5"], printed={"2.6": {"interpretation": "club"}})
    assert "2.5" not in book.clauses
    assert book.clauses["2.6"].interpretation == "club"


# -- What an act, and the table, say of themselves ----------------------------------------------------------


def test_an_act_has_a_seat_and_a_line_and_the_line_does_not_tell_it_from_others() -> None:
    act = played(say_up.book, "Ann says 1").entries[0].line.act
    assert (act.seat, act.number, act.line) == (0, 1, 4)
    assert act == Say(0, 1)
    assert replace(act, number=2) == Say(0, 2)
    with pytest.raises(KeyError):
        replace(act, name="Ann")


def test_an_act_of_nobody_has_no_seat() -> None:
    act = played(hand_on.book, "deal").entries[0].line.act
    assert act.seat == -1
    assert isinstance(act, Act)


def test_what_is_due_is_a_player_or_what_the_game_says() -> None:
    table = played(say_up.book, "Ann says 1").table
    assert say_up.book.due(table) == 1
    assert say_up.book.due(replace(table, in_play=False)) == "the deal"
    assert say_up.book.due(replace(table, in_play=False, complete=False)) is None
    book = say_book()
    book.awaits(lambda table: "the bell" if table.said == 3 else "")
    assert book.due(played(book, "Ann says 3").table) == "the bell"
    assert book.due(played(book, "Ann says 2").table) == 1


def test_what_would_be_legal_instead_is_looked_for_when_somebody_asks() -> None:
    searches = []
    book = say_book()

    @book.offers
    def offers(table: Saying, seat: int) -> list[Offer]:
        searches.append(seat)
        return [Offer("", (Say(seat, number),)) for number in (7, 8)]

    ruling = played(book, "Ben says 2").entries[0].ruling
    assert ruling.verdict is Verdict.ILLEGAL
    assert searches == []
    # Ben may say nothing now: it is Ann who says something next.
    assert ruling.alternatives == ()
    assert ruling.due == ("Ann says 7", "Ann says 8")
    assert ruling.due is ruling.due
    assert searches == [1, 0]


def test_a_later_table_is_asked_about_open_acts_alone() -> None:
    ruling = entry(played(pot.book, "Ann shows AS", "Ann claims", "Ben gives up", "Cal gives up"), "Ann claims").ruling
    assert ruling.reason == "Ann has the ace."


# -- What is offered ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "offered"),
    [
        (grounds("It may."), True),
        (doubt("A claim.", word="open"), True),
        (doubt("Who knows?"), False),
        (doubt("Who knows?", word="not known"), False),
        (objection("It may not."), False),
    ],
)
def test_what_may_be_done_is_offered_and_of_what_is_open_only_a_claim(answer: Answer, offered: bool) -> None:
    book = say_game("say")
    book.clause("2.1", Say)(lambda *_: answer)
    book.offers(lambda _table, seat: [Offer("say one", (Say(seat, number=1),))])
    table = book.begin(Seats(("Ann", "Ben")))
    assert [offer.text for offer in offers_to(book, table, 0)] == ["say one"] * offered


@pytest.mark.parametrize(
    ("lines", "because"), [((), ()), ((3,), (3,)), ((0,), ()), ((5, 3), (3, 5)), ((3, 3), (3,)), ((5, 3, 5, 0), (3, 5))]
)
def test_the_lines_that_a_reason_rests_on_are_told_once_and_in_order(
    lines: tuple[int, ...], because: tuple[int, ...]
) -> None:
    acts = [Say(0, line=line, number=1) for line in lines]
    assert objection("It may not.", *acts, None).because == because
