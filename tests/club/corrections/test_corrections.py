"""Corrections anywhere in the past: what they change is known before, and is what is found afterwards."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

import pytest

from referee.club.calendar import schedule, seasons, sessions
from referee.club.corrections import corrections, impact
from referee.club.disputes import penalties
from referee.club.file.audit import audit
from referee.club.folder import Club, init
from referee.club.match import correction_notes, ending, matches, recording, starting, voiding
from referee.club.match.view import MatchView
from referee.club.people import duties, forgetting, officers, roster
from referee.club.standings import season_end, standings
from referee.club.text.faults import ClubFault
from referee.store.events.log import events
from referee.store.projections.handlers import PROJECTIONS
from tests.club.conftest import NAMES, copied

FIRST = datetime(2026, 9, 7, 18, tzinfo=UTC)
WEEKS = 30
PEOPLE = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Hal B.")


def at_week(club: Club, week: int) -> Club:
    return replace(club, actor="Fay", clock=lambda: FIRST + timedelta(weeks=week - 1))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A season of thirty Mondays, two tables each, drawn by lot; in week 3 a hand of Big Two was recorded besides."""
    lot = random.Random(3)
    folder = tmp_path_factory.mktemp("season") / "club"
    with at_week(init(folder, "Monday Cards"), 1) as club:
        roster.add_all(club, PEOPLE)
        seasons.new(
            club,
            "2026-27",
            starts=FIRST.date(),
            ends=datetime(2027, 5, 31).date(),
            best_k=20,
            min_sessions=8,
            lot_seed=5,
        )
        for week in range(1, WEEKS + 1):
            club = at_week(club, week)
            schedule.add(club, club.today, time(18))
            sessions.open_session(club)
            came = lot.sample(PEOPLE, 8)
            for table in (came[:4], came[4:]):
                number = starting.start_table(club, "Hearts", table, result_only=True).number
                ending.record_result(club, number, places=[[name] for name in lot.sample(table, 4)])
                ending.finish(club, number)
            if week == 3:
                number = starting.start_table(club, "big-two", came[:4]).number
                for line in ("deal", f"{came[0]} plays 3D", f"{came[1]} plays 5H", f"{came[2]} plays 6S"):
                    recording.log_line(club, number, line)
                ending.record_result(club, number, places=[[name] for name in came[:4]])
                ending.finish(club, number, undecided=True)
            sessions.close_session(club)
    return folder


@pytest.fixture
def season(played: Path, tmp_path: Path) -> Iterator[Club]:
    """The season in its thirtieth week, when the evening is over."""
    with at_week(copied(played, tmp_path / "club"), WEEKS) as club:
        yield club


def week_3(club: Club) -> list[MatchView]:
    return matches.matches(club, str(FIRST.date() + timedelta(weeks=2)))


def places_and_scores(club: Club) -> dict[str, tuple[int | None, object]]:
    return {row.name: (row.place, row.score) for row in standings.standings(club).rows}


def difference(before: dict[str, object], after: dict[str, object]) -> dict[str, tuple[object, object]]:
    names = {*before, *after}
    return {name: (before.get(name), after.get(name)) for name in names if before.get(name) != after.get(name)}


def foretold(found: impact.Impact) -> dict[str, tuple[object, object]]:
    (season,) = found.seasons
    return {
        standing_change.name: (ranked(standing_change.was), ranked(standing_change.now))
        for standing_change in season.moved
    }


def ranked(found: impact.RankedScore | None) -> object:
    return (found.place, found.score) if found else None


def test_a_result_of_week_3_corrected_in_week_30_changes_what_was_shown(season: Club) -> None:
    table = week_3(season)[0]
    turned_round = [list(group) for group in reversed(table.places)]

    def act(club: Club) -> MatchView:
        return corrections.result(club, table.number, places=turned_round, reason="read upside down")

    before = places_and_scores(season)
    found = impact.dry_run(season, act)
    assert places_and_scores(season) == before
    act(season)
    after = places_and_scores(season)
    assert foretold(found) == difference(before, after)
    assert len(foretold(found)) >= 2
    assert found.past
    (changed,) = found.tables
    assert changed.places[1].split(" > ") == [name for (name,) in turned_round]
    assert audit(season, workers=1).differences == ()


