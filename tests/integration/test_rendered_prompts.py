"""Prompts that were sent are rendered again from the log, and held to their digests."""

import random
import sqlite3
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import pytest

from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.adapters.llm.recorded import RecordedModel, RefusingModel
from npcserver.adapters.llm.schema_model import SchemaLanguageModel
from npcserver.app.circles import OpenCircle
from npcserver.app.conversation.circle_utterance import SayInCircle
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.group.scene_requests import Advance, OpenGroupChat
from npcserver.app.perception.observations import GameEvent, Movement, Observe
from npcserver.bootstrap import RunningServer, replays
from npcserver.cli.worlds import sample_world
from npcserver.model.character import Person
from npcserver.model.errors import ModelTruncated
from npcserver.model.group.moves import (
    Chose,
    Closed,
    Digested,
    GroupMoved,
    LineSpoken,
    Updated,
    Voted,
)
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.model_use import Purpose
from npcserver.model.prompt import PromptStatus, RenderedPrompt
from npcserver.model.record import Record, RecordKind, TurnTaken
from npcserver.model.thought import Thought
from npcserver.model.turn import Receipt
from npcserver.ports.language_model import Finished, LanguageModel, Request
from npcserver.ports.storage import UnitOfWork
from npcserver.prompts import SHIPPED
from tests.benchmarks import talks
from tests.benchmarks.played import PLAYERS, _Game, quiet
from tests.fakes.language_models import CorruptingLanguageModel, FlakyActor
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
    tokens: int | None = None,
    profile: str = "auto",
) -> AsyncGenerator[tuple[RunningServer, TimelineId]]:
    settings = quiet(folder)
    if tokens is not None:
        dialogue = settings.dialogue.model_copy(update={"prompt_tokens": tokens})
        settings = settings.model_copy(update={"dialogue": dialogue})
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


async def _say(here: RunningServer, timeline_id: TimelineId, text: str) -> Record:
    """Say something to Wenna; return the record of her turn."""
    say = SayToCharacter(timeline_id=timeline_id, character_id=_WENNA, speaker=_ADA, text=text)
    async with aclosing(here.services.dialogue.say(say)) as events:
        turn_id = [event async for event in events][-1].turn_id  # type: ignore[union-attr]
    async with here.store.read() as reader:
        record = await (await reader.head(timeline_id)).turn(turn_id)
    assert record is not None
    return record


async def _records(here: RunningServer, timeline_id: TimelineId) -> Sequence[Record]:
    async with here.store.read() as reader:
        return await (await reader.head(timeline_id)).after(0, 100_000)


async def _statuses(here: RunningServer, records: Sequence[Record]) -> Counter[tuple[str, str]]:
    """Count the records that a model may have been asked for, by purpose and what came of it."""
    found: Counter[tuple[str, str]] = Counter()
    for record in records:
        made = _made_from(record)
        if made is not None:
            prompt = await here.services.prompts.render(record)
            found[made.purpose, prompt.status] += 1
    return found


def _made_from(record: Record) -> Receipt | Thought | None:
    match record.body:
        case TurnTaken(receipt=receipt):
            return receipt
        case Thought() as thought:
            return thought
        case GroupMoved(
            what=Chose() | LineSpoken() | Updated() | Digested() | Voted() | Closed() as move
        ):
            return move.made_from
        case _:
            return None


def _text(prompt: RenderedPrompt) -> str:
    return "\n".join(message.text for message in prompt.messages)


async def test_every_prompt_of_a_session_is_rendered_as_it_was_sent(tmp_path: Path) -> None:
    """Answers that were interrupted, failed or rescued, and all thoughts, have their very prompts.

    Where a rule decided, no prompt is claimed.
    """
    async with _serve_scenes(tmp_path, FlakyActor(seed=3)) as (here, timeline_id):
        file = load_world(sample_world())
        started = await here.services.timelines.get(timeline_id)
        game = _Game(here, timeline_id, file, random.Random(3), started.game_time)
        for number in range(_TURNS):
            await game.round(number)
        found = await _statuses(here, await _records(here, timeline_id))

    assert found["reply", PromptStatus.AS_SENT] == _TURNS
    assert {purpose for purpose, _ in found} >= {"reply", "rate", "relate", "summarise", "plan"}
    others = {key for key in found if key[1] is not PromptStatus.AS_SENT}
    assert others <= {("react", PromptStatus.NOT_ASKED)}


