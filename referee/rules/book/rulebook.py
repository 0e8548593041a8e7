"""The rulebook of a game: its clauses, its registered hooks and the grammar of its records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from referee.cards import FRENCH, UNSEEN, Pack
from referee.cards.immutable import frozen, replace
from referee.rules.book.answer import ILLEGAL, LEGAL, Answer, Ruling
from referee.rules.book.clause import Chapter, Clause, docstring, no_test, split_numbers, split_variants
from referee.rules.book.knowledge import Evidence, Location, Move, before_deal
from referee.rules.book.ledger import LedgerItem
from referee.rules.book.offers import THE_DEAL, alternatives_to
from referee.rules.book.overview import Overview
from referee.rules.book.table import TableFact
from referee.rules.notation.actions import Act, Holds, HoldsOnly, Shows, Statement
from referee.rules.notation.grammar import Grammar
from referee.rules.notation.patterns import Slot
from referee.rules.notation.seats import Seats

Says = TypeVar("Says")
Function = TypeVar("Function", bound=Callable[..., Any])
Declared = TypeVar("Declared", bound=type[Act])


@frozen
class Section:
    """A chapter of the printed rulebook, with its number and title."""

    id: str
    title: str


@frozen
class PartialSettlement:
    """The settlement of a record that begins mid-hand, with a sentence for each thing that is `missing` for it."""

    items: tuple[LedgerItem, ...] = ()
    missing: tuple[str, ...] = ()


class IncompleteRulebook(TypeError):
    """A rulebook lacks something. The message tells the game's author what."""


