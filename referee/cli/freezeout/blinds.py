"""``referee freezeout blinds``: propose and set blinds, and change single levels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import join_words
from referee.cli.shared.club import confirm_or_preview, open_as_officer, print_table
from referee.cli.shared.common_options import CommonOptions, CorrectionOptions
from referee.cli.shared.dates import parse_typed_time
from referee.cli.shared.printing import fail, print_line, print_result
from referee.cli.shared.tournament_argument import TournamentArgument, print_undo
from referee.club.text.fractions import parse_fraction
from referee.tournaments.freezeouts.blinds import (
    Blinds,
    NoStructure,
    Preset,
    Structure,
    describe_structure,
    edit_levels,
    propose_structure,
)

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.tournaments.freezeout_actions.evening import FreezeoutEvening

app = typer.Typer()


@app.command(
    epilog="Example: referee freezeout blinds --stack 3000 --players 20 --hours 3, or"
    " set for a freezeout: referee freezeout blinds 1 --preset long --hours 4 --reentries 1 --until 4 --entry 10,"
    " or change a level: referee freezeout blinds 1 --level 4=125/250/25"
)
def blinds(
    common: CorrectionOptions,
    tournament: TournamentArgument = None,
    preset: Annotated[
        Preset | None,
        typer.Option("--preset", help="Few levels and large steps, or many and small ones (default: usual)."),
    ] = None,
    stack: Annotated[int, typer.Option("--stack", metavar="CHIPS", help="Starting stack.")] = 3000,
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", help="Number of players (default: the entries).")
    ] = None,
    hours: Annotated[str, typer.Option("--hours", metavar="H", help="Planned duration, such as 3 or 2.5.")] = "3",
    minutes: Annotated[
        int, typer.Option("--minutes", metavar="M", help="Length of a level (default: as long as the hours allow).")
    ] = 0,
    pause: Annotated[int, typer.Option("--pause", metavar="M", help="Length of a break.")] = 10,
    further_stacks: Annotated[int, typer.Option("--more", metavar="N", help="Number of extra stacks to plan for.")] = 0,
    antes: Annotated[bool, typer.Option("--antes/--no-antes", help="Antes in later levels.")] = True,
    level: Annotated[
        list[str],
        typer.Option(
            "--level",
            metavar="N=SMALL/BIG",
            help="Blinds of level N, with /ANTE for an ante; repeatable. "
            "Without other options, the other levels stay unchanged.",
        ),
    ] = [],  # noqa: B006
    start_time: Annotated[str, typer.Option("--at", metavar="HH:MM", help="Starting time.")] = "",
    reentries: Annotated[int, typer.Option("--reentries", metavar="N", help="Re-entries for each player.")] = 0,
    until: Annotated[
        int,
        typer.Option("--until", metavar="LEVEL", help="Last level for re-entries and late entries."),
    ] = 0,
    addon: Annotated[int, typer.Option("--addon", metavar="CHIPS", help="Chips of the add-on.")] = 0,
    entry: Annotated[
        int, typer.Option("--entry", metavar="N", help="Units that each stack adds to the prize fund.")
    ] = 0,
    bounty: Annotated[
        int, typer.Option("--bounty", metavar="N", help="Units of each entry that go to the bounty.")
    ] = 0,
    prizes: Annotated[
        str,
        typer.Option("--prizes", metavar="50,30,20", help="Percent for each place (default: by number of entries)."),
    ] = "",
    money: Annotated[bool, typer.Option("--money", help="Prizes are money, not points; for officers only.")] = False,
) -> None:
    """Propose blinds for the stacks, players and hours. With a tournament, set them and what players may buy."""
    start_of_play = parse_typed_time(start_time) if start_time else None
    changes = dict(map(_parse_level, level))
    to_set = {
        "--reentries": reentries, "--until": until, "--addon": addon, "--entry": entry, "--bounty": bounty,
        "--prizes": prizes, "--money": money,
    }  # fmt: skip
    has_shape_options = (preset, stack, players, hours, minutes, pause, further_stacks, antes) != (
        None,
        3000,
        None,
        "3",
        0,
        10,
        0,
        True,
    )
    if tournament is None and players is not None:
        if option_names := [name for name, is_given in to_set.items() if is_given]:
            fail(f"{join_words(option_names)} can be set only for a tournament. Add its number.")
        structure = _propose_structure(stack, players, hours, minutes, pause, further_stacks, preset, antes=antes)
        print_result(_apply_changes(structure, changes), common.json, partial(_print_structure, start_of_play))
        return
    from referee.tournaments.actions import announcing
    from referee.tournaments.freezeout_actions import evening as freeze_out_evening
    from referee.tournaments.freezeouts.prizes import percents_for
    from referee.tournaments.state.settings import Stacks

    with open_as_officer(common) as club:
        evening = freeze_out_evening.freezeout_view(club, tournament)
        if changes and evening.state.stacks.levels and not (has_shape_options or any(to_set.values())):
            _change_levels(common, club, evening, changes)
            return
        player_count = len(evening.state.players) if players is None else players
        structure = _apply_changes(
            _propose_structure(stack, player_count, hours, minutes, pause, further_stacks, preset, antes=antes), changes
        )
        if not common.json:
            _print_structure(start_of_play, structure)
        if not confirm_or_preview(f"Set these blinds for {evening.tournament.view.name}?", common, structure):
            return
        stacks = Stacks(
            stack=stack,
            minutes=structure.minutes,
            levels=structure.as_blinds,
            pause=pause,
            reentries=reentries,
            reentry_until=until or (structure.last_reentry_level if reentries else 0),
            addon=addon,
            bounty=bounty,
            entry=entry,
            prizes=_parse_numbers(prizes, "--prizes", "50,30,20")
            or (percents_for(player_count + further_stacks) if entry else ()),
            money=money,
        )
        freezeout = announcing.change_stacks(club, tournament, stacks)
    next_command = f"referee {'clock' if freezeout.state.begun else 'freezeout'} start {freezeout.number}"
    text = f"Set for {freezeout.tournament.view.name}. Next: {next_command}"
    print_result(structure, common.json, lambda _: _print_set(freezeout, text))


def _print_set(freezeout: FreezeoutEvening, text: str) -> None:
    print_line(text)
    print_undo(freezeout.number)


def _change_levels(common: CommonOptions, club: Club, freezeout: FreezeoutEvening, changes: dict[int, Blinds]) -> None:
    """Change single levels of a freezeout's blinds after a confirmation."""
    from referee.tournaments.actions import announcing

    stacks = replace(freezeout.state.stacks, levels=_edit_levels(freezeout.state.stacks.levels, changes))
    if not confirm_or_preview(
        f"Change {_describe_changes(changes)} of {freezeout.tournament.view.name}?", common, stacks
    ):
        return
    settings = announcing.change_stacks(club, str(freezeout.number), stacks)
    text = f"Set for {settings.tournament.view.name}: {_describe_changes(changes)}."
    print_result(settings.state.stacks, common.json, lambda _: _print_set(settings, text))


