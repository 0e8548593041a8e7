"""What the public may see: in no file of an export and nowhere on the board a name that is not to be shown."""

import asyncio
import re
from datetime import time
from pathlib import Path

import pytest

from referee.club.calendar import schedule
from referee.club.disputes import deciding, opening
from referee.club.disputes.remedies import Remedy
from referee.club.evening.board import board_view
from referee.club.folder import Club
from referee.club.match import ending, recording, starting
from referee.club.people import forgetting, merging, roster
from referee.club.people import public_names as public
from referee.club.people.public_name import ShownAs, public_name, public_names
from referee.club.text.faults import ClubFault
from referee.export.csv_files import write_csv
from referee.export.hand_histories import export_hands
from referee.export.ics import calendar_file
from referee.export.pages.season_folder import season_pages
from referee.export.tables.season import season_export
from tests.cli.running import referee
from tests.club.conftest import MONDAY
from tests.dashboard.piloting import on_the_wall

OUT, CODED, USUAL, ALIKE, OPEN = "Zebedee Quill", "Xanthe Moss", "Ysolde Thorn", "Ysolde Tarn", "Wilbur Frost"
PEOPLE = (OUT, CODED, USUAL, ALIKE, OPEN)
NEVER = ("zebedee", "quill", "xanthe", "moss", "thorn", "tarn", "xan", "mossy", "tharn", "quentin quill")


@pytest.fixture
def evening(club: Club) -> Club:
    """An evening at which everybody played, was named in what was typed, and wrote something down."""
    for name, how in zip(PEOPLE, (ShownAs.NOBODY, ShownAs.CODE, None, None, ShownAs.FULL), strict=True):
        roster.add_all(club, [name], shown_as=how)
    roster.add(club, "Xan Mossy")  # who turns out to be the same
    table = starting.start_table(club.with_actor("Xan Mossy"), "big-two", [OUT, ALIKE, "Xan Mossy", USUAL]).number
    ending.record_result(club.with_actor(CODED), table, places=[["Xan Mossy"], [OUT], [ALIKE, USUAL]])
    ending.finish(club.with_actor(OUT), table)
    table = starting.start_table(club.with_actor(OUT), "play-or-pay", PEOPLE[:4]).number
    recording.log_line(club.with_actor(OUT), table, f"deal by {ALIKE}")
    recording.log_line(club.with_actor(CODED), table, f"{OUT} plays 5H")
    recording.log_line(club.with_actor(USUAL), table, f"{USUAL} pays")
    recording.undo_line(club.with_actor(OUT), table, 3, reason=f"{OUT} said that {CODED} saw it")
    number = opening.open_on_line(club.with_actor(OUT), table, 2, claim=f"{CODED} had the lead, says zebedee").number
    deciding.decide(club.with_actor(CODED), number, remedy=Remedy.OVERRULE, reason=f"as {OUT} agreed")
    told = opening.open_on_facts(club.with_actor(OUT), "big-two", ["Zebedee plays 4D", "Xanthe plays 3D"]).number
    deciding.decide(club.with_actor("Quentin Quill"), told, reason="so it is")
    poker = starting.start_table(club, "texas-holdem", [OUT, USUAL, OPEN]).number
    hand = ["deal by " + OUT, f"{USUAL} posts 1", f"{OPEN} posts 2", f"{OUT} folds", f"{USUAL} folds"]
    for line in hand:
        recording.log_line(club, poker, line)
    hearts = starting.start_table(club, "Zebedee Quill's Hearts", [OUT, CODED, OPEN], result_only=True).number
    ending.record_result(club, hearts, places=[[OUT], [CODED], [OPEN]])
    ending.finish(club, hearts)
    schedule.add(
        club,
        MONDAY.replace(day=23),
        time(15),
        room="M4",
        note="with cake",
    )
    merging.merge(club, CODED, "Xan Mossy")
    roster.rename(club, USUAL, "Ysolde Tharn")
    return club


