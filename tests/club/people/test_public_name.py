import pytest

from referee.club.people.public_name import public_name, public_names


@pytest.mark.parametrize(
    ("name", "public"),
    [
        ("Ann Lee", "Ann L."),
        ("  Ann   Lee ", "Ann L."),
        ("Ann Mary Lee", "Ann L."),
        ("Ann", "Ann"),
        ("Lee, Ann", "Ann L."),
        ("Ben Ng Jr.", "Ben N."),
        ("Ben Ng, Jr.", "Ben N."),
        ("Cal Roe III", "Cal R."),
        ("Dee van der Berg", "Dee B."),
        ("Eve O'Hara-Stone", "Eve O."),
        ("fay émond", "fay É."),
        ("fay e\u0301mond", "fay É."),
        ("Gus 'Ace'", "Gus A."),
        ("Hal 3", "Hal"),
        ("Member 6", "Member 6"),
        ("李小龙", "李小龙"),
        ("김 민준", "김 민준"),
        ("さくら 木村", "さくら 木村"),
        ("Ann 王", "Ann"),
        ("Ann_Lee", "Ann L."),
        ("Ann.Lee", "Ann L."),
        ("Player Three 3", "Player"),
        ("Player 3", "Player 3"),
        ("", ""),
    ],
)
def test_the_public_sees_a_first_name_and_an_initial(name: str, public: str) -> None:
    assert public_name(name) == public


@pytest.mark.parametrize(
    ("names", "public"),
    [
        (("Ben Brown", "Ben Black"), ["Ben Br.", "Ben Bl."]),
        (("Ann Lee", "Ann Long", "ann lum", "Ann"), ["Ann Le.", "Ann Lo.", "ann Lu.", "Ann"]),
        (("Cal Stone", "Cal Strong", "Cal Roe"), ["Cal Sto.", "Cal Str.", "Cal R."]),
        # Three letters are the most: these two would need five.
        (("Dee Marsh", "Dee Marshall", "Dee Moss"), ["Dee M. #1", "Dee M. #2", "Dee Mo."]),
        (("Eve Lee", "Eve Lee"), ["Eve L. #1", "Eve L. #2"]),
        # Never all of a family name, though that would part them.
        (("Fay Ng", "Fay Nu"), ["Fay N. #1", "Fay N. #2"]),
        (("Gus O'Hara", "Gus O'Brien"), ["Gus O'H.", "Gus O'B."]),
    ],
)
def test_two_of_the_same_initial_have_as_many_letters_as_part_them_else_their_numbers(
    names: tuple[str, ...], public: list[str]
) -> None:
    assert list(public_names(dict(enumerate(names, 1))).values()) == public


def test_who_has_no_name_has_a_number() -> None:
    assert public_names({7: " ", 8: "Ann Lee"}) == {7: "#7", 8: "Ann L."}


def test_no_surname_is_ever_shown() -> None:
    surnames = ("Lee", "Long", "Ng")
    shown = public_names(dict(enumerate(f"Ann {surname}" for surname in surnames)))
    assert not any(surname in name for surname in surnames for name in shown.values())
    assert len(set(shown.values())) == 3
