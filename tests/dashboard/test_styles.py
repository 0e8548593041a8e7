"""What a widget looks like is settled by the rules that match it, never by which screen was opened first.

Textual lets the rule with more ids, classes and types win, and of two with as many the one whose source was loaded
later. A source is loaded when its screen or widget is first shown.
"""

import importlib
import pkgutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from sys import modules
from typing import Any

import pytest
from textual.app import App
from textual.containers import Horizontal
from textual.css.model import CombinatorType, Selector, SelectorType
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget

import referee.dashboard
from referee.club.folder import Club
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.widgets.line_editor import LineEditor
from tests.dashboard.piloting import LARGE, Officer, at_the_desk

Compound = Sequence[Selector]
"""What one widget of a selector is asked for, such as `TableCard.marked`."""


@dataclass(frozen=True)
class Rule:
    """One selector of a class's CSS, with what it settles."""

    owner: type[DOMNode]
    source: str
    """`CSS` or `DEFAULT_CSS`: any rule of the first outdoes any rule of the second."""
    selector: str
    specificity: tuple[int, int, int]
    compounds: Sequence[Compound]
    children: Sequence[bool]
    """For each compound whether it is a child of the one before, and not any descendant."""
    settles: dict[str, Any]
    important: frozenset[str]


def classes_below(root: type[DOMNode]) -> Iterator[type[DOMNode]]:
    yield root
    for below in root.__subclasses__():
        yield from classes_below(below)


def every_class() -> list[type[DOMNode]]:
    """Every class of the desk that can have CSS, and of Textual as far as the desk loads it."""
    for found in pkgutil.walk_packages(referee.dashboard.__path__, "referee.dashboard."):
        importlib.import_module(found.name)
    # The tests make some of their own, which no module has.
    found = dict.fromkeys(classes_below(DOMNode))
    return [
        each for each in dict.fromkeys(classes_below(DOMNode)) if hasattr(modules.get(each.__module__), each.__name__)
    ]


def rules_of(owner: type[DOMNode], source: str, css: str) -> Iterator[Rule]:
    scoped = source == "DEFAULT_CSS" and owner.__dict__.get("SCOPED_CSS", True)
    sheet = Stylesheet(variables=App().get_css_variables())
    sheet.add_source(css, is_default_css=source == "DEFAULT_CSS", scope=owner._css_type_name if scoped else "")
    sheet.parse()
    for rules in sheet.rules:
        for found in rules.selector_set:
            compounds: list[list[Selector]] = []
            children: list[bool] = []
            for selector in found.selectors:
                if not compounds or selector.combinator is not CombinatorType.SAME:
                    compounds.append([])
                    children.append(selector.combinator is CombinatorType.CHILD)
                compounds[-1].append(selector)
            important = frozenset(rules.styles.important)
            settles = dict(rules.styles.get_rules())
            yield Rule(owner, source, found.css, found.specificity, compounds, children, settles, important)


def named(compound: Compound, kind: SelectorType) -> set[str]:
    return {selector.name for selector in compound if selector.type is kind}


