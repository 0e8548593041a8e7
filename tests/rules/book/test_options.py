from dataclasses import fields

import pytest

from referee.rules import (
    OptionFault,
    changed_options,
    frozen,
    option,
    option_values,
    options_from,
    read_options,
    write_each_option,
    write_options,
)
from referee.rules.book.clause import Clause
from referee.rules.book.options import option_definitions


@frozen
class Options:
    limit: int = option(3, 5, question="How many penalties?")
    stake: int = option(1, question="What is the stake?", minimum=0)
    royal: str = option("10_to_A", "none", question="Is there a royal flush?")
    locks: bool = option(False, question="Does a pass lock?")


def test_options_are_read_and_printed_when_they_differ() -> None:
    options = read_options(Options, ["limit=5", "stake = 12", "royal=NONE", "locks=yes"])
    assert options == Options(5, 12, "none", True)
    assert write_options(options) == "limit=5, stake=12, royal=none, locks=true"
    assert write_options(Options()) == ""
    assert [option_field.name for option_field in fields(Options)] == ["limit", "stake", "royal", "locks"]


@frozen
class Worded:
    high: str = option(question="Which card is high?", labels={"ace": "the ace", "two": "the two"})


def test_answers_in_words_are_the_values_and_the_first_is_the_usual_one() -> None:
    assert Worded().high == "ace"
    (choice,) = option_definitions(Worded)
    assert (choice.default, choice.values, choice.label("two")) == ("ace", ("ace", "two"), "the two")
    with pytest.raises(OptionFault, match=r"high cannot be 'three'\. Use ace or two"):
        read_options(Worded, ["high=three"])


def test_the_same_options_read_again_are_the_same_object() -> None:
    texts = ["limit=5", "locks=yes"]
    assert read_options(Options, texts) is read_options(Options, ["locks = true", "limit=5"])
    assert read_options(Options, texts) is not read_options(Options, ["limit=5"])


def test_options_are_the_same_again_when_they_were_kept_as_text() -> None:
    options = Options(limit=5, stake=0, locks=True)
    assert option_values(options) == {"limit": "5", "stake": "0", "royal": "10_to_A", "locks": "true"}
    assert changed_options(options) == {"limit": "5", "stake": "0", "locks": "true"}
    assert options_from(Options, option_values(options)) == options_from(Options, changed_options(options)) == options
    assert read_options(Options, write_each_option(option_values(options))) == options
    with pytest.raises(OptionFault, match="limit cannot be '4'"):
        options_from(Options, {"limit": "4"})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("limit=4", "limit cannot be '4'. Use 3 or 5"),
        ("stake=-1", "stake cannot be '-1'. Use a whole number from 0"),
        ("stake=x", "a whole number from 0"),
        ("royal", "is not NAME=VALUE"),
        ("lock=true", "Did you mean locks?"),
        ("locks=maybe", "false or true"),
    ],
)
def test_an_option_that_cannot_be_is_refused(text: str, message: str) -> None:
    with pytest.raises(OptionFault, match=message.replace("?", r"\?")):
        read_options(Options, [text])


def test_a_clause_prints_what_is_in_force() -> None:
    clause = Clause("g", "1.1", "At {limit} you are out.", len, variants={"royal=none locks=true": "Neither."})
    assert clause.text(Options()) == "At three you are out."
    assert clause.text(Options(limit=5)) == "At five you are out."
    assert clause.text(Options(royal="none")) == "At three you are out."
    assert clause.text(Options(royal="none", locks=True)) == "Neither."


def test_a_clause_counts_what_an_option_says() -> None:
    clause = Clause("g", "1.2", "The ante is {stake:chip}.", len)
    assert clause.named_options == {"stake"}
    assert clause.text(Options()) == "The ante is 1 chip."
    assert clause.text(Options(stake=25)) == "The ante is 25 chips."


def test_a_clause_may_be_worded_alike_for_several_values() -> None:
    clause = Clause("g", "1.3", "Three.", len, variants={"limit=5|7 royal=none": "Five or seven, with no royal flush."})
    assert clause.named_options == {"limit", "royal"}
    assert clause.text(Options(limit=5, royal="none")) == "Five or seven, with no royal flush."
    assert clause.text(Options(royal="none")) == clause.text(Options(limit=5)) == "Three."


def test_a_clause_of_one_option_is_printed_under_it_alone() -> None:
    clause = Clause("g", "1.4", "Who has passed is out.", len, only="locks=true royal=none")
    assert clause.named_options == {"locks", "royal"}
    assert clause.text(Options(locks=True, royal="none")) == "Who has passed is out."
    assert clause.text(Options(locks=True)) == clause.text(Options()) == ""
    assert not clause.applies_under(Options(royal="none"))
