"""Record lines at a table, and print what comes of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from referee.cli.books.check import read_text
from referee.cli.exit_codes import ExitCode
from referee.cli.shared.club import all_or_nothing
from referee.cli.shared.common_options import CommonOptions
from referee.cli.shared.printing import (
    exit_code,
    fail,
    print_fault,
    print_json,
    print_line,
    print_ruling,
    print_settlement,
    warn,
)
from referee.rules import Fault, Verdict, write_chips, write_places
from referee.rules.plain_data import plain
from referee.rules.records.messages import render_text
from referee.rules.records.record import worth
from referee.rules.records.report_data import item_as_data
from referee.store.moment import in_local_time

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.match.correction_notes import CorrectionView
    from referee.club.match.line_effect import LineEffect
    from referee.club.match.recording import Logged
    from referee.club.match.view import LineView, MatchView
    from referee.rules import Report, Rulebook


def log_lines(desk: Club, table: int, lines: Sequence[str], *, key: str | None, json: bool = False) -> ExitCode:
    """Write lines down together, each an argument or, for -, of standard input, and say the effect of each."""
    from referee.club.match import recording
    from referee.club.match.log import log_of
    from referee.club.text import typed_lines

    piped = list(lines) == ["-"]
    rows = list(enumerate(read_text("-").splitlines() if piped else lines, 1))
    with all_or_nothing(rows):
        seen = log_of(desk, table)
        read, faults = typed_lines.read(seen, rows)
        if faults:
            fail_with_faults(faults, "standard input" if piped else "", several=len(rows) > 1)
        said = {line.number for line in read}
        if not piped and (blank := next((text for number, text in rows if number not in said), None)) is not None:
            fail(f"{blank!r} is not one line of a record. Type one, such as: Ann passes")
        if not read:
            fail("Standard input is empty. Give lines such as: Ann passes")
        logged = recording.log_all(desk, seen, read, key=key)
    return print_logged(logged, json=json)


def log_file(desk: Club, table: int, file: str, common: CommonOptions) -> ExitCode:
    """Write down the lines of a paper sheet, and say the effect of each."""
    from referee.cli.shared.impact_preview import confirm_impact
    from referee.club.match import paper_sheet, recording

    def act(one: Club) -> Logged:
        return recording.log_all(one, log, lines)

    log, lines, faults = paper_sheet.read_sheet(desk, table, read_text(file))
    if faults:
        fail_with_faults(faults, "standard input" if file == "-" else file)
    with all_or_nothing(lines):
        if common.dry_run and not confirm_impact(desk, table, act, common):
            return ExitCode.LEGAL
        logged = act(desk)
    return print_logged(logged, json=common.json)


def replace_line(
    desk: Club, table: int, text: str, instead_of: int, *, key: str | None, json: bool = False
) -> ExitCode:
    """Write a line down in the place of a mistyped one, and say its effect and what it turns."""
    from referee.club.match import matches, recording
    from referee.club.match.line_effect import LineEffect

    done = recording.log(desk, table, text, key=key, instead_of=instead_of)
    match = matches.show(desk, table)
    line = replace(match.log[done.number - 1], original=done.original)
    stood = tuple(each for each in match.log if each.shown_by == done.number)
    effect = LineEffect(
        replace(line, original=done.original), match.turned_by(done.number), match.lapsed_with(done.number), stood
    )
    if json:
        print_json([effect])
    else:
        print_effect(table, match.book, effect)
        _print_all_turned(done)
    return exit_code([line.ruling] if line.ruling else [])


def fail_with_faults(faults: Sequence[Fault], source: str, *, several: bool = True) -> NoReturn:
    """Say what cannot be read of lines that belong together, and leave: then none of them is written down."""
    for fault in faults:
        print_fault(fault, source, several=several)
    if several:
        warn("referee: nothing was recorded")
    raise typer.Exit(ExitCode.USAGE)


def print_logged(logged: Logged, *, json: bool = False) -> ExitCode:
    """Say the effects of lines that were written down; return the code for what they have come to."""
    from referee.club.match.view import line_view

    log = logged.log
    now = [line_view(log, log.entries[each.line.number - 1]) for each in logged.effects]
    if json:
        print_json([replace(each, line=line) for line, each in zip(now, logged.effects, strict=True)])
    else:
        # A later one of these lines may have decided on one before it; what is left is asked once.
        undecided = {line.number for each in logged.effects for line in each.undecided}
        left = {number for number in undecided if line_view(log, log.entries[number - 1]).waits}
        for each in logged.effects:
            print_effect(log.match.id, log.book, each, ask_of=left)
            left -= {line.number for line in each.undecided}
    return exit_code([line.ruling for line in now if line.ruling])


def print_effect(
    table: int, book: Rulebook, effect: LineEffect, *, ask_of: Collection[int] | None = None, at_a_prompt: bool = False
) -> None:
    """Print a line's ruling, what it makes of earlier lines, and how the officer decides on those that wait for it.

    Of lines that were written down together only some may still wait; then a decision is asked for on those in
    `ask_of`.
    """
    line = effect.line
    print_line(f"{line.number:4}  {line.words}", hang=6)
    if line.ruling is None:
        return
    print_ruling(line.ruling, line.items, margin="      ", in_full=False)
    for each in effect.turned:
        _print_turned(each, "      ")
    for each in effect.lapsed:
        print_line(f"      line {each.number}, {each.text}, has lapsed:")
        if each.ruling:
            print_ruling(each.ruling, margin="      ")
    for each in effect.stood:
        print_line(f"      line {each.number}, {each.text}, stands: play went on from it.")
    turned = {each.number for each in effect.turned}
    for each in effect.undecided:
        if each is not line and each.number not in turned:
            print_line(f"      line {each.number}, {each.text}, no longer stands: play did not go on from it.")
    for each in effect.undecided:
        if ask_of is None or each.number in ask_of:
            _print_choices(table, book, each, of_another=each is not line, at_a_prompt=at_a_prompt)


def _print_choices(
    table: int, book: Rulebook, line: LineView, *, of_another: bool = False, at_a_prompt: bool = False
) -> None:
    """Print how the officer decides on a line that waits for it; printed under another, it is named."""
    from referee.club.match.view import may_stand

    undo = f"undo {line.number}" if at_a_prompt else f"referee undo {table} {line.number}"
    stands = (
        f"stands {line.number} ..." if at_a_prompt else f'referee table let-stand {table} {line.number} --reason "..."'
    )
    kept = f"Line {line.number} is kept" if of_another else "Kept"
    if line.judged and not may_stand(book, line.judged):
        print_line(f"      {kept} in the log without effect; it would have none if it stood. Undo it:")
        print_line(f"      {undo}")
        return
    print_line(f"      {kept} in the log without effect. Undo it, or let it stand:")
    print_line(f"      {undo}")
    print_line(f"      {stands}")


def print_decided(done: Sequence[LineView], match: MatchView) -> None:
    """Print what came of a decision on some lines, of which the first tells what it turns, and how the table stands."""
    for each in done:
        print_line(f"line {each.number}, {each.text}: {each.decision}")
    for each in done:
        _print_all_turned(each)
    # What lies on a table that is over is not what the players go on from.
    if match.void:
        _print_void(match)
    elif match.finished_at:
        print_places(match)
    else:
        _print_state(match)


def print_match(found: MatchView, put_right: Iterable[CorrectionView] = ()) -> None:
    """Print a table: its log with the rulings, the corrections, what is on it, and the settlement so far."""
    match = f" (m{found.id})" if found.goes_on else ""
    print_line(f"table {found.table}, {found.played_on}{match}: {found.book.title}, {', '.join(found.names)}")
    if found.continues:
        print_line(f"Before the players changed: referee table show m{found.continues}")
    if found.result_only:
        print_line("only the result is recorded")
    for each in found.log:
        word = f", {each.decision}" if each.decision else ", waits for a decision" if each.waits else ""
        word = f", stands (play went on from it in line {each.shown_by})" if each.shown_by else word
        reason = f": {each.reason}" if each.reason else ""
        who = f" ({signed})" if (signed := each.decided_by or (each.by if each.is_turn else "")) else ""
        print_line(f"{each.number:4}  {each.text}{word}{reason}{who}", hang=6)
        if each.ruling and (each.ruling.verdict is not Verdict.LEGAL or each.ruling.word or each.read_otherwise):
            print_ruling(each.ruling, margin="      ", was=each.read_otherwise)
        if each.waits:
            _print_choices(found.number, found.book, each)
    for done in put_right:
        mark = f", {done.mark}" if done.mark else ""
        print_line(f"corrected on {in_local_time(done.at):%Y-%m-%d} by {done.by}{mark}: {done.what} ({done.reason})")
    if found.void:
        _print_void(found)
    elif found.finished_at:
        print_settlement(counted_sheet(found), places=False)
        print_places(found)
    else:
        _print_state(found)
        print_settlement(found.sheet)


def _print_void(match: MatchView) -> None:
    print_line(f"table {match.number} is void (does not count)")


def counted_sheet(match: MatchView) -> Report:
    """Return the sheet that counts: of a match that ended as its players changed, that of its whole hands."""
    return match.whole_hands or match.sheet


def print_places(match: MatchView) -> None:
    """Print how a match ended."""
    for each in match.lapsed_with():
        print_line(f"lapsed: line {each.number}  {each.text}  ({each.ruling.reason if each.ruling else ''})")
    print_line(f"table {match.number} is finished: {write_places(match.places) or 'does not count'}")
    if match.goes_on:
        print_line(f"it goes on: referee table show {match.number.at}")
    if match.chips:
        print_line(f"chips: {write_chips(match.chips)}")
        if match.chip:
            print_line(f"worth: {', '.join(f'{name} {worth(won, match.chip)}' for name, won in match.chips.items())}")


def match_data(match: MatchView) -> dict[str, Any]:
    """Return a match with what it has come to, for scripts; while it is played, its places are those of the cards."""
    sheet = counted_sheet(match)
    name = sheet.record.seats.name
    return {
        **plain(match),
        "places": match.places if match.finished_at else [[name(seat) for seat in group] for group in sheet.places],
        "settlement": [item_as_data(item, sheet.record.seats.names) for item in sheet.settlement],
        "penalties": {name(seat): count for seat, count in sheet.penalties.items()},
        "lapsed": [each.number for each in match.lapsed_with()],
    }


def _print_all_turned(done: LineView) -> None:
    """Print the other lines on which a decision or a correction has changed the ruling."""
    for each in done.turned:
        _print_turned(each)


def _print_turned(line: LineView, margin: str = "") -> None:
    """Print a line of which the verdict has turned; it may be again what it was at first."""
    if line.ruling:
        print_line(f"{margin}line {line.number}, {line.text}, {line.read_otherwise or f'is now {line.ruling.says}'}:")
        print_ruling(line.ruling, margin="      ")


def _print_state(match: MatchView) -> None:
    state = match.sheet.table
    if state.turn is not None and not match.finished_at:
        print_line(f"turn: {match.names[state.turn]}")
    for fact in match.book.facts(state):
        who = f"{match.names[fact.seat]}: " if fact.seat >= 0 else ""
        print_line(f"{who}{fact.label.lower()} {render_text(fact.text, match.names)}")
