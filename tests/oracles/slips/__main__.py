"""`python -m tests.oracles.slips --game stealing-bundles --number 400 --seed 1`."""

import argparse
from collections.abc import Mapping
from typing import Final

from tests.oracles.slips import (
    big_two,
    commune,
    five_card_21,
    play_or_pay,
    pontoon,
    pontoon_splits,
    stealing_bundles,
    texas_holdem,
    zheng_shangyou,
)
from tests.oracles.slips.measure import judge_hands
from tests.oracles.slips.slip_records import Oracle

ORACLES: Final[Mapping[str, Oracle]] = {
    "stealing-bundles": stealing_bundles.play,
    "zheng-shangyou": zheng_shangyou.play,
    "play-or-pay": play_or_pay.play,
    "big-two": big_two.play,
    "commune": commune.play,
    "pontoon": pontoon.play,
    "pontoon-splits": pontoon_splits.play,
    "five-card-21": five_card_21.play,
    "texas-holdem": texas_holdem.play,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.oracles.slips", description=__doc__)
    parser.add_argument("--game", choices=ORACLES, required=True)
    parser.add_argument("--number", type=int, default=200, metavar="HANDS")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="Print each hand that is misjudged or a tie.")
    arguments = parser.parse_args()
    hands = judge_hands(ORACLES[arguments.game], arguments.number, arguments.seed)
    clean = judge_hands(ORACLES[arguments.game], max(1, arguments.number // 4), arguments.seed, slips=0)
    wrong = [hand for hand in hands if hand.wrong]
    if arguments.list:
        print("\n\n".join(f"{index}  {hand.text}" for index, hand in enumerate(hands) if hand.wrong or hand.tie))
    lines = sum(len(hand.played.lines) for hand in hands)
    faulty = sum(hand.wrong for hand in clean)
    print(f"{arguments.game}: {len(hands)} hands, {lines} lines; without slips {faulty} of {len(clean)} are misjudged")
    ties = sum(hand.tie for hand in hands)
    print(f"misjudged: {len(wrong)} hands, {sum(len(hand.lines) for hand in wrong)} lines; ties: {ties} hands")
    print(f"ruled otherwise once more was known: {sum(hand.revised for hand in hands)} lines")
    with_slips = sum(hand.seconds for hand in hands) / lines
    without = sum(hand.seconds for hand in clean) / sum(len(hand.played.lines) for hand in clean)
    print(f"a line takes {with_slips * 1e6:.0f} microseconds, {without * 1e6:.0f} in hands without slips")


if __name__ == "__main__":
    main()
