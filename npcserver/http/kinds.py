"""Kinds of fields and messages that protobuf's JSON treats specially."""

from google.protobuf.descriptor import Descriptor, FieldDescriptor


def is_map(field: FieldDescriptor) -> bool:
    """Return whether a field is a map."""
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def is_well_known(descriptor: Descriptor) -> bool:
    """Return whether a message is one of protobuf's well-known types, which are text in JSON."""
    return descriptor.full_name.startswith("google.protobuf.")
