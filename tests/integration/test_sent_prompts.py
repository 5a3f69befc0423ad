"""Explain shows the prompts that were sent: those that the model received, byte for byte."""

import random
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from npcmodels.schema_model import SchemaLanguageModel
from npcscenes.app.group_chats import GroupChats
from npcscenes.app.scene_requests import Advance, OpenGroupChat
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.app.conversation.circle_utterance import SayInCircle
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.ledger.sent_prompts import PromptRetention
from npcserver.app.perception.observations import Movement, Observe
from npcserver.bootstrap import RunningServer
from npcserver.cli.worlds import sample_world
from npcserver.config import ModelSettings, ReceiptSettings
from npcserver.model.character import Person
from npcserver.model.errors import ModelTruncated
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, TurnId, WorldId
from npcserver.model.model_use import Purpose
from npcserver.model.prompt import PromptStatus, SentPrompt
from npcserver.model.record import Record, RecordKind, TurnTaken, made_from
from npcserver.model.turn import Line
from npcserver.ports.language_model import Finished, LanguageModel, Request
from npcserver.ports.storage import UnitOfWork
from npcserver.prompts import SHIPPED
from npctools.bootstrap import replays
from npctools.replay.recorded import RecordedModel
from tests.benchmarks import talks
from tests.benchmarks.played import PLAYERS, _Game, quiet
from tests.fakes.language_models import CorruptingLanguageModel, FlakyActor
from tests.fakes.model_endpoints import serve_random_llm
from tests.fakes.scene_app import with_cast
from tests.fakes.scene_scripts import council_script

_TURNS = 30
_ADA, _BEN = PLAYERS
_WENNA = CharacterId("wenna")


@asynccontextmanager
async def _serve_scenes(
    folder: Path,
    model: LanguageModel | None = None,
    prompts: Path | None = None,
    profile: str = "auto",
    prompt_days: int = 90,
) -> AsyncGenerator[tuple[RunningServer, TimelineId]]:
    receipts = ReceiptSettings(prompt_days=prompt_days)
    settings = quiet(folder).model_copy(update={"receipts": receipts})
    model_settings = settings.model.model_copy(update={"prompt_profile": profile})
    settings = settings.model_copy(update={"model": model_settings})
    if prompts is not None:
        settings = settings.model_copy(update={"prompts": str(prompts)})
    async with bootstrap.running(
        settings, serve=False, model=model or SchemaLanguageModel()
    ) as here:
        file = load_world(sample_world())
        await here.importing.put(file)
        timeline = await here.services.timelines.start(file.world.id)
        yield here, timeline.id


Pairs = tuple[tuple[str, str], ...]


class ReceivingModel:
    """Notes role and text of the messages that a model receives; `inner` answers."""

    def __init__(self, inner: LanguageModel) -> None:
        self._inner = inner
        self.name = inner.name
        self.prompts: set[Pairs] = set()

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        self.prompts.add(tuple((one.role, one.text) for one in request.messages))
        async with aclosing(self._inner.generate(request)) as answer:
            async for item in answer:
                yield item


async def _say(
    here: RunningServer, timeline_id: TimelineId, text: str, *, breaks_off: bool = False
) -> Record:
    """Say something to Wenna, until she ends or her first line came; return her turn's record."""
    say = SayToCharacter(timeline_id=timeline_id, character_id=_WENNA, speaker=_ADA, text=text)
    turn_id = TurnId("")
    async with aclosing(here.services.dialogue.say(say)) as events:
        async for event in events:
            turn_id = getattr(event, "turn_id", turn_id)
            if breaks_off and isinstance(event, Line):
                break
    async with here.store.read() as reader:
        record = await (await reader.head(timeline_id)).turn(turn_id)
    assert record is not None
    return record


async def _turn_at(here: RunningServer, timeline_id: TimelineId, seq: int) -> Record:
    async with here.store.read() as reader:
        (record,) = await (await reader.head(timeline_id)).get((seq,))
    return record


async def _records(here: RunningServer, timeline_id: TimelineId) -> Sequence[Record]:
    async with here.store.read() as reader:
        return await (await reader.head(timeline_id)).after(0, 100_000)


