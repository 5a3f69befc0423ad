"""The same craft in Chinese, with fewer turns of phrase."""

import re

from npcserver.adapters.llm.actor import feeling, staging
from npcserver.adapters.llm.actor.hearing import Topic
from npcserver.adapters.llm.actor.lexicon import Lexicon
from npcserver.adapters.llm.actor.performance import Performance
from npcserver.adapters.llm.actor.phrases import Phrases, Speech
from npcserver.model import stems
from npcserver.model.action_request import requested_action
from npcserver.model.affordance import ParameterType
from npcserver.model.lore import Quote
from npcserver.model.record import RecordKind
from npcserver.model.scene import Scene

_RECENT = 8
_TOPICS: tuple[tuple[Topic, str], ...] = (
    (Topic.FAREWELL, r"再见|拜拜|我走了|回头见|晚安"),
    (Topic.THANKS, r"谢谢|多谢|感谢"),
    (Topic.HOW_ARE_YOU, r"你好吗|最近怎么样|过得怎么样|还好吗"),
    (Topic.REMEMBER, r"记得|记不记得|还记不记得"),
    (Topic.WHO, r"你是谁|你叫什么|你的名字|介绍一下你自己|介绍一下自己"),
    (Topic.PLACE, r"这是哪|这里是哪|我们在哪|什么地方"),
    (Topic.WORK, r"你是做什么|你做什么工作|你的工作|你的职业|以什么为生"),
    (Topic.DOING, r"在忙什么|在做什么|在干什么|有什么打算|有什么计划"),
    (Topic.GREETING, r"^\s*(?:你好|您好|嗨|早上好|下午好|晚上好|早安|哈喽)[啊呀，。！!,. ]*$"),
)
_QUESTION = re.compile(r"[?？]|什么|谁|哪|怎么|为什么|几|多少|吗|呢")
_ASKING = re.compile(r"你|您|我|他|她|知道|认识|记得|告诉|什么|怎么|为什么|吗|呢|的|是|了|在|有")
_COVERED = 0.3


def perform(scene: Scene, phrases: Phrases, lexicon: Lexicon) -> Performance:
    """Return the character's answer in Chinese."""
    said = "".join(one.text for one in scene.conversation[-_RECENT:] if one.is_own)
    seed = f"{scene.seed}:{len(scene.conversation)}:{scene.heard}"
    speech = Speech(phrases, "plain", seed, said, lambda name: staging.slot(scene, name))
    matters = feeling.importance(scene.heard, lexicon)
    asked = requested_action(scene)
    if asked is not None:
        if scene.relation is not None and scene.relation.affinity < -40:
            return Performance(say=speech.say("decline"), emotion="annoyance", importance=matters)
        if asked.missing is not None:
            counts = asked.missing.type in (ParameterType.INTEGER, ParameterType.NUMBER)
            say = speech.say("how_many" if counts else "which")
            return Performance(say=say, emotion="curiosity", importance=matters)
        wish = ((asked.affordance, asked.arguments),)
        return Performance(
            say=speech.say("agree"), emotion="calm", intents=wish, importance=matters
        )
    say, emotion = _answer(scene, speech, said)
    return Performance(say=say, emotion=emotion, importance=matters)


def _answer(scene: Scene, speech: Speech, said: str) -> tuple[str, str]:  # noqa: PLR0911 - a table
    persona = scene.character.persona
    topic = next((one for one, pattern in _TOPICS if re.search(pattern, scene.heard)), None)
    if not scene.heard:
        topic = Topic.GREETING  # nobody has spoken yet
    best = _best(scene, said)
    match topic:
        case Topic.GREETING:
            authored = [line for line in persona.greetings if line not in said]
            return speech.one_of(authored) or speech.say("greeting"), "joy"
        case Topic.WHO | Topic.WORK | Topic.DOING:
            own = persona.currently if topic is Topic.DOING else persona.background
            own = _mine(scene, own or persona.background or persona.currently)
            intro = speech.say("who") if topic is Topic.WHO else ""
            return intro + own or speech.say("unknown"), "calm"
        case Topic.REMEMBER:
            return (speech.say("remember", fact=best), "calm") if best else (
                speech.say("forgotten"), "confusion")  # fmt: skip
        case Topic.PLACE:
            return speech.say("place") or speech.say("unknown"), "neutral"
        case Topic():
            return speech.say(topic.value), "joy" if topic is Topic.THANKS else "calm"
    if best:
        return speech.say("frame", fact=best), "neutral"
    if not _QUESTION.search(scene.heard):
        return speech.say("telling"), "curiosity"
    own = _mine(scene, persona.currently)
    more = speech.say("instead", fact=own) if own and own not in said else ""
    return speech.say("unknown") + more, "confusion"


def _best(scene: Scene, said: str) -> str:
    """Return the thing that shares most with what was heard, retold; nothing if little is."""
    query = stems.content(_ASKING.sub(" ", scene.heard))
    if not query:
        return ""
    found = [_read(query, quote, said) for quote in scene.lore]
    for one in scene.recollections:
        memory = one.memory
        if memory.kind is RecordKind.LINE or memory.text.strip() == scene.heard.strip():
            continue
        shared = len(query & stems.content(memory.text)) / len(query)
        if shared < _COVERED or (
            memory.kind is RecordKind.UTTERANCE and _QUESTION.search(memory.text)
        ):
            continue
        text = _mine(scene, memory.text)
        if memory.kind is RecordKind.UTTERANCE:
            is_partners = memory.body.told_by == scene.partner.id
            who = "你" if is_partners else memory.body.speaker or "有人"
            text = f"{who}告诉过我：“{memory.text}”"
        found.append((shared + 0.25 * one.relevance - (text in said), text))
    return max(found)[1] if found else ""


def _read(query: frozenset[str], quote: Quote, said: str) -> tuple[float, str]:
    """Return what stands in a book, and how well it answers."""
    begin, end = quote.highlight
    passage = quote.passage.text
    text = f"《{quote.title}》里写着：“{passage[begin:end]}”"
    shared = len(query & stems.content(passage)) / len(query)
    return shared + 0.25 * quote.score - (text in said), text


def _mine(scene: Scene, text: str) -> str:
    """Return what is written about or to the character in the first person."""
    text = text.strip().replace("您", "你").replace("你们", "我们").replace("你", "我")
    own = text.replace(scene.character.name, "我").strip()
    return own if not own or own[-1] in "。！？.!?”" else f"{own}。"
