"""The last prompt of a receipt, rendered again from the log and checked by its digest."""

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing, suppress
from types import MappingProxyType

import structlog

from npcserver.app.context.recall import recollections_of, unscored
from npcserver.app.conversation.turn_request import said_in
from npcserver.app.group.scene_cast import cast_of
from npcserver.app.group.scene_log import read_chat
from npcserver.app.ledger.provenance import load_rated
from npcserver.app.perception.presence import load_presences
from npcserver.app.prompts.dry_run import PromptSetup, RequestRecorder, ThoughtHandlers
from npcserver.app.prompts.stores import VantageStore
from npcserver.app.replay.recorded_runtime import RecordedThoughtRuntime
from npcserver.app.replay.recorded_turn import RecordedTurn, answers_of, answers_to
from npcserver.app.thoughts.job_worker import JobNotDue
from npcserver.memory.lore import NOTHING_READ, PassageMatches
from npcserver.memory.score_profiles import recorded_profile
from npcserver.mind.prompted_thinker import PromptedThinker
from npcserver.mind.reply import reply
from npcserver.model.errors import Fault
from npcserver.model.group.director import (
    CastVote,
    Choose,
    Conclude,
    Digest,
    Say,
    Task,
    Update,
    due,
)
from npcserver.model.group.moves import (
    Chose,
    Closed,
    Digested,
    GroupMoved,
    LineSpoken,
    Move,
    Updated,
    Voted,
)
from npcserver.model.ids import CharacterId, IntentId, new_id
from npcserver.model.job import Job, JobKind
from npcserver.model.memory import Recollection
from npcserver.model.model_use import Budget, Purpose
from npcserver.model.prompt import (
    KeptTemplate,
    OmittedEntries,
    PromptMessage,
    PromptSection,
    PromptStatus,
    RenderedPrompt,
)
from npcserver.model.record import Record, RecordKind, TurnTaken
from npcserver.model.session import PromptShape, RecordedAnswer
from npcserver.model.thought import Thought
from npcserver.model.timeline import Vantage
from npcserver.model.turn import Receipt, Rung
from npcserver.ports.clock import StillClock
from npcserver.ports.language_model import Request, fixed_budget
from npcserver.ports.storage import Reader, Store, TemplateArchive
from npcserver.ports.view import View
from npcserver.prompts.render import Templates
from npcserver.prompts.scene_overview import PROMPT_TOKENS
from npcserver.prompts.sections import section_digest, sections

_AGAIN_SECONDS = 5.0
_log = structlog.get_logger(__name__)


class TemplateRecorder:
    """Stores templates as they come into use; `note` is called where a prompt is built.

    A template whose server dies before it is stored is stored when it is used again.
    """

    def __init__(self, archive: TemplateArchive) -> None:
        self._archive = archive
        self._waiting: dict[str, KeptTemplate] = {}
        self._noted = asyncio.Event()

    def note(self, template: KeptTemplate) -> None:
        """Queue a template for storing; returns at once."""
        self._waiting[template.digest] = template
        self._noted.set()

    async def run(self) -> None:
        """Store queued templates, until cancelled."""
        while True:
            await self._noted.wait()
            self._noted.clear()
            try:
                await self.store()
            except Fault as fault:
                _log.warning("prompt_template_not_kept", error=fault)
                await asyncio.sleep(_AGAIN_SECONDS)
                self._noted.set()

    async def store(self) -> None:
        """Store what was queued up to now. Raises a `Fault` of the store."""
        for digest, template in list(self._waiting.items()):
            await self._archive.keep(template)
            self._waiting.pop(digest, None)


_NEAR = 64  # records of the thoughts of one job stand together
_JOBS: Mapping[Purpose, JobKind] = MappingProxyType(
    {
        Purpose.RATE: JobKind.DIGEST,
        Purpose.REFLECT: JobKind.REFLECT,
        Purpose.PLAN: JobKind.PLAN,
        Purpose.DECOMPOSE: JobKind.DECOMPOSE,
        Purpose.REACT: JobKind.REACT,
        Purpose.SUMMARISE: JobKind.SUMMARISE,
        Purpose.RELATE: JobKind.RELATE,
    }
)
_CHANGED = (
    "what it was made from was changed or deleted since, such as people, places, books or settings,"
    " or this version of the server words it otherwise"
)
_TASKS: Mapping[type[Move], type[Task]] = MappingProxyType(
    {
        Chose: Choose,
        LineSpoken: Say,
        Updated: Update,
        Digested: Digest,
        Voted: CastVote,
        Closed: Conclude,
    }
)

