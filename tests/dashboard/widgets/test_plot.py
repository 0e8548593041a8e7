"""Plots in letters: nights as signs, a rating as a curve."""

from datetime import date, timedelta

from referee.dashboard.widgets.plot import draw_curve, draw_dots, visible_count

FIRST = date(2026, 9, 7)


def nights(*scores: float, sign: str = "●") -> list[tuple[date, float, str]]:
    return [(FIRST + timedelta(weeks=index), score, sign) for index, score in enumerate(scores)]


def test_the_best_night_is_at_the_top_and_the_latest_to_the_right() -> None:
    rows = [row.plain for row in draw_dots(nights(0, 0.5, 1), 60, 9)]
    low, middle, high = (next(row for row in rows if row.startswith(figure)) for figure in ("0.0", "0.5", "1.0"))
    assert rows.index(high) < rows.index(middle) < rows.index(low)
    assert 0 < low.index("●") < middle.index("●") < high.index("●")
    assert rows[-1].split("└")[1].split() == ["2026-09-07", "2026-09-21"]


def test_nights_that_are_dropped_have_a_sign_of_their_own() -> None:
    rows = [row.plain for row in draw_dots([*nights(0, sign="○"), *nights(1)], 40, 9)]
    assert "○" in next(row for row in rows if row.startswith("0.0"))
    assert "●" in next(row for row in rows if row.startswith("1.0"))


def test_of_more_nights_than_there_is_room_for_the_latest_are_plotted() -> None:
    many = nights(*[1.0] * 40)
    assert visible_count(40, 600) == 40
    assert visible_count(40, 60) < 40
    rows = [row.plain for row in draw_dots(many, 60, 5)]
    assert rows[0].count("●") == visible_count(40, 60)
    assert rows[-1].rstrip().endswith(str(many[-1][0]))
    assert all(len(row) <= 60 for row in rows)


def test_a_curve_rises_from_its_lowest_figure_to_its_highest() -> None:
    rows = [row.plain for row in draw_curve([(FIRST, 20.0), (FIRST + timedelta(weeks=5), 30.5)], 40, 6)]
    assert rows[0].startswith("30.5│")
    assert rows[5].startswith("20.0│")
    starts = [len(row) - len(row.split("│")[1].lstrip()) for row in rows[:6]]
    assert starts == sorted(starts, reverse=True)
    assert all(len(row) <= 40 for row in rows)


def test_a_figure_that_never_changes_is_a_line_too() -> None:
    rows = [row.plain for row in draw_curve([(FIRST, 25.0), (FIRST + timedelta(weeks=5), 25.0)], 40, 4)]
    assert sum(bool(row.split("│")[1].strip()) for row in rows[:4]) == 1
