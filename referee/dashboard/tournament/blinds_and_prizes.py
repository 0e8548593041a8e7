"""Blinds, counts, add-ons, prizes and an agreed split of a freezeout."""

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
from referee.club.text.fractions import fraction
from referee.dashboard.deeds import picking
from referee.dashboard.deeds.asking import if_several, number, read_by
from referee.dashboard.deeds.deed import Answers, Deed, Effect, Parameter, Pick, Prompt
from referee.dashboard.deeds.done import Done
from referee.dashboard.document_screen import Document
from referee.dashboard.rendering import wrap
from referee.dashboard.tournament.actions import WHICH, TournamentOutcome, tournament_deed
from referee.dashboard.tournament.eliminations import assign_stacks
from referee.dashboard.tournament.panels import told
from referee.dashboard.tournament.tournament_state import TournamentScreenState, load_state
from referee.tournaments import overview
from referee.tournaments.actions.announcing import settle_stacks
from referee.tournaments.freezeout_actions import evening, players, shares
from referee.tournaments.freezeout_actions.evening import FreezeoutEvening
from referee.tournaments.freezeout_actions.wording import gap
from referee.tournaments.freezeouts.blinds import NoStructure, Preset, Structure, describe_structure, proposed
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
_WHO: Final = "who"
_HOW: Final = "how"
_RISES: Final = {Preset.USUAL: "", Preset.SHORT: "the blinds rise fast", Preset.LONG: "the blinds rise slowly"}
_HOW_SAID: Final = {Chop.ICM: "by how likely each place is", Chop.CHIPS: "by chips", Chop.EVEN: "equally"}


def blinds() -> Deed[Done]:
    """Return the deed that sets stacks, levels and prizes before the seats are drawn; they are shown first."""

    def effect(club: Club, answers: Answers) -> Effect:
        freezeout_evening, structure, _ = _structure(club, answers)
        says = f"Set these blinds for {freezeout_evening.read.view.name}? {' '.join(describe_structure(structure))}"
        return Effect(says, "set them", [*_levels(structure)])

    def do(club: Club, answers: Answers) -> TournamentOutcome:
        freezeout_evening, _, stacks = _structure(club, answers)
        after = settle_stacks(club, f"{freezeout_evening.number}", stacks)
        return after, f"Blinds and prizes of {after.read.view.name} are set."

    many = number("a whole number such as 3000")

    def before(id: str, asks: str, of: Callable[[Stacks], int]) -> Parameter:
        def question(club: Club, answers: Answers) -> Prompt:
            return Prompt(asks, value=f"{of(_of(club, answers).state.stacks)}")

        return Parameter(id, question, many)

    def until(club: Club, answers: Answers) -> Prompt | None:
        if answers[_REENTRIES] == "0":
            return None
        stacks = _structure(club, {**answers, _ADDON: "0", _ENTRY: "0", _UNTIL: "", _PERCENTS: ""})[2]
        return Prompt("Until which level may players re-enter, or enter late?", value=f"{stacks.reentry_until}")

    def percents(club: Club, answers: Answers) -> Prompt | None:
        stacks = _structure(club, {**answers, _PERCENTS: ""})[2]
        usual = " ".join(map(str, stacks.prizes))
        return Prompt("Percent of the prizes for each place, first place first:", value=usual) if usual else None

    rises = tuple(Pick(preset.value, says) for preset, says in _RISES.items())
    asks = (
        Parameter(WHICH, partial(_which, begun=False)),
        before(_STACK, "Chips of each player:", lambda level: level.stack),
        Parameter(_HOURS, Prompt("How many hours?", value="3"), read_by(_long)),
        Parameter(_PRESET, Prompt("Which ladder?", rises, choices_only=True)),
        before(_REENTRIES, "How many re-entries may each player have?", lambda level: level.reentries),
        Parameter(_UNTIL, until, many),
        before(_ADDON, "Chips of an add-on (0 for none):", lambda stacks: stacks.addon),
        before(_ENTRY, "What does each entry give to the prizes (0 for no prizes)?", lambda stacks: stacks.entry),
        Parameter(_PERCENTS, percents, read_by(_percents)),
    )
    return tournament_deed("freezeout blinds", do, asks, effect)


def count() -> Deed[Done]:
    """Return the deed that records the stacks as counted."""

    def do(club: Club, answers: Answers) -> TournamentOutcome:
        after = shares.count(club, answers[WHICH] or None, _chips(answers[_STACKS]))
        wrong = gap(after)
        return after, f"{wrong}." if wrong else f"All {after.state.chips:,} chips are accounted for."

    stacks = Parameter(_STACKS, lambda club, answers: _ask_stacks(_playing(club, answers)), _in_order)
    return tournament_deed("freezeout count", do, (Parameter(WHICH, _which), stacks))


def addon() -> Deed[Done]:
    """Return the deed that records add-ons."""

    def question(club: Club, answers: Answers) -> Prompt:
        picks = tuple(map(Pick, _playing(club, answers)))
        return Prompt("Who adds on?", picks, separator=picking.AND, example="Ann, Ben")

    def do(club: Club, answers: Answers) -> TournamentOutcome:
        names = picking.answers(answers[_WHO])
        after = players.add_on(club, answers[WHICH] or None, names)
        return after, f"Add-on of {after.state.stacks.addon:,} chips: {join_words(names)}."

    return tournament_deed("freezeout addon", do, (Parameter(WHICH, _which), Parameter(_WHO, question)))


