"""The characters and places of a timeline, and the effects of acts carried out there."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from npcserver.app.authored import roster_at
from npcserver.app.context.mindset import Minds, bodies_of, places_of
from npcserver.app.perception.known_facts import KnownFactsCache, place_knowledge
from npcserver.app.perception.observations import SEEN_IMPORTANCE
from npcserver.app.perception.presence import Presence, locate_people
from npcserver.app.perception.tiers import load_attention_tiers, load_crowd
from npcserver.memory import retention
from npcserver.mind.action_selection import (
    ActSelector,
    ActStart,
    WorldSnapshot,
    coarse_block,
    homes,
    wants_plan,
)
from npcserver.mind.activity_texts import greeting, seen
from npcserver.model.character import Attention
from npcserver.model.crowd import Crowd
from npcserver.model.day import Act, Cause, DayPlan
from npcserver.model.ids import PlaceId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import Body, Draft, Moved, RecordKind, Remembered, Source
from npcserver.model.relation_axes import RelationAxis
from npcserver.model.senses import Channel, Percept, perceives
from npcserver.model.world import (
    IDLE,
    ObjectState,
    Place,
    World,
    enclosing_places,
    object_key,
    statement,
)
from npcserver.ports.storage import Fence, Reader
from npcserver.ports.view import View

SIGHTS = 8
"""How much one character takes in at a time (Generative Agents: attention bandwidth)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """What is to be stored of something that happens: records, fences for them, and jobs."""

    drafts: tuple[Draft, ...] = ()
    fences: tuple[Fence, ...] = ()
    jobs: tuple[JobDraft, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenFact:
    """A fact that a character comes to see. `about` is a character, or an object by its key.

    A character that it is about remembers its own deed. It is salient that a person arrives, or
    that an object is in a state that no person here caused.
    """

    mind: str
    text: str
    place_id: PlaceId
    about: str
    is_person: bool = True
    is_salient: bool = False

    def drafted(self) -> Draft:
        """Return its memory. Acts of persons are seen all day, so they get a fixed importance."""
        return Draft(
            RecordKind.OBSERVATION,
            Remembered(
                source=Source.OWN if self.mind == self.about else Source.WITNESSED,
                place_id=self.place_id,
                about=(self.about,),
                is_standing=True,
            ),
            self.mind,
            text=self.text,
            importance=SEEN_IMPORTANCE if self.is_person else None,
        )


@dataclass(slots=True, kw_only=True)
class SimulatedWorld:
    """A world while acts are carried out in it, one after the other.

    `acts` are the latest of each character, `objects` the states of objects by key. `drafts` are
    the records to store, `glimpses` what characters see.
    """

    language: str
    places: Mapping[PlaceId, Place]
    present: dict[str, Presence]
    acts: dict[str, Act]
    objects: dict[str, ObjectState]
    asleep: set[str]
    drafts: list[Draft] = field(default_factory=list)
    glimpses: list[SeenFact] = field(default_factory=list)
    _here: defaultdict[PlaceId | None, set[str]] = field(init=False)
    _taken_in: Counter[str] = field(default_factory=Counter, init=False)

    def __post_init__(self) -> None:
        self._here = defaultdict(set)
        for who, presence in self.present.items():
            self._here[presence.place_id].add(who)

    def carry_out(self, begun: ActStart) -> None:
        """Record what begins, what it changes, and who sees it."""
        who, acting = begun.life.id, begun.acting
        before = self.acts.get(who)
        self.acts[who] = acting
        is_ours = begun.life.attention is not Attention.FOREGROUND
        has_come = is_ours and begun.place_id != self.present[who].place_id
        if is_ours and before is not None:
            self._let_go(who, before, acting)
        if has_come:
            self._move(who, begun.place_id)
        if begun.day is not None:
            self._write(RecordKind.DAY, who, begun.day)
        text = seen(begun.life.name, acting.step.activity, self.language)
        self._write(RecordKind.ACT, who, acting, text)
        self.asleep.discard(who)
        if is_ours:
            self._use(who, acting)
            place_id = self.present[who].place_id
            # waiting, talking and sleeping leave no memory
            if place_id is not None and acting.cause in (Cause.PLAN, Cause.REACTION):
                self.glimpses.append(SeenFact(mind=who, text=text, about=who, place_id=place_id))
            self._be_seen(who, text, has_come=has_come)
            if has_come and not acting.is_asleep:
                for glimpse in self._around(who):
                    self._take_in(glimpse)
        if acting.is_asleep:
            self.asleep.add(who)

    def _write(self, kind: RecordKind, subject_id: str, body: Body, text: str = "") -> None:
        self.drafts.append(Draft(kind, body, subject_id, text=text))

    def _let_go(self, who: str, before: Act, acting: Act) -> None:
        """Set an object idle after use, unless it is still used or another has changed it."""
        used = _thing(before)
        if used is None or used == _thing(acting):
            return
        now = self.objects.get(object_key(*used))
        if now is not None and now.by == who and now.state == before.step.object_state:
            self._set(replace(now, state=IDLE))

    def _move(self, who: str, place_id: PlaceId | None) -> None:
        """Move a character; the last state it saw of the old place is recorded as its knowledge."""
        left = self.present[who]
        if left.place_id is not None and not left.is_blind:
            states = {
                one.object: one.state
                for one in self.objects.values()
                if one.place_id == left.place_id and one.state != IDLE
            }
            known = place_knowledge(who, left.place_id, states, None)
            self.drafts += [] if known is None else [known]
        self._write(RecordKind.PRESENCE, who, Moved(place_id=place_id))
        self.present[who] = left.at(place_id)
        self._here[left.place_id].discard(who)
        self._here[place_id].add(who)

    def _use(self, who: str, acting: Act) -> None:
        used, state = _thing(acting), acting.step.object_state
        place = self.places.get(used[0]) if used else None
        if used is None or place is None or not state or used[1] not in place.objects:
            return
        if self.present[who].place_id == place.id:
            self._set(ObjectState(place_id=place.id, object=used[1], state=state, by=who))

    def _set(self, state: ObjectState) -> None:
        key = object_key(state.place_id, state.object)
        if self.objects.get(key) != state:
            self.objects[key] = state
            self._write(RecordKind.OBJECT, key, state, statement(state.object, state.state))

    def _be_seen(self, who: str, text: str, *, has_come: bool) -> None:
        """Let others at the place see what a character does, and that it has arrived."""
        place_id = self.present[who].place_id
        if place_id is None:
            return
        for mind in sorted(self._here[place_id] - {who}):
            if self._sees(mind, place_id):
                glimpse = SeenFact(mind=mind, text=text, about=who, place_id=place_id)
                self._take_in(replace(glimpse, is_salient=has_come))

    def _take_in(self, glimpse: SeenFact) -> None:
        """Let a character see something, up to `SIGHTS` at one moment."""
        if self._taken_in[glimpse.mind] < SIGHTS:
            self._taken_in[glimpse.mind] += 1
            self.glimpses.append(glimpse)

    def _around(self, who: str) -> Iterator[SeenFact]:
        place_id = self.present[who].place_id
        if place_id is None or not self._sees(who, place_id):
            return
        for one in sorted(self.objects.values(), key=lambda state: state.object):
            if one.place_id == place_id and one.state != IDLE and one.by != who:
                text = statement(one.object, one.state)
                yield SeenFact(
                    mind=who,
                    text=text,
                    place_id=place_id,
                    about=object_key(place_id, one.object),
                    is_person=False,
                    is_salient=not one.by,
                )
        people = [self.present[each] for each in sorted(self._here[place_id] - {who})]
        for other in people:
            act = self.acts.get(other.person.id)
            if act is not None and not other.is_extra:
                text = seen(other.person.name, act.step.activity, self.language)
                awake = other.person.id not in self.asleep
                yield SeenFact(
                    mind=who, text=text, about=other.person.id, place_id=place_id, is_salient=awake
                )
        yield from self._crowd_around(who, place_id, people)

    def _crowd_around(
        self, who: str, place_id: PlaceId, people: Sequence[Presence]
    ) -> Iterator[SeenFact]:
        """Yield what one who comes sees of extras; the first who is up greets it, as both know."""
        is_greeted = False
        for one in people:
            if one.act is None:
                continue
            text = seen(one.person.name, one.act.step.activity, self.language)
            if not is_greeted and not one.act.is_asleep:
                is_greeted = True
                text = greeting(one.person.name, self.present[who].person.name, self.language)
                yield SeenFact(
                    mind=one.person.id, text=text, about=one.person.id, place_id=place_id
                )
            yield SeenFact(mind=who, text=text, about=one.person.id, place_id=place_id)

    def _sees(self, mind: str, place_id: PlaceId) -> bool:
        here, percept = self.present[mind], Percept(place_id=place_id, channel=Channel.SIGHT)
        return not here.person.is_player and perceives(
            here, percept, self.places, is_asleep=mind in self.asleep
        )


def _thing(acting: Act) -> tuple[PlaceId, str] | None:
    step = acting.step
    return (step.place_id, step.object) if step.object and step.place_id is not None else None


_DECIDING = (RecordKind.ACT, RecordKind.DAY, RecordKind.PRESENCE, RecordKind.ATTENTION)


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationState:
    """A timeline as a vantage sees it: its people, and all that determines their acts."""

    view: View
    snapshot: WorldSnapshot
    present: Mapping[str, Presence]
    tiers: Mapping[str, Attention]
    acts: Mapping[str, Act]
    days: Mapping[str, DayPlan]
    objects: Mapping[str, ObjectState]
    homes: Mapping[str, PlaceId]
    crowd: Crowd
    axes: tuple[RelationAxis, ...] = ()

    @property
    def lives(self) -> tuple[ActSelector, ...]:
        """The characters that are neither dormant nor gone."""
        return tuple(
            ActSelector(
                id=who,
                name=self.present[who].person.name,
                attention=tier,
                act=self.acts.get(who),
                day=self.days.get(who),
                place_id=self.present[who].place_id,
                home_id=self.homes.get(who),
            )
            for who, tier in self.tiers.items()
            if tier.is_awake
        )

    def scenery(self) -> SimulatedWorld:
        """Return the world in which acts can be carried out."""
        now = self.snapshot.now
        return SimulatedWorld(
            language=self.snapshot.language,
            places=self.snapshot.places,
            present=dict(self.present),
            acts=dict(self.acts),
            objects=dict(self.objects),
            asleep={who for who, act in self.acts.items() if act.is_asleep and act.ends_at > now},
        )

    def wishes(self, begun: Sequence[ActStart]) -> list[JobDraft]:
        """Return jobs for plans that are missing or too coarse, and reactions after talks."""
        timeline_id, now = self.view.vantage.timeline_id, self.snapshot.now
        changed = {one.life.id: one.day for one in begun if one.day is not None}
        wishes: list[JobDraft] = []
        for life in self.lives:
            day = changed.get(life.id, life.day)
            if day is None or wants_plan(day, now):
                wishes.append(JobDraft(JobKind.PLAN, timeline_id, life.id))
            elif life.attention is Attention.FOREGROUND and coarse_block(day, now):
                wishes.append(JobDraft(JobKind.DECOMPOSE, timeline_id, life.id))
        ended = [one.life.id for one in begun if one.ends_talk]
        return wishes + [JobDraft(JobKind.REACT, timeline_id, mind) for mind in ended]

    def fences(self, begun: Sequence[ActStart]) -> tuple[Fence, ...]:
        """Return the fences of the tick: none who begins something has begun something else since.

        Where one enters a place of limited capacity, also that no other person has moved.
        """
        seq = self.view.vantage.seq
        fences = [Fence(one.life.id, _DECIDING, seq) for one in begun]
        entered = {
            one.place_id
            for one in begun
            if one.place_id is not None and one.place_id != self.present[one.life.id].place_id
        }
        around = (one for each in entered for one in enclosing_places(each, self.snapshot.places))
        if any(place.capacity is not None for place in around):
            acting = {one.life.id for one in begun}
            others = (
                who
                for who, one in self.present.items()
                if who not in acting and not one.is_extra  # they leave such places to others
            )
            fences += [Fence(who, (RecordKind.PRESENCE,), seq) for who in others]
        return tuple(fences)


async def load_simulation(minds: Minds, reader: Reader, view: View) -> SimulationState:
    """Load a timeline as a view sees it."""
    world = await reader.world(view.timeline.world_id)
    places = await places_of(reader, world)
    moved = await view.latest_by_subject(RecordKind.PRESENCE)
    crowd = await load_crowd(view, moved)
    present = locate_people(await roster_at(reader, view), moved, crowd)
    inside: defaultdict[PlaceId, set[str]] = defaultdict(set)
    for who, presence in present.items():
        if presence.place_id is not None:
            inside[presence.place_id].add(who)
    set_tiers = await load_attention_tiers(view)
    default = minds.default_attention
    return SimulationState(
        view=view,
        snapshot=WorldSnapshot(
            now=await view.game_time(),
            places=places,
            present={place_id: frozenset(people) for place_id, people in inside.items()},
            language=world.language,
        ),
        present=present,
        tiers={
            who: Attention.DORMANT if presence.is_gone else set_tiers.get(who, default)
            for who, presence in present.items()
            if not presence.person.is_player
        },
        acts=bodies_of(await view.latest_by_subject(RecordKind.ACT), Act),
        days=bodies_of(await view.latest_by_subject(RecordKind.DAY), DayPlan),
        objects=bodies_of(await view.latest_by_subject(RecordKind.OBJECT), ObjectState),
        homes=await load_homes(reader, world, places),
        crowd=crowd,
        axes=world.axes,
    )


async def load_homes(
    reader: Reader, world: World, places: Mapping[PlaceId, Place]
) -> dict[str, PlaceId]:
    """Return where each character lives: its own place with a bed, else where its author put it."""
    authored = {
        resident.id: resident.place_id
        for resident in await reader.roster(world.id)
        if resident.place_id is not None and resident.place_id in places
    }
    return authored | homes(places.values())


async def begin_acts(
    retained: KnownFactsCache,
    town: SimulationState,
    begun: Sequence[ActStart],
    *,
    is_together: bool = False,
) -> Effects:
    """Carry out acts that begin; return what is stored of them, and what follows.

    Facts that their viewer knows leave no memory, and neither does what those who act together see
    of each other. Who sees something digests it, and decides on a reaction to what is salient; a
    person's arrival is worth one even if what the person does is no news.
    """
    scenery = town.scenery()
    for one in begun:
        scenery.carry_out(one)
    actors = {one.life.id for one in begun} if is_together else set()
    seen = [one for one in scenery.glimpses if not (one.mind in actors and one.about in actors)]
    known = await retained.known(town.view, {one.mind for one in seen}) if seen else {}
    news: dict[SeenFact, None] = {}
    for glimpse in seen:
        facts = known[glimpse.mind]
        judgement = retention.judge(facts, glimpse.text, (glimpse.about,))
        if judgement is retention.Judgement.NEWS:
            retention.learn(facts, glimpse.about, glimpse.text)
            news[glimpse] = None
    struck = (one for one in seen if one.is_salient and (one.is_person or one in news))
    wanted = [(JobKind.DIGEST, mind) for mind in dict.fromkeys(one.mind for one in news)]
    wanted += [
        (JobKind.REACT, mind)
        for mind in dict.fromkeys(one.mind for one in struck)
        if town.tiers[mind].is_awake
    ]
    timeline_id = town.view.vantage.timeline_id
    return Effects(
        drafts=(*scenery.drafts, *(one.drafted() for one in news)),
        jobs=tuple(JobDraft(kind, timeline_id, mind) for kind, mind in wanted),
        fences=town.fences(begun),
    )
