"""The screen of offices: elect, hand over and step down, and set the acting officer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Final, TypeAlias

from textual.content import Content

from referee.cards.immutable import frozen
from referee.club import history
from referee.club.folder import Club, day_of
from referee.club.people import officers, roster
from referee.club.people.duties import DUTIES
from referee.club.people.officers import POSITIONS, USUAL, TermKind, TermStatus, TermView
from referee.club.text.names import with_names
from referee.dashboard.deeds import acting
from referee.dashboard.deeds.deed import REASON, Answers, Deed, Parameter, Pick, Prompt, reason
from referee.dashboard.deeds.somebody import somebody
from referee.dashboard.document_screen import Document
from referee.dashboard.list_screen import ListDefinition, ListScreen
from referee.dashboard.rendering import FAINT, wrap
from referee.dashboard.widgets.listing import ListRow
from referee.dashboard.widgets.side_panel import heading_rows

_SEARCHED_ACTIONS: Final = 2000
"""The number of the club's latest entries to search for those of one officer."""
_MAX_ACTIONS: Final = 40
_MEMBER: Final = "who"
_OFFICE: Final = "office"
Screen: TypeAlias = "ListScreen[OfficerTerms, TermView]"


@frozen
class OfficerTerms:
    """All terms of office, and the name of the acting officer, empty for nobody."""

    terms: tuple[TermView, ...]
    acting_name: str


def load_officers(club: Club) -> OfficerTerms:
    """Return the terms of office, current ones first."""
    terms = sorted(officers.terms(club, include_past=True), key=lambda term: term.standing is TermStatus.OVER)
    with club.reading() as tx:
        return OfficerTerms(tuple(terms), with_names(club.signature(), (), roster.names(tx)))


def _elect() -> Deed[TermView]:
    def office_prompt(club: Club, answers: Answers) -> Prompt:
        holders = {term.position: term.name for term in reversed(officers.terms(club))}
        positions = [USUAL, *(position for position in dict.fromkeys([*POSITIONS, *holders]) if position != USUAL)]
        picks = tuple(
            Pick(position, f"now {holders[position]}" if position in holders else "") for position in positions
        )
        return Prompt(f"To which office was {answers[_MEMBER]} elected?", picks, example="president")

    return Deed(
        "officer elect",
        lambda club, answers: officers.elect(club, answers[_MEMBER], answers[_OFFICE]),
        (somebody(_MEMBER, "Who was elected?", example="Ann"), Parameter(_OFFICE, office_prompt)),
        said=_describe_election,
    )


def _hand_over(term: TermView) -> Deed[TermView]:
    def do(club: Club, answers: Answers) -> TermView:
        return officers.hand_over(club, term.name, answers[_MEMBER], position=term.position, reason=answers[REASON])

    successor = somebody(_MEMBER, f"Who takes over from {term.name} as {term.position}?", excluded_names=(term.name,))
    reason_parameter = reason(
        lambda answers: f"{answers[_MEMBER]} takes over from {term.name} as {term.position}.",
        f"{term.name} moved away",
        f"{term.name} has no time any more",
    )
    return Deed(
        "officer hand-over",
        do,
        (successor, reason_parameter),
        said=_describe_election,
        may=_check_held(term),
    )


def _step_down(term: TermView) -> Deed[TermView]:
    reason_parameter = reason(f"{term.name} steps down as {term.position}.", "has no time any more", "moved away")
    return Deed(
        "officer step-down",
        lambda club, answers: officers.step_down(club, term.name, position=term.position, reason=answers[REASON]),
        (reason_parameter,),
        said=lambda _: f"{term.name} is no longer {term.position}.",
        may=_check_held(term),
    )


def _check_held(term: TermView) -> Callable[[Club], None]:
    return lambda club: officers.refuse_unless_held(club, term.name, term.position)


def _describe_election(term: TermView) -> str:
    return f"{term.name} is {term.position} from {term.starts} until {term.ends}."


def _latest_actions(term: TermView, club: Club) -> tuple[str, ...]:
    """Return an officer's latest actions with their days."""
    actions = (deed for deed in history.recent_actions(club, limit=_SEARCHED_ACTIONS) if deed.by == term.name)
    return tuple(
        " ".join(filter(None, (f"{day_of(deed.at)} ", deed.what, deed.about))) for deed in islice(actions, _MAX_ACTIONS)
    )


def _office_document(terms: OfficerTerms, term: TermView) -> Document[tuple[str, ...]]:
    heading = f"{term.name}, {term.position}"
    return Document("officers", partial(_latest_actions, term), lambda _: heading, partial(_office_rows, term, terms))


def _office_rows(term: TermView, office_terms: OfficerTerms, entries: Sequence[str], width: int) -> Iterator[Content]:
    """Yield rows on the holders of an office, the officer's other offices, the duties and the latest actions."""
    yield from heading_rows(f"Who was {term.position}")
    for listed_term in sorted(office_terms.terms, key=lambda each: (each.starts, each.number)):
        if listed_term.position == term.position:
            style = "bold" if listed_term.number == term.number else "$text-muted"
            yield from wrap(
                f"{listed_term.name}, {listed_term.starts} to {listed_term.ends}: {_describe_status(listed_term)}",
                width,
                2,
                style,
            )
    terms = [second for second in office_terms.terms if second.name == term.name and second.position != term.position]
    if terms:
        yield from heading_rows(f"Other offices of {term.name}")
    for listed_term in terms:
        yield from wrap(
            f"{listed_term.position}, {listed_term.starts} to {listed_term.ends}: {_describe_status(listed_term)}",
            width,
            2,
        )
    yield from heading_rows("Officers only")
    for _, sentence in DUTIES.values():
        yield from wrap(sentence, width, 2)
    yield from heading_rows(f"What {term.name} did last")
    for entry in entries or ("Nothing yet.",):
        yield from wrap(entry, width, 2)


def _row(_: OfficerTerms, term: TermView) -> ListRow:
    is_over = term.standing is TermStatus.OVER
    cells: Sequence[str] = (term.position, term.name, str(term.starts), str(term.ends), _describe_status(term))
    return ListRow(str(term.number), cells, FAINT if is_over else "")


def _describe_status(term: TermView) -> str:
    if term.ended:
        return term.ended
    if term.standing is TermStatus.RUN_OUT:
        return "has ended: elect again"
    if term.kind is TermKind.TOOK_OVER:
        return f"took over: {term.reason}"
    return term.standing.value


OFFICERS: Final = ListDefinition(
    "officers",
    ("office", "name", "from", "until", "status"),
    load=lambda club, _asked, _before: load_officers(club),
    heading=lambda seen, _: f"Officers   acting at this computer: {seen.acting_name or 'nobody'}",
    items=lambda seen: seen.terms,
    row=_row,
    document=_office_document,
    no_selection="There is no officer yet.",
    empty_text="The club has no officer yet, so anybody may do anything. {officers.elect} records an election.",
    deeds={"elect": lambda _: _elect(), "here": lambda screen: acting.deed(screen.app)},
    item_deeds={"hand_over": lambda _, term: _hand_over(term), "step_down": lambda _, term: _step_down(term)},
    created_key=lambda came: f"{came.number}" if isinstance(came, TermView) else None,
)
officers_screen: Final = partial(ListScreen, definition=OFFICERS)
