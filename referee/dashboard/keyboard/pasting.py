"""Put pasted text into the focused input. An input for record lines takes several lines."""

from __future__ import annotations

from typing import Any

from textual.app import App
from textual.events import Paste
from textual.widgets import Input

from referee.club.text.names import LONGEST_TEXT
from referee.dashboard.widgets.field import LineField
from referee.dashboard.widgets.message_line import refuse_in_front_screen


def keep_first_line(app: App[Any], paste: Paste) -> bool:
    """Reduce the paste to its first line, and report dropped lines. Return whether to insert it.

    An input for record lines takes all lines itself.
    """
    lines = [" ".join(line.split()) for line in paste.text.splitlines() if line.strip()]
    if not lines:
        return False
    paste.text = lines[0]
    if not isinstance(app.focused, Input):
        refuse_in_front_screen(app, "Nothing was pasted: there is no line to type in here.")
    elif (longest := max(map(len, lines))) > LONGEST_TEXT:
        refuse_in_front_screen(app, f"A line has at most {LONGEST_TEXT} characters; {longest} were pasted.")
    elif lines[1:] and isinstance(app.focused, LineField):
        app.focused.paste_rows(lines)
    else:
        if lines[1:]:
            refuse_in_front_screen(app, f"{len(lines)} lines were pasted. Only the first is in the line.")
        return True
    return False
