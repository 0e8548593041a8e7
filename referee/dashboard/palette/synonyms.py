"""Synonyms that find an entry of the command palette."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SYNONYMS: Final[Mapping[str, str]] = {
    "checkin": "guest late arrival here come home gone",
    "disputes": "appeal overrule uphold decide ruling",
    "standings": "score rating ranking points place tie tie-breaks",
    "tournaments": "knockout swiss league groups rebuy reentry bust bye absent withdraw walkover final",
    "members": "guest rename retire delete forget merge duplicate profile",
    "sessions": "wrong correct past schedule room",
    "officers": "election duty",
    "phones": "call code qr pair unpair report smartphone tablet",
    "phones.serve": "qr code address",
    "files": "back csv html json xlsx excel download",
    "undo-last": "wrong mistake",
    "redo": "back again restore undone",
    "tonight.seating": "dealer deal game",
    "table": "result void leave join swap finish reopen dealer lines",
    "freezeout blinds": "buyin buy-in levels stack ante",
    "freezeout prizes": "payout money",
    "freezeout addon": "addon",
    "clock start": "timer break",
    "penalty give": "warn warning",
    "seat apart": "banned quarrel",
    "history": "log who",
    "season show": "trophies",
}
"""The synonyms by the id of a binding, the name of a key action, or a command."""
