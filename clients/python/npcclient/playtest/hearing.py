"""What characters said in turns: lines, feelings and intents, and how soon they came."""

import time
from dataclasses import dataclass, field

from npcclient.circles import CircleTalk
from npcclient.turn import Turn
from npcclient.v1.affordance_pb2 import ActionIntent
from npcclient.v1.turn_pb2 import TurnEvent, TurnFinished, TurnOutcome


@dataclass(slots=True)
class Heard:
    """The results of one or several turns; times in seconds since the words were sent."""

    said: list[tuple[str, str]] = field(default_factory=list)
    """The speaker and a sentence."""
    moods: list[str] = field(default_factory=list)
    """The feeling of each sentence; empty for none."""
    intents: list[tuple[str, ActionIntent]] = field(default_factory=list)
    """The id of a turn, and an intent proposed in it."""
    outcomes: list[str] = field(default_factory=list)
    speakers: list[str] = field(default_factory=list)
    first_token: float | None = None
    total: float = 0.0
    tokens: int = 0
    tokens_estimated: bool = False
    _begun: float = field(default_factory=time.monotonic)

    @property
    def text(self) -> str:
        """All words said."""
        return " ".join(text for _, text in self.said)

    def take(self, event: TurnEvent, speaker: str) -> None:
        """Note an event of a turn."""
        match event.WhichOneof("event"):
            case "delta":
                self._token()
            case "line":
                self._token()
                self.said.append((speaker, event.line.text))
                self.moods.append(event.line.emotion.label)
            case "intent":
                self.intents.append((event.turn_id, event.intent))
            case "finished":
                self._finished(event.finished)
            case _:
                pass
        if speaker not in self.speakers:
            self.speakers.append(speaker)

    async def listen(self, turn: Turn, speaker: str) -> None:
        """Note a whole turn. Raises an `NpcError`."""
        async with turn:
            async for event in turn:
                self.take(event, speaker)
        self.total = time.monotonic() - self._begun

    async def listen_around(self, talk: CircleTalk) -> None:
        """Note all turns of a talk. Raises an `NpcError`."""
        speaker = ""
        async with talk:
            async for response in talk:
                if response.HasField("floor"):
                    speaker = response.floor.character_id
                elif response.HasField("turn"):
                    self.take(response.turn, speaker)
        self.total = time.monotonic() - self._begun

    def _token(self) -> None:
        if self.first_token is None:
            self.first_token = time.monotonic() - self._begun

    def _finished(self, finished: TurnFinished) -> None:
        outcome = TurnOutcome.Name(finished.outcome).removeprefix("TURN_OUTCOME_").lower()
        self.outcomes.append(outcome)
        self.tokens += finished.completion_tokens
        self.tokens_estimated |= finished.tokens_estimated
