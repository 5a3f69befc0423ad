"""`npcserver reembed`."""

from rich.console import Console

from npcserver import bootstrap
from npcserver.cli.progress import progress_bar
from npcserver.cli.world_import import quietly_running
from npcserver.config import Settings


async def reembed(settings: Settings) -> None:
    """Embed everything with the embedder of the settings, and show how far it is."""
    bootstrap.require_unused(settings)
    # Workers would think meanwhile, and ask a model.
    settings = settings.changed(cognition={"workers": 0})
    console = Console(highlight=False, markup=False, soft_wrap=True)
    async with quietly_running(settings) as here:
        with progress_bar(Console(stderr=True)) as progress:
            task = progress.add_task("Embedding")
            async for done, total in here.vectors.run():
                progress.update(task, completed=done, total=total)
        console.print(f"All memories and books have vectors of {here.embedder.name}.")
