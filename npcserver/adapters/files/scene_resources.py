"""The resources of a scene file, which give weight to their owners and topics to all."""

from collections.abc import Sequence

from npcserver.adapters.files.fields import Table
from npcserver.adapters.files.naming import Names
from npcserver.model import limits
from npcserver.model.group.script import Member, Resource


def read(table: Table, members: Sequence[Member]) -> tuple[Resource, ...]:
    """Return the resources of a file in the order written."""
    ids = Names("resource")
    owners = [member.id for member in members if member.id]
    return tuple(
        _resource(part, ids, owners) for part in table.tables("resources", limits.SCENE_RESOURCES)
    )


def _resource(table: Table, ids: Names, owners: Sequence[str]) -> Resource:
    name = table.text("name", limits.NAME, is_required=True, is_one_line=True)
    field = table.get("owner")
    owner = None if field is None else field.one_of(owners)
    impact = table.integer("impact", 0, limits.SCENE_IMPACT) or 0
    if impact and field is None:
        table.wrong("weighs for nobody; add an `owner`, or leave `impact` out", "impact")
    resource = Resource(
        id=ids.authored_id(table, name),
        name=name,
        owner=owner or "",
        impact=impact,
        topics=table.texts("topics", limits.NAME, limits.SCENE_TOPICS, is_one_line=True),
        description=table.text("description", limits.DESCRIPTION),
    )
    table.finish()
    return resource
