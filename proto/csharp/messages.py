"""C# classes of messages and enums."""

from collections.abc import Iterator
from itertools import chain

from google.protobuf.descriptor_pb2 import DescriptorProto, EnumDescriptorProto

from proto.csharp.fields import Field
from proto.csharp.properties import declared, oneofs
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
        oneofs(fields),
        chain.from_iterable(map(declared, fields)),
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