async def test_insights_from_more_than_one_question_recalls_are_rendered_as_sent(
    tmp_path: Path,
) -> None:
    """Memories stand in their prompt under the question that recalled them first."""
    async with _serve_scenes(tmp_path) as (here, timeline_id):
        events = tuple(
            GameEvent(text=f"The {thing} {act}.", importance=9, witness_ids=(_WENNA,))
            for thing in ("ferry", "bell", "lamp", "mayor", "baker", "goat", "boat", "dog")
            for act in ("burned down", "was stolen", "broke in two", "sank", "ran off", "was sold")
        )
        observed = Observe(timeline_id=timeline_id, happenings=events)
        await here.services.play.observe(observed)
        while (job := await here.store.jobs.claim(here.clock.now(), 60)) is not None:
            await here.cognition.do(job)
        insights = [
            record
            for record in await _records(here, timeline_id)
            if isinstance(record.body, Thought) and any(record.body.asked_at)
        ]
        prompt = await here.services.prompts.render(insights[0])

    assert prompt.status is PromptStatus.AS_SENT


async def test_a_short_prompt_is_rendered_as_it_was_sent(tmp_path: Path) -> None:
    """Which profile it had stands in its receipt, whatever the model of today would get."""
    async with _serve_scenes(tmp_path, profile="short") as (here, timeline_id):
        records = [await _say(here, timeline_id, text) for text in ("Evening.", "Ring the bell!")]
        session = await replays.build_recording(quiet(tmp_path), here.store).record(timeline_id)
    async with bootstrap.running(quiet(tmp_path), serve=False, model=SchemaLanguageModel()) as here:
        prompts = [await here.services.prompts.render(record) for record in records]
    model = RecordedModel(RefusingModel())
    replayed = await (await replays.build_replay(quiet(tmp_path), session, model)).replay()

    assert {prompt.status for prompt in prompts} == {PromptStatus.AS_SENT}
    assert not any('"promises"' in _text(prompt) for prompt in prompts)
    assert (replayed.turns, replayed.differences) == (2, ())


_ASKED_ONCE = ("system", "user")
_ASKED_AGAIN = (*_ASKED_ONCE, "assistant", "user")


async def test_talk_among_characters_is_rendered_as_it_was_sent(tmp_path: Path) -> None:
    """So are lines that had to be asked for twice: the prompt is that of the second time."""
    model = CorruptingLanguageModel(SchemaLanguageModel(), share=0.3, seed=2)
    async with _serve_scenes(tmp_path, model) as (here, _):
        pair = CharacterId("hester"), CharacterId("ambrose")
        prompts: list[RenderedPrompt] = []
        while len(_roles(prompts)) < 2:  # which lines are spoiled is left to chance
            records = await talks._meeting(here, *pair)
            prompts += [await here.services.prompts.render(one) for one in records if _is_talk(one)]

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
async def test_a_line_whose_first_answer_was_refused_is_rendered(tmp_path: Path, way: str) -> None:
    """What the model is shown of it again is what is stored of it."""
    async with _serve_scenes(tmp_path, _RefusedAtFirst(way)) as (here, _):
        pair = CharacterId("hester"), CharacterId("ambrose")
        records = await talks._meeting(here, *pair)
        prompts = [await here.services.prompts.render(one) for one in records if _is_talk(one)]

    assert {prompt.status for prompt in prompts} == {PromptStatus.AS_SENT}
    assert _roles(prompts) == {_ASKED_AGAIN}


def _roles(prompts: Sequence[RenderedPrompt]) -> set[tuple[str, ...]]:
    return {tuple(one.role for one in prompt.messages) for prompt in prompts}


def _is_talk(record: Record) -> bool:
    return isinstance(record.body, TurnTaken) and record.body.receipt.purpose == "converse"


