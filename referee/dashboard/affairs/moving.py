"""Move the club to a database server or to another folder. The desk then works at the new location."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from referee.club.folder import Club, open_club
from referee.club.text.faults import ClubFault
from referee.dashboard.deeds.asking import checked_by
from referee.dashboard.deeds.deed import Answers, Deed, Effect, Long, Parameter, Prompt
from referee.dashboard.deeds.done import Done, telling
from referee.store.events.address import is_server, parse_server
from referee.store.faults import StoreMissing, StorePasswordNeeded
from referee.store.progress import Progress

_TO: Final = "to"
_PASSWORD: Final = "password"


def move() -> Deed[Done]:
    """Return the operation that moves the club with its whole log. It previews what happens to the old location."""

    def check(typed: str) -> None:
        if is_server(typed):
            parse_server(typed)
        elif "://" in typed:
            raise ClubFault(f"Invalid address {typed!r}. Use one such as postgresql://eve@cards.example.org/clubs.")

    def effect(club: Club, answers: Answers) -> Effect:
        says = f"Move the club from {_where(club)} to {answers[_TO]}?"
        rows = (
            "The old place is closed: nobody can write to it, and it says where the club is now.",
            "It keeps its data, names too, until you delete it.",
            "The desk works on the new place from then on. Exports and backups stay where they are.",
        )
        return Effect(says, "move it", rows)

    def do(club: Club, answers: Answers, watch: Progress) -> Done:
        from referee.club.file.moving import move_club

        to, password, events = answers[_TO], answers[_PASSWORD] or _password(club), club.head.n
        moved = move_club(_where(club), to, lambda done: watch(done, events), password)
        typed = str(replace(parse_server(to), club=parse_server(moved.target).club)) if is_server(to) else moved.target
        there = open_club(typed, password=password)
        head = f"Its head is the same: {moved.head.short_text}."
        said = f"The club is now at {moved.target}, and so is the desk. {head} {moved.source} is closed."
        return Done(said, club=replace(there, actor=club.actor, clock=club.clock))

    to = Prompt("Move the club to which folder, or which server?", example="postgresql://eve@cards.example.org/clubs")
    asks = (Parameter(_TO, to, checked_by(check)), Parameter(_PASSWORD, _asks_password))
    return telling("club move", Long("Moving the club", do), asks, effect)


def _asks_password(club: Club, answers: Answers) -> Prompt | None:
    """Return the prompt for the server's password, or None if no server needs one that is still unknown."""
    from referee.store.events.postgresql import open_on_server

    if not is_server(answers[_TO]):
        return None
    try:
        open_on_server(parse_server(answers[_TO]), password=_password(club), allow_moved=True).close()
    except StorePasswordNeeded:
        return Prompt(f"Password for {answers[_TO]}:", hidden=True)
    except StoreMissing:
        return None  # it is made there
    return None


def _password(club: Club) -> str:
    return str(getattr(club.store, "password", ""))


def _where(club: Club) -> str:
    """Return the folder or the server address at which the club is stored now."""
    store = club.store
    where = getattr(store, "server", None)
    return str(replace(where, club=str(store.club))) if where is not None else str(club.folder)
