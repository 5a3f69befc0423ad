"""Giving one's word, taking another's, and bringing up what was promised and not done."""

import re
from collections.abc import Callable
from dataclasses import replace

from npcserver.adapters.llm.actor import staging
from npcserver.adapters.llm.actor.performance import Performance
from npcserver.adapters.llm.actor.phrases import PLAIN, Phrases, Speech
from npcserver.adapters.llm.actor.turning import turned_round
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.due import names_a_time
from npcserver.model.scene import Scene

_UNFRIENDLY = -40
_ASKED = re.compile(
    r"(?:\b(?:can|could|would|will|won't) you\b|\bpromise me\b|^\s*(?:please|promise)\b)"
    r"(?:,? please)?(?: to| that you'll| you'll| that you will)?\s+(?P<deed>[a-z][^.?!]*)",
    re.IGNORECASE,
)
_ASKED_ZH = re.compile(
    r"(?:你(?P<when>[^能可。？！?!，,]{0,6})(?:能不能|可不可以|能|可以)|请你?|答应我)"
    r"(?P<deed>[^。？！?!]+?)(?:吗|好吗|好不好)?[？?。！!]*$"
)
_NO_DEED = re.compile(r"^(?:be so|tell|say|explain|remember|know|think|see)\b", re.IGNORECASE)
_GIVEN = re.compile(r"\bI(?:'ll| will| promise| swear)\b|^我.{0,8}(?:会|保证|一定)", re.IGNORECASE)
_ABOUT = re.compile(
    r"\b(?:your|my|the|any|a) (?:promises?|word)\b|\b(?:did|have) (?:you|i) promised?\b"
    r"|\b(?:you|i) promised\b|答应(?:过|了)?|承诺",
    re.IGNORECASE,
)


def performed(
    scene: Scene, phrases: Phrases, otherwise: Callable[[Scene], Performance]
) -> Performance:
    """Return an answer in which promises are given, taken and asked after; or any other answer.

    One that was broken and that nobody has spoken of yet comes first, whoever broke it.
    """
    speech = _speech(scene, phrases)
    done = _given(scene, speech) or _taken(scene, speech) or _recalled(scene, speech)
    done = otherwise(scene) if done is None else done
    mention = broken(scene, phrases)
    if mention is None:
        return done
    return replace(mention, say=f"{mention.say}{_gap(scene)}{done.say}", intents=done.intents)


def broken(scene: Scene, phrases: Phrases) -> Performance | None:
    """Return words for a promise that was broken and has not come up yet; None without one."""
    for promise in scene.commitments:
        if promise.status is CommitmentStatus.BROKEN and not promise.has_come_up:
            is_own = promise.by_id == scene.character.id
            topic = "broken_own" if is_own else "broken_theirs"
            say = _speech(scene, phrases).say(topic, what=_spoken(promise, scene))
            return Performance(say=say, emotion="shame" if is_own else "annoyance", importance=6)
    return None


def _given(scene: Scene, speech: Speech) -> Performance | None:
    """Give one's word where something is asked for that is still to come."""
    if not names_a_time(scene.heard):
        return None
    found = (_ASKED_ZH if _is_chinese(scene) else _ASKED).search(scene.heard)
    deed = "" if found is None else found["deed"].strip(" ,.")
    if found is not None and _is_chinese(scene):
        deed = (found["when"] or "") + deed
    if not deed or _NO_DEED.match(deed):
        return None
    if scene.relation is not None and scene.relation.affinity < _UNFRIENDLY:
        return Performance(say=speech.say("decline"), emotion="annoyance")
    turned = deed.translate(_TURNED_ZH) if _is_chinese(scene) else turned_round(deed)
    say = speech.say("promising", what=re.sub(r",?\s*please$", "", turned, flags=re.IGNORECASE))
    return Performance(say=say, emotion="calm", importance=5)


def _taken(scene: Scene, speech: Speech) -> Performance | None:
    """Take somebody at their word."""
    heard = scene.heard.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    is_question = heard.rstrip().endswith(("?", "？"))
    if is_question or not (_GIVEN.search(heard) and names_a_time(heard)):
        return None
    return Performance(say=speech.say("promised"), emotion="hope", importance=5)


def _recalled(scene: Scene, speech: Speech) -> Performance | None:
    """Tell what is still to be done between the two, when asked after promises."""
    pending = [one for one in scene.commitments if one.status is CommitmentStatus.OPEN]
    if not pending or not _ABOUT.search(scene.heard):
        return None
    first = pending[0]
    topic = "pending_own" if first.by_id == scene.character.id else "pending_theirs"
    return Performance(say=speech.say(topic, what=_spoken(first, scene)), emotion="calm")


_TURNED_ZH = str.maketrans({"我": "你", "你": "我"})


def _spoken(promise: Commitment, scene: Scene) -> str:
    """Return what was promised as one of the two says it to the other: no names, `me` and `you`."""
    what = promise.what
    own, other = scene.character.name, scene.partner.name
    if _is_chinese(scene):
        return what.replace(own, "我").replace(other, "你")
    for name, whose, whom in ((own, "my", "me"), (other, "your", "you")):
        what = re.sub(rf"\b{re.escape(name)}'s\b", whose, what)
        what = re.sub(rf"\b{re.escape(name)}\b", whom, what)
    return what


def _speech(scene: Scene, phrases: Phrases) -> Speech:
    persona = scene.character.persona
    manner = PLAIN if _is_chinese(scene) else phrases.manner(f"{persona.voice} {persona.traits}")
    said = " ".join(one.text for one in scene.conversation if one.is_own)
    seed = f"{scene.seed}:{len(scene.conversation)}:{scene.heard}"
    return Speech(phrases, manner, seed, said, lambda name: staging.slot(scene, name))


def _gap(scene: Scene) -> str:
    return "" if _is_chinese(scene) else " "


def _is_chinese(scene: Scene) -> bool:
    return scene.character.persona.language.startswith("zh")
