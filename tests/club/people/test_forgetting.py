"""Forgetting: nothing of a name is left in the club's file, however it was typed, and what is out of reach is said."""

from datetime import time
from pathlib import Path

import pytest

from referee.club.calendar import schedule
from referee.club.disputes import deciding, disputes, opening
from referee.club.disputes.remedies import Remedy
from referee.club.file.audit import audit
from referee.club.folder import Club
from referee.club.match import matches, recording, starting
from referee.club.people import forgetting, roster
from referee.club.text.names import spelled
from referee.export.csv_files import write_csv
from referee.export.tables.season import season_export
from tests.club.conftest import MONDAY as DAY

WHO = "Zebedee Quill"
TYPED = ("Zebedee Quill", "zebedee quill", "ZEBEDEE  QUILL", "Zebedee\u00a0Quill", "zEbEdEe QuIlL")


@pytest.fixture
def evening(club: Club) -> Club:
    """An evening of which much was written about one member, who is spelled in every way."""
    roster.add(club, WHO)
    table = starting.start(club.by("zebedee  quill"), "big-two", ["Ann", "Ben", WHO]).number
    recording.log(club.by("ZEBEDEE QUILL"), table, f"deal by {WHO}", key="zebedee-quill-1")
    recording.log(club.by("zebedee"), table, f"{WHO} plays 4D")
    for typed in TYPED:
        recording.undo(club.by(typed), table, 2, reason=f"so said {typed}.")
        recording.stands(club.by(typed), table, 2, reason=f"{typed}'s word, and Zebedee had seen it")
    dispute = opening.open_on_line(club.by(WHO), table, 2, claim=f"{TYPED[2]} took it back, Zebedee says").number
    deciding.decide(club.by(TYPED[1]), dispute, remedy=Remedy.OVERRULE, reason=f"{TYPED[1]} is right")
    told = opening.open_on_facts(club, "big-two", ["Ben plays 4D", "Ann plays 3D"], claim="zebedee quill saw it").number
    deciding.decide(club, told, reason="ask ZEBEDEE QUILL")
    schedule.add(club, DAY.replace(day=17), time(15), room=f"{TYPED[1]}'s", note=f"birthday of {TYPED[2]}")
    return club


def stored(club: Club) -> str:
    """Return all that is in the club's file and beside it, as one text."""
    return "\n".join(path.read_bytes().decode("latin-1") for path in sorted(club.folder.glob("club.db*")))


def test_nothing_of_a_name_is_left_in_the_file_however_it_was_typed(evening: Club) -> None:
    done = forgetting.forget(evening, WHO)
    assert done.emptied
    assert "zebedee" not in stored(evening).casefold()
    assert "quill" not in stored(evening).casefold()
    assert audit(evening).differences == ()


def test_a_sentence_reads_as_it_was_typed_until_somebody_is_forgotten(evening: Club) -> None:
    assert disputes.show(evening, 1).claim == "ZEBEDEE QUILL took it back, Zebedee says"
    assert disputes.show(evening, 1).decisions[0].reason == "zebedee quill is right"
    who = forgetting.forget(evening, WHO).member.name
    assert disputes.show(evening, 1).claim == f"{who.upper()} took it back, {who} says"
    assert {each.decided_by for each in matches.show(evening, 1).log[1:]} == {who}


def test_what_could_not_be_replaced_is_said_before(club: Club) -> None:
    # Written before anybody of that name was a member.
    table = starting.start(club, "big-two", ["Ann", "Ben", "Cal"]).number
    recording.log(club, table, "deal")
    recording.undo(club.by("Zebedee"), table, 1, reason="zebedee  QUILL wanted it")
    roster.add(club, WHO)
    schedule.add(club, DAY.replace(day=17), time(15), note="for zebedee quill")
    (club.folder / "exports").mkdir(exist_ok=True)
    (club.folder / "exports" / "old.csv").write_text("name\nZEBEDEE QUILL\n", encoding="utf-8")
    found = forgetting.traces(club, WHO)
    assert [str(each) for each in found.removed] == [
        f"table 1, line decided, {DAY}, reason: zebedee  QUILL wanted it",
        f"session planned, {DAY}, note: for zebedee quill",
    ]
    assert [each.where for each in found.kept] == [f"table 1, line decided, {DAY}, who wrote it down"]
    assert [path.name for path in found.files] == ["old.csv"]


def test_a_name_is_not_found_in_the_middle_of_a_word() -> None:
    name = spelled(["Al Lee"])
    assert all(name.search(text) for text in ("al lee", "AL  LEE's", "by al-lee.", "(Al_Lee)"))
    assert not any(name.search(text) for text in ("royal lee", "al leeds", "al", "lee"))


def test_default_exports_name_nobody_in_full(evening: Club, tmp_path: Path) -> None:
    recording.undo(evening.by("Hester Vane"), 1, 2, reason="so it was")
    write_csv(season_export(evening).tables, tmp_path / "site")
    texts = {path.name: path.read_text(encoding="utf-8-sig") for path in (tmp_path / "site").iterdir()}
    assert f"{TYPED[1]}'s,birthday of {TYPED[2]}" in texts.pop("sessions.csv")  # room and note go out as typed
    written = "\n".join(texts.values()).casefold()
    assert "quill" not in written
    assert "vane" not in written
    write_csv(season_export(evening, full_names=True).tables, tmp_path / "own")
    assert "Hester Vane" in (tmp_path / "own" / "rulings.csv").read_text(encoding="utf-8-sig")