_UNBOUNDED = 1 << 31  # tokens of a thought whose receipt names no budget: it had none
_OLDER_BUDGET = PromptShape().prompt_tokens  # of receipts that name none

_Made = Receipt | Thought


class PromptReconstruction:
    """The part of `MemoryService.Explain` that shows prompts. It leaves no trace."""

    def __init__(self, store: Store, archive: TemplateArchive, setup: PromptSetup) -> None:
        self._store = store
        self._archive = archive
        self._setup = setup

    async def render(self, record: Record) -> RenderedPrompt:
        """Return the last prompt of a record: of a turn, a thought or a move of a scene."""
        made = _made_from(record)
        if made is None:
            why = "no model is asked for what stands here"
            return RenderedPrompt(status=PromptStatus.NOT_ASKED, why=why)
        if not made.prompt_digest:
            return _without_digest(made)
        again = _Reconstruction(self._store, self._setup, record, made)
        thoughts = await again.thoughts_of_the_job()
        templates, is_lost = await self._templates(made, thoughts)
        requests = await again.requests(templates, thoughts)
        return _verify_digest(made, requests, again.problem, is_lost=is_lost)

    async def _templates(self, made: _Made, thoughts: Sequence[Thought]) -> tuple[Templates, bool]:
        """Return templates in the words of then, and whether those of this prompt are lost."""
        kept: list[KeptTemplate] = []
        for digest in dict.fromkeys(one.template_digest for one in (made, *thoughts)):
            template = await self._archive.get(digest)
            kept += [] if template is None else [template]
        is_lost = all(one.digest != made.template_digest for one in kept)
        return self._setup.templates.with_kept(kept), is_lost


