"""What every test of a club may ask at its end: that its tables hold what the log makes of them, and nothing else."""

from referee.club.folder import Club
from referee.store.events.rebuild import Unlike, read_again, refold
from referee.store.projections.handlers import PROJECTIONS, fold
from referee.store.tables import in_file


def not_from_the_log(club: Club) -> list[Unlike]:
    """The rows of projections that differ from what the events of a club make."""
    with club.reading() as tx:
        found = read_again(tx, tx.club, fold, PROJECTIONS, in_file())
    assert not found.unfolded
    return list(found.unlike)


def as_the_log_has_it(club: Club) -> None:
    """Make the tables of a club again that a test has tampered with."""
    with club.writing() as tx:
        refold(tx, tx.club, fold, PROJECTIONS)
