"""Every line of every game is reached by taps alone, without a script; what is large is what comes next."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest

from referee.club.calendar import sessions
from referee.club.folder import Club
from referee.club.match import matches, recording, starting
from referee.club.people import public_names, roster
from referee.club.phones import pairing
from referee.club.phones.public_record import TOLD, public_match
from referee.games import SLUGS
from referee.games.examples import read_example
from referee.phones.line_entry import suggest_lines
from referee.rules import Record, Verdict
from referee.rules.records.shorthand import whose_turn
from tests.club.conftest import NAMES, copied
from tests.club.phones.conftest import Evening
from tests.phones.serving import Phone, process
from tests.phones.thumb import Page, Thumb, boxes_of, hidden
from tests.sampling import each_game, one_in

# A thumb is faster than anybody's: the limits of a phone are tried elsewhere.
UNHURRIED = "from referee.phones import state; state.LOOKS = state.WRITES = 10**9, 1.0"
PROGRAM = ("-c", f"{UNHURRIED}\nfrom referee.cli.main import main\nmain()")

# By whoever's turn it is, what the example records next and no large button has: it is rare, or another's.
RARE = {
    "midnight-cobain-baseball": {"gets"},
    "courtney-love-baseball": {"gets"},
    "kowah": {"declares"},
    "pontoon": {"shows"},
    "stealing-bundles": {"trails"},
}


@contextmanager
def at_a_table(monday: Path, folder: Path, record: Record) -> Iterator[tuple[Club, Evening]]:
    """Seat the players of a record at its game."""
    with copied(monday, folder) as club:
        sessions.open_session(club, "2026-11-16")
        for name in set(record.seats.names) - {*NAMES}:
            roster.add(club, name)
        starting.start_table(club, record.book.slug, record.seats.names)
        evening = Evening(club)
        pairing.give_codes(club, evening.session)
        yield club, evening


def said(record: Record) -> Iterator[tuple[str, bool]]:
    """Yield what players say of a record, and whether they take it back."""
    for line in record.lines:
        if not isinstance(line.act, TOLD):
            yield record.book.write(line.act, record.seats), line.taken_back


@pytest.mark.process
@pytest.mark.parametrize("slug", each_game())
def test_every_line_of_an_example_is_tapped(slug: str, monday: Path, tmp_path: Path) -> None:
    record = read_example(slug)
    with (
        at_a_table(monday, tmp_path / "club", record) as (club, evening),
        process(club, program=PROGRAM) as (_, blank),
    ):
        thumb = Thumb(Phone(blank.port).join(evening.code(), 0))
        for number, (line, is_taken_back) in enumerate(said(record), 1):
            thumb.taps.clear()
            page = thumb.say(line)
            assert page is not None, (number, line, thumb.taps)
            assert len(thumb.taps) <= 12, thumb.taps
            thumb.record(page)
            if is_taken_back:
                how = {"line": str(number), "how": "at the table"}
                assert thumb.phone.post("/undo", how).status == 303
        match = [(line.text, line.decision == "taken back") for line in matches.show(club, 1).log]
    assert [(sorted(line.split()), back) for line, back in match] == [
        (sorted(line.split()), back) for line, back in said(record)
    ]


@pytest.mark.process
@pytest.mark.parametrize("slug", one_in(len(SLUGS), SLUGS))
def test_a_hand_of_anybodys_taps_is_played_and_each_is_ruled_on(slug: str, monday: Path, tmp_path: Path) -> None:
    """Some legal line is always found, and illegal ones are recorded as what happened."""
    record, chance = read_example(slug), random.Random(slug)
    with (
        at_a_table(monday, tmp_path / "club", record) as (club, evening),
        process(club, program=PROGRAM) as (_, blank),
    ):
        thumb = Thumb(Phone(blank.port).join(evening.code(), 0))
        tapped: list[tuple[str, str]] = []
        for _ in range(8):
            page = _any_line(thumb, chance, lambda page: page.verdict in ("legal", "open"))
            tapped.append((page.line, page.verdict))
            thumb.record(page)
        wrong = _any_line(thumb, chance, lambda page: page.verdict == "illegal")
        tapped.append((wrong.line, "illegal"))
        thumb.record(wrong)
        match = public_match(matches.show(club, 1), record.seats.names, public_names.all_public_names(club))
    assert [line.text for line in match.log] == [line for line, _ in tapped]
    assert [line.by for line in match.log] == [f"{record.seats.names[0]} (phone)"] * len(tapped)
    assert [str(line.at_first.verdict) for line in match.log if line.at_first] == [verdict for _, verdict in tapped]


def _any_line(thumb: Thumb, chance: random.Random, wanted: Callable[[Page], bool]) -> Page:
    """Tap blindly until a line is asked for that is wanted; at worst all that is there in turn."""
    for _ in range(300):
        page = thumb.look()
        for _ in range(8):
            if page.line:
                if wanted(page):
                    return page
                break
            forms = page.questions
            ways = [link for link in page.links if link != "/t"]
            if forms and (not ways or chance.random() < 0.7):
                page = thumb.look(_filled(chance.choice(forms), chance))
            elif ways:
                page = thumb.look(chance.choice(ways[:6] if chance.random() < 0.7 else ways))
            else:
                break
    raise AssertionError(f"no taps lead to such a line: {thumb.taps[-20:]}")


def _filled(form: Element, chance: random.Random) -> str:
    boxes = boxes_of(form)
    words = chance.sample(boxes, chance.choice((1, 1, 1, 2, 3))) if boxes else [str(chance.randint(0, 6))]
    if any(element.get("type") == "radio" for element in form.iter("input")):
        words = words[:1]
    return Thumb.address(hidden(form), sorted(words, key=boxes.index) if boxes else words)


@pytest.mark.parametrize("slug", each_game())
def test_what_comes_next_is_a_large_button(slug: str, monday: Path, tmp_path: Path) -> None:
    """Early, in the middle and at the end: something legal is large, and so is what the example has next, as a rule."""
    record = read_example(slug)
    names = record.seats.names
    with at_a_table(monday, tmp_path / "club", record) as (club, _):
        shown_as = public_names.all_public_names(club)
        for line, is_taken_back in said(record):
            public = public_match(matches.show(club, 1), names, shown_as)
            seat = whose_turn(public.book, public.sheet.table)
            large = [act.line.strip() for act in suggest_lines(public).likely]
            assert 0 < len(large) <= 8, (line, large)
            assert not [each for each in large if each.startswith("deal")] or seat is None, (line, large)
            turn = "" if seat is None else names[seat]
            words = line.split()
            if turn == words[0] and not is_taken_back and words[1] not in RARE.get(slug, ()):
                assert [each for each in large if f"{line} ".startswith((f"{turn} {each} ", f"{each} "))], (line, large)
            judged = recording.log_line(club, 1, line)
            if is_taken_back:
                recording.undo_line(club, 1, len(matches.show(club, 1).log))
            assert judged is not None
        assert Verdict.LEGAL in [line.ruling.verdict for line in matches.show(club, 1).log if line.ruling]
