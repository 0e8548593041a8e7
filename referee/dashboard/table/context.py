"""Context beside a match's record: rulings, season, house rules and the session's other tables.

The settlement and the recordable lines open as documents of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from textual.content import Content
from textual.style import Style

from referee.cards.immutable import frozen
from referee.cards.terminal_width import pad, text_width
from referee.cards.words import quantity
from referee.club.disputes import disputes
from referee.club.disputes.view import DisputeView
from referee.club.folder import Club, day_of
from referee.club.match import correction_notes, matches
from referee.club.match.correction_notes import CorrectionView
from referee.club.match.log import DecisionKind
from referee.club.match.view import LineView, MatchView
from referee.club.standings.standings import Standings, standings
from referee.club.text.faults import ClubFault
from referee.dashboard.desk import Desk
from referee.dashboard.document_screen import Document, DocumentScreen
from referee.dashboard.navigation import judged_matches
from referee.dashboard.recordable_lines import chapter_rows, example_rows, house_rule_rows, recordable_sheet
from referee.dashboard.rendering import decision_rows, form_blocks, reason_text, verdict_label, wrap
from referee.dashboard.table.settlement import account_rows, settlement_rows
from referee.dashboard.widgets.scroll_rows import ScrollRows
from referee.dashboard.widgets.side_panel import heading_rows
from referee.games.lookup import game_title
from referee.rules import write_places
from referee.rules.book.offers import offers_to
from referee.rules.book.sentences import cite_rule, next_step_of
from referee.rules.records.messages import render_text
from referee.rules.records.shorthand import whose_turn

if TYPE_CHECKING:
    from referee.export.printed import PrintedSheet

# The last of the matches that the same players met in, and of the decisions about a clause.
_MAX_MEETINGS: Final = 10
_MAX_DECISIONS: Final = 3
# How many columns the figures of a season take at least beside a name, with a form of four sessions.
_FIGURES_WIDTH: Final = 27


@frozen
class TableContext:
    """The context of a match: its corrections, the season, the session's tables and earlier disputes.

    `season` is None if no season is running. `sheet` has the recordable lines, None for a game without a rulebook.
    """

    corrections: tuple[CorrectionView, ...] = ()
    season: Standings | None = None
    tables: tuple[MatchView, ...] = ()
    decided_disputes: tuple[DisputeView, ...] = ()
    sheet: PrintedSheet | None = None


MatchWithContext = tuple[MatchView, TableContext]
"""A match and its context."""


def load_context(
    club: Club, match: MatchView, known_context: TableContext, known_matches: Sequence[MatchView] = ()
) -> TableContext:
    """Return the context of a match. Data from `known_context` and `known_matches` is reused."""
    try:
        season = standings(club, before=known_context.season)
    except ClubFault:  # no season is on
        season = None
    earlier_disputes = () if match.result_only else disputes.disputes(club, is_open=False, game=match.game)
    return TableContext(
        tuple(correction_notes.corrections(club, table=match.number)),
        season,
        tuple(matches.matches(club, str(match.session_id), known_views=known_context.tables or known_matches)),
        tuple(earlier_disputes),
        known_context.sheet or (None if match.result_only else recordable_sheet(match.book, match.options)),
    )


def table_rows(match: MatchView, context: TableContext, width: int) -> Iterator[Content]:
    """Yield the rows about a match that do not depend on the selected line."""
    for correction in context.corrections:
        text = ", ".join(filter(None, [correction.what, correction.reason, correction.mark]))
        signature = f" by {correction.by}" if correction.by else ""
        yield from wrap(f"corrected on {day_of(correction.at)}{signature}: {text}", width, 2, "$text-accent")
    if match.places or match.sheet.settlement:
        yield from heading_rows("Settlement")
        yield from settlement_rows(match, width, last=not match.finished_at)
    yield from context_rows(match, context, width)
    if context.sheet:
        yield from heading_rows("What may be recorded")
        yield from example_rows(context.sheet, width)


def context_rows(match: MatchView, context: TableContext, width: int) -> Iterator[Content]:
    """Yield the players' season, the session's other tables, earlier meetings and the house rules."""
    if context.season:
        yield from _season_rows(match, context.season, width)
    yield from _other_table_rows(match, context.tables, width)
    if context.season:
        yield from _meeting_rows(match, context.season, width)
    yield from house_rule_rows(match.book, match.options, width)


def ruling_rows(line: LineView, width: int, context: TableContext) -> Iterator[Content]:
    """Yield the rows about a line: its ruling and reason, the officer's decision and earlier disputes."""
    yield from wrap(line.text, width, 4, "bold", lead=Content.styled(f"{line.number}  ", "$text-muted"))
    if line.instead_of is not None:
        yield from wrap(f"replaces line {line.instead_of}", width, 2, "$text-muted")
    yield from decision_rows(line, width, 2)
    if line.ruling is None or line.decision is DecisionKind.STRUCK:
        return
    lead = Content.assemble(verdict_label(line.ruling.verdict, line.ruling.says), "  ")
    explanation = " ".join(filter(None, [reason_text(line.ruling), "" if line.counts else next_step_of(line.ruling)]))
    yield from wrap(explanation or cite_rule(line.ruling), width, 2, lead=lead)
    if explanation:
        yield from wrap(cite_rule(line.ruling), width, 2, "$text-muted")
    same_clause = [dispute for dispute in context.decided_disputes if dispute.clause == line.ruling.clause.citation]
    for previous in same_clause[: -_MAX_DECISIONS - 1 : -1]:
        if dispute_decision := previous.decided:
            text = f"dispute {previous.number}, {dispute_decision.kind}: {dispute_decision.reason or previous.claim}"
            yield from wrap(text, width, 2, lead=Content.styled("Decided before: ", "$text-accent"))