async def _statuses(
    here: RunningServer, received: ReceivingModel, records: Sequence[Record]
) -> Counter[tuple[str, str]]:
    """Count the prompts of records by purpose and status; each has to be one that was received."""
    found: Counter[tuple[str, str]] = Counter()
    for record in records:
        made = made_from(record.body)
        if made is not None:
            prompt = await here.services.prompts.of(record)
            found[made.purpose, prompt.status] += 1
            if prompt.status is PromptStatus.AS_SENT:
                assert _pairs(prompt) in received.prompts
    return found


def _pairs(prompt: SentPrompt) -> Pairs:
    return tuple((one.role, one.text) for one in prompt.messages)


def _text(prompt: SentPrompt) -> str:
    return "\n".join(message.text for message in prompt.messages)


async def test_every_prompt_of_a_session_is_the_one_that_the_model_received(
    tmp_path: Path,
) -> None:
    """Answers that were interrupted, failed or rescued, and all thoughts, have their very prompts.

    Where a rule decided, no prompt is claimed.
    """
    model = ReceivingModel(FlakyActor(seed=3))
    async with _serve_scenes(tmp_path, model) as (here, timeline_id):
        file = load_world(sample_world())
        started = await here.services.timelines.get(timeline_id)
        game = _Game(here, timeline_id, file, random.Random(3), started.game_time)
        for number in range(_TURNS):
            await game.round(number)
        found = await _statuses(here, model, await _records(here, timeline_id))

    assert found["reply", PromptStatus.AS_SENT] == _TURNS
    assert {purpose for purpose, _ in found} >= {"reply", "rate", "relate", "summarise", "plan"}
    others = {key for key in found if key[1] is not PromptStatus.AS_SENT}
    assert others <= {("react", PromptStatus.NOT_ASKED)}


async def test_a_short_prompt_is_shown_and_replayed_as_it_was_sent(tmp_path: Path) -> None:
    """Whatever profile the model of today would get."""
    async with _serve_scenes(tmp_path, profile="short") as (here, timeline_id):
        records = [await _say(here, timeline_id, text) for text in ("Evening.", "Ring the bell!")]
        session = await replays.record(quiet(tmp_path), here.store, timeline_id)
    async with bootstrap.running(quiet(tmp_path), serve=False, model=SchemaLanguageModel()) as here:
        prompts = [await here.services.prompts.of(record) for record in records]
    model = RecordedModel()
    replayed = await (await replays.build_replay(quiet(tmp_path), session, model)).replay()

    assert {prompt.status for prompt in prompts} == {PromptStatus.AS_SENT}
    assert not any('"promises"' in _text(prompt) for prompt in prompts)
    assert (replayed.turns, replayed.differences) == (2, ())


_ASKED_ONCE = ("system", "user")
_ASKED_AGAIN = (*_ASKED_ONCE, "assistant", "user")


async def test_talk_among_characters_is_shown_as_it_was_sent(tmp_path: Path) -> None:
    """So are lines that had to be asked for twice: the prompt is that of the second time."""
    model = CorruptingLanguageModel(SchemaLanguageModel(), share=0.3, seed=2)
    async with _serve_scenes(tmp_path, model) as (here, _):
        pair = CharacterId("hester"), CharacterId("ambrose")
        prompts: list[SentPrompt] = []
        while len(_roles(prompts)) < 2:  # which lines are spoiled is left to chance
            records = await talks._meeting(here, *pair)
            prompts += [await here.services.prompts.of(one) for one in records if _is_talk(one)]

    assert {prompt.status for prompt in prompts} == {PromptStatus.AS_SENT}
    assert _roles(prompts) == {_ASKED_ONCE, _ASKED_AGAIN}


