"""Starting a table: who is seated, and what is frozen then."""

import pytest

from referee.cli.shared.hints import format_hints
from referee.club.calendar import house_rules, sessions
from referee.club.corrections import result_entry
from referee.club.disputes import opening
from referee.club.disputes.stated_facts import no_facts
from referee.club.evening.overview import read_tonight
from referee.club.folder import Club
from referee.club.match import ending, matches, recording, starting
from referee.club.match.log import load_log
from referee.club.people import roster
from referee.club.standings.profiles import counted_games
from referee.club.standings.standings import standings
from referee.club.text import typed_lines
from referee.club.text.faults import AmbiguousName, ClubFault, MisreadLine, NoGame
from referee.games import SLUGS, rulebook
from referee.games.lookup import NoHouseRules, NoRulebook, look_up_rulebook, result_only_rulebook, similar_games
from tests.club.conftest import NAMES, play


def test_players_are_seated_in_the_order_in_which_they_are_named_and_noted_as_come(club: Club) -> None:
    table = starting.start_table(club, "Big Two", ["dee", "an", "BEN"])
    assert table.names == ("Dee", "Ann", "Ben")
    assert [member.name for member in sessions.show(club).checked_in] == ["Ann", "Ben", "Dee"]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["Ann", "Ben"], "3 to 4 players, not 2"),
        (list(NAMES), "3 to 4 players, not 5"),
        (["Ann", "Ben", "Ann"], "Ann is named twice"),
        (["Ann", "Ben", "Bn"], "No member is called 'Bn'. Did you mean Ben"),
    ],
)
def test_a_table_that_cannot_be_is_refused(club: Club, names: list[str], message: str) -> None:
    with pytest.raises(ClubFault, match=message):
        starting.start_table(club, "big-two", names)
    assert matches.matches(club) == []
    assert sessions.show(club).checked_in == ()


def test_a_name_with_which_a_line_of_the_game_may_begin_is_not_seated_there(club: Club) -> None:
    roster.add(club, "Out Ann")
    with pytest.raises(ClubFault, match="'Out Ann' cannot be a name: a line of a record may begin with 'out'"):
        starting.start_table(club, "big-two", ["Out Ann", "Ben", "Cal"])
    assert starting.start_table(club, "play-or-pay", ["Out Ann", "Ben", "Cal"]).names == ("Out Ann", "Ben", "Cal")


def test_a_game_or_an_option_that_is_not_there_is_refused(club: Club) -> None:
    with pytest.raises(ClubFault, match=r"no game 'bigtwo'. Did you mean big-two"):
        starting.start_table(club, "bigtwo", NAMES[:4])
    with pytest.raises(ClubFault, match="Did you mean royal"):
        starting.start_table(club, "big-two", NAMES[:4], options=["royl=none"])


def test_options_are_frozen_when_a_match_starts(club: Club) -> None:
    house_rules.change_options(club, None, "big-two", ["two_pair_play=false", "royal=none"])
    table = starting.start_table(club, "big-two", NAMES[:4], options=["royal=10_to_A"])
    assert (table.options.two_pair_play, table.options.royal) == (False, "10_to_A")
    house_rules.change_options(club, None, "big-two", ["two_pair_play=true"])
    assert matches.show(club, table.number).options == table.options
    assert starting.start_table(club, "big-two", NAMES[:4]).options.two_pair_play is True


def test_a_table_needs_a_session_that_was_opened(club: Club) -> None:
    sessions.close_session(club)
    with pytest.raises(ClubFault, match="No session is open"):
        starting.start_table(club, "big-two", NAMES[:4])
    with pytest.raises(ClubFault, match=r"2026-11-16 is closed\. A table needs an open session") as fault:
        starting.start_table(club, "big-two", NAMES[:4], session="2026-11-16")
    assert format_hints(*fault.value.hints) == 'Open it: referee open 2026-11-16 --reason "..."'
    # From paper, afterwards.
    sessions.open_session(club, "2026-11-16", reason="a sheet came in")
    assert starting.start_table(club, "big-two", NAMES[:4], session="2026-11-16").number == 1


