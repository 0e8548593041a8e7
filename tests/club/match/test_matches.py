"""The live table: every line judged as it is entered, and nothing that was entered ever lost."""

import pytest
from sqlmodel import select

from referee.cli.shared.hints import printed
from referee.club.calendar import house_rules, sessions
from referee.club.file.audit import audit
from referee.club.folder import Club
from referee.club.match import ending, matches, recording, starting
from referee.club.match.log import DecisionKind, EntryKind
from referee.club.people import roster
from referee.club.standings.results import season_results
from referee.club.text.faults import AmbiguousName, ClubFault, Misread, UnknownName
from referee.games import rulebook
from referee.rules import Verdict, fold, read_record
from referee.store.models import Entry
from tests.club.conftest import NAMES, whole_hand


def played(club: Club, table: int, *lines: str) -> list[tuple[str, bool]]:
    """Log lines, and return what was ruled on each and whether it counts."""
    logged = [recording.log(club, table, line) for line in lines]
    return [(line.ruling.says if line.ruling else "", line.counts) for line in logged]


def stored(club: Club) -> int:
    with club.reading() as tx:
        return len(list(tx.exec(select(Entry.id))))


# -- starting -----------------------------------------------------------------------------------------------


def test_players_are_seated_in_the_order_in_which_they_are_named_and_noted_as_come(club: Club) -> None:
    table = starting.start(club, "Big Two", ["dee", "an", "BEN"])
    assert table.names == ("Dee", "Ann", "Ben")
    assert [member.name for member in sessions.show(club).came] == ["Ann", "Ben", "Dee"]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["Ann", "Ben"], "3 to 4 players, not 2"),
        (list(NAMES), "3 to 4 players, not 5"),
        (["Ann", "Ben", "Ann"], "Ann is named twice"),
        (["Ann", "Ben", "Bn"], "unknown member 'Bn': did you mean Ben"),
    ],
)
def test_a_table_that_cannot_be_is_refused(club: Club, names: list[str], message: str) -> None:
    with pytest.raises(ClubFault, match=message):
        starting.start(club, "big-two", names)
    assert matches.matches(club) == []
    assert sessions.show(club).came == ()


def test_a_name_with_which_a_line_of_the_game_may_begin_is_not_seated_there(club: Club) -> None:
    roster.add(club, "Out Ann")
    with pytest.raises(ClubFault, match="'Out Ann' cannot be a name: a line of a record may begin with 'out'"):
        starting.start(club, "big-two", ["Out Ann", "Ben", "Cal"])
    assert starting.start(club, "play-or-pay", ["Out Ann", "Ben", "Cal"]).names == ("Out Ann", "Ben", "Cal")


def test_a_game_or_an_option_that_is_not_there_is_refused(club: Club) -> None:
    with pytest.raises(ClubFault, match="no game 'bigtwo'; did you mean big-two"):
        starting.start(club, "bigtwo", NAMES[:4])
    with pytest.raises(ClubFault, match="did you mean royal"):
        starting.start(club, "big-two", NAMES[:4], options=["royl=none"])


def test_options_are_frozen_when_a_match_starts(club: Club) -> None:
    house_rules.change(club, None, "big-two", ["two_pair_play=false", "royal=none"])
    table = starting.start(club, "big-two", NAMES[:4], options=["royal=10_to_A"])
    assert (table.options.two_pair_play, table.options.royal) == (False, "10_to_A")
    house_rules.change(club, None, "big-two", ["two_pair_play=true"])
    assert matches.show(club, table.number).options == table.options
    assert starting.start(club, "big-two", NAMES[:4]).options.two_pair_play is True


