"""What follows when the server itself carries out an act: who goes where, and who sees it.

For characters that a game embodies only the act is written down; the game tells of the rest.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from npcserver.app.perceiving.happening import SEEN_IMPORTANCE
from npcserver.app.perceiving.presence import Presence
from npcserver.app.perceiving.seeing import as_seen
from npcserver.mind.deeds import seen
from npcserver.mind.living import Beginning
from npcserver.model.act import Acting, Cause
from npcserver.model.attention import Attention
from npcserver.model.ids import PlaceId
from npcserver.model.record import Body, Draft, Moved, RecordKind, Remembered, Source
from npcserver.model.senses import Channel, Perceiver, Percept, perceives
from npcserver.model.surroundings import IDLE, ObjectState, object_key, statement
from npcserver.model.world import Place

SIGHTS = 8
"""How much one mind takes in at a time (Generative Agents: attention bandwidth)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Glimpse:
    """A fact that somebody comes to see. `about` is the character, or the thing by its key.

    A mind that is the one it is about remembers its own deed. What is salient is that somebody has
    come, or that a thing is in a state nobody here gave it.
    """

    mind: str
    text: str
    place_id: PlaceId
    about: str
    is_person: bool = True
    is_salient: bool = False

    def drafted(self) -> Draft:
        """Return the memory of it. What somebody does is seen all day, and rated once for all."""
        return Draft(
            kind=RecordKind.OBSERVATION,
            subject_id=self.mind,
            text=self.text,
            importance=SEEN_IMPORTANCE if self.is_person else None,
            body=Remembered(
                source=Source.OWN if self.mind == self.about else Source.WITNESSED,
                place_id=self.place_id,
                about=(self.about,),
                is_standing=True,
            ),
        )


@dataclass(slots=True, kw_only=True)
class Scenery:
    """A world while acts are carried out in it, one after the other.

    `acts` are the latest of everybody, `objects` the states of things by their key. `drafts` are
    what to write down, `glimpses` what is seen of it.
    """

    language: str
    places: Mapping[PlaceId, Place]
    present: dict[str, Presence]
    acts: dict[str, Acting]
    objects: dict[str, ObjectState]
    asleep: set[str]
    drafts: list[Draft] = field(default_factory=list)
    glimpses: list[Glimpse] = field(default_factory=list)
    _here: defaultdict[PlaceId | None, set[str]] = field(init=False)
    _taken_in: Counter[str] = field(default_factory=Counter, init=False)

    def __post_init__(self) -> None:
        self._here = defaultdict(set)
        for who, presence in self.present.items():
            self._here[presence.place_id].add(who)

    def carry_out(self, begun: Beginning) -> None:
        """Write down what begins, what it changes, and who sees it."""
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
            self._remember(who, text, acting)
            self._be_seen(who, text, has_come=has_come)
            if has_come and not acting.is_asleep:
                for glimpse in self._around(who):
                    self._take_in(glimpse)
        if acting.is_asleep:
            self.asleep.add(who)

    def _write(self, kind: RecordKind, subject_id: str, body: Body, text: str = "") -> None:
        self.drafts.append(Draft(kind=kind, subject_id=subject_id, text=text, body=body))

    def _let_go(self, who: str, before: Acting, acting: Acting) -> None:
        """Leave a thing idle that was used, unless it is used on or somebody else changed it."""
        used = _thing(before)
        if used is None or used == _thing(acting):
            return
        now = self.objects.get(object_key(*used))
        if now is not None and now.by == who and now.state == before.step.object_state:
            self._set(replace(now, state=IDLE))

    def _move(self, who: str, place_id: PlaceId | None) -> None:
        """Go somewhere; how things stood where it was is kept as its knowledge of that place."""
        left = self.present[who]
        if left.place_id is not None and not left.is_blind:
            known = as_seen(who, left.place_id, self._states(left.place_id), None)
            self.drafts += [] if known is None else [known]
        self._write(RecordKind.PRESENCE, who, Moved(place_id=place_id))
        self.present[who] = replace(left, place_id=place_id)
        self._here[left.place_id].discard(who)
        self._here[place_id].add(who)

    def _use(self, who: str, acting: Acting) -> None:
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

    def _states(self, place_id: PlaceId) -> dict[str, str]:
        return {
            one.object: one.state
            for one in self.objects.values()
            if one.place_id == place_id and one.state != IDLE
        }

    def _remember(self, who: str, text: str, acting: Acting) -> None:
        """Let somebody know later what it did; waiting, talking and sleeping leave no deed."""
        place_id = self.present[who].place_id
        if place_id is not None and acting.cause in (Cause.PLAN, Cause.REACTION):
            self.glimpses.append(Glimpse(mind=who, text=text, about=who, place_id=place_id))

    def _be_seen(self, who: str, text: str, *, has_come: bool) -> None:
        """Let others who are there see what somebody does, and that it has come."""
        place_id = self.present[who].place_id
        if place_id is None:
            return
        for mind in sorted(self._here[place_id] - {who}):
            if self._sees(mind, place_id):
                glimpse = Glimpse(mind=mind, text=text, about=who, place_id=place_id)
                self._take_in(replace(glimpse, is_salient=has_come))

    def _take_in(self, glimpse: Glimpse) -> None:
        """Let a mind see something, unless it has seen as much as it can in one moment."""
        if self._taken_in[glimpse.mind] < SIGHTS:
            self._taken_in[glimpse.mind] += 1
            self.glimpses.append(glimpse)

    def _around(self, who: str) -> Iterator[Glimpse]:
        """Yield what somebody sees who has just come: who is at what, and things in use."""
        place_id = self.present[who].place_id
        if place_id is None or not self._sees(who, place_id):
            return
        for one in sorted(self.objects.values(), key=lambda state: state.object):
            if one.place_id == place_id and one.state != IDLE and one.by != who:
                text = statement(one.object, one.state)
                yield Glimpse(
                    mind=who,
                    text=text,
                    place_id=place_id,
                    about=object_key(place_id, one.object),
                    is_person=False,
                    is_salient=not one.by,
                )
        for other in sorted(self._here[place_id] - {who}):
            act = self.acts.get(other)
            if act is not None:
                text = seen(self.present[other].person.name, act.step.activity, self.language)
                awake = other not in self.asleep
                yield Glimpse(mind=who, text=text, about=other, place_id=place_id, is_salient=awake)

    def _sees(self, mind: str, place_id: PlaceId) -> bool:
        here = self.present[mind]
        perceiver = Perceiver(
            place_id=here.place_id,
            is_deaf=here.is_deaf,
            is_blind=here.is_blind,
            is_asleep=mind in self.asleep,
        )
        percept = Percept(place_id=place_id, channel=Channel.SIGHT)
        return not here.person.is_player and perceives(perceiver, percept, self.places)


def _thing(acting: Acting) -> tuple[PlaceId, str] | None:
    """Return the thing that an act uses, if any."""
    step = acting.step
    return (step.place_id, step.object) if step.object and step.place_id is not None else None
