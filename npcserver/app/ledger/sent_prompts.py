"""The prompts behind receipts as they were sent, and how long they are kept."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from datetime import timedelta

import structlog

from npcserver.model.errors import Fault
from npcserver.model.model_use import Purpose
from npcserver.model.prompt import OmittedEntries, PromptMessage, PromptStatus, SentPrompt
from npcserver.model.record import Record, made_from
from npcserver.model.thought import Thought
from npcserver.model.turn import Receipt
from npcserver.ports.clock import Clock
from npcserver.ports.language_model import Finished, LanguageModel, Message, Request, digest_of
from npcserver.ports.storage import PromptArchive
from npcserver.prompts.sections import sections

_EVERY_SECONDS = 600.0
_log = structlog.get_logger(__name__)


class NotingLanguageModel:
    """Passes each prompt to `note` as it is sent."""

    def __init__(self, model: LanguageModel, note: Callable[[Sequence[Message]], None]) -> None:
        self._model = model
        self._note = note

    @property
    def name(self) -> str:
        """Name of the model inside."""
        return self._model.name

    def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Yield what the model inside does."""
        self._note(request.messages)
        return self._model.generate(request)


class PromptRetention:
    """Drops prompts older than `days`, and the oldest beyond `most_bytes`."""

    def __init__(self, archive: PromptArchive, clock: Clock, *, days: int, most_bytes: int) -> None:
        self._archive = archive
        self._clock = clock
        self._kept = timedelta(days=days)
        self._most_bytes = most_bytes

    async def run(self) -> None:
        """Drop every ten minutes what is due, until cancelled."""
        while True:
            try:
                await self.drop_expired()
            except Fault as fault:
                _log.warning("prompts_not_dropped", error=fault)
            await asyncio.sleep(_EVERY_SECONDS)

    async def drop_expired(self) -> None:
        """Drop what is due. Raises a `Fault` of the store."""
        await self._archive.drop_expired(self._clock.now() - self._kept, self._most_bytes)


class SentPrompts:
    """The part of `MemoryService.Explain` that shows prompts."""

    def __init__(self, archive: PromptArchive) -> None:
        self._archive = archive

    async def of(self, record: Record) -> SentPrompt:
        """Return the last prompt of a record: of a turn, a thought or a move of a scene."""
        made = made_from(record.body)
        if made is None:
            why = "no model is asked for what stands here"
            return SentPrompt(status=PromptStatus.NOT_ASKED, why=why)
        if not made.prompt_digest:
            return _without_digest(made)
        messages = await self._archive.get(record.timeline_id, record.seq)
        if messages is None or digest_of(messages) != made.prompt_digest:
            why = await self._why_missing(record)
            return _sent(made, PromptStatus.NOT_RECORDED, why)
        return _sent(made, PromptStatus.AS_SENT, messages=messages)

    async def _why_missing(self, record: Record) -> str:
        bounds = await self._archive.bounds()
        if bounds.since is None or record.written_at < bounds.since:
            return "it was sent before this database kept prompts; the receipt has all else"
        if bounds.dropped_to is not None and record.written_at <= bounds.dropped_to:
            return (
                "it was dropped by the retention of prompts: they are kept as long as the settings "
                "receipts.prompt_days and receipts.prompt_mb say; the receipt has all else"
            )
        return (
            "it was not stored: prompts were not kept then, or the server that sent it ended "
            "before it could store it; the receipt has all else"
        )


def sent_prompt(made: Receipt, messages: tuple[Message, ...]) -> SentPrompt:
    """Return a prompt that was kept elsewhere; without messages none was asked."""
    return (
        _sent(made, PromptStatus.AS_SENT, messages=messages) if messages else _without_digest(made)
    )


def _without_digest(made: Receipt | Thought) -> SentPrompt:
    if isinstance(made, Receipt):
        is_direct, texts = made.answer is not None, made.raw_answer
    else:
        texts = "".join(made.raw_answers)
        is_direct = made.calls > 0 and not (made.template or texts)
    if is_direct:
        why = f"no prompt was sent: {made.model} answers without one"
        return _sent(made, PromptStatus.NOT_ASKED, why)
    if texts:
        why = "it was sent before digests of prompts were kept; nothing shows which words it had"
        return _sent(made, PromptStatus.NOT_RECORDED, why)
    why = "; ".join(made.faults) or "the words are an author's, or follow from a rule"
    return _sent(made, PromptStatus.NOT_ASKED, f"no model was asked: {why}")


def _sent(
    made: Receipt | Thought,
    status: PromptStatus,
    why: str = "",
    messages: tuple[Message, ...] = (),
) -> SentPrompt:
    return SentPrompt(
        status=status,
        why=why,
        messages=tuple(PromptMessage(one.role, one.text) for one in messages),
        sections=sections(messages, made.purpose),
        digest=made.prompt_digest,
        template=made.template,
        template_digest=made.template_digest,
        budget=made.prompt_budget,
        left_out=_left_out(made),
    )


def _left_out(made: Receipt | Thought) -> tuple[OmittedEntries, ...]:
    """Return what did not fit, as far as the receipt counts it."""
    if isinstance(made, Thought):
        part = "talk" if made.purpose is Purpose.SUMMARISE else "memories"
        return (OmittedEntries(part=part, count=made.left_out),) if made.left_out else ()
    parts = made.prompt_parts
    return tuple(OmittedEntries(part=one.part, count=one.left_out) for one in parts if one.left_out)