async def test_answers_in_a_circle_are_rendered_as_they_were_sent(tmp_path: Path) -> None:
    """A turn in a circle stands in the circle as it looked then."""
    async with _serve_scenes(tmp_path) as (here, timeline_id):
        people = [Person(id=one, name=one.title(), is_player=False) for one in ("wenna", "hester")]
        moves = [Movement(subject_id=one.id, place_id=PlaceId("taproom")) for one in people]
        observed = Observe(timeline_id=timeline_id, movements=tuple(moves))
        await here.services.play.observe(observed)
        members = (_ADA, _BEN, *people)
        wish = OpenCircle(timeline_id=timeline_id, members=members)
        circle_id = (await here.services.circles.open(wish)).circle.id
        for text in ("Good evening, all.", "Hester, who owes you money?", "And you, Wenna?"):
            said = SayInCircle(
                timeline_id=timeline_id, circle_id=circle_id, speaker_id=_ADA.id, text=text
            )
            async with aclosing(here.services.circles.say(said)) as events:
                async for _ in events:
                    pass
        found = await _statuses(here, await _records(here, timeline_id))

    assert found["reply", PromptStatus.AS_SENT] >= 3
    assert set(found) == {("reply", PromptStatus.AS_SENT)}


async def test_moves_of_a_scene_are_rendered_as_they_were_sent(tmp_path: Path) -> None:
    """Choices, lines, updates, votes and the chronicle; members with and without a character."""
    async with _serve_scenes(tmp_path) as (here, timeline_id):
        script = with_cast(council_script(), ada="wenna", ben="hester")
        chats = here.services.group_chats
        chat = await chats.open(OpenGroupChat(timeline_id=timeline_id, script=script, seed=7))
        await chats.move(Advance(timeline_id=timeline_id, chat_id=chat.id))
        while (job := await here.store.jobs.claim(here.clock.now(), 60)) is not None:
            await here.cognition.do(job)
        records = await _records(here, timeline_id)
        moves = [record for record in records if record.kind is RecordKind.GROUP]
        found = await _statuses(here, moves)

    assert {purpose for purpose, _ in found} >= {"choose", "speak", "update", "vote", "chronicle"}
    assert {status for _, status in found} == {PromptStatus.AS_SENT}


async def test_a_scene_is_rendered_as_it_was_sent_whatever_prompts_may_have_now(
    tmp_path: Path,
) -> None:
    """A whole game in which lines gave way to notes and digests, seen by a server with more space.

    Every receipt holds how many tokens its prompt might have.
    """
    async with _serve_scenes(tmp_path, tokens=1_800) as (here, timeline_id):
        script = with_cast(council_script(), ada="wenna")
        chats = here.services.group_chats
        chat = await chats.open(OpenGroupChat(timeline_id=timeline_id, script=script, seed=3))
        await chats.move(Advance(timeline_id=timeline_id, chat_id=chat.id))
        while (job := await here.store.jobs.claim(here.clock.now(), 60)) is not None:
            await here.cognition.do(job)
    async with _serve_scenes(tmp_path) as (here, _):
        records = await _records(here, timeline_id)
        moves = [record for record in records if record.kind is RecordKind.GROUP]
        found = await _statuses(here, moves)
        (digest,) = [one for one in moves if _is_digest(one)][:1]
        prompt = await here.services.prompts.render(digest)
        vote = await here.services.prompts.render([one for one in moves if _made_from(one)][-2])

    assert {status for _, status in found} == {PromptStatus.AS_SENT}
    assert found["chronicle", PromptStatus.AS_SENT] >= 2
    assert {made.prompt_budget for one in moves if (made := _made_from(one))} == {1_800}
    assert "Condense round 1." in _text(prompt)
    assert "Round 1 in short" in _text(vote)


def _is_digest(record: Record) -> bool:
    match record.body:
        case GroupMoved(what=Digested(text=text)):
            return bool(text)
        case _:
            return False


