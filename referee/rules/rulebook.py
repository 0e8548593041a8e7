"""A rulebook: clauses that judge, a record that is applied, and the verbs of one game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from referee.cards import FRENCH, Pack
from referee.rules.actions import Deal, Holds, HoldsOnly, Shows, Statement
from referee.rules.answer import Action, Answer, Offer, Ruling, Verdict
from referee.rules.clause import Clause, docstring
from referee.rules.grammar import Slot, Verb, verb, write_line
from referee.rules.known import Known
from referee.rules.ledger import Item
from referee.rules.seats import Seats
from referee.rules.view import Fact


class State(Protocol):
    """What every game's table has: its players and house rules, what is known, whose turn, and the ledger.

    `whole` is false in a record that begins in the middle, where clauses that need the whole history stay silent.
    `turn` is None when the record does not tell whose turn it is, or nobody's.
    """

    @property
    def seats(self) -> Seats:
        """Return the players in order of play."""

    @property
    def options(self) -> Any:
        """Return the house rules in force."""

    @property
    def whole(self) -> bool:
        """Return whether the record begins at the beginning."""

    @property
    def known(self) -> Known:
        """Return what is known of every card."""

    @property
    def turn(self) -> int | None:
        """Return whose turn it is, if that is known."""

    @property
    def items(self) -> tuple[Item, ...]:
        """Return the settlement so far."""


Table = TypeVar("Table", bound=State)
Says = TypeVar("Says")
Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter of the printed rulebook: its number and its title."""

    id: str
    title: str


