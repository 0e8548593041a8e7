"""Frozen dataclasses that are created and copied much faster than those of `dataclasses`. Each line creates several."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from threading import RLock
from typing import Any, Final, TypeVar, dataclass_transform

State = TypeVar("State")
Class = TypeVar("Class", bound=type)
_COPIERS: dict[type, Callable[[Any, Mapping[str, Any]], Any]] = {}
_UNPROCESSED: dict[type, tuple[type, Mapping[str, object]]] = {}
"""The declared classes that `dataclasses` has not processed yet: each as it was written, and what it has until then."""
_PROCESSING: Final = RLock()


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: Class) -> Class:
    """Declare a frozen dataclass with slots.

    Only mypy enforces that it is frozen. An instance frozen at run time takes three times as long to create. The
    initializer, the equality, the hash and the fields are made on first use: a command declares some two hundred
    classes, and `dataclasses` takes longer to declare one than the command to use it.
    """
    namespace = dict(vars(kind))
    for name in ("__dict__", "__weakref__"):
        namespace.pop(name, None)
    names = [
        name for name, annotation in kind.__annotations__.items() if "ClassVar" not in f"{annotation}".split("[")[0]
    ]
    for name in names:
        namespace.pop(name, None)  # a default, which `dataclasses` reads from the class as it was written
    inherited = {name for base in kind.__mro__[1:-1] for name in vars(base).get("__slots__", ())}
    namespace["__slots__"] = tuple(name for name in names if name not in inherited)
    namespace["__qualname__"] = kind.__qualname__
    if namespace.get("__hash__") is None:
        namespace["__hash__"] = _compile_hash

    def initialize(instance: Any, *values: Any, **named_values: Any) -> None:
        _process(declared)
        kind.__init__(instance, *values, **named_values)  # type: ignore[misc]

    at_first = {"__init__": initialize, **_FIELDS}
    for name, value in {**at_first, "__repr__": _write_fields, "__eq__": _compile_equality}.items():
        namespace.setdefault(name, value)
    declared = type(kind)(kind.__name__, kind.__bases__, namespace)
    _UNPROCESSED[declared] = kind, at_first
    return declared


def _process(declared: type) -> None:
    """Let `dataclasses` process a class as it was written, and give the declared class the result."""
    with _PROCESSING:
        if declared not in _UNPROCESSED:
            return  # another thread was faster
        kind, at_first = _UNPROCESSED[declared]
        processed: type = dataclass(eq=False, repr=False)(kind)
        for name, value in at_first.items():
            if vars(declared)[name] is value:
                setattr(declared, name, vars(processed)[name])
        del _UNPROCESSED[declared]


class _AtFirst:
    """An attribute of a class that is made when it is first read."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, instance: object, kind: type) -> Any:
        if owner := next((base for base in kind.__mro__ if vars(base).get(self.name) is self), None):
            _process(owner)  # which another thread may just have done
        return getattr(kind, self.name)


_FIELDS: Final = {name: _AtFirst(name) for name in ("__dataclass_fields__", "__dataclass_params__", "__match_args__")}


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
    """Return the class of an instance that still has the uncompiled method: its own class or a base class.

    If another thread has compiled it meanwhile, return the instance's own class and compile once more.
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
