"""The entries of the command palette: operations, destinations, tables, members, clauses and manual pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any, Final

from textual.app import App
from textual.screen import Screen

from referee.cards.immutable import frozen
from referee.club.calendar import house_rules
from referee.club.evening.overview import read_tonight
from referee.club.people import roster
from referee.club.text.faults import ClubFault
from referee.dashboard import keys
from referee.dashboard.desk import Desk
from referee.dashboard.document_screen import DocumentScreen
from referee.dashboard.navigation import DESTINATIONS, HoldsUnsaved, go_to_destination, go_to_table, open_screen
from referee.dashboard.palette.anywhere import GLOBAL_ENTRIES, run_entry
from referee.dashboard.palette.synonyms import SYNONYMS
from referee.dashboard.screens import lazy_screen
from referee.dashboard.theme import THEMES, choose_theme
from referee.dashboard.widgets.message_line import refuse
from referee.games import slugs
from referee.manual import pages


@frozen
class Entry:
    """A palette entry: its title, description and key, and further `search_words` that find it.

    `run` runs it. `is_reading` marks a clause or a page, which ranks lower.
    """

    title: str
    description: str
    run: Callable[[], object]
    key: str = ""
    search_words: str = ""
    is_reading: bool = False


@frozen
class UnboundAction:
    """A screen's operation without a key. `search_words` has its name on the command line."""

    screen: str
    action: str
    title: str
    search_words: str
    description: str


UNBOUND_ACTIONS: Final = (
    UnboundAction(
        "table", "change('leave')", "A player leaves", "table leave", "Record that a player leaves the table."
    ),
    UnboundAction("table", "change('join')", "A player joins", "table join", "Record that a player joins the table."),
    UnboundAction(
        "table", "change('stand-in')", "A stand-in takes over", "table join", "Record that a seat is taken over."
    ),
    UnboundAction(
        "table", "change('swap')", "Two players swap seats", "table swap", "Record that two players swap seats."
    ),
    UnboundAction("table", "change('void')", "Void the match", "table void", "Void the match: it does not count."),
    UnboundAction("table", "change('reopen')", "Reopen the match", "table reopen", "Reopen a finished match."),
    UnboundAction("table", "strike", "Strike a line", "undo mistake", "Strike a line that never happened."),
    UnboundAction("table", "seat", "Correct a seat", "table reseat", "Correct who sat in a seat."),
    UnboundAction("members", "merge", "Merge two entries", "member merge", "Merge two entries of one person."),
    UnboundAction("members", "part", "Unmerge", "member split", "Undo a merge: two people again."),
    UnboundAction(
        "dispute", "otherwise", "Replay or void", "dispute decide", "Have it replayed, or void the hand or match."
    ),
    UnboundAction(
        "phones", "finish_all", "Finish all agreed tables", "table finish", "End every match that is agreed."
    ),
    UnboundAction("phones", "off", "Switch all phones off", "phones off", "Switch all phones off, or on again."),
    UnboundAction("freeze_out", "again", "Re-entry", "freezeout reenter", "A player who is out re-enters."),
    UnboundAction("freeze_out", "withdraw", "Withdraw", "freezeout withdraw", "A player withdraws, chips and all."),
    UnboundAction("tournament", "absent", "Absent", "tournament absent", "Record that a player misses a round."),
    UnboundAction("tournament", "read", "Read every round", "tournament show", "Every round, and who met whom."),
)
"""The operations without a key. To add one, add a row and the action of that name on its screen."""
COMMANDS: Final[Mapping[str, str]] = {
    "checkin": "checkin",
    "disputes": "dispute list",
    "standings": "season table",
    "rulebook": "rulebook clauses",
    "tournaments": "tournament freezeout",
    "facts": "rule check",
    "members": "member roster",
    "sessions": "schedule calendar evenings",
    "officers": "officer",
    "files": "backup export audit",
    "phones": "phones",
    "phones.serve": "phones serve",
    "undo-last": "undo",
    "redo": "redo",
    "help": "keys manual",
    "tonight.seating": "start table",
    "tonight.draw": "seat draw",
    "tonight.open_session": "open",
    "tonight.close_session": "close",
    "tonight.leave": "quit exit",
    "table.stands": "table let-stand",
    "table.mistake": "table edit",
    "table.finish": "table finish",
    "table.result": "result",
    "table.undo": "undo",
    "table.settlement": "table show payments",
    "table.rule": "rulebook",
    "table.dispute": "dispute open",
    "dispute.uphold": "dispute decide",
    "dispute.overrule": "dispute decide",
    "dispute.appeal": "dispute appeal",
    "evenings.add": "schedule add",
    "evenings.move": "schedule move",
    "evenings.cancel": "schedule cancel",
    "evening.again": "open reopen",
    "members.add": "member add",
    "members.rename": "member rename",
    "members.retire": "member retire",
    "member.forget": "member forget",
    "officers.elect": "officer elect",
    "officers.hand_over": "officer hand-over",
    "officers.step_down": "officer step-down",
    "officers.here": "officer acting",
    "tournaments.announce": "tournament new",
    "tournament.draw": "tournament draw",
    "tournament.seat": "tournament start",
    "tournament.enter": "tournament enter",
    "tournament.withdraw": "tournament withdraw",
    "tournament.end": "tournament end",
    "tournament.undo": "tournament undo",
    "freeze_out.out": "freezeout out",
    "freeze_out.balance": "freezeout balance",
}
"""The command-line words for each operation with a key, by the id of its binding."""
_OTHER_SCREENS: Final = {
    "evenings.add": ("sessions", "Plan a session"),
    "members.add": ("members", "Add members"),
    "officers.elect": ("officers", "Elect an officer"),
    "officers.here": ("officers", "Acting at this computer"),
    "tournaments.announce": ("tournaments", "Announce a tournament"),
    "disputes.find": ("disputes", "Search precedents"),
    "phones.serve": ("phones", "Serve the phones"),
}
"""The destination and title of operations on other screens that need no selection, by the id of their binding."""
_EXCLUDED_ACTIONS: Final = {"up", "down", "left", "right", "first", "last", "open", "back", "find", "table", "type"}


