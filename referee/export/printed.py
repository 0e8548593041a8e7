"""The content of printed rulebooks and record sheets, without layout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.cards.immutable import frozen
from referee.cards.words import join_words
from referee.export.front import PrintedFront, printed_front
from referee.games import SHARED_PAGES, shared_rulebook
from referee.games.listing import SOURCES
from referee.rules import Clause, Record, Rulebook, option_definitions, replace, write_options
from referee.rules.book.options import OptionDefinition, option_text
from referee.rules.suggestions.examples import Example, examples

SILENT: Final = "†"
FOOTNOTE: Final = f"{SILENT} The source is silent here: this is our reading. Clauses without a mark follow the source."
OVERRULED: Final = "‡"
FROM_ELSEWHERE: Final = "§"


@frozen
class PrintedClause:
    """A clause with its text under the house rules.

    `mark` is a dagger if the source is silent, and a double dagger if it differs, which `overrules` explains. `source`
    names another rulebook from which the clause is taken, if any.
    """

    number: str
    text: str
    mark: str
    source: str = ""
    overrules: str = ""


@frozen
class PrintedChapter:
    """A chapter with its clauses in force.

    The `cited` clauses are printed on another page instead, such as those on betting.
    """

    number: str
    title: str
    clauses: tuple[PrintedClause, ...]
    cited: tuple[CitedClauses, ...] = ()


@frozen
class CitedClauses:
    """Clauses of a chapter that are printed on another page: its slug, its title, and their numbers."""

    slug: str
    title: str
    numbers: tuple[str, ...]

    @property
    def spans(self) -> str:
        """The numbers, with consecutive ones as spans, such as ``4.1, 4.8 to 4.12``."""
        spans: list[list[str]] = []
        for number in self.numbers:
            chapter, place = number.split(".")
            if spans and spans[-1][-1] == f"{chapter}.{int(place) - 1}":
                spans[-1].append(number)
            else:
                spans.append([number])
        return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(run) for run in spans)


@frozen
class HouseRule:
    """A house rule: its question, the answer in force, the alternatives, and the clauses that depend on it.

    `settings` has the alternatives as options of the command line. `changed` is set if the answer is not the default.
    """

    question: str
    answer: str
    alternatives: str
    clauses: tuple[str, ...]
    settings: tuple[str, ...]
    changed: bool


@frozen
class PrintedRulebook:
    """A complete rulebook. `played_by` names the club and season whose house rules are in force, if any."""

    slug: str
    title: str
    about: str
    source: str
    played_by: str
    chapters: tuple[PrintedChapter, ...]
    house_rules: tuple[HouseRule, ...]
    front: PrintedFront | None = None
    mistakes: tuple[PrintedClause, ...] = ()

    @property
    def clauses(self) -> tuple[PrintedClause, ...]:
        """All clauses printed in this book, in order."""
        return tuple(clause for chapter in self.chapters for clause in chapter.clauses) + self.mistakes

    @property
    def footnotes(self) -> tuple[str, ...]:
        """The meanings of the marks on the clauses, or nothing without marks."""
        clauses = self.clauses
        notes = [FOOTNOTE] if any(clause.mark == SILENT for clause in clauses) else []
        notes += [
            f"{OVERRULED} {clause.number}: the source says otherwise. {clause.overrules}"
            for clause in clauses
            if clause.overrules
        ]
        sources = "; ".join(f"{clause.number} from {clause.source}" for clause in clauses if clause.source)
        notes += [f"{FROM_ELSEWHERE} Taken from another rulebook: {sources}."] if sources else []
        return tuple(notes)


@frozen
class PrintedSheet:
    """A record sheet, the one-page guide to recording: header, a line for each verb, and spelling.

    `clauses` has those that only the scorer needs.
    """

    slug: str
    title: str
    played_by: str
    header: str
    lines: tuple[Example, ...]
    spelling: tuple[str, ...]
    clauses: tuple[PrintedClause, ...] = ()


def printed_rulebook(book: Rulebook, options: Any, played_by: str = "") -> PrintedRulebook:
    """Return a rulebook under the given house rules."""
    numbers = book.players_for(options)
    playable = [players for players in numbers if not book.refusal(options, players)] or numbers
    fewest, most = playable[0], playable[-1]
    pack = book.pack_for(options)
    cards = "" if str(len(pack)) in pack.name else f" of {len(pack)} cards"
    about = (
        f"{fewest} to {most} players, {pack.name}{cards}" if fewest != most else f"{fewest} players, {pack.name}{cards}"
    )
    return PrintedRulebook(
        slug=book.slug,
        title=book.title,
        about="for every game with bets" if book.slug in SHARED_PAGES else about,
        source=join_words([SOURCES.get(seed, f"source text {seed}") for seed in book.seed.split()]),
        played_by=played_by,
        chapters=_printed_chapters(book, options),
        house_rules=_printed_house_rules(book, options),
        front=printed_front(book, options),
        mistakes=_mistakes(book, options),
    )


def printed_sheet(book: Rulebook, options: Any, records: Sequence[Record], played_by: str = "") -> PrintedSheet:
    """Return the record sheet of a game under the given house rules, with examples from `records` if possible."""
    return PrintedSheet(
        slug=book.slug,
        title=book.title,
        played_by=played_by,
        header=_header(book, options, records),
        lines=examples(book, options, records),
        spelling=(*_card_spellings(book, options), *_LINE_SPELLINGS, *_never_standing(book, options)),
        clauses=tuple(
            _printed_clause(clause, options)
            for clause in book.printed_clauses(options)
            if clause.is_scorer_only(options)
        ),
    )


def printed_clause(book: Rulebook, number: str, options: Any) -> PrintedClause:
    """Return one clause under the given house rules."""
    return _printed_clause(book.clauses[number], options)


def _header(book: Rulebook, options: Any, records: Sequence[Record]) -> str:
    """Return the header of a record under the given house rules, with an allowed number of seats."""
    usual_players = len(records[0].seats) if records else 3
    may_play = [number for number in book.players_for(options) if book.refusal(options, number) is None]
    players = (
        usual_players
        if usual_players in may_play or not may_play
        else min(may_play, key=lambda number: abs(number - usual_players))
    )
    rows = [f"game: {book.slug}", f"seats: {', '.join(_PEOPLE[:players])}"]
    if options_text := write_options(options):
        rows.append(f"options: {options_text}")
    if records and (played_on := records[0].played_on):
        rows.append(f"date: {played_on.isoformat()}")
    return "\n".join(rows)


_PEOPLE: Final = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
_LINE_SPELLINGS: Final = (
    "“seats:” names the players clockwise round the table; “options:” lists the house rules that were changed, such "
    "as “options: NAME=VALUE, NAME=VALUE”.",
    "A name may be shortened as long as it fits only one player, in upper or lower case: an for Ann.",
    "End a line with “, taken back” if it was undone at the table, or an illegal line with “, stands” if it was let "
    "stand.",
    "Anything after # is a remark. Empty lines are ignored once play has begun.",
    "A record that begins in the middle of a hand starts with “hand: in progress”, and may leave out the seats.",
)


def _printed_chapters(book: Rulebook, options: Any) -> tuple[PrintedChapter, ...]:
    elsewhere = _printed_elsewhere(book, options)
    mistakes = book.overview.mistakes if book.overview else ()
    printed_here = [
        clause
        for clause in book.printed_clauses(options)
        if clause.id not in elsewhere and not clause.is_scorer_only(options) and clause.text(options)
    ]
    chapters = []
    for section in sorted(book.sections, key=lambda section: int(section.id)):
        section_clauses = [
            clause for clause in printed_here if clause.id.split(".")[0] == section.id and clause.id not in mistakes
        ]
        clauses = tuple(_printed_clause(clause, options) for clause in section_clauses)
        cited = _cited_clauses(elsewhere, section.id)
        if clauses or cited:
            chapters.append(PrintedChapter(section.id, section.title, clauses, cited))
    return tuple(chapters)


def _mistakes(book: Rulebook, options: Any) -> tuple[PrintedClause, ...]:
    """Return the clauses about mistakes at the table, which follow the sample hand."""
    if book.overview is None:
        return ()
    clauses = (book.clauses[number] for number in book.overview.mistakes)
    return tuple(_printed_clause(clause, options) for clause in clauses if clause.text(options))


def _printed_clause(clause: Clause[Any], options: Any) -> PrintedClause:
    mark = OVERRULED if clause.overrules else SILENT if clause.interpretation else ""
    return PrintedClause(clause.id, clause.text(options), mark, overrules=clause.overrules)


def _printed_elsewhere(book: Rulebook, options: Any) -> dict[str, str]:
    """Return the clauses that another page prints word for word, with that page's slug."""
    slugs = {}
    for number, slug in book.pages.items():
        if slug == book.slug or not (clause := book.clauses[number]).applies_under(options):
            continue
        shared_page = shared_rulebook(slug)
        shared_clause = shared_page.clauses.get(number)
        if (
            shared_clause
            and shared_clause.text(shared_page.options()) == clause.text(options)
            and shared_clause.overrules == clause.overrules
        ):
            slugs[number] = slug
    return slugs


