"""Opening a dispute, on a line of a table or on stated facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.club.calendar import house_rules
from referee.club.disputes.stated_facts import rule_on
from referee.club.disputes.view import (
    DisputeView,
    dispute_view,
    latest_dispute_on_line,
)
from referee.club.folder import Club
from referee.club.match.log import EntryKind, entry_of, load_log, read_log
from referee.club.people import roster
from referee.club.signatures import Writing
from referee.club.text.faults import AmbiguousName, ClubFault
from referee.club.text.names import clean_text, seat_marks, with_marks
from referee.rules import Ruling, Seats, option_values, options_from
from referee.rules.records.messages import render
from referee.store.events.event import EventText
from referee.store.hints import Do
from referee.store.plain_rows import Dispute, get_row
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction


def open_on_line(club: Club, match: int, line: int, *, claim: str = "") -> DisputeView:
    """Open a dispute on a line of a table, and return it. The rulebook's current ruling is stored with it.

    Raise `ClubFault` for a result, a struck line or a line that was disputed before.
    """
    log_before = load_log(club, match)  # judged before the file is locked
    with club.writing() as tx:
        log = read_log(tx, match, log_before)
        if entry_of(log, line).kind != EntryKind.LINE:
            raise ClubFault(f"Line {line} is a result, and the rulebook rules on plays only.")
        if line not in log.judged:
            raise ClubFault(f"Line {line} was typed by mistake, so there is nothing to dispute.")
        _refuse_second_dispute(tx, log.number, line)
        return _write_dispute(
            tx,
            game=log.match.game,
            options=dict(log.match.options),
            parties=[(seat.name, seat.member_id) for seat in log.seats],
            facts=[],
            ruling=log.judged[line].ruling,
            claim=claim,
            on=(match, line),
        )


def open_on_facts(
    club: Club, game: str, facts: Sequence[str], *, options: Iterable[str] = (), claim: str = ""
) -> DisputeView:
    """Open a dispute on the last of the stated facts, and return it. Raise `MisreadLine` if a fact cannot be read."""
    book = house_rules.find_rulebook(game)
    chosen_options = options_from(book.options, house_rules.parse_options(book, options))
    record_report = rule_on(
        book, chosen_options, facts, [member.name for member in roster.members(club, include_retired=True)]
    )
    seats = record_report.record.seats
    with club.writing() as tx:
        return _write_dispute(
            tx,
            game=book.slug,
            options=option_values(chosen_options),
            parties=[_find_party(tx, name) for name in seats.names],
            facts=[book.write(line.act, Seats(seat_marks(len(seats)))) for line in record_report.record.lines],
            ruling=record_report.entries[-1].ruling,
            claim=claim,
        )


def _write_dispute(
    tx: Writing,
    *,
    game: str,
    options: dict[str, str],
    parties: Sequence[tuple[str, int | None]],
    facts: list[str],
    ruling: Ruling,
    claim: str,
    on: tuple[int, int] | None = None,
) -> DisputeView:
    ruling = render(ruling, seat_marks(len(parties)))  # without names, so that it can be stored for ever
    number = tx.next_number("dispute")
    data = {
        "dispute": number,
        "line": on[1] if on else None,
        "game": game,
        "options": options,
        "members": [member for _, member in parties],
        "facts": len(facts),
        "verdict": ruling.verdict.value,
        "word": ruling.word,
        "clause": ruling.clause.id,
        "rule": ruling.rule,
        "reason": ruling.reason,
        "because": list(ruling.because),
        "alternatives": [offer.text for offer in ruling.alternatives],
        "due": list(ruling.due),
        "ask": ruling.ask,
    }
    stored_claim = with_marks(clean_text(claim, "the claim"), [name for name, _ in parties], roster.names(tx))
    texts = [
        *(EventText(f"player {seat}", name, member) for seat, (name, member) in enumerate(parties, 1)),
        *(EventText(f"fact {at}", fact) for at, fact in enumerate(facts, 1)),
        *([EventText("claim", stored_claim)] if stored_claim else []),
    ]
    tx.append(EventKind.DISPUTE_RAISED, data, match=on[0] if on else None, texts=texts)
    return dispute_view(tx, get_row(tx, Dispute, number))


def _refuse_second_dispute(tx: Transaction, match: int, line: int) -> None:
    """Raise `ClubFault` if a line was disputed before, because two decisions on it may conflict."""
    if dispute := latest_dispute_on_line(tx, match, line):
        view = dispute_view(tx, dispute)
        if view.is_open:
            raise ClubFault(f"Line {line} of table {match} is already disputed: dispute {view.number} is open.")
        raise ClubFault(
            f"Line {line} of table {match} was disputed before: dispute {dispute.id} was {view.decisions[-1].kind}.",
            Do.APPEAL("To challenge that", dispute=view.number),
        )


def _find_party(tx: Transaction, name: str) -> tuple[str, int | None]:
    """Return a name with its member number; None for a person who is no member.

    Raise `AmbiguousName` for a first name that several members share.
    """
    try:
        return name, roster.find_member(tx, name, include_retired=True).id
    except AmbiguousName as fault:
        if sum(choice.casefold().split()[0] == name.casefold() for choice in fault.choices) > 1:
            raise
        return name, None
    except ClubFault:
        return name, None
