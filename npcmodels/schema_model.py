"""A model that answers any question from the JSON schema of its answer; `schema:2` takes 2 s.

For measurements of how minds keep up with a slow model, where what is said does not matter. The
answers are valid for every kind of question, and the same for the same prompt and seed.
"""

import asyncio
import hashlib
import json
import random
import re
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass

from npcmodels.model_text import estimated_usage
from npcserver.language import DEFAULT, code_by_script, filled
from npcserver.model.errors import InvalidInput, ModelTooSlow
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import JSON, Finished, Request

Schema = Mapping[str, JSON]

_LONGEST_DELAY = 3600.0
_SELDOM = frozenset({"promises", "settles", "intents", "beliefs"})
_SELDOM_SHARE = 0.15
_ENDS_SHARE = 0.1  # of the lines before it is time to part
_SHARED_PLACE = 0.6  # share of a day's blocks spent where others spend theirs
_USUAL_ITEMS = 3
_WAKES, _SLEEPS = 6 * 60, 23 * 60  # minutes of a day
_BLOCK = (60, 90, 120)
_DEFAULT_LENGTH = 300
_NARROW = "\u2e7f"
_BEGINS = 200  # letters of a prompt that tell its language
# How prompts list places, say which of them have owners, and that it is time to part.
_PLACE = re.compile(r"^- (\S+) = ([^,;\uff0c\uff1b\n]+)", re.MULTILINE)
_OWNED = re.compile(r"[:\uff1a] ?(\w\S*(?:(?:, |\u3001)\w\S*)*)$", re.MULTILINE)
_COMMA = re.compile(r", |\u3001")
_TIME_TO_PART = re.compile(r'"ends"[^"\n]* true')


@dataclass(frozen=True, slots=True)
class _SampleWords:
    """What texts are put together from, in one language; `sentence` and `question` join them.

    Data: `filler.toml`.
    """

    sentence: str
    question: str
    who: Sequence[str]
    does: Sequence[str]
    what: Sequence[str]
    where: Sequence[str]
    activities: Sequence[str]


class SchemaLanguageModel:
    """Answers from the schema of a request, after `delay` seconds without a word."""

    def __init__(self, *, delay: float = 0.0, seed: int = 0) -> None:
        self._delay = delay
        self.name = f"schema:{delay:g}"
        self._seed = seed

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Yield the whole answer once the delay is over, within the request's patience."""
        bound = min(request.patience.first_word, request.patience.total)
        await asyncio.sleep(min(self._delay, bound))
        if self._delay > bound:
            raise ModelTooSlow(f"the model takes {self._delay:g} s, the request only {bound:g} s")
        answer = self.answer(request)
        yield answer
        yield Finished(model=self.name, usage=estimated_usage(request.messages, answer))

    def answer(self, request: Request) -> str:
        """Return the answer to a request: JSON of its schema, or a sentence where it has none."""
        begins = request.messages[0].text[:_BEGINS] if request.messages else ""
        wide = "".join(letter for letter in begins if letter > _NARROW)
        code = code_by_script(wide) if len(wide) * 4 > len(begins) else DEFAULT
        draws = random.Random(f"{self._seed} {request.seed} {request.digest}")  # noqa: S311
        asked = "\n".join(one.text for one in request.messages if one.role != "assistant")
        writer = _Writer(
            draws,
            _SampleWords(**filled("filler", code)),
            _meeting_points(asked, self._seed) if request.purpose is Purpose.PLAN else {},
            should_end=request.purpose is Purpose.CONVERSE
            and any(
                one.role == "user" and _TIME_TO_PART.search(one.text) for one in request.messages
            ),
        )
        if request.schema is None:
            return writer.text("", _DEFAULT_LENGTH)
        return json.dumps(writer.value(request.schema), ensure_ascii=False)


def _meeting_points(prompt: str, seed: int) -> Mapping[str, str]:
    """Return for places that a prompt lists, by id, what ranks them for everybody alike, by hour.

    Private places and homes are left out: nobody meets there by chance.
    """
    places = dict(_PLACE.findall(prompt))
    owned = {one for line in _OWNED.findall(prompt) for one in _COMMA.split(line)}
    return {one: f"{seed} {path}" for one, path in places.items() if one not in owned}


def schema_model(name: str) -> SchemaLanguageModel:
    """Return the model named `schema`, `schema:SECONDS` or `schema:SECONDS,seed=NUMBER`.

    Raises `InvalidInput` for any other name.
    """
    _, _, rest = name.partition(":")
    seconds, _, option = rest.partition(",")
    key, _, seed = option.partition("=")
    try:
        delay, number = float(seconds or 0), int(seed or 0)
    except ValueError:
        delay, number = -1.0, 0
    if key not in ("", "seed") or not 0 <= delay <= _LONGEST_DELAY:
        raise InvalidInput(
            "model.name",
            f"no model {name!r}; write schema:SECONDS, with 0 to {_LONGEST_DELAY:g} seconds a "
            "call, such as schema:2 or schema:2,seed=7",
        )
    return SchemaLanguageModel(delay=delay, seed=number)


