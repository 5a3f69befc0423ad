"""How each field of a message is declared, read and written in GDScript."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto

Field = FieldDescriptorProto


@dataclass(frozen=True, slots=True)
class Kind:
    """A type of field: as GDScript declares, defaults, reads (`{}` is the JSON) and writes it."""

    name: str
    default: str
    read: str
    write: str = "{}"

    def absent(self, variable: str) -> str:
        """Return the test whether `variable` holds more than the default."""
        many = self.name.startswith(("Array", "Packed"))
        return f"not {variable}.is_empty()" if many else f"{variable} != {self.default}"


INT32 = Kind("int", "0", "W.integer({})")
INT64 = Kind("int", "0", "W.integer({})", "str({})")
NUMBER = Kind("float", "0.0", "W.number({})", "W.number_out({})")
TEXT = Kind("String", '""', "W.text({})")
MASK = Kind("Array[String]", "[]", "W.mask({})", "W.mask_out({})")
SCALARS: Mapping[int, Kind] = {
    Field.TYPE_DOUBLE: NUMBER,
    Field.TYPE_FLOAT: NUMBER,
    Field.TYPE_INT64: INT64,
    Field.TYPE_SINT64: INT64,
    Field.TYPE_SFIXED64: INT64,
    Field.TYPE_INT32: INT32,
    Field.TYPE_SINT32: INT32,
    Field.TYPE_SFIXED32: INT32,
    Field.TYPE_UINT32: INT32,
    Field.TYPE_FIXED32: INT32,
    Field.TYPE_UINT64: INT64,
    Field.TYPE_FIXED64: INT64,
    Field.TYPE_BOOL: Kind("bool", "false", "W.boolean({})"),
    Field.TYPE_STRING: TEXT,
    Field.TYPE_BYTES: Kind(
        "PackedByteArray", "PackedByteArray()", "W.bytes({})", "Marshalls.raw_to_base64({})"
    ),
}
# What JSON writes as text: times as RFC 3339, "" for none; see time.gd for help with them.
WELL_KNOWN: Mapping[str, Kind] = {
    ".google.protobuf.Timestamp": TEXT,
    ".google.protobuf.Duration": TEXT,
    ".google.protobuf.FieldMask": MASK,
}


def snake(name: str) -> str:
    """Return `SayInCircle` as `say_in_circle`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def indented(lines: Iterable[str]) -> Iterator[str]:
    """Move lines in by one tab; empty ones stay empty."""
    return (f"\t{line}" if line else "" for line in lines)


@dataclass(frozen=True, slots=True)
class Names:
    """Where each type of the package is declared, and how one file writes those of another."""

    homes: Mapping[str, str]
    here: str

    def of(self, full: str) -> str:
        """Return the name of a message or enum as it is written in this file."""
        if full not in self.homes:
            raise SystemExit(f"{full} has no form in GDScript yet; give it one in {__file__}")
        home, name = self.homes[full], full.rpartition(".")[2]
        return name if home == self.here else f"{alias(home)}.{name}"

    def constants(self, full: str) -> str:
        """Return the name of an enum's table of names."""
        head, dot, name = self.of(full).rpartition(".")
        return f"{head}{dot}{snake(name).upper()}_NAMES"

    def kind(self, field: Field) -> Kind:
        """Return the kind of one value of a field."""
        if field.type == Field.TYPE_ENUM:
            table = self.constants(field.type_name)
            read, write = f"W.enumeration({{}}, {table})", f"W.enumeration_out({{}}, {table})"
            return Kind("int", "0", read, write)
        if field.type_name in WELL_KNOWN:
            return WELL_KNOWN[field.type_name]
        if field.type == Field.TYPE_MESSAGE:
            name = self.of(field.type_name)
            return Kind(name, "null", f"{name}.from_dict({{}})", "{}.to_dict()")
        return SCALARS[field.type]


def alias(stem: str) -> str:
    """Return the constant under which a file of messages is preloaded."""
    return "_" + "".join(part.title() for part in stem.split("_"))


def is_singular_message(field: Field) -> bool:
    """Whether a field holds one message of this package."""
    return field.type == Field.TYPE_MESSAGE and field.type_name not in WELL_KNOWN


@dataclass(frozen=True, slots=True)
class Member:
    """What one field adds to its class: declarations, lines that read and lines that write."""

    declares: list[str]
    reads: list[str]
    writes: list[str]


def source_of(field: Field) -> str:
    """Return the expression that finds a field's JSON, under either of its two names."""
    if field.json_name == field.name:
        return f'from_.get("{field.name}")'
    return f'from_.get("{field.json_name}", from_.get("{field.name}"))'


def plain(field: Field, kind: Kind) -> Member:
    """Write a field that is always there."""
    name, key = field.name, field.json_name
    return Member(
        [f"var {name}: {kind.name} = {kind.default}"],
        [f"it_.{name} = {kind.read.format(source_of(field))}"],
        [f"if {kind.absent(name)}:", f'\tout_["{key}"] = {kind.write.format(name)}'],
    )


