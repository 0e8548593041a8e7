import pytest

from referee.games import rulebook
from referee.rules import LedgerItem, Unit, read_record, replay
from referee.rules.notation.seats import FIRST_MARK, Seats
from referee.rules.records.messages import render, render_all, render_text

ANN, BEN = (chr(FIRST_MARK + seat) for seat in (0, 1))


def test_names_come_where_the_marks_are() -> None:
    assert render_text(f"It is {ANN}'s turn, not {BEN}'s.", ("Ann", "Zoë")) == "It is Ann's turn, not Zoë's."
    assert render_text(f"{BEN}{ANN}", ("@1", "@2")) == "@2@1"
    assert render_text("Six is above five: 6D ♦.", ()) == "Six is above five: 6D ♦."


def test_a_seat_that_nobody_has_is_a_fault() -> None:
    for names in ((), ("Ann",)):
        with pytest.raises(IndexError):
            render_text(f"It is {BEN}'s turn.", names)


def test_the_marks_of_seats_are_in_their_order_and_seats_stay_ordered() -> None:
    assert Seats(("Zoë", "Ann")).with_marks == Seats((ANN, BEN))
    assert not Seats(("Zoë",), ordered=False).with_marks.ordered


def test_all_that_is_said_of_a_payment_is_named() -> None:
    items = [
        LedgerItem(0, -2, Unit.CHIPS, "3.1", f"{ANN} pays {BEN}.", 4),
        LedgerItem(1, 2, Unit.CHIPS, "3.1", f"{ANN} pays {BEN}.", 4),
    ]
    assert [(item.seat, item.reason) for item in render_all(items, ("Eve", "Fay"))] == [
        (0, "Eve pays Fay."),
        (1, "Eve pays Fay."),
    ]


def test_a_ruling_is_named_with_what_would_have_been_legal_and_what_is_due() -> None:
    head = "game: big-two\nseats: Ann, Ben, Cal\n\n"
    record = read_record(f"{head}deal by Cal\nAnn plays 3D\nCal plays 4D\nBen plays 3H 4C\n", rulebook).record
    assert record is not None
    early, low = (entry.ruling for entry in replay(record).entries[-2:])
    assert early.due[-1] == f"{BEN} passes"  # and so they are known already
    rendered = render(early, ("Eve", "Fay", "Gus"))
    assert rendered.reason == "It is Fay's turn, not Gus's."
    assert rendered.due[-1] == "Fay passes"
    assert (rendered.verdict, rendered.clause, rendered.because) == (early.verdict, early.clause, early.because)
    assert low.alternatives[-1].text == f"{BEN} passes"
    rendered = render(low, ("Eve", "Fay", "Gus"))
    assert rendered.alternatives[-1].text == "Fay passes"
    assert rendered.alternatives[-1].acts == low.alternatives[-1].acts


@pytest.mark.parametrize("mark", [ANN, BEN, "\ue000", "\uf8ff"])
def test_nobody_types_a_mark(mark: str) -> None:
    head = "game: big-two\nseats: Ann, Ben, Cal\n\ndeal by Cal\n"
    (fault,) = read_record(f"{head}Ann plays 3D {mark}\n", rulebook).faults
    assert (fault.line, fault.column) == (5, 14)
    assert fault.message == f"a record cannot have a private-use character (U+{ord(mark):04X})"
    (fault,) = read_record(f"{head}{mark} plays 3D\n", rulebook).faults
    assert (fault.line, fault.column) == (5, 1)
    assert read_record(head.replace("Ben", f"Ben{mark}"), rulebook).faults
