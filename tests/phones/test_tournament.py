"""A Swiss of eight with all results from phones, which tell no ruling beforehand there unless an officer lets them."""

import pytest

from referee.club.folder import Club
from referee.club.people import roster
from referee.club.phones import pairing
from referee.tournaments import overview
from referee.tournaments.actions import playing, rounds
from tests.club.phones.conftest import Evening
from tests.patience import wait
from tests.phones.serving import Phone, phones
from tests.tournaments.actions.scene import EIGHT, started

pytestmark = pytest.mark.process


@pytest.fixture
def cup(club: Club) -> Evening:
    for name in EIGHT[5:]:
        roster.add(club, name)
    started(club, *EIGHT)
    evening = Evening(club)
    pairing.give_codes(club, evening.session)
    return evening


def test_a_swiss_is_played_with_results_from_phones_alone(cup: Evening) -> None:
    with phones(cup.club) as officer:
        by_key: dict[int, Phone] = {}
        for number in (1, 2):
            for seated in (table for table in cup.now.tables if not table.finished):
                wait(lambda at=seated.table: f"Table {at}" in officer.get("/e").told)  # type: ignore[misc]
                for seat, member in enumerate(seated.members):
                    # Who is paired already sits at the next table by the same phone.
                    if member not in by_key:
                        by_key[member] = Phone(officer.port).join(cup.code(seated.table), seat)
                first, second = (by_key[each] for each in seated.members[:2])
                order = ".".join(map(str, range(len(seated.members))))
                assert first.post("/result", {"places": order}).status == 303
                assert second.post("/answer", {"places": order, "yes": "yes"}).status == 303
            wait(lambda: "Finish all 2 agreed tables" in officer.get("/officer").told)
            given = {"do": "finish all", "table": "", "id": "", "version": "0"}
            assert officer.post("/officer/do", given).status == 303
            assert all(table.finished for table in cup.now.tables)
            if number == 1:
                rounds.draw(cup.club, None)
                playing.start_tables(cup.club, None)
                wait(lambda: "Your table: 3" in by_key[cup.now.tables[2].members[0]].get("/e").told)
    view = overview.read_view(cup.club)
    assert [[table.status for table in each.tables] for each in view.rounds] == [["finished"] * 2] * 2
    assert len(cup.now.phones) == 8


def test_no_ruling_is_told_beforehand_in_a_tournament_unless_an_officer_lets_it(cup: Evening) -> None:
    with phones(cup.club) as officer:
        seated = cup.now.tables[0]
        phone = Phone(officer.port).join(cup.code(1), 0)
        name = next(name for name, number in cup.numbers.items() if number == seated.members[0])
        asked = phone.get(f"/t?line=deal+by+{name}")
        assert ("Record it" in asked.told, "Legal" in asked.told) == (True, False), asked.told
        assert phone.record(f"deal by {name}").status == 303
        assert "Legal" in phone.get("/t").told  # what is recorded is ruled on
        given = {"do": "previews on", "table": "1", "id": "", "version": "0"}
        assert officer.post("/officer/do", given).status == 303
        assert "Legal" in phone.get(f"/t?line={name}+plays+3D").told.partition("Record it")[0]