def many(field: Field, kind: Kind) -> Member:
    """Write a repeated field."""
    name, key = field.name, field.json_name
    reads = [
        f"for entry_: Variant in W.list({source_of(field)}):",
        f"\tit_.{name}.append({kind.read.format('entry_')})",
    ]
    if field.type == Field.TYPE_ENUM:
        each = kind.read.replace("W.enumeration(", "W.enumerations(")
        reads = [f"it_.{name} = {each.format(source_of(field))}"]
    writes = [f'out_["{key}"] = {name}.duplicate()']
    if kind.write != "{}":
        writes = [
            "var list_ := []",
            f"for entry_ in {name}:",
            f"\tlist_.append({kind.write.format('entry_')})",
            f'out_["{key}"] = list_',
        ]
    writes = [f"if not {name}.is_empty():", *indented(writes)]
    return Member([f"var {name}: Array[{kind.name}] = []"], reads, writes)


def mapped(field: Field, entry: DescriptorProto, names: Names) -> Member:
    """Write a map."""
    name, key = field.name, field.json_name
    of_key, of_value = (names.kind(part) for part in entry.field)
    return Member(
        [f"var {name}: Dictionary = {{}}"],
        [
            f"var {name}_ := W.dictionary({source_of(field)})",
            f"for key_: Variant in {name}_:",
            f"\tvar one_ := {of_key.read.format('key_')}",
            f"\tit_.{name}[one_] = {of_value.read.format(f'{name}_[key_]')}",
        ],
        [
            f"if not {name}.is_empty():",
            "\tvar map_ := {}",
            f"\tfor key_: Variant in {name}:",
            f"\t\tmap_[str(key_)] = {of_value.write.format(f'{name}[key_]')}",
            f'\tout_["{key}"] = map_',
        ],
    )


def message(field: Field, kind: Kind) -> Member:
    """Write a field of one message: made when first looked at, sent when it holds anything."""
    name, key = field.name, field.json_name
    declares = [
        f"var {name}: {kind.name}:",
        "\tget:",
        f"\t\tif _{name} == null:",
        f"\t\t\t_{name} = {kind.name}.new()",
        f"\t\treturn _{name}",
        "\tset(value):",
        f"\t\t_{name} = value",
        f"\t\t_has_{name} = value != null",
        f"var _{name}: {kind.name}",
        f"var _has_{name} := false",
        "",
        f"func has_{name}() -> bool:",
        f"\treturn _has_{name} or (_{name} != null and not _{name}.is_empty())",
        "",
    ]
    return Member(
        declares,
        present(field, kind),
        [f"if has_{name}():", f'\tout_["{key}"] = _{name}.to_dict()'],
    )


def present(field: Field, kind: Kind) -> list[str]:
    """Return the lines that read a field only where the JSON has it."""
    value = f"{field.name}_"
    return [
        f"var {value}: Variant = {source_of(field)}",
        f"if {value} != null:",
        f"\tit_.{field.name} = {kind.read.format(value)}",
    ]


def optional(field: Field, kind: Kind) -> Member:
    """Write a scalar that knows whether it was set."""
    name, key = field.name, field.json_name
    declares = [
        f"var {name}: {kind.name} = {kind.default}:",
        "\tset(value):",
        f"\t\t{name} = value",
        f"\t\t_has_{name} = true",
        f"var _has_{name} := false",
        "",
        f"func has_{name}() -> bool:",
        f"\treturn _has_{name}",
        "",
        f"func clear_{name}() -> void:",
        f"\t{name} = {kind.default}",
        f"\t_has_{name} = false",
        "",
    ]
    writes = [f"if _has_{name}:", f'\tout_["{key}"] = {kind.write.format(name)}']
    return Member(declares, present(field, kind), writes)


def arm(field: Field, kind: Kind, of: str) -> Member:
    """Write one arm of the oneof called `of`: setting it clears the others."""
    name, key = field.name, field.json_name
    empty = f"{kind.name}.new()" if kind.default == "null" else kind.default
    declares = [
        f"var {name}: {kind.name}:",
        "\tget:",
        f'\t\treturn _{of} if _{of}_case == "{name}" else {empty}',
        "\tset(value):",
        f"\t\t_{of} = value",
        f'\t\t_{of}_case = "{name}"'
        + (' if value != null else ""' if empty[-5:] == "new()" else ""),
        "",
        f"func has_{name}() -> bool:",
        f'\treturn _{of}_case == "{name}"',
        "",
    ]
    writes = [f'if _{of}_case == "{name}":', f'\tout_["{key}"] = {kind.write.format(f"_{of}")}']
    return Member(declares, present(field, kind), writes)


def member(field: Field, of: DescriptorProto, names: Names) -> Member:
    """Write one field of a message."""
    entries = {f"{of.name}.{n.name}": n for n in of.nested_type if n.options.map_entry}
    name = ".".join(field.type_name.split(".")[-2:])
    if name in entries:
        return mapped(field, entries[name], names)
    kind = names.kind(field)
    if field.label == Field.LABEL_REPEATED:
        return many(field, kind)
    if field.HasField("oneof_index") and not field.proto3_optional:
        return arm(field, kind, of.oneof_decl[field.oneof_index].name)
    if is_singular_message(field):
        return message(field, kind)
    return optional(field, kind) if field.proto3_optional else plain(field, kind)
