"""What commands answer with ``--json``."""

import re
from collections.abc import Iterator
from datetime import datetime
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest

import referee as package
from tests.cli.conftest import DAY, ROOT
from tests.cli.running import referee


@pytest.fixture
def table(table: Path) -> Path:
    """The club with its table, at which Cal has played too low."""
    referee("log", "1", "deal by Dee", "Ann plays 3D", "Ben plays 5H", "Cal plays 4S", club=table)
    return table


def test_a_line_taken_back_and_one_that_stands_with_the_lines_that_turn(table: Path) -> None:
    result = referee("table", "let-stand", "1", "-r", "nobody minded", "--json", club=table).data
    assert (result["number"], result["decision"], result["counts"], result["turned"]) == (4, "stands", True, [])
    assert (result["ruling"]["verdict"], result["ruling"]["clause"]) == ("illegal", "4.5")
    referee("undo", "1", "4", club=table)
    referee("log", "1", "Cal plays 6S", club=table)
    (undone,) = referee("undo", "1", "3", "--json", club=table).data
    assert (undone["number"], undone["text"], undone["decision"]) == (3, "Ben plays 5H", "taken back")
    assert not undone["counts"]
    # Without Ben's five it was Ben's turn when Cal played the six.
    assert [(row["number"], row["ruling"]["verdict"]) for row in undone["turned"]] == [(5, "illegal")]


def test_a_schedule_loaded_again(club: Path) -> None:
    loaded = referee("schedule", "load", str(ROOT / "schedules" / "2026-27.toml"), "--json", club=club).data
    assert (loaded["season"]["name"], loaded["added"], loaded["changed"]) == ("2026-27", [], [])
    assert DAY in [session["held_on"] for session in loaded["kept"]]
    assert "2026-11-23" in loaded["skipped"]


def shown(*words: str, club: Path) -> object:
    """What the command that shows a thing says of it."""
    return referee(*words, "--json", club=club).data


def test_whoever_is_added_or_changed_is_given_as_the_roster_shows_them(club: Path) -> None:
    result = referee("member", "add", "Eve", "Fay", "--json", club=club).data
    assert result == [
        member for member in referee("member", "list", "--json", club=club).data if member["name"] in "Eve, Fay"
    ]
    guest = referee("member", "add", "Gus", "--guest", "--json", club=club).data
    assert [(member["name"], member["standing"]) for member in guest] == [("Gus", "guest")]
    joined = referee("member", "add", "Gus", "--with-results", "--json", club=club).data
    assert [(member["member"]["name"], member["member"]["standing"]) for member in joined] == [("Gus", "member")]
    renamed = referee("member", "rename", "Fay", "Fay Low", "--json", club=club).data
    assert renamed == shown("member", "show", "Fay Low", club=club)
    retired = referee("member", "retire", "Gus", "--yes", "--json", club=club).data
    assert retired == shown("member", "show", "Gus", club=club)
    assert retired["member"]["standing"] == "retired"


def test_members_merged_split_and_forgotten_are_given_as_they_are_shown(club: Path) -> None:
    result = referee("member", "merge", "Dee", "Della", "--dry-run", "--json", club=club).data
    assert (result["tables"], result["past"]) == ([], False)
    assert [member["name"] for member in referee("member", "list", "--json", club=club).data].count("Della") == 1
    merged = referee("member", "merge", "Dee", "Della", "--yes", "--json", club=club).data
    assert merged == shown("member", "show", "Dee", club=club)
    separated = referee(
        "member", "merge", "Dee", "Della", "--undo", "--yes", "--reason", "cousins", "--json", club=club
    ).data
    assert (separated["member"]["name"], separated["member"]["standing"]) == ("Della", "member")
    forgotten = referee("member", "forget", "Della", "--yes", "--json", club=club)
    assert forgotten.data == shown("member", "show", forgotten.data["member"]["name"], club=club)
    assert forgotten.data["member"]["standing"] == "forgotten"
    assert "out of reach" in forgotten.err  # what is left of a name is said to people


def test_a_season_begun_closed_and_taken_up_again(club: Path) -> None:
    started = referee("season", "new", "2027-28", "2027-08-01", "2028-07-31", "--json", club=club)
    assert started.data == shown("season", "show", "2027-28", club=club)
    closed = referee("season", "close", "2027-28", "--yes", "--json", club=club).data
    assert Path(closed["backup"]).is_file()  # one is made when a season closes, however it is told
    data = referee("season", "reopen", "2027-28", "--reason", "a sheet was found", "--yes", "--json", club=club).data
    assert data == shown("season", "show", "2027-28", club=club)
    assert data["season"]["closed_at"] is None


