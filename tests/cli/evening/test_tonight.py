"""`referee tonight` says who is here, the tables, and one thing to do next, which can be done."""

import shlex
from pathlib import Path

from tests.cli.conftest import DAY
from tests.cli.printed_commands import fill_placeholders
from tests.cli.running import referee
from tests.cli.scenes import MONDAY, PEOPLE, on_the_monday, run_ok


def next_of(folder: Path) -> str:
    output = referee("tonight", cwd=folder).out.splitlines()[-1]
    assert output.startswith("Next: referee "), output
    data: str = referee("tonight", "--json", cwd=folder).data["next"]
    assert output == f"Next: {data}"
    return data.removeprefix("referee ")


def test_without_a_club_it_says_how_to_make_one(tmp_path: Path) -> None:
    result = referee("tonight", cwd=tmp_path)
    assert result.code == 3
    assert result.err.endswith("Make one: referee init\n")


def test_it_leads_from_an_empty_club_to_the_end_of_an_evening(tmp_path: Path) -> None:
    expected = [
        "member add NAME NAME ...",
        "season new 2026-27 2026-08-01 2027-07-31",
        f"schedule add {MONDAY} --at 18:00",
        f"open {MONDAY}",
        "checkin NAME NAME ...",
        "seat draw --game big-two",
        "seat start",
        "log 1",
        "log 2",
        "close",
        "standings",
    ]
    results = {"log 1": "result 1", "log 2": "result 2"}
    with on_the_monday(tmp_path):
        folder = tmp_path / "club"
        folder.mkdir()
        run_ok(folder, "init", "Monday Club")
        for each in expected:
            assert next_of(folder) == each
            run_ok(folder, *fill_placeholders(shlex.split(each), PEOPLE))
            if each in results:  # nothing was typed at its prompt: only how it ended is recorded
                number = each.split()[1]
                names = referee("table", "show", number, "--json", cwd=folder).data["names"]
                run_ok(folder, "result", number, *names)
        assert next_of(folder) == "standings"


def test_a_table_is_shown_with_whose_turn_it_is_and_with_the_line_that_waits(table: Path) -> None:
    referee("log", "1", "deal by Dee", "Ann plays 3D", "Ben plays 5H", club=table)
    assert "playing, Cal's turn" in referee("tonight", club=table).out
    referee("log", "1", "Cal plays 4S", club=table)
    output = referee("tonight", club=table).out
    assert "line 4 waits for a decision" in output
    assert output.endswith("Next: referee table show 1\n")
    referee("undo", "1", club=table)
    referee("result", "1", "Ann", "Ben", "Cal", "Dee", club=table)
    assert "finished: Ann > Ben > Cal > Dee" in referee("tonight", club=table).out


def test_an_open_dispute_is_named_and_comes_before_the_end(table: Path) -> None:
    referee("dispute", "open", "big-two", "Ben plays 9D 9H", "Ann plays 6D 6S", "--claim", "Ann had passed", club=table)
    referee("result", "1", "Ann", "Ben", "Cal", "Dee", club=table)
    output = referee("tonight", club=table).out
    assert "Open dispute 1: big-two, Ann had passed\n" in output
    assert output.endswith("Next: referee dispute show 1\n")


def test_another_session_is_shown_by_its_date(table: Path) -> None:
    referee("result", "1", "Ann", "Ben", "Cal", "Dee", club=table)
    referee("close", club=table)
    output = referee("tonight", MONDAY, club=table).out
    assert output.startswith(f"session of Mon {MONDAY}, 15:45, M4: closed\n4 attended: Ann, Ben, Cal, Dee\nclosed ")
    assert "Next:" not in output


LINES = ("deal by Dee", "Ann plays 3D", "Ben plays 5H", "Cal passes", "Dee plays 6S", "Ann passes", "Ben plays 4H")


def last_line(club: Path) -> str:
    return referee("tonight", club=club).out.splitlines()[-1]


def test_the_last_result_of_a_session_names_what_tonight_names(club: Path) -> None:
    for words in (["Ann", "Ben"], ["Cal", "Dee"]):
        assert referee("start", "--game", "Hearts", "--result-only", *words, club=club).code == 0
    assert "Next:" not in referee("result", "1", "Ann", "Ben", club=club).out
    result = referee("result", "2", "Cal", "Dee", club=club)
    assert result.out == "table 2 is finished: Cal > Dee\nNext: referee close\nUndo: referee undo 2\n"
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
    result = referee("result", "2", "Ann", "Ben", "Cal", club=club).out
    assert "Cup: Round 1 is over.\nNext: referee tournament draw 1\nUndo: referee undo 2\n" in result


