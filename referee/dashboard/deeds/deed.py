"""An operation as data, and the function that advances it to its next prompt, confirmation or result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any, Final, Generic, TypeAlias, TypeVar

from referee.cards.immutable import frozen
from referee.club.folder import Club
from referee.club.text.faults import ClubFault, NeedsReason
from referee.club.text.names import clean_text
from referee.store.progress import Progress, no_progress

Result = TypeVar("Result")
Found = TypeVar("Found")
Step = TypeVar("Step", covariant=True)
Answers: TypeAlias = Mapping[str, str]
"""The answers by the id of their parameter, "" for a skipped one."""
REASON: Final = "reason"
ANYWAY: Final = "anyway"
"""The id of the answer that overrides a fault."""


@frozen
class Pick:
    """A suggested answer with a note beside it. The list shows `label` instead of the answer if it is set.

    In a menu, the key `letter` chooses it.
    """

    answer: str
    note: str = ""
    label: str = ""
    letter: str = ""


@frozen
class Prompt:
    """A question with suggested answers. With `choices_only`, no other answer is accepted.

    `value` is the initial answer. A `separator` allows several answers in one line. `reads` returns the interpretation
    of a line while it is typed. A `hidden` answer is a password and stays invisible.
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


@frozen
class Parameter:
    """An answer that an operation needs, with its `id` among the answers.

    `question` is a prompt or a function that builds it when its turn comes. The function returns None to skip the
    question. `means` returns the complete answer for a typed one, such as a full name, or raises `ClubFault`.
    """

    id: str
    question: Prompt | Callable[[Club, Answers], Prompt | None]
    means: Callable[[Club, Answers, str], str] | None = None


@frozen
class Effect:
    """The preview of an operation. `agree` says what Enter will do.

    If `name` is set, the user must type it to confirm an operation that cannot be undone.
    """

    text: str
    agree: str
    rows: Sequence[str] = ()
    name: str = ""


@frozen
class Long(Generic[Step]):
    """A step that may take long, with its progress text, such as "Importing the hands".

    `do` reports its progress. The progress raises an exception to stop it, and the step must leave no changes then.
    """

    says: str
    do: Callable[[Club, Answers, Progress], Step]


@frozen
class Deed(Generic[Result]):
    """An operation of the desk. Its `id` is the command of the command line that does the same.

    `effect` returns a preview to confirm. `may` raises a fault before anything else if the operation is forbidden.
    `anyway` maps each fault that the user may override to the text for Enter. After the override, `do` gets an answer
    with the key `ANYWAY`. `well` returns whether the result is a success, `shows` a document to open with it, and
    `club` the club to switch to.
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
        """Return the progress text of the first long step still to come, or "" if none is long."""
        steps = (self.do,) if agreed else (self.effect, self.do)
        return next((step.says for step in steps if isinstance(step, Long)), "")


@frozen
class PendingPrompt:
    """The step of an operation that waits for an answer."""

    id: str
    question: Prompt


@frozen
class Confirmation:
    """The step of an operation that waits for consent to its effect or to overriding a `fault`.

    `worked_out` is the club's revision when the effect was computed.
    """

    effect: Effect
    worked_out: tuple[int, ...] = ()
    fault: ClubFault | None = None


@frozen
class Completed(Generic[Result]):
    """The step of an operation that has finished, with its result."""

    result: Result


class Refused(Exception):
    """The fault that stopped an operation. `about` is the id of the answer at fault, or ""."""

    def __init__(self, fault: ClubFault, about: str) -> None:
        super().__init__(str(fault))
        self.fault = fault
        self.about = about


def reason(
    asks: str | Callable[[Answers], str], *frequent_reasons: str, optional: bool = False, example: str = ""
) -> Parameter:
    """Return the parameter for the reason of an operation, with frequent reasons as suggestions."""

    def build_prompt(_: Club, answers: Answers) -> Prompt:
        said = asks if isinstance(asks, str) else asks(answers)
        may = " (optional)" if optional else ""
        return Prompt(f"{said} Reason{may}:", tuple(map(Pick, frequent_reasons)), example=example, optional=optional)

    return Parameter(REASON, build_prompt, lambda _club, _answers, typed: clean_text(typed, "the reason"))


def advance(
    club: Club,
    deed: Deed[Result],
    answers: Answers,
    agreed: Confirmation | None = None,
    progress: Progress = no_progress,
) -> PendingPrompt | Confirmation | Completed[Result]:
    """Return the operation's next step after these answers. `progress` receives the progress of long steps.

    Raise `Refused` if the operation or an answer is not allowed.
    """
    known_answers: dict[str, str] = {}
    last_id = next(reversed([*answers]), "")
    try:
        if deed.may:
            deed.may(club)
        for parameter in deed.asks:
            if parameter.id in answers:
                last_id = parameter.id
                known_answers[parameter.id] = (
                    parameter.means(club, known_answers, answers[parameter.id])
                    if parameter.means
                    else answers[parameter.id]
                )
                continue
            question = (
                parameter.question
                if isinstance(parameter.question, Prompt)
                else parameter.question(club, known_answers)
            )
            if question is not None:
                return PendingPrompt(parameter.id, question)
            known_answers[parameter.id] = ""
        if agreed and agreed.fault:
            known_answers[ANYWAY] = ANYWAY
        last_id = _last_but_reason(deed, known_answers)
        revision = club.revision()
        if deed.effect and (agreed is None or (agreed.worked_out and agreed.worked_out != revision)):
            effect = _step(deed.effect, club, known_answers, progress)
            if effect is not None:
                return Confirmation(effect, revision)
        return Completed(_step(deed.do, club, known_answers, progress))
    except NeedsReason as fault:
        raise Refused(fault, REASON if REASON in known_answers else last_id) from None
    except tuple(deed.anyway) as fault:
        if ANYWAY in known_answers:
            raise Refused(fault, last_id) from None
        return Confirmation(Effect(str(fault), deed.anyway[type(fault)]), fault=fault)
    except ClubFault as fault:
        raise Refused(fault, last_id) from None


def _step(
    function: Callable[[Club, Answers], Found] | Long[Found], club: Club, answers: Answers, progress: Progress
) -> Found:
    return function.do(club, answers, progress) if isinstance(function, Long) else function(club, answers)


def _last_but_reason(deed: Deed[Any], answers: Answers) -> str:
    """Return the id of the last answer except the reason, which is seldom the one at fault."""
    answered_ids = [parameter.id for parameter in deed.asks if answers.get(parameter.id)]
    return next((id for id in reversed(answered_ids) if id != REASON), answered_ids[-1] if answered_ids else "")
