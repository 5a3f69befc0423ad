"""Which texts of a scene file are longer than prompts have room for, and how much of each is shown.

It asks the views that prompts are made of, so it cannot say anything else than they do.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from npcserver.model.acting.material import Standpoint
from npcserver.model.group.course import votes_on_all
from npcserver.model.group.script import Member, Script, Stage
from npcserver.prompts.group_scene import PROMPT_TOKENS, scene_view
from npcserver.prompts.group_views import stand_view
from npcserver.prompts.spoken import neutralised

_WHOLE = 1_000_000
"""Characters that no text of a scene file has."""
IN_VOTES = "in votes on all knowledge"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """A text, or a list, that is shown in part.

    `path` names it as messages about scene files do; `shown` of `length` are characters, of a list
    its items (`is_list`). `where` says in which prompts; empty for all of them.
    """

    path: str
    shown: int
    length: int
    is_list: bool = False
    where: str = ""


def cuts(script: Script, tokens: int = PROMPT_TOKENS) -> tuple[Cut, ...]:
    """Return every text and list of a scene that prompts show in part, in the file's order."""
    found = [*_of_scene(script, tokens)]
    for at, member in enumerate(script.members):
        found += _of_member(script, member, f"members[{at}]", tokens)
    return tuple(found)


def _of_scene(script: Script, tokens: int) -> Iterator[Cut]:
    view = scene_view(script, tokens)
    yield from _cut("scene.premise", script.premise, view.premise)
    yield from _cut("scene.opening", script.opening, view.opening)
    for at, (camp, shown) in enumerate(zip(script.camps, view.camps, strict=True)):
        yield from _cut(f"camps[{at}].aim", camp.aim, shown.aim)
    for at, (resource, owned) in enumerate(zip(script.resources, view.resources, strict=True)):
        path = f"resources[{at}]"
        yield from _cut(f"{path}.description", resource.description, owned.description)
        for number, (topic, told) in enumerate(zip(resource.topics, owned.topics, strict=False)):
            yield from _cut(f"{path}.topics[{number}]", topic, told)
        yield from _shortened(f"{path}.topics", len(resource.topics), len(owned.topics))
    yield from _cut("ballot.question", script.ballot.question, view.question)
    for at, (member, seen) in enumerate(zip(script.members, view.members, strict=True)):
        yield from _cut(f"members[{at}].public", member.public, seen.public)


def _of_member(script: Script, member: Member, path: str, tokens: int) -> Iterator[Cut]:
    view = stand_view(_standpoint(script, member), tokens=tokens)
    yield from _cut(f"{path}.scratch", member.scratch, view.me.scratch)
    yield from _cut(f"{path}.goal", member.goal, view.me.goal)
    yield from _cut(f"{path}.private", member.private, view.me.private)
    shown = {one.key: one.text for one in view.beliefs}
    for at, belief in enumerate(member.beliefs):
        if belief.topic in shown:
            yield from _cut(f"{path}.beliefs[{at}].text", belief.text, shown[belief.topic])
    yield from _shortened(f"{path}.beliefs", len(member.beliefs), len(shown))
    others = [one for one in script.members if one.id != member.id]
    if others and votes_on_all(script):
        judged = stand_view(_standpoint(script, others[0], knows_all=True), tokens=tokens)
        own_name = view.me.name
        for hidden in (one for one in judged.hidden if one.name == own_name):
            yield from _cut(f"{path}.goal", member.goal, hidden.goal, IN_VOTES)
            yield from _cut(f"{path}.private", member.private, hidden.private, IN_VOTES)


def _standpoint(script: Script, member: Member, *, knows_all: bool = False) -> Standpoint:
    return Standpoint(
        script=script,
        member=member,
        round=1,
        stage=Stage.SETTLEMENT,
        beliefs=member.beliefs,
        knows_all=knows_all,
    )


def _cut(path: str, text: str, shown: str, where: str = "") -> Iterator[Cut]:
    whole = neutralised(text, _WHOLE)
    if shown != whole:
        kept = len(shown.removesuffix("\N{HORIZONTAL ELLIPSIS}"))
        yield Cut(path=path, shown=kept, length=len(whole), where=where)


def _shortened(path: str, length: int, shown: int) -> Iterator[Cut]:
    if shown < length:
        yield Cut(path=path, shown=shown, length=length, is_list=True)
