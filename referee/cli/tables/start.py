"""``referee start``: start a match at a table."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import join_words
from referee.cli.shared import completion
from referee.cli.shared.arguments import HouseRuleOptions
from referee.cli.shared.club import open_as_officer
from referee.cli.shared.common_options import ConfirmOptions
from referee.cli.shared.completion import SessionOption
from referee.cli.shared.printing import fail, print_line, print_result
from referee.cli.shared.quoting import quote
from referee.cli.shared.similar_names import accept_close_names, confirm_new_game
from referee.cli.tables import players
from referee.games import has_rulebook
from referee.rules import changed_options, write_each_option

if TYPE_CHECKING:
    from referee.club.match.view import MatchView

app = typer.Typer()


@app.command(
    epilog="Example: referee start big-two Ann Ben Cal Dee --rule royal=none, or a game without a rulebook: "
    "referee start --game Hearts --result-only Ann Ben Cal Dee"
)
def start(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME NAME...",
            help="The game, such as big-two, then the players clockwise. With --game, type only the players.",
            autocompletion=completion.games_or_members,
        ),
    ],
    common: ConfirmOptions,
    game: Annotated[str | None, typer.Option("--game", "-g", metavar="GAME", help="Game, by any of its names.")] = None,
    result_only: Annotated[
        bool, typer.Option("--result-only", help="Record only the result, without rulings; for any game.")
    ] = False,
    rule: HouseRuleOptions = [],  # noqa: B006
    session: SessionOption = None,
    chip: Annotated[str, typer.Option("--chip", metavar="WORTH", help="Value of a chip, such as '0.05 EUR'.")] = "",
) -> None:
    """Start a table: seat players, and fix the house rules of their match."""
    from referee.club.match import starting

    game_text, *names = words if game is None else [game, *words]
    if result_only and rule:
        fail("--rule and --result-only cannot be combined. Use one of them.")
    with open_as_officer(common) as club:
        if result_only and (similar_titles := starting.similar_games(club, game_text)):
            confirm_new_game(game_text, similar_titles, common.yes)
        seat = partial(starting.start_table, session=session, options=rule, result_only=result_only, chip=chip)
        match = players.confirm_second_seat(
            lambda twice: accept_close_names(lambda people: seat(club, game_text, people, may_sit_twice=twice), names),
            common.yes,
        )
    print_result(match, common.json, partial(_print_started, game_text))


def _print_started(game_text: str, match: MatchView) -> None:
    from referee.games.lookup import similar_games

    print_line(f"Table {match.number}: {match.book.title}, {', '.join(match.names)}.")
    if rules := changed_options(match.options):
        print_line(f"House rules: {', '.join(write_each_option(rules))}.")
    if match.result_only:
        print_line("Only the result is recorded here, without rulings.")
        if not has_rulebook(match.game) and (similar_titles := similar_games(game_text)):
            print_line(f"There is a rulebook for {join_words(similar_titles)}.")
        print_line(f"Next: referee result {match.number} NAME NAME ..., winner first")
    else:
        print_line(f"Next: referee log {match.number} {quote(f'deal by {match.names[-1]}')}")
    print_line("Undo: referee undo")
