"""What is meant only for a table as it was seen: a player's phone must not add to a record that has gone on."""

import pytest

from referee.club.folder import Club
from referee.club.match import ending, matches, recording, starting
from referee.club.match.log import log_of
from referee.club.text.faults import ClubFault, Meanwhile
from referee.store.events.log import events
from referee.store.kinds.kind import Kind


def steps(club: Club, table: int) -> int:
    return matches.show(club, table).steps


def test_a_line_is_recorded_while_the_table_is_as_it_was_seen(club: Club, table: int) -> None:
    recording.log(club, table, "Ann plays 3D", only_after=steps(club, table))
    assert [each.text for each in matches.show(club, table).log] == ["deal by Dee", "Ann plays 3D"]


def test_a_line_is_refused_when_another_came_first(club: Club, table: int) -> None:
    seen = steps(club, table)
    recording.log(club, table, "Ann plays 3D")
    with pytest.raises(Meanwhile, match=r"Nothing was recorded, as line 2 was recorded meanwhile\.") as refused:
        recording.log(club, table, "Ann plays 4D", only_after=seen)
    assert refused.value.lines == (2,)
    assert len(matches.show(club, table).log) == 2


def test_it_is_refused_too_when_it_came_between_reading_and_writing(club: Club, table: int) -> None:
    seen = log_of(club, table)
    lines = [recording.read_one(seen, "Ann plays 4D")]
    recording.log(club, table, "Ann plays 3D")
    with pytest.raises(Meanwhile):
        recording.log_all(club, seen, lines, only_after=seen.steps)
    assert len(matches.show(club, table).log) == 2


def test_a_line_taken_back_meanwhile_is_no_line(club: Club, table: int) -> None:
    recording.log(club, table, "Ann plays 3D")
    seen = steps(club, table)
    recording.undo(club, table)
    with pytest.raises(Meanwhile, match="as the record was changed meanwhile") as refused:
        recording.log(club, table, "Ben plays 4D", only_after=seen)
    assert refused.value.lines == ()


def test_the_answer_that_was_lost_is_given_again_before_it_is_looked_at_what_came_meanwhile(
    club: Club, table: int
) -> None:
    seen = steps(club, table)
    first = recording.log(club, table, "Ann plays 3D", key="k1", only_after=seen)
    recording.log(club, table, "Ben passes")
    again = recording.log(club, table, "Ann plays 3D", key="k1", only_after=seen)
    assert (again.number, again.text) == (first.number, first.text)
    with pytest.raises(ClubFault, match="The key 'k1' belongs to line 2"):
        recording.log(club, table, "Ann plays 4D", key="k1", only_after=seen)
    assert len(matches.show(club, table).log) == 3


def test_a_line_is_taken_back_only_while_it_is_as_it_was_seen(club: Club, table: int) -> None:
    recording.log(club, table, "Ann plays 3D")
    seen = steps(club, table)
    recording.log(club, table, "Ben passes")
    with pytest.raises(Meanwhile):
        recording.undo(club, table, 2, mistake=True, only_after=seen)
    assert matches.show(club, table).log[1].decision is None


def test_a_result_is_kept_with_who_confirmed_it(club: Club) -> None:
    table = starting.start(club, "big-two", ("Ann", "Ben", "Cal", "Dee")).number
    order = [["Ben"], ["Ann"], ["Dee"], ["Cal"]]
    ending.result(club.by_phone(2, 7), table, places=order, confirmed=(3,), only_after=0)
    with club.reading() as tx:
        [event] = [each for each in events(tx, tx.club) if each.kind == Kind.RESULT]
    assert (event.by, event.data["confirmed"], event.data["phone"]) == ("@#2", [3], 7)
    with pytest.raises(Meanwhile):
        ending.result(club, table, places=order, only_after=0)


def test_who_wrote_by_a_phone_is_told_from_the_officer(club: Club, table: int) -> None:
    """By whom, and whose program served the phone: on a server no officer writes in a player's name otherwise."""
    recording.log(club.by_phone(1, 3), table, "Ann plays 3D")
    recording.log(club.by_phone(None, 4), table, "Ben passes")
    recording.undo(club.by_phone(None, 4), table, 3, mistake=True)
    shown = matches.show(club, table).log
    assert [each.by for each in shown] == ["Fay", "Ann (phone)", "tablet (phone)"]
    assert shown[2].decided_by == "tablet (phone)"
    with club.reading() as tx:
        lines = [each for each in events(tx, tx.club) if each.match]
    # Fay is no member here, so no mark can say who serves the phones.
    assert [(each.by, each.via, each.data.get("phone")) for each in lines[2:]] == [
        ("@#1", "", 3),
        ("", "", 4),
        ("", "", 4),
    ]
    recording.log(club.by("Eve").by_phone(2, 5), table, "Ben passes")
    with club.reading() as tx:
        last = list(events(tx, tx.club))[-1]
    assert (last.by, last.via, last.data["phone"]) == ("@#2", "@#5", 5)
