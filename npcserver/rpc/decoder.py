"""Builds dataclasses and arguments of use cases from messages, within the bounds at their fields.

A field of a message is read for the attribute or parameter of its name, by the rules of `encoder`.
What has a default may be left out. A text is an id where its field is called so; all other texts,
numbers and lists state bounds (`model.bounds`), and without them nothing is decoded.
"""

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from enum import Enum
from functools import cache, partial
from inspect import Parameter, signature
from types import NoneType
from typing import Annotated, Any, NewType, NoReturn, TypeVar, get_args, get_origin, get_type_hints

from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from npcserver.app.pagination import Page
from npcserver.model.bounds import Form, Identifier, Items, NumberRange, Text
from npcserver.model.errors import InvalidInput
from npcserver.ports.storage import RequestKey
from npcserver.rpc import fields
from npcserver.rpc.encoder import attribute_of
from npcserver.v1 import access_policy_pb2

T = TypeVar("T")

Source = str | Callable[[Any], Any] | None
Read = Callable[..., Any]
"""Takes what to call, a message, and what returns the requested page."""

_ALIASES = {"if_etag": "etag", "chat_id": "scene_id"}
_EXCEPTIONS: dict[tuple[Any, type[Message]], tuple[Any, dict[str, Source]]] = {}


def reads(
    target: Callable[..., Any],
    kind: type[Message],
    check: Callable[[Any], None] | None = None,
    **named: Source,
) -> None:
    """Say what is read for attributes or parameters that no field of the message is named like.

    That is the path of a field, or a function of the message; None leaves the default, where only
    the server knows the value. `check` raises `InvalidInput` for a message whose fields contradict
    each other.
    """
    _EXCEPTIONS[target, kind] = check, named


def decode(cls: Callable[..., T], message: Message) -> T:
    """Build a dataclass. Raises `InvalidInput` with the path of the first field that is wrong."""
    built: T = _reader(cls, type(message))(cls, message)
    return built


def call(use_case: Any, message: Message) -> Any:
    """Call a method with arguments of the message; return what it returns."""
    return _reader(use_case.__func__, type(message))(use_case, message)


def _compile(target: Any, kind: type[Message]) -> Read:
    check, named = _EXCEPTIONS.get((target, kind), (None, {}))
    return compile_call(target, kind, named, check)


_reader: Any = cache(_compile)  # untyped, as message types are not hashable for mypy


def compile_call(
    target: Any,
    kind: type[Message],
    named: Mapping[str, Source],
    check: Callable[[Any], None] | None = None,
) -> Read:
    """Compile what a decoder written by hand would be: a lambda with one expression a parameter."""
    hints = get_type_hints(target, include_extras=True)
    wire = _wire_names(target, kind)
    scope: dict[str, Any] = {"check": check, "key": partial(_key, kind), "unset": _unset}
    arguments: list[str] = []
    for parameter in signature(target).parameters.values():
        name, hint = parameter.name, hints.get(parameter.name)
        source = named.get(name, wire.get(name))
        if name == "self" or (name in named and source is None):
            continue
        if callable(source):
            scope[f"read_{name}"], argument = source, f"read_{name}(message)"
        elif source is not None:
            argument = _argument(parameter, hint, kind, source, scope)
        elif hint == RequestKey | None:
            argument = "key(message)"
        elif hint is Page:
            argument = "page()"
        elif parameter.default is not Parameter.empty:
            continue
        elif is_dataclass(hint):
            scope[f"read_{name}"], scope[f"type_{name}"] = _reader(hint, kind), hint
            argument = f"read_{name}(type_{name}, message, page)"
        else:
            raise TypeError(f"{kind.__name__} has nothing for {name} of {target.__qualname__}")
        arguments.append(f"{name}={argument}")
    checked = "" if check is None else "check(message) or "
    code = f"lambda build, message, page=None: {checked}build({', '.join(arguments)})"
    read: Read = eval(code, scope)  # noqa: S307 - made of names in our code
    return read


def _wire_names(target: Any, kind: type[Message]) -> dict[str, str]:
    """Return the field that is read for each parameter."""
    own = [one.name for one in kind.DESCRIPTOR.fields if one.name != "request_id"]
    aliases = {parameter: name for parameter, name in _ALIASES.items() if name in own}
    return aliases | {attribute_of(target, kind, name): name for name in own}


