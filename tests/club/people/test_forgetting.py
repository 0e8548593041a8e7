"""Forgetting: nothing of a name is left in the club's file, however it was typed, and what is out of reach is said."""

from datetime import date, time
from pathlib import Path

import pytest

from referee.club.calendar import checkin, house_rules, schedule, seasons, sessions
from referee.club.corrections import corrections
from referee.club.disputes import deciding, disputes, opening, penalties
from referee.club.disputes.remedies import Remedy
from referee.club.evening import separations
from referee.club.file import backups
from referee.club.file.audit import audit
from referee.club.folder import Club
from referee.club.match import matches, recording, seat_transfers, starting, voiding
from referee.club.people import forgetting, merging, officers, roster
from referee.club.people.name_search import name_pattern
from referee.club.standings import season_end
from referee.club.text.names import spelled
from referee.competition.entrants import Sizes
from referee.export.csv_files import write_csv
from referee.export.tables.season import season_export
from referee.tournaments.actions import announcing, entering
from referee.tournaments.state.settings import Counts, Format, SettingsChange
from tests.club.conftest import MONDAY as DAY
from tests.club.conftest import ON_A_SERVER, in_a_file, stored

WHO = "Zebedee Quill"
TYPED = ("Zebedee Quill", "zebedee quill", "ZEBEDEE  QUILL", "Zebedee\u00a0Quill", "zEbEdEe QuIlL")


@pytest.fixture
def evening(club: Club) -> Club:
    """An evening of which much was written about one member, who is spelled in every way."""
    roster.add(club, WHO)
    table = starting.start_table(club.with_actor("zebedee  quill"), "big-two", ["Ann", "Ben", WHO]).number
    recording.log_line(club.with_actor("ZEBEDEE QUILL"), table, f"deal by {WHO}", key="zebedee-quill-1")
    recording.log_line(club.with_actor("zebedee"), table, f"{WHO} plays 4D")
    for typed in TYPED:
        recording.undo_line(club.with_actor(typed), table, 2, reason=f"so said {typed}.")
        recording.let_stand(club.with_actor(typed), table, 2, reason=f"{typed}'s word, and Zebedee had seen it")
    dispute = opening.open_on_line(
        club.with_actor(WHO), table, 2, claim=f"{TYPED[2]} took it back, Zebedee says"
    ).number
    deciding.decide(club.with_actor(TYPED[1]), dispute, remedy=Remedy.OVERRULE, reason=f"{TYPED[1]} is right")
    told = opening.open_on_facts(club, "big-two", ["Ben plays 4D", "Ann plays 3D"], claim="zebedee quill saw it").number
    deciding.decide(club, told, reason="ask ZEBEDEE QUILL")
    schedule.add(club, DAY.replace(day=17), time(15), room=f"{TYPED[1]}'s", note=f"birthday of {TYPED[2]}")
    return club


def test_nothing_of_a_name_is_left_in_the_file_however_it_was_typed(evening: Club) -> None:
    done = forgetting.forget(evening, WHO)
    assert done.emptied is not ON_A_SERVER  # where whoever runs the server empties it
    assert "zebedee" not in stored(evening).casefold()
    assert "quill" not in stored(evening).casefold()
    assert audit(evening).differences == ()


def test_a_sentence_reads_as_it_was_typed_until_somebody_is_forgotten(evening: Club) -> None:
    assert disputes.show(evening, 1).claim == "ZEBEDEE QUILL took it back, Zebedee says"
    assert disputes.show(evening, 1).decisions[0].reason == "zebedee quill is right"
    stand_in = forgetting.forget(evening, WHO).member.name
    assert disputes.show(evening, 1).claim == f"{stand_in.upper()} took it back, {stand_in} says"
    assert {line.decided_by for line in matches.show(evening, 1).log[1:]} == {stand_in}


def test_what_could_not_be_replaced_is_said_before(club: Club) -> None:
    # Written before anybody of that name was a member.
    table = starting.start_table(club, "big-two", ["Ann", "Ben", "Cal"]).number
    recording.log_line(club, table, "deal")
    recording.undo_line(club.with_actor("Zebedee"), table, 1, reason="zebedee  QUILL wanted it")
    roster.add(club, WHO)
    schedule.add(club, DAY.replace(day=17), time(15), note="for zebedee quill")
    (club.folder / "exports").mkdir(exist_ok=True)
    (club.folder / "exports" / "old.csv").write_text("name\nZEBEDEE QUILL\n", encoding="utf-8")
    found = forgetting.traces(club, WHO)
    assert [str(trace) for trace in found.removed] == [
        f"match m1, line decided, {DAY}, reason: zebedee  QUILL wanted it",
        f"session planned, {DAY}, note: for zebedee quill",
    ]
    assert [trace.where for trace in found.kept] == [f"match m1, line decided, {DAY}, its author"]
    assert [path.name for path in found.files] == ["old.csv"]


