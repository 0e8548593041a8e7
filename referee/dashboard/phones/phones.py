"""The screen of tonight's phones: calls, reported results, illegal lines, and each table's code and phones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final, TypeAlias

from textual.content import Content

from referee.cards.words import quantity
from referee.club.phones import report_settlement
from referee.club.phones.codes import format_code
from referee.club.phones.evening_state import EVERYWHERE, OfficerCall, Phone, ResultReport, SeatedTable
from referee.club.phones.report_settlement import phones_at
from referee.dashboard.deeds.deed import Deed, Pick
from referee.dashboard.deeds.menu import choose
from referee.dashboard.deeds.running import carry_out
from referee.dashboard.desk import Desk
from referee.dashboard.document_screen import DocumentScreen
from referee.dashboard.list_screen import ListDefinition, ListScreen
from referee.dashboard.navigation import go_to_table
from referee.dashboard.phones import deeds, server
from referee.dashboard.phones.item_document import item_document, poster_document
from referee.dashboard.phones.phones_view import (
    AgreedResults,
    Item,
    PhonesView,
    WaitingLine,
    item_key,
    list_items,
    load_phones,
    table_number,
)
from referee.dashboard.rendering import wrap
from referee.dashboard.screens import open_in_front
from referee.dashboard.widgets.listing import ListRow
from referee.dashboard.widgets.message_line import refuse
from referee.store.moment import in_local_time

Screen: TypeAlias = "ListScreen[PhonesView, Item]"
_WAITING_STYLE: Final = "bold"


def phones_screen(desk: Desk, selected_key: str = "") -> Screen:
    """Return the screen of tonight's phones. `selected_key` is the key of the row to select."""
    screen = ListScreen(desk, PHONES)
    screen.key_to_mark = selected_key or None
    return screen


# -- what is listed -------------------------------------------------------------------------------------------


def _row(view: PhonesView, item: Item) -> ListRow:
    is_waiting = isinstance(item, OfficerCall | WaitingLine) or (
        isinstance(item, ResultReport) and item.disputed and not item.settled
    )
    return ListRow(item_key(item), _cells(view, item), _WAITING_STYLE if is_waiting else "")


def _cells(view: PhonesView, item: Item) -> tuple[str, str, str, str]:
    table = str(table_number(view, item) or "")
    match item:
        case OfficerCall():
            coming = ", and you are coming" if item.coming else ""
            return (
                f"{table}",
                "! call",
                view.name_of(item.member),
                f"{in_local_time(item.at):%H:%M} {item.reason}{coming}",
            )
        case ResultReport():
            sign = "" if not item.disputed or item.settled else "! "
            versions = "; ".join(
                f"{view.name_of(version.member)}: {view.result_text(version.places)}" for version in item.versions
            )
            text = view.result_text(item.places) if item.settled else versions
            return table, f"{sign}result", _confirming_names(view, item), f"{view.describe_state(item)}. {text}"
        case AgreedResults():
            return "", "results", "", f"all {len(item.matches)} agreed tables can be finished at once"
        case WaitingLine():
            ruling_text = item.line.ruling.says if item.line.ruling else "illegal"
            return table, f"! line {item.line.number}", item.line.by, f"{item.line.text}: {ruling_text}"
        case SeatedTable():
            code = view.phones.codes.get(item.table, "") if view.phones else ""
            return table, "table", format_code(code) if code else "", _describe_table(view, item)
        case Phone():
            return "", f"phone {item.number}", view.name_of(item.member), "writes" if item.writes else "reads"


def _confirming_names(view: PhonesView, report: ResultReport) -> str:
    return ", ".join(map(view.name_of, report.confirmed))


def _describe_table(view: PhonesView, seated_table: SeatedTable) -> str:
    """Return the table's number of phones and what they may do."""
    if view.phones is None:
        return ""
    permission = "only read" if view.phones.at(seated_table.table).read else "may write"
    preview_text = "rulings beforehand" if view.previews.get(seated_table.table) else "no rulings beforehand"
    return f"{quantity(len(phones_at(view.phones, seated_table.table)), 'phone')}; {permission}; {preview_text}"


