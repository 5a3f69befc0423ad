"""Cutting of chapters into passages: one to three sentences that can be cited by position.

A passage never spans two paragraphs. A heading belongs to the passage after it, so that it can be
searched without being an answer by itself.
"""

import re
from collections.abc import Iterator

from npcserver import language
from npcserver.language.scripts import SURE_ENDS
from npcserver.model.lore import Book, Chapter, Passage

LONGEST = 600
"""Most characters of one passage."""

SENTENCES = 3
"""Most sentences of one passage."""

Span = tuple[int, int]
"""Start and end offsets, in characters."""

_PARAGRAPH = re.compile(r"[^\n]*\S[^\n]*(?:\n[^\n]*\S[^\n]*)*")
_CLOSING = "\"')\\]\u201d\u2019\u300d\u300f\uff09"
_END = re.compile(
    rf"[.!?\u2026]+[{_CLOSING}]*(?=\s|$)|[{''.join(sorted(SURE_ENDS))}]+[{_CLOSING}\u2026]*"
    r"|\n(?=[ \t]*(?:[-*\u2022\u00b7]|\d+[.)\u3001])[ \t])"
)
_ITEM = re.compile(r"[ \t]*(?:[-*\u2022\u00b7]|\d+[.)\u3001])[ \t]")
_ABBREVIATED = re.compile(
    rf"(?:\b(?:{language.expression('sentences', 'abbreviated_in_books')})"
    r"|(?-i:\b[A-Z])|\b[A-Za-z](?:\.[A-Za-z])+|^[ \t]*\d+)\.$",
    re.IGNORECASE | re.MULTILINE,
)
_HEADING = re.compile(r"[ \t]*#{1,6}[ \t]+\S")
_LONGEST_HEADING = 80
_HEADINGS = 200
"""Most characters of consecutive headings, such as the lines of a poem."""

_LONGEST_SENTENCE = LONGEST - _HEADINGS
_PAUSE = re.compile(r"[,;:\uff0c\uff1b\uff1a\u3001]\s*|\s+")


def cut(book: Book) -> tuple[Passage, ...]:
    """Return the passages of a book in order; the same text always gives the same ones."""
    return tuple(
        passage
        for number, chapter in enumerate(book.chapters, start=1)
        for passage in _of_chapter(book.id, number, chapter)
    )


def sentences(text: str) -> list[Span]:
    """Return the spans of a paragraph's sentences, without surrounding whitespace."""
    spans: list[Span] = []
    begin = 0
    for found in _END.finditer(text):
        if found[0].endswith(".") and _ABBREVIATED.search(text, begin, found.end()):
            continue
        spans.append((begin, found.end()))
        begin = found.end()
    spans.append((begin, len(text)))
    return [span for span in (_stripped(text, *each) for each in spans) if span[0] < span[1]]


def sentences_of(passage: str) -> list[Span]:
    """Return the spans of a passage's sentences, without a heading at its beginning."""
    spans = [
        (begin + at, end + at)
        for at, paragraph in _paragraphs(passage)
        if not _is_heading(paragraph)
        for begin, end in sentences(paragraph)
    ]
    return spans or [_stripped(passage, 0, len(passage))]


def _of_chapter(book_id: str, number: int, chapter: Chapter) -> Iterator[Passage]:
    for place, (begin, end) in enumerate(_spans(chapter.text), start=1):
        yield Passage(
            id=f"{book_id}/{number}/{place}",
            book_id=book_id,
            chapter=number,
            text=chapter.text[begin:end],
            start=begin,
            end=end,
            chapter_title=chapter.title,
            secrets=() if chapter.secret is None else (chapter.secret,),
        )


def _spans(text: str) -> Iterator[Span]:
    """Yield the spans of a chapter's passages."""
    heading: int | None = None
    last = 0
    for at, paragraph in _paragraphs(text):
        if _is_heading(paragraph):
            if heading is not None and at + len(paragraph) - heading > _HEADINGS:
                yield heading, last
                heading = None
            heading = at if heading is None else heading
            last = at + len(paragraph)
            continue
        for begin, end in _grouped(paragraph, LONGEST - (0 if heading is None else at - heading)):
            yield (at + begin if heading is None else heading), at + end
            heading = None
    if heading is not None:  # a heading at the end, or a chapter of one line
        yield heading, last


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    for found in _PARAGRAPH.finditer(text):
        begin, end = _stripped(text, *found.span())
        lines = text[begin:end].split("\n", 1)
        if len(lines) > 1 and _HEADING.match(lines[0]):  # no blank line below it
            yield begin, lines[0].rstrip()
            rest = _stripped(text, begin + len(lines[0]), end)
            yield rest[0], text[slice(*rest)]
        else:
            yield begin, text[begin:end]


def _is_heading(paragraph: str) -> bool:
    if "\n" in paragraph or len(paragraph) > _LONGEST_HEADING:
        return False
    return _HEADING.match(paragraph) is not None or (
        paragraph[-1].isalnum() and not _ITEM.match(paragraph)
    )


def _grouped(paragraph: str, longest: int) -> Iterator[Span]:
    """Yield groups of consecutive sentences, evenly sized, the first at most `longest` long."""
    parts = [piece for span in sentences(paragraph) for piece in _pieces(paragraph, span)]
    while parts:
        # ceil(n / ceil(n / SENTENCES)): four sentences give 2 + 2, not 3 + 1
        share = -(-len(parts) // -(-len(parts) // SENTENCES))
        begin = parts[0][0]
        taken = max(1, sum(1 for _, end in parts[:share] if end - begin <= longest))
        yield parts[0][0], parts[taken - 1][1]
        parts = parts[taken:]
        longest = LONGEST


def _pieces(text: str, span: Span) -> Iterator[Span]:
    """Yield a sentence whole, or an overlong one in pieces cut at its pauses."""
    begin, end = span
    while end - begin > _LONGEST_SENTENCE:
        most = begin + _LONGEST_SENTENCE
        pauses = [found.end() for found in _PAUSE.finditer(text, begin + 1, most)]
        at = pauses[-1] if pauses else most
        yield _stripped(text, begin, at)
        begin = _stripped(text, at, end)[0]
    if begin < end:
        yield begin, end


def _stripped(text: str, begin: int, end: int) -> Span:
    """Return a span without whitespace at its ends."""
    inner = text[begin:end]
    begin += len(inner) - len(inner.lstrip())
    return begin, max(begin, begin + len(inner.strip()))