def test_a_name_that_fits_two_players_is_asked_back(club: Club) -> None:

    roster.add(club, "Anton")
    table = starting.start_table(club, "big-two", ["Ann", "Anton", "Ben"]).number
    with pytest.raises(MisreadLine, match="'an' could be Ann or Anton"):
        recording.log_line(club, table, "an passes")
    with pytest.raises(AmbiguousName, match=r"'An' could be Ann or Anton\. Type more of the name") as error:
        starting.start_table(club, "big-two", ["An", "Ben", "Cal"])
    assert error.value.choices == ("Ann", "Anton")


@pytest.fixture
def hearts(club: Club) -> int:
    return starting.start_table(club, "Hearts", ["Ann", "Ben", "Cal"], result_only=True).number


def test_any_game_is_played_for_its_result(club: Club, hearts: int) -> None:
    started = matches.show(club, hearts)
    assert (started.book.title, started.names, started.result_only) == ("Hearts", ("Ann", "Ben", "Cal"), True)
    ending.record_result(club, hearts, places=[["Cal"], ["Ann", "Ben"]])
    done = ending.finish(club, hearts)
    assert done.places == (("Cal",), ("Ann", "Ben"))
    scores = {row.name: row.score for row in standings(club).rows}
    assert (scores["Cal"], scores["Ann"], scores["Ben"]) == (1, 0.25, 0.25)


def test_no_line_can_be_written_down_there(club: Club, hearts: int) -> None:
    says = f"Table {hearts} records only the result of Hearts"
    for line in ("deal by Cal", "Ann plays 3D", "nonsense"):
        with pytest.raises(ClubFault, match=says) as refused:
            recording.log_line(club, hearts, line)
        assert f"referee result {hearts}" in format_hints(*refused.value.hints)
        with pytest.raises(ClubFault, match=says):
            typed_lines.read(load_log(club, hearts), [(1, line)])
        with pytest.raises(ClubFault, match=says):
            recording.preview(matches.show(club, hearts), line)
    assert matches.show(club, hearts).log == ()
    with pytest.raises(ClubFault, match="Table 1 has no record: only the result of Hearts"):
        matches.record(club, hearts)
    with pytest.raises(ClubFault, match=r"Table 1 has no result yet. Record the result"):
        ending.finish(club, hearts)
    with pytest.raises(ClubFault, match="no line"):
        recording.undo_line(club, hearts)


def test_a_result_that_was_wrong_is_put_right(club: Club, hearts: int) -> None:
    ending.record_result(club, hearts, places=[["Ann"], ["Ben"], ["Cal"]])
    ending.finish(club, hearts)
    result_entry.record(club.with_actor("Fay"), hearts, places=[["Ben"], ["Ann"], ["Cal"]], reason="misread")
    assert matches.show(club, hearts).places == (("Ben",), ("Ann",), ("Cal",))
    with pytest.raises(ClubFault, match="Line 2 is a result"):
        opening.open_on_line(club, hearts, 2)
    recording.undo_line(club, hearts)
    assert matches.show(club, hearts).places == (("Ann",), ("Ben",), ("Cal",))
    recording.undo_line(club, hearts)
    assert matches.show(club, hearts).finished_at is None


def test_that_there_are_no_rules_is_frozen_into_the_match(club: Club, hearts: int) -> None:
    """Not only what the game is called, as a rulebook of it may be written later."""
    with_rules = starting.start_table(club, "pontoon", ["Ann", "Ben"]).number
    without = starting.start_table(club, "Pontoon", ["Ann", "Ben"], result_only=True).number
    assert not matches.show(club, with_rules).result_only
    assert matches.show(club, without).result_only
    assert matches.show(club, without).book.title == "Pontoon"


def test_a_game_keeps_the_spelling_of_its_first_match(club: Club, hearts: int) -> None:
    match = starting.start_table(club, "  hEARTS ", ["Ann", "Ben"], result_only=True)
    assert match.book.title == "Hearts"
    assert starting.games_without_rules(club) == ["Hearts"]


@pytest.mark.parametrize("name", ["Chor Dai Di", "chor dai di (big two)", "Big Two", "big_two"])
def test_the_result_of_a_game_with_a_rulebook_counts_as_that_game(club: Club, name: str) -> None:
    match = starting.start_table(club, name, ["Ann", "Ben"], result_only=True)
    assert (match.book.slug, match.book.title) == ("big-two", "Chor Dai Di (Big Two)")


