"""The answer of a clause to one act, and the ruling of the rulebook that follows from it."""

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
    """Whether an act was allowed; `OPEN` while that depends on cards not yet shown."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    OPEN = "open"


# Every line needs these; looking one up in its class takes ten times as long.
LEGAL: Final = Verdict.LEGAL
ILLEGAL: Final = Verdict.ILLEGAL
OPEN: Final = Verdict.OPEN


class HasLine(Protocol):
    """Something with a line of the record, or 0 for none: an act, or the sighting of a card."""

    @property
    def line(self) -> int:
        """Return the line of the record."""


@frozen
class DependsOn:
    """What decides a doubt: which of some `cards`, or of any if None, were in some `locations`.

    With `any_one`, only whether at least one of them was there matters. With `weight`, only the sum of the weights of
    the cards there matters, and the verdict changes at most once as the sum grows.
    """

    locations: tuple[Location, ...]
    cards: frozenset[Card] | None = None
    any_one: bool = False
    weight: Callable[[Card], int] | None = None


@dataclass(slots=True)
class Answer:
    """A clause's answer to one act: an objection (illegal), a doubt (open) or grounds (legal, and why).

    `because` are the lines that the reason is based on. `cites` is the deciding clause if it is another one, such as
    the ranks of the cards for a play that must be higher. `depends_on` says which cards decide a doubt. `ask` says whom
    to ask about a finding, and what follows from each answer.
    """

    verdict: Verdict
    reason: str
    because: tuple[int, ...] = ()
    word: str = ""
    cites: str = ""
    depends_on: tuple[DependsOn, ...] = ()
    ask: str = ""


def objection(reason: str, *because: HasLine | None, cites: str = "") -> Answer:
    """Return the answer that the act breaks the clause; `because` are the earlier acts that the reason is based on."""
    return Answer(ILLEGAL, reason, line_numbers(because), "", cites)


def finding(reason: str, *because: HasLine | None, ask: str = "", cites: str = "") -> Answer:
    """Return the answer that the record cannot be right, blaming nobody: a misdeal, or a mistake in the record.

    `ask` says whom to ask, and what follows from each answer. Leave it out if the reason asks already.
    """
    return Answer(ILLEGAL, reason, line_numbers(because), "finding", cites, ask=ask)


def doubt(
    reason: str, *because: HasLine | None, depends_on: DependsOn | None = None, word: str = "", cites: str = ""
) -> Answer:
    """Return the answer that it is not known yet whether the act breaks the clause.

    `depends_on` are the cards that decide it, None if no cards do. With the word "open" the act is a claim that may be
    made in any case: only its outcome is open.
    """
    return Answer(OPEN, reason, line_numbers(because), word, cites, (depends_on,) if depends_on else ())


def grounds(reason: str, *because: HasLine | None, word: str = "", cites: str = "") -> Answer:
    """Return the answer that the act obeys the clause, with the reason."""
    return Answer(LEGAL, reason, line_numbers(because) if because else (), word, cites)


def line_numbers(acts: Collection[HasLine | None]) -> tuple[int, ...]:
    """Return the line numbers of some acts in order, without those that have none."""
    if not acts:
        return ()
    if len(acts) == 1:  # as nearly always
        (act,) = acts
        return (act.line,) if act is not None and act.line else ()
    lines = [act.line for act in acts if act is not None and act.line]
    return tuple(lines) if len(lines) < 2 else tuple(sorted(set(lines)))


@frozen
class Offer:
    """A legal alternative to an act, or a group of them.

    `acts` are the legal acts in it. `text` describes them as a line of a record would ("Ben plays any pair above the
    nines"); for a single act it is that line.
    """

    PLAIN: ClassVar = "text"
    text: str
    acts: tuple[Any, ...]


def _no_alternatives() -> tuple[tuple[Offer, ...], tuple[str, ...]]:
    return (), ()


@dataclass(slots=True)
class Ruling:
    """The ruling on one act, with the clause that decides it.

    `because` holds the numbers of the lines that decide it. `word` is printed instead of the verdict if it is more
    exact ("holds", "fails", "lapsed", "finding"). `depends_on` are the cards that decide an open act, and `ask` says
    whom to ask about a finding. The alternatives and what is due are worked out when they are first read.
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
        """What the player of an illegal act might have done instead."""
        return self._find()[0]

    @property
    def due(self) -> tuple[str, ...]:
        """What others may do next after an illegal act, or what is next if no player has to act; one of these."""
        return self._find()[1]

    def without_due(self) -> Ruling:
        """Return the ruling without what was due, for an act after which play has gone on."""
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
