"""A club in the middle of a season and of a Monday, with something on every screen of the desk."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import referee.demo
from referee.club.calendar import checkin, house_rules, schedule, seasons, sessions
from referee.club.disputes import deciding, opening
from referee.club.disputes.remedies import Remedy
from referee.club.folder import Club, open_club
from referee.club.match import ending, recording, starting
from referee.club.people import roster
from referee.club.phones import calls, pairing, reports, serving
from referee.club.phones.evening_state import Phone, Reason, StoredState, open_session, read_evening
from referee.club.phones.serving import PhoneServer
from referee.competition.entrants import Sizes
from referee.store import session_state
from referee.tournaments import overview
from referee.tournaments.actions import announcing, entering, playing, rounds
from referee.tournaments.freezeout_actions import players
from referee.tournaments.state.settings import Counts, Format, SettingsChange, Stacks
from tests.harness.frozen import init_at

MONDAY = date(2026, 11, 16)
MEMBERS = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus")
FIVE = ("Ann", "Ben", "Cal", "Eve", "Dee")
NIGHTS = 9
SAID = {3: "the chip is paid back", 6: "the cards were sticky; agreed by all four"}
DEMO = Path(referee.demo.__path__[0]) / "games"

PLAY_OR_PAY = (
    *("deal by Cal", "Ann plays 5H", "Ben pays", "Cal pays", "Ann pays", "Ben plays 6H"),
    *("Cal plays 8H, taken back: he had the seven", "Cal plays 7H", "Ann pays", "Ben pays", "Cal plays 8H", "Ann pays"),
)
BIG_TWO = (
    *("deal by Fay", "Dee plays 3D 3C", "Eve plays 7D 7S", "Fay plays 9C 9H", "Dee plays QD QS", "Eve passes"),
    *("Fay plays 2C 2H", "Dee passes", "Eve passes", "Fay plays 4S 5D 6C 7H 8S", "Dee plays 5C 6D 7C 8D 9S"),
    *("Eve passes", "Fay plays 3S 3H"),
)
COMMUNE = (
    *("deal by Hal", "Gus bids jack high", "Hal bids king high", "Gus bids two kings", "Hal calls", "Gus shows KD"),
    "Hal shows 2C",
    *("deal by Gus", "Hal bids queen high", "Gus bids two tens"),
)
BIG_TWO_OF_FOUR = (
    *("deal by Dee", "Ben plays 3D 3C 4C 4S 5D", "Cal plays 3H 9D 9H TD TS", "Dee plays 3S 6D 6S JD JS"),
    *("Ann plays 4D 5C 5H KD KC", "Ben plays 7C 8D 8C AD AS", "Cal plays 5S QC QH 2D 2S", "Dee passes", "Ann passes"),
    *("Ben passes", "Cal plays 6H", "Dee passes", "Ann plays 9S", "Ben plays JC"),
    *("Cal plays 7D, taken back: lower than the jack", "Cal plays KS", "Dee plays AH"),
)
COMMUNE_OF_FIVE = (
    *("deal by Eve", "Ann bids jack high", "Ben bids king high", "Cal bids two kings", "Dee calls", "Dee shows 9D"),
    *("Eve shows QS", "Ann shows 4H", "Ben shows KH", "Cal shows 2C", "deal by Ann", "Dee bids queen high"),
    *("Eve bids two queens", "Ann bids two jacks", "Ann bids straight to nine"),
)
PONTOON = (
    *("deal by Dee", "Dee banks from 2 to 10", "Ann bets 4", "Ben bets 5", "Cal bets 2", "Eve bets 6"),
    *("Ann shows 8S", "Ben shows TC", "Cal shows 3H", "Eve shows KD", "Dee shows 9H", "Ann shows 8S 8D"),
    *("Ann splits TD 3S", "Ann sticks", "Ann buys 4, taken back: a split hand buys nothing"),
    *("Ann twists KC", "Ann sticks", "Ben twists 7H", "Ben sticks", "Cal buys 2"),
)


def on(club: Club, day: date) -> Club:
    """Return a club as it stands at a quarter past four in the afternoon of a day."""
    return replace(club, actor="Fay", clock=lambda: datetime.combine(day, time(16, 15), UTC))


def reopened(folder: Path) -> Club:
    """Open a club on the Monday of the scene."""
    return on(open_club(folder), MONDAY)


def season(folder: Path) -> Club:
    """Make a club with seven members, a guest, nine nights played and tonight's session open."""
    first = MONDAY - timedelta(weeks=NIGHTS)
    club = on(init_at(datetime.combine(first, time(16, 15), UTC), folder, "Monday Cards"), first)
    roster.add_all(club, MEMBERS)
    begins = MONDAY - timedelta(weeks=NIGHTS + 2)
    seasons.new(club, "2026-27", starts=begins, ends=date(2027, 5, 31), best_k=6, min_sessions=3, lot_seed=7)
    house_rules.change_options(club, None, "big-two", ["remainder_3p=to_3D_holder"])
    for week in range(NIGHTS + 2):
        schedule.add(club, MONDAY - timedelta(weeks=NIGHTS - week), time(15, 45), room="M4")
    for week in range(NIGHTS):
        _night(on(club, MONDAY - timedelta(weeks=NIGHTS - week)), week)
    club = on(club, MONDAY)
    sessions.open_session(club, MONDAY.isoformat())
    checkin.check_in(club, [*MEMBERS[:6]])
    checkin.check_in(club, ["Hal"], guests=True)
    return club


