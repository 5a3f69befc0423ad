"""C# classes of messages and enums."""

from collections.abc import Callable, Iterator
from itertools import chain

from google.protobuf.descriptor_pb2 import DescriptorProto, EnumDescriptorProto

from proto.csharp.fields import LIST, MAP, NEVER_NULL, Field
from proto.csharp.protos import (
    ENUM_TYPE,
    ENUM_VALUE,
    MESSAGE_FIELD,
    MESSAGE_TYPE,
    NotSupportedError,
    ProtoFile,
    pascal,
    summary,
)

Lines = Iterator[str]


def classes(file: ProtoFile) -> Lines:
    """Yield the classes of all enums and messages of a file, one indentation deep."""
    for number, enum in enumerate(file.described.enum_type):
        yield from _enum(file, enum, number)
    for number, message in enumerate(file.described.message_type):
        yield from _message(file, message, number)


def _enum(file: ProtoFile, enum: EnumDescriptorProto, number: int) -> Lines:
    yield from summary(file.comment(ENUM_TYPE, number), "    ")
    yield f"    public enum {enum.name}"
    yield "    {"
    prefix = _prefix(enum)
    for place, value in enumerate(enum.value):
        yield from summary(file.comment(ENUM_TYPE, number, ENUM_VALUE, place), " " * 8)
        yield f"        {pascal(value.name.removeprefix(prefix))} = {value.number},"
        yield ""
    yield "    }"
    yield ""
    yield f'    /// <summary>Names of <see cref="{enum.name}"/> on the wire.</summary>'
    yield f"    public static class {enum.name}Names"
    yield "    {"
    yield "        /// <summary>Both ways: names to numbers, numbers to names.</summary>"
    yield "        public static readonly EnumNames Table = new EnumNames()"
    added = [f'            .Add({value.number}, "{value.name}")' for value in enum.value]
    yield "\n".join(added) + ";"
    yield "    }"
    yield ""


def _prefix(enum: EnumDescriptorProto) -> str:
    """Return `TURN_OUTCOME_` of an enum whose first value is `TURN_OUTCOME_UNSPECIFIED`."""
    return enum.value[0].name.removesuffix("UNSPECIFIED")


def _message(file: ProtoFile, message: DescriptorProto, number: int) -> Lines:
    if any(not nested.options.map_entry for nested in message.nested_type) or message.enum_type:
        raise NotSupportedError(f"{message.name}: types inside of messages have no C# here")
    fields = [
        Field(described, message, file.comment(MESSAGE_TYPE, number, MESSAGE_FIELD, place))
        for place, described in enumerate(message.field)
    ]
    yield from summary(file.comment(MESSAGE_TYPE, number), "    ")
    bases = "Message, IRepeatable" if _is_repeatable(message) else "Message"
    yield f"    public sealed class {message.name} : {bases}"
    yield "    {"
    inner = chain(
        _oneofs(fields),
        chain.from_iterable(map(_property, fields)),
        _about(f"{file.described.package}.{message.name}"),
        _write(fields),
        _read(fields),
        _numbers(fields),
    )
    yield from (f"        {line}" if line else "" for line in inner)
    yield "    }"
    yield ""


def _is_repeatable(message: DescriptorProto) -> bool:
    """Whether the server knows a repeat of this request by its `request_id`."""
    return any(each.name == "request_id" for each in message.field)


def _oneofs(fields: list[Field]) -> Lines:
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


def _property(field: Field) -> Lines:
    yield from PROPERTIES[field.kind](field)
    yield ""


def _about(full_name: str) -> Lines:
    yield "/// <inheritdoc/>"
    yield "public override string FullName"
    yield "{"
    yield f'    get {{ return "{full_name}"; }}'
    yield "}"
    yield ""


def _write(fields: list[Field]) -> Lines:
    yield "/// <inheritdoc/>"
    yield "public override void WriteTo(IFieldWriter to)"
    yield "{"
    for field in fields:
        condition, statement = _written(field)
        yield f"    if ({condition}) {{ {statement} }}"
    yield "}"
    yield ""


def _written(field: Field) -> tuple[str, str]:
    """Return when a field is written, and the statement that does."""
    stored, name = field.stored, field.name
    match field.kind:
        case "map":
            condition, statement = "", f"to.{field.map_method}({field.heading}, {stored});"
        case "mask":
            condition, statement = "", f"to.Mask({field.heading}, {stored});"
        case "list":
            condition, statement = "", _written_list(field)
        case "timestamp":
            condition = f"{name}.HasValue"
            statement = f"to.Timestamp({field.heading}, {name}.Value, {stored}Rest);"
        case "optional":
            condition, statement = f"{name}.HasValue", field.write_value(f"{name}.Value")
        case "message":
            condition, statement = f"Has{name}", field.write_value(stored)
        case "oneof":
            case = pascal(field.oneof or "")
            condition = f"{case}Case == {case}OneofCase.{name}"
            statement = field.write_value(name)
        case _:
            condition, statement = field.is_set(name), field.write_value(name)
    return condition or f"{stored}.Count != 0", statement


def _written_list(field: Field) -> str:
    stored = field.stored
    if field.method == "Enum":
        names = f"{field.value_type}Names.Table"
        return f"to.Enums({field.heading}, {names}, {stored}.Count, n => (int){stored}[n]);"
    if field.method == "Message":
        return f"to.Messages({field.heading}, {stored}.Count, n => {stored}[n]);"
    return f"to.{field.method}s({field.heading}, {stored});"


def _read(fields: list[Field]) -> Lines:
    yield "/// <inheritdoc/>"
    yield "public override bool ReadField(int number, IFieldReader from)"
    yield "{"
    yield "    switch (number)"
    yield "    {"
    for field in fields:
        yield f"        case {field.described.number}:"
        yield f"            {' '.join(_read_one(field))}"
        yield "            return true;"
    yield "        default: return false;"
    yield "    }"
    yield "}"
    yield ""


def _read_one(field: Field) -> Lines:
    if field.kind == "map":
        yield f"from.{field.map_method}({field.stored});"
    elif field.kind == "mask":
        yield f"from.Mask({field.stored});"
    elif field.kind != "list":
        yield from field.read_value(field.name)
    elif field.method == "Enum":
        added = f"n => {field.stored}.Add(({field.value_type})n)"
        yield f"from.Enums({field.value_type}Names.Table, {added});"
    elif field.method == "Message":
        yield f"from.Messages({field.stored}, () => new {field.value_type}());"
    else:
        yield f"from.{field.method}s({field.stored});"


def _numbers(fields: list[Field]) -> Lines:
    yield "/// <inheritdoc/>"
    yield "public override int NumberOf(string name)"
    yield "{"
    yield "    switch (name)"
    yield "    {"
    for field in fields:
        names = dict.fromkeys((field.described.json_name, field.described.name))
        cases = " ".join(f'case "{name}":' for name in names)
        yield f"        {cases} return {field.described.number};"
    yield "        default: return 0;"
    yield "    }"
    yield "}"
