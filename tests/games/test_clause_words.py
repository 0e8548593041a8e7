"""What the club reads of a rulebook is said in the trade's words and in short sentences."""

import re
from collections.abc import Iterator

import pytest

from referee.games import SHARED_PAGES, SLUGS, rulebook, shared_rulebook
from referee.rules import Conditional, Rulebook, option_definitions

UNLEARNED = [
    r"^(Who|Whom|Whose)\b.*\.$",  # a question may begin so, a rule may not
    r"[.;:] Who\b",
    r"\b[Ww]hoever\b",
    r"\bbesides\b",
    r"\bso many\b",
    r"\banew\b",
    r"\bparted\b",
    r"\bparts? with\b",
    r"\bof (which|whom)\b",
    r"\b(is|are) to be\b",
    r"\bstead\b",
    r"\bput right\b",
    r"\bas usual\b",
    r"\ball the same\b",
    r"\blets? (it |a card )?go\b",
    r"\blies? open\b",
    r"\bnothing by that\b",
    r"\bcounts for nothing\b.*\bcounts for nothing\b",
    r"\bis no (bid|call)\b",
    r"_",  # a house rule as the program spells it
]
LONGEST = 30


def read_by_the_club(book: Rulebook) -> Iterator[tuple[str, str]]:
    """Every sentence of a rulebook, with where it stands."""
    for clause in book.clauses.values():
        for text in (clause.wording, *clause.variants.values(), clause.overrules):
            yield clause.id, re.sub(r"{[a-z_:]*}", "one", text)
    if book.overview:
        yield "aim", book.overview.aim
        for step in book.overview.steps:
            yield "step", re.sub(r"{[a-z_:]*}", "one", step.text if isinstance(step, Conditional) else step)
        for rank in book.overview.ranking:
            yield "ranking", f"{rank.name}: {rank.decides}"
        for payment in book.overview.payments:
            yield "payments", re.sub(r"{[a-z_:]*}", "one", f"{payment.when}: {payment.who}, {payment.how_much}")
    for choice in option_definitions(book.options):
        yield choice.name, choice.question
        for _, answer in choice.labels:
            yield choice.name, answer


BOOKS = [
    *(pytest.param(rulebook(slug), id=slug) for slug in SLUGS),
    *(pytest.param(shared_rulebook(s), id=s) for s in SHARED_PAGES),
]


@pytest.mark.parametrize("book", BOOKS)
def test_words_to_unlearn_are_not_printed(book: Rulebook) -> None:
    found = [(at, text) for at, text in read_by_the_club(book) for word in UNLEARNED if re.search(word, text)]
    assert found == []


@pytest.mark.parametrize("book", BOOKS)
def test_sentences_are_short(book: Rulebook) -> None:
    """An example after a colon, and a list of hands, are no sentence's length."""
    said = ((at, each) for at, text in read_by_the_club(book) for each in re.split(r"(?<=[.;:?]) ", text))
    long = [(at, each) for at, each in said if len(each.split()) > LONGEST and each.count(",") < 6]
    assert long == []


def test_a_word_to_unlearn_is_found() -> None:
    assert any(re.search(word, "Whoever has nothing to match may check.") for word in UNLEARNED)
    assert any(re.search(word, "Who has nothing to match may check.") for word in UNLEARNED)
    assert not any(re.search(word, "Who deals the next hand?") for word in UNLEARNED)
