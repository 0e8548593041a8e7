"""A file of the user's is not overwritten from the desk unless they agree."""

import pytest

from referee.club.folder import Club
from tests.dashboard.affairs.conftest import found
from tests.dashboard.piloting import at_the_desk


@pytest.mark.screen
async def test_a_file_that_the_user_changed_is_asked_about_at_the_desk(evening: Club) -> None:
    calendar = evening.exports / "season.ics"
    calendar.parent.mkdir(parents=True, exist_ok=True)
    calendar.write_text("mine", encoding="utf-8")
    async with at_the_desk(evening) as officer:
        await found(officer, "export ics", shows="Overwrite it?")
        await officer.press("escape")
        assert calendar.read_text(encoding="utf-8") == "mine"
        await found(officer, "export ics", shows="Overwrite it?")
        await officer.press("enter", shows="1 session of 2:00 hours")
        assert calendar.read_text(encoding="utf-8").startswith("BEGIN:VCALENDAR")
        data = calendar.read_bytes()
        await found(officer, "export ics", shows="1 session of 2:00 hours")
        assert calendar.read_bytes() == data
