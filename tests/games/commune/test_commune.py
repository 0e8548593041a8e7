"""Commune, rule by rule, against source text 000."""

from random import Random

import pytest

from referee.cards import FRENCH
from referee.games import rulebook
from referee.games.commune.hands import biddable_hands
from referee.games.commune.table import CommuneOptions
from referee.rules import OptionFault, Report, Unit, Verdict, read_options, read_record, replay
from tests.games.commune.commune_table import (
    ANN_LOSES,
    match,
    out_by_calling,
    verdict_and_clause,
    verdict_and_clause_of,
)
from tests.games.ruling import rule

BOOK = rulebook("commune")
LADDER = biddable_hands(CommuneOptions())
NAMES = [chr(65 + seat) + "n" for seat in range(10)]


# -- the call ------------------------------------------------------------------------------------------------


def test_the_caller_of_a_bid_that_holds_takes_the_penalty() -> None:
    sheet = rule("commune", "Ann bids two sixes", "Ben calls", "Ann shows 6H", "Ben shows 2S KD")
    assert verdict_and_clause(sheet) == ("holds", "5.3")
    assert sheet.entries[-1].ruling.reason == "6H and 2S (wild) make two sixes."
    assert [(item.seat, item.unit, item.clause, item.reason) for item in sheet.settlement] == [
        (1, Unit.PENALTY, "6.1", "Ben takes a penalty.")
    ]
    assert sheet.entries[1].at_first.verdict is Verdict.OPEN
    assert sheet.entries[1].ruling.says == "holds"
    assert sheet.open == ()


def test_unknown_cards_that_could_help_keep_a_call_open() -> None:
    sheet = match("deal by Cal; Ann bids two sixes; Ben calls; Ann shows 6H; Ben shows KH")
    assert sheet.settlement == ()
    assert [entry.line.text for entry in sheet.open] == ["Ben calls"]


def test_a_bid_fails_as_soon_as_the_cards_not_seen_are_too_few() -> None:
    facts = "deal by Cal; Ann bids two sixes; Ben calls; Ann shows 9H"
    assert match(facts).settlement == ()
    sheet = match(f"{facts}; Ben shows KS")
    assert verdict_and_clause(sheet) == ("fails", "5.3")
    assert sheet.entries[-1].ruling.reason == "Two cards are missing for two sixes, and only one is still unseen."
    assert sheet.penalties == {0: 1, 1: 0, 2: 0}
    assert verdict_and_clause(match("deal by Cal; Ann bids four sixes; Ben calls")) == ("fails", "5.3")


def test_in_the_middle_a_bid_fails_only_when_everybody_named_has_shown() -> None:
    facts = ["Ann bids two sixes", "Ben bids three sixes", "Cal calls", "Ann shows 9H", "Ben shows 6S"]
    assert rule("commune", *facts).settlement == ()
    assert verdict_and_clause(rule("commune", *facts, "Cal shows KD")) == ("fails", "5.3")


def test_half_a_hand_settles_nothing_that_the_other_half_could_change() -> None:
    facts = (
        f"deal by Cal; {ANN_LOSES} deal by Ann; Ann bids two fours; Ben calls; Ben shows KD; Cal shows QD; Ann shows 4C"
    )
    assert len(match(facts).settlement) == 1
    sheet = match(f"{facts}; Ann shows 4H")
    assert verdict_and_clause(sheet) == ("holds", "5.3")
    assert sheet.penalties == {0: 1, 1: 1, 2: 0}


def test_a_hand_that_cannot_be_leaves_the_call_open() -> None:
    facts = ["Ann bids two sixes", "Ben calls", "Ann shows 6H", "Ben shows 6H"]
    sheet = rule("commune", *facts)
    assert verdict_and_clause(sheet) == ("finding", "2.3")
    assert sheet.settlement == ()
    assert [(entry.line.number, entry.ruling.reason) for entry in sheet.open] == [
        (2, "Two sixes: the bid is open until Ben shows.")
    ]
    sheet = rule("commune", *facts, "Ben shows 9D")
    assert [entry.ruling.says for entry in sheet.entries[1:]] == ["fails", "legal", "finding", "fails"]
    assert sheet.penalties == {0: 1, 1: 0}


