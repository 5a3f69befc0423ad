"""Encodes the state of characters (plans, moods, beliefs, commitments) and of objects."""

from npcserver.app.characters import MindView
from npcserver.app.worlds import ObjectEntry
from npcserver.model.day import Act, DayPlan
from npcserver.model.feelings import Belief, Mood, Standing, nearest
from npcserver.model.memory import memory_ids
from npcserver.model.thought import Thought
from npcserver.model.timeline import Lineage
from npcserver.model.world import ObjectState
from npcserver.rpc.encoder import encode, sources
from npcserver.v1 import mind_pb2 as pb

sources(Act, pb.Act, "step", because_memory_id=None)
sources(DayPlan, pb.DayPlan, world_day=lambda plan: plan.day.isoformat())
sources(Mood, pb.Mood, label=lambda mood: nearest(mood.valence, mood.arousal))
sources(
    Standing,
    pb.Standing,
    evidence_ids=None,
    axes=lambda standing: {one.name: one.value for one in standing.scores},
)
sources(Belief, pb.Belief, evidence_ids=None)
sources(ObjectState, pb.ObjectState, world_start_time=None)
sources(ObjectEntry, pb.ObjectState, world_start_time="since")
sources(Thought, pb.Thought, "usage")
sources(
    MindView,
    pb.Mind,
    "mindset",
    character_id="mindset.id",
    world_time="mindset.situation.now",
    mood="mindset.situation.mood",
    place_id=lambda view: view.mindset.situation.place and view.mindset.situation.place.id,
    availability=lambda view: view.mindset.present[view.mindset.id].availability,
    day_plan="mindset.day",
    act=None,
    next=None,
    relations=None,
    beliefs=None,
)


def encode_mind(value: MindView) -> pb.Mind:
    """Write a character's state at a vantage."""
    seen, lineage = value.mindset, value.mindset.view.lineage
    upcoming = None if seen.day is None else seen.day.next_after(seen.situation.now)
    return encode(
        value,
        pb.Mind,
        act=encode_act(value.act, lineage) if value.act else None,
        next=encode(upcoming, pb.Step) if upcoming else None,
        relations=[encode_standing(one, lineage) for one in value.standings],
        beliefs=[encode_belief(one, lineage) for one in value.beliefs],
    )


def encode_act(value: Act, lineage: Lineage) -> pb.Act:
    """Write what a character does."""
    because = "".join(memory_ids(lineage, (value.because,)))
    return encode(value, pb.Act, because_memory_id=because)


def encode_standing(value: Standing, lineage: Lineage) -> pb.Standing:
    """Write a character's relation to another."""
    return encode(value, pb.Standing, evidence_ids=memory_ids(lineage, value.evidence))


def encode_belief(value: Belief, lineage: Lineage) -> pb.Belief:
    """Write a belief."""
    return encode(value, pb.Belief, evidence_ids=memory_ids(lineage, value.evidence))