def test_a_seat_of_week_3_corrected_in_week_30_changes_what_was_shown(season: Club) -> None:
    table = week_3(season)[0]
    (absent,) = set(PEOPLE) - {name for match in week_3(season) for name in match.names}
    wrong = table.names[1]

    def act(club: Club) -> MatchView:
        return corrections.seat(club, table.number, "2", absent, reason=f"{wrong} stayed at home")

    ranking = standings.standings(season)
    before = places_and_scores(season)
    found = impact.dry_run(season, act)
    assert matches.show(season, table.number).names == table.names
    act(season)
    assert foretold(found) == difference(before, places_and_scores(season))
    assert {wrong, absent} <= set(foretold(found))
    assert found.tables[0].seats == (f"seat 2: {wrong}, now {absent}",)
    # Whoever watches the season finds the same without reading it all again.
    assert standings.standings(season, before=ranking).rows == standings.standings(season).rows
    (noted,) = correction_notes.corrections(season, table=table.number)
    assert noted.what == f"seat 2: {wrong} was recorded, {absent} sat there"
    assert audit(season, workers=1).differences == ()


def test_two_who_were_written_down_the_wrong_way_round_change_places(season: Club) -> None:
    table = week_3(season)[0]
    one, other = table.names[0], table.names[3]
    places = {name: index for index, group in enumerate(table.places) for name in group}
    new_match = corrections.seat(season, table.number, one, other, reason="each other's chair")
    assert new_match.names == (other, *table.names[1:3], one)
    now = {name: index for index, group in enumerate(new_match.places) for name in group}
    assert (now[one], now[other]) == (places[other], places[one])
    assert audit(season, workers=1).differences == ()


def test_whoever_sat_there_came_that_evening(season: Club) -> None:
    (absent,) = set(PEOPLE) - {name for match in week_3(season) for name in match.names}
    corrections.seat(season, week_3(season)[0].number, "1", absent, reason="misread")
    with season.reading() as tx:
        member = roster.find_member(tx, absent).id
        session = week_3(season)[0].session_id
        assert tx.rows("SELECT at FROM attendance WHERE session_id = ? AND member_id = ?", session, member)


def test_a_line_of_week_3_corrected_in_week_30_turns_the_rulings_that_were_shown(season: Club) -> None:
    table = week_3(season)[2]
    two = table.names[1]
    assert [str(line.ruling.verdict) for line in table.log[:4] if line.ruling] == ["legal"] * 4

    def act(club: Club) -> object:
        return corrections.line(club, table.number, 3, f"{two} plays 7H", reason="the slip says seven")

    found = impact.dry_run(season, act)
    assert matches.show(season, table.number).steps == table.steps
    act(season)
    after = matches.show(season, table.number)
    ruled = {line.number: line.ruling.says for line in after.log if line.ruling}
    (changed,) = found.tables
    shown = {ruling_change.line: ruling_change.now for ruling_change in changed.turned}
    assert set(shown) == {3, 4, 6}
    assert shown[4].startswith(ruled[4])
    assert ruled[4] == "illegal"
    assert shown[3] == "struck"
    assert foretold(found) == {}
    # What was there stays: the line as it was typed, struck.
    assert after.log[2].text == f"{two} plays 5H"


def test_a_member_entered_twice_is_merged_with_what_that_changes(season: Club) -> None:
    def act(club: Club) -> object:
        return corrections.merge(club, "Hal", "Hal B.", reason="one person")

    together = [match.number for week in range(WEEKS) for match in _of_week(season, week) if "Hal" in match.names]
    shared = [number for number in together if "Hal B." in matches.show(season, number).names]
    for number in shared:  # two at one table are never one person; so somebody else sat there
        out = next(name for name in PEOPLE if name not in matches.show(season, number).names)
        corrections.seat(season, number, "Hal B.", out, reason="misread")
    before = places_and_scores(season)
    found = impact.dry_run(season, act)
    assert places_and_scores(season) == before
    act(season)
    assert foretold(found) == difference(before, places_and_scores(season))
    assert foretold(found)["Hal B."][1] is None
    assert audit(season, workers=1).differences == ()


def _of_week(club: Club, week: int) -> list[MatchView]:
    return matches.matches(club, str(FIRST.date() + timedelta(weeks=week)))


def test_a_penalty_for_week_3_given_in_week_30_changes_what_was_shown(season: Club) -> None:
    best = week_3(season)[0].places[0][0]

    def act(club: Club) -> object:
        return penalties.give(club, best, points=10, reason="signals", table=week_3(season)[0].number)

    before = places_and_scores(season)
    found = impact.dry_run(season, act)
    act(season)
    assert foretold(found) == difference(before, places_and_scores(season))

    def undo(club: Club) -> object:
        return penalties.cancel(club, 1, reason="it was nothing")

    back = impact.dry_run(season, undo)
    assert foretold(back) == {name: (now, was) for name, (was, now) in foretold(found).items()}


