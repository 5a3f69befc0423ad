"""Marks of other tools in authored texts: macros of character cards, and marks of chat templates.

Nothing here replaces a macro, so it would be read or spoken as it is. A mark of a chat template
would end the prompt for some models.
"""

import re

_PLAYER = re.compile(r"(?i)\{\{\s*(?:user|player|persona)\s*\}\}|<USER>")
_CHARACTER = re.compile(r"(?i)\{\{\s*(?:char|bot)(?:acter)?\s*\}\}|<(?:BOT|CHAR)>")
_CHOICE = re.compile(r"(?i)\{\{\s*(?:random|pick|roll)\b[^{}\n]{0,200}\}\}")
_EXAMPLE = re.compile(r"<START>")
_MACRO = re.compile(r"\{\{[^{}\n]{1,200}\}\}")
_TEMPLATE = re.compile(
    r"(?i)<[|\uff5c][^<>\n]{1,60}[|\uff5c]>|</?s>|<(?:bos|eos|pad|unk)>|<(?:start|end)_of_turn>"
    r"|\[/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\]|<</?SYS>>"
)
_TURN = re.compile(r"(?i)<\|(?:im_start|start_header_id|user)\|>|<start_of_turn>|\[INST\]")
_ASIDE = re.compile(r"\(\([^()\n]{1,400}\)\)|\uff08\uff08[^\uff08\uff09\n]{1,400}\uff09\uff09")
_DIRECTION = re.compile(r"\*(?=[^\s*])[^*\n]{1,240}\*")

_ADVICE = (
    (_PLAYER, "nothing puts the player's name there; write the text without it"),
    (_CHARACTER, "nothing puts the character's name there; write the name"),
    (_CHOICE, "nothing chooses here; write one of them, or an item for each"),
    (_EXAMPLE, "examples of talk are not read here; write `voice` and `greetings` instead"),
    (_MACRO, "nothing replaces it here; write what it stands for"),
    (_TEMPLATE, "it is a mark of a chat template, which belongs in no text; remove it"),
)
_MACROS = (_PLAYER, _CHARACTER, _EXAMPLE, _MACRO)


def mark_problem(text: str) -> str | None:
    """Return what is wrong with the first mark in an authored text; None if it has none."""
    if not any(opening in text for opening in ("{{", "<", "[")):
        return None
    for pattern, advice in _ADVICE:
        found = pattern.search(text)
        if found is not None:
            return f"contains {found[0][:60]}; {advice}"
    return None


def without_macros(text: str) -> str:
    """Return a text without the macros of other tools."""
    if "{{" in text or "<" in text:
        for pattern in _MACROS:
            text = pattern.sub("", text)
    return text


def turn_mark(text: str) -> int | None:
    """Return where a mark of a chat template begins the turn of another; None if nowhere."""
    found = _TURN.search(text) if "<" in text or "[" in text else None
    return None if found is None else found.start()


def without_asides(text: str) -> str:
    """Return a line without words beside the play, such as `((back in a minute))`."""
    return _ASIDE.sub("", text)


def unspoken(line: str) -> str | None:
    """Return what of an authored line is not spoken, and why; None if all of it is."""
    found = _DIRECTION.search(line) or _ASIDE.search(line)
    if found is None:
        return None
    return (
        f"contains {found[0][:60]!r}, which is not spoken; write only what is said, and gestures "
        "in `voice`"
    )
