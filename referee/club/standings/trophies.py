"""The trophies awarded at the end of a season (scoring, chapter 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from referee.cards.immutable import frozen
from referee.cards.words import quantity
from referee.club.scoring_rules import BEST_OF_FROM, IMPROVED_FROM
from referee.club.standings.attendance import MemberAttendance
from referee.club.standings.ranking import Result, SessionScore, Standing
from referee.competition.result import score_of, total
from referee.games.lookup import game_title

_BEST_OF: Final = "best of "


@frozen
class Trophy:
    """A trophy: its scoring clause, its winners, and the winning figure."""

    clause: str
    title: str
    members: tuple[int, ...]
    figure: str

    @property
    def said(self) -> str:
        """The title for display, with the game's current title for its slug."""
        game = self.title.removeprefix(_BEST_OF)
        return self.title if game == self.title else f"{_BEST_OF}{game_title(game)}"


def trophies(
    rows: Sequence[Standing], results: Iterable[Result], attendance: Sequence[MemberAttendance]
) -> tuple[Trophy, ...]:
    """Return the trophies of a season, given its standings, results and attendance."""
    return tuple(_award_trophies(rows, list(results), attendance))


def _award_trophies(
    rows: Sequence[Standing], results: Sequence[Result], attendance_rows: Sequence[MemberAttendance]
) -> Iterator[Trophy]:
    for title, row in zip(("champion", "second", "third"), (row for row in rows if row.place), strict=False):
        yield Trophy("7.1", title, (row.member,), f"score {float(row.score):.3f}")
    listed_members = {row.member for row in rows}
    wins = {row.member: Fraction(row.wins) for row in rows}
    yield from _award_best("7.2", "most wins", wins, lambda most: quantity(int(most), "win"))
    times = {row.member: Fraction(row.came) for row in attendance_rows if row.member in listed_members}
    yield from _award_best("7.3", "best attendance", times, lambda most: quantity(int(most), "session"))
    for game in sorted({result.game for result in results}):
        mean_scores = _mean_scores(game, results, listed_members)
        yield from _award_best("7.4", f"{_BEST_OF}{game}", mean_scores, lambda most: f"mean {_format_mean(most)}")
    gains = {row.member: gain for row in rows if (gain := _improvement(row.sessions)) is not None}
    yield from _award_best("7.5", "most improved", gains, lambda most: f"{_format_mean(most)} more a session")


def _award_best(
    clause: str, title: str, figures: Mapping[int, Fraction], describe: Callable[[Fraction], str]
) -> Iterator[Trophy]:
    """Yield a trophy for the members with the highest figure, if that is above zero."""
    most = max(figures.values(), default=Fraction())
    if most > 0:
        winners = tuple(sorted(member for member, figure in figures.items() if figure == most))
        yield Trophy(clause, title, winners, describe(most))


def _mean_scores(game: str, results: Iterable[Result], listed_members: set[int]) -> dict[int, Fraction]:
    scores: dict[int, list[Fraction]] = {}
    for result in results:
        if result.game == game and result.member in listed_members:
            scores.setdefault(result.member, []).append(score_of(Fraction(result.rank), result.players))
    return {
        member: total(member_scores) / len(member_scores)
        for member, member_scores in scores.items()
        if len(member_scores) >= BEST_OF_FROM
    }


def _improvement(sessions: Sequence[SessionScore]) -> Fraction | None:
    """Return the mean score of a member's later sessions minus that of the earlier ones.

    Return None for too few sessions.
    """
    if len(sessions) < IMPROVED_FROM:
        return None
    half_count = len(sessions) // 2
    return (
        total([session.score for session in sessions[-half_count:]])
        - total([session.score for session in sessions[:half_count]])
    ) / half_count


def _format_mean(mean_score: Fraction) -> str:
    return f"{float(mean_score):.3f}"
