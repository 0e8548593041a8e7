"""Reading a tournament: its view is built from its log and the results of its tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import date
from fractions import Fraction

from referee.cards.immutable import frozen
from referee.cards.words import join_words
from referee.club.evening import draws
from referee.club.folder import Club, day_of
from referee.club.people import roster
from referee.club.text.faults import ClubFault, UnknownName
from referee.club.text.names import resolve_name, with_names
from referee.competition.entrants import fill_in_names
from referee.competition.rounds import Round
from referee.games.lookup import game_title
from referee.store.hints import Do
from referee.store.plain_rows import Season, Session, Tournament, TournamentEntry, get_row, select_rows
from referee.store.transaction import Transaction
from referee.tournaments.draws.outdated_draws import find_outdated_rounds
from referee.tournaments.draws.stages import rounds_of_elimination, with_qualifiers
from referee.tournaments.draws.team_mates import mates_note
from referee.tournaments.freezeouts import view as freeze_out_view
from referee.tournaments.freezeouts.state import replay_freezeout
from referee.tournaments.scores.scoring import score_table
from referee.tournaments.scores.standings import group_tables, standings
from referee.tournaments.state import log
from referee.tournaments.state.log import TournamentEvent
from referee.tournaments.state.settings import Format, Score, TournamentSettings
from referee.tournaments.state.state import TournamentState, replay_tournament
from referee.tournaments.state.table_results import TableResult, read_results
from referee.tournaments.state.view import EntryView, PlaceView, RoundView, TableView, TournamentView


@frozen
class TournamentRecord:
    """A complete tournament: row, log, state and view.

    `members` has the members by entry number, and `results` the results of its matches.
    """

    row: Tournament
    season: Season
    events: tuple[TournamentEvent, ...]
    state: TournamentState
    members: Mapping[int, int]
    view: TournamentView
    results: Mapping[int, TableResult]

    @property
    def settings(self) -> TournamentSettings:
        """The settings of the tournament."""
        return self.view.settings

    def entry(self, text: str) -> int:
        """Return the entry number for a name or a number. Raise `ClubFault` unless exactly one entry fits."""
        number = text.strip().removeprefix("#")
        if number.isdecimal() and int(number) in self.members:
            return int(number)
        entry_number: int = resolve_name(
            text, {entry.number: entry.name for entry in self.view.entries.values()}, "entry"
        )
        return entry_number

    def fill_in_names(self, text: str) -> str:
        """Return a text with names in place of entries such as ``{12}``."""
        return fill_in_names(text, self.view.name_of)


def find_tournament(tx: Transaction, text: str | None) -> Tournament:
    """Return the tournament with a number or name. Without either, return the only one, or the only one not over.

    Raise `ClubFault` unless exactly one tournament fits.
    """
    tournaments = select_rows(tx, Tournament, "ORDER BY id")
    names_by_id = {tournament.id: with_names(tournament.name, (), roster.names(tx)) for tournament in tournaments}
    if not tournaments:
        raise ClubFault(
            "There is no tournament yet.",
            Do.ANNOUNCE("Announce one"),
        )
    if text is None:
        unfinished = [
            tournament
            for tournament in tournaments
            if replay_tournament(log.read_events(tx, tournament.id)).ended is None
        ] or tournaments
        if len(unfinished) != 1:
            choices = ", ".join(f"{tournament.id} ({names_by_id[tournament.id]})" for tournament in unfinished)
            raise ClubFault(f"Which tournament: {choices}?")
        return unfinished[0]
    if text.strip().isdecimal():
        numbered = next((tournament for tournament in tournaments if tournament.id == int(text)), None)
        if numbered is None:
            raise UnknownName(f"There is no tournament {text}.", Do.TOURNAMENTS("List them"))
        return numbered
    by_id = {tournament.id: tournament for tournament in tournaments}
    number: int = resolve_name(text, names_by_id, "tournament")
    return by_id[number]


def list_under_way(tx: Transaction) -> list[int]:
    """Return the numbers of the tournaments that have begun and are not over."""
    numbers = [number for (number,) in tx.rows("SELECT id FROM tournament ORDER BY id")]
    return [number for number in numbers if replay_tournament(log.read_events(tx, number)).status == "under way"]


def read_tournament(tx: Transaction, text: str | None) -> TournamentRecord:
    """Return the tournament with a number or name; see `find_tournament`."""
    return _read_record(tx, find_tournament(tx, text))


def read_view(club: Club, text: str | None = None) -> TournamentView:
    """Return the view of the tournament with a number or name."""
    with club.reading() as tx:
        return read_tournament(tx, text).view


def all_tournaments(club: Club) -> list[TournamentView]:
    """Return the views of all tournaments in the order of announcement."""
    with club.reading() as tx:
        return [_read_record(tx, row).view for row in select_rows(tx, Tournament, "ORDER BY id")]


def list_names(club: Club) -> dict[int, str]:
    """Return the name of every tournament, by number."""
    with club.reading() as tx:
        members = roster.names(tx)
        rows = select_rows(tx, Tournament, "ORDER BY id")
        return {row.id: with_names(row.name, (), members) for row in rows}


def _read_record(tx: Transaction, row: Tournament) -> TournamentRecord:
    events = log.read_events(tx, row.id)
    state = replay_tournament(events)
    assert state.settings is not None
    entry_rows = select_rows(tx, TournamentEntry, "WHERE tournament_id = ? ORDER BY number", row.id)
    rows = {entry.number: entry for entry in entry_rows}
    # A member whose entry was undone keeps the number, but is not in the tournament.
    members = {number: entry.member_id for number, entry in rows.items() if number in state.entries}
    people = roster.names(tx)
    match_ids = [match for round in state.rounds for matches in round.matches.values() for match in matches]
    penalty_points = state.settings.score is Score.LOW
    results = read_results(tx, match_ids, penalty_points=penalty_points) if match_ids else {}
    season = get_row(tx, Season, row.season_id)
    entry_names = {number: people.get(member, f"member {member}") for number, member in members.items()}
    round_views = [
        replace(
            _read_round(
                round, state.settings, state.absent.get(round.number, ()), results, members, entry_names, people
            ),
            half_byes=state.half_byes.get(round.number, ()),
        )
        for round in state.rounds
    ]
    if round_views and (day := unstarted_date(tx, season, events)):
        # Tables of a freezeout are not matches, so they have no date.
        undated = range(len(round_views)) if state.settings.format is Format.FREEZE_OUT else [len(round_views) - 1]
        round_views = [
            replace(round, held_on=day)
            if index in undated and not any(table.match for table in round.tables)
            else round
            for index, round in enumerate(round_views)
        ]
    rounds = _with_names(
        with_qualifiers(_with_refusals(tx, season, round_views, state.settings.game), state), entry_names
    )
    entries = _entry_views(state, rounds, rows, people)
    places, teams = standings(entries, rounds, state.settings, penalties=state.penalties, seed=row.seed)
    if (final := state.ended) is not None:  # the final standings are frozen
        # The places of a freezeout come from its own log, to which nothing is added after the end.
        if state.settings.format is not Format.FREEZE_OUT and list(map(_figures_from_results, places)) != list(
            map(_figures_from_results, final.places)
        ):
            correction_note = "A result was corrected after the end. The final order stands."
            rounds = (*rounds[:-1], replace(rounds[-1], notes=(*rounds[-1].notes, correction_note)))
        places = final.places
        teams = tuple(replace(team, team=with_names(team.team, (), people)) for team in final.teams)
    corrected = set(find_outdated_rounds(state.settings, state, rounds, entries, row.seed))
    rounds = tuple(_with_correction_note(round) if round.number in corrected else round for round in rounds)
    if state.settings.teams:
        mates_notes = [mates_note(round.drawn_round.tables, entries) for round in state.rounds]
        rounds = tuple(
            replace(round, notes=(note, *round.notes)) if note else round
            for round, note in zip(rounds, mates_notes, strict=True)
        )
    view = TournamentView(
        number=row.id,
        name=with_names(row.name, (), people),
        season=season.name,
        game=state.settings.game,
        title=game_title(state.settings.game),
        settings=state.settings,
        status=state.status,
        entries=entries,
        rounds=rounds,
        standings=places,
        teams=teams,
        seed=row.seed,
        groups=group_tables(entries, rounds, state.settings, penalties=state.penalties, seed=row.seed),
    )
    if state.settings.format is Format.FREEZE_OUT:
        view = freeze_out_view.with_freezeout(view, replay_freezeout(events))
    return TournamentRecord(row, season, events, state, members, view, results)


def unstarted_date(tx: Transaction, season: Season, events: Iterable[TournamentEvent]) -> date | None:
    """Return the date of the open session, for a round that has not started; None without an open session.

    For a finished tournament, return the date of the session in which it ended.
    """
    session_ids = [event.data["session"] for event in events if event.kind == log.TournamentEventKind.ENDED]
    if session_ids:
        return get_row(tx, Session, session_ids[-1]).held_on if session_ids[-1] is not None else None
    sessions = select_rows(tx, Session, "WHERE season_id = ? ORDER BY held_on DESC", season.id)
    return next((session.held_on for session in sessions if session.status == "open"), None)


def _figures_from_results(line: PlaceView) -> tuple[object, ...]:
    """Return the parts of a standings line that depend only on results."""
    return line.entry, line.place, line.points, line.by_round, line.reached, line.there


def _with_refusals(tx: Transaction, season: Season, rounds: Sequence[RoundView], game: str) -> list[RoundView]:
    """Return rounds in which tables of the last round with too few players have the reason why."""
    if not rounds or all(table.status != "drawn" for table in rounds[-1].tables):
        return list(rounds)
    book, options = draws.book_and_options(tx, season, game)
    tables = tuple(
        replace(table, short=book.refusal(options, len(table.entries)) or "") if table.status == "drawn" else table
        for table in rounds[-1].tables
    )
    return [*rounds[:-1], replace(rounds[-1], tables=tables)]


def _with_names(rounds: Iterable[RoundView], names: Mapping[int, str]) -> tuple[RoundView, ...]:
    """Return rounds with names in place of entry numbers in their notes."""

    def name_of(entry: int) -> str:
        return names.get(entry, f"entry {entry}")

    return tuple(replace(round, notes=tuple(fill_in_names(note, name_of) for note in round.notes)) for round in rounds)


def _with_correction_note(round: RoundView) -> RoundView:
    """Return a round with the note that an earlier result or penalty was corrected after the draw."""
    note = "A result or penalty changed after this round was drawn. The draw stands."
    if all(table.status in ("drawn", "void") for table in round.tables):
        note += " Redraw the round to use the change."
    return replace(round, notes=(*round.notes, note))


def _entry_views(
    state: TournamentState, rounds: Sequence[RoundView], rows: Mapping[int, TournamentEntry], people: Mapping[int, str]
) -> dict[int, EntryView]:
    """Return the entries with their status: in, out, absent from the current round, or withdrew."""
    rounds_out = rounds_of_elimination(rounds, state)
    round_count = len(rounds)
    absent_entries = {
        *state.absent.get(round_count + 1, ()),
        *(() if not rounds or rounds[-1].over else state.absent.get(round_count, ())),
    }
    views = {}
    for entry in state.entries.values():
        if entry.until is not None:
            status, round_left = "withdrew", entry.until
        elif entry.number in rounds_out:
            status, round_left = "out", rounds_out[entry.number]
        else:
            status, round_left = "absent" if entry.number in absent_entries else "in", 0
        row = rows[entry.number]
        views[entry.number] = EntryView(
            number=entry.number,
            member=row.member_id,
            name=people.get(row.member_id, f"member {row.member_id}"),
            guest=row.guest,
            team=with_names(entry.team, (), people),
            status=status,
            since=entry.since,
            until=round_left,
        )
    return views


def _read_round(
    round: Round,
    settings: TournamentSettings,
    absent: tuple[int, ...],
    results: Mapping[int, TableResult],
    members: Mapping[int, int],
    called_by: Mapping[int, str],
    names: Mapping[int, str],
) -> RoundView:
    tables: list[TableView] = []
    notes: list[str] = []
    days, labels = [], round.drawn_round.labels
    for number, drawn_entries in enumerate(round.tables, 1):
        label = labels[number - 1] if number <= len(labels) else ""
        matches = round.matches.get(number, ())
        if not matches:
            # A table that everybody left before it started counts for nobody.
            table = TableView(number, drawn_entries, status="drawn" if drawn_entries else "void", label=label)
            tables.append(_with_decision(table, round, settings))
            continue
        result = results[matches[-1]]
        days.append(result.held_on)
        entries, strangers = _seated_entries(drawn_entries, result, members)
        notes += _seats_notes(result.match.table, drawn_entries, entries, called_by)
        if strangers:
            stranger_names = ", ".join(names.get(stranger, f"member {stranger}") for stranger in strangers)
            notes.append(f"Table {result.match.table}: {stranger_names} sat there without entering.")
        if len(matches) > 1:
            void_tables = join_words(results[match].match.table for match in matches[:-1])
            plural = "s" if len(matches) > 2 else ""
            table_number = result.match.table
            notes.append(
                f"Table{plural} {void_tables} {'are' if plural else 'is'} void and replayed as table {table_number}."
            )
        table = _read_table(number, entries, label, result, settings, members)
        tables.append(_with_decision(table, round, settings) if table.status == "void" else table)
    tables, double_seat_notes = _without_duplicates(tables, round.tables, called_by)
    notes += double_seat_notes
    return RoundView(
        number=round.number,
        name=round.name,
        held_on=min(days) if days else day_of(round.drawn_at),
        method=round.method,
        seed=round.seed,
        chosen=round.seed_chosen,
        tables=tuple(tables),
        byes=round.byes,
        absent=absent,
        changes=tuple(
            replace(
                change,
                said=fill_in_names(change.said, called_by.__getitem__),
                reason=with_names(change.reason, (), names),
                by=with_names(change.by, (), names),
            )
            for change in round.changes
        ),
        notes=tuple(notes),
    )


def _with_decision(table: TableView, round: Round, settings: TournamentSettings) -> TableView:
    """Return a table without a result with the officer's decision: a walkover, or void for good."""
    if table.number in round.walkovers:
        places = round.walkovers[table.number]
        remaining_entries = tuple(entry for entry in table.entries if entry in sum(places, ()))
        table_scores = score_table(places, None, settings)
        return replace(
            table, entries=remaining_entries, status="finished", places=places, score=table_scores, walkover=True
        )
    return replace(table, left_void=table.number in round.left_void)


