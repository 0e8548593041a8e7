"""``referee rulebook``: the games, their rulebooks in hand and for the wall."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cards.words import capitalised
from referee.cli.books.rulebook_overview import say_front, say_hand, say_payments
from referee.cli.books.scoring_book import SCORING, complete_scoring, say_scoring
from referee.cli.shared.arguments import HouseRules, book_of, complete_clause, complete_game, options_of
from referee.cli.shared.clause_book import refuse_unknown, say_chapters, say_clause, with_words
from referee.cli.shared.club import opened
from referee.cli.shared.common_options import Common, Writing
from referee.cli.shared.output_files import output, refuse_unless_page, write_page
from referee.cli.shared.printing import complain, say, say_json
from referee.games import PAGES
from referee.games import page as page_of
from referee.rules import Clause, Rulebook, choices, options_from
from referee.rules.book.options import written
from referee.rules.plain_text import shown
from referee.store.hints import Do

if TYPE_CHECKING:
    from referee.export.printed import PrintedSheet

app = typer.Typer()


def _complete_book(incomplete: str) -> list[str]:
    """Offer the slugs of the games, the pages that several share, and scoring."""
    return [*complete_game(incomplete), *(each for each in (*PAGES, SCORING) if each.startswith(incomplete))]


def _complete_clause(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Offer the clauses of the rulebook already typed, each with its text."""
    if ctx.params.get("game") == SCORING:
        return complete_scoring(incomplete)
    return complete_clause(ctx, incomplete)


@app.command(
    epilog="Example: referee rulebook big-two 4.4, or for the wall: referee rulebook big-two --output big-two.html, "
    "or one clause for the wall: referee rulebook big-two 4.4 --output clause.html, "
    "or the clauses with a word: referee rulebook big-two pair, "
    "or what may be recorded: referee rulebook big-two --sheet, or how the season is scored: referee rulebook scoring, "
    "or games for five: referee rulebook --players 5"
)
def rulebook(
    common: Writing,
    game: Annotated[
        str,
        typer.Argument(
            help="Game, such as big-two; or betting, or scoring (default: list the games).",
            autocompletion=_complete_book,
        ),
    ] = "",
    asked: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[CLAUSE|WORD]...",
            help="One clause, such as 4.4; or words: the clauses in which they stand.",
            autocompletion=_complete_clause,
        ),
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", help="List only the games for N players.")
    ] = None,
    to: Annotated[Path | None, output("Page to write, for the wall; - for standard output.", "FILE.html")] = None,
    sheet: Annotated[
        bool, typer.Option("--sheet", help="One page of what may be recorded, with an example of each verb.")
    ] = False,
    option: HouseRules = [],  # noqa: B006
    season: Annotated[
        str | None,
        typer.Option("--season", metavar="NAME", help="Season whose house rules apply (default: the current season)."),
    ] = None,
    as_printed: Annotated[
        bool, typer.Option("--as-printed", help="The rules without any house rules of the club.")
    ] = False,
) -> None:
    """Print a game's rulebook or some of its clauses, by the house rules in force; without a game, list the games."""
    clause = " ".join(asked or ())
    if not game or players is not None:
        if game:
            complain("--players lists games. Leave out the game, or --players.")
        from referee.cli.books.game_list import say_games

        say_games(players, json=common.json)
        return
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
    is_page = game in PAGES
    book = page_of(game) if is_page else book_of(game, f"The rules of scoring: referee rulebook {SCORING}")
    if is_page and sheet:
        complain(f"{game} has no sheet. Name a game, such as texas-holdem.")
    refuse_unknown(clause, book.in_order, book.slug, to)
    if clause and sheet:
        complain(f"--sheet is for the whole rulebook. Leave out {clause}, or the option.")
    if as_printed and (season or common.club):
        complain("--as-printed leaves out the club's house rules. Leave out --season and --club.")
    if to:
        refuse_unless_page(to, "a rulebook", "rules.html")
    house = HouseRulesOf(options_of(book, option)) if as_printed or is_page else _in_force(book, option, season, common)
    _refuse_what_does_not_go_together(book, house.options)
    if to:
        if clause and not book.clauses[clause].applies_under(house.options):
            complain(f"{book.slug} {clause} is not in force. It is with {book.clauses[clause].only}.")
        write_page(to, _page(book, house, sheet, clause), common)
    elif clause and clause not in book.clauses:
        _say_with_words(book, house, clause, json=common.json)
    elif common.json and sheet:
        say_json(_sheet(book, house).lines)
    elif common.json:
        clauses = [*_clauses(book, clause, house.options)]
        say_json(clauses if clause else {**_front(book, house.options), "clauses": clauses})
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
            settled, of_season = house_rules.options_with_season(desk, book, season)
            options = options_from(book.options, {**settled, **house_rules.parse_options(book, typed)})
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


