"""What the offline actor can say of a character's knowledge: words quoted unchanged.

No verb is put in another person. A sentence that addresses the character ("You owed ...") is said
by it only where "you" is the subject of a verb that stays the same with "I".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate

from npcmodels.actor import places_meant
from npcmodels.actor.phrase_book import Inquiry, Phrases
from npcserver.language import sentences as words
from npcserver.language import stems
from npcserver.language.actor_grammar import grammar_of
from npcserver.language.scripts import QUESTION_MARKS
from npcserver.model.inputs import ReplyInput
from npcserver.model.lore import Quote
from npcserver.model.memory import Memory
from npcserver.model.record import RecordKind, Source
from npcserver.model.turn import AnswerBasis, BasisKind

PLACE_WORTH = 0.25
"""A place's description comes first where the place is asked for."""
LONGEST = 260
"""Characters that are said at once."""
HIDDEN_KINDS = (RecordKind.LINE, RecordKind.WHISPER, RecordKind.PLAN)
MEASURED = ("price", "how_many", "when")
"""What is asked for where the answer is a number or a time."""
_ELSEWHERE = 2  # words of a question that mean a place which it does not name


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotable:
    """A statement that can be quoted, with the stems it is found by and a frame for its text.

    `sentences` are its parts; one that the character cannot say is empty. `is_partners` marks the
    partner's own words, `is_private` what the character keeps to itself, `is_central` the world's
    description. Of one that `is_quote` a single sentence is said, since words in quotation marks
    are delivered sentence by sentence; of one that `is_brief` as few sentences as answer, and of
    all others as many as can be said. `worth` decides between equal matches. `fewest` words of the
    question have to be in it. `pointed` is the place of the sentence that answers by the search in
    books, None outside them. `memory` is its source, None if it is no memory.
    """

    sentences: tuple[str, ...]
    words: tuple[frozenset[str], ...]
    frame: str = "{text}"
    is_partners: bool = False
    is_private: bool = False
    is_brief: bool = False
    is_greeting: bool = False
    is_central: bool = False
    is_quote: bool = False
    worth: float = 0.0
    fewest: int = 1
    pointed: int | None = None
    memory: Memory | None = None

    @property
    def basis(self) -> AnswerBasis:
        """What an answer that quotes it rests on; the partner's words in this talk are no fact."""
        if self.memory is not None:
            return AnswerBasis(kind=BasisKind.MEMORY, seq=self.memory.seq)
        if self.is_partners:
            return AnswerBasis(kind=BasisKind.COURTESY)
        return AnswerBasis(kind=BasisKind.LOOK_UP if self.pointed is None else BasisKind.PASSAGE)


def statements(scene: ReplyInput, phrases: Phrases, asked: Inquiry | None = None) -> list[Quotable]:
    """Return all statements that a character may make in this scene, memories first.

    Goals, background, `currently`, relations and whispers are left out: they instruct the actor and
    are not for the player.
    """
    is_wish = asked is not None and asked.is_about_asker
    found = [
        one
        for each in scene.recollections
        if (one := _remembered(each.memory, scene, phrases, is_wish=is_wish))
    ]
    found += _said_before(scene, phrases)
    for greeting in scene.character.persona.greetings:
        found.append(replace(_plain(greeting, worth=0.1), is_greeting=True))
    found += [_read(quote, phrases) for quote in scene.lore]
    found += _described(scene, asked)
    found.append(replace(_plain(scene.world.description), is_central=True))
    return [one for one in found if one.sentences]


def _described(scene: ReplyInput, asked: Inquiry | None) -> Iterator[Quotable]:
    """Yield the descriptions of places.

    One that a question does not name has to begin with what is asked for, to have two of its words,
    or the number or time that is asked for. A yes-or-no question needs the whole name and more than
    it, unless it asks whether there is one, and so does what is in it.
    """
    here = scene.place
    about = {one.name: one.about for one in scene.town if one.about and not one.is_person}
    about |= {} if here is None else {here.name: here.description}
    named = places_meant.named(frozenset() if asked is None else asked.words, about)
    for name, text in about.items():
        is_here = here is not None and name == here.name
        if asked is None or (name in named and (asked.is_stock or not asked.is_yes_no)):
            yield _plain(text, found_by=name, worth=PLACE_WORTH)
        elif asked.is_yes_no:
            called = stems.content(name)
            if called <= asked.words:
                yield _plain(text, found_by=name, worth=PLACE_WORTH, fewest=1 + len(called))
            elif is_here:
                yield _plain(text, worth=PLACE_WORTH)
        elif not asked.is_of_contents:
            begun = stems.content(places_meant.topic(text))
            is_meant = is_here or asked.asks in MEASURED or not asked.words.isdisjoint(begun)
            yield _plain(text, worth=PLACE_WORTH, fewest=1 if is_meant else _ELSEWHERE)


