"""Telling what a person could have thought or said from what only a machine writes.

The reference's own shipped memories hold "this is blank", its activities "ChatGPT ERROR"
(Generative Agents, released code): whatever an answer is read as passes through here first, so
that an error text, a piece of a prompt or the remains of a form never become a memory, an act or
a line.
"""

import re

from npcserver import language
from npcserver.language.scripts import COLONS, WIDE_ANGLES
from npcserver.prompts.nonsense import is_gibberish
from npcserver.prompts.recital import is_heading, is_labelled, recites

_PLACEHOLDERS = frozenset(language.listed("machines", "placeholders"))
# Not the full stop: "None." is an answer, "None" is the lack of one.
_AROUND = f" \t\n\"'`*_<>[]()\u201c\u201d{WIDE_ANGLES}"

# Markup, forms and templates: nothing of it is ever thought or said.
_FORM = re.compile(
    r"[{}\\\ufffd\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"
    r"|```|\"\s*:|</?[a-z!][^<>]{0,80}>|</?html\b|<\||\|>|\[/?inst\]|<</?sys>>"
    r"|\[\s*\d+(?:\s*,\s*\d+)*\s*[,\]]|%[sd]\b|%\(\w+\)|^#{2,}|\[fill[^\]]*\]|\(because of\b",
    re.IGNORECASE,
)
_ROLE = re.compile(
    rf"(?:^|\n)\W*(?:{language.expression('machines', 'roles')})\s*[{''.join(COLONS)}]",
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
_MACHINE = language.pattern("machines", "machine")


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