def files(club: Club, to: Path) -> str:
    """Return all that the default exports write, as one text."""
    write_csv(season_export(club).tables, to)
    for name, page in season_pages(club).files.items():
        (to / name).write_bytes(page)
    (to / "season.ics").write_bytes(calendar_file(club, zone="UTC", minutes=120))
    (to / "hands.phhs").write_text("\n".join(export_hands(club).hands), encoding="utf-8")
    return "\n".join(path.read_text(encoding="utf-8-sig") for path in sorted(to.iterdir()))


def board(club: Club) -> str:
    """Return all that the board has to show, as data: more than ever stands on it at once."""
    found = board_view(club)
    return repr([found.matches, found.standings and found.standings.rows, found.session, found.planned])


def on_screen(club: Club) -> str:
    """Return what stands on the board, which a browser is shown too."""

    async def look() -> str:
        async with on_the_wall(club) as officer:
            screen_text = [officer.reads()]
            for _ in range(4):
                officer.app.screen.turn()  # type: ignore[attr-defined]
                await officer.settle()
                screen_text.append(officer.reads())
        return "\n".join(screen_text)

    return asyncio.run(look())


def said(text: str) -> list[str]:
    return [word for word in NEVER if re.search(rf"(?<![a-z]){word}(?![a-z])", text.casefold())]


def test_no_default_export_has_a_name_that_is_not_to_be_shown(evening: Club, tmp_path: Path) -> None:
    written = files(evening, tmp_path / "out")
    assert said(written) == []
    # Nor of somebody who is no member, and decided a dispute.
    assert "Quentin Q." in written
    # What may be shown is, and who may not be is there by a code.
    for shown in (OPEN, "Ysolde Th.", "Ysolde Ta.", "Player "):
        assert shown in written


def test_no_full_name_is_on_the_board(evening: Club) -> None:
    assert said(board(evening)) == []
    assert OPEN in board(evening)


@pytest.mark.parametrize("more", [[], ["--json"], ["--member", "Player 6"]])
def test_no_name_is_in_the_standings_that_are_printed_for_a_wall(evening: Club, more: list[str]) -> None:
    printed = referee("standings", "--public", *more, club=evening.folder)
    assert (printed.code, said(printed.out)) == (0, [])
    assert "Player 6" in printed.out


@pytest.mark.screen
def test_no_full_name_is_seen_on_the_board(evening: Club) -> None:
    seen = on_screen(evening)
    assert said(seen) == []
    assert "Player" in seen
    assert OPEN in seen


def test_who_opted_out_has_no_name_even_where_full_names_are_asked_for(evening: Club, tmp_path: Path) -> None:
    write_csv(season_export(evening, full_names=True).tables, tmp_path / "out")
    written = "\n".join(path.read_text(encoding="utf-8-sig") for path in sorted((tmp_path / "out").iterdir()))
    written += "\n".join(export_hands(evening, full_names=True).hands)
    assert "zebedee" not in written.casefold()
    assert CODED in written
    assert "Ysolde Tharn" in written


def test_two_who_would_be_shown_alike_are_told_apart_by_a_letter_more(evening: Club) -> None:
    names = public.all_public_names(evening).names
    rows = [name for name in names.values() if name.startswith("Ysolde")]
    assert sorted(rows) == ["Ysolde Ta.", "Ysolde Th."]


def test_the_club_says_how_those_are_shown_of_whom_nothing_is_said(evening: Club, tmp_path: Path) -> None:
    public.show_club(evening, ShownAs.CODE)
    written = files(evening, tmp_path / "out")
    assert "ysolde" not in written.casefold()
    assert OPEN in written
    assert "ysolde" not in board(evening).casefold()


def test_a_club_may_not_opt_its_members_out(club: Club) -> None:
    with pytest.raises(ClubFault, match="Only single members can opt out"):
        public.show_club(club, ShownAs.NOBODY)


