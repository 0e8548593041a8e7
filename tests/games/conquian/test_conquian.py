"""Conquian, rule by rule, from source text 003."""

from pathlib import Path

import pytest

from referee.games import rulebook
from referee.games.conquian.layout import RUNS, SETS, all_cards, cards_of
from referee.rules import JudgedLine, Report, Unit, option_definitions, read_record, total
from referee.rules.book.offers import offers_to
from referee.rules.suggestions.completion import complete
from tests.games.ruling import check, last, rule
from tests.transcript import record_paths, sheet_of

GAME = "conquian"
BOOK = rulebook(GAME)
HEARTS = "AH 2H 3H 4H 5H 6H 7H JH QH"


def match(*lines: str, options: str = "") -> Report:
    """A whole record; line 4 is the first (5 with options)."""
    header = [f"game: {GAME}", "seats: Ann, Ben", *([f"options: {options}"] if options else []), ""]
    return check("\n".join([*header, *lines]))


def verdict_and_clause(entry: JudgedLine) -> tuple[str, str]:
    return entry.ruling.says, entry.ruling.clause.id


def last_ruling(*lines: str, options: str = "") -> tuple[str, str]:
    """How the last line of a whole record is ruled on."""
    return verdict_and_clause(match(*lines, options=options).entries[-1])


def offers(entry: JudgedLine) -> list[str]:
    return [offer.text for offer in entry.ruling.alternatives]


def melds_of(sheet: Report, seat: int) -> list[str]:
    return [" ".join(map(str, cards_of(meld))) for meld in sheet.table.layouts[seat]]


def facts(sheet: Report) -> dict[tuple[str, int], str]:
    return {(fact.label, fact.seat): fact.text for fact in BOOK.facts(sheet.table)}


# Ann deals, and Ben melds four diamonds with the first card.
OPENING = ("deal by Ann", "Ben turns 6D", "Ben takes 6D as 3D 4D 5D 6D", "Ben discards KS")
# Ben has 3D 4D 5D before him, turns 6D and lets it go.
LETS_GO = (
    "deal by Ann",
    "Ben turns 5D",
    "Ben takes 5D as 3D 4D 5D",
    "Ben discards KS",
    "Ann turns AC",
    "Ann declines",
    "Ben turns 6D",
    "Ben declines",
)


# -- The cards and the deal ---------------------------------------------------------------------------------


def test_the_pack_has_no_eights_nines_and_tens() -> None:
    assert len(BOOK.pack) == 40
    for card in ("8H", "9S", "TC", "10D"):
        assert read_record(f"game: conquian\nseats: Ann, Ben\n\ndeal by Ann\nBen turns {card}\n", rulebook).faults


def test_each_is_dealt_ten_and_twenty_are_left() -> None:
    knowledge = match("deal by Ann").table.knowledge
    assert [knowledge.size(0), knowledge.size(1), knowledge.stock] == [10, 10, 20]


def test_whoever_turns_first_shows_who_dealt() -> None:
    assert match("deal", "Ann turns 6D").table.dealer == 1
    assert last_ruling("deal", "Ann turns 6D", "Ben takes 6D") == ("illegal", "4.1")


def test_table_and_hand_are_ten_between_turns_and_eleven_after_a_take() -> None:
    for lines in (OPENING, OPENING[:-1]):
        sheet = match(*lines)
        melded = sum(meld.bit_count() for meld in sheet.table.layouts[1])
        assert melded + sheet.table.knowledge.size(1) == (10 if lines is OPENING else 11)


@pytest.mark.parametrize(
    "path", [each for each in record_paths() if each.parent.name == GAME], ids=lambda each: each.stem
)
def test_in_every_record_table_and_hand_are_what_they_must_be(path: Path) -> None:
    for entry in sheet_of(path).entries:
        table = entry.after
        if not table.in_play or not table.from_deal:
            continue
        for seat in set(table.seats) - table.incomplete:
            melded, hand = all_cards(table.layouts[seat]), table.knowledge.size(seat)
            owes = table.undiscarded_take is not None and table.undiscarded_take.seat == seat
            assert melded.bit_count() + hand == 10 + owes
            assert sum(meld.bit_count() for meld in table.layouts[seat]) == melded.bit_count()
            assert all(meld in SETS | RUNS for meld in table.layouts[seat])


