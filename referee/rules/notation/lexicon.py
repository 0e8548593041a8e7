"""What players write for the words of a record: other forms of a verb, other verbs, and other ways to write a number.

A game has a verb where its grammar has it, so that a phrase means only what can be recorded in that game. Whatever has
two meanings does not stand here.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Final

from referee.rules.notation.spelling import is_slip

# What is written after a name, and the verb that it stands for, as a game may have it.
PHRASES: Final = {
    "all in": "is all-in",
    "all-in": "is all-in",
    "allin": "is all-in",
    "is all in": "is all-in",
    "is allin": "is all-in",
    "goes all in": "is all-in",
    "goes all-in": "is all-in",
    "goes allin": "is all-in",
    "moves all in": "is all-in",
    "moves all-in": "is all-in",
    "pushes all in": "is all-in",
    "shoves": "is all-in",
    "jams": "is all-in",
    "makes it": "raises to",  # where nobody has bet yet, it is a bet
    "raises it to": "raises to",
    "raises up to": "raises to",
    "re-raises": "raises",
    "wins the pot": "takes the pot",
    "scoops the pot": "takes the pot",
    "takes it all": "takes the pot",
    "takes it down": "takes the pot",
    "reraises": "raises",
    "knocks": "checks",
    "taps": "checks",
    "drops out": "folds",
    "throws in": "folds",
    "posts sb": "posts the small blind",
    "posts small blind": "posts the small blind",
    "posts bb": "posts the big blind",
    "posts big blind": "posts the big blind",
    "tables": "shows",
    "reveals": "shows",
    "turns over": "shows",
    "leads": "plays",
    "throws": "plays",
    "lays": "plays",
    "lays down": "plays",
    "puts down": "plays",
    "-": "passes",
    "–": "passes",
}
# More words than these are in no phrase.
_LONGEST: Final = 4
# Words that may stand before a number and say no more than it does.
FILLERS: Final = frozenset({"for", "with", "of"})
_FILLED: Final = ("is all-in", "calls")
# What players do in card games: none of it is a slip of the keys for something else.
_DOINGS: Final = """
    antes bets bids blocks bluffs burns busts buys calls challenges checks claims collects covers cuts deals
    declares declines discards doubles draws drops exchanges finishes folds forces gets gives goes hits holds jams
    keeps knocks lays leads loses makes melds mucks offers opens passes pays picks plays posts puts raises reveals
    says sells shoves shows shuffles sits skips splits stakes stands starts stays steals sticks straddles swaps
    tables takes throws trades trails trumps turns twists wants wins
"""
DOINGS: Final = frozenset(_DOINGS.split())
_NUMBERED: Final = re.compile(r"\(?\d{1,3}[.):]|[-*•–—]")
_MONEY: Final = re.compile(r"[$€£]?(\d{1,3}(?:[,'’]\d{3})+|\d+)(?:\.(\d))?(k?)[$€£]?", re.IGNORECASE)


def without_marks(line: str) -> list[str]:
    """Return the words of a line without what only sets it out: a number or a bullet before it, a colon, a dash."""
    words = line.split()
    if len(words) > 1 and _NUMBERED.fullmatch(words[0]):
        del words[0]
    if ":" in line:
        words = [bare for word in words if (bare := word.rstrip(":"))]
    if len(words) > 2 and words[1] in ("-", "–", "—"):
        del words[1]
    return words


def verb_for(
    said: Sequence[str], known: Container[str], phrases: Mapping[str, str] = PHRASES
) -> tuple[int, list[str]] | None:
    """Return how many of the words after a name stand for a verb of the game, and that verb; None where none do.

    `known` are the first words of the game's verbs, and `phrases` what may be written for them in that game.
    """
    folded = [word.casefold() for word in said[:_LONGEST]]
    for length in range(len(folded), 0, -1):
        for first in _forms(folded[0]):
            phrase = phrases.get(" ".join([first, *folded[1:length]]), "")
            if phrase and phrase.split()[0] in known:
                return length, phrase.split()
    return next(((1, [form]) for form in _forms(folded[0]) if form in known), None) if folded else None


def _forms(word: str) -> Iterator[str]:
    """Yield a verb as it is written and as a record has it: ``check``, ``checked`` and ``checking`` as ``checks``."""
    yield word
    stems = [word]
    if word.endswith("ed"):
        stems += [word[:-2], word[:-1]]
        stems += [word[:-3]] if word[-3:-2] == word[-4:-3] else []
    if word.endswith("ing"):
        stems += [word[:-3], f"{word[:-3]}e"]
    for stem in stems:
        yield f"{stem}s"
        yield f"{stem}es"


def number(word: str) -> str:
    """Return a number without its currency, its thousands and its ``k``; any other word as it is."""
    word = word.rstrip(",;")
    if not (found := _MONEY.fullmatch(word)) or (found[2] and not found[3]):
        return word
    whole = re.sub("[,'’]", "", found[1])
    return f"{whole}{found[2] or '0'}00" if found[3] else whole


def is_filler(word: str, verb: Sequence[str], following: Sequence[str]) -> bool:
    """Tell whether a word between a verb and a number says nothing: ``is all-in for 35``."""
    amount = following[0] if following else ""
    return word.casefold() in FILLERS and " ".join(verb) in _FILLED and number(amount).isdecimal()


def may_be_a_verb(word: str, verbs: Sequence[str]) -> bool:
    """Tell whether a word is what players do in card games, or a slip of the keys for a verb of the game."""
    return any(form in DOINGS or form in verbs for form in _forms(word.casefold())) or slip_for(word, verbs) is not None


def slip_for(typed: str, verbs: Sequence[str]) -> str | None:
    """Return the verb that was meant by one with a slip of the keys; None for a word that means something else."""
    word = typed.casefold()
    if any(form in DOINGS for form in _forms(word)):
        return None
    begun = [verb for verb in verbs if len(word) > 2 and verb.startswith(word)]
    return next((verb for verb in (*begun, *verbs) if verb in begun or is_slip(word, verb)), None)
