"""Hold'em beside pokerkit, on the same hands: ``python -m tests.benchmarks.holdem``."""

from __future__ import annotations

from random import Random

from pokerkit import HandHistory, NoLimitTexasHoldem

from referee.games import rulebook
from referee.rules import fold, read_record
from tests.benchmarks.measuring import Measured, best_of
from tests.games.hands_of_holdem import hand_of_holdem
from tests.games.test_texas_holdem_oracle import AUTOMATIC, CountsShortAllInsAnew, replayed


def holdem(hands: int = 200) -> list[Measured]:
    """Measure whole hands: from text to settled sheet against loading and replaying, and folding against replaying."""
    texts, records, histories = [], [], []
    for seed in range(hands):
        dealt = hand_of_holdem(Random(seed))
        try:
            state = replayed(dealt)
        except CountsShortAllInsAnew:
            continue
        game = NoLimitTexasHoldem(AUTOMATIC, True, dealt.ante, dealt.blinds, dealt.blinds[1])
        histories.append(HandHistory.from_game_state(game, state).dumps())
        texts.append(dealt.text)
        records.append(dealt.sheet.record)

    def settled() -> None:
        for text in texts:
            record = read_record(text, rulebook).record
            assert record is not None
            assert fold(record).settlement

    def loaded() -> None:
        for text in histories:
            *_, _last = HandHistory.loads(text)

    loads = [HandHistory.loads(text) for text in histories]

    def stepped() -> None:
        for history in loads:
            *_, _last = history

    count = len(texts)
    pairs = (
        ("hold'em, from text to settled sheet", settled, "pokerkit's load and replay", loaded, "0.33 x"),
        ("hold'em, folding alone", lambda: [fold(record) for record in records], "pokerkit's replay", stepped, "0.2 x"),
    )
    return [
        Measured(what, best_of(3, ours) / count, against, best_of(3, theirs) / count, budget)
        for what, ours, against, theirs, budget in pairs
    ]


def main() -> None:
    """Print the table."""
    for row in holdem():
        print(row)


if __name__ == "__main__":
    main()