# -- Taking -------------------------------------------------------------------------------------------------


def test_a_nine_card_run_is_parted_again_for_eleven() -> None:  # CNQ-T1
    start = (f"Ann melded {HEARTS}", "Ann holds only QS", "Ben discards QD")
    for line in ("Ann takes QD as AH 2H 3H / 4H 5H 6H 7H JH / QH QS QD", "Ann takes QD as QH QS QD", "Ann takes QD"):
        sheet = rule(GAME, *start, line)
        assert verdict_and_clause(sheet.entries[-1]) == ("legal", "7.1"), line
        assert sheet.table.winner == sheet.record.seats.names.index("Ann")
    assert verdict_and_clause(last(GAME, *start[:1], "Ann holds only KS", "Ben discards QD", "Ann takes QD")) == (
        "illegal",
        "5.1",
    )


def test_rearranging_leaves_every_card_in_a_meld() -> None:  # CNQ-T5
    start = ("Ann melded AH 2H 3H / 4H 4S 4D", "Ben discards 5H")
    entry = last(GAME, *start, "Ann takes 5H as AH 2H 3H 4H 5H")
    assert verdict_and_clause(entry) == ("illegal", "5.5")
    assert "4S 4D are left" in entry.ruling.reason
    four = ("Ann melded AH 2H 3H / 4H 4S 4D 4C", "Ben discards 5H")
    for line in ("Ann takes 5H as AH 2H 3H 4H 5H", "Ann takes 5H"):
        sheet = rule(GAME, *four, line)
        assert sheet.entries[-1].ruling.says == "legal"
        assert sorted(melds_of(sheet, 0)) == ["4S 4D 4C", "AH 2H 3H 4H 5H"]


def test_a_wrong_meld_is_answered_with_one_that_would_do() -> None:
    entry = last(GAME, "Ann melded AH 2H 3H / 4H 4S 4D 4C", "Ben discards 5H", "Ann takes 5H as 4H 5H")
    assert verdict_and_clause(entry) == ("illegal", "3.1")
    assert "Ann takes 5H as 4S 4D 4C / AH 2H 3H 4H 5H" in offers(entry)


def test_what_is_not_named_may_be_rearranged_too() -> None:
    # Without 4D the run falls into two, and the fives take what is left over.
    start = ("Ann melded 2D 3D 4D 5D 6D 7D JD", "Ann holds 5S 5H", "Ben discards 5C")
    sheet = rule(GAME, *start, "Ann takes 5C as 5S 5H 5D 5C")
    assert sheet.entries[-1].ruling.says == "legal"
    assert sorted(melds_of(sheet, 0)) == ["2D 3D 4D", "5S 5H 5D 5C", "6D 7D JD"]


# -- The bare form ------------------------------------------------------------------------------------------


def test_known_cards_of_the_hand_are_laid_as_few_as_will_do() -> None:
    sheet = match("deal by Ann", "Ben holds KS KH KD 3C 4C", "Ben turns 5C", "Ben takes 5C")
    assert verdict_and_clause(sheet.entries[-1]) == ("legal", "5.1")
    assert melds_of(sheet, 1) == ["3C 4C 5C"]
    assert sheet.table.knowledge.size(1) == 8
    assert {str(card) for card in sheet.table.knowledge.hands[1].cards} == {"KS", "KH", "KD"}


def test_a_take_that_turns_on_unseen_cards_is_open() -> None:
    sheet = match("deal by Ann", "Ben turns 5C", "Ben takes 5C", "Ben discards KS", "Ann turns 2H")
    assert verdict_and_clause(sheet.entries[2]) == ("open", "5.1")
    assert [entry.line.number for entry in sheet.open] == [6]
    assert sheet.entries[-1].ruling.says == "legal"


def test_what_is_told_of_the_melds_decides_an_open_take() -> None:
    lines = ("deal by Ann", "Ben turns 5C", "Ben takes 5C", "Ben discards KS")
    sheet = match(*lines, "Ben melded 5S 5H 5C")
    assert verdict_and_clause(sheet.entries[2]) == ("legal", "5.1")
    assert sheet.entries[2].turned_by
    assert melds_of(sheet, 1) == ["5S 5H 5C"]
    assert sheet.table.knowledge.size(1) == 7
    assert last_ruling(*lines, "Ben melded 5S 5H 5C KS") == ("finding", "3.1")
    assert last_ruling(*lines, "Ben melded 5S 5H 5D") == ("finding", "1.4")  # 5C lies there
    assert last_ruling(*lines, "Ben melded KS KH KC / 5S 5H 5C") == ("finding", "1.4")  # KS does not


