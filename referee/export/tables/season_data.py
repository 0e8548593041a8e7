"""The data of a season behind its tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from referee.cards.immutable import frozen
from referee.club.calendar.sessions import SessionView
from referee.club.disputes.view import DisputeView
from referee.club.folder import day_of
from referee.club.match.view import MatchView
from referee.club.people.public_names import PublicNames
from referee.club.standings.ranking import Result, SessionScore
from referee.club.standings.ratings import MemberRating, Ratings
from referee.club.standings.standings import Standings
from referee.club.standings.trophies import Trophy
from referee.games import has_rulebook
from referee.store.plain_rows import Member, Session
from referee.tournaments.state.view import TournamentView


@frozen
class Presence:
    """A member who was present at a session."""

    session: Session
    member: Member


@frozen
class MemberScore:
    """A member's score in a session, and whether it counts."""

    member: int
    score: SessionScore
    counted: bool


@frozen
class GameRating:
    """A member's rating in a game, or in all games if `game` is empty."""

    game: str
    line: MemberRating


@frozen
class TrophyWinner:
    """A member who won or shares a trophy."""

    trophy: Trophy
    member: int


@dataclass(frozen=True)
class SeasonData:
    """The data of a season that its tables show. `public` has the names to show."""

    public: PublicNames
    members: Sequence[Member]
    sessions: Sequence[SessionView]
    matches: Sequence[MatchView]
    results: Sequence[Result]
    standings: Standings
    disputes: Sequence[DisputeView]
    ratings: Sequence[Ratings]
    trophies: Sequence[Trophy]
    tournaments: Sequence[TournamentView]

    @property
    def names(self) -> Mapping[int, str]:
        """The names to show, by member."""
        return self.public.names

    @cached_property
    def table_numbers(self) -> Mapping[int, int]:
        """The number of each match's table in its session."""
        return {match.id: match.table for match in self.matches}

    @cached_property
    def chips(self) -> Mapping[tuple[int, int], int | None]:
        """The chips won or lost, by match and member, if known."""
        return {
            (match.id, member): match.chips.get(name)
            for match in self.matches
            if not match.unreadable
            for member, name in zip(match.members, match.names, strict=True)
        }

    def lasted_on(self, day: date) -> bool:
        """Return whether a day is within the season."""
        return self.standings.season.starts <= day <= self.standings.season.ends

    def game(self, slug: str) -> str:
        """Return the exported name of a game. A game without a rulebook may have members' names in its title."""
        return slug if has_rulebook(slug) else self.public.named(slug)

    def attendance(self) -> Iterator[Presence]:
        """Yield each member present at each session, session by session."""
        return (Presence(view.session, member) for view in self.sessions for member in view.checked_in)

    def session_scores(self) -> Iterator[MemberScore]:
        """Yield each member's score in each session after penalties."""
        for row in self.standings.rows:
            counted_sessions = {score.session for score in row.counted}
            yield from (MemberScore(row.member, score, score.session in counted_sessions) for score in row.sessions)

    def game_ratings(self) -> Iterator[GameRating]:
        """Yield every rating in all games together, then in each game played."""
        return (GameRating(ratings.game or "", line) for ratings in self.ratings for line in ratings.rows)

    def trophy_winners(self) -> Iterator[TrophyWinner]:
        """Yield every trophy of the closed season, once for each member who shares it."""
        return (TrophyWinner(trophy, member) for trophy in self.trophies for member in trophy.members)

    def own_disputes(self) -> Iterator[DisputeView]:
        """Yield the disputes at the season's tables, and those on facts that were opened during the season."""
        for dispute in self.disputes:
            if dispute.match in self.table_numbers or (dispute.match is None and self.lasted_on(day_of(dispute.at))):
                yield dispute