def test_a_table_needs_a_session_that_was_opened(club: Club) -> None:
    sessions.close_session(club)
    with pytest.raises(ClubFault, match="No session is open"):
        starting.start(club, "big-two", NAMES[:4])
    with pytest.raises(ClubFault, match="2026-11-16 is closed; a table needs an open one") as fault:
        starting.start(club, "big-two", NAMES[:4], session="2026-11-16")
    assert printed(*fault.value.hints) == 'Open it: referee session open 2026-11-16 --reason "..."'
    # From paper, afterwards.
    sessions.open_session(club, "2026-11-16", reason="a sheet came in")
    assert starting.start(club, "big-two", NAMES[:4], session="2026-11-16").number == 1


# -- the log ------------------------------------------------------------------------------------------------


def test_a_line_is_judged_as_it_is_entered(club: Club, table: int) -> None:
    line = recording.log(club.by("Gus"), table, "an plays 3d")
    assert (line.number, line.text, line.by) == (2, "Ann plays 3D", "Gus")
    assert line.ruling is not None
    assert line.ruling.verdict is Verdict.LEGAL
    assert line.judged is not None
    assert line.judged.after.top.cards == line.judged.line.act.cards
    assert recording.log(club, table, "Ben plays 5H").by == "Fay"


def test_an_illegal_line_is_kept_but_does_not_change_the_table(club: Club, table: int) -> None:
    assert played(club, table, "Ann plays 3D", "Ben plays 5H", "Cal plays 4S") == [
        ("legal", True),
        ("legal", True),
        ("illegal", False),
    ]
    # Cal took the four back, so that it is still Cal's turn and the five stands.
    line = recording.log(club, table, "Cal plays 6S")
    assert line.ruling is not None
    assert (line.ruling.verdict, line.ruling.because) == (Verdict.LEGAL, (3,))
    assert [each.waits for each in matches.show(club, table).log] == [False, False, False, True, False]


def test_an_illegal_line_that_stands_changes_the_table(club: Club, table: int) -> None:
    played(club, table, "Ann plays 3D", "Ben plays 5H", "Cal plays 4S")
    line = recording.stands(club.by("Gus"), table, reason="nobody saw it in time, says Ben")
    assert (line.number, line.counts, line.decision) == (4, True, DecisionKind.STANDS)
    assert (line.reason, line.decided_by) == ("nobody saw it in time, says Ben", "Gus")
    assert line.ruling is not None
    assert line.ruling.verdict is Verdict.ILLEGAL
    assert played(club, table, "Dee plays 4S", "Dee plays 5C") == [("illegal", False), ("legal", True)]


def test_what_cannot_be_read_is_refused_with_its_place_and_not_recorded(club: Club, table: int) -> None:
    with pytest.raises(Misread, match="1H") as refused:
        recording.log(club, table, "Ben plays 1H")
    assert refused.value.fault.column == 11
    with pytest.raises(Misread, match="no player 'Gus'; expected Ann, Ben, Cal or Dee"):
        recording.log(club, table, "Gus passes")
    for nothing in ("", "  # a remark"):
        with pytest.raises(ClubFault, match="not one line"):
            recording.log(club, table, nothing)
    with pytest.raises(UnknownName, match="no table 9"):
        recording.log(club, 9, "Ben passes")
    assert stored(club) == 1


def test_a_line_sent_twice_is_recorded_once(club: Club, table: int) -> None:
    first = recording.log(club, table, "Ann plays 3D", key="a1")
    again = recording.log(club, table, "ann plays D3", key="a1")
    assert again.number == first.number == 2
    assert stored(club) == 2
    with pytest.raises(ClubFault, match="'a1' belongs to line 2 of table 1"):
        recording.log(club, table, "Ben passes", key="a1")
    # Without a key, the same words are another line.
    played(club, table, "Ben passes", "Ben passes")
    assert stored(club) == 4


def test_a_line_may_say_itself_that_it_was_taken_back(club: Club, table: int) -> None:
    line = recording.log(club, table, "Ann plays 3D, taken back")
    assert (line.counts, line.decision) == (False, DecisionKind.TAKEN_BACK)


# -- undoing and correcting ---------------------------------------------------------------------------------


