"""House rules: kept version by version, and only what the rulebook asks."""

import pytest

from referee.club.calendar import house_rules
from referee.club.folder import Club
from referee.club.text.faults import ClubFault


def test_house_rules_are_kept_version_by_version(club: Club) -> None:
    assert house_rules.change(club.by("Gus"), None, "Big Two", ["royal=none"]) == {"royal": "none"}
    both = {"royal": "none", "two_pair_play": "false"}
    assert house_rules.change(club, None, "big-two", ["two-pair-play=No"]) == both
    house_rules.change(club, None, "big-two", ["royal=none"])
    versions = house_rules.versions(club)["big-two"]
    assert [(each.options, each.by) for each in versions] == [({"royal": "none"}, "Gus"), (both, "Fay")]


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("royl=none", "Big Two.*no option 'royl'. Did you mean royal"),
        ("royal=maybe", "royal cannot be 'maybe'. Use 10_to_A or none"),
        ("royal", "not NAME=VALUE"),
    ],
)
def test_a_house_rule_that_the_rulebook_does_not_ask_is_refused(club: Club, option: str, message: str) -> None:
    with pytest.raises(ClubFault, match=message):
        house_rules.change(club, None, "big-two", [option])
    assert house_rules.versions(club) == {}
