"""A club's file from the edition before moves between places keeps every word, and is judged again without a fault.

`recorded_before/README.md` says what is in it. What is asserted here follows from what was typed then. How a line is
judged today is not: rulings get corrected. What was ruled when it was entered stays for ever.
"""

import re
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.club.calendar import seasons, sessions
from referee.club.disputes import disputes
from referee.club.file.audit import verify_chain
from referee.club.folder import Club, open_club
from referee.club.match import matches, recording
from referee.club.match.view import LineView
from referee.club.people import roster
from referee.club.standings.standings import standings
from referee.club.text.faults import ClubFault
from referee.games import rulebook
from referee.rules import Verdict, read_record
from referee.store.migrations import MIGRATIONS

KEPT = Path(__file__).parents[1] / "recorded_before" / "club.db"
SEASON, CLOSED, OPEN = "2026-27", "2026-11-16", "2026-11-30"

SEATED: Mapping[int, tuple[str, tuple[str, ...]]] = {
    1: ("commune", ("Fay", "Gus")),
    2: ("pontoon", ("Ann", "Ben", "Dee")),
    3: ("play-or-pay", ("Ann", "Ben", "Cal")),
    4: ("big-two", ("Cal", "Dee", "Eve", "Hal")),
    5: ("big-two", ("Ann", "Ben", "Cal", "Dee")),
    6: ("play-or-pay", ("Eve", "Fay", "Gus", "Hal")),
    7: ("commune", ("Ann", "Ben", "Cal")),
}


class Typed(NamedTuple):
    """A line as it was typed, how it was ruled on then, and what officers said of it since."""

    text: str
    said: str
    clause: str
    reason: str = ""
    word: str = ""
    because: str = ""
    by: str = ""
    instead_of: int | None = None


def _a_whole_hand() -> Iterator[Typed]:
    """Ann is dealt all the hearts and five clubs, the odd card among them, and plays them one after the other."""
    yield Typed("deal by Cal", "legal", "2.1")
    plays = [*(f"{rank}H" for rank in "23456789TJQKA"), *(f"{rank}C" for rank in "34567")]
    for card, wanted in zip(plays, [*plays[1:], ""], strict=True):
        yield Typed(f"Ann plays {card}", "legal", {"2H": "3.2", "3C": "3.3"}.get(card, "4.2"))
        if card not in ("AH", "7C"):  # the thirteenth heart, after which Ann leads at once, and Ann's last card
            for name in ("Ben", "Cal"):
                reason = f"Open until {wanted} is seen: {name} may pay only without it."
                yield Typed(f"{name} pays", "open", "4.5", reason)


