from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from hashlib import sha256
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.club.standings.ranking import Result, Standing, ranking, required_sessions
from referee.competition.result import match_score
from referee.competition.ties import TieStep
from tests.oracles import scoring as oracle

ANN, BEN, CAL, DEE, EVE, FAY = range(1, 7)
NAMES = {ANN: "Ann", BEN: "Ben", CAL: "Cal", DEE: "Dee", EVE: "Eve", FAY: "Fay"}
FIRST_MONDAY = date(2026, 9, 14)

Match = tuple[int, list[list[int]]]
"""A session's number, and the players grouped by rank."""


def results(matches: Iterable[Match]) -> list[Result]:
    return [
        Result(
            match=number,
            session=session,
            member=member,
            rank=given.rank,
            players=given.players,
            score=float(given.score),
            game="commune",
            played_on=FIRST_MONDAY + timedelta(weeks=session),
        )
        for number, (session, groups) in enumerate(matches)
        for member, given in match_score(groups).items()
    ]


def table(
    matches: Iterable[Match],
    best_k: int = 10,
    min_sessions: int = 1,
    lot_seed: int = 7,
) -> tuple[Standing, ...]:
    return ranking(results(matches), NAMES, best_k, min_sessions, lot_seed)


def order(rows: Iterable[Standing]) -> list[str]:
    return [row.name for row in rows]


def row_of(name: str, rows: Iterable[Standing]) -> Standing:
    return next(row for row in rows if row.name == name)


# -- a match, a session, a season -------------------------------------------------------------------------------


def test_a_session_is_the_mean_of_the_night_and_a_season_the_sum_of_the_best() -> None:
    rows = table(
        [
            (0, [[ANN], [BEN], [CAL]]),  # Ann 1, Ben 1/2, Cal 0
            (0, [[BEN], [ANN], [CAL], [DEE]]),  # Ben 1, Ann 2/3, Cal 1/3, Dee 0
            (1, [[CAL], [ANN]]),  # Cal 1, Ann 0
            (2, [[ANN, BEN]]),  # 1/2 each
        ],
        best_k=2,
    )
    ann = row_of("Ann", rows)
    assert [(night.session, night.matches, night.score) for night in ann.counted] == [
        (0, 2, Fraction(5, 6)),  # the mean of 1 and 2/3
        (2, 1, Fraction(1, 2)),
    ]
    assert [(night.session, night.score) for night in ann.dropped] == [(1, 0)]
    assert ann.score == Fraction(4, 3)
    assert (ann.matches, ann.wins, ann.seconds) == (4, 1, 2)
    # Ben: 3/4 and 1/2; Cal: 1/6 and 1; Dee: 0.
    assert [(row.place, row.name, row.score) for row in rows] == [
        (1, "Ann", Fraction(4, 3)),
        (2, "Ben", Fraction(5, 4)),
        (3, "Cal", Fraction(7, 6)),
        (4, "Dee", 0),
    ]
    assert all(row.ties == () for row in rows)


def test_of_equal_sessions_the_earlier_counts() -> None:
    ann = row_of("Ann", table([(session, [[ANN], [BEN]]) for session in (2, 0, 1)], best_k=2))
    assert [night.session for night in ann.counted] == [0, 1]
    assert [night.session for night in ann.dropped] == [2]
    assert ann.counted[0].played_on == FIRST_MONDAY


def test_a_night_that_goes_past_midnight_is_of_the_day_it_began() -> None:
    early, late = results([(0, [[ANN], [BEN]])]), results([(0, [[ANN], [BEN]])])
    after = [replace(result, match=1, played_on=FIRST_MONDAY + timedelta(days=1)) for result in late]
    for order_read in (early + after, after + early):
        rows = ranking(order_read, NAMES, 10, 1, 7)
        assert [(night.played_on, night.matches) for night in rows[0].counted] == [(FIRST_MONDAY, 2)]


def test_thirds_add_up_without_rounding() -> None:
    # Ann: three nights of 1/3. Eve: one night of 1. In binary fractions 1/3 + 1/3 + 1/3 need not be 1.
    nights = [(session, [[BEN], [CAL], [ANN], [DEE]]) for session in range(3)]
    rows = table([*nights, (3, [[EVE], [FAY]])])
    assert row_of("Ann", rows).score == row_of("Eve", rows).score == 1
    assert row_of("Ann", rows).ties[0].step is TieStep.WINS


def test_below_the_minimum_a_member_is_listed_without_a_place() -> None:
    rows = table([(0, [[ANN], [BEN], [CAL]]), (1, [[BEN], [CAL]])], min_sessions=2)
    assert [(row.name, row.place, row.missing) for row in rows] == [("Ben", 1, 0), ("Cal", 2, 0), ("Ann", None, 1)]
    assert row_of("Ann", rows).score == 1


