"""Games of a few lines each, that show what the core carries without code of its own in a game."""

from collections.abc import Sequence

from referee.rules import Rulebook, Sheet, fold, read_record


def played(book: Rulebook, *lines: str, seats: str = "Ann, Ben, Cal", options: str = "") -> Sheet:
    """The sheet of a toy game's record."""
    header: Sequence[str] = [f"game: {book.slug}", f"seats: {seats}", *([f"options: {options}"] if options else []), ""]
    reading = read_record("\n".join([*header, *lines]), lambda _: book)
    assert not reading.faults, reading.faults
    assert reading.record is not None
    return fold(reading.record)
