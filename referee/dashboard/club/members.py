"""The roster: add, rename, merge, unmerge and retire members."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from referee.cards.words import counted, listed
from referee.club.corrections import corrections
from referee.club.folder import Club, day_of
from referee.club.people import roster
from referee.club.standings.attendance import AttendanceRow, attendance
from referee.club.standings.ranking import Standing
from referee.club.standings.standings import Standings, standings
from referee.club.text.faults import ClubFault
from referee.club.text.likeness import fit
from referee.dashboard import keys
from referee.dashboard.desk import Desk
from referee.dashboard.rendering import form, wrapped
from referee.dashboard.screens import foot, head, open_in_front
from referee.dashboard.undo import club_undo
from referee.dashboard.undo.correction import with_reason
from referee.dashboard.widgets.filter_field import FilterField, left_the_line
from referee.dashboard.widgets.listing import Listing, Row
from referee.dashboard.widgets.message_line import refuse, say
from referee.dashboard.widgets.question import Question, Refused, ask
from referee.dashboard.widgets.side_panel import BREAKPOINTS, WIDE, Halves, Tell, titled
from referee.store.read import Member

_HEADS = ("name", "is", "here", "in a row", "longest", "since")


@dataclass(frozen=True, slots=True)
class Seen:
    """The roster, and how often each member came of the sessions `held` in the season that is on, if one is."""

    members: tuple[Member, ...]
    came: Mapping[int, AttendanceRow]
    held: int
    season: str


def look(club: Club) -> Seen:
    """Return the roster, those who retired last."""
    every = sorted(roster.members(club, everybody=True), key=lambda each: each.retired_at is not None)
    try:
        found = attendance(club)
    except ClubFault:  # no season is on
        return Seen(tuple(every), {}, 0, "")
    return Seen(tuple(every), {row.member: row for row in found.rows}, len(found.held), found.season.name)


class MembersScreen(Screen[None]):
    """Everybody on the roster, a row each."""

    AUTO_FOCUS = ""
    BINDINGS = keys.bindings("members", leave="leave")
    HORIZONTAL_BREAKPOINTS = BREAKPOINTS

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.seen: Seen | None = None
        self.to_mark: int | None = None
        self.scores: Standings | None = None

    def compose(self) -> ComposeResult:
        """Show the line for finding somebody above the roster."""
        yield Static("Members", classes="heading", markup=False)
        yield FilterField(self.desk.key("members.find"), "a name, in any spelling")
        yield Halves(self._about, self.action_profile)
        yield from foot()

    def reload(self) -> None:
        """Look again."""
        self.desk.read(self, lambda: look(self.desk.club), self._show)

    on_screen_resume = reload

    def _show(self, seen: Seen) -> None:
        self.seen = seen
        there = [each for each in seen.members if not each.retired_at]
        guests = sum(each.guest for each in there)
        on = f"   {seen.season}: {counted(seen.held, 'evening')} held" if seen.season else ""
        head(self, f"Members   {counted(len(there) - guests, 'member')}, {counted(guests, 'guest')}{on}")
        self._list()
        # Kept until a look finds it: the one that was asked for it may give way to a later one.
        if any(each.id == self.to_mark for each in seen.members):
            self.query_one(Listing).mark(str(self.to_mark))
            self.to_mark = None
        if self.focused is None:
            self.query_one(Listing).focus()
        if not seen.members:
            say(self, f"Nobody yet. {self.desk.key('members.add')} adds a member.")
        self._score()

    def on_resize(self) -> None:
        """Tell more where there is room by now."""
        self._score()

    def _score(self) -> None:
        """Look how everybody's season went, where there is room to tell."""
        if self.has_class(WIDE) and self.seen and self.seen.season:
            club, before = self.desk.club, self.scores
            self.desk.read(self, lambda: standings(club, before=before), self._scored, about="beside")

    def _scored(self, found: Standings) -> None:
        self.scores = found
        self.query_one(Halves).tell()

    def _about(self) -> Tell | None:
        seen, member = self.seen, self._member()
        if seen is None or member is None:
            return None
        rows = self.scores.rows if self.scores else ()
        return partial(_about, member, seen, next((each for each in rows if each.member == member.id), None))

    def _list(self) -> None:
        if (seen := self.seen) is None:
            return
        typed = self.query_one(FilterField).value.strip()
        found = [each for each in seen.members if not typed or fit(typed, each.name) is not None]
        self.query_one(Halves).show(_HEADS, [_row(each, seen) for each in found])
        if typed:
            hint = "Enter goes to who was found; Escape shows everybody." if found else "Nobody is called so."
            say(self, hint)

    def on_input_changed(self) -> None:
        """Narrow the roster to what is typed."""
        self._list()

    def action_find(self) -> None:
        """Go to the line in which a name is typed."""
        self.query_one(FilterField).focus()

    def action_profile(self) -> None:
        """Show what the marked member has played, and how their rating went."""
        if (member := self._marked()) is not None:
            from referee.dashboard.club.member import MemberScreen  # loaded by then, see `more`

            open_in_front(self, MemberScreen(self.desk, member.name))

    def action_add(self) -> None:
        """Ask for the names of new members, and add them."""
        asking = Question("Who is new? Several names are parted by commas:", example="Ann, Ben")
        self.desk.ask(self, asking, self._add, self._added, lambda done: club_undo.added(done[0]))

    def _add(self, typed: str) -> tuple[list[Member], list[tuple[Member, Member]]]:
        added = roster.add_all(self.desk.club, [each.strip() for each in typed.split(",") if each.strip()])
        return added, roster.like(self.desk.club, [each.name for each in added])

    def _added(self, done: tuple[list[Member], list[tuple[Member, Member]]]) -> None:
        added, alike = done
        several = "are members" if len(added) > 1 else "is a member"
        told = [f"{listed(each.name for each in added)} {several}."]
        told += [f"{one.name} is much like {other.name}: the same person?" for one, other in alike]
        self._done(" ".join(told), mark=added[0].id)

    def action_rename(self) -> None:
        """Ask for another name of the marked member."""
        if (member := self._marked()) is None:
            return
        question = f"{member.name} is called from now on (past records keep the old name):"
        self.desk.ask(
            self,
            Question(question, value=member.name),
            lambda new: roster.rename(self.desk.club, member.name, new),
            lambda done: self._done(f"{member.name} is called {done.name} from now on."),
            partial(club_undo.renamed, self.desk.club, member.name),
        )

    def action_merge(self) -> None:
        """Ask who is the same person as the marked member, who stays, and make them one."""
        if (kept := self._marked()) is None:
            return

        def named(other: str, refused: Refused) -> None:
            def found(profile: roster.Profile) -> None:
                merged = profile.member.name
                with_reason(
                    self.desk,
                    self,
                    f"Everything that {merged} played becomes {kept.name}'s, and {merged} leaves the roster.",
                    lambda club, reason: corrections.merge(club, kept.name, merged, reason=reason),
                    lambda _: self._done(f"{kept.name} and {merged} are one person."),
                    example="entered twice",
                    may_be_empty=True,
                    back=refused,
                )

            # With the pen: the look that comes when the question has gone must not swallow it.
            self.desk.write(self, lambda: roster.show(self.desk.club, other), found, refused)

        ask(self, Question(f"{kept.name} stays. Who is the same person?", example="Benny"), named)

    def action_part(self) -> None:
        """Ask who was merged into the marked member by mistake, and make them two again."""
        if (kept := self._marked()) is None:
            return

        def named(other: str, refused: Refused) -> None:
            with_reason(
                self.desk,
                self,
                f"{kept.name} and {other} are two again, each with what was theirs.",
                lambda club, reason: corrections.split(club, kept.name, other, reason=reason),
                lambda back: self._done(f"{back.name} is on the roster again, with what was theirs."),
                example="they are cousins",
                back=refused,
            )

        ask(self, Question(f"Who was made one with {kept.name} by mistake?", example="Benny"), named)

    def action_retire(self) -> None:
        """Take the marked member off the lists, when that was meant."""
        if (member := self._marked()) is None:
            return
        question = f"{member.name} retires: off the lists, and everything played stays. Enter retires them."
        self.desk.ask(
            self,
            Question(question, may_be_empty=True),
            lambda _: roster.retire(self.desk.club, member.name),
            lambda done: self._done(f"{done.name} has retired. Adding the name again brings them back."),
            partial(club_undo.retired, self.desk.club),
        )

    def _done(self, told: str, mark: int | None = None) -> None:
        say(self, told)
        self.to_mark = mark
        self.reload()

    def _marked(self) -> Member | None:
        found = self._member()
        if found is None:
            refuse(self, "Nobody is marked.")
        return found

    def _member(self) -> Member | None:
        marked = self.query_one(Listing).marked
        return next((each for each in (self.seen.members if self.seen else ()) if str(each.id) == marked), None)

    def action_leave(self) -> None:
        """Leave the line for finding somebody, or go back to where the roster was opened."""
        if not left_the_line(self):
            self.dismiss()


