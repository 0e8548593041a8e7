"""Drawing the rounds of a tournament: the next one, the last one again, and all of them for a check."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from referee.cards.immutable import frozen
from referee.cards.words import join_words
from referee.club.evening import separations
from referee.club.folder import Club
from referee.club.people import duties
from referee.club.signatures import Writing
from referee.club.text.faults import ClubFault
from referee.club.text.names import reason_needed
from referee.competition import rounds
from referee.competition.draw_request import DrawAnswer, DrawRequest, answer_request
from referee.competition.entrants import NotDrawn, Pair, all_pairs
from referee.competition.planning.plans import count_rounds_to_meet
from referee.competition.random_order import refuse_invalid_seed, round_seed
from referee.competition.rounds import Round
from referee.rules.plain_data import plain
from referee.store.hints import Do
from referee.store.transaction import Transaction
from referee.tournaments import overview
from referee.tournaments.actions import answering
from referee.tournaments.actions.seeding import members_by_strength, seeding_order
from referee.tournaments.draws.history import team_mate_pairs
from referee.tournaments.draws.stages import describe_remaining, next_round_request
from referee.tournaments.draws.team_mates import mates_note
from referee.tournaments.overview import TournamentRecord, refuse_over
from referee.tournaments.state import log
from referee.tournaments.state.log import TournamentEvent, TournamentEventKind
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import RoundView, TableView, TournamentView


@frozen
class CheckedRound:
    """The check of a stored round, drawn again: whether it is the same, or why it could not be drawn.

    `chosen` says that an officer chose its seed. Otherwise the seed is derived from the tournament's.
    """

    round: int
    name: str
    seed: int
    chosen: bool
    same: bool
    why: str = ""


def draw(
    club: Club,
    text: str | None,
    *,
    seed: int | None = None,
    apart_now: Iterable[Sequence[str]] = (),
) -> TournamentView:
    """Draw the next round, store it and return the tournament.

    The first draw starts the tournament and freezes its settings. `apart_now` lists further players to keep apart only
    in this draw.
    """
    with club.group_changes() as changes:
        members = members_by_strength(changes, text)
        with changes.writing() as tx:
            stored = overview.read_tournament(tx, text)
            tournament = _with_all_rounds(stored)
            name, request, answer = _answer_next_request(tx, tournament, seed, apart_now, members)
            event = _store_draw(tx, tournament, len(tournament.state.rounds) + 1, name, request, answer, "")
            if tournament.settings != stored.settings:
                data = {"settings": plain(tournament.settings), "because": event.number}
                log.write(tx, tournament.row.id, TournamentEventKind.SETTLED, data)
            return overview.read_tournament(tx, str(tournament.row.id)).view


def preview(
    club: Club, text: str | None, *, seed: int | None = None, apart_now: Iterable[Sequence[str]] = ()
) -> tuple[TournamentView, RoundView]:
    """Return the tournament, and the next round as a draw would give it now. Nothing is stored."""
    members = members_by_strength(club, text)
    with club.reading() as tx:
        tournament = _with_all_rounds(overview.read_tournament(tx, text))
        name, request, answer = _answer_next_request(tx, tournament, seed, apart_now, members)
        number = len(tournament.state.rounds) + 1
        labels = answer.drawn_round.labels or ("",) * len(answer.drawn_round.tables)
        note = mates_note(answer.drawn_round.tables, tournament.view.entries) if tournament.settings.teams else ""
        return tournament.view, RoundView(
            number=number,
            name=name,
            held_on=overview.unstarted_date(tx, tournament.season, tournament.events) or club.today,
            method=answer.method,
            seed=request.field.seed,
            chosen=_is_seed_chosen(tournament, number, request),
            tables=tuple(
                TableView(table_number, table, label=label)
                for table_number, (table, label) in enumerate(zip(answer.drawn_round.tables, labels, strict=True), 1)
            ),
            byes=answer.drawn_round.byes,
            notes=(note,) if note else (),
        )


def redraw(
    club: Club,
    text: str | None,
    *,
    reason: str,
    seed: int | None = None,
    apart_now: Iterable[Sequence[str]] = (),
) -> TournamentView:
    """Draw the last round again from the current players and scores. Return the tournament.

    The seed stays the same, unless another is given.
    """
    reason_needed(reason, "Drawing a round again")
    with club.group_changes() as changes:
        members = members_by_strength(changes, text)
        with changes.writing() as tx:
            duties.require_duty(tx, changes, duties.Duty.TOURNAMENT)
            tournament = overview.read_tournament(tx, text)
            refuse_over(tournament)
            if not tournament.state.rounds:
                raise ClubFault("No round has been drawn yet.", Do.DRAW_ROUND("Draw it", tournament=tournament.row.id))
            last_round = tournament.state.rounds[-1]
            tables = tournament.view.rounds[-1].tables
            started_tables = [table for table in tables if table.status not in ("drawn", "void") and not table.walkover]
            if started_tables:
                started_text = join_words(f"table {table.match}" for table in started_tables)
                raise ClubFault(
                    f"{last_round.name} has started ({started_text}), so it cannot be drawn again.",
                    Do.VOID("If it should not count", table=tournament.results[started_tables[0].match or 0].now),
                )
            previous_record = replace(tournament, view=replace(tournament.view, rounds=tournament.view.rounds[:-1]))
            name, request, answer = _answer_request_after(
                tx, previous_record, last_round.seed if seed is None else seed, apart_now, members, again=True
            )
            _store_draw(tx, tournament, last_round.number, name, request, answer, reason)
            return overview.read_tournament(tx, str(tournament.row.id)).view


def check(club: Club, text: str | None) -> tuple[TournamentView, tuple[CheckedRound, ...]]:
    """Draw every stored round again, including redrawn ones. Return the tournament and the checks."""
    with club.reading() as tx:
        tournament = overview.read_tournament(tx, text)
        events = [event for event in tournament.events if event.kind == TournamentEventKind.DRAWN]
        return tournament.view, tuple(
            _check_round(tournament, rounds.from_data(event.data, event.at)) for event in events
        )


def _check_round(tournament: TournamentRecord, round: Round) -> CheckedRound:
    check = round.check()
    return CheckedRound(
        round.number, round.name, round.seed, round.seed_chosen, check.same, tournament.fill_in_names(check.why)
    )


def _is_seed_chosen(tournament: TournamentRecord, number: int, request: DrawRequest) -> bool:
    """Tell whether an officer chose the seed of a round. Otherwise it is derived from the tournament's."""
    return request.field.seed not in (tournament.row.seed, round_seed(tournament.row.seed, number))