class _Reconstruction:
    """One question, asked again. `problem` is what stood in the way, if anything."""

    def __init__(self, store: Store, setup: PromptSetup, record: Record, made: _Made) -> None:
        self._store = store
        self._setup = setup
        self._record = record
        self._made = made
        self.problem = ""

    async def thoughts_of_the_job(self) -> tuple[Thought, ...]:
        """Return the receipts that a job left, up to this one, oldest first; of a turn none.

        A job asks one question after the other, and the later ones rest on the earlier answers.
        """
        made, own = self._made, self._record
        if own.kind is not RecordKind.THOUGHT or not isinstance(made, Thought):
            return ()
        async with self._store.read() as reader:
            view = await reader.at(Vantage(own.timeline_id, own.seq))
            near = await view.get(range(max(1, own.seq - _NEAR), own.seq + 1))
        bodies = (one.body for one in near if one.subject_id == own.subject_id)
        return tuple(
            body
            for body in bodies
            if isinstance(body, Thought)
            and (body.purpose, body.vantage_seq) == (made.purpose, made.vantage_seq)
        )

    async def requests(
        self, templates: Templates, thoughts: Sequence[Thought]
    ) -> tuple[Request, ...]:
        """Return what is asked, until the question that was sent is among it."""
        found: list[Request] = []
        async with aclosing(self._attempts(templates, thoughts)) as attempts:
            async for requests in attempts:
                found += requests
                if any(one.digest == self._made.prompt_digest for one in requests):
                    break
        return tuple(found)

    async def _attempts(
        self, templates: Templates, thoughts: Sequence[Thought]
    ) -> AsyncGenerator[list[Request], None]:
        made, record = self._made, self._record
        if isinstance(made, Receipt):
            body = record.body
            if not isinstance(body, TurnTaken):
                return
            taken = RecordedTurn(number=1, record=record, body=body)
            if made.purpose is Purpose.REPLY:
                yield await self._replied(taken, templates)
                return
            for answers in answers_to(taken):
                # The one who began the talk carries it on, and the receipt does not name that one.
                for mind in (record.subject_id, body.speaker_id):
                    yield await self._job(templates, answers, JobKind.CONVERSE, mind)
            return
        texts = [text for one in thoughts or (made,) for text in one.raw_answers]
        answers = tuple(RecordedAnswer(text=text, model=made.model) for text in texts)
        if record.kind is RecordKind.GROUP:
            for end in dict.fromkeys((made.vantage_seq, record.seq - 1)):
                yield await self._act(templates, answers, end)
        elif made.purpose in _JOBS:
            yield await self._job(templates, answers, _JOBS[made.purpose], record.subject_id)

    async def _replied(self, taken: RecordedTurn, templates: Templates) -> list[Request]:
        """Answer once more what was heard, with the words that were answered then."""
        receipt, body, record, setup = taken.receipt, taken.body, self._record, self._setup
        recorder = self._recorder(answers_of(receipt))
        store = self._pinned(receipt.vantage_seq, record.character_id)
        try:
            async with store.read() as reader:
                view = await reader.at(Vantage(record.timeline_id, receipt.vantage_seq))
                speaker = (await load_presences(reader, view)).get(body.speaker_id)
                say = said_in(
                    body,
                    record.timeline_id,
                    record.character_id,
                    is_player=speaker is None or speaker.person.is_player,
                )
                found = await self._recalled(reader, view)
                world_id = view.timeline.world_id
                lore = await setup.reading.recited(reader, world_id, body.heard, receipt)
                loader = setup.loader(store, recorded_profile(receipt.profile))
                loaded = await loader.load_again(reader, view, say, body.turn_id, found, (), lore)
            tuning = taken.tuning(setup.tuning, _OLDER_BUDGET)
            thinker = PromptedThinker(recorder, templates, replies=tuning)
            parts = reply(
                loaded.scene,
                thinker=thinker,
                fallback=thinker if receipt.rung is Rung.FALLBACK_MODEL else None,
                rescue=thinker if receipt.rung is Rung.OFFLINE else None,
                templates=templates,
                tuning=tuning,
                new_intent_id=lambda: IntentId(new_id("int")),
                clock=StillClock(record.written_at),
            )
            async with aclosing(parts):
                async for _ in parts:
                    pass
        except Fault as fault:
            self.problem = fault.message
        return recorder.requests

    async def _job(
        self, templates: Templates, answers: Sequence[RecordedAnswer], kind: JobKind, mind: str
    ) -> list[Request]:
        """Do the job again that left the receipt."""
        record, recorder = self._record, self._recorder(answers)
        store = self._pinned(self._made.vantage_seq, record.character_id)
        try:
            minders = await self._minders(store, recorder, templates)
            job = Job.unclaimed(kind, record.timeline_id, mind)
            with suppress(JobNotDue):
                await minders.handlers()[kind](job)
        except Fault as fault:
            self._note(fault, recorder)
        return recorder.requests

    async def _act(
        self, templates: Templates, answers: Sequence[RecordedAnswer], end: int
    ) -> list[Request]:
        """Have a member of a scene do again what the move came of, seen from `end`.

        The scene is as it was thought from; what else happened meanwhile stands before `end`.
        """
        record, made, recorder = self._record, self._made, self._recorder(answers)
        move = record.body.what if isinstance(record.body, GroupMoved) else None
        if move is None:
            return []
        try:
            async with self._store.read() as reader:
                view = await reader.at(Vantage(record.timeline_id, made.vantage_seq))
                chat = await read_chat(view, record.subject_id)
            member = getattr(move, "member", "")
            actor = cast_of(chat.script).get(member) or CharacterId("")
            minders = await self._minders(self._pinned(end, actor), recorder, templates)
            for task in due(chat):
                if isinstance(task, _TASKS[type(move)]) and getattr(task, "member", "") == member:
                    tokens = made.prompt_budget or PROMPT_TOKENS
                    await minders.acting(tokens).act(record.timeline_id, Budget(), chat, task)
        except Fault as fault:
            self._note(fault, recorder)
        return recorder.requests

    async def _minders(
        self, store: VantageStore, recorder: RequestRecorder, templates: Templates
    ) -> ThoughtHandlers:
        made, record = self._made, self._record
        async with store.read() as reader:
            view = await reader.at(Vantage(record.timeline_id, made.vantage_seq))
            found = await self._recalled(reader, view)
        profile = (
            recorded_profile(made.profile) if isinstance(made, Receipt) else self._setup.profile
        )
        cuts_itself = isinstance(made, Receipt) or record.kind is RecordKind.GROUP
        older = PROMPT_TOKENS if cuts_itself else _UNBOUNDED
        budget = fixed_budget(made.prompt_budget or older)
        thinker = PromptedThinker(recorder, templates, budget=budget)
        thinking = RecordedThoughtRuntime(
            thinker,
            found,
            profile,
            is_over_budget=False,
            recite=self._recite,
            asked_at=_asked_at(made),
        )
        return ThoughtHandlers(
            setup=self._setup,
            store=store,
            thinking=thinking,
            thinker=thinker,
            clock=StillClock(record.written_at),
        )

    async def _recite(self, reader: Reader, question: str) -> PassageMatches:
        """Return the passages that stood before a line among characters."""
        made = self._made
        if not isinstance(made, Receipt):
            return NOTHING_READ
        timeline = await reader.timeline(self._record.timeline_id)
        return await self._setup.reading.recited(reader, timeline.world_id, question, made)

    async def _recalled(self, reader: Reader, view: View) -> tuple[Recollection, ...]:
        """Return what came to mind by the receipt, best first, and then what was kept back."""
        made = self._made
        withheld = made.withheld if isinstance(made, Receipt) else ()
        seqs = {seq for one in made.recalled for seq in (one.seq, *one.superseded)}
        records = await view.get(sorted(seqs.union(withheld)))
        memories = await load_rated(self._setup.stream, reader, view, records)
        kept = (unscored(memories[seq]) for seq in withheld if seq in memories)
        return (*recollections_of(made.recalled, memories), *kept)

    def _pinned(self, end: int, actor: CharacterId) -> VantageStore:
        version = self._made.persona_version
        versions = {actor: version} if version else {}
        return VantageStore(self._store, Vantage(self._record.timeline_id, end), versions)

    def _recorder(self, answers: Sequence[RecordedAnswer]) -> RequestRecorder:
        model = self._setup.playing()
        model.cue(answers, letter_by_letter=False)
        return RequestRecorder(model)

    def _note(self, fault: Fault, recorder: RequestRecorder) -> None:
        """Note what stood in the way; answers that are used up only end what is looked at."""
        if not recorder.requests:
            self.problem = fault.message


