"""The phrases of the offline actor, and the patterns by which it tells what a player asks for."""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from npcserver import language
from npcserver.language import DEFAULT, code_of, data, expression_of, filled, has_spaces, stems
from npcserver.language.requests import asks_for_something, asks_to_be_told
from npcserver.language.scripts import ENDS, QUESTION_MARKS, WIDE_COMMA, WIDE_EXCLAMATION, WIDE_STOP
from npcserver.language.sentences import sentences
from npcserver.language.stems import stem
from npcserver.model.inputs import ReplyInput

PLAIN = "plain"
_ENOUGH = 3
_SLOT = re.compile(r"\{(\w+)\}")

Pattern = re.Pattern[str]


@dataclass(frozen=True, slots=True)
class AskPattern:
    """Something that can be asked for: how it is asked, what answers it, and its filler words."""

    asked: Pattern
    answered: Pattern
    dropped: Pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """Patterns and phrases of one language.

    `kinds` are tried in order. `marks` and `asks` are by name; `measures` are how something is
    asked to be measured, and what the answer holds. `forms` frame what is quoted or
    looked up. `lines` are by occasion and manner. `akin` maps a stem to stems of the same meaning.
    """

    language: str
    kinds: tuple[tuple[str, Pattern], ...]
    marks: Mapping[str, Pattern]
    asks: Mapping[str, AskPattern]
    measures: tuple[tuple[Pattern, Pattern], ...]
    forms: Mapping[str, str]
    manners: Mapping[str, Sequence[str]]
    lines: Mapping[str, Mapping[str, Sequence[str]]]
    akin: Mapping[str, frozenset[str]]

    @property
    def has_spaces(self) -> bool:
        """Whether the language writes spaces between words."""
        return has_spaces(self.language)

    def manner(self, character: str) -> str:
        """Return the manner that a description of traits and voice suggests."""
        low = character.lower()
        for manner, marks in self.manners.items():
            if any(re.search(rf"(?<!un)\b{re.escape(mark)}", low) for mark in marks):
                return manner
        return PLAIN

    def of(self, occasion: str, manner: str) -> list[str]:
        """Return all phrases for an occasion in a manner."""
        by_manner = self.lines[occasion]
        own = list(by_manner.get(manner, ()))
        return own if len(own) >= _ENOUGH else [*own, *by_manner[PLAIN]]


@cache
def phrases_of(language: str) -> Phrases:
    """Return the phrases for a persona's language.

    Missing marks, forms and lines are taken from English, other tables only as a whole.
    """
    code = code_of(language)
    content = {**data("actor_speech", DEFAULT), **data("actor_speech", code)}
    content |= {key: filled("actor_speech", code)[key] for key in ("marks", "forms", "lines")}
    akin: dict[str, frozenset[str]] = {}
    for group in content["kin"].values():
        stems = frozenset(stem(word) for word in group)
        for word in stems:
            akin[word] = akin.get(word, frozenset()) | stems
    return Phrases(
        language=code,
        kinds=tuple((kind, _compiled("|".join(any_))) for kind, any_ in content["kinds"].items()),
        marks={
            name: _compiled(_expression(code, name, pattern))
            for name, pattern in content["marks"].items()
        },
        asks={
            name: AskPattern(
                _compiled(one["asked"]), _compiled(one["answered"]), _compiled(one["dropped"])
            )
            for name, one in content["asks"].items()
        },
        measures=tuple(
            (_compiled(one["asked"]), _compiled(one["answered"]))
            for one in content["measures"].values()
        ),
        forms=content["forms"],
        manners=content["manners"],
        lines=content["lines"],
        akin=akin,
    )


def _expression(code: str, mark: str, pattern: object) -> str:
    """Return the pattern of a mark, written as a text or as a list of alternatives."""
    if isinstance(pattern, str):
        return pattern
    if isinstance(pattern, list) and all(isinstance(one, str) for one in pattern):
        return expression_of(code, pattern)
    raise ValueError(f"{code}/actor_speech.toml: marks.{mark} must be a pattern or a list of them")


def _compiled(pattern: str) -> Pattern:
    return re.compile(pattern, re.IGNORECASE)


