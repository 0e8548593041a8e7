"""The answer of one clause to an act, and the ruling that the rulebook derives from all answers."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol

from referee.cards import Card
from referee.cards.immutable import frozen, replace
from referee.rules.book.knowledge import Location

if TYPE_CHECKING:
    from referee.rules.book.clause import Clause


class Verdict(StrEnum):
    """The verdict on an act: legal, illegal, or `OPEN` until the deciding cards have been shown."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    OPEN = "open"


# Every line needs these; looking one up in its class takes ten times as long.
LEGAL: Final = Verdict.LEGAL
ILLEGAL: Final = Verdict.ILLEGAL
OPEN: Final = Verdict.OPEN


class HasLine(Protocol):
    """Anything with a `line` number: an act, or a card lying open."""

    @property
    def line(self) -> int:
        """The number of the line in the record; 0 if there is none."""


@frozen
class DependsOn:
    """The cards and locations that a doubt depends on.

    The question is which of the `cards` were in the `locations`; None means any card. With `any_one`, it only matters
    whether at least one of them was there. With `weight`, only the sum of their weights matters, and the verdict
    changes at most once as that sum grows.
    """

    locations: tuple[Location, ...]
    cards: frozenset[Card] | None = None
    any_one: bool = False
    weight: Callable[[Card], int] | None = None


@dataclass(slots=True)
class Answer:
    """The answer of a clause to one act: an objection (illegal), a doubt (open) or grounds (legal).

    `because` holds the numbers of the lines behind the reason. `cites` is the deciding clause if it is another one: an
    objection to a play that is too low cites the ranking of the cards. `depends_on` says which cards settle a doubt.
    `ask` is the question to put to the players after a finding, with the consequence of each reply.
    """

    verdict: Verdict
    reason: str
    because: tuple[int, ...] = ()
    word: str = ""
    cites: str = ""
    depends_on: tuple[DependsOn, ...] = ()
    ask: str = ""


def objection(reason: str, *because: HasLine | None, cites: str = "") -> Answer:
    """Return an answer that the act breaks the clause. `because` holds the earlier acts behind the reason."""
    return Answer(ILLEGAL, reason, line_numbers(because), "", cites)


def finding(reason: str, *because: HasLine | None, ask: str = "", cites: str = "") -> Answer:
    """Return an answer that the record contradicts itself: a misdeal or a recording mistake, and nobody's offence.

    `ask` is the question for the players, with the consequence of each reply. Leave it empty if `reason` asks already.
    """
    return Answer(ILLEGAL, reason, line_numbers(because), "finding", cites, ask=ask)


def doubt(
    reason: str, *because: HasLine | None, depends_on: DependsOn | None = None, word: str = "", cites: str = ""
) -> Answer:
    """Return an answer that it is still unknown whether the act breaks the clause.

    `depends_on` describes the deciding cards; None if no cards decide it. The `word` "open" marks a claim that a player
    may always make, and only its outcome is open.
    """
    return Answer(OPEN, reason, line_numbers(because), word, cites, (depends_on,) if depends_on else ())


def grounds(reason: str, *because: HasLine | None, word: str = "", cites: str = "") -> Answer:
    """Return an answer that the act obeys the clause. `reason` explains why."""
    return Answer(LEGAL, reason, line_numbers(because) if because else (), word, cites)


def line_numbers(acts: Collection[HasLine | None]) -> tuple[int, ...]:
    """Return the sorted line numbers of acts. Acts without a line are skipped."""
    if not acts:
        return ()
    if len(acts) == 1:  # as nearly always
        (act,) = acts
        return (act.line,) if act is not None and act.line else ()
    lines = [act.line for act in acts if act is not None and act.line]
    return tuple(lines) if len(lines) < 2 else tuple(sorted(set(lines)))


@frozen
class Offer:
    """A legal alternative to an act, or a group of alternatives.

    `acts` holds the legal acts. `text` describes them like a line of a record, such as "Ben plays any pair above the
    nines". For a single act it is that line itself.
    """

    PLAIN: ClassVar = "text"
    text: str
    acts: tuple[Any, ...]


def _no_alternatives() -> tuple[tuple[Offer, ...], tuple[str, ...]]:
    return (), ()


@dataclass(slots=True)
class Ruling:
    """The ruling on one act, with the deciding clause.

    `because` holds the numbers of the deciding lines. `word` is printed instead of the verdict if it is more exact,
    such as "holds", "fails", "lapsed" or "finding". `depends_on` describes the cards that settle an open act. `ask` is
    the question for the players after a finding. Alternatives and due acts are computed when first read.
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
        """The legal acts that the player could have chosen instead of an illegal one."""
        return self._find()[0]

    @property
    def due(self) -> tuple[str, ...]:
        """The acts that may follow an illegal act, as texts: those of the other players, or what is due from nobody."""
        return self._find()[1]

    def without_due(self) -> Ruling:
        """Return a copy of the ruling with no due acts, for an act after which play has continued."""
        return replace(self, find_alternatives=lambda: (self.alternatives, ()), _alternatives=None)

    def _find(self) -> tuple[tuple[Offer, ...], tuple[str, ...]]:
        if self._alternatives is None:
            self._alternatives = self.find_alternatives()
        return self._alternatives

    @property
    def rule(self) -> str:
        """The text of the deciding clause under the house rules of this table."""
        return self.clause.text(self.options)

    @property
    def says(self) -> str:
        """The heading of the ruling: `word` if there is one, else the verdict."""
        return self.word or str(self.verdict)
