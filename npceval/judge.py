"""Judges of answers: a model behind an OpenAI-compatible endpoint, or a rule that needs none.

A judge is asked which of two answers a person would rather have given. What it writes beside 1 or 2
is no answer: it is counted, and never taken.
"""

import asyncio
import os
import re
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from textwrap import shorten
from typing import Protocol

import openai

from npceval.kept_answers import EvaluationError
from npctown.server import stop

KEY = "NPCSERVER_JUDGE_KEY"
"""Environment variable with the key of a judge's endpoint."""
SCRIPTED = "scripted"
LONGEST_MEMORY = 200
"""Characters of a memory that a judge sees: a plan of a whole day says little of one question, and
a small model on a processor reads a few words a second."""
RETRIES = 3
"""After half a second, and twice as long each time."""
_SECONDS = 600.0
_LOAD = 300.0
"""Seconds until a model's file is loaded on a slow disk."""
_VERDICT = re.compile(r"[\s\"'*#({\[]*(?:answer\s*)?([12])(?!\d)", re.IGNORECASE)
_WORD = re.compile(r"\w{4,}")
_ASKED = Path(__file__).with_name("judge.txt").read_text(encoding="utf-8").strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerPair:
    """Two answers to one question, in the order in which a judge sees them; none has a label."""

    about: str
    memories: Sequence[str]
    question: str
    first: str
    second: str


class Judge(Protocol):
    """Says which of two answers is better."""

    name: str

    async def better(self, asked: AnswerPair) -> tuple[int | None, str]:
        """Return 1, 2 or 0 (neither), or None for nonsense, and what the judge wrote.

        Raises `EvaluationError` where the judge cannot be reached.
        """
        ...


class ScriptedJudge:
    """A rule: the better answer has more words of what is known and remembered of the person.

    It stands in where there is no model, and is named for that: its order says which answers repeat
    what the person knows, not which are believable. `scripted:first` always takes the first, and
    `scripted:nonsense` never answers, to see what becomes of such judges.
    """

    def __init__(self, kind: str = "") -> None:
        self.name = f"{SCRIPTED}:{kind}" if kind else SCRIPTED
        self._kind = kind

    async def better(self, asked: AnswerPair) -> tuple[int | None, str]:
        """Return the verdict by the rule."""
        match self._kind:
            case "first":
                return 1, "1"
            case "nonsense":
                return None, "As a fish I have no opinion on answers."
        known = _words(" ".join((asked.about, *asked.memories))) - _words(asked.question)
        first, second = (len(known & _words(one)) for one in (asked.first, asked.second))
        verdict = 0 if first == second else 1 if first > second else 2
        return verdict, str(verdict)


class EndpointJudge:
    """A model at an address such as `http://127.0.0.1:8080/v1`."""

    def __init__(self, url: str, model: str, key: str = "", seed: int = 0) -> None:
        self.name = f"openai:{model}"
        self._model = model
        self._seed = seed
        self._endpoint = openai.AsyncOpenAI(
            base_url=url, api_key=key or "none", timeout=_SECONDS, max_retries=RETRIES
        )

    async def better(self, asked: AnswerPair) -> tuple[int | None, str]:
        """Ask the model, again after a pause where it cannot be reached."""
        text = _ASKED.format(
            about=asked.about,
            memories="\n".join(f"- {shorten(one, LONGEST_MEMORY)}" for one in asked.memories)
            or "- nothing",
            question=asked.question,
            first=asked.first,
            second=asked.second,
        )
        try:
            answer = await self._endpoint.chat.completions.create(
                model=self._model,
                messages=[{"role": "user", "content": text}],
                temperature=0,
                seed=self._seed,
                max_tokens=12,
            )
            said = answer.choices[0].message.content or ""
        except (openai.OpenAIError, ValueError, LookupError, AttributeError, TypeError) as error:
            told = str(error)
            if isinstance(error, openai.APIStatusError):
                told = f"{error.status_code} {error.response.text[:300]}"
            raise EvaluationError(
                f"The judge at {self._endpoint.base_url} does not answer: {told}. What it said so"
                " far is kept; call the command again to go on."
            ) from error
        return verdict_of(said), said


def verdict_of(text: str) -> int | None:
    """Return 1 or 2 where an answer begins with it, else None."""
    found = _VERDICT.match(text)
    return int(found[1]) if found else None


@asynccontextmanager
async def open_judge(name: str, *, model: str = "", seed: int = 0) -> AsyncGenerator[Judge, None]:
    """Yield a judge by name: `scripted`, the URL of an endpoint, or the file of a model (GGUF).

    A file is served by a process of its own, which ends with the block.
    """
    kind, _, rest = name.partition(":")
    if kind == SCRIPTED:
        yield ScriptedJudge(rest)
    elif kind in ("http", "https"):
        yield EndpointJudge(name, model or "default", os.environ.get(KEY, ""), seed)
    elif await asyncio.to_thread(Path(name).is_file):
        async with _served(Path(name)) as (url, key):
            judge = EndpointJudge(url, Path(name).stem, key, seed)
            judge.name = f"local:{Path(name).name}"
            yield judge
    else:
        raise EvaluationError(
            f"No judge {name!r}: give `scripted`, the URL of an OpenAI-compatible endpoint such as"
            " http://127.0.0.1:8080/v1, or a GGUF file that is there."
        )


@asynccontextmanager
async def _served(file: Path) -> AsyncGenerator[tuple[str, str], None]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "npcmodels.embedded_server", "--model", str(file), "--threads", "2",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    assert process.stdin is not None and process.stdout is not None  # noqa: PT018, S101
    key = os.urandom(16).hex()
    try:
        process.stdin.write(f"{key}\n".encode())
        await process.stdin.drain()
        try:
            async with asyncio.timeout(_LOAD):
                line = (await process.stdout.readline()).decode().strip()
        except TimeoutError:
            line = ""
        if not line.startswith("listening "):
            raise EvaluationError(
                f"The model {file.name} could not be loaded; the extra `local` serves it:"
                ' pip install "npcserver[local]".'
            )
        yield f"{line.removeprefix('listening ').rstrip('/')}/v1", key
    finally:
        await stop(process)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))
