"""``referee tournament plan``: plan rounds and count meetings, without a club."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final

import typer

from referee.cards.words import join_words, quantity
from referee.cli.shared.club import print_table
from referee.cli.shared.common_options import JsonOption
from referee.cli.shared.printing import fail, print_json, print_line
from referee.cli.shared.quoting import quote
from referee.cli.tournament.settings import parse_sizes

if TYPE_CHECKING:
    from referee.competition.entrants import Pair
    from referee.competition.planning.plans import Plan

EXAMPLE: Final = (
    "Example: referee tournament plan --players 23 --rounds 5 --size 3-5, "
    "or with names: referee tournament plan --names Ann,Ben,Cal,Dee,Eve,Fay,Gus,Hal --rounds 7 --size 4"
)
_MAX_SEATS_SHOWN: Final = 240
_MAX_PAIRS: Final = 8
_MAX_PLAYERS: Final = 1000
_MAX_ROUNDS: Final = 100

app = typer.Typer()


@app.command(epilog=EXAMPLE)
def plan(
    rounds: Annotated[int, typer.Option("--rounds", metavar="N", help="Number of rounds.", max=_MAX_ROUNDS)],
    players: Annotated[
        int,
        typer.Option(
            "--players", metavar="N", help="Number of players (default: the number of names).", max=_MAX_PLAYERS
        ),
    ] = 0,
    size: Annotated[str, typer.Option("--size", metavar="N-M", help="Players at a table.")] = "3-5",
    names: Annotated[
        str, typer.Option("--names", metavar="NAME,NAME,...", help="Players, instead of their numbers.")
    ] = "",
    apart: Annotated[
        list[str],
        typer.Option("--apart", metavar='"A, B"', help="Players to keep apart, by number or name; repeatable."),
    ] = [],  # noqa: B006
    minutes: Annotated[int, typer.Option("--minutes", metavar="N", help="Length of a round.", min=1)] = 45,
    change: Annotated[int, typer.Option("--change", metavar="N", help="Minutes between rounds.", min=0)] = 5,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="Seed; a different seed gives a different plan.")
    ] = 1,
    show_rounds: Annotated[
        bool | None,
        typer.Option(
            "--rounds-shown/--no-rounds-shown", help="Print the seats of each round (default: yes if they fit)."
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Plan rounds in which all players meet equally often, or as nearly as possible. Nothing is recorded."""
    from referee.competition.entrants import NotDrawn, fill_in_names
    from referee.competition.planning import plans

    player_names = _parse_players(names, players)
    try:
        rounds_plan = plans.make_plan(
            len(player_names), rounds, parse_sizes(size), seed, _parse_apart(apart, player_names)
        )
    except NotDrawn as fault:
        fail(fill_in_names(str(fault), lambda place: player_names[place - 1]))
    if json:
        total_minutes = rounds * minutes + (rounds - 1) * change
        print_json(
            {
                "plan": rounds_plan,
                "names": player_names,
                "minutes": total_minutes,
                "meetings": _meeting_counts(rounds_plan),
                "byes": _bye_counts(rounds_plan),
            }
        )
        return
    _print_plan(rounds_plan, player_names, minutes, change)
    if show_rounds or (show_rounds is None and len(player_names) * rounds <= _MAX_SEATS_SHOWN):
        _print_rounds(rounds_plan, player_names)
    else:
        print_line()
        print_line("To see the seats, add --rounds-shown.")


def _parse_players(names: str, players: int) -> list[str]:
    player_names = [name.strip() for name in names.split(",") if name.strip()]
    if not player_names:
        if not players:
            fail("The number of players is missing. Add --players 23, or --names Ann,Ben,Cal.")
        return [str(number) for number in range(1, players + 1)]
    if players and players != len(player_names):
        fail(f"--players says {players}, but --names has {len(player_names)}. Use one of them.")
    if twice := next((name for name in player_names if player_names.count(name) > 1), None):
        fail(f"{twice} is named twice. Name each player once.")
    return player_names


def _parse_apart(texts: Sequence[str], player_names: Sequence[str]) -> frozenset[Pair]:
    from referee.competition.entrants import all_pairs

    numbers_by_name = {name.casefold(): number for number, name in enumerate(player_names, 1)}
    numbers_by_name |= {str(number): number for number in range(1, len(player_names) + 1)}
    pair = quote(f"{player_names[0]}, {player_names[-1]}")
    pairs_apart: set[Pair] = set()
    for text in texts:
        names = [name.strip() for name in text.split(",") if name.strip()]
        if unknown_name := next((name for name in names if name.casefold() not in numbers_by_name), None):
            fail(f"There is no player {unknown_name} to keep apart. Use --apart {pair}.")
        numbers = {numbers_by_name[name.casefold()] for name in names}
        if len(numbers) < 2:
            fail(f"Invalid --apart {text!r}. Name two players, such as {pair}.")
        pairs_apart.update(all_pairs(numbers))
    return frozenset(pairs_apart)


