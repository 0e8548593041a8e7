"""The last thing done at this desk, whatever it was, and how it is taken back.

A screen notes what was done when it is in the club's file; any screen may take back the last of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from referee.dashboard.widgets.asking import Question, Refused, ask
from referee.dashboard.widgets.message_line import MessageLine

if TYPE_CHECKING:
    from referee.dashboard.desk import Desk


@dataclass(frozen=True, slots=True)
class Done:
    """Something that was done at the desk, said as what is taken back: ``line 5, Ben plays 6H, at table 3``.

    `back` takes it back in the club's file, for a reason, and returns what is to be said then; where there is none,
    `otherwise` says what can be done instead. What is more than a line says what will come of that (`will`), and is
    asked about first; so is what was done at another `table` than the one in front.
    """

    what: str
    back: Callable[[str], str] | None = None
    will: str = ""
    otherwise: str = ""
    table: int | None = None


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
        screen.query_one(MessageLine).say(said)
        then()

    desk.write(screen, lambda: back(reason), taken, refused)