def test_an_undone_line_stays_in_the_log_and_the_last_decision_counts(club: Club, table: int) -> None:
    played(club, table, "Ann plays 3D", "Ben plays 5H")
    line = recording.undo(club, table, reason="Ben meant the six")
    assert (line.number, line.counts, line.decision) == (3, False, DecisionKind.TAKEN_BACK)
    assert played(club, table, "Ben plays 6H") == [("legal", True)]
    assert [each.text for each in matches.show(club, table).log][2:] == ["Ben plays 5H", "Ben plays 6H"]
    recording.undo(club, table, 4)
    assert recording.stands(club, table, 3).counts
    with pytest.raises(ClubFault, match="Line 3 stands already"):
        recording.stands(club, table, 3)
    with pytest.raises(UnknownName, match="no line 7 at table 1; it has lines 1 to 4"):
        recording.undo(club, table, 7)


def test_undo_takes_the_last_line_even_when_it_was_illegal(club: Club, table: int) -> None:
    played(club, table, "Ann plays 3D", "Cal plays 4S")
    assert recording.undo(club, table).number == 3
    assert recording.undo(club, table).number == 2


def test_a_correction_takes_the_place_of_the_mistyped_line(club: Club, table: int) -> None:
    played(club, table, "Ann plays 3D", "Ben plays 5H", "Cal plays 6S")
    line = recording.log(club, table, "Ben plays 5S", instead_of=3)
    assert (line.number, line.instead_of, line.counts) == (5, 3, True)
    record = matches.record(club, table)
    assert [each.number for each in record.lines] == [1, 2, 5, 4]
    assert [each.text for each in record.lines][2:] == ["Ben plays 5S", "Cal plays 6S"]
    shown = matches.show(club, table)
    assert (shown.log[2].decision, shown.log[2].reason) == (DecisionKind.STRUCK, "typed by mistake; see line 5")
    assert shown.log[3].ruling is not None
    assert shown.log[3].ruling.because == (5,)
    with pytest.raises(ClubFault, match="Line 3 has been replaced by line 5 already"):
        recording.log(club, table, "Ben plays 5C", instead_of=3)


def test_a_line_illegal_only_by_a_typing_mistake_before_it_counts_once_that_is_corrected(
    club: Club, table: int
) -> None:
    played(club, table, "Ann plays 3D", "Ben plays 9H")
    assert played(club, table, "Cal plays 6S") == [("illegal", False)]
    recording.log(club, table, "Ben plays 4H", instead_of=3)
    line = matches.show(club, table).log[3]
    assert line.counts
    assert line.ruling is not None
    assert line.ruling.verdict is Verdict.LEGAL
    assert line.at_first is not None
    assert line.at_first.verdict is Verdict.ILLEGAL
    assert line.at_first.reason == "6S does not beat 9H: six is below nine (1.1)."


def test_a_line_that_a_correction_makes_illegal_was_played_all_the_same(club: Club, table: int) -> None:
    played(club, table, "Ann plays 3D", "Ben plays 4H", "Cal plays 6S", "Dee passes")
    recording.log(club, table, "Ben plays 9H", instead_of=3)
    line = matches.show(club, table).log[3]
    assert line.counts
    assert line.ruling is not None
    assert line.ruling.verdict is Verdict.ILLEGAL


def test_a_line_typed_by_mistake_shows_nothing_of_a_hand(club: Club, table: int) -> None:
    played(club, table, "Ann plays 3D", "Ben plays 5H")
    recording.undo(club, table, 3, mistake=True)
    # Had Ben only taken the five back, it would be in Ben's hand.
    assert played(club, table, "Ben passes", "Cal plays 5H") == [("legal", True), ("legal", True)]
    assert "5H" not in str(matches.record(club, table)).partition("Cal")[0]


