"""The rows of tournaments say what a view of them says, and nothing that it does not."""

import csv
import io
import re
from collections import Counter, defaultdict
from dataclasses import replace
from types import SimpleNamespace

import pytest

from referee.club.people.public_names import PublicNames
from referee.export.csv_files import csv_bytes
from referee.export.pages.tournament_page import tournament_page
from referee.export.tables.columns import row_types, table_rows
from referee.export.tables.rows import SeasonTables
from referee.tournaments.public_view import public_view
from referee.tournaments.state.view import TournamentView
from tests.tournaments import example_views as examples


def rows_of(name: str, view: TournamentView) -> list[object]:
    return [*table_rows(SeasonTables, name, SimpleNamespace(tournaments=[view]))]


def read_back(name: str, view: TournamentView) -> list[dict[str, str]]:
    content = csv_bytes(row_types(SeasonTables)[name], rows_of(name, view))
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))


@pytest.mark.parametrize("made", examples.ALL)
def test_the_rows_of_rounds_have_each_who_was_drawn_once_and_add_up_to_the_standings(made: examples.Made) -> None:
    view = made()
    rows = read_back("tournament_rounds", view)
    expected = Counter(
        (drawn_round.number, entry)
        for drawn_round in view.rounds
        for entry in (
            *(entry for table in drawn_round.tables for entry in table.entries),
            *drawn_round.byes,
            *drawn_round.absent,
        )
    )
    assert Counter((int(row["round"]), int(row["entry"])) for row in rows) == expected
    assert set(expected.values()) == {1}
    points: defaultdict[int, float] = defaultdict(float)
    ranks: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for row in rows:
        points[int(row["entry"])] += float(row["score"] or 0)
        if row["rank"]:
            ranks[row["round"], row["table"]].append(float(row["rank"]))
        assert row["name"] == view.name_of(int(row["entry"]))
    for rank in ranks.values():
        assert sum(rank) == len(rank) * (len(rank) + 1) / 2
    for line in read_back("tournament_standings", view):
        if view.standings[0].by_round and view.settings.format != "freezeout":
            assert float(line["points"]) == pytest.approx(points[int(line["entry"])], abs=1e-5)


def test_the_rows_of_a_swiss_say_who_came_late_who_left_and_what_parted_equals() -> None:
    view = examples.swiss()
    lines = {row["name"]: row for row in read_back("tournament_standings", view)}
    assert len(lines) == 11
    assert (lines["Cal Moss"]["since"], lines["Cal Moss"]["guest"]) == ("2", "true")
    assert (lines["Gus Lee"]["status"], lines["Gus Lee"]["until"]) == ("withdrew", "2")
    assert lines["Fay Lee"]["tie_break"] == "lot 6"
    assert lines["Fay Lee"]["team"] == "Blues"
    (row,) = read_back("tournaments", view)
    assert (row["format"], row["entries"], row["rounds"], row["ties"]) == ("swiss", "11", "3", "wins, lot")
    bye = [row for row in read_back("tournament_rounds", view) if row["status"] == "bye"]
    assert [(row["round"], row["name"], row["table"]) for row in bye] == [
        ("1", "Ben Moss", ""), ("2", "Cal Lee", ""), ("2", "Dee Lee", ""), ("3", "Hal Lee", ""),
    ]  # fmt: skip


def test_who_has_no_place_yet_is_in_the_rows_too() -> None:
    view = replace(examples.all_meet(), standings=(), rounds=())
    rows = read_back("tournament_standings", view)
    assert [row["place"] for row in rows] == [""] * 9
    assert read_back("tournament_rounds", view) == []


def test_in_public_everybody_is_called_as_the_club_shows_them_everywhere() -> None:
    view = examples.swiss()
    view = replace(
        view,
        name="Dee Lee's Swiss",
        entries={number: replace(entry, team="Gus Lee and friends") for number, entry in view.entries.items()},
    )
    names = {entry.member: f"{entry.name[:5]}." for entry in view.entries.values()}
    people = {entry.name: entry.member for entry in view.entries.values()}
    hidden = {name.casefold(): names[member] for name, member in people.items()}
    seen = public_view(view, PublicNames(names={**names, 8: "Hal"}, people=people, hidden=hidden, full_names=False))
    texts = [
        tournament_page(seen, "Monday Cards"),
        *(str(rows_of(name, seen)) for name in ("tournaments", "tournament_standings", "tournament_rounds")),
    ]
    for text in texts:
        assert not re.search(r"\w+ (?:Lee|Moss)", text)
    assert "<title>Dee L.&#39;s Swiss" in texts[0]
    assert "<bdi>Gus L.</bdi> and <bdi>Dee L.</bdi> swapped seats" in texts[0]
