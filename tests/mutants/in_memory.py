"""A change made in a program that runs: whoever has imported a function has the changed one."""

import ast
import gc
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

from tests.mutants.changes import Change, changed

_NEVER_FUNCTIONS = {"<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>"}


def functions_under(folder: Path) -> dict[str, list[FunctionType]]:
    """All functions that there are of the files in a folder."""
    gc.unfreeze()
    found: dict[str, list[FunctionType]] = defaultdict(list)
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(f"{folder}/"):
            found[each.__code__.co_filename].append(each)
    return found


def put_in(path: Path, change: Change, functions: list[FunctionType]) -> bool:
    """Change the functions of a file; tell whether that is all that has to be changed."""
    source = path.read_text(encoding="utf-8")
    was = _codes(compile(source, str(path), "exec", dont_inherit=True))
    now = _codes(compile(changed(source, change), str(path), "exec", dont_inherit=True))
    others = {at for at in was.keys() | now.keys() if was.get(at) != now.get(at)}
    if any(len(was[at]) != 1 or len(now.get(at, ())) != 1 for at in others if at in was):
        return False
    these = [each for each in functions if _place(each.__code__) in others]
    if not these or _outside(source, change):
        return False
    for each in these:
        new = now[_place(each.__code__)][0]
        if new.co_freevars != each.__code__.co_freevars:
            return False
        each.__code__ = new
    _forget_answers()
    return True


class LoadChanged(MetaPathFinder):
    """Lets a file that is not imported yet be imported with a change; before all that loads it otherwise, as pytest."""

    def __init__(self, path: Path, change: Change) -> None:
        self.path, self.change = path, change

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin != str(self.path):
            return None
        spec.loader = _Changed(fullname, spec.origin, self.change)
        return spec


class _Changed(SourceFileLoader):
    def __init__(self, name: str, path: str, change: Change) -> None:
        super().__init__(name, path)
        self.change = change

    def get_code(self, fullname: str) -> CodeType:
        source = Path(self.path).read_text(encoding="utf-8")
        return compile(changed(source, self.change), self.path, "exec", dont_inherit=True)


def _forget_answers() -> None:
    """Let nobody have an answer that was found before."""
    for name, module in list(sys.modules.items()):
        if name.startswith("referee."):
            for each in list(vars(module).values()):
                if hasattr(each, "cache_clear"):
                    each.cache_clear()


def _codes(module: CodeType) -> dict[tuple[str, int], list[CodeType]]:
    found: dict[tuple[str, int], list[CodeType]] = defaultdict(list)
    for code in _inside(module):
        if code.co_name not in _NEVER_FUNCTIONS:
            found[_place(code)].append(code)
    return found


def _inside(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _inside(each)


def _place(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _outside(source: str, change: Change) -> bool:
    """Tell whether what is changed runs when the file is imported."""
    tree = ast.parse(source)
    at = list(ast.walk(tree))[change.node]
    inside = {
        id(each)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for part in (function.body if isinstance(function.body, list) else [function.body])
        for each in ast.walk(part)
    }
    return id(at) not in inside
