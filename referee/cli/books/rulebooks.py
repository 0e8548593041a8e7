"""``referee rules``: the rulebook in hand, and for the wall."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cards.words import capitalised
from referee.cli.books.scoring_book import SCORING, complete_scoring, say_scoring
from referee.cli.shared.arguments import HouseRules, book_of, complete_clause, complete_game, options_of
from referee.cli.shared.clause_book import say_chapters
from referee.cli.shared.club import opened
from referee.cli.shared.common import Common, Writing
from referee.cli.shared.output import refuse_unless_page, write_page
from referee.cli.shared.printing import complain, say, say_json
from referee.rules import Clause, Rulebook, choices, options_from
from referee.rules.book.options import written
from referee.rules.plain_text import shown
from referee.store.hints import Do

if TYPE_CHECKING:
    from referee.export.printed import PrintedSheet

app = typer.Typer()


def _complete_book(incomplete: str) -> list[str]:
    """Offer the slugs of the games, and scoring."""
    return [*complete_game(incomplete), *([SCORING] if SCORING.startswith(incomplete) else [])]


def _complete_clause(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Offer the clauses of the rulebook already typed, each with its text."""
    if ctx.params.get("game") == SCORING:
        return complete_scoring(incomplete)
    return complete_clause(ctx, incomplete)


@app.command(
    epilog="Example: referee rules big-two 4.4, or for the wall: referee rules big-two --to big-two.html, "
    "and what may be recorded: referee rules big-two --sheet, and how the season is scored: referee rules scoring"
)
def rules(
    game: Annotated[
        str,
        typer.Argument(help="The game's slug, such as big-two; or scoring.", autocompletion=_complete_book),
    ],
    common: Writing,
    clause: Annotated[str, typer.Argument(help="One clause, such as 4.4.", autocompletion=_complete_clause)] = "",
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE.html", help="Write a page for the wall.")] = None,
    sheet: Annotated[
        bool, typer.Option("--sheet", help="One page of what may be recorded, with an example of each verb.")
    ] = False,
    option: HouseRules = [],  # noqa: B006
    season: Annotated[
        str | None, typer.Option("--season", metavar="NAME", help="Whose house rules; else of the one that is on.")
    ] = None,
    as_printed: Annotated[
        bool, typer.Option("--as-printed", help="Without the house rules of the club that is found.")
    ] = False,
) -> None:
    """Print a game's rulebook, or one clause of it, as it reads under the house rules given and those of the club."""
    if game == SCORING:
        say_scoring(
            clause,
            of_a_game=sheet or bool(option),
            to=to,
            season=season,
            as_printed=as_printed,
            common=common,
            is_in_a_club=_is_in_a_club,
        )
        return
    book = book_of(game, f"The rules of scoring: referee rules {SCORING}")
    if clause and clause not in book.clauses:
        complain(f"no clause {clause!r} in {book.slug}; expected one of {', '.join(book.in_order)}")
    if clause and (to or sheet):
        complain(f"--{'to' if to else 'sheet'} is for the whole rulebook; leave out {clause}, or --to and --sheet")
    if as_printed and (season or common.club):
        complain("--as-printed leaves out the club's house rules; expected it without --season and --club")
    if to:
        refuse_unless_page(to, "a rulebook", "rules.html")
    house = HouseRulesOf(options_of(book, option)) if as_printed else _in_force(book, option, season, common)
    _refuse_what_does_not_go_together(book, house.options)
    if to:
        write_page(to, _page(book, house, sheet), common)
    elif common.json:
        say_json(_sheet(book, house).lines if sheet else [*_clauses(book, clause, house.options)])
    elif clause:
        _say_clause(book, book.clauses[clause], house.options)
    elif sheet:
        _say_sheet(book, house)
    else:
        _say_book(book, house)


def _refuse_what_does_not_go_together(book: Rulebook, options: Any) -> None:
    """Complain about house rules by which no number of players can play."""
    refused = [book.refusal(options, players) for players in book.players_for(options)]
    if all(refused):
        complain(f"{book.slug}: {refused[0]}")


@dataclass(frozen=True, slots=True)
class HouseRulesOf:
    """The house rules that a rulebook is printed under, and whose they are."""

    options: Any
    played: str = ""