def test_a_take_that_was_never_shown_lapses_at_the_deal() -> None:
    entries = match("deal by Ann", "Ben turns 5C", "Ben takes 5C", "deal by Ann").entries
    assert entries[2].ruling.word == "lapsed"


# -- Forcing ------------------------------------------------------------------------------------------------


def test_a_card_let_go_is_forced_and_then_one_is_discarded() -> None:  # CNQ-T9
    sheet = match(*LETS_GO, "Ann forces Ben", "Ben takes 6D", "Ben discards 2C", "Ann takes 2C as 2C 3C 4C")
    assert [verdict_and_clause(entry) for entry in sheet.entries[-4:]] == [
        ("legal", "6.4"),
        ("legal", "6.5"),
        ("legal", "4.5"),
        ("legal", "5.4"),
    ]
    assert melds_of(sheet, 1) == ["3D 4D 5D 6D"]


def test_what_can_be_forced() -> None:
    start = (
        "Ben melded AH 2H 3H / 4H 4S 4D 4C",
        "Ben holds 6H 7H",
        "Ann discards {}",
        "Ben declines",
        "Ann forces Ben",
    )

    def forced(card: str, scope: str) -> str:
        return last(GAME, *(line.format(card) for line in start), options=[f"forcing_scope={scope}"]).ruling.says

    assert [forced("5H", scope) for scope in ("table_only", "direct_add_only", "any_meld")] == [
        "legal",
        "illegal",
        "legal",
    ]
    assert [forced("JH", scope) for scope in ("table_only", "direct_add_only", "any_meld")] == [
        "illegal",
        "illegal",
        "legal",
    ]


def test_forcing_by_the_hand_is_open_until_the_hand_is_seen() -> None:
    lines = (*OPENING, "Ann turns 7C", "Ann discards 7C", "Ann forces Ben", "Ben declines")
    scope = "forcing_scope=any_meld"
    sheet = match(*lines, options=scope)
    assert [verdict_and_clause(entry) for entry in sheet.entries[-2:]] == [("open", "6.4"), ("open", "6.5")]
    sheet = match(*lines, "Ben holds 7S 7H", options=scope)
    assert [verdict_and_clause(entry) for entry in sheet.entries[-3:-1]] == [("legal", "6.4"), ("illegal", "6.5")]
    sheet = match(*lines, "Ben holds only AS AH 2S 2H JD JC", options=scope)
    assert [verdict_and_clause(entry) for entry in sheet.entries[-3:-1]] == [("illegal", "6.4"), ("legal", "4.4")]
    assert last_ruling(*lines[:-1]) == ("illegal", "6.4")


def test_forcing_makes_a_run_that_cannot_go_out() -> None:
    start = (f"Ben melded {HEARTS}", "Ben holds only 2S", "Ann discards KH", "Ann forces Ben", "Ben takes KH")
    sheet = rule(GAME, *start, "Ben discards 2S", "Ann turns 3C")
    assert all(entry.ruling.says == "legal" for entry in sheet.entries)
    assert melds_of(sheet, 0) == [f"{HEARTS} KH"]


# -- The end ------------------------------------------------------------------------------------------------

TEN_DOWN = "Ben melded AH 2H 3H 4H / 5S 5H 5D / JC QC KC"


def test_ten_melded_and_an_empty_hand_win_with_a_card_that_fits() -> None:  # CNQ-T13
    sheet = rule(GAME, TEN_DOWN, "Ann discards 5C", "Ben takes 5C")
    assert verdict_and_clause(sheet.entries[-1]) == ("legal", "7.1")
    assert not sheet.table.in_play
    assert sheet.table.undiscarded_take is None
    assert verdict_and_clause(last(GAME, TEN_DOWN, "Ann discards 5C", "Ben takes 5C", "Ben discards AH")) == (
        "illegal",
        "7.1",
    )