def _about(member: Member, seen: Seen, row: Standing | None, width: int) -> Iterator[Content]:
    """Yield how a season has gone for somebody so far, the last evening first."""
    yield Content.styled(f"{member.name}   {_standing(member)} since {day_of(member.joined_at)}", "bold")
    if not seen.season:
        yield Content("There is no season on.")
        return
    if came := seen.came.get(member.id):
        running = f", the last {counted(came.running, 'time')} running" if came.running > 1 else ""
        yield from wrapped(
            f"Came to {came.came} of {counted(seen.held, 'evening')} in {seen.season}{running}.", width, 0
        )
    if row is None or not row.matches:
        yield from wrapped(f"{member.name} has not finished a match in {seen.season} yet.", width, 0)
        return
    place = f"Place {row.place}" if row.place else f"Not ranked yet: {counted(row.missing, 'session')} short"
    yield from wrapped(f"{place}, score {float(row.score):.3f}.", width, 0, "bold")
    yield from wrapped(f"{counted(row.matches, 'match', 'matches')}, {row.wins} won alone.", width, 0)
    nights = row.sessions
    yield from titled("Evening by evening, the last first")
    dropped = {night.session for night in row.dropped}
    for night in reversed(nights):
        gone = night.session in dropped
        matches = counted(night.matches, "match", "matches")
        told = f"{night.played_on}  {float(night.score):.3f}  {form([night])}  {matches}{'  dropped' if gone else ''}"
        yield Content.styled(told, "$text-muted" if gone else "")


def _standing(member: Member) -> str:
    return "retired" if member.retired_at else "guest" if member.guest else "member"


def _row(member: Member, seen: Seen) -> Row:
    came = seen.came.get(member.id)
    often: Sequence[str] = (f"{came.came} of {seen.held}", str(came.running), str(came.longest)) if came else ("",) * 3
    cells = (member.name, _standing(member), *often, str(day_of(member.joined_at)))
    return Row(str(member.id), cells, "dim" if member.retired_at else "")