def _in_force(book: Rulebook, typed: list[str], season: str | None, common: Common) -> HouseRulesOf:
    """Return the house rules typed, and for the rest those of the club, where there is one."""
    chosen = options_of(book, typed)
    if not (common.club or season or os.environ.get("REFEREE_CLUB") or _is_in_a_club()):
        return HouseRulesOf(chosen)  # most ask without a club, and need not wait for its file
    from referee.club.calendar import house_rules
    from referee.club.text.faults import StoreFault

    try:
        with opened(common, read_only=True) as desk:
            settled, of_season = house_rules.of_season(desk, book, season)
            options = options_from(book.options, {**settled, **house_rules.options_typed(book, typed)})
            played = shown(f"As {desk.name} plays it in the season {of_season}") if of_season else ""
    except StoreFault as fault:
        without = Do.RULES_AS_PRINTED("Without the club's house rules", game=book.slug)
        raise type(fault)(str(fault), *fault.hints, without) from None
    return HouseRulesOf(options, played)


def _is_in_a_club() -> bool:
    try:
        here = Path.cwd()
        return any((folder / "club.db").is_file() for folder in (here, *here.parents))
    except OSError:
        return False  # a folder that is gone, or may not be looked into, is no club's


def _page(book: Rulebook, house: HouseRulesOf, sheet: bool) -> str:
    """Return what is written: the rulebook, or the sheet of what may be recorded."""
    from referee.export.pages.rulebook_page import record_sheets, rulebook_page
    from referee.export.printed import printed

    return record_sheets([_sheet(book, house)]) if sheet else rulebook_page(printed(book, house.options, house.played))


def _sheet(book: Rulebook, house: HouseRulesOf) -> PrintedSheet:
    from referee.export.printed import printed_sheet
    from referee.games.examples import examples_of

    return printed_sheet(book, house.options, examples_of(book.slug), house.played)


def _say_book(book: Rulebook, house: HouseRulesOf) -> None:
    from referee.export.printed import printed

    page = printed(book, house.options, house.played)
    say(f"{page.title} ({page.slug})")
    say(f"{page.about}; from {page.source}")
    if page.played:
        say(f"{page.played}.")
    say_chapters(page)
    if page.house_rules:
        say()
        say("House rules (--option NAME=VALUE)")
    for each in page.house_rules:
        changes = f"clause{'' if len(each.clauses) == 1 else 's'} {', '.join(each.clauses)}"
        here = "agreed here" if each.changed else "as usual"
        say(f"  {each.asks} {capitalised(each.answer)}, {here}. ({each.typed}; else {each.others}; {changes})", hang=4)
    say()
    for note in page.footnotes:
        say(note)
    say(f"What may be recorded: referee rules {book.slug} --sheet")


def _say_sheet(book: Rulebook, house: HouseRulesOf) -> None:
    page = _sheet(book, house)
    say(f"What may be recorded: {page.title}")
    if page.played:
        say(f"{page.played}.")
    say()
    for row in page.header.splitlines():
        say(f"  {row}")
    say()
    wide = max(len(each.pattern) for each in page.lines)
    for each in page.lines:
        besides = f"  (or {', '.join(each.besides)})" if each.besides else ""
        say(f"  {each.pattern:{wide}}  {each.clause:5} {each.line}{besides}", hang=wide + 10)
    say()
    for row in page.spelling:
        say(row)


def _say_clause(book: Rulebook, clause: Clause[Any], options: Any) -> None:
    if not clause.applies_under(options):
        say(f"{clause.cite}  (not in force; it is with {clause.only})")
    else:
        say(f"{clause.cite}  {clause.text(options)}")
    say(f"  from: {clause.origin}")
    for each in choices(book.options):
        if clause.id in each.clauses:
            say(f"  house rule: {each.name}={written(getattr(options, each.name))} ({each.expected})")


def _clauses(book: Rulebook, wanted: str, options: Any) -> Iterator[dict[str, Any]]:
    for id in [wanted] if wanted else book.in_order:
        clause = book.clauses[id]
        if wanted or clause.applies_under(options):
            yield {
                "id": clause.id,
                "text": clause.text(options),
                "source": clause.origin,
                "in_force": clause.applies_under(options),
                "options": [each.name for each in choices(book.options) if clause.id in each.clauses],
            }
