"""Write pages to print: the seating sheet of an evening, and a tournament's seats, slips and standings."""

from __future__ import annotations

from typing import Final

from referee.club.evening import draws
from referee.club.folder import Club
from referee.club.people.public_names import all_public_names
from referee.club.text.faults import ClubFault
from referee.dashboard.deeds.asking import if_several, one_of
from referee.dashboard.deeds.deed import ANYWAY, Answers, Deed, Parameter, Pick, Prompt
from referee.dashboard.deeds.done import Done, telling
from referee.export.files import WouldOverwrite
from referee.tournaments import overview

_TOURNAMENT: Final = "which"
_SHEET: Final = "sheet"
_ROUND_SHEETS: Final = ("seats", "slips")
REPLACING: Final = {WouldOverwrite: "overwrite"}


def seats() -> Deed[Done]:
    """Return the operation that writes the seating sheet of the last draw."""

    def do(club: Club, answers: Answers) -> Done:
        from referee.export.pages.seating_sheet import seating_page, seating_sheet

        page = seating_sheet(draws.show(club), club.name, all_public_names(club).names)
        return _write_page(club, "seating.html", seating_page(page), answers)

    return telling("seat print", do, anyway=REPLACING)


def of_tournament() -> Deed[Done]:
    """Return the operation that writes one sheet of a tournament, such as its seats or its standings."""

    def tournament_prompt(club: Club, _: Answers) -> Prompt | None:
        picks = (
            Pick(f"{tournament.number}", tournament.status, tournament.name)
            for tournament in reversed(overview.all_tournaments(club))
        )
        return if_several("Which tournament?", picks, "There is no tournament yet.")

    def sheet_prompt(club: Club, answers: Answers) -> Prompt:
        from referee.export.pages.tournament_sheets import SheetKind
        from referee.tournaments.bracket import WITH_BRACKETS

        view = overview.read_view(club, answers[_TOURNAMENT] or None)
        brackets = view.settings.format in WITH_BRACKETS
        kinds = [sheet_kind.value for sheet_kind in SheetKind if brackets or sheet_kind is not SheetKind.BRACKET]
        kinds = [kind for kind in kinds if view.latest or kind not in _ROUND_SHEETS]
        return one_of(f"What is printed of {view.name}?", map(Pick, kinds))

    def do(club: Club, answers: Answers) -> Done:
        from referee.export.pages.season_facts import freezeout_prizes
        from referee.export.pages.tournament_sheets import SheetKind, tournament_sheets
        from referee.tournaments.public_view import public_view

        sheet_kind = SheetKind(answers[_SHEET])
        view = public_view(overview.read_view(club, answers[_TOURNAMENT] or None), all_public_names(club))
        round_view = view.latest if sheet_kind.value in _ROUND_SHEETS else None
        page = tournament_sheets(view, club.name, [sheet_kind], round_view, freezeout_prizes(club, view))
        return _write_page(club, f"tournament-{view.number}-{sheet_kind.value}.html", page, answers)

    return telling(
        "tournament print",
        do,
        (Parameter(_TOURNAMENT, tournament_prompt), Parameter(_SHEET, sheet_prompt)),
        anyway=REPLACING,
    )


def _write_page(club: Club, name: str, page: str, answers: Answers) -> Done:
    from referee.export.files import write_file

    try:
        write_file(club.exports / name, page.encode(), replace=ANYWAY in answers)
    except OSError as error:
        raise ClubFault(f"{club.exports} cannot be written: {error.strerror}.") from None
    return Done(f"{club.exports / name}: open it in a browser, and print it.")
