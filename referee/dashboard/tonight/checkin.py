"""The check-in screen: type the start of a name, and press Enter."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Final

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from referee.cards.words import join_words
from referee.club.calendar import checkin, sessions
from referee.club.calendar.sessions import SessionView
from referee.club.evening.overview import session_open
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.text.name_similarity import Fit, correct_slip, fit, nearest_names
from referee.dashboard.desk import Desk
from referee.dashboard.screens import footer, set_heading
from referee.dashboard.widgets.field import NameField
from referee.dashboard.widgets.message_line import refuse, refuse_in_front_screen, show_message
from referee.dashboard.widgets.name_list import NameList, row_for_enter
from referee.store.plain_rows import Member

_EVERYBODY: Final = "all"
"""The text that checks in the whole roster."""
_STATUS_NOUNS: Final = (("a member", "a guest"), ("members", "guests"))
"""The nouns for one new person and for several."""


class CheckInScreen(Screen[None]):
    """The roster with a mark for each present player. Typing filters it and offers to add a new name."""

    DEFAULT_CSS = """
    CheckInScreen NameField { margin: 1 1; }
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.members: Sequence[Member] = ()
        self.session: SessionView | None = None
        self.listed_text: str | None = None
        self.order: dict[str, list[int]] = {}
        """The numbers of members in their first listed order, for the current text and for no text."""
        self.failed_names: set[str] = set()
        self.early_entries: list[str] = []
        self.is_leaving = False

    def compose(self) -> ComposeResult:
        """Yield the input above the roster."""
        yield Static("Check-in", classes="heading", markup=False)
        hint = "A name or its beginning, several with commas, or all; a digit checks in that row"
        yield NameField(self.enter, self.mark, self.go_back, self.undo, self.pick, placeholder=hint)
        yield NameList()
        yield from footer()

    def reload(self) -> None:
        """Load the roster and the session again."""
        self.desk.read(self, lambda: _load_roster(self.desk.club), self._show)

    on_screen_resume = reload

    def _show(self, data: tuple[Sequence[Member], SessionView]) -> None:
        self.members, self.session = data
        present_count = len(self.session.present)
        set_heading(self, f"Check-in, {self.session.session.held_on}   {present_count} checked in")
        self._list()
        early, self.early_entries = self.early_entries, []
        if early:
            field = self.query_one(NameField)
            typed_text = field.value
            for text in early:
                field.value = text
                self.enter()
            field.set_text(typed_text)
            if self.is_leaving:
                self.dismiss()

    def _update_list(self) -> None:
        """Update the list if the text has changed, as a key may arrive before the change event."""
        if self.listed_text != self.query_one(NameField).value:
            self._list()

    on_input_changed = _update_list

    def _list(self) -> None:
        if self.session is None:
            return
        previous_text, self.listed_text = self.listed_text, self.query_one(NameField).value
        names = self.query_one(NameList)
        # What the officer has gone to stays marked when somebody else's entry comes in, or their own one before.
        selected = names.highlighted_option if previous_text == self.listed_text else None
        text = " ".join(self.listed_text.split())
        present = {member.id for member in self.session.present}
        by_id = {member.id: member for member in sorted(self.members, key=lambda member: member.name.casefold())}
        names_by_id = {member.id: member.name for member in by_id.values()}
        matching_ids, similar_ids = nearest_names(text, names_by_id) if text else ([*by_id], [])
        matching_ids = self._sort_matches(text, matching_ids, present)
        checked_out = self.session.checked_out
        rows = [
            (
                _render_member(by_id[member_id], member_id in present, has_left=member_id in checked_out),
                f"member {by_id[member_id].name}",
            )
            for member_id in (*matching_ids, *similar_ids)
        ]
        if names_to_add := self._names_to_add(text):
            new_names, (member, guest) = join_words(names_to_add), _STATUS_NOUNS[len(names_to_add) > 1]
            rows.append((Content(f"         add {new_names} as {member}"), f"new {text}"))
            rows.append((Content(f"         add {new_names} as {guest}"), f"guest {text}"))
        # Enter on an empty line notes nobody: pressed twice in haste, it would note whoever comes next.
        first = None if self._listed_names(text) else row_for_enter(text, matching_ids, names_by_id, len(rows))
        selected_row = next((index for index, (_, id) in enumerate(rows) if selected and id == selected.id), first)
        names.show(
            rows, selected_row, picks_by_digit=not any(char.isdigit() for name in names_by_id.values() for char in name)
        )

    def _sort_matches(self, text: str, matches: Sequence[int], present: Collection[int]) -> list[int]:
        """Return the matching members in their first listed order, absent ones first and new ones last.

        The order stays fixed for a text, so that a digit keeps its meaning while someone types quickly.
        """
        order = [member for member in self.order.get(text, ()) if member in matches]
        # Who is still missing comes first: that is whom Enter is for.
        order += sorted((member for member in matches if member not in order), key=lambda member: member in present)
        self.order = {"": self.order.get("", []), text: order}
        return order

    def pick(self, digit: str) -> bool:
        """Check in the player in the row of a digit. Return whether the row exists."""
        self._update_list()
        if choice := self.query_one(NameList).pick(digit):
            self.enter()
        return choice

    def mark(self, step: int) -> None:
        """Select the next or previous name while the focus stays in the input."""
        self._update_list()
        self.query_one(NameList).step(step)

    def _selected_row(self) -> tuple[str, str] | None:
        """Return the kind of the selected row and its name, or None without a selection."""
        self._update_list()
        selected = self.query_one(NameList).highlighted_option
        if selected is None or selected.id is None:
            return None
        kind, _, name = selected.id.partition(" ")
        return kind, name

    def enter(self) -> None:
        """Check in the selected player. Text entered before the roster is loaded waits for it."""
        if self.session is None:
            if text := self.query_one(NameField).value:
                self.early_entries.append(text)
                self.query_one(NameField).value = ""
            return
        text = self.query_one(NameField).value
        selected, names, new_names = self._selected_row(), self._listed_names(text), self._names_to_add(text)
        club, session = self.desk.club, str(self.session.session.id)
        if names and selected is None:
            if new_names:
                unknown = join_words([f"'{name}'" for name in new_names], "or")
                refuse(self, f"Nobody is checked in. No member is called {unknown}. To add them, choose a row below.")
                return
            check_in = partial(checkin.check_in, club, names, session)
            if [name.casefold() for name in names] == [_EVERYBODY]:
                check_in = partial(checkin.check_in_all, club, session)
            self._write(check_in, lambda: "Nobody is checked in.", "They are all checked in already.")
            return
        if selected is None:
            no_selection_text = "Nobody is selected. Type the beginning of a name, or go to one with the arrows."
            empty_roster_text = "The roster is empty. Type a name and press Enter to add it."
            refuse(self, no_selection_text if self.members else empty_roster_text)
            return
        kind, name = selected
        present, already_text = {member.name for member in self.session.present}, f"{name} is already checked in."
        if not text.strip() and name in present:
            is_everybody_present = all(member.name in present for member in self.members)
            refuse(self, "Everybody on the roster is checked in." if is_everybody_present else already_text)
            return
        self.failed_names.discard(name)

        def refusal_text() -> str:
            self.failed_names.add(name)
            return f"Not checked in: {', '.join(sorted(self.failed_names))}."

        self._write(partial(_check_in, club, session, kind, names or [name], new_names), refusal_text, already_text)

    on_option_list_option_selected = enter

    def _write(
        self, check_in: Callable[[], Sequence[Member]], refusal_text: Callable[[], str], already_text: str
    ) -> None:
        """Clear the input and check players in. The text returns after a refusal."""
        field = self.query_one(NameField)
        text, field.value = field.value, ""

        def show_refusal(message: str) -> None:
            refuse_in_front_screen(self.app, f"{refusal_text()} {message}")
            if self.is_attached:
                field.set_text(field.value or text)

        def show_members(members: Sequence[Member]) -> None:
            guest = ", as a guest" if len(members) == 1 and members[0].guest else ""
            self._show_and_reload(f"{_names_with_verb(members)} checked in{guest}." if members else already_text)

        self.desk.write(self, check_in, show_members, show_refusal)

    def _names_to_add(self, text: str) -> list[str]:
        """Return the typed names that belong to nobody on the roster. In a list, likely typos are left out."""
        names_by_id = {member.id: member.name for member in self.members}
        if names := self._listed_names(text):
            unknown = [
                name
                for name in names
                if not nearest_names(name, names_by_id)[0] and correct_slip(name, names_by_id) is None
            ]
            return unknown if "," in text else []
        return [text] if text and not any(fit(text, name) is Fit.EXACT for name in names_by_id.values()) else []

    def _listed_names(self, text: str) -> list[str]:
        """Return the names in a list, or the word for everybody, or no names for other text."""
        names = [" ".join(name.split()) for name in text.split(",") if name.strip()]
        is_everybody = [name.casefold() for name in names] == [_EVERYBODY] and all(
            fit(_EVERYBODY, member.name) is None for member in self.members
        )
        return names if "," in text or is_everybody else []

    def undo(self) -> None:
        """Undo the check-in of the selected player."""
        selected = self._selected_row()
        if selected is None or self.session is None:
            refuse(self, "Nobody is selected. Go to a checked-in name with the arrows.")
            return
        kind, name = selected
        club, session = self.desk.club, str(self.session.session.id)
        if kind != "member" or name not in {member.name for member in self.session.present}:
            refuse(self, f"{name} is not checked in.")
            return

        def show_undone(_: object) -> None:
            self.query_one(NameField).value = ""
            self._show_and_reload(f"{name} is no longer checked in.")

        self.desk.write(self, partial(checkin.undo, club, [name], session), show_undone)

    def go_back(self) -> None:
        """Clear the input, or leave if it is empty.

        Early entries are handled first, unless the key is pressed twice.
        """
        line = self.query_one(NameField)
        if line.value and self.session is not None:
            line.value = ""
        elif self.early_entries and not self.is_leaving:
            self.is_leaving = True
        else:
            self.dismiss()

    def _show_and_reload(self, message: str) -> None:
        show_message(self, message)
        self.reload()


def _load_roster(club: Club) -> tuple[Sequence[Member], SessionView]:
    return roster.members(club), sessions.show(club, str(session_open(club).id))


def _check_in(club: Club, session: str, kind: str, names: Sequence[str], new_names: Sequence[str]) -> list[Member]:
    """Check players in, and add new names to the roster first. Return the members checked in."""
    if kind == "new":
        roster.add_all(club, new_names)
    return checkin.check_in(club, names, session, guests=kind == "guest")


def _names_with_verb(members: Sequence[Member]) -> str:
    return f"{join_words(member.name for member in members)} {'is' if len(members) == 1 else 'are'}"


def _render_member(member: Member, is_present: bool, *, has_left: bool) -> Content:
    guest = f"{'  guest' if member.guest else ''}{'  gone home' if has_left else ''}"
    return Content.assemble("✓ here   " if is_present else "         ", (member.name, "bold"), (guest, "$text-muted"))
