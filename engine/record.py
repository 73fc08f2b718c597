"""Frozen dataclasses to JSON and back, strictly, by their annotations; and as JSON Schema.

A field's type says what it may be: int, float, str, bool, a Literal, an Enum, a tuple, a Mapping, a
dataclass, a union whose members JSON tells apart, or a class with a `Form` of its own (`has_form`). What a
type cannot say stands beside it in `Annotated`: `Within`, `Key`, `Form`, and the marks `SPARSE`, `NEEDED`,
`INTERNAL` and `FLAT`. What imports nothing of the engine says it in plain data: a pair of numbers is a
`Within`, `partial(round, ndigits=2)` says how many digits are written, and a field that is not compared is
internal. A class whose fields depend on one another puts itself together in a class method `from_fields`.

>>> @dataclass(frozen=True)
... class Alarm:
...     minutes: Annotated[int, Within(0, 59)]
...     label: Annotated[str, SPARSE] = ""
>>> write(Alarm(5)), read(Alarm, {"minutes": 5})
({'minutes': 5}, Alarm(minutes=5, label=''))
>>> read(Alarm, {"minutes": 60})
Traceback (most recent call last):
engine.errors.FieldError: 'minutes' is 60: give a whole number from 0 to 59
"""

from __future__ import annotations

import json
import math
import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from dataclasses import Field as DataclassField
from enum import Enum
from functools import cache, partial
from itertools import repeat
from operator import attrgetter, length_hint
from string import Formatter
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints, overload

from engine.errors import FieldError, NotationError
from engine.messages import Either, Message

T = TypeVar("T")
Json = dict[str, Any]

EXACT = 2**53
"""Whole numbers of JSON are exact below it, in every language."""


@dataclass(frozen=True, slots=True)
class Within:
    """Bounds of a number, or of the length of a text or a list."""

    least: float = 0
    most: float = EXACT - 1
    want: Message | str | None = None
    """What to give, if the bounds say too little."""


@dataclass(frozen=True, slots=True)
class About:
    """What a field means, for other programs."""

    text: str


@dataclass(frozen=True, slots=True)
class Key:
    """The key of a field in JSON, where it is not the field's name."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """How a value stands in JSON that is no dataclass there."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]
    """Gets what JSON has of one of the `kinds`; raises a ValueError for what it cannot be."""
    want: Message | Either | str
    """What to give instead of another kind."""
    schema: Mapping[str, Any]
    kinds: tuple[type, ...] = (str,)


@dataclass(frozen=True, slots=True)
class Mark:
    """Something about a field that is said in one word."""

    word: Literal["sparse", "needed", "internal", "flat"]


SPARSE = Mark("sparse")
"""Not written while it is as it is by default."""
NEEDED = Mark("needed")
"""Always given, although the class has a default."""
INTERNAL = Mark("internal")
"""Neither written nor read: `from_fields` or the default gives it."""
FLAT = Mark("flat")
"""A dataclass whose fields stand among those of the one that holds it; a mapping has its keys at the end."""

Count = Annotated[int, Within(0, 2**40 - 1)]
"""A number of an event, a game, a seat, a piece; a value."""

_FORMS: dict[type, Form] = {}
_SPARSE: set[type] = set()
_NO_NULL: set[type] = set()
_KINDS: Mapping[type, Message] = {
    int: Message("a whole number"),
    float: Message("a number"),
    str: Message("a text"),
    bool: Message("true or false"),
    list: Message("a list"),
    dict: Message("an object"),
}
_NOT_OF_JSON = object()
Reader = Callable[[Any, Json | None], Any]
"""Reads a value; unknown keys go into the object, or are refused where there is none."""
Writer = Callable[[Any], Any]


def has_form(cls: type, form: Form) -> None:
    """Let a class stand in JSON in a form of its own, such as a move as a text."""
    _FORMS[cls] = form