def _argument(
    parameter: Parameter, hint: Any, kind: type[Message], source: str, scope: dict[str, Any]
) -> str:
    """Return the expression for a parameter; what it names is put in `scope`."""
    name, default = parameter.name, parameter.default
    *outer, last = source.split(".")
    owner: Any = kind.DESCRIPTOR
    for step in outer:
        owner = owner.fields_by_name[step].message_type
    field = owner.fields_by_name[last]
    inner, bounds = _parts(hint)
    is_optional = NoneType in get_args(inner)
    if is_optional:
        inner, bounds = _parts(next(one for one in get_args(inner) if one is not NoneType))
        default = None if default is Parameter.empty else default
    may_be_empty = default is not Parameter.empty
    check = _check(field, source, inner, bounds, may_be_empty=may_be_empty)
    read = f"message.{source}"
    if check is None:
        return read
    scope[f"check_{name}"], scope[f"default_{name}"] = check, default
    call = f"check_{name}({read})"
    is_there = f"{'.'.join(('message', *outer))}.HasField('{last}')" if field.has_presence else read
    if is_dataclass(inner) and not is_optional:
        return call
    if may_be_empty:
        return f"{call} if {is_there} else default_{name}"
    return f"{call} if {is_there} else unset('{source}')" if field.has_presence else call


def _parts(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return a type and the bounds that it is annotated with."""
    if get_origin(hint) is Annotated:
        inner, *bounds = get_args(hint)
        return inner, tuple(bounds)
    return hint, ()


def _check(field: Any, path: str, hint: Any, bounds: Any, *, may_be_empty: bool) -> Any:
    """Return what checks and converts a value; None where it is taken as it is."""
    bound = next(iter(bounds), None)
    if get_origin(hint) is tuple:
        inner, own = _parts(get_args(hint)[0])
        one = _item_check(field, "", inner, own, may_be_empty=False)
        if not isinstance(bound, Items):
            raise TypeError(f"{field.full_name} is a list without bounds")
        return _list_check(path, one, bound)
    return _item_check(field, path, hint, bounds, may_be_empty=may_be_empty)


def _list_check(path: str, read: Callable[[Any], Any], bound: Items) -> Any:
    def check(items: Any) -> Any:
        fields.few(path, items, bound.most)
        values = fields.each(path, read, items)
        if bound.key:
            fields.distinct(path, bound.key, [getattr(one, bound.key) for one in values])
        return tuple(dict.fromkeys(values)) if bound.drops_repeats else values

    return check


def _item_check(field: Any, path: str, hint: Any, bounds: Any, *, may_be_empty: bool) -> Any:
    """Return the check of a single value: a lambda, since `partial` takes a fifth longer."""
    bound = next(iter(bounds), None)
    if field.message_type is not None:
        return _message_check(field, path, hint)
    if hint is bool:
        return None
    if field.enum_type is not None:
        known = _members(hint, field.enum_type, bound)
        return lambda value: fields.choice(path, value, known)
    if bound is None or isinstance(bound, Identifier):
        if not _is_id(field.name, hint, bound):
            raise TypeError(f"{field.full_name} is read as {hint} without bounds")
        return lambda value: fields.reference(path, value, may_be_empty=may_be_empty)
    return _bounded_check(path, bound, may_be_empty=may_be_empty)


def _bounded_check(path: str, bound: Text | Form | NumberRange, *, may_be_empty: bool) -> Any:
    match bound:
        case Text(longest, is_one_line, is_authored):
            if is_authored:
                return lambda value: fields.authored(
                    path, value, longest, may_be_empty=may_be_empty
                )
            return lambda value: fields.text(
                path, value, longest, may_be_empty=may_be_empty, is_one_line=is_one_line
            )
        case Form(problem):
            return lambda value: fields.in_form(path, problem, value)
        case NumberRange(low, high):
            return lambda value: fields.within(path, value, low, high)


def _is_id(name: str, hint: Any, bound: Any) -> bool:
    if isinstance(hint, NewType) or isinstance(bound, Identifier):
        return True
    return hint is str and (name == "id" or name.endswith(("_id", "_ids", "etag")))


def _message_check(field: Any, path: str, hint: Any) -> Any:
    if field.message_type.full_name == "google.protobuf.Timestamp":
        return partial(fields.moment, path)
    kind: Any = GetMessageClass(field.message_type)
    read = partial(_reader(hint, kind), hint)
    return partial(fields.within_path, path, read) if path else read


def _members(hint: type[Enum], enum: Any, bound: Any) -> dict[int, Enum]:
    """Return the members by number, without those that a bound leaves out."""
    prefix = enum.values[0].name.removesuffix("UNSPECIFIED")
    members = {one.name: one for one in (hint if bound is None else bound.members)}
    numbers = {value.name.removeprefix(prefix): value.number for value in enum.values}
    return {numbers[name]: one for name, one in members.items() if name in numbers}


def _unset(path: str) -> NoReturn:
    raise InvalidInput(path, "must be set")


def _key(kind: Any, request: Any) -> RequestKey | None:
    """Return the key of a request, within what its method's option `access` says it is about."""
    method, path = _method(kind)
    scope = request
    for step in path:
        scope = getattr(scope, step)
    return fields.request_key(method, scope, request.request_id, request)


@cache
def _method(kind: Any) -> tuple[str, list[str]]:
    name = kind.DESCRIPTOR.name.removesuffix("Request")
    (service,) = kind.DESCRIPTOR.file.services_by_name.values()
    access = service.methods_by_name[name].GetOptions().Extensions[access_policy_pb2.access]
    return name, access.of[0].split(".")