def screen_entries(desk: Desk, front: Screen[Any]) -> Iterator[Entry]:
    """Yield the operations of the current screen and of the screens that a key opens."""
    section = _section_of(front)
    own_actions = {key.key_action for key in keys.KEYS if key.screen == section}
    key_bindings = [key for key in keys.KEYS if _EXCLUDED_ACTIONS.isdisjoint(key.key_actions)]
    for binding in (binding for binding in key_bindings if binding.screen == section):
        yield _key_entry(desk, binding, binding.label, partial(_run_action, front, binding.action))
    for keyless in (keyless for keyless in UNBOUND_ACTIONS if keyless.screen == section):
        yield Entry(
            keyless.title,
            keyless.description,
            partial(_run_action, front, keyless.action),
            search_words=keyless.search_words,
        )
    for binding in (binding for binding in key_bindings if binding.screen != section):
        if binding.screen == keys.EVERYWHERE and binding.key_action not in own_actions:
            yield _key_entry(desk, binding, binding.label, partial(front.app.run_action, binding.action))
        elif binding.screen == "tonight":
            yield _key_entry(desk, binding, binding.label, partial(_run_on_tonight, front, binding.action), "")
        elif binding.id in _OTHER_SCREENS:
            destination, title = _OTHER_SCREENS[binding.id]
            yield _key_entry(
                desk, binding, title, partial(_run_at_destination, desk, front, destination, binding.action), ""
            )
    for anywhere in GLOBAL_ENTRIES:
        words = f"{anywhere.command} {SYNONYMS.get(anywhere.command, '')}"
        yield Entry(anywhere.title, anywhere.description, partial(run_entry, desk, front, anywhere), search_words=words)
    for theme, description in THEMES:
        yield Entry(
            f"Theme: {theme.name}", description, partial(_set_theme, front, theme.name), search_words="theme colours"
        )


def club_entries(desk: Desk, front: Screen[Any]) -> list[Entry]:
    """Return the entries of tonight's tables and of the members."""
    further_words = "" if _section_of(front) == "table" else SYNONYMS["table"]  # at a table its own deeds are meant
    table_entries = [
        Entry(
            f"Table {match.table}",
            f"{match.book.title}: {', '.join(match.names)}",
            partial(go_to_table, desk, front, match.table),
            str(match.table) if match.table < 10 else "",
            f"{match.book.title} {' '.join(match.names)} {further_words}",
        )
        for match in read_tonight(desk.club).matches
    ]
    names = [member.name for member in roster.members(desk.club, include_retired=True)]
    return table_entries + [
        Entry(name, "A member's profile", partial(_open_profile, desk, front, name)) for name in names
    ]


def reading_entries(desk: Desk, front: Screen[Any]) -> list[Entry]:
    """Return the entries of the rulebooks' clauses and of the manual's pages."""
    book_entries = [
        Entry(cite, text, partial(_open_clause, desk, front, slug, id), search_words=f"{id} {text}", is_reading=True)
        for slug, id, cite, text in _all_clauses()
    ]
    make_screen = lazy_screen("manual.ManualScreen")
    for name in pages.ORDER:
        page = pages.read_page(name)
        open_page = partial(_open_new_screen, front, make_screen, page)
        book_entries.append(
            Entry(f"Manual: {page.title}", page.about, open_page, search_words=f"manual {name}", is_reading=True)
        )
    return book_entries


