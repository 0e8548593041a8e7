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
        ("", ""),
    ],
)
def test_the_public_sees_a_first_name_and_an_initial(name: str, public: str) -> None:
    assert public_name(name) == public


def test_two_of_the_same_public_name_have_their_numbers() -> None:
    names = {3: "Ann Lee", 12: "Ann Long", 20: "Ben Ng", 21: "ann lum", 22: "Ann"}
    assert public_names(names) == {3: "Ann L. #3", 12: "Ann L. #12", 20: "Ben N.", 21: "ann L. #21", 22: "Ann"}


def test_who_has_no_name_has_a_number() -> None:
    assert public_names({7: " ", 8: "Ann Lee"}) == {7: "#7", 8: "Ann L."}


def test_no_surname_is_ever_shown() -> None:
    surnames = ("Lee", "Long", "Ng")
    shown = public_names(dict(enumerate(f"Ann {surname}" for surname in surnames)))
    assert not any(surname in name for surname in surnames for name in shown.values())
    assert len(set(shown.values())) == 3
