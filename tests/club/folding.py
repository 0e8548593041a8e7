"""What every test of a club may ask at its end: that its tables hold what the log makes of them, and nothing else."""

from referee.club.folder import Club
from referee.store.events.rebuild import RowMismatch, rebuild_tables, verify_projections
from referee.store.projections.handlers import PROJECTIONS, project
from referee.store.tables import sqlite_statements


def not_from_the_log(club: Club) -> list[RowMismatch]:
    """The rows of projections that differ from what the events of a club make."""
    with club.reading() as tx:
        found = verify_projections(tx, tx.club, project, PROJECTIONS, sqlite_statements())
    assert not found.failure
    return list(found.mismatches)


def as_the_log_has_it(club: Club) -> None:
    """Make the tables of a club again that a test has tampered with."""
    with club.writing() as tx:
        rebuild_tables(tx, tx.club, project, PROJECTIONS)
