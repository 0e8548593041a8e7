"""Announcing a tournament: what it is played by, and who enters, withdraws or is not there."""

from datetime import date

import pytest

from referee.club.calendar import seasons
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.standings import season_end
from referee.club.text.faults import ClubFault, NeedsReason, NoGame, UnknownName
from referee.competition.entrants import Sizes
from referee.games import rulebook
from referee.tournaments.actions import announcing, closing, entering, playing, rounds
from referee.tournaments.state.settings import Format, Score, SettingsChange
from tests.tournaments.actions.scene import EIGHT, at_tables, decide, drawn, named, started, swiss


def wanted(**others: object) -> SettingsChange:
    return SettingsChange("big-two", None, tuple(others.items()))


# -- What it is played by -----------------------------------------------------------------------------------


def test_what_is_not_said_is_as_usual(club: Club) -> None:
    view = announcing.announce(club, "Cup", Format.SWISS, wanted(rounds=3), seed=7)
    assert (view.number, view.name, view.season, view.status, view.seed) == (1, "Cup", "2026-27", "announced", 7)
    assert (view.settings.game, view.settings.rounds, view.settings.bye) == ("big-two", 3, "mean")
    assert view.settings.sizes == Sizes(3, 4)  # all that Big Two can be played at


@pytest.mark.parametrize(("slug", "sizes"), [("big-two", Sizes(3, 4)), ("texas-holdem", Sizes(3, 5))])
def test_tables_are_of_three_to_five_as_far_as_the_game_allows(slug: str, sizes: Sizes) -> None:
    book = rulebook(slug)
    assert announcing.default_sizes(book, book.options(), Format.SWISS) == sizes


@pytest.mark.parametrize("seed", [-1, 2**31])
def test_a_seed_is_a_whole_number_that_fits(club: Club, seed: int) -> None:
    with pytest.raises(ClubFault, match=f"Invalid seed {seed}"):
        announcing.announce(club, "Cup", Format.SWISS, wanted(rounds=3), seed=seed)
    assert announcing.announce(club, "Cup", Format.SWISS, wanted(rounds=3), seed=2**31 - 1).seed == 2**31 - 1


def test_a_name_is_taken_once_in_whatever_case(club: Club) -> None:
    swiss(club)
    with pytest.raises(ClubFault, match="Tournament 1 is called autumn cup"):
        announcing.announce(club, "autumn cup", Format.SWISS, wanted(rounds=3))
    assert announcing.announce(club, "Winter Cup", Format.SWISS, wanted(rounds=3)).number == 2


def test_a_game_is_named_and_known(club: Club) -> None:
    with pytest.raises(ClubFault, match="The game is missing"):
        announcing.announce(club, "Cup", Format.SWISS, SettingsChange(further=(("rounds", 3),)))
    with pytest.raises(NoGame):
        announcing.announce(club, "Cup", Format.SWISS, SettingsChange("quidditch", further=(("rounds", 3),)))


def test_a_closed_season_has_no_new_tournament(club: Club) -> None:
    seasons.new(club, "2024", starts=date(2024, 1, 1), ends=date(2024, 12, 31), best_k=1, min_sessions=1)
    season_end.close(club, "2024")
    with pytest.raises(ClubFault, match="season 2024 is closed"):
        announcing.announce(club, "Cup", Format.SWISS, wanted(rounds=3), season="2024")


@pytest.mark.parametrize(
    ("format", "others", "says"),
    [
        (Format.SWISS, {}, "needs a number of rounds"),
        (Format.SWISS, {"rounds": 101}, "Use 1 to 100"),
        (Format.KNOCK_OUT, {"rounds": 2}, "follows from its players"),
        (Format.SWISS, {"rounds": 2, "points": (3, 1)}, "Only the score 'places'"),
        (Format.SWISS, {"rounds": 2, "best": 3}, "best 3 rounds cannot count"),
        (Format.KNOCK_OUT, {"best": 1}, "best 1 rounds cannot count"),
        (Format.SWISS, {"rounds": 2, "bye": "loss"}, "Invalid bye 'loss'"),
        (Format.SWISS, {"rounds": 2, "go_on": 0}, "cannot advance"),
        (Format.KNOCK_OUT, {"go_on": 3}, "3 of each table cannot advance"),
        (Format.GROUPS, {"rounds": 2, "groups": 1}, "Use two or more"),
        (Format.SWISS, {"rounds": 2, "groups": 2}, "Only the format groups has groups, not swiss"),
    ],
)
def test_what_does_not_go_together_is_refused(club: Club, format: Format, others: dict[str, object], says: str) -> None:
    with pytest.raises(ClubFault, match=says):
        announcing.announce(club, "Cup", format, wanted(**others))