def _answer_next_request(
    tx: Transaction,
    tournament: TournamentRecord,
    seed: int | None,
    apart_now: Iterable[Sequence[str]],
    members: Sequence[int],
) -> tuple[str, DrawRequest, DrawAnswer]:
    """Return the name, the request and the answer of the next draw.

    Raise `ClubFault` while the last round is undecided, after the last round, or for a freezeout.
    """
    refuse_over(tournament)
    if tournament.settings.format is Format.FREEZE_OUT:
        raise ClubFault(
            "The seats of a freezeout are drawn at the start. Later its tables are balanced.",
            Do.SEATS("Draw them", tournament=tournament.row.id),
        )
    if tournament.view.rounds:
        _refuse_undecided(tournament)
    if not describe_remaining(
        tournament.settings, [round.request for round in tournament.state.rounds], tournament.view.rounds
    ):
        raise ClubFault(
            f"All rounds of {tournament.view.name} have been drawn.", Do.END("End it", tournament=tournament.row.id)
        )
    number = len(tournament.state.rounds) + 1
    return _answer_request_after(
        tx, tournament, round_seed(tournament.row.seed, number) if seed is None else seed, apart_now, members
    )


def _answer_request_after(
    tx: Transaction,
    tournament: TournamentRecord,
    seed: int,
    apart_now: Iterable[Sequence[str]],
    members: Sequence[int],
    *,
    again: bool = False,
) -> tuple[str, DrawRequest, DrawAnswer]:
    """Return the name, the request and the answer of a draw for the round after those in the tournament's view.

    Team mates are kept apart if possible. Raise `ClubFault` if the round cannot be drawn.
    """
    refuse_invalid_seed(seed)
    view, number = tournament.view, len(tournament.view.rounds) + 1
    eligible = tournament.state.eligible_entries(number, redraw=again)
    requests = [round.request for round in tournament.state.rounds[: number - 1]]
    kept_apart = pairs_apart(tx, tournament).union(
        *(all_pairs({tournament.entry(name) for name in names}) for names in apart_now)
    )
    team_mates = team_mate_pairs(view.entries.values()) if tournament.settings.teams else set()
    seeds, penalties = (tournament.row.seed, seed), tournament.state.penalties
    seeding = seeding_order(tournament, members, eligible, seed) if number == 1 else ()
    try:
        name, request = next_round_request(
            tournament.settings,
            view.rounds,
            requests,
            view.entries,
            eligible,
            seeds,
            kept_apart,
            penalties,
            team_mates,
            seeding,
        )
        return name, request, answer_request(request)
    except NotDrawn as fault:
        raise ClubFault(
            tournament.fill_in_names(str(fault)), Do.SHOW_TOURNAMENT("See the entries", tournament=tournament.row.id)
        ) from None