@cache
def _all_clauses() -> list[tuple[str, str, str, str]]:
    """Return the game, number, citation and text of every clause under default options."""
    books = [(slug, house_rules.find_rulebook(slug)) for slug in slugs()]
    return [
        (slug, clause.id, clause.citation, clause.text(options))
        for slug, book in books
        for options in [book.options()]
        for clause in book.printed_clauses(options)
    ]


def _set_theme(front: Screen[Any], theme: str) -> None:
    """Set the colour theme. Show a message if it cannot be saved."""
    try:
        choose_theme(front.app, theme)
    except OSError as error:
        refuse(front, f"The theme will not be remembered: {error.filename} cannot be written.")
    except ClubFault as fault:
        refuse(front, f"The theme will not be remembered: {fault}")


def rank_entry(text: str, entry: Entry) -> tuple[int, int] | None:
    """Return the sort key of an entry for the typed text, or None if it does not match.

    Words match the beginnings of the title's words first, then the further words, then the description. Letters in the
    title's order match last. Clauses and pages come after operations.
    """
    query_words = text.casefold().split()
    if not query_words:
        return (5 if entry.is_reading else 1), 0
    title_words, further_words = entry.title.casefold().split(), entry.search_words.casefold().split()
    if " ".join(query_words) in (" ".join(title_words), " ".join(further_words)):
        return 0, entry.is_reading
    if all(any(title_word.startswith(word) for title_word in title_words) for word in query_words):
        first = next(
            (index for index, title_word in enumerate(title_words) if title_word.startswith(query_words[0])), 0
        )
        return 4 if entry.is_reading else 1, first
    if not entry.is_reading and all(word in further_words for word in query_words):
        return 1, 1
    if all(any(title_word.startswith(word) for title_word in (*title_words, *further_words)) for word in query_words):
        return 5 if entry.is_reading else 2, 0
    description_words = entry.description.casefold().split()
    if not entry.is_reading and all(
        any(title_word.startswith(word) for title_word in (*title_words, *further_words, *description_words))
        for word in query_words
    ):
        return 3, 0
    letters = iter(entry.title.casefold())
    return (6, 0) if not entry.is_reading and all(letter in letters for letter in "".join(query_words)) else None


def _key_entry(desk: Desk, key: keys.Key, title: str, run: Callable[[], object], key_text: str | None = None) -> Entry:
    shown_key = desk.key(key.id) if key_text is None else key_text
    words = {
        word: None
        for id in (key.id, key.key_action)
        for synonyms in (COMMANDS, SYNONYMS)
        for word in synonyms.get(id, "").split()
    }
    return Entry(title, key.description, run, shown_key, " ".join(words))


def _section_of(screen: Screen[Any]) -> str:
    """Return the section of the screen's keys, found by its bindings if the screen does not name it."""
    descriptions = {getattr(binding_type, "tooltip", "") for binding_type in screen.BINDINGS} - {""}
    screen_names = {key.screen for key in keys.KEYS}
    names = (
        name for name in screen_names if descriptions == {key.description for key in keys.KEYS if key.screen == name}
    )
    return str(getattr(screen, "section", next(names, "")))


async def _run_action(screen: Screen[Any], action: str) -> None:
    """Run an action on a screen, or the operation of that name if the screen has a key section."""
    await screen.run_action(f"deed('{action}')" if hasattr(screen, "section") else action)


def _open_new_screen(front: Screen[Any], make: Callable[..., Screen[Any]], *arguments: Any) -> None:
    open_screen(front.app, make(*arguments))


async def _run_on_tonight(front: Screen[Any], action: str) -> None:
    """Return to tonight's screen and run the action there. Refuse if unsaved input would be lost."""
    app: App[Any] = front.app
    behind = app.screen_stack[2:]
    if any(isinstance(screen, HoldsUnsaved) and screen.has_unsaved for screen in behind):
        refuse(front, "Something is typed and not saved yet. Enter or clear it first.")
        return
    for _ in behind:
        app.pop_screen()
    await app.screen.run_action(action)


def _run_at_destination(desk: Desk, front: Screen[Any], destination: str, action: str) -> None:
    go_to_destination(desk, front, destination)
    new_screen = front.app.screen
    new_screen.call_after_refresh(_run_action, new_screen, action)


def _open_profile(desk: Desk, front: Screen[Any], name: str) -> None:
    from referee.dashboard.club.member import member_document  # which loads what draws plots

    open_screen(front.app, DocumentScreen(desk, member_document(name)))


def _open_clause(desk: Desk, front: Screen[Any], slug: str, clause: str) -> None:
    rulebook_screen: Any = lazy_screen(DESTINATIONS["rulebook"])(desk)
    rulebook_screen.slug, rulebook_screen.clause = slug, clause
    open_screen(front.app, rulebook_screen)
