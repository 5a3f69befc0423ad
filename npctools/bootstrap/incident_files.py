"""Incidents of a server's turns. What makes and opens them is loaded with the first one."""

from npcserver.app.incidents import IncidentFile, OpenedIncident
from npcserver.config import Settings
from npcserver.model.errors import NotFound
from npcserver.model.ids import TimelineId, TurnId
from npcserver.model.timeline import Vantage
from npcserver.ports.language_model import LanguageModel
from npcserver.ports.storage import Store
from npcserver.ports.thinker import Thinker


class IncidentFiles:
    """Makes incidents of the turns of a store, and opens them; `spoken` is who is asked."""

    def __init__(
        self, settings: Settings, store: Store, spoken: LanguageModel | Thinker | None = None
    ) -> None:
        self._settings = settings
        self._store = store
        self._spoken = spoken

    async def export(self, *, timeline_id: TimelineId, turn_id: TurnId) -> IncidentFile:
        """Return a turn as a file. Raises `NotFound`."""
        from npctools.bootstrap import incidents  # noqa: PLC0415

        async with self._store.read() as reader:
            record = await (await reader.head(timeline_id)).turn(turn_id)
        if record is None:
            raise NotFound("turn", turn_id, "take one of the transcript of this timeline")
        vantage = Vantage(timeline_id, record.seq)
        text = await incidents.export(self._settings, self._store, vantage)
        return IncidentFile(name=f"{turn_id}.incident.jsonl", text=text)

    async def open(self, content: bytes, name: str, *, asks: bool = False) -> OpenedIncident:
        """Return what a file tells. Raises `InvalidInput`."""
        from npctools.bootstrap import incidents  # noqa: PLC0415

        spoken = self._spoken if asks else None
        return await incidents.open_incident(self._settings, content, name, spoken)