def _cited_clauses(elsewhere: Mapping[str, str], chapter: str) -> tuple[CitedClauses, ...]:
    numbers = sorted((number for number in elsewhere if number.split(".")[0] == chapter), key=_clause_order)
    slugs = dict.fromkeys(elsewhere[number] for number in numbers)
    return tuple(
        CitedClauses(
            slug,
            shared_rulebook(slug).title,
            tuple(clause_number for clause_number in numbers if elsewhere[clause_number] == slug),
        )
        for slug in slugs
    )


def _clause_order(number: str) -> tuple[int, ...]:
    return tuple(map(int, number.split(".")))


def _never_standing(book: Rulebook, options: Any) -> tuple[str, ...]:
    """Return a sentence that lists the illegal acts whose line must end with "stands", or no sentence."""
    spoken_acts = dict.fromkeys(verb.act_type for verb in book.grammar.verbs if book.grammar.is_spoken(verb.act_type))
    spoken_list = join_words([book.grammar.verb_of(act).pattern.removeprefix("NAME ") for act in spoken_acts])
    broken = join_words([clause.id for clause in book.printed_clauses(options) if clause.never_stands])
    kinds = [f"spoken declarations ({spoken_list})"] if spoken_list else []
    kinds += ["a play of cards known to be elsewhere"] if "moves" in book.functions else []
    kinds += [f"a breach of {broken}"] if broken else []
    if not kinds:
        return ()
    return (
        "If play continues after an illegal line, the line stands. "
        f"Some lines stand only if they end with “, stands”: {'; '.join(kinds)}.",
    )


