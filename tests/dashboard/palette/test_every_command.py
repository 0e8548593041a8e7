"""Every command of the command line has its deed at the desk, or there is a reason why it has none."""

import pytest

from referee.dashboard import keys
from referee.dashboard.deeds.deed import Deed
from referee.dashboard.document_screen import Document
from referee.dashboard.palette.anywhere import GLOBAL_ENTRIES, GlobalEntry
from referee.dashboard.palette.entries import COMMANDS, UNBOUND_ACTIONS
from referee.manual import pages
from tests.cli.printed_commands import all_commands

KEY = "key"
PALETTE = "palette"
PALETTE_AS = "palette, with another"
MANUAL = "manual page"
NONE = "none, as"

# For each command: the id of its key, of which the tests of the keys say that it does something there; or that the
# palette has it by this very name, without a key, or with another; or the page of the manual that the palette opens; or
# why there is none.
AT_THE_DESK = {
    "tonight": (KEY, "tonight.table"),
    "open": (KEY, "tonight.open_session"),
    "checkin": (KEY, "checkin"),
    "start": (KEY, "tonight.seating"),
    "log": (KEY, "typing.submit"),
    "undo": (KEY, "undo-last"),
    "redo": (KEY, "redo"),
    "result": (KEY, "table.result"),
    "close": (KEY, "tonight.close_session"),
    "rulebook": (KEY, "rulebook"),
    "rule": (KEY, "facts"),
    "check": (PALETTE_AS, "check record"),
    "import": (PALETTE, "import"),
    "init": (NONE, "the desk makes a club where it finds none, before its first screen"),
    "standings": (KEY, "standings"),
    "history": (PALETTE, "history"),
    "backup": (PALETTE, "backup"),
    "restore": (PALETTE, "restore"),
    "audit": (PALETTE, "audit"),
    "demo": (NONE, "it plays a session of a trial club, to be looked at beside the desk"),
    "desk": (NONE, "it is the desk"),
    "phones": (KEY, "phones.serve"),
    "board": (NONE, "it is a screen of its own, for a projector"),
    "manual": (MANUAL, "first-monday"),
    "member add": (KEY, "members.add"),
    "member list": (KEY, "members"),
    "member show": (KEY, "members.profile"),
    "member rename": (KEY, "members.rename"),
    "member merge": (PALETTE, "member merge"),
    "member privacy": (PALETTE, "member privacy"),
    "member retire": (KEY, "members.retire"),
    "member forget": (KEY, "member.forget"),
    "season new": (PALETTE, "season new"),
    "season list": (PALETTE_AS, "season show"),
    "season show": (PALETTE, "season show"),
    "season rules": (PALETTE, "season rules"),
    "season close": (PALETTE, "season close"),
    "season reopen": (PALETTE, "season reopen"),
    "schedule load": (PALETTE, "schedule load"),
    "schedule add": (KEY, "evenings.add"),
    "schedule list": (KEY, "sessions"),
    "schedule move": (KEY, "evenings.move"),
    "schedule cancel": (KEY, "evenings.cancel"),
    "schedule holidays": (PALETTE, "schedule holidays"),
    "seat draw": (KEY, "tonight.draw"),
    "seat start": (KEY, "drawing.start"),
    "seat show": (KEY, "tonight.draw"),
    "seat swap": (KEY, "drawn.app.focus_next"),
    "seat move": (KEY, "drawn.app.focus_next"),
    "seat add": (KEY, "drawing.late"),
    "seat remove": (KEY, "drawing.leaves"),
    "seat print": (PALETTE, "seat print"),
    "seat apart": (PALETTE, "seat apart"),
    "table show": (KEY, "table.settlement"),
    "table finish": (KEY, "table.finish"),
    "table let-stand": (KEY, "table.stands"),
    "table edit": (KEY, "table.mistake"),
    "table reseat": (PALETTE, "table reseat"),
    "table leave": (PALETTE, "table leave"),
    "table join": (PALETTE, "table join"),
    "table swap": (PALETTE, "table swap"),
    "table void": (PALETTE, "table void"),
    "table reopen": (PALETTE, "table reopen"),
    "dispute open": (KEY, "table.dispute"),
    "dispute decide": (KEY, "dispute.overrule"),
    "dispute appeal": (KEY, "dispute.appeal"),
    "dispute show": (KEY, "disputes.open"),
    "dispute list": (KEY, "disputes"),
    "penalty give": (PALETTE, "penalty give"),
    "penalty cancel": (PALETTE, "penalty cancel"),
    "penalty list": (PALETTE, "penalty list"),
    "export csv": (PALETTE, "export csv"),
    "export xlsx": (PALETTE, "export xlsx"),
    "export html": (PALETTE, "export html"),
    "export json": (PALETTE, "export json"),
    "export phh": (PALETTE, "export phh"),
    "export ics": (PALETTE, "export ics"),
    "export verify": (PALETTE, "export verify"),
    "officer elect": (KEY, "officers.elect"),
    "officer list": (KEY, "officers"),
    "officer hand-over": (KEY, "officers.hand_over"),
    "officer step-down": (KEY, "officers.step_down"),
    "officer here": (KEY, "officers.here"),
    "club move": (PALETTE, "club move"),
    "club upgrade": (NONE, "a desk does not open a club whose tables are of another version"),
    "club officer-login": (NONE, "it takes the owner's login on the server, which no desk has"),
    "tournament new": (KEY, "tournaments.announce"),
    "tournament set": (PALETTE, "tournament set"),
    "tournament list": (KEY, "tournaments"),
    "tournament enter": (KEY, "tournament.enter"),
    "tournament withdraw": (KEY, "tournament.withdraw"),
    "tournament absent": (PALETTE, "tournament absent"),
    "tournament end": (KEY, "tournament.end"),
    "tournament undo": (KEY, "tournament.undo"),
    "tournament show": (PALETTE, "tournament show"),
    "tournament print": (PALETTE, "tournament print"),
    "tournament plan": (PALETTE, "tournament plan"),
    "tournament rules": (PALETTE, "tournament rules"),
    "tournament draw": (KEY, "tournament.draw"),
    "tournament swap": (KEY, "tournament.more"),
    "tournament move": (KEY, "tournament.more"),
    "tournament start": (KEY, "tournament.seat"),
    "tournament replay": (KEY, "tournament.more"),
    "tournament walkover": (KEY, "tournament.more"),
    "freezeout start": (KEY, "freeze_out.draw"),
    "freezeout show": (KEY, "tournaments.open"),
    "freezeout out": (KEY, "freeze_out.out"),
    "freezeout reenter": (PALETTE, "freezeout reenter"),
    "freezeout addon": (PALETTE, "freezeout addon"),
    "freezeout balance": (KEY, "freeze_out.balance"),
    "freezeout blinds": (PALETTE, "freezeout blinds"),
    "freezeout count": (PALETTE, "freezeout count"),
    "freezeout prizes": (PALETTE, "freezeout prizes"),
    "freezeout chop": (PALETTE, "freezeout chop"),
    "clock show": (NONE, "the board shows it, and a screen of its own"),
    "clock start": (PALETTE, "clock start"),
    "clock pause": (PALETTE, "clock pause"),
    "clock resume": (PALETTE, "clock resume"),
    "clock next": (PALETTE, "clock next"),
    "clock back": (PALETTE, "clock back"),
    "clock stop": (PALETTE, "clock stop"),
    "clock add": (PALETTE, "clock add"),
}
BY_PALETTE = {keyless.search_words for keyless in UNBOUND_ACTIONS} | {keyless.command for keyless in GLOBAL_ENTRIES}
BY_KEY = {key.id for key in keys.KEYS}


