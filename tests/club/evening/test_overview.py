"""What stands behind the dashboard: dry runs, whether the file changed, and how the evening stands."""

import pytest

from referee.club.calendar import checkin, sessions
from referee.club.disputes import deciding, disputes, opening
from referee.club.evening.overview import read_tonight, session_open
from referee.club.evening.usual_games import games_by_use
from referee.club.folder import Club, open_club
from referee.club.match import ending, matches, recording, starting
from referee.club.match.result_text import parse_result
from referee.club.people import forgetting, roster
from referee.club.text.faults import ClubFault, MisreadLine, StoreMissing
from referee.rules import Verdict
from tests.club.conftest import NAMES, in_a_file, place, whole_hand
from tests.systems import MOVES_OPEN_FILES

ODD = ["Ann plays 4D", "Ann plays 3D", "Cal plays 9S", "Ben passes", "Ben plays 3S", "Cal passes, taken back"]


def test_a_preview_rules_as_the_log_does_and_writes_nothing(club: Club, table: int) -> None:
    for line in [*ODD, *whole_hand()[1:12]]:
        before = matches.show(club, table)
        ahead = recording.preview(before, line)
        assert matches.show(club, table).token == before.token
        entry = recording.log_line(club, table, line)
        assert entry.at_first is not None
        assert (ahead.ruling.verdict, ahead.ruling.clause.id, ahead.ruling.reason, ahead.ruling.because) == (
            entry.at_first.verdict,
            entry.at_first.clause.id,
            entry.at_first.reason,
            entry.at_first.because,
        )
        assert [offer.text for offer in ahead.ruling.alternatives] == [o.text for o in entry.at_first.alternatives]
        assert ahead.line.text == entry.text
        assert ahead.counts is entry.counts


def test_a_preview_says_what_cannot_be_read(club: Club, table: int) -> None:
    with pytest.raises(MisreadLine) as fault:
        recording.preview(matches.show(club, table), "Ann plays 4X")
    assert fault.value.fault.column == len("Ann plays ") + 1


def test_a_preview_of_a_line_in_the_place_of_another_is_ruled_on_there(club: Club, table: int) -> None:
    for line in ("Ann plays 3D", "Ben plays 4D", "Cal plays 5D"):
        recording.log_line(club, table, line)
    match = matches.show(club, table)
    assert recording.preview(match, "Ben plays 4S", instead_of=3).ruling.verdict is Verdict.LEGAL
    assert recording.preview(match, "Ben plays 4S").ruling.verdict is Verdict.ILLEGAL
    with pytest.raises(ClubFault, match="Line 9 is not in the record"):
        recording.preview(match, "Ben plays 4S", instead_of=9)


def test_a_preview_at_a_finished_table_takes_only_corrections(club: Club, table: int) -> None:
    recording.log_line(club, table, "Ann plays 3D")
    ending.record_result(club, table, places=[["Ann"], ["Ben"], ["Cal"], ["Dee"]])
    shown = ending.finish(club, table)
    with pytest.raises(ClubFault, match="Table 1 is finished, so no line can be added"):
        recording.preview(shown, "Ben plays 4D")
    assert recording.preview(shown, "Ann plays 3D 3C", instead_of=2).line.text == "Ann plays 3D 3C"


def test_the_revision_changes_with_every_change_and_only_then(club: Club) -> None:
    first = club.revision()
    sessions.show(club)
    assert club.revision() == first
    roster.rename(club, "Eve", "Eva")
    second = club.revision()
    assert second != first
    with open_club(place(club)) as second_club:
        assert club.revision() == second
        roster.add(second_club, "Gus")
    assert club.revision() not in (first, second)


@MOVES_OPEN_FILES
@in_a_file("it goes away")
def test_a_file_that_is_gone_has_no_revision(club: Club) -> None:
    club.revision()
    club.store.path.rename(club.store.path.with_suffix(".away"))
    with pytest.raises(StoreMissing, match="any more"):
        club.revision()


