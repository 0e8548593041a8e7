"""The printed rulebook: every clause is in force somewhere, says what was settled, and is from where it says."""

import re
from dataclasses import replace
from itertools import product
from types import MappingProxyType

import pytest

from referee.club.standings import scoring_book
from referee.competition.entrants import Sizes
from referee.competition.ties import TieStep
from referee.games import SLUGS, rulebook
from referee.tournaments.freezeouts.prizes import RULES
from referee.tournaments.rulebooks.clauses import CHAPTERS, CLAUSES, STEP_CLAUSES
from referee.tournaments.rulebooks.game_clauses import LEVEL, PLACING, cited_clauses
from referee.tournaments.rulebooks.rulebook import tournament_book
from referee.tournaments.state.settings import Counts, Format, Score, Seeds, Stacks, TournamentSettings

PLAIN = {format: TournamentSettings(format, "big-two", Sizes(3, 4)) for format in Format}
FREEZE_OUT = TournamentSettings(Format.FREEZE_OUT, "texas-holdem", Sizes(2, 9))
STACKS = (
    Stacks(),
    Stacks(
        levels=((25, 50, 0), (0, 0, 0), (50, 100, 10)),
        reentries=2,
        reentry_until=4,
        addon=1000,
        bounty=5,
        entry=10,
        prizes=(50, 30, 20),
        money=True,
    ),
    Stacks(reentry_until=3, entry=5),
    Stacks(reentries=1, reentry_until=2),
)


def every() -> list[TournamentSettings]:
    """Settings of all kinds: each of what can be settled with each format."""
    all_settings = [
        TournamentSettings(format, game, sizes, score=score, counts=counts, bye=bye)
        for format, score, (game, sizes, counts, bye) in product(
            Format,
            Score,
            (
                ("commune", Sizes(3, 4), Counts.TABLES, "mean"),
                ("conquian", Sizes(2, 2), Counts.FINAL, "win"),
                ("big-two", Sizes(3, 4), Counts.NOTHING, "half"),
            ),
        )
    ]
    for format in Format:
        several: dict[str, object]
        for several in (
            {"points": (5, 3), "score": Score.PLACES, "best": 2, "minutes": 40},
            {"teams": True, "go_on": 2, "groups": 3},
            {"teams": True, "ties": tuple(TieStep)},
            {"ties": ("wins",), "rounds": 4},
            {"third_place": True, "seeds": Seeds.RATING},
            {"second_final": True, "seeds": Seeds.STANDINGS},
            {"repeats_first": True},
            *({"stacks": stacks} for stacks in STACKS),
        ):
            all_settings.append(TournamentSettings(format, "texas-holdem", Sizes(2, 9), **several))  # type: ignore[arg-type]
    return all_settings


def printed(settings: TournamentSettings) -> dict[str, tuple[str, str]]:
    """Return the clauses in force by number, in order, each with its text and source."""
    return {
        clause.id: (clause.text, clause.source)
        for _, _, clauses in tournament_book().chapters(settings)
        for clause in clauses
    }


EVERY = every()


def test_every_clause_is_in_force_under_some_settings_and_none_under_all() -> None:
    reached = {id for settings in EVERY for id in printed(settings)}
    assert reached == set(tournament_book().ids())
    assert not all(set(printed(settings)) == reached for settings in EVERY)


def test_numbers_stand_once_and_in_order_in_a_chapter_that_there_is() -> None:
    numbers = [tuple(map(int, book_clause.id.split("."))) for book_clause in CLAUSES]
    assert numbers == sorted(set(numbers))
    assert {str(chapter) for chapter, _ in numbers} == set(CHAPTERS)


@pytest.mark.parametrize("settings", EVERY, ids=lambda each: f"{each.format}-{each.score}")
def test_every_clause_reads_as_a_sentence_with_its_source(settings: TournamentSettings) -> None:
    for text, source in printed(settings).values():
        assert re.fullmatch(r"[A-Z].*\.", text)
        assert not re.search(r"[{}]|\bNone\b|  ", text)
        assert re.fullmatch(r"[^{}]+", source)


@pytest.mark.parametrize("settings", EVERY, ids=lambda each: f"{each.format}-{each.score}")
def test_what_is_cited_is_there(settings: TournamentSettings) -> None:
    for text, source in printed(settings).values():
        for game, number in re.findall(r"\b([a-z-]+) (\d+\.\d+)", f"{text} {source}"):
            if game == "scoring":
                assert number in scoring_book.book().ids()
            elif game in SLUGS:
                assert number in rulebook(game).clauses
            else:
                assert game == "and", f"{game} {number}"


@pytest.mark.parametrize("game", SLUGS)
def test_games_say_who_is_first_and_what_comes_of_a_level_hand_by_clauses_in_force(game: str) -> None:
    for ids_of in (PLACING.get(game, ()), LEVEL.get(game, ())):
        assert tuple(clause.id for clause in cited_clauses(game, ids_of)) == ids_of
    text = tournament_book().text_of("3.9", TournamentSettings(Format.SWISS, game, Sizes(2, 4))).text
    for id in PLACING.get(game, ()):
        assert rulebook(game).clauses[id].text(rulebook(game).options()) in text
    assert PLACING.get(game) or "chips" in text


def test_house_rules_of_the_game_change_what_is_cited() -> None:
    settings = TournamentSettings(Format.SWISS, "zheng-shangyou", Sizes(2, 3))
    horses = rulebook("zheng-shangyou").options(horse_game=True)
    assert "The first packet without cards takes first place" in tournament_book(horses).text_of("3.9", settings).text
    assert "The first player without cards is first" in tournament_book().text_of("3.9", settings).text


