"""Stock lines for conversations without a model, and recognition of goodbyes."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import regex

from npcserver.language import DEFAULT, code_of, data, patterns, text
from npcserver.language.scripts import HAN, STOPS, full_stop_after, has_han
from npcserver.model.feelings import named
from npcserver.model.inputs import ConverseInput
from npcserver.model.turn import ReplyAnswer

ENOUGH_LINES = 6
"""Lines after which a character without a topic says goodbye."""

_SHINGLE = 3
_SAME = 0.8
_LONGEST_TOPIC = 120
_MARKUP = re.compile(r"[{}<>\[\]|`\\]")
_TOKEN = regex.compile(rf"[{HAN}]|[^\W_{HAN}]+")
_GOODBYES = patterns("small_talk", "goodbye")


def canned_utterance(exchange: ConverseInput) -> ReplyAnswer:
    """Return the next line of a conversation: a greeting, a small answer, or a goodbye.

    Lines the character said lately are skipped while others are left; then it says goodbye. The
    seed chooses among the rest.
    """
    lines = data("small_talk", code_of(exchange.language))
    last = exchange.conversation[-1] if exchange.conversation else None
    is_told = last is not None and not last.is_own and is_goodbye(last.text, exchange.language)
    if exchange.should_end or is_told or len(exchange.conversation) >= ENOUGH_LINES:
        return _parting(exchange, lines)
    stock = _openings(exchange, lines) if exchange.is_opening else lines["answers"]
    fresh = _fresh(stock, exchange)
    if not fresh:
        return _parting(exchange, lines)
    mood = named("curiosity") if exchange.is_opening else named("neutral")
    return ReplyAnswer(say=fresh[exchange.situation.seed % len(fresh)], emotion=mood)


def is_goodbye(text: str, language: str = "en") -> bool:
    """Return whether a line takes leave, in the given language or in English."""
    return any(_GOODBYES[code].search(text) for code in {code_of(language), DEFAULT} & {*_GOODBYES})


def repeats(line: str, earlier: Sequence[str]) -> str:
    """Return the earlier line that a line repeats, exactly or nearly; empty if none.

    Nearly means that at least 0.8 of the words, or of the runs of three words, are shared
    (Jaccard).
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


def _openings(exchange: ConverseInput, lines: Mapping[str, Any]) -> tuple[str, ...]:
    about = _topic(exchange.about)
    hour = exchange.situation.now.hour
    part = "morning" if 4 <= hour < 12 else "afternoon" if 12 <= hour < 18 else "evening"
    greeting = lines[part][0]
    follow = [line.format(about=about) for line in lines["about"]] if about else lines["opening"]
    name = _called(exchange)
    return tuple(greeting.format(name=name) + lines["gap"] + line for line in follow)


def _parting(exchange: ConverseInput, lines: Mapping[str, Any]) -> ReplyAnswer:
    name = _called(exchange)
    stock = tuple(line.format(name=name) for line in lines["partings"])
    fresh = _fresh(stock, exchange) or tuple(
        f"{answer} {parting}" for answer in lines["answers"] for parting in stock
    )
    fresh = _fresh(fresh, exchange) or fresh
    return ReplyAnswer(
        say=fresh[exchange.situation.seed % len(fresh)], emotion=named("calm"), ends=True
    )


def _fresh(stock: Sequence[str], exchange: ConverseInput) -> tuple[str, ...]:
    said = (*exchange.own_lines, *(line.text for line in exchange.conversation))
    return tuple(line for line in stock if not repeats(line, said))


def _called(exchange: ConverseInput) -> str:
    name = " ".join(exchange.partner.name.replace(":", " ").split())[:60]
    first = name if has_han(name) else name.partition(" ")[0]
    return first or text("small_talk", "nameless", exchange.language)


def _topic(about: str) -> str:
    text = " ".join("".join(letter if letter.isprintable() else " " for letter in about).split())
    if _MARKUP.search(text):
        return ""  # markup is not speech
    if len(text) > _LONGEST_TOPIC:
        text = text[:_LONGEST_TOPIC].rpartition(" ")[0] or text[:_LONGEST_TOPIC]
    if text and text[-1] not in STOPS:
        text += full_stop_after(text)
    return text[:1].upper() + text[1:]


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(text.casefold()))


def _shingles(tokens: Sequence[str]) -> set[str]:
    return {" ".join(tokens[at : at + _SHINGLE]) for at in range(len(tokens) - _SHINGLE + 1)}


def _shared(these: set[str], those: set[str]) -> float:
    return len(these & those) / max(len(these | those), 1)
