"""What the views of a club say of themselves as plain data is theirs."""

import pkgutil
from dataclasses import fields, is_dataclass
from importlib import import_module

import pytest

import referee.club

VIEWS = {
    each
    for module in pkgutil.walk_packages(referee.club.__path__, "referee.club.")
    for each in vars(import_module(module.name)).values()
    if isinstance(each, type) and is_dataclass(each) and isinstance(getattr(each, "PLAIN", None), tuple)
}


@pytest.mark.parametrize("view", sorted(VIEWS, key=lambda each: each.__qualname__), ids=lambda each: each.__qualname__)
def test_a_view_has_everything_that_it_says_of_itself(view: type) -> None:
    own = {each.name for each in fields(view)} | set(dir(view))
    assert set(view.PLAIN) <= own  # type: ignore[attr-defined]
