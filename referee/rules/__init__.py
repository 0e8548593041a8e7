"""The machinery of ruling: verdicts, clauses, rulebooks, what is known, the text record, the fold."""

from referee.rules.actions import Deal, Holds, HoldsOnly, Shows, Statement
from referee.rules.answer import Answer, Offer, Ruling, Verdict, doubt, finding, grounds, objection
from referee.rules.clause import Clause
from referee.rules.fold import Entry, Sheet, fold
from referee.rules.known import Hand, Holding, Known, dealt, undealt
from referee.rules.ledger import Item, Unit, ranked, total, write_amount, write_chips, write_places
from referee.rules.options import (
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
from referee.rules.record import Fault, Line, Reading, Record, UnknownGame, read_facts, read_record, write_record
from referee.rules.report import as_data
from referee.rules.rulebook import Rulebook, common_verbs
from referee.rules.seats import Seats
from referee.rules.view import Fact

__all__ = [
    "Answer",
    "Clause",
    "Deal",
    "Entry",
    "Fact",
    "Fault",
    "Hand",
    "Holding",
    "Holds",
    "HoldsOnly",
    "Item",
    "Known",
    "Line",
    "Offer",
    "OptionFault",
    "Reading",
    "Record",
    "Rulebook",
    "Ruling",
    "Seats",
    "Sheet",
    "Shows",
    "Statement",
    "Unit",
    "UnknownGame",
    "Verdict",
    "as_data",
    "as_typed",
    "changed",
    "choices",
    "common_verbs",
    "dealt",
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
    "total",
    "undealt",
    "write_amount",
    "write_chips",
    "write_options",
    "write_places",
    "write_record",
]