def test_a_session_planned_moved_and_cancelled_is_given_as_the_schedule_lists_it(club: Path) -> None:
    def listed(day: str) -> object:
        all_rows = referee("schedule", "list", "--json", club=club).data
        return next(session for session in all_rows if session["held_on"] == day)

    result = referee("schedule", "add", "2026-12-17", "--at", "18:00", "--json", club=club).data
    assert result == listed("2026-12-17")
    moved_session = referee("schedule", "move", "2026-12-17", "--to", "2026-12-19", "--json", club=club).data
    assert moved_session == listed("2026-12-19")
    cancelled = referee("schedule", "cancel", "2026-12-19", "--note", "snow", "--yes", "--json", club=club).data
    assert cancelled == listed("2026-12-19")
    assert (cancelled["status"], cancelled["note"]) == ("cancelled", "snow")


def test_a_session_opened_and_closed_is_given_as_it_is_shown(table: Path) -> None:
    closed = referee("close", "--unfinished", "--json", club=table).data
    assert Path(closed["backup"]).is_file()
    assert closed["head"] == referee("audit", "--json", club=table).data["head"]
    assert closed["closed"] == shown("tonight", DAY, club=table)
    result = referee("open", DAY, "--reason", "one more table", "--json", club=table).data
    assert result == shown("tonight", DAY, club=table)
    assert result["session"]["status"] == "open"
    assert [row["kind"] for row in result["turns"]] == ["closed", "reopened"]


def test_every_export_is_told_in_the_same_words_where_it_goes_and_of_which_season(table: Path, tmp_path: Path) -> None:
    for words, name in ((["csv"], "a"), (["html"], "b"), (["ics", "--zone", "Europe/Berlin"], "a.ics")):
        existing = tmp_path / name
        result = referee("export", *words, "2026-27", "--output", str(existing), club=table)
        assert (result.code, existing.exists()) == (0, True), result.err
    # A single file may be printed: to be looked at, or sent on by another program.
    for kind, begins in (("json", "{"), ("ics", "BEGIN:VCALENDAR")):
        printed = referee("export", kind, "--output", "-", club=table, TZ="Europe/Berlin", cwd=tmp_path)
        assert printed.out.casefold().startswith(begins.casefold()), printed.err
        assert not (tmp_path / "-").exists()


def data(*words: str, club: Path) -> Any:
    """What a command answers with ``--json``, of which every key is a word in snake case."""
    data = referee(*words, "--json", club=club).data
    for each in data if isinstance(data, list) else [data]:
        assert all(re.fullmatch("[a-z_]+", key) for key in each), each
    return data


def test_a_dispute_is_given_with_its_ruling_and_all_that_was_decided(table: Path) -> None:
    opened = data("dispute", "open", "1", "4", "--claim", "Ann had passed", "--by", "Cal", club=table)
    assert (opened["number"], opened["line"], opened["is_open"]) == (1, 4, True)
    assert opened["match"] == {"id": 1, "table": 1, "session": DAY}
    assert (opened["verdict"], opened["clause"], opened["by"]) == ("illegal", "big-two 4.5", "Cal")
    decided = data("dispute", "decide", "1", "overrule", "-r", "agreed", "--by", "Eve", club=table)
    assert not decided["is_open"]
    assert [(row["kind"], row["reason"], row["by"]) for row in decided["decisions"]] == [("overruled", "agreed", "Eve")]
    assert data("dispute", "show", "1", club=table) == decided
    assert data("dispute", "list", "--outcome", "overruled", club=table) == [decided]
    assert data("dispute", "list", "--outcome", "voided", club=table) == []


def test_a_penalty_is_given_as_it_is_listed_and_says_that_it_was_cancelled(table: Path) -> None:
    given_words = data("penalty", "give", "Ben", "--points", "2", "-r", "told Ann", "--by", "Eve", "--yes", club=table)
    assert (given_words["name"], given_words["points"], given_words["played_on"], given_words["cancelled_at"]) == (
        "Ben",
        2,
        DAY,
        None,
    )
    cancelled = data("penalty", "cancel", "1", "-r", "it was Cal", "--by", "Gus", "--yes", club=table)
    assert (cancelled["cancelled_because"], cancelled["cancelled_by"]) == ("it was Cal", "Gus")
    assert datetime.fromisoformat(cancelled["cancelled_at"])
    assert data("penalty", "list", club=table) == [cancelled]