def _page(book: Rulebook, house: HouseRulesOf, sheet: bool, clause: str) -> str:
    """Return what is written: the rulebook, one clause of it, or the sheet of what may be recorded."""
    from referee.export.pages.rulebook_page import clause_page, record_sheets, rulebook_page
    from referee.export.printed import printed, printed_clause

    if clause:
        return clause_page(printed(book, house.options, house.played), printed_clause(book, clause, house.options))
    return record_sheets([_sheet(book, house)]) if sheet else rulebook_page(printed(book, house.options, house.played))


def _sheet(book: Rulebook, house: HouseRulesOf) -> PrintedSheet:
    from referee.export.printed import printed_sheet
    from referee.games.examples import examples_of

    return printed_sheet(book, house.options, examples_of(book.slug), house.played)


def _say_book(book: Rulebook, house: HouseRulesOf) -> None:
    from referee.export.printed import printed

    page = printed(book, house.options, house.played)
    say(page.title)
    say(f"{page.about}; source: {page.source}")
    if page.played:
        say(f"{page.played}.")
    if page.front:
        say_front(page.front)
    say_chapters(page)
    if page.front:
        say_payments(page.front)
    if page.front and page.front.hand:
        say_hand(page.front.hand)
    if page.mistakes:
        say()
        say("Mistakes at the table")
    for clause in page.mistakes:
        say_clause(clause)
    if page.house_rules:
        say()
        say("House rules")
    for each in page.house_rules:
        changes = f"Clause{'' if len(each.clauses) == 1 else 's'} {', '.join(each.clauses)}"
        here = "agreed here" if each.changed else "default"
        say(f"  {each.asks} {capitalised(each.answer)} ({here}); or {each.others}.", hang=4)
        say(f"    {changes}; --rule {' or '.join(each.typed)}", hang=6)
    say()
    for note in page.footnotes:
        say(note)


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
        if each.also_read:
            say(f"  {'':{wide}}  {'':5} {each.also_read}", hang=wide + 10)
    say()
    for row in page.spelling:
        say(row)
    if page.clauses:
        say()
        say("Clauses for the scorer")
    for clause in page.clauses:
        say(f"  {clause.number:5} {clause.text}", hang=8)


def _say_with_words(book: Rulebook, house: HouseRulesOf, words: str, *, json: bool) -> None:
    from referee.export.printed import printed_clause

    in_force = (id for id, each in book.clauses.items() if each.applies_under(house.options))
    found = with_words(words, (printed_clause(book, id, house.options) for id in in_force), book.title)
    if json:
        say_json([data for each in found for data in _clauses(book, each.number, house.options)])
        return
    for each in found:
        say_clause(each)


def _say_clause(book: Rulebook, clause: Clause[Any], options: Any) -> None:
    if not clause.applies_under(options):
        say(f"{clause.cite}  (not in force; it is with {clause.only})")
    else:
        say(f"{clause.cite}  {clause.text(options)}")
    say(f"  from: {clause.origin}")
    if clause.overrules:
        say(f"  the source says otherwise: {clause.overrules}")
    named = clause.turns_on
    for each in choices(book.options):
        if each.name in named:
            say(f"  house rule: {each.name}={written(getattr(options, each.name))} ({each.expected})")


def _front(book: Rulebook, options: Any) -> dict[str, Any]:
    """Return what stands before the clauses: the title, and the front where the rulebook has one."""
    from referee.export.front import printed_front

    front = printed_front(book, options)
    told = {} if front is None else {"aim": front.aim, "steps": front.steps, "ranked": front.ranked}
    ranking = {} if front is None else {"ranking": front.ranking, "payments": front.payments}
    return {"game": book.slug, "title": book.title, **told, **ranking}


def _clauses(book: Rulebook, wanted: str, options: Any) -> Iterator[dict[str, Any]]:
    for id in [wanted] if wanted else book.in_order:
        clause = book.clauses[id]
        if wanted or clause.applies_under(options):
            named = clause.turns_on
            yield {
                "id": clause.id,
                "text": clause.text(options),
                "source": clause.origin,
                "in_force": clause.applies_under(options),
                "options": [each.name for each in choices(book.options) if each.name in named],
            }
