"""Declare the columns of a table in a class for its rows, each with the attribute of the view that it shows.

    @table_row
    class MemberRow:
        member: int = column("id")
        guest: bool

A column without a declaration shows the attribute of the same name. The fields of the class are the columns, in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, Final, TypeVar, dataclass_transform, get_args, get_type_hints

Row = TypeVar("Row")
Tables = TypeVar("Tables")
_PATH: Final = "path"
_CONVERT: Final = "convert"
_VIEWS: Final = "views"


def column(path: str = "", convert: Callable[[Any, Any], object] | None = None) -> Any:
    """Declare a column for the attribute at a dotted `path` of the view, such as ``session.held_on``.

    `convert` returns the cell from the season's data and the attribute. If an attribute on the path is None, the cell
    is empty.
    """
    return field(metadata={_PATH: path, _CONVERT: convert})


def computed(convert: Callable[[Any, Any], object]) -> Any:
    """Declare a column whose cells `convert` returns from the season's data and the whole view."""
    return column("", convert)


@dataclass_transform(frozen_default=True, field_specifiers=(column, computed))
def table_row(row: type[Row]) -> type[Row]:
    """Return the class as a row of a table, an immutable dataclass."""
    return dataclass(frozen=True, slots=True)(row)


def table(views: Callable[[Any], Iterable[object]]) -> Any:
    """Declare a table with a row for each of the `views` of a season's data. It is empty by default."""
    return field(default=(), metadata={_VIEWS: views})


def fill_tables(tables: type[Tables], season: object) -> Tables:
    """Return all tables of a class, filled with the data of a season."""
    return tables(**{name: tuple(table_rows(tables, name, season)) for name in row_types(tables)})


def table_rows(tables: type, name: str, season: object) -> Iterator[Any]:
    """Yield the rows of one table of a class, filled with the data of a season."""
    [views] = (table_field.metadata[_VIEWS] for table_field in fields(tables) if table_field.name == name)
    return make_rows(row_types(tables)[name], views(season), season)


def make_rows(row: type[Row], views: Iterable[object], season: object = None) -> Iterator[Row]:
    """Yield a row for each view. A view that is a row already stays unchanged."""
    hints = get_type_hints(row)
    cells = [
        (row_field.name, _cell_reader(row_field.name, row_field.metadata, "" if hints[row_field.name] is str else None))
        for row_field in fields(row)  # type: ignore[arg-type]
    ]
    for view in views:
        yield view if isinstance(view, row) else row(**{name: read_value(season, view) for name, read_value in cells})


def _cell_reader(name: str, metadata: Any, empty: str | None) -> Callable[[Any, Any], object]:
    """Return a function that reads a cell from the season's data and a view."""
    path, convert = metadata.get(_PATH, name), metadata.get(_CONVERT)
    if not path:
        return convert  # type: ignore[no-any-return]
    attributes = [attrgetter(attribute) for attribute in path.split(".")]

    def read(season: Any, view: Any) -> object:
        for attribute in attributes:
            view = attribute(view)
            if view is None:
                return empty
        return convert(season, view) if convert else view

    return read


def row_types(tables: type) -> dict[str, type]:
    """Return the row class of each table by name, in order."""
    return {name: get_args(kind)[0] for name, kind in get_type_hints(tables).items()}


def column_names(row: type) -> tuple[str, ...]:
    """Return the column names of a table, given its row class."""
    return tuple(row_field.name for row_field in fields(row))