LINES: Mapping[int, tuple[Typed, ...]] = {
    1: (
        Typed("deal by Gus", "legal", "2.1"),
        Typed("Fay bids ace high", "legal", "3.3"),
        Typed("Gus calls", "open", "5.3", "Ace high is open until Fay and Gus show."),
        Typed("Fay shows KD", "legal", "2.2"),
        Typed("Gus shows 7C", "fails", "5.3", "There is no ace."),
        Typed("deal", "legal", "2.1"),
        Typed(
            "Fay bids straight to six",
            "illegal",
            "3.6",
            "A straight to six takes in a two.",
            "taken back",
            "a six-high straight takes in a two",
            "Eve",
        ),
        Typed("Fay bids two sevens", "legal", "3.2"),
        Typed(
            "Gus bids two sixes",
            "illegal",
            "3.9",
            "Two sixes is not higher than two sevens.",
            "taken back",
            "not higher",
            "Eve",
        ),
        Typed("Gus bids three nines", "legal", "3.9"),
        Typed("Fay calls", "open", "5.3", "Three nines is open until Fay and Gus show."),
        Typed(
            "Fay shows 9D 7H", "fails", "5.3", "Two cards are missing for three nines, and only one is still unseen."
        ),
        Typed("Gus shows 2C", "legal", "2.2"),
        Typed("deal", "legal", "2.1"),
        Typed("Gus bids jack high", "legal", "3.2"),
        Typed("Fay calls", "open", "5.3", "Jack high is open until Fay and Gus show."),
        Typed("Gus shows JD 3C", "holds", "5.3", "JD makes jack high."),
        Typed("Fay shows 4C 5C", "legal", "2.2"),
        Typed("deal", "legal", "2.1"),
        Typed("Fay bids queen high", "legal", "3.2"),
        Typed("Gus calls", "open", "5.3", "Queen high is open until Fay and Gus show."),
        Typed("Fay shows 4C 5C 6C", "legal", "2.2"),
        Typed("Gus shows 3D 3H", "fails", "5.3", "There is no queen."),
    ),
    2: (
        Typed("deal by Dee", "legal", "2.3"),
        Typed("Ann bets 4", "legal", "2.6"),
        Typed("Ben bets 3", "legal", "2.6"),
        Typed("Ann shows AS", "legal", "1.1"),
        Typed("Ben shows 5H", "legal", "1.1"),
        Typed("Dee shows 9H", "legal", "1.1"),
        Typed("Ann declares pontoon", "open", "5.2", "Ann may have none; open until Ann's hand is shown."),
        Typed("Ben buys 3", "legal", "5.5"),
        Typed("Ben sticks", "legal", "5.4"),
        Typed("Dee shows 9H TD", "legal", "1.1"),
        Typed("Dee sticks", "legal", "6.1"),
        Typed("Ann shows AS KD", "legal", "1.1"),
        Typed("Ben shows 5H 6C 8D", "legal", "1.1"),
        Typed(
            "Dee pays Ann 4",
            "illegal",
            "7.5",
            "Dee owes Ann 8. Ann's pontoon against Dee's 19 is paid double: 2 x 4.",
            "taken back",
            "paid anew",
            "Eve",
        ),
        Typed("Dee pays Ann 8", "legal", "7.5"),
        Typed("Ben pays Dee 6", "legal", "7.8"),
    ),
    3: tuple(_a_whole_hand()),
    5: (
        Typed("deal by Dee", "legal", "2.1"),
        Typed("Ann plays 3D", "legal", "3.2"),
        Typed("Ben plays 5H", "legal", "4.5"),
        Typed(
            "Cal plays 4S",
            "illegal",
            "4.5",
            "4S does not beat 5H.",
            "taken back",
            "Cal had seen the five wrong",
            "Eve",
        ),
        Typed("Cal passes", "legal", "4.3"),
        Typed("Dee plays 6C", "legal", "4.5"),
        Typed("Ann plays 7C", "legal", "4.5", "", "struck", "typed by mistake; see line 13", "Eve"),
        Typed("Ben plays 8C", "legal", "4.5"),
        Typed(
            "Cal plays 9C",
            "illegal",
            "4.1",
            "It is Dee's turn, not Cal's.",
            "stands",
            "nobody noticed before Dee had passed",
            "Gus",
        ),
        Typed("Dee passes", "legal", "4.3"),
        Typed("Ann passes", "legal", "4.3"),
        Typed("Ben plays TC", "legal", "4.5"),
        Typed("Ann plays 7S", "legal", "4.5", instead_of=7),
        Typed(
            "Ben plays 9D 9H JS JH KD",
            "illegal",
            "5.11",
            "9D 9H JS JH KD is two pairs and a fifth card, which are not played here (5.4).",
            "stands",
            "all four had agreed before the deal",
            "Fay",
        ),
        Typed("Cal plays 2S", "illegal", "4.4", "2S is 1 card; 9D 9H JS JH KD was 5 cards."),
    ),
    6: (
        Typed("deal by Hal", "legal", "2.1"),
        Typed("Eve plays 9D", "legal", "3.2"),
        Typed("Fay pays", "open", "4.5", "Open until TD is seen: Fay may pay only without it."),
        Typed("Gus plays TD", "legal", "4.2"),
        Typed("Hal plays QD", "illegal", "4.2", "JD is wanted after TD, not QD.", "taken back", "Hal owned up", "Dee"),
        Typed("Hal plays JD", "legal", "4.2"),
        Typed("Eve pays", "legal", "4.5"),
        Typed("Fay pays", "legal", "4.5"),
        Typed("Gus plays KD", "illegal", "4.2", "QD is wanted after JD, not KD."),
    ),
    7: (
        Typed("deal by Cal", "legal", "2.1"),
        Typed("Ann bids ten high", "legal", "3.3"),
        Typed("Cal calls", "open", "5.3", "Ten high is open until Ann, Ben and Cal show."),
        Typed("Ann shows 8H", "legal", "2.2"),
        Typed("Ben shows 4C", "legal", "2.2", "", "struck", "it was Dee's card, at the next table", "Fay"),
    ),
}


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """A copy of the club's file, opened by the present program."""
    shutil.copy(KEPT, tmp_path / "club.db")
    with open_club(tmp_path) as club:
        yield club


