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

_TARGET: Final = "to"
_PASSWORD: Final = "password"


def move() -> Deed[Done]:
    """Return the operation that moves the club with its whole log. It previews what happens to the old location."""

    def check_target(text: str) -> None:
        if is_server(text):
            parse_server(text)
        elif "://" in text:
            raise ClubFault(f"Invalid address {text!r}. Use one such as postgresql://eve@cards.example.org/clubs.")

    def effect(club: Club, answers: Answers) -> Effect:
        question = f"Move the club from {_current_location(club)} to {answers[_TARGET]}?"
        rows = (
            "The old place is closed: nobody can write to it, and it says where the club is now.",
            "It keeps its data, names too, until you delete it.",
            "The desk works on the new place from then on. Exports and backups stay where they are.",
        )
        return Effect(question, "move it", rows)

    def do(club: Club, answers: Answers, progress: Progress) -> Done:
        from referee.club.file.moving import move_club

        target, password, events = answers[_TARGET], answers[_PASSWORD] or _known_password(club), club.head.n
        moved = move_club(_current_location(club), target, lambda done: progress(done, events), password)
        address = (
            str(replace(parse_server(target), club=parse_server(moved.target).club))
            if is_server(target)
            else moved.target
        )
        moved_club = open_club(address, password=password)
        head_text = f"Its head is the same: {moved.head.short_text}."
        message = f"The club is now at {moved.target}, and so is the desk. {head_text} {moved.source} is closed."
        return Done(message, club=replace(moved_club, actor=club.actor, clock=club.clock))

    to = Prompt("Move the club to which folder, or which server?", example="postgresql://eve@cards.example.org/clubs")
    parameters = (
        Parameter(_TARGET, to, checked_by(lambda _, text: check_target(text))),
        Parameter(_PASSWORD, _password_prompt),
    )
    return telling("club move", Long("Moving the club", do), parameters, effect)


def _password_prompt(club: Club, answers: Answers) -> Prompt | None:
    """Return the prompt for the server's password, or None if no server needs one that is still unknown."""
    from referee.store.events.postgresql import open_on_server

    if not is_server(answers[_TARGET]):
        return None
    try:
        open_on_server(parse_server(answers[_TARGET]), password=_known_password(club), allow_moved=True).close()
    except StorePasswordNeeded:
        return Prompt(f"Password for {answers[_TARGET]}:", hidden=True)
    except StoreMissing:
        return None  # it is made there
    return None


def _known_password(club: Club) -> str:
    return str(getattr(club.store, "password", ""))


def _current_location(club: Club) -> str:
    """Return the folder or the server address at which the club is stored now."""
    store = club.store
    server = getattr(store, "server", None)
    return str(replace(server, club=str(store.club))) if server is not None else str(club.folder)
