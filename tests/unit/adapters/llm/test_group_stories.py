"""The longest story without a model: whom principals court, and whom others come to back."""

from collections import Counter

from npcserver.adapters.files.scene_file import load_scene, shipped_scenes
from npcserver.model.group.moves import Chose
from npcserver.model.group.script import Rank
from tests.fakes.scene_scripts import play_script
from tests.unit.adapters.llm.group_scenes import Actor


def test_supporting_members_come_to_back_somebody_and_not_all_court_one() -> None:
    """Which is what influence is for; and it keeps within its calls."""
    chat = play_script(load_scene(shipped_scenes()["succession"]), Actor(), seed=1)

    supporting = [one.id for one in chat.script.members if one.rank is Rank.SUPPORTING]
    chosen: dict[tuple[int, str], Counter[str]] = {}
    for _, move in chat.moves:
        if isinstance(move, Chose) and move.partner:
            chosen.setdefault((move.round, move.stage), Counter())[move.partner] += 1
    assert sum(bool(chat.backs(one)) for one in supporting) >= len(supporting) // 2
    assert all(len(partners) > 1 for partners in chosen.values())
    assert chat.effort.calls <= 250
