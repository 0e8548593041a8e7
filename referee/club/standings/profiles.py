"""A member's profile: matches, opponents, attendance and ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import ClassVar

from referee.cards.immutable import frozen
from referee.club import table_numbers
from referee.club.calendar import seasons
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.standings import attendance as club_attendance
from referee.club.standings.attendance import MemberAttendance
from referee.club.standings.counted_tournaments import FINAL_ORDER, table_of
from referee.club.standings.ranking import Result, SessionScore
from referee.club.standings.ratings import RatedMatch, Rating, last_ratings, over_time, rate
from referee.club.standings.results import every_result, season_results
from referee.club.standings.standings import GameScore
from referee.club.table_numbers import TableNumber
from referee.club.text.faults import ClubFault
from referee.competition.result import score_of
from referee.store.difference import Difference
from referee.store.plain_rows import Member

SESSIONS_OF_FORM = 5


@frozen
class PlayedMatch:
    """A finished match of a member among several `players`. `rank` is the mean of the shared places.

    `others` has the opponents' ranks by member number. A match played `as_guest` does not count in the standings.
    """

    PLAIN: ClassVar = "played_on", "table", "tournament", "game", "rank", "players", "score", "as_guest", "others"
    match: int
    session: int
    played_on: date
    game: str
    rank: float
    players: int
    score: Fraction
    as_guest: bool
    others: Mapping[int, float]
    table: TableNumber | None = None
    """The table number, if it was looked up; None for a final order that counts as a match."""

    @property
    def tournament(self) -> int | None:
        """The number of the tournament whose final order is this match; None for a match at a table."""
        return None if table_of(self.match) else self.match - FINAL_ORDER


@frozen
class Rival:
    """An opponent of a member, with the record of their common matches.

    `before` counts the matches in which the member finished ahead of the opponent, and `behind` the others.
    """

    PLAIN: ClassVar = "member", "name", "met", "before", "behind", "level"
    member: int
    name: str
    met: int
    before: int
    behind: int

    @property
    def level(self) -> int:
        """The number of matches in which both shared a place."""
        return self.met - self.before - self.behind

    @property
    def went(self) -> str:
        """The record against this opponent in words, such as ``ahead 3, behind 1``."""
        level = f", level {self.level}" if self.level else ""
        return f"ahead {self.before}, behind {self.behind}{level}"


@frozen
class Profile:
    """A member's matches in a season or of all time, oldest first, and figures derived from them.

    `rivals` and `games` begin with the most frequent. `rating` covers all games and seasons, and is None before the
    first rated match; `over_time` has it after each day of play. `came` is the attendance at the `held` sessions of the
    season, by default the current one; None if there is no such season.
    """

    PLAIN: ClassVar = (
        *("member", "season", "came", "held", "wins", "played", "sessions", "form", "games"),
        *("most_met", "most_beaten_by", "rivals", "rating", "ratings", "over_time"),
    )
    member: Member
    season: str | None
    played: tuple[PlayedMatch, ...]
    sessions: tuple[SessionScore, ...]
    rivals: tuple[Rival, ...]
    games: tuple[GameScore, ...]
    rating: Rating | None
    ratings: Mapping[str, Rating]
    over_time: tuple[tuple[date, Rating], ...]
    came: MemberAttendance | None
    held: int
    damage: tuple[Difference, ...] = ()

    @property
    def wins(self) -> int:
        """The number of matches in which the member came first alone."""
        return sum(match.rank == 1 for match in self.played)

    @property
    def form(self) -> tuple[SessionScore, ...]:
        """The scores of the member's latest sessions; there are at most `SESSIONS_OF_FORM`."""
        return self.sessions[-SESSIONS_OF_FORM:]

    @property
    def most_met(self) -> Rival | None:
        """The most frequent opponent; None before the first match."""
        return self.rivals[0] if self.rivals else None

    @property
    def most_beaten_by(self) -> Rival | None:
        """The opponent who most often finished ahead of the member; None if nobody did."""
        worst = max(self.rivals, key=lambda rival: (rival.behind, -rival.met), default=None)
        return worst if worst and worst.behind else None


@frozen
class Meetings:
    """All matches of two members against each other, in order of play, with the record overall and by game."""

    one: Member
    other: Member
    rival: Rival
    by_game: Mapping[str, Rival]
    matches: tuple[PlayedMatch, ...]


@frozen
class ClubRatings:
    """All results of a club and the ratings derived from them, shared by all profiles."""

    every: tuple[Result, ...]
    damage: tuple[Difference, ...]
    over_all: tuple[RatedMatch, ...]
    by_game: Mapping[str, Mapping[int, Rating]]


def rate_all(club: Club) -> ClubRatings:
    """Return the ratings from every result of a club.

    This takes seconds for thousands of results, so callers that show many profiles do it once.
    """
    results, damage = every_result(club)
    by_game: dict[str, list[Result]] = {}
    for result in results:
        by_game.setdefault(result.game, []).append(result)
    ratings_by_game = {game: last_ratings(rate(by_game[game])) for game in sorted(by_game)}
    return ClubRatings(tuple(results), tuple(damage), tuple(rate(results)), ratings_by_game)


