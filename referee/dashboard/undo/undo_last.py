"""Undo the last action at this desk, whatever it was.

A screen notes what was done when it is in the club's file; any screen may take back the last of it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from textual.screen import Screen

from referee.dashboard.desk import Desk
from referee.dashboard.done import Done
from referee.dashboard.widgets.message_line import MessageLine, say
from referee.dashboard.widgets.question import Question, Refused, ask


def take_back(desk: Desk, screen: Screen[Any], then: Callable[[], None], table: int | None = None) -> None:
    """Take back the last thing done at the desk, or say why it cannot be; `then` hears when the file has changed."""
    message = screen.query_one(MessageLine)
    if not desk.done:
        message.refuse("Nothing was done at this desk since it was opened.")
        return
    last = desk.done[-1]
    if last.back is None:
        message.refuse(f"The last thing done here was {last.what}. {last.otherwise}")
    elif last.will or last.table != table:
        question = " ".join(filter(None, [f"Take back {last.what}?", last.will, "Why:"]))
        ask(screen, Question(question, example="it was the wrong table"), partial(_take, desk, screen, last, then))
    else:
        _take(desk, screen, last, then, "", message.refuse)


def _take(desk: Desk, screen: Screen[Any], last: Done, then: Callable[[], None], reason: str, refused: Refused) -> None:
    back = last.back
    assert back is not None

    def taken(said: str) -> None:
        if last in desk.done:
            desk.done.remove(last)
        say(screen, said)
        then()

    desk.write(screen, lambda: back(reason), taken, refused)
