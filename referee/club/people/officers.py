"""Officers' terms: a position held by a member from one day to another.

The club elects all positions once a year, and a term ends by default at that election. An expired term is flagged, but
its holder stays in office until the club elects again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Final

from referee.cards.immutable import frozen
from referee.cards.words import join_words
from referee.club.activity_log import LogEntry, find_entries
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.signatures import Writing, current_member_numbers, reason_texts
from referee.club.text.faults import ClubFault, UnknownName
from referee.club.text.names import reason_needed, resolve_name, signature, signer, valid_title, with_names
from referee.rules.notation.seats import clean_name
from referee.store.decoding import decode_date, decode_number, decoding
from referee.store.events.event import EventText
from referee.store.hints import Do, Hint
from referee.store.plain_rows import Member, get_row, select_rows
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction

POSITIONS: Final = ("president", "treasurer", "secretary", "referee")
"""The positions that most clubs have; a club can also name others."""

USUAL: Final = "referee"
OFFICE: Final = "officer"
"""The name of a position whose own name had to be erased."""
_NEXT_YEAR: Final = timedelta(days=60)
_LONGEST: Final = timedelta(days=4 * 366)


class TermKind(StrEnum):
    """How a term began, or ended early."""

    ELECTED = "elected"
    TOOK_OVER = "took over"
    STEPPED_DOWN = "stepped down"


class TermStatus(StrEnum):
    """The status of a term on a day. An expired term continues until there is a successor."""

    TO_COME = "upcoming"
    SERVING = "serving"
    RUN_OUT = "expired"
    OVER = "over"


@frozen
class _Term:
    """An election, a handover or a resignation, by the number of its event.

    `follows` is the term that it ends, if any. `member` is the member's number at that time.
    """

    number: int
    member: int
    position: str
    starts: date
    ends: date
    kind: TermKind
    follows: int | None
    reason: str
    at: datetime
    by: str


@frozen
class TermView:
    """A term for display: its holder, position, first and last day, and early end, if any.

    `reason` is the reason for a handover, and `ended` describes the early end. `by` is the person who recorded the
    term.
    """

    number: int
    member: int
    name: str
    position: str
    starts: date
    ends: date
    kind: TermKind
    standing: TermStatus
    reason: str
    ended: str
    at: datetime
    by: str


def elect(
    club: Club, name: str, position: str = USUAL, *, starts: date | None = None, ends: date | None = None
) -> TermView:
    """Record that a member was elected, and return the term.

    It ends on `ends`, by default on the day when most current terms end. If that is less than two months away, or there
    are none, it lasts a year. Raise `ClubFault` for invalid dates, or if the member already holds the position.
    """
    with club.writing() as tx:
        member = roster.find_member(tx, name)
        current = valid_title(position, "position")
        positions = [*POSITIONS, *(term.position for term in _read_term_events(tx))]
        current = next(
            (known_position for known_position in positions if _same_position(known_position, current)), current
        )  # keep the earlier spelling
        first_day = starts or club.today
        all_terms = _read_terms(tx, first_day)
        last_day = ends or _next_election(all_terms, first_day)
        if last_day <= first_day:
            raise ClubFault(
                f"A term cannot end on {last_day}, before its start on {first_day}. Put the earlier date first."
            )
        if last_day - first_day > _LONGEST:
            raise ClubFault(f"A term from {first_day} to {last_day} is too long. Use four years at most.")
        for term in all_terms:
            is_same_term = term.member == member.id and _same_position(term.position, current)
            if is_same_term and term.standing in (TermStatus.SERVING, TermStatus.TO_COME) and term.ends >= last_day:
                raise ClubFault(f"{member.name} is already {current}, until {term.ends}.")
        return _append_term(tx, club, member, current, first_day, last_day, TermKind.ELECTED, None, "")


def hand_over(
    club: Club, giver: str, taker: str, *, position: str | None = None, day: date | None = None, reason: str
) -> TermView:
    """Record that a member takes over an officer's position for the rest of the term. Return the new term."""
    reason_needed(reason, "Handing over")
    with club.writing() as tx:
        day = day or club.today
        all_terms = _read_terms(tx, day)
        current_term = _find_held_term(tx, all_terms, giver, position)
        member = roster.find_member(tx, taker)
        if member.id == current_term.member:
            raise ClubFault(f"{member.name} is already {current_term.position}.")
        last_day = current_term.ends if current_term.ends > day else _next_election(all_terms, day)
        if day < current_term.starts:
            raise ClubFault(
                f"{current_term.name} is {current_term.position} from {current_term.starts}. Use that date or later."
            )
        return _append_term(
            tx, club, member, current_term.position, day, last_day, TermKind.TOOK_OVER, current_term.number, reason
        )