@pytest.mark.parametrize(
    ("format", "others"),
    [
        (Format.SWISS, {"rounds": 1}),
        (Format.SWISS, {"rounds": 100, "best": 100}),
        (Format.SWISS, {"rounds": 2, "points": (3, 1), "score": Score.PLACES}),
        (Format.SWISS, {"rounds": 2, "teams": True}),
        (Format.KNOCK_OUT, {"go_on": 2}),
        (Format.GROUPS, {"rounds": 2, "groups": 2, "go_on": 2}),
    ],
)
def test_what_goes_together_is_announced(club: Club, format: Format, others: dict[str, object]) -> None:
    settings = announcing.announce(club, "Cup", format, wanted(**others)).settings
    assert {name: getattr(settings, name) for name in others} == others


@pytest.mark.parametrize(
    ("sizes", "says"),
    [
        (Sizes(4, 3), "Invalid table size 4-3"),
        (Sizes(1, 4), "Invalid table size 1-4"),
        (Sizes(4, 5), "3 to 4 players, not 5"),
        (Sizes(4, 11), "more than 10 at a table"),
    ],
)
def test_tables_are_such_as_the_game_can_be_played_at(club: Club, sizes: Sizes, says: str) -> None:
    with pytest.raises(ClubFault, match=says):
        swiss(club, sizes=sizes)


def test_it_is_settled_anew_until_the_first_round_is_drawn(club: Club) -> None:
    swiss(club, *EIGHT)
    assert announcing.change_settings(club, None, SettingsChange(further=(("rounds", 5),))).settings.rounds == 5
    settings = announcing.change_settings(club, None, SettingsChange("texas-holdem")).settings
    assert (settings.game, settings.rounds, settings.sizes) == ("texas-holdem", 5, Sizes(3, 5))  # its usual tables
    rounds.draw(club, None)
    with pytest.raises(ClubFault, match="The first draw fixed the settings"):
        announcing.change_settings(club, None, SettingsChange(further=(("rounds", 4),)))


# -- Who enters ---------------------------------------------------------------------------------------------


def test_entries_are_numbered_as_they_come(club: Club) -> None:
    swiss(club)
    _, first = entering.enter(club, None, ["Cal", "Ann"])
    view, then = entering.enter(club, None, ["Ben"])
    assert (first, then) == ((1, 2), (3,))
    assert named(view, [1, 2, 3]) == ["Cal", "Ann", "Ben"]


def test_nobody_enters_twice(club: Club) -> None:
    swiss(club, "Ann")
    with pytest.raises(ClubFault, match="Ann has entered already, as number 1"):
        entering.enter(club, None, ["Ann"])
    with pytest.raises(ClubFault, match="Ben is named twice"):
        entering.enter(club, None, ["Ben", "Ben"])


def test_who_is_not_on_the_roster_enters_as_a_guest_when_that_is_said(club: Club) -> None:
    swiss(club)
    with pytest.raises(UnknownName):
        entering.enter(club, None, ["Ida"])
    view, _ = entering.enter(club, None, ["Ida", "Ann"], guests=True)
    assert [view.entries[number].guest for number in (1, 2)] == [True, False]
    assert "Ida" in {member.name for member in roster.members(club)}


def test_teams_are_for_tournaments_that_are_played_in_teams(club: Club) -> None:
    swiss(club, teams=True)
    assert entering.enter(club, None, ["Ann"], team="Reds")[0].entries[1].team == "Reds"
    announcing.announce(club, "Cup", Format.SWISS, wanted(rounds=3))
    with pytest.raises(ClubFault, match="not played in teams"):
        entering.enter(club, "2", ["Ben"], team="Reds")


