"""Officers: elected for a year, handing over, and running out without stopping anybody."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from referee.club.activity_log import find_entries
from referee.club.calendar import house_rules
from referee.club.disputes import deciding, disputes, opening
from referee.club.disputes.remedies import Remedy
from referee.club.file.audit import audit
from referee.club.folder import Club
from referee.club.match import matches, recording, voiding
from referee.club.people import duties, forgetting, merging, officers, roster
from referee.club.people.duties import Duty, NotAnOfficer
from referee.club.people.officers import TermStatus
from referee.club.text.faults import ClubFault
from referee.store.hints import Do
from referee.store.projections.kind import EventKind
from tests.club.conftest import stored, tampering, whole

A_YEAR_LATER = date(2027, 9, 7)


def on(club: Club, day: date) -> Club:
    return replace(club, clock=lambda: datetime(day.year, day.month, day.day, 16, tzinfo=UTC))


def held(club: Club) -> dict[str, str]:
    return {term.name: term.position for term in officers.terms(club)}


def test_a_term_ends_at_the_yearly_election(elected: Club) -> None:
    assert {term.ends for term in officers.terms(elected)} == {A_YEAR_LATER}


def test_who_is_elected_within_the_year_serves_until_the_same_election(elected: Club) -> None:
    assert officers.elect(elected, "Cal", "secretary", starts=date(2027, 1, 11)).ends == A_YEAR_LATER


def test_an_election_some_days_early_is_the_next_years(elected: Club) -> None:
    assert officers.elect(on(elected, date(2027, 8, 30)), "Cal", "president").ends == date(2028, 8, 30)


def test_a_term_ends_when_it_is_said_to(elected: Club) -> None:
    assert officers.elect(elected, "Cal", "treasurer", ends=date(2026, 12, 31)).ends == date(2026, 12, 31)


def test_on_the_day_after_the_29th_of_february_a_year_is_a_year(club: Club) -> None:
    assert officers.elect(club, "Ann", starts=date(2028, 2, 29)).ends == date(2029, 2, 28)


def test_who_takes_over_serves_the_rest_of_the_term_and_the_other_is_out(elected: Club) -> None:
    taken = officers.hand_over(elected, "Ben", "Cal", reason="moved away")
    assert (taken.position, taken.ends) == ("referee", A_YEAR_LATER)
    assert held(elected) == {"Ann": "president", "Cal": "referee"}
    over = next(term for term in officers.terms(elected, include_past=True) if term.name == "Ben")
    assert (over.standing, over.ended) == (TermStatus.OVER, "handed over to Cal on 2026-11-16: moved away")


def test_of_several_offices_the_one_handed_over_is_said(elected: Club) -> None:
    officers.elect(elected, "Ann", "treasurer")
    with pytest.raises(ClubFault, match="president and treasurer") as refused:
        officers.hand_over(elected, "Ann", "Cal", reason="too much")
    assert refused.value.hints == (Do.NAME_OFFICE("Name one office"),)
    officers.hand_over(elected, "Ann", "Cal", position="Treasurer", reason="too much")
    assert held(elected) == {"Ann": "president", "Ben": "referee", "Cal": "treasurer"}


@pytest.mark.parametrize(
    ("act", "says"),
    [
        (lambda club: officers.hand_over(club, "Cal", "Dee", reason="x"), "Cal holds no office"),
        (lambda club: officers.hand_over(club, "Ann", "Ann", reason="x"), "Ann is already president"),
        (lambda club: officers.hand_over(club, "Ann", "Cal", reason=" "), "needs a reason"),
        (lambda club: officers.hand_over(club, "Ann", "Cal", position="referee", reason="x"), "not referee, but pres"),
        (lambda club: officers.elect(club, "Ann", "President"), "Ann is already president, until 2027-09-07"),
        (lambda club: officers.elect(club, "Zoe"), "No member is called"),
        (lambda club: officers.elect(club, "Cal", ends=date(2026, 1, 1)), "Put the earlier date first"),
        (lambda club: officers.elect(club, "Cal", " "), "has no name"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changes(elected: Club, act: Callable[[Club], Any], says: str) -> None:
    with pytest.raises(ClubFault, match=says):
        act(elected)
    assert held(elected) == {"Ann": "president", "Ben": "referee"}


def test_a_term_that_has_run_out_is_said_and_stops_nobody(elected: Club) -> None:
    later = on(elected, date(2027, 9, 20))
    assert [(term.name, term.standing) for term in officers.expired_terms_of_actor(later.with_actor("Ann"))] == [
        ("Ann", TermStatus.RUN_OUT)
    ]
    (said, hint), *_ = officers.describe_expired(officers.expired_terms(later))
    assert said == "The term of Ann as president expired on 2027-09-07."
    assert hint == Do.ELECT("After the election", position="president")
    with later.writing() as tx:
        duties.require_duty(tx, later.with_actor("Ann"), Duty.VOID)


def test_once_the_club_has_elected_anew_the_one_of_last_year_is_out(elected: Club) -> None:
    later = on(elected, date(2027, 9, 20))
    officers.elect(later, "Cal", "president")
    assert officers.expired_terms_of_actor(later.with_actor("Ann")) == []
    with later.writing() as tx, pytest.raises(NotAnOfficer):
        duties.require_duty(tx, later.with_actor("Ann"), Duty.VOID)


def test_who_is_merged_or_forgotten_takes_the_office_along_or_loses_it(elected: Club) -> None:
    roster.add(elected, "Benny")
    merging.merge(elected, "Benny", "Ben")
    assert held(elected) == {"Ann": "president", "Benny": "referee"}
    number = forgetting.forget(elected.with_actor("Benny"), "Ann").member.name
    assert held(elected) == {"Benny": "referee"}
    assert number in {term.name for term in officers.terms(elected, include_past=True)}
    assert all("Ann" not in f"{term}" for term in officers.terms(elected, include_past=True))


def test_a_reason_that_names_somebody_is_kept_without_the_name(elected: Club) -> None:
    roster.add(elected, "Zebedee Quill")
    officers.hand_over(elected.with_actor("Zebedee Quill"), "Ben", "Cal", reason="Zebedee Quill asked for it")
    forgetting.forget(elected.with_actor("Ann"), "Zebedee Quill")
    assert "Quill" not in stored(elected)


def test_terms_are_written_down_for_good(elected: Club) -> None:
    with elected.reading() as tx:
        first = find_entries(tx, EventKind.TERM_BEGUN)[-1].event.n
    assert audit(elected).differences == ()
    with tampering(elected) as sql:
        sql.do("UPDATE private SET text = 'king' WHERE part = 'position' AND n = ?", first)
    assert [str(difference) for difference in audit(elected).differences] == [
        f"{whole(elected)}: a text of event {first} (term begun) was changed"
    ]


def test_while_nobody_is_elected_nothing_is_restricted(club: Club) -> None:
    with club.writing() as tx:
        for duty in Duty:
            duties.require_duty(tx, club.with_actor(""), duty)


@pytest.mark.parametrize("duty", list(Duty))
def test_only_an_officer_may_do_what_officers_do(elected: Club, duty: Duty) -> None:
    with elected.writing() as tx:
        duties.require_duty(tx, elected.with_actor("ann"), duty)
        with pytest.raises(NotAnOfficer, match=r"and Cal is not an officer\. Officers: Ann and Ben\.") as refused:
            duties.require_duty(tx, elected.with_actor("Cal"), duty)
        with pytest.raises(NotAnOfficer, match="no officer is named"):
            duties.require_duty(tx, elected.with_actor(""), duty)
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
    number = opening.open_on_facts(elected.with_actor("Eve"), "big-two", ["Ben plays 4D", "Ann plays 3D"]).number
    with pytest.raises(NotAnOfficer):
        deciding.decide(elected.with_actor("Eve"), number, remedy=remedy, reason="so it is")
    assert disputes.show(elected, number).is_open
    assert (
        deciding.decide(elected.with_actor("Ben"), number, remedy=remedy, reason="so it is").decisions[-1].by == "Ben"
    )


def test_house_rules_are_changed_by_an_officer(elected: Club) -> None:
    with pytest.raises(NotAnOfficer):
        house_rules.change_options(elected.with_actor("Eve"), None, "big-two", ["royal=none"])
    assert house_rules.versions(elected) == {}
    house_rules.change_options(elected.with_actor("Ben"), None, "big-two", ["royal=none"])
    # What changes nothing needs nobody's word.
    house_rules.change_options(elected.with_actor("Eve"), None, "big-two", ["royal=none"])


def test_only_an_officer_voids_a_table_and_takes_that_back(club: Club, table: int) -> None:
    officers.elect(club.with_actor("Ann"), "Ann")
    for act in (
        lambda by: voiding.void_match(club.with_actor(by), table, reason="a wrong pack"),
        lambda by: recording.undo_line(club.with_actor(by), table, 2, reason="it was the right one"),
    ):
        with pytest.raises(ClubFault, match="Only an officer may void a match"):
            act("Ben")
        act("Ann")
    assert not matches.show(club, table).void
