"""What players see of a table: nothing that was told to the referee alone, whatever they ask."""

import json

import pytest

from referee.club.folder import Club
from referee.club.match import matches, recording, starting
from referee.club.match.log import load_log
from referee.club.match.view import MatchView, match_view
from referee.club.match_prompt import MatchPrompt
from referee.club.people import public_names, roster
from referee.club.people.public_name import ShownAs
from referee.club.phones.public_record import TOLD_IN_WORDS, public_match, table_names, withheld_from
from referee.club.text.faults import ClubFault
from referee.club.text.typed_lines import read_one
from referee.rules import Verdict, replay

FOUR = ("Ann", "Ben", "Cal", "Dee")


def shown(club: Club, table: int, names: tuple[str, ...] = FOUR) -> MatchView:
    return public_match(matches.show(club, table), names, public_names.all_public_names(club))


def test_a_record_without_secrets_is_shown_as_it_is(club: Club, table: int) -> None:
    for line in ("Ann plays 3D", "Ben passes", "Cal plays 2C", "Ann passes"):
        recording.log_line(club, table, line)
    own, public = matches.show(club, table), shown(club, table)
    assert [line.text for line in public.log] == [line.text for line in own.log]
    for ours, theirs in zip(own.log, public.log, strict=True):
        assert ours.ruling
        assert theirs.ruling
        assert (ours.ruling.says, ours.ruling.reason, ours.counts) == (
            theirs.ruling.says, theirs.ruling.reason, theirs.counts,
        )  # fmt: skip
    assert MatchPrompt(public).awaited == MatchPrompt(own).awaited


SECRETS = (
    "Cal holds KS",
    "Ann holds 3C 4C",
    "Dee holds only 2S",
)
ASKED = (
    *("", "C", "Cal ", "Cal plays ", "Cal plays K", "Cal plays 2", "Ann plays ", "Ann plays 3", "Dee ", "Dee plays "),
    *("Ben plays ", "plays ", "holds", "Cal holds", "Cal shows "),
)
PREVIEWED = (
    *("Ben plays KS", "Dee plays KS", "Ann plays 3C", "Ben plays 3C", "Cal plays KS", "Ann plays 4C", "Ben passes"),
    *("Dee plays 2S", "Dee plays 2H", "Ben plays 2S", "Dee passes", "Ben shows KS", "Cal shows KS", "Ann shows KS"),
)


def asked(public: MatchView) -> str:
    """All that players can find out by looking, typing and asking beforehand."""
    match_prompt = MatchPrompt(public)
    found: list[object] = [match_prompt.awaited, match_prompt.example, match_prompt.next_event]
    found += [[text, match_prompt.complete(text)] for text in ASKED]
    for text in PREVIEWED:
        try:
            ruling = match_prompt.preview(text, None).ruling
            offers = [alternative.text for alternative in ruling.alternatives]
            found.append([text, ruling.says, ruling.reason, ruling.ask, offers, ruling.due])
        except ClubFault as fault:
            found.append([text, str(fault)])
    for line in public.log:
        found.append([line.text, line.by, line.reason, line.counts, line.waits, line.read_otherwise, str(line.items)])
        found += [[of.says, of.reason, of.ask] for of in (line.ruling, line.at_first) if of]
    return json.dumps(found, default=str)


def play(club: Club, *, secrets: bool) -> MatchView:
    """The same play at a table, with something told to the referee or not."""
    number = starting.start_table(club, "big-two", FOUR).number
    recording.log_line(club, number, "deal by Dee")
    for told in SECRETS if secrets else ("Ann holds 3D", "Ben holds 5D", "Cal holds 6D"):
        recording.log_line(club, number, told)
    for line in ("Ann plays 3D", "Ben passes", "Cal plays QH", "Dee passes", "Ann passes"):
        recording.log_line(club, number, line)
    return shown(club, number)


def test_whatever_is_asked_the_answer_is_the_same_whether_the_referee_was_told_or_not(club: Club) -> None:
    with_secrets, with_others = play(club, secrets=True), play(club, secrets=False)
    assert [line.text for line in with_secrets.log][:5] == ["deal by Dee", *[TOLD_IN_WORDS] * 3, "Ann plays 3D"]
    assert asked(with_secrets) == asked(with_others)


