"""Asking a model for a whole answer."""

from contextlib import aclosing

from npcserver.model.errors import ModelTruncated
from npcserver.ports.language_model import Finished, LanguageModel, Request


async def complete(
    model: LanguageModel, request: Request, so_far: list[str] | None = None
) -> tuple[str, Finished]:
    """Return the whole answer to `request` and what it cost; raises a `ModelFault`.

    `so_far` takes the fragments as they come, for those who can use a broken-off answer.
    """
    text = [] if so_far is None else so_far
    async with aclosing(model.generate(request)) as fragments:
        async for fragment in fragments:
            if isinstance(fragment, Finished):
                return "".join(text), fragment
            text.append(fragment)
    raise ModelTruncated("the answer ended without saying that it was finished")
