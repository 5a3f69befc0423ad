"""A character at a moment: its state, its memories, what a question calls up, and its insights."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from starlette.responses import Response

from npcserver.app.ledger.explanations import ReflectionNode
from npcserver.app.pagination import Page
from npcserver.memory.score_profiles import CHOICES, Profile
from npcserver.model import feelings, limits
from npcserver.model.character import Character
from npcserver.model.errors import InvalidInput
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import MEMORY_KINDS, RecordKind
from npcserver.model.timeline import Timeline
from npcserver.model.world import Place
from npcstudio.persons import persons_of
from npcstudio.places import place_choices
from npcstudio.visits import Visit

_MEMORIES: Final = 40
_ROOTS: Final = 20
_RECALLED: Final = 20
_DEPTH: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class MindMoment:
    """Whose pages these are, in which timeline, and as of which position.

    `portrait` is the digest of the picture, empty without one.
    """

    timeline: Timeline
    character: Character
    seq: int | None
    portrait: str = ""


@dataclass(frozen=True, slots=True)
class InsightRow:
    """A node of the tree of insights, `depth` levels below its root."""

    memory: Memory
    depth: int
    is_repeated: bool


async def _moment(visit: Visit) -> MindMoment:
    character = await visit.services.characters.get(visit.world_id, visit.character_id)
    portraits = await visit.services.characters.portraits(visit.world_id)
    return MindMoment(
        timeline=visit.timeline,
        character=character,
        seq=visit.seq,
        portrait=portraits.get(character.id, ""),
    )


async def show_now(visit: Visit) -> Response:
    """Show mood, plan, standings, beliefs and promises."""
    at = await _moment(visit)
    mind = await visit.services.characters.mind(at.timeline.id, at.character.id, at.seq)
    mood = mind.mindset.situation.mood
    feeling = feelings.nearest(mood.valence, mood.arousal)
    can_set = visit.may("author") and at.seq is None and at.timeline.parent_id is not None
    places: Sequence[Place] = ()
    others: dict[str, str] = {}
    if can_set:
        others = dict((await persons_of(visit, at.timeline.world_id)).choices)
        world_id = at.timeline.world_id
        places = (await visit.services.worlds.list_places(world_id, Page(limits.PAGE))).items
    others |= {one.other_id: one.other_name for one in mind.standings if one.other_id}
    others.pop(at.character.id, None)
    return visit.page(
        "mind_now",
        at=at,
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
    at, asked = await _moment(visit), visit.asked
    kind = asked.text("kind")
    if kind and kind not in MEMORY_KINDS:
        raise InvalidInput("kind", f"must be one of {', '.join(MEMORY_KINDS)}")
    persons = await persons_of(visit, at.timeline.world_id)
    places = await place_choices(visit, at.timeline.world_id)
    whose = (at.timeline.id, at.character.id, at.seq)
    found = await visit.services.memories.list(
        timeline_id=at.timeline.id,
        character_id=at.character.id,
        seq=at.seq,
        kinds=(RecordKind(kind),) if kind else (),
        start=_time(visit, "start"),
        end=_time(visit, "end"),
        place_id=asked.text("place", limits.IDENTIFIER),
        person_id=persons.id_of(asked.text("person", limits.IDENTIFIER)),
        text=asked.text("text", limits.UTTERANCE),
        page=Page(_MEMORIES, str(asked.number("before", 0, 2**53) or "")),
    )
    pins = frozenset(await visit.services.memories.pins(*whose))
    query = {name: value for name, value in asked.pairs if name not in ("before", "done")}
    return visit.page(
        "mind_memories",
        at=at,
        found=found,
        pins=pins,
        kinds=MEMORY_KINDS,
        query=query,
        persons=persons.choices,
        places=places,
    )


async def show_scores(visit: Visit) -> Response:
    """Show what a question calls up, with the columns of the score."""
    at, asked = await _moment(visit), visit.asked
    question = asked.text("text", limits.UTTERANCE)
    recalled: tuple[Recollection, ...] = ()
    profile: Profile | None = None
    persons = await persons_of(visit, at.timeline.world_id)
    if question:
        recalled, profile = await visit.services.memories.recall(
            timeline_id=at.timeline.id,
            character_id=at.character.id,
            text=question,
            limit=_RECALLED,
            profile=asked.text("profile"),
            seq=at.seq,
            asker_id=persons.id_of(asked.text("asker", limits.IDENTIFIER)),
        )
    return visit.page(
        "mind_ask",
        at=at,
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
    at = await _moment(visit)
    roots = await visit.services.explaining.tree(
        at.timeline.id,
        at.character.id,
        seq=at.seq,
        root_memory_id=visit.asked.text("root", limits.IDENTIFIER),
        depth=_DEPTH,
        limit=_ROOTS,
    )
    return visit.page("mind_insights", at=at, rows=tuple(_flat(roots)), most=_ROOTS)


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