def test_rehearsing_leaves_the_file_as_it_was(season: Club) -> None:
    def dump() -> list[str]:
        with season.reading() as tx:
            return [str(tx.rows(f'SELECT * FROM "{table}" ORDER BY 1, 2')) for table in PROJECTIONS]

    before, revision = dump(), season.revision()
    table = week_3(season)[0]
    impact.dry_run(season, lambda one: corrections.seat(one, table.number, "1", table.names[1], reason="so it was"))
    with pytest.raises(ClubFault, match="no seat 9"):
        impact.dry_run(season, lambda one: corrections.seat(one, table.number, "9", "Ann", reason="so it was"))
    assert dump() == before
    assert season.revision() == revision


def test_what_is_refused_writes_nothing_down(season: Club) -> None:
    table = week_3(season)[0]
    with pytest.raises(ClubFault, match="needs a reason"):
        corrections.result(season, table.number, places=[[name] for name in table.names], reason="")
    with pytest.raises(ClubFault, match="needs the officer's name"):
        corrections.result(
            season.with_actor(""), table.number, places=[[name] for name in table.names], reason="misread"
        )
    with pytest.raises(ClubFault, match="already"):
        corrections.seat(season, table.number, "1", table.names[0], reason="misread")
    assert correction_notes.corrections(season) == []


def test_a_closed_season_is_corrected_by_an_officer_with_a_reason_and_that_is_marked(season: Club) -> None:
    table = week_3(season)[0]
    season_end.close(season, "2026-27")
    places = [[name] for name in table.names]
    with pytest.raises(ClubFault, match=r"closed season, so its records cannot change.*scoring 5\.5"):
        ending.record_result(season, table.number, places=places)
    with pytest.raises(ClubFault, match="so its records cannot change"):
        recording.undo_line(season, table.number, 1)
    with pytest.raises(ClubFault, match="so its records cannot change"):
        ending.finish(season, table.number)
    corrections.result(
        season.with_actor("Gus"), table.number, places=[[name] for name in table.names], reason="misread"
    )
    (noted,) = correction_notes.corrections(season)
    assert (noted.mark, noted.reason, noted.by) == ("in a closed season", "misread", "Gus")
    assert (
        impact.dry_run(season, lambda one: corrections.decide_line(one, table.number, 2, reason="it was right"))
        .seasons[0]
        .closed
    )


def test_what_an_officer_may_do_at_any_time_is_marked_in_a_closed_season(season: Club) -> None:
    table = week_3(season)[0]
    given = penalties.give(season, table.names[0], points=1, reason="late", table=table.number)
    voiding.void_match(season, table.number, reason="the wrong players")
    recording.undo_line(season, table.number, reason="the right ones")
    assert correction_notes.corrections(season) == []  # scoring 5.5 marks what is put right in a closed season
    season_end.close(season, "2026-27")
    penalties.cancel(season.with_actor("Gus"), given.number, reason="it was Ben")
    penalty = penalties.give(season.with_actor("Gus"), table.names[1], points=1, reason="late", table=table.number)
    done = voiding.void_match(season.with_actor("Gus"), table.number, reason="the wrong players")
    with pytest.raises(ClubFault, match="closed season, so its records cannot change"):
        recording.undo_line(season, table.number, done.line.number)
    corrections.decide_line(season.with_actor("Gus"), table.number, done.line.number, reason="the right ones")
    noted = correction_notes.corrections(season)
    assert [correction.what for correction in noted] == [
        f"penalty {given.number}",
        f"penalty {penalty.number}",
        "void",
        f"line {done.line.number}",
    ]
    assert {(correction.table, correction.mark, correction.by) for correction in noted} == {
        (table.number, "in a closed season", "Gus")
    }
    assert [correction.reason for correction in noted] == ["it was Ben", "late", "the wrong players", "the right ones"]


def test_in_a_closed_season_only_an_officer_puts_right(season: Club) -> None:
    first = week_3(season)[0]
    season_end.close(season, "2026-27")
    officers.elect(season.with_actor(first.names[0]), first.names[0], "president")
    officer, member = first.names[:2]
    with pytest.raises(duties.NotAnOfficer, match="Only an officer may correct a closed season"):
        corrections.result(
            season.with_actor(member), first.number, places=[[name] for name in first.names], reason="misread"
        )
    assert correction_notes.corrections(season) == []
    corrections.result(
        season.with_actor(officer), first.number, places=[[name] for name in first.names], reason="misread"
    )
    assert [correction.by for correction in correction_notes.corrections(season)] == [officer]


def test_in_a_season_that_goes_on_what_was_written_down_is_changed_however_long_ago(season: Club) -> None:
    table = week_3(season)[0]
    much_later = replace(season, clock=lambda: season.clock() + timedelta(days=200))
    corrections.result(much_later, table.number, places=[[name] for name in table.names], reason="the slip was found")
    assert [correction.mark for correction in correction_notes.corrections(much_later)] == [""]


