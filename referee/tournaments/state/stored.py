"""Settings, the questions of draws and final places as the log keeps them: as numbers, texts and lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any

from referee.competition.field import Sizes
from referee.tournaments.state.settings import Counts, Format, Score, Settings, Stacks
from referee.tournaments.state.view import PlaceView, TeamPlace


def settings_kept(settings: Settings) -> dict[str, Any]:
    """Return settings as they are kept, with what is as usual left out."""
    usual = Settings(settings.format, settings.game, settings.sizes)
    needed = {"format", "game", "sizes"}
    return {
        each.name: _kept(getattr(settings, each.name))
        for each in fields(Settings)
        if each.name in needed or getattr(settings, each.name) != getattr(usual, each.name)
    }


def settings_of(kept: Mapping[str, Any]) -> Settings:
    """Read settings as they are kept."""
    read = {name: _tuples(value) for name, value in kept.items()}
    read["format"] = Format(kept["format"])
    read["sizes"] = Sizes(*kept["sizes"])
    for name, kind in (("score", Score), ("counts", Counts)):
        if name in kept:
            read[name] = kind(kept[name])
    if kept.get("stacks") is not None:
        read["stacks"] = Stacks(**{name: _tuples(value) for name, value in kept["stacks"].items()})
    return Settings(**read)


def place_kept(place: PlaceView) -> dict[str, Any]:
    """Return a line of the standings as it is kept."""
    return {
        "place": place.place,
        "entry": place.entry,
        "points": str(place.points),
        "played": place.played,
        "by_round": [None if each is None else str(each) for each in place.by_round],
        "steps": [list(each) for each in place.steps],
        "penalty": str(place.penalty),
    }


def place_of(kept: Mapping[str, Any]) -> PlaceView:
    """Read a line of the standings as it is kept."""
    return PlaceView(
        place=kept["place"],
        entry=kept["entry"],
        points=Fraction(kept["points"]),
        played=kept["played"],
        by_round=tuple(None if each is None else Fraction(each) for each in kept["by_round"]),
        steps=tuple((step, figure) for step, figure in kept["steps"]),
        penalty=Fraction(kept["penalty"]),
    )


def team_kept(team: TeamPlace) -> dict[str, Any]:
    """Return a line of the standings of teams as it is kept."""
    return {"place": team.place, "team": team.team, "entries": list(team.entries), "points": str(team.points)}


def team_of(kept: Mapping[str, Any]) -> TeamPlace:
    """Read a line of the standings of teams as it is kept."""
    return TeamPlace(kept["place"], kept["team"], tuple(kept["entries"]), Fraction(kept["points"]))


def _kept(value: Any) -> Any:
    match value:
        case Sizes():
            return [value.least, value.most]
        case Stacks():
            return {each.name: _kept(getattr(value, each.name)) for each in fields(Stacks)}
        case tuple():
            return [_kept(each) for each in value]
        case Format() | Score() | Counts():
            return value.value
    return value


def _tuples(value: Any) -> Any:
    return tuple(_tuples(each) for each in value) if isinstance(value, list) else value
