"""A rulebook as it is printed, and the sheet of what may be recorded: what stands there, without how it looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.cards.words import listed
from referee.games.listing import listed_as
from referee.rules import Record, Rulebook, choices, write_options
from referee.rules.book.options import Choice
from referee.rules.typing.examples import Example, examples

OPEN_IN_THE_TEXT: Final = "†"
FOOTNOTE: Final = f"{OPEN_IN_THE_TEXT} The text that the rules come from leaves this open; it is the reading chosen."
FROM_ELSEWHERE: Final = "‡"


@dataclass(frozen=True, slots=True)
class PrintedClause:
    """A clause as it reads under the house rules; `mark` is a dagger where it is a reading of an open question.

    `source` is where it is taken from, where that is another rulebook, and then the mark is a double dagger.
    """

    number: str
    text: str
    mark: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class PrintedChapter:
    """A chapter with the clauses that are in force."""

    number: str
    title: str
    clauses: tuple[PrintedClause, ...]


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A question that the club answers: the answer in force, the others, and the clauses that change with it.

    `typed` is the answer as it is given to the program; `changed` says that it is not the usual one.
    """

    asks: str
    answer: str
    others: str
    clauses: tuple[str, ...]
    typed: str
    changed: bool


@dataclass(frozen=True, slots=True)
class PrintedRulebook:
    """A whole rulebook. `played` says whose house rules are in force, where they are somebody's.

    `void` says what is never let stand because play went on from it.
    """

    slug: str
    title: str
    about: str
    source: str
    played: str
    chapters: tuple[PrintedChapter, ...]
    house_rules: tuple[HouseRule, ...]
    void: str = ""

    @property
    def footnotes(self) -> tuple[str, ...]:
        """What the marks of the clauses mean; none where there are no marks."""
        clauses = [clause for chapter in self.chapters for clause in chapter.clauses]
        found = [FOOTNOTE] if any(clause.mark == OPEN_IN_THE_TEXT for clause in clauses) else []
        taken = "; ".join(f"{clause.number} from {clause.source}" for clause in clauses if clause.source)
        found += [f"{FROM_ELSEWHERE} Taken from another rulebook: {taken}."] if taken else []
        return (*found, self.void) if self.void else tuple(found)


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """One page of what may be recorded: how a record begins, a line for each verb, and how things are spelled."""

    slug: str
    title: str
    played: str
    header: str
    lines: tuple[Example, ...]
    spelling: tuple[str, ...]


def printed(book: Rulebook, options: Any, played: str = "") -> PrintedRulebook:
    """Return a rulebook as it reads under some house rules."""
    listed = listed_as(book)
    numbers = book.players_for(options)
    fit = [players for players in numbers if not book.refusal(options, players)] or numbers
    few, many = fit[0], fit[-1]
    pack = book.pack_for(options)
    cards = "" if str(len(pack)) in pack.name else f" of {len(pack)} cards"
    return PrintedRulebook(
        slug=book.slug,
        title=book.title,
        about=f"{few} to {many} players, {pack.name}{cards}" if few != many else f"{few} players, {pack.name}{cards}",
        source=f"{listed.source} (source text {book.seed})" if listed.source else f"source text {book.seed}",
        played=played,
        chapters=_chapters(book, options),
        house_rules=tuple(_house_rule(each, options) for each in sorted(choices(book.options), key=_first_clause)),
        void=_never_stands(book, options),
    )


def printed_sheet(book: Rulebook, options: Any, recorded: Sequence[Record], played: str = "") -> PrintedSheet:
    """Return what may be recorded under some house rules, with lines from recorded hands where they have some."""
    return PrintedSheet(
        slug=book.slug,
        title=book.title,
        played=played,
        header=_header(book, options, recorded),
        lines=examples(book, options, recorded),
        spelling=(*_cards_spelled(book, options), *_LINES_SPELLED),
    )