def _heading(view: PhonesView, _: object) -> str:
    if view.phones is None:
        return "Phones"
    count_text = quantity(sum(not phone.ended for phone in view.phones.phones), "phone")
    return f"Phones   {count_text}{'   all switched off' if view.all_off else ''}"


def _server_rows(view: PhonesView, width: int) -> Iterator[Content]:
    """Yield the addresses of the phone servers."""
    if view.phones is None:
        return
    for phone_server in view.servers:
        limits = " Phones only read." if phone_server.read_only else "" if phone_server.results else " No results."
        encryption_text = "" if phone_server.encrypted else " What phones send travels unencrypted."
        yield from wrap(f"Served at {phone_server.url}.{limits}{encryption_text}", width, 0)
    for phone_server in view.silent_servers:
        yield from wrap(f"Nothing listens at {phone_server.url}, where they were served.", width, 0)
    if not view.servers:
        yield from wrap("The phones are not served now.", width, 0)


# -- what is done ---------------------------------------------------------------------------------------------

_ItemAction: TypeAlias = "Callable[[Screen, PhonesView, int, Item], Deed[Any] | None]"


def _on_item(act_on_item: _ItemAction) -> Callable[[Screen, Item], Deed[Any] | None]:
    """Return the function for a key that acts on the selected row while a session is open."""

    def run(screen: Screen, item: Item) -> Deed[Any] | None:
        view = screen.data
        return act_on_item(screen, view, view.phones.session.id, item) if view and view.phones else None

    return run


def _open(screen: Screen, view: PhonesView, _: int, item: Item) -> None:
    """Go to the table of a call or an illegal line. Open a document for any other row."""
    if isinstance(item, OfficerCall | WaitingLine):
        go_to_table(screen.desk, screen, table_number(view, item))
    else:
        open_in_front(screen, DocumentScreen(screen.desk, item_document(view, item)))


def _tell_coming(screen: Screen, _: PhonesView, session: int, item: Item) -> Deed[Any] | None:
    if isinstance(item, OfficerCall):
        return deeds.tell_coming(session, item)
    return _refuse(screen, "Select a call: its table is told that you are coming.")


def _finish(screen: Screen, view: PhonesView, session: int, item: Item) -> Deed[Any] | None:
    match item:
        case OfficerCall():
            return deeds.end_call(session, item)
        case AgreedResults():
            return deeds.finish_agreed(session)
        case ResultReport() if item.settled:
            key = screen.desk.key
            return deeds.finish_match(item.match, table_number(view, item), key("undo-last"), key("table.result"))
        case ResultReport():
            return _refuse(screen, "That result is not agreed. {phones.record} records one version of it.")
    return _refuse(screen, "Select a call or an agreed result: it is finished.")


def _record(screen: Screen, view: PhonesView, session: int, item: Item) -> Deed[Any] | None:
    if isinstance(item, ResultReport) and not item.settled:
        return deeds.record_version(view, session, item, table_number(view, item))
    return _refuse(screen, "Select a result that is not recorded yet.")


def _remove_item(screen: Screen, view: PhonesView, session: int, item: Item) -> Deed[Any] | None:
    match item:
        case Phone():
            return deeds.unpair(session, item, view.name_of(item.member))
        case ResultReport():
            return deeds.discard_report(session, item, table_number(view, item))
    return _refuse(screen, "Select a phone to unpair it, or a reported result to throw it away.")


def _change_item(screen: Screen, view: PhonesView, session: int, item: Item) -> Deed[Any] | None:
    match item:
        case Phone() if item.writes:
            return _refuse(screen, f"Phone {item.number} writes already.")
        case Phone():
            return deeds.let_write(session, item, view.name_of(item.member))
        case SeatedTable() if view.phones:
            read_only = not view.phones.at(item.table).read
            text = f"Phones {'only read' if read_only else 'may write'} at table {item.table} now."
            return deeds.change_switches(session, item.table, lambda switches: replace(switches, read=read_only), text)
    return _refuse(screen, "Select a table to let its phones write or only read, or a phone to let it write.")


