"""No test reads a screen before what it asked of it is there: what does not wait is followed by what does.

`Officer.press`, `type`, `click` and others wait until no key is held back, no worker runs and the screen was painted.
What sends keys or messages and does not wait for all of this is for tests of haste; a screen is read after it only
once something was waited for.
"""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

TESTS: Final = Path(__file__).parents[1]
# What asks something of the program without waiting for all that comes of it; `press` and `click` only on a pilot.
ASKS: Final = {
    "hurry",
    "send",
    "reach",
    "hold",
    "calm",
    "post_message",
    "push_screen",
    "hover",
    "mouse_down",
    "mouse_up",
}
WAITS: Final = {
    *("press", "type", "record", "resize", "click", "click_text", "settle", "until", "meanwhile", "catch_up"),
    *("wait_async", "wait", "pause"),
}
READS: Final = {
    *("sees", "reads", "shows", "on", "beside", "within", "rows_of", "colours"),
    *("screen", "screen_stack", "focused", "is_running", "query", "query_one"),
}
ASKED, WAITED = "asked", "waited"
# What the latest call of a function is, where it asks or waits itself.
Ends = Mapping[str, str]
Sources = list[tuple[Path, ast.Module]]


def name_of(called: ast.expr) -> str:
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def on_a_pilot(called: ast.expr) -> bool:
    return isinstance(called, ast.Attribute) and name_of(called.value) == "pilot"


def steps(node: ast.AST, ends: Ends) -> Iterator[tuple[int, str, str]]:
    """Yield in their order what asks, waits or reads, with its line and its name; of loops the body twice."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        return  # it is not run here
    if isinstance(node, ast.For | ast.AsyncFor | ast.While):
        head, body = ([node.test] if isinstance(node, ast.While) else [node.iter]), [*node.body] * 2
        for each in (*head, *body, *node.orelse):
            yield from steps(each, ends)
        return
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
        inner: list[ast.AST] = [expr for expr in (node.value,) if expr]
    else:
        inner = [*ast.iter_child_nodes(node)]
    if not isinstance(node, ast.Call):
        for each in inner:
            yield from steps(each, ends)
        if isinstance(node, ast.Attribute) and node.attr in READS - WAITS:
            yield node.lineno, "reads", node.attr
        return
    name = name_of(node.func)
    if name in WAITS and not on_a_pilot(node.func):
        yield node.lineno, WAITED, name  # whatever it looks at meanwhile
        return
    for each in (*node.args, *(keyword.value for keyword in node.keywords)):
        yield from steps(each, ends)
    if name in ASKS or on_a_pilot(node.func):
        yield node.lineno, WAITED if name == "pause" else ASKED, name
    elif isinstance(node.func, ast.Name) and name in ends:
        yield node.lineno, ends[name], name
    else:
        yield from steps(node.func, ends)


def body_of(function: ast.FunctionDef | ast.AsyncFunctionDef, ends: Ends) -> list[tuple[int, str, str]]:
    return [step for stmt in function.body for step in steps(stmt, ends)]


def functions(sources: Sources) -> Iterator[tuple[Path, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for path, tree in sources:
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield path, node


def too_soon(sources: Sources) -> list[str]:
    """Return each place at which a screen is read after something was asked of it that nobody waited for."""
    ends: dict[str, str] = {}
    for _ in range(3):  # a helper may end with another one
        for _, each in functions(sources):
            acts = [what for _, what, _ in body_of(each, ends) if what != "reads"]
            if acts and each.name not in WAITS | ASKS and not each.name.startswith("test_"):
                ends[each.name] = acts[-1]
    by_key = {}
    for path, each in functions(sources):
        asked = ""
        for line, what, name in body_of(each, ends):
            if what == "reads" and asked:
                by_key[path, line] = f"{path.name}:{line}: {name} is read right after {asked}, which does not wait"
            asked = {ASKED: name, WAITED: ""}.get(what, asked)
    return list(by_key.values())


def test_no_test_reads_a_screen_before_it_is_there() -> None:
    files = [file for file in sorted(TESTS.rglob("*.py")) if file.name != "piloting.py"]
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    driving = [(file, ast.parse(text)) for file, text in texts.items() if "piloting" in text or "run_test" in text]
    assert len(driving) > 50
    assert not (found := too_soon(driving)), "\n".join(found)


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ('await officer.press("c"); officer.sees()', False),
        ('await officer.hurry("c"); officer.sees()', True),
        ('await officer.hurry("c"); await officer.settle(); officer.sees()', False),
        ('await officer.hurry("c"); await wait_async(lambda: "x" in officer.reads(), officer.sees)', False),
        ('await officer.hurry("c"); await officer.meanwhile("x"); officer.sees()', False),
        ('officer.send("c"); await officer.press("d"); officer.reads()', False),
        ('officer.send("c"); assert isinstance(officer.app.screen, Dialog)', True),
        ('await pilot.press("c"); app.query_one(Input)', True),
        ('await officer.pilot.click(); officer.on("help")', True),
        ('await pilot.press("c"); await pilot.pause(); app.query_one(Input)', False),
        ("officer.app.post_message(event); field = officer.app.focused", True),
        ('await begin(officer); assert "x" in officer.reads()', True),
        ('await begin(officer); await officer.until("x"); officer.reads()', False),
        ('for _ in range(2): officer.reads(); await officer.hurry("c")', True),
    ],
)
def test_a_screen_that_is_read_too_soon_is_found(body: str, wrong: bool) -> None:
    helper = 'async def begin(officer):\n    await officer.press("c")\n    officer.send("x")\n'
    tree = ast.parse(f"{helper}\nasync def test(officer):\n    {body}\n")
    assert bool(too_soon([(Path("test_sample.py"), tree)])) is wrong
