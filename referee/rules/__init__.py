"""The machinery of ruling: verdicts, clauses, rulebooks, what is known, the text record, the fold."""

from referee.rules.book.answer import Answer, Offer, Ruling, Verdict, doubt, finding, grounds, objection
from referee.rules.book.clause import Chapter, Clause
from referee.rules.book.known import (
    BURIED,
    OPEN_TABLE,
    STOCK,
    Hand,
    Holding,
    Known,
    Move,
    Place,
    Sighting,
    dealt,
    dealt_in_packets,
    undealt,
)
from referee.rules.book.ledger import Item, Unit, ranked, total, write_amount, write_chips, write_places
from referee.rules.book.options import (
    OptionFault,
    as_typed,
    changed,
    choices,
    in_force,
    option,
    options_from,
    read_options,
    write_options,
)
from referee.rules.book.rulebook import Incomplete, Rulebook, Settled
from referee.rules.book.table import Table
from referee.rules.book.view import Fact
from referee.rules.copying import replace
from referee.rules.notation.actions import Act, Aside, Cards, Deal, Holds, HoldsOnly, Shows, Statement
from referee.rules.notation.seats import Seats
from referee.rules.reading.fold import fold
from referee.rules.reading.record import (
    Fault,
    Line,
    Reading,
    Record,
    UnknownGame,
    read_facts,
    read_record,
    read_records,
)
from referee.rules.reading.report import as_data
from referee.rules.reading.sheet import Judged, Sheet

__all__ = [
    "BURIED",
    "OPEN_TABLE",
    "STOCK",
    "Act",
    "Answer",
    "Aside",
    "Cards",
    "Chapter",
    "Clause",
    "Deal",
    "Fact",
    "Fault",
    "Hand",
    "Holding",
    "Holds",
    "HoldsOnly",
    "Incomplete",
    "Item",
    "Judged",
    "Known",
    "Line",
    "Move",
    "Offer",
    "OptionFault",
    "Place",
    "Reading",
    "Record",
    "Rulebook",
    "Ruling",
    "Seats",
    "Settled",
    "Sheet",
    "Shows",
    "Sighting",
    "Statement",
    "Table",
    "Unit",
    "UnknownGame",
    "Verdict",
    "as_data",
    "as_typed",
    "changed",
    "choices",
    "dealt",
    "dealt_in_packets",
    "doubt",
    "finding",
    "fold",
    "grounds",
    "in_force",
    "objection",
    "option",
    "options_from",
    "ranked",
    "read_facts",
    "read_options",
    "read_record",
    "read_records",
    "replace",
    "total",
    "undealt",
    "write_amount",
    "write_chips",
    "write_options",
    "write_places",
]
