"""A name that a record cannot have gets one stand-in through the whole file, so that hands of one table join."""

from pathlib import Path

import pytest

from referee.games import rulebook
from referee.histories.evenings import join_hands
from referee.histories.files import read_hand_file
from referee.histories.stand_ins import choose_stand_ins, describe_stand_ins, find_stand_ins
from referee.rules import read_record
from tests.histories.hands import hand

HARK, SMITH, BET = "$hark", "Smith, John", "3betBob"


def hand_file(folder: Path, *players: list[str]) -> Path:
    """Write a file of three hands of one table, in which the deal goes round."""
    path = folder / "evening.phhs"
    stacks = ([50, 50, 50], [51, 50, 49], [51, 49, 50])
    texts = [hand(stack, "p3 f; p1 f", players=names) for stack, names in zip(stacks, players, strict=False)]
    path.write_bytes(b"".join(b"[%d]\n%s\n" % (number, text.data) for number, text in enumerate(texts, 1)))
    return path


def test_one_name_has_one_stand_in_and_the_hands_join(tmp_path: Path) -> None:
    path = hand_file(tmp_path, [HARK, SMITH, BET], [SMITH, BET, HARK], [BET, HARK, SMITH])
    stand_ins = find_stand_ins(path)
    assert stand_ins == {HARK: "hark", SMITH: "Smith John", BET: "Player 3betBob"}
    assert describe_stand_ins(stand_ins).startswith("Names that a record cannot have: $hark is hark; Smith, John is ")
    records = [read_record(hand.record, rulebook).record for hand in read_hand_file(path)]
    [record] = join_hands(record for record in records if record)
    assert record.seats.names == ("hark", "Smith John", "Player 3betBob")


@pytest.mark.parametrize(
    ("names", "stand_ins"),
    [
        (["$hark", "hark"], {"$hark": "hark 2"}),
        (["$hark", "#hark"], {"$hark": "hark", "#hark": "hark 2"}),
        (["$hark", "$HARK"], {"$hark": "hark", "$HARK": "hark"}),
        (["+/=", "!!"], {"+/=": "Player 1", "!!": "Player 2"}),
        (["Deal Ann"], {"Deal Ann": "Player Deal Ann"}),
        (["x" * 80], {"x" * 80: "x" * 50}),
        (["Ann", "Ben"], {}),
    ],
)
def test_a_stand_in_is_nobody_elses_name(names: list[str], stand_ins: dict[str, str]) -> None:
    assert choose_stand_ins(names) == stand_ins


def test_a_stand_in_can_be_said_in_full() -> None:
    assert describe_stand_ins({}) == ""
    assert describe_stand_ins({"": "Player 1"}) == "Names that a record cannot have: (no name) is Player 1."
