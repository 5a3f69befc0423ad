"""Lines for when no model finds better ones, and the signs by which a goodbye is known."""

import re
from collections.abc import Sequence

from npcserver.model.emotion import named
from npcserver.model.pondering import Exchange, Utterance

ENOUGH_LINES = 6
"""Lines after which somebody with nothing particular to say takes leave."""

_SHINGLE = 3
_SAME = 0.8
_LONGEST_TOPIC = 120
_MARKUP = re.compile(r"[{}<>\[\]|`\\]")
_TOKEN = re.compile(r"[\u3400-\u9fff]|[^\W_\u3400-\u9fff]+")
_GOODBYE = re.compile(
    r"\b(?:(?<!say )(?<!said )(?<!saying )good-?\s?bye|bye(?:-bye)?"
    r"|farewell(?! (?:party|dinner|gift|speech|drink))"
    r"|see you (?:later|soon|around|then|there|tomorrow|tonight|at |on )"
    r"|talk to you (?:later|soon)|(?<!a )good ?night"
    r"|take care(?! of(?! yoursel))|safe travels|i'?m off"
    r"|i (?:must|should|have to|had better|need to|really must) (?:be )?(?:go|going|off)"
    r"(?= ?(?:now|then|back\b.*)?\s*(?:[.,!;\u2026-]|$))"
    r"|i'?d better (?:go|be going|be off|get going)|so long(?=[\s,.!]*$|[,.!])|until next time)"
    r"|(?:^|[.!?,]\s*)(?:un)?till? (?:next time|then|tomorrow|tonight)\b",
    re.IGNORECASE,
)
_GOODBYE_WIDE = re.compile(
    r"再见|再会|回头见|明天见|回见|拜拜|告辞|慢走|晚安|改天(?:再聊|见)|先走了|保重"
)
_ENGLISH = {
    "morning": ("Good morning, {name}.",),
    "afternoon": ("Good day, {name}.",),
    "evening": ("Good evening, {name}.",),
    "about": ("I wanted a word with you about this: {about}", "Have you heard? {about}"),
    "opening": ("How has your day been so far?", "It is good to run into you."),
    "answers": (
        "I see what you mean.",
        "I had not thought of it that way.",
        "That may well be. I would like to sleep on it.",
        "Tell me more about that.",
        "I am not sure that I agree.",
        "Well, that is something to think about.",
        "And how do you feel about it?",
        "I would have to see that for myself.",
    ),
    "partings": (
        "I must be going, {name}. Goodbye.",
        "Take care, {name}. See you soon.",
        "I should get back to my day. Goodbye, {name}.",
        "So long, {name}. We will talk again.",
        "That is all I have time for today. Goodbye, {name}.",
        "Until next time, {name}.",
    ),
}
_CHINESE = {
    "morning": ("早上好，{name}。",),
    "afternoon": ("你好，{name}。",),
    "evening": ("晚上好，{name}。",),
    "about": ("我想跟你说件事：{about}", "你听说了吗？{about}"),
    "opening": ("今天过得怎么样？", "碰到你真好。"),
    "answers": (
        "我明白你的意思。",
        "我倒没这么想过。",
        "也许吧，容我再想想。",
        "你再多说说。",
        "这我可不敢说同意。",
        "这倒是值得琢磨。",
        "那你自己怎么看？",
        "我得亲眼看看才信。",
    ),
    "partings": (
        "我得走了，{name}，再见。",
        "保重，{name}，回头见。",
        "我该去忙了。再见，{name}。",
        "{name}，咱们改天再聊。",
        "今天就先说到这儿，{name}，再见。",
        "那就明天见吧，{name}。",
    ),
}


def usual_utterance(exchange: Exchange) -> Utterance:
    """Return the next line of a conversation: a greeting, a small answer, or a goodbye.

    It repeats no line the character said lately, as long as its stock lasts; then it says a line
    that counts itself apart by the hour. The seed chooses.
    """
    lines = _CHINESE if exchange.situation.character.persona.language[:2] == "zh" else _ENGLISH
    if exchange.should_end or _was_told_goodbye(exchange) or _is_long(exchange):
        return _parting(exchange, lines)
    stock = _openings(exchange, lines) if exchange.is_opening else lines["answers"]
    fresh = _fresh(stock, exchange)
    if not fresh:
        return _parting(exchange, lines)
    mood = named("curiosity") if exchange.is_opening else named("neutral")
    return Utterance(say=fresh[exchange.situation.seed % len(fresh)], emotion=mood)


