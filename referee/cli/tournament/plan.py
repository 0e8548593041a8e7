"""``referee tournament plan``: who meets whom how often, before anybody is seated. It needs no club."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from referee.cards.cells import cells, padded
from referee.cards.words import counted, listed
from referee.cli.shared.arguments import AsJson
from referee.cli.shared.club import say_table
from referee.cli.shared.say import complain, say, say_json
from referee.cli.tournament.settings import sizes

if TYPE_CHECKING:
    from referee.competition.field import Pair
    from referee.competition.planning.plan_quality import Quality, Spread
    from referee.competition.planning.plans import Plan

EXAMPLE: Final = (
    "Example: referee tournament plan --players 23 --rounds 5 --size 3-5, "
    "or with names: referee tournament plan --names Ann,Ben,Cal,Dee,Eve,Fay,Gus,Hal --rounds 7 --size 4"
)
_MOST_IN_MATRIX: Final = 36
_MOST_SEATS_SHOWN: Final = 240
_LONGEST_LABEL: Final = 8
_MOST_WORST: Final = 8
_WIDTH: Final = 80
_MOST_PLAYERS: Final = 1000
_MOST_ROUNDS: Final = 100

app = typer.Typer()


@app.command(epilog=EXAMPLE)
def plan(
    rounds: Annotated[int, typer.Option("--rounds", metavar="N", help="How many rounds are played.", max=_MOST_ROUNDS)],
    players: Annotated[
        int,
        typer.Option("--players", metavar="N", help="How many play; else as many as names.", max=_MOST_PLAYERS),
    ] = 0,
    size: Annotated[str, typer.Option("--size", metavar="N-M", help="How many at a table.")] = "3-5",
    names: Annotated[
        str, typer.Option("--names", metavar="NAME,NAME,...", help="Who plays, instead of their numbers.")
    ] = "",
    apart: Annotated[
        list[str],
        typer.Option("--apart", metavar='"A, B"', help="Who never sit together, by number or name; repeatable."),
    ] = [],  # noqa: B006
    minutes: Annotated[int, typer.Option("--minutes", metavar="N", help="How long a round lasts.", min=1)] = 45,
    change: Annotated[
        int, typer.Option("--change", metavar="N", help="How many minutes it takes to change tables.", min=0)
    ] = 5,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The seed; another one gives another plan.")] = 1,
    shown: Annotated[
        bool | None,
        typer.Option("--rounds-shown/--no-rounds-shown", help="Print who sits where; else where that is not too long."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Plan rounds in which all meet equally often, or as nearly as can be; nothing is written down."""
    from referee.competition.field import NotDrawn
    from referee.competition.planning import plans

    called = _called(names, players)
    try:
        made = plans.plan(len(called), rounds, sizes(size), seed, _apart(apart, called))
    except NotDrawn as fault:
        complain(re.sub(r"\{(\d+)\}", lambda number: called[int(number[1]) - 1], str(fault)))
    if json:
        say_json(_as_data(made, called, minutes, change))
        return
    _say_plan(made, called, minutes, change)
    if shown or (shown is None and len(called) * rounds <= _MOST_SEATS_SHOWN):
        _say_rounds(made, called)
    else:
        say()
        say("Who sits where: add --rounds-shown")


def _called(names: str, players: int) -> list[str]:
    called = [name.strip() for name in names.split(",") if name.strip()]
    if not called:
        if not players:
            complain("how many play? Expected such as --players 23, or --names Ann,Ben,Cal")
        return [str(number) for number in range(1, players + 1)]
    if players and players != len(called):
        complain(f"--players says {players}, but --names has {len(called)}; expected one of them, or as many")
    if twice := next((name for name in called if called.count(name) > 1), None):
        complain(f"{twice} is named twice; expected everybody once")
    return called


