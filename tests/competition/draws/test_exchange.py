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


@st.composite
def with_games(draw: st.DrawFn) -> tuple[list[list[int]], Wishes]:
    """Tables of two games, each with sizes of its own, and how often each player has played the game of each table."""
    games = draw(st.lists(st.sampled_from("ab"), min_size=2, max_size=6))
    least = {game: draw(st.integers(2, 5)) for game in "ab"}
    sizes = [least[game] + draw(st.integers(0, 1)) for game in games]
    seated = iter(draw(st.permutations(range(sum(sizes)))))
    tables = [[next(seated) for _ in range(size)] for size in sizes]
    unwelcome: list[dict[int, int]] = [{} for _ in range(sum(sizes))]
    some = st.dictionaries(st.sampled_from(pairs(range(sum(sizes)))), st.integers(1, 400), max_size=12)
    for (one, other), much in draw(some).items():
        unwelcome[one][other] = unwelcome[other][one] = much
    often = [{game: draw(st.integers(0, 90)) for game in "ab"} for _ in unwelcome]
    fits = [[each[game] for game in games] for each in often]
    return tables, Wishes(unwelcome, [0] * len(unwelcome), fits=fits, games=games)


def fitting(tables: Tables, wishes: Wishes) -> int:
    """Add to the cost how little each player fits at their table."""
    return cost(tables, wishes) + sum(wishes.fits[one][at] for at, table in enumerate(tables) for one in table)


@given(with_games(), st.integers(0, 99), st.sampled_from([0, 500]))
@settings(max_examples=60)
def test_each_game_keeps_as_many_tables_of_each_size_and_no_exchange_between_games_helps(
    question: tuple[list[list[int]], Wishes], seed: int, work: int
) -> None:
    begun, wishes = question
    tables = exchanged(begun, wishes, Random(seed), work)
    for game in "ab":
        before, after = (
            sorted(len(table) for table, of in zip(each, wishes.games, strict=True) if of == game)
            for each in (begun, tables)
        )
        assert after == before
    assert sorted(player for table in tables for player in table) == list(range(len(wishes.value)))
    reached = fitting(tables, wishes)
    assert reached <= fitting(begun, wishes)
    for here, there in pairs(range(len(tables))):
        for one in range(len(tables[here])):
            for other in range(len(tables[there])):
                changed = [list(table) for table in tables]
                changed[here][one], changed[there][other] = changed[there][other], changed[here][one]
                assert fitting(changed, wishes) >= reached


def test_tables_of_a_game_are_not_made_uneven_where_those_of_another_are_larger() -> None:
    """Nobody else is welcome to the first two. At tables of two and four they would be by themselves."""
    unwelcome: list[dict[int, int]] = [{} for _ in range(11)]
    for one in (0, 1):
        for other in (2, 3, 4, 5):
            unwelcome[one][other] = unwelcome[other][one] = 1
    begun = [[0, 2, 3], [1, 4, 5], [6, 7, 8, 9, 10]]
    fits = [[0, 0, 90 if player < 6 else 0] for player in range(11)]
    tables = exchanged(begun, Wishes(unwelcome, [0] * 11, fits=fits, games=["a", "a", "b"]), Random(1), 2000)
    assert list(map(len, tables)) == [3, 3, 5]
