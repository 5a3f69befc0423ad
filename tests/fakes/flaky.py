"""An actor that fails in all the ways in which models fail, by seeded chance."""

import random
from collections import Counter
from collections.abc import AsyncGenerator

from npcserver.adapters.llm.offline import OfflineActor
from npcserver.adapters.llm.tokens import estimated_usage
from npcserver.model.errors import ModelTooSlow, ModelTruncated, ModelUnreachable
from npcserver.model.purpose import Purpose
from npcserver.ports.language_model import Finished, Request

_SIZES = (1, 3, 8, 20, 200)
_WAYS = ("down", "nonsense", "slow", "torn", "torn_late", "script", "undeclared", "recited")


class FlakyActor:
    """The offline actor; of its replies a share fails, of its thoughts none.

    `happened` counts what went wrong, by kind.
    """

    def __init__(self, *, share: float = 0.25, seed: int = 0) -> None:
        self._actor = OfflineActor()
        self._share = share
        self._chance = random.Random(seed)
        self.happened: Counter[str] = Counter()

    @property
    def name(self) -> str:
        return "flaky:actor"

    async def close(self) -> None:
        """Nothing is open."""

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        answer = self._actor.answer(request.material)
        way = ""
        if request.purpose is Purpose.REPLY and self._chance.random() < self._share:
            way = self._chance.choice(_WAYS)
            self.happened[way] += 1
        if way == "down":
            raise ModelUnreachable("no connection")
        if way == "slow":
            raise ModelTooSlow("no word in time")
        text = self._spoilt(way, answer, request)
        size = self._chance.choice(_SIZES)
        for start in range(0, len(text), size):
            yield text[start : start + size]
        if way.startswith("torn"):
            raise ModelTruncated("the answer broke off")
        yield Finished(model=self.name, usage=estimated_usage(request.messages, text))

    def _spoilt(self, way: str, answer: str, request: Request) -> str:
        match way:
            case "nonsense":
                return self._chance.choice(("", "{", "null", "[]", '{"say": ""}'))
            case "torn":
                return answer[: self._chance.randrange(8, max(9, len(answer) // 2))]
            case "torn_late":
                return answer[: -self._chance.randrange(2, 40)]
            case "script":
                return f"Well, here I am. Look around.\nUser: {answer[:40]}\nAnd I said so."
            case "undeclared":
                return answer.replace('"intents": []', '"intents": [{"name": "fly"}, {"name": 3}]')
            case "recited":
                return request.messages[0].text[-900:]
            case _:
                return answer
