"""JSON as models write it, turned into JSON.

Single and curly quotes, keys without quotes, Python's literals, comments, commas too many, escapes
that JSON has not. What is given for a text is a beginning of what is given for a longer one, so an
answer can be read while it comes; an open string stays open and is never closed here.
"""

import re

_QUOTES = {
    '"': '"',
    "'": "'",
    "\u201c": "\u201d\u201c\u201e",
    "\u201d": "\u201d\u201c\u201e",
    "\u201e": "\u201c\u201d",
    "\u2018": "\u2019\u2018",
    "\u2019": "\u2019\u2018",
    "\u00ab": "\u00bb",
    "\uff02": "\uff02",
}
_ESCAPES = '"\\/bfnrtu'
_WORD = re.compile(r"[^\W\d][\w$-]*")
_LITERALS = {
    "true": "true",
    "false": "false",
    "null": "null",
    "none": "null",
    "undefined": "null",
    "nan": "null",
    "yes": '"yes"',
    "no": '"no"',
}
_NUMBER = re.compile(r"[-+]?[\d.][\d.eE+-]*")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|/\*.*$|/$", re.DOTALL)
_BLANK = re.compile(r"\s+")
_WHOLE_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_AFTER_STRING = ":}]"
_BEGUN_WORD = re.compile(r"[^\W\d][\w$-]*\s*")
_NEXT_MEMBER = re.compile(
    rf"[{''.join(_QUOTES)}{{\[}}\]\d/-]|[^\W\d][\w$-]*\s*:|(?:true|false|null|none)\b",
    re.IGNORECASE,
)


def strict_json(text: str, *, trusts_quotes: bool = True) -> str:
    """Return JSON-like `text` as JSON, as far as it is decided at its end.

    Unless it `trusts_quotes`, a double quotation mark ends a string only before a comma, a colon or
    a bracket: models forget to escape those of a quotation.
    """
    parts: list[str] = []
    place, comma = 0, ""
    while place < len(text):
        letter = text[place]
        if letter.isspace():
            found = _BLANK.match(text, place)
            place = found.end() if found else place + 1
            parts.append(" ")
            continue
        comment = _COMMENT.match(text, place)
        if comment:
            place = comment.end()
            continue
        if comma and letter not in ",}]":  # a comma before a bracket, or a second one, is none
            parts.append(comma)
            comma = ""
        if letter == ",":
            comma, place = ",", place + 1
        elif letter in _QUOTES:
            piece, place = _string(text, place, trusts_quotes=trusts_quotes)
            parts.append(piece)
        elif found := _NUMBER.match(text, place):
            parts.append(found[0].removeprefix("+"))
            place = found.end()
        elif found := _WORD.match(text, place):
            if found.end() == len(text):
                break  # the word may go on
            parts.append(_LITERALS.get(found[0].casefold(), f'"{found[0]}"'))
            place = found.end()
        else:
            comma = "" if letter in "}]" else comma
            parts.append(letter)
            place += 1
    return "".join(parts)


def closed(text: str) -> str:
    """Return JSON with the brackets that it leaves open closed; as it is where a string is open."""
    open_brackets: list[str] = []
    place = 0
    while place < len(text):
        letter = text[place]
        if letter == '"':
            found = _WHOLE_STRING.match(text, place)
            if found is None:
                return text
            place = found.end()
            continue
        if letter in "{[":
            open_brackets.append("}" if letter == "{" else "]")
        elif letter in "}]" and open_brackets:
            open_brackets.pop()
        place += 1
    return text + "".join(reversed(open_brackets))


def _string(text: str, start: int, *, trusts_quotes: bool) -> tuple[str, int]:
    closers = _QUOTES[text[start]]
    parts, place = ['"'], start + 1
    while place < len(text):
        letter = text[place]
        following = text[place + 1 : place + 2]
        if letter == "\\":
            if not following:
                break
            parts.append(letter + following if following in _ESCAPES else following)
            place += 2
            continue
        if letter in closers:
            ends = (letter == '"' and trusts_quotes) or _ends_string(text, place + 1)
            if ends is None:
                return "".join(parts), len(text)
            if ends:
                parts.append('"')
                return "".join(parts), place + 1
        # small models break lines within strings
        parts.append('\\"' if letter == '"' else max(letter, " "))
        place += 1
    return "".join(parts), len(text)


def _ends_string(text: str, place: int) -> bool | None:
    """Return whether a quotation mark before `place` closes its string; None if undecided.

    An apostrophe is a quotation mark too, so what follows decides: a colon, a bracket, or a comma
    and the next member.
    """
    rest = text[place:].lstrip()
    if not rest.startswith(","):
        return rest[0] in _AFTER_STRING if rest else None
    rest = rest.lstrip(", \t\r\n")
    if not rest or _BEGUN_WORD.fullmatch(rest):
        return None
    return _NEXT_MEMBER.match(rest) is not None
