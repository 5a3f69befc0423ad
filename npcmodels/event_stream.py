"""Reading the body of a completion: server-sent events, JSON lines, or one JSON document.

Endpoints send events without data, other names of events, keep-alives of all kinds, a mark of the
byte order, lines without blank lines between them, and whole documents where a stream was asked
for. The parser of the `openai` package raises on data that is empty and knows events alone, so the
body is read here; the package still sends the request.
"""

import json
import re
from collections.abc import Iterator

_LINE_ENDS = re.compile(rb"\r\n|\n|\r")
_BOM = b"\xef\xbb\xbf"
_SEPARATOR = b"\x1e"  # before each value of a JSON text sequence
_TWICE = re.compile(r"\s*(?:data:\s*)+")
_FIELDS = frozenset((b"data", b"event", b"id", b"retry", b""))  # empty: a comment
_JSON_STARTS = ("{", "[", '"')
_MOST_LINES = 16  # lines of one event after which its JSON is tried at its end alone


class EndOfStream:
    """The endpoint's word that nothing follows: `[DONE]`."""


DONE = EndOfStream()


class BodyReader:
    """Turns bytes into JSON values and `DONE`; data that is not JSON at all is a keep-alive.

    A value comes as soon as its line is complete, whether or not a blank line follows. Raises
    `ValueError` or `RecursionError` where JSON was begun and cannot be read.
    """

    def __init__(self) -> None:
        self._rest = b""
        self._data: list[str] = []
        self._loose: list[bytes] = []
        self._is_first = True

    def feed(self, chunk: bytes) -> Iterator[object]:
        """Yield the values that are complete with this chunk."""
        pending = self._rest + chunk
        # A final CR may be half of a CRLF, whose other half would read as a blank line: harmless.
        *lines, self._rest = _LINE_ENDS.split(pending)
        for line in lines:
            yield from self._line(line)

    def finish(self) -> Iterator[object]:
        """Yield what the end of the body completes."""
        if self._rest:
            rest, self._rest = self._rest, b""
            yield from self._line(rest)
        yield from self._event_end()
        document = b"\n".join(self._loose).strip()
        if document[:1] in (b"{", b"["):
            yield from _values(document.decode(errors="replace"))

    def _line(self, line: bytes) -> Iterator[object]:
        if self._is_first:
            line = line.removeprefix(_BOM)
            self._is_first = False
        line = line.removeprefix(_SEPARATOR)
        if not line.strip() and not self._loose:
            yield from self._event_end()
            return
        name, _, value = line.partition(b":")
        if name.strip().lower() in _FIELDS and not self._loose:
            if name.strip().lower() == b"data":
                yield from self._datum(value.removeprefix(b" ").decode())
            return
        yield from self._loose_line(line)

    def _datum(self, text: str) -> Iterator[object]:
        text = _TWICE.sub("", text, count=1) if text.lstrip().startswith("data:") else text
        if not self._data and not text.lstrip().startswith(_JSON_STARTS):
            if text.strip().casefold() in ("[done]", "done"):
                yield DONE
            return
        if text.strip().casefold() == "[done]":
            yield from self._event_end()
            yield DONE
            return
        self._data.append(text)
        value = _parsed("\n".join(self._data)) if len(self._data) <= _MOST_LINES else None
        if value is not None:
            self._data.clear()
            yield value

    def _event_end(self) -> Iterator[object]:
        """Yield what an event still holds; raises where it ends within its JSON."""
        if self._data:
            text = "\n".join(self._data)
            self._data.clear()
            yield from _values(text)

    def _loose_line(self, line: bytes) -> Iterator[object]:
        """Read a line of JSON that is a value of its own; keep a document for the end of the body.

        Other lines, such as fields that nobody knows, are ignored.
        """
        value: object = None
        if line.strip().lower() == b"[done]":
            yield DONE
            return
        if not self._loose and line.lstrip()[:1] not in (b"{", b"["):
            return
        if not self._loose and line.lstrip()[:1] == b"{":
            value = _parsed(line.decode(errors="replace"))
        if value is None:
            self._loose.append(line)
        else:
            yield value


def _values(text: str) -> Iterator[object]:
    """Yield JSON values that follow each other, with nothing but blanks between."""
    place, decoder = 0, json.JSONDecoder()
    while rest := text[place:].lstrip():
        value, length = decoder.raw_decode(rest)
        place = len(text) - len(rest) + length
        yield value


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return None