def test_the_referees_own_record_would_have_given_it_away(club: Club) -> None:
    """Else the test above would prove nothing."""
    number = starting.start_table(club, "big-two", FOUR).number
    for line in ("deal by Dee", "Ann plays 3D", "Cal holds KS", "Ben holds 5S"):
        recording.log_line(club, number, line)
    own, public = MatchPrompt(matches.show(club, number)), MatchPrompt(shown(club, number))
    assert "Cal" in own.preview("Ben plays KS", None).ruling.reason
    assert "Cal" not in public.preview("Ben plays KS", None).ruling.reason
    assert own.complete("Ben plays ")[0] == "Ben plays 5S"
    assert public.complete("Ben plays ")[0] != "Ben plays 5S"


def test_a_secret_that_was_mistyped_is_none_the_less_secret(club: Club, table: int) -> None:
    recording.log_line(club, table, "Cal holds KS")
    recording.undo_line(club, table, mistake=True)
    assert shown(club, table).log[1].text == TOLD_IN_WORDS
    assert "KS" not in str([(line.text, line.ruling, line.at_first) for line in shown(club, table).log])


def test_of_a_hand_of_which_the_referee_was_told_something_no_ruling_is_shown(club: Club, table: int) -> None:
    """What all have seen gives another ruling than the record's: to them Ben's king is legal, and Cal is next."""
    for line in ("Cal holds KS", "Ann plays 3D", "Ben plays KS"):
        recording.log_line(club, table, line)
    own, public = matches.show(club, table), shown(club, table)
    assert [line.ruling and line.ruling.verdict for line in own.log][-2:] == [Verdict.LEGAL, Verdict.ILLEGAL]
    assert [line.text for line in public.log] == ["deal by Dee", TOLD_IN_WORDS, "Ann plays 3D", "Ben plays KS"]
    assert [line.ruling is None for line in public.log] == [False, True, True, True]
    assert not any(line.waits or line.at_first or line.read_otherwise for line in public.log[1:])
    assert withheld_from(public) == 2
    recording.undo_line(club, table, 2, mistake=True)  # the officer mistyped it
    assert withheld_from(shown(club, table)) == 0
    assert [line.ruling is None for line in shown(club, table).log] == [False, True, False, False]


def test_rulings_of_the_hands_before_stay_and_those_of_the_hands_after_are_not_shown(club: Club, table: int) -> None:
    """What became of a hand may depend on what was told, and the next hand on what became of it."""
    for line in ("Ann plays 3D", "deal by Dee", "Ann plays 3D", "Cal holds KS", "deal by Dee", "Ann plays 3D"):
        recording.log_line(club, table, line)
    assert [line.ruling is None for line in shown(club, table).log] == [False] * 3 + [True] * 4


def test_names_are_first_names_with_an_initial_where_two_are_alike() -> None:
    names = ("Ann Lee", "Ben Ray", "Ann Moss", "Dee")
    assert table_names(names, (1, 2, 3, 4), {}) == ("Ann L.", "Ben", "Ann M.", "Dee")
    hidden = {1: ShownAs.NOBODY, 2: ShownAs.CODE, 3: ShownAs.FULL}
    assert table_names(names, (1, 2, 3, 4), hidden) == ("Player 1", "Player 2", "Ann", "Dee")
    assert table_names(("Ann Lee", "Ann Lee"), (1, 2), {}) == ("Ann L. 1", "Ann L. 2")
    assert table_names(("Member 7", "Lee, Ann"), (7, 2), {}) == ("Member 7", "Ann")


def test_lines_are_shown_and_read_by_the_names_at_the_table(club: Club) -> None:
    for name in ("Ann Lee", "Ann Moss"):
        roster.add(club, name)
    number = starting.start_table(club, "big-two", ("Ann Lee", "Ann Moss", "Cal", "Dee")).number
    recording.log_line(club, number, "deal by Dee")
    names = ("Ann L.", "Ann M.", "Cal", "Dee")
    recording.log_line(club, number, "Ann Moss plays 3D")
    public = shown(club, number, names)
    assert public.log[-1].text == "Ann M. plays 3D"
    assert public.names == names
    assert "Ann M. passes" in MatchPrompt(public).complete("Ann M. ") or MatchPrompt(public).awaited in names
    assert read_one(public, "Ann L. plays 4D").act.seat == 0
    text = asked(public)
    assert "Lee" not in text
    assert "Moss" not in text


