"""The options for a tournament's settings, shared by several commands."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import typer

from referee.cards.words import join_words
from referee.cli.shared import completion
from referee.cli.shared.arguments import complete_game
from referee.cli.shared.common_options import OptionGroup
from referee.cli.shared.printing import fail, warn
from referee.competition.entrants import Sizes, read_sizes
from referee.tournaments.state.settings import Counts, Format, Score, Seeds, SettingsChange

FORMAT_SYNONYMS: Final = {
    **dict.fromkeys(("knock-out", "ko", "elimination", "single-elimination", "single-knockout", "cup"), "knockout"),
    **dict.fromkeys(("roundrobin", "rr", "all-play-all", "all-meet", "everybody"), "round-robin"),
    **dict.fromkeys(("pools", "group-stage", "group"), "groups"),
    **dict.fromkeys(("freeze-out", "poker"), "freezeout"),
    **dict.fromkeys(("ladder",), "league"),
    **dict.fromkeys(("double", "double-knockout", "double-ko"), "double-elimination"),
}
"""Synonyms for the names of formats."""


def parse_format(text: str | None) -> Format | None:
    """Return the format named by the text or one of its synonyms. Exit with an error for an unknown one."""
    if text is None:
        return None
    word = "-".join(text.casefold().replace("_", " ").split())
    word = FORMAT_SYNONYMS.get(word, word)
    if word not in list(Format):
        fail(f"Unknown format {text!r}. Use {join_words(list(Format), 'or')}.")
    return Format(word)


def _complete_format(incomplete: str) -> list[str]:
    return [part for part in Format if part.startswith(incomplete.casefold())]


GameOption = Annotated[
    str | None, typer.Option("--game", "-g", metavar="GAME", help="Game to play.", autocompletion=complete_game)
]
Size = Annotated[
    str,
    typer.Option("--size", metavar="N-M", help="Players at a table (default: 3-5 where the game allows it)."),
]
Rounds = Annotated[int | None, typer.Option("--rounds", metavar="N", min=0, help="Number of rounds.")]
GoOn = Annotated[
    int | None,
    typer.Option("--go-on", metavar="K", min=1, help="Players who advance from each table or group (default: 1)."),
]
Groups = Annotated[int | None, typer.Option("--groups", metavar="G", min=0, help="Number of groups.")]
Teams = Annotated[
    bool | None, typer.Option("--teams/--no-teams", help="Enter players in teams; players of one team are kept apart.")
]
CountsOption = Annotated[
    Counts | None,
    typer.Option(
        "--counts",
        help="Results for the season: tables, final order or nothing (default: tables; in a freezeout, nothing).",
    ),
]
ThirdPlace = Annotated[
    bool | None, typer.Option("--third-place/--no-third-place", help="Match for third place (default: no).")
]
SecondFinal = Annotated[
    bool | None,
    typer.Option(
        "--second-final/--one-final",
        help="Beat the unbeaten finalist twice to win (default: yes at tables of two).",
    ),
]
SeedsOption = Annotated[
    Seeds | None, typer.Option("--seeds", help="Seeds by lot, rating or season standings (default: lot).")
]
RepeatsFirst = Annotated[
    bool | None,
    typer.Option(
        "--repeats-first/--scores-first",
        help="In a Swiss, what comes first: few repeats, or equal scores (default: scores).",
    ),
]
FormatOption = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        metavar="FORMAT",
        help=f"{join_words(list(Format), 'or')}.",
        autocompletion=_complete_format,
    ),
]


ResultOnly = Annotated[bool, typer.Option("--result-only", help="Record only results; the game needs no rulebook.")]


def announced_settings(
    game: GameOption = None,
    result_only: ResultOnly = False,
    size: Size = "",
    rounds: Rounds = None,
    go_on: GoOn = None,
    groups: Groups = None,
    third_place: ThirdPlace = None,
    second_final: SecondFinal = None,
    seeds: SeedsOption = None,
    repeats_first: RepeatsFirst = None,
    teams: Teams = None,
    counts: CountsOption = None,
) -> SettingsChange:
    """Return the settings given by the options of `tournament new`."""
    return typed_settings(
        game=game,
        result_only=result_only,
        size=size,
        rounds=rounds,
        go_on=go_on,
        groups=groups,
        third_place=third_place,
        second_final=second_final,
        seeds=seeds,
        repeats_first=repeats_first,
        teams=teams,
        counts=counts,
    )


def typed_settings(
    game: GameOption = None,
    result_only: ResultOnly = False,
    size: Size = "",
    rounds: Rounds = None,
    score: Annotated[
        Score | None,
        typer.Option("--score", help="Score of a table: match score, place points, chips or low points."),
    ] = None,
    points: Annotated[str, typer.Option("--points", metavar="5,3,1,0", help="Points for the places, best first.")] = "",
    ties: Annotated[
        str,
        typer.Option(
            "--ties",
            metavar="STEP,STEP",
            help="Tie-breaks, in order (default: those of the format).",
            autocompletion=completion.ties,
        ),
    ] = "",
    go_on: GoOn = None,
    groups: Groups = None,
    third_place: ThirdPlace = None,
    second_final: SecondFinal = None,
    seeds: SeedsOption = None,
    repeats_first: RepeatsFirst = None,
    teams: Teams = None,
    counts: CountsOption = None,
    bye: Annotated[
        Literal["mean", "win", "half"] | None,
        typer.Option("--bye", help="Score of a bye (default: a win at tables of two, the player's mean at others)."),
    ] = None,
    best: Annotated[
        int | None, typer.Option("--best", metavar="K", help="Count only each player's best K rounds.")
    ] = None,
    minutes: Annotated[int | None, typer.Option("--minutes", metavar="M", help="Length of a round.")] = None,
) -> SettingsChange:
    """Return the settings given by options, without those left out."""
    values = {
        "rounds": rounds,
        "score": score,
        "points": _parse_points(points) if points else None,
        "ties": tuple(part.strip() for part in ties.split(",") if part.strip()) if ties else None,
        "go_on": go_on,
        "groups": groups,
        "third_place": third_place,
        "second_final": second_final,
        "seeds": seeds,
        "repeats_first": repeats_first,
        "teams": teams,
        "counts": counts,
        "bye": bye,
        "best": best,
        "minutes": minutes,
    }
    settings = tuple((name, value) for name, value in values.items() if value is not None)
    return SettingsChange(game, parse_sizes(size) if size else None, settings, result_only)


AnnounceOptions = Annotated[SettingsChange, OptionGroup(announced_settings)]
SettingOptions = Annotated[SettingsChange, OptionGroup(typed_settings)]


def parse_sizes(text: str) -> Sizes:
    """Return the table sizes in a text such as 4 or 3-5. Exit with an error for any other text."""
    if (size_range := read_sizes(text)) is None:
        fail(f"Invalid table size {text}. Use 4, or a range such as 3-5.")
    return size_range


def _parse_points(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and len(part) < 7 for part in parts):
        fail(f"Invalid points {text!r}. Use whole numbers, best place first, such as 5,3,1,0.")
    points = tuple(map(int, parts))
    if list(points) != sorted(points, reverse=True):
        warn(f"--points {text}: a lower place gives more than a higher one.")
    return points
