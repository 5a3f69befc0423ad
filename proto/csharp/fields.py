"""How each kind of field is declared, written and read in C#."""

from collections.abc import Iterator
from dataclasses import dataclass

from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto

from proto.csharp.protos import NotSupportedError, is_repeated, map_entry, pascal

F = FieldDescriptorProto
# kind of value → (its C# type, the method that writes or reads it, whether `x` is set)
SCALARS = {
    F.TYPE_STRING: ("string", "String", "{0}.Length != 0"),
    F.TYPE_BYTES: ("byte[]", "Bytes", "{0}.Length != 0"),
    F.TYPE_INT32: ("int", "Int32", "{0} != 0"),
    F.TYPE_INT64: ("long", "Int64", "{0} != 0L"),
    F.TYPE_DOUBLE: ("double", "Double", "global::System.BitConverter.DoubleToInt64Bits({0}) != 0L"),
    F.TYPE_BOOL: ("bool", "Bool", "{0}"),
}
NEVER_NULL = {F.TYPE_STRING: '""', F.TYPE_BYTES: "new byte[0]"}
TIMESTAMP, MASK = ".google.protobuf.Timestamp", ".google.protobuf.FieldMask"
LIST = "global::System.Collections.Generic.List"
MAP = "global::System.Collections.Generic.Dictionary"


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a message, and everything that C# calls it."""

    described: FieldDescriptorProto
    message: DescriptorProto
    comment: str

    @property
    def name(self) -> str:
        """Name of the property; C# forbids one that is called as its class."""
        name = pascal(self.described.name)
        return f"{name}_" if name == self.message.name else name

    @property
    def stored(self) -> str:
        """Name of the variable behind the property."""
        return f"_{self.described.json_name}"

    @property
    def heading(self) -> str:
        """Number and JSON name, as writers take them."""
        return f'{self.described.number}, "{self.described.json_name}"'

    @property
    def oneof(self) -> str | None:
        """Name of the oneof that it is an arm of; None for the `optional` of proto3 as well."""
        if not self.described.HasField("oneof_index") or self.described.proto3_optional:
            return None
        return self.message.oneof_decl[self.described.oneof_index].name

    @property
    def kind(self) -> str:
        """One of map, list, oneof, mask, timestamp, message, optional and plain."""
        described = self.described
        if is_repeated(described):
            return "list" if map_entry(self.message, described) is None else "map"
        if self.oneof:
            return "oneof"
        kinds = {MASK: "mask", TIMESTAMP: "timestamp"}
        if described.type_name in kinds:
            return kinds[described.type_name]
        if described.type == F.TYPE_MESSAGE:
            return "message"
        return "optional" if described.proto3_optional else "plain"

    @property
    def value_type(self) -> str:
        """C# type of one value."""
        described = self.described
        if described.type in SCALARS:
            return SCALARS[described.type][0]
        if described.type_name == TIMESTAMP:
            return "global::System.DateTime"
        if described.type in {F.TYPE_MESSAGE, F.TYPE_ENUM} and described.type_name.startswith(
            ".npcserver."
        ):
            return described.type_name.rpartition(".")[2]
        kind = F.Type.Name(described.type)
        raise NotSupportedError(f"{self.message.name}.{described.name}: no C# for {kind}")

    @property
    def method(self) -> str:
        """Method of writers and readers for one value."""
        described = self.described
        if described.type in SCALARS:
            return SCALARS[described.type][1]
        if described.type == F.TYPE_ENUM:
            return "Enum"
        return "Timestamp" if described.type_name == TIMESTAMP else "Message"

    @property
    def map_method(self) -> str:
        """Method of writers and readers for a map."""
        entry = map_entry(self.message, self.described)
        values = {F.TYPE_STRING: "StringMap", F.TYPE_INT32: "Int32Map"}
        if entry is None or entry.field[0].type != F.TYPE_STRING:
            raise NotSupportedError(f"{self.message.name}.{self.described.name}: no such map")
        return values[entry.field[1].type]

    def write_value(self, value: str) -> str:
        """Return the statement that writes one value."""
        names = f"{self.value_type}Names.Table, (int)" if self.method == "Enum" else ""
        return f"to.{self.method}({self.heading}, {names}{value});"

    def read_value(self, target: str) -> Iterator[str]:
        """Yield the statements that read one value into a property."""
        if self.method == "Enum":
            read = f"from.Enum({self.value_type}Names.Table, out {self.stored}Read)"
            yield f"int {self.stored}Read;"
            yield f"if ({read}) {{ {target} = ({self.value_type}){self.stored}Read; }}"
        elif self.method == "Message":
            yield f"{target} = from.Message({target});"
        elif self.method == "Timestamp":
            yield f"{self.stored} = from.Timestamp(out {self.stored}Rest);"
        else:
            yield f"{target} = from.{self.method}();"

    def is_set(self, value: str) -> str:
        """Return the condition under which a plain value is written."""
        if self.method == "Enum":
            return f"(int){value} != 0"
        return SCALARS[self.described.type][2].format(value)