@pytest.mark.parametrize("taken_back", ["", ", taken back"])
def test_more_cards_than_were_dealt_leave_the_call_open(taken_back: str) -> None:
    facts = f"deal by Cal; Ann bids two aces; Ben calls; Ann shows AS AH{taken_back}"
    sheet = match(facts)
    assert verdict_and_clause(sheet) == ("finding", "2.2")
    assert sheet.settlement == ()
    assert [entry.line.text for entry in sheet.open] == ["Ben calls"]
    sheet = match(f"{facts}; Ann shows AS; Ben shows 9D; Cal shows 9H")
    assert sheet.penalties == {0: 1, 1: 0, 2: 0}
    assert sheet.open == ()


# -- the match -----------------------------------------------------------------------------------------------


def test_the_last_to_take_a_penalty_opens_whoever_deals() -> None:
    first = f"deal by Cal; {ANN_LOSES} deal by Ann;"
    assert verdict_and_clause(match(f"{first} Ann bids two sixes")) == ("legal", "3.2")
    assert verdict_and_clause(match(f"{first} Ben bids two sixes")) == ("illegal", "3.2")


@pytest.mark.parametrize(
    ("options", "sizes"),
    [("", [1, 2, 3]), ("deal_mode=descending", [3, 2, 1]), ("penalty_limit=5", [1, 2, 3, 4, 5])],
)
def test_a_penalty_changes_the_number_of_cards(options: str, sizes: list[int]) -> None:
    body = "deal by Cal"
    for size in sizes:
        state = match(body, options=options).table
        assert state.knowledge.size(0) == size
        assert state.knowledge.size(1) == sizes[0]
        # Without an ace or a two among the cards shown, Ann's bid fails.
        body += "; Ann bids five aces; Ben calls"
        for seat, name in enumerate(("Ann", "Ben", "Cal")):
            shown_cards = [str(card) for card in FRENCH.cards if card.rank in "3456"][seat * 5 :][
                : state.knowledge.size(seat)
            ]
            body += f"; {name} shows {' '.join(shown_cards)}"
        body += "; deal by Cal"
    state = match(body, options=options).table
    assert state.active == (1, 2)
    assert state.knowledge.size(0) == 0


def test_the_third_penalty_puts_a_player_out_and_the_next_to_the_left_opens() -> None:
    sheet = match(f"{out_by_calling()} Ann bids two sixes")
    assert sheet.penalties == {0: 0, 1: 0, 2: 3}
    assert [(i.seat, i.amount, i.clause) for i in sheet.settlement if i.unit is Unit.PLACE] == [(2, 3, "6.2")]
    assert verdict_and_clause(sheet) == ("legal", "3.4")
    assert verdict_and_clause(match(f"{out_by_calling()} Ben bids two sixes")) == ("illegal", "3.4")
    assert verdict_and_clause(match(f"{out_by_calling()} Cal bids two sixes")) == ("illegal", "6.2")


def test_five_penalties_where_the_club_says_so() -> None:
    sheet = match(out_by_calling(), options="penalty_limit=5")
    assert sheet.penalties == {0: 0, 1: 0, 2: 3}
    assert sheet.table.active == (0, 1, 2)


def test_nobody_can_be_left_without_a_card() -> None:
    text = "game: commune\nseats: Ann, Ben\noptions: deal_mode=descending, penalty_limit=5\n\ndeal\n"
    reading = read_record(text, rulebook)
    assert reading.record is None
    assert "three cards do not last for five penalties" in reading.faults[0].message


@pytest.mark.parametrize("option_text", ["penalty_limit=4", "max_kind=9", "call_by=anyone"])
def test_an_option_takes_only_its_values(option_text: str) -> None:
    with pytest.raises(OptionFault):
        read_options(CommuneOptions, [option_text])


@pytest.mark.parametrize(("players", "accepted"), [(1, False), (2, True), (10, True), (11, False)])
def test_two_to_ten_play(players: int, accepted: bool) -> None:
    assert (BOOK.refusal(CommuneOptions(), players) is None) is accepted


def test_a_match_that_is_stopped_ranks_those_still_in_by_their_penalties() -> None:
    assert match("deal by Cal").places == ()
    assert match(f"deal by Cal; {ANN_LOSES} deal by Ann").places == ((1, 2), (0,))
    assert match(out_by_calling()).places == ((0, 1), (2,))
    assert rule("commune", "Ann bids king high", "Ben calls", "Ann shows KH").places == ()


