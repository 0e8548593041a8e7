"""What a column may hold, and what is said of a value that it may not."""

from collections.abc import Callable

import pytest

from referee.store.decoding import decode_date, decode_flag, decode_json, decode_moment, decode_number, decoding
from referee.store.faults import StoreMissing, StoreUnreadable


@pytest.mark.parametrize(
    ("decode", "value", "expected"),
    [
        (decode_number, "7", "'7' is not a whole number"),
        (decode_number, True, "True is not a whole number"),
        (decode_number, 2**70, "is not a whole number"),
        (decode_flag, 2, "2 is not 0 or 1"),
        (decode_date, "2026-13-45", "'2026-13-45' is not a date"),
        (decode_moment, "2026-11-16T18:00:00", "is not a moment"),
        (decode_moment, None, "None is not a moment"),
        (decode_json, "[" * 100_000, "is not JSON"),
        (decode_json, b"\xff", "is not JSON"),
    ],
)
def test_a_value_that_a_column_cannot_hold_is_refused(
    decode: Callable[[object], object], value: object, expected: str
) -> None:
    with pytest.raises(ValueError, match=expected):
        decode(value)


def test_an_error_of_the_data_names_their_place_and_a_fault_for_people_passes() -> None:
    expected = r"event 7 \(result\) cannot be read: its data have another form"
    with pytest.raises(StoreUnreadable, match=expected), decoding("event 7 (result)"):
        raise KeyError("places")
    with pytest.raises(StoreMissing), decoding("event 7"):
        raise StoreMissing("There is no club.")
    with pytest.raises(OSError, match="full"), decoding("event 7"):
        raise OSError("full")