ANN, BEN, CAL, DEE, EVE = NAMES
WHY = "Eve wrote it down"
Act = Callable[[Club], object]


@pytest.fixture
def over(club: Club) -> Club:
    """The club when a table is finished that has two lines, and another one of which the result alone is known."""
    roster.add(club, "Annie")
    first = starting.start_table(club, "big-two", [ANN, BEN, CAL, DEE]).number
    for line in ("deal by Dee", "Ann holds 3D"):
        recording.log_line(club, first, line)
    second = starting.start_table(club, "big-two", [BEN, CAL, DEE]).number
    for number, order in ((first, [ANN, BEN, CAL, DEE]), (second, [BEN, CAL, DEE])):
        ending.record_result(club, number, places=[[name] for name in order])
        ending.finish(club, number)
    return club


def since(club: Club, n: int) -> list[str]:
    with club.reading() as tx:
        return [event.kind for event in events(tx, tx.club, after=n)]


def so_far(club: Club) -> int:
    with club.reading() as tx:
        return max(event.n for event in events(tx, tx.club))


CORRECTIONS: list[tuple[Act, str, str]] = [
    (lambda club: corrections.line(club, 1, 2, "Ann holds 3C", reason=WHY), "line logged", "line 2"),
    (lambda club: corrections.decide_line(club, 1, 2, reason=WHY), "line decided", "line 2"),
    (
        lambda club: corrections.result(club, 2, places=[[DEE], [CAL], [BEN]], reason=WHY),
        "result recorded",
        "the result",
    ),
    (
        lambda club: corrections.seat(club, 1, "1", BEN, reason=WHY),
        "seat corrected",
        "seat 1: Ann was recorded, Ben sat there",
    ),
    (lambda club: corrections.merge(club, ANN, "Annie", reason=WHY), "member merged", "Annie and Ann are one person"),
]


@pytest.mark.parametrize(("act", "kind", "what"), CORRECTIONS)
def test_a_correction_is_one_event_with_its_reason(over: Club, act: Act, kind: str, what: str) -> None:
    last = so_far(over)
    act(over)
    assert since(over, last) == [kind]
    (noted,) = correction_notes.corrections(over)
    assert (noted.number, noted.what, noted.reason, noted.mark, noted.by) == (last + 1, what, WHY, "", "Fay")
    assert audit(over).differences == ()
    forgetting.forget(over, EVE)
    (noted,) = correction_notes.corrections(over)
    assert (noted.what, noted.reason) == (what, "Member 5 wrote it down")


def test_who_were_parted_again_are_one_event_too(over: Club) -> None:
    corrections.merge(over, ANN, "Annie", reason=WHY)
    last = so_far(over)
    corrections.split(over, ANN, "Annie", reason="cousins")
    assert since(over, last) == ["retracted"]
    noted = correction_notes.corrections(over)[-1]
    assert (noted.kind, noted.what, noted.reason) == ("separated", "Annie and Ann are two people", "cousins")


def test_what_may_be_done_at_any_time_is_marked_in_a_closed_season_alone(over: Club) -> None:
    penalties.give(over, ANN, points=1, reason="late", table=1)
    voiding.void_match(over, 2, reason="the wrong pack")
    sessions.close_session(over)
    assert correction_notes.corrections(over) == []
    later = replace(over, clock=lambda: datetime(2027, 6, 1, 16, tzinfo=UTC))
    season_end.close(later, "2026-27")
    last = so_far(later)
    penalties.give(later, BEN, points=1, reason="loud", table=1)
    penalties.cancel(later, 1, reason="he had called")
    voiding.void_match(later, 1, reason="a card was missing")
    assert since(later, last) == ["penalty given", "retracted", "table voided"]
    assert [
        (correction.what, correction.reason, correction.mark, correction.table)
        for correction in correction_notes.corrections(later)
    ] == [
        ("penalty 2", "loud", "in a closed season", 1),
        ("penalty 1", "he had called", "in a closed season", 1),
        ("void", "a card was missing", "in a closed season", 1),
    ]
    assert [correction.what for correction in correction_notes.corrections(later, table=2)] == []


def test_a_line_that_replaces_another_does_not_bear_the_reason_itself(over: Club) -> None:
    corrections.line(over, 1, 2, "Ann holds 3C", reason=WHY)
    struck, new = (next(line for line in matches.show(over, 1).log if line.number == number) for number in (2, 4))
    assert (struck.reason, new.text, new.reason) == ("typed by mistake; see line 4", "Ann holds 3C", "")
