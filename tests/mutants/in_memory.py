"""A change made in a running program: modules that have imported a function get the changed one."""

import ast
import gc
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from tests.mutants.changes import Change, changed

_NEVER_FUNCTIONS = {"<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>"}


def functions_under(folder: Path) -> dict[str, list[FunctionType]]:
    """Return all functions of the files in a folder."""
    gc.unfreeze()
    results: dict[str, list[FunctionType]] = defaultdict(list)
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(f"{folder}/"):
            results[thing.__code__.co_filename].append(thing)
    return results


def replace_functions(path: Path, change: Change, functions: Sequence[FunctionType]) -> bool:
    """Replace the functions of a file by changed ones; return whether that makes the whole change."""
    if runs_on_import(path, change) or not _replace(path, changed(_source(path), change), functions):
        return False
    forget_answers()
    return True


def mark(path: Path, changes: Mapping[int, Change], functions: Sequence[FunctionType], reached: set[int]) -> None:
    """Make each statement of a changed function report its number, and any other -1, when it is reached."""
    tree = ast.parse(_source(path))
    nodes = list(ast.walk(tree))
    parents = {child: node for node in nodes for child in ast.iter_child_nodes(node)}
    marks = defaultdict[ast.AST, set[int]](set)
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            marks[node.body[0]].add(-1)
    for number, change in changes.items():
        node = nodes[change.node]
        while node in parents and not isinstance(node, ast.stmt):
            node = parents[node]
        marks[node].add(number)
    for node in nodes:
        for name in ("body", "orelse", "finalbody"):
            if isinstance(statements := getattr(node, name, None), list):
                setattr(
                    node, name, [statement for one in statements for statement in (*_marking(marks.get(one, ())), one)]
                )
    _replace(path, ast.fix_missing_locations(tree), functions)
    for function in functions:
        function.__globals__["_reached"] = reached


def runs_on_import(path: Path, change: Change) -> bool:
    """Tell whether what is changed is in no function."""
    tree = ast.parse(_source(path))
    at = list(ast.walk(tree))[change.node]
    return not any(
        node is at
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for part in (function.body if isinstance(function.body, list) else [function.body])
        for node in ast.walk(part)
    )


def _source(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _marking(numbers: Iterable[int]) -> Iterator[ast.stmt]:
    for number in sorted(numbers):
        yield from ast.parse(f"_reached.add({number})").body


def _replace(path: Path, tree: ast.Module, functions: Sequence[FunctionType]) -> bool:
    """Give the functions of a file the code of a tree with the same functions; tell whether that was possible."""
    old_codes = _codes(compile(_source(path), str(path), "exec", dont_inherit=True))
    codes = _codes(compile(tree, str(path), "exec", dont_inherit=True))
    differing = {at for at in old_codes.keys() | codes.keys() if old_codes.get(at) != codes.get(at)}
    if any(len(old_codes[at]) != 1 or len(codes.get(at, ())) != 1 for at in differing if at in old_codes):
        return False
    these = [function for function in functions if _place(function.__code__) in differing]
    for changed_function in these:
        if (new := codes[_place(changed_function.__code__)][0]).co_freevars != changed_function.__code__.co_freevars:
            return False
        changed_function.__code__ = new
    return bool(these)


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


def forget_answers() -> None:
    """Clear all caches."""
    for cached in _keeping_answers(len(sys.modules)):
        cached.cache_clear()


@lru_cache(maxsize=1)
def _keeping_answers(_loaded: int) -> list[Any]:
    modules = [module for name, module in list(sys.modules.items()) if name.startswith("referee.")]
    return [var for module in modules for var in vars(module).values() if hasattr(var, "cache_clear")]


def _codes(module: CodeType) -> dict[tuple[str, int], list[CodeType]]:
    results: dict[tuple[str, int], list[CodeType]] = defaultdict(list)
    for code in _inside(module):
        if code.co_name not in _NEVER_FUNCTIONS:
            results[_place(code)].append(code)
    return results


def _inside(code: CodeType) -> Iterator[CodeType]:
    for co_const in code.co_consts:
        if isinstance(co_const, CodeType):
            yield co_const
            yield from _inside(co_const)


def _place(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno
