"""What an utterance is after: a greeting, a question about somebody, news, a request."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from npcserver.model import stems


class Topic(StrEnum):
    """What the speaker wants."""

    GREETING = "greeting"
    FAREWELL = "farewell"
    THANKS = "thanks"
    HOW_ARE_YOU = "how_are_you"
    WHO = "who"
    WHO_ELSE = "who_else"
    BOT = "bot"
    DOING = "doing"
    WORK = "work"
    GOALS = "goals"
    PLACE = "place"
    COMPANY = "company"
    TIME = "time"
    ABOUT_ME = "about_me"
    REMEMBER = "remember"
    PERSON = "person"
    INSULT = "insult"
    COMPLIMENT = "compliment"
    APOLOGY = "apology"
    YES = "yes"
    NO = "no"
    LAUGH = "laugh"
    NAME = "name"
    REFRAIN = "refrain"
    QUESTION = "question"
    REQUEST = "request"
    TELLING = "telling"


Topics = Sequence[tuple[Topic, re.Pattern[str]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """An utterance as understood. `person` is somebody it names, as it was written."""

    text: str
    topic: Topic
    is_greeting: bool = False
    is_question: bool = False
    person: str = ""
    after: str = ""  # when, where, who, why, how
    content: frozenset[str] = frozenset()


_GREETING = re.compile(
    r"^\s*(?:(?:well )?(?:hello|hi|hey|hiya|howdy|greetings|salutations|yo)\b(?: there| again)?"
    r"|good (?:morning|afternoon|evening|day)\b)[,.! ]*", re.IGNORECASE)  # fmt: skip
_QUESTION = re.compile(
    r"^(?:and |so |but |well,? |ok(?:ay)?,? )*(?:who|what|when|where|why|how|which|whose|do|does|"
    r"did|"
    r"is|are|was|were|can you tell|could you tell|have|has|had|will|would|should|may|can|could|"
    r"tell me|"
    r"any idea|anything|got any|know)\b", re.IGNORECASE)  # fmt: skip
_REQUEST = re.compile(
    r"^(?:please|can you|could you|would you|will you|let's|let us|let me|ignore|forget|print|"
    r"write|repeat|pretend|output|say|act|"
    r"i(?:'d| would) like|i want|i need|give|take|show|bring|follow|come|go|open|close|help|stop|"
    r"wait|sell|buy|make|play|sing|dance|lead|hand|lend|put|pick|look|attack|sit|stand|wave|"
    r"teach|fetch|find|get|pass|pour|serve|drop|throw|hold|use)\b", re.IGNORECASE)  # fmt: skip
_AFTER = re.compile(r"\b(when|what time|where|who|why|how)\b", re.IGNORECASE)
_WHO_IS = re.compile(
    r"\b(?:know|known|met|meet|about|think of|who is|who's|seen|saw|trust|like|love|hate|named"
    r"|called)"
    r"\s+([A-Z][\w'-]+(?:\s+[A-Z][\w'-]+)*)")  # fmt: skip
_NO_NAMES = frozenset(
    ["I", "I'm", "Valentine's", "Christmas", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]
)


def hear(text: str, self_name: str, people: Sequence[str], topics: Topics) -> Heard:
    """Understand an utterance; `people` are names the listener can know."""
    text = text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").strip()
    first = self_name.split(maxsplit=1)[0] if self_name else ""
    rest = _GREETING.sub("", text)
    is_greeting = rest != text
    rest = re.sub(rf"^\s*(?:{re.escape(self_name)}|{re.escape(first)})\b[,.!? ]*", "", rest).strip()
    if not rest.strip(" .!,?"):
        return Heard(text=text, topic=Topic.GREETING, is_greeting=is_greeting)
    person = _person(rest, self_name, people)
    topic, named = _topic(rest, person, topics)
    is_question = "?" in rest or _QUESTION.match(rest) is not None
    if topic is None:
        if is_request(rest):
            topic = Topic.REQUEST
        elif is_question:
            topic = Topic.PERSON if person else Topic.QUESTION
        else:
            topic = Topic.TELLING
    after = _AFTER.search(rest)
    return Heard(
        text=rest,
        topic=topic,
        is_greeting=is_greeting,
        is_question=is_question,
        person=named or person,
        after="when"
        if after and after[1].lower() == "what time"
        else (after[1].lower() if after else ""),
        content=stems.content(rest) - stems.content(self_name),
    )


def is_request(text: str) -> bool:
    """Say whether a sentence asks for a deed rather than for words."""
    return _REQUEST.match(text) is not None


def _topic(rest: str, person: str, topics: Topics) -> tuple[Topic | None, str]:
    for topic, pattern in topics:
        found = pattern.search(rest)
        if found is None:
            continue
        if topic is Topic.NAME:
            if not found[1][0].isupper():
                continue
            return topic, found[1]
        if person and topic in (Topic.HOW_ARE_YOU, Topic.WORK, Topic.GOALS, Topic.TIME):
            continue
        return topic, ""
    return None, ""


def _person(rest: str, self_name: str, people: Sequence[str]) -> str:
    """Return the name in an utterance: a known one however written, else one with a capital."""
    low = rest.lower()
    for name in sorted(people, key=len, reverse=True):
        if name and name != self_name and re.search(rf"\b{re.escape(name.lower())}\b", low):
            return name
    for name in people:
        first = name.split(maxsplit=1)[0] if name.strip() else ""
        if (
            len(first) > 2
            and first.lower() not in stems.STOP
            and name != self_name
            and re.search(rf"\b{re.escape(first.lower())}\b", low)
        ):
            return name
    found = _WHO_IS.search(rest)
    return found[1] if found is not None and found[1].split()[0] not in _NO_NAMES else ""
