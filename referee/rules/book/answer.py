"""What a clause says of an action, and what the rulebook rules."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol

from referee.cards import Card
from referee.rules.book.knowledge import Location
from referee.rules.immutable import frozen, replace

if TYPE_CHECKING:
    from referee.rules.book.clause import Clause


class Verdict(StrEnum):
    """Whether an action was allowed; `OPEN` when that turns on cards not yet shown."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    OPEN = "open"


# They are asked for on every line, and to look one up in its class takes ten times as long.
LEGAL: Final = Verdict.LEGAL
ILLEGAL: Final = Verdict.ILLEGAL
OPEN: Final = Verdict.OPEN


class HasLine(Protocol):
    """What stands on a line of the record, 0 for none: an act, or where a card was seen."""

    @property
    def line(self) -> int:
        """Return the line of the record."""


@frozen
class DependsOn:
    """What a doubt rests on: which of some `cards`, or of any where it is None, were in some `places`.

    Where it is `enough` that one of them was there, more of them change nothing. With a `weight` only the sum of what
    the cards there weigh matters, and the verdict changes once as it grows.
    """

    locations: tuple[Location, ...]
    cards: frozenset[Card] | None = None
    any_one: bool = False
    weight: Callable[[Card], int] | None = None


@dataclass(slots=True)
class Answer:
    """A clause's word on one action: objection (illegal), doubt (open) or grounds (legal, and why).

    `cites` is the clause that decides where it is another than the one that was asked, such as the rank of the cards
    for a play that must be higher. A doubt says `on` which cards, and in which places, it rests; a finding, whom to
    `ask` for what, and what follows from each answer.
    """

    verdict: Verdict
    reason: str
    because: tuple[int, ...] = ()
    word: str = ""
    cites: str = ""
    depends_on: tuple[DependsOn, ...] = ()
    ask: str = ""


def objection(reason: str, *because: HasLine | None, cites: str = "") -> Answer:
    """Say that the action breaks the clause, citing the earlier acts that the reason rests on."""
    return Answer(ILLEGAL, reason, line_numbers(because), "", cites)


def finding(reason: str, *because: HasLine | None, ask: str = "", cites: str = "") -> Answer:
    """Say that things cannot be so, without saying who is at fault: the cards were misdealt, or the record is wrong.

    It says whom to `ask` for what, and what follows from each answer, unless the reason is the question.
    """
    return Answer(ILLEGAL, reason, line_numbers(because), "finding", cites, ask=ask)


def doubt(
    reason: str, *because: HasLine | None, depends_on: DependsOn | None = None, word: str = "", cites: str = ""
) -> Answer:
    """Say that it would turn on what has not been seen or said whether the action breaks the clause.

    `on` are the cards that it rests on, None where cards decide nothing. With the word "open" the action is a claim,
    which may be made in any case: only what comes of it is open.
    """
    return Answer(OPEN, reason, line_numbers(because), word, cites, (depends_on,) if depends_on else ())


def grounds(reason: str, *because: HasLine | None, word: str = "", cites: str = "") -> Answer:
    """Say why the action obeys the clause."""
    return Answer(LEGAL, reason, line_numbers(because) if because else (), word, cites)


def line_numbers(acts: Collection[HasLine | None]) -> tuple[int, ...]:
    """Return the lines that acts stand on, in order, leaving out those that stand on none."""
    if not acts:
        return ()
    if len(acts) == 1:  # as nearly always
        (act,) = acts
        return (act.line,) if act is not None and act.line else ()
    lines = [act.line for act in acts if act is not None and act.line]
    return tuple(lines) if len(lines) < 2 else tuple(sorted(set(lines)))


@frozen
class Offer:
    """Something that would have been legal instead.

    `acts` are one or more actions that it stands for, each judged legal; `text` describes them as a record
    line would ("Ben plays any pair above the nines"), or is that line when there is only one.
    """

    PLAIN: ClassVar = "text"
    text: str
    acts: tuple[Any, ...]


def _no_alternatives() -> tuple[tuple[Offer, ...], tuple[str, ...]]:
    return (), ()


@dataclass(slots=True)
class Ruling:
    """The answer to one action, with the clause that it rests on.

    `because` holds the numbers of the record's lines that decide it; `word` is what is printed in place of
    the verdict where a claim has a better one ("holds", "fails", "lapsed", "finding"). What would have been legal
    instead, and what is due, is looked for when somebody asks. An open one rests `on` cards; a finding says whom to
    `ask` for what.
    """

    PLAIN: ClassVar = "verdict", "says", "clause", "rule", "reason", "because", "alternatives"
    verdict: Verdict
    clause: Clause[Any]
    reason: str
    options: Any
    because: tuple[int, ...] = ()
    word: str = ""
    depends_on: tuple[DependsOn, ...] = ()
    ask: str = ""
    find_alternatives: Callable[[], tuple[tuple[Offer, ...], tuple[str, ...]]] = field(
        default=_no_alternatives, repr=False, compare=False
    )
    _alternatives: tuple[tuple[Offer, ...], tuple[str, ...]] | None = field(
        default=None, init=False, repr=False, compare=False
    )

    @property
    def alternatives(self) -> tuple[Offer, ...]:
        """What the player might have done instead, of an act that was illegal."""
        return self._find()[0]

    @property
    def due(self) -> tuple[str, ...]:
        """What is due now, of an act that was illegal, where that is for others to do: one of these."""
        return self._find()[1]

    def without_due(self) -> Ruling:
        """Return the ruling of an act that play has gone on from: what was due then is due no longer."""
        return replace(self, find_alternatives=lambda: (self.alternatives, ()), _alternatives=None)

    def _find(self) -> tuple[tuple[Offer, ...], tuple[str, ...]]:
        if self._alternatives is None:
            self._alternatives = self.find_alternatives()
        return self._alternatives

    @property
    def rule(self) -> str:
        """The clause as printed for the options in force."""
        return self.clause.text(self.options)

    @property
    def says(self) -> str:
        """The one word that heads the ruling."""
        return self.word or str(self.verdict)