@pytest.mark.parametrize(
    ("game", "names", "options", "says"),
    [
        ("  ", ["Ann", "Ben"], [], "The game has no name. Type one."),
        ("x" * 61, ["Ann", "Ben"], [], "cannot be a game's name"),
        ("He\x1barts", ["Ann", "Ben"], [], "a game's name cannot have an escape"),
        ("Hearts", ["Ann"], [], "A match needs two players or more"),
        ("Hearts", ["Ann", "Ann"], [], "Ann is named twice"),
        ("Hearts", ["Ann", "Ben"], ["moon=26"], r"Hearts: no option 'moon'\. The game has no options"),
    ],
)
def test_what_cannot_be_started(club: Club, game: str, names: list[str], options: list[str], says: str) -> None:
    with pytest.raises(ClubFault, match=says):
        starting.start_table(club, game, names, options=options, result_only=True)
    assert matches.matches(club) == []


def test_a_game_without_a_rulebook_is_not_started_by_mistake(club: Club) -> None:
    with pytest.raises(ClubFault, match=r"no game 'Hearts'. Use one of .*pontoon") as refused:
        starting.start_table(club, "Hearts", ["Ann", "Ben"])
    assert "referee start --game Hearts --result-only NAME NAME ..." in format_hints(*refused.value.hints)


def test_one_game_has_its_own_standings(club: Club, hearts: int) -> None:
    ending.record_result(club, hearts, places=[["Cal"], ["Ann"], ["Ben"]])
    ending.finish(club, hearts)
    play(club, "Ann", "Cal", game="pontoon")
    assert [row.name for row in standings(club, game="hearts").rows if row.matches] == ["Cal", "Ann", "Ben"]
    assert [row.name for row in standings(club, game="pontoon").rows if row.matches] == ["Ann", "Cal"]
    ranking = standings(club)
    cal = next(row.member for row in ranking.rows if row.name == "Cal")
    assert {score.game: score.wins for score in counted_games(ranking.results.every, cal)} == {
        "Hearts": 1,
        "pontoon": 0,
    }
    with pytest.raises(ClubFault, match="no game 'Skat'"):
        standings(club, game="Skat")


def test_tonight_has_the_table_and_rules_by_a_game_with_rules(club: Club, hearts: int) -> None:
    assert [match.number for match in read_tonight(club).matches] == [hearts]
    assert no_facts(club).book.slug == SLUGS[0]
    starting.start_table(club, "pontoon", ["Ann", "Ben"])
    assert no_facts(club).book.slug == "pontoon"
    ending.record_result(club, hearts, places=[["Cal"], ["Ann"], ["Ben"]])
    ending.finish(club, hearts)
    assert sessions.close_session(club, unfinished=True).closed_at


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_is_called_by_its_slug_and_by_its_title(slug: str) -> None:
    assert look_up_rulebook(slug) is rulebook(slug)
    assert look_up_rulebook(rulebook(slug).title.upper()) is rulebook(slug)


def test_an_unknown_game_is_answered_with_the_nearest_and_the_way_to_record_its_result() -> None:
    assert similar_games("bigtwo") == ("big-two",)
    assert similar_games("Pontoons") == ("pontoon",)
    assert set(similar_games("baseball")) == {"courtney-love-baseball", "midnight-cobain-baseball"}
    assert similar_games("hold'em") == ("texas-holdem",)
    assert similar_games("Crazy Eights") == ()
    with pytest.raises(NoRulebook, match=r"no game 'bigtwo'. Did you mean big-two\?$"):
        look_up_rulebook("bigtwo")
    with pytest.raises(NoRulebook) as unknown:
        look_up_rulebook("Crazy Eights")
    assert 'referee start --game "Crazy Eights" --result-only NAME' in format_hints(*NoGame(unknown.value).hints)


def test_two_to_999_play_for_a_result() -> None:
    refused = {
        players: result_only_rulebook("Hearts").refusal(NoHouseRules(), players) for players in (1, 2, 999, 1000)
    }
    assert [players for players, why in refused.items() if why is None] == [2, 999]


@pytest.mark.parametrize(
    ("typed", "games"), [("toast", ("texas-toothpick-toast",)), ("danno", ("bookem-danno",)), ("dog", ()), ("stud", ())]
)
def test_a_game_is_found_by_a_word_of_five_letters_and_not_by_a_shorter_one(typed: str, games: tuple[str, ...]) -> None:
    assert similar_games(typed) == games
