"""Hands of the PHH format as records: what is told, what the chips come to, and what is refused."""

from decimal import Decimal

import pytest

from referee.histories.phh import HandText, RefusedHand
from referee.histories.reading import ImportedHand, import_hand
from referee.rules import Verdict
from tests.histories.hands import hand


def lines(imported: ImportedHand) -> list[str]:
    return [line.text + line.remark for line in imported.record.lines]


def stacks(imported: ImportedHand) -> dict[str, int]:
    return dict(zip(imported.record.seats.names, imported.sheet.table.chips.stacks, strict=True))


def all_legal(imported: ImportedHand) -> bool:
    return all(entry.ruling.verdict is Verdict.LEGAL for entry in imported.sheet.entries)


def test_a_hand_is_told_line_by_line_and_dealt_by_its_last_player() -> None:
    imported = import_hand(
        hand(
            [100, 100, 100],
            "d dh p1 AcKd; d dh p2 ????; d dh p3 7h??; p3 cc; p1 cbr 10; p2 f; p3 cc; d db 2h7d9s; p1 cc; p3 cbr 5;"
            "p1 f",
        )
    )
    assert lines(imported) == [
        "Ann has 100", "Ben has 100", "Cal has 100", "blinds 1 2", "deal by Cal", "Ann posts 1", "Ben posts 2",
        "Ann holds AC KD", "Cal holds 7H", "Cal calls", "Ann raises to 10", "Ben folds", "Cal calls", "flop 2H 7D 9S",
        "Ann checks", "Cal bets 5", "Ann folds",
    ]  # fmt: skip
    assert all_legal(imported)
    # Ann lost the 10 that she had raised to, Ben his blind of 2; Cal's bet of 5 came back.
    assert stacks(imported) == {"Ann": 90, "Ben": 98, "Cal": 112}


def test_of_two_players_the_last_deals_posts_the_small_blind_and_acts_first() -> None:
    imported = import_hand(
        hand([50, 60], "d dh p1 ????; d dh p2 ????; p2 cc; p1 cc; d db 2h7d9s; p1 cc; p2 cbr 4; p1 f")
    )
    assert lines(imported)[2:8] == [
        "blinds 1 2",
        "deal by Ben",
        "Ben posts 1",
        "Ann posts 2",
        "Ben calls",
        "Ann checks",
    ]
    assert all_legal(imported)
    assert stacks(imported) == {"Ann": 48, "Ben": 62}


def test_decimals_become_whole_chips_and_what_a_chip_is_worth_is_kept() -> None:
    imported = import_hand(
        hand([10.25, 9], "p2 cbr 0.3; p1 f", blinds=(Decimal("0.05"), Decimal("0.10")), currency="EUR")
    )
    assert imported.record.chip == "0.01 EUR"
    assert lines(imported)[:3] == ["Ann has 1025", "Ben has 900", "blinds 5 10"]
    assert stacks(imported) == {"Ann": 1015, "Ben": 910}
    assert "chip: 0.01 EUR" in str(imported.record)


def test_three_players_are_all_in_for_different_sums() -> None:
    # Ann 20, Ben 50, Cal 100. Ann wins 60 of the main pot, Ben 60 of the side pot, and 50 come back to Cal.
    imported = import_hand(
        hand(
            [20, 50, 100],
            "d dh p1 AcAd; d dh p2 KcKd; d dh p3 QcQd; p3 cbr 100; p1 cc; p2 cc; p1 sm AcAd; p2 sm KcKd; p3 sm QcQd;"
            "d db 2h7d9s; d db 3h; d db 5s",
        )
    )
    assert all_legal(imported)
    assert "Cal is all-in" in lines(imported)
    assert stacks(imported) == {"Ann": 60, "Ben": 60, "Cal": 50}


def test_the_odd_chip_goes_to_the_first_from_the_dealer() -> None:
    # Blinds 1 and 2, and the small blind folds: 1 + 2 + 2 are divided by two who hold the same.
    imported = import_hand(
        hand(
            [50, 50, 50],
            "d dh p1 2c3d; d dh p2 AcKd; d dh p3 AdKc; p3 cc; p1 f; p2 cc; d db QhJdTs; p2 cc; p3 cc; d db 4h;"
            "p2 cc; p3 cc; d db 5s; p2 cc; p3 cc; p2 sm AcKd; p3 sm AdKc",
            finishing_stacks=[49, 51, 50],
        )
    )
    assert all_legal(imported)
    assert stacks(imported) == {"Ann": 49, "Ben": 51, "Cal": 50}
    assert imported.differences == ()


