"""The benchmark of rankings runs, and measures something."""

from tests.benchmarks.cards import rankings


def test_hands_are_ranked_one_by_one() -> None:
    measured = " ".join(row.what for row in rankings(hands=50))
    for ranking in ("Gunn", "Munk", "wild", "named", "that make it"):
        assert ranking in measured