def log_of(club: Club, table: int) -> tuple[LineView, ...]:
    return matches.show(club, table).log


def test_the_kept_file_is_one_file_of_the_first_migration() -> None:
    assert sorted(each.name for each in KEPT.parent.iterdir()) == ["README.md", "club.db"]
    with closing(sqlite3.connect(f"{KEPT.as_uri()}?mode=ro&immutable=1", uri=True)) as raw:
        assert raw.execute("SELECT name FROM migration").fetchall() == [("foundation",)]


def test_it_is_brought_up_to_date_by_the_ordinary_migrations(club: Club) -> None:
    with closing(sqlite3.connect(club.store.path)) as raw:
        assert [name for (name,) in raw.execute("SELECT name FROM migration ORDER BY rowid")] == list(MIGRATIONS)
        assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert raw.execute("PRAGMA foreign_key_check").fetchall() == []


def test_the_club_its_members_and_its_evenings_are_there(club: Club) -> None:
    assert club.name == "Monday Card Club"
    members = roster.members(club)
    assert [each.name for each in members] == ["Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal"]
    assert [each.name for each in members if each.guest] == ["Hal"]
    for day, status, numbers in ((CLOSED, "closed", [1, 2, 3, 4]), (OPEN, "open", [5, 6, 7])):
        evening = sessions.show(club, day)
        assert evening.session.status == status
        assert [each.name for each in evening.came] == [each.name for each in members]
        assert [each.id for each in evening.matches] == numbers


def test_house_rules_are_those_that_were_in_force_when_a_table_started(club: Club) -> None:
    (changed,) = seasons.house_rules(club, SEASON)["big-two"]
    assert (changed.options["pass_locks"], changed.options["two_pair_play"]) == ("true", "false")
    before, after = matches.show(club, 4).options, matches.show(club, 5).options
    assert (before.pass_locks, before.two_pair_play) == (False, True)
    assert (after.pass_locks, after.two_pair_play) == (True, False)
    assert matches.show(club, 6).options.ante == 1
    assert matches.show(club, 7).options.call_by == "any_active"


@pytest.mark.parametrize("table", SEATED)
def test_every_table_shows(club: Club, table: int) -> None:
    shown = matches.show(club, table)
    assert (shown.book.slug, shown.names) == SEATED[table]
    assert str(shown.played_on) == (CLOSED if table < 5 else OPEN)
    assert bool(shown.finished_at) == (table < 5)
    evening = matches.matches(club, CLOSED if table < 5 else OPEN)
    assert [each for each in evening if each.number == table] == [shown]


@pytest.mark.parametrize("table", LINES)
def test_every_line_keeps_its_text_and_its_number(club: Club, table: int) -> None:
    log = log_of(club, table)
    assert [each.number for each in log] == list(range(1, len(LINES[table]) + 1))
    assert [each.text for each in log] == [each.text for each in LINES[table]]
    assert [each.instead_of for each in log] == [each.instead_of for each in LINES[table]]
    assert {each.by for each in log} == {"Eve"}


