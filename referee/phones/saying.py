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
from referee.club.text.faults import ClubFault
from referee.rules import Verdict
from referee.rules.notation.actions import Deal, Statement
from referee.rules.notation.grammar import Part
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
    acts: list[Act] = []
    for text in OnMatch(public).complete(""):
        if _is_secret(public, text):
            continue
        act = Act(f"{text.strip()} …" if text.endswith(" ") else text, text, not text.endswith(" "))
        # Of two words for one act, such as pass and passes, the first will do.
        if not any(each.whole and act.whole and each.label.startswith(act.label) for each in acts):
            acts.append(act)
    turn = whose_turn(public.book, public.sheet.state)
    likely = [each for each in acts if each.whole or _is_likely(each, public, turn is not None)][:_MOST]
    likely = [each for each in likely if not (each.whole and _is_illegal(public, each.line))]
    return Offered(tuple(likely), tuple(each for each in acts if each not in likely))


def begun(public: MatchView, text: str) -> Next:
    """Return what comes next in a line that was begun: by each pattern that it fits so far."""
    lead = f"{text.strip()} "
    acts: list[Act] = []
    for part in _next_parts(public, lead):
        if part.text in _CARDS and part.slot is not None:
            return _cards(public, several=part.text == "CARDS")
        if part.text == "N" and part.slot is not None:
            return Next(number=True)
        if part.text == "NAME" or part.slot is None:
            words = public.names if part.slot is not None else (part.text,)
            acts += (Act(f"{word} …", f"{lead}{word} ", whole=False) for word in words)
    said = [each for each in OnMatch(public).complete(lead) if each.casefold().startswith(lead.casefold())]
    for each in said:
        rest = each[len(lead) :].strip()
        if rest and not _is_secret(public, each):
            acts.append(Act(f"{rest} …" if each.endswith(" ") else rest, each, not each.endswith(" ")))
    return Next(acts=tuple({each.line.strip(): each for each in acts}.values()))


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


def _next_parts(public: MatchView, text: str) -> list[Part]:
    """Return what may come next in a line, by the patterns whose words it has so far."""
    words = text.removeprefix(_named(text, public.names)).split()
    found = []
    for verb in public.book.grammar.verbs:
        parts, left = verb.parts[1:] if verb.has_subject else verb.parts, words
        for part in parts:
            if not left:
                if left is not words and not issubclass(verb.make, TOLD):
                    found.append(part)
                break
            taken = _taken(part, left, public.names)
            if not taken:
                break
            left = left[taken:]
    return found


def _taken(part: Part, words: Sequence[str], names: Sequence[str]) -> int:
    """Return how many words a part of a pattern takes of some; 0 where it takes none, or that is not known here."""
    if part.slot is None:
        return int(words[0].casefold() == part.text)
    if part.text == "NAME":
        return len(_named(" ".join(words), names).split())
    return int(part.text == "N" and words[0].isdecimal())


def _is_secret(public: MatchView, line: str) -> bool:
    """Tell whether a line begins as one that only the referee is told."""
    words = line.removeprefix(_named(line, public.names)).split()
    told = {verb.word for verb in public.book.grammar.verbs if issubclass(verb.make, TOLD)}
    return bool(words) and words[0] in told


def _is_illegal(public: MatchView, line: str) -> bool:
    try:
        return OnMatch(public).preview(line, None).ruling.verdict is Verdict.ILLEGAL
    except ClubFault:
        return True


def _named(text: str, names: Sequence[str]) -> str:
    """Return the name with which a line begins; empty where there is none."""
    fits = [name for name in names if f"{text.strip()} ".startswith(f"{name} ")]
    return max(fits, key=len, default="")
