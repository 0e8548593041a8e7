"""Tables and what was played at them, as events tell it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.store.events.rows import Fold, nothing
from referee.store.kinds.kind import Kind

FOLDS: Final[Mapping[Kind, Fold]] = {
    Kind.TABLE_FINISHED: nothing,
}