def sparse(cls: type[T]) -> type[T]:
    """Mark all fields of a class as `SPARSE`."""
    _SPARSE.add(cls)
    return cls


def no_null(cls: type[T]) -> type[T]:
    """Mark a class in which None stands for what was left out: null is refused."""
    _NO_NULL.add(cls)
    return cls


@overload
def read(cls: type[T], value: object, *, unknown: Json | None = None) -> T: ...
@overload
def read(cls: Any, value: object, *, unknown: Json | None = None) -> Any: ...
def read(cls: Any, value: object, *, unknown: Json | None = None) -> Any:
    """Read a value of a type from JSON.

    Args:
        cls: The type, which may be annotated.
        value: What `json.loads` returns.
        unknown: Takes the keys that a type does not have, with their values; without it they are refused.

    Raises:
        FieldError: If it is of another kind.
        ValueError: If the class itself refuses it.
    """
    return _reader(cls)(value, unknown)


def read_on(cls: type[T], value: object) -> tuple[T, list[ValueError]]:
    """Read a dataclass whose fields have defaults, and go on after a fault.

    >>> @dataclass(frozen=True)
    ... class Alarm:
    ...     minutes: Annotated[int, Within(0, 59)] = 5
    ...     label: str = ""
    >>> alarm, faults = read_on(Alarm, {"minutes": 60, "label": "tea"})
    >>> print(alarm, *faults, sep="; ")
    Alarm(minutes=5, label='tea'); 'minutes' is 60: give a whole number from 0 to 59

    Returns:
        It, with the default of each field that cannot be read; and what is wrong with these, and with keys
        that it does not have.
    """
    entries = {one.key: one for one in _entries(cls)}  # type: ignore[arg-type]
    found: Json = {}
    faults: list[ValueError] = []
    for key, part in read(Mapping[str, Any], value).items():
        try:
            if (entry := entries.get(key)) is None:
                raise FieldError(part, ", ".join(entries), is_unknown=True)
            found[entry.name] = _reader(entry.hint)(part, None)
        except FieldError as error:
            faults.append(error.within(key))
        except ValueError as error:
            faults.append(error)
    return cls(**found), faults


class Tagged:
    """Dataclasses that one key of their JSON object tells apart, whatever forms they have elsewhere.

    A class that has several names keeps its own in the field of that key.

    >>> @dataclass(frozen=True)
    ... class Rest:
    ...     minutes: int
    >>> doings = Tagged("do", {"rest": Rest})
    >>> doings.write(Rest(5)), doings.read({"do": "rest", "minutes": 5})
    ({'do': 'rest', 'minutes': 5}, Rest(minutes=5))
    """

    def __init__(self, key: str, classes: Mapping[str, type]) -> None:
        self._key = key
        names = {cls: name for name, cls in classes.items()}
        self._reader: Callable[[str], Reader] = cache(lambda name: _dataclass_reader(classes[name], tag=key))
        self._writer: Callable[[type], Writer] = cache(lambda cls: _dataclass_writer(cls, (key, names[cls])))
        self._classes = classes
        self._wanted = Either(tuple(classes))

    def read(self, value: object, *, unknown: Json | None = None) -> Any:
        """Read one of them, as `read` does."""
        if type(value) is not dict:
            raise FieldError(value, _KINDS[dict])
        name = value.get(self._key)
        if type(name) is str and name in self._classes:
            return self._reader(name)(value, unknown)
        if self._key not in value:
            raise FieldError(None, Message("it"), is_missing=True).within(self._key)
        raise FieldError(name, self._wanted).within(self._key)

    def write(self, value: Any) -> Json:
        """Write one of them, with the key that tells which."""
        written: Json = self._writer(type(value))(value)
        return written


