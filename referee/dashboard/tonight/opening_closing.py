"""Open and close the session; closing says first what it does, and for whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from textual.screen import Screen

from referee.cards.words import counted, listed
from referee.club.calendar import sessions
from referee.club.evening.overview import Tonight
from referee.club.file import backups
from referee.club.file.backups import Backup
from referee.club.text.faults import ClubFault, Unfinished
from referee.dashboard.desk import Desk
from referee.dashboard.done import Done
from referee.dashboard.rendering import day
from referee.dashboard.undo import evening_undo
from referee.dashboard.widgets.message_line import MessageLine, say
from referee.dashboard.widgets.question import Question, Refused, ask, ask_yes
from referee.store.read import Session


@dataclass(frozen=True, slots=True)
class SessionActions:
    """What a screen does with the session; `turned` hears when it is another evening."""

    desk: Desk
    screen: Screen[Any]
    turned: Callable[[], None]

    # -- opening ------------------------------------------------------------------------------------------

    def open(self, planned: Session) -> None:
        """Open a session; asks when it is not today's."""
        if planned.held_on == self.desk.club.today:
            self._open(planned)
            return
        question = f"Open the session of {day(planned)}, though it is not today?"
        ask_yes(self.screen, question, partial(self._open, planned))

    def _open(self, session: Session, refused: Refused | None = None) -> None:
        club = self.desk.club
        change = partial(sessions.open_session, club, str(session.id))
        self.desk.write(self.screen, change, self._opened, refused, partial(evening_undo.opened, club))

    def _opened(self, session: Session) -> None:
        key = self.desk.key("tonight.checkin")
        say(self.screen, f"The session of {day(session)} is open. {key} notes who came.")
        self.turned()

    # -- closing ------------------------------------------------------------------------------------------

    def ask_close(self, night: Tonight) -> None:
        """Ask whether the evening is over; with a table in play it takes a yes."""
        assert night.session is not None
        number, undo = str(night.session.id), self.desk.key("tonight.take_back")
        what = what_closing_does(night)
        if any(not each.finished_at for each in night.matches):
            self._ask_all_the_same(number, what)
            return
        asking = Question(f"{what} {undo} opens it again.", enter="close it")
        ask(self.screen, asking, lambda _answer, refused: self._close(number, refused))

    def _ask_all_the_same(self, number: str, what: str) -> None:
        undo = self.desk.key("tonight.take_back")
        question = f"{what} {undo} opens it again. Close all the same?"
        ask_yes(self.screen, question, partial(self._close, number, unfinished=True))

    def _close(self, number: str, refused: Refused, *, unfinished: bool = False) -> None:
        club = self.desk.club

        def change() -> tuple[Session, Backup | ClubFault] | Unfinished:
            try:
                closed = sessions.close_session(club, number, unfinished=unfinished)
            except Unfinished as fault:
                return fault
            try:
                return closed, backups.back_up(club)
            except ClubFault as fault:
                return closed, fault

        def did(done: tuple[Session, object] | Unfinished) -> Done | None:
            return None if isinstance(done, Unfinished) else evening_undo.closed(club, done[0])

        self.desk.write(self.screen, change, partial(self._closed, number), refused, did)

    def _closed(self, number: str, done: tuple[Session, Backup | ClubFault] | Unfinished) -> None:
        if isinstance(done, Unfinished):  # a table that was started while it was asked
            self._ask_all_the_same(number, str(done))
            return
        closed, backup = done
        told, line = f"The session of {day(closed)} is closed.", self.screen.query_one(MessageLine)
        if isinstance(backup, ClubFault):
            line.refuse(f"{told} No backup was made: {backup}")
        elif backup.tampered:
            line.refuse(f"{told} The log is not as it was written down, at table {backup.tampered[0].table} first.")
        else:
            undo = self.desk.key("tonight.take_back")
            line.say(f"{told} Backup: {backup.path.relative_to(self.desk.club.folder)}   {undo} opens it again.")
        self.turned()


def what_closing_does(night: Tonight) -> str:
    """Return in a few sentences what comes of it when an evening is closed, and for whom."""
    assert night.session is not None
    over = [each for each in night.matches if each.finished_at and not each.void]
    nobodys = [each.number for each in over if not each.places]
    apart = [each.number for each in over if each.places and each.number in night.apart]
    count = [each.number for each in over if each.places and each.number not in night.apart]
    going = [each for each in night.matches if not each.finished_at]
    told = [f"Close the session of {day(night.session)}?"]
    came = counted(len(night.came), "player")
    told.append(f"It is noted that {came} came." if night.came else "Nobody came.")
    for numbers, how in ((count, "in the standings"), (apart, "in the tournament alone"), (nobodys, "for nobody")):
        if numbers:
            told.append(f"{_tables(numbers)} {'counts' if len(numbers) == 1 else 'count'} {how}.")
    if going:
        names = list(dict.fromkeys(name for each in going for name in each.names))
        number = [each.number for each in going]
        told.append(
            f"{_tables(number)} {'is' if len(going) == 1 else 'are'} not finished: to close is to leave what is "
            f"unfinished uncounted, for {listed(names)}."
        )
    if not night.matches:
        told.append("No table was played.")
    if waiting := sum(len(each.waiting) for each in night.matches):
        told.append(f"{counted(waiting, 'line')} still {'waits' if waiting == 1 else 'wait'} for a decision.")
    return " ".join(told)


def _tables(numbers: list[int]) -> str:
    return f"Table {numbers[0]}" if len(numbers) == 1 else f"Tables {listed(numbers)}"
