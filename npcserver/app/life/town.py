"""A timeline as a whole: everybody, what decides what they do, and who sees it done."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from npcserver.app.attending import tiers_set
from npcserver.app.context.mindset import Minds, places_of
from npcserver.app.life.embodying import Glimpse, Scenery
from npcserver.app.perceiving.presence import Presence, presences
from npcserver.app.perceiving.retaining import Retained
from npcserver.memory import retention
from npcserver.mind.homes import homes
from npcserver.mind.living import Beginning, Life, Moment, coarse_block, wants_plan
from npcserver.model.act import Acting
from npcserver.model.attention import Attention
from npcserver.model.day import DayPlan
from npcserver.model.ids import PlaceId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.norms import lineage
from npcserver.model.record import RecordKind
from npcserver.model.surroundings import ObjectState
from npcserver.ports.storage import Fence, Reader
from npcserver.ports.view import View

_B = TypeVar("_B")

_DECIDING = (RecordKind.ACT, RecordKind.DAY, RecordKind.PRESENCE, RecordKind.ATTENTION)


@dataclass(frozen=True, slots=True, kw_only=True)
class Town:
    """A timeline as a vantage sees it: everybody, and all that decides what they do."""

    view: View
    moment: Moment
    present: Mapping[str, Presence]
    tiers: Mapping[str, Attention]
    acts: Mapping[str, Acting]
    days: Mapping[str, DayPlan]
    objects: Mapping[str, ObjectState]
    homes: Mapping[str, PlaceId]

    @property
    def lives(self) -> tuple[Life, ...]:
        """The characters who live of their own accord."""
        return tuple(
            Life(
                id=who,
                name=self.present[who].person.name,
                attention=tier,
                act=self.acts.get(who),
                day=self.days.get(who),
                place_id=self.present[who].place_id,
                home_id=self.homes.get(who),
            )
            for who, tier in self.tiers.items()
            if tier is not Attention.DORMANT
        )

    def scenery(self) -> Scenery:
        """Return the world for acts to be carried out in."""
        now = self.moment.now
        return Scenery(
            language=self.moment.language,
            places=self.moment.places,
            present=dict(self.present),
            acts=dict(self.acts),
            objects=dict(self.objects),
            asleep={who for who, act in self.acts.items() if act.is_asleep and act.ends_at > now},
        )

    def wishes(self, begun: Sequence[Beginning]) -> list[JobDraft]:
        """Return the thoughts without which somebody would not know what to do next."""
        timeline_id, now = self.view.vantage.timeline_id, self.moment.now
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

    def fences(self, begun: Sequence[Beginning]) -> tuple[Fence, ...]:
        """Return what the tick rests on: that nobody in it has begun anything else since.

        Where somebody enters a place that can be full, also that nobody else has moved.
        """
        seq = self.view.vantage.seq
        fences = [Fence(one.life.id, _DECIDING, seq) for one in begun]
        if any(self._takes_room(one) for one in begun):
            acting = {one.life.id for one in begun}
            others = (who for who in self.present if who not in acting)
            fences += [Fence(who, (RecordKind.PRESENCE,), seq) for who in others]
        return tuple(fences)

    def _takes_room(self, begun: Beginning) -> bool:
        if begun.place_id is None or begun.place_id == self.present[begun.life.id].place_id:
            return False
        around = lineage(begun.place_id, self.moment.places)
        return any(place.capacity is not None for place in around)


async def load_town(minds: Minds, reader: Reader, view: View) -> Town:
    """Load a timeline as a view sees it."""
    world = await reader.world(view.timeline.world_id)
    places = await places_of(reader, world)
    present = await presences(reader, view)
    inside: defaultdict[PlaceId, set[str]] = defaultdict(set)
    for who, presence in present.items():
        if presence.place_id is not None:
            inside[presence.place_id].add(who)
    set_tiers = await tiers_set(view)
    default = minds.default_attention
    return Town(
        view=view,
        moment=Moment(
            now=await view.game_time(),
            places=places,
            present={place_id: frozenset(people) for place_id, people in inside.items()},
            language=world.language,
        ),
        present=present,
        tiers={
            who: set_tiers.get(who, default)
            for who, presence in present.items()
            if not presence.person.is_player
        },
        acts=await _latest(view, RecordKind.ACT, Acting),
        days=await _latest(view, RecordKind.DAY, DayPlan),
        objects=await _latest(view, RecordKind.OBJECT, ObjectState),
        homes={
            resident.id: resident.place_id
            for resident in await reader.roster(world.id)
            if resident.place_id is not None and resident.place_id in places
        }
        | homes(places.values()),
    )


async def news_of(retained: Retained, view: View, seen: Sequence[Glimpse]) -> tuple[Glimpse, ...]:
    """Return what is news to who sees it; facts already known leave no memory."""
    if not seen:
        return ()
    known = await retained.known(view, {glimpse.mind for glimpse in seen})
    news: list[Glimpse] = []
    for glimpse in seen:
        facts, about = known[glimpse.mind], (glimpse.about,)
        if retention.judge(facts, glimpse.text, about) is retention.Judgement.NEWS:
            retention.learn(facts, glimpse.about, glimpse.text)
            news.append(glimpse)
    return tuple(news)


def wishes_of_seers(town: Town, seen: Iterable[Glimpse], news: Sequence[Glimpse]) -> list[JobDraft]:
    """Return the wishes of those who see something: to take it in, and to decide what to do.

    Somebody who comes is worth a thought even if what it does is no news.
    """
    timeline_id = town.view.vantage.timeline_id
    fresh = set(news)
    struck = [one for one in seen if one.is_salient and (one.is_person or one in fresh)]
    moved = dict.fromkeys(one.mind for one in struck)
    return [
        *(
            JobDraft(JobKind.DIGEST, timeline_id, mind)
            for mind in dict.fromkeys(one.mind for one in news)
        ),
        *(
            JobDraft(JobKind.REACT, timeline_id, mind)
            for mind in moved
            if town.tiers[mind] is not Attention.DORMANT
        ),
    ]


async def _latest(view: View, kind: RecordKind, body: type[_B]) -> dict[str, _B]:
    records = await view.latest_by_subject(kind)
    return {
        subject: record.body for subject, record in records.items() if isinstance(record.body, body)
    }
