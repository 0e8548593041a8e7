"""Which games a club usually plays."""

from referee.club.evening.usual_games import by_use


def test_what_was_played_most_comes_first_and_of_several_what_was_played_last() -> None:
    assert by_use(["commune", "big-two", "pontoon", "big-two", "pontoon"]) == ["big-two", "pontoon", "commune"]
    assert by_use([]) == []