def test_every_command_has_its_deed_at_the_desk_or_a_reason_why_not() -> None:
    assert [*AT_THE_DESK] == [words for words, _ in all_commands()]


@pytest.mark.parametrize("command", AT_THE_DESK)
def test_the_deed_of_a_command_is_at_the_desk(command: str) -> None:
    how, what = AT_THE_DESK[command]
    if how == KEY:
        assert what in BY_KEY
    elif how == PALETTE:
        assert what == command
        assert command in BY_PALETTE
    elif how == PALETTE_AS:
        assert what in BY_PALETTE
    elif how == MANUAL:
        assert what in pages.ORDER
    else:
        assert what
        assert command not in {*BY_PALETTE, *COMMANDS.values()}, "It has a deed: name it here."


def test_a_command_that_the_palette_has_without_a_key_is_told_so() -> None:
    commands = {words for words, _ in all_commands()}
    told = {command for command, (how, _) in AT_THE_DESK.items() if how in (KEY, PALETTE)}
    assert {words for words in BY_PALETTE if words in commands} <= told


@pytest.mark.parametrize("anywhere", GLOBAL_ENTRIES, ids=lambda each: each.command)
def test_what_the_palette_has_on_every_screen_is_a_deed_or_to_be_read(anywhere: GlobalEntry) -> None:
    made = anywhere.make()
    assert isinstance(made, Deed | Document)
    if isinstance(made, Deed):
        assert anywhere.command.startswith(made.id)
        assert made.said
