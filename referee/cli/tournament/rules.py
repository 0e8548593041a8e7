"""``referee tournament rules``: the rulebook of a tournament, as it was settled, or as one would read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from referee.cli.shared.arguments import AsJson, book_of, complete_game
from referee.cli.shared.club import ClubAt, Yes, opened
from referee.cli.shared.output import HTML, refuse_unless_page, write_page
from referee.cli.shared.say import complain, say, say_json
from referee.cli.tournament.settings import sizes
from referee.games import SLUGS, rulebook

if TYPE_CHECKING:
    from enum import StrEnum

    from referee.tournaments.state.settings import Settings

    Kind = TypeVar("Kind", bound=StrEnum)

app = typer.Typer()


def _complete_format(incomplete: str) -> list[str]:
    from referee.tournaments.state.settings import Format

    return [each.value for each in Format if each.startswith(incomplete)]


def _complete_score(incomplete: str) -> list[str]:
    from referee.tournaments.state.settings import Score

    return [each.value for each in Score if each.startswith(incomplete)]


def _complete_ties(incomplete: str) -> list[str]:
    from referee.tournaments.scores.tie_breaks import Step

    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{each}" for each in Step if each.startswith(last) and each not in before.split(",")]


@app.command(
    epilog="Example: referee tournament rules --format swiss --game big-two --size 3-4, or for the wall: "
    "referee tournament rules --format league --game zheng-shangyou --size 3-6 --to league.html"
)
def rules(
    tournament: Annotated[str, typer.Argument(help="Its number or name; with --format a clause.")] = "",
    clause: Annotated[str, typer.Argument(help="One clause, such as 4.1.")] = "",
    format: Annotated[
        str, typer.Option("--format", help="Without a tournament: its format.", autocompletion=_complete_format)
    ] = "",
    game: Annotated[
        str, typer.Option("--game", help="The game's slug, such as big-two.", autocompletion=complete_game)
    ] = "",
    size: Annotated[str, typer.Option("--size", metavar="N-M", help="How many sit at a table, such as 3-4.")] = "3-4",
    rounds: Annotated[int, typer.Option("--rounds", help="How many rounds there are.")] = 0,
    score: Annotated[
        str, typer.Option("--score", help="What a table gives.", autocompletion=_complete_score)
    ] = "match",
    points: Annotated[str, typer.Option("--points", metavar="N,N", help="Points by place, best first.")] = "",
    ties: Annotated[
        str, typer.Option("--ties", metavar="STEP,STEP", help="What parts a tie.", autocompletion=_complete_ties)
    ] = "",
    go_on: Annotated[int, typer.Option("--go-on", help="How many of each table or group go on.")] = 1,
    groups: Annotated[int, typer.Option("--groups", help="How many groups there are.")] = 0,
    teams: Annotated[bool, typer.Option("--teams", help="With a score of teams.")] = False,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="Write a page for the wall: FILE.html or FILE.md.")
    ] = None,
    yes: Yes = False,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """Print the rulebook of a tournament, or one clause of it, with what each clause rests on."""
    if not format:
        if game or points or ties or groups or teams or rounds:
            complain("what a tournament was settled with is printed as it is; expected --format too, without its name")
        settings, options, name, of = _settled(club, tournament)
    else:
        if clause:
            complain(f"expected either a tournament or --format; leave out {tournament!r}, or --format")
        clause, options, name, of = tournament, None, "", ""
        settings = _typed(format, game, size, rounds, score, points, ties, go_on, groups, teams)
    _print(settings, options, name, of, clause, to, yes, json)


def _settled(club: Path | None, typed: str) -> tuple[Settings, Any, str, str]:
    """Return what a tournament was settled with, the house rules of its game, its name and its season."""
    from referee.club.calendar import seasons
    from referee.rules import options_from
    from referee.tournaments.state import overview

    with opened(club, read_only=True) as desk:
        found = overview.show(desk, typed or None)
        of = f"As {desk.name} plays it in the season {found.season}"
        if found.game not in SLUGS:  # of which only results are recorded
            return found.settings, None, found.name, of
        book = rulebook(found.game)
        agreed, _ = seasons.rules_of_season(desk, book, found.season)
        return found.settings, options_from(book.options, agreed), found.name, of


def _typed(
    format: str,
    game: str,
    size: str,
    rounds: int,
    score: str,
    points: str,
    ties: str,
    go_on: int,
    groups: int,
    teams: bool,
) -> Settings:
    """Return settings as they are typed, or complain about the first that cannot be."""
    from referee.tournaments.scores.tie_breaks import read_steps
    from referee.tournaments.state.settings import Format, Score, Settings

    if not game:
        complain("which game? expected --game with its slug, such as --game big-two")
    book = book_of(game)
    given = tuple(each.strip() for each in points.split(",") if each.strip())
    if not all(each.removeprefix("-").isdecimal() for each in given):
        complain(f"cannot read the points {points!r}; expected whole numbers, best place first, such as 5,3,2,1")
    for flag, number, least in (("--rounds", rounds, 0), ("--groups", groups, 0), ("--go-on", go_on, 1)):
        if number < least:
            complain(f"{flag} {number} cannot be; expected {least} or more")
    return Settings(
        _one_of(Format, format, "format"),
        book.slug,
        sizes(size),
        rounds=rounds,
        score=_one_of(Score, score, "score"),
        points=tuple(map(int, given)),
        ties=tuple(map(str, read_steps(ties))),
        go_on=go_on,
        groups=groups,
        teams=teams,
    )


def _one_of(kinds: type[Kind], typed: str, what: str) -> Kind:
    from referee.cards.words import listed

    if typed not in list(kinds):
        complain(f"unknown {what} {typed!r}; expected {listed(kinds, 'or')}")
    return kinds(typed)


def _print(
    settings: Settings, options: Any, name: str, of: str, clause: str, to: Path | None, yes: bool, json: bool
) -> None:
    from referee.export.rulebook_html import rulebook_html
    from referee.export.rulebook_markdown import rulebook_markdown
    from referee.export.tournament_rules import printed_tournament
    from referee.tournaments.rulebooks import rulebook as tournament

    if clause and clause not in tournament.ids():
        complain(f"no clause {clause!r} in the rulebook of a tournament; expected one of {', '.join(tournament.ids())}")
    if clause and to:
        complain(f"--to is for the whole rulebook; leave out {clause}, or --to")
    if to:
        refuse_unless_page(to, "the rulebook of a tournament", "tournament.html")
        page = printed_tournament(settings, options, name=name, of=of)
        write_page(to, (rulebook_html if to.suffix.casefold() in HTML else rulebook_markdown)(page), yes)
        say_json({"game": settings.game, "file": str(to)}) if json else say(str(to))
    elif json:
        texts = (
            [tournament.text_of(clause, settings, options)]
            if clause
            else [each for _, _, clauses in tournament.chapters(settings, options) for each in clauses]
        )
        say_json(
            [{"clause": each.id, "rule": each.text, "origin": each.source, "in_force": each.in_force} for each in texts]
        )
    elif clause:
        one = tournament.text_of(clause, settings, options)
        say(f"{one.id}  {'' if one.in_force else '(not in force here) '}{one.text}")
        say(f"  from: {one.source}")
    else:
        page = printed_tournament(settings, options, name=name, of=of)
        say(f"{page.title}: {page.about}")
        if page.played:
            say(f"{page.played}.")
        for chapter in page.chapters:
            say()
            say(f"{chapter.number} {chapter.title}")
            for each in chapter.clauses:
                say(f"  {each.number:5} {each.text}", hang=8)