@pytest.mark.parametrize("told", [False, True])
def test_what_is_shown_goes_on_from_what_was_shown_before(club: Club, table: int, told: bool) -> None:
    lines = ["Ann plays 3D", *["Cal holds KS"] * told, "Ben plays 4D 4H", "Ben passes", "deal by Dee", "Ben plays 3D"]
    log, view, since = load_log(club, table), None, None

    def shown_now() -> MatchView:
        nonlocal log, view, since
        log, before = load_log(club, table, log), log
        view = match_view(log, since=(before, view) if view else None)
        after = public_match(view, FOUR, public_names.all_public_names(club), since)
        since = view, after
        return after

    for line in lines:
        recording.log_line(club, table, line)
        assert shown_now() == shown(club, table)
        assert shown_now().sheet == replay(shown_now().sheet.record)
    recording.undo_line(club, table, reason="nobody saw it")
    assert shown_now() == shown(club, table)
    recording.undo_line(club, table, 3, mistake=True)
    assert shown_now() == shown(club, table)


def test_hands_before_the_one_that_is_played_are_not_shown_anew(club: Club, table: int) -> None:
    for line in ("Ann plays 3D", "deal by Dee", "Ann plays 3D"):
        recording.log_line(club, table, line)
    log, public = load_log(club, table), public_names.all_public_names(club)
    view = match_view(log)
    before = public_match(view, FOUR, public)
    recording.log_line(club, table, "Ben passes")
    longer = load_log(club, table, log)
    after = public_match(match_view(longer, since=(log, view)), FOUR, public, (view, before))
    assert [new is old for new, old in zip(after.log, before.log, strict=False)] == [True, True, False, False]


def test_no_reason_that_somebody_typed_is_shown(club: Club, table: int) -> None:
    recording.log_line(club, table, "Ann plays 3D")
    recording.undo_line(club, table, reason="Ann saw the card of Ben")
    assert "saw" in str(matches.show(club, table).log[-1])
    assert "saw" not in asked(shown(club, table))


def test_an_illegal_line_stays_what_happened(club: Club, table: int) -> None:
    recording.log_line(club, table, "Ann plays 3D 4D")
    line = shown(club, table).log[-1]
    assert line.ruling
    assert (line.ruling.verdict, line.waits) == (Verdict.ILLEGAL, True)


@pytest.mark.parametrize("typed", ["Cal holds KS", "Cal holds only KS"])
def test_no_phone_tells_the_referee_what_somebody_holds(club: Club, table: int, typed: str) -> None:
    from referee.club.phones.line_entry import read_lines

    with pytest.raises(ClubFault, match="in private"):
        read_lines(shown(club, table), typed)
    assert len(load_log(club, table).entries) == 1


def test_who_wrote_by_a_phone_is_shown_as_everywhere(club: Club, table: int) -> None:
    """At the table by first name; anybody else, such as the officer, as the public sees them; a code stays one."""
    roster.rename(club, "Ann", "Ann Lee")
    roster.shown_in_public(club, ["Ben"], ShownAs.NOBODY)
    recording.log_line(club.with_actor("Gus Moss"), table, "Ann plays 3D")
    recording.log_line(club.with_phone(1, 1), table, "Ben passes")
    recording.log_line(club.with_phone(2, 2), table, "Cal passes")
    public = public_names.all_public_names(club)
    shown_by = [
        line.by for line in public_match(matches.show(club, table), ("Ann", "Player 2", "Cal", "Dee"), public).log
    ]
    assert shown_by[1:] == ["Gus M.", "Ann L. (phone)", "Player 2 (phone)"]
    assert public.signed("Ann Lee (phone)") == "Ann L. (phone)"
    assert public.signed("Ben (phone)") == "Player 2 (phone)"
