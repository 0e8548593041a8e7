import pytest

from referee.cli.shared.hints import format_hints
from referee.club.calendar import checkin
from referee.club.disputes import deciding, disputes, opening
from referee.club.file.audit import audit
from referee.club.folder import Club
from referee.club.match import ending, matches, recording, starting
from referee.club.people import forgetting, merging, roster
from referee.club.standings.results import season_results
from referee.club.text.faults import AmbiguousName, ClubFault, UnknownName
from tests.club.conftest import NAMES, stored


def names(club: Club, *, include_retired: bool = False) -> list[str]:
    return [member.name for member in roster.members(club, include_retired=include_retired)]


def decided(club: Club, *players: str) -> int:
    """A finished match, the players in order of place."""
    number = starting.start_table(club, "big-two", players).number
    recording.log_line(club, number, f"deal by {players[0]}")
    recording.log_line(club, number, f"{players[0]} plays 3D")
    ending.record_result(club, number, places=[[name] for name in players])
    ending.finish(club, number)
    return number


@pytest.mark.parametrize("typed", ["Ben", "ben", " BE ", "b"])
def test_a_name_may_be_cut_to_any_beginning_in_any_case(club: Club, typed: str) -> None:
    assert roster.show(club, typed).member.name == "Ben"


def test_a_name_is_never_guessed(club: Club) -> None:
    roster.add(club, "Ben Oak")
    roster.add(club, "Bess")
    assert roster.show(club, "ben").member.name == "Ben"
    assert roster.show(club, "ben  oak").member.name == "Ben Oak"
    with pytest.raises(AmbiguousName, match="'Be' could be Ben, Ben Oak or Bess"):
        roster.show(club, "Be")
    with pytest.raises(UnknownName, match=r"No member is called 'Bn'. Did you mean Ben"):
        roster.show(club, "Bn")
    with pytest.raises(UnknownName, match=r"No member is called 'Zoe'. Use Ann, Ben, Ben Oak"):
        roster.show(club, "Zoe")
    with pytest.raises(UnknownName):
        roster.show(club, "")


@pytest.mark.parametrize(
    "typed",
    [
        *("", "  ", "7 of hearts", "Ann, Ben", "Ann #2", "Ann: x", "@1", "Ann\x00", "Ann\u202e", "\U0001f600"),
        *("4D", "TH", "Ann 4D", "JD", "deal", "x" * 61),
    ],
)
def test_a_name_that_a_record_could_not_hold_is_refused(club: Club, typed: str) -> None:
    with pytest.raises(ClubFault, match=r"cannot be a name|a name cannot have|Use a name of at most 60"):
        roster.add(club, typed)


def test_a_name_may_be_written_in_any_script(club: Club) -> None:
    # An accent of its own or with its letter: one name.
    assert roster.add(club, "Rene\u0301e").name == "Ren\u00e9e"
    assert roster.show(club, "rene\u0301").member.name == "Ren\u00e9e"
    for name in ("Jd", "J.D.", "O\u2019Neil", "\u0939\u093f\u0928\u094d\u0926\u0940", "x" * 60):
        assert roster.add(club, name).name == name


def test_several_are_added_or_nobody(club: Club) -> None:
    with pytest.raises(ClubFault, match="Ann is already a member"):
        roster.add_all(club, ["Fay", "Ann", "Gus"])
    assert names(club) == list(NAMES)
    assert [member.name for member in roster.add_all(club, ["Fay", "Gus"])] == ["Fay", "Gus"]


def test_who_has_retired_is_said_so(club: Club) -> None:
    roster.add(club, "Ben Poe")
    roster.retire(club, "Ben Poe")
    with pytest.raises(UnknownName, match="Ben Poe has retired") as fault:
        starting.start_table(club, "big-two", ["ben poe", "Ann", "Cal"])
    assert format_hints(*fault.value.hints) == 'To bring them back: referee member add "Ben Poe"'


def test_only_what_is_close_is_suggested(club: Club) -> None:
    roster.rename(club, "Eve", "G")
    with pytest.raises(UnknownName, match=r"No member is called 'Gus'. Use Ann, Ben, Cal, Dee or G\."):
        roster.show(club, "Gus")


def test_nobody_is_on_the_roster_twice(club: Club) -> None:
    with pytest.raises(ClubFault, match="Ann is already a member"):
        roster.add(club, "ANN")
    with pytest.raises(ClubFault, match="Ben is already on the roster"):
        roster.rename(club, "Ann", "ben")
    assert roster.rename(club, "Ann", "ANN").name == "ANN"


