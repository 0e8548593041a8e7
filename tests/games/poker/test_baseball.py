"""Midnight Cobain Baseball and Courtney Love Baseball, against their source text and the tables of readings."""

from random import Random

import pytest

from referee.cards import FRENCH, Card, read_cards
from referee.games import rulebook
from referee.games.midnight_cobain_baseball.table import WILD
from referee.games.parts.hands.poker_hands import rank_munk
from referee.rules import JudgedLine, Report, Unit, Verdict, total
from referee.rules.notation.line_words import PlayerNames, UnreadableLine
from tests.games.ruling import check

COBAIN, LOVE = "midnight-cobain-baseball", "courtney-love-baseball"
BOTH = pytest.mark.parametrize("slug", [COBAIN, LOVE])


def sheet(slug: str, *lines: str, options: str = "", players: tuple[str, ...] = ("Ann", "Ben", "Cal")) -> Report:
    """A hand dealt by the last player, with the antes in the pot."""
    header = [f"game: {slug}", f"seats: {', '.join(players)}", f"options: {options}" if options else "date: 2026-11-16"]
    return check("\n".join([*header, "", f"deal by {players[-1]}", "everyone antes 1", *lines]))


def ruling(slug: str, *lines: str, options: str = "", players: tuple[str, ...] = ("Ann", "Ben", "Cal")) -> JudgedLine:
    return sheet(slug, *lines, options=options, players=players).entries[-1]


def verdict_and_clause(judged: JudgedLine) -> tuple[str, str]:
    """The verdict on a line, and the clause."""
    return judged.ruling.says, judged.ruling.clause.id


def chips_won(played: Report) -> dict[str, int]:
    """What each player has won or lost."""
    items, seats = played.table.items, played.record.seats
    return {seats.name(seat): total(items, seat, Unit.CHIPS) for seat in seats}


def current_turner(played: Report) -> str:
    """Who is to turn cards, when bets are not being made."""
    assert not played.table.round.is_open
    return played.record.seats.name(played.table.turn)


def current_bettor(played: Report) -> str:
    """Who is to bet."""
    assert played.table.round.is_open
    return played.record.seats.name(played.table.turn)


def to_beat(played: Report) -> str:
    return "".join(map(str, played.table.target.cards))


def turns(name: str, cards: str) -> list[str]:
    return [f"{name} turns {card}" for card in read_cards(cards)]


def checks(*names: str) -> list[str]:
    return [f"{name} checks" for name in names]


# -- The tables of the readings -----------------------------------------------------------------------------


def test_king_of_hearts_kills_although_it_outranks_the_hand_to_beat() -> None:
    played = sheet(COBAIN, "starter KD", "Ann turns KH")
    assert verdict_and_clause(played.entries[-1]) == ("legal", "3.4")
    assert current_turner(played) == "Ben"
    assert to_beat(played) == "KD"


def test_king_of_hearts_is_an_ordinary_king_where_the_queen_kills() -> None:
    played = sheet(LOVE, "starter KD", "Ann turns KH")
    assert verdict_and_clause(played.entries[-1]) == ("legal", "3.3")
    assert "hearts are above diamonds" in played.entries[-1].ruling.reason
    assert current_bettor(played) == "Ann"
    assert to_beat(played) == "KH"


@pytest.mark.parametrize(
    ("no_pair", "stops"), [("top_card_then_suit", False), ("ranks_then_suit", True), ("ranks_then_split", True)]
)
def test_kicker_beats_a_lone_king_only_where_all_ranks_count(no_pair: str, stops: bool) -> None:
    played = sheet(COBAIN, "starter KC", "Ann turns KD", "Ann turns 7H", options=f"no_pair={no_pair}")
    assert [entry.ruling.verdict for entry in played.entries] == [Verdict.LEGAL] * 5
    assert played.table.round.is_open == stops