SPELLED = ("Zebedee Quill", "ZEBEDEE  QUILL", "zebedee-quill", "Quill", "Quill's", "the QUILLS", "Zébédée Quíll")


def written_everywhere(club: Club, said: str, at: int) -> None:
    """Write a name into the fields that take text, before anybody of that name is a member."""
    club = club.with_actor(said)
    first, last = date(2027 + at, 8, 17), date(2028 + at, 5, 31)
    title = said if spelled([WHO]).search(said) else WHO.upper()
    seasons.new(club, f"{title} year {at}", starts=first, ends=last, best_k=2, min_sessions=1)
    season_end.close(club, f"{title} year {at}")
    season_end.reopen(club, f"{title} year {at}", f"{said} asked")
    day = DAY.replace(day=17 + at)
    schedule.add(club, day, time(15), room=f"at {title}", note=f"birthday of {said}")
    schedule.move(club, str(day), starts=time(16))
    schedule.cancel(club, str(day), note=f"{said} is ill")
    sessions.close_session(club, unfinished=True, reason=f"{said} is tired")
    sessions.open_session(club, str(DAY), reason=f"{said} is back")
    checkin.check_in(club, ["Ann", "Ben", "Cal", "Dee", "Eve"][at % 5 : at % 5 + 1])
    house_rules.change_options(club, None, "big-two", ["royal=10_to_A" if at % 2 else "royal=none"])
    separations.separate(club, "Ann", "Ben", reason=f"{said} saw them")
    separations.cancel(club, "Ann", "Ben", reason=f"{said} did not")
    officers.step_down(club, officers.elect(club, "Eve", f"{title} keeper").name, reason=f"for {said}")
    roster.add(club, "Annie")
    merging.merge(club, "Ann", "Annie", reason=f"so says {said}")
    merging.split(club, "Ann", "Annie", reason=f"not so, {said}")
    roster.rename(club, "Annie", f"Other {at}")
    penalty = penalties.give(club, "Ann", points=3, reason=f"rude to {said}").number
    penalties.cancel(club, penalty, reason=f"{said} forgives")
    told = opening.open_on_facts(club, "big-two", ["Ben plays 4D", "Ann plays 3D"], claim=f"{said} saw it").number
    deciding.decide(club, told, reason=f"ask {said}")
    deciding.appeal(club.with_actor("Ann"), told, reason=f"{said} was asked")
    played_everywhere(club, said, at)


def played_everywhere(club: Club, said: str, at: int) -> None:
    """Write a name into what is said at a table and in a tournament."""
    table = starting.start_table(club, "big-two", ["Ann", "Ben", "Cal"]).number
    recording.log_line(club, table, "deal by Ann", key=f"{said}-{at}")
    recording.undo_line(club, table, 1, reason=f"{said} says otherwise")
    opening.open_on_line(club, table, 1, claim=f"{said} dealt")
    recording.log_line(club, table, "deal by Cal")
    seat_transfers.swap(club, table, "Ann", "Ben", reason=f"{said} asked")
    corrections.result(club, table, places=[["Ben"], ["Ann"], ["Cal"]], reason=f"{said} counted again")
    voiding.void_match(club, table, reason=f"{said} saw the cards")
    title = said if spelled([WHO]).search(said) else WHO.upper()
    announcement = SettingsChange("commune", Sizes(3, 4), (("go_on", 2), ("counts", Counts.FINAL)))
    cup = f"{announcing.announce(club, f'{title} cup {at}', Format.KNOCK_OUT, announcement, seed=1).number}"
    entering.enter(club, cup, ["Ann", "Ben", "Cal", "Dee"])
    entering.withdraw(club, cup, "Dee", reason=f"{said} took them home")