@dataclass(slots=True, eq=False)
class Rulebook:
    """One game: what may be recorded, what it does to the table, and what the rules say of it.

    A game's module makes one and registers its clauses, in order of precedence, with `clause`; the functions
    registered with `begins`, `applies`, `offers`, `places` and `shows` complete it. `seed` names the source text.
    """

    slug: str
    title: str
    players: range
    options: type
    seed: str
    pack: Pack = FRENCH
    clauses: dict[str, Clause[Any]] = field(default_factory=dict, repr=False)
    notes: set[str] = field(default_factory=set, repr=False)
    sections: list[Section] = field(default_factory=list, repr=False)
    verbs: list[Verb] = field(default_factory=list, repr=False)
    _judges: dict[type, list[Clause[Any]]] = field(default_factory=dict, repr=False)
    _begin: Callable[..., Any] | None = field(default=None, repr=False)
    _apply: Callable[..., Any] | None = field(default=None, repr=False)
    _offer: Callable[..., Iterable[Offer]] | None = field(default=None, repr=False)
    _places: Callable[..., tuple[tuple[int, ...], ...]] | None = field(default=None, repr=False)
    _shows: Callable[..., Iterable[Fact]] | None = field(default=None, repr=False)
    _refuses: Callable[..., str | None] | None = field(default=None, repr=False)

    # -- writing a rulebook -------------------------------------------------------------------------------

    def section(self, number: str, title: str) -> None:
        """Open a chapter of the printed rulebook; clauses whose id begins with `number` stand in it."""
        self.sections.append(Section(number, title))

    def clause(
        self,
        number: str,
        *acts: type,
        interpretation: str = "",
        source: str = "",
        reworded: Mapping[str, str] | None = None,
    ) -> Callable[[Callable[..., Says]], Clause[Says]]:
        """Register a clause: the docstring is the printed rule, the function its test.

        With `acts` the test is asked about each such action, as ``test(state, action)``, and answers None (silent),
        `objection`, `doubt` or `grounds`; the first clause of an action grants it and the others limit it. Without
        `acts` the function is a definition that other code calls, and cites through the clause.
        """

        def register(test: Callable[..., Says]) -> Clause[Says]:
            made = Clause(
                book=self.slug,
                id=number,
                wording=docstring(test),
                test=test,
                acts=acts,
                source=source or ("" if interpretation else self.seed),
                interpretation=interpretation,
                reworded=reworded or {},
            )
            self._add(made)
            return made

        return register

    def note(self, number: str, wording: str, *, interpretation: str = "", source: str = "") -> Clause[None]:
        """Register a rule that no record can show to be kept, such as not telling others what one holds."""
        made: Clause[None] = Clause(
            book=self.slug,
            id=number,
            wording=wording,
            test=lambda *_: None,
            source=source or ("" if interpretation else self.seed),
            interpretation=interpretation,
        )
        self._add(made)
        self.notes.add(number)
        return made

    def verb(self, pattern: str, make: type, **slots: Slot) -> None:
        """Register what a line may say, such as ``NAME plays CARDS``, and the action that it makes."""
        self.verbs.append(verb(pattern, make, slots))

    def begins(self, function: Function) -> Function:
        """Register ``(seats, options, whole) -> state``: the table before the first line."""
        self._begin = function
        return function

    def applies(self, function: Function) -> Function:
        """Register ``(state, action) -> state``: what an action does, legal or not."""
        self._apply = function
        return function

    def offers(self, function: Function) -> Function:
        """Register ``(state, seat) -> Iterable[Offer]``: candidates for what a player might do instead."""
        self._offer = function
        return function

    def places(self, function: Function) -> Function:
        """Register ``(state) -> groups of seats``, the best first: the ranking of the match as it stands."""
        self._places = function
        return function

    def shows(self, function: Function) -> Function:
        """Register ``(state) -> Iterable[Fact]``: what is worth seeing at the table."""
        self._shows = function
        return function

    def refuses(self, function: Function) -> Function:
        """Register ``(options, players) -> str | None``: why a table cannot be set up so, if it cannot."""
        self._refuses = function
        return function

    # -- asking a rulebook --------------------------------------------------------------------------------

    def refusal(self, options: Any, players: int, *, whole: bool = True) -> str | None:
        """Say why a table of so many players cannot be set up under these options, or None if it can.

        In a record that begins in the middle there may be players who have not been named.
        """
        few, many = self.players[0], self.players[-1]
        if players > many or (whole and players < few):
            seats = f"{few}" if few == many else f"{few} to {many}"
            return f"{self.title} is for {seats} players, not {players}"
        return self._refuses(options, players) if self._refuses else None

    def begin(self, seats: Seats, options: Any = None, *, whole: bool = True) -> Any:
        """Return the table before the first line of a record."""
        assert self._begin is not None
        return self._begin(seats, self.options() if options is None else options, whole)

    def apply(self, state: Any, action: Any) -> Any:
        """Record what happened, legal or not, and return the table after it."""
        assert self._apply is not None
        return self._apply(state, action)

    def judge(self, state: Any, action: Any) -> Ruling:
        """Rule on an action in the state before it. Never raises for anything that a player can do."""
        clause, answer = self._answer(state, action)
        if answer is None:
            return Ruling(Verdict.LEGAL, clause, clause.text(state.options), state.options)
        alternatives = self.alternatives(state, action) if answer.verdict is Verdict.ILLEGAL else ()
        return Ruling(answer.verdict, clause, answer.reason, state.options, answer.because, alternatives, answer.word)

    def alternatives(self, state: Any, action: Action) -> tuple[Offer, ...]:
        """Return what would have been legal instead, for the player or else for whoever's turn it is."""
        if self._offer is None or isinstance(action, Deal | Statement):
            return ()
        if action.seat < 0:
            return ()
        kept = self._legal_offers(state, action.seat, action)
        if not kept and state.turn is not None and state.turn != action.seat:
            kept = self._legal_offers(state, state.turn, action)
        return kept

    def offered(self, state: Any, seat: int) -> tuple[Offer, ...]:
        """Return what a player may do now, as far as the table tells."""
        return self._legal_offers(state, seat) if self._offer else ()

    def ranking(self, state: Any) -> tuple[tuple[int, ...], ...]:
        """Return the seats grouped by rank, the best first; empty while nothing has been decided."""
        assert self._places is not None
        return self._places(state)

    def facts(self, state: Any) -> tuple[Fact, ...]:
        """Return what is worth seeing at the table."""
        return tuple(self._shows(state)) if self._shows else ()

    @property
    def example(self) -> str:
        """A line that a record of the game may have, as a pattern."""
        return next(each.pattern for each in self.verbs if each.parts[0].slot)

    @property
    def in_order(self) -> list[str]:
        """The ids of the clauses as the rulebook is printed."""
        return sorted(self.clauses, key=lambda id: [int(part) for part in id.split(".")])

    def write(self, action: Any, seats: Seats) -> str:
        """Print an action as a record's line."""
        return write_line(action, self.verbs, seats)

    def _add(self, made: Clause[Any]) -> None:
        if made.id in self.clauses:
            raise ValueError(f"{made.cite} is registered twice")
        self.clauses[made.id] = made
        for act in made.acts:
            self._judges.setdefault(act, []).append(made)

    def _answer(self, state: Any, action: Any) -> tuple[Clause[Any], Answer | None]:
        """Ask the clauses in order: the first objection decides, else the first doubt, else the last grounds."""
        asked = self._judges[type(action)]
        said = asked[0], None
        doubted = None
        for clause in asked:
            answer = clause.test(state, action)
            if answer is None:
                continue
            if answer.verdict is Verdict.ILLEGAL:
                return clause, answer
            if answer.verdict is Verdict.LEGAL:
                said = clause, answer
            elif doubted is None:
                doubted = clause, answer
        return doubted or said

    def _legal_offers(self, state: Any, seat: int, action: Action | None = None) -> tuple[Offer, ...]:
        assert self._offer is not None
        kept = []
        for offer in self._offer(state, seat):
            asked = (act for act in offer.acts if action is None or _same_question(action, act))
            acts = tuple(act for act in asked if self._is_legal(state, act))
            if acts:
                kept.append(Offer(offer.text or self.write(acts[0], state.seats), acts))
        return tuple(kept)

    def _is_legal(self, state: Any, action: Any) -> bool:
        _, answer = self._answer(state, action)
        if answer is None or answer.verdict is Verdict.LEGAL:
            return True
        # An open claim may be made; only what comes of it is not known yet.
        return answer.verdict is Verdict.OPEN and answer.word == "open"


def _same_question(action: Any, other: Any) -> bool:
    """Tell whether one act can stand in the place of another: an act with `instead` says so itself."""
    if hasattr(action, "instead"):
        return bool(action.instead(other))
    return not hasattr(other, "instead") or bool(other.instead(action))


def common_verbs(book: Rulebook) -> None:
    """Register the lines that every game's record may have: ``deal``, ``holds`` and ``shows``."""
    book.verb("deal [by NAME]", Deal)
    book.verb("NAME holds only CARDS", HoldsOnly)
    book.verb("NAME holds CARDS", Holds)
    book.verb("NAME shows CARDS", Shows)
