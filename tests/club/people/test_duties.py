"""What only an officer may do, once the club has elected any."""

import pytest

from referee.club.calendar import house_rules
from referee.club.disputes import deciding, disputes, opening
from referee.club.disputes.remedies import Remedy
from referee.club.folder import Club
from referee.club.match import matches, recording, voiding
from referee.club.people import duties, officers
from referee.club.people.duties import Duty, NotAnOfficer
from referee.club.text.faults import ClubFault
from referee.store.hints import Do


def test_while_nobody_is_elected_nothing_is_restricted(club: Club) -> None:
    with club.writing() as tx:
        for duty in Duty:
            duties.only(tx, club.by(""), duty)


@pytest.mark.parametrize("duty", list(Duty))
def test_only_an_officer_may_do_what_officers_do(elected: Club, duty: Duty) -> None:
    with elected.writing() as tx:
        duties.only(tx, elected.by("ann"), duty)
        with pytest.raises(NotAnOfficer, match=r"and Cal is not an officer\. Officers: Ann and Ben\.") as refused:
            duties.only(tx, elected.by("Cal"), duty)
        with pytest.raises(NotAnOfficer, match="no officer is named"):
            duties.only(tx, elected.by(""), duty)
    assert refused.value.hints == (
        Do.SIGN("Name an officer", name="Ann"),
        Do.SAY_WHO_IS_HERE("Or set one for this computer", name="Ann"),
    )


def test_every_duty_has_its_words_and_a_sentence() -> None:
    assert [str(duty) for duty in Duty] == [
        "decide", "overrule", "void", "penalty", "close season", "closed season", "house rules", "forget", "restore",
        "tournament",
    ]  # fmt: skip
    assert set(duties.DUTIES) == set(Duty)
    assert all(short and rule.endswith(".") for short, rule in duties.DUTIES.values())


@pytest.mark.parametrize("remedy", [Remedy.UPHOLD, Remedy.OVERRULE])
def test_a_dispute_is_decided_by_an_officer_and_opened_by_anybody(elected: Club, remedy: Remedy) -> None:
    number = opening.open_on_facts(elected.by("Eve"), "big-two", ["Ben plays 4D", "Ann plays 3D"]).number
    with pytest.raises(NotAnOfficer):
        deciding.decide(elected.by("Eve"), number, remedy=remedy, reason="so it is")
    assert disputes.show(elected, number).is_open
    assert deciding.decide(elected.by("Ben"), number, remedy=remedy, reason="so it is").decisions[-1].by == "Ben"


def test_house_rules_are_changed_by_an_officer(elected: Club) -> None:
    with pytest.raises(NotAnOfficer):
        house_rules.change(elected.by("Eve"), None, "big-two", ["royal=none"])
    assert house_rules.versions(elected) == {}
    house_rules.change(elected.by("Ben"), None, "big-two", ["royal=none"])
    # What changes nothing needs nobody's word.
    house_rules.change(elected.by("Eve"), None, "big-two", ["royal=none"])


def test_only_an_officer_voids_a_table_and_takes_that_back(club: Club, table: int) -> None:
    officers.elect(club.by("Ann"), "Ann")
    for act in (
        lambda by: voiding.void(club.by(by), table, reason="a wrong pack"),
        lambda by: recording.undo(club.by(by), table, 2, reason="it was the right one"),
    ):
        with pytest.raises(ClubFault, match="Only an officer may void a match"):
            act("Ben")
        act("Ann")
    assert not matches.show(club, table).void