def test_a_guest_becomes_a_member_by_being_added(club: Club) -> None:
    assert roster.add(club, "Gus", guest=True).guest
    assert not roster.add(club, "Gus").guest


def test_who_retires_leaves_the_lists_and_may_come_back(club: Club) -> None:
    roster.retire(club, "Ben")
    assert names(club) == ["Ann", "Cal", "Dee", "Eve"]
    assert names(club, include_retired=True) == ["Ann", "Ben", "Cal", "Dee", "Eve"]
    with pytest.raises(UnknownName):
        checkin.check_in(club, ["Ben"])
    assert roster.show(club, "Ben").member.retired_at is not None
    with pytest.raises(ClubFault, match="Ben already retired on 2026-11-16"):
        roster.retire(club, "Ben")
    assert roster.add(club, "Ben").retired_at is None
    assert checkin.check_in(club, ["Ben"])[0].name == "Ben"


def test_a_new_name_changes_no_old_night(club: Club) -> None:
    table = decided(club, *NAMES[:4])
    roster.rename(club, "Ann", "Hal")
    assert matches.show(club, table).names == NAMES[:4]
    assert matches.show(club, table).log[1].text == "Ann plays 3D"
    assert starting.start_table(club, "big-two", ["Hal", "Ben", "Cal"]).names == ("Hal", "Ben", "Cal")


def test_merging_gives_one_person_what_both_played(club: Club) -> None:
    roster.add(club, "Annie", guest=True)
    first, second = decided(club, *NAMES[:4]), decided(club, "Annie", "Ben", "Cal")
    kept = merging.merge(club, "Ann", "Annie")
    assert [(result.match, result.rank) for result in season_results(club).every if result.member == kept.id] == [
        (first, 1)
    ]
    assert roster.show(club, "Ann").matches == 2
    assert roster.show(club, "Ann").sessions == 1
    assert "Annie" not in names(club, include_retired=True)
    assert matches.show(club, second).names[0] == "Annie"
    assert audit(club).differences == ()


def test_two_who_sat_together_are_not_one_person(club: Club) -> None:
    table = decided(club, *NAMES[:4])
    with pytest.raises(ClubFault, match=f"Ann and Ben sat together at table {table}"):
        merging.merge(club, "Ann", "Ben")
    with pytest.raises(ClubFault, match="both Ann"):
        merging.merge(club, "Ann", "an")


def test_who_is_forgotten_keeps_the_results_and_no_name(club: Club) -> None:
    roster.add(club, "Zebedee")
    table = starting.start_table(club, "big-two", ["Zebedee", "Ben", "Cal"]).number
    for line in ("deal by Cal", "Zebedee plays 3D", "Ben plays 2D", "Zebedee plays 3C"):
        recording.log_line(club, table, line)
    recording.let_stand(club, table, 4, reason="Zebedee said so")
    ending.record_result(club, table, places=[["Zebedee"], ["Ben"], ["Cal"]])
    ending.finish(club, table)
    dispute = opening.open_on_line(club, table, 4, claim="Zebedee says a three may follow")
    deciding.decide(club, dispute.number, reason="for Zebedee this once")
    told = opening.open_on_facts(club, "big-two", ["Zebedee plays 4D", "Ben plays 6D"], claim="Zebedee objects")
    before = season_results(club).every

    member = forgetting.forget(club, "Zebedee").member

    assert member.name == f"Member {member.id}"
    assert season_results(club).every == before
    match = matches.show(club, table)
    assert match.log[1].text == f"{member.name} plays 3D"
    assert match.log[3].reason == f"{member.name} said so"
    assert str(matches.record(club, table)).splitlines()[1] == f"seats: {member.name}, Ben, Cal"
    assert disputes.show(club, dispute.number).claim == f"{member.name} says a three may follow"
    assert disputes.show(club, told.number).facts[0] == f"{member.name} plays 4D"
    assert audit(club).differences == ()
    assert "Zebedee" not in stored(club)
    with pytest.raises(ClubFault, match="already forgotten"):
        forgetting.forget(club, member.name)


def test_who_was_called_otherwise_at_the_table_is_forgotten_by_both_names(club: Club) -> None:
    table = decided(club, *NAMES[:4])
    roster.rename(club, "Dee", "Dee Quux")
    recording.undo_line(club, table, 2, reason="Dee did not mind, says Dee Quux")
    assert matches.show(club, table).log[1].reason == "Dee did not mind, says Dee Quux"
    member = forgetting.forget(club, "Dee").member
    assert matches.show(club, table).log[1].reason == f"{member.name} did not mind, says {member.name}"
    assert "Quux" not in stored(club)
