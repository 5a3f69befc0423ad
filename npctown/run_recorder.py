"""What a server tells of a timeline, as the events of a run."""

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from google.protobuf.timestamp_pb2 import Timestamp
from npcclient.v1.memory_pb2 import Memory, MemoryKind, MemorySource
from npcclient.v1.mind_pb2 import ActCause, DayPlan, Purpose, Step
from npcclient.v1.play_service_pb2 import WatchResponse

from npctown.run_files import RunHeader, RunWriter

_WORDS_A_MINUTE: Final = 130
"""How fast people speak: lines of one talk come after each other, not all at once."""
_SHORTEST_LINE: Final = 0.05
FELT: Final = ("affinity", "trust", "familiarity", "view")
"""Fields of a relation."""
_THOUGHTS: Final[Mapping[int, str]] = {
    MemoryKind.MEMORY_KIND_REFLECTION: "reflection",
    MemoryKind.MEMORY_KIND_WHISPER: "whisper",
}


def fields_of(message: Any, *names: str, **others: str) -> dict[str, Any]:
    """Return some fields of a message by their names, and others by the names given to them."""
    wanted = {name: name for name in names} | others
    return {name: getattr(message, of) for name, of in wanted.items()}


class RunRecorder:
    """Writes events in the order of their times, and keeps what later ones need of earlier ones.

    `arrives` has the game minutes at which people who walk arrive: what they do begins then.
    """

    def __init__(self, writer: RunWriter, header: RunHeader, saved: Mapping[str, Any]) -> None:
        self._writer = writer
        self._started = datetime.fromisoformat(header.started).astimezone(UTC)
        self._people = {one.id: one.name for one in header.people}
        self._facts = {
            one.id: re.compile(one.about, re.IGNORECASE) for one in header.facts if one.about
        }
        self._waiting: list[tuple[float, str, dict[str, Any]]] = [
            (t, kind, fields) for t, kind, fields in saved.get("waiting", ())
        ]
        self._written: float = saved.get("written", 0.0)
        self._count: int = saved.get("count", 0)
        self.arrives: dict[str, float] = {}
        self.calls: int = saved.get("calls", 0)
        self.purposes = Counter[str](saved.get("purposes", {}))
        """Calls by what they were for."""
        self._knows = {(fact, who) for fact, who in saved.get("knows", ())}
        self._talks: dict[str, str] = dict(saved.get("talks", {}))
        self._talking: dict[str, str] = dict(saved.get("talking", {}))
        self._last: dict[str, str] = dict(saved.get("last", {}))
        self._said: dict[str, float] = {}
        """When the lines of turns are said that were taken since the last flush."""
        self._over: list[tuple[float, str, list[str], int]] = []
        self._spoken: dict[str, float] = dict(saved.get("spoken", {}))
        self._acts: dict[str, list[Any]] = dict(saved.get("acts", {}))
        self._plans: dict[str, list[Any]] = dict(saved.get("plans", {}))
        self._take: Mapping[str, Callable[[WatchResponse, float], None]] = {
            "memory": self._memory,
            "turn": self._turn,
            "act": self._act,
            "day_plan": self._day_plan,
            "mood": self._mood,
            "relation": self._relation,
            "conversation": self._conversation,
            "object_state": self._object_state,
            "thought": self._thought,
        }

    def state(self) -> dict[str, Any]:
        """Return what `saved` has to be for a recorder that goes on."""
        return {
            "calls": self.calls,
            "purposes": dict(self.purposes),
            "waiting": self._waiting,
            "written": self._written,
            "count": self._count,
            "knows": sorted(self._knows),
            "talks": self._talks,
            "talking": self._talking,
            "last": self._last,
            "spoken": self._spoken,
            "acts": self._acts,
            "plans": self._plans,
        }

    def minutes(self, moment: Timestamp) -> float:
        """Return a game time in minutes since the start of the run."""
        return (moment.ToDatetime(UTC) - self._started).total_seconds() / 60

    def put(self, t: float, kind: str, **fields: Any) -> None:
        """Keep an event until `flush`."""
        self._waiting.append((t, kind, fields))

    def flush(self, until: float = math.inf) -> None:
        """Write what happened before a game minute, in order; what is yet to come waits."""
        over, self._over = self._over, []
        for t, name, pair, lines in over:  # after what is said last
            ends = max(t, self._spoken.pop(name, t))
            self.put(ends, "talk", id=name, who=pair, is_over=True, lines=lines)
        waiting = [
            (max(t, self._said.get(fields.get("turn", ""), t)), kind, fields)
            for t, kind, fields in self._waiting
        ]
        self._said.clear()
        due = sorted((one for one in waiting if one[0] <= until), key=lambda one: one[0])
        self._waiting = [one for one in waiting if one[0] > until]
        for t, kind, fields in due:
            self._written = max(self._written, t)
            self._count += 1
            self._writer.write(self._written, kind, **fields)
        self._writer.flush()

    def take(self, event: WatchResponse) -> None:
        """Keep what a watched event means for a run."""
        taken = self._take.get(event.WhichOneof("event") or "")
        if taken is not None:
            taken(event, self.minutes(event.world_time))

    def know(
        self, t: float, who: str, text: str, how: str, *, is_distorted: bool = False, **told: str
    ) -> None:
        """Note which facts a person knows by a text, if it did not know them before."""
        for fact, pattern in self._facts.items():
            if (fact, who) not in self._knows and pattern.search(text):
                self._knows.add((fact, who))
                known = {"by": "", "memory": "", **told, "distorted": is_distorted}
                self.put(t, "knows", fact=fact, who=who, how=how, **known)

    def known_by(self, who: str) -> list[str]:
        """Return the facts that a person knows, by id."""
        return sorted(fact for fact, one in self._knows if one == who)

    def end_act(self, t: float, who: str, outcome: str, detail: str = "") -> None:
        """Note the end of what a person does."""
        act = self._acts.pop(who, None)
        if act is not None:
            ends = max(t, act[2])
            self.put(ends, "act_end", who=who, id=act[0], outcome=outcome, detail=detail)

    def take_step(self, who: str, t: float, step: Step, place: str) -> None:
        """Note what an extra does by its plan, where that is something else than before."""
        name = f"{who}.{step.activity}.{place}"
        before = self._acts.get(who)
        if not step.activity or (before is not None and before[0] == name):
            return
        self.end_act(t, who, "succeeded")
        begins = max(t, self.arrives.get(who, t), 0.0 if before is None else before[2])
        self._acts[who] = [name, t + step.minutes, begins]
        told = {"emoji": step.emoji, "place": place, "thing": step.object_name}
        self.put(
            begins, "act", who=who, id=name, text=step.activity, minutes=step.minutes,
            cause="plan", **told,
        )  # fmt: skip

    def _memory(self, event: WatchResponse, t: float) -> None:
        memory, who = event.memory, event.character_id
        if memory.kind in _THOUGHTS:
            self.put(t, "thought", who=who, of=_THOUGHTS[memory.kind], text=memory.text)
        if memory.source == MemorySource.MEMORY_SOURCE_OVERHEARD:
            heard = {"by": memory.told_by_id, "text": memory.text, "turn": memory.turn_id}
            self.put(t, "heard", who=who, whole=not memory.is_half_heard, **heard)
        if memory.kind != MemoryKind.MEMORY_KIND_LINE and not memory.is_half_heard:
            how = MemorySource.Name(memory.source).removeprefix("MEMORY_SOURCE_").lower()
            told = {"by": _teller(memory), "memory": memory.memory_id, "turn": memory.turn_id}
            self.know(t, who, memory.text, how, is_distorted=memory.is_distorted, **told)

    def _turn(self, event: WatchResponse, t: float) -> None:
        turn, who, to = event.turn, event.character_id, event.turn.speaker_id
        talk = self._last.get("|".join(sorted((who, to))), "")
        self._count_calls("converse" if to in self._people else "reply", 1)
        if to not in self._people and turn.heard:
            self._line(t, "", to, who, turn.heard, turn.turn_id)
        for line in turn.lines:
            self._line(t, talk, who, to, line.text, turn.turn_id)

    def _line(self, t: float, talk: str, who: str, to: str, text: str, turn: str) -> None:
        key = talk or "|".join(sorted((who, to)))
        begins = max(t, self._spoken.get(key, t), self.arrives.get(who, t), self.arrives.get(to, t))
        self._spoken[key] = begins + max(_SHORTEST_LINE, len(text.split()) / _WORDS_A_MINUTE)
        self._said[turn] = begins
        self.put(begins, "line", talk=talk, who=who, to=to, text=text, turn=turn)

    def _act(self, event: WatchResponse, t: float) -> None:
        act, who = event.act, event.character_id
        before = self._acts.get(who)
        if before is not None:
            is_whole = t >= before[1] - 1
            self.end_act(t, who, "succeeded" if is_whole else "interrupted")
        ends = self.minutes(act.world_end_time)
        name = f"{who}.{event.seq}"
        begins = max(t, self.arrives.get(who, t), 0.0 if before is None else before[2])
        self._acts[who] = [name, ends, begins]
        self.put(
            begins,
            "act",
            who=who,
            id=name,
            **fields_of(act, "emoji", text="activity", place="place_id", thing="object_name"),
            minutes=round(ends - t, 2),
            cause=ActCause.Name(act.cause).removeprefix("ACT_CAUSE_").lower(),
        )

    def blocks_of(self, plan: DayPlan) -> list[dict[str, Any]]:
        """Return the blocks of a day's plan."""
        return [
            {
                "t": self.minutes(one.world_start_time),
                **fields_of(one, "minutes", text="activity", place="place_id"),
            }
            for one in plan.blocks
        ]

    def _day_plan(self, event: WatchResponse, t: float) -> None:
        blocks = self.blocks_of(event.day_plan)
        if self._plans.get(event.character_id) != blocks:
            self._plans[event.character_id] = blocks
            self.put(t, "plan", who=event.character_id, blocks=blocks)

    def _mood(self, event: WatchResponse, t: float) -> None:
        mood = event.mood
        self.put(t, "mood", who=event.character_id, text=mood.label, valence=round(mood.valence, 2))

    def _relation(self, event: WatchResponse, t: float) -> None:
        told = fields_of(event.relation, *FELT, to="other_id")
        self.put(t, "relation", who=event.character_id, **told)

    def _conversation(self, event: WatchResponse, t: float) -> None:
        one, who = event.conversation, event.character_id
        name = self._talks.setdefault(one.conversation_id, f"talk-{len(self._talks) + 1}")
        pair = sorted((who, one.with_id))
        if not one.is_over and self._talking.get(one.with_id) != name:
            begins = max(t, *(self.arrives.get(each, t) for each in pair))
            self.put(begins, "talk", id=name, who=pair, about=one.about, is_over=False)
        if one.is_over and self._talking.get(who) == name:
            for each in pair:
                self._talking.pop(each, None)
            self._over.append((t, name, pair, one.lines))
        elif not one.is_over:
            self._talking[who] = self._last["|".join(pair)] = name

    def _object_state(self, event: WatchResponse, t: float) -> None:
        one = event.object_state
        told = fields_of(one, "state", place="place_id", thing="object_name", by="by_id")
        self.put(max(t, self.arrives.get(one.by_id, t)), "thing", **told)

    def _thought(self, event: WatchResponse, t: float) -> None:
        del t
        self._count_calls(Purpose.Name(event.thought.purpose), event.thought.calls)

    def _count_calls(self, purpose: str, calls: int) -> None:
        self.calls += calls
        self.purposes[purpose.removeprefix("PURPOSE_").lower()] += calls


def _teller(memory: Memory) -> str:
    told = (MemorySource.MEMORY_SOURCE_TOLD, MemorySource.MEMORY_SOURCE_OVERHEARD)
    return str(memory.told_by_id) if memory.source in told else ""
