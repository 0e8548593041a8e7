"""What an event is hashed from, and what of it can be taken away again."""

import hashlib

import pytest

from referee.store.events.event import Event, Text, chained, first_hash, refuse_unfit, salted, written

AT = "2026-11-16T19:30:00.000000+00:00"


def an_event(**other: object) -> Event:
    given = {
        "n": 1,
        "at": AT,
        "by": "@#3",
        "via": "",
        "kind": "scored",
        "match": 7,
        "key": "k",
        "written": "{}",
        "hash": "",
    }
    return Event(**{**given, **other})  # type: ignore[arg-type]


def test_an_event_is_hashed_with_the_hash_before_it_part_by_part_on_lines_of_their_own() -> None:
    before = first_hash("0b0d-uuid")
    assert before == hashlib.sha256(b"club 0b0d-uuid").hexdigest()
    stated = f"{before}\n1\n{AT}\n@#3\n\nscored\n7\nk\n{{}}"
    assert chained(before, an_event()) == hashlib.sha256(stated.encode()).hexdigest()


@pytest.mark.parametrize(
    "other",
    [
        {"n": 2}, {"at": AT.replace("30", "31")}, {"by": "@#4"}, {"by": "", "via": "@#3"}, {"kind": "score"},
        {"match": None}, {"match": 8}, {"key": ""}, {"written": '{"a":1}'},
    ],
)  # fmt: skip
def test_every_part_of_an_event_changes_its_hash(other: dict[str, object]) -> None:
    assert chained("0", an_event(**other)) != chained("0", an_event())


@pytest.mark.parametrize("part", ["at", "by", "via", "kind", "key", "written"])
@pytest.mark.parametrize("unfit", ["a\nb", "a\0", "Zoë", "\ud800"])
def test_a_part_that_could_be_taken_for_two_or_that_a_server_refuses_is_refused(part: str, unfit: str) -> None:
    with pytest.raises(ValueError, match="cannot be a part of an event"):
        refuse_unfit(an_event(**{part: unfit}))


@pytest.mark.parametrize("typed", ["Zoë", "two\nlines", "nul\0", "half \ud800"])
def test_data_is_kept_as_it_was_typed_in_ascii_on_one_line(typed: str) -> None:
    event = an_event(written=written({"said": typed}))
    refuse_unfit(event)
    assert event.data == {"said": typed}


def test_a_number_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        written({"score": float("nan")})


def test_an_event_holds_of_a_text_only_a_digest_which_is_another_each_time() -> None:
    one, other = salted(Text("name", "Ann Miller", 3)), salted(Text("name", "Ann Miller", 3))
    assert one.digest != other.digest
    assert one.digest == hashlib.sha256(f"{one.salt}\nAnn Miller".encode()).hexdigest()
    kept = written({"member": 3}, (one,))
    assert "Miller" not in kept
    assert an_event(written=kept).data == {"member": 3, "texts": {"name": one.digest}}
