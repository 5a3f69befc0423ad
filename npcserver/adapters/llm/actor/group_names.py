"""What members of a group chat call each other, and how names are found in texts."""

import re
from collections.abc import Mapping

from npcserver.adapters.llm.actor.group_bank import is_wide
from npcserver.model.group.script import Script

_SHORTEST = 2


def parts(name: str) -> tuple[str, ...]:
    """Return the whole name, then its first and its last part where these are names too."""
    found = [one for one in (name.split()[:1] + name.split()[-1:]) if _is_name(one)]
    return tuple(dict.fromkeys((name, *(found if " " in name else ()))))


def called(script: Script) -> Mapping[str, str]:
    """Return what each member is called: the part of the name that the scene uses most.

    A part that two members share names neither of them.
    """
    return {one.id: _called(script, one.name) for one in script.members}


def patterns(script: Script) -> Mapping[str, re.Pattern[str]]:
    """Return a pattern for each member that finds any part of the name that is only theirs."""
    return {one.id: _finding(_own_parts(script, one.name)) for one in script.members}


def _called(script: Script, name: str) -> str:
    text = " ".join((script.premise, script.opening, *_texts(script)))
    short = [one for one in _own_parts(script, name) if one != name]
    return max(short, key=lambda one: len(_finding((one,)).findall(text)), default=name)


def _texts(script: Script) -> list[str]:
    publics = [one.public for one in script.members]
    return [*publics, *(held.text for one in script.members for held in one.beliefs)]


def _own_parts(script: Script, name: str) -> tuple[str, ...]:
    others = {part for one in script.members if one.name != name for part in parts(one.name)}
    return tuple(one for one in parts(name) if one == name or one not in others)


def _is_name(part: str) -> bool:
    return len(part) > _SHORTEST and part.isalpha() and part[0].isupper() and part != "The"


def _finding(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern that finds any of some names, as whole words where words have spaces."""
    found = [
        re.escape(name) if is_wide(name) else rf"(?<!\w){re.escape(name)}(?!\w)"
        for name in names
        if name
    ]
    return re.compile("|".join(found) or r"(?!)")
