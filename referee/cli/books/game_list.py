"""What can be played, and by how many, as ``referee rulebook`` lists it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.cards.words import counted
from referee.cli.shared.club import print_table
from referee.cli.shared.printing import fail, print_json, print_line, warn
from referee.games import rulebook, slugs
from referee.games.plugins import games_installed
from referee.store.hints import Do

if TYPE_CHECKING:
    from referee.games.listing import Listed


def print_games(players: int | None, *, json: bool) -> None:
    """List the games with a rulebook, for a number of `players` where one is given: players, pack and source."""
    from referee.cli.shared.hints import format_command
    from referee.games.listing import condition
    from referee.games.listing import games as every

    if players is not None and players < 1:
        fail(f"Invalid number of players {players}. Use 1 or more, such as --players 5.")
    needed = {slug: "" if players is None else condition(rulebook(slug), players) for slug in slugs()}
    found = [each for each in every() if needed[each.slug] is not None]
    if json:
        print_json([{"game": each, "needed": needed[each.slug]} for each in found])
        return
    rows = [_row(each, needed[each.slug] or "") for each in found]
    heads = ("game", "title", "players", "pack", "from", "")
    if rows:
        print_table(heads, rows)
    else:
        print_line(f"No game with a rulebook is for {counted(players or 0, 'player')}.")
    for fault in games_installed().broken.values():
        warn(f"referee: {fault}")
    print_line("Any other game: " + format_command(Do.RESULT_ONLY("Any other game")))


def _row(each: Listed, needed: str) -> tuple[str, ...]:
    least, most = each.players
    fewer = f" (from {each.fewest})" if each.fewest < least else ""
    more = f" (to {each.most})" if each.most > most else ""
    packs = " or ".join(name if str(cards) in name else f"{name}, {cards} cards" for name, cards in each.packs)
    players = f"{least} to {most}" if least != most else f"{least}"
    source = f"{each.seed} {each.source}".rstrip()
    return each.slug, each.title, players + fewer + more, packs, source, f"with {needed}" if needed else ""