def step_down(club: Club, name: str, *, position: str | None = None, day: date | None = None, reason: str) -> TermView:
    """Record that an officer resigns from a position. Return the ended term."""
    reason_needed(reason, "Stepping down")
    with club.writing() as tx:
        day = day or club.today
        current_term = _find_held_term(tx, _read_terms(tx, day), name, position)
        member = get_row(tx, Member, current_term.member)
        _append_term(
            tx, club, member, current_term.position, day, day, TermKind.STEPPED_DOWN, current_term.number, reason
        )
        return next(term for term in _read_terms(tx, day) if term.number == current_term.number)


def refuse_unless_held(club: Club, name: str, position: str) -> None:
    """Raise `ClubFault` unless the named officer holds a position. Call this before the user types the details."""
    with club.reading() as tx:
        _find_held_term(tx, _read_terms(tx, club.today), name, position)


def terms(club: Club, *, include_past: bool = False) -> list[TermView]:
    """Return the terms that are serving, expired or upcoming; with `include_past`, also past terms."""
    with club.reading() as tx:
        return [term for term in _read_terms(tx, club.today) if include_past or term.standing is not TermStatus.OVER]


def expired_terms(club: Club) -> list[TermView]:
    """Return the expired terms of all officers."""
    with club.reading() as tx:
        return [term for term in _read_terms(tx, club.today) if term.standing is TermStatus.RUN_OUT]


def expired_terms_of_actor(club: Club) -> list[TermView]:
    """Return the actor's expired terms; empty if the actor also has a serving term."""
    with club.reading() as tx:
        all_terms = _read_terms(tx, club.today)
        member = member_typed(tx, club.signature())
        own_terms = [term for term in all_terms if term.member == member]
        if any(term.standing is TermStatus.SERVING for term in own_terms):
            return []
        return [term for term in own_terms if term.standing is TermStatus.RUN_OUT]


def describe_expired(expired: Iterable[TermView]) -> Iterable[tuple[str, Hint]]:
    """Yield a sentence and a hint for each expired term."""
    for term in expired:
        ran_out = f"The term of {term.name} as {term.position} expired on {term.ends}."
        yield ran_out, Do.ELECT("After the election", position=term.position)


def choices(club: Club) -> list[Member]:
    """Return the members in office today, by name."""
    with club.reading() as tx:
        in_office = {term.member for term in current_terms(tx, club.today)}
        return [member for member in select_rows(tx, Member, "ORDER BY name") if member.id in in_office]


def current_terms(tx: Transaction, today: date) -> list[TermView]:
    """Return the officers' terms on a day: serving, or expired without a successor."""
    return [term for term in _read_terms(tx, today) if term.standing in (TermStatus.SERVING, TermStatus.RUN_OUT)]


def member_typed(tx: Transaction, text: str) -> int | None:
    """Return the current number of the member with a typed name or mark; None if there is none."""
    number = signer(signature(text, roster.names(tx)))
    return current_member_numbers(tx).get(number) if number else None


def _read_terms(tx: Transaction, today: date) -> list[TermView]:
    """Return every term by its first day, with its status on a day."""
    all_terms = sorted(_read_term_events(tx), key=lambda term: (term.starts, term.number))
    current_numbers, names = current_member_numbers(tx), roster.names(tx)
    followed = {term.follows: term for term in all_terms if term.follows}
    retired = {number for (number,) in tx.rows("SELECT id FROM member WHERE retired_at IS NOT NULL")}
    terms = [term for term in all_terms if term.kind is not TermKind.STEPPED_DOWN]
    views = []
    for term in terms:
        with decoding(f"event {term.number} ({EventKind.TERM_BEGUN})"):
            after, member = followed.get(term.number), current_numbers[term.member]
        ends = after.starts if after else term.ends
        views.append(
            TermView(
                number=term.number,
                member=member,
                name=names[member],
                position=with_names(term.position, (), names),
                starts=term.starts,
                ends=ends,
                kind=term.kind,
                standing=_term_status(term, terms, followed, today) if member not in retired else TermStatus.OVER,
                reason=with_names(term.reason, (), names),
                ended=_describe_end(after, current_numbers, names)
                if after
                else "has left the club"
                if member in retired
                else "",
                at=term.at,
                by=with_names(term.by, (), names),
            )
        )
    return views