def _apart(typed: Sequence[str], called: Sequence[str]) -> frozenset[Pair]:
    from referee.competition.field import pairs

    known = {name.casefold(): number for number, name in enumerate(called, 1)}
    known |= {str(number): number for number in range(1, len(called) + 1)}
    found: set[Pair] = set()
    for each in typed:
        names = [name.strip() for name in each.split(",") if name.strip()]
        if stranger := next((name for name in names if name.casefold() not in known), None):
            complain(f'--apart names {stranger}, who does not play; expected such as "{called[0]}, {called[-1]}"')
        numbers = {known[name.casefold()] for name in names}
        if len(numbers) < 2:
            complain(f'--apart {each!r} names nobody to keep apart from; expected such as "{called[0]}, {called[-1]}"')
        found.update(pairs(numbers))
    return frozenset(found)


def _say_plan(made: Plan, called: Sequence[str], minutes: int, change: int) -> None:
    reached = made.reached
    byes = f", {counted(made.byes, 'bye')} a round" if made.byes else ""
    say(
        f"{counted(made.players, 'player')}, {counted(len(made.rounds), 'round')} at "
        f"{counted(len(made.tables), 'table')}: {_shape(made.tables)}{byes}"
    )
    say(f"Made by: {made.how}")
    say(f"Time:    {_time(len(made.rounds), minutes, change)}")
    say()
    for text in _meetings(reached, called):
        say(text)
    say()
    for text in _balance(made, reached):
        say(text)
    if made.players <= _MOST_IN_MATRIX:
        say()
        _say_matrix(made, called)
    _say_even_plans(made)


def _shape(tables: Sequence[int]) -> str:
    many = Counter(tables)
    return f"all of {tables[0]}" if len(many) == 1 else listed(f"{times} of {size}" for size, times in many.items())


def _time(rounds: int, minutes: int, change: int) -> str:
    whole = rounds * minutes + (rounds - 1) * change
    hours, over = divmod(whole, 60)
    lasts = " ".join([f"{hours} h"] * bool(hours) + [f"{over} min"] * bool(over))
    changes = f" and {counted(rounds - 1, 'change')} of {change}" if rounds > 1 and change else ""
    return f"{rounds} x {minutes} minutes{changes}: {lasts}"


def _meetings(reached: Quality, called: Sequence[str]) -> list[str]:
    """Return who meets how often in words: how many pairs, the worst of them, and how near it is to the best."""
    rows = [f"{_times(times)}: {counted(many, 'pair')}" for times, many in enumerate(reached.meetings) if many]
    texts = [f"Meet {'; '.join(rows)}"]
    bound = reached.bound
    if reached.even:
        texts.append("Every pair meets equally often.")
    elif reached.most > 1:
        worst = [f"{called[one - 1]} and {called[other - 1]}" for one, other in reached.worst[:_MOST_WORST]]
        if more := len(reached.worst) - len(worst):
            worst.append(f"and {counted(more, 'pair')} more")
        texts.append(f"Worst:   {'; '.join(worst)}")
    if reached.squares == bound.squares:
        best = "no plan at these tables has fewer"
    else:
        above = max(1, round(100 * (reached.squares - bound.squares) / bound.squares))
        best = f"{above} % above {bound.squares}, below which no plan at these tables can be"
    texts.append(f"Squares: {reached.squares} over all pairs; {best}")
    if not reached.even:
        texts.append(
            f"Most:    a pair meets {_times(reached.most)}; in every plan at these tables some pair meets "
            f"{_times(bound.most)}{' or more' if reached.most > bound.most else ''}"
        )
    return texts


def _balance(made: Plan, reached: Quality) -> list[str]:
    texts = [
        f"Seats:   everybody deals first {_span(reached.dealt)}, and is at a table of each number "
        f"{_span(reached.numbers)}; how often one sits at two places of a table differs by {reached.places} at most"
    ]
    if reached.short.most:
        texts.append(f"Smaller: everybody is {_span(reached.short)} at a table with a seat less")
    texts.append(f"Byes:    {f'everybody has one {_span(reached.byes)}' if made.byes else 'none'}")
    return texts


