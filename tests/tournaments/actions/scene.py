"""A tournament of eight as its officers see it, and what the tests ask of it."""

from collections.abc import Sequence

from referee.club.folder import Club
from referee.club.match import ending
from referee.competition.entrants import Sizes
from referee.tournaments.actions import announcing, entering, playing, rounds
from referee.tournaments.state.settings import Format, SettingsChange
from referee.tournaments.state.view import RoundView, TournamentView

EIGHT = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
FOUR = Sizes(4, 4)


def swiss(club: Club, *names: str, game: str = "big-two", sizes: Sizes = FOUR, **others: object) -> TournamentView:
    """Announce a Swiss of two rounds, unless others are said, that these have entered."""
    change = SettingsChange(game, sizes, tuple({"rounds": 2, **others}.items()))
    view = announcing.announce(club, "Autumn Cup", Format.SWISS, change, seed=5)
    return entering.enter(club, None, names)[0] if names else view


def drawn(club: Club, *names: str, **others: object) -> TournamentView:
    """The same with its first round drawn."""
    swiss(club, *(names or EIGHT), **others)  # type: ignore[arg-type]
    return rounds.draw(club, None)


def started(club: Club, *names: str, **others: object) -> TournamentView:
    """The same with its first tables started."""
    drawn(club, *names, **others)
    return playing.start_tables(club, None)


def decide(club: Club, round: RoundView, view: TournamentView) -> None:
    """Finish the tables of a round, each won by who entered first, and so on."""
    for table in round.tables:
        assert table.match
        ending.record_result(club, table.match, places=[[view.name_of(entry)] for entry in sorted(table.entries)])
        ending.finish(club, table.match)


def at_tables(view: TournamentView) -> list[set[str]]:
    """Who sits together in the last round."""
    return [set(named(view, table.entries)) for table in view.rounds[-1].tables]


def named(view: TournamentView, entries: Sequence[int]) -> list[str]:
    return [view.name_of(entry) for entry in entries]
