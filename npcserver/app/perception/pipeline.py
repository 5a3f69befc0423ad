"""How characters perceive a batch of events: who perceives, what is news, who is to react.

Asks no model, and writes nothing: the caller appends the result.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial

from npcserver.app.attention import load_attention_tiers
from npcserver.app.authoring.directory import Directory
from npcserver.app.perception import witnesses
from npcserver.app.perception.known_facts import KnownFactsCache
from npcserver.app.perception.observations import (
    SEEN_IMPORTANCE,
    STRIKING,
    FlagChange,
    GameEvent,
    Movement,
    Observe,
)
from npcserver.app.perception.witnesses import PerceivedEvent, needs_perception_map
from npcserver.memory import retention
from npcserver.memory.retention import Facts, Judgement
from npcserver.model.character import Attention
from npcserver.model.ids import PlaceId, WorldId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import Draft, Flagged, Moved, RecordKind, Remembered, Source
from npcserver.model.secret import Secret
from npcserver.ports.storage import Reader
from npcserver.ports.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class IntakeResult:
    """The result of a batch: records in order, jobs, and how many of them are memories.

    `coalesced` counts what left no memory because it was no news.
    """

    drafts: tuple[Draft, ...]
    jobs: tuple[JobDraft, ...]
    memories: int
    coalesced: int


@dataclass(slots=True)
class _MemoryIntake:
    memories: list[Draft] = field(default_factory=list)
    asides: list[Draft] = field(default_factory=list)
    struck: dict[str, None] = field(default_factory=dict)
    coalesced: int = 0

    def keep(self, sight: PerceivedEvent, mind: str, facts: Facts | None) -> None:
        """Keep what a character perceived if it is news to it."""
        what = sight.what
        if not self._is_news(what, mind, facts):
            self.coalesced += 1
            return
        self.memories.append(_memory(what, mind))
        if sight.is_striking or _is_striking(what, mind):
            self.struck[mind] = None

    def _is_news(self, what: GameEvent, mind: str, facts: Facts | None) -> bool:
        if retention.is_leftover(what.text):
            return False
        if not what.is_standing or facts is None:
            return True
        key = retention.key_of(what.text, what.about)
        judgement = retention.judge(facts, what.text, what.about)
        if judgement is Judgement.NEWS:
            retention.learn(facts, key, what.text)
        elif judgement is Judgement.IDLE and facts.pop(key, None) is not None:
            self.asides.append(retention.lost(mind, key))
        return judgement is Judgement.NEWS


def is_plain(what: Observe) -> bool:
    """Return whether a batch can be processed without reading the timeline."""
    if what.movements or what.objects or what.flags:
        return False
    for each in what.happenings:
        if each.is_standing or needs_perception_map(each) or (each.importance or 0) >= STRIKING:
            return False
        if each.about and not set(each.witness_ids).isdisjoint(each.about):
            return False
    return True


def take_in_plainly(what: Observe) -> IntakeResult:
    """Process a plain batch: named witnesses, and events that need no reaction."""
    kept = _MemoryIntake()
    for each in what.happenings:
        minds = dict.fromkeys(each.witness_ids)
        if retention.is_leftover(each.text):
            kept.coalesced += len(minds)
        else:
            kept.memories += [_memory(each, mind) for mind in minds]
    return _intake_result(what, (), kept, ())


class PerceptionPipeline:
    """Processes batches.

    `retained` is shared with all that lets characters perceive facts. `attention` is the tier of
    characters for whom the game set none.
    """

    def __init__(
        self,
        directory: Directory,
        *,
        retained: KnownFactsCache | None = None,
        attention: Attention = Attention.BACKGROUND,
    ) -> None:
        self._directory = directory
        self.attention = attention
        self._retained = retained or KnownFactsCache()

    async def take_in(self, reader: Reader, what: Observe) -> IntakeResult:
        """Return the result of a batch at the head of its timeline. Its ids are checked already."""
        world_id = await self._directory.world_of(what.timeline_id)
        places = await self._directory.places(world_id)
        panorama = await reader.together(partial(witnesses.load_batch_context, what, places))
        changed = witnesses.object_change_drafts(what, panorama)
        kept = await self._kept(panorama.view, witnesses.list_perceived(what, panorama), changed)
        kept.struck |= dict.fromkeys(witnesses.arrival_witnesses(what, panorama))
        moved = await self._presences(world_id, what.movements)
        world = (*_flags(what.flags), *moved, *changed)
        kept.asides += witnesses.departure_knowledge(what, panorama)
        return _intake_result(what, world, kept, await self._awake(panorama.view, kept.struck))

    async def _kept(
        self, view: View, seen: Sequence[PerceivedEvent], changed: Sequence[Draft]
    ) -> _MemoryIntake:
        """Return what is kept of the sights; earlier knowledge of changed objects is dropped."""
        standing = {mind for sight in seen if sight.what.is_standing for mind in sight.minds}
        known = await self._retained.known(view, standing) if standing else {}
        for facts in known.values():
            for thing in changed:
                facts.pop(thing.subject_id, None)
        kept = _MemoryIntake()
        for sight in [await self._weighed(view, one) for one in seen]:
            for mind in sight.minds:
                kept.keep(sight, mind, known.get(mind))
        return kept

    async def _weighed(self, view: View, sight: PerceivedEvent) -> PerceivedEvent:
        """Return a sight of what a character is doing with `SEEN_IMPORTANCE`, others unchanged.

        Such sights occur all day, and get the same importance where the server moves people.
        """
        what = sight.what
        if not what.is_standing or what.importance is not None or not what.about:
            return sight
        world_id = view.timeline.world_id
        for one in what.about:
            if not await self._directory.is_character(world_id, one):
                return sight
        return replace(sight, what=replace(what, importance=SEEN_IMPORTANCE))

    async def _presences(self, world_id: WorldId, movements: Iterable[Movement]) -> list[Draft]:
        """Return the presence records. A player's contains its name, a character's does not."""
        drafts: list[Draft] = []
        for move in movements:
            is_character = await self._directory.is_character(world_id, move.subject_id)
            drafts.append(
                Draft(
                    kind=RecordKind.PRESENCE,
                    subject_id=move.subject_id,
                    text="" if is_character else move.name or move.subject_id,
                    body=Moved(place_id=move.place_id),
                )
            )
        return drafts

    async def _awake(self, view: View, struck: Iterable[str]) -> list[str]:
        """Return those of the characters that are not dormant."""
        minds = list(struck)
        if not minds:
            return []
        tiers = await load_attention_tiers(view)
        return [mind for mind in minds if tiers.get(mind, self.attention) is not Attention.DORMANT]


def _is_striking(what: GameEvent, mind: str) -> bool:
    return mind in what.about or (what.importance or 0) >= STRIKING


def _intake_result(
    what: Observe, world: Sequence[Draft], kept: _MemoryIntake, react: Iterable[str]
) -> IntakeResult:
    digest = dict.fromkeys(draft.subject_id for draft in kept.memories)
    wanted = [(JobKind.DIGEST, mind) for mind in digest]
    wanted += [(JobKind.REACT, mind) for mind in react]
    return IntakeResult(
        drafts=(*world, *kept.memories, *kept.asides),
        jobs=tuple(JobDraft(kind, what.timeline_id, mind) for kind, mind in wanted),
        memories=len(kept.memories),
        coalesced=kept.coalesced,
    )


def _flags(changes: Sequence[FlagChange]) -> list[Draft]:
    return [
        Draft(kind=RecordKind.FLAG, subject_id=change.name, body=Flagged(is_set=change.is_set))
        for change in changes
    ]


def _memory(what: GameEvent, mind: str) -> Draft:
    return Draft(
        kind=RecordKind.OBSERVATION,
        subject_id=mind,
        text=what.text,
        game_time=what.game_time,
        importance=what.importance,
        body=_witnessed(what.place_id, what.about, what.is_standing, what.secret),
    )


@lru_cache(maxsize=1024)
def _witnessed(
    place_id: PlaceId | None,
    about: tuple[str, ...],
    is_standing: bool,  # noqa: FBT001 - four facts that make a body
    secret: Secret | None,
) -> Remembered:
    """Return the body of what was witnessed at a place; cached, since most are alike."""
    return Remembered(
        source=Source.WITNESSED,
        place_id=place_id,
        about=about,
        is_standing=is_standing,
        secrets=() if secret is None else (secret,),
    )
