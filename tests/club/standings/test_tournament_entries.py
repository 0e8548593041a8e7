"""What the club's own rooms do with tournaments: a merge reaches who entered, a name is found, a loss is said."""

from referee.club.file.losses import lost_since, rows
from referee.club.folder import Club
from referee.club.people import merging, roster
from referee.club.people.forgetting import traces
from referee.store import inspection
from referee.store.models import Tournament, TournamentEntry, TournamentEvent


def announce(club: Club, *names: str) -> None:
    with club.writing() as tx:
        tx.add(Tournament(id=1, season_id=1, name="Ann's Cup", seed=3, at=club.clock(), by=""))
        tx.flush()
        for number, name in enumerate(names, 1):
            member = roster.called(tx, name)
            tx.add(TournamentEntry(tournament_id=1, number=number, member_id=member.id, guest=member.guest))
        data = {"entries": [[1, "Team Ann"], [2, ""]]}
        tx.add(TournamentEvent(tournament_id=1, kind="entered", data=data, reason="", at=club.clock(), by=""))


def entered(club: Club) -> list[int]:
    with club.reading() as tx:
        return [tx.get_one(TournamentEntry, (1, number)).member_id for number in (1, 2)]


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
    kept = [str(each) for each in traces(club, "Ann").kept]
    assert "tournament 1, name: Ann's Cup" in kept
    assert "tournament 1, entered, words: Team Ann" in kept


def test_what_a_backup_lacks_of_a_tournament_is_said(club: Club) -> None:
    with inspection.opened(club.store.path) as raw:
        before = rows(raw)
    announce(club, "Ann", "Ben")
    with inspection.opened(club.store.path) as raw:
        after = rows(raw)
    assert list(lost_since(after, before)) == ["tournament 1: all of it (Ann's Cup, 2 entries)"]
    with club.writing() as tx:
        tx.add(TournamentEvent(tournament_id=1, kind="ended", data={}, reason="", at=club.clock(), by=""))
    with inspection.opened(club.store.path) as raw:
        assert list(lost_since(rows(raw), after)) == ["tournament 1 (Ann's Cup): the last 1 thing that happened"]