class Widgets:
    """Which classes there are, and which of them a selector may mean."""

    def __init__(self, classes: Sequence[type[DOMNode]]) -> None:
        self.classes = classes
        self.shown = [each for each in classes if issubclass(each, Screen | App)]

    def meant(self, *compounds: Compound) -> set[type[DOMNode]]:
        """The classes that all of these may mean; a selector without a type may mean any."""
        types = {name for compound in compounds for name in named(compound, SelectorType.TYPE)}
        return {each for each in self.classes if types <= each._css_type_names}

    def one_widget(self, one: Rule, other: Rule) -> bool:
        """Whether a widget may be meant by both: by a type in both of them, or by the same class or id."""
        last = one.compounds[-1], other.compounds[-1]
        ids, css_classes, types = (
            [named(compound, kind) for compound in last]
            for kind in (SelectorType.ID, SelectorType.CLASS, SelectorType.TYPE)
        )
        if all(ids) and ids[0] != ids[1]:
            return False
        same = all(types) or css_classes[0] & css_classes[1] or ids[0] & ids[1]
        return bool(same and self.meant(*last) and self.one_screen(one, other) and self.one_place(one, other))

    def one_screen(self, one: Rule, other: Rule) -> bool:
        """Whether both may hold within one screen and one program."""
        within = [
            compound for rule in (one, other) for compound in rule.compounds if self.meant(compound) <= {*self.shown}
        ]
        of_screens = [
            compound for compound in within if all(issubclass(found, Screen) for found in self.meant(compound))
        ]
        of_programs = [compound for compound in within if all(issubclass(found, App) for found in self.meant(compound))]
        programs = {rule.owner for rule in (one, other) if issubclass(rule.owner, App)}
        return bool(self.meant(*of_screens) and self.meant(*of_programs)) and len(programs) < 2

    def one_place(self, one: Rule, other: Rule) -> bool:
        """Whether a child of a screen itself may be within what the other rule asks for."""
        for rule, against in ((one, other), (other, one)):
            if len(rule.compounds) > 1 and rule.children[-1] and self.meant(rule.compounds[-2]) <= {*self.shown}:
                for above in against.compounds[:-1]:
                    if not self.meant(above) & {*self.shown}:
                        return False
        return True

    def ties(self, rules: Sequence[Rule]) -> Iterator[str]:
        """The pairs of which the order of loading decides, as far as one of them is the desk's own."""
        for one, other in combinations(rules, 2):
            if one.source != other.source or one.specificity != other.specificity:
                continue
            if not any(rule.owner.__module__.startswith("referee.") for rule in (one, other)):
                continue
            # A class outdoes what it derives from, and within one source the later rule outdoes the earlier.
            if issubclass(one.owner, other.owner) or issubclass(other.owner, one.owner):
                continue
            differ = {name for name in one.settles.keys() & other.settles if one.settles[name] != other.settles[name]}
            differ = {name for name in differ if (name in one.important) is (name in other.important)}
            if differ and self.one_widget(one, other):
                change = " and ".join(f"{rule.owner.__name__}: {rule.selector}" for rule in (one, other))
                yield f"{change} ({', '.join(sorted(differ))})"


def ties(classes: Sequence[type[DOMNode]]) -> list[str]:
    rules = [
        rule
        for owner in classes
        for source in ("DEFAULT_CSS", "CSS")
        if (css := owner.__dict__.get(source))
        for rule in rules_of(owner, source, css)
    ]
    return [*Widgets(classes).ties(rules)]


def test_no_two_rules_of_the_desk_depend_on_which_was_loaded_first() -> None:
    assert ties(every_class()) == []


class _Below(Widget):
    DEFAULT_CSS = "_Below Horizontal { height: 1; }"
    __module__ = "referee.made_up"


class _Above(Screen[None]):
    DEFAULT_CSS = "_Above Horizontal { height: 1fr; }"
    __module__ = "referee.made_up"


class _Child(Screen[None]):
    DEFAULT_CSS = "_Child > Horizontal { height: 1fr; }"
    __module__ = "referee.made_up"


class _Same(Screen[None]):
    DEFAULT_CSS = "_Same Horizontal { height: 1; }"
    __module__ = "referee.made_up"


class _Other(Screen[None]):
    DEFAULT_CSS = "_Other Horizontal { height: 2; }"
    __module__ = "referee.made_up"


MADE_UP = [Widget, Screen, Horizontal]


def test_a_tie_of_a_screen_with_a_widget_in_it_is_found() -> None:
    (found,) = ties([*MADE_UP, _Below, _Above])
    assert found == "_Below: _Below Horizontal and _Above: _Above Horizontal (height)"


@pytest.mark.parametrize("screens", [[_Below, _Child], [_Below, _Same], [_Above, _Other]])
def test_what_no_widget_can_meet_twice_is_no_tie(screens: list[type[DOMNode]]) -> None:
    """A child of the screen itself is in no widget; what is the same may tie; a widget is in one screen."""
    assert ties([*MADE_UP, *screens]) == []


@pytest.mark.screen
async def test_a_table_is_laid_out_alike_whether_facts_were_opened_before_it_or_not(night: Club) -> None:
    items = []

    async def look(officer: Officer) -> None:
        await officer.press("enter")
        screen = officer.app.screen
        assert isinstance(screen, MatchScreen)
        items.append((screen.query_one("#record").size, screen.query_one(LineEditor).size))

    async with at_the_desk(night, size=LARGE) as officer:
        await look(officer)
    async with at_the_desk(night, "F", "escape", "escape", size=LARGE) as officer:
        await look(officer)
    assert items[0] == items[1]
