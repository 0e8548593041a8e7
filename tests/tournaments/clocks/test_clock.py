"""The clock shows what follows from what was done with it and from the time, and from nothing else."""

from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from referee.tournaments.clocks.clock import (
    ClockAction,
    ClockEvent,
    ClockReading,
    ClockState,
    Period,
    format_seconds,
    periods_of_levels,
    read_clock,
)
from tests.sampling import examples

BEGIN = datetime(2026, 11, 16, 18, 0, tzinfo=UTC)
LEVELS = periods_of_levels(((25, 50, 0), (50, 100, 0), (0, 0, 0), (100, 200, 25)), 15, 10)


def at(minutes: float) -> datetime:
    return BEGIN + timedelta(minutes=minutes)


def shown(minutes: float, *deeds: tuple[ClockAction, float] | tuple[ClockAction, float, int]) -> ClockReading:
    events = [ClockEvent(ClockAction.START, BEGIN, periods=LEVELS)]
    events += [ClockEvent(deed, at(when), *more) for deed, when, *more in deeds]
    found = read_clock(events, at(minutes))
    assert found
    return found


def test_levels_and_breaks_follow_one_another() -> None:
    first = shown(0)
    assert (first.name, first.period.blinds, first.digits) == ("Level 1", "25 / 50", "15:00")
    assert first.until_break == timedelta(minutes=30)
    assert (shown(14.99).level, shown(15).level) == (1, 2)
    assert (shown(35).name, shown(35).digits, shown(35).until_break) == ("Break", "5:00", None)
    assert (shown(40).name, shown(40).period.blinds) == ("Level 3", "100 / 200, ante 25")
    assert shown(40).after is None


def test_the_last_level_goes_on_when_its_time_is_up() -> None:
    late = shown(300)
    assert (late.state, late.level, late.digits) == (ClockState.OVER, 3, "0:00")


def test_a_pause_stops_the_time_and_resuming_goes_on_from_there() -> None:
    paused = shown(100, (ClockAction.PAUSE, 5))
    assert (paused.state, paused.digits) == (ClockState.PAUSED, "10:00")
    assert shown(100, (ClockAction.PAUSE, 5), (ClockAction.RESUME, 97)).digits == "7:00"
    # To pause twice, or to resume what runs, changes nothing.
    assert (
        shown(
            100, (ClockAction.PAUSE, 5), (ClockAction.PAUSE, 9), (ClockAction.RESUME, 97), (ClockAction.RESUME, 98)
        ).digits
        == "7:00"
    )


def test_next_and_back_go_to_the_beginning_of_a_level() -> None:
    assert (shown(6, (ClockAction.NEXT, 5)).level, shown(6, (ClockAction.NEXT, 5)).digits) == (2, "14:00")
    assert (shown(21, (ClockAction.BACK, 20)).level, shown(21, (ClockAction.BACK, 20)).digits) == (1, "14:00")
    assert shown(6, (ClockAction.BACK, 5)).digits == "14:00"
    assert shown(90, (ClockAction.PAUSE, 1), (ClockAction.NEXT, 5)).digits == "15:00"
    assert shown(50, (ClockAction.NEXT, 45)).level == 3


def test_minutes_are_added_to_the_level_that_is_on_and_to_no_other() -> None:
    assert shown(10, (ClockAction.ADD, 5, 3)).digits == "8:00"
    assert shown(18, (ClockAction.ADD, 5, 3)).digits == "15:00"
    # Taking away more than is left ends the level now, not a while ago.
    assert (shown(11, (ClockAction.ADD, 10, -60)).level, shown(11, (ClockAction.ADD, 10, -60)).digits) == (2, "14:00")


def test_a_part_of_a_second_is_shown_as_one() -> None:
    assert shown(14.995).digits == "0:01"
    assert format_seconds(3723) == "1:02:03"


def test_nothing_is_shown_before_the_start_and_after_it_was_taken_down() -> None:
    assert read_clock([], BEGIN) is None
    assert read_clock([ClockEvent(ClockAction.PAUSE, BEGIN)], BEGIN) is None
    assert (
        read_clock([ClockEvent(ClockAction.START, BEGIN, periods=LEVELS), ClockEvent(ClockAction.STOP, at(5))], at(6))
        is None
    )


def test_a_round_without_blinds_counts_down_and_is_over() -> None:
    event = ClockEvent(ClockAction.START, BEGIN, periods=(Period(45),))
    running, over = read_clock([event], at(44)), read_clock([event], at(45))
    assert running
    assert over
    assert (running.name, running.digits, running.state) == ("Round", "1:00", ClockState.RUNNING)
    assert (over.digits, over.state) == ("0:00", ClockState.OVER)


def test_starting_again_begins_anew() -> None:
    first, again = (
        ClockEvent(ClockAction.START, BEGIN, periods=LEVELS),
        ClockEvent(ClockAction.START, at(50), periods=(Period(45),)),
    )
    found = read_clock([first, again], at(55))
    assert found
    assert (found.name, found.digits) == ("Round", "40:00")


DEEDS = st.lists(
    st.tuples(
        st.sampled_from([deed for deed in ClockAction if deed not in (ClockAction.START, ClockAction.STOP)]),
        st.integers(0, 5000),
    )
)


@examples(30, 100)
@given(DEEDS, st.integers(0, 8000), st.integers(-12, 12))
def test_two_screens_in_two_zones_show_the_same(deeds: list[tuple[ClockAction, int]], now: int, zone: int) -> None:
    events = [ClockEvent(ClockAction.START, BEGIN, periods=LEVELS)]
    events += [
        ClockEvent(deed, BEGIN + timedelta(seconds=when), 2) for deed, when in sorted(deeds, key=lambda each: each[1])
    ]
    moment = BEGIN + timedelta(seconds=now)
    there = moment.astimezone(timezone(timedelta(hours=zone)))
    assert read_clock(events, moment) == read_clock(events, there)


@examples(30, 100)
@given(DEEDS, st.integers(0, 8000))
def test_the_clock_is_what_ticking_second_by_second_would_show(
    deeds: list[tuple[ClockAction, int]], until: int
) -> None:
    """An independent clock that ticks: every second one second less, and a deed before the tick of its second."""
    done = sorted((each for each in deeds if each[1] <= until), key=lambda each: each[1])
    number, left, running, waiting = 0, 900, True, list(done)
    for second in range(until + 1):
        while waiting and waiting[0][1] <= second:
            deed = waiting.pop(0)[0]
            if deed is ClockAction.PAUSE:
                running = False
            elif deed is ClockAction.RESUME:
                running = True
                if not left and number + 1 < len(LEVELS):
                    number, left = number + 1, LEVELS[number + 1].minutes * 60
            elif deed is ClockAction.NEXT and number + 1 < len(LEVELS):
                number, left = number + 1, LEVELS[number + 1].minutes * 60
            elif deed is ClockAction.BACK:
                number = max(0, number - 1)
                left = LEVELS[number].minutes * 60
            elif deed is ClockAction.ADD:
                left += 120
        if second == until:
            break
        if running:
            left = max(0, left - 1)
            if not left and number + 1 < len(LEVELS):
                number, left = number + 1, LEVELS[number + 1].minutes * 60
    events = [ClockEvent(ClockAction.START, BEGIN, periods=LEVELS)]
    events += [ClockEvent(deed, BEGIN + timedelta(seconds=when), 2) for deed, when in done]
    found = read_clock(events, BEGIN + timedelta(seconds=until))
    assert found
    assert (found.number - 1, found.seconds) == (number, left)
