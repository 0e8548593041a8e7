"""What is in an exported file, as text."""

import io

from openpyxl import load_workbook


def text_of(name: str, data: bytes) -> str:
    """Return the text of a file; that of a workbook has its title and a line for each row of each sheet."""
    if not name.endswith(".xlsx"):
        return data.decode("utf-8-sig")
    workbook = load_workbook(io.BytesIO(data))
    rows = [[sheet.title, *(cell.value for cell in row)] for sheet in workbook for row in sheet.iter_rows()]
    return "\n".join([str(workbook.properties.title), *("\t".join(map(str, row)) for row in rows)])
