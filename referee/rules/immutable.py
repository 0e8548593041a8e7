"""Frozen dataclasses that are made and copied much faster than with `dataclasses`: each line makes several."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform

State = TypeVar("State")
Class = TypeVar("Class", bound=type)
_COPIERS: dict[type, Callable[[Any, Mapping[str, Any]], Any]] = {}


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: Class) -> Class:
    """Declare a frozen dataclass with slots.

    Only mypy keeps it frozen: an instance that is frozen at run time takes three times as long to make, and its class
    twice as long to declare, which every command does with some fifty. Equality and hash are compiled when they are
    first used, as most of these classes never use them.
    """
    attributes = vars(kind)
    if "__repr__" not in attributes:
        kind.__repr__ = _write_fields  # type: ignore[assignment]
    if "__eq__" not in attributes:
        kind.__eq__ = _compile_equality  # type: ignore[assignment]
    kind.__hash__ = _compile_hash  # type: ignore[assignment]
    return dataclass(slots=True, eq=False, repr=False)(kind)  # type: ignore[return-value]


def _compile_equality(one: Any, other: object) -> bool:
    """Compile the equality of a class, and compare the first two instances."""
    kind = _class_to_compile(one, "__eq__", _compile_equality)
    ours, theirs = (_field_tuple(kind, whose, lambda field: field.compare) for whose in ("one", "other"))
    kind.__eq__ = _compile(  # type: ignore[method-assign]
        f"lambda one, other: {ours} == {theirs} if other.__class__ is one.__class__ else NotImplemented"
    )
    return one.__eq__(other)  # type: ignore[no-any-return]


def _compile_hash(one: Any) -> int:
    """Compile the hash of a class, and hash the first instance."""
    kind = _class_to_compile(one, "__hash__", _compile_hash)
    hashed = _field_tuple(kind, "one", lambda field: field.compare if field.hash is None else field.hash)
    kind.__hash__ = _compile(f"lambda one: hash({hashed})")  # type: ignore[method-assign]
    return hash(one)


def _class_to_compile(instance: Any, name: str, at_first: object) -> type:
    """Return the class of an instance that still has the uncompiled method: its own, or a base class.

    If another thread has just compiled it, return the instance's own class, for which it is compiled once more.
    """
    return next((kind for kind in type(instance).__mro__ if vars(kind).get(name) is at_first), type(instance))


def _field_tuple(kind: type, whose: str, counts: Callable[[Field[Any]], bool]) -> str:
    return f"({''.join(f'{whose}.{field.name}, ' for field in fields(kind) if counts(field))})"


def _compile(text: str) -> Callable[..., Any]:
    return eval(text)  # type: ignore[no-any-return]


def _write_fields(instance: Any) -> str:
    """Return the `repr` of a dataclass instance."""
    values = ", ".join(f"{field.name}={getattr(instance, field.name)!r}" for field in fields(instance) if field.repr)
    return f"{type(instance).__qualname__}({values})"


def replace(state: State, **changes: Any) -> State:
    """Return a copy of a frozen dataclass with slots, with some fields changed.

    Raises `KeyError` for a field that it does not have.
    """
    try:
        copier = _COPIERS[type(state)]
    except KeyError:
        copier = _COPIERS[type(state)] = _copier(type(state))
    return copier(state, changes)  # type: ignore[no-any-return]


def _copier(kind: type) -> Callable[[Any, Mapping[str, Any]], Any]:
    """Compile a function that copies each slot of a class.

    The copy is filled as an instance of an unlocked subclass, in which an assignment costs a third of a descriptor's
    call. Setting its `__class__` to the class itself then freezes it.
    """
    names = [field.name for field in fields(kind)]
    frozen = "__setattr__" in vars(kind)
    unlocked = {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    rows = [f"    copy.{name} = state.{name}" for name in names]
    changing = [
        "    try:",
        "        for name, value in changes.items():",
        "            setattr(copy, name, value)",
        "    except AttributeError:",
        "        raise KeyError(name) from None",
    ]
    freezing = ["    copy.__class__ = kind"] if frozen else []
    source = "\n".join(
        ["def copier(state, changes):", "    copy = make(open)", *rows, *changing, *freezing, "    return copy"]
    )
    scope: dict[str, Any] = {
        "make": object.__new__,
        "open": type(f"Unlocked{kind.__name__}", (kind,), unlocked) if frozen else kind,
        "kind": kind,
    }
    exec(source, scope)
    return scope["copier"]  # type: ignore[no-any-return]
