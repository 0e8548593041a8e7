"""Put what is pasted into the line that is typed, as far as it is one line."""

from __future__ import annotations

from typing import Any

from textual.app import App
from textual.events import Paste
from textual.widgets import Input

from referee.club.text.names import LONGEST_TEXT
from referee.dashboard.widgets.message_line import refuse_in_front


def one_line(app: App[Any], paste: Paste) -> bool:
    """Leave of a paste its first line, and say what is left out; tell whether any is to be put in."""
    lines = [" ".join(line.split()) for line in paste.text.splitlines() if line.strip()]
    if not lines:
        return False
    paste.text = lines[0]
    if not isinstance(app.focused, Input):
        refuse_in_front(app, "Nothing was pasted: there is no line to type in here.")
    elif len(lines[0]) > LONGEST_TEXT:
        refuse_in_front(app, f"A line has at most {LONGEST_TEXT} characters; {len(lines[0])} were pasted.")
    else:
        if lines[1:]:
            refuse_in_front(app, f"{len(lines)} lines were pasted. Only the first is in the line.")
        return True
    return False
