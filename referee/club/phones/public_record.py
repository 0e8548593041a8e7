"""The record of a table as its players see it: with first names, and without private lines to the referee.

A holding may be told to the referee in private. A ruling, completion or preview based on it would reveal it, so the
public record is judged again without those lines. Its rulings may differ from those of the full record, so players see
none from that hand on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from referee.cards.immutable import replace as copied
from referee.club.match.log import RESULTS, DecisionKind, EntryKind
from referee.club.match.view import LineView, MatchView
from referee.club.people.public_name import ShownAs, is_forgotten, player_code, public_names, words_of
from referee.club.people.public_names import PublicNames
from referee.club.text.names import BY_PHONE, with_marks, with_names
from referee.rules import JudgedLine, Record, Report, Seats, replay
from referee.rules.notation.actions import Holds, HoldsOnly
from referee.rules.notation.line_words import PlayerNames, UnreadableLine
from referee.rules.records.messages import render, render_all
from referee.rules.records.record import Line
from referee.rules.records.report import starts_hand

TOLD: Final = (Holds, HoldsOnly)
"""The acts that are told to the referee in private."""
TOLD_IN_WORDS: Final = "known only to the referee"


def table_names(names: Sequence[str], members: Sequence[int], shown_as: Mapping[int, ShownAs]) -> tuple[str, ...]:
    """Return the names of a table's players on phones: first names, with an initial where two are equal.

    A player with a public code has it here too, because anyone can look at a phone.
    """
    full = dict(zip(members, names, strict=True))
    hidden_members = {member for member in members if shown_as.get(member) in (ShownAs.CODE, ShownAs.NOBODY)}
    first = {
        number: player_code(number) if number in hidden_members else _first_name(name) for number, name in full.items()
    }
    ambiguous = [
        number for number, name in first.items() if [*map(str.casefold, first.values())].count(name.casefold()) > 1
    ]
    longer_names = public_names(
        {number: full[number] for number in ambiguous}, dict.fromkeys(ambiguous, ShownAs.INITIALS)
    )
    # In a line, `#` begins a remark.
    return tuple(longer_names.get(member, first[member]).replace(" #", " ") for member in members)


Shown = tuple[MatchView, MatchView]
"""A match, and its public view."""


def public_match(match: MatchView, names: Sequence[str], public: PublicNames, since: Shown | None = None) -> MatchView:
    """Return a match as its players see it, with `names` by seat and the `public` names of other people.

    Unchanged lines are reused from an earlier match and its public view (`since`), which must have had the same names.
    """
    seats, record = Seats(tuple(names)), match.sheet.record
    previous_lines = {line.number: line for line in since[1].sheet.record.lines} if since else {}
    lines = tuple(_public_line(record, line, previous_lines.get(line.number), seats) for line in record.lines)
    to_all = tuple(line for line in lines if not isinstance(line.act, TOLD))
    public_record = copied(record, seats=seats, lines=to_all)
    if len(to_all) == len(lines):  # no private lines, so the rulings stay the same
        before = _earlier_public_lines(since) if since else {}
        entries = (
            before.get(id(entry)) or copied(entry, line=line)
            for entry, line in zip(match.sheet.entries, lines, strict=True)
        )
        sheet = Report(public_record, tuple(entries), match.sheet.table)
    else:
        sheet = replay(
            public_record,
            cards_gathered=match.finished_at is not None,
            earlier_report=since[1].sheet if since else None,
        )
    withheld_number = _first_withheld(lines, sheet)
    judged = {entry.line.number: entry for entry in sheet.entries}
    by_name = dict(zip(match.names, names, strict=True))
    previous_views = (
        {id(line): public_line for line, public_line in zip(since[0].log, since[1].log, strict=True)} if since else {}
    )
    return replace(
        match,
        names=seats.names,
        log=tuple(
            _line_view(
                match,
                line,
                judged.get(line.number),
                seats,
                by_name,
                public,
                previous_views.get(id(line)),
                is_withheld=0 < withheld_number <= line.number,
            )
            for line in match.log
        ),
        sheet=sheet,
        places=tuple(tuple(by_name[name] for name in group) for group in match.places),
        chips={by_name[name]: chips for name, chips in match.chips.items()},
        left=tuple(by_name[name] for name in match.left),
        damage=(),
        whole_hands=None,
    )


def withheld_from(public: MatchView) -> int:
    """Return the number of the first line whose ruling players do not see, or 0.

    From then on, only the referee knows whose turn it is.
    """
    hidden_numbers = (
        line.number
        for line in public.log
        if line.kind is EntryKind.LINE and line.ruling is None and line.decision is not DecisionKind.STRUCK
    )
    return next(hidden_numbers, 0)


def _first_withheld(lines: Sequence[Line], public: Report) -> int:
    """Return the number of the first line whose ruling may depend on private lines, or 0.

    It is the first line of the hand, or of an earlier hand that a later line may still change. It does not depend on
    the private content, so it reveals nothing.
    """
    unsettled = {entry.line.number for entry in public.entries if entry.unsettled}
    first = 0
    for index, line in enumerate(lines):
        if starts_hand(line) and line.number not in unsettled and index + 1 < len(lines):
            first = lines[index + 1].number
        first = first or line.number
        if isinstance(line.act, TOLD):
            return first
    return 0


def _earlier_public_lines(since: Shown) -> dict[int, JudgedLine]:
    """Return the earlier public form of each judged line, by the line's identity; empty if the record had private
    lines.
    """
    judged, public_lines = since[0].sheet.entries, since[1].sheet.entries
    return (
        {id(judged_line): by_name for judged_line, by_name in zip(judged, public_lines, strict=True)}
        if len(judged) == len(public_lines)
        else {}
    )


def _public_line(record: Record, line: Line, previous: Line | None, seats: Seats) -> Line:
    """Return a line with public names. The `previous` one is reused unless an officer has decided it since."""
    if previous and (previous.taken_back, previous.stands) == (line.taken_back, line.stands):
        return previous
    return copied(line, text=record.book.write(line.act, seats))


def _line_view(
    match: MatchView,
    line: LineView,
    judged: JudgedLine | None,
    seats: Seats,
    by_name: Mapping[str, str],
    public: PublicNames,
    previous_view: LineView | None,
    *,
    is_withheld: bool,
) -> LineView:
    """Return the public view of a line. `previous_view` is reused if the line's ruling is unchanged."""
    if previous_view and previous_view.judged is (None if is_withheld else judged):
        return previous_view
    name = line.by.removesuffix(BY_PHONE)
    author = f"{by_name[name]}{line.by.removeprefix(name)}" if name in by_name else public.signed(line.by)
    # The reason of a decision is a typed text, and for officers only.
    view_fields: dict[str, Any] = {
        **{"by": author, "judged": judged, "at_first": None, "ruling": None},
        **{"items": (), "reason": "", "decided_by": "", "turned": ()},
    }
    if line.kind in RESULTS:
        view_fields["text"] = with_names(with_marks(line.text, match.names), seats.names)
    elif line.kind is not EntryKind.LINE:
        view_fields["text"] = public.shown(line.text.partition(":")[0])
    elif judged is None:
        view_fields |= {"text": _public_words(match, line.text, seats), "counts": line.decision is None}
    elif is_withheld:
        view_fields |= {
            "text": judged.line.text,
            "judged": None,
            "counts": line.decision in (None, DecisionKind.STANDS),
        }
    else:
        view_fields |= {
            "text": judged.line.text,
            "at_first": render(judged.at_first, seats.names),
            "ruling": render(judged.ruling, seats.names),
            "counts": judged.counts,
            "items": render_all(judged.items, seats.names) if judged.counts else (),
        }
    return replace(line, **view_fields)


def _public_words(match: MatchView, text: str, seats: Seats) -> str:
    """Return the public text of a line that was struck or private."""
    try:
        pack = match.book.pack_for(match.options)
        act = match.book.grammar.read(text, PlayerNames(match.names), pack, 1, match.book.title)
    except UnreadableLine:
        return TOLD_IN_WORDS
    return TOLD_IN_WORDS if isinstance(act, TOLD) else match.book.write(act, seats)


def _first_name(name: str) -> str:
    return name if is_forgotten(name) or re.fullmatch(r"Player \d+", name) else (words_of(name) or [name])[0]
