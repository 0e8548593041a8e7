"""``referee rulebook``: list the games, and print rulebooks, clauses and record sheets."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cards.immutable import frozen
from referee.cards.words import capitalise
from referee.cli.books.rulebook_overview import print_front, print_hand, print_payments
from referee.cli.books.scoring_book import SCORING, complete_scoring, print_scoring
from referee.cli.shared.arguments import (
    HouseRuleOptions,
    complete_clause,
    complete_game,
    find_rulebook,
    parse_house_rules,
)
from referee.cli.shared.clause_book import check_clause, find_clauses, print_chapters, print_clause
from referee.cli.shared.club import open_from_options
from referee.cli.shared.common_options import CommonOptions, FileOptions
from referee.cli.shared.output_files import check_page_path, output_option, write_page
from referee.cli.shared.printing import fail, print_json, print_line
from referee.games import SHARED_PAGES
from referee.games import shared_rulebook as page_of
from referee.rules import Clause, Rulebook, option_definitions, options_from
from referee.rules.book.options import option_text
from referee.rules.plain_text import with_signs
from referee.store.hints import Do

if TYPE_CHECKING:
    from referee.export.printed import PrintedSheet

app = typer.Typer()


def _complete_book(incomplete: str) -> list[str]:
    """Return the completions for a book: games, shared chapters and scoring."""
    return [*complete_game(incomplete), *(entry for entry in (*SHARED_PAGES, SCORING) if entry.startswith(incomplete))]


def _complete_clause(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Return the completions for a clause of the typed book, with their texts."""
    if ctx.params.get("game") == SCORING:
        return complete_scoring(incomplete)
    return complete_clause(ctx, incomplete)


@app.command(
    epilog="Example: referee rulebook big-two 4.4, or for the wall: referee rulebook big-two --output big-two.html, "
    "or one clause for the wall: referee rulebook big-two 4.4 --output clause.html, "
    "or the clauses with a word: referee rulebook big-two pair, "
    "or the lines to record: referee rulebook big-two --sheet, or how the season is scored: referee rulebook scoring, "
    "or games for five: referee rulebook --players 5"
)
def rulebook(
    common: FileOptions,
    game: Annotated[
        str,
        typer.Argument(
            help="Game, such as big-two; or betting, or scoring (default: list the games).",
            autocompletion=_complete_book,
        ),
    ] = "",
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[CLAUSE|WORD]...",
            help="One clause, such as 4.4; or words, to list the clauses that contain them.",
            autocompletion=_complete_clause,
        ),
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", help="List only the games for N players.")
    ] = None,
    output: Annotated[
        Path | None, output_option("Page to write, for the wall; - for standard output.", "FILE.html")
    ] = None,
    sheet: Annotated[
        bool, typer.Option("--sheet", help="Print one page of the lines you can record, with an example of each verb.")
    ] = False,
    option: HouseRuleOptions = [],  # noqa: B006
    season: Annotated[
        str | None,
        typer.Option("--season", metavar="NAME", help="Season whose house rules apply (default: the current season)."),
    ] = None,
    as_printed: Annotated[
        bool, typer.Option("--as-printed", help="Print the rules without the club's house rules.")
    ] = False,
) -> None:
    """Print a game's rulebook or some of its clauses, under the house rules in force; or list the games."""
    clause = " ".join(words or ())
    if not game or players is not None:
        if game:
            fail("--players lists games. Leave out the game, or --players.")
        from referee.cli.books.game_list import print_games

        print_games(players, json=common.json)
        return
    if game == SCORING:
        print_scoring(
            clause,
            of_a_game=sheet or bool(option),
            to=output,
            season=season,
            as_printed=as_printed,
            common=common,
            is_in_a_club=_is_in_a_club,
        )
        return
    is_page = game in SHARED_PAGES
    book = page_of(game) if is_page else find_rulebook(game, f"For the rules of scoring: referee rulebook {SCORING}")
    if is_page and sheet:
        fail(f"{game} has no sheet. Name a game, such as texas-holdem.")
    check_clause(clause, book.clause_ids, book.slug, output)
    if clause and sheet:
        fail(f"--sheet is for the whole rulebook. Leave out {clause}, or the option.")
    if as_printed and (season or common.club):
        fail("--as-printed leaves out the club's house rules. Leave out --season and --club.")
    if output:
        check_page_path(output, "a rulebook", "rules.html")
    house = (
        HouseRulesInForce(parse_house_rules(book, option))
        if as_printed or is_page
        else _house_rules_in_force(book, option, season, common)
    )
    _check_house_rules(book, house.options)
    if output:
        if clause and not book.clauses[clause].applies_under(house.options):
            fail(f"{book.slug} {clause} is not in force. It applies with {book.clauses[clause].only}.")
        write_page(output, _html_page(book, house, sheet, clause), common)
    elif clause and clause not in book.clauses:
        _print_matches(book, house, clause, json=common.json)
    elif common.json and sheet:
        print_json(_record_sheet(book, house).lines)
    elif common.json:
        clauses = [*_clause_data(book, clause, house.options)]
        print_json(clauses if clause else {**_front_data(book, house.options), "clauses": clauses})
    elif clause:
        _print_clause(book, book.clauses[clause], house.options)
    elif sheet:
        _print_sheet(book, house)
    else:
        _print_book(book, house)