class PhraseChooser:
    """Chooses among phrases by repeatable chance, and avoids recent ones."""

    def __init__(
        self, phrases: Phrases, manner: str, seed: str, said: str, fill: Callable[[str], str]
    ) -> None:
        self._phrases = phrases
        self._manner = manner
        self._chance = random.Random(seed)  # noqa: S311 - the same turn must sound the same again
        self._said = said
        self._fill = fill

    def say(self, occasion: str, **slots: str) -> str:
        """Return a phrase with its slots filled, one not said recently if possible."""
        options = self._phrases.of(occasion, self._manner)
        filled = [text for phrase in options if (text := self.filled(phrase, slots))]
        return self.one_of(filled)

    def one_of(self, texts: Sequence[str]) -> str:
        """Return one of the texts, preferring those not said recently; empty for none."""
        if not texts:
            return ""
        fresh = [text for text in texts if text.strip(f" {ENDS}") not in self._said]
        return self._chance.choice(fresh or list(texts))

    def filled(self, phrase: str, slots: Mapping[str, str]) -> str:
        """Return a phrase with its slots filled; empty if one of them is unknown."""
        values = {name: slots.get(name) or self._fill(name) for name in _SLOT.findall(phrase)}
        if not all(values.values()):
            return ""
        return _SLOT.sub(lambda slot: values[slot[1]], phrase)


SILENCE = "silence"
GREETING = "greeting"
TELLING = "telling"
REQUEST = "request"
QUESTION = "question"
GENERIC = frozenset((SILENCE, GREETING, TELLING, REQUEST, QUESTION))
"""Kinds that ask for no fact of the persona or of the scene."""
RETOLD = frozenset(
    (
        "about_me",
        "company",
        "here",
        "i_told",
        "last_said",
        "my_name",
        "name_given",
        "remember",
        "weather",
    )
)
"""Kinds that the talk, the surroundings or a memory answers."""

_WIDE = f"{WIDE_COMMA}{WIDE_STOP}{WIDE_EXCLAMATION}"
_SHORT = 2
"""The most words of a question that follows on from the one before."""
_APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Inquiry:
    """An utterance, classified.

    `kind` is one of the kinds in the phrases, or of those above. `asks` names what is asked for
    (`price`, `when`, ...), empty for nothing in particular. `words` are the stems that distinguish
    answers, `about` those that a question which `goes_on` takes over from the lines before. `name`
    is a name that was given or asked for. `counted` is the stem of what `how many` counts,
    `measure` what the answer to `how deep` has to hold. `spoken` are all words of a yes-or-no
    question, for a sentence that repeats nearly all of them. One that `is_wish` asks for a thing,
    leave or a service, or offers one, and for no fact; one that `is_stock` asks what there is, and
    one that `is_of_contents` what is in something.
    """

    text: str
    kind: str
    asks: str = ""
    is_greeting: bool = False
    is_yes_no: bool = False
    is_about_asker: bool = False
    is_opinion: bool = False
    is_wish: bool = False
    is_stock: bool = False
    is_of_contents: bool = False
    name: str = ""
    words: frozenset[str] = frozenset()
    about: frozenset[str] = frozenset()
    goes_on: bool = False
    counted: str = ""
    measure: Pattern | None = None
    spoken: frozenset[str] = frozenset()


