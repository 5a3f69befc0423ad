"""Half characters: in JSON an emoji may arrive as two separate surrogates, or incomplete."""

_HIGH = range(0xD800, 0xDC00)


def clean(text: str) -> str:
    """Join surrogate pairs and replace unpaired ones, so that the text can be encoded as UTF-8."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class SurrogateJoiner:
    """Cleans fragments of one text; a high surrogate at the end waits for the next fragment."""

    def __init__(self) -> None:
        self._half = ""

    def feed(self, fragment: str) -> str:
        """Return the complete characters so far."""
        text = self._half + fragment
        self._half = ""
        if text and ord(text[-1]) in _HIGH:
            text, self._half = text[:-1], text[-1]
        return clean(text)

    def flush(self) -> str:
        """Return what stays incomplete, as the replacement character."""
        rest, self._half = self._half, ""
        return clean(rest)