def test_guests_and_strangers_have_no_row_but_were_opponents() -> None:
    guest, stranger = -BEN, 99
    rows = table([(0, [[guest], [stranger], [ANN], [CAL]])])
    assert [(row.place, row.name, row.score) for row in rows] == [(1, "Ann", Fraction(1, 3)), (2, "Cal", 0)]


def test_no_matches_make_an_empty_table() -> None:
    assert table([]) == ()


def test_a_season_counts_a_session_at_least() -> None:
    with pytest.raises(ValueError, match="one session or more, not 0"):
        table([], best_k=0)


# -- ties, step by step -----------------------------------------------------------------------------------------


def test_wins_part_a_tie() -> None:
    # Ann: 1 and 0. Ben: 1/2 and 1/2. Both have 1; Dee and Eve have 7/8.
    rows = table([(0, [[BEN, CAL]]), (1, [[ANN], [CAL]]), (2, [[DEE, EVE], [BEN], [FAY], [ANN]])])
    ann, ben = rows[:2]
    assert (ann.name, ben.name, ann.score, ben.score) == ("Ann", "Ben", 1, 1)
    assert [str(tie) for tie in ann.ties] == ["Ahead of Ben by wins: 1 to 0."]
    assert [str(tie) for tie in ben.ties] == ["Behind Ann by wins: 0 to 1."]


def test_a_shared_first_place_is_no_win_and_three_sharing_it_are_not_second() -> None:
    rows = table([(0, [[ANN, BEN], [CAL]]), (1, [[ANN, BEN, CAL], [DEE]])])
    assert [(row.wins, row.seconds) for row in rows] == [(0, 0)] * 4
    assert [row.seconds for row in table([(0, [[ANN], [BEN], [CAL]])])] == [0, 1, 0]
    assert [row.seconds for row in table([(0, [[ANN], [BEN, CAL], [DEE]])])] == [0, 0, 0, 0]


def test_seconds_part_a_tie_when_wins_are_level() -> None:
    # Two tables of five: Ann is second and fourth (3/4 + 1/4), Ben third twice (1/2 + 1/2). Neither won.
    rows = table([(0, [[CAL], [ANN], [BEN], [DEE], [EVE]]), (1, [[CAL], [FAY], [BEN], [ANN], [EVE]])])
    assert order(rows) == ["Cal", "Ann", "Ben", "Fay", "Dee", "Eve"]
    assert rows[1].score == rows[2].score == 1
    assert [str(tie) for tie in rows[1].ties] == ["Ahead of Ben by seconds: 1 to 0."]
    assert [str(tie) for tie in rows[2].ties] == ["Behind Ann by seconds: 0 to 1."]


def test_head_to_head_parts_exactly_two() -> None:
    # Ann and Ben win once and come second once, and in their one match together Ben came first.
    rows = table(
        [(0, [[BEN], [ANN]]), (1, [[ANN], [CAL]]), (2, [[CAL, DEE, EVE], [FAY]]), (3, [[FAY], [BEN]])], best_k=1
    )
    ben, ann, fay = rows[:3]
    assert (ben.score, ann.score, fay.score) == (1, 1, 1)
    assert (ben.wins, ann.wins, fay.wins) == (1, 1, 1)
    assert (ben.seconds, ann.seconds, fay.seconds) == (1, 1, 0)
    assert [str(tie) for tie in ben.ties] == ["Ahead of Ann by head-to-head: 1 to 0."]
    assert str(ann.ties[0]) == "Behind Ben by head-to-head: 0 to 1."


def test_head_to_head_does_not_part_three() -> None:
    # Ben beat Ann, Ann beat Dee, Dee beat Ben: each has won once and come second once against a winner.
    rows = table([(0, [[BEN], [ANN]]), (1, [[ANN], [DEE]]), (2, [[DEE], [BEN]])], best_k=1)
    assert [(row.score, row.wins, row.seconds) for row in rows] == [(1, 1, 1)] * 3
    assert {tie.step for row in rows for tie in row.ties} == {TieStep.LOT}