def _header(book: Rulebook, options: Any, recorded: Sequence[Record]) -> str:
    """Return the head of a record under some house rules, with as many seats as may play by them."""
    shown = len(recorded[0].seats) if recorded else 3
    may_play = [number for number in book.players_for(options) if book.refusal(options, number) is None]
    players = shown if shown in may_play or not may_play else min(may_play, key=lambda number: abs(number - shown))
    rows = [f"game: {book.slug}", f"seats: {', '.join(_PEOPLE[:players])}"]
    if agreed := write_options(options):
        rows.append(f"options: {agreed}")
    if recorded and (played_on := recorded[0].played_on):
        rows.append(f"date: {played_on.isoformat()}")
    return "\n".join(rows)


def in_words(value: object) -> str:
    """Return a house rule's value for people: ``yes`` for true, ``face up out`` for ``face_up_out``."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")


_PEOPLE: Final = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
_LINES_SPELLED: Final = (
    "“seats:” names the players clockwise round the table; “options:” has the house rules that are not as usual, such "
    "as “options: NAME=VALUE, NAME=VALUE”.",
    "A name may be cut to any beginning that fits only one player, in any case: an for Ann.",
    "A line may end in “, taken back” when it was done and undone at the table, or in “, stands” when an illegal one "
    "was left to stand.",
    "What comes after # is a remark. An empty line means nothing once play has begun.",
    "A record that begins in the middle of a hand has “hand: in progress” at its head, and may leave out the seats.",
)


def _chapters(book: Rulebook, options: Any) -> tuple[PrintedChapter, ...]:
    chapters = []
    for section in sorted(book.sections, key=lambda section: int(section.id)):
        clauses = (book.clauses[id] for id in book.in_order if id.split(".")[0] == section.id)
        in_force = tuple(
            PrintedClause(each.id, text, OPEN_IN_THE_TEXT if each.interpretation else "")
            for each in clauses
            if (text := each.text(options))
        )
        if in_force:
            chapters.append(PrintedChapter(section.id, section.title, in_force))
    return tuple(chapters)


def _never_stands(book: Rulebook, options: Any) -> str:
    """Return of which acts against the rules it is never believed that they stood because play went on from them."""
    spoken = dict.fromkeys(verb.make for verb in book.grammar.verbs if book.grammar.is_spoken(verb.make))
    said = listed([book.grammar.verb_of(act).pattern.removeprefix("NAME ") for act in spoken])
    broken = listed([each.id for each in book.printed(options) if each.never_stands])
    kinds = [f"what is only said ({said})"] if said else []
    kinds += ["cards that are known to be elsewhere"] if "moves" in book.functions else []
    kinds += [f"what breaks {broken}"] if broken else []
    return (
        "An illegal act stands where play goes on from it as if it were legal. These stand only where their line says "
        f"“stands”: {'; '.join(kinds)}."
        if kinds
        else ""
    )


def _first_clause(choice: Choice) -> tuple[int, ...]:
    return min((tuple(map(int, clause.split("."))) for clause in choice.clauses), default=())


def _house_rule(choice: Choice, options: Any) -> HouseRule:
    value = getattr(options, choice.name)
    others = " or ".join(in_words(each) for each in choice.values if each != value) or choice.expected
    return HouseRule(
        asks=choice.asks,
        answer=in_words(value),
        others=others,
        clauses=choice.clauses,
        typed=f"{choice.name}={str(value).lower() if isinstance(value, bool) else value}",
        changed=value != choice.default,
    )


def _cards_spelled(book: Rulebook, options: Any) -> tuple[str, ...]:
    pack = book.pack_for(options)
    ten = "10H, TH, HT and H10 are all the ten of hearts" if "TH" in pack.by_text else "7H and H7 are one card"
    named = {
        "BJ": "BJ is the black joker",
        "CJ": "CJ is the coloured joker",
        "W": "W is a wildcard",
    }
    special = [text for card, text in named.items() if card in pack.by_text]
    return (
        "; ".join([f"{ten}, in small letters too", *special, "?? is a card that nobody saw"]) + ".",
        "Cards may follow one another without blanks: 4S4H.",
    )
