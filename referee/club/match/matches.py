"""Matches: started with what is frozen then, shown, and ended; what happens between is in `recording`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from sqlmodel import col, select

from referee.cards.words import listed
from referee.club import history
from referee.club.calendar import seasons, sessions
from referee.club.calendar.correcting import refuse_closed_season
from referee.club.folder import Club
from referee.club.history import Did
from referee.club.match.log import EntryKind, MatchLog, Token, drafted, keep, read_log, sent_before, set_up, token_of
from referee.club.match.outcome import count_again, has_result, project, write_chips, write_places
from referee.club.match.seat_changes import is_void, parting, who_left
from referee.club.match.seated import refuse_if_elsewhere
from referee.club.match.view import LineView, MatchView, line_view, match_view, unreadable_view
from referee.club.people import roster
from referee.club.signing import Writing
from referee.club.text.faults import ClubFault, Undecided
from referee.club.text.names import meant, titled
from referee.games import called
from referee.games.called import RESULT_ONLY, has_rules
from referee.rules import Record, Rulebook, in_force, options_from
from referee.rules.notation.line_words import LONGEST_NUMBER
from referee.rules.notation.seats import misnamed
from referee.rules.reading.record import not_a_worth
from referee.store import inspection
from referee.store.difference import Difference
from referee.store.engine import Transaction
from referee.store.faults import StoreAltered
from referee.store.hints import Do
from referee.store.migrations import raw_of
from referee.store.models import Match, Member, Season, Seat, Session
from referee.store.seals import as_stored

MOST_CHIPS: Final = 10**LONGEST_NUMBER - 1


def start(
    club: Club,
    game: str,
    names: Iterable[str],
    *,
    session: str | None = None,
    options: Iterable[str] = (),
    result_only: bool = False,
    chip: str = "",
    twice: bool = True,
) -> MatchView:
    """Seat players, in order of play, and freeze what they play by: the season's house rules, and `options` besides.

    `chip` is what a chip is worth, if that is said. Whoever is seated was there, so they are noted as come. With
    `result_only` any game can be named; there are no rules to rule by, and nothing but the result can be written down.
    Unless they may sit at two tables (`twice`), it is a fault when somebody does: `SeatedElsewhere`.
    """
    if chip and (fault := not_a_worth(chip)):
        raise ClubFault(fault)
    book = _without_rules(club, game) if result_only else seasons.book_of(game)
    agreed = seasons.options_typed(book, options)
    with club.writing() as tx:
        found = open_one(tx, session)
        settled = book.options() if result_only else _agreed(tx, found, book, agreed)
        members = [roster.called(tx, name) for name in names]
        match = seat(tx, found, book, settled, members, result_only=result_only, chip=chip)
        if not twice:
            refuse_if_elsewhere(tx, members, but=match.id)  # last: nobody is asked about what is refused all the same
        return match_view(read_log(tx, match.id))


def open_one(tx: Transaction, session: str | None) -> Session:
    """Return a session at which tables may be started: one that is open."""
    found = sessions.called(tx, session)
    if found.status != "open":
        again = Do.REOPEN_SESSION if found.status == "closed" else Do.OPEN_SESSION
        raise ClubFault(
            f"The session of {found.held_on} is {found.status}; a table needs an open one.",
            again("Open it", session=found.held_on),
        )
    return found


def seat(
    tx: Writing,
    session: Session,
    book: Rulebook,
    options: Any,
    members: Sequence[Member],
    *,
    result_only: bool = False,
    chip: str = "",
    continues: int | None = None,
) -> Match:
    """Write down a new match with its seats; `chip` is what a chip is worth, if that is said.

    One that `continues` another was begun at the same table when its players changed.
    """
    for at, member in enumerate(members):
        if member in members[:at]:
            raise ClubFault(f"{member.name} is named twice; a player has one seat.")
    if refusal := book.refusal(options, len(members)):
        raise ClubFault(f"{refusal}.")
    for member in members:
        if confusing := misnamed(member.name, book.grammar.openings):
            raise ClubFault(f"{confusing}. Seat {member.name} at this game under another name.")
    match = Match(
        session_id=session.id,
        game=book.slug,
        edition=RESULT_ONLY if result_only else edition(book),
        options=in_force(options),
        started_at=tx.moment,
        by=tx.actor,
        chip=chip,
        continues=continues,
    )
    tx.add(match)
    tx.flush()
    for place, member in enumerate(members):
        tx.add(Seat(match_id=match.id, seat=place, member_id=member.id, name=member.name, guest=member.guest))
    sessions.arrive(tx, session, members)
    tx.flush()
    return match


def games_named(club: Club) -> list[str]:
    """Return the games that were played without a rulebook, by name."""
    with club.reading() as tx:
        return _named(tx)


def _named(tx: Transaction) -> list[str]:
    return sorted(tx.exec(select(Match.game).where(col(Match.edition) == RESULT_ONLY).distinct()))


def house_rules(club: Club, game: str, session: str | None = None) -> Any:
    """Return the options that a match of a game started now would be played by."""
    book = seasons.book_of(game)
    with club.reading() as tx:
        return _agreed(tx, sessions.called(tx, session), book, {})


def matches(club: Club, session: str | None = None, *, seen: Iterable[MatchView] = ()) -> list[MatchView]:
    """Return the matches of a session; those `seen` before are not judged again when nothing was added to them."""
    with club.reading() as tx:
        found = sessions.called(tx, session)
        numbers = select(Match.id).where(col(Match.session_id) == found.id).order_by(col(Match.id))
        return of_numbers(tx, tx.exec(numbers), seen)


def of_numbers(tx: Transaction, numbers: Iterable[int], seen: Iterable[MatchView] = ()) -> list[MatchView]:
    """Return matches by their numbers, taking over those `seen` that are as they were."""
    before = {each.number: each for each in seen}
    found = []
    for number in list(numbers):
        known = before.get(number)
        if known and known.token == _token_now(tx, number):
            found.append(known)
            continue
        try:
            found.append(_seen(tx, number))
        except StoreAltered:
            found.append(_what_is_left(tx, number))
    return found


def show(club: Club, match: int) -> MatchView:
    """Return a match with its log, as it now stands. Raises `StoreAltered` when it can no longer be read."""
    with club.reading() as tx:
        return _seen(tx, match)


def damage(club: Club, numbers: Iterable[int | None] | None = None) -> list[Difference]:
    """Return what is not as it was sealed at some tables, or at all."""
    with club.reading() as tx:
        raw = raw_of(tx.connection())
        numbers = tx.exec(select(Match.id)).all() if numbers is None else numbers
        return [each for number in dict.fromkeys(numbers) if number for each in inspection.of_match(raw, number)]


def _seen(tx: Transaction, number: int) -> MatchView:
    damage = inspection.of_match(raw_of(tx.connection()), number) if abs(number) < 2**63 else []
    try:
        return match_view(read_log(tx, number), damage)
    except ClubFault:
        raise
    except Exception as error:
        if not damage:
            raise
        said = "\n".join(map(str, damage))
        raise StoreAltered(f"Table {number} cannot be read.\n{said}\n", Do.AUDIT("See also")) from error


def _what_is_left(tx: Transaction, number: int) -> MatchView:
    """Return a match that can no longer be read, with the players as far as they are known."""
    raw = raw_of(tx.connection())
    damage = inspection.of_match(raw, number)
    with as_stored(raw):
        asked = 'SELECT game, session_id FROM "match" WHERE id = ?'
        game, session = raw.execute(asked, (number,)).fetchone() or ("", 0)
        seats = raw.execute("SELECT name FROM seat WHERE match_id = ? ORDER BY seat", (number,)).fetchall()
    names = [str(name).encode(errors="replace").decode() for (name,) in seats]
    return unreadable_view(number, f"{game}", tx.get_one(Session, session), names, damage)


def _token_now(tx: Transaction, number: int) -> Token | None:
    """Return the token of a match, or None when that cannot be read."""
    try:
        return token_of(tx, number)
    except (ValueError, TypeError):
        return None


def record(club: Club, match: int) -> Record:
    """Return the record of a match, which prints as a text that can be checked by itself.

    Lines that were taken back, or are illegal and do not stand, are marked so; lines typed by mistake are left out.
    """
    with club.reading() as tx:
        log = read_log(tx, match)
    if not has_rules(log.book):
        raise ClubFault(
            f"There is no record of table {match}: of {log.book.title} only the result is written down there."
        )
    return log.sheet.record


def result(
    club: Club,
    match: int,
    *,
    places: Sequence[Sequence[str]] = (),
    chips: Mapping[str, int] | None = None,
    key: str | None = None,
    corrects: bool = False,
) -> LineView:
    """Write down how a match ended that nobody recorded: who tied for each place, best first, or chips won and lost.

    It counts in place of whatever the record gives. Every player is named once; chips sum to zero. What `corrects` may
    change a closed season.
    """
    _, _, names = set_up(club, match)
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
        kind, kept = EntryKind.CHIPS, write_chips(dict(won))
    else:
        groups = [[meant(name, seats, "player") for name in group] for group in places if group]
        left = _left(club, match)
        if named := [names[seat] for group in groups for seat in group if seat in left]:
            raise ClubFault(f"{listed(named)} left table {match}, and so came after those who stayed; leave them out.")
        groups += [[seat] for seat in left]
        _refuse_unless_all(names, [seat for group in groups for seat in group])
        kind, kept = EntryKind.PLACES, write_places(groups)
    with club.writing() as tx:
        log = read_log(tx, match)
        if again := sent_before(tx, log, key, kept):
            return line_view(log, again)
        if not corrects:
            refuse_closed_season(tx, log.session)
        _refuse_void(log)
        entry = drafted(club, log, kind, kept, key)
        return line_view(count_again(tx, keep(tx, log, entry)), entry)


def _left(club: Club, match: int) -> tuple[int, ...]:
    """Return the seats of those who left a table of which only the result is written down."""
    with club.reading() as tx:
        return who_left(read_log(tx, match))


def finish(club: Club, match: int, *, undecided: bool = False, corrects: bool = False) -> MatchView:
    """End a match: the cards are gathered, and its places count. Finishing again writes the places anew.

    Illegal lines that wait for a decision, or a hand in play, are a fault unless a result was written down, or they
    are to be left `undecided`: then those lines do not count, and the places are those of the hands that are over.
    """
    set_up(club, match)
    with club.writing() as tx:
        log = read_log(tx, match)
        if not corrects:
            refuse_closed_season(tx, log.session)
        _refuse_void(log)
        again = log.match.finished_at is not None
        log.match.finished_at = log.match.finished_at or club.clock()
        log = replace(log)  # judged afresh: with the cards gathered, what was open lapses
        if not project(tx, log):
            if parting(log):
                raise ClubFault(f"No hand was over at table {match} when its players changed; it counts for nobody.")
            rest = "Record the rest, or write down only how it ended." if has_rules(log.book) else "How did it end?"
            raise ClubFault(
                f"Nothing is decided at table {match} yet. {rest}",
                Do.RESULT("To write down who won and then the others", table=match),
            )
        if not undecided and not again:
            _refuse_undecided(log)
        tx.add(log.match)
        if not again:
            history.note(tx, Did.TABLE_FINISHED, log.match.id)
        return match_view(log)


def _without_rules(club: Club, game: str) -> Rulebook:
    """Return what stands for a rulebook; a game that was played so before keeps the spelling that it has."""
    try:
        return called.result_only(called.book_called(game).slug)
    except called.NoRulebook:
        name = titled(game, "game")
    with club.reading() as tx:
        same = (each for each in _named(tx) if each.casefold() == name.casefold())
        return called.result_only(next(same, name))


def _agreed(tx: Transaction, session: Session, book: Rulebook, besides: Mapping[str, str]) -> Any:
    house = seasons.in_force_for(tx, tx.get_one(Season, session.season_id), book)
    return options_from(book.options, {**house, **besides})


def _refuse_void(log: MatchLog) -> None:
    if is_void(log):
        raise ClubFault(f"Table {log.match.id} is void.", Do.UNVOID("Take that back", table=log.match.id))


def _refuse_undecided(log: MatchLog) -> None:
    """Raise a fault when the record that decides the match has a line to be decided on, or a hand in play."""
    match = log.match.id
    if has_result(log):
        return
    anyway = Do.FINISH_ANYWAY("To finish all the same", table=match)
    if waiting := [entry.number for entry in log.entries if line_view(log, entry).waits]:
        one = len(waiting) == 1
        raise Undecided(
            f"Line{'' if one else 's'} {listed(waiting)} of table {match} {'is' if one else 'are'} illegal and "
            f"{'waits' if one else 'wait'} for a decision.",
            Do.TAKE_BACK_LINE("Decide", table=match, line=waiting[0]),
            Do.LET_STAND("Or let it stand", table=match, line=waiting[0]),
            anyway,
        )
    if log.sheet.state.in_play:
        due = log.book.due(log.sheet.state)
        awaited = "" if due is None else f": {due if isinstance(due, str) else log.names[due]} is awaited"
        raise Undecided(f"The hand at table {match} is not over{awaited}.", anyway)


def _refuse_unless_all(names: Sequence[str], named: Sequence[int]) -> None:
    """Raise a fault unless every seat is named exactly once."""
    for seat, name in enumerate(names):
        if named.count(seat) > 1:
            raise ClubFault(f"{name} is named twice.")
    if missing := [name for seat, name in enumerate(names) if seat not in named]:
        raise ClubFault(f"{listed(missing)} {'is' if len(missing) == 1 else 'are'} missing from the result.")


def edition(book: Rulebook) -> str:
    """Return what tells this wording of a rulebook from any other."""
    text = "\n".join(
        f"{clause.id} {clause.wording} {sorted(clause.reworded.items())}" for clause in book.clauses.values()
    )
    return hashlib.sha256(text.encode()).hexdigest()[:12]
