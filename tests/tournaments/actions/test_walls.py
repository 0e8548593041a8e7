"""No road in a tournament ends at a wall: void tables, tables left too small, byes, and freezeouts without levels."""

from fractions import Fraction

import pytest

from referee.cli.shared.hints import format_command
from referee.club.folder import Club
from referee.club.match import voiding
from referee.club.text.faults import ClubFault
from referee.competition.entrants import Sizes
from referee.tournaments import overview
from referee.tournaments.actions import announcing, answering, closing, entering, hand_changes, playing, rounds
from referee.tournaments.freezeout_actions import players as freezeout
from referee.tournaments.state.next_step import TournamentNextStep, find_next_step
from referee.tournaments.state.settings import Format, SettingsChange
from referee.tournaments.state.view import TournamentView
from tests.tournaments.actions.scene import EIGHT, decide, named


def pairs(club: Club, format: Format = Format.SWISS, *, players: int = 4, **others: object) -> TournamentView:
    """A tournament of Conquian, which two play, with its first round drawn."""
    further = {"rounds": 3} if format in announcing.BY_ROUNDS else {}
    announcing.announce(
        club, "Cup", format, SettingsChange("conquian", Sizes(2, 2), tuple({**further, **others}.items())), seed=1
    )
    entering.enter(club, None, EIGHT[:players])
    return rounds.draw(club, None)


def score(view: TournamentView, name: str) -> Fraction | None:
    return next(line.points for line in view.standings if view.name_of(line.entry) == name)


def voided(club: Club, view: TournamentView, table: int = 0) -> None:
    match = view.rounds[-1].tables[table].match
    assert match
    voiding.void_match(club, match, reason="the power failed")


class TestVoid:
    """H1: a void table is answered before the next draw."""

    @pytest.fixture
    def void(self, club: Club) -> TournamentView:
        pairs(club)
        view = playing.start_tables(club, None)
        voided(club, view)
        decide_others(club, view)
        return overview.read_view(club)

    def test_it_stops_the_next_draw_and_the_end(self, club: Club, void: TournamentView) -> None:
        assert find_next_step(void) is TournamentNextStep.VOID
        for action in (lambda: rounds.draw(club, None), lambda: closing.end_tournament(club, None, early=True)):
            with pytest.raises(ClubFault, match="Table 1 of Round 1 is void"):
                action()

    def test_it_is_replayed(self, club: Club, void: TournamentView) -> None:
        view = playing.replay(club, None, 1, reason="the light is back")
        assert find_next_step(view) is TournamentNextStep.PLAY

    def test_it_is_awarded(self, club: Club, void: TournamentView) -> None:
        winner, loser = named(void, void.rounds[0].tables[0].entries)
        view = answering.award_walkover(club, None, 1, [winner])
        assert (score(view, winner), score(view, loser)) == (1, 0)
        assert find_next_step(view) is TournamentNextStep.DRAW
        assert len(rounds.draw(club, None).rounds) == 2

    def test_it_is_left_void(self, club: Club, void: TournamentView) -> None:
        view = answering.leave_void(club, None, 1)
        assert find_next_step(view) is TournamentNextStep.DRAW
        assert len(rounds.draw(club, None).rounds) == 2
        assert closing.describe_last_step(club, None) == "Round 2 was drawn"

    def test_one_of_an_earlier_round_is_found_and_replayed(self, club: Club) -> None:
        pairs(club)
        view = playing.start_tables(club, None)
        decide(club, view.rounds[0], view)
        rounds.draw(club, None)
        match = view.rounds[0].tables[1].match
        assert match
        voiding.void_match(club, match, reason="they had played another game")
        started_view = playing.start_tables(club, None)
        decide(club, started_view.rounds[1], started_view)
        assert find_next_step(overview.read_view(club)) is TournamentNextStep.VOID
        with pytest.raises(ClubFault, match="Table 2 of Round 1 is void"):
            rounds.draw(club, None)
        replayed_table = playing.replay(club, None, 2, reason="the right game", round=1)
        assert [table.status for table in replayed_table.rounds[0].tables] == ["finished", "playing"]

    def test_an_answer_is_undone(self, club: Club, void: TournamentView) -> None:
        for action in (answering.leave_void, answering.award_walkover):
            action(club, None, 1)
            assert find_next_step(overview.read_view(club)) is TournamentNextStep.DRAW
            closing.undo(club, None)
            assert find_next_step(overview.read_view(club)) is TournamentNextStep.VOID


def decide_others(club: Club, view: TournamentView) -> None:
    from referee.club.match import ending

    for table in view.rounds[-1].tables[1:]:
        assert table.match
        ending.record_result(club, table.match, places=[[name] for name in named(view, table.entries)])
        ending.finish(club, table.match)