def _season_rows(match: MatchView, season: Standings, width: int) -> Iterator[Content]:
    rows = {standing.member: standing for standing in season.rows}
    name_width = min(max(map(text_width, match.names), default=0), width - _FIGURES_WIDTH)
    yield from heading_rows(f"Season {season.season.name}: place, score, won, form")
    for name, member in zip(match.names, match.members, strict=False):
        heading = name
        if text_width(name) > name_width:
            yield Content(f"  {name}")
            heading = ""
        figures = "    no match in it yet"
        if row := rows.get(member):
            place, won = f"{row.place}." if row.place else "-", f"{row.wins}/{row.matches}"
            form = form_blocks(row.sessions[name_width + _FIGURES_WIDTH - width - 1 :])
            figures = f"{place:>4} {float(row.score):6.3f} {won:>6}  {form}"
        yield Content(f"  {pad(heading, name_width)} {figures}")


def _meeting_rows(match: MatchView, season: Standings, width: int) -> Iterator[Content]:
    """Yield the season's latest matches between two or more of the players, with their places."""
    names_by_member = dict(zip(match.members, match.names, strict=False))
    meetings = [
        (
            results[0],
            sorted(
                (result.rank, names_by_member[result.member]) for result in results if result.member in names_by_member
            ),
        )
        for results in season.results.by_match.values()
        if results and results[0].match != match.id and sum(result.member in names_by_member for result in results) > 1
    ]
    meetings.sort(key=lambda pair: (pair[0].played_on, pair[0].match), reverse=True)
    if meetings:
        yield from heading_rows("Where they met before")
    for first_result, places in meetings[:_MAX_MEETINGS]:
        places_text = ", ".join(f"{rank:g} {name}" for rank, name in places)
        lead = Content.assemble(f"  {first_result.played_on:%d %b}  {game_title(first_result.game)}: ")
        yield from wrap(f"{places_text} of {first_result.players}", width, 4, "$text-muted", lead=lead)


def _other_table_rows(match: MatchView, tables: Sequence[MatchView], width: int) -> Iterator[Content]:
    """Yield a row for each other table of the session. A click opens it."""
    matches = [table for table in tables if table.number != match.number]
    if matches:
        yield from heading_rows("Other tables of the session")
    for other_table in sorted(matches, key=lambda second: (second.table, -second.number)):
        lead = Content.assemble((f"{other_table.table:4}  ", "$text-muted"), (f"{other_table.book.title}  ", "bold"))
        for row in wrap(_describe_state(other_table), width, 6, lead=lead):
            yield row.stylize(Style.from_meta({"match": other_table.number.id}))


