"""What undoes an event: of which kinds there are such, and what people read of it."""

import pytest

from referee.store.faults import StoreNewer
from referee.store.kinds.fold import UNDONE
from referee.store.kinds.kind import UNDOING, Kind, in_words
from tests.store.kinds.folded import undone


def test_people_read_in_words_what_was_undone_of_each_kind_that_can_be() -> None:
    assert set(UNDOING) == set(UNDONE)
    assert in_words(Kind.UNDONE, Kind.CHECKED_IN) == "check-in undone"
    assert in_words(Kind.CHECKED_IN, None) == "checked in"


@pytest.mark.parametrize("kind", [Kind.SEASON_CLOSED, "wings shown"])
def test_what_undoes_an_event_of_a_kind_that_cannot_be_undone_here_is_refused(kind: Kind) -> None:
    with pytest.raises(StoreNewer, match=r"event 1 \(undone\) was written by a newer version of referee"):
        undone(kind, {"season": 3})