class TestTooFew:
    """H2: where a withdrawal leaves too few at a table an officer chooses."""

    @pytest.fixture(params=["before", "after"])
    def alone(self, club: Club, request: pytest.FixtureRequest) -> tuple[TournamentView, str]:
        view = pairs(club, players=6)
        if request.param == "after":
            playing.start_tables(club, None, [2, 3])
        absent_player, remaining_player = named(view, view.rounds[0].tables[0].entries)
        return entering.withdraw(club, None, absent_player, reason="the last train")[0], remaining_player

    def test_it_is_said(self, club: Club, alone: tuple[TournamentView, str]) -> None:
        view, _ = alone
        assert find_next_step(view) is TournamentNextStep.SHORT
        assert "2" in view.rounds[0].tables[0].short

    def test_starting_it_names_the_table_and_who_is_missing(
        self, club: Club, alone: tuple[TournamentView, str]
    ) -> None:
        absent_player = next(name for name in EIGHT[:6] if not in_it(club, name))
        with pytest.raises(
            ClubFault, match=rf"Table 1 of Round 1 \({alone[1]}, without {absent_player}\) cannot start"
        ) as fault:
            playing.start_tables(club, None, [1])
        assert format_command(fault.value.hints[0]) == "referee tournament walkover 1 1"

    def test_a_walkover(self, club: Club, alone: tuple[TournamentView, str]) -> None:
        _, remaining_player = alone
        view = answering.award_walkover(club, None, 1)
        assert score(view, remaining_player) == 1
        if find_next_step(view) is TournamentNextStep.SEAT:
            view = playing.start_tables(club, None)
        assert find_next_step(view) is TournamentNextStep.PLAY
        decide_others(club, view)
        assert find_next_step(overview.read_view(club)) is TournamentNextStep.DRAW
        entering.withdraw(
            club, None, next(name for name in EIGHT[:6] if name != remaining_player and in_it(club, name)), reason="so"
        )
        assert len(rounds.draw(club, None).rounds) == 2

    def test_another_draw_or_a_late_entry(self, club: Club, alone: tuple[TournamentView, str]) -> None:
        view, remaining_player = alone
        entering.enter(club, None, ["Hal"])
        view = hand_changes.move(club, None, "Hal", 1, reason="plays for the one who left")
        assert {remaining_player, "Hal"} == set(named(view, view.rounds[0].tables[0].entries))
        assert find_next_step(view) in (TournamentNextStep.SEAT, TournamentNextStep.PLAY)


def in_it(club: Club, name: str) -> bool:
    return any(entry.name == name and entry.status == "in" for entry in overview.read_view(club).entries.values())


def test_a_walkover_in_a_knockout_goes_on(club: Club) -> None:
    view = pairs(club, Format.KNOCK_OUT, players=4)
    absent_player, remaining_player = named(view, view.rounds[0].tables[0].entries)
    entering.withdraw(club, None, absent_player, reason="the last train")
    answering.award_walkover(club, None, 1)
    view = playing.start_tables(club, None)
    decide_others(club, view)
    final = rounds.draw(club, None).rounds[-1]
    assert remaining_player in named(view, final.tables[0].entries)


def test_a_void_table_of_a_knockout_is_replayed_or_awarded_and_never_left_void(club: Club) -> None:
    pairs(club, Format.KNOCK_OUT, players=4)
    view = playing.start_tables(club, None)
    voided(club, view)
    with pytest.raises(ClubFault, match="Nobody would advance"):
        answering.leave_void(club, None, 1)
    with pytest.raises(ClubFault, match="Name the winner"):
        answering.award_walkover(club, None, 1)
    winner = named(view, view.rounds[0].tables[0].entries)[1]
    answering.award_walkover(club, None, 1, [winner])
    decide_others(club, view)
    assert winner in named(view, rounds.draw(club, None).rounds[-1].tables[0].entries)


def test_a_walkover_is_for_a_table_that_is_not_played_and_for_players_of_it(club: Club) -> None:
    view = pairs(club)
    stranger = named(view, view.rounds[0].tables[1].entries)[0]
    with pytest.raises(ClubFault, match=f"{stranger} is not at table 1"):
        answering.award_walkover(club, None, 1, [stranger])
    with pytest.raises(ClubFault, match="has no table 9"):
        answering.award_walkover(club, None, 9)
    playing.start_tables(club, None, [1])
    winner = named(view, view.rounds[0].tables[0].entries)[0]
    with pytest.raises(ClubFault, match=r"Table 1 of Round 1 is being played\. Only a void table") as refused:
        answering.award_walkover(club, None, 1, [winner])
    assert [format_command(hint) for hint in refused.value.hints] == [
        'referee table void 1 --reason "..."',
        f"referee tournament walkover 1 1 {winner} --round 1",
    ]


