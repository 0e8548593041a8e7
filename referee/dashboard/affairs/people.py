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

_MEMBERS: Final = "who"
_FORM: Final = "how"
_CLUB: Final = "the club"
_AS_THE_CLUB: Final = "as the club"


def keep_apart() -> Deed[Done]:
    """Return the operation that separates two members in this season's draws."""

    def members_prompt(club: Club, _: Answers) -> Prompt:
        question = "Which two are not drawn together this season? No public export shows it."
        return Prompt(question, _member_picks(club), example="Ann, Ben", separator=picking.NAME_SEPARATOR)

    def do(club: Club, answers: Answers) -> Done:
        names = separations.separate(club, *_parse_two_names(answers[_MEMBERS]), reason=answers[REASON]).names
        return Done(f"{join_words(names)} are kept apart for the season.")

    def full_names(club: Club, _: Answers, text: str) -> str:
        return picking.NAME_SEPARATOR.join(roster.show(club, name).member.name for name in _parse_two_names(text))

    separation_reason = reason(lambda answers: f"{answers[_MEMBERS]} are kept apart.", "asked by both", "one couple")
    return telling("seat apart", do, (Parameter(_MEMBERS, members_prompt, full_names), separation_reason))


def together_again() -> Deed[Done]:
    """Return the operation that ends the separation of two members."""

    def pair_prompt(club: Club, _: Answers) -> Prompt:
        picks = (
            Pick(picking.NAME_SEPARATOR.join(separation.names), separation.reason)
            for separation in separations.list_separations(club)
        )
        return one_of("Which two may sit together again?", picks, "Nobody is kept apart this season.")

    def do(club: Club, answers: Answers) -> Done:
        names = separations.cancel(club, *_parse_two_names(answers[_MEMBERS]), reason=answers[REASON]).names
        return Done(f"{join_words(names)} may sit together again.")

    end_reason = reason(lambda answers: f"{answers[_MEMBERS]} may sit together.", "both agree")
    return telling("seat apart", do, (Parameter(_MEMBERS, pair_prompt), end_reason))


def shown_in_public() -> Deed[Done]:
    """Return the operation that sets how the public sees one member's name, or every name in the club."""

    def member_prompt(club: Club, _: Answers) -> Prompt:
        question = "Whose name is shown in another way on the board and in exports?"
        return Prompt(question, (Pick(_CLUB, "everybody without a setting of their own"), *_member_picks(club)))

    def full_name(club: Club, _: Answers, text: str) -> str:
        return _CLUB if text.casefold() == _CLUB else roster.show(club, text).member.name

    def form_prompt(_: Club, answers: Answers) -> Prompt:
        of_club = answers[_MEMBERS] == _CLUB
        forms = [form for form in ShownAs if not (of_club and form is ShownAs.NOBODY)]
        picks = [Pick(way.value, way.said) for way in forms]
        picks += [] if of_club else [Pick(_AS_THE_CLUB, "no setting of their own")]
        return one_of(f"How is {answers[_MEMBERS]} shown in public?", picks)

    def do(club: Club, answers: Answers) -> Done:
        name, form = answers[_MEMBERS], answers[_FORM]
        message = f"{name}: shown in public {form if form == _AS_THE_CLUB else f'as {ShownAs(form).said}'}."
        if name == _CLUB:
            public_names.show_club(club, ShownAs(form))
        else:
            roster.shown_in_public(club, [name], None if form == _AS_THE_CLUB else ShownAs(form))
        return Done(message)

    return telling("member privacy", do, (Parameter(_MEMBERS, member_prompt, full_name), Parameter(_FORM, form_prompt)))


def _member_picks(club: Club) -> tuple[Pick, ...]:
    return tuple(Pick(member.name) for member in roster.members(club))


def _parse_two_names(text: str) -> tuple[str, str]:
    names = picking.answers(text)
    if len(names) != 2:
        raise ClubFault("Give two names, such as Ann, Ben.")
    return names[0], names[1]