def profile(club: Club, name: str, season: str | None = None, known: ClubRatings | None = None) -> Profile:
    """Return the profile of a member, retired or not, for a season or for all time. `known` avoids rating again."""
    member = roster.show(club, name).member
    season_name = seasons.show(club, season).name if season is not None else None
    known = known or rate_all(club)
    results = season_results(club, season_name).every if season_name else known.every
    matches = at_tables(club, matches_played_by(member.id, results))
    games = {match.game for match in matches}
    attendance_count = _read_attendance(club, member.id, season_name)
    return Profile(
        member=member,
        season=season_name,
        played=tuple(matches),
        sessions=tuple(session_scores(matches)),
        rivals=tuple(rivals_of(matches, _member_names(club))),
        games=tuple(games_of(matches)),
        rating=last_ratings(known.over_all).get(member.id),
        ratings={game: last[member.id] for game, last in known.by_game.items() if game in games and member.id in last},
        over_time=tuple(over_time(known.over_all, member.id)),
        came=attendance_count[0],
        held=attendance_count[1],
        damage=known.damage,
    )


def meetings(club: Club, name: str, opponent_name: str, season: str | None = None) -> Meetings:
    """Return the head-to-head record of two members, in a season or for all time."""
    member, rival = roster.show(club, name).member, roster.show(club, opponent_name).member
    if member.id == rival.id:
        raise ClubFault(f"{name!r} and {opponent_name!r} are both {member.name}. Name two members.")
    results = season_results(club, season).every if season is not None else every_result(club)[0]
    common_matches = at_tables(
        club, (match for match in matches_played_by(member.id, results) if rival.id in match.others)
    )
    games: dict[str, list[PlayedMatch]] = {}
    for match in common_matches:
        games.setdefault(match.game, []).append(match)
    names = _member_names(club)
    return Meetings(
        member,
        rival,
        _make_rival(rival.id, names, common_matches),
        {game: _make_rival(rival.id, names, matches) for game, matches in games.items()},
        tuple(common_matches),
    )


def at_tables(club: Club, matches: Iterable[PlayedMatch]) -> list[PlayedMatch]:
    """Return matches completed with their table numbers."""
    matches = list(matches)
    with club.reading() as tx:
        numbers_by_match = table_numbers.numbers(tx, (match.match for match in matches))
    return [replace(match, table=numbers_by_match.get(match.match)) for match in matches]


def matches_played_by(member: int, results: Iterable[Result]) -> list[PlayedMatch]:
    """Return the matches of a player, as a member or a guest, in order of play."""
    tables: dict[int, list[Result]] = {}
    for result in results:
        tables.setdefault(result.match, []).append(result)
    matches = []
    for table in tables.values():
        own_result = next((result for result in table if abs(result.member) == member), None)
        if own_result is not None:
            matches.append(
                PlayedMatch(
                    own_result.match,
                    own_result.session,
                    own_result.played_on,
                    own_result.game,
                    own_result.rank,
                    own_result.players,
                    score_of(Fraction(own_result.rank), own_result.players),
                    own_result.member < 0,
                    {abs(result.member): result.rank for result in table if result is not own_result},
                )
            )
    return sorted(matches, key=lambda match: (match.played_on, match.match))


def session_scores(matches: Sequence[PlayedMatch]) -> list[SessionScore]:
    """Return the mean score of each session, in order."""
    of_session: dict[int, list[PlayedMatch]] = {}
    for match in matches:
        of_session.setdefault(match.session, []).append(match)
    return [
        SessionScore(session, matches[0].played_on, len(matches), _mean_score(matches))
        for session, matches in of_session.items()
    ]


def rivals_of(matches: Sequence[PlayedMatch], names: Mapping[int, str]) -> list[Rival]:
    """Return the opponents of a member, the most frequent first."""
    met = Counter(rival for match in matches for rival in match.others)
    rivals = [_make_rival(rival, names, [match for match in matches if rival in match.others]) for rival in met]
    return sorted(rivals, key=lambda rival: (-rival.met, -rival.behind, rival.name.casefold(), rival.member))


def counted_games(results: Iterable[Result], member: int) -> tuple[GameScore, ...]:
    """Return a member's score in each game, as `games_of` does, without matches played as a guest."""
    return tuple(games_of([match for match in matches_played_by(member, results) if not match.as_guest]))


def games_of(matches: Sequence[PlayedMatch]) -> list[GameScore]:
    """Return the score in each game: the most frequent game first, and of equally frequent ones the higher score
    first.
    """
    games: dict[str, list[PlayedMatch]] = {}
    for match in matches:
        games.setdefault(match.game, []).append(match)
    scores = [
        GameScore(game, len(matches), sum(match.rank == 1 for match in matches), _mean_score(matches))
        for game, matches in games.items()
    ]
    return sorted(scores, key=lambda game_score: (-game_score.matches, -game_score.score, game_score.game))


def _mean_score(matches: Sequence[PlayedMatch]) -> Fraction:
    return sum((match.score for match in matches), Fraction()) / len(matches)


def _make_rival(rival: int, names: Mapping[int, str], met: Sequence[PlayedMatch]) -> Rival:
    return Rival(
        rival,
        names.get(rival, f"Member {rival}"),
        len(met),
        sum(match.rank < match.others[rival] for match in met),
        sum(match.rank > match.others[rival] for match in met),
    )


def _member_names(club: Club) -> dict[int, str]:
    return {member.id: member.name for member in roster.members(club, include_retired=True)}


def _read_attendance(club: Club, member: int, season: str | None) -> tuple[MemberAttendance | None, int]:
    """Return a member's attendance in a season, by default the current one, and the number of sessions held."""
    try:
        season_attendance = club_attendance.attendance(club, season)
    except ClubFault:
        return None, 0  # no current season, or several
    return next((row for row in season_attendance.rows if row.member == member), None), len(season_attendance.held)
