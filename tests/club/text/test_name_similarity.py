"""Who is meant by a name that was typed: the surer way of reading it always wins."""

import json
import subprocess
import sys
from fractions import Fraction

import pytest

from referee.club.text.faults import AmbiguousName, MistypedName, UnknownName
from referee.club.text.fractions import parse_fraction
from referee.club.text.name_similarity import Fit, correct_slip, fit, similar_names
from referee.club.text.names import resolve_name, signature, spelled, with_marks, with_names


def who(typed: str, *names: str) -> str:
    return names[resolve_name(typed, dict(enumerate(names)))]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        *(("jose nunez", "José Núñez"), ("JOSE", "José Núñez"), ("Nunez", "José Núñez"), ("nun", "José Núñez")),
        *(("jose n", "José Núñez"), ("j nunez", "José Núñez"), ("José Nu\u0301n\u0303ez", "José Núñez")),
        *(("annmarie", "Ann-Marie"), ("ann marie", "Ann-Marie"), ("Ann-Marie", "Ann Marie"), ("marie", "Ann-Marie")),
        *(("oneil", "O’Neil"), ("o'neil", "O’Neil"), ("jd", "J.D."), ("lukasz", "Łukasz"), ("strasse", "Straße")),
        *(("muller", "Müller"), ("mueller", "Müller"), ("soeren", "Søren"), ("soren", "Søren")),
        *(("ivan", "Иван"), ("wang", "王伟")),
    ],
)
def test_accents_case_spacing_hyphens_and_parts_of_a_name_are_certain(typed: str, name: str) -> None:
    assert who(typed, "Dee", name, "Gus") == name


def test_the_surer_reading_wins() -> None:
    assert who("jose", "José", "Jose") == "Jose"  # exact before the same but for accents
    assert who("jose", "José", "Josef") == "José"  # the same before a beginning
    assert who("lee", "Ann Lee", "Leeroy") == "Leeroy"  # a beginning before a word
    assert who("lee", "Ann Lee", "Ben Leeson") == "Ann Lee"  # a whole word before a part of one
    assert who("nunes", "Ann Nunesson", "José Núñez") == "Ann Nunesson"  # a part before a slip


def test_a_beginning_is_ambiguous_whatever_the_accents() -> None:
    with pytest.raises(AmbiguousName, match="Josef or José Núñez") as fault:
        who("jos", "Josef", "José Núñez")
    assert fault.value.choices == ("Josef", "José Núñez")
    with pytest.raises(AmbiguousName, match="Ann Lee or Ben Lee"):
        who("Lee", "Ann Lee", "Ben Lee")


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        *(("Benn", "Ben"), ("Bne", "Ben"), ("Anna", "Ann"), ("Gsu", "Gus")),
        *(("Nunes", "José Núñez"), ("jose nunes", "José Núñez"), ("Benn Oak", "Ben Oak"), ("Chalrotte", "Charlotte")),
    ],
)
def test_one_slip_of_the_keys_is_asked_about_where_it_can_only_be_one(typed: str, name: str) -> None:
    with pytest.raises(MistypedName, match=f"Did you mean {name}") as fault:
        who(typed, "Cal", "Dee", name)
    assert (fault.value.typed, fault.value.name) == (typed, name)


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("Hal", ("Cal", "Dee")),  # the first letter is another
        ("Jan", ("Jon", "Dee")),  # a letter of a short name is another
        ("Benn", ("Ben", "Bean")),  # two within reach
        ("Marta", ("Maria", "Marten")),  # another within reach
        ("Ben 3", ("Ben 2", "Dee")),  # figures tell namesakes apart
        ("Bn", ("Ben", "Dee")),  # too short
        ("", ("Ben",)),
        ("-", ("Ben",)),
    ],
)
def test_what_may_be_another_name_is_nobodys(typed: str, names: tuple[str, ...]) -> None:
    assert correct_slip(typed, dict(enumerate(names))) is None
    with pytest.raises(UnknownName) as fault:
        who(typed, *names)
    assert not isinstance(fault.value, MistypedName)


def test_the_names_of_seasons_are_whole_or_begun() -> None:
    with pytest.raises(UnknownName):
        resolve_name("2026-28", {1: "2026-27"}, "season", loosely=False)
    assert resolve_name("2026", {1: "2026-27"}, "season", loosely=False) == 1


def test_a_fit_says_how_sure_it_is() -> None:
    assert [fit(text, "José Núñez") for text in ("josé núñez", "jose-nunez", "jos", "nunez", "j n", "x")] == [
        *(Fit.EXACT, Fit.SAME, Fit.BEGINNING, Fit.WORDS, Fit.PARTS),
        None,
    ]


def test_who_says_so_is_known_without_accents_too() -> None:
    roster = {1: "Ann", 2: "José Núñez"}
    assert [signature(text, roster) for text in ("jose nunez", "Jose", "ann", "Zoe")] == ["@#2", "@#2", "@#1", "Zoe"]


@pytest.mark.process
@pytest.mark.parametrize("typed", ["Ann", "an", "jose"])
def test_a_name_that_is_plainly_meant_loads_no_library(typed: str) -> None:
    code = f"""
import json, sys
from referee.club.text.names import resolve_name
resolve_name({typed!r}, {{1: "Ann", 2: "José Núñez", 3: "Ben"}})
print(json.dumps(sorted(sys.modules)))
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"rapidfuzz", "anyascii", "difflib"} & set(json.loads(result.stdout))


def test_whose_name_is_much_like_another_is_to_be_asked_about() -> None:
    names = {1: "José Núñez", 2: "Ben", 3: "Dee", 4: "Ben Oak"}
    assert similar_names("Jose Nunez", names) == [1]
    assert similar_names("Benn", names) == [2, 4]
    assert similar_names("Nunez", names) == [1]
    assert similar_names("Lee", names) == []


def test_a_name_typed_without_its_accents_is_kept_as_a_number_too() -> None:
    roster = {7: "José Núñez", 8: "Ann", 9: "Ánn Lee"}
    kept = with_marks("jose nunez asked; Jose says Ann agreed", (), roster)
    assert kept == "@#7l asked; @#7f says @#8 agreed"
    assert with_names(kept, (), roster) == "josé núñez asked; José says Ann agreed"
    assert with_marks("Jose", (), {1: "José Lee", 2: "Josè Oak"}) == "Jose"  # it could be either


def test_what_is_searched_for_a_name_is_found_without_its_accents() -> None:
    assert spelled(["José Núñez"]).sub("X", "jose nunez, José-Núñez and JOSÉ  NUÑEZ") == "X, X and JOSÉ  NUÑEZ"


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("3", Fraction(3)),
        ("2.5", Fraction(5, 2)),
        (".5", Fraction(1, 2)),
        (" 1/2 ", Fraction(1, 2)),
        ("-1/02", Fraction(-1, 2)),
        ("+4.", Fraction(4)),
    ],
)
def test_a_number_is_read_as_people_write_it(typed: str, read: Fraction) -> None:
    assert parse_fraction(typed) == read


@pytest.mark.parametrize("typed", ["", "half", "1/0", "1/", "1 1/2", "1e999999999", "9" * 5000, "1/" + "9" * 5000, "٣"])
def test_what_is_none_or_would_take_for_ever_is_refused(typed: str) -> None:
    assert parse_fraction(typed) is None
