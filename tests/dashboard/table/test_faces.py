"""Cards drawn as cards: told apart by rank and sign, never by colour alone."""

from textual.content import Content

from referee.dashboard.table.faces import draw_faces, lay_side_by_side, split_leading_cards


def rows(drawn: list[Content]) -> list[str]:
    return [row.plain for row in drawn]


def test_cards_lie_over_each_other_with_rank_and_sign() -> None:
    assert rows(draw_faces(["5H", "TC", "AS"], 40)) == ["╭───╭───╭───╮", "│5♥ │10♣│A♠ │", "╰───╰───╰───╯"]


def test_no_row_is_wider_than_there_is_room_for() -> None:
    drawn = rows(draw_faces(["2C", "3C", "4C", "5C", "6C"], 13))
    assert [len(row) for row in drawn] == [13, 13, 13, 9, 9, 9]
    assert drawn[4] == "│5♣ │6♣ │"


def test_a_card_that_nobody_saw_shows_its_back_and_a_joker_its_name() -> None:
    assert rows(draw_faces(["??", "BJ"], 40))[1] == "│░░░│BJ │"


def test_what_a_sentence_begins_with_is_told_from_its_words() -> None:
    assert split_leading_cards("8S TD = 18") == (["8S", "TD"], "= 18")
    assert split_leading_cards("3H ??") == (["3H", "??"], "")
    assert split_leading_cards("passed, 15 cards") == ([], "passed, 15 cards")


def test_plays_stand_beside_each_other_as_far_as_there_is_room() -> None:
    blocks = [[Content("1 Ann"), Content("x")], [Content("2 Ben")], [Content("3 Cal")]]
    assert [row.plain.rstrip() for row in lay_side_by_side(blocks, 12)] == ["1 Ann  2 Ben", "x", "3 Cal"]
