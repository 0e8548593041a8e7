"""The public names of members: on the board, in exports and on printed lists.

Many members are minors, so a website shows a first name and an initial, or a code. A member's own setting overrides the
club's default. A member who opted out has a code everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from referee.club.folder import Club
from referee.club.people.public_name import USUAL, ShownAs, is_forgotten, public_name, public_names, words_of
from referee.club.signatures import current_member_numbers
from referee.club.text.faults import ClubFault
from referee.club.text.names import BY_PHONE, spelled, with_marks, with_names
from referee.store.hints import Do
from referee.store.inspection import reading_undecodable_texts
from referee.store.plain_rows import Member, select_rows
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction

_SOMEBODY: Final = "somebody"


@dataclass(frozen=True)
class PublicNames:
    """The public names of a club's members.

    `names` has the public name of every member number, merged ones included. `people` has the member number for every
    name that is or was in use. `hidden` maps the case-folded names and words that stay private to their replacements.
    """

    names: Mapping[int, str]
    people: Mapping[str, int]
    hidden: Mapping[str, str]
    full_names: bool

    @cached_property
    def _spelled(self) -> re.Pattern[str]:
        """A pattern for all hidden names. It is cached because it is long in a large club and used for every line."""
        return spelled(self.hidden)

    def shown(self, text: str, players: Mapping[str, int] | None = None) -> str:
        """Return a text of the program with public names for the given players, by default for all members."""
        numbers_by_name = self.people if players is None else players
        return with_names(
            with_marks(text, list(numbers_by_name)), [self.names[member] for member in numbers_by_name.values()]
        )

    def named(self, name: str) -> str:
        """Return the name of a tournament, a team or a game, with private names in it replaced."""
        if not (name and self.hidden):
            return name
        return self._spelled.sub(lambda match: self.hidden.get(_folded(match[0]), _SOMEBODY), name)

    def signed(self, author: str) -> str:
        """Return the public form of a signature, with a note if a phone was used."""
        if author.endswith(BY_PHONE):
            return f"{self.signed(author.removesuffix(BY_PHONE))}{BY_PHONE}"
        if (member := self.people.get(author)) is not None:
            return self.names[member]
        return self.named(author if self.full_names else public_name(author))

    def at(self, member: int) -> str:
        """Return a member's public name by number, or ``somebody`` for an unknown number."""
        return self.names.get(member, _SOMEBODY)


def all_public_names(club: Club, *, full_names: bool = False) -> PublicNames:
    """Return the public names of everyone who was ever on the roster.

    With `full_names`, all but the members who opted out have their full names.
    """
    with club.reading() as tx:
        return read_public_names(tx, full_names=full_names)


def read_public_names(tx: Transaction, *, full_names: bool = False) -> PublicNames:
    """Return the public names within a transaction; see `all_public_names`."""
    members = {member.id: member for member in select_rows(tx, Member)}
    current_numbers = current_member_numbers(tx)
    club_shows = default_form(tx)
    current = {number: member for number, member in members.items() if member.merged_into is None}
    shown_as = {number: ShownAs(member.shown_as or club_shows) for number, member in current.items()}
    full = {number: member.name for number, member in current.items()}
    public = public_names(full, shown_as, full_names=full_names)
    people: dict[str, int] = {}
    for table in ("party", "seat"):
        # Current names are known already; only read others, because a long season has tens of thousands of seats.
        former_names = (
            f"SELECT DISTINCT t.name, m.id FROM {table} t JOIN member m ON m.id = t.member_id AND m.name <> t.name"
        )
        with reading_undecodable_texts(tx):  # one damaged name must not block the rest
            people.update(
                {name: current_numbers[member] for name, member in tx.rows(former_names) if member in current_numbers}
            )
    for number in sorted(members, key=lambda number: members[number].merged_into is None):
        people[members[number].name] = current_numbers[number]
    return PublicNames(
        names={number: public[current_numbers[number]] for number in members},
        people=people,
        hidden=_hidden_words(people, public, shown_as, full_names),
        full_names=full_names,
    )


def default_form(tx: Transaction) -> ShownAs:
    """Return the club's default for members without a setting of their own."""
    rows = tx.rows("SELECT shown_as FROM charter WHERE shown_as <> ''")
    return ShownAs(rows[0][0]) if rows else USUAL


def show_club(club: Club, shown_as: ShownAs) -> None:
    """Set the club's default for members without a setting. Raise `ClubFault` for `NOBODY`."""
    if shown_as is ShownAs.NOBODY:
        raise ClubFault(
            "Only single members can opt out. Use initials, code or full.",
            Do.HIDE("For one member"),
        )
    with club.writing() as tx:
        tx.append(EventKind.SHOWN_AS, {"how": shown_as.value, "note": f"the club: {shown_as.value}"})


def _hidden_words(
    people: Mapping[str, int], public: Mapping[int, str], shown_as: Mapping[int, ShownAs], full_names: bool
) -> dict[str, str]:
    """Return the replacements of private names and words in the names of tournaments, teams and games.

    These are the full names and surnames of members not shown in full, and all words of a name shown by a code. A word
    in anyone's public name stays visible.
    """
    by_full_name: dict[str, str] = {}
    words: dict[str, str] = {}
    for name, member in people.items():
        public_text = public[member]
        if public_text == name or is_forgotten(name):
            continue
        by_full_name[_folded(name)] = public_text
        coded = shown_as[member] is ShownAs.NOBODY or (shown_as[member] is ShownAs.CODE and not full_names)
        for word in words_of(name)[0 if coded else 1 :]:
            if initial := next((char for char in word if char.isalpha()), ""):
                words[_folded(word)] = _SOMEBODY if coded else f"{initial.upper()}."
    open_words = {_folded(word) for public_text in public.values() for word in public_text.split()}
    return {word: instead for word, instead in words.items() if word not in open_words} | by_full_name


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
