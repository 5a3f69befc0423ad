"""Limits on the size of everything that comes in from outside.

Requests and world files share these limits, so each accepts what the other accepts. Lengths are
counted in characters (code points), not bytes.
"""

import codecs
import re
import unicodedata

NAME = 80
"""Display names: worlds, places, characters, players, saves."""
IDENTIFIER = 120
"""Ids that a game chooses: players, entities, request ids."""
LABEL = 40
"""Short words: kinds of entities, emotions, languages."""
ERAS = 50
"""Eras of a world's calendar."""
HOURS_IN_DAY = 100
"""Hours into which a world's calendar divides a day."""
LANGUAGES = 50
"""Texts of one kind in several languages."""
VIEW = 500
"""A character's view of another; the description of a parameter."""
UTTERANCE = 2_000
"""One utterance of a player or character; authored lines too."""
MEMORY = 4_000
"""An observation, a whisper or a seed memory."""
DESCRIPTION = 4_000
"""Descriptions of worlds and places, and each prose field of a persona."""

BEATS = 20
"""Story beats of one character."""
BEAT_TURNS = 20
"""Turns within which a story beat may have to be told."""
NOTE = 500
"""Why an author made a correction."""
DEPENDENTS = 2_000
"""Records for which one correction may name what becomes of them."""
SECRET_TO = 50
"""People that one secret may name."""
FLAG = 63
"""Length of the name of a story flag."""

BATCH = 500
"""Observations in one request."""
WITNESSES = 500
"""Characters named as witnesses of one observation."""
PAGE = 500
"""Items on one page of a list."""
RECALLED = 100
"""Memories one recall may ask for."""
TREE_DEPTH = 16
"""Levels of evidence that one reflection tree may show."""

AFFORDANCES = 64
"""Actions offered in one scene; each takes tokens of the prompt."""
PARAMETERS = 16
"""Arguments of one affordance."""
OPTIONS = 64
"""Allowed values of a choice, or kinds of an entity argument."""
USES = 16
"""How often an affordance may be used in one turn."""
CIRCLE = 20
"""Members of one circle, and character turns that follow one utterance there."""
BEAT_MS = 60_000
"""Longest wait for a sign of being heard that a request may name, in milliseconds."""
TURN_MS = 120_000
"""The same for a whole turn."""
CLOCK_WAIT_MS = 50_000
"""Longest wait for characters to catch up with the clock, in milliseconds."""
WAIT = 86_400
"""Seconds of game time for which a circle may wait for a player."""
ENTITIES = 500
"""Entities of a scene that an argument may name."""

PLACES = 5_000
PLACE_DEPTH = 16
CAPACITY = 100_000
OBJECTS = 200
OWNERS = 100
STATE = 80
"""Length of an object's state, such as `burning`."""
BUDGET = 1_000_000_000
"""Calls, tokens, or units of money, per game day."""
AXES = 12
"""Axes of standings of a world; each is asked about when a relation is revised."""
AXIS = 10_000
"""Farthest value of an axis, either way."""
THRESHOLDS = 10
"""Thresholds of one axis."""
FADE_DAYS = 36_500
"""Game days after which an axis may begin to fade."""
CHARACTERS = 10_000
"""Characters of one file; those with a full persona reach `FILE_BYTES` before."""
INCLUDES = 100
"""Files that a world file includes, at any depth."""
SEED_MEMORIES = 2_000
GOALS = 20
RELATIONS = 200
LINES = 50
"""Greetings, and fallback lines, of one persona."""
AGE = 100_000
"""Years; a dragon is older than its author thinks."""

CHAPTER = 200_000
"""Length of one chapter of a book."""
CHAPTERS = 200
READERS = 500
"""Characters who have read one book."""
BOOKS = 1_000
"""Books of one world file."""
PASSAGES = 50
"""Passages that one query may ask for."""

