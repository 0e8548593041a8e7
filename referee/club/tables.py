"""A match at a table: what is frozen when it starts, its log, and how it ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from sqlmodel import col, select

from referee.cards.words import listed
from referee.club import roster, seasons, sessions
from referee.club.entries import count_again, decide, drafted, entry_of, judge, keep, sent_before
from referee.club.faults import ClubFault, Misread, Undecided, UnknownName
from referee.club.folder import Club
from referee.club.logbook import Logged, Table, logged, table_of, turned
from referee.club.matches import Kind, Word, Written, edition, token_of, written
from referee.club.names import meant, seat_marks
from referee.club.placings import has_result, project, write_chips, write_places
from referee.rules import Deal, Fault, Record, Rulebook, Seats, Verdict, in_force, options_from
from referee.rules import Entry as Judged
from referee.rules.grammar import LONGEST_NUMBER, Names
from referee.rules.record import Line, read_lines
from referee.store.engine import Transaction, row_of
from referee.store.models import Match, Season, Seat, Session

MOST_CHIPS: Final = 10**LONGEST_NUMBER - 1


def start(
    club: Club,
    game: str,
    names: Iterable[str],
    *,
    session: str | None = None,
    options: Iterable[str] = (),
    by: str | None = None,
) -> Table:
    """Seat players, in order of play, and freeze what they play by: the season's house rules, and `options` besides.

    Whoever is seated was there, so they are noted as come.
    """
    book = seasons.book_of(game)
    agreed = seasons.options_typed(book, options)
    with club.writing() as tx:
        evening = sessions.called(tx, session)
        if evening.status != "open":
            raise ClubFault(
                f"The session of {evening.held_on} is {evening.status}; a table needs an open one.",
                f"Open it with: referee session open {evening.held_on}",
            )
        settled = _agreed(tx, evening, book, agreed)
        members = [roster.called(tx, name) for name in names]
        for at, member in enumerate(members):
            if member in members[:at]:
                raise ClubFault(f"{member.name} is named twice; a player has one seat.")
        if refusal := book.refusal(settled, len(members)):
            raise ClubFault(f"{refusal}.")
        match = Match(
            session_id=evening.id,
            game=book.slug,
            edition=edition(book),
            options=in_force(settled),
            started_at=club.clock(),
            by=roster.signed(tx, club, by),
        )
        tx.add(match)
        tx.flush()
        for seat, member in enumerate(members):
            tx.add(Seat(match_id=match.id, seat=seat, member_id=member.id, name=member.name, guest=member.guest))
            sessions.arrives(tx, club, evening, member, by)
        tx.flush()
        return table_of(written(tx, match.id))


def house_rules(club: Club, game: str, session: str | None = None) -> Any:
    """Return the options that a table of a game started now would be played by."""
    book = seasons.book_of(game)
    with club.reading() as tx:
        return _agreed(tx, sessions.called(tx, session), book, {})


def tables(club: Club, session: str | None = None, *, seen: Iterable[Table] = ()) -> list[Table]:
    """Return the tables of a session; those `seen` before are not judged again when nothing was added to them."""
    with club.reading() as tx:
        evening = sessions.called(tx, session)
        numbers = select(Match.id).where(col(Match.session_id) == evening.id).order_by(col(Match.id))
        return of_numbers(tx, tx.exec(numbers), seen)


def of_numbers(tx: Transaction, numbers: Iterable[int], seen: Iterable[Table] = ()) -> list[Table]:
    """Return tables by their numbers, taking over those `seen` that are as they were."""
    before = {each.number: each for each in seen}
    found = []
    for number in list(numbers):
        known = before.get(number)
        found.append(known if known and known.token == token_of(tx, number) else table_of(written(tx, number)))
    return found


def show(club: Club, table: int) -> Table:
    """Return a table with its log, as it now stands."""
    with club.reading() as tx:
        return table_of(written(tx, table))


def record(club: Club, table: int) -> Record:
    """Return the record of a table, which prints as a text that can be checked by itself.

    Lines that were taken back, or are illegal and do not stand, are marked so; lines typed by mistake are left out.
    """
    with club.reading() as tx:
        return written(tx, table).sheet.record


def readable(club: Club, table: int, texts: Sequence[str]) -> None:
    """Raise `Misread` for the first of several lines that could not be logged, with its place among them."""
    book, names = _set_up(club, table)
    for number, text in enumerate(texts, 1):
        _read(book, names, text, number)


def log(
    club: Club,
    table: int,
    text: str,
    *,
    key: str | None = None,
    by: str | None = None,
    instead_of: int | None = None,
) -> Logged:
    """Write down a line of the record and return it with its ruling.

    An illegal line is kept as what happened, but does not change the table until it `stands`. With `instead_of` it
    takes the place of a line that was mistyped, which is all that may be added to a finished match. The same `key`
    twice is written down once. Raises `Misread`.
    """
    book, names = _set_up(club, table)
    line = _read(book, names, text)
    kept = book.write(line.act, Seats(seat_marks(len(names))))
    with club.writing() as tx:
        match = written(tx, table)
        if again := sent_before(tx, match, key, kept):
            return logged(match, again)
        if instead_of is None and match.match.finished_at:
            raise _finished(table)
        number, before = len(match.entries) + 1, match
        if instead_of is not None:
            _refuse_replacing(match, instead_of)
            match = decide(tx, club, match, instead_of, Word.STRUCK, f"typed by mistake; see line {number}", by)
        entry = drafted(club, match, Kind.LINE, kept, key, by, instead_of)
        judge(match, entry)
        match = keep(tx, match, entry)
        if line.taken_back:
            match = decide(tx, club, match, number, Word.TAKEN_BACK, "said so in the line itself", by)
        match = count_again(tx, match)
        return replace(logged(match, entry), turned=turned(before, match, number) if instead_of else ())


def preview(table: Table, text: str, *, instead_of: int | None = None) -> Judged:
    """Rule on a line as `log` would, and write nothing down: for whoever asks before it is entered.

    It needs only the table as it was last shown, so that it can be asked at every key. Raises `Misread`.
    """
    line = _read(table.book, table.names, text)
    if instead_of is None:
        if table.finished_at:
            raise _finished(table.number)
        before = table.sheet.state
    else:
        before = next((each.before for each in table.sheet.entries if each.line.number == instead_of), None)
        if before is None:
            raise ClubFault(f"Line {instead_of} is not in the record; there is nothing to replace.")
    act = replace(line.act, line=len(table.log) + 1)
    ruling = table.book.judge(before, act)
    kept = not line.taken_back and ruling.verdict is not Verdict.ILLEGAL
    text = table.book.write(act, table.sheet.record.seats)
    judged = replace(line, number=act.line, text=text, act=act, taken_back=not kept)
    return Judged(judged, ruling, ruling, before, table.book.apply(before, act) if kept else before)


def undo(
    club: Club, table: int, line: int | None = None, *, reason: str = "", mistake: bool = False, by: str | None = None
) -> Logged:
    """Take back a line, or the last that counts; it stays in the log, marked.

    A line that was done and undone at the table still shows what a player held. One typed by `mistake` never happened.
    """
    return _say(club, table, line, Word.STRUCK if mistake else Word.TAKEN_BACK, reason, by)


def stands(club: Club, table: int, line: int | None = None, *, reason: str = "", by: str | None = None) -> Logged:
    """Let a line stand that was illegal or taken back: from now on it changes the table."""
    return _say(club, table, line, Word.STANDS, reason, by)


def result(
    club: Club,
    table: int,
    *,
    places: Sequence[Sequence[str]] = (),
    chips: Mapping[str, int] | None = None,
    key: str | None = None,
    by: str | None = None,
) -> Logged:
    """Write down how a match ended that nobody recorded: who tied for each place, best first, or chips won and lost.

    It counts in place of whatever the record gives. Every player is named once; chips sum to zero.
    """
    _, names = _set_up(club, table)
    seats = dict(enumerate(names))
    if bool(places) == bool(chips):
        raise ClubFault("A result is either places or chips: expected one of them.")
    if chips:
        won = [(meant(name, seats, "player"), amount) for name, amount in chips.items()]
        if most := [amount for _, amount in won if abs(amount) > MOST_CHIPS]:
            raise ClubFault(f"Nobody wins or loses {most[0]:+} chips; expected at most {MOST_CHIPS}.")
        _refuse_unless_all(names, [seat for seat, _ in won])
        if total := sum(amount for _, amount in won):
            raise ClubFault(f"The chips add up to {total:+}, but what some win others lose: expected 0.")
        kind, kept = Kind.CHIPS, write_chips(dict(won))
    else:
        groups = [[meant(name, seats, "player") for name in group] for group in places if group]
        _refuse_unless_all(names, [seat for group in groups for seat in group])
        kind, kept = Kind.PLACES, write_places(groups)
    with club.writing() as tx:
        match = written(tx, table)
        if again := sent_before(tx, match, key, kept):
            return logged(match, again)
        entry = drafted(club, match, kind, kept, key, by)
        return logged(count_again(tx, keep(tx, match, entry)), entry)


def finish(club: Club, table: int, *, undecided: bool = False) -> Table:
    """End a match: the cards are gathered, and its places count. Finishing again writes the places anew.

    Illegal lines that wait for a decision, or a hand in play, are a fault unless a result was written down, or they
    are to be left `undecided`: then those lines do not count, and the places are those of the hands that are over.
    """
    _set_up(club, table)
    with club.writing() as tx:
        match = written(tx, table)
        again = match.match.finished_at is not None
        match.match.finished_at = match.match.finished_at or club.clock()
        match = replace(match)  # judged afresh: with the cards gathered, what was open lapses
        if not project(tx, match):
            raise ClubFault(
                f"Nothing is decided at table {table} yet. Record the rest, or write down only how it ended.",
                f"To do that: referee table result {table}",
            )
        if not undecided and not again:
            _refuse_undecided(match)
        tx.add(match.match)
        return table_of(match)


def hand_in_play(book: Rulebook, state: Any) -> str:
    """Say how it is seen that a hand is not over; nothing when none is in play."""
    # In every game it is a finding that a hand is dealt in the middle of another.
    deal = book.judge(state, Deal())
    return deal.reason if deal.word == "finding" else ""


def _agreed(tx: Transaction, session: Session, book: Rulebook, besides: Mapping[str, str]) -> Any:
    house = seasons.in_force_for(tx, tx.get_one(Season, session.season_id), book)
    return options_from(book.options, {**house, **besides})


def _set_up(club: Club, table: int) -> tuple[Rulebook, tuple[str, ...]]:
    """Return the rulebook and players of a table. Rulebooks are slow to import, so not with the write lock held."""
    with club.reading() as tx:
        match = row_of(tx, Match, table)
        if match is None:
            raise UnknownName(f"There is no table {table}.")
        seated = select(Seat.name).where(col(Seat.match_id) == table).order_by(col(Seat.seat))
        return seasons.book_of(match.game), tuple(tx.exec(seated))


def _read(book: Rulebook, names: Sequence[str], text: str, number: int = 1) -> Line:
    faults: list[Fault] = []
    lines = read_lines([(number, text)], book, Names(list(names)), faults)
    if faults:
        raise Misread(faults[0])
    if not lines or "\n" in text:
        raise ClubFault(f"{text!r} is not one line of a record; expected one, such as '{names[0]} passes'.")
    return lines[0]


def _finished(table: int) -> ClubFault:
    return ClubFault(
        f"Table {table} is finished; a line may be corrected or taken back, but none added.",
        f"Correct one with --instead-of LINE, or take it back with: referee table undo {table} LINE",
    )


def _refuse_replacing(match: Written, number: int) -> None:
    entry = entry_of(match, number)
    if entry.kind != Kind.LINE:
        raise ClubFault(f"Line {number} is a result; write down another, and that one counts.")
    if match.word(entry) is Word.STRUCK:
        by = next((f" by line {each.number}" for each in match.entries if each.instead_of == number), "")
        raise ClubFault(f"Line {number} has been replaced{by} already.")


def _refuse_undecided(match: Written) -> None:
    """Raise a fault when the record that decides the match has a line to be decided on, or a hand in play."""
    table = match.match.id
    if has_result(match):
        return
    anyway = f"To finish all the same: referee table finish {table} --anyway"
    if waiting := [entry.number for entry in match.entries if logged(match, entry).waits]:
        one = len(waiting) == 1
        raise Undecided(
            f"Line{'' if one else 's'} {listed(waiting)} of table {table} {'is' if one else 'are'} illegal and "
            f"{'waits' if one else 'wait'} for a decision.",
            f"Decide: referee table undo {table} {waiting[0]}, or referee table stands {table} {waiting[0]}. {anyway}",
        )
    if in_play := hand_in_play(match.book, match.sheet.state):
        raise Undecided(f"The hand at table {table} is not over: {in_play}", anyway)


def _say(club: Club, table: int, line: int | None, word: Word, reason: str, by: str | None) -> Logged:
    _set_up(club, table)
    with club.writing() as tx:
        match = written(tx, table)
        number = _last(match, word) if line is None else line
        entry = entry_of(match, number)
        if match.word(entry) is word:
            raise ClubFault(f"Line {number} {word if word is Word.STANDS else f'is {word}'} already.")
        before = match
        match = count_again(tx, decide(tx, club, match, number, word, reason, by))
        return replace(logged(match, entry), turned=turned(before, match, number))


def _last(match: Written, word: Word) -> int:
    """Return the line meant when none is named: the last that may be taken back, or that may yet stand."""
    stands = word is Word.STANDS
    for entry in reversed(match.entries):
        line = logged(match, entry)
        if line.word is not Word.STRUCK and (line.waits or line.counts is not stands):
            return line.number
    raise ClubFault("There is no line that does not stand." if stands else "There is no line to take back.")


def _refuse_unless_all(names: Sequence[str], named: Sequence[int]) -> None:
    """Raise a fault unless every seat is named exactly once."""
    for seat, name in enumerate(names):
        if named.count(seat) > 1:
            raise ClubFault(f"{name} is named twice.")
    if missing := [name for seat, name in enumerate(names) if seat not in named]:
        raise ClubFault(f"{listed(missing)} {'is' if len(missing) == 1 else 'are'} missing from the result.")
