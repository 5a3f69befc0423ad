"""A real Prometheus with the rules of `deploy/`, beside servers."""

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import yaml

from tests.engines.home import ROOT
from tests.engines.ports import two_free

RULES = ROOT / "deploy" / "prometheus"
SCRAPE_SECONDS = 2


@contextmanager
def watching(folder: Path, targets: Sequence[str]) -> Iterator[str]:
    """Run it, and yield its address; an empty one where this machine has no Prometheus."""
    if not shutil.which("prometheus"):
        yield ""
        return
    shutil.copy(RULES / "alerts.yml", folder)
    settings = yaml.safe_load((RULES / "prometheus.yml").read_text(encoding="utf-8"))
    settings["global"]["scrape_interval"] = f"{SCRAPE_SECONDS}s"
    settings["scrape_configs"][0]["static_configs"][0]["targets"] = list(targets)
    config = folder / "prometheus.yml"
    config.write_text(yaml.safe_dump(settings), encoding="utf-8")
    address = f"127.0.0.1:{two_free()[0]}"
    command = ["prometheus", f"--config.file={config}", f"--storage.tsdb.path={folder / 'data'}"]
    with (folder / "prometheus.log").open("wb") as log:
        process = subprocess.Popen(
            [*command, f"--web.listen-address={address}"], stdout=log, stderr=log
        )
    try:
        yield f"http://{address}"
    finally:
        process.terminate()
        process.wait()
