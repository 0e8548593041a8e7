"""Seat players at a table by typing or picking their names in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from referee.cards.words import join_words
from referee.club.calendar import checkin
from referee.club.evening.overview import Tonight
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.text.faults import ClubFault, MistypedName, UnknownName
from referee.club.text.names import resolve_name
from referee.dashboard.deeds import picking
from referee.dashboard.deeds.deed import Answers, Deed, Parameter, Pick, Prompt
from referee.store.plain_rows import Member

SeatedPlayers: TypeAlias = tuple[list[str], list[Member]]
"""The names of the players in seat order, and the members among them who were checked in just now."""
_PLAYERS: Final = "who"
_NEW_STATUS: Final = "new"
_GUEST: Final = "guest"
_MEMBER: Final = "member"


def seat_players(night: Tonight, members: Sequence[str], seated: Sequence[str]) -> Deed[SeatedPlayers]:
    """Return the operation that seats players in order.

    It checks in the absent ones, and adds the unknown ones to the roster.
    """
    assert night.session is not None
    session, tables_by_name = str(night.session.id), night.playing
    present = [member.name for member in night.came]
    # Who is here and free comes first, then who plays already, then who has not come yet.
    absent_picks = [Pick(name, "not checked in yet") for name in members if name not in present]
    free_picks = [Pick(name) for name in present if name not in tables_by_name]
    picks = (
        *free_picks,
        *(Pick(name, f"at table {tables_by_name[name]}") for name in present if name in tables_by_name),
        *absent_picks,
    )
    answers_by_text = {pick.answer: pick.answer for pick in picks}
    question = Prompt(
        "Who sits at the table, clockwise?",
        picks,
        "".join(f"{name}{picking.NAME_SEPARATOR}" for name in seated),
        "Ann, Ben, Cal, Dee",
        optional=True,
        separator=picking.NAME_SEPARATOR,
    )

    def full_names(_club: Club, _answers: Answers, text: str) -> str:
        names = [_resolve_or_new(name, answers_by_text) for name in picking.answers(text)]
        if twice := next((name for name in names if names.count(name) > 1), ""):
            raise ClubFault(f"{twice} is named twice.")
        return picking.NAME_SEPARATOR.join(names)

    def new_names(answers: Answers) -> list[str]:
        return [name for name in picking.answers(answers[_PLAYERS]) if name not in answers_by_text]

    def status_prompt(_: Club, answers: Answers) -> Prompt | None:
        if not (names := new_names(answers)):
            return None
        are = "is" if len(names) == 1 else "are"
        rows = (Pick(_GUEST, label="as a guest"), Pick(_MEMBER, label="as a member"))
        return Prompt(f"{join_words(names)} {are} not on the roster yet. Add them:", rows, choices_only=True)

    def do(club: Club, answers: Answers) -> SeatedPlayers:
        names = picking.answers(answers[_PLAYERS])
        missing = [name for name in names if name not in present]
        with club.group_changes() as transaction:
            if answers[_NEW_STATUS] == _MEMBER:
                roster.add_all(transaction, new_names(answers))
            return names, checkin.check_in(
                transaction, missing, session, guests=answers[_NEW_STATUS] == _GUEST
            ) if missing else []

    def said(seated: SeatedPlayers) -> str:
        arrivals = [member.name for member in seated[1]]
        return (
            f"{join_words(arrivals)} {'is' if len(arrivals) == 1 else 'are'} checked in and seated." if arrivals else ""
        )

    return Deed(
        "seat", do, (Parameter(_PLAYERS, question, full_names), Parameter(_NEW_STATUS, status_prompt)), said=said
    )


def _resolve_or_new(text: str, answers: dict[str, str]) -> str:
    """Return the full name of the player meant, or the text if it is a new name."""
    try:
        return resolve_name(text, answers)
    except MistypedName:
        raise
    except UnknownName:
        return text