def test_tables_seen_before_are_taken_over_until_something_is_added(club: Club, table: int) -> None:
    number = starting.start_table(club, "commune", NAMES[2:5]).number
    match_views = matches.matches(club)
    assert [
        match is before
        for match, before in zip(matches.matches(club, known_views=match_views), match_views, strict=True)
    ] == [
        True,
        True,
    ]
    recording.log_line(club, table, "Ann plays 3D")
    views = matches.matches(club, known_views=match_views)
    assert [match.number for match in views] == [table, number]
    assert len(views[0].log) == 2
    assert views[1] is match_views[1]
    forgetting.forget(club, "Eve")
    assert matches.matches(club, known_views=views)[1].names[2] != "Eve"


def test_an_undone_line_and_a_finish_are_seen_too(club: Club, table: int) -> None:
    views = matches.matches(club)
    recording.undo_line(club, table)
    assert matches.matches(club, known_views=views)[0].log[0].decision is not None
    ending.record_result(club, table, places=[["Ann"], ["Ben"], ["Cal"], ["Dee"]])
    views = matches.matches(club)
    ending.finish(club, table)
    assert matches.matches(club, known_views=views)[0].finished_at is not None


def test_tonight_is_the_open_session_with_its_tables_and_what_waits(club: Club, table: int) -> None:
    checkin.check_in(club, ["Eve"])
    recording.log_line(club, table, "Ann plays 4D")
    recording.log_line(club, table, "Ann plays 3D")
    opening.open_on_line(club, table, 2, claim="Ben saw it")
    opening.open_on_line(club, table, 3)
    deciding.decide(club, 2)
    night = read_tonight(club)
    assert night.club == "Monday Cards"
    assert night.session is not None
    assert [member.name for member in night.came] == list(NAMES)
    assert [(match.number, match.turn) for match in night.matches] == [(table, "Ben")]
    assert [line.text for line in night.matches[0].waiting] == ["Ann plays 4D"]
    assert [case.number for case in night.waiting] == [1]
    assert session_open(club).id == night.session.id


def test_an_appealed_dispute_waits_again(club: Club, table: int) -> None:
    recording.log_line(club, table, "Ann plays 4D")
    opening.open_on_line(club, table, 2)
    deciding.decide(club, 1)
    assert disputes.disputes(club, is_open=True) == []
    assert [case.number for case in disputes.disputes(club, is_open=False)] == [1]
    deciding.appeal(club, 1, reason="Ann asks again")
    assert [case.number for case in disputes.disputes(club, is_open=True)] == [1]
    assert disputes.disputes(club, clause="big-two 9.9") == []


def test_without_a_session_tonight_names_the_next_one(club: Club) -> None:
    sessions.close_session(club)
    night = read_tonight(club)
    assert night.session is None
    assert night.planned is None
    with pytest.raises(ClubFault, match="No session is open"):
        session_open(club)


def test_house_rules_of_a_table_to_be_started_are_the_seasons(club: Club) -> None:
    from referee.club.calendar import house_rules

    house_rules.change_options(club, None, "big-two", ["pass_locks=true"])
    assert starting.match_options(club, "big-two").pass_locks is True
    assert starting.match_options(club, "commune") == house_rules.find_rulebook("commune").options()


@pytest.mark.parametrize(
    ("typed", "places", "chips"),
    [
        ("Cal > Ann, Ben > Dee", [["Cal"], ["Ann", "Ben"], ["Dee"]], {}),
        ("Cal > Ann = Ben", [["Cal"], ["Ann", "Ben"]], {}),
        ("Ann=5 Ben=-5", [], {"Ann": 5, "Ben": -5}),
        ("Ann B = +5, Ben = -5", [], {"Ann B": 5, "Ben": -5}),
    ],
)
def test_a_result_is_typed_as_places_or_as_chips(typed: str, places: object, chips: object) -> None:
    assert parse_result(typed) == (places, chips)


def test_what_was_played_most_comes_first_and_of_several_what_was_played_last() -> None:
    assert games_by_use(["commune", "big-two", "pontoon", "big-two", "pontoon"]) == ["big-two", "pontoon", "commune"]
    assert games_by_use([]) == []