def _printed_house_rules(book: Rulebook, options: Any) -> tuple[HouseRule, ...]:
    """Return the house rules to print: those with another answer, or with an effect on printed clauses."""
    elsewhere = {
        number
        for number, slug in book.pages.items()
        if slug != book.slug
        and number in shared_rulebook(slug).clauses
        and not book.clauses[number].applies_under(options)
    }
    elsewhere.update(_printed_elsewhere(book, options))
    ordered = sorted(
        option_definitions(book.options), key=lambda choice: _clause_order(book.clauses_naming(choice.name)[0])
    )
    return tuple(
        _printed_house_rule(choice, book, options)
        for choice in ordered
        if getattr(options, choice.name) != choice.default or not elsewhere >= _changed_by(choice, book, options)
    )


def _changed_by(choice: OptionDefinition, book: Rulebook, options: Any) -> set[str]:
    """Return the clauses whose text another answer would change."""
    value = getattr(options, choice.name)
    other_values = choice.values or (value + 1, choice.minimum)
    other_options = [
        replace(options, **{choice.name: other_value}) for other_value in other_values if other_value != value
    ]
    clauses = [book.clauses[number] for number in book.clauses_naming(choice.name)]
    return {
        clause.id
        for clause in clauses
        for changed_options in other_options
        if clause.text(changed_options) != clause.text(options)
    }


def _printed_house_rule(choice: OptionDefinition, book: Rulebook, options: Any) -> HouseRule:
    value = getattr(options, choice.name)
    alternatives = [other_value for other_value in choice.values if other_value != value]
    number = "a number" if value in dict(choice.labels) else "another number"
    return HouseRule(
        question=choice.question,
        answer=choice.label(value),
        alternatives="; or ".join(map(choice.label, alternatives)) or number,
        clauses=book.clauses_naming(choice.name),
        settings=tuple(f"{choice.name}={option_text(other_value)}" for other_value in alternatives)
        or (f"{choice.name}=N",),
        changed=value != choice.default,
    )


def _card_spellings(book: Rulebook, options: Any) -> tuple[str, ...]:
    pack = book.pack_for(options)
    ten = "10H, TH, HT and H10 are all the ten of hearts" if "TH" in pack.by_text else "7H and H7 are one card"
    meanings = {
        "BJ": "BJ is the black-and-white joker",
        "CJ": "CJ is the colour joker",
        "W": "W is a wildcard",
    }
    special = [text for card, text in meanings.items() if card in pack.by_text]
    return (
        "; ".join([f"{ten}, in lower case too", *special, "?? is a card that nobody saw"]) + ".",
        "Cards may follow one another without spaces: 4S4H.",
    )