def _plain(
    text: str,
    *,
    frame: str = "{text}",
    found_by: str = "",
    worth: float = 0.0,
    fewest: int = 1,
) -> Quotable:
    """Return a text to be quoted unchanged; `found_by` are additional words to find it by."""
    sentences = words.sentences(text)
    around = stems.content(found_by)
    return Quotable(
        sentences=tuple(sentences),
        words=tuple(stems.content(one) | around for one in sentences),
        frame=frame,
        worth=worth,
        fewest=fewest,
        is_brief=True,
    )


def _read(quote: Quote, phrases: Phrases) -> Quotable:
    """Return a passage of a book, which the search found to answer the question."""
    frame = phrases.forms["book"].replace("{title}", quote.title)
    found = _plain(" ".join(quote.passage.text.split()), frame=frame, worth=0.1 * quote.score)
    # the search cuts sentences in a way of its own: the one is meant in which its own begins
    begins = len("".join(quote.passage.text[: quote.highlight[0]].split()))
    ends = accumulate(len("".join(sentence.split())) for sentence in found.sentences)
    return replace(found, pointed=next((at for at, end in enumerate(ends) if end > begins), None))


def _remembered(
    memory: Memory, scene: ReplyInput, phrases: Phrases, *, is_wish: bool
) -> Quotable | None:
    """Return a memory as a statement; None for one that only instructs the actor.

    What people want for themselves is one where it `is_wish` that may be asked for.
    """
    if memory.kind in HIDDEN_KINDS or memory.source is Source.INNER_VOICE:
        return None
    if memory.kind is RecordKind.UTTERANCE:
        return _quoted(memory, scene, phrases, is_wish=is_wish)
    body, forms = memory.body, phrases.forms
    sentences = words.sentences(memory.text)
    is_private = phrases.marks["keeps_to_itself"].search(memory.text) is not None
    if memory.kind is RecordKind.REFLECTION and phrases.marks["order"].search(memory.text):
        return None
    frame = "{text}"
    if memory.source in (Source.TOLD, Source.OVERHEARD, Source.READ):
        who = _name(body.told_by, scene) or body.speaker or forms["somebody"]
        is_theirs = bool(body.told_by) and body.told_by == scene.partner.id
        told = forms["they_told"] if is_theirs else forms["somebody_told"].replace("{who}", who)
        heard = forms["half_heard" if body.is_half_heard else "overheard_words"]
        frames = {Source.OVERHEARD: heard.replace("{who}", who), Source.READ: forms["read"]}
        frame = frames.get(memory.source, told)
        said = tuple(words.as_sentence(verbatim(one)) for one in sentences)
    else:
        said = tuple(own_words(one, scene.character.name, phrases) for one in sentences)
    return Quotable(
        sentences=said,
        words=tuple(stems.content(f"{body.speaker} {one}") for one in sentences),
        frame=frame,
        is_quote=frame != "{text}",
        is_private=is_private,
        is_partners=bool(body.told_by) and body.told_by == scene.partner.id,
        worth=0.2 * memory.importance / 10,
        memory=memory,
    )


def own_words(sentence: str, name: str, phrases: Phrases) -> str:
    """Return a sentence to the character in the first person; empty where it cannot be changed."""
    grammar = grammar_of(phrases.language)
    if name and re.search(rf"(?<!\w){re.escape(name.split(maxsplit=1)[0])}(?!\w)", sentence):
        return grammar.about_oneself(sentence, name)
    return grammar.own_words(sentence)


