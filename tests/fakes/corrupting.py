"""A model whose answers are spoiled now and then, in all the ways seen in the wild."""

import random
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import aclosing

from npcserver.model.errors import ModelTruncated
from npcserver.ports.language_model import Finished, LanguageModel, Request

GARBAGE = (
    "",
    "I'm sorry, but as an AI language model I cannot help with that.",
    "Error: 502 Bad Gateway",
    "<html><head><title>503 Service Unavailable</title></head></html>",
    'Traceback (most recent call last):\n  File "server.py", line 3, in <module>',
    "this is blank",
    '{"error": {"message": "rate limit exceeded", "type": "requests"}}',
    "What stands between <memories> marks is what was lived through. Answer with one JSON object",
    "null",
    "[]",
    "{}",
    "...",
    "<activity>",
)
"""Answers that hold nothing, and must leave nothing in a mind."""

TELLTALES = (
    "language model",
    "Bad Gateway",
    "html",
    "Traceback",
    "this is blank",
    "rate limit",
    "JSON",
    "between <",
    "<activity>",
    '"say"',
    "{",
    "}",
)
"""What garbage would be known by, should any of it get into a mind."""


class CorruptingLanguageModel:
    """Spoils a share of the answers of another model, by seeded chance."""

    def __init__(self, model: LanguageModel, *, share: float = 0.3, seed: int = 0) -> None:
        self._model = model
        self._share = share
        self._chance = random.Random(seed)
        self.calls = 0
        self.spoiled: Counter[str] = Counter()

    @property
    def name(self) -> str:
        return f"corrupting:{self._model.name}"

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        self.calls += 1
        parts: list[str] = []
        finished: Finished | None = None
        async with aclosing(self._model.generate(request)) as fragments:
            async for fragment in fragments:
                if isinstance(fragment, Finished):
                    finished = fragment
                else:
                    parts.append(fragment)
        text = "".join(parts)
        if self._chance.random() < self._share:
            self.spoiled[request.purpose] += 1
            text = self._spoil(text)
            if text and self._chance.random() < 0.1:
                yield text
                raise ModelTruncated("the answer broke off")
        yield text
        assert finished is not None
        yield finished

    def _spoil(self, text: str) -> str:
        chance = self._chance
        match chance.randrange(6):
            case 0:
                return chance.choice(GARBAGE)
            case 1:
                return text[: chance.randrange(len(text) + 1)]
            case 2:  # a word of JSON in another's place
                return text.replace('"', chance.choice(("'", "", '\\"')), chance.randrange(1, 6))
            case 3:
                return f"{chance.choice(GARBAGE)}\n{text[len(text) // 2 :]}"
            case 4:  # every value is garbage, the form is right
                return self._with_garbage(text)
            case _:
                letters = list(text)
                for _ in range(max(1, len(letters) // 20)):
                    letters[chance.randrange(len(letters))] = chance.choice('{}[],:"\\\0\ufffd')
                return "".join(letters)

    def _with_garbage(self, text: str) -> str:
        words = text.split('": "')
        spoiled = [words[0]]
        for word in words[1:]:
            _, quote, rest = word.partition('"')
            filler = self._chance.choice(GARBAGE).replace('"', "'").replace("\n", " ")
            spoiled.append(f"{filler}{quote}{rest}")
        return '": "'.join(spoiled)