def _say_matrix(made: Plan, called: Sequence[str]) -> None:
    """Print who meets whom how often, a digit for each two: a dot is never."""
    from referee.competition.planning.plan_quality import meetings

    met = meetings(made.rounds)
    numbers = range(1, made.players + 1)
    numbered = list(called) == [str(number) for number in numbers]
    label = [name if numbered else f"{_cut(name)} {number}" for number, name in enumerate(called, 1)]
    wide = max(map(cells, label))
    gap = " " if wide + 2 * made.players <= _WIDTH else ""
    say("Who meets whom how often (. is never)")
    if made.players > 9:
        say(" " * wide + "".join(gap + (str(number // 10) if number % 10 == 0 else " ") for number in numbers))
    say(" " * wide + "".join(f"{gap}{number % 10}" for number in numbers))
    for one in numbers:
        row = ("-" if one == other else _digit(met[min(one, other), max(one, other)]) for other in numbers)
        say(padded(label[one - 1], wide, right=True) + "".join(f"{gap}{each}" for each in row))


def _cut(name: str) -> str:
    return name if len(name) <= _LONGEST_LABEL else f"{name[: _LONGEST_LABEL - 1]}."


def _digit(times: int) -> str:
    return "." if not times else str(times) if times < 10 else "+"


def _say_rounds(made: Plan, called: Sequence[str]) -> None:
    say()
    say("In order of seat; the last of a table deals first.")
    byes = ["bye"] if made.byes else []
    columns = ["round", *(f"table {number}" for number in range(1, len(made.tables) + 1)), *byes]
    rows = [
        [number, *(_named(table, called) for table in drawn.tables), *([_named(drawn.byes, called)] if byes else [])]
        for number, drawn in enumerate(made.rounds, 1)
    ]
    say_table(columns, rows, numbers=["round"])


def _named(players: Sequence[int], called: Sequence[str]) -> str:
    numbered = all(name.isdecimal() for name in called)
    return (" " if numbered else ", ").join(called[player - 1] for player in players)


def _say_even_plans(made: Plan) -> None:
    """Say at which tables and over how many rounds all could meet equally often, where that is known."""
    from referee.competition.planning.plans import even_plans

    if made.reached.even:
        return
    for size, rounds, times in even_plans(made.players, made.sizes):
        say(
            f"Every pair would meet {_times(times)}: "
            f"referee tournament plan --players {made.players} --rounds {rounds} --size {size}"
        )


def _span(spread: Spread) -> str:
    if spread.least == spread.most:
        return _times(spread.least)
    if spread.least == 0:
        return f"at most {_times(spread.most)}"
    return f"{spread.least} {'or' if spread.most == spread.least + 1 else 'to'} {spread.most} times"


def _times(many: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(many, f"{many} times")


def _as_data(made: Plan, called: Sequence[str], minutes: int, change: int) -> dict[str, Any]:
    from referee.competition.planning.plan_quality import meetings

    reached = made.reached
    rounds = len(made.rounds)
    named = list(called) != [str(number) for number in range(1, made.players + 1)]
    met = meetings(made.rounds)
    return {
        "players": made.players,
        "names": list(called) if named else None,
        "sizes": str(made.sizes),
        "tables": list(made.tables),
        "design": made.design or None,
        "searched": made.searched,
        "seed": made.seed,
        "method": made.method,
        "minutes": rounds * minutes + (rounds - 1) * change,
        "meetings": dict(enumerate(reached.meetings)),
        "worst": [list(pair) for pair in reached.worst],
        "squares": reached.squares,
        "least_squares": reached.bound.squares,
        "most": reached.most,
        "least_most": reached.bound.most,
        "places_differ": reached.places,
        "deals_first": list(reached.dealt),
        "at_a_number": list(reached.numbers),
        "at_a_smaller_table": list(reached.short),
        "byes": list(reached.byes),
        "met": [{"players": list(pair), "times": times} for pair, times in sorted(met.items())],
        "rounds": [
            {"round": number, "tables": [list(table) for table in drawn.tables], "byes": list(drawn.byes)}
            for number, drawn in enumerate(made.rounds, 1)
        ],
    }