@pytest.mark.parametrize(
    ("short_hands", "cards", "stops"),
    [
        ("present_kicker_beats_missing", "7H9D", False),
        ("present_kicker_beats_missing", "7H9D2S", True),
        ("kickers_need_five_cards", "7H9D2S5S", False),
        ("kickers_need_five_cards", "7H9D2S5S6C", True),
    ],
)
def test_cards_beside_a_pair_count_from_the_third_or_from_the_fifth_as_the_house_has_it(
    short_hands: str, cards: str, stops: bool
) -> None:
    """CLB-T7: two sevens are to be beaten, and a seven with a nine is as good as they are."""
    sevens = ["starter KD", *turns("Ann", "7S7C"), *checks("Ann", "Ben", "Cal")]
    played = sheet(LOVE, *sevens, *turns("Ben", cards), options=f"short_hands={short_hands}")
    assert [entry.ruling.verdict for entry in played.entries] == [Verdict.LEGAL] * len(played.entries)
    assert played.table.round.is_open == stops


@BOTH
def test_four_adds_a_card_face_down(slug: str) -> None:
    played = sheet(slug, "starter KC", "Ann turns 4H")
    assert played.table.knowledge.hands[0].size == 8
    assert played.table.knowledge.stock == 52 - 21 - 1 - 1
    assert current_turner(played) == "Ann"


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("9S9H3CADAC", "ASKSQSJSTS"),  # five aces, and a royal flush
        ("AH2H9C4H5H", "KSKHKCKD2S"),  # the nine is the 3H
        ("3C", "AH"),  # a wild card alone is the ace of spades
        ("7S7C2D", "7H7D"),  # a card beside a pair beats none
        ("AS2D", "AHKHQHJH8C"),  # only the highest card, by its suit
    ],
)
def test_one_hand_beats_another(higher: str, lower: str) -> None:
    higher_strength, lower_strength = (rank_munk(read_cards(cards), WILD).strength for cards in (higher, lower))
    assert higher_strength > lower_strength


@BOTH
def test_out_with_all_seven_turned_and_no_four(slug: str) -> None:
    played = sheet(slug, "starter AS", *turns("Ann", "2C5D6D7D8STSJC"))
    assert verdict_and_clause(played.entries[-1]) == ("legal", "3.8")
    assert current_turner(played) == "Ben"
    assert to_beat(played) == "AS"
    assert verdict_and_clause(ruling(slug, "starter AS", *turns("Ann", "2C5D6D7D8STSJC"), "Ann turns KS")) == (
        "illegal",
        "3.8",
    )


@BOTH
def test_with_a_four_the_eighth_card_is_the_last(slug: str) -> None:
    lines = ["starter AS", *turns("Ann", "2C5D6D4D8STSJC")]
    assert current_turner(sheet(slug, *lines)) == "Ann"
    assert current_turner(sheet(slug, *lines, "Ann turns QC")) == "Ben"


def test_starter_queen_of_hearts_kills_nobody() -> None:
    for card, stops in (("KD", True), ("AC", True), ("3D", True), ("QS", True), ("QC", False), ("JS", False)):
        assert sheet(LOVE, "starter QH", f"Ann turns {card}").table.round.is_open == stops, card


def test_the_other_of_two_wins_at_once_when_one_is_killed() -> None:
    played = sheet(LOVE, "starter KS", "Ann turns QH", players=("Ann", "Ben"))
    assert chips_won(played) == {"Ann": -1, "Ben": 1}
    assert not played.table.in_play


# -- The turning --------------------------------------------------------------------------------------------


@BOTH
def test_a_wild_starter_is_the_ace_of_spades(slug: str) -> None:
    lines = ["starter 9D", "Ann turns AH", "Ann turns 2C"]
    assert current_turner(sheet(slug, *lines)) == "Ann"
    assert current_bettor(sheet(slug, *lines, "Ann turns 2S")) == "Ann"


@BOTH
def test_a_four_as_starter_brings_nothing(slug: str) -> None:
    assert [hand.size for hand in sheet(slug, "starter 4D").table.knowledge.hands] == [7, 7, 7]


