"""Hindsight where nobody said which location was which: hands of one player that were shown in no known order.

Such locations are exchanged for one another in every way (`Rulebook.interchangeable`). The ways in which the fewest of
the open lines are illegal are believed. A line is decided if all of these agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations, product
from math import factorial
from typing import Final

from referee.rules.book.answer import ILLEGAL
from referee.rules.book.knowledge import Location
from referee.rules.book.rulebook import Rulebook
from referee.rules.immutable import replace
from referee.rules.records.evidence import HandEvidence, LineEvidence, line_evidence
from referee.rules.records.hindsight import HindsightResult, judge_in_hindsight
from referee.rules.records.report import JudgedLine

# If locations can be exchanged in more ways, they are not used: no player has so many hands.
_MOST_PERMUTATIONS: Final = 24


def apply_hindsight(book: Rulebook, lines: Sequence[JudgedLine], doubtful: Sequence[int]) -> list[HindsightResult]:
    """Judge the open lines of a hand, given by index, with the evidence of the lines after them."""
    evidence = [line_evidence(book, entry) for entry in lines]
    groups = tuple(book.interchangeable_locations(lines[-1].after))
    if not groups:
        hand = HandEvidence(lines, evidence)
        return [judge_in_hindsight(book, hand, at) for at in doubtful]
    ways = [
        HandEvidence(lines, [_with_locations(evidence_of_line, other) for evidence_of_line in evidence])
        for other in _permutations_of(groups)
    ]
    results = [[judge_in_hindsight(book, hand, at) for at in doubtful] for hand in ways]
    faults = [sum(result.ruling.verdict is ILLEGAL for result in looked) for looked in results]
    best = [looked for looked, many in zip(results, faults, strict=True) if many == min(faults)]
    return [
        _agreed_result(lines[at], line_results)
        for at, line_results in zip(doubtful, zip(*best, strict=True), strict=True)
    ]


def _agreed_result(entry: JudgedLine, results: Sequence[HindsightResult]) -> HindsightResult:
    """Return the result for a line if all ways agree, or else that the line is open."""
    if len({result.ruling.verdict for result in results}) == 1:
        return max(results, key=lambda result: result.decided_by)
    doubted = entry.ruling.reason.partition("; open until")[0].rstrip(".")
    reason = f"{doubted}: the cards are shown, but not the order in which the hands were played."
    return HindsightResult(replace(entry.ruling, reason=reason))


def _permutations_of(groups: Sequence[tuple[Location, ...]]) -> list[dict[Location, Location | None]]:
    """Return each way to exchange the locations of each group for one another, beginning with none exchanged.

    Locations of a group with too many ways are left out: they become None.
    """
    believed: list[tuple[Location, ...]] = []
    ways, doubted = 1, dict[Location, Location | None]()
    for group in groups:
        many = factorial(min(len(group), _MOST_PERMUTATIONS))
        if ways * many > _MOST_PERMUTATIONS:
            doubted |= dict.fromkeys(group)
        else:
            ways *= many
            believed.append(group)
    permutations_of_all = product(*(permutations(group) for group in believed))
    return [{**doubted, **dict(zip(sum(believed, ()), sum(way, ()), strict=True))} for way in permutations_of_all]


def _with_locations(evidence: LineEvidence, other: Mapping[Location, Location | None]) -> LineEvidence:
    """Return the evidence of a line with its locations exchanged for others, or left out."""
    relocated = ((other.get(location, location), cards, complete) for location, cards, complete in evidence.shown_cards)
    return LineEvidence(
        evidence.moved_cards,
        tuple((location, cards, complete) for location, cards, complete in relocated if location is not None),
    )
