"""Records with their rulings as text, for comparing whole and for reading against the source texts."""

from pathlib import Path

import referee.demo
import referee.games
from referee.games import rulebook
from referee.rules import Record, Report, read_record, replay
from referee.rules.book.sentences import deciding_fact, write_choice
from referee.rules.records.messages import render_text

RECORDS = Path(__file__).parent / "records"
DEMO = Path(referee.demo.__path__[0]) / "games"
WORKED = Path(referee.games.__path__[0]) / "worked"


def record_paths() -> list[Path]:
    """All golden records: ``tests/records/GAME/NAME.txt``, the example of each game, and the hand in its rulebook."""
    return sorted([*RECORDS.glob("*/*.txt"), *DEMO.glob("*.txt"), *WORKED.glob("*.txt")])


def expected_path(record: Path) -> Path:
    """Where a golden record's transcript is kept."""
    folders = {DEMO: RECORDS / "demo", WORKED: RECORDS / "worked"}
    return (folders.get(record.parent, record.parent) / record.name).with_suffix(".expected")


def read(path: Path) -> Record:
    """Read a golden record, which must have no fault."""
    reading = read_record(path.read_text(encoding="utf-8"), rulebook)
    assert not reading.faults, [f"{path.name}:{f.line}:{f.column}: {f.message}" for f in reading.faults]
    assert reading.record is not None
    return reading.record


def transcript(sheet: Report) -> str:
    """Every line with its ruling, then the settlement, places, and what is still open, with the players' names."""
    return render_text(template(sheet), sheet.record.seats.names)


def template(sheet: Report) -> str:
    """The same with the marks of the seats, as the fold has it."""
    name = sheet.record.seats.with_marks.name
    rows = []
    for entry in sheet.entries:
        ruling = entry.ruling
        rows.append(f"{entry.line.number:3} {entry.line.text}{entry.line.remark}")
        previous_reading = f" ({entry.verdict_change})" if entry.turned_by else ""
        because = f" [{' '.join(map(str, ruling.because))}]" if ruling.because else ""
        rows.append(
            f"      {ruling.says}{previous_reading} {ruling.clause.id}{because} {deciding_fact(ruling)}".rstrip()
        )
        rows.extend(f"      or: {offer.text}" for offer in ruling.alternatives)
        rows.extend(f"      next: {write_choice(ruling.due)}" for _ in ruling.due[:1])
        rows.extend(
            f"      = {name(item.seat)} {item.amount:+} {item.unit.value} {item.clause} {item.reason}"
            for item in entry.items
        )
    rows.append("places: " + " > ".join(" = ".join(name(seat) for seat in group) for group in sheet.places))
    rows.append("open: " + " ".join(str(entry.line.number) for entry in sheet.open))
    return "\n".join(rows) + "\n"


def sheet_of(path: Path) -> Report:
    """Fold a golden record."""
    return replay(read(path))