SCENE_MEMBERS = 40
"""Members of one scene; each pair of principals may cost a talk, and each member a line."""
SCENE_CAMPS = 20
SCENE_RESOURCES = 100
SCENE_TOPICS = 20
"""Topics that one resource provides."""
SCENE_IMPACT = 9_999
"""Weight of one resource (AgentGroupChat: 9,999)."""
SCENE_TIES = 5_000
"""Relations of a scene, including those that are inferred."""
SCENE_ROUNDS = 20
CHAT_ROUNDS = 20
"""Chat rounds of one stage: lines of each side, or of every member."""
CANDIDATES = 60
BELIEFS = 50
"""Beliefs of one member."""
CALLS = 100_000
"""Model calls that one scene may make."""

FILE_BYTES = 4 * 1024 * 1024
FILE_DEPTH = 40
"""Nesting of lists and mappings in a file: two levels for each level of places, and some."""
FILE_PROBLEMS = 20
"""Problems of one file that are reported at once."""

FLAG_NAME = re.compile(rf"[a-z][a-z0-9_.-]{{0,{FLAG - 1}}}")

LANGUAGE_TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")

_KEY = re.compile(r"[!-~]([ -~]*[!-~])?")  # what an HTTP header and gRPC metadata can carry

# Line feed and tab are text. C1 controls and lone surrogates are not: the latter cannot be stored.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
# Windows-1252 bytes decoded as Latin-1, with what they stand for (browsers do the same). Five of
# the 32 bytes are undefined and map to an empty text.
_MEANT = {at: bytes((at,)).decode("cp1252", "ignore") for at in range(0x80, 0xA0)}


def flag_problem(name: str) -> str | None:
    """Return what is wrong with the name of a story flag; None if it is valid."""
    if FLAG_NAME.fullmatch(name) is not None:
        return None
    return (
        "must be a-z, 0-9, `_`, `.` and `-`, begin with a letter, and have at most "
        f"{FLAG} characters, such as `lens-found`"
    )


def language_problem(tag: str) -> str | None:
    """Return what is wrong with a language tag; None if it is valid."""
    if LANGUAGE_TAG.fullmatch(tag) is not None:
        return None
    return "must be a language tag, such as en or pt-BR"


def decoded(content: bytes) -> str:
    """Return the text of a file in UTF-8, or in UTF-16 with its byte order mark.

    Editors on Windows save both. Raises `UnicodeDecodeError`.
    """
    is_utf16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return content.decode("utf-16" if is_utf16 else "utf-8-sig")


def key_problem(key: str) -> str | None:
    """Return why no HTTP header can carry a key, without revealing it; None for one that can."""
    if not key or _KEY.fullmatch(key) is not None:
        return None
    odd = next((letter for letter in key if not " " <= letter <= "~"), "")
    if odd:
        found = f"has U+{ord(odd):04X} ({unicodedata.name(odd, 'a control character').lower()})"
    else:
        found = "begins or ends with a blank"
    return f"{found}; a key has plain ASCII characters only, with no blanks around it; copy it anew"


def control_character(text: str) -> int | None:
    """Return the position of the first character that is not text, or None."""
    found = _CONTROL.search(text)
    return None if found is None else found.start()


def cleaned(text: str) -> str:
    """Return a text with line feeds for carriage returns, and for C1 controls what they stand for.

    Games on Windows end lines with both; C1 controls are its quotes and dashes, misread.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if text.isascii() else text.translate(_MEANT)


def text_problem(
    text: str, longest: int, *, may_be_empty: bool = False, is_one_line: bool = False
) -> str | None:
    """Return what is wrong with a text and how to fix it; None if it is valid."""
    if text.isprintable() and 0 < len(text) <= longest and not text.isspace():
        return None  # the common case: no control character, no line break
    if not text.strip() and not may_be_empty:
        return "must not be empty; write some text"
    if len(text) > longest:
        return f"has {len(text):,} characters; shorten it to at most {longest:,}"
    at = control_character(text)
    if at is not None:
        return f"holds the control character U+{ord(text[at]):04X}; remove it"
    if is_one_line and ("\n" in text or "\t" in text):
        return "must be one line; remove the line break or tab"
    return None