def parse_object(text: str | bytes) -> Json:
    """Parse a text that comes from outside as one JSON object, in which no key stands twice.

    Raises:
        NotationError: If it is none.
    """
    try:
        parsed = json.loads(text, object_pairs_hook=_pairs, parse_constant=_constant)
    except json.JSONDecodeError as error:
        raise NotationError(f"this line is no JSON object: {error.msg} at column {error.colno}") from error
    except RecursionError as error:
        raise NotationError("this line is no JSON object: it is nested too deeply") from error
    except NotationError:
        raise
    except ValueError as error:  # a number of thousands of digits, or no UTF-8
        raise NotationError(f"this line is no JSON object: {error}") from error
    if not isinstance(parsed, dict):
        raise NotationError("this line is no JSON object: write {...}")
    return parsed


def _pairs(pairs: list[tuple[str, Any]]) -> Json:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise NotationError("{key} stands twice: give it once", key=twice[:60])
    return found


def _constant(name: str) -> float:
    raise NotationError("{name} is no number of JSON", name=name)


def write(value: Any) -> Any:
    """Write a value as JSON has it."""
    kind: Any = type(value)
    writer = _writer_of(kind)
    return value if writer is None else writer(value)


def schema(cls: Any) -> Json:
    """Describe a type as JSON Schema.

    >>> schema(Annotated[str, Within(1, 80)])
    {'type': 'string', 'minLength': 1, 'maxLength': 80}
    """
    base, notes = _bare(cls)
    form = _form(base, notes)
    found = _plain_schema(base) if form is None else dict(form.schema)
    for note in notes:
        if isinstance(note, Within):
            found |= _bounds_schema(found, note)
        elif isinstance(note, About):
            found["description"] = note.text
    return found


def _plain_schema(cls: Any) -> Json:
    origin, args = get_origin(cls), get_args(cls)
    if cls is Any:
        return {}
    if cls is type(None):
        return {"type": "null"}
    if origin in (Union, types.UnionType):
        parts: list[Json] = []
        for part in map(schema, args):
            if part not in parts:
                parts.append(part)
        return parts[0] if len(parts) == 1 else {"anyOf": parts}
    if origin is Literal:
        return {"enum": list(args)}
    if origin is tuple:
        if args[-1] is ...:
            return {"type": "array", "items": schema(args[0])}
        parts = [schema(one) for one in args]
        alike = all(part == parts[0] for part in parts)
        kinds = {"items": parts[0]} if alike else {"prefixItems": parts}
        return {"type": "array", **kinds, "minItems": len(args), "maxItems": len(args)}
    if _is_mapping(cls):
        return {"type": "object", "additionalProperties": schema(args[1])} if args else {"type": "object"}
    if isinstance(cls, type) and issubclass(cls, Enum):
        return {"enum": [one.value for one in cls]}
    if is_dataclass(cls):
        entries = _entries(cls)  # type: ignore[arg-type]
        needed = [one.key for one in entries if one.is_needed]
        found: Json = {
            "type": "object",
            "properties": {one.key: schema(one.hint) for one in entries if not one.is_spread},
            "additionalProperties": any(one.is_spread for one in entries),
        }
        return found | ({"required": needed} if needed else {})
    return {"type": {int: "integer", float: "number", str: "string", bool: "boolean"}[cls]}


def _bounds_schema(found: Json, within: Within) -> Json:
    least, most = {
        "string": ("minLength", "maxLength"),
        "array": ("minItems", "maxItems"),
        "object": ("minProperties", "maxProperties"),
    }.get(str(found.get("type")), ("minimum", "maximum"))
    bounds = {least: within.least, most: within.most}
    if found.get("type") in ("string", "array", "object"):
        bounds = {
            key: end for key, end in bounds.items() if (key, end) not in ((least, 0), (most, EXACT - 1))
        }
    return bounds


