"""Events that were undone."""

from sqlmodel import Field, SQLModel


class UndoneEvent(SQLModel, table=True):
    """An event that was undone and does not count. A redone event has no row here.

    If it had created a row, such as a member, `created_table` and `created_id` identify that row; otherwise they are
    empty and 0. The number is never used for another row.
    """

    __tablename__ = "undone_event"
    n: int = Field(default=None, primary_key=True)
    created_table: str
    created_id: int