def test_a_decided_dispute_is_carried_out_by_the_command_that_it_names(club: Path) -> None:
    referee("start", "--game", "Hearts", "--result-only", "Ann", "Della", club=club)
    referee("result", "1", "Ann", "Della", club=club)
    assert referee("start", "big-two", "Ann", "Ben", "Cal", "Dee", club=club).code == 0
    assert referee("log", "2", *LINES, club=club).code == 10
    assert last_line(club) == "Next: referee table show 2"
    output = referee("table", "show", "2", club=club).out
    assert "      referee undo 2 7\n      referee table let-stand 2 7 --reason" in output
    result = referee("dispute", "open", "2", "7", "--claim", "Ben says so", club=club).out
    assert result.endswith(
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
    result = referee("result", "1", "Ann", "Ben", club=club).out
    output = "Next: referee seat draw\nOr close the session: referee close\n"
    assert result == f"table 1 is finished: Ann > Ben\n{output}Undo: referee undo 1\n"
    assert referee("tonight", club=club).out.endswith(output)
    assert referee("seat", "draw", club=club).code == 0
    assert last_line(club) == "Next: referee seat start"


def test_a_result_at_a_table_with_undecided_lines_says_that_they_do_not_count(club: Path) -> None:
    referee("start", "big-two", "Ann", "Ben", "Cal", "Dee", club=club)
    referee("log", "1", *LINES, club=club)
    result = referee("result", "1", "Ben", "Ann", "Cal", "Dee", club=club)
    assert result.code == 0
    assert result.out.splitlines()[1] == "Line 7 was not decided by any officer, so it does not count."
    closed = referee("close", club=club).out.splitlines()
    assert closed[1] == "Line 7 of table 1 was not decided by any officer, so it does not count."


def test_a_table_finished_anyway_names_each_undecided_line(club: Path) -> None:
    referee("start", "big-two", "Ann", "Ben", "Cal", "Dee", club=club)
    referee("log", "1", *LINES, "Ben plays 4D", club=club)
    referee("result", "1", "Ben", "Ann", "Cal", "Dee", club=club)
    referee("table", "reopen", "1", "--reason", "one more look", club=club)
    result = referee("table", "finish", "1", "--anyway", club=club).out
    assert "Lines 7 and 8 were not decided by any officer, so they do not count.\n" in result


def test_all_checks_in_the_whole_roster_with_its_guests(club: Path) -> None:
    referee("member", "add", "Gia", "--guest", club=club)
    referee("member", "retire", "Della", "--yes", club=club)
    result = referee("checkin", "all", club=club)
    first, second, third = result.out.splitlines()
    assert first == "Checked in 5 players, 1 guest among them: the whole roster is present."
    assert second == "5 present: Ann, Ben, Cal, Dee, Gia."
    assert third == "Undo: referee undo"
    second_result = referee("checkin", "ALL", club=club)
    assert second_result.out == "The whole roster is already checked in.\n5 present: Ann, Ben, Cal, Dee, Gia.\n"
    assert referee("undo", club=club).code == 0
    assert referee("tonight", "--json", club=club).data["came"] == []


def test_all_checks_in_only_those_who_are_missing(club: Path) -> None:
    referee("checkin", "Ann", "Ben", club=club)
    data = referee("checkin", "all", "--json", club=club).data
    assert data["checked_in"] == ["Cal", "Dee", "Della"]
    assert data["came"] == ["Ann", "Ben", "Cal", "Dee", "Della"]


def test_a_member_called_all_is_meant_before_the_word(club: Path) -> None:
    referee("member", "add", "All Green", club=club)
    assert referee("checkin", "all", club=club).out.startswith("Checked in: All Green.\n1 present: All Green.\n")


def test_all_among_other_names_is_a_name(club: Path) -> None:
    refused = referee("checkin", "Ann", "all", club=club)
    assert (refused.code, refused.err) == (
        2,
        "referee: No member is called 'all'. Did you mean Cal? For a guest: referee checkin all --guest\n",
    )
    assert referee("checkin", "all", "--undo", club=club).code == 2


def test_a_name_that_nobody_has_may_be_a_guest(club: Path) -> None:
    refused = referee("checkin", "Zoe", club=club)
    assert refused.code == 2
    assert refused.err.endswith("For a guest: referee checkin Zoe --guest\n")
    assert referee("checkin", "Zoe", "--guest", club=club).code == 0


def test_who_has_gone_home_is_checked_out_and_counts_as_having_come(club: Path) -> None:
    referee("checkin", "Ann", "Ben", "Cal", club=club)
    result = referee("checkin", "Cal", "--out", club=club)
    assert result.out == "Gone home: Cal.\n2 present: Ann, Ben.\nUndo: referee undo\n"
    assert referee("checkin", "Cal", "--out", "--json", club=club).err.startswith("referee: Cal has already gone home.")
    assert "Gone home: Cal\n" in referee("tonight", club=club).out
    assert referee("tonight", "--json", club=club).data["came"] == ["Ann", "Ben", "Cal"]
    assert referee("undo", club=club).code == 0
    assert "Gone home" not in referee("tonight", club=club).out
    assert "--undo and --out cannot be combined" in referee("checkin", "Cal", "--undo", "--out", club=club).err
