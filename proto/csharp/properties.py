"""C# properties: one for each field, and for each oneof what tells which arm is set."""

from collections.abc import Callable, Iterator

from proto.csharp.fields import LIST, MAP, NEVER_NULL, Field
from proto.csharp.protos import NotSupportedError, pascal, summary

Lines = Iterator[str]


def oneofs(fields: list[Field]) -> Lines:
    """Yield what tells which arm of each oneof is set."""
    for oneof in dict.fromkeys(each.oneof for each in fields if each.oneof):
        name = pascal(oneof)
        yield f"private {name}OneofCase _{oneof}Case;"
        yield f"private object _{oneof};"
        yield ""
        yield f"/// <summary>Which arm of <c>{oneof}</c> is set.</summary>"
        yield f"public enum {name}OneofCase"
        yield "{"
        yield "    None = 0,"
        arms = [each for each in fields if each.oneof == oneof]
        yield from (f"    {each.name} = {each.described.number}," for each in arms)
        yield "}"
        yield ""
        yield "/// <summary>Which arm is set; setting another changes it.</summary>"
        yield f"public {name}OneofCase {name}Case"
        yield "{"
        yield f"    get {{ return _{oneof}Case; }}"
        yield "}"
        yield ""


def _plain(field: Field) -> Lines:
    initial = NEVER_NULL.get(field.described.type)
    yield from summary(field.comment, "")
    if initial is None:
        yield f"public {field.value_type} {field.name} {{ get; set; }}"
    else:
        yield f"public {field.value_type} {field.name}"
        yield from _never_null(field.stored, initial)
        yield f"private {field.value_type} {field.stored} = {initial};"


def _never_null(stored: str, initial: str) -> Lines:
    yield "{"
    yield f"    get {{ return {stored}; }}"
    yield f"    set {{ {stored} = value ?? {initial}; }}"
    yield "}"
    yield ""


def _optional(field: Field) -> Lines:
    if field.described.type in NEVER_NULL:
        raise NotSupportedError(f"{field.message.name}.{field.name}: an optional text has no C#")
    yield from summary(field.comment, "")
    yield f"public {field.value_type}? {field.name} {{ get; set; }}"


def _timestamp(field: Field) -> Lines:
    yield from summary(field.comment, "")
    yield f"public {field.value_type}? {field.name}"
    yield "{"
    yield f"    get {{ return {field.stored}; }}"
    yield f"    set {{ {field.stored} = value; {field.stored}Rest = 0; }}"
    yield "}"
    yield ""
    yield f"private {field.value_type}? {field.stored};"
    yield f"private int {field.stored}Rest; // nanoseconds that are too fine for it"


def _collection(field: Field) -> Lines:
    if field.kind == "map":
        value = {"StringMap": "string", "Int32Map": "int"}[field.map_method]
        kind = f"{MAP}<string, {value}>"
    else:
        kind = f"{LIST}<{'string' if field.kind == 'mask' else field.value_type}>"
    yield from summary(field.comment, "")
    yield f"public {kind} {field.name}"
    yield from _never_null(field.stored, f"new {kind}()")
    yield f"private {kind} {field.stored} = new {kind}();"


def _message_property(field: Field) -> Lines:
    kind, name, stored = field.value_type, field.name, field.stored
    yield from summary(field.comment, "")
    yield f"public {kind} {name}"
    yield "{"
    yield f"    get {{ return {stored} ?? ({stored} = new {kind}()); }}"
    yield f"    set {{ {stored} = value; {stored}IsSet = value != null; }}"
    yield "}"
    yield ""
    yield "/// <summary>Whether it is there; reading it does not make it so.</summary>"
    yield f"public bool Has{name}"
    yield "{"
    yield f"    get {{ return {stored} != null && ({stored}IsSet || !{stored}.IsEmpty); }}"
    yield "}"
    yield ""
    yield f"private {kind} {stored};"
    yield f"private bool {stored}IsSet;"


def _arm(field: Field) -> Lines:
    if field.oneof is None:
        raise NotSupportedError(f"{field.name} is no arm of a oneof")
    kind, oneof = field.value_type, field.oneof
    case = f"{pascal(oneof)}OneofCase"
    if field.method == "Message":
        absent = f"new {kind}()"
    else:
        absent = NEVER_NULL.get(field.described.type, f"default({kind})")
    yield from summary(field.comment, "")
    yield f"public {kind} {field.name}"
    yield "{"
    yield f"    get {{ return _{oneof}Case == {case}.{field.name} ? ({kind})_{oneof} : {absent}; }}"
    never_null = field.method == "Message" or field.described.type in NEVER_NULL
    value = f"value ?? {absent}" if never_null else "value"
    yield f"    set {{ _{oneof} = {value}; _{oneof}Case = {case}.{field.name}; }}"
    yield "}"


PROPERTIES: dict[str, Callable[[Field], Lines]] = {
    "plain": _plain,
    "optional": _optional,
    "timestamp": _timestamp,
    "list": _collection,
    "map": _collection,
    "mask": _collection,
    "message": _message_property,
    "oneof": _arm,
}


def declared(field: Field) -> Lines:
    """Yield the property of a field, and the variables behind it."""
    yield from PROPERTIES[field.kind](field)
    yield ""
