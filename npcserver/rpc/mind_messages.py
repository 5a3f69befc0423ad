"""Encodes the state of characters (plans, moods, beliefs, commitments) and of objects."""

from npcserver.app.characters import MindView
from npcserver.app.thoughts.lateness import TimelineLateness
from npcserver.app.worlds import ObjectEntry
from npcserver.model.character import Attention
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.day import Act, Block, Cause, DayPlan, Step
from npcserver.model.feelings import Belief, Mood, Standing, nearest
from npcserver.model.memory import memory_ids
from npcserver.model.model_use import MICROS, Cost, Purpose
from npcserver.model.thought import AnswerStatus, Conversed, Spent, Thought
from npcserver.model.timeline import Lineage
from npcserver.model.world import ObjectState
from npcserver.rpc import fields
from npcserver.rpc.fields import stamp
from npcserver.v1 import mind_pb2 as pb

_INT32 = 2**31 - 1

COMMITMENT_STATUSES = fields.numbers_of(CommitmentStatus, pb.CommitmentStatus)
ENCODED_ATTENTIONS = fields.numbers_of(Attention, pb.Attention)
CAUSES = fields.numbers_of(Cause, pb.ActCause)
PURPOSES = fields.numbers_of(Purpose, pb.Purpose)
VERDICTS = fields.numbers_of(AnswerStatus, pb.Verdict)


def encode_mind(value: MindView) -> pb.Mind:
    """Write a character's state at a vantage."""
    seen, lineage = value.mindset, value.mindset.view.lineage
    now = seen.situation.now
    upcoming = None if seen.day is None else seen.day.next_after(now)
    return pb.Mind(
        character_id=seen.id,
        seq=seen.seq,
        world_time=stamp(now),
        attention=ENCODED_ATTENTIONS[seen.attention],
        place_id=seen.place.id if seen.place else "",
        act=encode_act(value.act, lineage) if value.act else None,
        next=_step(upcoming) if upcoming else None,
        day_plan=encode_day_plan(seen.day) if seen.day else None,
        mood=encode_mood(seen.mood),
        relations=[encode_standing(one, lineage) for one in value.standings],
        beliefs=[encode_belief(one, lineage) for one in value.beliefs],
        conversation=encode_conversation(value.conversation) if value.conversation else None,
        spending=_spending(value.spent) if value.spent else None,
        surroundings=value.surroundings,
        commitments=map(encode_commitment, value.commitments),
    )


def encode_act(value: Act, lineage: Lineage) -> pb.Act:
    """Write what a character does."""
    step = value.step
    return pb.Act(
        activity=step.activity,
        emoji=step.emoji,
        place_id=step.place_id or "",
        object=step.object,
        object_state=step.object_state,
        start_time=stamp(step.starts_at),
        end_time=stamp(step.ends_at),
        cause=CAUSES[value.cause],
        because_id="".join(memory_ids(lineage, (value.because,))),
        wanted_place_id=value.wanted_place_id or "",
    )


def encode_day_plan(value: DayPlan) -> pb.DayPlan:
    """Write a day plan."""
    return pb.DayPlan(
        day=value.day.isoformat(),
        wake_time=stamp(value.wakes_at),
        sleep_time=stamp(value.sleeps_at),
        currently=value.currently,
        outline=value.outline,
        blocks=map(_block, value.blocks),
        is_default=value.is_default,
    )


def encode_mood(value: Mood) -> pb.Mood:
    """Write a mood, with the label nearest to it."""
    return pb.Mood(
        valence=value.valence,
        arousal=value.arousal,
        label=nearest(value.valence, value.arousal),
        why=value.why,
    )


def encode_standing(value: Standing, lineage: Lineage) -> pb.Standing:
    """Write a character's relation to another."""
    return pb.Standing(
        other_id=value.other_id,
        other_name=value.other_name,
        affinity=value.affinity,
        trust=value.trust,
        familiarity=value.familiarity,
        view=value.view,
        evidence_ids=memory_ids(lineage, value.evidence),
    )