@pytest.mark.parametrize("table", LINES)
def test_every_line_keeps_the_officers_word(club: Club, table: int) -> None:
    kept = [(each.decision or "", each.reason, each.decided_by) for each in log_of(club, table)]
    assert kept == [(each.word, each.because, each.by) for each in LINES[table]]


@pytest.mark.parametrize("table", LINES)
def test_every_line_keeps_its_first_ruling(club: Club, table: int) -> None:
    for logged, typed in zip(log_of(club, table), LINES[table], strict=True):
        first = logged.at_first
        assert first is not None
        assert (first.says, first.clause.id) == (typed.said, typed.clause), logged.text
        if typed.reason:
            assert first.reason == typed.reason


@pytest.mark.parametrize("table", LINES)
def test_first_rulings_are_word_for_word_what_the_file_had_before_it_was_opened(club: Club, table: int) -> None:
    # The file keeps marks for the players, "@2" for the second seat, so that they can be renamed.
    names = SEATED[table][1]
    asked = "SELECT verdict, word, reason, because, alternatives FROM entry WHERE match_id = ? ORDER BY number"
    with closing(sqlite3.connect(f"{KEPT.as_uri()}?mode=ro&immutable=1", uri=True)) as raw:
        rows = raw.execute(asked, (table,)).fetchall()
    for logged, (verdict, word, reason, because, alternatives) in zip(log_of(club, table), rows, strict=True):
        first = logged.at_first
        assert first is not None
        assert (first.verdict, first.word, first.reason) == (verdict, word, _named(reason, names))
        assert list(first.because) == [int(number) for number in re.findall(r"\d+", because)]
        for offer in first.alternatives:
            assert offer.text in _named(alternatives, names)


def _named(text: str, names: tuple[str, ...]) -> str:
    return re.sub(r"@(\d+)", lambda mark: names[int(mark[1]) - 1], text)


@pytest.mark.parametrize("table", LINES)
def test_lines_are_judged_again_without_a_fault(club: Club, table: int) -> None:
    for logged, typed in zip(log_of(club, table), LINES[table], strict=True):
        happened = typed.word != "struck"
        assert (logged.judged is not None) == happened
        assert logged.ruling is not None
        assert logged.ruling.reason


@pytest.mark.parametrize("table", LINES)
def test_what_was_said_of_a_line_decides_whether_it_counts(club: Club, table: int) -> None:
    for logged, typed in zip(log_of(club, table), LINES[table], strict=True):
        waits = typed.said == "illegal" and not typed.word
        assert logged.waits == waits, logged.text
        assert logged.counts == (not waits and typed.word not in ("taken back", "struck")), logged.text


@pytest.mark.parametrize("table", LINES)
def test_the_record_of_a_table_can_be_read_again(club: Club, table: int) -> None:
    record = matches.record(club, table)
    again = read_record(str(record), rulebook)
    assert again.faults == []
    assert again.record is not None
    assert [line.act.seat for line in again.record.lines] == [line.act.seat for line in record.lines]


def test_what_was_open_is_decided_by_what_was_shown_later(club: Club) -> None:
    # Ann played every card that Ben and Cal paid for, Gus the ten, and Ann did have the pontoon.
    paid = [each for each in log_of(club, 3) if each.text.endswith("pays")]
    assert len(paid) == 32
    assert {each.ruling.verdict for each in paid if each.ruling} == {Verdict.LEGAL}
    for table, line in ((6, 3), (2, 7)):
        ruling = log_of(club, table)[line - 1].ruling
        assert ruling is not None
        assert ruling.verdict is Verdict.LEGAL
    said = [(each.text, each.ruling.says) for each in log_of(club, 1) if each.ruling and each.text.endswith("calls")]
    assert said == [("Gus calls", "fails"), ("Fay calls", "fails"), ("Fay calls", "holds"), ("Gus calls", "fails")]


def test_no_log_was_changed_behind_the_programs_back(club: Club) -> None:
    assert verify_chain(club) == []


