"""A deed as data, and how far it has come: what it asks next, the effect to be agreed to, or what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeAlias, TypeVar

from referee.club.folder import Club
from referee.club.text.faults import ClubFault, NeedsReason
from referee.club.text.names import clean_text
from referee.store.progress import Progress, no_progress

Result = TypeVar("Result")
Found = TypeVar("Found")
Step = TypeVar("Step", covariant=True)
Answers: TypeAlias = Mapping[str, str]
"""What was answered, by what was asked; empty where nothing had to be asked."""
REASON: Final = "reason"
ANYWAY: Final = "anyway"
"""The answer to a fault that a deed may pass over: any, where it does."""


@dataclass(frozen=True, slots=True)
class Pick:
    """An answer that is known, and what is said of it beside; `says` is its row where that is not the answer.

    In a menu a `letter` picks it.
    """

    answer: str
    note: str = ""
    label: str = ""
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question, with the `picks` that are offered; with `choices_only`, nothing else is accepted.

    `value` is the initial answer. Several answers may be given in one line, with `separator` between them. `reads`
    returns how the line is read while it is typed. The text is not shown if it is `hidden`, such as a password.
    """

    text: str
    picks: tuple[Pick, ...] = ()
    value: str = ""
    example: str = ""
    optional: bool = False
    hidden: bool = False
    choices_only: bool = False
    separator: str = ""
    reads: Callable[[str], str] | None = None


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a deed asks, by its `id` among the answers. A question that hangs on the club is made when its turn comes.

    That may be none: then nothing is asked, and the answer is empty. `means` returns what an answer means, such as the
    whole name, and raises `ClubFault` for what cannot be taken.
    """

    id: str
    question: Prompt | Callable[[Club, Answers], Prompt | None]
    means: Callable[[Club, Answers, str], str] | None = None


@dataclass(frozen=True, slots=True)
class Effect:
    """What a deed would do, shown before it is done; `agree` is what Enter does.

    What cannot be undone is done only when the `name` that it is about is typed.
    """

    text: str
    agree: str
    rows: Sequence[str] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class Long(Generic[Step]):
    """A step of a deed that may take long: `says` in words what is being done, such as "Importing the hands".

    `do` tells its watch how far it is, which stops it by an exception; nothing that it did is left then.
    """

    says: str
    do: Callable[[Club, Answers, Progress], Step]


@dataclass(frozen=True, slots=True)
class Deed(Generic[Result]):
    """Something that is done at the desk, by the `id` that the command line has for it.

    It is done at once where it has no `effect` to be shown first. `may` raises a fault for whoever may not do it: it is
    asked before anything else. `anyway` has the faults that it may pass over, with what Enter does then: it is done
    once more, with an answer to `ANYWAY`. `well` tells whether all is well with what came of it. `shows` is what there
    is to read when it is done, if anything: a `Document`, which is above deeds, as it has some of its own. `club` is
    the one that the desk works on from then on.
    """

    id: str
    do: Callable[[Club, Answers], Result] | Long[Result]
    asks: tuple[Parameter, ...] = ()
    effect: Callable[[Club, Answers], Effect | None] | Long[Effect | None] | None = None
    said: Callable[[Result], str] | None = None
    may: Callable[[Club], object] | None = None
    anyway: Mapping[type[Any], str] = field(default_factory=dict)
    well: Callable[[Result], bool] = lambda _: True
    shows: Callable[[Result], object] | None = None
    club: Callable[[Result], Club | None] | None = None

    def long(self, *, agreed: bool) -> str:
        """Return in words what may take long before its effect is `agreed` to, or then; nothing where nothing does."""
        steps = (self.do,) if agreed else (self.effect, self.do)
        return next((step.says for step in steps if isinstance(step, Long)), "")


@dataclass(frozen=True, slots=True)
class PendingPrompt:
    """That a deed asks something now."""

    id: str
    question: Prompt


@dataclass(frozen=True, slots=True)
class Confirmation:
    """That a deed is done when its effect is agreed to, as it was `worked_out`; or in spite of a `fault`."""

    effect: Effect
    worked_out: tuple[int, ...] = ()
    fault: ClubFault | None = None


@dataclass(frozen=True, slots=True)
class Completed(Generic[Result]):
    """That a deed is done, and what came of it."""

    result: Result


class Refused(Exception):
    """Why a deed is not done; `about` is the answer that it is about, empty where it is about none."""

    def __init__(self, fault: ClubFault, about: str) -> None:
        super().__init__(str(fault))
        self.fault = fault
        self.about = about


def reason(asks: str | Callable[[Answers], str], *often: str, optional: bool = False, example: str = "") -> Parameter:
    """Return the question why something is done, with the reasons that are often given."""

    def made(_: Club, answers: Answers) -> Prompt:
        said = asks if isinstance(asks, str) else asks(answers)
        may = " (optional)" if optional else ""
        return Prompt(f"{said} Reason{may}:", tuple(map(Pick, often)), example=example, optional=optional)

    return Parameter(REASON, made, lambda _club, _answers, typed: clean_text(typed, "the reason"))


def advance(
    club: Club, deed: Deed[Result], answers: Answers, agreed: Confirmation | None = None, watch: Progress = no_progress
) -> PendingPrompt | Confirmation | Completed[Result]:
    """Take a deed as far as it goes with the answers so far, told to a `watch` where that takes long.

    Raises `Refused`; whoever asked keeps what was typed.
    """
    known: dict[str, str] = {}
    about = next(reversed([*answers]), "")
    try:
        if deed.may:
            deed.may(club)
        for ask in deed.asks:
            if ask.id in answers:
                about = ask.id
                known[ask.id] = ask.means(club, known, answers[ask.id]) if ask.means else answers[ask.id]
                continue
            question = ask.question if isinstance(ask.question, Prompt) else ask.question(club, known)
            if question is not None:
                return PendingPrompt(ask.id, question)
            known[ask.id] = ""
        if agreed and agreed.fault:
            known[ANYWAY] = ANYWAY
        about = _last_but_reason(deed, known)
        now = club.revision()
        if deed.effect and (agreed is None or (agreed.worked_out and agreed.worked_out != now)):
            effect = _step(deed.effect, club, known, watch)
            if effect is not None:
                return Confirmation(effect, now)
        return Completed(_step(deed.do, club, known, watch))
    except NeedsReason as fault:
        raise Refused(fault, REASON if REASON in known else about) from None
    except tuple(deed.anyway) as fault:
        if ANYWAY in known:
            raise Refused(fault, about) from None
        return Confirmation(Effect(str(fault), deed.anyway[type(fault)]), fault=fault)
    except ClubFault as fault:
        raise Refused(fault, about) from None


def _step(how: Callable[[Club, Answers], Found] | Long[Found], club: Club, known: Answers, watch: Progress) -> Found:
    return how.do(club, known, watch) if isinstance(how, Long) else how(club, known)


def _last_but_reason(deed: Deed[Any], known: Answers) -> str:
    """Return the answer that a deed is refused for: the last, but why it is done is hardly ever what is wrong."""
    asked = [ask.id for ask in deed.asks if known.get(ask.id)]
    return next((id for id in reversed(asked) if id != REASON), asked[-1] if asked else "")
