"""Words of others as data: what a text must lose before it may stand in a prompt.

Templates put the result between the delimiters of `parts/spoken.j2` and nowhere else. None of
this is relied upon to keep a secret (what a character does not know is not in its prompt) or to
prevent an action (intents are checked against what the game declared); it keeps a sentence a
sentence.
"""

import hashlib
import re
import unicodedata
from functools import lru_cache

from npcserver import language
from npcserver.model.pondering import Situation
from npcserver.model.scene import Scene
from npcserver.prompts.tokens import clip, cut_at_sentence

HEARD_LIMIT = 500
"""Characters of the utterance that reach the model; the whole of it is remembered."""

REMEMBERED_LIMIT = 1_200
"""Characters of one memory, or of one line of the conversation, that reach the model."""

# The same in tokens: Chinese says twice as much in a character and costs four times as many.
_HEARD_TOKENS = 220
REMEMBERED_TOKENS = 300

NAME_LIMIT = 60
"""Characters of a display name."""

# Angle brackets carry the chat-template tokens of most models and our own delimiters, square ones
# those of the rest, braces imitate answers, backticks fences. The look-alikes survive NFKC.
_HARMLESS = str.maketrans(
    {"<": "\u2039", ">": "\u203a", "|": "\u00a6", "[": "(", "]": ")", "{": "(", "}": ")", "`": "'"}
)
_PROMPT_ROLES = language.expression("roles", "of_prompts")
_ROLE = re.compile(rf"(?im)^([^\w\n]*(?:{_PROMPT_ROLES})(?:[ \t]+\w+)?[ \t]*):")
# As a name: the role alone, or numbered, or with what such markers say besides.
_ROLE_NAME = re.compile(
    rf"(?i)\W*(?:{_PROMPT_ROLES})"
    rf"(?:\W*(?:\d+|{language.expression('roles', 'of_messages')}))?\W*"
)
_RUNS = re.compile(r"([-=_~#*])\1{2,}")
_HEADING = re.compile(r"(?m)^[ \t]*#+[ \t]*")


def neutralised(text: str, limit: int) -> str:
    """Return `text` on one line, at most `limit` characters, with nothing a model reads as markup.

    NFKC first, so that full-width imitations become what they imitate; then invisible characters
    (controls, zero-width, bidirectional, private) go, role markers lose their colon, brackets of
    chat templates become harmless ones.
    """
    return _neutralised(text[: limit * 4], limit)


@lru_cache(maxsize=2048)  # from turn to turn most texts of a prompt are the same
def _neutralised(text: str, limit: int) -> str:
    text = unicodedata.normalize("NFKC", text)
    if not text.isprintable():
        text = "".join(letter for letter in text if letter in "\n\t" or _is_visible(letter))
    text = _HEADING.sub("", text)
    text = _ROLE.sub(r"\1,", text)
    text = _RUNS.sub(r"\1\1", text.translate(_HARMLESS))
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "\u2026"


def heard_words(text: str) -> str:
    """Return an utterance fit for a prompt."""
    return clip(neutralised(text, HEARD_LIMIT), _HEARD_TOKENS)


def remembered(text: str) -> str:
    """Return a memory or an earlier line fit for a prompt."""
    return cut_at_sentence(neutralised(text, REMEMBERED_LIMIT), REMEMBERED_TOKENS)


@lru_cache(maxsize=4096)
def name_of(name: str) -> str:
    """Return a display name fit for a prompt; a nameless speaker gets a question mark.

    One that is the name of a role of the chat is said to be a name, so that no line of a prompt
    begins with the role and a colon.
    """
    plain = neutralised(name, NAME_LIMIT).replace(":", "").strip() or "?"
    if _ROLE_NAME.fullmatch(plain) is None:
        return plain
    named_so = language.text("roles", "named_so", language.code_by_script(plain))
    return named_so.format(name=plain)


def token(*ingredients: object) -> str:
    """Return twelve hexadecimal digits: random to players, the same on replay."""
    text = "\x1f".join(str(ingredient) for ingredient in ingredients)
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:12]


def mark_of(at: Scene | Situation) -> str:
    """Return what closes the delimiters around others' words: one for a character and game day.

    It is the same in every question of that day, so that prompts share their beginnings. It
    follows from the random id of the playthrough, which nobody is told who only speaks.
    """
    return token("mark", *_nonce(at))


def canary_of(at: Scene | Situation) -> str:
    """Return what the character may never speak, one for a character and game day."""
    return token("canary", *_nonce(at))


def _nonce(at: Scene | Situation) -> tuple[object, ...]:
    return at.playthrough, at.world.id, at.character.id, at.now.date()


def _is_visible(character: str) -> bool:
    # Line and paragraph separators (Zl, Zp) would survive as line breaks of some renderers.
    return unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
