"""Events that were undone."""

from sqlmodel import Field, SQLModel


class UndoneEvent(SQLModel, table=True):
    """An event that no longer counts, because it was undone. Redone, it has no row here.

    If it had created a row, such as a member, `created_table` and `created_id` name it; otherwise they are empty and
    0. No other row gets that number.
    """

    __tablename__ = "undone_event"
    n: int = Field(default=None, primary_key=True)
    created_table: str
    created_id: int
