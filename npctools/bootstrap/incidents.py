"""Makes incidents of turns, and opens them."""

import asyncio
from contextlib import suppress
from dataclasses import replace

from npcmodels.embed.hash_embedder import HashingEmbedder
from npcserver.adapters.vectors.faiss_index import FaissIndex
from npcserver.app.incidents import NewAnswer, OpenedIncident
from npcserver.app.ledger.explanations import Explanations
from npcserver.app.ledger.sent_prompts import sent_prompt
from npcserver.bootstrap.container import templates_of
from npcserver.config import Settings
from npcserver.memory.stream import MemoryStream
from npcserver.model.errors import Fault, InvalidInput, NotPossibleNow, Reason
from npcserver.model.model_use import Purpose
from npcserver.model.timeline import Vantage
from npcserver.model.turn import IntentProposed, Line, Rung
from npcserver.ports.language_model import LanguageModel
from npcserver.ports.storage import Store
from npcserver.ports.thinker import Thinker
from npctools.bootstrap import replays
from npctools.files.session_file import LARGEST_INCIDENT, parse_session, session_bytes
from npctools.replay.incidents import TracedLog, changes_of, rebased
from npctools.replay.recorded import RecordedModel
from npctools.replay.redaction import redact
from npctools.replay.session_log import SessionLog
from npctools.replay.session_reader import Cast, SessionStore
from npctools.replay.session_replay import SessionReplay
from npctools.replay.transcript import intent_text
from npctools.session import Incident, RecordedSession


async def export(settings: Settings, store: Store, vantage: Vantage) -> str:
    """Return the incident of the turn that a vantage ends with, as the text of a file."""
    session = await replays.record(settings, store, vantage, vantage.seq)
    session = await incident_of(settings, session)
    return (await asyncio.to_thread(session_bytes, session)).decode()


async def incident_of(settings: Settings, session: RecordedSession) -> RecordedSession:
    """Return the incident of the turn that a session ends with."""
    vantage = session.vantage
    redaction = await asyncio.to_thread(redact, session)
    session, model = redaction.session, RecordedModel()
    log = TracedLog(session)
    replaying = await replays.build_replay(settings, session, model, log)
    taken = replaying.turns[-1]
    with suppress(Fault):  # a turn that cannot be taken again says so where it is opened
        if redaction.redacted:
            session = await rebased(session, replaying)
        else:
            await replaying.taken_again(taken)
    spoke = {(taken.record.subject_id, taken.receipt.persona_version)}
    return replace(
        session,
        records=tuple(one for one in session.records if one.seq in log.seqs | {vantage.seq}),
        personas=tuple(one for one in session.personas if (one.character_id, one.version) in spoke),
        incident=Incident(
            turn_id=taken.body.turn_id, prompt=model.asked, redacted=redaction.redacted
        ),
    )


async def open_incident(
    settings: Settings,
    content: bytes,
    name: str,
    asked_of: LanguageModel | Thinker | None = None,
) -> OpenedIncident:
    """Return what a file tells, its turn replayed; `asked_of` answers it anew.

    Raises `InvalidInput` for a file that is no whole incident.
    """
    session = await asyncio.to_thread(parse_session, content, name, LARGEST_INCIDENT)
    incident, model = session.incident, RecordedModel()
    if incident is None:
        raise InvalidInput(name, "is a whole session; replay it with `npcserver replay`")
    log = SessionLog(session.world.world, session.records, session.branches)
    replaying = await replays.build_replay(settings, session, model, log)
    changes = await changes_of(session, replaying, lambda: model.asked)
    cast = Cast.of(session.world)
    explaining = Explanations(
        SessionStore(log, cast, session.vantage), MemoryStream(FaissIndex, HashingEmbedder())
    )
    made = await explaining.turn(session.vantage.timeline_id, incident.turn_id)
    templates = templates_of(settings)
    character = cast.characters.get(made.record.character_id)
    return OpenedIncident(
        made=made,
        prompt=sent_prompt(made.turn.receipt, incident.prompt),
        character=made.record.subject_id if character is None else character.name,
        world=session.world.world.name,
        server=session.server,
        redacted=incident.redacted,
        templates=tuple(
            f"{one.name} ({one.language})"
            for one in session.templates
            if templates.digest(one.name, one.language) != one.digest
        ),
        changes=changes,
        answer=None if asked_of is None else await _asked(settings, session, log, asked_of),
    )


async def _asked(
    settings: Settings,
    session: RecordedSession,
    log: SessionLog,
    spoken: LanguageModel | Thinker,
) -> NewAnswer:
    """Return what a model says to the turn's words in its context."""
    performer = await replays.build_performer(
        settings, session, log, Cast.of(session.world), *replays.beyond(spoken)
    )
    replaying = SessionReplay(session, log, performer)
    taken = replaying.turns[-1]
    if taken.receipt.purpose is not Purpose.REPLY:
        why = "two characters said this to each other; only an answer to a player is asked again"
        raise NotPossibleNow(why, Reason.CHARACTER_UNAVAILABLE)
    # An authored line, which needs no model, is asked for as well.
    receipt = replace(taken.receipt, rung=Rung.PRIMARY)
    taken = replace(taken, body=replace(taken.body, receipt=receipt))
    _, turn = await performer.load_again(taken, replaying.cast_of(taken))
    replayed, _ = await performer.afresh(taken, turn, only_for="")
    lines = (one.text for one in replayed.events if isinstance(one, Line))
    intents = (one.intent for one in replayed.events if isinstance(one, IntentProposed))
    return NewAnswer(
        model=spoken.name, text=" ".join(lines), intents=tuple(map(intent_text, intents))
    )
