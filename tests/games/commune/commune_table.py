"""Matches of Commune, told in a line or two."""

from referee.rules import JudgedLine, Report
from tests.games.ruling import check

# Ann, with one card, bids what three cards cannot be; whoever is next calls.
ANN_LOSES = "Ann bids four aces; Ben calls;"


def match(body: str, seats: str = "Ann, Ben, Cal", options: str = "") -> Report:
    """A match from its first deal; facts are parted by semicolons."""
    facts = "\n".join(fact.strip() for fact in body.split(";"))
    return check(f"game: commune\nseats: {seats}\noptions: {options}\n\n{facts}\n")


def partial_record(*facts: str, seats: str = "Ann, Ben, Cal", options: str = "") -> Report:
    """A part of a match of which it is known who sits where."""
    lines = "\n".join(facts)
    return check(f"game: commune\nseats: {seats}\noptions: {options}\nhand: in progress\n\n{lines}\n")


def verdict_and_clause(sheet: Report) -> tuple[str, str]:
    """The word and the clause of the last line's ruling."""
    return verdict_and_clause_of(sheet.entries[-1])


def verdict_and_clause_of(entry: JudgedLine) -> tuple[str, str]:
    """The word and the clause of a line's ruling."""
    return entry.ruling.says, entry.ruling.clause.id


def out_by_calling() -> str:
    """Cal, on two penalties, calls a bid of Ben's that holds."""
    return """deal by Cal; Ann bids king high; Ben bids two kings; Cal calls; Ann shows KH; Ben shows KS;
        deal by Ann; Cal bids four aces; Ann calls; Ann shows 3H; Ben shows 4H; Cal shows 5H 6H;
        deal by Ben; Cal bids jack high; Ann bids queen high; Ben bids two queens; Cal calls;
        Ann shows QD; Ben shows QS; Cal shows 3D 4D 5D; deal by Ann;"""
