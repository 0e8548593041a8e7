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


def read_after(minutes: float, *actions: tuple[ClockAction, float] | tuple[ClockAction, float, int]) -> ClockReading:
    events = [ClockEvent(ClockAction.START, BEGIN, periods=LEVELS)]
    events += [ClockEvent(action, at(minute), *minutes_added) for action, minute, *minutes_added in actions]
    clock_reading = read_clock(events, at(minutes))
    assert clock_reading
    return clock_reading


def test_levels_and_breaks_follow_one_another() -> None:
    first = read_after(0)
    assert (first.name, first.period.blinds, first.digits) == ("Level 1", "25 / 50", "15:00")
    assert first.until_break == timedelta(minutes=30)
    assert (read_after(14.99).level, read_after(15).level) == (1, 2)
    assert (read_after(35).name, read_after(35).digits, read_after(35).until_break) == ("Break", "5:00", None)
    assert (read_after(40).name, read_after(40).period.blinds) == ("Level 3", "100 / 200, ante 25")
    assert read_after(40).after is None


def test_the_last_level_goes_on_when_its_time_is_up() -> None:
    late = read_after(300)
    assert (late.state, late.level, late.digits) == (ClockState.OVER, 3, "0:00")


def test_a_pause_stops_the_time_and_resuming_goes_on_from_there() -> None:
    paused = read_after(100, (ClockAction.PAUSE, 5))
    assert (paused.state, paused.digits) == (ClockState.PAUSED, "10:00")
    assert read_after(100, (ClockAction.PAUSE, 5), (ClockAction.RESUME, 97)).digits == "7:00"
    # To pause twice, or to resume what runs, changes nothing.
    assert (
        read_after(
            100, (ClockAction.PAUSE, 5), (ClockAction.PAUSE, 9), (ClockAction.RESUME, 97), (ClockAction.RESUME, 98)
        ).digits
        == "7:00"
    )


def test_next_and_back_go_to_the_beginning_of_a_level() -> None:
    assert (read_after(6, (ClockAction.NEXT, 5)).level, read_after(6, (ClockAction.NEXT, 5)).digits) == (2, "14:00")
    assert (read_after(21, (ClockAction.BACK, 20)).level, read_after(21, (ClockAction.BACK, 20)).digits) == (1, "14:00")
    assert read_after(6, (ClockAction.BACK, 5)).digits == "14:00"
    assert read_after(90, (ClockAction.PAUSE, 1), (ClockAction.NEXT, 5)).digits == "15:00"
    assert read_after(50, (ClockAction.NEXT, 45)).level == 3


def test_minutes_are_added_to_the_level_that_is_on_and_to_no_other() -> None:
    assert read_after(10, (ClockAction.ADD, 5, 3)).digits == "8:00"
    assert read_after(18, (ClockAction.ADD, 5, 3)).digits == "15:00"
    # Taking away more than is left ends the level now, not a while ago.
    assert (read_after(11, (ClockAction.ADD, 10, -60)).level, read_after(11, (ClockAction.ADD, 10, -60)).digits) == (
        2,
        "14:00",
    )


def test_a_part_of_a_second_is_shown_as_one() -> None:
    assert read_after(14.995).digits == "0:01"
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
    running, finished = read_clock([event], at(44)), read_clock([event], at(45))
    assert running
    assert finished
    assert (running.name, running.digits, running.state) == ("Round", "1:00", ClockState.RUNNING)
    assert (finished.digits, finished.state) == ("0:00", ClockState.OVER)


def test_starting_again_begins_anew() -> None:
    first_start, second_start = (
        ClockEvent(ClockAction.START, BEGIN, periods=LEVELS),
        ClockEvent(ClockAction.START, at(50), periods=(Period(45),)),
    )
    clock_reading = read_clock([first_start, second_start], at(55))
    assert clock_reading
    assert (clock_reading.name, clock_reading.digits) == ("Round", "40:00")


ACTIONS = st.lists(
    st.tuples(
        st.sampled_from([deed for deed in ClockAction if deed not in (ClockAction.START, ClockAction.STOP)]),
        st.integers(0, 5000),
    )
)


@examples(30, 100)
@given(ACTIONS, st.integers(0, 8000), st.integers(-12, 12))
def test_two_screens_in_two_zones_show_the_same(
    actions: list[tuple[ClockAction, int]], seconds: int, zone: int
) -> None:
    events = [ClockEvent(ClockAction.START, BEGIN, periods=LEVELS)]
    events += [
        ClockEvent(action, BEGIN + timedelta(seconds=second), 2)
        for action, second in sorted(actions, key=lambda timed_action: timed_action[1])
    ]
    moment = BEGIN + timedelta(seconds=seconds)
    local_moment = moment.astimezone(timezone(timedelta(hours=zone)))
    assert read_clock(events, moment) == read_clock(events, local_moment)


@examples(30, 100)
@given(ACTIONS, st.integers(0, 8000))
def test_the_clock_is_what_ticking_second_by_second_would_show(
    actions: list[tuple[ClockAction, int]], end: int
) -> None:
    """An independent clock that ticks: every second one second less, and a deed before the tick of its second."""
    actions_so_far = sorted((each for each in actions if each[1] <= end), key=lambda timed_action: timed_action[1])
    number, seconds_left, running, waiting = 0, 900, True, list(actions_so_far)
    for second in range(end + 1):
        while waiting and waiting[0][1] <= second:
            action = waiting.pop(0)[0]
            if action is ClockAction.PAUSE:
                running = False
            elif action is ClockAction.RESUME:
                running = True
                if not seconds_left and number + 1 < len(LEVELS):
                    number, seconds_left = number + 1, LEVELS[number + 1].minutes * 60
            elif action is ClockAction.NEXT and number + 1 < len(LEVELS):
                number, seconds_left = number + 1, LEVELS[number + 1].minutes * 60
            elif action is ClockAction.BACK:
                number = max(0, number - 1)
                seconds_left = LEVELS[number].minutes * 60
            elif action is ClockAction.ADD:
                seconds_left += 120
        if second == end:
            break
        if running:
            seconds_left = max(0, seconds_left - 1)
            if not seconds_left and number + 1 < len(LEVELS):
                number, seconds_left = number + 1, LEVELS[number + 1].minutes * 60
    events = [ClockEvent(ClockAction.START, BEGIN, periods=LEVELS)]
    events += [ClockEvent(action, BEGIN + timedelta(seconds=offset), 2) for action, offset in actions_so_far]
    clock_reading = read_clock(events, BEGIN + timedelta(seconds=end))
    assert clock_reading
    assert (clock_reading.number - 1, clock_reading.seconds) == (number, seconds_left)
