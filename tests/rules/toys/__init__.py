"""Games of a few lines each, that show what the core carries without code of its own in a game."""

from referee.rules import JudgedLine, Report, Rulebook, read_record, replay
from tests.games.ruling import told


def played(book: Rulebook, *lines: str, seats: str = "Ann, Ben, Cal", options: str = "") -> Report:
    """The sheet of a toy game's record."""
    header = [f"game: {book.slug}", f"seats: {seats}", *([f"options: {options}"] if options else []), ""]
    reading = read_record("\n".join([*header, *lines]), lambda _: book)
    assert not reading.faults, reading.faults
    assert reading.record is not None
    return told(replay(reading.record))


def entry(sheet: Report, text: str) -> JudgedLine:
    """The first line of a text."""
    return next(entry for entry in sheet.entries if entry.line.text == text)


def says(sheet: Report) -> list[str]:
    """What heads the ruling on each line."""
    return [entry.ruling.says for entry in sheet.entries]