class _Writer:
    """Writes one answer by one sequence of chances."""

    def __init__(
        self,
        draws: random.Random,
        words: _SampleWords,
        points: Mapping[str, str],
        *,
        should_end: bool,
    ) -> None:
        self._draws = draws
        self._words = words
        self._points = points
        self._should_end = should_end
        self._hour = ""
        self._activities: list[str] = []

    def value(self, schema: Schema, key: str = "") -> JSON:
        """Return a value that a schema allows; `key` is the member that it is for."""
        if "const" in schema:
            return schema["const"]
        choices, ways = schema.get("enum"), schema.get("anyOf")
        if isinstance(choices, list) and choices:
            return self._choice(choices, key)
        if isinstance(ways, list):
            return self.value(_schema(self._draws.choice(ways)), key)
        return self._of_type(schema, key)

    def _of_type(self, schema: Schema, key: str) -> JSON:
        match _kind(schema):
            case "object":
                return self._object(schema)
            case "array":
                return self._array(schema, key)
            case "string":
                return self.text(key, _whole(schema.get("maxLength"), _DEFAULT_LENGTH))
            case "integer" | "number":
                return self._number(schema, key)
            case "boolean":
                share = 1.0 if self._should_end else _ENDS_SHARE
                return self._draws.random() < (share if key == "ends" else 0.5)
        return None

    def text(self, key: str, longest: int) -> str:
        """Return a text for a member."""
        words, pick = self._words, self._draws.choice
        if key in ("object", "object_state"):
            return ""
        if key == "emoji":
            return "🙂"
        if key == "activity":
            return self._activity()
        if key == "topic":
            return pick(words.what)
        form = words.question if key == "questions" else words.sentence
        whole = form.format(
            who=pick(words.who), does=pick(words.does), what=pick(words.what),
            where=pick(words.where),
        )  # fmt: skip
        whole = whole[0].upper() + whole[1:]
        return whole if len(whole) <= longest else pick(words.what)[:longest]

    def _activity(self) -> str:
        """Return an activity; none comes again before all others have been named."""
        if not self._activities:
            self._activities = self._draws.sample(
                self._words.activities, len(self._words.activities)
            )
        return self._activities.pop()

    def _choice(self, choices: list[JSON], key: str) -> JSON:
        meant: list[JSON] = [one for one in choices if one not in ("", None)] or choices
        if key == "place" and self._hour and self._draws.random() < _SHARED_PLACE:
            ranked = [
                (hashlib.sha256(f"{self._hour} {self._points[one]}".encode()).digest(), one)
                for one in map(str, meant)
                if one in self._points
            ]
            # Of the places they know, most people are drawn to the same one at the same hour.
            return min(ranked)[1] if ranked else self._draws.choice(meant)
        return self._draws.choice(meant)

    def _object(self, schema: Schema) -> dict[str, JSON]:
        members = _schema(schema.get("properties"))
        written: dict[str, JSON] = {}
        for key, form in members.items():
            if key == "blocks" and "wake_up" in members:
                written[key] = self._day(_schema(form))
            elif key == "steps":
                written[key] = self._steps(_schema(form))
            elif key in ("wake_up", "sleep"):
                written[key] = _clock(_WAKES if key == "wake_up" else _SLEEPS)
            else:
                written[key] = self.value(_schema(form), key)
        return written

    def _array(self, schema: Schema, key: str) -> list[JSON]:
        least = _whole(schema.get("minItems"), 0)
        most = _whole(schema.get("maxItems"), max(least, _USUAL_ITEMS))
        if key in _SELDOM and least == 0:
            count = 1 if most and self._draws.random() < _SELDOM_SHARE else 0
        else:
            count = self._draws.randint(max(least, min(1, most)), max(least, min(most, 3)))
        items = _schema(schema.get("items"))
        values = [self.value(items, key) for _ in range(count)]
        if schema.get("uniqueItems"):
            values = [one for place, one in enumerate(values) if one not in values[:place]]
        return values

    def _number(self, schema: Schema, key: str) -> JSON:
        low, high = schema.get("minimum"), schema.get("maximum")
        least = low if isinstance(low, int | float) else 0
        most = high if isinstance(high, int | float) else least + 10
        if _kind(schema) == "number":
            return round(self._draws.uniform(least, most), 2)
        draws = [self._draws.randint(int(least), int(most)) for _ in range(2)]
        # Most of what happens matters little, and most talks change little.
        if key in ("ratings", "importance", "familiarity"):
            return min(draws)
        return min(draws, key=abs)

    def _day(self, schema: Schema) -> list[JSON]:
        block, blocks = _schema(schema.get("items")), list[JSON]()
        at = _WAKES
        while at < _SLEEPS:
            minutes = min(self._draws.choice(_BLOCK), _SLEEPS - at)
            if _SLEEPS - at - minutes < _BLOCK[0] // 2:
                minutes = _SLEEPS - at
            self._hour = f"{at // 120}"
            blocks.append({**self._object(block), "start": _clock(at), "minutes": minutes})
            at += minutes
        return blocks

    def _steps(self, schema: Schema) -> list[JSON]:
        """Return steps that fill a block: it has as many minutes as its shortest steps could."""
        step = _schema(schema.get("items"))
        bounds = _schema(_schema(step.get("properties")).get("minutes"))
        least, most = _whole(bounds.get("minimum"), 5), _whole(bounds.get("maximum"), 15)
        rest = _whole(schema.get("maxItems"), 1) * least
        steps: list[JSON] = []
        while rest > 0:
            minutes = rest if rest <= most else min(most, rest - least)
            steps.append({**self._object(step), "minutes": minutes})
            rest -= minutes
        return steps


def _schema(value: object) -> dict[str, JSON]:
    return value if isinstance(value, dict) else {}


def _kind(schema: Schema) -> JSON:
    kind = schema.get("type", "object" if "properties" in schema else None)
    return kind[0] if isinstance(kind, list) and kind else kind


def _whole(value: object, otherwise: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else otherwise


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"
