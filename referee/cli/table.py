"""``referee table``: a match at a table, line by line."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cards.words import listed
from referee.cli import coming, completing
from referee.cli.arguments import AsJson, HouseRules
from referee.cli.club import By, ClubAt, Yes, opened, say_damage
from referee.cli.exits import Exit
from referee.cli.impact import DryRun, agreed
from referee.cli.meaning import understood
from referee.cli.say import complain, exit_code, say, say_json, say_record, say_ruling, say_settlement
from referee.games import SLUGS
from referee.rules import Verdict, as_typed, changed, write_chips, write_places
from referee.rules.record import worth
from referee.rules.report import as_data, line_as_data

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.match_view import LineView, MatchView
    from referee.rules import Sheet

app = typer.Typer(
    help="A match at a table, line by line.",
    no_args_is_help=True,
    epilog="Example: referee table start big-two Ann Ben Cal Dee",
)
Number = Annotated[int, typer.Argument(metavar="TABLE", help="The table's number.", autocompletion=completing.tables)]
LineNumber = Annotated[int | None, typer.Argument(metavar="[LINE]", help="The line's number; else the last.")]
Reason = Annotated[str, typer.Option("--reason", "-r", help="Why, for the record.")]
Key = Annotated[str | None, typer.Option("--key", help="A key of your own: sent twice, it is written down once.")]


@app.command(
    epilog="Example: referee table start big-two Ann Ben Cal Dee --option royal=none, or of a game without a rulebook: "
    "referee table start --game Hearts --result-only Ann Ben Cal Dee"
)
def start(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[GAME] NAME...",
            help="The game's slug, unless --game names it; then the players, clockwise.",
            autocompletion=completing.games_or_members,
        ),
    ],
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help="The game, by any name.")] = None,
    result_only: Annotated[
        bool, typer.Option("--result-only", help="Rule on nothing: only the result is written down, of any game.")
    ] = False,
    option: HouseRules = [],  # noqa: B006
    session: Annotated[str | None, typer.Option("--session", metavar="DATE", help="Else the one that is open.")] = None,
    chip: Annotated[
        str, typer.Option("--chip", metavar="WORTH", help="What a chip is worth, such as '0.05 EUR'.")
    ] = "",
    yes: Yes = False,
    by: By = None,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """Seat players, and freeze the house rules that they play by."""
    from referee.club import matches
    from referee.club.games import nearest_games

    named, *names = words if game is None else [game, *words]
    if result_only and option:
        complain("--option goes with a rulebook; with --result-only nothing is ruled on")
    with opened(club) as desk:
        seat = partial(matches.start, session=session, options=option, result_only=result_only, chip=chip, by=by)
        match = coming.unless_elsewhere(
            lambda twice: understood(lambda meant: seat(desk, named, meant, twice=twice), names), yes
        )
        if json:
            what = {"table": match.number, "game": match.book.slug, "players": list(match.names)}
            say_json({**what, "result_only": match.result_only})
            return
        say(f"Table {match.number}: {match.book.title}, {', '.join(match.names)}.")
        if rules := changed(match.options):
            say(f"House rules: {', '.join(as_typed(rules))}.")
        if match.result_only:
            say("Nothing is ruled on here; only the result is written down.")
            if match.book.slug not in SLUGS and (near := nearest_games(named)):
                say(f"There is a rulebook for {listed(near)}.")
            say(f"Next: referee table result {match.number} NAME NAME ..., the winner first")
        else:
            say(f'Next: referee table log {match.number} "deal by {match.names[-1]}"')


@app.command(epilog='Example: referee table log 3 "Ann plays 3D" "Ben passes"')
def log(
    table: Number,
    lines: Annotated[list[str], typer.Argument(help="What happened, one line an argument.")],
    instead_of: Annotated[
        int | None, typer.Option("--instead-of", metavar="LINE", help="The mistyped line that this one replaces.")
    ] = None,
    key: Key = None,
    by: By = None,
    yes: Yes = False,
    dry_run: DryRun = False,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """Write down what happened and hear the ruling at once. Exits 0 legal, 10 illegal, 11 open.

    An illegal line is kept as what happened, but does not change the table until the officer lets it stand.
    """
    from referee.club import match_lines, matches

    if len(lines) > 1 and (key or instead_of):
        complain("--key and --instead-of go with one line, not several")
    written: list[LineView] = []
    with opened(club) as desk:
        match_lines.readable(desk, table, lines)
        if (instead_of or dry_run) and not agreed(
            desk,
            table,
            lambda one: [match_lines.log(one, table, text, by=by, instead_of=instead_of) for text in lines],
            yes=yes,
            dry_run=dry_run,
            json=json,
        ):
            return
        try:
            for text in lines:
                written.append(match_lines.log(desk, table, text, key=key, by=by, instead_of=instead_of))
        finally:
            # What has been written down is said, whatever stopped the rest.
            shown = matches.show(desk, table)
            logged = [shown.log[each.number - 1] for each in written]
            if json:
                lapsed = {each.number: [old.number for old in shown.lapsed_with(each.number)] for each in logged}
                say_json([{**_as_data(each), "lapsed": lapsed[each.number]} for each in logged])
            for each, first in () if json else zip(logged, written, strict=True):
                _say_logged(shown, each, logged)
                _say_turned(first)
    raise typer.Exit(exit_code([each.ruling for each in logged if each.ruling]))


@app.command(epilog='Example: referee table undo 3 --reason "taken back before Ben played"')
def undo(
    table: Number,
    line: LineNumber = None,
    reason: Reason = "",
    mistake: Annotated[bool, typer.Option("--mistake", help="It was mistyped, and never happened.")] = False,
    by: By = None,
    yes: Yes = False,
    dry_run: DryRun = False,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """Take back a line; it stays in the log, marked."""
    from referee.club import match_lines, matches

    def act(desk: Club) -> LineView:
        return match_lines.undo(desk, table, line, reason=reason, mistake=mistake, by=by)

    with opened(club) as desk:
        if not agreed(desk, table, act, yes=yes, dry_run=dry_run, json=json):
            return
        done = act(desk)
        _say_decided(done, matches.show(desk, table), json)


@app.command(epilog='Example: referee table stands 3 7 --reason "nobody minded"')
def stands(
    table: Number,
    line: LineNumber = None,
    reason: Reason = "",
    by: By = None,
    yes: Yes = False,
    dry_run: DryRun = False,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """Let an illegal line stand: from now on it changes the table. Says why."""
    from referee.club import match_lines, matches

    if not reason.strip():
        complain('why does it stand? Expected --reason, such as --reason "nobody minded"')

    def act(desk: Club) -> LineView:
        return match_lines.stands(desk, table, line, reason=reason, by=by)

    with opened(club) as desk:
        if not agreed(desk, table, act, yes=yes, dry_run=dry_run, json=json):
            return
        done = act(desk)
        _say_decided(done, matches.show(desk, table), json)


@app.command(
    epilog='Example: referee table result 4 Ann "Ben, Cal" Dee, or in chips: referee table result 4 Ann=5 Ben=-5'
)
def result(
    table: Number,
    result: Annotated[list[str], typer.Argument(help="Best first, ties joined by commas; or NAME=CHIPS for everyone.")],
    key: Key = None,
    by: By = None,
    yes: Yes = False,
    dry_run: DryRun = False,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """Write down only how a match ended, and finish it."""
    from referee.club import matches

    chips = _chips(result) if any("=" in each for each in result) else None
    groups = [] if chips else [[name.strip() for name in each.split(",") if name.strip()] for each in result]

    def act(desk: Club) -> MatchView:
        matches.result(desk, table, places=groups, chips=chips, key=key, by=by)
        return matches.finish(desk, table, by=by)

    with opened(club) as desk:
        if not agreed(desk, table, act, yes=yes, dry_run=dry_run, json=json):
            return
        done = act(desk)
    if json:
        say_json(_end_as_data(done))
    else:
        _say_places(done)


@app.command(epilog="Example: referee table finish 3")
def finish(
    table: Number,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Also with lines not decided on, which do not count, or a hand in play.")
    ] = False,
    yes: Yes = False,
    dry_run: DryRun = False,
    by: By = None,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """End a match: the cards are gathered, and its places count for the standings."""
    from referee.club import matches

    def act(desk: Club) -> MatchView:
        return matches.finish(desk, table, undecided=anyway, by=by)

    with opened(club) as desk:
        if not agreed(desk, table, act, yes=yes, dry_run=dry_run, json=json):
            return
        done = act(desk)
    if json:
        say_json(_end_as_data(done))
    else:
        say_settlement(done.sheet, places=False)
        _say_places(done)


@app.command(epilog="Example: referee table show 3")
def show(table: Number, json: AsJson = False, club: ClubAt = None) -> None:
    """Show a table: its log with the rulings, what is on it, and the settlement so far."""
    from referee.club import corrections, deeds, matches

    with opened(club) as desk:
        found = matches.show(desk, table)
        put_right = corrections.corrections(desk, table=table)
        at_desk = deeds.at_table(desk, table)
    say_damage(each for each in found.damage if each.table)
    if json:
        log = [_as_data(each) for each in found.log]
        ends = {"started_by": at_desk.started, "finished_by": at_desk.finished}
        went = {"void": found.void, "continues": found.continues, "goes_on": found.goes_on}
        about = {"table": found.number, "result_only": found.result_only, **ends, **went}
        say_json({**about, **as_data(_counted(found)), "log": log})
        return
    say(f"table {found.number}, {found.played_on}: {found.book.title}, {', '.join(found.names)}")
    if found.continues:
        say(f"goes on from table {found.continues}")
    if found.result_only:
        say("only the result is recorded")
    for each in found.log:
        word = f", {each.decision}" if each.decision else ", waits for a decision" if each.waits else ""
        word = f", stands (line {each.shown_by} goes on from it)" if each.shown_by else word
        reason = f": {each.reason}" if each.reason else ""
        who = f" ({signed})" if (signed := each.decided_by or (each.by if each.is_turn else "")) else ""
        say(f"{each.number:4}  {each.text}{word}{reason}{who}", hang=6)
        if each.ruling and (each.ruling.verdict is not Verdict.LEGAL or each.ruling.word):
            say_ruling(each.ruling, margin="      ")
    for done in put_right:
        mark = f", {done.mark}" if done.mark else ""
        say(f"put right on {done.at.astimezone():%Y-%m-%d} by {done.by}{mark}: {done.what} ({done.reason})")
    if found.void:
        say(f"table {found.number} is void: it counts for nobody")
    elif found.finished_at:
        say_settlement(_counted(found), places=False)
        _say_places(found)
    else:
        _say_state(found)
        say_settlement(found.sheet)
    if written := deeds.said(at_desk, [(each.number, each.by) for each in found.log]):
        say(written)


@app.command(epilog="Example: referee table record 3 > monday.txt; referee check monday.txt")
def record(table: Number, club: ClubAt = None) -> None:
    """Print the record of a table, which `referee check` reads."""
    from referee.club import matches

    with opened(club) as desk:
        found = str(matches.record(desk, table)).rstrip("\n")
        say_damage(each for each in matches.damage(desk, [table]) if each.table)
        say_record(found)


coming.add_to(app)


def _say_logged(match: MatchView, done: LineView, together: Collection[LineView]) -> None:
    """Print a line's ruling, what hindsight it brings, and what the officer may say of it.

    What it makes of a line that was logged `together` with it, certain or lapsed, stands at that line already.
    """
    say(f"{done.number:4}  {done.text}")
    if done.ruling is None:
        return
    say_ruling(done.ruling, done.judged.items if done.judged and done.counts else (), margin="      ")
    for each in match.made_certain_by(done.number):
        if each in together:
            continue
        say(f"      line {each.number}, {each.text}, is now certain:")
        if each.ruling:
            say_ruling(each.ruling, margin="      ")
    for each in match.lapsed_with(done.number):
        if each in together:
            continue
        say(f"      line {each.number}, {each.text}, has lapsed:")
        if each.ruling:
            say_ruling(each.ruling, margin="      ")
    for each in match.log:
        if each.shown_by == done.number:
            say(f"      line {each.number}, {each.text}, stands: this line goes on from it.")
    if done.waits:
        undo = f"referee table undo {match.number} {done.number}"
        stands = f'referee table stands {match.number} {done.number} --reason "..."'
        say("      Kept as what happened; the table stands as before. Take it back, or let it stand:")
        say(f"      {undo}")
        say(f"      {stands}")


def _say_decided(done: LineView, match: MatchView, json: bool) -> None:
    """Print what came of a decision on a line, and how the table stands now."""
    if json:
        say_json({**_as_data(done), "turned": [_as_data(each) for each in done.turned]})
        return
    say(f"line {done.number}, {done.text}: {done.decision}")
    _say_turned(done)
    _say_state(match)


def _say_turned(done: LineView) -> None:
    """Print the other lines on which a decision or a correction has changed the ruling."""
    for each in done.turned:
        if each.ruling:
            say(f"line {each.number}, {each.text}, is now {each.ruling.says}:")
            say_ruling(each.ruling, margin="      ")


def _say_state(match: MatchView) -> None:
    state = match.sheet.state
    if state.turn is not None and not match.finished_at:
        say(f"turn: {match.names[state.turn]}")
    for fact in match.book.facts(state):
        who = f"{match.names[fact.seat]}: " if fact.seat >= 0 else ""
        say(f"{who}{fact.label.lower()} {fact.text}")


def _counted(match: MatchView) -> Sheet:
    """Return the sheet that counts: of a match that ended as its players changed, that of its whole hands."""
    return match.whole_hands or match.sheet


def _say_places(match: MatchView) -> None:
    for each in match.lapsed_with():
        say(f"lapsed: line {each.number}  {each.text}  ({each.ruling.reason if each.ruling else ''})")
    say(f"table {match.number} is finished: {write_places(match.places) or 'it counts for nobody'}")
    if match.goes_on:
        say(f"it goes on as table {match.goes_on}")
    if match.chips:
        say(f"chips: {write_chips(match.chips)}")
        if match.chip:
            say(f"worth: {', '.join(f'{name} {worth(won, match.chip)}' for name, won in match.chips.items())}")


def _grouped(names: Sequence[str], as_groups: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return names in groups as large as others, one after the other."""
    following = iter(names)
    return [list(islice(following, len(group))) for group in as_groups]


def _chips(typed: list[str]) -> dict[str, int]:
    chips: dict[str, int] = {}
    for each in typed:
        name, _, amount = each.rpartition("=")
        try:
            chips[name.strip()] = int(amount)
        except ValueError:
            complain(f"{each!r} is not NAME=CHIPS; expected such as Ann=5 Ben=-5", Exit.USAGE)
    return chips


def _end_as_data(match: MatchView) -> dict[str, Any]:
    places = [list(group) for group in match.places]
    lapsed = [each.number for each in match.lapsed_with()]
    ended = {"places": places, "chips": dict(match.chips), "lapsed": lapsed}
    return {"table": match.number, **as_data(match.sheet), **ended}


def _as_data(each: LineView) -> dict[str, Any]:
    judged = line_as_data(each.judged) if each.judged else {}
    return {
        **judged,
        "line": each.number,
        "text": each.text,
        "kind": each.kind.value,
        "counts": each.counts,
        "waits": each.waits,
        "decision": each.decision.value if each.decision else None,
        "by": each.by,
        "decided_by": each.decided_by,
        "at": each.at.isoformat(),
    }
