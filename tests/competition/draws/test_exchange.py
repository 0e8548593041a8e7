"""Exchanges are weighed as they should be: when they are over, no exchange of two players and no move helps."""

from collections.abc import Sequence
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.competition.draws.exchange import Wishes, exchanged
from referee.competition.field import pairs

Tables = Sequence[Sequence[int]]


@st.composite
def asked(draw: st.DrawFn) -> tuple[list[list[int]], Wishes]:
    size = draw(st.integers(2, 5))
    sizes = draw(st.lists(st.sampled_from([size, size + 1]), min_size=1, max_size=6))
    seated = iter(draw(st.permutations(range(sum(sizes)))))
    tables = [[next(seated) for _ in range(size)] for size in sizes]
    value = draw(st.lists(st.integers(-5, 20), min_size=sum(sizes), max_size=sum(sizes)))
    unwelcome: list[dict[int, int]] = [{} for _ in value]
    some = st.dictionaries(st.sampled_from(pairs(range(len(value)))), st.integers(1, 400), max_size=12)
    for (one, other), much in draw(some).items():
        unwelcome[one][other] = unwelcome[other][one] = much
    return tables, Wishes(unwelcome, value, draw(st.sampled_from([1, -1])))


def cost(tables: Tables, wishes: Wishes) -> int:
    """Add it up pair by pair."""
    met = [pair for table in tables for pair in pairs(table)]
    return sum(
        wishes.unwelcome[one].get(other, 0) + wishes.near * (wishes.value[one] - wishes.value[other]) ** 2
        for one, other in met
    )


@given(asked(), st.integers(0, 99))
@settings(max_examples=60)
def test_afterwards_nothing_that_two_tables_could_do_helps(question: tuple[list[list[int]], Wishes], seed: int) -> None:
    begun, wishes = question
    tables = exchanged(begun, wishes, Random(seed), 0)
    assert sorted(map(len, tables)) == sorted(map(len, begun))
    assert sorted(player for table in tables for player in table) == list(range(len(wishes.value)))
    reached = cost(tables, wishes)
    assert reached <= cost(begun, wishes)
    for here, there in pairs(range(len(tables))):
        for one in range(len(tables[here])):
            for other in range(len(tables[there])):
                changed = [list(table) for table in tables]
                changed[here][one], changed[there][other] = changed[there][other], changed[here][one]
                assert cost(changed, wishes) >= reached
        if len(tables[here]) != len(tables[there]):
            longer, shorter = sorted((here, there), key=lambda at: -len(tables[at]))
            for player in tables[longer]:
                changed = [[each for each in table if each != player] for table in tables]
                changed[shorter].append(player)
                assert cost(changed, wishes) >= reached


@given(asked(), st.integers(0, 99))
@settings(max_examples=50)
def test_disturbing_tables_never_leaves_them_worse(question: tuple[list[list[int]], Wishes], seed: int) -> None:
    begun, wishes = question
    costs = [cost(exchanged(begun, wishes, Random(seed), work), wishes) for work in (0, 500, 2000)]
    assert costs == sorted(costs, reverse=True)