def test_a_bye_is_a_win_at_tables_of_two_unless_set_otherwise(club: Club) -> None:
    """H3. FIDE C.04.1: a bye gives as many points as a win, unless the rules of the tournament state otherwise."""
    view = pairs(club, players=5)
    (bye,) = view.rounds[0].byes
    started_view = playing.start_tables(club, None)
    decide(club, started_view.rounds[0], started_view)
    after = overview.read_view(club)
    assert score(after, after.name_of(bye)) == 1
    assert after.settings.bye == "win"
    assert (
        announcing.announce(club, "Two", Format.SWISS, SettingsChange("big-two", None, (("rounds", 2),))).settings.bye
        == "mean"
    )
    half = (("rounds", 2), ("bye", "half"))
    assert (
        announcing.announce(club, "Three", Format.SWISS, SettingsChange("conquian", None, half)).settings.bye == "half"
    )


def test_a_bye_follows_the_size_of_the_tables_as_that_changes(club: Club) -> None:
    announcing.announce(club, "Cup", Format.SWISS, SettingsChange("texas-holdem", Sizes(3, 4), (("rounds", 2),)))
    assert announcing.change_settings(club, None, SettingsChange(sizes=Sizes(2, 2))).settings.bye == "win"
    assert announcing.change_settings(club, None, SettingsChange(further=(("bye", "half"),))).settings.bye == "half"
    assert announcing.change_settings(club, None, SettingsChange(sizes=Sizes(3, 4))).settings.bye == "half"


class TestFreezeout:
    """H7: tables of 2 to 9, levels before the start, and blinds until the clock starts."""

    @pytest.fixture
    def number(self, club: Club) -> str:
        view = announcing.announce(club, "Winter", Format.FREEZE_OUT, SettingsChange("texas-holdem"), seed=1)
        assert (view.settings.sizes.least, view.settings.sizes.most) == (2, 9)
        entering.enter(club, None, EIGHT)
        return str(view.number)

    def test_it_starts_only_with_levels(self, club: Club, number: str) -> None:
        with pytest.raises(ClubFault, match="No levels have been set"):
            freezeout.draw_seats(club, number)
        announcing.change_stacks(club, number, announcing.propose_stacks(8, None))
        assert len(freezeout.draw_seats(club, number).state.tables) == 1

    def test_blinds_change_until_the_clock_starts(self, club: Club, number: str) -> None:
        from dataclasses import replace

        from referee.tournaments.clocks import actions as clock

        usual = announcing.propose_stacks(8, None)
        announcing.change_stacks(club, number, usual)
        freezeout.draw_seats(club, number)
        announcing.change_stacks(club, number, replace(usual, minutes=7))
        with pytest.raises(ClubFault, match="first draw fixed"):
            announcing.change_settings(club, number, SettingsChange(sizes=Sizes(2, 5)))
        clock.start_clock(club, int(number))
        with pytest.raises(ClubFault, match="were fixed when its clock started"):
            announcing.change_stacks(club, number, usual)


def test_a_game_without_a_rulebook_is_drawn_and_played_in_a_tournament(club: Club) -> None:
    """H4: before there is a match of it, and at the usual tables of three to five."""
    with pytest.raises(ClubFault, match="no game 'Hearts'"):
        announcing.announce(club, "Cup", Format.SWISS, SettingsChange("Hearts", None, (("rounds", 2),)))
    announced_view = announcing.announce(
        club, "Cup", Format.SWISS, SettingsChange("Hearts", None, (("rounds", 2),), result_only=True)
    )
    assert (announced_view.title, announced_view.settings.sizes) == ("Hearts", Sizes(3, 5))
    entering.enter(club, None, EIGHT)
    rounds.draw(club, None)
    view = playing.start_tables(club, None)
    decide(club, view.rounds[0], view)
    assert find_next_step(overview.read_view(club)) is TournamentNextStep.DRAW
    assert len(rounds.draw(club, None).rounds) == 2


def test_seats_are_drawn_for_a_game_without_a_rulebook(club: Club) -> None:
    from referee.club.calendar import checkin
    from referee.club.evening import draws

    checkin.check_in(club, EIGHT)
    with pytest.raises(ClubFault, match="no game 'Hearts'"):
        draws.draw(club, ["Hearts"])
    assert [table.game for table in draws.draw(club, ["Hearts"], result_only=True).tables] == ["Hearts", "Hearts"]
