"""``referee import``: import hand histories, member lists whole clubs, and other files."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import quantity
from referee.cli.exit_codes import ExitCode
from referee.cli.files.fork_import import fork_import
from referee.cli.people.member_import import member_import
from referee.cli.shared.club import open_as_officer
from referee.cli.shared.common_options import CommonOptions, CorrectionOptions
from referee.cli.shared.dates import expand_day_word
from referee.cli.shared.output_files import STDOUT, confirm_replacing, output_option, report_write_errors
from referee.cli.shared.printing import fail, print_json, print_line, print_record, warn
from referee.cli.shared.serving import collect_garbage
from referee.cli.shared.similar_names import warn_of_similar_members
from referee.cli.shared.terminal import shows_progress
from referee.games import rulebook
from referee.rules import Deal, read_record, write_places

if TYPE_CHECKING:
    from referee.histories.files import NumberedHand

app = typer.Typer()


@app.command(
    "import",
    epilog="Example: referee import evening.phhs --output evening.txt, or into the club: "
    "referee import evening.phhs --on 2026-11-16, or members: referee import members.csv, "
    "or from another laptop: referee import --from club-of-ben.db",
)
def import_(
    common: CorrectionOptions,
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="FILE...",
            help="Hand histories (.phh, .phhs), a list of members (.csv, .xlsx) or a whole club (.jsonl).",
        ),
    ] = None,
    other_file: Annotated[
        Path | None,
        typer.Option(
            "--from", metavar="FILE", help="Another file of this club: import the sessions that this one lacks."
        ),
    ] = None,
    output: Annotated[Path | None, output_option("File for the records; - for standard output (default).")] = None,
    session: Annotated[
        str | None,
        typer.Option(
            "--on", metavar="DATE", help="Open session in which to enter the hands as tables.", callback=expand_day_word
        ),
    ] = None,
    guests: Annotated[bool, typer.Option("--guests", help="Enter players who are not members as guests.")] = False,
) -> None:
    """Read hands of Texas Hold'em, a list of members, or a whole club. Exits 10 illegal, 11 open, 2 refused.

    Rules on each hand of a .phh or .phhs file, and refuses with the reason a hand that cannot be read. A .csv or .xlsx
    file with the headings name, guest and joined adds members: you see the changes first. A .jsonl file from `export
    json` creates a club in a folder without one. With --from, it adds the entries that only another file of this club
    has: members, sessions, tables and results. You see them first.
    """
    if other_file is not None:
        if files or output or session is not None or guests:
            fail("Use --from alone, without other files, --output, --on and --guests.")
        fork_import(other_file, common)
        return
    if not files:
        fail("Name a file to import, or another file of the club after --from.")
    kinds = {file.suffix.casefold() for file in files}
    for kind, suffixes, import_one in (
        ("a whole club", {".jsonl", ".json"}, _import_club),
        ("a list of members", {".csv", ".xlsx"}, member_import),
    ):
        if kinds & suffixes:
            if len(files) > 1 or output or session is not None or guests:
                fail(f"Import {kind} alone: one file, without --output, --on and --guests.")
            import_one(files[0], common)
            return
    if common.dry_run or (common.yes and not output):
        fail("--dry-run is for a list of members and for --from, and --yes for these and for --output. Leave them out.")
    if str(output) == STDOUT:
        output = None
    if output and session:
        fail("--output writes a file and --on makes tables. Use one of them.")
    collect_garbage()  # some thousand hands leave a lot to be collected
    report = _ImportReport(common.json)
    records = (hand.record for file in files for hand in report.read_hands(file) if hand.record)
    if session is not None:
        _make_tables(report, records, session=session, guests=guests, common=common)
    elif output:
        from referee.export.files import open_replacement

        with report_write_errors(output):
            confirm_replacing([output], common)
            with open_replacement(output, replace=True) as output_file:
                output_file.writelines(f"{record}\n".encode() for record in records)
    else:
        for record in records:
            if not common.json:
                print_record(record)
    report.print_summary()
    raise typer.Exit(report.code)


def _import_club(file: Path, common: CommonOptions) -> None:
    """Make a club from an exported log, in the folder given by the options."""
    from referee.club.file import import_club
    from referee.club.folder import find_folder
    from referee.club.people import roster
    from referee.club.text.faults import StoreMissing
    from referee.store.files.user_folders import expand_user

    try:
        folder = find_folder(common.club)
    except StoreMissing:
        folder = Path(common.club or os.environ.get("REFEREE_CLUB") or Path.cwd())
    with import_club.import_log(file, expand_user(folder)) as club:
        members = len(roster.members(club, include_retired=True))
        if common.json:
            print_json({"club": club.name, "folder": str(club.folder), "members": members, "head": str(club.head)})
        else:
            print_line(f"{club.name} is in {club.folder}, with {quantity(members, 'member')}.")
            print_line("Check it: referee audit")


def _make_tables(
    report: _ImportReport, records: Iterable[str], *, session: str, guests: bool, common: CommonOptions
) -> None:
    """Make a table for each run of hands with the same players."""
    from referee.club.match import record_import
    from referee.club.people import roster
    from referee.club.text.faults import ClubFault
    from referee.histories.evenings import join_hands

    with open_as_officer(common) as club:
        readings = (read_record(record, rulebook).record for record in records)
        joined = list(join_hands(reading for reading in readings if reading))
        names = (name for record in joined for name in record.seats.names)
        record_import.refuse_unless_seated(club, names, session, guests=guests)
        ids_before = {member.id for member in roster.members(club, include_retired=True)}
        for record in joined:
            try:
                match = record_import.import_record(club, record, session=session, guests=guests)
            except ClubFault as fault:
                report.left_out_faults.append(str(fault))
                warn(f"referee: No table was made: {fault}")
                continue
            hands = sum(isinstance(line.act, Deal) for line in record.lines)
            report.tables.append({"table": match.number, "players": list(match.names), "hands": hands})
            if not report.json:
                print_line(f"Table {match.number}: {quantity(hands, 'hand')}, {write_places(match.places)}.")
        # Other programs spell names in their own way, so that a guest may well be somebody who is there already.
        warn_of_similar_members(club, [member for member in roster.members(club) if member.id not in ids_before])


class _ImportReport:
    """The number of hands read so far, and their problems, for the summary."""

    def __init__(self, json: bool) -> None:
        self.json = json
        self.hand_count = 0
        self.problems: list[dict[str, object]] = []
        self.tables: list[dict[str, object]] = []
        self.names: dict[str, str] = {}
        self.left_out_faults: list[str] = []
        self.unread_count = self.refused_count = self.illegal_count = self.open_count = 0

    def read_hands(self, file: Path) -> Iterator[NumberedHand]:
        """Yield the hands of a file with a progress bar, and report each problem at once."""
        from referee.histories.files import read_hand_file
        from referee.histories.stand_ins import describe_stand_ins, find_stand_ins

        try:
            stand_ins = find_stand_ins(file)
            self.names |= stand_ins
            if stand_ins and not self.json:
                warn(f"{file}: {describe_stand_ins(stand_ins)}")
            progress = typer.progressbar(length=file.stat().st_size, label=file.name, file=sys.stderr)
            with progress if shows_progress() else nullcontext() as bar:
                for hand in read_hand_file(file, stand_ins=stand_ins):
                    if bar:
                        bar.update(hand.size)
                    self._add_hand(file, hand)
                    yield hand
        except OSError as error:
            self.unread_count += 1
            warn(f"referee: Cannot read {file}: {error.strerror}. Use a file of hands in the PHH format.")

    @property
    def code(self) -> ExitCode:
        """The exit code for the worst of all hands."""
        if self.unread_count or self.refused_count or self.left_out_faults or not self.hand_count:
            return ExitCode.USAGE
        return ExitCode.ILLEGAL if self.illegal_count else ExitCode.OPEN if self.open_count else ExitCode.LEGAL

    def print_summary(self) -> None:
        """Print the number of hands read, refused, illegal and open."""
        if self.json:
            counts = {"read": self.hand_count, "refused": self.refused_count}
            tables = {"names": self.names, "tables": self.tables, "left_out": self.left_out_faults}
            print_json({**counts, **tables, "hands": self.problems})
            return
        counts_text = [f"{quantity(self.hand_count, 'hand')} read"]
        counts_text += [f"{self.refused_count} refused"] if self.refused_count else []
        counts_text += [f"{self.illegal_count} with illegal lines"] if self.illegal_count else []
        counts_text += [f"{self.open_count} open"] if self.open_count else []
        typer.echo(f"{', '.join(counts_text)}.", err=True)

    def _add_hand(self, file: Path, hand: NumberedHand) -> None:
        label = f"hand {hand.label or hand.number}"
        self.hand_count += not hand.refused
        self.refused_count += bool(hand.refused)
        self.illegal_count += bool(hand.illegal)
        self.open_count += bool(hand.open)
        problems = [hand.refused] if hand.refused else [*hand.illegal, *hand.differences]
        problems += [quantity(hand.open, "open line")] if hand.open else []
        if not problems:
            return
        self.problems.append(
            {"file": str(file), "line": hand.line, "hand": hand.label, "refused": bool(hand.refused), "said": problems}
        )
        if not self.json:
            refused = "refused: " if hand.refused else ""
            warn(f"{file}:{hand.line}: {label}: {refused}{'; '.join(problems)}")
