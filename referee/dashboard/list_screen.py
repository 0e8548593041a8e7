"""The screen for every list in the club, with details of the selected row and operations on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import Any, Generic, TypeVar

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Static

from referee.cards.immutable import frozen
from referee.club.folder import Club
from referee.dashboard import keys
from referee.dashboard.deeds.deed import Deed
from referee.dashboard.deeds.running import carry_out
from referee.dashboard.desk import Desk
from referee.dashboard.document_screen import Document, DocumentScreen, bind_keys
from referee.dashboard.screens import NEIGHBOUR_STEPS, footer, go_to_list_neighbour, open_in_front, set_heading
from referee.dashboard.widgets.listing import Listing, ListRow
from referee.dashboard.widgets.message_line import refuse, show_default_message
from referee.dashboard.widgets.side_panel import BREAKPOINTS, WIDE, ListWithDetails, RowRenderer, TextPane

Data = TypeVar("Data")
Item = TypeVar("Item")


@frozen
class ListDefinition(Generic[Data, Item]):
    """The columns, rows, documents and operations of a list.

    - `section`: the section of its key settings.
    - `load`: returns the data for a query, such as a game. It may reuse the data of the last load.
    - `items`: returns the items of the data. `row` returns an item's row. `heading` and `header` go above the rows.
    - `document`: returns an item's document. Enter opens it unless `open_action` names an operation.
    - `deeds`, `item_deeds`: functions by action name that return an operation on the list or on an item.
    - `created_key`: returns the key of the row to select after an operation, from the operation's result.
    - `is_available`: returns whether an operation appears in the footer.
    - `no_selection`, `empty_text`, `hint`: messages without a selection, for an empty list, and for other lists. Ids of
      key bindings go in braces.
    - `first_item`: returns the item to select first.

    A list can always be filtered by the words in its rows. If `matches` compares more than these, `filter_hint` says
    what to type, and the filter is always visible.
    """

    section: str
    columns: Sequence[str]
    load: Callable[[Club, str, Data | None], Data]
    heading: Callable[[Data, Sequence[Item]], str]
    items: Callable[[Data], Sequence[Item]]
    row: Callable[[Data, Item], ListRow]
    document: Callable[[Data, Item], Document[Any]]
    no_selection: str
    empty_text: str
    hint: str = ""
    deeds: Mapping[str, Callable[[ListScreen[Data, Item]], Deed[Any] | None]] = field(default_factory=dict)
    item_deeds: Mapping[str, Callable[[ListScreen[Data, Item], Item], Deed[Any] | None]] = field(default_factory=dict)
    created_key: Callable[[Any], str | None] = lambda _came: None
    open_action: str = "open"
    first_item: Callable[[Sequence[Item]], Item] = lambda items: items[0]
    filter_hint: str = ""
    matches: Callable[[str, Item], bool] | None = None
    filter_focused: bool = False
    header: Callable[[Data, int], Iterable[Content]] | None = None
    is_available: Callable[[Data, str], bool] = lambda _found, _deed: True


class FilterField(Input):
    """The input that filters the list. Enter moves the focus to the list.

    It is hidden while unused, unless the list has a `filter_hint`.
    """

    DEFAULT_CSS = """
    FilterField, FilterField:focus { margin: 0 1; }
    """

    def __init__(self, key: str, filter_hint: str) -> None:
        super().__init__(placeholder=f"{key} finds {filter_hint}" if filter_hint else "words in the rows", id="find")
        self.is_permanent = self.display = bool(filter_hint)
        self.cursor_blink = False

    def on_input_submitted(self) -> None:
        """Move the focus to the filtered list."""
        self.screen.query_one(Listing).focus()


class ListScreen(Screen[None], Generic[Data, Item]):
    """A list with one row for each item. A wide screen shows details of the selected item beside it."""

    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = BREAKPOINTS
    DEFAULT_CSS = """
    ListScreen #above { height: auto; max-height: 30%; padding: 0 1 1 1; }
    ListScreen #empty { height: 1fr; padding: 1 2; display: none; }
    ListScreen.-empty #empty { display: block; }
    ListScreen.-empty ListWithDetails { display: none; }
    """

    def __init__(self, desk: Desk, definition: ListDefinition[Data, Item], query: str = "") -> None:
        super().__init__()
        bind_keys(self, definition.section)
        self.section = definition.section  # which says what it is
        self.desk = desk
        self.definition = definition
        self.query_text = query
        self.data: Data | None = None
        self.key_to_mark: str | None = None
        self._items: dict[str, Item] = {}
        self._details: dict[str, list[Content]] = {}
        self._valid_widths: dict[str, int] = {}  # the width in which each that is read stands, as far as it still holds
        self._pending_details: tuple[str, int] | None = None

    def compose(self) -> ComposeResult:
        """Yield the filter, the header rows, the list with details, and the footer."""
        yield Static(classes="heading", markup=False)
        yield FilterField(self.desk.key(f"{self.definition.section}.find"), self.definition.filter_hint)
        if self.definition.header:
            yield TextPane("above")
        yield ListWithDetails(self._details_renderer, lambda: self.action_deed(self.definition.open_action))
        yield Static(id="empty", markup=False)
        yield from footer()

    # -- what there is ------------------------------------------------------------------------------------

    def reload(self) -> None:
        """Load the list's data again."""
        load = partial(self.definition.load, self.desk.club, self.query_text, self.data)
        self.desk.read(self, load, self._show)

    on_screen_resume = reload

    def set_query(self, query: str) -> None:
        """Load the data for another query, such as another game."""
        self.query_text = query
        self.reload()

    def _show(self, data: Data) -> None:
        is_first, self.data = self.data is None, data
        self._valid_widths.clear()
        self._pending_details = None
        if self.definition.header:
            self.query_one("#above", TextPane).show(partial(self.definition.header, data))
        items = self._update_list()
        listing = self.query_one(Listing)
        if is_first and items:
            listing.mark(self.definition.row(data, self.definition.first_item(items)).key)
        # Kept until a look finds it: the one that was asked for it may give way to a later one.
        if self.key_to_mark in self._items:
            listing.mark(self.key_to_mark or "")
            self.key_to_mark = None
        if is_first and self.definition.filter_focused:
            self.query_one(FilterField).focus()
        elif self.focused is None and items:
            listing.focus()

    def _update_list(self) -> Sequence[Item]:
        if (data := self.data) is None:
            return ()
        text = self.query_one(FilterField).value.strip()
        all_items = self.definition.items(data)
        pairs = [(item, self.definition.row(data, item)) for item in all_items]
        pairs = [(item, row) for item, row in pairs if not text or self._matches(text, item, row)]
        items, rows = [item for item, _ in pairs], [row for _, row in pairs]
        self._items = dict(zip((row.key for row in rows), items, strict=True))
        set_heading(self, self.definition.heading(data, items))
        self.refresh_bindings()
        self.set_class(not all_items, "-empty")
        self.query_one("#empty", Static).update(self.with_keys(self.definition.empty_text))
        self.query_one(ListWithDetails).show(self.definition.columns, rows)
        no_match = f"Nothing matches {text!r}. Escape shows everything again."
        show_default_message(
            self, "" if not all_items else no_match if not items else self.with_keys(self.definition.hint)
        )
        return items

    on_input_changed = _update_list

    def _matches(self, text: str, item: Item, row: ListRow) -> bool:
        if self.definition.matches:
            return self.definition.matches(text, item)
        row_text = " ".join(row.cells).casefold()
        return all(word in row_text for word in text.casefold().split())

    def with_keys(self, sentence: str) -> str:
        """Return the sentence with each binding's id in braces replaced by its key."""
        return keys.insert_keys(sentence, self.desk.keymap)

    # -- what the marked one is ---------------------------------------------------------------------------

    @property
    def marked_item(self) -> Item | None:
        """The selected item, or None in an empty list."""
        return self._items.get(self.query_one(Listing).marked_key or "")

    def _details_renderer(self) -> RowRenderer | None:
        selected_key = self.query_one(Listing).marked_key
        return partial(self._render_details, selected_key) if selected_key in self._items else None

    def _render_details(self, key: str, width: int) -> Sequence[Content]:
        """Return the loaded rows about an item. Start loading them if they are missing or outdated."""
        details = (key, width)
        if (
            self._valid_widths.get(key) != width
            and details != self._pending_details
            and self.has_class(WIDE)
            and self.data is not None
        ):
            self._pending_details, document, club = (
                details,
                self.definition.document(self.data, self._items[key]),
                self.desk.club,
            )
            on_loaded, on_failed = partial(self._details_loaded, details), partial(self._details_failed, details)
            self.desk.read(self, lambda: document.titled_rows(club, width), on_loaded, on_failed, group="details")
        return self._details.get(key, ())

    def _details_loaded(self, details: tuple[str, int], rows: list[Content]) -> None:
        row_key, width = details
        self._details[row_key], self._valid_widths[row_key] = rows, width
        if self._pending_details == details:
            self._pending_details = None
        self.query_one(ListWithDetails).show_details()

    def _details_failed(self, details: tuple[str, int], message: str) -> None:
        self._details_loaded(details, Content(f"! {message}").wrap(max(1, details[1])))

    def open_neighbour(self, step: int) -> bool:
        """Close the open item, and open the one `step` rows further on. Return whether it exists."""
        listing = self.query_one(Listing)
        index = listing.cursor_row + step
        if self.data is None or not 0 <= index < len(listing.list_rows):
            return False
        listing.move_cursor(row=index)
        self.app.pop_screen()
        self.action_deed(self.definition.open_action)
        return True

    # -- what is done -------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether the action is available, for the footer."""
        return action != "deed" or self.data is None or self.definition.is_available(self.data, str(parameters[0]))

    def action_deed(self, name: str) -> None:
        """Run the operation of a key on the list or on the selected item."""
        if name == "leave":
            self._leave()
        elif name in NEIGHBOUR_STEPS:
            go_to_list_neighbour(self, NEIGHBOUR_STEPS[name])
        elif name in self.definition.deeds:
            self._carry_out(self.definition.deeds[name](self))
        elif name == "find":
            field = self.query_one(FilterField)
            field.display = True
            field.focus()
        elif (data := self.data) is None:
            return
        elif (item := self.marked_item) is None:
            refuse(self, self.definition.no_selection)
        elif name in self.definition.item_deeds:
            self._carry_out(self.definition.item_deeds[name](self, item))
        else:
            open_in_front(self, DocumentScreen(self.desk, self.definition.document(data, item)))

    def _leave(self) -> None:
        """Clear the filter and focus the list. Leave the screen if there is no filter."""
        field = self.query_one(FilterField)
        if self.focused is not field and not field.value:
            self.dismiss()
            return
        field.value = ""
        field.display = field.is_permanent
        self.set_focus(None)
        self.query_one(Listing).focus()

    def _carry_out(self, deed: Deed[Any] | None) -> None:
        if deed is not None:
            carry_out(self.desk, self, deed, self._deed_done)

    def _deed_done(self, result: Any) -> None:
        self.key_to_mark = self.definition.created_key(result)
        self.reload()
