"""Operations on a freezeout's blinds, chip counts, add-ons and prizes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Final

from textual.content import Content

from referee.cards.words import join_words
from referee.club.folder import Club
from referee.club.match.result_text import parse_result
from referee.club.text.faults import ClubFault
from referee.club.text.fractions import parse_fraction
from referee.dashboard.deeds import picking
from referee.dashboard.deeds.asking import if_several, number, read_by
from referee.dashboard.deeds.deed import Answers, Deed, Effect, Parameter, Pick, Prompt
from referee.dashboard.deeds.done import Done, telling
from referee.dashboard.document_screen import Document
from referee.dashboard.rendering import wrap
from referee.dashboard.tournament.actions import TOURNAMENT
from referee.dashboard.tournament.eliminations import assign_stacks
from referee.dashboard.tournament.panels import render_tournament
from referee.dashboard.tournament.tournament_state import TournamentScreenState, load_state
from referee.tournaments import overview
from referee.tournaments.actions.announcing import change_stacks
from referee.tournaments.freezeout_actions import evening, players, shares
from referee.tournaments.freezeout_actions.evening import FreezeoutEvening
from referee.tournaments.freezeout_actions.wording import describe_gap
from referee.tournaments.freezeouts.blinds import NoStructure, Preset, Structure, describe_structure, propose_structure
from referee.tournaments.freezeouts.prizes import RULES, Chop, percents_for
from referee.tournaments.state.settings import Format, Stacks
from referee.tournaments.state.view import TournamentView

_STACK: Final = "stack"
_HOURS: Final = "hours"
_PRESET: Final = "preset"
_REENTRIES: Final = "re-entries"
_ADDON: Final = "add-on"
_UNTIL: Final = "until"
_ENTRY: Final = "entry"
_PERCENTS: Final = "percents"
_STACKS: Final = "stacks"
_PLAYERS: Final = "who"
_METHOD: Final = "how"
_PRESET_TEXTS: Final = {Preset.USUAL: "", Preset.SHORT: "the blinds rise fast", Preset.LONG: "the blinds rise slowly"}
_METHOD_TEXTS: Final = {Chop.ICM: "by how likely each place is", Chop.CHIPS: "by chips", Chop.EVEN: "equally"}


def blinds() -> Deed[Done]:
    """Return the operation that sets stacks, levels and prizes before the draw. It previews the levels."""

    def effect(club: Club, answers: Answers) -> Effect:
        freezeout_evening, structure, _ = _propose_structure(club, answers)
        question = (
            f"Set these blinds for {freezeout_evening.tournament.view.name}? {' '.join(describe_structure(structure))}"
        )
        return Effect(question, "set them", [*_describe_levels(structure)])

    def do(club: Club, answers: Answers) -> Done:
        freezeout_evening, _, stacks = _propose_structure(club, answers)
        updated = change_stacks(club, f"{freezeout_evening.number}", stacks)
        return Done(f"Blinds and prizes of {updated.tournament.view.name} are set.")

    parse_count = number("a whole number such as 3000")

    def stacks_parameter(id: str, question: str, value_of: Callable[[Stacks], int]) -> Parameter:
        def prompt(club: Club, answers: Answers) -> Prompt:
            return Prompt(question, value=f"{value_of(_load_freezeout(club, answers).state.stacks)}")

        return Parameter(id, prompt, parse_count)

    def until_prompt(club: Club, answers: Answers) -> Prompt | None:
        if answers[_REENTRIES] == "0":
            return None
        stacks = _propose_structure(club, {**answers, _ADDON: "0", _ENTRY: "0", _UNTIL: "", _PERCENTS: ""})[2]
        return Prompt("Until which level may players re-enter, or enter late?", value=f"{stacks.reentry_until}")

    def percents_prompt(club: Club, answers: Answers) -> Prompt | None:
        stacks = _propose_structure(club, {**answers, _PERCENTS: ""})[2]
        default = " ".join(map(str, stacks.prizes))
        return Prompt("Percent of the prizes for each place, first place first:", value=default) if default else None

    preset_picks = tuple(Pick(preset.value, label) for preset, label in _PRESET_TEXTS.items())
    parameters = (
        Parameter(TOURNAMENT, partial(_freezeout_prompt, is_begun=False)),
        stacks_parameter(_STACK, "Chips of each player:", lambda stacks: stacks.stack),
        Parameter(_HOURS, Prompt("How many hours?", value="3"), read_by(_parse_hours)),
        Parameter(_PRESET, Prompt("Which ladder?", preset_picks, choices_only=True)),
        stacks_parameter(_REENTRIES, "How many re-entries may each player have?", lambda stacks: stacks.reentries),
        Parameter(_UNTIL, until_prompt, parse_count),
        stacks_parameter(_ADDON, "Chips of an add-on (0 for none):", lambda stacks: stacks.addon),
        stacks_parameter(
            _ENTRY, "What does each entry give to the prizes (0 for no prizes)?", lambda stacks: stacks.entry
        ),
        Parameter(_PERCENTS, percents_prompt, read_by(_parse_percents)),
    )
    return telling("freezeout blinds", do, parameters, effect)


def count() -> Deed[Done]:
    """Return the operation that records a count of the stacks."""

    def do(club: Club, answers: Answers) -> Done:
        updated = shares.record_count(club, answers[TOURNAMENT] or None, _parse_chips(answers[_STACKS]))
        difference = describe_gap(updated)
        return Done(f"{difference}." if difference else f"All {updated.state.chips:,} chips are accounted for.")

    stacks = Parameter(_STACKS, lambda club, answers: _stacks_prompt(_player_names(club, answers)), _parse_stacks)
    return telling("freezeout count", do, (Parameter(TOURNAMENT, _freezeout_prompt), stacks))


def addon() -> Deed[Done]:
    """Return the operation that records add-ons."""

    def prompt(club: Club, answers: Answers) -> Prompt:
        picks = tuple(map(Pick, _player_names(club, answers)))
        return Prompt("Who adds on?", picks, separator=picking.NAME_SEPARATOR, example="Ann, Ben")

    def do(club: Club, answers: Answers) -> Done:
        names = picking.answers(answers[_PLAYERS])
        updated = players.add_on(club, answers[TOURNAMENT] or None, names)
        return Done(f"Add-on of {updated.state.stacks.addon:,} chips: {join_words(names)}.")

    return telling("freezeout addon", do, (Parameter(TOURNAMENT, _freezeout_prompt), Parameter(_PLAYERS, prompt)))


def chop() -> Deed[Done]:
    """Return the operation that shares the remaining prizes among the remaining players. It previews the shares."""

    def stacks_prompt(club: Club, answers: Answers) -> Prompt:
        is_counted = bool(_load_freezeout(club, answers).state.counted)
        return _stacks_prompt(_player_names(club, answers), ", or leave blank for the last count" if is_counted else "")

    def effect(club: Club, answers: Answers) -> Effect:
        method = Chop(answers[_METHOD])
        freezeout_evening, state = shares.preview_chop(
            club, answers[TOURNAMENT] or None, method, _parse_chips(answers[_STACKS])
        )
        rows = [f"{freezeout_evening.name(entry)}: {share}" for entry, share in state.prizes.items()]
        return Effect(f"{RULES[method]} Do all remaining players agree?", "share the prizes", rows)

    def do(club: Club, answers: Answers) -> Done:
        _updated, _ = shares.record_chop(
            club, answers[TOURNAMENT] or None, Chop(answers[_METHOD]), _parse_chips(answers[_STACKS])
        )
        return Done("The remaining prizes are shared.")

    method_picks = tuple(Pick(method.value, label) for method, label in _METHOD_TEXTS.items())
    method = Prompt("How are the prizes shared?", method_picks, choices_only=True)
    parameters = (
        Parameter(TOURNAMENT, _freezeout_prompt),
        Parameter(_METHOD, method),
        Parameter(_STACKS, stacks_prompt, _parse_stacks),
    )
    return telling("freezeout chop", do, parameters, effect)


def prizes_document() -> Document[list[TournamentScreenState]]:
    """Return the document with blinds and prizes of every unfinished freezeout."""

    def render(tournament_states: list[TournamentScreenState], width: int) -> Iterator[Content]:
        for state in tournament_states:
            yield Content.styled(state.view.name, "bold")
            yield from render_tournament(state, width)
        if not tournament_states:
            yield from wrap("There is no freezeout that is not over.", width, 0)

    return Document(
        "rounds",
        lambda club: [load_state(club, tournament.number) for tournament in _list_freezeouts(club, is_begun=None)],
        lambda _: "Prizes",
        render,
    )


def _list_freezeouts(club: Club, *, is_begun: bool | None) -> list[TournamentView]:
    """Return the unfinished freezeouts: with seats drawn, without, or all if `is_begun` is None."""
    return [
        tournament
        for tournament in overview.all_tournaments(club)
        if tournament.settings.format is Format.FREEZE_OUT and tournament.status != "over"
        if is_begun is None or (tournament.status == "under way") is is_begun
    ]


def _freezeout_prompt(club: Club, _: Answers, *, is_begun: bool = True) -> Prompt | None:
    """Return the prompt for a freezeout, or None if only one fits. Raise `ClubFault` if none fits."""
    picks = (
        Pick(f"{tournament.number}", label=tournament.name) for tournament in _list_freezeouts(club, is_begun=is_begun)
    )
    condition = "whose seats are drawn" if is_begun else "whose seats are not drawn yet"
    return if_several("Which freezeout?", picks, f"There is no freezeout {condition}.")


def _player_names(club: Club, answers: Answers) -> list[str]:
    freezeout_evening = _load_freezeout(club, answers)
    return [freezeout_evening.name(entry) for entry in freezeout_evening.state.playing]


def _stacks_prompt(names: list[str], remark: str = "") -> Prompt:
    example = " ".join(str(1000 * thousands) for thousands in range(len(names), 0, -1))
    return Prompt(f"The stacks of {join_words(names)}, in this order{remark}:", example=example, optional=bool(remark))


def _parse_stacks(club: Club, answers: Answers, text: str) -> str:
    return assign_stacks(_player_names(club, answers), text) if text else ""


def _load_freezeout(club: Club, answers: Answers) -> FreezeoutEvening:
    return evening.freezeout_view(club, answers[TOURNAMENT] or None)


def _propose_structure(club: Club, answers: Answers) -> tuple[FreezeoutEvening, Structure, Stacks]:
    """Return a freezeout with the levels and settings that the answers propose for it."""
    freezeout_evening = _load_freezeout(club, answers)
    current, player_count = freezeout_evening.state.stacks, max(2, len(freezeout_evening.state.players))
    stack, reentries, entry = (int(answers[key]) for key in (_STACK, _REENTRIES, _ENTRY))
    percents = tuple(map(int, answers[_PERCENTS].split()))
    try:
        structure = propose_structure(
            stack, player_count, _parse_hours(answers[_HOURS]), Preset(answers[_PRESET]), pause=current.pause
        )
    except NoStructure as fault:
        raise ClubFault(f"{fault}") from None
    last_level = int(answers[_UNTIL] or current.reentry_until or structure.last_reentry_level)
    return (
        freezeout_evening,
        structure,
        replace(
            current,
            stack=stack,
            minutes=structure.minutes,
            levels=structure.as_blinds,
            reentries=reentries,
            reentry_until=last_level if reentries else 0,
            addon=int(answers[_ADDON]),
            entry=entry,
            prizes=(percents or current.prizes or percents_for(player_count)) if entry else (),
        ),
    )


def _parse_percents(text: str) -> str:
    parts = re.findall(r"\d+", text)
    if max(map(len, parts), default=0) > 3 or sum(map(int, parts)) != 100 or re.search(r"[^\d\s,;%]", text):
        raise ClubFault(f"Invalid percents {text!r}. Use whole numbers that sum to 100, such as 50 30 20.")
    return " ".join(parts)


def _describe_levels(structure: Structure) -> Iterator[str]:
    for level in structure.levels:
        time = f"{level.begins // 60}:{level.begins % 60:02}"
        ante = f" ante {level.ante}" if level.ante else ""
        remark = "  if play takes longer" if level.spare else ""
        yield (
            f"{time}  break"
            if level.is_break
            else f"{time}  level {level.number}: {level.small}/{level.big}{ante}{remark}"
        )


def _parse_chips(text: str) -> list[tuple[str, int]]:
    return [*parse_result(text)[1].items()] if text else []


def _parse_hours(text: str) -> Fraction:
    hours = parse_fraction(text)
    if hours is None or not 0 < hours <= 24:
        raise ClubFault(f"Invalid hours {text!r}. Use a number such as 3 or 2.5.")
    return hours