class _RefusedAtFirst(SchemaLanguageModel):
    """Each line of a talk is asked for twice: its first answer is spoiled in one way."""

    def __init__(self, way: str) -> None:
        super().__init__()
        self._way = way

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        is_first = request.purpose is Purpose.CONVERSE and len(request.messages) == len(_ASKED_ONCE)
        async with aclosing(super().generate(request)) as answer:
            async for item in answer:
                if not is_first or isinstance(item, Finished):
                    yield item
                elif self._way == "unstorable":
                    yield item.replace('"say"', "\0\ud800")
                elif self._way == "broken off":
                    yield item[: len(item) // 3]
                    raise ModelTruncated("the answer hit its limit")
                else:
                    raise ModelTruncated("no answer came")


@pytest.mark.parametrize("way", ["unstorable", "broken off", "empty"])
async def test_a_line_whose_first_answer_was_refused_is_shown(tmp_path: Path, way: str) -> None:
    """What the model is shown of it again is what is stored of it."""
    async with _serve_scenes(tmp_path, _RefusedAtFirst(way)) as (here, _):
        pair = CharacterId("hester"), CharacterId("ambrose")
        prompts: list[SentPrompt] = []
        while not prompts:  # whether they talk is left to chance
            records = await talks._meeting(here, *pair)
            prompts += [await here.services.prompts.of(one) for one in records if _is_talk(one)]

    assert {prompt.status for prompt in prompts} == {PromptStatus.AS_SENT}
    assert _roles(prompts) == {_ASKED_AGAIN}


def _roles(prompts: Sequence[SentPrompt]) -> set[tuple[str, ...]]:
    return {tuple(one.role for one in prompt.messages) for prompt in prompts}


def _is_talk(record: Record) -> bool:
    return isinstance(record.body, TurnTaken) and record.body.receipt.purpose == "converse"


async def test_answers_in_a_circle_are_shown_as_they_were_sent(tmp_path: Path) -> None:
    """A turn in a circle stands in the circle as it looked then."""
    model = ReceivingModel(SchemaLanguageModel())
    async with _serve_scenes(tmp_path, model) as (here, timeline_id):
        people = [Person(id=one, name=one.title(), is_player=False) for one in ("wenna", "hester")]
        moves = [Movement(subject_id=one.id, place_id=PlaceId("taproom")) for one in people]
        observed = Observe(timeline_id=timeline_id, movements=tuple(moves))
        await here.services.play.observe(observed)
        members = (_ADA, _BEN, *people)
        stands = await here.services.circles.open(timeline_id=timeline_id, members=members)
        circle_id = stands.circle.id
        for text in ("Good evening, all.", "Hester, who owes you money?", "And you, Wenna?"):
            said = SayInCircle(
                timeline_id=timeline_id, circle_id=circle_id, speaker_id=_ADA.id, text=text
            )
            async with aclosing(here.services.circles.say(said)) as events:
                async for _ in events:
                    pass
        found = await _statuses(here, model, await _records(here, timeline_id))

    assert found["reply", PromptStatus.AS_SENT] >= 3
    assert set(found) == {("reply", PromptStatus.AS_SENT)}


async def test_moves_of_a_scene_are_shown_as_they_were_sent(tmp_path: Path) -> None:
    """Choices, lines, updates, votes and the chronicle; members with and without a character."""
    model = ReceivingModel(SchemaLanguageModel())
    async with _serve_scenes(tmp_path, model) as (here, timeline_id):
        script = with_cast(council_script(), ada="wenna", ben="hester")
        chats = GroupChats.of(here.services)
        chat = await chats.open(OpenGroupChat(timeline_id=timeline_id, script=script, seed=7))
        await chats.move(Advance(timeline_id=timeline_id, chat_id=chat.id))
        while (job := await here.store.jobs.claim(here.clock.now(), 60)) is not None:
            await here.cognition.do(job)
        records = await _records(here, timeline_id)
        moves = [record for record in records if record.kind is RecordKind.GROUP]
        found = await _statuses(here, model, moves)

    assert {purpose for purpose, _ in found} >= {"choose", "speak", "update", "vote", "chronicle"}
    assert {status for _, status in found} == {PromptStatus.AS_SENT}


async def test_the_words_are_those_that_went_over_the_wire(tmp_path: Path) -> None:
    """An endpoint received the same messages, also of a turn that is broken off."""
    async with serve_random_llm() as llm:
        model = ModelSettings(name="openai:random", base_url=llm.base_url)
        settings = quiet(tmp_path).model_copy(update={"model": model})
        async with bootstrap.running(settings, serve=False) as here:
            file = load_world(sample_world())
            await here.importing.put(file)
            timeline = await here.services.timelines.start(file.world.id)
            whole = await _say(here, timeline.id, "turn1 pause9 Good evening.")
            broken = await _say(here, timeline.id, "turn2 pause2 And now?", breaks_off=True)
            prompts = [await here.services.prompts.of(one) for one in (whole, broken)]
    received = [
        tuple((one["role"], one["content"]) for one in body["messages"])  # type: ignore[attr-defined]
        for body in llm.bodies
    ]

    assert [prompt.status for prompt in prompts] == [PromptStatus.AS_SENT] * 2
    assert all(_pairs(prompt) in received for prompt in prompts)
    assert ["turn1" in _text(prompts[0]), "turn2" in _text(prompts[1])] == [True, True]


async def test_what_authors_change_or_delete_leaves_old_prompts_as_they_were(
    tmp_path: Path,
) -> None:
    """A template, a world, and the character itself."""
    folder = tmp_path / "prompts"
    words = (SHIPPED / "en" / "reply.j2").read_text(encoding="utf-8")
    (folder / "en").mkdir(parents=True)
    own = folder / "en" / "reply.j2"
    own.write_text(words.replace("{% block user %}", "{% block user %}\nOld words.\n"), "utf-8")
    async with _serve_scenes(tmp_path / "data", prompts=folder) as (here, timeline_id):
        turn = await _say(here, timeline_id, "Good evening.")
        before = await here.services.prompts.of(turn)
        own.write_text(words, "utf-8")

        async def change(unit: UnitOfWork) -> None:
            world = await unit.world(WorldId("farrowhithe"))
            await unit.put_world(replace(world, description="Everything is otherwise."))
            await unit.delete_character(WorldId("farrowhithe"), _WENNA)

        await here.store.write(change)
        after = await here.services.prompts.of(turn)

    assert after == before
    assert after.status is PromptStatus.AS_SENT
    assert "Old words." in _text(after)


async def test_a_prompt_that_is_gone_is_told_from_one_that_never_was(tmp_path: Path) -> None:
    """Retention, a setting, and a receipt of before prompts were kept have a sentence each."""
    async with _serve_scenes(tmp_path) as (here, timeline_id):
        turn = await _say(here, timeline_id, "Good evening.")
        retention = PromptRetention(here.store.prompts, here.clock, days=1, most_bytes=10)
        await retention.drop_expired()
        dropped = await here.services.prompts.of(turn)
    async with _serve_scenes(tmp_path, prompt_days=0) as (here, timeline_id):
        unkept = await here.services.prompts.of(await _say(here, timeline_id, "Good evening."))
        old = replace(turn, written_at=turn.written_at - timedelta(days=400))
        before = await here.services.prompts.of(old)

    found = (dropped, unkept, before)
    assert {prompt.status for prompt in found} == {PromptStatus.NOT_RECORDED}
    assert [prompt.messages for prompt in found] == [()] * 3
    assert "dropped by the retention" in dropped.why
    assert "were not kept then" in unkept.why
    assert "before this database kept prompts" in before.why


async def test_a_load_shows_its_own_prompts_and_never_the_future(tmp_path: Path) -> None:
    """Two branches of a save have a turn each, with the words said in it, and share the first."""
    async with _serve_scenes(tmp_path) as (here, timeline_id):
        first = await _say(here, timeline_id, "Good evening.")
        save = await here.services.timelines.save(timeline_id=timeline_id, name="here")
        later = await _say(here, timeline_id, "A griffin landed!")
        branch = await here.services.timelines.load(save.id)
        other = await _say(here, branch.id, "A mermaid sang!")
        inherited = await _turn_at(here, branch.id, first.seq)
        prompts = [await here.services.prompts.of(one) for one in (first, inherited, later, other)]

    assert prompts[0] == prompts[1]
    assert [("griffin" in _text(one), "mermaid" in _text(one)) for one in prompts[1:]] == [
        (False, False),
        (True, False),
        (False, True),
    ]
