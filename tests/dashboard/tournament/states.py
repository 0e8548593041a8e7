"""Tournaments of each format as they are announced, under way and over, in a club of forty."""

from typing import Final

from referee.club.calendar import checkin, sessions
from referee.club.evening.overview import read_tonight
from referee.club.folder import Club
from referee.club.match import ending
from referee.club.people import roster
from referee.competition.entrants import Sizes
from referee.tournaments import overview
from referee.tournaments.actions import announcing, closing, entering, playing, rounds
from referee.tournaments.clocks import actions as clocks
from referee.tournaments.freezeout_actions import evening as freezeout_evening
from referee.tournaments.freezeout_actions import players as freezeouts
from referee.tournaments.freezeouts.balancing import is_final_due
from referee.tournaments.state.next_step import TournamentNextStep, find_next_step
from referee.tournaments.state.settings import Format, SettingsChange, Stacks

ANNOUNCED: Final = "announced"
RUNNING: Final = "running"
OVER: Final = "over"
STATES: Final = (ANNOUNCED, RUNNING, OVER)
_PLAYED: Final = {
    Format.SWISS: (8, Sizes(4, 4), (("rounds", 3),)),
    Format.ALL_MEET: (8, Sizes(4, 4), (("rounds", 3),)),
    Format.KNOCK_OUT: (16, Sizes(4, 4), (("go_on", 2), ("third_place", True))),
    Format.DOUBLE: (8, Sizes(2, 2), ()),
    Format.GROUPS: (12, Sizes(3, 4), (("groups", 3), ("go_on", 1), ("rounds", 2))),
    Format.LEAGUE: (12, Sizes(3, 4), (("rounds", 3),)),
}
FORMATS: Final = (*_PLAYED, Format.FREEZE_OUT)
TWENTY: Final = 20
FIRST: Final = (
    *("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kit", "Leo", "Mia", "Ned", "Oda", "Pia"),
)


def make(club: Club, format: Format, state: str) -> str:
    """Make a tournament of a format in a state, and return what it is called."""
    (freeze_out if format is Format.FREEZE_OUT else played)(club, format, state)
    return f"{format} {state}"


def played(club: Club, format: Format, state: str) -> None:
    """Make a tournament of rounds, of which the second is played half where it is under way."""
    many, sizes, others = _PLAYED[format]
    view = announcing.announce(club, f"{format} {state}", format, SettingsChange("commune", sizes, others), seed=3)
    called = str(view.number)
    entering.enter(club, called, _more(club, view.number, many) if state == RUNNING else _free(club)[:many])
    if state != ANNOUNCED:
        play(club, called)
        while state == OVER and find_next_step(overview.read_view(club, called)) is TournamentNextStep.DRAW:
            play(club, called)
    if state == RUNNING:
        play(club, called, most=1)
    if state == OVER:
        closing.end_tournament(club, called)


def _free(club: Club) -> list[str]:
    """Who came, sits at no table, and plays in no tournament that is under way."""
    sitting = {name for match in read_tonight(club).matches if not match.finished_at for name in match.names}
    return [
        member.name
        for member in sessions.show(club).checked_in
        if member.name not in sitting and not member.name.endswith(".")
    ]


def _more(club: Club, number: int, many: int) -> list[str]:
    """Members who play in one tournament alone, as its tables are not over."""
    names = [f"{name} {'Abcdefghijklmnopqrstuvwxyz'[number]}." for name in FIRST[:many]]
    roster.add_all(club, names)
    checkin.check_in(club, names)
    return names


def play(club: Club, called: str, most: int | None = None) -> None:
    """Draw a round and play it, or at most so many of its tables."""
    rounds.draw(club, called)
    view = playing.start_tables(club, called)
    for table in view.rounds[-1].tables[:most]:
        assert table.match
        ending.record_result(club, table.match, places=[[view.name_of(entry)] for entry in sorted(table.entries)])
        ending.finish(club, table.match, undecided=True)


def freeze_out(club: Club, format: Format, state: str) -> None:
    """Make a freezeout of twenty with prizes and a clock, of which three are out where it is under way."""
    view = announcing.announce(club, f"{format} {state}", format, SettingsChange("texas-holdem", Sizes(2, 8)), seed=7)
    called = str(view.number)
    entering.enter(club, called, _free(club)[:TWENTY])
    if state == ANNOUNCED:
        return
    stacks = Stacks(entry=10, prizes=(50, 30, 20), reentries=1, reentry_until=4, addon=3000)
    announcing.change_stacks(club, called, announcing.propose_stacks(TWENTY, stacks))
    freezeouts.draw_seats(club, called)
    clocks.start_clock(club, view.number)
    while len((now := freezeout_evening.freezeout_view(club, called)).state.playing) > (17 if state == RUNNING else 1):
        if is_final_due(tuple(now.state.tables.values())) and not now.state.final:
            freezeouts.draw_final_table(club, called)
            continue
        table = max(now.state.tables.values(), key=lambda table_seats: (len(table_seats.players), table_seats.number))
        loser, winner, *_ = table.players
        freezeouts.record_eliminations(club, called, [(now.name(loser), 0)], winners=[now.name(winner)])
        if not now.state.outs:
            freezeouts.reenter(club, called, now.name(loser))
            freezeouts.add_on(club, called, [now.name(winner)])
    if state == OVER:
        closing.end_tournament(club, called)
