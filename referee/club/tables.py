"""A match at a table: what is frozen when it starts, its log, and how it ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from sqlmodel import col, select

from referee.cards.words import listed
from referee.club import roster, seasons, sessions
from referee.club.entries import count_again, decide, drafted, entry_of, judge, keep, sent_before
from referee.club.faults import ClubFault, Misread, UnknownName
from referee.club.folder import Club
from referee.club.logbook import Logged, Table, logged, table_of
from referee.club.matches import Kind, Word, Written, edition, written
from referee.club.names import meant, seat_marks
from referee.club.placings import project, write_chips, write_places
from referee.rules import Fault, Record, Rulebook, Seats, choices, read_options
from referee.rules.grammar import Names
from referee.rules.options import written as option_written
from referee.rules.record import Line, read_lines
from referee.store.tables import Match, Season, Seat


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
        if evening.status in ("planned", "cancelled"):
            raise ClubFault(f"The session of {evening.held_on} is {evening.status}; open it first.")
        house = seasons.in_force_for(tx, tx.get_one(Season, evening.season_id), book)
        in_force = read_options(book.options, [f"{name}={value}" for name, value in {**house, **agreed}.items()])
        members = [roster.called(tx, name) for name in names]
        for at, member in enumerate(members):
            if member in members[:at]:
                raise ClubFault(f"{member.name} is named twice; a player has one seat.")
        if refusal := book.refusal(in_force, len(members)):
            raise ClubFault(f"{refusal}.")
        match = Match(
            session_id=evening.id,
            game=book.slug,
            edition=edition(book),
            options={each.name: option_written(getattr(in_force, each.name)) for each in choices(book.options)},
            started_at=club.clock(),
            by=club.signed(by),
        )
        tx.add(match)
        tx.flush()
        for seat, member in enumerate(members):
            tx.add(Seat(match_id=match.id, seat=seat, member_id=member.id, name=member.name, guest=member.guest))
            sessions.arrives(tx, club, evening, member, by)
        tx.flush()
        return table_of(written(tx, match.id))


def tables(club: Club, session: str | None = None) -> list[Table]:
    """Return the tables of a session."""
    with club.reading() as tx:
        evening = sessions.called(tx, session)
        numbers = select(Match.id).where(col(Match.session_id) == evening.id).order_by(col(Match.id))
        return [table_of(written(tx, number)) for number in tx.exec(numbers)]


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
    takes the place of a line that was mistyped. The same `key` twice is written down once. Raises `Misread`.
    """
    book, names = _set_up(club, table)
    line = _read(book, names, text)
    kept = book.write(line.act, Seats(seat_marks(len(names))))
    with club.writing() as tx:
        match = written(tx, table)
        if again := sent_before(tx, match, key, kept):
            return logged(match, again)
        number = len(match.entries) + 1
        if instead_of is not None:
            _refuse_replacing(match, instead_of)
            match = decide(tx, club, match, instead_of, Word.STRUCK, f"typed by mistake; see line {number}", by)
        entry = drafted(club, match, Kind.LINE, kept, key, by, instead_of)
        judge(match, entry)
        match = keep(tx, match, entry)
        if line.taken_back:
            match = decide(tx, club, match, number, Word.TAKEN_BACK, "said so in the line itself", by)
        return logged(count_again(tx, match), entry)


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


def finish(club: Club, table: int) -> Table:
    """End a match: the cards are gathered, and its places count. Finishing again writes the places anew."""
    _set_up(club, table)
    with club.writing() as tx:
        match = written(tx, table)
        match.match.finished_at = match.match.finished_at or club.clock()
        match = replace(match)  # judged afresh: with the cards gathered, what was open lapses
        if not project(tx, match):
            raise ClubFault(
                f"Nothing is decided at table {table} yet. Record the rest, or write down how it ended with: "
                f"referee table result {table}"
            )
        tx.add(match.match)
        return table_of(match)


def _set_up(club: Club, table: int) -> tuple[Rulebook, tuple[str, ...]]:
    """Return the rulebook and players of a table. Rulebooks are slow to import, so not with the write lock held."""
    with club.reading() as tx:
        match = tx.get(Match, table)
        if match is None:
            raise UnknownName(f"There is no table {table}.")
        seated = select(Seat.name).where(col(Seat.match_id) == table).order_by(col(Seat.seat))
        return seasons.book_of(match.game), tuple(tx.exec(seated))


def _read(book: Rulebook, names: Sequence[str], text: str) -> Line:
    faults: list[Fault] = []
    lines = read_lines([(1, text)], book, Names(list(names)), faults)
    if faults:
        raise Misread(faults[0])
    if not lines or "\n" in text:
        raise ClubFault(f"{text!r} is not one line of a record; expected one, such as '{names[0]} passes'.")
    return lines[0]


def _refuse_replacing(match: Written, number: int) -> None:
    entry = entry_of(match, number)
    if entry.kind != Kind.LINE:
        raise ClubFault(f"Line {number} is a result; write down another, and that one counts.")
    if match.word(entry) is Word.STRUCK:
        by = next((f" by line {each.number}" for each in match.entries if each.instead_of == number), "")
        raise ClubFault(f"Line {number} has been replaced{by} already.")


def _say(club: Club, table: int, line: int | None, word: Word, reason: str, by: str | None) -> Logged:
    _set_up(club, table)
    with club.writing() as tx:
        match = written(tx, table)
        number = _last(match, word) if line is None else line
        entry = entry_of(match, number)
        if match.word(entry) is word:
            raise ClubFault(f"Line {number} {word if word is Word.STANDS else f'is {word}'} already.")
        match = count_again(tx, decide(tx, club, match, number, word, reason, by))
        return logged(match, entry)


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
