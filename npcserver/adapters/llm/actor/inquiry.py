"""Understanding an utterance by patterns: its kind, and what it asks for."""

import re
from dataclasses import dataclass

from npcserver.adapters.llm.actor.phrases import Phrases
from npcserver.language import stems
from npcserver.model.scene import Scene

SILENCE = "silence"
GREETING = "greeting"
TELLING = "telling"
REQUEST = "request"
QUESTION = "question"

_SHORT = 2
"""The most words of a question that follows on from the one before."""
_APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Inquiry:
    """An utterance, classified.

    `kind` is one of the kinds in the phrases, or of those above. `asks` names what is asked for
    (`price`, `when`, ...), empty for nothing in particular. `words` are the stems that distinguish
    answers, `about` those that a question which `goes_on` takes over from the lines before. `name`
    is a name that was given or asked for.
    """

    text: str
    kind: str
    asks: str = ""
    is_greeting: bool = False
    is_yes_no: bool = False
    is_about_asker: bool = False
    is_opinion: bool = False
    name: str = ""
    words: frozenset[str] = frozenset()
    about: frozenset[str] = frozenset()
    goes_on: bool = False


def inquiry_of(scene: Scene, phrases: Phrases) -> Inquiry:
    """Return the classified utterance that a scene's character heard."""
    text = scene.heard.replace(_APOSTROPHE, "'").strip()
    if not text:
        return Inquiry(text="", kind=SILENCE)
    named = _without_name(text, scene.character.name)
    ungreeted = phrases.marks["greeting"].sub("", named)
    is_greeting = ungreeted != named
    rest = _without_name(ungreeted, scene.character.name)
    if not rest.strip(" .!,?。！，？"):
        return Inquiry(text=text, kind=GREETING, is_greeting=True)
    kind, name = _kind(rest, phrases)
    asks = next((one for one, ask in phrases.asks.items() if ask.asked.search(rest)), "")
    marks = phrases.marks
    dropped = phrases.asks[asks].dropped.sub(" ", rest) if asks else rest
    words = telling(dropped, phrases) - stems.content(scene.character.name)
    goes_on = len(words) <= _SHORT and _has(marks["follow_up"], rest) and bool(scene.conversation)
    if goes_on and not asks and _has(marks["same_of"], rest):
        before = next((one.text for one in reversed(scene.conversation) if not one.is_own), "")
        asks = next((one for one, ask in phrases.asks.items() if ask.asked.search(before)), "")
        goes_on = not asks  # the same is asked of something else: `And an ale?`
    return Inquiry(
        text=rest,
        kind=kind,
        asks=asks,
        is_greeting=is_greeting,
        is_yes_no=not asks and marks["yes_no"].search(rest) is not None,
        is_about_asker=_has(marks["of_the_asker"], rest) and not _has(marks["asks_leave"], rest),
        is_opinion=_has(marks["opinion"], rest),
        name=name,
        words=words,
        about=_taken_over(words, scene, phrases) if goes_on else frozenset(),
        goes_on=goes_on,
    )


def telling(text: str, phrases: Phrases) -> frozenset[str]:
    """Return the stems of a question that distinguish one answer from another."""
    return stems.content(phrases.marks["only_ask"].sub(" ", text))


def _without_name(text: str, name: str) -> str:
    """Return an utterance without the addressee's name at its beginning."""
    first = name.split(maxsplit=1)[0] if name.strip() else ""
    if not first:
        return text
    called = rf"^\s*(?:{re.escape(name)}|{re.escape(first)})\b(?!')[,.!?，。！ ]+"
    return re.sub(called, "", text).strip() or text


def _kind(text: str, phrases: Phrases) -> tuple[str, str]:
    for kind, pattern in phrases.kinds:
        found = pattern.search(text)
        if found is not None:
            return kind, next(filter(None, found.groupdict().values()), "")
    stranger = phrases.marks["unknown_person"].search(text)
    name = stranger["name"] if stranger is not None else ""
    if _has(phrases.marks["request"], text) and not text.rstrip().endswith(("?", "？")):
        return REQUEST, name
    return (QUESTION if _has(phrases.marks["question"], text) else TELLING), name


def _taken_over(words: frozenset[str], scene: Scene, phrases: Phrases) -> frozenset[str]:
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
