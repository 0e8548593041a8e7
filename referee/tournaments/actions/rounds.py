"""Drawing the rounds of a tournament: the next one, one again, and all of them once more to see that they are right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from referee.cards.words import join_words
from referee.club.evening import separations
from referee.club.folder import Club
from referee.club.people import duties
from referee.club.signatures import Writing
from referee.club.text.faults import ClubFault
from referee.club.text.names import reason_needed
from referee.competition import rounds
from referee.competition.draw_request import DrawAnswer, DrawRequest, answer
from referee.competition.entrants import NotDrawn, Pair, pairs
from referee.competition.random_order import refuse_unfit, round_seed
from referee.competition.rounds import Round
from referee.store.hints import Do
from referee.store.transaction import Transaction
from referee.tournaments import overview
from referee.tournaments.actions import answering
from referee.tournaments.actions.seeding import seeded, strongest
from referee.tournaments.draws.history import mates
from referee.tournaments.draws.stages import describe_remaining, next_round_request
from referee.tournaments.draws.team_mates import mates_note
from referee.tournaments.overview import TournamentRecord, refuse_over
from referee.tournaments.state import log
from referee.tournaments.state.log import TournamentEventKind, standing
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import RoundView, TableView, TournamentView


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """A round that was drawn again from what was kept of it: whether it is the same, and if it could not be, why not.

    `chosen` says that its seed is not the one that follows from the tournament's.
    """

    round: int
    name: str
    seed: int
    chosen: bool
    same: bool
    why: str = ""


def draw(
    club: Club,
    typed: str | None,
    *,
    seed: int | None = None,
    apart_now: Iterable[Sequence[str]] = (),
) -> TournamentView:
    """Draw the next round, and keep the draw. The first one starts the tournament: its settings are frozen then.

    Whoever is named in `apart_now` is kept apart in this draw besides.
    """
    with club.together() as whole:
        members = strongest(whole, typed)
        with whole.writing() as tx:
            found = overview.read_tournament(tx, typed)
            name, question, made = _next(tx, found, seed, apart_now, members)
            _keep(tx, found, len(found.state.rounds) + 1, name, question, made, "")
            return overview.read_tournament(tx, str(found.row.id)).view


def preview(
    club: Club, typed: str | None, *, seed: int | None = None, apart_now: Iterable[Sequence[str]] = ()
) -> tuple[TournamentView, RoundView]:
    """Return what the next round would be if it were drawn now. Nothing is kept."""
    members = strongest(club, typed)
    with club.reading() as tx:
        found = overview.read_tournament(tx, typed)
        name, question, made = _next(tx, found, seed, apart_now, members)
        number = len(found.state.rounds) + 1
        labels = made.drawn.labels or ("",) * len(made.drawn.tables)
        together = mates_note(made.drawn.tables, found.view.entries) if found.settings.teams else ""
        return found.view, RoundView(
            number=number,
            name=name,
            held_on=overview.played_on(tx, found.season, found.events) or club.today,
            method=made.method,
            seed=question.field.seed,
            chosen=_chosen(found, number, question),
            tables=tuple(
                TableView(at, table, label=label)
                for at, (table, label) in enumerate(zip(made.drawn.tables, labels, strict=True), 1)
            ),
            byes=made.drawn.byes,
            notes=(together,) if together else (),
        )


def redraw(
    club: Club,
    typed: str | None,
    *,
    reason: str,
    seed: int | None = None,
    apart_now: Iterable[Sequence[str]] = (),
) -> TournamentView:
    """Draw the last round again, from who is there and what they have now, by the same seed unless one is given."""
    reason_needed(reason, "Drawing a round again")
    with club.together() as whole:
        members = strongest(whole, typed)
        with whole.writing() as tx:
            duties.only(tx, whole, duties.Duty.TOURNAMENT)
            found = overview.read_tournament(tx, typed)
            refuse_over(found)
            if not found.state.rounds:
                raise ClubFault("No round has been drawn yet.", Do.DRAW_ROUND("Draw it", tournament=found.row.id))
            last = found.state.rounds[-1]
            tables = found.view.rounds[-1].tables
            started = [table for table in tables if table.status not in ("drawn", "void") and not table.walkover]
            if started:
                which = join_words(f"table {table.match}" for table in started)
                raise ClubFault(
                    f"{last.name} has started: {which}. A round that has been played is not drawn again.",
                    Do.VOID("If it should not count", table=found.results[started[0].match or 0].now),
                )
            before = replace(found, view=replace(found.view, rounds=found.view.rounds[:-1]))
            name, question, made = _drawn(
                tx, before, last.seed if seed is None else seed, apart_now, members, again=True
            )
            _keep(tx, found, last.number, name, question, made, reason)
            return overview.read_tournament(tx, str(found.row.id)).view


def check(club: Club, typed: str | None) -> tuple[TournamentView, tuple[CheckedRound, ...]]:
    """Draw every round again from what was kept of it, also those that were drawn anew since."""
    with club.reading() as tx:
        found = overview.read_tournament(tx, typed)
        events = [event for event in standing(found.events) if event.kind == TournamentEventKind.DRAWN]
        return found.view, tuple(_checked(found, rounds.from_data(event.data, event.at)) for event in events)


def _checked(found: TournamentRecord, round: Round) -> CheckedRound:
    once = round.checked()
    return CheckedRound(round.number, round.name, round.seed, round.chosen, once.same, found.named(once.why))


def _chosen(found: TournamentRecord, number: int, question: DrawRequest) -> bool:
    """Tell whether the seed of a round is one that does not follow from the tournament's."""
    return question.field.seed not in (found.row.seed, round_seed(found.row.seed, number))


