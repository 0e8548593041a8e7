"""Stand-ins for names that a record cannot have: one for each player through a whole file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final
from unicodedata import category

from referee.games import rulebook
from referee.histories.phh import LARGEST, split_hands
from referee.rules.notation.seats import LONGEST_NAME, clean_name, name_fault

_PLAYERS: Final = re.compile(rb"^[ \t]*players[ \t]*=[ \t]*\[.*?\][ \t]*(?:#[^\n]*)?\r?$", re.MULTILINE | re.DOTALL)
_GAME: Final = "texas-holdem"


def find_stand_ins(path: Path) -> dict[str, str]:
    """Return the stand-in for each name in a ``.phh`` or ``.phhs`` file that a record cannot have.

    Raise `OSError` if the file cannot be read. A pipe, which can be read only once, has none.
    """
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        rows = iter(lambda: file.readline(LARGEST + 1), b"")
        texts = split_hands(rows, has_many_hands=path.suffix.casefold() != ".phh")
        return choose_stand_ins(name for text in texts for name in _player_names(text.data))


def choose_stand_ins(names: Iterable[str]) -> dict[str, str]:
    """Return a stand-in for each name that a record cannot have, other than all names and other stand-ins."""
    openings = rulebook(_GAME).grammar.openings
    all_names = dict.fromkeys(names)
    invalid_names = [name for name in all_names if not clean_name(name) or name_fault(clean_name(name), openings)]
    used_names = {clean_name(name).casefold() for name in all_names if name not in invalid_names}
    stand_ins: dict[str, str] = {}
    for name in invalid_names:
        same_name = next((earlier for earlier in stand_ins if _is_same(earlier, name)), None)
        stand_ins[name] = stand_ins[same_name] if same_name is not None else _choose(name, openings, used_names)
        used_names.add(stand_ins[name].casefold())
    return stand_ins


def describe_stand_ins(stand_ins: Mapping[str, str]) -> str:
    """Return a sentence on the names that have a stand-in; "" without any."""
    pairs = "; ".join(f"{name or '(no name)'} is {stand_in}" for name, stand_in in stand_ins.items())
    return f"Names that a record cannot have: {pairs}." if pairs else ""


def _is_same(first: str, second: str) -> bool:
    return clean_name(first).casefold() == clean_name(second).casefold()


def _choose(name: str, openings: Iterable[str], used_names: set[str]) -> str:
    """Return the name without the characters that are not allowed, or else a numbered player."""
    letters = "".join(char if char.isalnum() or char in ".'’-_" or category(char)[0] == "M" else " " for char in name)
    plain_name = clean_name(letters)[: LONGEST_NAME - 10].strip()
    openings = frozenset(openings)
    candidates = [plain_name, f"Player {plain_name}"] if plain_name else []
    valid_name = next((candidate for candidate in candidates if not name_fault(candidate, openings)), "")
    choices = [valid_name, *(f"{valid_name} {number}" for number in range(2, len(used_names) + 3))]
    if not valid_name:
        choices = [f"Player {number}" for number in range(1, len(used_names) + 2)]
    return next(choice for choice in choices if choice.casefold() not in used_names)


def _player_names(data: bytes) -> Iterator[str]:
    """Yield the names of a hand's players, as far as they can be read."""
    if found := _PLAYERS.search(data):
        with suppress(UnicodeDecodeError, tomllib.TOMLDecodeError):
            players = tomllib.loads(found[0].decode())["players"]
            yield from (str(player) for player in players)