def test_a_log_that_is_changed_is_still_found_out(club: Club) -> None:
    with closing(sqlite3.connect(club.store.path)) as raw, raw:
        for (trigger,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            raw.execute(f"DROP TRIGGER {trigger}")
        raw.execute("UPDATE entry SET text = '@2 plays 6H' WHERE match_id = 5 AND number = 3")
    assert [(each.table, each.line) for each in verify_chain(club)] == [(5, 3)]


def test_finished_tables_ended_as_they_did(club: Club) -> None:
    shown = {number: matches.show(club, number) for number in (1, 2, 3, 4)}
    assert {number: each.places for number, each in shown.items()} == {
        1: (("Gus",), ("Fay",)),
        2: (("Ann",), ("Dee",), ("Ben",)),
        3: (("Ann",), ("Ben", "Cal")),
        4: (("Eve",), ("Cal", "Hal"), ("Dee",)),
    }
    # A pontoon on a bet of four, paid double; a bought card makes a stake of six, lost on equal points.
    assert shown[2].chips == {"Ann": 8, "Ben": -6, "Dee": -2}
    # Sixteen payments each, and the seventeen cards that each still held.
    assert shown[3].chips == {"Ann": 66, "Ben": -33, "Cal": -33}
    assert shown[1].sheet.penalties == {0: 3, 1: 1}
    (result,) = shown[4].log
    assert (result.kind, result.text) == ("places", "Eve > Cal = Hal > Dee")


def test_the_standings_are_the_same(club: Club) -> None:
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    scores = {row.name: row.score for row in standings(club, SEASON).rows}
    assert scores == {
        "Ann": Fraction(1),  # first at two tables
        "Ben": (0 + quarter) / 2,  # last of three, and shared the last two of three places
        "Cal": (quarter + half) / 2,  # the same, and shared the second and third of four places
        "Dee": (half + 0) / 2,
        "Eve": Fraction(1),
        "Fay": Fraction(0),
        "Gus": Fraction(1),
    }


def test_places_entered_anew_change_nothing(club: Club) -> None:
    before = [(row.name, row.place, row.score, row.wins, row.seconds) for row in standings(club, SEASON).rows]
    for number in (1, 2, 3, 4):
        matches.finish(club, number)
    assert [(row.name, row.place, row.score, row.wins, row.seconds) for row in standings(club, SEASON).rows] == before


@pytest.mark.parametrize(
    ("table", "lines", "says"),
    [
        (5, ["Cal passes"], ["legal"]),
        (6, ["Gus pays", "Hal plays QD"], ["open", "legal"]),
        (7, ["Ben shows TD"], ["holds"]),
    ],
)
def test_play_goes_on_at_an_open_table(club: Club, table: int, lines: list[str], says: list[str]) -> None:
    before = log_of(club, table)
    added = [recording.log(club, table, text, by="Gus") for text in lines]
    assert [each.number for each in added] == [len(before) + at for at in range(1, len(lines) + 1)]
    after = log_of(club, table)
    assert [(each.text, each.by) for each in after[len(before) :]] == [(text, "Gus") for text in lines]
    assert [each.at_first for each in after[: len(before)]] == [each.at_first for each in before]
    assert verify_chain(club) == []
    rulings = [each.at_first for each in after[len(before) :]]
    # That a payment is open may be known better one day: Hal was seen to hold the queen. It is not illegal.
    for ruling, said in zip(rulings, says, strict=True):
        assert ruling is not None
        assert ruling.says == said or (said == "open" and ruling.verdict is Verdict.LEGAL)


def test_what_goes_on_decides_what_was_open(club: Club) -> None:
    for text in ("Gus pays", "Hal plays QD"):
        recording.log(club, 6, text)
    paid = [each for each in log_of(club, 6) if each.text.endswith("pays")]
    assert [each.ruling.verdict for each in paid if each.ruling] == [Verdict.LEGAL] * 4
    recording.log(club, 7, "Ben shows TD")
    call = log_of(club, 7)[2]
    assert call.ruling is not None
    assert call.ruling.says == "holds"
    assert matches.show(club, 7).sheet.penalties[2] == 1  # Cal called a bid that holds


def test_a_waiting_line_can_still_be_decided_on(club: Club) -> None:
    assert recording.undo(club, 5, 15, reason="taken back at last").decision == "taken back"
    assert recording.stands(club, 6, 9, reason="nobody minded").decision == "stands"
    assert verify_chain(club) == []


def test_the_disputes_are_there_as_they_were_told(club: Club) -> None:
    told = [
        (each.number, each.match, each.line, each.facts, each.claim, each.by, each.verdict, each.word, each.clause)
        for each in disputes.disputes(club)
    ]
    illegal, legal = Verdict.ILLEGAL, Verdict.LEGAL
    facts = ("Ann bids eights and fours", "Ben calls", "Ann shows 8H 2C", "Ben shows 4D")
    assert told == [
        (1, 2, 14, ("Dee pays Ann 4",), CLAIMS[0], "Eve", illegal, "", "pontoon 7.5"),
        (2, 5, 14, ("Ben plays 9D 9H JS JH KD",), CLAIMS[1], "Gus", illegal, "", "big-two 5.11"),
        (3, 6, 5, ("Hal plays QD",), CLAIMS[2], "Eve", illegal, "", "play-or-pay 4.2"),
        (4, None, None, facts, CLAIMS[3], "Cal", legal, "fails", "commune 5.3"),
    ]


CLAIMS = (
    "Dee says that a pontoon is paid like any other hand",
    "Ben says that two pairs were agreed on in the corridor",
    "Hal says that JD lay under the table",
    "Ann says that the two is both",
)


def test_the_disputes_keep_the_ruling_and_the_rule_as_they_were_then(club: Club) -> None:
    kept = {each.number: (each.rule, each.reason) for each in disputes.disputes(club)}
    assert kept == {
        1: (
            "A pontoon and a five-card trick win twice their stake, whatever the banker's points.",
            "Dee owes Ann 8. Ann's pontoon against Dee's 19 is paid double: 2 x 4.",
        ),
        2: (
            "One, two, three or five cards may be played, and only as one of the hands of this chapter.",
            "9D 9H JS JH KD is two pairs and a fifth card, which are not played here (5.4).",
        ),
        3: (
            "A player in turn plays the card wanted and no other: not a lower card, and not another suit.",
            "JD is wanted after TD, not QD.",
        ),
        4: (
            "A bid that is called holds if the commune makes it, each two being used once; that it makes something "
            "better too does not matter. Otherwise it fails.",
            "8H and 2C (wild) make two eights, but there is only 4D for two fours.",
        ),
    }


def test_the_disputes_keep_what_officers_said(club: Club) -> None:
    said = {
        case.number: [(each.kind, each.reason, each.changed, each.by) for each in case.decisions]
        for case in disputes.disputes(club)
    }
    assert said == {
        1: [("followed", "a pontoon is paid double", "", "Gus")],
        2: [("overruled", "all four had agreed before the deal", "Line 14 of table 5 stands.", "Fay")],
        3: [
            ("overruled", "JD was found under the table", "Line 5 of table 6 stands.", "Eve"),
            ("appealed", "JD was in Hal's sleeve", "", "Gus"),
            ("followed", "Hal owned up", "Line 5 of table 6 is taken back.", "Dee"),
        ],
        4: [
            ("followed", "a two is one card", "", "Gus"),
            ("appealed", "Cal wants to hear the whole committee", "", "Cal"),
        ],
    }
    assert [each.number for each in disputes.disputes(club, is_open=True)] == [4]


def test_a_dispute_open_on_appeal_can_be_decided(club: Club) -> None:
    with pytest.raises(ClubFault, match="was decided by Gus; an appeal is heard by another officer"):
        disputes.decide(club, 4, reason="two fours were bid, and there is one", by="Gus")
    case = disputes.decide(club, 4, reason="two fours were bid, and there is one", by="Hal")
    assert not case.is_open
    assert disputes.disputes(club, is_open=True) == []