def encode_belief(value: Belief, lineage: Lineage) -> pb.Belief:
    """Write a belief."""
    return pb.Belief(
        topic=value.topic,
        text=value.text,
        score=value.score,
        evidence_ids=memory_ids(lineage, value.evidence),
    )


def encode_conversation(value: Conversed) -> pb.Conversation:
    """Write that two characters talk or talked."""
    return pb.Conversation(
        conversation_id=value.conversation_id,
        with_id=value.with_id,
        with_name=value.with_name,
        about=value.about,
        is_over=value.is_over,
        lines=value.lines,
        ended_by=value.ended_by,
    )


def encode_object_state(value: ObjectState) -> pb.ObjectState:
    """Write a changed object state."""
    return pb.ObjectState(
        place_id=value.place_id, object=value.object, state=value.state, by_id=value.by
    )


def encode_thing(value: ObjectEntry) -> pb.ObjectState:
    """Write the state of an object, and since when; without a time where it never changed."""
    return pb.ObjectState(
        place_id=value.place_id,
        object=value.object,
        state=value.state,
        by_id=value.by,
        start_time=None if value.since is None else stamp(value.since),
    )


def encode_thought(value: Thought) -> pb.Thought:
    """Write that a model was asked; its raw answer stays in the receipt."""
    return pb.Thought(
        purpose=PURPOSES[value.purpose],
        verdict=VERDICTS[value.verdict],
        model=value.model,
        calls=value.calls,
        prompt_tokens=value.usage.prompt_tokens,
        completion_tokens=value.usage.completion_tokens,
        vantage_seq=value.vantage_seq,
    )


def _step(value: Step) -> pb.Step:
    return pb.Step(
        start_time=stamp(value.starts_at),
        minutes=value.minutes,
        activity=value.activity,
        place_id=value.place_id or "",
        object=value.object,
        object_state=value.object_state,
        emoji=value.emoji,
    )


def _block(value: Block) -> pb.Block:
    return pb.Block(
        start_time=stamp(value.starts_at),
        minutes=value.minutes,
        activity=value.activity,
        place_id=value.place_id or "",
        emoji=value.emoji,
        steps=map(_step, value.steps),
    )


def _spending(value: Spent) -> pb.Spending:
    return pb.Spending(
        day=value.day,
        calls=min(value.total.calls, _INT32),
        tokens=min(value.total.tokens, _INT32),
        money=value.total.micros / MICROS,
        by_purpose=(
            pb.PurposeSpending(
                purpose=use,
                calls=min(cost.calls, _INT32),
                tokens=min(cost.tokens, _INT32),
                money=cost.micros / MICROS,
            )
            for use, cost in value.by_use
            if cost != Cost()
        ),
    )


def encode_commitment(value: Commitment) -> pb.Commitment:
    """Write a commitment and its status."""
    message = pb.Commitment(
        commitment_id=value.commitment_id,
        by_id=value.by_id,
        by_name=value.by_name,
        to_id=value.to_id,
        to_name=value.to_name,
        what=value.what,
        status=COMMITMENT_STATUSES[value.status],
        turn_id=value.turn_id or "",
        because=value.because,
    )
    if value.due_at is not None:
        message.due_time.CopyFrom(stamp(value.due_at))
    return message


def encode_lateness(value: TimelineLateness) -> pb.Lateness:
    """Write how far the thoughts of a timeline are behind."""
    return pb.Lateness(
        minutes=value.minutes,
        by_purpose=[
            pb.PurposeLateness(
                purpose=PURPOSES[one.purpose] if one.purpose else pb.PURPOSE_UNSPECIFIED,
                waiting=one.waiting,
                oldest_seconds=one.oldest_seconds,
                median_minutes=one.median_minutes,
                p95_minutes=one.p95_minutes,
                oldest_minutes=one.oldest_minutes,
            )
            for one in value.by_purpose
        ],
    )
