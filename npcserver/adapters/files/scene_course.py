"""The course of a scene file: rounds, stages, and the limit of model calls."""

from collections.abc import Iterator

from npcserver.adapters.files.fields import Field, Table
from npcserver.adapters.files.problems import did_you_mean
from npcserver.model import limits
from npcserver.model.group.script import Course, Stage

ROUND_STAGES = tuple(stage for stage in Stage if stage is not Stage.SETTLEMENT)
_CHATS = (Stage.PRIVATE_CHAT, Stage.CONFIDENTIAL_MEETING, Stage.GROUP_CHAT)


def read(table: Table) -> Course:
    """Return the course of a file; keys that are missing keep their defaults."""
    plain = Course()
    field = table.get("course")
    inner = None if field is None else field.table()
    if inner is None:
        return plain
    chats = _chat_rounds(inner)
    course = Course(
        rounds=inner.integer("rounds", 1, limits.SCENE_ROUNDS) or plain.rounds,
        stages=_stages(inner) or plain.stages,
        private_rounds=chats.get(Stage.PRIVATE_CHAT, plain.private_rounds),
        meeting_rounds=chats.get(Stage.CONFIDENTIAL_MEETING, plain.meeting_rounds),
        group_rounds=chats.get(Stage.GROUP_CHAT, plain.group_rounds),
        most_calls=inner.integer("most_calls", 0, limits.CALLS) or 0,
        has_thinking=_claim(inner, "thinking", default=plain.has_thinking),
        has_memory=_claim(inner, "memory", default=plain.has_memory),
        has_summaries=_claim(inner, "summaries", default=plain.has_summaries),
    )
    inner.finish()
    return course


def _stages(table: Table) -> tuple[Stage, ...]:
    field = table.get("stages")
    if field is None:
        return ()
    stages = tuple(dict.fromkeys(_each_stage(field)))
    if field.is_list and not stages:
        field.wrong("names no stage; name one, or leave the key out for all four")
    return stages


def _each_stage(field: Field) -> Iterator[Stage]:
    known = [stage.value for stage in ROUND_STAGES]
    seen: dict[str, int] = {}
    for item in field.items(limits.SCENE_TOPICS):
        written = item.scalar("a stage")
        if written == Stage.SETTLEMENT:
            item.wrong("comes by itself, once, after the last round; leave it out")
        elif written is not None and written not in known:
            item.wrong(f"{written[:40]!r} is no stage; {did_you_mean(written, known)}")
        elif written is not None and written in seen:
            item.wrong(f"{written!r} stands in line {seen[written]} too; a round has each once")
        elif written is not None:
            seen[written] = item.line
            yield Stage(written)


def _chat_rounds(table: Table) -> dict[Stage, int]:
    field = table.get("chat_rounds")
    inner = None if field is None else field.table()
    if inner is None:
        return {}
    found = {stage: inner.integer(stage.value, 1, limits.CHAT_ROUNDS) for stage in _CHATS}
    inner.finish()
    return {stage: rounds for stage, rounds in found.items() if rounds is not None}


def _claim(table: Table, key: str, *, default: bool) -> bool:
    field = table.get(key)
    claim = None if field is None else field.claim()
    return default if claim is None else claim