def _read_term_events(tx: Transaction) -> list[_Term]:
    """Return every recorded election, handover and resignation, oldest first."""
    return [_decode_term(entry) for entry in reversed(find_entries(tx, EventKind.TERM_BEGUN))]


def _decode_term(entry: LogEntry) -> _Term:
    data = entry.data
    with decoding(entry.place):
        return _Term(
            number=entry.event.n,
            member=decode_number(data["member"]),
            position=entry.texts.get("position", OFFICE),
            starts=decode_date(data["starts"]),
            ends=decode_date(data["ends"]),
            kind=TermKind(data["how"]),
            follows=None if data["follows"] is None else decode_number(data["follows"]),
            reason=entry.reason,
            at=entry.moment,
            by=entry.actor,
        )


def _term_status(term: _Term, all_terms: Sequence[_Term], followed: Mapping[int, _Term], today: date) -> TermStatus:
    after = followed.get(term.number)
    if after and after.starts <= today:
        return TermStatus.OVER
    if today < term.starts:
        return TermStatus.TO_COME
    if today <= term.ends:
        return TermStatus.SERVING
    # After a new election, all holders from the year before are out, whoever was elected.
    later_terms = (
        later_term
        for later_term in all_terms
        if _same_position(later_term.position, term.position) and later_term.starts > term.starts
    )
    return (
        TermStatus.OVER
        if any(later_term.starts <= today <= later_term.ends for later_term in later_terms)
        else TermStatus.RUN_OUT
    )


def _describe_end(after: _Term, current_numbers: Mapping[int, int], names: Mapping[int, str]) -> str:
    reason = with_names(after.reason, (), names)
    if after.kind is TermKind.STEPPED_DOWN:
        return f"stepped down on {after.starts}: {reason}"
    return f"handed over to {names[current_numbers[after.member]]} on {after.starts}: {reason}"


def _next_election(terms: Iterable[TermView], first: date) -> date:
    """Return the day of the next yearly election after `first`, for a term that starts then."""
    running = [term.ends for term in terms if term.standing is TermStatus.SERVING and not term.ended]
    if running and (common := max(running, key=running.count)) - first > _NEXT_YEAR:
        return common
    try:
        return first.replace(year=first.year + 1)
    except ValueError:  # the 29th of February
        return first.replace(year=first.year + 1, day=28)


def _find_held_term(tx: Transaction, terms: Sequence[TermView], name: str, position: str | None) -> TermView:
    """Return the current term of a named officer, in a `position` if given.

    Raise `ClubFault` if there is no such term, or if the officer has several positions and none is given.
    """
    running = [term for term in terms if term.standing is not TermStatus.OVER and not term.ended]
    officers = {term.member: term.name for term in running}
    try:
        member = resolve_name(name, officers, "officer")
    except UnknownName:
        member_row = roster.find_member(tx, name, include_retired=True)
        raise ClubFault(f"{member_row.name} holds no office now.", Do.OFFICERS("See the officers")) from None
    own_terms = [term for term in running if term.member == member]
    if position is not None:
        matching_terms = [term for term in own_terms if _same_position(term.position, clean_name(position))]
        if not matching_terms:
            positions_text = join_words(dict.fromkeys(term.position for term in own_terms))
            raise ClubFault(f"{officers[member]} is not {position}, but {positions_text}.")
        own_terms = matching_terms
    if len({term.position.casefold() for term in own_terms}) > 1:
        raise ClubFault(
            f"{officers[member]} is {join_words(term.position for term in own_terms)}.",
            Do.NAME_OFFICE("Name one office"),
        )
    return own_terms[-1]


def _append_term(
    tx: Writing,
    club: Club,
    member: Member,
    position: str,
    starts: date,
    ends: date,
    kind: TermKind,
    follows: int | None,
    reason: str,
) -> TermView:
    event = tx.append(
        EventKind.TERM_BEGUN,
        {
            "member": member.id, "how": kind, "starts": f"{starts}", "ends": f"{ends}", "follows": follows,
        },
        texts=(EventText("position", position), *reason_texts(tx, reason)),
    )  # fmt: skip
    all_terms = _read_terms(tx, club.today)
    return next((term for term in all_terms if term.number == event.n), all_terms[-1])


def _same_position(position: str, second: str) -> bool:
    return position.casefold() == second.casefold()