def test_what_was_put_right_is_listed_with_why_and_by_whom(table: Path) -> None:
    right = ("result", f"{DAY}/1", "Ben", "Ann", "Cal", "Dee", "-r", "misread", "--by", "Fay", "--yes")
    referee("result", "1", "Ann", "Ben", "Cal", "Dee", club=table)
    assert data(*right, club=table)["places"] == [["Ben"], ["Ann"], ["Cal"], ["Dee"]]
    (listed,) = data("history", "--corrections", "--table", "1", club=table)
    assert (listed["kind"], listed["reason"], listed["by"]) == ("result", "misread", "Fay")
    assert listed["table"] == {"id": 1, "table": 1, "session": DAY}


def test_standings_give_the_score_as_a_number_and_exactly(table: Path) -> None:
    referee("result", "1", "Ann", "Ben", "Cal", "Dee", club=table)
    rows = {row["name"]: row for row in data("standings", club=table)}
    assert rows["Ben"]["score"] == pytest.approx(2 / 3)  # second of four
    assert (rows["Ben"]["exact"], rows["Ben"]["missing"]) == ("2/3", 0)
    assert [row["played_on"] for row in rows["Ben"]["counted"]] == [DAY]
    assert data("standings", "--member", "Ann", club=table) == [rows["Ann"]]


def test_a_line_names_the_lines_on_which_it_decides_something(table: Path) -> None:
    (logged,) = data("log", "1", "Cal passes", club=table)
    assert (logged["line"]["text"], logged["line"]["ruling"]["verdict"]) == ("Cal passes", "legal")
    assert (logged["lapsed"], logged["turned"], logged["stood"]) == ([], [], [])
    replaced = data("log", "1", "Cal plays 6S", "--instead-of", "5", "--yes", club=table)
    assert [(row["line"]["text"], row["line"]["instead_of"]) for row in replaced] == [("Cal plays 6S", 5)]


def test_officers_are_given_with_their_terms(club: Path) -> None:
    term = data("officer", "elect", "Ann", "--as", "president", "--from", "2026-09-07", club=club)
    assert (term["name"], term["position"], term["starts"]) == ("Ann", "president", "2026-09-07")
    assert data("officer", "list", club=club) == [term]
    over = data("officer", "step-down", "Ann", "-r", "moved away", "--by", "Ann", club=club)
    assert over["ended"]
    assert [entry["what"] for entry in data("history", "--most", "1", club=club)]


def test_backups_and_an_audit_are_given_with_their_files_and_heads(club: Path) -> None:
    created = data("backup", club=club)
    assert Path(created["path"]).stat().st_size == created["size"]
    assert [row["path"] for row in data("backup", "--list", club=club)["backups"]] == [created["path"]]
    audit = data("audit", club=club)
    assert audit["differences"] == []
    prompted = data("audit", "--head", audit["head"], club=club)["asked"]
    assert (prompted["head"], prompted["later"], prompted["done"]) == (audit["head"], 0, [])
    assert audit["head"].startswith(f"event {audit['events']}, ")


def is_declared(kind: type) -> bool:
    return vars(import_module(kind.__module__)).get(kind.__name__) is kind


def test_what_classes_say_is_plain_of_them_is_there() -> None:
    for module in walk_packages(package.__path__, "referee."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    # `frozen` declares another class than the one that was written, which is in no module.
    output = [each for each in every_class(object) if "PLAIN" in vars(each) and is_declared(each)]
    assert len(output) > 20
    for each in output:
        existing = {*dir(each), *getattr(each, "__dataclass_fields__", ()), *getattr(each, "model_fields", ())}
        names = [each.PLAIN] if isinstance(each.PLAIN, str) else each.PLAIN
        assert not set(names) - existing, each
        assert not {name for name in names if callable(getattr(each, name, None))}, each


def every_class(of: type) -> Iterator[Any]:
    for each in type.__subclasses__(of):
        yield each
        yield from every_class(each)


def test_data_may_be_asked_for_before_the_command(club: Path) -> None:
    assert referee("--json", "tonight", club=club).out == referee("tonight", "--json", club=club).out
    twice = referee("--json", "tonight", "--json", club=club)
    assert (twice.code, "--json is given twice" in twice.err) == (2, True)
    assert "prints no data as JSON" in referee("--json", "desk", club=club).err


def test_every_rulebook_is_an_object_and_some_clauses_are_a_list(club: Path) -> None:
    for words in (
        ["rulebook", "big-two"],
        ["rulebook", "scoring"],
        ["tournament", "rules", "--format", "swiss", "--game", "big-two"],
    ):
        data = referee(*words, "--json", club=club).data
        assert data["title"]
        assert {"id", "text", "source", "in_force"} <= set(data["clauses"][0]), words
    assert isinstance(referee("rulebook", "scoring", "2.1", "--json", club=club).data, list)
