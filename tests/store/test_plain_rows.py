"""Plain rows have the columns of the models that declare the tables, each with its type."""

from dataclasses import fields
from typing import Any

import pytest
from sqlmodel import SQLModel

from referee.store import match_replay, models, plain_rows

ROWS: list[Any] = [
    match_replay.Match,
    *(kind for kind in vars(plain_rows).values() if isinstance(getattr(kind, "TABLE", None), str)),
]
MODELS: dict[str, Any] = {model.__tablename__: model for name in models.__all__ if (model := getattr(models, name))}


@pytest.mark.parametrize("kind", ROWS, ids=lambda kind: kind.TABLE)
def test_a_plain_row_has_the_columns_of_its_model(kind: Any) -> None:
    columns = {column.name: column.nullable for column in SQLModel.metadata.tables[kind.TABLE].columns}
    optional = {field.name: str(field.type).endswith(" | None") for field in fields(kind)}
    assert optional == columns
    assert MODELS[kind.TABLE].__name__ == kind.__name__