@pytest.mark.parametrize("keep", [0, 1])
def test_of_two_who_are_one_person_the_stricter_wish_holds(club: Club, keep: int) -> None:
    pair = (OUT, "Zeb Quill")
    roster.add_all(club, [pair[0]], shown_as=ShownAs.NOBODY)
    roster.add_all(club, [pair[1]], shown_as=ShownAs.FULL)
    merged = merging.merge(club, pair[keep], pair[1 - keep])
    assert merged.shown_as == ShownAs.NOBODY
    assert {public.all_public_names(club).names[number] for number in (6, 7)} == {f"Player {merged.id}"}


def test_who_is_forgotten_stays_a_number_however_they_were_shown(club: Club) -> None:
    roster.add_all(club, [OPEN], shown_as=ShownAs.FULL)
    number = forgetting.forget(club, OPEN).member
    assert public.all_public_names(club).names[number.id] == number.name


def test_a_first_name_that_somebody_else_is_shown_by_stays(club: Club) -> None:
    roster.add_all(club, ["Fay Lee"], shown_as=ShownAs.NOBODY)
    roster.add(club, "Fay Moss")
    names = public.all_public_names(club)
    assert names.named("Fay Lee and Fay Moss, not Lee") == f"{names.names[6]} and Fay M., not somebody"


@pytest.mark.parametrize(
    ("name", "public"),
    [
        ("Ann Lee", "Ann L."),
        ("  Ann   Lee ", "Ann L."),
        ("Ann Mary Lee", "Ann L."),
        ("Ann", "Ann"),
        ("Lee, Ann", "Ann L."),
        ("Ben Ng Jr.", "Ben N."),
        ("Ben Ng, Jr.", "Ben N."),
        ("Cal Roe III", "Cal R."),
        ("Dee van der Berg", "Dee B."),
        ("Eve O'Hara-Stone", "Eve O."),
        ("fay émond", "fay É."),
        ("fay e\u0301mond", "fay É."),
        ("Gus 'Ace'", "Gus A."),
        ("Hal 3", "Hal"),
        ("Member 6", "Member 6"),
        ("李小龙", "李小龙"),
        ("김 민준", "김 민준"),
        ("さくら 木村", "さくら 木村"),
        ("Ann 王", "Ann"),
        ("Ann_Lee", "Ann L."),
        ("Ann.Lee", "Ann L."),
        ("Player Three 3", "Player"),
        ("Player 3", "Player 3"),
        ("", ""),
    ],
)
def test_the_public_sees_a_first_name_and_an_initial(name: str, public: str) -> None:
    assert public_name(name) == public


@pytest.mark.parametrize(
    ("names", "public"),
    [
        (("Ben Brown", "Ben Black"), ["Ben Br.", "Ben Bl."]),
        (("Ann Lee", "Ann Long", "ann lum", "Ann"), ["Ann Le.", "Ann Lo.", "ann Lu.", "Ann"]),
        (("Cal Stone", "Cal Strong", "Cal Roe"), ["Cal Sto.", "Cal Str.", "Cal R."]),
        # Three letters are the most: these two would need five.
        (("Dee Marsh", "Dee Marshall", "Dee Moss"), ["Dee M. #1", "Dee M. #2", "Dee Mo."]),
        (("Eve Lee", "Eve Lee"), ["Eve L. #1", "Eve L. #2"]),
        # Never all of a family name, though that would part them.
        (("Fay Ng", "Fay Nu"), ["Fay N. #1", "Fay N. #2"]),
        (("Gus O'Hara", "Gus O'Brien"), ["Gus O'H.", "Gus O'B."]),
    ],
)
def test_two_of_the_same_initial_have_as_many_letters_as_part_them_else_their_numbers(
    names: tuple[str, ...], public: list[str]
) -> None:
    assert list(public_names(dict(enumerate(names, 1))).values()) == public


def test_who_has_no_name_has_a_number() -> None:
    assert public_names({7: " ", 8: "Ann Lee"}) == {7: "#7", 8: "Ann L."}


def test_no_surname_is_ever_shown() -> None:
    surnames = ("Lee", "Long", "Ng")
    shown = public_names(dict(enumerate(f"Ann {surname}" for surname in surnames)))
    assert not any(surname in name for surname in surnames for name in shown.values())
    assert len(set(shown.values())) == 3
