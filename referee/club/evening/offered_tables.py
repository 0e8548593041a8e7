"""Planning tables for the players present, with advice if they cannot be seated. This module reads no club file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from referee.cards.words import join_words, quantity
from referee.club.text.faults import ClubFault
from referee.competition.draws.sizes import TableOffer, assign_games, nearest_possible_counts, split
from referee.competition.entrants import NotDrawn, TablePlan, fill_in_names
from referee.games import has_rulebook
from referee.games.lookup import game_title, look_up_rulebook
from referee.store.hints import Do, Hint

# A game for any number of players from 2 to 10 that most clubs have.
_FOR_ANY_NUMBER: Final = "commune"


class NotSeated(ClubFault):
    """The players cannot be seated as requested."""


def plan_tables(
    player_count: int, offers: Sequence[TableOffer], tables: int | Sequence[int] | None, *, has_started_tables: bool
) -> tuple[TablePlan, ...]:
    """Return tables for a number of players, with the games on offer.

    `tables` is their number, or a list of sizes. Raise `NotSeated` with advice if that is impossible; with
    `has_started_tables`, the advice includes joining a started table.
    """
    offers = list({offer.game: offer for offer in offers}.values())
    if not player_count:
        raise NotSeated("Everyone checked in is already at a table.", Do.CHECK_IN("Check players in"))
    if isinstance(tables, Sequence):
        if sum(tables) != player_count:
            raise NotSeated(
                f"Tables of {join_words(tables)} seat {quantity(sum(tables), 'player')}, "
                f"but {player_count} need a seat."
            )
        tables_planned = assign_games(tables, offers)
        if isinstance(tables_planned, int):
            raise NotSeated(
                f"No game in the draw is for {quantity(tables_planned, 'player')}: {_describe_sizes(offers)}."
            )
        return tables_planned
    if plan := split(player_count, offers, tables):
        return plan
    tables_text = "" if tables is None else f" at {quantity(tables, 'table')}"
    helps = _seating_hints(player_count, offers, tables)
    if has_started_tables:
        helps.append(Do.LET_IN("Or add them to a table before its first hand"))
    raise NotSeated(
        f"{quantity(player_count, 'player')} cannot be seated{tables_text}: {_describe_sizes(offers)}.", *helps
    )


def _describe_sizes(offers: Iterable[TableOffer]) -> str:
    return "; ".join(f"{game_title(offer.game)} is for {_format_sizes(offer.sizes)}" for offer in offers)


def _format_sizes(sizes: Sequence[int]) -> str:
    run = list(range(sizes[0], sizes[-1] + 1)) == list(sizes)
    return f"{sizes[0]} to {sizes[-1]}" if run and len(sizes) > 2 else join_words(sizes, "or")


def _seating_hints(player_count: int, offers: Sequence[TableOffer], tables: int | None) -> list[Hint]:
    """Return hints for other ways to seat a number of players."""
    helps: list[Hint] = []
    if tables is not None and split(player_count, offers):
        helps.append(Do.DRAW("Use another number of tables"))
    lower_count, higher_count = nearest_possible_counts(player_count, offers, tables)
    if higher_count:
        helps.append(Do.CHECK_IN_GUEST(f"Check in {higher_count - player_count} more; guests count"))
    if lower_count:
        helps.append(
            Do.DRAW_WITHOUT(f"Or leave {'one' if player_count - lower_count == 1 else player_count - lower_count} out")
        )
    if split(player_count, [*offers, _offer_by_default_rules(_FOR_ANY_NUMBER)], tables):
        on_offer = dict.fromkeys([*(offer.game for offer in offers if has_rulebook(offer.game)), _FOR_ANY_NUMBER])
        helps.append(Do.DRAW("Or use another game", games=tuple(on_offer)))
    return helps


def _offer_by_default_rules(slug: str) -> TableOffer:
    book = look_up_rulebook(slug)
    options = book.options()
    return TableOffer(slug, tuple(size for size in book.players if not book.refusal(options, size)))


def inseparable_fault(
    fault: NotDrawn, names: Sequence[str], plan: Sequence[TablePlan], offers: Sequence[TableOffer]
) -> NotSeated:
    """Return a fault, with advice, for pairs that cannot be kept apart."""
    if not fault.pairs:  # too many possibilities to know whether one works
        return NotSeated(fill_in_names(str(fault), names.__getitem__))
    pairs_text = [join_words((names[first], names[second])) for first, second in fault.pairs]
    helps: list[Hint] = []
    if split(len(names), offers, len(plan) + 1):
        helps.append(Do.DRAW_TABLES("Use more tables", tables=len(plan) + 1))
    helps += Do.DRAW_WITHOUT("Or leave somebody out"), Do.LET_MEET("Or let a pair meet")
    predicate = "cannot be kept apart" if len(pairs_text) == 1 else "cannot all be kept apart"
    return NotSeated(f"{'; '.join(pairs_text)} {predicate} at {quantity(len(plan), 'table')}.", *helps)