def test_who_enters_late_plays_from_the_next_round_on(club: Club) -> None:
    view = started(club, *EIGHT[:4])
    late, (entry,) = entering.enter(club, None, ["Eve"])
    assert late.entries[entry].since == 2
    assert at_tables(late) == at_tables(view) == [set(EIGHT[:4])]


def test_nobody_enters_a_knock_out_whose_tables_have_started(club: Club) -> None:
    announcing.announce(club, "Cup", Format.KNOCK_OUT, SettingsChange("big-two", Sizes(4, 4)), seed=1)
    entering.enter(club, None, EIGHT[:7])
    rounds.draw(club, None)
    entering.enter(club, None, ["Hal"])  # nobody sits yet
    playing.start_tables(club, None)
    roster.add(club, "Ida")
    with pytest.raises(ClubFault, match="Nobody can enter a knockout after"):
        entering.enter(club, None, ["Ida"])


def test_who_had_withdrawn_comes_back_as_the_same_entry(club: Club) -> None:
    swiss(club, *EIGHT)
    withdrawn_view, entry = entering.withdraw(club, None, "Ben", reason="ill")
    assert (entry, withdrawn_view.entries[2].status) == (2, "withdrew")
    returned_view, entries = entering.enter(club, None, ["Ben"])
    assert (entries, returned_view.entries[2].status) == ((2,), "in")


def test_the_number_of_an_undone_entry_is_given_again(club: Club) -> None:
    swiss(club, "Ann", "Ben")
    entering.enter(club, None, ["Cal"])
    closing.undo(club, None)
    assert entering.enter(club, None, ["Dee", "Cal"])[1] == (3, 4)


# -- Who does not play --------------------------------------------------------------------------------------


def test_withdrawing_needs_a_reason_and_happens_once(club: Club) -> None:
    swiss(club, *EIGHT)
    with pytest.raises(NeedsReason):
        entering.withdraw(club, None, "Ann", reason="  ")
    entering.withdraw(club, None, "Ann", reason="ill")
    with pytest.raises(ClubFault, match="Ann has withdrawn already"):
        entering.withdraw(club, None, "Ann", reason="ill")


def test_who_withdraws_leaves_a_table_that_is_drawn_and_plays_one_that_has_started_to_its_end(club: Club) -> None:
    drawn(club, sizes=Sizes(3, 4))
    assert "Ann" not in set().union(*at_tables(entering.withdraw(club, None, "Ann", reason="ill")[0]))
    playing.start_tables(club, None)
    withdrawn_view, _ = entering.withdraw(club, None, "Ben", reason="ill")
    assert "Ben" in set().union(*at_tables(withdrawn_view))
    decide(club, withdrawn_view.rounds[-1], withdrawn_view)
    assert "Ben" not in set().union(*at_tables(rounds.draw(club, None)))


def test_who_is_absent_is_out_of_the_round_that_is_drawn_or_of_the_next(club: Club) -> None:
    swiss(club, *EIGHT, sizes=Sizes(3, 4))
    assert entering.mark_absent(club, None, "Ann")[1:] == (1, 1)
    view = rounds.draw(club, None)
    assert "Ann" not in set().union(*at_tables(view))
    absent_view, number, _ = entering.mark_absent(club, None, "Hal")
    assert (number, "Hal" in set().union(*at_tables(absent_view))) == (1, False)
    with pytest.raises(ClubFault, match="Hal is already marked absent from round 1"):
        entering.mark_absent(club, None, "Hal")


def test_who_sits_at_a_table_that_has_started_is_not_absent(club: Club) -> None:
    view = started(club)
    with pytest.raises(ClubFault, match=r"Ann is seated at table \d, which has started"):
        entering.mark_absent(club, None, "Ann")
    decide(club, view.rounds[-1], view)
    assert entering.mark_absent(club, None, "Ann")[1] == 2  # the round is over: it is the next one
