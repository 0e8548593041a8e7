"""What a player can tap at a table: what is likely and legal in large, nothing that only the referee is told."""

import pytest

from referee.club.folder import Club
from referee.club.match import matches, recording, starting
from referee.club.match.view import MatchView
from referee.club.people import public_names
from referee.club.phones.public_record import public_match
from referee.phones.line_entry import find_continuations, suggest_lines

FOUR = ("Ann", "Ben", "Cal", "Dee")


def at(club: Club, game: str, *lines: str) -> MatchView:
    number = starting.start_table(club, game, FOUR).number
    for line in lines:
        recording.log_line(club, number, line)
    return public_match(matches.show(club, number), FOUR, public_names.all_public_names(club))


def labels(public: MatchView) -> tuple[list[str], list[str]]:
    found = suggest_lines(public)
    return [act.label for act in found.likely], [act.label for act in found.others]


def test_what_whoevers_turn_it_is_may_do_comes_first_and_in_large(club: Club) -> None:
    likely, others = labels(at(club, "big-two", "deal by Dee", "Ann plays 3D"))
    assert likely == ["passes", "plays …"]
    assert {"Ann …", "Cal …", "Dee …", "Ben shows …"} <= set(others)


def test_what_would_be_illegal_is_no_large_button(club: Club) -> None:
    likely, others = labels(at(club, "commune", "deal by Dee"))
    assert likely == ["bids …"]
    assert {"passes", "calls"} <= set(others)


@pytest.mark.parametrize("game", ["big-two", "commune", "pontoon", "texas-holdem", "kowah", "three-dog-night"])
def test_what_only_the_referee_is_told_is_offered_nowhere(club: Club, game: str) -> None:
    public = at(club, game)
    every = [*suggest_lines(public).likely, *suggest_lines(public).others]
    every += [act for name in FOUR for act in find_continuations(public, name).acts]
    assert not [act.line for act in every if "hold" in act.line]
    assert every


@pytest.mark.parametrize(
    ("game", "lines", "text", "kind"),
    [
        ("big-two", ["deal by Dee"], "Ann plays", "cards"),
        ("big-two", ["deal by Dee"], "Ann", "plays …"),
        ("pontoon", ["Ann banks", "deal by Ann"], "bets", "number"),
        ("pontoon", ["Ann banks", "deal by Ann"], "Ben pays", "Cal …"),
        ("pontoon", ["Ann banks", "deal by Ann"], "Ben pays Cal", "number"),
        ("texas-holdem", ["deal by Dee"], "Ann raises", "to …"),
        ("texas-holdem", ["deal by Dee"], "Ann raises to", "number"),
        ("commune", ["deal by Dee"], "Ann bids", "two …"),
        ("commune", ["deal by Dee"], "Ann bids two", "sixes"),
        ("kowah", ["deal by Dee"], "Ann draws", "card"),
    ],
)
def test_what_comes_next_is_asked_for_as_it_is(club: Club, game: str, lines: list[str], text: str, kind: str) -> None:
    found = find_continuations(at(club, game, *lines), text)
    if kind in ("card", "cards"):
        assert sum(map(len, found.cards)) == len(at(club, game).book.pack_for(at(club, game).options).copies)
        assert found.several == (kind == "cards")
    elif kind == "number":
        assert found.number
    else:
        assert kind in [act.label for act in found.acts]


def test_cards_that_lie_on_the_table_are_told_from_those_that_do_not(club: Club) -> None:
    found = find_continuations(at(club, "big-two", "deal by Dee", "Ann plays 3D 3S"), "Ben plays")
    assert {str(card) for card in found.seen} == {"3D", "3S"}
    again = find_continuations(at(club, "big-two", "deal by Dee", "Ann plays 3D 3S", "deal by Ann"), "Ann plays")
    assert again.seen == frozenset()
