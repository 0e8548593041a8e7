"""The separators of CSV cells and decimals that spreadsheets on this computer expect."""

from __future__ import annotations

import locale
import sys
from typing import Final

from referee.cards.immutable import frozen

_INTERNATIONAL: Final = r"Control Panel\International"


@frozen
class CsvFormat:
    """The separator of cells and the decimal sign. `for_excel` also escapes texts that Excel takes for dates."""

    delimiter: str = ","
    decimal: str = "."
    for_excel: bool = False


PLAIN: Final = CsvFormat()
DECIMAL_COMMA: Final = CsvFormat(";", ",")


def excel_format(*, decimal_comma: bool | None = None) -> CsvFormat:
    """Return the CSV format that Excel opens directly: this computer's, or one with a decimal comma or point."""
    if decimal_comma is not None:
        delimiter, decimal = (";", ",") if decimal_comma else (",", ".")
    elif sys.platform == "win32":
        delimiter, decimal = _windows_settings()
    else:
        decimal = _decimal_of_locale()
        delimiter = ";" if decimal == "," else ","
    return CsvFormat(delimiter, decimal, for_excel=True)


def _decimal_of_locale() -> str:
    """Return the decimal sign of the user's locale, or a point if the system lacks that locale."""
    previous_locale = locale.setlocale(locale.LC_NUMERIC)
    try:
        locale.setlocale(locale.LC_NUMERIC, "")
        return "," if locale.localeconv()["decimal_point"] == "," else "."
    except locale.Error:
        return "."
    finally:
        locale.setlocale(locale.LC_NUMERIC, previous_locale)


def _windows_settings() -> tuple[str, str]:
    """Return the list separator and the decimal sign of the Windows regional settings."""
    values = {"sList": ",", "sDecimal": "."}
    if sys.platform == "win32":
        import winreg

        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, _INTERNATIONAL) as key:
            values = {name: str(winreg.QueryValueEx(key, name)[0]) for name in values}
    return usable_separators(values["sList"], values["sDecimal"])


def usable_separators(delimiter: str, decimal: str) -> tuple[str, str]:
    """Return the separators, changed if necessary so that cells and numbers can be told apart."""
    decimal = "," if decimal.strip() == "," else "."
    delimiter = delimiter if delimiter == "\t" else delimiter.strip()[:1]
    if delimiter in ("", decimal, '"', "'", "-", "\r", "\n") or delimiter.isalnum():
        delimiter = ";" if decimal == "," else ","
    return delimiter, decimal
