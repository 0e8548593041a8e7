"""The keys: shown, changeable, and none that a terminal would swallow."""

from pathlib import Path

import pytest
from textual.binding import Binding

from referee.club.calendar import sessions
from referee.club.folder import Club
from referee.dashboard import keys
from referee.dashboard.app import Dashboard
from referee.dashboard.board.board import BoardScreen
from referee.dashboard.board.clock import ClockScreen
from referee.dashboard.club.club_menu import ClubMenuScreen
from referee.dashboard.club.evening import EveningScreen
from referee.dashboard.club.evenings import EveningsScreen
from referee.dashboard.club.files import FilesScreen
from referee.dashboard.club.member import MemberScreen
from referee.dashboard.club.member_scores import MemberScoresScreen
from referee.dashboard.club.members import MembersScreen
from referee.dashboard.club.officers import OfficersScreen
from referee.dashboard.club.standings import StandingsScreen
from referee.dashboard.disputes.dispute import DisputeScreen
from referee.dashboard.disputes.disputes import DisputesScreen
from referee.dashboard.disputes.facts import FactsScreen
from referee.dashboard.disputes.precedents import PrecedentsScreen
from referee.dashboard.disputes.rulebook import RulebookScreen
from referee.dashboard.help import HelpScreen
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.table.past_table import PastTableScreen
from referee.dashboard.table.settlement import SettlementScreen
from referee.dashboard.table.sheet import SheetScreen
from referee.dashboard.tonight.drawing import DrawingScreen
from referee.dashboard.tonight.seating import SeatingScreen
from referee.dashboard.tonight.table_cards import TableCards
from referee.dashboard.tonight.tonight import TonightScreen
from referee.dashboard.tournament.announcing import AnnouncingScreen
from referee.dashboard.tournament.freeze_out import FreezeOutScreen
from referee.dashboard.tournament.one_tournament import TournamentScreen
from referee.dashboard.tournament.rounds import TournamentRoundsScreen
from referee.dashboard.tournament.tournaments import TournamentsScreen
from referee.dashboard.widgets.field import LineField, NameField
from tests.dashboard.piloting import LARGE, OPENED, Officer, at_the_desk

pytestmark = pytest.mark.screen

SCREENS = {
    "tonight": TonightScreen,
    "cards": TableCards,
    "checkin": NameField,
    "drawing": DrawingScreen,
    "seating": SeatingScreen,
    "typing": LineField,
    "asked": LineField,
    "table": MatchScreen,
    "facts": FactsScreen,
    "settlement": SettlementScreen,
    "sheet": SheetScreen,
    "standings": StandingsScreen,
    "nights": MemberScoresScreen,
    "rulebook": RulebookScreen,
    "disputes": DisputesScreen,
    "dispute": DisputeScreen,
    "more": ClubMenuScreen,
    "evenings": EveningsScreen,
    "evening": EveningScreen,
    "past": PastTableScreen,
    "precedents": PrecedentsScreen,
    "files": FilesScreen,
    "officers": OfficersScreen,
    "members": MembersScreen,
    "member": MemberScreen,
    "tournaments": TournamentsScreen,
    "announcing": AnnouncingScreen,
    "tournament": TournamentScreen,
    "freeze_out": FreezeOutScreen,
    "rounds": TournamentRoundsScreen,
    "help": HelpScreen,
    "board": BoardScreen,
    "clock": ClockScreen,
}


# Where no fact is told yet, the officer is in the line, and the letter goes into it.
ELSEWHERE = {("facts", "q")}


@pytest.mark.parametrize("key", keys.KEYS, ids=lambda key: key.id)
def test_every_key_does_something_on_its_screen_and_none_is_swallowed(key: keys.Key) -> None:
    bound = {each.id: each.action for each in SCREENS[key.screen].BINDINGS if isinstance(each, Binding)}
    assert callable(getattr(SCREENS[key.screen], f"action_{bound[key.id]}"))
    assert not {"ctrl+c", "ctrl+q", "ctrl+s", "ctrl+z"} & set(key.keys.split(","))


def test_no_key_does_two_things_on_one_screen() -> None:
    pairs = [(each.screen, key) for each in keys.KEYS for key in each.keys.split(",")]
    assert len(pairs) == len(set(pairs))