def test_who_is_forced_with_ten_melded_wins() -> None:  # CNQ-A12
    sheet = rule(GAME, TEN_DOWN, "Ann discards 5C", "Ann forces Ben", "Ben takes 5C")
    assert verdict_and_clause(sheet.entries[-1]) == ("legal", "7.1")
    assert [(item.seat, item.amount) for item in sheet.settlement] == [(0, 1), (1, 2)]


STOCK = [f"{rank}{suit}" for suit in "SHDC" for rank in "A234567JQK"]


def all_refused(count: int = 20) -> list[str]:
    """Every card is turned and let go, by Ben and Ann in turn; nobody has melded."""
    lines = ["deal by Ann"]
    for at, card in enumerate(STOCK[:count]):
        name = ("Ben", "Ann")[at % 2]
        lines += [f"{name} turns {card}", f"{name} declines"]
    return lines


def test_a_hand_is_drawn_when_the_last_card_is_let_go_by_both() -> None:  # CNQ-T11
    sheet = match(*all_refused())
    assert sheet.table.in_play
    assert sheet.entries[-1].ruling.clause.id == "4.4"
    assert last_ruling(*all_refused(), "Ben turns AD") == ("illegal", "7.2")
    report = match(*all_refused(), "Ben declines")
    assert verdict_and_clause(report.entries[-1]) == ("legal", "7.2")
    assert not report.table.in_play
    assert report.places == ((0, 1),)
    assert last_ruling(*all_refused(), "Ben declines", "Ann turns AD") == ("illegal", "7.2")


def test_the_last_card_may_still_be_taken() -> None:  # CNQ-A8
    sheet = match(*all_refused(), "Ben takes KH as KH KD KC")
    assert verdict_and_clause(sheet.entries[-1]) == ("legal", "5.4")
    assert sheet.table.in_play
    report = match(*all_refused(), "Ben takes KH as KH KD KC", "Ben discards 2D", "Ann declines")
    assert verdict_and_clause(report.entries[-1]) == ("legal", "7.2")


def test_the_last_card_may_still_be_forced() -> None:
    lines = [*all_refused(), "Ben takes KH as KH KD KC", "Ben discards 2D", "Ann declines"]
    assert last_ruling(*lines, "Ben forces Ann") == ("illegal", "6.4")  # nothing lies before Ann
    taken = ["deal by Ann", "Ben turns AS", "Ben takes AS as AS AD AC", "Ben discards 2D"]
    cards = [card for card in STOCK if card not in ("AS", "AD", "AC", "2D", "AH")][:18]
    for at, card in enumerate([*cards, "AH"]):
        name = ("Ann", "Ben")[at % 2]
        taken += [f"{name} turns {card}", f"{name} declines"]
    drawn_lines = [*taken, "Ben declines"]
    assert last_ruling(*drawn_lines) == ("legal", "7.2")
    sheet = match(*drawn_lines, "Ann forces Ben", "Ben takes AH")
    assert [verdict_and_clause(entry) for entry in sheet.entries[-2:]] == [("legal", "6.4"), ("legal", "6.5")]
    assert sheet.table.in_play
    assert sheet.table.drawn_hands == 0


def winning_lines(name: str, other: str) -> list[str]:
    """A hand that one player wins in four takes."""
    return [
        f"{name} turns 3D",
        f"{name} takes 3D as 3D 4D 5D",
        f"{name} discards KS",
        f"{other} turns 2S",
        f"{other} declines",
        f"{name} turns 3H",
        f"{name} takes 3H as 3H 4H 5H",
        f"{name} discards KD",
        f"{other} turns 2C",
        f"{other} declines",
        f"{name} turns 3C",
        f"{name} takes 3C as 3C 4C 5C",
        f"{name} discards KC",
        f"{other} turns 6D",
        f"{other} declines",
        f"{name} takes 6D as 3D 4D 5D 6D",
        f"{name} discards KH",
        f"{other} turns 6H",
        f"{other} declines",
        f"{name} takes 6H",
    ]


