"""`npcserver models pull`."""

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

from npcserver.adapters.llm import weights
from npcserver.config import Settings


async def pull(settings: Settings) -> None:
    """Fetch the small model, with a bar, and say how to use it."""
    console = Console(highlight=False, markup=False, soft_wrap=True)
    columns = (TextColumn("Fetching"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("weights", total=weights.DOWNLOAD_BYTES)

        def show(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        path = await weights.pull(settings.data / "models", show)
    console.print(f"Pulled {path}")
    console.print(
        "`npcserver play` uses it when nothing better runs on this machine; it needs "
        "pip install 'npcserver[local]'.",
        style="dim",
    )
