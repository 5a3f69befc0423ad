"""`npcserver bench first-word` tells what a model has to read, cold and read ahead."""

import pytest

from npcbench import first_word
from npcserver.model.errors import NotPossibleNow
from tests.fakes.model_servers import NAME, serve_prompt_reading


async def test_a_round_has_a_cold_prompt_and_one_that_was_read_ahead() -> None:
    """In the same run, with prompts that begin otherwise, so that none finds the other cached."""
    async with serve_prompt_reading() as llm:
        result = await first_word.run(
            model=f"openai:{NAME}", base_url=llm.base_url, rounds=1, progress=lambda _: None
        )

    figures = result["figures"]
    assert isinstance(figures, dict)
    assert figures["cold_cached_tokens"] < 0.1 * figures["cold_prompt_tokens"]
    assert figures["resumed_cold_cached_tokens"] < 0.1 * figures["resumed_cold_prompt_tokens"]
    assert (
        figures["resumed_read_ahead_cached_tokens"]
        > 0.65 * figures["resumed_read_ahead_prompt_tokens"]
    )
    assert figures["read_ahead_cached_tokens"] > 0.6 * figures["read_ahead_prompt_tokens"]


async def test_a_model_that_reads_nothing_ahead_is_refused() -> None:
    """With what to do instead."""
    with pytest.raises(NotPossibleNow, match="name a local model"):
        await first_word.run(model="offline", base_url=None, rounds=1, progress=lambda _: None)