def chop() -> Deed[Done]:
    """Return the deed that shares the remaining prizes between the remaining players; the shares are shown first."""

    def stacks(club: Club, answers: Answers) -> Prompt:
        known = bool(_of(club, answers).state.counted)
        return _ask_stacks(_playing(club, answers), ", or leave blank for the last count" if known else "")

    def effect(club: Club, answers: Answers) -> Effect:
        how = Chop(answers[_HOW])
        freezeout_evening, would = shares.shares(club, answers[WHICH] or None, how, _chips(answers[_STACKS]))
        rows = [f"{freezeout_evening.name(entry)}: {share}" for entry, share in would.prizes.items()]
        return Effect(f"{RULES[how]} Do all of them agree?", "share the prizes", rows)

    def do(club: Club, answers: Answers) -> TournamentOutcome:
        after, _ = shares.chop(club, answers[WHICH] or None, Chop(answers[_HOW]), _chips(answers[_STACKS]))
        return after, "The remaining prizes are shared."

    ways = tuple(Pick(chop.value, says) for chop, says in _HOW_SAID.items())
    how = Prompt("How are the prizes shared?", ways, choices_only=True)
    asks = (Parameter(WHICH, _which), Parameter(_HOW, how), Parameter(_STACKS, stacks, _in_order))
    return tournament_deed("freezeout chop", do, asks, effect)


def prizes() -> Document[list[TournamentScreenState]]:
    """Return the blinds and prizes of every freezeout that is not over, with all that is known of it."""

    def tell(tournament_states: list[TournamentScreenState], width: int) -> Iterator[Content]:
        for now in tournament_states:
            yield Content.styled(now.view.name, "bold")
            yield from told(now, width)
        if not tournament_states:
            yield from wrap("There is no freezeout that is not over.", width, 0)

    return Document(
        "rounds",
        lambda club: [load_state(club, tournament.number) for tournament in _found(club, begun=None)],
        lambda _: "Prizes",
        tell,
    )


def _found(club: Club, *, begun: bool | None) -> list[TournamentView]:
    """Return the freezeouts that are not over, of which the seats are drawn or not."""
    return [
        tournament
        for tournament in overview.all_tournaments(club)
        if tournament.settings.format is Format.FREEZE_OUT and tournament.status != "over"
        if begun is None or (tournament.status == "under way") is begun
    ]


def _which(club: Club, _: Answers, *, begun: bool = True) -> Prompt | None:
    """Ask which freezeout is meant, unless there is only one."""
    picks = (Pick(f"{tournament.number}", label=tournament.name) for tournament in _found(club, begun=begun))
    drawn = "whose seats are drawn" if begun else "whose seats are not drawn yet"
    return if_several("Which freezeout?", picks, f"There is no freezeout {drawn}.")


def _playing(club: Club, answers: Answers) -> list[str]:
    freezeout_evening = _of(club, answers)
    return [freezeout_evening.name(entry) for entry in freezeout_evening.state.playing]


def _ask_stacks(names: list[str], also: str = "") -> Prompt:
    example = " ".join(str(1000 * at) for at in range(len(names), 0, -1))
    return Prompt(f"The stacks of {join_words(names)}, in this order{also}:", example=example, optional=bool(also))


def _in_order(club: Club, answers: Answers, text: str) -> str:
    return assign_stacks(_playing(club, answers), text) if text else ""


def _of(club: Club, answers: Answers) -> FreezeoutEvening:
    return evening.freezeout_view(club, answers[WHICH] or None)


def _structure(club: Club, answers: Answers) -> tuple[FreezeoutEvening, Structure, Stacks]:
    """Return a freezeout, the structure of levels proposed for it, and the settings that the answers would give it."""
    freezeout_evening = _of(club, answers)
    before, many = freezeout_evening.state.stacks, max(2, len(freezeout_evening.state.players))
    stack, again, entry = (int(answers[key]) for key in (_STACK, _REENTRIES, _ENTRY))
    percents = tuple(map(int, answers[_PERCENTS].split()))
    try:
        structure = proposed(stack, many, _long(answers[_HOURS]), Preset(answers[_PRESET]), pause=before.pause)
    except NoStructure as fault:
        raise ClubFault(f"{fault}") from None
    breaks = [at for at, level in enumerate(structure.levels) if level.is_break]
    first = structure.levels[breaks[0] - 1].number if breaks else structure.plan[-1].number
    return (
        freezeout_evening,
        structure,
        replace(
            before,
            stack=stack,
            minutes=structure.minutes,
            levels=structure.as_settled,
            reentries=again,
            reentry_until=int(answers[_UNTIL] or before.reentry_until or first) if again else 0,
            addon=int(answers[_ADDON]),
            entry=entry,
            prizes=(percents or before.prizes or percents_for(many)) if entry else (),
        ),
    )


def _percents(text: str) -> str:
    parts = re.findall(r"\d+", text)
    if max(map(len, parts), default=0) > 3 or sum(map(int, parts)) != 100 or re.search(r"[^\d\s,;%]", text):
        raise ClubFault(f"Invalid percents {text!r}. Use whole numbers that sum to 100, such as 50 30 20.")
    return " ".join(parts)


def _levels(structure: Structure) -> Iterator[str]:
    for level in structure.levels:
        at = f"{level.begins // 60}:{level.begins % 60:02}"
        ante = f" ante {level.ante}" if level.ante else ""
        spare = "  if play takes longer" if level.spare else ""
        yield (
            f"{at}  break" if level.is_break else f"{at}  level {level.number}: {level.small}/{level.big}{ante}{spare}"
        )


def _chips(text: str) -> list[tuple[str, int]]:
    return [*parse_result(text)[1].items()] if text else []


def _long(text: str) -> Fraction:
    hours = fraction(text)
    if hours is None or not 0 < hours <= 24:
        raise ClubFault(f"Invalid hours {text!r}. Use a number such as 3 or 2.5.")
    return hours
