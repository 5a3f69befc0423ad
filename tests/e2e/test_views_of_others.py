"""What a character makes of others, as its designer and its prompts see it."""

from pathlib import Path

import pytest
from npcclient import connect

from npcbench.scripted_model import ScriptedLanguageModel
from npcserver.adapters.llm.offline import OfflineActor
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import LanguageModel, Request
from tests.conftest import NewDatabase
from tests.fakes.running_server import ADA, open_village, role, village_file

VIEW = (
    '{"affinity": 2, "trust": 1, "familiarity": 3, "beliefs": [], "feeling": "joy",'
    ' "view": "Ada Lund likes Ann, and Ada trusts her."}'
)


def thirdly(request: Request) -> str | None:
    """Write of Ada in the third person, as models do."""
    return VIEW if request.purpose is Purpose.RELATE else None


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("model", [OfflineActor(), ScriptedLanguageModel(thirdly)])
async def test_ones_own_view_is_in_the_second_person(
    new_migrated_sqlite: NewDatabase, tmp_path: Path, model: LanguageModel, language: str
) -> None:
    """Also the reason for the mood, with the offline actor and with a model."""
    ada = role(ADA, name="Ada Lund", language=language)
    url = new_migrated_sqlite()
    async with (
        open_village(
            url, tmp_path, model, village_file(ada), serve=True, lull_seconds=0.0
        ) as brook,
        connect(f"127.0.0.1:{brook.here.port}") as npc,
    ):
        said = "Good day! I have brought you a wonderful present, dear friend."
        async for _ in npc.play.say(brook.timeline_id, ADA, said, speaker="Ann"):
            pass
        await brook.game.settle()
        mind = await npc.characters.mind(brook.timeline_id, ADA)

    (standing,) = [one for one in mind.relations if one.other_name == "Ann"]
    assert "Ada" not in standing.view + mind.mood.why
    assert "you" in standing.view.casefold() or "你" in standing.view or "your" in standing.view