def _check_house_rules(book: Rulebook, options: Any) -> None:
    """Exit with an error if the game cannot be played under these house rules."""
    refusals = [book.refusal(options, players) for players in book.players_for(options)]
    if all(refusals):
        fail(f"{book.slug}: {refusals[0]}")


@frozen
class HouseRulesInForce:
    """The house rules for printing a rulebook, and a text about the club and season they come from."""

    options: Any
    played: str = ""


def _house_rules_in_force(
    book: Rulebook, rule_texts: list[str], season: str | None, common: CommonOptions
) -> HouseRulesInForce:
    """Return the club's house rules, if there is a club, overridden by the typed ones."""
    typed_options = parse_house_rules(book, rule_texts)
    if not (common.club or season or os.environ.get("REFEREE_CLUB") or _is_in_a_club()):
        return HouseRulesInForce(typed_options)  # most ask without a club, and need not wait for its file
    from referee.club.calendar import house_rules
    from referee.club.text.faults import StoreFault

    try:
        with open_from_options(common, read_only=True) as club:
            season_options, season_name = house_rules.options_with_season(club, book, season)
            options = options_from(book.options, {**season_options, **house_rules.parse_options(book, rule_texts)})
            heading = with_signs(f"As {club.name} plays it in the season {season_name}") if season_name else ""
    except StoreFault as fault:
        hint = Do.RULES_AS_PRINTED("Without the club's house rules", game=book.slug)
        raise type(fault)(str(fault), *fault.hints, hint) from None
    return HouseRulesInForce(options, heading)


def _is_in_a_club() -> bool:
    try:
        current = Path.cwd()
        return any((folder / "club.db").is_file() for folder in (current, *current.parents))
    except OSError:
        return False  # a folder that is gone, or may not be looked into, is no club's


def _html_page(book: Rulebook, house: HouseRulesInForce, sheet: bool, clause: str) -> str:
    """Return the HTML page of a rulebook, one clause, or the sheet of recordable lines."""
    from referee.export.pages.rulebook_page import clause_page, record_sheets, rulebook_page
    from referee.export.printed import printed_clause, printed_rulebook

    if clause:
        return clause_page(
            printed_rulebook(book, house.options, house.played), printed_clause(book, clause, house.options)
        )
    return (
        record_sheets([_record_sheet(book, house)])
        if sheet
        else rulebook_page(printed_rulebook(book, house.options, house.played))
    )


def _record_sheet(book: Rulebook, house: HouseRulesInForce) -> PrintedSheet:
    from referee.export.printed import printed_sheet
    from referee.games.examples import read_examples

    return printed_sheet(book, house.options, read_examples(book.slug), house.played)