def test_mean_table_strength_parts_those_who_never_met() -> None:
    # Ann beat Cal, Ben beat Dee, once each; Cal has beaten Eve since, Dee has beaten nobody.
    matches: list[Match] = [
        (0, [[ANN], [CAL]]),
        (0, [[BEN], [DEE]]),
        (1, [[CAL], [EVE]]),
        (1, [[FAY], [DEE]]),
    ]
    rows = ranking(results(matches), {ANN: "Ann", BEN: "Ben"}, 10, 1, 7)
    # Cal has 1 in two sessions: 1/2 a session. Dee has 0.
    assert [str(tie) for tie in rows[0].ties] == ["Ahead of Ben by Buchholz (mean of opponents): 0.5000 to 0."]
    assert order(rows) == ["Ann", "Ben"]


def test_mean_table_strength_is_a_mean_of_tables_not_of_opponents() -> None:
    # With the best session counting, Cal, Dee and Eve are worth 1, 1/2 and 0.
    # Ann met Cal and Dee at one table, Eve at another: the mean of 3/4 and 0 is 3/8.
    # Ben met Cal at one table, Dee and Eve at another: the mean of 1 and 1/4 is 5/8.
    matches: list[Match] = [
        (0, [[CAL], [ANN], [DEE]]),
        (0, [[ANN], [EVE]]),
        (0, [[BEN], [DEE], [EVE]]),
        (0, [[CAL, BEN]]),
        (1, [[CAL], [FAY]]),
        (1, [[FAY, DEE]]),
    ]
    rows = ranking(results(matches), {ANN: "Ann", BEN: "Ben"}, 1, 1, 7)
    assert row_of("Ann", rows).score == row_of("Ben", rows).score == Fraction(3, 4)
    # But Ann was second alone, and Ben, who shared his table, was not: seconds come before strength.
    assert order(rows) == ["Ann", "Ben"]
    assert rows[0].ties[0].step is TieStep.SECONDS

    # With a second place for Ben as well, strength decides.
    level = [*matches, (2, [[FAY], [BEN], [EVE]]), (2, [[FAY], [EVE], [BEN]])]
    rows = ranking(results(level), {ANN: "Ann", BEN: "Ben"}, 1, 1, 7)
    # Fay is worth 1 and Eve, with 1/4 in the third session, 1/4.
    # Ann: the mean of 3/4 and 1/4, 1/2. Ben: tables of 3/8, 1, 5/8 and 5/8, together 21/32.
    assert [str(tie) for tie in rows[0].ties] == ["Ahead of Ann by Buchholz (mean of opponents): 0.6562 to 0.5000."]
    assert (rows[0].ties[0].own_mark, rows[0].ties[0].neighbour_mark) == (Fraction(21, 32), Fraction(1, 2))


def test_the_lot_parts_the_rest_and_can_be_drawn_again() -> None:
    lots = {NAMES[member]: sha256(f"7 {member}".encode()).hexdigest() for member in (ANN, BEN, CAL)}
    rows = table([(0, [[ANN, BEN, CAL]])])
    assert order(rows) == sorted(lots, key=lambda name: lots[name], reverse=True)
    assert [row.place for row in rows] == [1, 2, 3]
    assert [[tie.step for tie in row.ties] for row in rows] == [
        [TieStep.LOT],
        [TieStep.LOT, TieStep.LOT],
        [TieStep.LOT],
    ]
    first, second = rows[0].name, rows[1].name
    assert str(rows[0].ties[0]) == f"Ahead of {second} by lot: {lots[first][:8]} to {lots[second][:8]}."
    assert {tuple(order(table([(0, [[ANN, BEN, CAL]])], lot_seed=seed))) for seed in range(50)} > {tuple(order(rows))}


# -- what holds of every season ---------------------------------------------------------------------------------


@st.composite
def rankings(draw: st.DrawFn, members: tuple[int, ...] = tuple(NAMES)) -> list[list[int]]:
    players = draw(st.lists(st.sampled_from(members), min_size=2, unique=True))
    groups = [[players[0]]]
    for player in players[1:]:
        if draw(st.booleans()):
            groups[-1].append(player)
        else:
            groups.append([player])
    return groups


seasons = st.lists(st.tuples(st.integers(0, 4), rankings()), max_size=12)


@given(seasons, st.integers(1, 4), st.integers(1, 3), st.randoms(use_true_random=False))
def test_the_order_in_which_matches_are_read_changes_nothing(
    matches: list[Match], best_k: int, min_sessions: int, shuffle: Random
) -> None:
    one = results(matches)
    other = one.copy()
    shuffle.shuffle(other)
    names = dict(sorted(NAMES.items(), reverse=True))
    assert ranking(one, NAMES, best_k, min_sessions, 7) == ranking(other, names, best_k, min_sessions, 7)


