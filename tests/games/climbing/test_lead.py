"""The lead of a hand that is climbed, as a value of its own."""

from referee.cards import read_cards
from referee.games.parts.acts import Play
from referee.games.parts.climbing.lead import Lead
from tests.games.ruling import check

ANN, BEN, CAL = range(3)
NINE = Play(ANN, tuple(read_cards("9S")))


def test_a_play_lies_to_be_beaten_until_all_others_with_cards_have_passed() -> None:
    lead = Lead((ANN, BEN, CAL)).take(NINE, frozenset())
    assert (lead.top_play, lead.is_opened, lead.is_free) == (NINE, True, False)
    assert not lead.is_passed_by_all_others()
    assert not Lead(lead.active, top_play=NINE, passers=frozenset({BEN})).is_passed_by_all_others()
    assert Lead(lead.active, top_play=NINE, passers=frozenset({BEN, CAL})).is_passed_by_all_others()


def test_whoever_is_out_need_not_pass() -> None:
    lead = Lead((ANN, BEN, CAL), top_play=NINE, passers=frozenset({BEN})).without(CAL)
    assert lead.active == (ANN, BEN)
    assert lead.is_passed_by_all_others()


def test_a_play_that_nobody_beats_wins_a_free_lead_on_which_nobody_has_passed() -> None:
    freed = Lead((ANN, BEN, CAL), is_opened=True, top_play=NINE, passers=frozenset({BEN, CAL})).free()
    assert freed == Lead((ANN, BEN, CAL), is_opened=True, winning_play=NINE, is_free=True)


def test_the_packet_that_played_last_is_forgotten_with_its_hand() -> None:
    sheet = check(
        """
        game: zheng-shangyou
        seats: Ann, Ben
        options: horse_game=true

        deal by Ann
        Ben starts
        Ben plays 3H
        Ann plays 4D
        Ben plays 5D
        deal by Ben
        Ben starts
        Ben looks at packet 2
        Ben looks at packet 4
        """
    )
    rulings = [(entry.ruling.verdict.value, entry.ruling.reason) for entry in sheet.entries[-2:]]
    assert rulings == [
        ("legal", "It is the turn of Ben's packet 2, which must now play."),
        ("illegal", "It is not the turn of Ben's packet 4."),
    ]