def _store_draw(
    tx: Writing,
    tournament: TournamentRecord,
    number: int,
    name: str,
    request: DrawRequest,
    answer: DrawAnswer,
    reason: str,
) -> TournamentEvent:
    data = rounds.to_data(number, name, request, answer, chosen=_is_seed_chosen(tournament, number, request))
    return log.write(tx, tournament.row.id, TournamentEventKind.DRAWN, data, reason=reason)


def _with_all_rounds(tournament: TournamentRecord) -> TournamentRecord:
    """Return a round robin without a number of rounds with as many as its players need to meet, else as it is."""
    settings, players = tournament.settings, len(tournament.state.eligible_entries(1))
    if settings.format is not Format.ALL_MEET or settings.rounds or players < settings.sizes.least:
        return tournament
    all_rounds = replace(settings, rounds=count_rounds_to_meet(players, settings.sizes))
    return replace(tournament, view=replace(tournament.view, settings=all_rounds))


def _refuse_undecided(tournament: TournamentRecord) -> None:
    """Raise `ClubFault` while a table of the last round is undecided, or any void table needs a decision."""
    last_round, number = tournament.view.rounds[-1], tournament.row.id
    drawn_tables = [table for table in last_round.tables if table.status == "drawn"]
    playing_tables = [table for table in last_round.tables if table.status == "playing"]
    if drawn_tables:
        table_numbers = join_words(table.printed_number for table in drawn_tables)
        raise ClubFault(
            f"{last_round.name} is not finished: table{'' if len(drawn_tables) == 1 else 's'} {table_numbers} "
            f"{'has' if len(drawn_tables) == 1 else 'have'} not started.",
            Do.SEAT_ROUND("Start it" if len(drawn_tables) == 1 else "Start them", tournament=number),
        )
    if playing_tables:
        table = tournament.results[playing_tables[0].match or 0].now
        text = join_words(
            f"table {table.printed_number} ({', '.join(map(tournament.view.name_of, table.entries))})"
            for table in playing_tables
        )
        raise ClubFault(
            f"{last_round.name} is not finished: {text} {'is' if len(playing_tables) == 1 else 'are'} still being "
            "played.",
            Do.RESULT("Record its result", table=table),
            Do.FINISH("Or finish it", table=table),
        )
    answering.refuse_unanswered(tournament)


def pairs_apart(tx: Transaction, tournament: TournamentRecord) -> set[Pair]:
    """Return the pairs of entries to keep apart in this season."""
    entry = {member: number for number, member in tournament.members.items()}
    separated = separations.separations_among(tx, tournament.season, entry)
    return {
        (min(first, second), max(first, second))
        for first, second in (map(entry.__getitem__, pair) for pair in separated)
    }