def _without_duplicates(
    tables: Sequence[TableView], drawn: Sequence[Sequence[int]], names: Mapping[int, str]
) -> tuple[list[TableView], list[str]]:
    """Return tables at which nobody counts twice, and a note on each player who sat at two.

    Such a player counts at the table where they were drawn.
    """
    tables_of: dict[int, list[int]] = {}
    for table in tables:
        for entry in table.entries if table.status != "void" else ():
            tables_of.setdefault(entry, []).append(table.number)
    notes, counting_table = [], {}
    for entry, numbers in tables_of.items():
        if len(numbers) > 1:
            counting_number = next((number for number in numbers if entry in drawn[number - 1]), numbers[0])
            counting_table[entry] = counting_number
            table_numbers = join_words(map(str, numbers))
            notes.append(f"{names[entry]} sat at tables {table_numbers}; only table {counting_number} counts for them.")
    if not counting_table:
        return list(tables), []
    return [
        _without_entries(table, {match for match in counting_table if counting_table[match] != table.number})
        for table in tables
    ], notes


def _without_entries(table: TableView, removed: AbstractSet[int]) -> TableView:
    if table.status == "void" or not removed & set(table.entries):
        return table
    groups = (tuple(entry for entry in group if entry not in removed) for group in table.places or ())
    return replace(
        table,
        entries=tuple(entry for entry in table.entries if entry not in removed),
        places=None if table.places is None else tuple(filter(None, groups)),
        score=None if table.score is None else {k: v for k, v in table.score.items() if k not in removed},
        won=None if table.won is None else {k: v for k, v in table.won.items() if k not in removed},
    )


