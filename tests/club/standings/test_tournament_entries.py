"""What the club's own rooms do with tournaments: a merge reaches who entered, a name is found, a loss is said."""

from referee.club.folder import Club
from referee.club.people import merging, roster
from referee.club.people.forgetting import forget, traces
from referee.store.events.event import EventText
from referee.store.plain_rows import Tournament, TournamentEntry, get_row, select_rows
from referee.store.projections.kind import EventKind
from referee.tournaments.state import log


def announce(club: Club, *names: str) -> None:
    with club.writing() as tx:
        announced = {"tournament": 1, "season": 1, "seed": 3}
        tx.append(EventKind.TOURNAMENT_ANNOUNCED, announced, texts=[EventText("name", "Ann's Cup")])
        entries = [[number, roster.find_member(tx, name).id, False] for number, name in enumerate(names, 1)]
        data = {"tournament": 1, "entries": entries, "team": 1}
        tx.append(EventKind.TOURNAMENT_ENTERED, data, texts=[EventText("team", "Team Ann")])


def entered(club: Club) -> list[int]:
    with club.reading() as tx:
        entries = select_rows(tx, TournamentEntry, "WHERE tournament_id = 1 ORDER BY number")
    return [entry.member_id for entry in entries]


def test_a_merge_reaches_who_entered_and_parting_gives_it_back(club: Club) -> None:
    roster.add(club, "Anna")
    announce(club, "Anna", "Ben")
    before = entered(club)
    kept = merging.merge(club, "Ann", "Anna")
    assert entered(club) == [kept.id, before[1]]
    merging.split(club, "Ann", "Anna", reason="two people after all")
    assert entered(club) == before


def test_a_name_in_a_tournament_is_found_before_somebody_is_forgotten(club: Club) -> None:
    announce(club, "Ann", "Ben")
    removed = [str(trace) for trace in traces(club, "Ann").removed]
    assert "tournament announced, 2026-11-16, name: Ann's Cup" in removed
    assert "tournament entered, 2026-11-16, team: Team Ann" in removed


def test_a_name_in_a_tournament_is_forgotten(club: Club) -> None:
    announce(club, "Ann", "Ben")
    forget(club, "Ann")
    with club.reading() as tx:
        [entered] = log.read_events(tx, 1)
        assert get_row(tx, Tournament, 1).name == "Tournament 1"
    assert entered.data == {"entries": [[1, "Team 1"], [2, "Team 1"]], "team": 1}