def test_the_clubs_file_changes_a_key_and_the_screens_show_it(club: Club) -> None:
    path = club.folder / "keys.toml"
    path.write_text('[tonight]\nsession = "x"\nhelp = ["h", "f2"]\n', encoding="utf-8")
    keymap = keys.read(keys.find(club.folder))

    async def play(officer: Officer) -> None:
        assert "x opens the one of" in officer.reads()
        assert "x Session" in officer.reads()
        await officer.press("o")
        assert "No session is open" in officer.reads()
        await officer.press("x")
        assert "Here: 0" in officer.reads()
        await officer.press("f2")
        assert isinstance(officer.app.screen, HelpScreen)
        assert "Open tonight's session, or close it. (changed)" in officer.reads()
        await officer.press("q", "h")
        assert isinstance(officer.app.screen, HelpScreen)

    at_the_desk(club, play, size=LARGE, keymap=keymap)
    assert sessions.show(club).session.status == "open"


def test_the_users_own_file_is_used_where_the_club_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    own = tmp_path / "config" / "referee" / "keys.toml"
    own.parent.mkdir(parents=True)
    assert keys.find(tmp_path) is None
    assert keys.read(None) == {}
    own.write_text('[table]\nundo = "?"\nhelp = "h"\n', encoding="utf-8")
    assert keys.find(tmp_path) == own
    assert keys.read(own) == {"table.undo": "question_mark", "table.help": "h"}
    (tmp_path / "keys.toml").write_text("", encoding="utf-8")
    assert keys.find(tmp_path) == tmp_path / "keys.toml"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[tonight]\nchekin = "x"', "there is nothing called 'tonight.chekin'; did you mean tonight.checkin?"),
        ('[table]\nundo = "ctrl+s"', "table.undo cannot be ctrl+s: terminals take it to hold the output"),
        ('[table]\nundo = "ctrl+i"', "terminals send Tab for it"),
        ('[table]\nundo = "ctrl+w"', "browsers take it"),
        ('[table]\nundo = "f99"', "table.undo cannot be 'f99'; expected a letter, a sign, or such as f5"),
        ("[table]\nundo = 7", "table.undo is 7; expected a key, such as 'u'"),
        ('[table]\nundo = "s"', "s would be both table.undo and table.stands"),
        ('[typing]\ncomplete = "x"', "typing.complete cannot be x: it would go into what is being typed"),
        ('undo = "u"', "'undo' stands outside a screen"),
        ("[table", "cannot be read"),
    ],
)
def test_a_file_that_cannot_be_used_says_where_and_why(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "keys.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(keys.KeyFault) as fault:
        keys.read(path)
    assert str(path) in str(fault.value)
    assert said in str(fault.value)


LEAVING = {
    each.screen: [key for key in each.keys.split(",") if (each.screen, key) not in ELSEWHERE]
    for each in keys.KEYS
    if each.action == "leave" and each.screen in OPENED.keys() - {"tonight"}
}


@pytest.mark.parametrize("screen", LEAVING)
def test_every_key_that_leads_back_leads_to_the_screen_behind(night: Club, screen: str) -> None:
    async def play(officer: Officer) -> None:
        assert LEAVING[screen]
        for key in LEAVING[screen]:
            await officer.press(*OPENED[screen])
            behind = officer.app.screen_stack[-2]
            assert isinstance(officer.app.screen, SCREENS[screen]) or officer.app.screen.query(SCREENS[screen])
            await officer.press(key)
            assert officer.app.screen is behind, key
            while len(officer.app.screen_stack) > 2:
                await officer.press("escape")
            assert isinstance(officer.app.screen, TonightScreen), key

    at_the_desk(night, play)


def test_the_help_has_every_key(club: Club) -> None:
    async def play(officer: Officer) -> None:
        await officer.press("question_mark")
        text = str(officer.app.screen.query_one("VerticalScroll > Static").render())
        for each in keys.KEYS:
            assert each.does in text
        assert f"{club.folder}/keys.toml" in text

    at_the_desk(club, play)


def test_the_dashboard_has_no_command_palette() -> None:
    assert not Dashboard.ENABLE_COMMAND_PALETTE
