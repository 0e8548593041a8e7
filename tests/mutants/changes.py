"""The changes that can be made in a file: one comparison, constant, branch or call each."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """The kind of code that is changed."""

    COMPARISON = "comparison"
    CONSTANT = "constant"
    BRANCH = "branch"
    CALL = "call"


@dataclass(frozen=True)
class Change:
    """One change in one file; `node` and `part` locate it in the order of `ast.walk`."""

    line: int
    statement: int  # its first line: what goes over several lines is not always seen at the line of its part
    kind: Kind
    was: str
    now: str
    node: int
    part: int = 0


_OTHER_COMPARISON: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_OTHER_FUNCTION = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "reversed": "list"}
# Without most of these the value has another type and the same members, `cast` and SQLModel's `col` return what they
# are given, and no program lives long without the others.
_LEFT = {"tuple", "list", "set", "frozenset", "dict", "str", "iter", "cast", "col", "len", "super"}
_FOR_TYPES = {"TypeVar", "NewType", "ParamSpec", "namedtuple"}
_KEEPING = {"dataclass", "field", "lru_cache"}
_WORD = re.compile(r"[\w.-]+")


def changes(source: str) -> list[Change]:
    """Return every change that can be made in a source, in order."""
    tree = ast.parse(source)
    number = {node: at for at, node in enumerate(ast.walk(tree))}
    results = [
        Change(old.lineno, first, kind, ast.unparse(old), ast.unparse(new), number[node], part)
        for node, first in _running(tree, 1)
        for part, (kind, old, new) in enumerate(_others(node))
    ]
    return sorted(results, key=lambda row: (row.line, row.node, row.part))


def changed(source: str, change: Change) -> ast.Module:
    """Return a source with one change; unchanged code keeps its line numbers."""
    tree = ast.parse(source)
    _, old, new = list(_others(list(ast.walk(tree))[change.node]))[change.part]
    ast.copy_location(new, old)
    parent = next(node for node in ast.walk(tree) if old in ast.iter_child_nodes(node))
    for name, value in ast.iter_fields(parent):
        if value is old:
            setattr(parent, name, new)
        elif isinstance(value, list):
            setattr(parent, name, [new if child is old else child for child in value])
    return ast.fix_missing_locations(tree)


def _others(node: ast.AST) -> Iterator[tuple[Kind, ast.expr, ast.expr]]:
    """Yield what can replace a node, or its condition."""
    match node:
        case ast.Compare(left, ops, comparators):
            for at, operator in enumerate(ops):
                other = [*ops[:at], _OTHER_COMPARISON[type(operator)](), *ops[at + 1 :]]
                yield Kind.COMPARISON, node, ast.Compare(left, other, comparators)
        case ast.Constant(bool(value)):
            yield Kind.CONSTANT, node, ast.Constant(not value)
        case ast.Constant(int(value) | float(value)):
            yield Kind.CONSTANT, node, ast.Constant(value + 1)
        case ast.Constant(str(value)) if _WORD.fullmatch(value):
            yield Kind.CONSTANT, node, ast.Constant(value + "x")
        case ast.If(test) | ast.While(test) | ast.IfExp(test) if not isinstance(test, ast.Constant):
            yield Kind.BRANCH, test, ast.UnaryOp(ast.Not(), test)
        case ast.comprehension(ifs=ifs):
            for test in ifs:
                yield Kind.BRANCH, test, ast.UnaryOp(ast.Not(), test)
        case ast.BoolOp(operator, values):
            yield Kind.BRANCH, node, ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.Expr(ast.Call() as call):
            yield Kind.CALL, call, ast.Constant(None)
        case ast.Call(ast.Name(name), args) if name in _OTHER_FUNCTION:
            yield Kind.CALL, node, ast.Call(ast.Name(_OTHER_FUNCTION[name], ast.Load()), args, node.keywords)
        case ast.Call(ast.Name(name)) if name in _LEFT:
            return
        case ast.Call(_, [ast.expr() as first, *_]) if not isinstance(first, ast.Starred):
            yield Kind.CALL, node, first
        case ast.Call(ast.Attribute(value)):
            yield Kind.CALL, node, value
        case ast.Call():
            yield Kind.CALL, node, ast.Constant(None)


def _running(node: ast.AST, first: int) -> Iterator[tuple[ast.AST, int]]:
    """The nodes that do something when the program runs, each with the first line of its statement."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns") or (isinstance(node, ast.ClassDef) and name in ("bases", "keywords")):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or _says_nothing(child):
                continue
            begins = child.lineno if isinstance(child, ast.stmt) else first
            if not (isinstance(node, ast.Expr) and isinstance(child, ast.Call)):  # which is left out as a whole
                yield child, begins
            yield from _running(child, begins)


def _says_nothing(node: ast.AST) -> bool:
    """Tell whether a node has no effect on what the program does: a docstring, an annotation, part of a message, ..."""
    match node:
        case ast.Expr(ast.Constant()) | ast.JoinedStr() | ast.Assert() | ast.Import() | ast.ImportFrom():
            return True
        case ast.keyword("strict", ast.Constant(True)):  # `zip` asserts that all are as long
            return True
        case ast.Assign([ast.Name(name)]) if name.startswith("__") or (name[0].isupper() and not name.isupper()):
            return True  # an alias of types
        case ast.If(ast.Name("TYPE_CHECKING")) | ast.Subscript(ast.Name("Literal")):
            return True
        case ast.ClassDef(bases=bases):
            return any(isinstance(base, ast.Name) and base.id == "Protocol" for base in bases)
        case ast.Call(ast.Name(name)):
            return name in _FOR_TYPES | _KEEPING
    return False