@in_a_file("a backup is cleaned and restored")
def test_a_name_in_every_field_is_found_nowhere_as_bytes(club: Club) -> None:
    for index, said in enumerate(SPELLED):
        written_everywhere(club, said, index)
    roster.add(club, "Zebedee Quillfeather")
    roster.rename(club, "Zebedee Quillfeather", WHO)
    backups.back_up(club)
    for index, said in enumerate(SPELLED, len(SPELLED)):
        written_everywhere(club, said, index)
    (club.folder / "exports" / "old.csv").write_text("name\nQuill, Zebedee\n", encoding="utf-8")
    there = stored(club).casefold()
    assert all(each in there for each in ("quill's", "zebedee-quill", "quillfeather"))
    found = forgetting.traces(club, WHO)
    assert [path.parent.name for path in found.backups] == ["backups"]
    assert [path.name for path in found.files] == ["old.csv"]

    done = forgetting.forget(club, WHO)

    assert done.emptied
    assert done.unreached == ()
    change = "".join(path.read_bytes().decode("latin-1") for path in (club.folder / "backups").iterdir())
    for text in (stored(club).casefold(), change.casefold()):
        assert [each for each in ("quill", "quíll", "zebedee", "zébédée") if each in text] == []
    assert audit(club).differences == ()


@in_a_file("a backup is cleaned and restored")
def test_a_backup_that_was_cleaned_can_be_restored(club: Club) -> None:
    roster.add(club, WHO)
    number = starting.start_table(club, "big-two", ["Ann", "Ben", WHO]).number
    copy = backups.back_up(club).path
    stand_in = forgetting.forget(club, WHO).member.name
    with backups.preview_restore(club.folder, copy) as restoring:
        assert restoring.tampered == ()
        assert any("forgotten" in each for each in restoring.lost or ())
        restoring.carry_out()
    assert matches.show(club, number).names == ("Ann", "Ben", stand_in)
    assert audit(club).differences == ()


def test_a_backup_that_cannot_be_cleaned_is_said(club: Club) -> None:
    roster.add(club, WHO)
    copy = backups.back_up(club).path
    copy.write_bytes(copy.read_bytes()[:-4096])
    assert forgetting.forget(club, WHO).unreached == (copy,)


@in_a_file("a backup is cleaned and restored")
@pytest.mark.parametrize("name", ["Zebedee", "Zeb", "Zebedee Quill"])
def test_a_name_that_stands_only_in_the_roster_is_cleaned_from_a_backup(club: Club, name: str) -> None:
    roster.add(club, "Gus")
    roster.add(club, name)
    copy = backups.back_up(club).path
    assert name.encode() in copy.read_bytes()
    assert forgetting.traces(club, name).backups == (copy,)
    assert forgetting.forget(club, name).unreached == ()
    assert name.encode() not in copy.read_bytes()
    assert b"Gus" in copy.read_bytes()


@in_a_file("a backup is cleaned and restored")
def test_in_a_backup_of_a_log_that_was_given_up_the_number_may_be_somebody_elses(club: Club) -> None:
    before = backups.back_up(club).path
    roster.add(club, "Gus")
    roster.add(club, "Zebedee")
    given_up = backups.back_up(club).path
    with backups.preview_restore(club.folder, before) as restoring:
        restoring.carry_out()
    roster.add(club, "Zebedee")
    assert forgetting.forget(club, "Zebedee").unreached == ()
    assert b"Gus" in given_up.read_bytes()
    assert b"Zebedee" not in given_up.read_bytes()


def test_a_surname_that_others_have_or_that_is_a_card_may_mean_them(club: Club) -> None:
    for name in ("Hal Moss", "Gus Moss", "Fay King"):
        roster.add(club, name)
    schedule.add(club, DAY.replace(day=17), time(15), room="at the Mosses'", note="Moss brings chairs")
    schedule.add(club, DAY.replace(day=18), time(15), note="the king of hearts is missing")
    schedule.add(club, DAY.replace(day=19), time(15), note="Gus brings cards")
    kept = forgetting.traces(club, "Gus Moss").kept
    assert [trace.text for trace in kept] == ["Moss brings chairs", "Gus brings cards"]
    assert forgetting.traces(club, "Gus Moss").removed == ()
    forgetting.forget(club, "Fay King")
    forgetting.forget(club, "Hal Moss")
    assert [session.note for session in schedule.sessions(club)][1:] == [
        "Moss brings chairs", "the king of hearts is missing", "Gus brings cards",
    ]  # fmt: skip
    forgetting.forget(club, "Gus Moss")
    assert schedule.sessions(club)[1].note == ""


def test_a_name_is_not_found_in_the_middle_of_a_word() -> None:
    name = spelled(["Al Lee"])
    assert all(name.search(text) for text in ("al lee", "AL  LEE's", "by al-lee.", "(Al_Lee)"))
    assert not any(name.search(text) for text in ("royal lee", "al leeds", "al", "lee"))


def test_default_exports_name_nobody_in_full(evening: Club, tmp_path: Path) -> None:
    recording.undo_line(evening.with_actor("Hester Vane"), 1, 2, reason="so it was")
    write_csv(season_export(evening).tables, tmp_path / "site")
    texts = {path.name: path.read_text(encoding="utf-8-sig") for path in (tmp_path / "site").iterdir()}
    assert f"{TYPED[1]}'s,birthday of {TYPED[2]}" in texts.pop("sessions.csv")  # room and note go out as typed
    change = "\n".join(texts.values()).casefold()
    assert "quill" not in change
    assert "vane" not in change
    write_csv(season_export(evening, full_names=True).tables, tmp_path / "own")
    assert "Hester Vane" in (tmp_path / "own" / "rulings.csv").read_text(encoding="utf-8-sig")


def test_the_clubs_own_name_stays_and_a_surname_in_it_is_only_listed(club: Club) -> None:
    founded = club.name
    roster.add(club, f"Gus {founded.split()[0]}")
    schedule.add(club, DAY.replace(day=17), time(15), note=f"{founded.split()[0]} brings cake")
    left = forgetting.forget(club, "Gus").left
    assert [trace.text for trace in left.removed] == []
    assert [trace.text for trace in left.kept] == [f"{founded.split()[0]} brings cake"]
    with club.reading() as tx:
        assert tx.rows("SELECT name FROM charter") == [(founded,)]
    assert audit(club).differences == ()


def test_a_surname_in_a_title_or_a_place_is_only_listed(club: Club) -> None:
    schedule.add(club, DAY.replace(day=17), time(15), room="Quillfeather Hall", note="Quillfeather brings chairs")
    schedule.add(club, DAY.replace(day=18), time(15), room="at Zebedee Quillfeather's", note="")
    announcement = SettingsChange("commune", Sizes(3, 4), (("go_on", 2), ("counts", Counts.FINAL)))
    announcing.announce(club, "Quillfeather Cup", Format.KNOCK_OUT, announcement, seed=1)
    roster.add(club, "Zebedee Quillfeather")
    left = forgetting.forget(club, "Zebedee Quillfeather").left
    assert sorted(trace.text for trace in left.kept) == ["Quillfeather Cup", "Quillfeather Hall"]
    assert sorted(trace.text for trace in left.removed) == ["Quillfeather brings chairs", "at Zebedee Quillfeather's"]
    assert [(session.room, session.note) for session in schedule.sessions(club)][1:] == [
        ("Quillfeather Hall", ""), ("", ""),
    ]  # fmt: skip
    assert audit(club).differences == ()


@in_a_file("a backup is cleaned")
def test_a_surname_in_a_title_leaves_a_backup_clean(club: Club) -> None:
    schedule.add(club, DAY.replace(day=17), time(15), room="Quillfeather Hall", note="for Zebedee Quillfeather")
    roster.add(club, "Zebedee Quillfeather")
    copy = backups.back_up(club).path
    assert forgetting.forget(club, "Zebedee Quillfeather").unreached == ()
    assert b"Zebedee" not in copy.read_bytes()
    assert b"Quillfeather Hall" in copy.read_bytes()


def test_a_member_called_like_the_club_is_forgotten_and_the_clubs_name_stays(club: Club) -> None:
    first = club.name.split()[0]
    schedule.add(club, DAY.replace(day=17), time(15), note=f"outing of the {club.name}")
    schedule.add(club, DAY.replace(day=18), time(15), note=f"{first} brings cake to the {club.name}")
    roster.add(club, first)
    left = forgetting.forget(club, first).left
    assert [trace.text for trace in left.removed] == [f"{first} brings cake to the {club.name}"]
    assert left.kept == ()
    assert [session.note for session in schedule.sessions(club)][1:] == [f"outing of the {club.name}", ""]


@pytest.mark.parametrize("note", ["Quill-Feather is late", "MrsQuillfeather2", "Quilfeather (typo)", "Zephy is late"])
def test_what_may_be_a_name_otherwise_written_is_listed(note: str) -> None:
    person = name_pattern(["Zephyrine Quillfeather"], ["Ann Lee"])
    assert not person.is_in(note)
    assert person.may_be_in(note)


def test_words_that_only_share_a_few_letters_with_a_name_are_not_listed() -> None:
    assert not name_pattern(["Ann Hart"], ["Ben Lee"]).may_be_in("the chart of the annual session")
