"""Operations that open and close the session."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards.words import join_words, quantity
from referee.club.calendar import sessions
from referee.club.evening.overview import Tonight, read_tonight
from referee.club.folder import Club
from referee.club.phones.report_settlement import pending_reports
from referee.club.table_numbers import TableNumber
from referee.club.text.faults import ClubFault
from referee.dashboard.deeds.deed import Answers, Deed, Effect, Long
from referee.dashboard.deeds.done import Done, telling
from referee.dashboard.rendering import session_day
from referee.store.plain_rows import Session
from referee.store.progress import Progress


def open_session(planned_session: Session, check_in_key: str) -> Deed[Session]:
    """Return the operation that opens a session. It asks first if the session is not today's.

    The message names the key `check_in_key`.
    """

    def effect(club: Club, _: Answers) -> Effect | None:
        if planned_session.held_on == club.today:
            return None
        return Effect(f"The session of {session_day(planned_session)} is not today. Open it anyway?", "open it")

    return Deed(
        "session open",
        lambda club, _: sessions.open_session(club, str(planned_session.id)),
        effect=effect,
        said=lambda session: f"The session of {session_day(session)} is open. {check_in_key} checks players in.",
    )


def close_session(session: Session, undo_key: str) -> Deed[Done]:
    """Return the operation that closes a session and backs up the club. The messages name the `undo_key` key."""

    def effect(club: Club, _: Answers) -> Effect:
        night = read_tonight(club)
        if night.session is None or night.session.id != session.id:
            raise ClubFault(f"The session of {session.held_on} is not open any more.")
        is_in_play = any(not match.finished_at for match in night.matches)
        agree = "close it, without counting what is not finished" if is_in_play else "close it"
        reports = pending_reports(club, session.id) if night.reports else ()
        sentences = [closing_summary(night), *(report.in_words for report in reports), f"{undo_key} reopens it."]
        return Effect(" ".join(sentences), agree)

    def do(club: Club, _: Answers, progress: Progress) -> Done:
        from referee.dashboard.affairs.copies import backed_up  # takes longer to load than the first screen

        # What is not finished was shown: another table that was started meanwhile is shown before, too.
        closed_session, backup = (
            sessions.close_session(club, str(session.id), unfinished=True),
            backed_up(club, progress),
        )
        text = f"The session of {session_day(closed_session)} is closed."
        if isinstance(backup, ClubFault):
            return Done(f"{text} No backup was made: {backup}", well=False)
        if backup.tampered:
            return Done(f"{text} The log was altered, first at table {backup.tampered[0].table}.", well=False)
        return Done(f"{text} Backup: {backup.path.relative_to(club.folder)}   {undo_key} reopens it.")

    return telling("session close", Long("Backing up the club", do), effect=effect)


def closing_summary(night: Tonight) -> str:
    """Return the effect of closing the session now, in a few sentences."""
    assert night.session is not None
    finished = [match for match in night.matches if match.finished_at and not match.void]
    uncounted = [match.number for match in finished if not match.places and not match.goes_on]
    before_change = [match.number for match in finished if not match.places and match.goes_on]
    tournament_only = [match.number for match in finished if match.places and match.number in night.apart]
    counted = [match.number for match in finished if match.places and match.number not in night.apart]
    unfinished = [match for match in night.matches if not match.finished_at]
    sentences = [f"Close the session of {session_day(night.session)}?"]
    attendance = len(night.came) + len(night.gone)
    sentences.append(f"{quantity(attendance, 'player')} checked in." if attendance else "Nobody is checked in.")
    for numbers, effect in (
        (counted, "in the standings"),
        (tournament_only, "in the tournament only"),
        (uncounted, "for nobody"),
    ):
        if numbers:
            sentences.append(f"{_format_tables(numbers)} {'counts' if len(numbers) == 1 else 'count'} {effect}.")
    if before_change:
        sentences.append(
            f"What was played at {_format_tables(before_change).lower()} before the players changed counts for nobody."
        )
    if unfinished:
        names = list(dict.fromkeys(name for match in unfinished for name in match.names))
        table_numbers = [match.number for match in unfinished]
        sentences.append(
            f"{_format_tables(table_numbers)} {'is' if len(unfinished) == 1 else 'are'} not finished and "
            f"will not count for {join_words(names)}."
        )
    if not night.matches:
        sentences.append("No table was played.")
    if waiting_count := sum(len(match.waiting) for match in unfinished):
        sentences.append(
            f"{quantity(waiting_count, 'line')} still {'waits' if waiting_count == 1 else 'wait'} for a decision."
        )
    return " ".join(sentences)


def _format_tables(matches: Sequence[TableNumber]) -> str:
    tables = sorted({match.table for match in matches})
    return f"Table{'' if len(tables) == 1 else 's'} {join_words(tables)}"
