"""Separate two members in draws, and set how names are shown in public."""

from __future__ import annotations

from typing import Final

from referee.cards.words import join_words
from referee.club.evening import separations
from referee.club.folder import Club
from referee.club.people import public_names, roster
from referee.club.people.public_name import ShownAs
from referee.club.text.faults import ClubFault
from referee.dashboard.deeds import picking
from referee.dashboard.deeds.asking import one_of
from referee.dashboard.deeds.deed import REASON, Answers, Deed, Parameter, Pick, Prompt, reason
from referee.dashboard.deeds.done import Done, telling

_WHO: Final = "who"
_HOW: Final = "how"
_CLUB: Final = "the club"
_AS_THE_CLUB: Final = "as the club"


def keep_apart() -> Deed[Done]:
    """Return the operation that separates two members in this season's draws."""

    def asks(club: Club, _: Answers) -> Prompt:
        question = "Which two are not drawn together this season? No public export shows it."
        return Prompt(question, _everybody(club), example="Ann, Ben", separator=picking.AND)

    def do(club: Club, answers: Answers) -> Done:
        names = separations.separate(club, *_two(answers[_WHO]), reason=answers[REASON]).names
        return Done(f"{join_words(names)} are kept apart for the season.")

    def both(club: Club, _: Answers, typed: str) -> str:
        return picking.AND.join(roster.show(club, each).member.name for each in _two(typed))

    why = reason(lambda answers: f"{answers[_WHO]} are kept apart.", "asked by both", "one couple")
    return telling("seat apart", do, (Parameter(_WHO, asks, both), why))


def together_again() -> Deed[Done]:
    """Return the operation that ends the separation of two members."""

    def asks(club: Club, _: Answers) -> Prompt:
        picks = (Pick(picking.AND.join(separation.names), separation.reason) for separation in separations.pairs(club))
        return one_of("Which two may sit together again?", picks, "Nobody is kept apart this season.")

    def do(club: Club, answers: Answers) -> Done:
        names = separations.cancel(club, *_two(answers[_WHO]), reason=answers[REASON]).names
        return Done(f"{join_words(names)} may sit together again.")

    why = reason(lambda answers: f"{answers[_WHO]} may sit together.", "both agree")
    return telling("seat apart", do, (Parameter(_WHO, asks), why))


def shown_in_public() -> Deed[Done]:
    """Return the operation that sets how the public sees one member's name, or every name in the club."""

    def who(club: Club, _: Answers) -> Prompt:
        question = "Whose name is shown in another way on the board and in exports?"
        return Prompt(question, (Pick(_CLUB, "everybody without a setting of their own"), *_everybody(club)))

    def named(club: Club, _: Answers, typed: str) -> str:
        return _CLUB if typed.casefold() == _CLUB else roster.show(club, typed).member.name

    def how(_: Club, answers: Answers) -> Prompt:
        of_club = answers[_WHO] == _CLUB
        ways = [each for each in ShownAs if not (of_club and each is ShownAs.NOBODY)]
        picks = [Pick(way.value, way.said) for way in ways]
        picks += [] if of_club else [Pick(_AS_THE_CLUB, "no setting of their own")]
        return one_of(f"How is {answers[_WHO]} shown in public?", picks)

    def do(club: Club, answers: Answers) -> Done:
        name, typed = answers[_WHO], answers[_HOW]
        said = f"{name}: shown in public {typed if typed == _AS_THE_CLUB else f'as {ShownAs(typed).said}'}."
        if name == _CLUB:
            public_names.show_club(club, ShownAs(typed))
        else:
            roster.shown_in_public(club, [name], None if typed == _AS_THE_CLUB else ShownAs(typed))
        return Done(said)

    return telling("member privacy", do, (Parameter(_WHO, who, named), Parameter(_HOW, how)))


def _everybody(club: Club) -> tuple[Pick, ...]:
    return tuple(Pick(member.name) for member in roster.members(club))


def _two(typed: str) -> tuple[str, str]:
    names = picking.answers(typed)
    if len(names) != 2:
        raise ClubFault("Give two names, such as Ann, Ben.")
    return names[0], names[1]
