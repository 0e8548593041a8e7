"""How members are shown in public: on the board, in exports and on printed lists.

Many members are minors: a website shows a first name and an initial, and no more, or a code. How each is shown is said
by the member, else by the club. Who opted out is a code wherever the public may look, and nothing overrides that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sqlmodel import col, select

from referee.club import history
from referee.club.folder import Club
from referee.club.history import Did
from referee.club.people import merged
from referee.club.people.public_name import USUAL, ShownAs, is_forgotten, public_name, public_names, words_of
from referee.club.signing import Writing
from referee.club.text.faults import ClubFault
from referee.club.text.names import spelled, with_marks, with_names
from referee.store.disputes import Party
from referee.store.engine import Transaction
from referee.store.hints import Do
from referee.store.matches import Seat
from referee.store.members import Charter, Member
from referee.store.migrations import raw_of
from referee.store.seals import as_stored

_SOMEBODY: Final = "somebody"


@dataclass(frozen=True, slots=True)
class PublicNames:
    """The names that the public sees.

    `names` has one for every member by number, whoever was merged too; `people` are the numbers by every name that is
    or was in use here; `hidden` are the parts of names (folded) that no typed sentence may show, with what stands for
    each.
    """

    names: Mapping[int, str]
    people: Mapping[str, int]
    hidden: Mapping[str, str]
    full_names: bool

    def shown(self, text: str, players: Mapping[str, int]) -> str:
        """Return a sentence of the program about players, by name, with the names that the public sees."""
        numbers = list(players.values())
        return with_names(with_marks(text, list(players)), [self.names[member] for member in numbers])

    def said(self, text: str) -> str:
        """Return a sentence that somebody typed, as the public may read it: also no part of a name that is hidden."""
        if not text:
            return text
        marked = with_marks(text, list(self.people))
        if self.hidden:
            marked = spelled(self.hidden).sub(lambda found: self.hidden.get(_folded(found[0]), _SOMEBODY), marked)
        return with_names(marked, [self.names[member] for member in self.people.values()])

    def signed(self, by: str) -> str:
        """Return who did something, whether they are members or not."""
        if (member := self.people.get(by)) is not None:
            return self.names[member]
        return self.said(by if self.full_names else public_name(by))

    def at(self, member: int) -> str:
        """Return what a member is called, by number; of a number that nobody has, what stands for nobody."""
        return self.names.get(member, _SOMEBODY)


def of_club(club: Club, *, full_names: bool = False) -> PublicNames:
    """Return how everybody is shown in public who was ever on the roster."""
    with club.reading() as tx:
        return read(tx, full_names=full_names)


def read(tx: Transaction, *, full_names: bool = False) -> PublicNames:
    """Return how everybody is shown in public; see `of_club`."""
    every = {each.id: each for each in tx.exec(select(Member))}
    now = merged.now(tx)
    club_shows = usual(tx)
    current = {number: each for number, each in every.items() if each.merged_into is None}
    how = {number: ShownAs(each.shown_as or club_shows) for number, each in current.items()}
    full = {number: each.name for number, each in current.items()}
    public = public_names(full, how, full_names=full_names)
    people: dict[str, int] = {}
    for kind in (Party, Seat):
        # What they are called now is known already; a long season has tens of thousands of seats.
        renamed = select(kind.name, kind.member_id).join(Member).where(col(kind.name) != col(Member.name)).distinct()
        with as_stored(raw_of(tx.connection())):  # a name that is damaged so that it is none must not spoil the others
            people.update({name: now[member] for name, member in tx.exec(renamed) if member in now})
    for number in sorted(every, key=lambda number: every[number].merged_into is None):
        people[every[number].name] = now[number]
    named = {number: public[now[number]] for number in every}
    strangers = _strangers(tx, people)
    return PublicNames(
        # Who settled a dispute here and is no member has no number; each is given one that no member has.
        names={**named, **{-at: public_name(name) for at, name in enumerate(strangers, 1)}},
        people={**people, **{name: -at for at, name in enumerate(strangers, 1)}},
        hidden=_hidden(people, public, how, full_names),
        full_names=full_names,
    )


def usual(tx: Transaction) -> ShownAs:
    """Return how the club shows those of whom nothing else is said."""
    charter = tx.get(Charter, 1)
    return ShownAs(charter.shown_as) if charter and charter.shown_as else USUAL


def show_club(club: Club, how: ShownAs) -> None:
    """Say how the club shows those of whom nothing else is said."""
    if how is ShownAs.NOBODY:
        raise ClubFault(
            "Opting out is said by each member for themselves; expected initials, code or full.",
            Do.HIDE("For one of them"),
        )
    with club.writing() as tx:
        charter = tx.get_one(Charter, 1)
        charter.shown_as = how.value
        tx.add(charter)
        history.note(tx, Did.SHOWN_AS, said=f"the club: {how.value}")


def show_as(tx: Writing, member: Member, how: ShownAs | None) -> None:
    """Say how a member is shown in public; None for as the club shows its members."""
    wanted = how.value if how else ""
    if member.shown_as != wanted:
        member.shown_as = wanted
        tx.add(member)
        history.note(tx, Did.SHOWN_AS, member.id, wanted or "as the club does")


def _hidden(
    people: Mapping[str, int], public: Mapping[int, str], how: Mapping[int, ShownAs], full_names: bool
) -> dict[str, str]:
    """Return the parts of names that no typed sentence may show: surnames, and first names of who is shown by a code.

    A word that somebody else is shown by is no secret.
    """
    hidden: dict[str, str] = {}
    for name, member in people.items():
        shown = public[member]
        words = words_of(name)
        if shown == name or not words or is_forgotten(name):
            continue
        coded = how[member] is ShownAs.NOBODY or (how[member] is ShownAs.CODE and not full_names)
        for word in words if coded else words[1:]:
            if any(char.isalpha() for char in word):
                initial = next(char for char in word if char.isalpha()).upper()
                hidden[_folded(word)] = _SOMEBODY if coded else f"{initial}."
    open_words = {_folded(word) for shown in public.values() for word in shown.split()}
    return {word: instead for word, instead in hidden.items() if word not in open_words}


def _strangers(tx: Transaction, people: Mapping[str, int]) -> list[str]:
    asked = select(Party.name).where(col(Party.member_id).is_(None)).distinct().order_by(col(Party.name))
    return [name for name in tx.exec(asked) if name not in people and not is_forgotten(name)]


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
