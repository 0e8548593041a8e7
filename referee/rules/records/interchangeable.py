"""Hindsight for locations that may be confused: hands of one player shown in an unknown order.

These locations are exchanged in every way (`Rulebook.interchangeable`). The ways with the fewest illegal lines are
believed, and a line is decided if all of these agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations, product
from math import factorial
from typing import Final

from referee.cards.immutable import replace
from referee.rules.book.answer import ILLEGAL
from referee.rules.book.knowledge import Location
from referee.rules.book.rulebook import Rulebook
from referee.rules.records.evidence import HandEvidence, LineEvidence, line_evidence
from referee.rules.records.hindsight import HindsightResult, judge_in_hindsight
from referee.rules.records.report import JudgedLine

# If locations can be exchanged in more ways, they are not used: no player has so many hands.
_MOST_PERMUTATIONS: Final = 24


def apply_hindsight(book: Rulebook, lines: Sequence[JudgedLine], doubtful: Sequence[int]) -> list[HindsightResult]:
    """Return a result for each open line of a hand, using the evidence of later lines. `doubtful` has their indexes."""
    evidence = [line_evidence(book, entry) for entry in lines]
    groups = tuple(book.interchangeable_locations(lines[-1].after))
    if not groups:
        hand = HandEvidence(lines, evidence)
        return [judge_in_hindsight(book, hand, index) for index in doubtful]
    hands = [
        HandEvidence(lines, [_with_locations(evidence_of_line, permutation) for evidence_of_line in evidence])
        for permutation in _permutations_of(groups)
    ]
    results = [[judge_in_hindsight(book, hand, index) for index in doubtful] for hand in hands]
    faults = [
        sum(result.ruling.verdict is ILLEGAL for result in permutation_results) for permutation_results in results
    ]
    best_results = [
        permutation_results
        for permutation_results, fault_count in zip(results, faults, strict=True)
        if fault_count == min(faults)
    ]
    return [
        _agreed_result(lines[index], line_results)
        for index, line_results in zip(doubtful, zip(*best_results, strict=True), strict=True)
    ]


def _agreed_result(entry: JudgedLine, results: Sequence[HindsightResult]) -> HindsightResult:
    """Return the result for a line if all exchanges agree; else a result that leaves it open."""
    if len({result.ruling.verdict for result in results}) == 1:
        return max(results, key=lambda result: result.decided_by)
    doubt_text = entry.ruling.reason.partition("; open until")[0].rstrip(".")
    reason = f"{doubt_text}: the cards are shown, but not the order in which the hands were played."
    return HindsightResult(replace(entry.ruling, reason=reason))


def _permutations_of(groups: Sequence[tuple[Location, ...]]) -> list[dict[Location, Location | None]]:
    """Return each way to exchange the locations within each group, first the one that changes nothing.

    A group with too many ways is left out: its locations become None.
    """
    permuted_groups: list[tuple[Location, ...]] = []
    total_count, omitted = 1, dict[Location, Location | None]()
    for group in groups:
        permutation_count = factorial(min(len(group), _MOST_PERMUTATIONS))
        if total_count * permutation_count > _MOST_PERMUTATIONS:
            omitted |= dict.fromkeys(group)
        else:
            total_count *= permutation_count
            permuted_groups.append(group)
    permutations_of_all = product(*(permutations(group) for group in permuted_groups))
    return [
        {**omitted, **dict(zip(sum(permuted_groups, ()), sum(permutation, ()), strict=True))}
        for permutation in permutations_of_all
    ]


def _with_locations(evidence: LineEvidence, permutation: Mapping[Location, Location | None]) -> LineEvidence:
    """Return the evidence of a line with its locations exchanged or left out."""
    relocated = (
        (permutation.get(location, location), cards, complete) for location, cards, complete in evidence.shown_cards
    )
    return LineEvidence(
        evidence.moved_cards,
        tuple((location, cards, complete) for location, cards, complete in relocated if location is not None),
    )