def _print_plan(rounds_plan: Plan, names: Sequence[str], minutes: int, change: int) -> None:
    byes = f", {quantity(rounds_plan.byes, 'bye')} a round" if rounds_plan.byes else ""
    print_line(
        f"{quantity(rounds_plan.players, 'player')}, {quantity(len(rounds_plan.rounds), 'round')} at "
        f"{quantity(len(rounds_plan.tables), 'table')}: {_format_tables(rounds_plan.tables)}{byes}"
    )
    print_line(f"Method:  {rounds_plan.how}")
    print_line(f"Time:    {_format_duration(len(rounds_plan.rounds), minutes, change)}")
    for text in _describe_meetings(rounds_plan, names):
        print_line(text)
    print_line(
        f"Byes:    {f'everybody has one {_format_range(_bye_counts(rounds_plan))}' if rounds_plan.byes else 'none'}"
    )
    _print_even_plans(rounds_plan)


def _format_tables(tables: Sequence[int]) -> str:
    tables_by_size = Counter(tables)
    return (
        f"all of {tables[0]}"
        if len(tables_by_size) == 1
        else join_words(f"{times} of {size}" for size, times in tables_by_size.items())
    )


def _format_duration(rounds: int, minutes: int, change: int) -> str:
    total = rounds * minutes + (rounds - 1) * change
    hours, minutes_left = divmod(total, 60)
    duration = " ".join([f"{hours} h"] * bool(hours) + [f"{minutes_left} min"] * bool(minutes_left))
    changes = f" and {quantity(rounds - 1, 'change')} of {change}" if rounds > 1 and change else ""
    return f"{rounds} x {minutes} minutes{changes}: {duration}"


def _describe_meetings(rounds_plan: Plan, names: Sequence[str]) -> list[str]:
    """Return lines that say how many pairs meet how often, and which pairs meet most often."""
    meetings = rounds_plan.met
    counts = _meeting_counts(rounds_plan)
    counts_text = (f"{_format_times(times)}: {quantity(count, 'pair')}" for times, count in counts.items())
    texts = [f"Meet:    {'; '.join(counts_text)}"]
    if len(counts) == 1:
        texts.append("Every pair meets equally often.")
    elif (max_meetings := max(counts)) > 1:
        pairs = sorted(pair for pair, times in meetings.items() if times == max_meetings)
        worst = [f"{names[first - 1]} and {names[second - 1]}" for first, second in pairs[:_MAX_PAIRS]]
        if more_pairs := len(pairs) - len(worst):
            worst.append(f"and {quantity(more_pairs, 'more pair')}")
        texts.append(f"Most often: {'; '.join(worst)}")
    return texts


def _meeting_counts(rounds_plan: Plan) -> dict[int, int]:
    """Return the number of pairs by their number of meetings, in ascending order."""
    from referee.competition.entrants import all_pairs

    meetings = rounds_plan.met
    return dict(sorted(Counter(meetings[pair] for pair in all_pairs(range(1, rounds_plan.players + 1))).items()))


def _bye_counts(rounds_plan: Plan) -> list[int]:
    """Return the number of byes of each player."""
    counts = Counter(player for latest_round in rounds_plan.rounds for player in latest_round.byes)
    return [counts[player] for player in range(1, rounds_plan.players + 1)]


def _print_rounds(rounds_plan: Plan, names: Sequence[str]) -> None:
    print_line()
    print_line("In seat order; the last player at each table deals first.")
    byes = ["bye"] if rounds_plan.byes else []
    columns = ["round", *(f"table {number}" for number in range(1, len(rounds_plan.tables) + 1)), *byes]
    rows = [
        [
            number,
            *(_format_players(table, names) for table in latest_round.tables),
            *([_format_players(latest_round.byes, names)] if byes else []),
        ]
        for number, latest_round in enumerate(rounds_plan.rounds, 1)
    ]
    print_table(columns, rows, numbers=["round"])


def _format_players(players: Sequence[int], names: Sequence[str]) -> str:
    numbered = all(name.isdecimal() for name in names)
    return (" " if numbered else ", ").join(names[player - 1] for player in players)


def _print_even_plans(rounds_plan: Plan) -> None:
    """Print sizes and rounds known to let all pairs meet equally often."""
    from referee.competition.planning.plans import list_even_plans

    if len(_meeting_counts(rounds_plan)) == 1:
        return
    for size, rounds, times in list_even_plans(rounds_plan.players, rounds_plan.sizes):
        print_line(
            f"Every pair would meet {_format_times(times)}: "
            f"referee tournament plan --players {rounds_plan.players} --rounds {rounds} --size {size}"
        )


def _format_range(times: Sequence[int]) -> str:
    low, high = min(times), max(times)
    if low == high:
        return _format_times(low)
    if low == 0:
        return f"at most {_format_times(high)}"
    return f"{low} {'or' if high == low + 1 else 'to'} {high} times"


def _format_times(count: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count} times")