def _night(club: Club, week: int) -> None:
    """Play two matches with an order that goes round; in one week a line is disputed."""
    sessions.open_session(club, club.today.isoformat())
    turned = [*MEMBERS[week % 5 :], *MEMBERS[: week % 5]]
    for game, names in (("big-two", turned[:4]), ("play-or-pay", turned[2:6])):
        number = starting.start_table(club, game, names).number
        if game == "play-or-pay" and week in (3, 6):
            one, two, three, four = names
            rows = [f"deal by {four}", f"{one} plays 5H", *(f"{name} pays" for name in (two, three, four, one))]
            recorded(club, number, [*rows, f"{two} plays 6H"])
            case = opening.open_on_line(club, number, 3, claim=f"{two} had sorted the six with the diamonds")
            deciding.decide(
                club, case.number, reason=SAID[week], remedy=Remedy.OVERRULE if week == 6 else Remedy.UPHOLD
            )
        ahead = sorted(names, key=lambda name: (MEMBERS.index(name) * 5 + week * 3) % 7)
        ending.record_result(club, number, places=[[name] for name in ahead])
        ending.finish(club, number, undecided=True)
    sessions.close_session(club)


def recorded(club: Club, number: int, lines: Iterable[str]) -> int:
    """Write lines of a record down at a table, and take back those that were."""
    for line in lines:
        text, taken_back, why = line.partition(", taken back")
        logged = recording.log_line(club, number, text)
        if taken_back:
            recording.undo_line(club, number, logged.number, reason=why.strip(": ") or "put right at once")
    return number


def at_a_table(club: Club, game: str, names: Sequence[str], lines: Iterable[str]) -> int:
    """Start a table and write lines down at it; return its number."""
    return recorded(club, starting.start_table(club, game, names).number, lines)