def test_game_without_a_rulebook_is_played_by_its_results() -> None:
    clauses = printed(TournamentSettings(Format.SWISS, "Hearts", Sizes(4, 4)))
    assert clauses["1.1"][0].startswith("Hearts is played at tables of 4,")
    assert "Only its result is recorded" in clauses["3.9"][0]
    assert "3.10" not in clauses


@pytest.mark.parametrize("format", list(Format))
def test_only_what_is_in_force_is_printed(format: Format) -> None:
    clauses = printed(PLAIN[format])
    by_format = {"2.1": "round-robin", "2.2": "swiss", "2.3": "knockout", "2.5": "groups", "2.6": "freezeout"}
    by_format |= {"2.7": "league", "2.13": "double-elimination"}
    assert [by_format[id] for id in clauses if id in by_format] == [format.value]
    assert any(id.startswith("8.") for id in clauses) == (format is Format.FREEZE_OUT)
    assert not any(id.startswith("9.") for id in clauses)


def test_exactly_one_of_those_that_exclude_each_other_is_in_force() -> None:
    for settings in EVERY:
        clauses = printed(settings)
        scored = settings.format in (Format.ALL_MEET, Format.SWISS, Format.LEAGUE, Format.GROUPS)
        for alternatives, expected in MappingProxyType(
            {
                ("3.1", "3.2", "3.6", "3.7"): scored,
                ("5.2", "5.3", "5.4"): scored,
                ("5.6", "5.7"): scored,
                ("7.1", "7.2", "7.3"): True,
                ("1.6", "1.7"): settings.format is not Format.FREEZE_OUT,
                ("8.4", "8.5", "8.6"): settings.format is Format.FREEZE_OUT,
                ("8.17", "8.18"): settings.format is Format.FREEZE_OUT,
                ("9.2", "9.4"): settings.teams,
                ("2.16", "2.17"): settings.format is Format.DOUBLE or settings.second_final,
                ("2.22", "2.23", "2.24"): settings.format is Format.SWISS,
                ("2.19", "2.20"): settings.format in (Format.KNOCK_OUT, Format.DOUBLE),
            }
        ).items():
            assert sum(id in clauses for id in alternatives) == int(expected), (settings, alternatives)


def test_tie_breaks_stand_in_the_order_in_which_they_are_taken() -> None:
    ties = ("countback", "penalties", "best", "median-buchholz", "buchholz", "seconds", "wins", "head-to-head", "lot")
    settings = TournamentSettings(Format.SWISS, "big-two", Sizes(3, 4), ties=ties)
    clauses = printed(settings)
    step_ids = [id for id in clauses if id in STEP_CLAUSES]
    assert [STEP_CLAUSES[id] for id in step_ids] == [TieStep(tie) for tie in ties]
    openings = [clauses[id][0].split(",")[0] for id in step_ids]
    assert openings == ["Of those who are level", *["Then"] * 8]


def test_a_step_that_is_not_taken_is_not_printed_and_can_be_asked_for() -> None:
    settings = TournamentSettings(Format.SWISS, "big-two", Sizes(3, 4), ties=("wins",))
    assert set(printed(settings)) & set(STEP_CLAUSES) == {"4.12"}
    assert not tournament_book().text_of("4.11", settings).in_force
    assert tournament_book().text_of("4.12", settings).in_force


@pytest.mark.parametrize(
    ("id", "settings", "text"),
    [
        ("1.1", PLAIN[Format.SWISS], "tables of 3 to 4"),
        ("1.1", TournamentSettings(Format.SWISS, "conquian", Sizes(2, 2)), "Conquian is played at tables of 2,"),
        ("2.2", TournamentSettings(Format.SWISS, "big-two", Sizes(3, 4), rounds=5), "5 rounds"),
        ("2.3", TournamentSettings(Format.KNOCK_OUT, "big-two", Sizes(3, 4), go_on=2), "the first two go on"),
        ("2.3", PLAIN[Format.KNOCK_OUT], "the first goes on"),
        (
            "3.2",
            TournamentSettings(Format.SWISS, "big-two", Sizes(3, 4), score=Score.PLACES, points=(5, 3, 1)),
            "5, 3 and 1",
        ),
        ("3.2", TournamentSettings(Format.SWISS, "big-two", Sizes(3, 4), score=Score.PLACES), "4, 3, 2 and 1"),
        ("4.2", TournamentSettings(Format.LEAGUE, "big-two", Sizes(3, 4), best=6), "each player's 6 best rounds"),
        (
            "8.2",
            replace(FREEZE_OUT, stacks=STACKS[1]),
            "25/50, a break and 50/100",
        ),
        ("8.4", replace(FREEZE_OUT, stacks=STACKS[1]), "until the end of level 4"),
    ],
)
def test_what_was_settled_stands_in_the_clause(id: str, settings: TournamentSettings, text: str) -> None:
    assert text in tournament_book().text_of(id, settings).text


def test_what_counts_for_the_season_rests_on_the_clause_of_the_season_about_tournaments() -> None:
    for counts, clause in ((Counts.TABLES, "7.1"), (Counts.FINAL, "7.2"), (Counts.NOTHING, "7.3")):
        clauses = printed(TournamentSettings(Format.SWISS, "big-two", Sizes(3, 4), counts=counts))
        assert [source for id, (_, source) in clauses.items() if id.startswith("7.")] == ["scoring 2.4"]
        assert clause in clauses


def test_prizes_are_printed_in_the_words_that_the_program_says_when_it_shares_them() -> None:
    for prizes in ((), (60, 40)):
        stacks = Stacks(entry=10, prizes=prizes)
        clauses = printed(TournamentSettings(Format.FREEZE_OUT, "texas-holdem", Sizes(2, 7), stacks=stacks))
        text = " ".join(wording for wording, _ in clauses.values())
        assert all(rule in text for rule in RULES.values())
