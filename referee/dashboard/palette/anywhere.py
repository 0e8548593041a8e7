"""The palette's entries for operations and documents that belong to no screen."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from textual.screen import ModalScreen, Screen

from referee.cards.immutable import frozen
from referee.dashboard.club_watcher import Reloadable
from referee.dashboard.deeds.deed import Deed
from referee.dashboard.desk import Desk
from referee.dashboard.document_screen import Document, DocumentScreen
from referee.dashboard.navigation import open_screen
from referee.dashboard.widgets.message_line import refuse_in_front_screen


@frozen
class GlobalEntry:
    """A palette entry for an operation or a document. `command` is its name on the command line.

    `function_path` is the function that makes it, in `affairs` unless the path names another folder.
    """

    command: str
    title: str
    description: str
    function_path: str

    def make(self) -> Deed[Any] | Document[Any]:
        """Import the entry's module. Return its operation or document."""
        module, _, name = self.function_path.rpartition(".")
        entry_module = import_module(f"referee.dashboard.{module if '.' in module else f'affairs.{module}'}")
        make: Callable[[], Deed[Any] | Document[Any]] = getattr(entry_module, name)
        return make()


GLOBAL_ENTRIES: Final = (
    GlobalEntry("penalty give", "Penalty", "Give a warning, or take points.", "penalties.give"),
    GlobalEntry(
        "penalty cancel", "Cancel a penalty", "It no longer counts, and stays in the list.", "penalties.cancel"
    ),
    GlobalEntry("penalty list", "Penalties of the season", "Who was given what, and why.", "penalties.of_season"),
    GlobalEntry("season rules", "House rules of the season", "Change how a game is played.", "seasons.rules"),
    GlobalEntry("season new", "New season", "Begin a season: its days and how it is scored.", "seasons.new"),
    GlobalEntry("season close", "Close the season", "Keep its final standings; asks first.", "seasons.close"),
    GlobalEntry("season reopen", "Reopen a season", "Reopen a closed season; asks for a reason.", "seasons.reopen"),
    GlobalEntry("season show", "Seasons", "How each is scored, its house rules and trophies.", "records.of_seasons"),
    GlobalEntry("schedule add weekly", "Plan many sessions", "One every week, or every few weeks.", "calendar.many"),
    GlobalEntry("schedule holidays", "Cancel on holidays", "Cancel sessions on public holidays.", "calendar.holidays"),
    GlobalEntry("schedule load", "Load a schedule", "Plan the sessions of a file.", "calendar.load"),
    GlobalEntry("seat apart", "Keep apart", "Two members who are not drawn together.", "people.keep_apart"),
    GlobalEntry("seat apart --lift", "Together again", "Let two sit together again.", "people.together_again"),
    GlobalEntry("member privacy", "Names in public", "How names are shown in public.", "people.shown_in_public"),
    GlobalEntry("import", "Import a file", "Members, hands, a paper sheet, or a whole club.", "importing.import_file"),
    GlobalEntry("check record", "Rule on a file", "Every line of a record in a file.", "importing.check"),
    GlobalEntry("history", "What was done", "Every entry in the log, the last first.", "records.all_done"),
    GlobalEntry("export html", "Write the season pages", "Pages for the website.", "copies.season_pages"),
    GlobalEntry("export html --full-names", "Write full names", "Pages for officers; asks first.", "copies.full_names"),
    GlobalEntry("export csv", "Write the tables", "The season as CSV, for other programs.", "copies.tables"),
    GlobalEntry(
        "export csv --for excel", "Write the tables for Excel", "Its own separators.", "copies.tables_for_excel"
    ),
    GlobalEntry("export xlsx", "Write the workbook", "The season for Excel and LibreOffice.", "copies.workbook"),
    GlobalEntry("export ics", "Write the calendar", "The sessions, for personal calendars.", "copies.calendar"),
    GlobalEntry("export phh", "Write the hands", "Hands of Texas Hold'em, for other programs.", "copies.hands"),
    GlobalEntry("export json", "Write the whole club", "Its whole log, to keep; asks first.", "copies.whole_club"),
    GlobalEntry("backup", "Back up the club", "A checked copy of its file.", "copies.back_up"),
    GlobalEntry("audit", "Audit", "Check every page, event, ruling and place.", "copies.check"),
    GlobalEntry("audit --accept", "Accept a loss", "Give up events that are gone; asks why.", "restoring.accept_loss"),
    GlobalEntry("export verify", "Check an export", "Compare it with its manifest.", "records.verify"),
    GlobalEntry(
        "seat draw --tables",
        "Draw more tables",
        "Draw the seats at a number of tables.",
        "tonight.seat_draw.draw_tables",
    ),
    GlobalEntry(
        "freezeout blinds",
        "Blinds",
        "Set stacks, levels, prizes; shows them first.",
        "tournament.blinds_and_prizes.blinds",
    ),
    GlobalEntry(
        "freezeout count", "Count the chips", "Record every stack of a freezeout.", "tournament.blinds_and_prizes.count"
    ),
    GlobalEntry(
        "freezeout addon", "Add-ons", "Record who adds on in a freezeout.", "tournament.blinds_and_prizes.addon"
    ),
    GlobalEntry(
        "freezeout prizes",
        "Prizes",
        "The prizes of a freezeout, in whole units.",
        "tournament.blinds_and_prizes.prizes_document",
    ),
    GlobalEntry(
        "freezeout chop",
        "Chop",
        "Share the remaining prizes; shows the shares first.",
        "tournament.blinds_and_prizes.chop",
    ),
    GlobalEntry("seat print", "Print the draw", "Write a page of who sits where, for the wall.", "papers.seats"),
    GlobalEntry("tournament print", "Print a tournament", "Seats, slips or standings.", "papers.of_tournament"),
    GlobalEntry("tournament set", "Tournament settings", "Until its first draw; shown first.", "tournaments.settings"),
    GlobalEntry("tournament plan", "Try out a plan", "Who would meet whom in how many rounds.", "tournaments.plan"),
    GlobalEntry("tournament rules", "Tournament rules", "The rulebook by its settings.", "records.of_tournaments"),
    GlobalEntry("restore", "Restore", "Put a backup in place of the file; shows the loss.", "restoring.restore"),
    GlobalEntry("club move", "Move the club", "To a server or a folder; shows what that means.", "moving.move"),
    GlobalEntry(
        "clock start", "Clock: begin", "Start the clock of a tournament or the room.", "tournament.clock.start"
    ),
    GlobalEntry("clock pause", "Clock: pause", "Pause the clock.", "tournament.clock.pause"),
    GlobalEntry("clock resume", "Clock: resume", "Resume after a pause.", "tournament.clock.resume"),
    GlobalEntry("clock next", "Clock: next", "Start the next level or break now.", "tournament.clock.next_level"),
    GlobalEntry(
        "clock back", "Clock: level before", "Start the level before again.", "tournament.clock.previous_level"
    ),
    GlobalEntry("clock add", "Clock: add", "Add minutes, or take some away.", "tournament.clock.add"),
    GlobalEntry("clock stop", "Clock: stop", "Take the clock down.", "tournament.clock.stop"),
)
"""To add an entry, add a row and the function that makes its operation or document."""


def run_entry(desk: Desk, front: Screen[Any], entry: GlobalEntry) -> None:
    """Run the entry's operation over a screen, or open its document."""
    from referee.dashboard.deeds.running import carry_out

    target = entry.make()
    if isinstance(target, Document):
        open_screen(front.app, DocumentScreen(desk, target))
    elif isinstance(front, ModalScreen):
        refuse_in_front_screen(front.app, "Something is asked already. Answer it first, or press Escape.")
    else:
        carry_out(desk, front, target, lambda _: front.reload() if isinstance(front, Reloadable) else None)