def _print_book(book: Rulebook, house: HouseRulesInForce) -> None:
    from referee.export.printed import printed_rulebook

    page = printed_rulebook(book, house.options, house.played)
    print_line(page.title)
    print_line(f"{page.about}; source: {page.source}")
    if page.played_by:
        print_line(f"{page.played_by}.")
    if page.front:
        print_front(page.front)
    print_chapters(page)
    if page.front:
        print_payments(page.front)
    if page.front and page.front.hand:
        print_hand(page.front.hand)
    if page.mistakes:
        print_line()
        print_line("Mistakes at the table")
    for clause in page.mistakes:
        print_clause(clause)
    if page.house_rules:
        print_line()
        print_line("House rules")
    for rule in page.house_rules:
        changes = f"Clause{'' if len(rule.clauses) == 1 else 's'} {', '.join(rule.clauses)}"
        origin = "agreed here" if rule.changed else "default"
        print_line(
            f"  {rule.question} {capitalise(rule.answer)} ({origin}); or {rule.alternatives}.",
            hang=4,
        )
        print_line(f"    {changes}; --rule {' or '.join(rule.settings)}", hang=6)
    print_line()
    for note in page.footnotes:
        print_line(note)


def _print_sheet(book: Rulebook, house: HouseRulesInForce) -> None:
    page = _record_sheet(book, house)
    print_line(f"Lines you can record: {page.title}")
    if page.played_by:
        print_line(f"{page.played_by}.")
    print_line()
    for row in page.header.splitlines():
        print_line(f"  {row}")
    print_line()
    pattern_width = max(len(line.pattern) for line in page.lines)
    for example in page.lines:
        variants = f"  (or {', '.join(example.endings)})" if example.endings else ""
        print_line(
            f"  {example.pattern:{pattern_width}}  {example.clause:5} {example.line}{variants}", hang=pattern_width + 10
        )
        if example.also_read:
            print_line(f"  {'':{pattern_width}}  {'':5} {example.also_read}", hang=pattern_width + 10)
    print_line()
    for row in page.spelling:
        print_line(row)
    if page.clauses:
        print_line()
        print_line("Clauses for the scorer")
    for clause in page.clauses:
        print_line(f"  {clause.number:5} {clause.text}", hang=8)


def _print_matches(book: Rulebook, house: HouseRulesInForce, words: str, *, json: bool) -> None:
    from referee.export.printed import printed_clause

    in_force = (id for id, clause in book.clauses.items() if clause.applies_under(house.options))
    matches = find_clauses(words, (printed_clause(book, id, house.options) for id in in_force), book.title)
    if json:
        print_json([data for entry in matches for data in _clause_data(book, entry.number, house.options)])
        return
    for clause_found in matches:
        print_clause(clause_found)


def _print_clause(book: Rulebook, clause: Clause[Any], options: Any) -> None:
    if not clause.applies_under(options):
        print_line(f"{clause.citation}  (not in force; it applies with {clause.only})")
    else:
        print_line(f"{clause.citation}  {clause.text(options)}")
    print_line(f"  from: {clause.origin}")
    if clause.overrules:
        print_line(f"  the source says otherwise: {clause.overrules}")
    option_names = clause.named_options
    for entry in option_definitions(book.options):
        if entry.name in option_names:
            print_line(f"  house rule: {entry.name}={option_text(getattr(options, entry.name))} ({entry.expected})")


def _front_data(book: Rulebook, options: Any) -> dict[str, Any]:
    """Return the data before the clauses: title, aim, steps, ranking and payments."""
    from referee.export.front import printed_front

    front = printed_front(book, options)
    overview = {} if front is None else {"aim": front.aim, "steps": front.steps, "ranked": front.ranked}
    ranking = {} if front is None else {"ranking": front.ranking, "payments": front.payments}
    return {"game": book.slug, "title": book.title, **overview, **ranking}


def _clause_data(book: Rulebook, number: str, options: Any) -> Iterator[dict[str, Any]]:
    for clause_number in [number] if number else book.clause_ids:
        clause = book.clauses[clause_number]
        if number or clause.applies_under(options):
            option_names = clause.named_options
            yield {
                "id": clause.id,
                "text": clause.text(options),
                "source": clause.origin,
                "in_force": clause.applies_under(options),
                "options": [entry.name for entry in option_definitions(book.options) if entry.name in option_names],
            }