def _describe_state(match: MatchView) -> str:
    if match.void:
        return "void"
    if match.finished_at:
        return f"{write_places(match.places[:1])} won" if match.places else "finished, no result"
    waiting_text = f"! {len(match.waiting)} to decide  " if match.waiting else ""
    return f"{waiting_text}{f'▶ {match.turn}' if match.turn else quantity(len(match.log), 'line')}"


def settlement_screen(desk: Desk, match: MatchView, context: TableContext) -> DocumentScreen[MatchWithContext]:
    """Return the screen of a match's settlement, with its record and context."""

    def load(club: Club) -> MatchWithContext:
        current = matches.show(club, match.number)
        return current, load_context(club, current, context)

    heading = f"Table {match.table}   {match.book.title}   settlement"
    return DocumentScreen(desk, Document("settlement", load, lambda _: heading, _settlement_document_rows))


def _settlement_document_rows(match_with_context: MatchWithContext, width: int) -> Iterator[Content]:
    yield from account_rows(match_with_context[0], width)
    yield from context_rows(*match_with_context, width)


def sheet_screen(desk: Desk, match: MatchView, context: TableContext) -> DocumentScreen[MatchWithContext]:
    """Return the screen of a match's recordable lines under its house rules."""
    heading = f"What may be recorded   {match.book.title}   table {match.table}"
    return DocumentScreen(desk, Document("sheet", lambda _: (match, context), lambda _: heading, _recordable_rows))


def _recordable_rows(match_with_context: MatchWithContext, width: int) -> Iterator[Content]:
    match = match_with_context[0]
    turn = None if match.finished_at else whose_turn(match.book, match.sheet.table)
    if turn is not None and (offers := offers_to(match.book, match.sheet.table, turn)):
        offers_text = "; ".join(render_text(offer.text, match.names) for offer in offers)
        yield from wrap(f"{offers_text}.", width, 2, lead=Content.styled("Now: ", "bold $text-accent"))
        yield Content("")
    record = match.sheet.record
    printed_sheet = recordable_sheet(match.book, match.options, [record] if record.lines else [])
    yield from example_rows(printed_sheet, width)
    yield from chapter_rows(printed_sheet, match.book, match.options, width)
    yield from house_rule_rows(match.book, match.options, width)


class ContextPane(ScrollRows):
    """The pane with the context of a match, loaded in a thread, and the ruling on the selected line."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("about")
        self.desk = desk
        self.context = TableContext()
        self.line: LineView | None = None
        self.table_rows: Sequence[Content] = ()
        self.match: MatchView | None = None
        self.wrapped_width = 0

    def on_resize(self) -> None:
        """Wrap the rows again if the width has changed."""
        super().on_resize()
        if self.match and self.content_size.width != self.wrapped_width:
            self.load_match(self.match)

    def load_match(self, match: MatchView) -> None:
        """Load the context of a match in a thread, and show it wrapped to the pane's width."""
        self.match, self.wrapped_width = match, self.content_size.width
        if not self.wrapped_width:
            return
        width, known_context, known_matches = self.wrapped_width, self.context, judged_matches(self.app)

        def load_rows() -> tuple[TableContext, Sequence[Content]]:
            context = load_context(self.desk.club, match, known_context, known_matches)
            return context, [*table_rows(match, context, width)]

        self.desk.read(self.screen, load_rows, self._show_loaded, group="around")

    def _show_loaded(self, data: tuple[TableContext, Sequence[Content]]) -> None:
        self.context, self.table_rows = data
        self.show_line(self.line)

    def show_line(self, line: LineView | None) -> None:
        """Show the ruling on a line above the context. Keep the scroll position if the line is unchanged."""
        is_same_line = (line and line.number) == (self.line and self.line.number)
        self.line = line
        rows = [*(ruling_rows(line, self.content_size.width, self.context) if line else ()), *self.table_rows]
        self.show(rows if rows and rows[0].plain else rows[1:], self.top if is_same_line else 0)