def _bare(cls: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return a type without its annotations, and these."""
    if get_origin(cls) is not Annotated:
        return cls, ()
    base, *notes = get_args(cls)
    return base, tuple(Within(*note) if type(note) is tuple else note for note in notes)


def not_null(cls: Any) -> Any:
    """Return a type without None, its annotations kept."""
    base, notes = _bare(cls)
    if get_origin(base) not in (Union, types.UnionType):
        return cls
    left: Any = Union[tuple(one for one in get_args(base) if one is not type(None))]  # noqa: UP007
    return Annotated[(left, *notes)] if notes else left


def _form(cls: Any, notes: tuple[Any, ...] = ()) -> Form | None:
    for note in notes:
        if isinstance(note, Form):
            return note
    if isinstance(cls, type):
        return _FORMS.get(cls)
    if get_origin(cls) in (Union, types.UnionType):
        forms = [_FORMS.get(one) if isinstance(one, type) else None for one in get_args(cls)]
        # Classes that are one thing for other programs, such as dice and cowries, have one form.
        return forms[0] if len({id(one) for one in forms}) == 1 else None
    return None


def _is_mapping(cls: Any) -> bool:
    origin = get_origin(cls) or cls
    return isinstance(origin, type) and issubclass(origin, Mapping)


# ---- reading


def _checked(kind: type, want: Message | str) -> Reader:
    def check(value: Any, _: Json | None) -> Any:
        if type(value) is not kind:
            raise FieldError(value, want)
        return value

    return check


@cache
def _reader(cls: Any) -> Reader:
    base, notes = _bare(cls)
    reader = _of_form(form) if (form := _form(base, notes)) else _plain_reader(base)
    for note in notes:
        if isinstance(note, Within):
            reader = _bounded(reader, base, note)
    return reader


def _of_form(form: Form) -> Reader:
    kinds, most = form.kinds, form.schema.get("maxLength", math.inf)

    def of_form(value: Any, _: Json | None) -> Any:
        if type(value) not in kinds or (type(value) is str and len(value) > most):
            raise FieldError(value, form.want)
        return form.read(value)

    return of_form


def _bounded(reader: Reader, base: Any, within: Within) -> Reader:
    least, most = within.least, within.most
    if base in (int, float):
        want = within.want or Message(
            "a whole number from {least} to {most}" if base is int else "a number from {least} to {most}",
            {"least": _figure(least), "most": _figure(most)},
        )

        def of_number(value: Any, _: Json | None) -> Any:
            kind = type(value)
            if (kind is int or kind is base) and least <= value <= most:
                return value
            raise FieldError(value, want)

        return of_number

    def sized(value: Any, unknown: Json | None) -> Any:
        found = reader(value, unknown)
        size = len(found) if isinstance(found, str | tuple | Mapping) else found
        if found is not None and not least <= size <= most:
            raise FieldError(value, within.want or _size_wanted(found, within))
        return found

    return sized


def _size_wanted(found: Any, within: Within) -> Message:
    fields = {"least": _figure(within.least), "most": _figure(within.most)}
    if isinstance(found, str):
        if within.least == 0:
            return Message("a text of at most {most} characters", fields)
        return Message("a text of {least} to {most} characters", fields)
    if isinstance(found, tuple | Mapping):
        return Message("a list of {least} to {most}", fields)
    return Message("a number from {least} to {most}", fields)


def _figure(number: float) -> object:
    return int(number) if number == int(number) else number


def _plain_reader(cls: Any) -> Reader:
    origin, args = get_origin(cls), get_args(cls)
    if cls is Any:
        return lambda value, _: value
    if cls is int:
        return _bounded(_checked(int, _KINDS[int]), int, Within(-EXACT + 1, EXACT - 1, _KINDS[int]))
    if cls is float:
        return _number
    if cls is type(None):
        return _checked(type(None), "null")
    if cls in (str, bool):
        return _checked(cls, _KINDS[cls])
    if origin in (Union, types.UnionType):
        return _union(args)
    if origin is Literal:
        return _choice({one: one for one in args})
    if origin is tuple:
        return _list_reader(args)
    if _is_mapping(cls):
        return _object_reader(*(args or (str, Any)))
    if isinstance(cls, type) and issubclass(cls, Enum):
        return _choice({one.value: one for one in cls})
    if is_dataclass(cls):
        return _dataclass_reader(cls)
    raise TypeError(f"{cls!r} has no form in JSON")


def _number(value: Any, _: Json | None) -> Any:
    if type(value) is int or (type(value) is float and math.isfinite(value)):
        return value
    raise FieldError(value, _KINDS[float])


def one_of(*values: str | int, want: str | None = None) -> Form:
    """Return the form of a text or number that is one of a few; `want` says more than these.

    >>> read(Annotated[str, one_of("", "en")], "xx")
    Traceback (most recent call last):
    engine.errors.FieldError: this is 'xx': give "" or en
    """
    wanted = want or _either(values)

    def choose(value: str | int) -> str | int:
        if value in values:
            return value
        raise FieldError(value, wanted)

    return Form(lambda value: value, choose, wanted, {"enum": list(values)}, tuple(set(map(type, values))))


def _either(words: Iterable[Any]) -> Either:
    return Either(tuple('""' if word == "" else word for word in words))


def _choice(choices: Mapping[Any, Any]) -> Reader:
    want = _either(choices)

    def choose(value: Any, _: Json | None) -> Any:
        if type(value) in (str, int, bool) and value in choices:
            return choices[value]
        raise FieldError(value, want)

    return choose


def _list_reader(args: tuple[Any, ...]) -> Reader:
    is_open = args[-1] is ...
    readers = tuple(_reader(one) for one in args if one is not ...)
    want = _KINDS[list] if is_open else Message("a list of {count}", {"count": len(readers)})

    def of_list(value: Any, unknown: Json | None) -> Any:
        if type(value) is not list or not (is_open or len(value) == len(readers)):
            raise FieldError(value, want)
        parts = iter(value)
        try:
            if is_open:
                return tuple(map(readers[0], parts, repeat(unknown)))
            return tuple([reader(next(parts), unknown) for reader in readers])
        except FieldError as error:
            raise error.within(f"[{len(value) - length_hint(parts) - 1}]") from None

    return of_list


def _object_reader(key_type: Any, item_type: Any) -> Reader:
    keys, items = _reader(key_type), _reader(item_type)

    def of_object(value: Any, unknown: Json | None) -> Any:
        if type(value) is not dict:
            raise FieldError(value, _KINDS[dict])
        key = ""
        found = {}
        try:
            for key, one in value.items():
                found[keys(key, None)] = items(one, unknown)
        except FieldError as error:
            raise error.within(str(key)) from None
        return found

    return of_object


def _union(args: tuple[Any, ...]) -> Reader:
    by_kind: dict[type, Reader] = {}
    wants: list[Message] = []
    for one in args:
        if _bare(one)[0] is type(None):
            by_kind[type(None)] = _reader(one)
            continue
        kinds = json_kinds(one)
        wants += [_KINDS[kind] for kind in kinds if kind in _KINDS]
        for kind in kinds:
            by_kind.setdefault(kind, _reader(one))
    want = wants[0] if len(wants) == 1 else Either(tuple(wants))

    def of_kind(value: Any, unknown: Json | None) -> Any:
        if (reader := by_kind.get(type(value))) is None:
            raise FieldError(value, want)
        return reader(value, unknown)

    return of_kind


def json_kinds(cls: Any) -> tuple[type, ...]:
    """Return the kinds of JSON values that a type may be, as Python has them."""
    base, notes = _bare(cls)
    if (form := _form(base, notes)) is not None:
        return form.kinds
    if get_origin(base) in (Union, types.UnionType):
        return tuple(kind for one in get_args(base) for kind in json_kinds(one))
    if get_origin(base) is Literal:
        return tuple(dict.fromkeys(map(type, get_args(base))))
    if get_origin(base) is tuple:
        return (list,)
    if base is float:
        return (float, int)
    if base in (int, str, bool):
        return (base,)
    if isinstance(base, type) and issubclass(base, Enum):
        return tuple({type(one.value) for one in base})
    return (dict,)


def needed_keys(cls: type) -> tuple[str, ...]:
    """List the keys of a dataclass that are always given."""
    return tuple(one.key for one in _entries(cls) if one.is_needed)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A field of a dataclass in JSON."""

    key: str
    name: str
    hint: Any
    is_needed: bool = False
    is_sparse: bool = False
    default: Any = None
    holder: str = ""
    """The flat field that holds it, if one does."""

    @property
    def path(self) -> str:
        """The attribute that holds it, for `attrgetter`."""
        return f"{self.holder}.{self.name}" if self.holder else self.name

    @property
    def is_spread(self) -> bool:
        """True for a mapping whose keys stand among those of the dataclass; it is only written."""
        return not self.key


@cache
def _entries(cls: Any) -> tuple[_Entry, ...]:
    hints = get_type_hints(cls, include_extras=True)
    entries: list[_Entry] = []
    for one in fields(cls):
        base, notes = _bare(hints[one.name])
        if INTERNAL in notes or not (one.init and one.compare):
            continue
        if FLAT in notes:
            entries += [_Entry("", one.name, base)] if _is_mapping(base) else _held(one.name, base)
            continue
        default = _default(one)
        entries.append(
            _Entry(
                next((note.name for note in notes if isinstance(note, Key)), one.name),
                one.name,
                not_null(hints[one.name]) if cls in _NO_NULL else hints[one.name],
                NEEDED in notes or default is _NOT_OF_JSON,
                SPARSE in notes or cls in _SPARSE,
                default,
            )
        )
    return tuple(entries)


def _held(holder: str, cls: Any) -> list[_Entry]:
    return [replace(inner, holder=holder) for inner in _entries(cls)]


def _default(field: DataclassField[Any]) -> Any:
    if field.default is not MISSING:
        return field.default
    return _NOT_OF_JSON if field.default_factory is MISSING else field.default_factory()


def _dataclass_reader(cls: Any, *, tag: str = "") -> Reader:
    entries = _entries(cls)
    known = dict.fromkeys(([tag] if tag else []) + [one.key for one in entries])
    beside = len(known) - len(entries)
    needed = [one.key for one in entries if one.is_needed]
    hints = get_type_hints(cls, include_extras=True)
    holders = {one.holder: _bare(hints[one.holder])[0] for one in entries if one.holder}
    make = getattr(cls, "from_fields", None)
    readers: list[tuple[str, str, str, Reader]] = []

    def of_fields(value: Json, unknown: Json | None) -> Json:
        """Read the fields one by one; returns them by name, or raises the error that names one."""
        found: Json = {}
        for key, name, _, reader in readers:
            if key in value:
                try:
                    found[name] = reader(value[key], unknown)
                except FieldError as error:
                    raise error.within(key) from None
        return found

    def of_dataclass(value: Any, unknown: Json | None) -> Any:
        if type(value) is not dict:
            raise FieldError(value, _KINDS[dict])
        if not readers:  # made when they are needed: a class may hold itself
            readers.extend((one.key, one.name, one.holder, _reader(one.hint)) for one in entries)
        try:
            found = {name: reader(value[key], unknown) for key, name, _, reader in readers if key in value}
        except FieldError:
            found = of_fields(value, unknown)
        if len(found) < len(value) - beside:
            left = [key for key in value if key not in known]
            if unknown is None:
                raise FieldError(value[left[0]], ", ".join(known), is_unknown=True).within(left[0])
            unknown.update({key: value[key] for key in left})
        if len(found) < len(readers):
            for key in needed:
                if key not in value:
                    raise FieldError(None, Message("it"), is_missing=True).within(key)
        for holder, held in holders.items():
            names = [name for _, name, by, _ in readers if by == holder]
            found[holder] = held(**{name: found.pop(name) for name in names if name in found})
        return cls(**found) if make is None else make(found)

    return of_dataclass


# ---- writing


@cache
def _writer_of(cls: type) -> Writer | None:
    """Return what writes a value of a class, whatever it was annotated as; None if JSON has it as it is."""
    if (form := _FORMS.get(cls)) is not None:
        return form.write
    if issubclass(cls, Enum):
        return attrgetter("_value_")  # `value` is a slow property
    if issubclass(cls, tuple | list):
        return lambda value: [write(one) for one in value]
    if issubclass(cls, Mapping):
        return lambda value: {key: write(one) for key, one in value.items()}
    if is_dataclass(cls):
        return _dataclass_writer(cls)
    return None


@cache
def _writer(cls: Any) -> Writer | None:
    """Return what writes a value that is annotated so; None if JSON has it as it is."""
    base, notes = _bare(cls)
    if (form := _form(base, notes)) is not None:
        return form.write
    for note in notes:
        if isinstance(note, partial):
            return note
    origin, args = get_origin(base), get_args(base)
    if origin in (Union, types.UnionType):
        writers = [_writer(one) for one in args if one is not type(None)]
        if not any(writers):
            return None
        one = writers[0] if len(writers) == 1 else write
        return lambda value: None if value is None else one(value)  # type: ignore[misc]
    if base in (int, float, str, bool, type(None)) or origin is Literal:
        return None
    if origin is tuple:
        return _list_writer([_writer(one) for one in args if one is not ...])
    if _is_mapping(base) and args and not any(map(_writer, args)):
        return dict
    return write


def _list_writer(writers: list[Writer | None]) -> Writer:
    if not any(writers):
        return list
    ways = [writer or write for writer in writers]
    if len(ways) == 1:
        return lambda value: [ways[0](one) for one in value]
    return lambda value: [way(one) for way, one in zip(ways, value, strict=True)]


def _dataclass_writer(cls: type, tag: tuple[str, str] | None = None) -> Writer:
    entries = _entries(cls)
    keys = [one.key for one in entries]
    # Twice more than there are, so that it always returns a tuple.
    parts_of = attrgetter(*(one.path for one in entries), "__class__", "__class__")
    changed = [
        (one.key, one.default if one.is_sparse else _NOT_OF_JSON, write if one.is_spread else writer)
        for one in entries
        if (writer := _writer(one.hint)) is not None or one.is_sparse or one.is_spread
    ]

    def write_fields(value: Any) -> Json:
        found: Json = {} if tag is None else {tag[0]: tag[1]}
        found.update(zip(keys, parts_of(value), strict=False))
        for key, default, writer in changed:
            part = found[key]
            if part == default:
                del found[key]
            elif not key:
                del found[key]
                found |= write(part)
            elif writer is not None:
                found[key] = writer(part)
        return found

    return write_fields


# ---- messages, which errors of this module are made of


def _write_message(message: Message) -> Any:
    if not message.fields:
        return message.template
    fields = {name: part if isinstance(part, int) else str(part) for name, part in message.fields.items()}
    return {"template": message.template, "fields": fields}


def _read_message(data: Any) -> Message:
    """Read one; a text stands as it was written, and a template gets what stands in it and no more."""
    if isinstance(data, str):
        return Message(data)
    found = read(_Filled, data)
    for _, name, spec, conversion in Formatter().parse(found.template):
        if name is not None and (spec or conversion or name not in found.fields):
            raise NotationError(f"the template {found.template[:60]!r} cannot be filled")
    return Message(found.template, found.fields)


@dataclass(frozen=True)
class _Filled:
    template: str
    fields: Mapping[str, int | str]


has_form(
    Message,
    Form(
        _write_message,
        _read_message,
        want=Message("a text, or a template and its fields"),
        schema={"anyOf": [{"type": "string"}, schema(_Filled)]},
        kinds=(str, dict),
    ),
)