@settings(max_examples=60)
@given(
    seasons,
    st.integers(1, 4),
    st.integers(1, 3),
    st.lists(st.sampled_from([step for step in TieStep if step is not TieStep.LOT]), unique=True),
    st.lists(st.tuples(st.sampled_from(tuple(NAMES)), st.integers(0, 4), st.sampled_from([1, 3])), max_size=3),
)
def test_the_table_is_that_of_the_text_of_the_rulebook(
    matches: list[Match],
    best_k: int,
    min_sessions: int,
    steps: list[TieStep],
    points: list[tuple[int, int, int]],
) -> None:
    told = oracle.Season(best_k, min_sessions, (*steps, "lot"))
    told.members = set(NAMES.values())
    told.penalties = [(NAMES[member], session, each) for member, session, each in points]
    for number, (session, groups) in enumerate(matches):
        places = [[NAMES[member] for member in group] for group in groups]
        match = oracle.Match(number, [name for group in places for name in group], places=places, over=True)
        told.tables.append(oracle.Table(session, "commune", [match]))
    lots = {NAMES[member]: sha256(f"7 {member}".encode()).hexdigest() for member in NAMES}
    given_for: Counter[tuple[int, int]] = Counter()
    for member, session, each in points:
        given_for[member, session] += each
    required = required_sessions(min_sessions, best_k, len({session for session, _ in matches}))
    rows = ranking(results(matches), NAMES, best_k, required, 7, penalties=given_for, steps=(*steps, TieStep.LOT))
    names = [oracle.Line(row.name, row.place, row.score, len(row.sessions), row.wins, row.seconds) for row in rows]
    wanted = oracle.StandingsOracle(told, lots.__getitem__).standings()
    placed = [line for line in wanted if line.place]
    assert names[: len(placed)] == placed
    assert sorted(map(repr, names)) == sorted(map(repr, wanted))


@given(seasons, st.integers(1, 3))
def test_every_tie_and_nothing_else_names_its_step(matches: list[Match], best_k: int) -> None:
    rows = table(matches, best_k)
    assert [row.place for row in rows] == list(range(1, len(rows) + 1))
    for above, below in pairwise(rows):
        assert above.score >= below.score
        ahead = [tie for tie in above.ties if tie.ahead]
        behind = [tie for tie in below.ties if not tie.ahead]
        if above.score > below.score:
            assert ahead == behind == []
            continue
        assert [(tie.neighbour, tie.name) for tie in ahead] == [(below.member, below.name)]
        assert [(tie.neighbour, tie.name) for tie in behind] == [(above.member, above.name)]
        assert ahead[0].step is behind[0].step
        assert (ahead[0].own_mark, ahead[0].neighbour_mark) == (behind[0].neighbour_mark, behind[0].own_mark)
        assert ahead[0].own_mark > ahead[0].neighbour_mark  # type: ignore[operator]
        assert above.wins >= below.wins
        if above.wins == below.wins:
            assert above.seconds >= below.seconds
        if above.wins == below.wins and above.seconds == below.seconds:
            assert ahead[0].step not in (TieStep.WINS, TieStep.SECONDS)


@given(seasons, rankings(), st.integers(1, 3), st.integers(1, 3))
def test_a_win_is_never_worse_than_a_second(
    matches: list[Match], last: list[list[int]], best_k: int, min_sessions: int
) -> None:
    one, other, *rest = (member for group in last for member in group)
    ending = [[member] for member in rest]
    second = table([*matches, (0, [[other], [one], *ending])], best_k, min_sessions)
    won = table([*matches, (0, [[one], [other], *ending])], best_k, min_sessions)
    before, after = row_of(NAMES[one], second), row_of(NAMES[one], won)
    assert after.score >= before.score
    assert after.wins == before.wins + 1
    if before.place:
        assert after.place is not None
        assert after.place <= before.place


@given(seasons)
def test_sharing_out_the_same_matches_favours_nobody(matches: list[Match]) -> None:
    # With every session counted once and one match a session, all scores together are half a point a player.
    single = [(number, groups) for number, (_, groups) in enumerate(matches)]
    rows = table(single, best_k=99)
    assert sum(row.score for row in rows) == Fraction(sum(len(group) for _, groups in single for group in groups), 2)


def test_five_who_all_beat_each_other_once_are_parted_by_lot_alone() -> None:
    five = (ANN, BEN, CAL, DEE, EVE)
    # Each pair meets twice and each wins once: nothing but the lot can part them.
    matches: list[Match] = []
    for one, other in combinations(five, 2):
        matches += [(0, [[one], [other]]), (0, [[other], [one]])]
    rows = table(matches)
    assert {row.score for row in rows} == {Fraction(1, 2)}
    assert {tie.step for row in rows for tie in row.ties} == {TieStep.LOT}
