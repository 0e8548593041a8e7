"""The common lexicon: verb forms, synonyms of verbs, and spellings of numbers.

Words of a single game, or of related games, are declared beside the acts of these games.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from referee.rules.notation.spelling import is_slip

# The beginning of a pattern, and the phrases for it in every game that has such an act.
PHRASES: Final = {
    "plays": "leads, throws, lays (down), puts down",
    "passes": "-, –",
    "shows CARDS": "tables, reveals, turns/flips over, has CARDS",
    "holds CARDS": "has CARDS",
    "deal by NAME": "NAME deals (cards/hand), NAME is dealer, (the) dealer (is) NAME, deal NAME",
}
# Words that may stand before a number and say no more than it does.
FILLERS: Final = frozenset({"for", "with", "of"})
# Verbs of card games, which are never taken for typing slips.
_DOINGS: Final = """
    antes bets bids blocks bluffs burns busts buys calls challenges checks claims collects covers cuts deals
    declares declines discards doubles draws drops exchanges finishes folds forces gets gives goes hits holds jams
    keeps knocks lays leads loses makes melds mucks offers opens passes pays picks plays posts puts raises reveals
    says sells shoves shows shuffles sits skips splits stakes stands starts stays steals sticks straddles swaps
    tables takes throws trades trails trumps turns twists wants wins
"""
CARD_VERBS: Final = frozenset(_DOINGS.split())
# Forms of verbs that do not follow from the verb.
_PAST: Final = {
    "beat": "beats", "bought": "buys", "came": "comes", "drew": "draws", "dealt": "deals", "gave": "gives",
    "got": "gets", "had": "has", "held": "holds", "kept": "keeps", "laid": "lays", "led": "leads", "left": "leaves",
    "lost": "loses", "made": "makes", "met": "meets", "paid": "pays", "said": "says", "sat": "sits", "saw": "sees",
    "stole": "steals", "stood": "stands", "stuck": "sticks", "swept": "sweeps", "threw": "throws", "took": "takes",
    "went": "goes", "won": "wins",
}  # fmt: skip
# Compiled when a line has one: few have, and that takes as long as to rule on a hundred lines.
_NUMBERED: Final = r"\(?\d{1,3}[.):]|[-*•–—]"
_MONEY: Final = r"[$€£]?(\d{1,3}(?:[,'’]\d{3})+|\d+)(?:\.(\d))?(k?)[$€£]?"


def without_marks(line: str) -> list[str]:
    """Return the words of a line without layout: no leading number or bullet, colons or brackets."""
    words = line.split()
    if len(words) > 1 and not words[0][0].isalpha() and re.fullmatch(_NUMBERED, words[0]):
        del words[0]
    if ":" in line or "!" in line:
        words = [bare for word in words if (bare := word.rstrip(":!"))]
    if "(" in line:
        words = [bare for word in words if (bare := word.strip("()"))]
    if len(words) > 2 and words[1] in ("-", "–", "—"):
        del words[1]
    return words


def verb_forms(word: str) -> Iterator[str]:
    """Yield a word and the forms it may have in a pattern: ``checks`` for ``check``, ``checked``, ``checking``."""
    yield word
    if word in _PAST:
        yield _PAST[word]
    stems = [word]
    if word.endswith("ed"):
        stems += [word[:-2], word[:-1]]
        stems += [word[:-3]] if word[-3:-2] == word[-4:-3] else []
    if word.endswith("ing"):
        stems += [word[:-3], f"{word[:-3]}e"]
    for stem in stems:
        yield f"{stem}s"
        yield f"{stem}es"


def plain_number(word: str) -> str:
    """Return a number without currency, thousands separators and ``k``. Return any other word unchanged."""
    word = word.rstrip(",;")
    if not (match := re.fullmatch(_MONEY, word, re.IGNORECASE)) or (match[2] and not match[3]):
        return word
    digits = re.sub("[,'’]", "", match[1])
    return f"{digits}{match[2] or '0'}00" if match[3] else digits


def may_be_a_verb(word: str, verbs: Sequence[str]) -> bool:
    """Tell whether a word is a card-game verb, or a typing slip for one of this game's verbs."""
    return (
        any(form in CARD_VERBS or form in verbs for form in verb_forms(word.casefold()))
        or verb_meant(word, verbs) is not None
    )


def verb_meant(text: str, verbs: Sequence[str]) -> str | None:
    """Return the verb that a word abbreviates or misspells; None if there is none."""
    word = text.casefold()
    if any(form in CARD_VERBS for form in verb_forms(word)):
        return None
    completions = [verb for verb in verbs if len(word) > 2 and verb.startswith(word)]
    return next((verb for verb in (*completions, *verbs) if verb in completions or is_slip(word, verb)), None)