@BOTH
def test_one_card_too_many_stays_face_up_and_counts(slug: str) -> None:
    played = sheet(slug, "starter 7D", "Ann turns 8D", "Ann turns 8C")
    assert verdict_and_clause(played.entries[-1]) == ("illegal", "3.3")
    assert current_bettor(played) == "Ann"
    assert to_beat(played) == "8D8C"


@BOTH
def test_one_card_too_many_is_no_four_for_another_card(slug: str) -> None:
    assert sheet(slug, "starter 7D", "Ann turns 8D", "Ann turns 4C").table.knowledge.hands[0].size == 7


def test_one_card_too_many_kills_all_the_same() -> None:
    played = sheet(COBAIN, "starter 7D", "Ann turns 8D", "Ann turns KH")
    assert verdict_and_clause(played.entries[-1]) == ("illegal", "3.3")
    assert current_bettor(played) == "Ben"
    assert (
        verdict_and_clause(sheet(COBAIN, "starter 7D", "Ann turns 8D", "Ann turns KH", "Ann bets 2").entries[-1])[0]
        == "illegal"
    )


@BOTH
def test_who_beat_the_hand_opens_the_bets(slug: str) -> None:
    lines = ["starter 7D", "Ann turns 8D", *checks("Ann", "Ben", "Cal"), "Ben turns TD"]
    assert current_bettor(sheet(slug, *lines)) == "Ben"
    assert current_turner(sheet(slug, *lines, *checks("Ben", "Cal", "Ann"))) == "Cal"


@BOTH
def test_turning_goes_on_with_the_cards_not_turned_yet(slug: str) -> None:
    lines = ["starter 7D", "Ann turns 8D", *checks("Ann", "Ben"), "Ben turns TD", *checks("Ben", "Ann")]
    played = sheet(slug, *lines, "Ann turns 8C", players=("Ann", "Ben"))
    assert to_beat(played) == "8D8C"


AFTER_A_FOLD = [
    "starter TC", "Ann turns JC", *checks("Ann", "Ben", "Cal"), "Ben turns QC",
    "Ben bets 5", "Cal calls", "Ann raises to 10", "Ben folds", "Cal calls",
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "mark"), [("best_live_exposed", "JC"), ("last_hand_stands", "QC"), ("starter_again", "TC")]
)
@BOTH
def test_what_is_to_be_beaten_after_a_fold(slug: str, rule: str, mark: str) -> None:
    played = sheet(slug, *AFTER_A_FOLD, options=f"htb_after_fold={rule}")
    assert current_turner(played) == "Cal"
    assert to_beat(played) == mark


@BOTH
def test_folded_hand_stands_where_nobody_else_has_cards_face_up(slug: str) -> None:
    played = sheet(slug, "starter TC", "Ann turns JC", "Ann bets 5", "Ben raises to 10", "Cal calls", "Ann folds")
    assert current_turner(played) == "Ben"
    assert to_beat(played) == "JC"


def test_cards_that_beat_the_starter_again_are_enough() -> None:
    lines = [
        "starter TC", "Ann turns JC", *checks("Ann", "Ben", "Cal"), "Ben turns QC", *checks("Ben", "Cal", "Ann"),
        "Cal turns KC", "Cal bets 5", "Ann raises to 10", "Ben calls", "Cal folds",
    ]  # fmt: skip
    played = sheet(COBAIN, *lines, options="htb_after_fold=starter_again")
    assert current_bettor(played) == "Ann"
    assert to_beat(played) == "JC"


# -- The options --------------------------------------------------------------------------------------------


@BOTH
def test_card_for_a_four_face_up_counts_before_the_bets(slug: str) -> None:
    up = "extra_card=face_up_now"
    assert verdict_and_clause(ruling(slug, "starter 2C", "Ann turns 4C", "Ann bets 1", options=up)) == (
        "illegal",
        "3.5",
    )
    played = sheet(slug, "starter 2C", "Ann turns 4C", "Ann gets TD", options=up)
    assert current_bettor(played) == "Ann"
    assert to_beat(played) == "4CTD"


