"""Casting: what a scene file leaves to the characters of the world."""

import pytest

from npcserver.adapters.files import parse_scene
from npcserver.app.group.casting import completed
from npcserver.model.errors import InvalidInput
from npcserver.model.group.script import Script
from tests.fakes.memory_store import MemoryStore
from tests.fakes.stage import WORLD, set_up

SCENE = """\
format: npcserver/scene/1
scene: {premise: One loaf is left.}
members:
  - {character: mira}
  - {name: Bob}
"""


async def cast(text: str) -> Script:
    store = MemoryStore()
    await set_up(store)
    async with store.read() as reader:
        return await completed(reader, WORLD, parse_scene(text, "loaf.yaml"))


async def test_who_is_cast_brings_a_name() -> None:
    """A file may leave it out, and it stands on the ballot too."""
    script = await cast(SCENE)

    assert [member.name for member in script.members] == ["Mira", "Bob"]
    assert [one.name for one in script.ballot.candidates] == ["Mira", "Bob"]


async def test_what_the_file_says_stays() -> None:
    """A name of the scene's own is not overwritten, nor is anything made public."""
    script = await cast(SCENE.replace("{character: mira}", "{character: mira, name: The Queen}"))

    assert [one.name for one in script.ballot.candidates] == ["The Queen", "Bob"]
    assert script.members[0].public == ""


async def test_who_is_not_in_the_world_cannot_be_cast() -> None:
    """The message names the member whom nobody can play."""
    with pytest.raises(InvalidInput, match=r"there is no character 'nobody-here'") as caught:
        await cast(SCENE.replace("character: mira", "character: nobody-here"))

    assert caught.value.field == "members[0].character"
