"""What of a line in a group chat is speech of one's own, and whether it says anything new."""

from collections.abc import Sequence

from npcserver.language import words
from npcserver.mind.checked import MOST_SENTENCES, own_speech
from npcserver.model.acting.material import Standpoint
from npcserver.model.group.moves import Spoke
from npcserver.model.small_talk import is_goodbye, repeats
from npcserver.prompts.errors import Unparseable
from npcserver.prompts.garbage import is_garbage
from npcserver.prompts.group_views import own_lines
from npcserver.prompts.runs import folded_words

REMEMBERED_LINES = 30
"""Lines of one's own that a new one must not repeat."""

_LONGEST_NAME = 4  # words; a candidate that is called by more is a sentence that can be said
_BETWEEN_NAMES = words("scenes", "between_names")


def own_words(text: str, stand: Standpoint, most: int = MOST_SENTENCES) -> str:
    """Return what of a line a member says itself: no name in front, no stage directions.

    What is said for other members, and all after it, is left out; empty when nothing remains.
    """
    names = [one.name for one in stand.script.members]
    return own_speech(text, stand.member.name, names, stand.script.language, most)


def speech(
    text: str, stand: Standpoint, unsaid: Sequence[str] = (), most: int = MOST_SENTENCES
) -> str:
    """Return a line in a member's own words, or raise `Unparseable` where it is none.

    Small models put a name there, or copy what they meant to do: `unsaid` are such texts, which
    are thought and never said, and so is what the member wants.
    """
    say = own_words(text, stand, most)
    if not say or is_garbage(say):
        raise Unparseable("there are no words of one's own in it")
    if _is_name(say, stand):
        raise Unparseable("it is a name and nothing else; write what is said aloud")
    thought = (*unsaid, stand.member.goal, stand.member.private)
    if repeats(say, [one for one in thought if one]):
        raise Unparseable("it tells what is meant or wanted; write what is said aloud")
    return say


def fresh_words(
    text: str, stand: Standpoint, talk: Sequence[Spoke] = (), unsaid: Sequence[str] = ()
) -> str:
    """Return a line in a member's own words, or raise `Unparseable` where it says nothing new.

    In a talk of two, what the other has said is not said back. See `speech` for `unsaid`.
    """
    say = speech(text, stand, unsaid)
    if repeats(say, own_lines(stand, talk)[:REMEMBERED_LINES]):
        raise Unparseable("it repeats a line said before; say something new")
    heard = [one.text for one in talk if one.talk and one.member != stand.member.id]
    if repeats(say, heard) and not is_goodbye(say, stand.script.language):
        raise Unparseable("it echoes what the other has said")
    return say


def _is_name(say: str, stand: Standpoint) -> bool:
    """Say whether there is nothing in it but names of members or candidates."""
    script = stand.script
    named = [one.name for one in script.members] + [one.name for one in script.ballot.candidates]
    found = [words for name in named if len(words := folded_words(name)) <= _LONGEST_NAME]
    spoken = set(folded_words(say)) - _BETWEEN_NAMES
    return spoken <= {word for words in found for word in words}
