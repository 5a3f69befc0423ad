"""Receipts are complete: every line and every thought of a lived day can be explained whole."""

from contextlib import aclosing
from pathlib import Path

from npcmodels.schema_model import SchemaLanguageModel
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.ledger.explanations import ThoughtExplanation, TurnExplanation
from npcserver.memory.score_profiles import DEFAULT
from npcserver.mind.reply_trace import AUTHORED
from npcserver.model.character import Person
from npcserver.model.model_use import Purpose
from npcserver.model.record import Record, RecordKind
from npcserver.model.thought import AnswerStatus
from npcserver.model.turn import Line, Rung
from tests.conftest import NewDatabase
from tests.fakes.running_server import (
    ADA,
    BEN,
    CORA,
    GREEN,
    HALL,
    MILL,
    PARLOUR,
    VillageServer,
    open_village_server,
    role,
    village_file,
    village_time,
)

PLAYER = Person(id="p1", name="Ann")
DAYS = {
    ADA: (("06:00", "getting up", HALL), ("09:00", "sitting by the fountain", GREEN)),
    BEN: (("06:00", "getting up", PARLOUR), ("09:30", "walking", GREEN)),
    CORA: (("06:00", "getting up", MILL), ("10:00", "feeding the ducks", GREEN)),
}
DIGEST = 64  # letters of a SHA-256


async def spoken_to(app: VillageServer, text: str) -> None:
    say = SayToCharacter(timeline_id=app.timeline_id, character_id=ADA, speaker=PLAYER, text=text)
    async with aclosing(app.services.dialogue.say(say)) as events:
        async for _ in events:
            pass


async def explained(
    app: VillageServer, record: Record
) -> TurnExplanation | ThoughtExplanation | None:
    name = f"{record.timeline_id}.{record.seq}"
    return await app.services.explaining.memory(app.timeline_id, name)


def lacking_in_turn(found: TurnExplanation, said: Record) -> set[str]:
    """Return what the receipt of a line does not say."""
    made = found.turn.receipt
    is_own = made.rung is not Rung.AUTHORED
    scores = [one.score for one in found.recollections if one.is_called] or [1.0]
    words = " ".join(event.text for event in found.turn.events if isinstance(event, Line))
    told = {
        "words": words == said.text,
        "speaker": bool(found.turn.speaker_id and found.turn.speaker_name),
        "character": found.record.subject_id == said.subject_id,
        "vantage": 0 < made.vantage_seq < said.seq,
        "persona": made.persona_version >= 1,
        "profile": made.profile == DEFAULT.name,
        "memories": len(found.recollections) == len(made.recalled) > 0,
        # the least of all in every term scores 0
        "scores": min(scores) >= 0 and max(scores) > 0,
        "relation": made.standing is not None and made.standing.other_id == found.turn.speaker_id,
        "template": bool(made.template) and len(made.template_digest) == DIGEST,
        "prompt": len(made.prompt_digest) == DIGEST,
        "model": bool(made.model) and (made.model == AUTHORED) is not is_own,
        "answer": bool(made.raw_answer),
        "tokens": made.usage.prompt_tokens > 0 and made.usage.completion_tokens > 0,
        "seed": made.seed > 0,
        "faults": is_own or bool(made.faults),
    }
    return {name for name, is_told in told.items() if not is_told}


def lacking_in_thought(found: ThoughtExplanation, left: Record) -> set[str]:
    """Return what the receipt of a thought does not say."""
    made = found.thought
    recalls = made.purpose is not Purpose.SUMMARISE  # which looks at the talk itself
    told = {
        "character": found.record.subject_id == left.subject_id,
        "left": left.seq in {memory.seq for memory in found.left},
        "verdict": made.verdict is not AnswerStatus.DEFAULTED,
        "vantage": 0 < made.vantage_seq <= left.seq,
        "persona": made.persona_version >= 1,
        "memories": len(found.recollections) == len(made.recalled) >= recalls,
        "template": bool(made.template) and len(made.template_digest) == DIGEST,
        "prompt": len(made.prompt_digest) == DIGEST,
        "model": bool(made.model) and made.calls >= 1,
        "answers": len(made.raw_answers) >= 1,
        "tokens": made.usage.prompt_tokens > 0 and made.usage.completion_tokens > 0,
        "seed": made.seed > 0,
    }
    return {name for name, is_told in told.items() if not is_told}


async def test_every_line_and_every_thought_of_a_day_is_explained(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """Lines among characters and to players, insights, what is kept of talks, and plans."""
    file = village_file(role(ADA, HALL), role(BEN, PARLOUR), role(CORA, MILL))
    url = new_migrated_sqlite()
    model = SchemaLanguageModel()
    async with open_village_server(url, tmp_path, model, file, reflection_threshold=40) as app:
        await app.observe("The old mayor of Brook has resigned.", who=ADA, importance=9)
        for who in (BEN, CORA):
            await app.observe("It is Monday, and the sun is out.", who=who, importance=3)
        await app.live(village_time("11:00"), minutes=30)
        await spoken_to(app, "Sam wants to be mayor, have you heard?")
        await app.live(village_time("12:00"), minutes=30)
        lines = await app.records(RecordKind.LINE)
        thoughts = await app.records(RecordKind.REFLECTION, RecordKind.PLAN)
        turns = [(one, await explained(app, one)) for one in lines]
        left = [(one, await explained(app, one)) for one in thoughts]

    purposes = {
        found.turn.receipt.purpose for _, found in turns if isinstance(found, TurnExplanation)
    }
    assert purposes == {Purpose.REPLY, Purpose.CONVERSE}
    assert len(lines) > 6
    assert all(isinstance(found, TurnExplanation) for _, found in turns)
    lacking = {
        one.text: missing
        for one, found in turns
        if isinstance(found, TurnExplanation) and (missing := lacking_in_turn(found, one))
    }
    assert lacking == {}
    kinds = {found.thought.purpose for _, found in left if isinstance(found, ThoughtExplanation)}
    assert kinds == {Purpose.REFLECT, Purpose.SUMMARISE, Purpose.PLAN}
    assert all(isinstance(found, ThoughtExplanation) for _, found in left)
    lacking = {
        one.text: missing
        for one, found in left
        if isinstance(found, ThoughtExplanation) and (missing := lacking_in_thought(found, one))
    }
    assert lacking == {}
