"""``referee demo``: play a session of a temporary club, or show one game's recorded example."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.books.check import print_record_report
from referee.cli.shared.arguments import complete_game, find_rulebook
from referee.cli.shared.club import print_standings, print_table
from referee.cli.shared.printing import fail, print_line, print_ruling
from referee.cli.shared.quoting import quote
from referee.games.examples import read_example
from referee.rules import (
    Record,
    Statement,
    UnknownGame,
    Verdict,
    changed_options,
    replay,
    write_chips,
    write_each_option,
    write_places,
)
from referee.rules.book.ledger import outcome_sentences
from referee.rules.book.sentences import cite_rule, deciding_fact

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.match.view import LineView

app = typer.Typer()

EVENING = "2026-11-16"
TABLES = ("big-two", "commune", "play-or-pay", "pontoon")
PEOPLE = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")


@app.command(epilog="Example: referee demo, or: referee demo --game texas-holdem")
def demo(
    game: Annotated[
        str | None,
        typer.Option(
            "--game", metavar="GAME", help="Show only the recorded example of a game.", autocompletion=complete_game
        ),
    ] = None,
    club: Annotated[
        Path | None, typer.Option("--club", metavar="DIR", help="Folder for the club (default: a temporary one).")
    ] = None,
) -> None:
    """Play a whole session of a trial club: schedule, tables, a dispute, standings, CSV."""
    if game is not None:
        if club:
            fail("The example of a game needs no club. Leave out --club, or --game.")
        _print_example(find_rulebook(game).slug)
        return
    from referee.club.calendar import checkin, schedule, sessions
    from referee.club.calendar.schedule_toml import read_schedule
    from referee.club.folder import init
    from referee.club.people import roster
    from referee.club.standings.standings import standings
    from referee.export.csv_files import write_csv
    from referee.export.tables.season import season_export

    with init(club or mkdtemp(prefix="referee-demo-"), "Monday Card Club") as demo_club:
        _print_step(f"A club: {demo_club.name}, in {demo_club.folder}")
        for name in PEOPLE:
            roster.add(demo_club, name)
        plan = read_schedule(files("referee.demo").joinpath("season.toml").read_text(encoding="utf-8"))
        load_result = schedule.load(demo_club, plan)
        for day, reason in plan.skipped.items():
            print_line(f"no session on {day}: {reason}")
        print_table(
            ["date", "starts", "room"],
            [[session.held_on, f"{session.starts:%H:%M}", session.room] for session in load_result.added],
        )

        _print_step(f"Monday, {EVENING}")
        sessions.open_session(demo_club, EVENING)
        arrivals = checkin.check_in(demo_club, PEOPLE[:-1])
        print_line(f"Checked in: {', '.join(member.name for member in arrivals)}.")
        for slug in TABLES:
            _play_table(demo_club, read_example(slug))
        _settle_a_dispute(demo_club)
        sessions.close_session(demo_club)

        _print_step("Standings")
        print_standings(standings(demo_club, plan.name))
        _print_step("Files for the club's website")
        export = season_export(demo_club, plan.name)
        for path in write_csv(export.tables, demo_club.exports, head=export.head):
            print_line(str(path))
        _print_step("What next")
        print_line(f"Look around in this club:  referee table show 2 --club {quote(str(demo_club.folder))}")
        print_line('Make your own:             referee init "My Club" --club my-club')
        print_line('Settle something now:      referee rule big-two "Ben plays 4D 4H" "Ann plays 6D 6S"')


def _print_example(slug: str) -> None:
    """Print a recorded example with the ruling on every line, as `referee check` would."""
    try:
        record = read_example(slug)
    except UnknownGame as fault:
        fail(str(fault))
    print_line(f"{record.book.title}, played by {', '.join(record.seats.names)}. Each line with its ruling:")
    print_line()
    print_line(f"{slug}.txt")
    print_record_report(replay(record), (), f"{slug}.txt")
    print_line()
    print_line(f"The rules:           referee rulebook {slug}")
    print_line(f"What you can type:   referee rulebook {slug} --sheet")


def _play_table(club: Club, record: Record) -> None:
    """Record a table line by line, with the undos of the example."""
    from referee.club.match import ending, matches, recording, starting

    options = write_each_option(changed_options(record.options))
    match = starting.start_table(club, record.book.slug, record.seats.names, session=EVENING, options=options)
    _print_step(f"Table {match.number}: {record.book.title}, {', '.join(match.names)}")
    for line in record.lines:
        entry = recording.log_line(club, match.number, record.book.write(line.act, record.seats))
        _print_line(entry)
        if line.taken_back:
            recording.undo_line(club, match.number, entry.number, reason="taken back at the table")
            print_line("     taken back at the table")
        for earlier in matches.show(club, match.number).turned_by(entry.number):
            print_line(f"     Line {earlier.number}, {earlier.text}, {earlier.read_otherwise}")
            _print_ruling(earlier)
    finished = ending.finish(club, match.number)
    for lapsed_line in finished.lapsed_with():
        print_line(f"     Line {lapsed_line.number} has lapsed: {lapsed_line.text}")
    print_line(f"places: {write_places(finished.places)}")
    if finished.chips:
        print_line(f"chips:  {write_chips(finished.chips)}")


def _settle_a_dispute(club: Club) -> None:
    from referee.club.disputes import deciding, opening

    _print_step("A dispute without a table")
    facts = ["Fay plays JS QS KS AS 2S", "Gus plays TD JD QD KD AD"]
    dispute = opening.open_on_facts(club, "big-two", facts, claim="Fay says that a two is higher than an ace")
    for line in dispute.facts:
        print_line(f"     {line}")
    print_line(f"     {dispute.claim}.")
    print_line(f"     {dispute.verdict.value}  {dispute.reason} Rule {dispute.clause}: {dispute.rule}")
    decision = deciding.decide(club.with_actor(PEOPLE[-1]), dispute.number, reason="as printed").decisions[-1]
    print_line(f"     {decision.kind} by {decision.by}: {decision.reason}")


def _print_line(line: LineView) -> None:
    print_line(f"{line.number:4} {line.text}")
    _print_ruling(line)
    for outcome in outcome_sentences(line.items):
        print_line(f"     {'':8}       {outcome}")


def _print_ruling(line: LineView) -> None:
    """Print a legal ruling on one line, and an illegal one in full."""
    ruling = line.ruling
    if ruling and ruling.verdict is Verdict.ILLEGAL:
        print_ruling(ruling, margin="     ")
    elif ruling and (ruling.word or not _is_statement(line)):
        fact = " ".join(filter(None, (deciding_fact(ruling), cite_rule(ruling, in_full=False))))
        print_line(f"     {ruling.says:8} {fact}")


def _is_statement(line: LineView) -> bool:
    return line.judged is not None and isinstance(line.judged.line.act, Statement)


def _print_step(title: str) -> None:
    print_line()
    print_line(f"== {title}")
