"""``referee result``: record how a match ended, or correct it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.evening.tonight import say_next_after
from referee.cli.shared.club import Reason, called, opened_by
from referee.cli.shared.common_options import Correcting
from referee.cli.shared.completion import Table
from referee.cli.shared.impact_preview import agreed, done_with_impact
from referee.cli.shared.printing import answer, say, say_undecided
from referee.cli.shared.similar_names import understood
from referee.cli.tables.log import Key
from referee.cli.tables.recording import say_places, settled

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.match.view import MatchView

app = typer.Typer()


@app.command(
    epilog='Example: referee result 4 Ann "Ben, Cal" Dee, or as it is printed: referee result 4 '
    '"Ann > Ben = Cal > Dee", or in chips: referee result 4 Ann=5 Ben=-5, or to correct it: '
    'referee result 4 Ben "Ann, Cal" Dee --reason "Ann misread" --by Fay --dry-run'
)
def result(
    typed: Table,
    result: Annotated[
        list[str], typer.Argument(metavar="NAME...", help="Players, best first; ties joined by commas. Or NAME=CHIPS.")
    ],
    common: Correcting,
    reason: Reason = "",
    key: Key = None,
) -> None:
    """Record the result of a match and finish it, or correct the result of a finished match.

    A correction needs a reason, which a terminal asks for. It shows its effect first, and asks.
    """
    from referee.club.corrections import result_entry
    from referee.club.match.result_text import typed_result

    places, chips = typed_result(*result)
    everybody = [name for group in places for name in group] or list(chips)

    def act(desk: Club) -> MatchView:
        def write(names: Sequence[str]) -> MatchView:
            meant = dict(zip(everybody, names, strict=True))
            groups = [[meant[name] for name in group] for group in places]
            won = {meant[name]: amount for name, amount in chips.items()}
            return result_entry.record(desk, table, places=groups, chips=won, reason=reason, key=key)

        return understood(write, everybody)

    with opened_by(common) as desk:
        table = called(desk, typed)
        corrects = result_entry.is_correction(desk, table, key)
        if corrects:
            done = done_with_impact(desk, act, common, table=table, asks=True)
        else:
            done = act(desk) if agreed(desk, table, act, common) else None
        if done is not None:
            answer(done, common.json, say_places if corrects else partial(_say_recorded, desk), settled)


def _say_recorded(desk: Club, match: MatchView) -> None:
    say_places(match)
    say_undecided(match)
    say_next_after(desk, match)
    say(f"Undo: referee undo {match.number}")
