"""The list of games that ``referee rulebook`` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.cards.words import quantity
from referee.cli.shared.club import print_table
from referee.cli.shared.printing import fail, print_json, print_line, warn
from referee.games import rulebook, slugs
from referee.games.plugins import plugin_games
from referee.store.hints import Do

if TYPE_CHECKING:
    from referee.games.listing import GameListing


def print_games(players: int | None, *, json: bool) -> None:
    """Print the games that have a rulebook with players, pack and source.

    With `players`, print only the games for that number of players.
    """
    from referee.cli.shared.hints import format_command
    from referee.games.listing import list_games as every
    from referee.games.listing import required_house_rule

    if players is not None and players < 1:
        fail(f"Invalid number of players {players}. Use 1 or more, such as --players 5.")
    needed = {slug: "" if players is None else required_house_rule(rulebook(slug), players) for slug in slugs()}
    games = [game for game in every() if needed[game.slug] is not None]
    if json:
        print_json([{"game": game, "needed": needed[game.slug]} for game in games])
        return
    rows = [_game_row(game, needed[game.slug] or "") for game in games]
    heads = ("game", "title", "players", "pack", "from", "")
    if rows:
        print_table(heads, rows)
    else:
        print_line(f"No game with a rulebook takes {quantity(players or 0, 'player')}.")
    for fault in plugin_games().broken.values():
        warn(f"referee: {fault}")
    print_line("Any other game: " + format_command(Do.RESULT_ONLY("Any other game")))


def _game_row(game: GameListing, needed: str) -> tuple[str, ...]:
    min_players, max_players = game.players
    from_text = f" (from {game.fewest})" if game.fewest < min_players else ""
    to_text = f" (to {game.most})" if game.most > max_players else ""
    packs = " or ".join(name if str(cards) in name else f"{name}, {cards} cards" for name, cards in game.packs)
    players = f"{min_players} to {max_players}" if min_players != max_players else f"{min_players}"
    source = f"{game.seed} {game.source}".rstrip()
    return game.slug, game.title, players + from_text + to_text, packs, source, f"with {needed}" if needed else ""
