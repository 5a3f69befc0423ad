"""Kinds of fields and messages that protobuf's JSON treats in a way of their own."""

from google.protobuf.descriptor import Descriptor, FieldDescriptor


def is_map(field: FieldDescriptor) -> bool:
    """Say whether a field holds values by key."""
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def is_well_known(descriptor: Descriptor) -> bool:
    """Say whether a message is one of protobuf's own, which are text in JSON."""
    return descriptor.full_name.startswith("google.protobuf.")