@BOTH
def test_card_for_a_four_may_have_its_price(slug: str) -> None:
    price = "extra_price=3"
    played = sheet(slug, "starter KC", "Ann turns 4C", "Ann buys", options=price)
    assert chips_won(played)["Ann"] == -4
    assert played.table.knowledge.hands[0].size == 8
    played = sheet(slug, "starter KC", "Ann turns 4C", "Ann declines", options=price)
    assert chips_won(played)["Ann"] == -1
    assert played.table.knowledge.hands[0].size == 7


@BOTH
def test_double_ace_flush_and_natural_hands(slug: str) -> None:
    lines = ["starter KC", "Ann turns 9C", *checks("Ann", "Ben"), "Ben turns AS"]
    assert not sheet(slug, *lines, players=("Ann", "Ben")).table.round.is_open
    assert sheet(slug, *lines, options="natural_beats_wild=true", players=("Ann", "Ben")).table.round.is_open
    cards = read_cards("ADQD9C7D5D")
    assert rank_munk(cards, WILD, double_ace_flush=True).strength > rank_munk(cards, WILD).strength


@BOTH
def test_how_many_may_play(slug: str) -> None:
    book = rulebook(slug)
    assert book.refusal(book.options(), 6) is None
    assert book.refusal(book.options(), 7)
    assert book.refusal(book.options(max_players=7), 7) is None
    assert book.refusal(book.options(max_players=7), 8)


# -- Whole hands, played out by the letter of the text ------------------------------------------------------


def played_out(deck: list[Card], names: tuple[str, ...], kill: Card) -> tuple[list[str], str]:
    """Turn cards until one player is left; nobody bets. Return the lines, and who won."""
    deck = [*deck]
    cards = {name: [deck.pop() for _ in range(7)] for name in names}
    up: dict[str, list[Card]] = {name: [] for name in names}
    best = [deck.pop()]
    lines, waiting, still_in = [f"starter {best[0]}"], [*names], list(names)
    while len(still_in) > 1:
        name = waiting.pop(0)
        beaten = False
        while cards[name] and not beaten:
            card = cards[name].pop(0)
            up[name].append(card)
            lines.append(f"{name} turns {card}")
            if card == kill:
                break
            if card.rank == "4":
                cards[name].append(deck.pop())
            beaten = rank_munk(up[name], WILD).strength > rank_munk(best, WILD).strength
        if not beaten:
            still_in.remove(name)
            continue
        best = [*up[name]]
        waiting.append(name)
        lines += checks(name, *waiting[:-1])
    return lines, still_in[0]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize(("slug", "kill"), [(COBAIN, "KH"), (LOVE, "QH")])
def test_a_hand_played_out_by_the_text_is_legal_and_won_by_the_same_player(slug: str, kill: str, seed: int) -> None:
    chance = Random(seed)
    names = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay")[: chance.randint(2, 6)]
    deck = [*FRENCH.cards]
    chance.shuffle(deck)
    (killing,) = read_cards(kill)
    lines, last_in = played_out(deck, names, killing)
    played = sheet(slug, *lines, players=names)
    assert [entry.line.text for entry in played.entries if entry.ruling.verdict is not Verdict.LEGAL] == []
    assert chips_won(played) == {name: len(names) - 1 if name == last_in else -1 for name in names}


@pytest.mark.parametrize("price", [0, 5])
@BOTH
def test_what_is_offered_instead_of_a_card_face_up_is_no_line_that_lacks_the_card(slug: str, price: int) -> None:
    options = f"extra_card=face_up_now, extra_price={price}"
    played = sheet(slug, "starter TC", "Ann turns 4H", "Ann turns 5H", options=options)
    offered = played.entries[-1].ruling.alternatives[0]
    assert offered.text == f"Ann gets a card face up{f' for {price}' if price else ''}"
    record = played.record
    with pytest.raises(UnreadableLine):
        record.book.grammar.read(offered.text, PlayerNames(record.seats.names), record.book.pack, 1, record.book.title)
    verdicts = {record.book.judge(played.entries[-1].before, act).verdict for act in offered.acts}
    assert verdicts == {Verdict.LEGAL}
