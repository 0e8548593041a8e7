"""Record lines at a table, and print their rulings and effects."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from referee.cli.books.check import read_text
from referee.cli.exit_codes import ExitCode
from referee.cli.shared.club import note_nothing_recorded
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
from referee.rules.records.record import chips_worth
from referee.rules.records.report_data import item_as_data
from referee.store.moment import in_local_time

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.match.correction_notes import CorrectionView
    from referee.club.match.line_effect import LineEffect
    from referee.club.match.recording import LoggedLines
    from referee.club.match.view import LineView, MatchView
    from referee.rules import Report, Rulebook


def log_lines(club: Club, table: int, lines: Sequence[str], *, key: str | None, json: bool = False) -> ExitCode:
    """Record lines from arguments, or from standard input for ``-``. Print their effects and return the exit code."""
    from referee.club.match import recording
    from referee.club.match.log import load_log
    from referee.club.text import typed_lines

    piped = list(lines) == ["-"]
    rows = list(enumerate(read_text("-").splitlines() if piped else lines, 1))
    with note_nothing_recorded(rows):
        log = load_log(club, table)
        lines_read, faults = typed_lines.read(log, rows)
        if faults:
            fail_with_faults(faults, "standard input" if piped else "", is_one_of_several=len(rows) > 1)
        numbers = {line.number for line in lines_read}
        if not piped and (blank := next((text for number, text in rows if number not in numbers), None)) is not None:
            fail(f"{blank!r} is not one line of a record. Type one, such as: Ann passes")
        if not lines_read:
            fail("Standard input is empty. Give lines such as: Ann passes")
        logged = recording.log_lines(club, log, lines_read, key=key)
    return print_logged(logged, json=json)


def log_file(club: Club, table: int, file: str, common: CommonOptions) -> ExitCode:
    """Record the lines of a paper sheet in a file. Print their effects and return the exit code."""
    from referee.cli.shared.impact_preview import confirm_impact
    from referee.club.match import paper_sheet, recording

    def act(club: Club) -> LoggedLines:
        return recording.log_lines(club, log, lines)

    log, lines, faults = paper_sheet.read_sheet(club, table, read_text(file))
    if faults:
        fail_with_faults(faults, "standard input" if file == "-" else file)
    with note_nothing_recorded(lines):
        if common.dry_run and not confirm_impact(club, table, act, common):
            return ExitCode.LEGAL
        logged = act(club)
    return print_logged(logged, json=common.json)


def replace_line(
    club: Club, table: int, text: str, instead_of: int, *, key: str | None, json: bool = False
) -> ExitCode:
    """Record a line in place of a mistyped one. Print its effects and return the exit code."""
    from referee.club.match import matches, recording
    from referee.club.match.line_effect import LineEffect

    corrected = recording.log_line(club, table, text, key=key, instead_of=instead_of)
    match = matches.show(club, table)
    line = replace(match.log[corrected.number - 1], original=corrected.original)
    stood_lines = tuple(stood_line for stood_line in match.log if stood_line.shown_by == corrected.number)
    effect = LineEffect(
        replace(line, original=corrected.original),
        match.turned_by(corrected.number),
        match.lapsed_with(corrected.number),
        stood_lines,
    )
    if json:
        print_json([effect])
    else:
        print_effect(table, match.book, effect)
        _print_changed_lines(corrected)
    return exit_code([line.ruling] if line.ruling else [])


def fail_with_faults(faults: Sequence[Fault], source: str, *, is_one_of_several: bool = True) -> NoReturn:
    """Print the faults in lines entered together, and exit. None of the lines is recorded."""
    for fault in faults:
        print_fault(fault, source, is_one_of_several=is_one_of_several)
    if is_one_of_several:
        warn("referee: nothing was recorded")
    raise typer.Exit(ExitCode.USAGE)


def print_logged(logged: LoggedLines, *, json: bool = False) -> ExitCode:
    """Print the effects of recorded lines, and return the exit code."""
    from referee.club.match.view import line_view

    log = logged.log
    current_lines = [line_view(log, log.entries[effect.line.number - 1]) for effect in logged.effects]
    if json:
        print_json([replace(effect, line=line) for line, effect in zip(current_lines, logged.effects, strict=True)])
    else:
        # A later one of these lines may have decided on one before it; what is left is asked once.
        undecided_lines = {line.number for effect in logged.effects for line in effect.undecided}
        undecided_numbers = {number for number in undecided_lines if line_view(log, log.entries[number - 1]).waits}
        for line_effect in logged.effects:
            print_effect(log.match.id, log.book, line_effect, ask_of=undecided_numbers)
            undecided_numbers -= {line.number for line in line_effect.undecided}
    return exit_code([line.ruling for line in current_lines if line.ruling])


def print_effect(
    table: int, book: Rulebook, effect: LineEffect, *, ask_of: Collection[int] | None = None, at_a_prompt: bool = False
) -> None:
    """Print a line's ruling, the earlier rulings it changes, and the choices for undecided lines.

    Of lines recorded together, only those in `ask_of` are still undecided.
    """
    line = effect.line
    print_line(f"{line.number:4}  {line.words}", hang=6)
    if line.ruling is None:
        return
    print_ruling(line.ruling, line.items, margin="      ", in_full=False)
    for line_changed in effect.turned:
        _print_changed_line(line_changed, "      ")
    for line_changed in effect.lapsed:
        print_line(f"      line {line_changed.number}, {line_changed.text}, has lapsed:")
        if line_changed.ruling:
            print_ruling(line_changed.ruling, margin="      ")
    for line_changed in effect.stood:
        print_line(f"      line {line_changed.number}, {line_changed.text}, stands: play continued from it.")
    turned_numbers = {line_changed.number for line_changed in effect.turned}
    for line_changed in effect.undecided:
        if line_changed is not line and line_changed.number not in turned_numbers:
            print_line(
                f"      line {line_changed.number}, {line_changed.text}, no longer stands: "
                "play did not continue from it."
            )
    for line_changed in effect.undecided:
        if ask_of is None or line_changed.number in ask_of:
            _print_choices(table, book, line_changed, of_another=line_changed is not line, at_a_prompt=at_a_prompt)


def _print_choices(
    table: int, book: Rulebook, line: LineView, *, of_another: bool = False, at_a_prompt: bool = False
) -> None:
    """Print the commands with which an officer decides an illegal line. `of_another` names the line."""
    from referee.club.match.view import can_stand

    undo = f"undo {line.number}" if at_a_prompt else f"referee undo {table} {line.number}"
    stands_hint = (
        f"stands {line.number} ..." if at_a_prompt else f'referee table let-stand {table} {line.number} --reason "..."'
    )
    note = f"Line {line.number} is kept" if of_another else "Kept"
    if line.judged and not can_stand(book, line.judged):
        print_line(f"      {note} in the log without effect; it would have none if it stood. Undo it:")
        print_line(f"      {undo}")
        return
    print_line(f"      {note} in the log without effect. Undo it, or let it stand:")
    print_line(f"      {undo}")
    print_line(f"      {stands_hint}")


def print_decided(lines: Sequence[LineView], match: MatchView) -> None:
    """Print the decision on some lines, the rulings it changes, and the state of the match."""
    for line in lines:
        print_line(f"line {line.number}, {line.text}: {line.decision}")
    for line in lines:
        _print_changed_lines(line)
    # What lies on a table that is over is not what the players go on from.
    if match.void:
        _print_void(match)
    elif match.finished_at:
        print_places(match)
    else:
        _print_state(match)


def print_match(match: MatchView, corrections: Iterable[CorrectionView] = ()) -> None:
    """Print a match: its log with rulings, its corrections, its state and the settlement so far."""
    header_note = f" (m{match.id})" if match.goes_on else ""
    print_line(f"table {match.table}, {match.played_on}{header_note}: {match.book.title}, {', '.join(match.names)}")
    if match.continues:
        print_line(f"Before the players changed: referee table show m{match.continues}")
    if match.result_only:
        print_line("only the result is recorded")
    for line in match.log:
        word = f", {line.decision}" if line.decision else ", waits for a decision" if line.waits else ""
        word = f", stands (play continued from it in line {line.shown_by})" if line.shown_by else word
        reason = f": {line.reason}" if line.reason else ""
        signature = (
            f" ({signature_text})"
            if (signature_text := line.decided_by or (line.by if line.is_seat_change else ""))
            else ""
        )
        print_line(f"{line.number:4}  {line.text}{word}{reason}{signature}", hang=6)
        if line.ruling and (line.ruling.verdict is not Verdict.LEGAL or line.ruling.word or line.read_otherwise):
            print_ruling(line.ruling, margin="      ", previous=line.read_otherwise)
        if line.waits:
            _print_choices(match.number, match.book, line)
    for correction in corrections:
        mark = f", {correction.mark}" if correction.mark else ""
        signature_text = f"corrected on {in_local_time(correction.at):%Y-%m-%d} by {correction.by}{mark}"
        print_line(f"{signature_text}: {correction.what} ({correction.reason})")
    if match.void:
        _print_void(match)
    elif match.finished_at:
        print_settlement(counted_report(match), places=False)
        print_places(match)
    else:
        _print_state(match)
        print_settlement(match.sheet)


def _print_void(match: MatchView) -> None:
    print_line(f"table {match.number} is void (does not count)")


def counted_report(match: MatchView) -> Report:
    """Return the report that counts. If the players changed, it has only complete hands."""
    return match.whole_hands or match.sheet


def print_places(match: MatchView) -> None:
    """Print the result of a match."""
    for line in match.lapsed_with():
        print_line(f"lapsed: line {line.number}  {line.text}  ({line.ruling.reason if line.ruling else ''})")
    print_line(f"table {match.number} is finished: {write_places(match.places) or 'does not count'}")
    if match.goes_on:
        print_line(f"it continues: referee table show {match.number.reference}")
    if match.chips:
        print_line(f"chips: {write_chips(match.chips)}")
        if match.chip:
            values = (f"{name} {chips_worth(amount, match.chip)}" for name, amount in match.chips.items())
            print_line(f"worth: {', '.join(values)}")


def match_data(match: MatchView) -> dict[str, Any]:
    """Return a match with its settlement as data for scripts. During play, the places are provisional."""
    sheet = counted_report(match)
    name = sheet.record.seats.name
    return {
        **plain(match),
        "places": match.places if match.finished_at else [[name(seat) for seat in group] for group in sheet.places],
        "settlement": [item_as_data(item, sheet.record.seats.names) for item in sheet.settlement],
        "penalties": {name(seat): count for seat, count in sheet.penalties.items()},
        "lapsed": [line.number for line in match.lapsed_with()],
    }


def _print_changed_lines(line: LineView) -> None:
    """Print the other lines whose rulings a decision or correction has changed."""
    for turned_line in line.turned:
        _print_changed_line(turned_line)


def _print_changed_line(line: LineView, margin: str = "") -> None:
    """Print a line whose verdict has changed."""
    if line.ruling:
        print_line(f"{margin}line {line.number}, {line.text}, {line.read_otherwise or f'is now {line.ruling.says}'}:")
        print_ruling(line.ruling, margin="      ")


def _print_state(match: MatchView) -> None:
    state = match.sheet.table
    if state.turn is not None and not match.finished_at:
        print_line(f"turn: {match.names[state.turn]}")
    for fact in match.book.facts(state):
        subject = f"{match.names[fact.seat]}: " if fact.seat >= 0 else ""
        label = f"{fact.label.lower()}{' ' if subject else ': '}"
        print_line(f"{subject}{label}{render_text(fact.text, match.names)}")