def monday(club: Club) -> None:
    """Put four games on four tables: one finished, the others with something to decide."""
    demo = (DEMO / "pontoon.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.partition("#")[0].strip() for line in demo if not line.startswith(("game:", "seats:", "date:", "#"))]
    pontoon = at_a_table(club, "pontoon", FIVE, filter(None, rows))
    ending.finish(club, pontoon, undecided=True)
    play_or_pay = at_a_table(club, "play-or-pay", ("Ann", "Ben", "Cal"), PLAY_OR_PAY)
    opening.open_on_line(club, play_or_pay, 3, claim="Ben says that he found the six only afterwards")
    at_a_table(club, "big-two", ("Dee", "Eve", "Fay"), BIG_TWO)
    at_a_table(club, "commune", ("Gus", "Hal"), COMMUNE)


def by_phone(club: Club) -> None:
    """Serve phones on the same Monday: one table calls, and disagrees on its result; another agrees on its own."""
    monday(club)
    with club.reading() as tx:
        session = open_session(tx)
        number = {name: int(id) for id, name in tx.rows("SELECT id, name FROM member")}
    assert session
    with club.writing() as tx:
        for table, code in ((2, "K7M2QX"), (3, "R4TWD9"), (4, "9HJ3VN")):
            session_state.put(tx, session.id, StoredState.CODE, str(table), {"code": code})
    seated = {"Dee": "R4TWD9", "Fay": "R4TWD9", "Gus": "9HJ3VN", "Hal": "9HJ3VN"}
    tokens = {name: pairing.pair(club, session.id, code, number[name]) for name, code in seated.items()}

    def phone(name: str) -> Phone:
        with club.reading() as tx:
            found = read_evening(tx, session.id).phone(pairing.id_of(tokens[name]))
        assert found
        return found

    calls.call(club, session.id, phone("Dee"), Reason.LINE)
    for name, order in (("Dee", ("Dee", "Eve", "Fay")), ("Fay", ("Fay", "Dee", "Eve")), ("Gus", ("Gus", "Hal"))):
        reports.report_result(club, session.id, phone(name), [[number[each]] for each in order])
    reports.answer(club, session.id, phone("Hal"), yes=True, places=((number["Gus"],), (number["Hal"],)))
    serving.announce_server(club, session.id, PhoneServer("http://192.0.2.7:8080"))


def cup(club: Club) -> None:
    """Play two rounds of a Swiss of seven, and let a third be under way; draw a knockout as well."""
    roster.add(club, "Joe")
    announcement = SettingsChange("big-two", Sizes(3, 4), (("rounds", 3), ("counts", Counts.NOTHING)))
    announcing.announce(club, "Michaelmas Cup", Format.SWISS, announcement, seed=11)
    entering.enter(club, "1", [*MEMBERS, "Joe"])
    for _ in range(2):
        _round(club, "1")
    entering.withdraw(club, "1", "Joe", reason="has to catch a train")
    rounds.draw(club, "1")
    playing.start_tables(club, "1")
    announcement = SettingsChange("commune", Sizes(3, 4), (("go_on", 2), ("counts", Counts.FINAL)))
    announcing.announce(club, "End of Term", Format.KNOCK_OUT, announcement, seed=5)
    entering.enter(club, "2", [*MEMBERS, "Hal"])
    rounds.draw(club, "2")
    announcement = SettingsChange("texas-holdem", Sizes(2, 5), (("counts", Counts.NOTHING),))
    announcing.announce(club, "Winter Stacks", Format.FREEZE_OUT, announcement, seed=3)
    entering.enter(club, "3", [*MEMBERS, "Hal"])
    announcing.change_stacks(club, "3", Stacks(levels=((25, 50, 0), (50, 100, 0), (100, 200, 0))))
    players.draw_seats(club, "3")
    view = overview.read_view(club, "3")
    first, second, *_ = map(view.name_of, view.rounds[0].tables[0].entries)
    players.record_eliminations(club, "3", [(first, 0)], winners=[second])


def _round(club: Club, tournament: str) -> None:
    """Play a round; who comes first in the roster comes first at each table, but for one."""
    rounds.draw(club, tournament)
    view = playing.start_tables(club, tournament)
    for table in view.rounds[-1].tables:
        assert table.match
        names = sorted(map(view.name_of, table.entries), key=lambda name: (name != "Eve", name))
        ending.record_result(club, table.match, places=[[name] for name in names])
        ending.finish(club, table.match, undecided=True)


def one_table(club: Club, game: str) -> None:
    """Put one table of a game in the middle of a match."""
    names, lines = {
        "big-two": (MEMBERS[:4], BIG_TWO_OF_FOUR),
        "commune": (MEMBERS[:5], COMMUNE_OF_FIVE),
        "pontoon": (FIVE, PONTOON),
    }[game]
    at_a_table(club, game, names, lines)
