"""Hold'em beside pokerkit, on the same hands: ``python -m tests.benchmarks.holdem``."""

from __future__ import annotations

import tracemalloc
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time

from pokerkit import HandHistory, NoLimitTexasHoldem

from referee.games import rulebook
from referee.histories.files import read_hand_file
from referee.histories.phh import HandText, RefusedHand
from referee.histories.reading import import_hand
from referee.histories.writing import convert_hands, write_history
from referee.rules import read_record, replay
from tests.benchmarks.measuring import Measurement, best_of
from tests.games.poker.holdem_hands import random_hand
from tests.games.poker.test_texas_holdem_oracle import CountsShortAllInsAnew, automatic, replay_with_pokerkit


def holdem(hands: int = 200) -> list[Measurement]:
    """Measure whole hands: from text to settled sheet against loading and replaying, and folding against replaying."""
    texts, records, histories = [], [], []
    for seed in range(hands):
        dealt = random_hand(Random(seed))
        try:
            state = replay_with_pokerkit(dealt)
        except CountsShortAllInsAnew:
            continue
        game = NoLimitTexasHoldem(automatic(), True, dealt.ante, dealt.blinds, dealt.blinds[1])
        histories.append(HandHistory.from_game_state(game, state).dumps())
        texts.append(dealt.text)
        records.append(dealt.sheet.record)

    def settled() -> None:
        for text in texts:
            record = read_record(text, rulebook).record
            assert record is not None
            assert replay(record).settlement

    def from_phh() -> None:
        for text in histories:
            assert import_hand(HandText("", 1, text.encode())).sheet.settlement

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
        ("hold'em, from PHH to settled sheet", from_phh, "pokerkit's load and replay", loaded, "0.5 x"),
        (
            "hold'em, folding alone",
            lambda: [replay(record) for record in records],
            "pokerkit's replay",
            stepped,
            "0.2 x",
        ),
    )
    return [
        Measurement(
            label, best_of(3, ours, process_time) / count, against, best_of(3, theirs, process_time) / count, budget
        )
        for label, ours, against, theirs, budget in pairs
    ]


def imports(hands: int = 10_000) -> list[Measurement]:
    """Measure importing many hands on all processors, against one by one, and the room that ten times as many take."""
    texts = []
    for seed in range(hands // 10):
        (history,) = convert_hands(random_hand(Random(seed)).sheet)
        if not isinstance(history, RefusedHand):
            texts.append(write_history(history))
    with TemporaryDirectory() as folder:
        few, many = Path(folder, "few.phhs"), Path(folder, "many.phhs")
        for path, times in ((few, 1), (many, 10)):
            path.write_text(
                "\n".join(f"[{index}]\n{text}" for index, text in enumerate(texts * times, 1)), encoding="utf-8"
            )
        _room(few)  # what is kept for the next hands is kept once
        one = best_of(1, lambda: sum(1 for _ in read_hand_file(few, processes=1))) / len(texts)
        all_of_them = best_of(1, lambda: sum(1 for _ in read_hand_file(many))) / len(texts) / 10
        return [
            Measurement("a hand imported, on all processors", all_of_them, "one processor's", one, "0.6 x of two"),
            Measurement("room for ten times as many hands", _room(many), "the few's", _room(few), "1.1 x"),
        ]


def _room(path: Path) -> float:
    """Return the most bytes of Python's own that reading a file of hands takes at once, in millions."""
    tracemalloc.start()
    for _ in read_hand_file(path, processes=1):
        pass
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most / 1e6


def main() -> None:
    """Print the table."""
    for row in (*holdem(), *imports()):
        print(row)


if __name__ == "__main__":
    main()