def _next(
    tx: Transaction,
    found: TournamentRecord,
    seed: int | None,
    apart_now: Iterable[Sequence[str]],
    members: Sequence[int],
) -> tuple[str, DrawRequest, DrawAnswer]:
    """Return the next round, once the one before is decided."""
    refuse_over(found)
    if found.settings.format is Format.FREEZE_OUT:
        raise ClubFault(
            "The seats of a freezeout are drawn at the start. Later its tables are balanced.",
            Do.SEATS("Draw them", tournament=found.row.id),
        )
    if found.view.rounds:
        _refuse_undecided(found)
    if not describe_remaining(found.settings, [each.question for each in found.state.rounds], found.view.rounds):
        raise ClubFault(f"All rounds of {found.view.name} have been drawn.", Do.END("End it", tournament=found.row.id))
    number = len(found.state.rounds) + 1
    return _drawn(tx, found, round_seed(found.row.seed, number) if seed is None else seed, apart_now, members)


def _drawn(
    tx: Transaction,
    found: TournamentRecord,
    seed: int,
    apart_now: Iterable[Sequence[str]],
    members: Sequence[int],
    *,
    again: bool = False,
) -> tuple[str, DrawRequest, DrawAnswer]:
    """Draw the round after those that are shown, mates of a team apart where that can be."""
    refuse_unfit(seed)
    view, number = found.view, len(found.view.rounds) + 1
    able = found.state.able(number, again=again)
    made_from = [each.question for each in found.state.rounds[: number - 1]]
    parted = pairs_apart(tx, found).union(*(pairs({found.entry(name) for name in names}) for names in apart_now))
    mated = mates(view.entries.values()) if found.settings.teams else set()
    seeds, penalties = (found.row.seed, seed), found.state.penalties
    seeding = seeded(found, members, able, seed) if number == 1 else ()
    try:
        name, question = next_round_request(
            found.settings, view.rounds, made_from, view.entries, able, seeds, parted, penalties, mated, seeding
        )
        return name, question, answer(question)
    except NotDrawn as fault:
        raise ClubFault(
            found.named(str(fault)), Do.SHOW_TOURNAMENT("Who has entered", tournament=found.row.id)
        ) from None


def _keep(
    tx: Writing, found: TournamentRecord, number: int, name: str, question: DrawRequest, made: DrawAnswer, reason: str
) -> None:
    data = rounds.to_data(number, name, question, made, chosen=_chosen(found, number, question))
    log.write(tx, found.row.id, TournamentEventKind.DRAWN, data, reason=reason)


def _refuse_undecided(found: TournamentRecord) -> None:
    """Raise a fault while a table of the last round is not decided, or a void one of any round is not answered."""
    last, number = found.view.rounds[-1], found.row.id
    drawn = [table for table in last.tables if table.status == "drawn"]
    playing = [table for table in last.tables if table.status == "playing"]
    if drawn:
        which = join_words(table.called for table in drawn)
        raise ClubFault(
            f"{last.name} is not finished: table{'' if len(drawn) == 1 else 's'} {which} "
            f"{'has' if len(drawn) == 1 else 'have'} not started.",
            Do.SEAT_ROUND("Start them", tournament=number),
        )
    if playing:
        table = found.results[playing[0].match or 0].now
        said = join_words(
            f"table {table.called} ({', '.join(map(found.view.name_of, table.entries))})" for table in playing
        )
        raise ClubFault(
            f"{last.name} is not finished: {said} {'is' if len(playing) == 1 else 'are'} still being played.",
            Do.RESULT("Record its result", table=table),
            Do.FINISH("Or finish it", table=table),
        )
    answering.refuse_unanswered(found)


def pairs_apart(tx: Transaction, found: TournamentRecord) -> set[Pair]:
    """Return the entries who are kept apart in this season."""
    entry = {member: number for number, member in found.members.items()}
    both = separations.separations_among(tx, found.season, entry)
    return {(min(one, other), max(one, other)) for one, other in (map(entry.__getitem__, pair) for pair in both)}