def _quoted(
    memory: Memory, scene: ReplyInput, phrases: Phrases, *, is_wish: bool
) -> Quotable | None:
    """Return an utterance as a quote, unless it was a question or small talk."""
    if memory.text.strip().casefold() == scene.heard.strip().casefold():
        return None
    body, forms = memory.body, phrases.forms
    is_partners = bool(body.told_by) and body.told_by == scene.partner.id
    is_partners = is_partners or (bool(body.speaker) and body.speaker == scene.partner.name)
    who = body.speaker or _name(body.told_by, scene) or forms["somebody"]
    text, other = memory.text, ""
    handed = re.match(forms["passed_on"], memory.text)
    if handed is not None:
        other, text = handed["other"] or handed["who"], handed["text"]
    said = news(text, phrases, is_wish=is_wish)
    if not said:
        return None
    held = stems.content(f"{body.speaker} {other}")
    frame = forms["somebody_told"]
    if memory.source is Source.OVERHEARD:
        frame = forms["overheard"]
    elif other:
        frame = forms["somebody_passed_on"].replace("{other}", other)
    elif is_partners:
        frame = forms["they_told"]
    return Quotable(
        sentences=said,
        words=tuple(stems.content(one) | held for one in said),
        frame=frame.replace("{who}", who),
        is_quote=True,
        is_partners=is_partners,
        is_private=phrases.marks["keeps_to_itself"].search(text) is not None,
        worth=0.2 * memory.importance / 10 + 0.1,
        memory=memory,
    )


def news(text: str, phrases: Phrases, *, is_wish: bool = False) -> tuple[str, ...]:
    """Return the sentences of an utterance that state something, without a greeting before.

    A wish of the speaker does so if it `is_wish`.
    """
    marks = phrases.marks
    ungreeted = [marks["greeting"].sub("", one) for one in words.sentences(text)]
    return tuple(
        words.as_sentence(verbatim(one))
        for one in ungreeted
        if not one.endswith(QUESTION_MARKS)
        and (not marks["request"].search(one) or (is_wish and marks["wish_told"].search(one)))
        and not marks["small_talk"].search(one)
        and stems.content(one)
    )


def _said_before(scene: ReplyInput, phrases: Phrases) -> Iterator[Quotable]:
    for one in reversed(scene.conversation):
        is_theirs = not one.is_own and one.speaker == scene.partner.name
        said = news(one.text, phrases) if is_theirs else ()
        if said:
            yield Quotable(
                sentences=said,
                words=tuple(map(stems.content, said)),
                frame=phrases.forms["they_told"],
                is_quote=True,
                is_partners=True,
                worth=0.1,
            )


def _name(identifier: str, scene: ReplyInput) -> str:
    """Return the name of a person in the scene by id, or an id that looks like a name."""
    for person in (scene.partner, *scene.company):
        if identifier and person.id == identifier:
            return person.name
    for relation in scene.character.persona.relations:
        if identifier and relation.to_id == identifier:
            return relation.to
    return identifier if identifier != identifier.lower() else ""


def whole(one: Quotable, phrases: Phrases) -> str:
    """Return as much of a statement as can be said at once, from its first sayable sentence."""
    told: list[str] = []
    for sentence in one.sentences:
        if not told and (not sentence or phrases.marks["pronoun_first"].search(sentence)):
            continue
        if not sentence or (told and len(" ".join((*told, sentence))) > LONGEST):
            break
        told.append(sentence)
        if one.is_quote:
            break
    text = phrases.forms["gap"].join(told)
    return one.frame.replace("{text}", text) if text else ""


def told_of_self(scene: ReplyInput, phrases: Phrases, mark: str) -> str:
    """Return the partner's own words about their name, trade or origin; empty if they gave none."""
    said = [one.text for one in reversed(scene.conversation) if not one.is_own]
    known = (one.memory for one in scene.recollections)
    theirs = [one for one in known if one.body.told_by == scene.partner.id]
    said += [one.text for one in theirs if one.kind is RecordKind.UTTERANCE]
    for text in said:
        for sentence in words.sentences(text):
            if phrases.marks[mark].search(sentence) and not sentence.endswith(QUESTION_MARKS):
                return phrases.forms["they_told"].replace("{text}", verbatim(sentence))
    return ""


def verbatim(text: str) -> str:
    """Return words for quotation marks: on one line and cut to the limit."""
    line = " ".join(text.split()).replace('"', "'")
    return line if len(line) <= LONGEST else f"{line[:LONGEST].rpartition(' ')[0]}…"


def longest_sentence(text: str) -> str:
    """Return the longest sentence of an utterance, if possible one that is no question."""
    found = words.sentences(text)
    told = [one for one in found if not one.endswith(QUESTION_MARKS)] or found
    return verbatim(max(told, key=len, default=text))


def first_sentence(text: str) -> str:
    """Return the first sentence of a place's description; empty for none."""
    return next(iter(words.sentences(text)), "")
