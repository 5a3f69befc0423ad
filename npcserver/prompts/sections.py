"""A rendered prompt in sections: by its headings, and by the marks around quoted words."""

import re
from collections.abc import Iterable, Iterator, Sequence

from npcserver.language.sentences import sentences as sentences_of
from npcserver.model.model_use import Purpose
from npcserver.model.prompt import PromptSection
from npcserver.ports.language_model import Message
from npcserver.prompts.tokens import estimate_tokens

_HEADING = re.compile(r"# +(\S.*)")
_OPENS = re.compile(r"<([a-z_]+) ([^<>]+)>")
_BETWEEN_MARKS = re.compile(r"<([a-z_]+ [^<>]+)>\n.*?\n</\1>", re.DOTALL)
_HINT = re.compile(r"<(?P<mark>(?:asked|name) [^<>]+)>\n(?P<words>.*?)\n</(?P=mark)>", re.DOTALL)
_PAST = re.compile(r"<past (?P<mark>[^<>]+)>\n(?P<words>.*?)\n</past (?P=mark)>", re.DOTALL)
_KNOWN_ENDS = (").", "\N{FULLWIDTH RIGHT PARENTHESIS}\N{IDEOGRAPHIC FULL STOP}")
_SHOWN_AGAIN = "answer"
_COMPLAINT = "complaint"
_COLONS = (":", "\N{FULLWIDTH COLON}")
_TALK = "talk"
_HEARD = "heard"
_OWN_LINE = '{"feeling": '  # as `SpokenView.answer` begins


def sections(messages: Sequence[Message], purpose: Purpose) -> tuple[PromptSection, ...]:
    """Return a prompt's sections, in order; joined by line breaks they give each message's text.

    Each line of a talk is one section, and so is an answer that is shown again, and the complaint
    about it. A reply's prompt ends with the words heard.
    """
    found: list[PromptSection] = []
    is_talk = any(
        one.role == "assistant" and one.text.startswith(_OWN_LINE) for one in messages[:-1]
    )
    for place, message in enumerate(messages):
        if message.role == "assistant":
            name = _TALK if message.text.startswith(_OWN_LINE) else _SHOWN_AGAIN
            parts: Iterable[tuple[str, str]] = ((name, message.text),)
        elif is_talk and message.role == "user" and place < len(messages) - 1:
            parts = ((_TALK, message.text),)
        elif not is_talk and place and messages[place - 1].role == "assistant":
            parts = ((_COMPLAINT, message.text),)
        elif purpose is Purpose.REPLY and place == len(messages) - 1:
            parts = _with_heard(message.text)
        else:
            parts = _parts(message.text)
        found += [
            PromptSection(role=message.role, name=name, text=text, tokens=estimate_tokens(text))
            for name, text in parts
        ]
    return tuple(found)


def unquoted(text: str) -> str:
    """Return a message without the texts between marks."""
    return _BETWEEN_MARKS.sub("", text)


def remarks(notes: str) -> tuple[str, ...]:
    """Return the lines outside marks: headings of marked texts, and notes on the moment.

    The lines of hints are included, although those are between marks, as they hold a player's
    words; so is what each claim about the past ends with, which says how to take it.
    """
    told = (line for found in _PAST.finditer(notes) for line in found["words"].splitlines())
    taken = (sentences_of(line)[-1] for line in told if line and not line.endswith(_KNOWN_ENDS))
    return (*filter(None, unquoted(_HINT.sub(r"\g<words>", notes)).split("\n")), *taken)


def request_to_act(notes: str) -> str:
    """Return the hint that an action is asked for, up to its JSON; empty for none."""
    found = next((one for one in _HINT.finditer(notes) if one["mark"].startswith("asked ")), None)
    return found["words"].partition('"')[0] if found else ""


def _with_heard(text: str) -> Iterator[tuple[str, str]]:
    """Yield names and texts; the last line, if a blank one precedes it, is the words heard."""
    before, blank, heard = text.rpartition("\n\n")
    if not heard or "\n" in heard:
        yield from _parts(text)
        return
    if blank:
        yield from _parts(before)
    yield _HEARD, f"\n{heard}" if blank else heard


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Yield names and texts. The line before an opening mark belongs to what is between marks.

    Blank lines alone are no part: they go to the next one.
    """
    name, closes, lines = "", "", list[str]()
    for line in text.split("\n"):
        opens, heading = _OPENS.fullmatch(line), _HEADING.fullmatch(line)
        if closes:
            lines.append(line)
            if line == closes:
                yield name, "\n".join(lines)
                name, closes, lines = "", "", []
        elif opens is not None:
            is_labelled = bool(lines) and lines[-1].endswith(_COLONS)
            own = [lines.pop(), line] if is_labelled else [line]
            if any(lines):
                yield name, "\n".join(lines)
                lines = []
            name, closes, lines = opens[1], f"</{opens[1]} {opens[2]}>", [*lines, *own]
        elif heading is not None:
            if any(lines):
                yield name, "\n".join(lines)
                lines = []
            name, lines = heading[1].strip(), [*lines, line]
        else:
            lines.append(line)
    if lines:
        yield name, "\n".join(lines)
