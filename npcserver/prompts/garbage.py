"""Telling what a person could have thought or said from what only a machine writes.

The reference's own shipped memories hold "this is blank", its activities "ChatGPT ERROR"
(Generative Agents, released code): whatever an answer is read as passes through here first, so
that an error text, a piece of a prompt or the remains of a form never become a memory, an act or
a line.
"""

import re

from npcserver.prompts.nonsense import is_gibberish
from npcserver.prompts.recital import is_heading, is_labelled, recites

_PLACEHOLDERS = frozenset(
    {
        "string", "str", "text", "int", "integer", "number", "float", "bool", "boolean",
        "n/a", "na", "none", "null", "nil", "nan", "undefined", "todo", "tbd", "true", "false",
        "placeholder", "activity", "place", "object", "insight", "question", "topic", "slug",
        "label", "say", "your words", "your answer", "one sentence", "statement", "example",
        "\u65e0", "\u7a7a", "\u5185\u5bb9", "\u793a\u4f8b", "\u4f60\u7684\u8bdd",
    }
)  # fmt: skip
# Not the full stop: "None." is an answer, "None" is the lack of one.
_AROUND = " \t\n\"'`*_<>[]()\u201c\u201d\u300a\u300b"

# Markup, forms and templates: nothing of it is ever thought or said.
_FORM = re.compile(
    r"[{}\\\ufffd\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"
    r"|```|\"\s*:|</?[a-z!][^<>]{0,80}>|</?html\b|<\||\|>|\[/?inst\]|<</?sys>>"
    r"|\[\s*\d+(?:\s*,\s*\d+)*\s*[,\]]|%[sd]\b|%\(\w+\)|^#{2,}|\[fill[^\]]*\]|\(because of\b",
    re.IGNORECASE,
)
_ROLE = re.compile(
    r"(?:^|\n)\W*(?:system|assistant|user|developer|human|ai|bot|instructions?|response|output"
    r"|\u7cfb\u7edf|\u52a9\u624b|\u7528\u6237|\u6307\u4ee4|\u8f93\u51fa)\s*[:\uff1a]",
    re.IGNORECASE,
)
# Strong phrases need no word around them: noise glues them to anything.
_FAULT = re.compile(
    r"^\W*(?:fatal )?(?:error|exception)(?: \d+)?\s*[:!]"
    r"|(?-i:[A-Za-z](?:Error|Exception)\b\s*[:(])"
    r"|traceback|most recent call|stack trace|\berrno\b|segmentation fault"
    r"|<!doctype|&(?:lt|gt|amp|quot|nbsp);|http/\d|https?://|http (?:status|error)|status code"
    r"|[45]\d\d (?:bad|unauthorized|payment|forbidden|not found|request|conflict|gone|too many"
    r"|internal|not implemented|service|gateway)"
    r"|bad gateway|gateway time-?out|internal server error|service unavailable"
    r"|too many requests|rate limit|connection (?:refused|reset|timed out|aborted)"
    r"|context length|token limit|max(?:imum)?[_ ]tokens|\bapi[_ ]key",
    re.IGNORECASE,
)
_MACHINE = re.compile(
    r"\bas an? (?:large )?(?:ai\b|artificial intelligence|virtual assistant|text-based)"
    r"|language model|\bai (?:model|assistant|language)|openai|chatgpt"
    r"|my (?:training data|knowledge cutoff)\b|content policy"
    r"|(?:cannot|can't|can\u2019t|unable to|won't) (?:assist|help|comply|fulfil?l?)(?: with)?"
    r" (?:that|this|your|the) request"
    r"|json (?:object|format|answer|schema|array|output)|valid json|(?-i:JSON)"
    r"|prompt (?:above|below|says)|system prompt|this is blank|node_\d|lorem ipsum"
    r"|\binsert \w+ here\b"
    r"|\u4f5c\u4e3a(?:\u4e00\u4e2a|\u4e00\u540d)?\s*(?:ai|\u4eba\u5de5\u667a\u80fd|\u8bed\u8a00"
    r"|\u5927\u6a21\u578b)|\u8bed\u8a00\u6a21\u578b|\u63d0\u793a\u8bcd"
    r"|\u65e0\u6cd5(?:\u534f\u52a9|\u6ee1\u8db3|\u5b8c\u6210|\u5904\u7406)(?:\u60a8|\u4f60)?\u7684"
    r"(?:\u8bf7\u6c42|\u8981\u6c42)",
    re.IGNORECASE,
)


def is_garbage(text: str) -> bool:
    """Say whether a text is empty, a placeholder, an error, a refusal, markup or a piece of prompt.

    Meant for one sentence or line that somebody is to think, do or say; it errs on the side of
    refusing, since a thought can be had again and a wrong memory stays.
    """
    bare = text.strip(_AROUND).casefold()
    if bare in _PLACEHOLDERS or not any(letter.isalnum() for letter in bare):
        return True
    if any(pattern.search(text) for pattern in (_FORM, _ROLE, _FAULT, _MACHINE)):
        return True
    if _is_torn(text) or is_gibberish(text):
        return True
    return recites(text) or is_heading(text) or is_labelled(text)


def _is_torn(text: str) -> bool:
    """Say whether a bracket never closes: what was cut out of a form seldom does."""
    return text.count("[") != text.count("]") or text.count("(") > text.count(")")
