"""The document about a member: rating over time, results by game, and opponents."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from textual.content import Content

from referee.cards.immutable import frozen
from referee.cards.terminal_width import pad, text_width
from referee.cards.words import join_words, quantity
from referee.club.folder import Club, day_of
from referee.club.people import forgetting
from referee.club.people.duties import Duty
from referee.club.people.forgetting import ErasureResult
from referee.club.standings.profiles import ClubRatings, Profile, profile, rate_all
from referee.club.standings.ranking import Standing
from referee.club.standings.standings import Standings, standings
from referee.club.text.faults import ClubFault
from referee.dashboard.club.member_scores import game_rows, match_rows, score_plot_rows
from referee.dashboard.deeds.acting import officers_only
from referee.dashboard.deeds.deed import Answers, Deed, Effect
from referee.dashboard.deeds.running import carry_out
from referee.dashboard.document_screen import Document, DocumentScreen
from referee.dashboard.keys import Keymap
from referee.dashboard.rendering import wrap
from referee.dashboard.widgets.message_line import damage_message
from referee.dashboard.widgets.plot import draw_curve
from referee.dashboard.widgets.side_panel import heading_rows

_MAX_RIVALS: Final = 8
_MAX_MATCHES: Final = 12
_HEIGHT: Final = 9


@frozen
class ProfileData:
    """The data that every profile needs: all ratings, and the standings of the current season if there is one."""

    ratings: ClubRatings
    season: Standings | None


@frozen
class MemberProfile:
    """A member's profile over all seasons, and the member's row in the current standings if there is one."""

    profile: Profile
    season: Standings | None
    row: Standing | None


def load_profile_data(club: Club) -> ProfileData:
    """Return the ratings and the standings that every profile needs."""
    try:
        season = standings(club)
    except ClubFault:  # no season is on
        season = None
    return ProfileData(rate_all(club), season)


def cached_profile_data() -> Callable[[Club], ProfileData]:
    """Return a cached version of `load_profile_data` that recomputes its result only after the club has changed."""
    last: list[tuple[tuple[int, ...], ProfileData]] = []

    def load(club: Club) -> ProfileData:
        if not last or last[0][0] != club.revision():
            last[:] = [(club.revision(), load_profile_data(club))]
        return last[0][1]

    return load


def member_document(
    name: str, load_known: Callable[[Club], ProfileData] = load_profile_data
) -> Document[MemberProfile]:
    """Return the document with a member's profile. Pass a cached `load_known` to show many profiles."""
    return Document(
        "member",
        partial(_load_profile, name, load_known),
        _heading,
        _profile_rows,
        {"forget": _forget_member},
        _damage_text,
    )


def _load_profile(name: str, load_known: Callable[[Club], ProfileData], club: Club) -> MemberProfile:
    known_data = load_known(club)
    profile_view = profile(club, name, known=known_data.ratings)
    rows = known_data.season.rows if known_data.season else ()
    return MemberProfile(
        profile_view, known_data.season, next((row for row in rows if row.member == profile_view.member.id), None)
    )


def _heading(member_profile: MemberProfile) -> str:
    member = member_profile.profile.member
    return f"{member.name}   {member.standing} since {day_of(member.joined_at)}"


def _damage_text(member_profile: MemberProfile, keymap: Keymap) -> str:
    return damage_message(member_profile.profile.damage, keymap) if member_profile.profile.damage else ""


def _forget_member(screen: DocumentScreen[MemberProfile], member_profile: MemberProfile) -> None:
    """Delete the member's name after the officer has confirmed by typing it."""
    desk = screen.desk

    def forgotten(forgotten: ErasureResult) -> None:
        screen.document = member_document(forgotten.member.name)
        screen.reload()

    carry_out(desk, screen, _forget_operation(member_profile.profile.member.name), forgotten)


