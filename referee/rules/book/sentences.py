"""The sentences of a ruling in printed order: the fact, the next step, the rule."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards.words import join_words
from referee.rules.book.answer import Ruling


def deciding_fact(ruling: Ruling, *outcomes: str, previous_verdict: str = "") -> str:
    """Return the deciding fact of a ruling, followed by its `outcomes`.

    If a later line changed the verdict, `previous_verdict` comes first.
    """
    reason = "" if ruling.reason == ruling.rule else ruling.reason
    if not outcomes and not previous_verdict:
        return reason
    return " ".join(filter(None, [f"({previous_verdict})" if previous_verdict else "", reason, *outcomes]))


def next_step_of(ruling: Ruling) -> str:
    """Return the next step after a ruling: the question to ask, the legal alternatives, and the acts due."""
    return write_next_step(ruling.ask, [offer.text for offer in ruling.alternatives], ruling.due)


def write_next_step(ask: str, instead: Sequence[str], due: Sequence[str]) -> str:
    """Return the next step after a stored ruling, given its texts."""
    sentences = [ask] if ask else []
    if instead:
        sentences.append(f"Instead: {write_choice(instead)}.")
    if due:
        sentences.append(f"Next: {write_choice(due)}.")
    return " ".join(sentences)


def cite_rule(ruling: Ruling, *, in_full: bool = True) -> str:
    """Return the deciding rule as ``Rule 6.5.``; with `in_full`, also its text and the lines cited."""
    if not in_full:
        return f"Rule {ruling.clause.id}."
    lines = f" Line{'s' * (len(ruling.because) > 1)} {join_words(ruling.because)}." if ruling.because else ""
    return f"Rule {ruling.clause.id}: {ruling.rule}{lines}"


def write_choice(acts: Sequence[str]) -> str:
    """Return some acts as a choice that states their common beginning once: ``Ann sticks, buys 4 to 8 or twists``."""
    words = [act.split(" ") for act in acts]
    common_count = 0
    while len(acts) > 1 and all(
        len(act_words) > common_count + 1 and act_words[common_count] == words[0][common_count] for act_words in words
    ):
        common_count += 1
    begin = " ".join(words[0][:common_count])
    endings = [" ".join(act_words[common_count:]) for act_words in words]
    has_several = any("," in act_words or " or " in act_words for act_words in endings)
    return f"{begin} {'; '.join(endings) if has_several else join_words(endings, 'or')}".strip()
