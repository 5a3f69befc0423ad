"""What a line passed on is taken from the recording, since a replay embeds nothing."""

from npcmodels.scripted import ScriptedThinker
from npcserver.memory.score_profiles import DEFAULT
from npctools.replay.recorded_runtime import RecordedThoughtRuntime
from tests.fakes.prompt_inputs import mill_memory


async def test_a_line_passes_on_what_it_passed_on_then() -> None:
    """Of the memories that its speaker names, those of the recorded line; of others none."""
    named = [mill_memory(seq, f"The weir broke {seq} times.") for seq in (3, 5, 8)]
    runtime = RecordedThoughtRuntime(
        ScriptedThinker(()), (), DEFAULT, is_over_budget=False, told_on={5, 9}
    )

    told = await runtime.told("The weir broke.", named, ())

    assert [one.seq for one in told] == [5]
    assert await runtime.told("The weir broke.", (), ()) == ()