def inquiry_of(scene: ReplyInput, phrases: Phrases) -> Inquiry:
    """Return the classified utterance that a scene's character heard."""
    text = scene.heard.replace(_APOSTROPHE, "'").strip()
    if not text:
        return Inquiry(text="", kind=SILENCE)
    named = _without_name(text, scene.character.name)
    ungreeted = phrases.marks["greeting"].sub("", named)
    is_greeting = ungreeted != named
    rest = _without_name(ungreeted, scene.character.name)
    if not rest.strip(f" ,{ENDS}{WIDE_COMMA}"):
        return Inquiry(text=text, kind=GREETING, is_greeting=True)
    kind, name = _kind(rest, phrases)
    if kind == QUESTION:
        questions = [one for one in sentences(rest) if one.endswith(QUESTION_MARKS)]
        rest = " ".join(questions) if any(map(stems.content, questions)) else rest
    asks = next((one for one, ask in phrases.asks.items() if ask.asked.search(rest)), "")
    marks = phrases.marks
    dropped = phrases.asks[asks].dropped.sub(" ", rest) if asks else rest
    own = stems.content(scene.character.name)
    # Where a filler is the noun ("the well"), what is asked of it has to do.
    words = telling(dropped, phrases)
    if not words and marks["noun"].search(rest):
        words = telling(rest, phrases)
    words -= own
    is_wish = kind == REQUEST or asks_for_something(rest)
    is_informing = asks_to_be_told(rest)
    is_yes_no = not asks and _has(marks["yes_no"], rest) and not (is_wish and is_informing)
    goes_on = len(words) <= _SHORT and _has(marks["follow_up"], rest) and bool(scene.conversation)
    if goes_on and not asks and _has(marks["same_of"], rest):
        before = next((one.text for one in reversed(scene.conversation) if not one.is_own), "")
        asks = next((one for one, ask in phrases.asks.items() if ask.asked.search(before)), "")
        goes_on = not asks  # the same is asked of something else: `And an ale?`
    counted = marks["counted"].search(rest) if asks == "how_many" else None
    return Inquiry(
        text=rest,
        kind=QUESTION if kind == REQUEST and is_informing else kind,
        asks=asks,
        is_greeting=is_greeting,
        is_yes_no=is_yes_no,
        is_about_asker=_has(marks["of_the_asker"], rest) and not _has(marks["asks_leave"], rest),
        is_opinion=_has(marks["opinion"], rest),
        is_wish=is_wish and not asks and not is_informing,
        is_stock=is_yes_no and _has(marks["stocked"], rest),
        is_of_contents=_has(marks["contents"], rest),
        name=name,
        words=words,
        about=_taken_over(words, scene, phrases) if goes_on else frozenset(),
        goes_on=goes_on,
        counted="" if counted is None else stem(counted[1].lower()),
        measure=next((held for asked, held in phrases.measures if asked.search(rest)), None),
        spoken=frozenset(stems.words(rest)) if is_yes_no and phrases.has_spaces else frozenset(),
    )


def telling(text: str, phrases: Phrases) -> frozenset[str]:
    """Return the stems of a question that distinguish one answer from another."""
    left = phrases.marks["only_ask"].sub(" ", text)
    found = stems.content(left)
    if found or phrases.has_spaces:
        return found
    return frozenset(stems.words(left))  # a noun of one sign is in no pair of signs


def _without_name(text: str, name: str) -> str:
    """Return an utterance without the addressee's name at its beginning."""
    first = name.split(maxsplit=1)[0] if name.strip() else ""
    if not first:
        return text
    called = rf"^\s*(?:{re.escape(name)}|{re.escape(first)})\b(?!')[,.!?{_WIDE} ]+"
    return re.sub(called, "", text).strip() or text


def _kind(text: str, phrases: Phrases) -> tuple[str, str]:
    for kind, pattern in phrases.kinds:
        found = pattern.search(text)
        if found is not None:
            return kind, next(filter(None, found.groupdict().values()), "")
    stranger = phrases.marks["unknown_person"].search(text)
    name = stranger["name"] if stranger is not None else ""
    is_wish = _has(phrases.marks["request"], text) or _has(phrases.marks["ordering"], text)
    if is_wish and not text.rstrip().endswith(QUESTION_MARKS):
        return REQUEST, name
    is_asked = _has(phrases.marks["question"], text) or _has(phrases.marks["seeking"], text)
    return (QUESTION if is_asked else TELLING), name


def _taken_over(words: frozenset[str], scene: ReplyInput, phrases: Phrases) -> frozenset[str]:
    """Return the words that a question takes over from the lines before: `And when is it?`."""
    persona = scene.character.persona
    authored = {*persona.greetings, *(one.text for one in persona.fallback_lines)}
    before = [one for one in scene.conversation[-2:] if one.text not in authored]
    theirs = [one for one in before if not one.is_own]
    return frozenset().union(
        *(telling(one.text, phrases) for one in (theirs if words and theirs else before))
    )


def _has(pattern: re.Pattern[str], text: str) -> bool:
    return pattern.search(text) is not None


_NAMELESS = frozenset(("",)) | language.words("actor_speech", "nameless")


def slot_of(scene: ReplyInput, name: str) -> str:
    """Return the text for a name in braces; empty if unknown."""
    match name:
        case "name":
            return scene.character.name
        case "partner":
            partner = scene.partner.name
            if partner.lower() in _NAMELESS:
                return ""
            return partner.split()[0] if partner.strip() else ""
        case "place":
            return scene.place.name if scene.place is not None else ""
        case "time":
            now, tongue = scene.now, scene.character.persona.language
            part = language.texts("actor_speech", "parts_of_day", tongue)[now.hour // 6]
            form = language.text("actor_speech", "clock", tongue)
            of_half = now.hour % 12 or 12
            return form.format(part=part, hour=of_half, hour_of_day=now.hour, minute=now.minute)
    return ""