def _forget_operation(name: str) -> Deed[ErasureResult]:
    """Return the operation that deletes a member's name. It previews where the name is and may remain."""

    def effect(club: Club, _: Answers) -> Effect:
        traces = forgetting.before_forgetting(club, name)
        rows = [f"Removed: {trace}" for trace in traces.removed]
        rows += [f"Cleaned: {backup}" for backup in traces.backups]
        rows += [f"May still have the name: {place}" for place in (*traces.kept, *traces.files)]
        rows.append("Not reached: backups, exports and copies in other folders, paper, and old data on disks")
        question = f"Forget {name}? A number replaces the name for good. The results stay, without the name."
        return Effect(f"{question} This cannot be undone.", "forget this member", rows, name)

    def said(forgotten: ErasureResult) -> str:
        remark = f" {forgotten.still}" if forgotten.still else ""
        if forgotten.unreached:
            remark += f" The name may still be in {join_words(forgotten.unreached)}."
        return f"The member is called {forgotten.member.name} from now on.{remark}"

    return Deed(
        "member forget",
        lambda club, _: forgetting.forget(club, name),
        effect=effect,
        said=said,
        may=officers_only(Duty.FORGET),
    )


def _profile_rows(member_profile: MemberProfile, width: int) -> Iterator[Content]:
    profile = member_profile.profile
    yield from _summary_rows(profile, width)
    yield from _season_rows(member_profile, width)
    if len(profile.over_time) > 1:
        yield from heading_rows("Rating over all games, after each session")
        yield from draw_curve([(day, rating.figure) for day, rating in profile.over_time], width, _HEIGHT)
    yield from _history_rows(profile, width)


def _season_rows(member_profile: MemberProfile, width: int) -> Iterator[Content]:
    if member_profile.season is None:
        return
    if member_profile.row is None:
        yield from wrap(f"No finished match in {member_profile.season.season.name} yet.", width, 0)
        return
    row = member_profile.row
    place = f"place {row.place}" if row.place else f"not ranked yet: {quantity(row.missing, 'session')} short"
    yield from heading_rows(f"{member_profile.season.season.name}: {place}, score {float(row.score):.3f}")
    yield from score_plot_rows(row, width)


def _summary_rows(profile: Profile, width: int) -> Iterator[Content]:
    if profile.came is not None:
        running = f", the last {profile.came.running} in a row" if profile.came.running > 1 else ""
        text = f"Attended {profile.came.came} of {quantity(profile.held, 'session')} this season{running}."
        yield from wrap(text, width, 0)
    if not profile.played:
        yield from wrap(f"{profile.member.name} has not finished a match yet.", width, 0)
        return
    matches = quantity(len(profile.played), "match", "matches")
    sessions, wins = quantity(len(profile.sessions), "session"), quantity(profile.wins, "outright win")
    yield from wrap(f"{matches} in {sessions}, {wins}.", width, 0)
    if profile.rating is not None:
        mark_text = ", provisional" if profile.rating.provisional else ""
        text = f"Rating {profile.rating.figure:.1f} ± {profile.rating.sigma:.1f}{mark_text}. No place depends on it."
        yield from wrap(text, width, 0, "bold")
    for rival, label in (
        (profile.most_met, "Most frequent opponents"),
        (profile.most_beaten_by, "Most often beaten by"),
    ):
        if rival is not None:
            yield from wrap(f"{label}: {rival.name}, {rival.went}.", width, 0)


def _history_rows(profile: Profile, width: int) -> Iterator[Content]:
    """Yield rows of the games, the most frequent opponents and the latest matches."""
    if not profile.played:
        return
    yield from game_rows(profile.games, width, profile.ratings)
    yield from heading_rows("Opponents")
    rivals = profile.rivals[:_MAX_RIVALS]
    name_width = max((text_width(rival.name) for rival in rivals), default=0)
    for rival in rivals:
        yield from wrap(f"{pad(rival.name, name_width)}  {quantity(rival.met, 'time')}, {rival.went}", width, 0)
    yield from heading_rows("Latest matches")
    yield from match_rows(profile.played[-_MAX_MATCHES:], width)
