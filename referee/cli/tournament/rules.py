"""``referee tournament rules``: the rulebook of a tournament, as settled or as it would read."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli.shared.arguments import book_of
from referee.cli.shared.clause_book import refuse_unfit, say_book
from referee.cli.shared.club import opened
from referee.cli.shared.common import Common, Writing
from referee.cli.shared.printing import complain
from referee.cli.tournament.settings import AsWanted
from referee.games import is_ruled, rulebook
from referee.tournaments.state.settings import Format, Settings, Wanted

app = typer.Typer()


@app.command(
    epilog="Example: referee tournament rules --format swiss --game big-two --size 3-4, or for the wall: "
    "referee tournament rules --format league --game zheng-shangyou --size 3-6 --to league.html"
)
def rules(
    wanted: AsWanted,
    common: Writing,
    tournament: Annotated[str, typer.Argument(help="Its number or name; with --format a clause.")] = "",
    clause: Annotated[str, typer.Argument(help="One clause, such as 4.1.")] = "",
    format: Annotated[Format | None, typer.Option("--format", "-f", help="Without a tournament: its format.")] = None,
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE.html", help="Write a page for the wall.")] = None,
) -> None:
    """Print the rulebook of a tournament, or one clause of it, with what each clause rests on."""
    from referee.export.clause_book import printed_tournament
    from referee.tournaments.rulebooks.rulebook import book

    options, name, of = None, "", ""
    if format is None:
        if wanted != Wanted():
            complain("what a tournament was settled with is printed as it is; expected --format too, without its name")
        settings, options, name, of = _settled(common, tournament, in_public=to is not None)
    else:
        if clause:
            complain(f"expected either a tournament or --format; leave out {tournament!r}, or --format")
        clause = tournament
        settings = _typed(format, wanted)
    refuse_unfit(book(), "the rulebook of a tournament", clause, to)
    page = partial(printed_tournament, settings, options, name=name, of=of)
    say_book(book(options), settings, page, clause, to=to, common=common)


def _settled(common: Common, typed: str, *, in_public: bool) -> tuple[Settings, Any, str, str]:
    """Return what a tournament was settled with, the house rules of its game, its name and its season."""
    from referee.club.calendar import house_rules
    from referee.club.people.public_names import of_club
    from referee.rules import options_from
    from referee.tournaments import in_public as public
    from referee.tournaments import overview

    with opened(common, read_only=True) as desk:
        found = overview.show(desk, typed or None)
        if in_public:
            found = public.in_public(found, of_club(desk))
        of = f"As {desk.name} plays it in the season {found.season}"
        if not is_ruled(found.game):  # of which only results are recorded
            return found.settings, None, found.name, of
        book = rulebook(found.game)
        agreed, _ = house_rules.of_season(desk, book, found.season)
        return found.settings, options_from(book.options, agreed), found.name, of


def _typed(format: Format, wanted: AsWanted) -> Settings:
    """Return settings as they are typed."""
    from referee.tournaments.deeds.announcing import usual_sizes

    if not wanted.game:
        complain("which game? expected --game with its slug, such as --game big-two")
    book = book_of(wanted.game)
    sizes = wanted.sizes or usual_sizes(book, book.options())
    return Settings(format, book.slug, sizes, **dict[str, Any](wanted.others))