def test_eleven_melded_win_without_a_discard() -> None:
    sheet = match("deal by Ann", *winning_lines("Ben", "Ann"))
    assert all(entry.ruling.says == "legal" for entry in sheet.entries)
    assert verdict_and_clause(sheet.entries[-1]) == ("legal", "7.1")
    assert [(item.seat, item.amount, item.unit) for item in sheet.settlement] == [
        (1, 1, Unit.PLACE),
        (0, 2, Unit.PLACE),
    ]
    assert sheet.places == ((1,), (0,))
    assert sheet.table.knowledge.size(1) == 0


def test_the_players_deal_by_turns_or_the_loser_deals() -> None:
    hand = ["deal by Ann", *winning_lines("Ben", "Ann")]
    assert match(*hand, "deal").table.dealer == 1
    assert last_ruling(*hand, "deal by Ben") == ("legal", "2.1")
    assert last_ruling(*hand, "deal by Ann") == ("illegal", "2.2")
    assert last_ruling(*hand, "deal by Ann", options="next_dealer=loser") == ("legal", "2.1")
    assert last_ruling(*hand, "deal by Ben", options="next_dealer=loser") == ("illegal", "2.2")
    drawn_lines = [*all_refused(), "Ben declines"]
    assert last_ruling(*drawn_lines, "deal by Ann", options="next_dealer=loser") == ("illegal", "2.2")
    assert last_ruling("deal by Ann", "deal by Ann") == ("finding", "2.1")
    assert match("deal by Ann", "Ben turns 6D", "deal").table.dealer == 0


def chips(sheet: Report) -> list[int]:
    return [total(sheet.settlement, seat, Unit.CHIPS) for seat in sheet.record.seats]


def test_the_loser_pays_the_stake_and_that_of_drawn_hands_where_it_is_carried() -> None:
    hand = ["deal by Ann", *winning_lines("Ben", "Ann")]
    drawn_lines = [*all_refused(), "Ben declines"]
    next_hand = ["deal by Ben", *winning_lines("Ann", "Ben")]
    assert chips(match(*hand)) == [0, 0]
    assert chips(match(*hand, options="stake=3")) == [-3, 3]
    assert chips(match(*drawn_lines, *next_hand, options="stake=3")) == [3, -3]
    assert chips(match(*drawn_lines, *next_hand, options="stake=3, draw=carried")) == [6, -6]
    twice = match(*drawn_lines, *next_hand, *hand, options="stake=3, draw=carried")
    assert chips(twice) == [3, -3]
    assert twice.places == ((0,), (1,))
    assert match(*drawn_lines, *next_hand, *hand).places == ((0, 1),)


def test_carrying_forward_needs_a_stake() -> None:
    assert BOOK.refusal(BOOK.options(draw="carried"), 2)
    assert BOOK.refusal(BOOK.options(draw="carried", stake=1), 2) is None


# -- Records of part of a hand, and what is seen ------------------------------------------------------------


def test_where_a_card_came_from_before_the_record_is_not_guessed() -> None:
    # The kings may have lain there: they say nothing of the hand.
    sheet = rule(GAME, "Ben turns 6D", "Ben takes 6D as 3D 4D 5D 6D / KS KH KC")
    assert verdict_and_clause(sheet.entries[-1]) == ("legal", "5.4")
    assert sheet.table.knowledge.hands[0].cards == ()
    assert verdict_and_clause(
        last(GAME, "Ben holds KS KH KC", "Ben turns 6D", "Ben takes 6D as 3D 4D 5D 6D / KS KH KC")
    ) == (
        "illegal",
        "5.6",
    )


def test_a_wrong_act_is_void_and_what_was_seen_stays_seen() -> None:
    sheet = match("deal by Ann", "Ben turns 6D", "Ben takes 6D as 3D 4D 6D", "Ben declines", "Ann holds 3D")
    assert [verdict_and_clause(entry)[0] for entry in sheet.entries[2:]] == ["illegal", "legal", "finding"]
    assert melds_of(sheet, 1) == []
    assert sheet.table.knowledge.size(1) == 10
    report = match("deal by Ann", "Ann turns 6D", "Ben turns 6D", "Ben declines")
    assert [verdict_and_clause(entry)[0] for entry in report.entries] == ["legal", "illegal", "legal", "legal"]
    assert last_ruling("deal by Ann", "Ann turns 6D, taken back", "Ben turns 2C") == ("legal", "4.2")