def test_a_short_all_in_does_not_open_the_raising_anew() -> None:
    # Ann bets 10, Ben has 15 and is all-in: 5 more are no full raise, so Ann, who has bet, may call, and not raise.
    played = "p3 cc; p1 cc; p2 cc; d db 2h7d9s; p1 cbr 10; p2 cbr 15; p3 cc; p1 cbr 40"
    for actions in (played, f"{played}; p3 f"):
        imported = import_hand(hand([200, 17, 200], actions))
        (wrong,) = [entry for entry in imported.sheet.entries if entry.ruling.verdict is Verdict.ILLEGAL]
        assert wrong.line.text == "Ann raises to 40"
        assert wrong.counts, "it is what happened all the same, and the hand went on from it"


def test_antes_blinds_and_a_straddle() -> None:
    imported = import_hand(
        hand([100] * 5, "p4 f; p5 f; p1 f; p2 f; p3 cc", blinds=(1, 2, 4), antes=[3] * 5, ante_trimming_status=True)
    )
    assert lines(imported)[5:11] == [
        "blinds 1 2", "deal by Eve", "everyone antes 3", "Ann posts 1", "Ben posts 2", "Cal straddles 4",
    ]  # fmt: skip
    # When Ben folds Cal takes it all: 15 of antes, 1 and 2; a check after that is against the rules.
    assert stacks(imported) == {"Ann": 96, "Ben": 95, "Cal": 115, "Dee": 97, "Eve": 97}


@pytest.mark.parametrize(("players", "big"), [(3, "Ben"), (2, "Ann")])
def test_who_has_the_big_blind_may_ante_for_all(players: int, big: str) -> None:
    first = players  # before the flop, the dealer acts first at both tables
    imported = import_hand(
        hand([50] * players, f"p{first} cbr 10; p1 {'f; p2 f' if players == 3 else 'f'}", antes=[0, 3, 0][:players])
    )
    assert f"{big} antes 3" in lines(imported)
    assert all_legal(imported)
    # Nobody has to match the ante: what the dealer wins is the small blind, the big blind and the ante.
    assert stacks(imported)[big] == 45
    assert sum(stacks(imported).values()) == 50 * players


def test_a_stack_that_the_file_does_not_know_is_not_known_here() -> None:
    imported = import_hand(hand([float("inf"), 60], "p2 cbr 9; p1 cc; d db 2h7d9s; p1 cbr 30; p2 f"))
    assert lines(imported)[0] == "Ben has 60"
    assert imported.sheet.table.chips.stacks == (None, 51)


def test_who_takes_a_pot_that_no_shown_hand_decides_is_what_the_file_says() -> None:
    played = "p2 cc; p1 cc; d db 2h7d9s; p1 cc; p2 cc; d db 3h; p1 cc; p2 cc; d db 5s; p1 cc; p2 cc; p1 sm ????"
    imported = import_hand(hand([50, 50], played, winnings=[0, 4]))
    assert stacks(imported) == {"Ann": 48, "Ben": 52}
    assert imported.differences == ()
    imported = import_hand(hand([50, 50], played.removesuffix("; p1 sm ????"), winnings=[0, 4]))
    assert lines(imported)[-1] == "Ben takes 4"
    assert imported.sheet.entries[-1].ruling.verdict is Verdict.OPEN
    imported = import_hand(hand([50, 50], played.removesuffix("; p1 sm ????")))
    assert imported.differences == ("the hand is not over: next, Ann and Ben show or muck",)


def test_who_wins_whatever_the_others_hold_takes_the_pot() -> None:
    # Ann shows three aces, with a full board that has no pair, no three of a suit and no room for a straight.
    played = "p2 cc; p1 cc; d db AhKd8s; p1 cc; p2 cc; d db 4h; p1 cc; p2 cc; d db 2c; p1 cc; p2 cc"
    imported = import_hand(hand([50, 50], f"d dh p1 AcAd; {played}; p1 sm AcAd; p2 sm Kc??"))
    assert lines(imported)[-1] == "Ann takes 4"
    assert stacks(imported) == {"Ann": 52, "Ben": 48}
    assert imported.differences == ()


def test_a_hand_that_ends_before_its_end_is_said_to_be_waiting() -> None:
    imported = import_hand(hand([50, 50], "p2 cc; p1 cc; d db 2h7d9s; p1 cc"))
    assert imported.differences == ("the hand is not over: Ben is awaited",)


