"""The use cases of transcripts, and of what is said again, over a store in memory."""

from typing import Any

from npcserver.adapters.files import dump_draft, parse_draft
from npcserver.app.author_changes import AuthorChanges
from npcserver.app.conversation.dialogue import Dialogue
from npcserver.app.corrections import Corrections
from npcserver.app.draft_files import DraftFiles
from npcserver.app.drafts import Drafts
from npcserver.app.ledger.transcripts import Transcripts
from npcserver.app.retakes import Retakes
from npcserver.app.suites import Suites
from npcserver.app.timelines import Timelines
from npcserver.config import Settings
from npcserver.memory.stream import MemoryStream
from npcserver.ports.vectors import Embedder
from npctools.bootstrap.incident_files import IncidentFiles
from tests.fakes.language_models import ManualClock
from tests.fakes.memory_store import MemoryStore


def playtests(
    store: MemoryStore,
    clock: ManualClock,
    timelines: Timelines,
    dialogue: Dialogue,
    stream: MemoryStream,
    embedder: Embedder,
) -> dict[str, Any]:
    """Return the use cases of timelines, corrections, transcripts and what is said again."""
    transcripts, retakes = Transcripts(store, clock), Retakes(store, timelines, dialogue)
    drafts, corrections = Drafts(store, clock), Corrections(store, stream)
    return {
        "corrections": corrections,
        "author_changes": AuthorChanges(store, clock, corrections),
        "timelines": timelines,
        "transcripts": transcripts,
        "retakes": retakes,
        "drafts": drafts,
        "draft_files": DraftFiles(store, drafts, parse_draft, dump_draft),
        "suites": Suites(store, clock, transcripts, timelines, retakes, drafts, embedder),
        "incidents": IncidentFiles(Settings(), store),
    }
