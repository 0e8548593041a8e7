"""Terms of office: elect, hand over, step down; and who acts at this computer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Final, TypeAlias

from textual.content import Content

from referee.club.done import done
from referee.club.folder import Club, day_of
from referee.club.people import acting, officers, roster
from referee.club.people.duties import DUTIES
from referee.club.people.officers import USUAL, Standing, TermKind, TermView
from referee.club.text.faults import ClubFault
from referee.club.text.names import with_names
from referee.club.undoing import affairs
from referee.club.undoing.undoable import Undoable
from referee.dashboard.collection import Collection, CollectionScreen
from referee.dashboard.desk import Desk
from referee.dashboard.reading import Reading
from referee.dashboard.rendering import wrapped
from referee.dashboard.widgets.listing import Row
from referee.dashboard.widgets.question import Question, Refused, ask
from referee.dashboard.widgets.side_panel import titled
from referee.store.kinds.kind import Kind

_LOOKED: Final = 2000
"""How many of the club's last entries are looked through for those of one officer."""
_ENTRIES: Final = 40
Screen: TypeAlias = "CollectionScreen[Seen, TermView]"


@dataclass(frozen=True, slots=True)
class Seen:
    """The terms, those that are over too, and the name of whoever acts here, empty for nobody."""

    terms: tuple[TermView, ...]
    acts: str


def look(club: Club) -> Seen:
    """Return the terms, those that count now first."""
    every = sorted(officers.terms(club, everybody=True), key=lambda each: each.standing is Standing.OVER)
    with club.reading() as tx:
        return Seen(tuple(every), with_names(club.signed(), (), roster.names(tx)))


def officers_screen(desk: Desk) -> Screen:
    """Return the offices of the club, a term a row."""
    return CollectionScreen(desk, OFFICERS)


def _elect(screen: Screen) -> None:
    """Ask who was elected as what, and write it down."""

    def elect(typed: str) -> TermView:
        name, _, position = typed.partition(" as ")
        return officers.elect(screen.desk.club, name.strip(), position.strip() or USUAL)

    asking = Question("Who was elected, and to which office?", example="Ann as president")
    screen.desk.ask(screen, asking, elect, partial(_elected, screen), _did)


def _elected(screen: Screen, term: TermView) -> None:
    screen.done(f"{term.name} is {term.position} from {term.starts} until {term.ends}.", str(term.number))


def _hand_over(screen: Screen, term: TermView) -> None:
    """Ask who took over the marked office and why, and write it down."""

    def named(name: str, refused: Refused) -> None:
        def said(reason: str, _: Refused) -> None:
            def change() -> TermView:
                club = screen.desk.club
                return officers.hand_over(club, term.name, name, position=term.position, reason=reason)

            screen.desk.write(screen, change, partial(_elected, screen), refused, _did)

        question = f"{name} takes over from {term.name} as {term.position}. Reason:"
        ask(screen, Question(question, example="Ann moved"), said)

    ask(screen, Question(f"Who takes over from {term.name} as {term.position}?", example="Ben"), named)


def _step_down(screen: Screen, term: TermView) -> None:
    """Ask why the marked office was given up, and write it down."""
    told, club = f"{term.name} is no longer {term.position}", screen.desk.club
    screen.desk.ask(
        screen,
        Question(f"{term.name} steps down as {term.position}. Reason:", example="has no time any more"),
        lambda reason: officers.step_down(club, term.name, position=term.position, reason=reason),
        lambda _: screen.done(f"{told}."),
        lambda _: affairs.in_office(f"that {told}"),
    )


def _here(screen: Screen) -> None:
    """Ask who acts at this computer, and keep that for the next time."""

    def sit_down(name: str) -> tuple[Club, str]:
        number = roster.show(screen.desk.club, name).member.id if name else acting.NOBODY
        _keep(screen, number)
        club = acting.as_member(screen.desk.club, number)
        return club, roster.show(club, name).member.name if name else "Nobody"

    def seated(done: tuple[Club, str]) -> None:
        screen.desk.club = done[0]
        screen.done(f"{done[1]} acts at this computer from now on.")

    asking = Question("Who acts at this computer? Leave blank for nobody:", may_be_empty=True)
    screen.desk.ask(screen, asking, sit_down, seated)


def _keep(screen: Screen, number: int) -> None:
    """Keep who acts here; a desk in a browser is for as long as it is open, and at a computer of its own."""
    if screen.app.is_web:
        return
    from referee.export.files import write_file

    try:
        write_file(acting.place(), acting.content(screen.desk.club, number))
    except OSError as error:
        raise ClubFault(f"{acting.place()} cannot be written: {error.strerror}.") from None


def _entries(term: TermView, club: Club) -> tuple[str, ...]:
    """Return what an officer entered last, with its day."""
    with club.reading() as tx:
        named = roster.names(tx)
        found = (
            each for each in done(tx, *Kind, most=_LOOKED) if each.by and with_names(each.by, (), named) == term.name
        )
        return tuple(f"{day_of(each.at)}  {each.what}" for each in islice(found, _ENTRIES))


def _office(seen: Seen, term: TermView) -> Reading[tuple[str, ...]]:
    heading = f"{term.name}, {term.position}"
    about = partial(_about, term, seen)
    return Reading("officers", partial(_entries, term), lambda _: heading, about)


def _about(term: TermView, seen: Seen, entries: Sequence[str], width: int) -> Iterator[Content]:
    """Yield who has held an office, what else its officer was elected to, and what only officers may do."""
    yield from titled(f"Who was {term.position}")
    for each in sorted(seen.terms, key=lambda each: (each.starts, each.number)):
        if each.position == term.position:
            style = "bold" if each.number == term.number else "$text-muted"
            yield from wrapped(f"{each.name}, {each.starts} to {each.ends}: {_stands(each)}", width, 2, style)
    others = [each for each in seen.terms if each.name == term.name and each.position != term.position]
    if others:
        yield from titled(f"Other offices of {term.name}")
    for each in others:
        yield from wrapped(f"{each.position}, {each.starts} to {each.ends}: {_stands(each)}", width, 2)
    yield from titled("Officers only")
    for _, sentence in DUTIES.values():
        yield from wrapped(sentence, width, 2)
    yield from titled(f"Last entries of {term.name}")
    for entry in entries or ("None yet.",):
        yield from wrapped(entry, width, 2)


def _did(term: TermView) -> Undoable:
    return affairs.in_office(f"that {term.name} is {term.position}")


def _row(_: Seen, term: TermView) -> Row:
    over = term.standing is Standing.OVER
    cells: Sequence[str] = (term.position, term.name, str(term.starts), str(term.ends), _stands(term))
    return Row(str(term.number), cells, "dim" if over else "")


def _stands(term: TermView) -> str:
    if term.ended:
        return term.ended
    if term.standing is Standing.RUN_OUT:
        return "has ended: elect again"
    if term.kind is TermKind.TOOK_OVER:
        return f"took over: {term.reason}"
    return term.standing.value


OFFICERS: Final = Collection(
    "officers",
    ("office", "name", "from", "until", "status"),
    look=lambda club, _asked, _before: look(club),
    heading=lambda seen, _: f"Officers   acting at this computer: {seen.acts or 'nobody'}",
    items=lambda seen: seen.terms,
    row=_row,
    beside=_office,
    none="There is no officer yet.",
    empty="The club has no officer yet, so anybody may do anything. {officers.elect} records an election.",
    deeds={"elect": _elect, "here": _here},
    deeds_of_one={"hand_over": _hand_over, "step_down": _step_down},
)