def _made_from(record: Record) -> _Made | None:
    """Return the receipt that a record holds, None where no model is asked for such a record."""
    body = record.body
    if isinstance(body, TurnTaken):
        return body.receipt
    if isinstance(body, GroupMoved):
        return getattr(body.what, "made_from", None)
    return body if isinstance(body, Thought) else None


def _asked_at(made: _Made) -> dict[int, int]:
    """Return the place of the question that first recalled each memory, by seq, if recorded."""
    places = made.asked_at if isinstance(made, Thought) else ()
    return {one.seq: place for one, place in zip(made.recalled, places, strict=False)}


def _without_digest(made: _Made) -> RenderedPrompt:
    if isinstance(made, Receipt):
        is_direct, texts = made.answer is not None, made.raw_answer
    else:
        texts = "".join(made.raw_answers)
        is_direct = made.calls > 0 and not (made.template or texts)
    if is_direct:
        why = f"no prompt was sent: {made.model} answers without one"
        return _told(made, PromptStatus.NOT_ASKED, why)
    if texts:
        why = "it was sent before digests of prompts were kept; nothing shows which words it had"
        return _told(made, PromptStatus.NOT_RECORDED, why)
    why = "; ".join(made.faults) or "the words are an author's, or follow from a rule"
    return _told(made, PromptStatus.NOT_ASKED, f"no model was asked: {why}")


def _verify_digest(
    made: _Made, requests: Sequence[Request], problem: str, *, is_lost: bool
) -> RenderedPrompt:
    """Hold what was asked again to the digest of what was sent."""
    for request in requests:
        if request.digest == made.prompt_digest:
            return _told(
                made,
                PromptStatus.AS_SENT,
                messages=tuple(PromptMessage(one.role, one.text) for one in request.messages),
                shown=sections(request.messages, request.purpose),
            )
    known, shown = set(made.prompt_sections), tuple[PromptSection, ...]()
    for request in requests:
        same = [
            one
            for one in sections(request.messages, request.purpose)
            if section_digest(one) in known
        ]
        if len(same) > len(shown):
            shown = tuple(same)
    why = problem or _CHANGED
    if is_lost:
        why = f"the words of its template {made.template!r} are no longer kept"
    missing = len(made.prompt_sections) - len(shown)
    return _told(made, PromptStatus.NOT_AS_SENT, why, shown=shown, missing=missing)


def _told(
    made: _Made,
    status: PromptStatus,
    why: str = "",
    *,
    messages: tuple[PromptMessage, ...] = (),
    shown: tuple[PromptSection, ...] = (),
    missing: int = 0,
) -> RenderedPrompt:
    return RenderedPrompt(
        status=status,
        why=why,
        messages=messages,
        sections=shown,
        missing=missing,
        digest=made.prompt_digest,
        template=made.template,
        template_digest=made.template_digest,
        budget=made.prompt_budget,
        left_out=_left_out(made),
    )


def _left_out(made: _Made) -> tuple[OmittedEntries, ...]:
    """Return what did not fit, as far as the receipt counts it."""
    if isinstance(made, Thought):
        part = "talk" if made.purpose is Purpose.SUMMARISE else "memories"
        return (OmittedEntries(part=part, count=made.left_out),) if made.left_out else ()
    parts = made.prompt_parts
    return tuple(OmittedEntries(part=one.part, count=one.left_out) for one in parts if one.left_out)