def _describe_changes(changes: dict[int, Blinds]) -> str:
    return join_words(
        f"level {number}, {small}/{big}" + (f" ante {ante}" if ante else "")
        for number, (small, big, ante) in sorted(changes.items())
    )


def _edit_levels(levels: Sequence[Blinds], changes: dict[int, Blinds]) -> tuple[Blinds, ...]:
    try:
        return edit_levels(levels, changes)
    except NoStructure as fault:
        fail(str(fault))


def _apply_changes(structure: Structure, changes: dict[int, Blinds]) -> Structure:
    """Return the structure with changed levels. Exit with an error for a level it does not have."""
    edited_levels = _edit_levels(structure.as_blinds, changes)
    if len(edited_levels) > len(structure.levels):
        fail(f"There is no level {max(changes)}. Use 1 to {structure.levels[-1].number}.")
    levels = zip(structure.levels, edited_levels, strict=True)
    return replace(
        structure, levels=tuple(replace(level, small=small, big=big, ante=ante) for level, (small, big, ante) in levels)
    )


def _propose_structure(
    stack: int,
    players: int,
    hours: str,
    minutes: int,
    pause: int,
    further_stacks: int,
    preset: Preset | None,
    *,
    antes: bool,
) -> Structure:
    if (duration := parse_fraction(hours)) is None:
        fail(f"Invalid --hours {hours}. Use a number such as 3 or 2.5.")
    if not 0 < duration <= 24:
        fail(f"Invalid --hours {hours}. Use a number up to 24.")
    if not 0 <= pause <= 120:
        fail(f"Invalid --pause {pause}. Use 0 to 120 minutes.")
    try:
        return propose_structure(
            stack,
            players,
            duration,
            preset or Preset.USUAL,
            reentries=further_stacks,
            minutes=minutes,
            pause=pause,
            antes=antes,
        )
    except NoStructure as fault:
        fail(str(fault))


def _print_structure(start: time | None, structure: Structure) -> None:
    rows: list[list[object]] = []
    for level in structure.levels:
        if level.is_break:
            rows.append(["break", _format_time(level.begins, start), level.minutes, "", "", "", ""])
        else:
            note = "if play takes longer" if level.spare else ""
            blinds = [level.small, level.big, level.ante or ""]
            rows.append([level.number, _format_time(level.begins, start), level.minutes, *blinds, note])
    columns = ["level", "begins", "minutes", "small", "big", "ante", ""]
    print_table(columns, rows, numbers=columns[:-1])
    for sentence in describe_structure(structure):
        print_line(sentence)
    print_line(f"Planned finish: {_format_time(structure.ends, start)}{'.' if start else ' after the start.'}")


def _format_time(minutes: int, start: time | None) -> str:
    """Return a time of day, or the time since the start if no starting time is known."""
    if start is None:
        return f"{minutes // 60}:{minutes % 60:02}"
    return f"{datetime.combine(datetime.min.date(), start) + timedelta(minutes=minutes):%H:%M}"


def _parse_level(text: str) -> tuple[int, Blinds]:
    """Return the level number and blinds in N=SMALL/BIG or N=SMALL/BIG/ANTE."""
    match = re.fullmatch(r"(\d{1,3})=(\d{1,8})/(\d{1,8})(?:/(\d{1,8}))?", text.replace(" ", ""), re.ASCII)
    if not match:
        fail(f"Invalid --level {text!r}. Use N=SMALL/BIG or N=SMALL/BIG/ANTE, such as 4=125/250/25.")
    number, small, big, ante = (int(level or 0) for level in match.groups())
    return number, (small, big, ante)


def _parse_numbers(text: str, option: str, example: str) -> tuple[int, ...]:
    if not text:
        return ()
    parts = [level.strip() for level in text.split(",")]
    if not all(part.isdecimal() and 0 < len(part) < 8 and int(part) for part in parts):
        fail(f"Invalid {option} {text!r}. Use whole numbers such as {example}.")
    return tuple(map(int, parts))
