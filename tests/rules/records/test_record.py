"""The record: what is read, what is refused and where, and what is printed."""

from textwrap import dedent

import pytest

from referee.cards import read_card
from referee.games import SLUGS, rulebook
from referee.rules import ParsedRecord, Record, read_facts, read_record, read_records, replay
from referee.rules.notation.seats import name_fault
from referee.rules.records.record import chips_worth

HEAD = "game: big-two\nseats: Ann Lee, Ben, Bella, Cal\n\n"


def read(text: str) -> ParsedRecord:
    return read_record(dedent(text), rulebook)


def faults(text: str) -> list[tuple[int, int, str]]:
    return [(fault.line, fault.column, fault.message) for fault in read(text).faults]


def test_three_faults_are_reported_each_at_its_place_and_the_rest_is_kept() -> None:
    text = HEAD + "deal by Cal\nAnn plays 3D 3X\nBe plays 4D\nCal juggles 5D\nBen plays 5H\n"
    reading = read(text)
    assert [(f.line, f.column, f.width) for f in reading.faults] == [(5, 14, 2), (6, 1, 2), (7, 5, 7)]
    assert [line.text for line in reading.record.lines] == ["deal by Cal", "Ben plays 5H"]
    assert reading.faults[0].caret() == "Ann plays 3D 3X\n             ^^"
    assert "Ben or Bella" in reading.faults[1].message
    assert "juggles" in reading.faults[2].message
    assert "plays" in reading.faults[2].message


def test_names_may_be_cut_short_in_any_case() -> None:
    record = read(HEAD + "deal\nann LEE plays 3d\nBEL passes\nc passes\nA plays S4\n").record
    assert [line.act.seat for line in record.lines] == [-1, 0, 2, 3, 0]
    assert str(record).splitlines()[4] == "Ann Lee plays 3D"
    assert str(record).splitlines()[-1] == "Ann Lee plays 4S"


def test_a_name_that_is_the_beginning_of_another_is_still_a_name() -> None:
    record = read("game: big-two\nseats: Al, Alan, Bo\n\ndeal\nAl passes\nAlan passes\nB passes\n").record
    assert [line.act.seat for line in record.lines] == [-1, 0, 1, 2]


def test_remarks_and_blank_lines_are_passed_over() -> None:
    record = read(HEAD + "# the first hand\n\ndeal by Cal   # cut by Ben\n").record
    assert [line.number for line in record.lines] == [6]


def test_a_line_taken_back_is_judged_and_changes_nothing() -> None:
    reading = read(HEAD + "deal\nAnn plays 4D, taken back\nAnn plays 3D\n")
    assert not reading.faults
    entries = replay(reading.record).entries
    assert [entry.ruling.verdict for entry in entries] == ["legal", "illegal", "legal"]
    assert entries[1].after.turn == entries[1].before.turn
    assert entries[1].after.knowledge.size(0) == 13
    assert entries[1].after.knowledge.holders(read_card("4D")) == (0,)  # everybody has seen it
    assert "Ann Lee plays 4D, taken back" in str(reading.record)


