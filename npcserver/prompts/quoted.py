"""What a character has read, as a prompt shows it: book, chapter, and words that are data."""

from dataclasses import dataclass, replace

from npcserver.model.lore import Quote
from npcserver.prompts.spoken import name_of, neutralised
from npcserver.prompts.tokens import clip

_WHOLE = 600  # characters
_WHOLE_TOKENS = 150
_SHORT = 300
_SHORT_TOKENS = 80
_MOST = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class LoreView:
    """A passage in a prompt; `short` is the sentence that answers, with a neighbour."""

    title: str
    chapter: str
    text: str
    short: str

    @property
    def shortened(self) -> "LoreView":
        """The passage cut to what answers."""
        return replace(self, text=self.short)


def lore_views(quotes: tuple[Quote, ...]) -> tuple[LoreView, ...]:
    """Return what was found in books, best first."""
    return tuple(map(_view, quotes[:_MOST]))


def _view(quote: Quote) -> LoreView:
    text = quote.passage.text
    start, end = quote.context
    return LoreView(
        title=name_of(quote.title),
        chapter=name_of(quote.chapter_title) if quote.chapter_title else "",
        text=clip(neutralised(text, _WHOLE), _WHOLE_TOKENS),
        short=clip(neutralised(text[start:end] or text, _SHORT), _SHORT_TOKENS),
    )
