"""Each method has one answer to a question for good: whoever changes an answer gives the method another name."""

import ast
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

import referee
from referee.competition.draw_request import CURRENT_METHODS, METHODS, DrawRequest, answer_request, check_draw
from referee.competition.draws import evening, league, swiss
from referee.competition.entrants import DrawnRound, Entrants, NotDrawn, Pair, Sizes, Table, TablePlan, all_pairs
from referee.rules.plain_data import plain, read_plain

PLAYERS = tuple(range(1, 12))
MET = {(one, other): (one * other) % 3 for one, other in all_pairs(PLAYERS) if (one * other) % 3}
FIELD = Entrants(
    PLAYERS,
    Sizes(3, 4),
    2026,
    scores={player: Fraction(player * 7 % 5, 2) for player in PLAYERS if player * 7 % 5},
    met=MET,
    sat={(player, player % 4): 2 for player in PLAYERS},
    at={(player, 1 + player % 3): 1 for player in PLAYERS},
    apart=frozenset({(1, 6)}),
    mates=frozenset({(2, 9)}),
)
BARE = Entrants(PLAYERS, Sizes(3, 4), 2026)
STAGE = {"players": 11, "sizes": [4, 4, 3], "byes": 0, "go_on": 2, "lucky": 0}
PLAN = tuple(TablePlan(game, size) for game, size in (("big-two", 4), ("big-two", 4), ("pontoon", 3)))
EVENING = Entrants(
    PLAYERS, Sizes(3, 4), 2026, met=MET, sat=FIELD.sat, plan=PLAN, played={(player, "pontoon"): 1 for player in (1, 2)}
)
REQUESTS = {
    "evening": DrawRequest("evening", EVENING),
    "swiss": DrawRequest("swiss", FIELD),
    "swiss, repeats first": DrawRequest("swiss, repeats first", FIELD),
    "few repeats": DrawRequest("few repeats", FIELD),
    "plan": DrawRequest("plan", BARE, {"rounds": 3, "round": 2}),
    "knockout": DrawRequest(
        "knockout", FIELD, {"parts": [{"stage": STAGE, "players": list(PLAYERS)}], "by_lot": False}
    ),
    "groups": DrawRequest("groups", BARE, {"groups": 2, "rounds": 3, "round": 2, "without": [4], "by_lot": True}),
    "seats": DrawRequest("seats", BARE),
    "one table": DrawRequest("one table", BARE),
}
ANSWERS: dict[str, tuple[tuple[Table, ...], tuple[int, ...]]] = {
    "seating 1": (((2, 9, 6, 11), (10, 4, 1, 7), (8, 5, 3)), ()),
    "swiss 1": (((4, 9, 1, 7), (8, 11, 6, 2), (10, 3, 5)), ()),
    "swiss 2": (((4, 7, 6, 2), (11, 9, 8, 5), (10, 3, 1)), ()),
    "league 1": (((11, 9, 5), (8, 3, 6, 2), (10, 4, 1, 7)), ()),
    "plan 1": (((2, 10, 7, 1), (9, 3, 6, 8), (4, 5, 11)), ()),
    "knockout 1": (((2, 11, 6, 5), (7, 3, 1, 10), (4, 8, 9)), ()),
    "groups 1": (((9, 6, 1, 2), (11, 5, 10, 3)), (8, 7)),
    "seats 1": (((8, 10, 9, 3), (4, 11, 1, 7), (5, 6, 2)), ()),
    "one table 1": (((8, 10, 9, 3, 4, 11, 1, 7, 5, 6, 2),), ()),
}


@pytest.mark.parametrize("method", METHODS)
def test_an_answer_stays_the_same_as_long_as_the_method_is(method: str) -> None:
    [purpose] = [purpose for purpose, current_method in CURRENT_METHODS.items() if current_method == method]
    answer = answer_request(REQUESTS[purpose])
    assert answer.method == method
    assert (answer.drawn_round.tables, answer.drawn_round.byes) == ANSWERS[method]


@pytest.mark.parametrize("by", CURRENT_METHODS)
def test_a_question_is_asked_again_as_it_was_kept(by: str) -> None:
    answer = answer_request(REQUESTS[by])
    reread_request = read_plain(DrawRequest, plain(REQUESTS[by]))
    assert reread_request == REQUESTS[by]
    assert check_draw(reread_request, answer.method, answer.drawn_round).same
    others = DrawnRound(
        tuple(reversed(answer.drawn_round.tables)) if len(answer.drawn_round.tables) > 1 else ((1, 2),),
        answer.drawn_round.byes,
    )
    assert check_draw(reread_request, answer.method, others).why == "its tables differ"
    unknown = check_draw(reread_request, "swiss 99", answer.drawn_round)
    assert not unknown.same
    assert unknown.why == "this program does not know its method, swiss 99"