def test_a_wrong_meld_that_stands_blames_nobody_later() -> None:
    lines = ("deal by Ann", "Ben turns 6D", "Ben takes 6D as 3D 4D 6D, stands", "Ben discards KS")
    sheet = match(*lines, "Ann declines", "Ann turns 5D", "Ann declines", "Ben takes 5D as 3D 4D 5D 6D")
    assert [verdict_and_clause(entry)[0] for entry in sheet.entries] == ["legal", "legal", "illegal", *["legal"] * 5]
    assert melds_of(sheet, 1) == ["3D 4D 5D 6D"]


def test_a_card_taken_that_nobody_named_leaves_the_melds_open() -> None:
    sheet = match("deal by Ann", "Ben turns 6D", "Ben takes ??, stands", "Ben discards KS")
    assert [verdict_and_clause(entry)[0] for entry in sheet.entries] == ["legal", "legal", "finding", "legal"]
    assert sheet.table.incomplete == {1}
    assert ("Melds", 1) not in facts(sheet)


def test_melds_are_read_as_people_write_them() -> None:
    for line in ("3d4d5d6d", "3D 4D 5D 6D", "d3 d4 d5 d6", "3♦4♦5♦6♦"):
        sheet = rule(GAME, "Ben turns 6D", f"Ben takes 6D as {line}")
        assert str(sheet.record).endswith("Ben takes 6D as 3D 4D 5D 6D\n")
    sheet = rule(GAME, "Ben turns 6D", "Ben takes 6D as KSKHKC/6D 5D 4D")
    assert str(sheet.record).endswith("Ben takes 6D as KS KH KC / 4D 5D 6D\n")


@pytest.mark.parametrize(
    ("melds", "column", "message"),
    [
        ("3D 4D 5X 6D", 19, "5X is not a card"),
        ("3D 4D / / 6D", 21, "before '/'"),
        ("/ 3D 4D 6D", 13, "before '/'"),
        ("3D 4D 6D /", 23, "after '/'"),
        ("3D 4D 3D", 19, "named more than once"),
        ("3D4D6D/6D 6S 6H", 20, "named more than once"),
        ("3D ?? 6D", 16, "lie face up"),
        ("", 12, "Add melds"),
    ],
)
def test_melds_that_cannot_be_read_are_refused_with_their_place(melds: str, column: int, message: str) -> None:
    reading = read_record(f"game: conquian\nseats: Ann, Ben\n\nA takes 6D as {melds}\n", rulebook)
    (fault,) = reading.faults
    assert message in fault.message
    assert fault.column == column + 2


def test_what_is_seen_at_the_table() -> None:
    table_facts = facts(match(*LETS_GO))
    assert table_facts["On offer", -1] == "6D, refused by Ben"
    assert table_facts["Stock", -1] == "17 cards"
    assert table_facts["Melds", 1] == "3D 4D 5D"
    assert table_facts["Hand", 1] == "7 cards"
    assert table_facts["Hand", 0] == "10 cards"
    assert facts(match(*LETS_GO, "Ann forces Ben"))["Forced", -1].startswith("Ben")
    assert facts(match(*OPENING[:-1]))["Due", -1] == "a discard by Ben"
    assert facts(match("deal by Ann", *winning_lines("Ben", "Ann")))["Won", 1] == "1 hand"


def test_what_may_be_done_is_offered_and_completed() -> None:
    state = match(*LETS_GO).table
    assert [offer.text for offer in offers_to(BOOK, state, 0)] == [
        "Ann takes 6D and names the meld",
        "Ann declines",
        "Ann forces Ben",
        "Ann turns the next card",
    ]
    forced = match(*LETS_GO, "Ann forces Ben").table
    assert complete(BOOK, forced, ("Ann", "Ben"), "Ben t")[0] == "Ben takes 6D as 3D 4D 5D 6D"


def test_every_clause_of_forcing_goes_with_it() -> None:
    without = BOOK.options(forcing=False)
    assert [clause.id for clause in BOOK.clauses.values() if clause.id.startswith("6.") and clause.text(without)] == [
        "6.1"
    ]
    assert {choice.name for choice in option_definitions(BOOK.options)} == {
        "forcing",
        "forcing_scope",
        "force_on_discard",
        "hand_cards_with_take",
        "max_run",
        "stake",
        "draw",
        "next_dealer",
    }
