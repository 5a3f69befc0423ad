"""A character at a moment: its state, its memories, what a question calls up, and its insights."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from starlette.responses import Response

from npcserver.app.ledger.explanations import ReflectionNode
from npcserver.app.pagination import Page
from npcserver.memory.score_profiles import CHOICES, Profile
from npcserver.model import feelings, limits
from npcserver.model.errors import InvalidInput
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import MEMORY_KINDS, RecordKind
from npcserver.model.world import Place
from npcstudio.persons import persons_of
from npcstudio.places import place_choices
from npcstudio.visits import Visit

_MEMORIES: Final = 40
_ROOTS: Final = 20
_RECALLED: Final = 20
_DEPTH: Final = 6


@dataclass(frozen=True, slots=True)
class InsightRow:
    """A node of the tree of insights, `depth` levels below its root."""

    memory: Memory
    depth: int
    is_repeated: bool


async def _whose(visit: Visit) -> dict[str, Any]:
    """Return whose pages these are, with the digest of the picture, empty without one."""
    portraits = await visit.services.characters.portraits(visit.world_id)
    character = await visit.services.characters.get(visit.world_id, visit.character_id)
    return {"character": character, "portrait": portraits.get(character.id, "")}


async def show_now(visit: Visit) -> Response:
    """Show mood, plan, standings, beliefs and promises."""
    mind = await visit.services.characters.mind(visit.timeline_id, visit.character_id, visit.seq)
    mood = mind.mindset.situation.mood
    feeling = feelings.nearest(mood.valence, mood.arousal)
    can_set = visit.may("author") and visit.seq is None and visit.timeline.parent_id is not None
    places: Sequence[Place] = ()
    others: dict[str, str] = {}
    if can_set:
        others = dict((await persons_of(visit)).choices)
        page = Page(limits.PAGE)
        places = (await visit.services.worlds.list_places(visit.world_id, page)).items
    others |= {one.other_id: one.other_name for one in mind.standings if one.other_id}
    others.pop(visit.character_id, None)
    return visit.page(
        "mind_now",
        **await _whose(visit),
        mind=mind,
        feeling=feeling,
        can_set=can_set,
        places=tuple((one.id, one.name) for one in places),
        topics=tuple((one.topic, one.text or one.topic) for one in mind.beliefs),
        others=sorted(((one, name or one) for one, name in others.items()), key=lambda one: one[1]),
        # Some labels lie at one point, of which the first is shown and prompted with.
        labels=tuple(
            (one, one) for one in feelings.LABELS if feelings.nearest(*feelings.LABELS[one]) == one
        ),
    )


async def show_memories(visit: Visit) -> Response:
    """Show the memory stream, newest first, as far as it fits the filters."""
    asked = visit.asked
    kind = asked.text("kind")
    if kind and kind not in MEMORY_KINDS:
        raise InvalidInput("kind", f"must be one of {', '.join(MEMORY_KINDS)}")
    persons = await persons_of(visit)
    places = await place_choices(visit)
    found = await visit.services.memories.list(
        timeline_id=visit.timeline_id,
        character_id=visit.character_id,
        seq=visit.seq,
        kinds=(RecordKind(kind),) if kind else (),
        start=_time(visit, "start"),
        end=_time(visit, "end"),
        place_id=asked.text("place", limits.IDENTIFIER),
        person_id=persons.id_of(asked.text("person", limits.IDENTIFIER)),
        text=asked.text("text", limits.UTTERANCE),
        page=Page(_MEMORIES, str(asked.number("before", 0, 2**53) or "")),
    )
    pins = frozenset(
        await visit.services.memories.pins(visit.timeline_id, visit.character_id, visit.seq)
    )
    query = {name: value for name, value in asked.pairs if name not in ("before", "done")}
    return visit.page(
        "mind_memories",
        **await _whose(visit),
        found=found,
        pins=pins,
        kinds=MEMORY_KINDS,
        query=query,
        persons=persons.choices,
        places=places,
    )


async def show_scores(visit: Visit) -> Response:
    """Show what a question calls up, with the columns of the score."""
    asked = visit.asked
    question = asked.text("text", limits.UTTERANCE)
    recalled: tuple[Recollection, ...] = ()
    profile: Profile | None = None
    persons = await persons_of(visit)
    if question:
        recalled, profile = await visit.services.memories.recall(
            timeline_id=visit.timeline_id,
            character_id=visit.character_id,
            text=question,
            limit=_RECALLED,
            profile=asked.text("profile"),
            seq=visit.seq,
            asker_id=persons.id_of(asked.text("asker", limits.IDENTIFIER)),
        )
    return visit.page(
        "mind_ask",
        **await _whose(visit),
        question=question,
        recalled=recalled,
        profile=profile,
        profiles=tuple(CHOICES),
        chosen=asked.text("profile"),
        asker=asked.text("asker", limits.IDENTIFIER),
        persons=persons.choices,
        pins=frozenset(one.memory.seq for one in recalled if one.is_pinned),
    )


async def show_insights(visit: Visit) -> Response:
    """Show insights, each with the memories that it was drawn from."""
    roots = await visit.services.explaining.tree(
        visit.timeline_id,
        visit.character_id,
        seq=visit.seq,
        root_memory_id=visit.asked.text("root", limits.IDENTIFIER),
        depth=_DEPTH,
        limit=_ROOTS,
    )
    return visit.page("mind_insights", rows=tuple(_flat(roots)), most=_ROOTS, **await _whose(visit))


def _flat(nodes: Sequence[ReflectionNode], depth: int = 0) -> Iterator[InsightRow]:
    for node in nodes:
        yield InsightRow(node.memory, depth, node.is_repeated)
        yield from _flat(node.children, depth + 1)


def _time(visit: Visit, name: str) -> datetime | None:
    if not (value := visit.asked.text(name)):
        return None
    try:
        return datetime.fromisoformat(value).replace(tzinfo=UTC)
    except ValueError as error:
        raise InvalidInput(name, "must be a time such as 1904-03-14T16:30") from error
