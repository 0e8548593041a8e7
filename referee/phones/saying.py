"""What a player can tap: the likeliest acts, and what comes next in one that has been begun."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from referee.cards import Card
from referee.cards.pack import SUITS
from referee.club.match.view import MatchView
from referee.club.on_match import OnMatch
from referee.club.phones.public_record import TOLD
from referee.rules.notation.actions import Deal, Statement
from referee.rules.notation.grammar import Verb
from referee.rules.typing.shorthand import whose_turn

_MOST: Final = 8
"""How many large buttons there are."""
_RANKS: Final = "AKQJT98765432"
_CARDS: Final = ("CARD", "CARDS")


@dataclass(frozen=True, slots=True)
class Act:
    """Something to tap: what stands on it, the line that it is or begins, and whether it is `whole`."""

    label: str
    line: str
    whole: bool


@dataclass(frozen=True, slots=True)
class Offered:
    """What can be tapped: what is likely first, and all else that a line may begin with."""

    likely: tuple[Act, ...]
    others: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Next:
    """What comes next in a line that was begun: cards of which some were `seen`, a number, or one of some `acts`."""

    cards: tuple[tuple[Card, ...], ...] = ()
    seen: frozenset[Card] = frozenset()
    several: bool = False
    number: bool = False
    acts: tuple[Act, ...] = ()


def offered(public: MatchView) -> Offered:
    """Return what can be tapped at a table as it stands, without what only the referee is told."""
    secret = {verb.word for verb in public.book.grammar.verbs if issubclass(verb.make, TOLD)}
    acts: list[Act] = []
    for text in OnMatch(public).complete(""):
        words = text.removeprefix(_named(text, public.names)).split()
        if words and words[0] in secret:
            continue
        act = Act(f"{text.strip()} …" if text.endswith(" ") else text, text, not text.endswith(" "))
        # Of two words for one act, such as pass and passes, the first will do.
        if not any(each.whole and act.whole and each.label.startswith(act.label) for each in acts):
            acts.append(act)
    turn = whose_turn(public.book, public.sheet.state)
    likely = [each for each in acts if each.whole or _is_likely(each, public, turn is not None)][:_MOST]
    return Offered(tuple(likely), tuple(each for each in acts if each not in likely))


def begun(public: MatchView, text: str) -> Next:
    """Return what comes next in a line that was begun."""
    verb, at = _verb(public, text)
    part = None if verb is None else (verb.parts[1:] if verb.has_subject else verb.parts)[at]
    if part and part.slot is not None:
        if part.text in _CARDS:
            return _cards(public, several=part.text == "CARDS")
        if part.text == "N":
            return Next(number=True)
    lead = f"{text.strip()} "
    said = [each for each in OnMatch(public).complete(lead) if each.casefold().startswith(lead.casefold())]
    secret = {each.word for each in public.book.grammar.verbs if issubclass(each.make, TOLD)}
    acts = []
    for each in said:
        rest = each[len(lead) :].strip()
        if rest and rest.split()[0] not in secret:
            acts.append(Act(f"{rest} …" if each.endswith(" ") else rest, each, not each.endswith(" ")))
    return Next(acts=tuple(acts))


def _is_likely(act: Act, public: MatchView, somebodys_turn: bool) -> bool:
    """Tell whether half a line is what whoever's turn it is may do."""
    name = _named(act.line, public.names)
    rest = act.line.removeprefix(name).split()
    verbs = [each for each in public.book.grammar.verbs if rest and each.word == rest[0]]
    if not any(each.has_subject and not issubclass(each.make, Statement | Deal) for each in verbs):
        return False
    return not name if somebodys_turn else bool(name)


def _cards(public: MatchView, *, several: bool) -> Next:
    pack = public.book.pack_for(public.options)
    rows = [
        tuple(card for rank in _RANKS for card in pack.copies if (card.rank, card.suit) == (rank, suit))
        for suit in SUITS
    ]
    others = tuple(card for card in pack.copies if not any(card in row for row in rows))
    seen: set[Card] = set()
    for each in public.sheet.entries:
        for found in (getattr(each.line.act, "cards", ()), getattr(each.line.act, "card", None)):
            seen.update(card for card in (found if isinstance(found, tuple) else (found,)) if isinstance(card, Card))
        if each.line.text.startswith("deal"):
            seen.clear()
    return Next(tuple(filter(None, (*rows, others))), frozenset(seen), several)


def _verb(public: MatchView, text: str) -> tuple[Verb | None, int]:
    """Return the verb of which a line has all words so far, and how many parts those are."""
    words = text.strip().removeprefix(_named(text.strip(), public.names)).casefold().split()
    for verb in public.book.grammar.verbs:
        parts = verb.parts[1:] if verb.has_subject else verb.parts
        if 0 < len(words) < len(parts) and all(
            part.slot is None and part.text == word for part, word in zip(parts, words, strict=False)
        ):
            return verb, len(words)
    return None, 0


def _named(text: str, names: Sequence[str]) -> str:
    """Return the name with which a line begins; empty where there is none."""
    fits = [name for name in names if f"{text.strip()} ".startswith(f"{name} ")]
    return max(fits, key=len, default="")
