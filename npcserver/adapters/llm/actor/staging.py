"""What the scene lends to an answer: names to fill in, and what a short question refers to."""

import re
from collections.abc import Sequence
from dataclasses import replace

from npcserver.adapters.llm.actor.facts import Fact
from npcserver.adapters.llm.actor.hearing import Heard, Topic
from npcserver.model.scene import Scene

_NAMELESS = frozenset(("", "player", "visitor", "stranger", "you", "user", "guest"))
_FOLLOW_UP = re.compile(r"\b(?:she|he|her|him|his|they|them)\b", re.IGNORECASE)
_FULL_NAME = re.compile(r"\b[A-Z][a-z]+ [A-Z][a-z]+\b")


def slot(scene: Scene, name: str) -> str:
    """Return what stands for `{name}`, `{partner}`, `{place}` or `{time}`; nothing if unknown."""
    match name:
        case "name":
            return scene.character.name
        case "partner":
            partner = scene.partner.name
            return "" if partner.lower() in _NAMELESS else partner.split()[0]
        case "place":
            return scene.place.name if scene.place is not None else ""
        case "time":
            now = scene.now
            part = ("night", "morning", "afternoon", "evening")[now.hour // 6]
            preposition = "at" if part == "night" else "in the"
            return f"{now.hour % 12 or 12}:{now.minute:02d} {preposition} {part}"
    return ""


def followed_up(heard: Heard, scene: Scene, people: Sequence[str], facts: Sequence[Fact]) -> Heard:
    """Fill in what a short question leaves unsaid: `And when is it?`, `Is he nice?`."""
    recent = [one.text for one in scene.conversation[-2:]]
    if heard.topic is not Topic.QUESTION or not recent:
        return heard
    if not heard.person and _FOLLOW_UP.search(heard.text):
        nobody_else = (scene.character.name, scene.partner.name)
        for text in reversed(recent):
            for name in (*people, *_FULL_NAME.findall(text)):
                if name in text and name not in nobody_else:
                    return replace(heard, person=name, topic=Topic.PERSON)
    if not heard.content:
        about = [fact.content for fact in facts if fact.text.strip(" .") in recent[-1]]
        return replace(heard, content=about[0]) if about else heard
    return heard