@pytest.mark.parametrize(
    ("text", "position", "says"),
    [
        ("", (1, 1), "no 'game:' line"),
        ("seats: Ann, Ben\n", (1, 1), "no 'game:' line"),
        ("game: whist\nseats: Ann\n", (1, 7), "no game 'whist'"),
        ("game: bigtwo\n", (1, 7), "Did you mean big-two"),
        ("game: big-two\n\ndeal\n", (1, 1), "no 'seats:' line"),
        ("game: big-two\nseats: Ann, Ben\n\n", (2, 8), "3 to 4 players, not 2"),
        ("game: big-two\nseats: Ann, Ben, ann\n\n", (2, 8), "ann has two seats"),
        ("game: big-two\nseats: Ann, , Ben\n\n", (2, 8), "a seat has no name"),
        ("game: big-two\nseats: Ann, 4D, Ben\n\n", (2, 8), "'4D' cannot be a name"),
        ("game: big-two\nseats: Ann, TH, Ben\n\n", (2, 8), "TH is a card"),
        ("game: big-two\nseats: Ann, \U0001f600, Ben\n\n", (2, 8), "cannot be a name. Use a letter first"),
        ("game: big-two\nseats: Ann, Deal, Ben\n\n", (2, 8), "a line of a record may begin with 'deal'"),
        ("game: big-two\nseats: Ann, Ben, Cal\nscore: 3\n\n", (3, 1), "no header line 'score'"),
        (
            "game: big-two\nseats: Ann, Ben, Cal\nchip: five cents\n\n",
            (3, 7),
            "'five cents' is not the value of a chip",
        ),
        ("game: big-two\nseats: Ann, Ben, Cal\nchip:\n\n", (3, 6), "'' is not the value of a chip"),
        ("game: big-two\nseats: Ann, Ben, Cal\ndate: 16.11.2026\n\n", (3, 7), "'16.11.2026' is not a date"),
        ("game: big-two\nseats: Ann, Ben, Cal\noptions: royl=none\n\n", (3, 10), "Did you mean royal"),
        ("game: big-two\nseats: Ann, Ben, Cal\noptions: royal=no\n\n", (3, 16), "10_to_A or none"),
        ("game: big-two\nseats: Ann, Ben, Cal\nhand: over\n\n", (3, 7), "in progress"),
        ("game: big-two\nseats: Ann, Ben, Cal\ndeal by Ann\n", (3, 1), "blank line"),
        ("game: big-two\ngame: big-two\nseats: Ann, Ben, Cal\n\n", (2, 1), "given twice"),
        (HEAD + "deal by\n", (4, 8), "Add a player's name"),
        (HEAD + "deal by Hal\n", (4, 9), "no player here is called 'Hal'"),
        (HEAD + "deal to Ann\n", (4, 6), "'to' does not fit here. Use 'by'"),
        (HEAD + "Ann\n", (4, 4), "what the player did"),
        (HEAD + "Ann pla\n", (4, 5), "Did you mean 'plays'"),
        (HEAD + "Ann plays\n", (4, 10), "Add cards"),
        (HEAD + "Ann passes here\n", (4, 12), "'here' is left over"),
        (HEAD + "plays 3D\n", (4, 1), "who plays"),
        (HEAD + "Ann plays 3D 3D\n", (4, 14), "more often"),
        (HEAD + "Ann plays 3D,4X\n", (4, 14), "is not a card"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(text: str, position: tuple[int, int], says: str) -> None:
    record_faults = faults(text)
    assert len(record_faults) == 1
    assert record_faults[0][:2] == position
    assert says in record_faults[0][2]


def test_a_record_in_progress_takes_seats_in_order_of_mention() -> None:
    record = read("game: big-two\nhand: in progress\n\nDee plays 4D\nCal plays 5D\nD passes\n").record
    assert record.seats.names == ("Dee", "Cal")
    assert not record.complete


@pytest.mark.parametrize("slug", SLUGS)
def test_no_player_is_called_as_a_line_may_begin(slug: str) -> None:
    grammar = rulebook(slug).grammar
    nameless = [verb.word for verb in grammar.verbs if not verb.has_subject]
    assert "deal" in nameless
    for word in nameless:
        assert "may begin with" in str(name_fault(word.title(), grammar.openings))


def test_accented_names_are_the_same_however_they_were_typed() -> None:
    record = read("game: big-two\nseats: Ann, Rene\u0301e, Cal\n\nRen\u00e9e passes\nrene\u0301e passes\n").record
    assert [line.act.seat for line in record.lines] == [1, 1]
    facts = read_facts(["Rene\u0301e passes", "Ren\u00e9e passes"], rulebook("big-two"), None).record
    assert facts is not None
    assert facts.seats.names == ("Ren\u00e9e",)


def test_more_players_than_the_game_has_are_refused() -> None:
    facts = [f"{name} passes" for name in ("Ann", "Ben", "Cal", "Dee", "Eve")]
    (fault,) = read_facts(facts, rulebook("big-two"), None).faults
    assert "3 to 4 players, not 5" in fault.message
    assert (fault.line, fault.column) == (1, 1)  # no one fact is one too many


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm() -> None:
    record = read("\ufeffgame: big-two\r\nseats: Ann, Ben, Cal\r\n\r\ndeal by Ann\r\n").record
    assert len(record.lines) == 1


# -- What is written behind a line --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("Ann plays 4D, taken back", ", taken back"),
        ("Ann plays 4D ,Taken  Back.", ", taken back"),
        ("Ann plays 4D, stands", ", stands"),
        ("Ann plays 4D, stood   # they agreed", ", stands"),
        ("Ann plays 4D.", ""),
    ],
)
def test_what_became_of_a_line_is_read_and_printed(text: str, remark: str) -> None:
    record = read(HEAD + f"deal\n{text}\n").record
    assert record is not None
    assert record.lines[1].remark == remark
    assert record.lines[1].text == "Ann plays 4D" + "." * (not remark)
    assert str(record).splitlines()[-1] == f"Ann Lee plays 4D{remark}"


def test_a_name_may_end_in_a_full_stop() -> None:
    record = read("game: big-two\nseats: Ann L., Ann M., Cal\n\ndeal by Ann L.\nAnn M. passes.\n").record
    assert record is not None
    assert [line.act.seat for line in record.lines] == [0, 1]


# -- Several records in one text ----------------------------------------------------------------------------

TWO = HEAD + "deal by Cal\nAnn plays 3D\n\ngame: play-or-pay\nseats: Ann, Ben, Cal\n\ndeal by Cal\nAnn plays 3X\n"


def test_each_record_of_a_text_begins_with_its_game() -> None:
    readings = read_records(TWO, rulebook)
    records = [reading.record for reading in readings]
    assert [record.book.slug for record in records if record] == ["big-two", "play-or-pay"]
    assert [[line.number for line in record.lines] for record in records if record] == [[4, 5], [10]]


def test_a_fault_in_a_later_record_is_where_it_stands_in_the_text() -> None:
    first, second = read_records(TWO, rulebook)
    assert not first.faults
    assert [(fault.line, fault.column) for fault in second.faults] == [(11, 11)]
    assert second.faults[0].caret() == "Ann plays 3X\n          ^^"


def test_a_text_of_one_record_is_one_reading() -> None:
    assert len([*read_records(HEAD + "deal\n", rulebook)]) == 1
    readings = [*read_records("game: big-two\ngame: big-two\nseats: Ann, Ben, Cal\n\ndeal\n", rulebook)]
    assert [fault.message for reading in readings for fault in reading.faults] == [
        "'game' is given twice. Use one line"
    ]


def test_a_text_that_begins_with_remarks_is_one_record() -> None:
    (reading,) = read_records("# Monday\n\n" + HEAD + "deal\n", rulebook)
    assert isinstance(reading.record, Record)
    assert [line.number for line in reading.record.lines] == [6]


# -- Where a fault is ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "column", "width", "says"),
    [
        ("  Ann   plays   3D  3X", 21, 2, "3X is not a card"),
        ("Ann plays 3D4X5H", 13, 4, "4X"),
        ("Ann\tplays\tzz", 11, 2, "zz"),
        ("Ann  plyas 3D", 6, 5, "Did you mean 'plays'"),
        ("Ann plays 3D, ten back", 15, 3, "ten has no suit. Use TC, TD, TH or TS"),
        ("Ann plays 3D, tea back", 15, 3, "is not a card"),
        ("Ann Lee passes  twice", 17, 5, "'twice' is left over"),
        ("   Zoe plays 3D", 4, 3, "no player here is called 'Zoe'"),
        ("Ann plays 3D Zoe.", 14, 3, "Zoe"),
    ],
)
def test_a_fault_is_at_the_column_of_its_word_however_it_is_spaced(
    text: str, column: int, width: int, says: str
) -> None:
    (fault,) = read(HEAD + f"deal\n{text}\n").faults
    assert (fault.line, fault.column, fault.width) == (5, column, width)
    assert says in fault.message


def test_a_record_says_what_a_chip_is_worth() -> None:
    text = "game: big-two\nseats: Ann, Ben, Cal\nchip: 0.05 EUR\n\nAnn plays 3D\n"
    record = read_record(text, rulebook).record
    assert record is not None
    assert record.chip == "0.05 EUR"
    assert str(record) == text
    assert [chips_worth(chips, record.chip) for chips in (21, -3, 0)] == ["+1.05 EUR", "-0.15 EUR", "+0.00 EUR"]


def test_a_record_of_a_header_alone_is_faulted_at_its_last_line() -> None:
    (fault,) = read("game: big-two\nseats: Ann, Ben, Cal\n").faults
    assert (fault.line, fault.column) == (2, 1)
    assert "ends with its header" in fault.message


def test_facts_may_name_fewer_than_sit_at_the_table_and_not_more() -> None:
    book = rulebook("big-two")
    one_player = read_facts(["Ann plays 3D"], book, book.options())
    assert not one_player.faults
    assert one_player.record is not None
    assert one_player.record.seats.names == ("Ann",)
    many_players = read_facts([f"{name} passes" for name in ("Ann", "Ben", "Cal", "Dee", "Eve")], book, book.options())
    assert "not 5" in many_players.faults[0].message