@dataclass(slots=True, eq=False, repr=False)
class Rulebook:
    """The rules of one game: which acts can be recorded, how they change the table, and how they are judged.

    A game's module creates a rulebook and registers clauses with `clause` and acts with `act`. Functions registered
    with `begins`, `moves`, `applies`, `offers`, `places` and `shows` complete it.

    `seed` names the source text, and `package` the other package that provides the game, if any. `overview` is printed
    before the clauses. `deals_depend` says that the number of cards dealt, or who gets them, depends on earlier hands.
    A deal is then evidence of how those hands ended.
    """

    slug: str
    title: str
    players: range
    options: type
    seed: str
    pack: Pack = FRENCH
    clauses: dict[str, Clause[Any]] = field(default_factory=dict, repr=False)
    sections: list[Section] = field(default_factory=list, repr=False)
    grammar: Grammar = field(default_factory=Grammar, repr=False)
    functions: dict[str, Callable[..., Any]] = field(default_factory=dict, repr=False)
    package: str = ""
    overview: Overview | None = None
    deals_depend: bool = False
    # By number, the page of each clause that is printed once for several games.
    pages: dict[str, str] = field(default_factory=dict, repr=False)
    # The clauses asked about each type of act: under the options last used, and under all options used.
    _options: object = field(default=None, repr=False)
    _clauses_by_act: dict[type, tuple[Clause[Any], ...]] = field(default_factory=dict, repr=False)
    _clauses_by_options: dict[object, dict[type, tuple[Clause[Any], ...]]] = field(default_factory=dict, repr=False)

    def __repr__(self) -> str:
        return f"Rulebook({self.slug!r})"

    # -- writing a rulebook -------------------------------------------------------------------------------

    def section(self, number: str, title: str) -> None:
        """Open a chapter of the printed rulebook for the clauses whose ids begin with `number`."""
        self.sections.append(Section(number, title))

    def clause(
        self,
        number: str,
        *acts: type,
        interpretation: str = "",
        source: str = "",
        only: str = "",
        after: str = "",
        wording: str | tuple[str, ...] = "",
        never_stands: bool = False,
        overrules: str = "",
        scorer_only: bool | str = False,
    ) -> Callable[[Callable[..., Says]], Clause[Says]]:
        """Register a clause: the docstring, or another `wording`, is the printed rule, and the function its test.

        A line that begins with a condition is printed instead where that holds: ``royal=none: No royal flush.`` A
        `wording` without such lines keeps those of the docstring, and one of only such lines keeps its sentences. Of
        several wordings, later ones override earlier ones.

        With `acts` the test is called for each such act, as ``test(table, act)``. It returns None (silent),
        ``objection``, ``doubt`` or ``grounds``; the first clause of an act grants it, and the others limit it. They are
        asked in the order of their numbers, or `after` the clause named. Without `acts` the function is a definition
        that other code calls, citing the clause. With `only` (``option=value``) the clause is in force under that
        option alone. An act that breaks a clause with `never_stands` is void even if play continues from it. `Clause`
        explains the other keywords.
        """

        def register(test: Callable[..., Says]) -> Clause[Says]:
            text, variants = split_variants(docstring(test))
            for override in (wording,) if isinstance(wording, str) else wording:
                overruled, variants = split_variants(override, variants)
                text = overruled or text
            return self._add(
                Clause(
                    book=self.slug,
                    id=number,
                    wording=text,
                    test=test,
                    acts=acts,
                    source=source or ("" if interpretation else self.seed),
                    interpretation=interpretation,
                    variants=variants,
                    only=only,
                    after=after,
                    never_stands=never_stands,
                    overrules=overrules,
                    scorer_only=scorer_only,
                )
            )

        return register

    def note(self, number: str, wording: str, **printed: Any) -> Clause[None]:
        """Register a rule that no record can show to be broken, such as keeping one's hand secret."""
        return self.clause(number, wording=wording, **printed)(no_test)

    def include(
        self,
        chapter: Chapter,
        *,
        new_numbers: Mapping[str, str] | None = None,
        wording: str = "",
        printed: Mapping[str, Mapping[str, Any]] | None = None,
        without: Iterable[str] = (),
    ) -> None:
        """Include a chapter that several games share, except the clauses in `without`.

        The first clause opens a section with the chapter's title, unless that section is open already. `new_numbers`
        maps numbers in the chapter to numbers in this book, and `printed` maps them to other keywords of `clause`.
        `wording` has replacement texts, each on a line that begins with its number: ``4.2: No ante.``
        """
        left_out = set(without)
        worded = split_numbers(wording)
        included = [shared_clause for shared_clause in chapter.clauses if shared_clause.id not in left_out]
        for shared_clause in included:
            overrides = (printed or {}).get(shared_clause.id, {})
            texts = (shared_clause.printed.get("wording", ""), worded.get(shared_clause.id, ""))
            keywords = {**shared_clause.printed, **overrides, "wording": texts}
            number = (new_numbers or {}).get(shared_clause.id, shared_clause.id)
            section_number = number.split(".")[0]
            if shared_clause is included[0] and all(section.id != section_number for section in self.sections):
                self.section(section_number, chapter.title)
            self.clause(number, *shared_clause.acts, **keywords)(shared_clause.test)
            if chapter.page:
                self.pages[number] = chapter.page

    def act(
        self, *patterns: str, spoken: bool = False, only: str = "", **slots: Slot
    ) -> Callable[[Declared], Declared]:
        """Register an act with patterns for its line, such as ``NAME plays CARDS``; the first pattern is printed.

        An illegal act that is only `spoken`, such as a bid or a call, is void even if play continues from it. `only` is
        a condition (``option=value``): under other house rules the list of possible lines omits the act, but it can
        still be read and ruled on.
        """

        def register(declared: Declared) -> Declared:
            act_class = frozen(declared)
            self.grammar.add(patterns, act_class, slots, spoken=spoken, only=only)
            return act_class

        return register

    def add_act(self, act: type[Act], *patterns: str, spoken: bool = False, only: str = "", **slots: Slot) -> None:
        """Register an act declared elsewhere, such as one that several games share."""
        self.grammar.add(patterns, act, slots, spoken=spoken, only=only)

    def add_synonyms(self, lexicon: Mapping[str, str]) -> None:
        """Register synonyms for the game's patterns: ``{"plays CARDS": "leads, opens with"}``.

        A synonym may have slots and another subject: ``{"NAME pays NAME2 N": "NAME2 gets N from NAME"}``. A synonym of
        two patterns is ambiguous, and the player is asked which is meant. Records are always printed with the patterns.
        """
        self.grammar.add_lexicon(lexicon)

    def explain_words(self, words: Mapping[str, str]) -> None:
        """Register words that record nothing, with an explanation: ``{"busts": "The cards show it. ..."}``."""
        self.grammar.add_explained_words(words)

    def begins(self, kind: Function, first: Callable[[Any], Any] | None = None, **of_all: Any) -> Function:
        """Register the table before the first line: its class, or ``(seats, options, complete) -> table``.

        A table of that class begins without a hand, or mid-hand if the record does. `of_all` has values for other
        fields, and `first` takes the new table and returns a changed one.
        """
        if not isinstance(kind, type):
            return self._register("begins", kind)

        def begin(seats: Seats, options: Any, complete: bool) -> Any:
            knowledge = before_deal(len(seats.names), self.pack_for(options))
            table = kind(seats, options, complete, knowledge, in_play=not complete, **of_all)
            return first(table) if first else table

        self._register("begins", begin)
        return kind

    def moves(self, function: Function) -> Function:
        """Register ``(table, action) -> Iterable[Move]``: the moves of cards by an act."""
        return self._register("moves", function)

    def applies(self, function: Function) -> Function:
        """Register ``(table, action) -> table``: the table after an act, legal or not. Its cards have moved already."""
        return self._register("applies", function)

    def acting_hand(self, function: Function) -> Function:
        """Register ``(table, action) -> Location``: the hand that an act uses, for games with several hands a
        player.
        """
        return self._register("acting_hand", function)

    def evidence(self, function: Function) -> Function:
        """Register ``(table, statement) -> Iterable[Evidence]``: the cards that a statement shows in each location."""
        return self._register("evidence", function)

    def interchangeable(self, function: Function) -> Function:
        """Register ``(table) -> Iterable[tuple[Location, ...]]``: groups of locations that may be confused with one
        another.

        Their cards were shown, but nobody said which location was which.
        """
        return self._register("interchangeable", function)

    def on_void(self, function: Function) -> Function:
        """Register ``(table, action) -> table``: the table after a void act, for acts that still have some effect."""
        return self._register("on_void", function)

    def outcomes_if_stood(self, function: Function) -> Function:
        """Register ``(before, after, act) -> Iterable[table]``: other tables that may follow an unnoticed illegal act.

        `after` is the table that `applies` returns for it.
        """
        return self._register("outcomes_if_stood", function)

    def amends(self, function: Function) -> Function:
        """Register ``(table, action) -> action``: the act that replaces an illegal act if play continues from it."""
        return self._register("amends", function)

    def unnoticed_end(self, function: Function) -> Function:
        """Register ``(table, act) -> table | None``: the table before the end of a hand or round that nobody noticed.

        Return None if the act cannot belong to that hand or round.
        """
        return self._register("unnoticed_end", function)

    def withdraws(self, function: Function) -> Function:
        """Register ``(before, act, later) -> Answer | None``: the finding that an act may have been withdrawn.

        It may have been if a `later` act ignores it.
        """
        return self._register("withdraws", function)

    def position(self, function: Function) -> Function:
        """Register ``(table) -> table``: the table without the fields that only matter for the settlement of the hand.

        If two scenarios lead to equal positions, only one of them is followed.
        """
        return self._register("position", function)

    def takes_back(self, function: Function) -> Function:
        """Register ``(table, action) -> table``: the table after an act is taken back, for acts that still have some
        effect.
        """
        return self._register("takes_back", function)

    def reconsiders(self, function: Function) -> Function:
        """Register ``(before, later, act) -> Answer | Ruling | None``: the new answer to an open act, given a later
        table.

        Return a `Ruling` if the alternatives to the act do not follow from the table `before`.
        """
        return self._register("reconsiders", function)

    def lapses(self, function: Function) -> Function:
        """Register ``(before, later, act) -> Answer | None``: the answer to an act that is still open when the hand
        ends.
        """
        return self._register("lapses", function)

    def awaits(self, function: Function) -> Function:
        """Register ``(table) -> str``: the next thing due that no player does, such as "the flop"; empty if there is
        none.
        """
        return self._register("awaits", function)

    def counts_from(self, function: Function) -> Function:
        """Register ``(table, act) -> int | None``: the sum to which a player's raise is added; None if unknown.

        Players may then write only the difference: ``raises by 20``.
        """
        return self._register("counts_from", function)

    def roles(self, function: Function) -> Function:
        """Register ``(table) -> Mapping[str, int]``: the seats by role, so that a line may say ``the bank`` for a name.

        Every game has the role of the dealer, which needs no registration.
        """
        return self._register("roles", function)

    def offers(self, function: Function) -> Function:
        """Register ``(table, seat) -> Iterable[Offer]``: candidate acts of a player, legal or not.

        Seat -1 stands for acts of no particular player. Only legal candidates are offered.
        """
        return self._register("offers", function)

    def settles(self, function: Function) -> Function:
        """Register ``(table) -> PartialSettlement``: the settlement of a record that begins mid-hand."""
        return self._register("settles", function)

    def places(self, function: Function) -> Function:
        """Register ``(table) -> groups of seats``: the current ranking of the match, best first."""
        return self._register("places", function)

    def shows(self, function: Function) -> Function:
        """Register ``(table) -> Iterable[TableFact]``: the facts that a screen displays beside the table."""
        return self._register("shows", function)

    def refuses(self, function: Function) -> Function:
        """Register ``(options, players) -> str | None``: why this number of players cannot play under these options."""
        return self._register("refuses", function)

    def packs(self, function: Function) -> Function:
        """Register ``(options) -> Pack``: the pack for these house rules."""
        return self._register("packs", function)

    def player_counts(self, function: Function) -> Function:
        """Register ``(options) -> range``: the player counts allowed by these house rules, within the game's own
        range.
        """
        return self._register("player_counts", function)

    # -- asking a rulebook --------------------------------------------------------------------------------

    def refusal(self, options: Any, players: int, *, complete: bool = True) -> str | None:
        """Return why this number of players cannot play under these options; None if they can.

        Too few players are accepted for a record that begins mid-hand, because it need not name everybody.
        """
        numbers = self.players_for(options)
        if players > numbers[-1] or (complete and players < numbers[0]):
            condition = "" if numbers == self.players else " under these house rules"
            return f"{self.title} is for {player_range(numbers)} players{condition}, not {players}"
        refuses = self.functions.get("refuses")
        return refuses(options, players) if refuses else None

    def pack_for(self, options: Any) -> Pack:
        """Return the pack for these house rules."""
        packs = self.functions.get("packs")
        return packs(options) if packs else self.pack

    def players_for(self, options: Any) -> range:
        """Return the range of player counts under these house rules. `refusal` may still exclude some counts."""
        player_counts = self.functions.get("player_counts")
        return player_counts(options) if player_counts else self.players

    def begin(self, seats: Seats, options: Any = None, *, complete: bool = True) -> Any:
        """Return the table before the first line of a record."""
        return self.functions["begins"](seats, self.options() if options is None else options, complete)

    def apply(self, table: Any, act: Any) -> Any:
        """Return the table after an act, legal or not."""
        functions = self.functions
        knowledge = table.knowledge
        if moves := functions.get("moves"):
            for move in moves(table, act):
                knowledge = knowledge.move(move, act.line)
        if isinstance(act, Statement):
            for place, cards, complete in self.evidence_of(table, act):
                if complete:
                    knowledge = knowledge.reveal_all(place, cards)
                else:
                    knowledge = knowledge.reveal(place, cards, is_shown=isinstance(act, Shows))
        if knowledge is not table.knowledge:
            table = replace(table, knowledge=knowledge)
        return functions["applies"](table, act)

    @property
    def has_several_outcomes(self) -> bool:
        """Whether play may continue in several ways after an unnoticed illegal act."""
        return "outcomes_if_stood" in self.functions

    @property
    def can_reinterpret(self) -> bool:
        """Whether a line may be legal because an earlier act was withdrawn, or because nobody noticed the end of a
        hand.
        """
        return "unnoticed_end" in self.functions or "withdraws" in self.functions

    def table_before_unnoticed_end(self, table: Any, act: Any) -> Any:
        """Return the table before the end of a hand or round, for an act that may still belong to it; else None."""
        unnoticed_end = self.functions.get("unnoticed_end")
        return unnoticed_end(table, act) if unnoticed_end else None

    @property
    def can_withdraw(self) -> bool:
        """Whether a later act may show that an earlier one was withdrawn."""
        return "withdraws" in self.functions

    def withdrawn(self, before: Any, act: Any, later: Any) -> Ruling | None:
        """Return the ruling on an act that a later act ignores, so that it may have been withdrawn; else None."""
        withdraws = self.functions.get("withdraws")
        answer = withdraws(before, act, later) if withdraws else None
        return self._ruling(before, act, self.answer(before, act)[0], answer) if answer else None

    def position_at(self, table: Any) -> Any:
        """Return the part of the table that the rest of the hand depends on: all of it, unless the game registers
        less.
        """
        position = self.functions.get("position")
        return position(table) if position else table

    def outcomes_if_it_stands(self, table: Any, act: Any) -> Iterator[Any]:
        """Yield the possible tables after an unnoticed illegal act, the likeliest first."""
        if amends := self.functions.get("amends"):
            act = amends(table, act)
        yield (after := self.apply(table, act))
        if outcomes := self.functions.get("outcomes_if_stood"):
            yield from outcomes(table, after, act)

    def hand_of(self, table: Any, act: Any) -> Location:
        """Return the location of the cards that an act uses or a statement describes."""
        acting_hand = self.functions.get("acting_hand")
        return acting_hand(table, act) if acting_hand else act.seat  # type: ignore[no-any-return]

    def evidence_of(self, table: Any, act: Statement) -> Iterable[Evidence]:
        """Return the evidence of a statement for each location."""
        if act.location is None and (evidence := self.functions.get("evidence")):
            return evidence(table, act)  # type: ignore[no-any-return]
        place = self.hand_of(table, act) if act.location is None else act.location
        return (Evidence(place, act.cards, isinstance(act, HoldsOnly)),)

    def interchangeable_locations(self, table: Any) -> Iterable[tuple[Location, ...]]:
        """Return groups of locations that may be confused with one another, because nobody said which is which."""
        interchangeable = self.functions.get("interchangeable")
        return interchangeable(table) if interchangeable else ()

    def moves_of(self, table: Any, act: Any) -> tuple[Move, ...]:
        """Return the moves of cards by an act."""
        moves = self.functions.get("moves")
        return tuple(moves(table, act)) if moves else ()

    def keep_shown_cards(self, table: Any, act: Any) -> Any:
        """Return the table after an act that was void or taken back: only its shown cards stay known."""
        shown_cards = [(self.hand_of(table, act), act.cards)] if isinstance(act, Shows) else []
        shown_cards += [(move.source, move.cards) for move in self.moves_of(table, act)]
        for place, cards in shown_cards:
            seat = table.knowledge.owner(place)
            if seat is not None and (known_cards := tuple(card for card in cards if card is not UNSEEN)):
                fact = Holds(seat, known_cards, line=act.line)
                # If a player has several hands, it may not be known which one is meant.
                is_same_hand = self.hand_of(table, fact) == place
                if is_same_hand and self.judge(table, fact).verdict is not ILLEGAL:
                    table = self.apply(table, fact)
        return table

    def void(self, table: Any, act: Any) -> Any:
        """Return the table after a void act: the act has no effect, but its shown cards stay known."""
        on_void = self.functions.get("on_void")
        return self.keep_shown_cards(on_void(table, act) if on_void else table, act)

    def take_back(self, table: Any, act: Any) -> Any:
        """Return the table after an act that was taken back."""
        takes_back = self.functions.get("takes_back")
        return self.keep_shown_cards(takes_back(table, act) if takes_back else table, act)

    def judge(self, table: Any, act: Any) -> Ruling:
        """Return the ruling on an act, given the table before it. Nothing that a player can do raises an exception."""
        clause, answer = self.answer(table, act)
        if answer is None:
            return Ruling(LEGAL, clause, clause.text(table.options), table.options)
        return self._ruling(table, act, clause, answer)

    def reconsider(self, before: Any, later: Any, act: Any) -> Ruling | None:
        """Return a new ruling on an act that was open at the table `before` it, given a `later` table; None if nothing
        changes.
        """
        reconsiders = self.functions.get("reconsiders")
        answer = reconsiders(before, later, act) if reconsiders else None
        if answer is None or isinstance(answer, Ruling):
            return answer
        clause, _ = self.answer(before, act)
        return self._ruling(before, act, clause, answer)

    def lapse(self, before: Any, later: Any, act: Any) -> Ruling | None:
        """Return the ruling on an act that is still open when the hand ends; None if it stays open."""
        lapses = self.functions.get("lapses")
        answer = lapses(before, later, act) if lapses else None
        if answer is None or answer.verdict is not ILLEGAL:
            return None
        return self._ruling(before, act, self.answer(before, act)[0], answer)

    @property
    def can_reconsider(self) -> bool:
        """Whether the game judges open acts again with a later table."""
        return "reconsiders" in self.functions

    def due(self, table: Any) -> int | str | None:
        """Return the seat whose turn it is, or a text such as "the deal" if no player acts next; None if unknown."""
        awaits = self.functions.get("awaits")
        if awaits and (expectation := awaits(table)):
            return str(expectation)
        if not table.in_play:
            return THE_DEAL if table.complete else None
        return table.turn  # type: ignore[no-any-return]

    def settle(self, table: Any) -> PartialSettlement:
        """Return the settlement of a record that begins mid-hand, beyond the items in the table's ledger."""
        settles = self.functions.get("settles")
        return settles(table) if settles else PartialSettlement()

    def ranking(self, table: Any) -> tuple[tuple[int, ...], ...]:
        """Return the seats grouped by rank, best first; empty until something has been decided."""
        return self.functions["places"](table)  # type: ignore[no-any-return]

    def facts(self, table: Any) -> tuple[TableFact, ...]:
        """Return the facts that a screen displays beside the table."""
        shows = self.functions.get("shows")
        return tuple(shows(table)) if shows else ()

    @property
    def clause_ids(self) -> list[str]:
        """The ids of the clauses in printed order."""
        return sorted(self.clauses, key=_number)

    def clauses_naming(self, option: str) -> tuple[str, ...]:
        """Return the ids of the clauses that an option changes, switches on or switches off."""
        numbers = [number for number, clause in self.clauses.items() if option in clause.named_options]
        return tuple(sorted(numbers, key=_number))

    def printed_clauses(self, options: object) -> tuple[Clause[Any], ...]:
        """Return the clauses in force under these house rules, in printed order."""
        clauses = (self.clauses[number] for number in self.clause_ids)
        return tuple(clause for clause in clauses if clause.applies_under(options))

    def write(self, act: Any, seats: Seats) -> str:
        """Return an act as a line of a record."""
        return self.grammar.write(act, seats)

    def clauses_for(self, act: type, options: object) -> tuple[Clause[Any], ...]:
        """Return the clauses in force that judge an act, in the order in which they are asked."""
        if self._options is not options:
            self._options, self._clauses_by_act = options, self._clauses_by_options.setdefault(options, {})
        clauses_asked = self._clauses_by_act.get(act)
        if clauses_asked is None:
            clauses = (self.clauses[number] for number in self._precedence())
            clauses_asked = tuple(clause for clause in clauses if act in clause.acts and clause.applies_under(options))
            self._clauses_by_act[act] = clauses_asked
        return clauses_asked

    def _precedence(self) -> list[str]:
        """Return the numbers of all clauses in the order in which they are asked."""
        followers: dict[str, list[str]] = {}
        for number in self.clause_ids:
            followers.setdefault(self.clauses[number].after, []).append(number)
        order: list[str] = []

        def visit(number: str) -> None:
            order.append(number)
            for following in followers.get(number, ()):
                visit(following)

        for number in followers.get("", ()):
            visit(number)
        return order

    def _add(self, clause: Clause[Any]) -> Clause[Any]:
        if clause.id in self.clauses:
            raise IncompleteRulebook(f"{clause.citation} is registered twice")
        self.clauses[clause.id] = clause
        self._options, self._clauses_by_act = None, {}
        self._clauses_by_options.clear()
        return clause

    def _register(self, name: str, function: Function) -> Function:
        if name in self.functions:
            raise IncompleteRulebook(f"{self.slug}: {name} is registered twice")
        self.functions[name] = function
        return function

    def answer(self, table: Any, act: Any) -> tuple[Clause[Any], Answer | None]:
        """Return the deciding clause for an act, with its answer.

        The first objection decides, else the first doubt, else the last grounds.
        """
        clauses = self._clauses_by_act.get(type(act)) if self._options is table.options else None
        if clauses is None:
            clauses = self.clauses_for(type(act), table.options)
        deciding_clause: Clause[Any] = clauses[0]
        deciding_answer: Answer | None = None
        for clause in clauses:
            answer = clause.test(table, act)
            if answer is None:
                continue
            if answer.verdict is ILLEGAL:
                return clause, answer
            if deciding_answer is None or deciding_answer.verdict is LEGAL:
                deciding_clause, deciding_answer = clause, answer
            elif answer.depends_on:
                deciding_answer = replace(
                    deciding_answer, depends_on=deciding_answer.depends_on + answer.depends_on
                )  # a second doubt
        return deciding_clause, deciding_answer

    def _ruling(self, table: Any, act: Any, clause: Clause[Any], answer: Answer) -> Ruling:
        if answer.cites:
            clause = self.clauses[answer.cites]
        ruling = Ruling(
            answer.verdict,
            clause,
            answer.reason,
            table.options,
            answer.because,
            answer.word,
            answer.depends_on,
            answer.ask,
        )
        if answer.verdict is ILLEGAL and not answer.ask:
            ruling.find_alternatives = lambda: alternatives_to(self, table, act)
        return ruling


def player_range(players: range) -> str:
    """Return a range of player counts as text: ``2``, or ``2 to 4``."""
    smallest, largest = players[0], players[-1]
    return f"{smallest}" if smallest == largest else f"{smallest} to {largest}"


def _number(clause: str) -> list[int]:
    return [int(part) for part in clause.split(".")]