HOUSE = Path(referee.__file__).parent


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def imports(file: Path) -> set[str]:
    """Return what a module imports of the house."""
    names = set()
    for node in ast.walk(parsed(file)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("referee"):
            names |= {node.module or "", *(f"{node.module}.{name.name}" for name in node.names)}
    return names


def test_competition_knows_of_words_and_faults_and_nothing_else_of_the_house() -> None:
    texts_and_data = ("referee.rules.plain_text", "referee.rules.plain_data")
    allowed = (
        "referee.competition",
        "referee.cards.immutable",
        "referee.cards.words",
        "referee.store.faults",
        *texts_and_data,
    )
    for file in (HOUSE / "competition").rglob("*.py"):
        others = {name for name in imports(file) if not name.startswith(allowed)}
        assert others <= {"referee.cards", "referee.store", "referee.rules"}, file


INSIDE = ("exchange", "drawing", "places.numbered", "places.seated", "places.cheapest", "sizes.splits", "sizes.even")
MADE_HERE = {"splits", "cheapest", "in_places", "best_seat", "way_apart", "table_counts"}


@pytest.mark.parametrize("room", ["club", "tournaments", "export", "cli", "dashboard"])
def test_rooms_above_ask_for_draws_and_neither_split_nor_exchange_nor_count_who_met(room: str) -> None:
    inside = {f"referee.competition.draws.{name}" for name in INSIDE}
    for file in (HOUSE / room).rglob("*.py"):
        assert not imports(file) & inside, file
        tree = parsed(file)
        assert not {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)} & MADE_HERE, file
        if room not in ("club", "tournaments"):  # what is shown of a plan is counted where it is shown
            continue
        updates = {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        assert not [update for update in updates if re.match(r"(\w+\.update|Counter)\(.*\bpairs\(", update)], file


SIX = range(1, 7)


def six_entrants(met: dict[Pair, int], seed: int) -> Entrants:
    """Six at two tables of three, on an evening or in a round."""
    plan = (TablePlan("commune", 3), TablePlan("commune", 3))
    return Entrants(tuple(SIX), Sizes(3, 3), seed, met=met, plan=plan)


@pytest.mark.parametrize("draw", [evening.draw, league.draw])
def test_the_fewest_repeats_come_before_all_else_and_then_no_pair_meets_very_often(
    draw: Callable[[Entrants], DrawnRound],
) -> None:
    for seed in range(25):
        chance = Random(seed)
        meetings = {pair: int(chance.random() * 8) for pair in all_pairs(SIX)}

        def worth(tables: Sequence[Sequence[int]], met: dict[Pair, int] = meetings) -> tuple[int, int]:
            times = [met[pair] for table in tables for pair in all_pairs(table)]
            return sum(times), sum(time**2 for time in times)

        ways = [(three, tuple(set(SIX) - {*three})) for three in combinations(SIX, 3)]
        assert worth(draw(six_entrants(meetings, seed)).tables) == min(map(worth, ways))


def test_an_evening_has_no_byes_and_a_round_the_fewest_that_nobody_has_twice_before_all_had_one() -> None:
    seven = Entrants(tuple(range(1, 8)), Sizes(3, 3), 1, byes=dict.fromkeys(range(1, 7), 1))
    for draw in (swiss.draw, league.draw):
        assert draw(seven).byes == (7,)
    plan = (TablePlan("commune", 3), TablePlan("commune", 4))
    tables = evening.draw(Entrants(seven.players, Sizes(3, 4), 1, plan=plan, byes=seven.byes))
    assert tables.byes == ()
    assert sorted(player for table in tables.tables for player in table) == list(seven.players)
    with pytest.raises(NotDrawn, match="The tables are planned for 6 players, but there are 7"):
        evening.draw(Entrants(seven.players, Sizes(3, 3), 1, plan=(TablePlan("commune", 3),) * 2))


def test_tables_of_an_evening_stand_as_they_were_planned_and_those_of_a_league_have_each_number_in_turn() -> None:
    meetings = dict.fromkeys([(1, 4), (1, 5), (1, 6), (2, 4), (2, 5), (2, 6), (3, 4), (3, 5), (3, 6)], 1)
    table_counts = {(player, 1): 2 for player in (1, 2, 3)}
    for seed in range(5):
        field = Entrants(tuple(SIX), Sizes(3, 3), seed, met=meetings, at=table_counts)
        assert [set(table) for table in league.draw(field).tables] == [{4, 5, 6}, {1, 2, 3}]
        plan = (TablePlan("commune", 2), TablePlan("commune", 4))
        tables = evening.draw(Entrants(tuple(SIX), Sizes(2, 4), seed, at=table_counts, plan=plan))
        assert [len(table) for table in tables.tables] == [2, 4]
