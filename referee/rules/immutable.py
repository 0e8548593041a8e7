"""Frozen dataclasses that are created and copied much faster than those of `dataclasses`. Each line creates several."""

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

    Only mypy enforces that it is frozen. An instance frozen at run time takes three times as long to create, and its
    class twice as long to declare, and every command declares some fifty. Equality and hash are compiled on first use,
    because most of these classes never use them.
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
    own_fields, other_fields = (
        _field_tuple(kind, variable, lambda field: field.compare) for variable in ("one", "other")
    )
    kind.__eq__ = _compile(  # type: ignore[method-assign]
        f"lambda one, other: {own_fields} == {other_fields} if other.__class__ is one.__class__ else NotImplemented"
    )
    return one.__eq__(other)  # type: ignore[no-any-return]


def _compile_hash(one: Any) -> int:
    """Compile the hash of a class, and hash the first instance."""
    kind = _class_to_compile(one, "__hash__", _compile_hash)
    hashed = _field_tuple(kind, "one", lambda field: field.compare if field.hash is None else field.hash)
    kind.__hash__ = _compile(f"lambda one: hash({hashed})")  # type: ignore[method-assign]
    return hash(one)


def _class_to_compile(instance: Any, name: str, at_first: object) -> type:
    """Return the class of an instance that still has the uncompiled method: its own class or a base class.

    If another thread has compiled it meanwhile, return the instance's own class and compile once more.
    """
    return next((kind for kind in type(instance).__mro__ if vars(kind).get(name) is at_first), type(instance))


def _field_tuple(kind: type, variable: str, counts: Callable[[Field[Any]], bool]) -> str:
    return f"({''.join(f'{variable}.{field.name}, ' for field in fields(kind) if counts(field))})"


def _compile(text: str) -> Callable[..., Any]:
    return eval(text)  # type: ignore[no-any-return]


def _write_fields(instance: Any) -> str:
    """Return the `repr` of a dataclass instance."""
    values = ", ".join(f"{field.name}={getattr(instance, field.name)!r}" for field in fields(instance) if field.repr)
    return f"{type(instance).__qualname__}({values})"


def replace(state: State, **changes: Any) -> State:
    """Return a copy of a frozen dataclass with some fields changed. Raise `KeyError` for an unknown field."""
    try:
        copier = _COPIERS[type(state)]
    except KeyError:
        copier = _COPIERS[type(state)] = _copier(type(state))
    return copier(state, changes)  # type: ignore[no-any-return]


def _copier(kind: type) -> Callable[[Any, Mapping[str, Any]], Any]:
    """Return a compiled function that copies an instance of a class.

    It fills an instance of an unlocked subclass, because assignment there costs a third of a descriptor call. Setting
    `__class__` then freezes the copy.
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