def test_the_printed_record_is_ruled_on_as_the_table_was(club: Club, table: int) -> None:
    played(club, table, "Ann plays 3D", "Ben plays 5H", "Cal plays 4S", "Cal plays 6S", "Dee plays 2S", "Ann passes")
    recording.undo(club, table)
    recording.log(club, table, "Ben plays 5D", instead_of=3)
    played(club, table, "Ann plays 2H", "Ann passes")
    printed = str(matches.record(club, table))
    assert "Cal plays 4S\n" in printed  # nobody has decided about it: that it is void, the record shows by itself
    assert "Ann passes, taken back" in printed
    assert "Ben plays 5H" not in printed
    reading = read_record(printed, rulebook)
    assert reading.record is not None
    assert not reading.faults
    ruled = [(each.line.text, each.ruling.verdict, each.ruling.reason) for each in fold(reading.record).entries]
    sheet = matches.show(club, table).sheet
    assert ruled == [(each.line.text, each.ruling.verdict, each.ruling.reason) for each in sheet.entries]


# -- ending -------------------------------------------------------------------------------------------------


def placings(club: Club) -> dict[int, tuple[float, float]]:
    return {each.member: (each.rank, each.score) for each in season_results(club).every}


def test_a_recorded_match_gives_the_places_of_its_record(club: Club) -> None:
    table = starting.start(club, "big-two", NAMES[:4]).number
    assert set(played(club, table, *whole_hand())) == {("legal", True)}
    assert placings(club) == {}
    finished = ending.finish(club, table)
    assert finished.places == (("Ann",), ("Ben",), ("Cal",), ("Dee",))
    assert placings(club) == {1: (1, 1), 2: (2, pytest.approx(2 / 3)), 3: (3, pytest.approx(1 / 3)), 4: (4, 0)}
    assert audit(club).differences == ()


def test_a_match_that_nobody_recorded_gets_the_places_that_are_typed(club: Club, table: int) -> None:
    with pytest.raises(ClubFault, match="Nothing is decided at table 1 yet") as fault:
        ending.finish(club, table)
    assert "referee table result 1" in printed(*fault.value.hints)
    line = ending.result(club, table, places=[["dee"], ["ann", "cal"], ["ben"]])
    assert (line.number, line.kind, line.text) == (2, EntryKind.PLACES, "Dee > Ann = Cal > Ben")
    assert ending.finish(club, table).places == (("Dee",), ("Ann", "Cal"), ("Ben",))
    # Who tie for second and third share the mean of both.
    assert placings(club) == {4: (1, 1), 1: (2.5, 0.5), 3: (2.5, 0.5), 2: (4, 0)}


def test_chips_rank_the_players_of_a_game_for_chips(club: Club, table: int) -> None:
    ending.result(club, table, chips={"Ann": -3, "Ben": 8, "Cal": -3, "Dee": -2})
    finished = ending.finish(club, table)
    assert finished.places == (("Ben",), ("Dee",), ("Ann", "Cal"))
    assert finished.chips == {"Ann": -3, "Ben": 8, "Cal": -3, "Dee": -2}
    assert finished.log[-1].text == "Ann -3, Ben +8, Cal -3, Dee -2"


@pytest.mark.parametrize(
    ("places", "chips", "message"),
    [
        ([], {"Ann": 10**20, "Ben": -(10**20), "Cal": 0, "Dee": 0}, r"Nobody wins or loses \+1000000000000"),
        ([["Ann"], ["Ben"], ["Cal"]], None, "Dee is missing"),
        ([["Ann"], ["Ben"]], None, "Cal and Dee are missing"),
        ([["Ann", "Ann"], ["Ben"], ["Cal"], ["Dee"]], None, "Ann is named twice"),
        ([["Ann"], ["Ben"], ["Cal"], ["Eve"]], None, "unknown player 'Eve': expected Ann, Ben, Cal or Dee"),
        ([], {"Ann": 5, "Ben": -4, "Cal": 0, "Dee": 0}, r"add up to \+1"),
        ([["Ann"], ["Ben"], ["Cal"], ["Dee"]], {"Ann": 0}, "one of them"),
        ([], None, "one of them"),
    ],
)
def test_a_result_that_cannot_be_is_refused(
    club: Club, table: int, places: list[list[str]], chips: dict[str, int] | None, message: str
) -> None:
    with pytest.raises(ClubFault, match=message):
        ending.result(club, table, places=places, chips=chips)
    assert stored(club) == 1


