"""Choose the acting officer at this computer, and restrict operations to officers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from textual.app import App

from referee.club.folder import Club
from referee.club.people import current_officer, duties, officers, roster
from referee.club.people.duties import Duty
from referee.club.text.faults import ClubFault
from referee.dashboard.deeds.deed import Answers, Deed, Parameter, Pick, Prompt

NAME: Final = "name"


def deed(app: App[Any]) -> Deed[tuple[Club, str]]:
    """Return the operation that changes the acting officer at this computer."""

    def asks(club: Club, _: Answers) -> Prompt:
        question = "Who acts at this computer? Leave blank for nobody:"
        return Prompt(question, officer_picks(club), optional=True)

    def do(club: Club, answers: Answers) -> tuple[Club, str]:
        return choose_officer(app, club, answers[NAME])

    return Deed(
        "officer here",
        do,
        (Parameter(NAME, asks),),
        said=lambda done: f"{done[1]} acts at this computer from now on.",
        club=lambda done: done[0],
    )


def officer_picks(club: Club) -> tuple[Pick, ...]:
    """Return the choices for the acting officer: the officers, or all members while the club has none."""
    choices = officers.choices(club) or [member for member in roster.members(club) if not member.guest]
    return tuple(Pick(member.name) for member in choices)


def choose_officer(app: App[Any], club: Club, name: str) -> tuple[Club, str]:
    """Return the club with a new acting officer, and the officer's name. An empty name means nobody."""
    number = roster.show(club, name).member.id if name else current_officer.NOBODY
    _remember_officer(app, club, number)
    return current_officer.as_member(club, number), roster.show(club, name).member.name if name else "Nobody"


def _remember_officer(app: App[Any], club: Club, number: int) -> None:
    """Remember the acting officer on this computer. A desk in a browser remembers it only while it is open."""
    if app.is_web:
        return
    from referee.export.files import write_file

    file = Path("~")
    try:
        file = current_officer.choice_file_path()
        write_file(file.resolve(), current_officer.choice_file_content(club, number), replace=True)
    except OSError as error:
        raise ClubFault(f"{file} cannot be written: {error.strerror}.") from None


def officers_only(duty: Duty) -> Callable[[Club], None]:
    """Return a check that raises a fault unless the acting officer may carry out the duty."""

    def may(club: Club) -> None:
        with club.reading() as tx:
            duties.require_duty(tx, club, duty)

    return may