async def test_an_edited_template_leaves_old_prompts_as_they_were(tmp_path: Path) -> None:
    """The words of then are kept; where they are lost that is said, and no prompt is claimed."""
    prompts = tmp_path / "prompts"
    words = (SHIPPED / "en" / "reply.j2").read_text(encoding="utf-8")
    (prompts / "en").mkdir(parents=True)
    own = prompts / "en" / "reply.j2"
    own.write_text(words.replace("{% block user %}", "{% block user %}\nOld words.\n"), "utf-8")
    async with _serve_scenes(tmp_path / "data", prompts=prompts) as (here, timeline_id):
        old = await _say(here, timeline_id, "Good evening.")
    own.write_text(words.replace("{% block user %}", "{% block user %}\nNew words.\n"), "utf-8")
    async with _serve_scenes(tmp_path / "data", prompts=prompts) as (here, timeline_id):
        new = await _say(here, timeline_id, "Good evening.")
        before, after = [await here.services.prompts.render(one) for one in (old, new)]
        _forget(tmp_path / "data", old)
        lost = await here.services.prompts.render(old)

    assert (before.status, after.status) == (PromptStatus.AS_SENT, PromptStatus.AS_SENT)
    assert "Old words." in _text(before)
    assert "New words." in _text(after)
    assert lost.status is PromptStatus.NOT_AS_SENT
    assert "'reply' are no longer kept" in lost.why
    assert lost.messages == ()
    assert lost.missing
    assert "heard" in [section.name for section in lost.sections]
    assert not any("New words." in section.text for section in lost.sections)


def _forget(folder: Path, record: Record) -> None:
    """Delete the template that a turn was asked with from the database."""
    assert isinstance(record.body, TurnTaken)
    digest = record.body.receipt.template_digest
    with closing(sqlite3.connect(folder / "npcserver.db")) as connection:
        connection.execute("DELETE FROM prompt_template WHERE digest = ?", (digest,))
        connection.commit()


async def test_a_changed_persona_leaves_old_prompts_as_they_were(tmp_path: Path) -> None:
    """A turn is rendered with the version of the persona that spoke."""
    async with _serve_scenes(tmp_path) as (here, timeline_id):
        old = await _say(here, timeline_id, "Good evening.")
        await _rewrite(here, "She has sold the inn and keeps bees.")
        new = await _say(here, timeline_id, "Good evening.")
        before, after = [await here.services.prompts.render(one) for one in (old, new)]

    assert (before.status, after.status) == (PromptStatus.AS_SENT, PromptStatus.AS_SENT)
    assert "keeps bees" not in _text(before)
    assert "keeps bees" in _text(after)


async def _rewrite(here: RunningServer, background: str) -> None:
    world = WorldId("farrowhithe")

    async def work(unit: UnitOfWork) -> None:
        wenna = await unit.character(world, _WENNA)
        persona = replace(wenna.persona, background=background)
        await unit.put_character(replace(wenna, persona=persona))

    await here.store.write(work)


async def test_what_is_deleted_since_is_not_made_up(tmp_path: Path) -> None:
    """Without the character nothing can be shown; without its place only what is as it was."""
    async with _serve_scenes(tmp_path) as (here, timeline_id):
        turn = await _say(here, timeline_id, "Good evening.")

        async def rename(unit: UnitOfWork) -> None:
            world = await unit.world(WorldId("farrowhithe"))
            await unit.put_world(replace(world, description="Everything is otherwise."))

        await here.store.write(rename)
        changed = await here.services.prompts.render(turn)

        async def delete(unit: UnitOfWork) -> None:
            await unit.delete_character(WorldId("farrowhithe"), _WENNA)

        await here.store.write(delete)
        gone = await here.services.prompts.render(turn)

    assert (changed.status, gone.status) == (PromptStatus.NOT_AS_SENT, PromptStatus.NOT_AS_SENT)
    assert changed.messages == gone.messages == ()
    assert "changed or deleted since" in changed.why
    assert changed.missing >= 1
    shown = "\n".join(section.text for section in changed.sections)
    assert "Good evening." in shown
    assert "Everything is otherwise." not in shown
    assert "wenna" in gone.why
    assert gone.sections == ()
