"""The use cases of transcripts, and of what is said again, over a store in memory."""

from typing import Any

from npcserver.app.conversation.dialogue import Dialogue
from npcserver.app.ledger.transcripts import Transcripts
from npcserver.app.retakes import Retakes
from npcserver.app.suites import Suites
from npcserver.app.timelines import Timelines
from npcserver.config import Settings
from npcserver.ports.vectors import Embedder
from npctools.bootstrap.incident_files import IncidentFiles
from tests.fakes.language_models import ManualClock
from tests.fakes.memory_store import MemoryStore


def playtests(
    store: MemoryStore,
    clock: ManualClock,
    timelines: Timelines,
    dialogue: Dialogue,
    embedder: Embedder,
) -> dict[str, Any]:
    """Return the use cases of timelines, transcripts and what is said again."""
    transcripts, retakes = Transcripts(store, clock), Retakes(store, timelines, dialogue)
    return {
        "timelines": timelines,
        "transcripts": transcripts,
        "retakes": retakes,
        "suites": Suites(store, clock, transcripts, timelines, retakes, embedder),
        "incidents": IncidentFiles(Settings(), store),
    }
