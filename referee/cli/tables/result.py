"""``referee result``: record or correct the result of a match."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.evening.tonight import print_next_after
from referee.cli.shared.club import ReasonOption, open_as_officer, resolve_table, warn_of_reports
from referee.cli.shared.common_options import CorrectionOptions
from referee.cli.shared.completion import TableArgument
from referee.cli.shared.impact_preview import apply_with_impact, confirm_impact
from referee.cli.shared.printing import print_line, print_result, print_undecided
from referee.cli.shared.similar_names import accept_close_names
from referee.cli.tables.log import KeyOption
from referee.cli.tables.recording import match_data, print_places

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.match.view import MatchView

app = typer.Typer()


@app.command(
    epilog='Example: referee result 4 Ann "Ben, Cal" Dee, or in its printed form: referee result 4 '
    '"Ann > Ben = Cal > Dee", or in chips: referee result 4 Ann=5 Ben=-5, or to correct it: '
    'referee result 4 Ben "Ann, Cal" Dee --reason "Ann misread" --by Fay --dry-run'
)
def result(
    table_text: TableArgument,
    result: Annotated[
        list[str], typer.Argument(metavar="NAME...", help="Players, best first; ties joined by commas. Or NAME=CHIPS.")
    ],
    common: CorrectionOptions,
    reason: ReasonOption = "",
    key: KeyOption = None,
) -> None:
    """Record the result of a match and finish it, or correct the result of a finished match.

    A correction needs a reason; a terminal asks for it. You see the effect first, and confirm it.
    """
    from referee.club.corrections import result_entry
    from referee.club.match.result_text import parse_result

    places, chips = parse_result(*result)
    typed_names = [name for group in places for name in group] or list(chips)

    def act(club: Club) -> MatchView:
        def write(names: Sequence[str]) -> MatchView:
            corrected_names = dict(zip(typed_names, names, strict=True))
            groups = [[corrected_names[name] for name in group] for group in places]
            chips_by_name = {corrected_names[name]: amount for name, amount in chips.items()}
            return result_entry.record(club, table, places=groups, chips=chips_by_name, reason=reason, key=key)

        return accept_close_names(write, typed_names)

    with open_as_officer(common) as club:
        table = resolve_table(club, table_text)
        corrects = result_entry.is_correction(club, table, key)
        if not corrects:
            warn_of_reports(club, table=table)
        if corrects:
            match = apply_with_impact(club, act, common, table=table, always_ask=True)
        else:
            match = act(club) if confirm_impact(club, table, act, common) else None
        if match is not None:
            print_result(match, common.json, print_places if corrects else partial(_print_recorded, club), match_data)


def _print_recorded(club: Club, match: MatchView) -> None:
    print_places(match)
    print_undecided(match)
    print_next_after(club, match)
    print_line(f"Undo: referee undo {match.number}")