def _new_code(screen: Screen, view: PhonesView, session: int, item: Item) -> Deed[Any] | None:
    if table := table_number(view, item):
        return deeds.renew_code(session, table)
    return _refuse(screen, "Select a table to give it another code.")


def _serve_or_show(screen: Screen) -> Deed[Any] | None:
    """Return the operation that starts the phone server. If a server runs already, show its poster and return None."""
    if screen.data and screen.data.servers:
        open_in_front(screen, DocumentScreen(screen.desk, poster_document()))
        return None
    silent_servers = screen.data.silent_servers if screen.data else ()
    return replace(server.serve(screen.desk.server, silent_servers), shows=lambda _: poster_document())


def _serve_encrypted(screen: Screen) -> Deed[Any]:
    silent_servers = screen.data.silent_servers if screen.data else ()
    return replace(server.serve(screen.desk.server, silent_servers, encrypted=True), shows=lambda _: poster_document())


def _finish_all(screen: Screen) -> Deed[Any] | None:
    view = screen.data
    if view is None or view.phones is None or not report_settlement.agreed_matches(view.phones):
        return _refuse(screen, "No agreed table waits to be finished.")
    return deeds.finish_agreed(view.phones.session.id)


def _switch_all(screen: Screen) -> Deed[Any] | None:
    """Return the operation that switches all phones off, or on again."""
    view = screen.data
    if view is None or view.phones is None:
        return _refuse(screen, PHONES.no_selection)
    is_off = not view.all_off
    message = f"All phones are switched {'off' if is_off else 'on'}."
    return deeds.change_switches(
        view.phones.session.id, EVERYWHERE, lambda switches: replace(switches, off=is_off), message
    )


def _show_menu(screen: Screen) -> None:
    view = screen.data
    if view is None or view.phones is None:
        refuse(screen, PHONES.no_selection)
        return
    session = view.phones.session.id
    table = table_number(view, item) if (item := screen.marked_item) else 0
    actions: dict[str, tuple[str, Callable[[Screen], Deed[Any] | None]]] = {}
    if table:
        preview = view.previews.get(table, False)
        label = f"Rulings beforehand at table {table}: {'off' if preview else 'on'}"
        text = f"Phones tell {'no' if preview else 'the'} ruling beforehand at table {table} now."
        previews = deeds.change_switches(session, table, lambda switches: replace(switches, previews=not preview), text)
        actions["b"] = label, lambda _: previews
    actions["f"] = "Finish all agreed tables", _finish_all
    actions["o"] = f"Switch all phones {'on' if view.all_off else 'off'}", _switch_all
    if screen.desk.server.is_running:
        actions["s"] = "Stop serving the phones", lambda _: server.stop(screen.desk.server)
    elif view.servers:
        actions["s"] = "Serve the phones from this desk too", lambda _: server.serve(screen.desk.server)
    if not screen.desk.server.is_running:
        actions["h"] = "Serve the phones over https, with a certificate", _serve_encrypted
    rows = [Pick(letter, label=label, letter=letter) for letter, (label, _) in actions.items()]

    def chosen(letter: str) -> None:
        if deed := actions[letter][1](screen):
            carry_out(screen.desk, screen, deed, lambda _: screen.reload())

    choose(screen, "Phones: more", rows, chosen)


def _refuse(screen: Screen, message: str) -> Deed[Any] | None:
    refuse(screen, screen.with_keys(message))
    return None


PHONES: Final = ListDefinition(
    "phones",
    ("table", "", "who", "about"),
    load=load_phones,
    heading=_heading,
    items=list_items,
    row=_row,
    document=item_document,
    no_selection="No table is open tonight.",
    empty_text="No table is open tonight. Each table that starts has a code for phones while they are served.",
    hint="{phones.serve} serves the phones, or shows where they are served. Enter reads more.",
    deeds={"serve": _serve_or_show, "more": _show_menu, "finish_all": _finish_all, "off": _switch_all},
    item_deeds={
        "open": _on_item(_open),
        "coming": _on_item(_tell_coming),
        "finish": _on_item(_finish),
        "record": _on_item(_record),
        "out": _on_item(_remove_item),
        "edit": _on_item(_change_item),
        "new_code": _on_item(_new_code),
    },
    header=_server_rows,
)