def test_the_last_result_counts_and_one_taken_back_does_not(club: Club, table: int) -> None:
    ending.result(club, table, places=[["Ann"], ["Ben"], ["Cal"], ["Dee"]])
    ending.finish(club, table)
    ending.result(club, table, places=[["Dee"], ["Cal"], ["Ben"], ["Ann"]])
    assert placings(club)[1] == (4, 0)
    recording.undo(club, table, 3)
    assert placings(club)[1] == (1, 1)
    assert matches.show(club, table).places[0] == ("Ann",)


def test_a_finished_match_that_is_no_longer_decided_is_open_again(club: Club, table: int) -> None:
    ending.result(club, table, places=[["Ann"], ["Ben"], ["Cal"], ["Dee"]])
    ending.finish(club, table)
    recording.undo(club, table, 2)
    assert matches.show(club, table).finished_at is None
    assert placings(club) == {}
    with pytest.raises(ClubFault, match="Table 1 is not finished"):
        sessions.close_session(club)
    sessions.close_session(club, unfinished=True)


def test_a_decision_tells_which_other_lines_it_turns(club: Club, table: int) -> None:
    played(club, table, "Ann plays 3D", "Ben plays 5H", "Cal plays 6S", "Dee passes")
    # Without Ben's five it was not Cal's turn; the six was played all the same, and Dee's turn came after it.
    undone = recording.undo(club, table, 3)
    assert [(each.number, each.ruling and each.ruling.verdict) for each in undone.turned] == [(4, Verdict.ILLEGAL)]
    stood = recording.stands(club, table, 3)
    assert [(each.number, each.ruling and each.ruling.verdict) for each in stood.turned] == [(4, Verdict.LEGAL)]
    corrected = recording.log(club, table, "Ben plays 9H", instead_of=3)
    assert [each.number for each in corrected.turned] == [4]
    assert recording.log(club, table, "Ann plays TS").turned == ()


def test_a_correction_found_later_counts_the_match_again(club: Club) -> None:
    table = starting.start(club, "big-two", NAMES[:4]).number
    played(club, table, *whole_hand())
    ending.finish(club, table)
    before = placings(club)
    last = len(whole_hand())
    # Cal's last card taken back: Cal and Dee both hold cards, and third place is not decided.
    assert recording.undo(club, table).text == matches.show(club, table).log[last - 1].text == "Cal plays 2H"
    assert placings(club) == {}
    recording.log(club, table, "Cal plays 2H")
    assert placings(club) == {}
    ending.finish(club, table)
    assert placings(club) == before
    # A correction that decides nothing anew leaves the places, and the match finished.
    number = [line.text for line in matches.show(club, table).log].index("Ben plays 2C") + 1
    recording.log(club, table, "Ben plays 2C", instead_of=number)
    assert placings(club) == before
    assert audit(club).differences == ()


def test_a_name_that_fits_two_players_is_asked_back(club: Club) -> None:

    roster.add(club, "Anton")
    table = starting.start(club, "big-two", ["Ann", "Anton", "Ben"]).number
    with pytest.raises(Misread, match="'an' could be Ann or Anton"):
        recording.log(club, table, "an passes")
    with pytest.raises(AmbiguousName, match=r"'An' could be Ann or Anton\. Which member is meant") as asked:
        starting.start(club, "big-two", ["An", "Ben", "Cal"])
    assert asked.value.choices == ("Ann", "Anton")