def _seated_entries(
    drawn: Sequence[int], result: TableResult, members: Mapping[int, int]
) -> tuple[tuple[int, ...], list[int]]:
    """Return the entries who sat at a table, and the members there without an entry."""
    # A member with two entries, since members were merged, sits as the drawn entry.
    entry_of = {member: number for number, member in members.items()}
    entry_of |= {members[number]: number for number in drawn}
    seated_entries = tuple(entry_of[member] for member in result.members if member in entry_of)
    return seated_entries, [member for member in result.members if member not in entry_of]


def _seats_notes(number: int, drawn: Sequence[int], sat: Sequence[int], names: Mapping[int, str]) -> Iterable[str]:
    unexpected_entries, absent_entries = (
        [entry for entry in sat if entry not in drawn],
        [entry for entry in drawn if entry not in sat],
    )
    unexpected_names, absent_names = (
        ", ".join(names[entry] for entry in unexpected_entries),
        ", ".join(names[entry] for entry in absent_entries),
    )
    if unexpected_entries and absent_entries:
        yield f"Table {number}: {unexpected_names} sat there, not {absent_names} as drawn."
    elif absent_entries:
        verb = "was" if len(absent_entries) == 1 else "were"
        yield f"Table {number}: {absent_names} {verb} drawn there, but did not play."
    elif unexpected_entries:
        verb = "was" if len(unexpected_entries) == 1 else "were"
        yield f"Table {number}: {unexpected_names} sat there too, but {verb} not drawn there."


def _read_table(
    number: int,
    entries: tuple[int, ...],
    label: str,
    result: TableResult,
    settings: TournamentSettings,
    members: Mapping[int, int],
) -> TableView:
    entry_of = {members[entry]: entry for entry in entries}
    places = None
    score: Mapping[int, Fraction] | None = None
    chips_won = {entry_of[member]: chips for member, chips in result.won.items() if member in entry_of}
    if result.places is not None:
        groups = (tuple(entry_of[member] for member in group if member in entry_of) for group in result.places)
        places = tuple(group for group in groups if group)
        score = score_table(places, chips_won or None, settings)
    return TableView(
        number=number,
        entries=entries,
        match=result.match,
        status=result.status,
        places=places,
        score=score,
        won=chips_won or None,
        label=label,
        # If entries and members of the match differ, the seats are not those of the match.
        dealt=result.dealt if len(entries) == len(result.members) else -1,
    )


def refuse_over(tournament: TournamentRecord) -> None:
    """Raise `ClubFault` if a tournament is over."""
    if tournament.state.ended is not None:
        raise ClubFault(
            f"{tournament.view.name} is over. Its final order stands.",
            Do.UNDO("If it ended too soon", tournament=tournament.row.id),
        )
