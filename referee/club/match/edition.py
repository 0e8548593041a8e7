"""Editions of a rulebook: the wording and the code behind a match's rulings."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import referee
from referee.games.registry import MODULES
from referee.rules import Rulebook

_RULING_PACKAGES: Final = ("cards", "rules", "games")


def wording_hash(book: Rulebook) -> str:
    """Return a hash of the wording of all clauses of a rulebook."""
    text = "\n".join(
        f"{clause.id} {clause.wording} {sorted(clause.variants.items())}" for clause in book.clauses.values()
    )
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@cache
def edition(book: Rulebook) -> str:
    """Return a hash of a rulebook's wording and code. Rulebooks of the same edition give the same rulings."""
    digest = hashlib.sha256(f"{book.slug} {wording_hash(book)}".encode())
    for path in _sources("" if book.slug in MODULES else book.options.__module__):
        # Runs once in every process that records a line, so os is used: pathlib takes three times as long.
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123
            digest.update(file.read())
    return digest.hexdigest()[:12]


def _sources(module: str) -> Iterator[str]:
    """Yield the source files that affect rulings. The files of another package's game (`module`) come last."""
    package_folder = os.path.dirname(referee.__file__)  # noqa: PTH120
    roots = [os.path.join(package_folder, room) for room in _RULING_PACKAGES]  # noqa: PTH118
    if path := getattr(sys.modules.get(module), "__file__", None):
        if "." not in module:
            yield path
        else:
            roots.append(str(Path(path).parent))
    for root in roots:
        for folder, subfolders, files in os.walk(root):
            subfolders.sort()
            yield from (os.path.join(folder, file) for file in sorted(files) if file.endswith(".py"))  # noqa: PTH118