def is_goodbye(text: str, language: str = "en") -> bool:
    """Say whether a line takes leave, in the language of the speaker or in English."""
    if language[:2] == "zh" and _GOODBYE_WIDE.search(text) is not None:
        return True
    return _GOODBYE.search(text) is not None


def repeats(line: str, earlier: Sequence[str]) -> str:
    """Return the earlier line that a line says again, word for word or nearly; empty when none.

    Nearly means that four of five words, or of five runs of three, are shared.
    """
    tokens = _tokens(line)
    for said in earlier:
        other = _tokens(said)
        if tokens == other:
            return said
        # Short answers share most of their words by chance.
        if min(len(tokens), len(other)) > _SHINGLE and (
            _shared(set(tokens), set(other)) >= _SAME
            or _shared(_shingles(tokens), _shingles(other)) >= _SAME
        ):
            return said
    return ""


def _openings(exchange: Exchange, lines: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    about = _topic(exchange.about)
    greeting = lines[_part(exchange.situation.now.hour)][0]
    gap = "" if lines is _CHINESE else " "
    follow = [line.format(about=about) for line in lines["about"]] if about else lines["opening"]
    name = _called(exchange)
    return tuple(greeting.format(name=name) + gap + line for line in follow)


def _parting(exchange: Exchange, lines: dict[str, tuple[str, ...]]) -> Utterance:
    name = _called(exchange)
    stock = tuple(line.format(name=name) for line in lines["partings"])
    fresh = _fresh(stock, exchange) or tuple(
        f"{answer} {parting}" for answer in lines["answers"] for parting in stock
    )
    fresh = _fresh(fresh, exchange) or fresh
    return Utterance(
        say=fresh[exchange.situation.seed % len(fresh)], emotion=named("calm"), ends=True
    )


def _fresh(stock: Sequence[str], exchange: Exchange) -> tuple[str, ...]:
    said = (*exchange.own_lines, *(line.text for line in exchange.conversation))
    return tuple(line for line in stock if not repeats(line, said))


def _was_told_goodbye(exchange: Exchange) -> bool:
    language = exchange.situation.character.persona.language
    last = exchange.conversation[-1] if exchange.conversation else None
    return last is not None and not last.is_own and is_goodbye(last.text, language)


def _is_long(exchange: Exchange) -> bool:
    return len(exchange.conversation) >= ENOUGH_LINES


def _called(exchange: Exchange) -> str:
    name = " ".join(exchange.partner.name.replace(":", " ").split())[:60]
    wide = bool(re.search(r"[\u3400-\u9fff]", name))
    first = name if wide else name.partition(" ")[0]
    return first or (
        "你" if exchange.situation.character.persona.language[:2] == "zh" else "friend"
    )


def _topic(about: str) -> str:
    text = " ".join("".join(letter if letter.isprintable() else " " for letter in about).split())
    if _MARKUP.search(text):
        return ""  # nobody says that aloud
    if len(text) > _LONGEST_TOPIC:
        text = text[:_LONGEST_TOPIC].rpartition(" ")[0] or text[:_LONGEST_TOPIC]
    if text and text[-1] not in ".!?。！？…":
        text += "。" if re.search(r"[\u3400-\u9fff]$", text) else "."
    return text[:1].upper() + text[1:]


def _part(hour: int) -> str:
    return "morning" if 4 <= hour < 12 else "afternoon" if 12 <= hour < 18 else "evening"


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(text.casefold()))


def _shingles(tokens: Sequence[str]) -> set[str]:
    return {" ".join(tokens[at : at + _SHINGLE]) for at in range(len(tokens) - _SHINGLE + 1)}


def _shared(these: set[str], those: set[str]) -> float:
    return len(these & those) / max(len(these | those), 1)
