"""Half characters: in JSON an emoji may arrive as two surrogates, apart, or never whole."""

_HIGH = range(0xD800, 0xDC00)


def clean(text: str) -> str:
    """Join surrogate pairs and replace what stays alone, so that the text can be UTF-8."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class SurrogateJoiner:
    """Cleans fragments of one text; a high half at the end waits for the next fragment."""

    def __init__(self) -> None:
        self._half = ""

    def feed(self, fragment: str) -> str:
        """Return what is whole so far."""
        text = self._half + fragment
        self._half = ""
        if text and ord(text[-1]) in _HIGH:
            text, self._half = text[:-1], text[-1]
        return clean(text)

    def flush(self) -> str:
        """Return what will never be whole, as the replacement character."""
        rest, self._half = self._half, ""
        return clean(rest)