@pytest.mark.parametrize("text", ["two fives", "straight to six", "six aces", "flush K J 9 7 4", "kings over kings"])
def test_a_bid_against_the_rules_costs_a_penalty_where_the_club_says_so(text: str) -> None:
    body = f"deal by Cal; Ann bids two sixes; Ben bids {text}"
    sheet = match(body, options="illegal_bid_penalty=true")
    assert sheet.penalties == {0: 0, 1: 1, 2: 0}
    assert sheet.settlement[0].clause == "3.10"
    assert verdict_and_clause(
        match(f"{body}; deal by Ann; Ben bids two sixes", options="illegal_bid_penalty=true")
    ) == (
        "legal",
        "3.2",
    )
    assert match(body).settlement == ()


def test_a_new_hand_waits_for_the_call_to_be_settled() -> None:
    sheet = match("deal by Cal; Ann bids two sixes; Ben calls; Ann shows 6H; deal by Ann")
    assert verdict_and_clause(sheet) == ("finding", "2.1")
    assert "Ben and Cal did not show" in sheet.entries[-1].ruling.reason
    assert sheet.entries[2].ruling.says == "lapsed"
    assert verdict_and_clause(match("deal by Cal; Ann bids two sixes; deal by Ann")) == ("finding", "2.1")


def random_match(draw: Random, players: int, options: CommuneOptions) -> Report:
    """A match played by the rules: a few bids, a call, and everybody's cards."""
    names = NAMES[:players]
    options_text = ", ".join(f"{name}={getattr(options, name)}" for name in ("penalty_limit", "deal_mode"))
    facts = [f"game: commune\nseats: {', '.join(names)}\noptions: {options_text}\n", f"deal by {names[-1]}"]
    while True:
        record = read_record("\n".join(facts), rulebook).record
        assert record is not None
        state = replay(record).table
        if state.is_won:
            return replay(record)
        if not state.in_play:
            facts.append("deal")
            continue
        pack = draw.sample(FRENCH.cards, 52)
        for step, hand in enumerate(sorted(draw.sample(LADDER, 3), key=LADDER.index)):
            seat = state.active[(state.active.index(state.turn) + step) % len(state.active)]
            facts.append(f"{names[seat]} bids {hand}")
        caller = state.active[(state.active.index(state.turn) + 3) % len(state.active)]
        facts.append(f"{names[caller]} calls")
        for seat in state.active:
            cards = [pack.pop() for _ in range(state.knowledge.size(seat))]
            facts.append(f"{names[seat]} shows {' '.join(map(str, cards))}")


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize(
    "options", [CommuneOptions(), CommuneOptions(penalty_limit=5), CommuneOptions(deal_mode="descending")]
)
def test_a_whole_match_by_the_rules(players: int, options: CommuneOptions) -> None:
    sheet = random_match(Random(players), players, options)
    limit = options.penalty_limit
    assert all(entry.ruling.verdict is Verdict.LEGAL for entry in sheet.entries)
    hands = sum(entry.line.text.startswith("deal") for entry in sheet.entries)
    assert sum(sheet.penalties.values()) == hands
    assert (players - 1) * limit <= hands <= (players - 1) * limit + limit - 1
    assert [len(group) for group in sheet.places] == [1] * players
    leaving = [item.seat for item in sheet.settlement if item.unit is Unit.PLACE]
    assert [group[0] for group in sheet.places] == leaving[::-1]
    assert sheet.penalties[sheet.places[0][0]] < limit


def test_nothing_follows_a_match_that_is_won() -> None:
    sheet = random_match(Random(1), 2, CommuneOptions())
    facts = f"{sheet.record}deal\nAn bids two sixes\nBn calls\nAn shows 6H\n"
    record = read_record(facts, rulebook).record
    assert record is not None
    report = replay(record)
    assert [verdict_and_clause_of(entry) for entry in report.entries[-4:-1]] == [("illegal", "6.3")] * 3
    assert [(item.seat, item.amount) for item in report.settlement] == [
        (item.seat, item.amount) for item in sheet.settlement
    ]


def test_what_is_seen_at_the_table() -> None:
    facts = BOOK.facts(match(f"{out_by_calling()} Ann bids two sixes").table)
    assert [(fact.label, fact.text, fact.seat) for fact in facts] == [
        ("Bid", "two sixes by Ann", -1),
        ("Penalties", "0 with 1 card", 0),
        ("Penalties", "0 with 1 card", 1),
        ("Penalties", "out", 2),
    ]
