"""Checks that each method of the protos declares who may call it, in a way that can be enforced."""

from collections.abc import Iterator
from typing import Any

from google.protobuf.descriptor import Descriptor, MethodDescriptor
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass, GetMessageClassesForFiles

OPTION = "npcserver.v1.access"
NAMED = ("world_id", "timeline_id", "leaving_timeline_id", "save_id")
"""Fields that say what a call is about. A message that has one must be covered by `of`."""


def problems(described: FileDescriptorSet) -> Iterator[str]:
    """Yield what is wrong, a line each; `described` includes all imports."""
    pool = DescriptorPool()
    for file in described.file:
        pool.Add(file)
    GetMessageClassesForFiles([file.name for file in described.file], pool)
    for file in described.file:
        for service in file.service:
            found = pool.FindServiceByName(f"{file.package}.{service.name}")
            for method in found.methods:
                yield from (f"{service.name}.{method.name}: {it}" for it in _flaws(pool, method))


def _flaws(pool: DescriptorPool, method: MethodDescriptor) -> Iterator[str]:
    options = GetMessageClass(pool.FindMessageTypeByName("google.protobuf.MethodOptions"))()
    options.ParseFromString(method.GetOptions().SerializeToString())
    extension: Any = pool.FindExtensionByName(OPTION)
    if not options.HasExtension(extension):
        yield "declares no `access`; say who may call it"
        return
    access: Any = options.Extensions[extension]
    if not access.verb:
        yield "its `access` has no verb"
    named = set(named_paths(method.input_type))
    for path in sorted(set(access.of) - named):
        yield f"`of` names {path!r}, which is no world, timeline or save of its request"
    for path in sorted(named - set(access.of)):
        yield f"its request names {path!r}, which `of` leaves out"
    if access.filtered and access.of:
        yield "is filtered by itself, so `of` must be empty"
    if access.players and not access.filtered and list(access.of) != ["timeline_id"]:
        yield "is for players, so `of` must be the timeline alone"


def named_paths(message: Descriptor, path: str = "") -> Iterator[str]:
    """Yield the paths of all fields that name a world, a timeline or a save; not those in lists."""
    for field in message.fields:
        where = f"{path}{field.name}"
        if field.name in NAMED and field.message_type is None:
            yield where
        elif field.message_type is not None and not field.is_repeated:
            yield from named_paths(field.message_type, f"{where}.")