def test_a_refused_action_is_named_with_its_own_line() -> None:
    text = hand([50, 50], "p2 cc")
    broken = HandText("7", 10, text.data.replace(b'["p2 cc"]', b'[\n  "p2 cc",\n  "p1 jumps",\n]'))
    with pytest.raises(RefusedHand, match="'p1 jumps': unknown action") as refused:
        import_hand(broken)
    assert refused.value.line == 17


def test_a_file_that_pays_less_than_the_pot_is_said_to_differ() -> None:
    imported = import_hand(hand([50, 50], "p2 cbr 10; p1 f", winnings=[0, 3]))
    assert imported.differences == ("by the rules Ben wins 4, and the file says that Ben wins 3",)


def test_fixed_limits_double_in_the_third_round() -> None:
    imported = import_hand(
        hand(
            [100, 100],
            "p2 cc; p1 cc; d db 2h7d9s; p1 cbr 2; p2 cc; d db 3h; p1 cbr 4; p2 cbr 6; p1 f",
            variant="FT", min_bet=None, small_bet=2, big_bet=4,
        )
    )  # fmt: skip
    wrong = [entry for entry in imported.sheet.entries if entry.ruling.verdict is Verdict.ILLEGAL]
    assert [entry.line.text for entry in wrong] == ["Ben raises to 6"]


def test_players_without_a_name_that_a_record_can_have_are_numbered() -> None:
    imported = import_hand(hand([50, 50, 50], "p3 f; p1 f", players=["Ann", "+/=", "Ann"]))
    assert imported.record.seats.names == ("Ann", "P2", "P3")


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"variant": "PO"}, "pot-limit Omaha) is not Texas Hold'em. Use 'NT' or 'FT'"),
        ({"variant": None}, "variant is missing. Use 'NT' or 'FT'"),
        ({"variant": ["NT"]}, "variant ['NT'] is not Texas Hold'em"),
        ({"min_bet": float("nan")}, "min_bet has NaN. Use an amount"),
        ({"actions": [f"p{'1' * 5000} f"]}, "Use p1 to p3"),
        ({"starting_stacks": [50, Decimal("1e-99999999"), 50]}, "is not a whole number of chips"),
        ({"antes": [0, 0]}, "antes is [0, 0]. Use 3 amounts, one for each player"),
        ({"antes": [0, 0, 3]}, "antes is [0, 0, 3]. Use the same ante for all players"),
        ({"starting_stacks": [50]}, "starting_stacks has 1 players. Texas Hold'em is for 2 to 10"),
        ({"starting_stacks": [50, "x", 50]}, "starting_stacks has 'x'. Use an amount"),
        ({"starting_stacks": [50, -5, 50]}, "starting_stacks has -5. Use 0 or more"),
        ({"starting_stacks": [50, 10**10, 50]}, "is too large an amount"),
        ({"starting_stacks": [50, 1e-9, 50]}, "is not a whole number of chips"),
        ({"min_bet": None}, "min_bet is missing"),
        ({"actions": None}, "actions is missing"),
        ({"actions": ["d dh p1 AcK"]}, "'AcK' has half a card. Use two characters for each card, such as AcTd"),
        ({"actions": ["d dh p1 AcZd"]}, "action 'd dh p1 AcZd'"),
        ({"actions": ["d dh p1 Ac"]}, "a player is not dealt two cards"),
        ({"actions": ["d db 2h??7d"]}, "a card of the board is unknown"),
        ({"actions": ["d db 2h7d9s", "d db 3h", "d db 5s", "d db 6s"]}, "Here a hand is run once"),
        ({"actions": ["p4 f"]}, "action 'p4 f': no player 'p4'. Use p1 to p3"),
        ({"actions": ["p3 cbr lots"]}, "'lots' is not an amount. Use one such as 'p1 cbr 100'"),
        ({"actions": ["p3 pb"]}, "unknown action. Use d dh, d db, f, cc, cbr or sm"),
        ({"blinds_or_straddles": [0, 0, 0]}, "begins with 0 and 0. Use a small and a big blind"),
        ({"antes": [60, 60, 60]}, "has less than the ante, and by ante_trimming_status can win all the antes"),
        ({"players": ["Ann"]}, "players is ['Ann']. Use 3 names"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_reason(fields: dict[str, object], reason: str) -> None:
    with pytest.raises(RefusedHand) as refused:
        import_hand(hand([50, 50, 50], "p3 f; p1 f", **fields))
    assert reason in str(refused.value)
