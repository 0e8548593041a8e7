"""What is said to come next when a match is over, a dispute is decided, or a tournament's tables start."""

from pathlib import Path

from tests.cli.conftest import DAY
from tests.cli.running import referee

LINES = ("deal by Dee", "Ann plays 3D", "Ben plays 5H", "Cal passes", "Dee plays 6S", "Ann passes", "Ben plays 4H")


def last_line(club: Path) -> str:
    return referee("tonight", club=club).out.splitlines()[-1]


def test_the_last_result_of_a_session_names_what_tonight_names(club: Path) -> None:
    for words in (["Ann", "Ben"], ["Cal", "Dee"]):
        assert referee("start", "--game", "Hearts", "--result-only", *words, club=club).code == 0
    assert "Next:" not in referee("result", "1", "Ann", "Ben", club=club).out
    done = referee("result", "2", "Cal", "Dee", club=club)
    assert done.out == "table 2 is finished: Cal > Dee\nNext: referee close\nUndo: referee undo 2\n"
    assert last_line(club) == "Next: referee close"
    assert referee("close", club=club).code == 0
    late = referee("result", f"{DAY}/2", "Dee", "Cal", "--reason", "misread", "--yes", "--by", "Ann", club=club)
    assert (late.code, "Next:" in late.out) == (0, False)


def test_the_last_result_of_a_round_names_the_next_of_the_tournament_while_others_play(club: Path) -> None:
    for words in (
        ["start", "--game", "Hearts", "--result-only", "Dee", "Della"],
        ["tournament", "new", "Cup", "--format", "swiss", "--game", "big-two", "--rounds", "2"],
        ["tournament", "enter", "1", "Ann", "Ben", "Cal"],
        ["tournament", "draw", "1"],
    ):
        assert referee(*words, club=club).code == 0
    started = referee("tournament", "start", "1", club=club).out
    assert "Tables are numbered as in the session: table 1 is now table 2.\n" in started
    assert "Table 2: " in referee("tournament", "show", "1", club=club).out
    done = referee("result", "2", "Ann", "Ben", "Cal", club=club).out
    assert "Cup, Round 1:\nNext: referee tournament draw 1\nUndo: referee undo 2\n" in done


def test_a_decided_dispute_is_carried_out_by_the_command_that_it_names(club: Path) -> None:
    referee("start", "--game", "Hearts", "--result-only", "Ann", "Della", club=club)
    referee("result", "1", "Ann", "Della", club=club)
    assert referee("start", "big-two", "Ann", "Ben", "Cal", "Dee", club=club).code == 0
    assert referee("log", "2", *LINES, club=club).code == 10
    assert last_line(club) == "Next: referee table show 2"
    shown = referee("table", "show", "2", club=club).out
    assert "      referee undo 2 7\n      referee table let-stand 2 7 --reason" in shown
    opened = referee("dispute", "open", "2", "7", "--claim", "Ben says so", club=club).out
    assert opened.endswith(
        'Next: referee dispute decide 1 OUTCOME --reason "..." --by NAME\n'
        "OUTCOME is uphold, overrule, replay, void-hand or void-match.\n"
    )
    on_facts = referee("dispute", "open", "big-two", "Ben plays 4D 4H", "Ann plays 6D 6S", club=club).out
    assert on_facts.endswith("OUTCOME is uphold or overrule.\n")
    assert last_line(club) == "Next: referee dispute show 1"
    decided = referee("dispute", "decide", "1", "uphold", "--by", "Eve", club=club).out
    assert decided.endswith('Next: referee undo 2 7\nUndo: referee dispute appeal 1 --reason "..."\n')
    assert referee("dispute", "show", "1", club=club).out.endswith("Next: referee undo 2 7\n")
    assert last_line(club) == "Next: referee undo 2 7"
    assert referee("undo", "2", "7", club=club).code == 0
    assert "Next:" not in referee("dispute", "show", "1", club=club).out
    assert last_line(club) == "Next: referee log 2"


def test_a_result_is_no_line_of_play(club: Path) -> None:
    referee("start", "big-two", "Ann", "Ben", "Cal", "Dee", club=club)
    referee("log", "1", *LINES[:2], club=club)
    referee("result", "1", "Ann", "Ben", "Cal", "Dee", club=club)
    assert "Ann, Ben, Cal, Dee      2  finished: " in referee("tonight", club=club).out


def test_while_players_have_not_played_the_next_step_is_a_draw_and_then_the_close(club: Path) -> None:
    referee("checkin", "Ann", "Ben", "Cal", "Dee", club=club)
    referee("start", "commune", "Ann", "Ben", club=club)
    done = referee("result", "1", "Ann", "Ben", club=club).out
    said = "Next: referee seat draw\nOr close the session: referee close\n"
    assert done == f"table 1 is finished: Ann > Ben\n{said}Undo: referee undo 1\n"
    assert referee("tonight", club=club).out.endswith(said)
    assert referee("seat", "draw", club=club).code == 0
    assert last_line(club) == "Next: referee seat start"


def test_a_result_at_a_table_with_undecided_lines_says_that_they_do_not_count(club: Path) -> None:
    referee("start", "big-two", "Ann", "Ben", "Cal", "Dee", club=club)
    referee("log", "1", *LINES, club=club)
    done = referee("result", "1", "Ben", "Ann", "Cal", "Dee", club=club)
    assert done.code == 0
    assert done.out.splitlines()[1] == "Line 7 is still without a decision; it does not count."
    closed = referee("close", club=club).out.splitlines()
    assert closed[1] == "Line 7 of table 1 is still without a decision; it does not count."


def test_a_table_finished_anyway_names_each_undecided_line(club: Path) -> None:
    referee("start", "big-two", "Ann", "Ben", "Cal", "Dee", club=club)
    referee("log", "1", *LINES, "Ben plays 4D", club=club)
    referee("result", "1", "Ben", "Ann", "Cal", "Dee", club=club)
    referee("table", "reopen", "1", "--reason", "one more look", club=club)
    done = referee("table", "finish", "1", "--anyway", club=club).out
    assert "Lines 7 and 8 are still without a decision; they do not count.\n" in done
