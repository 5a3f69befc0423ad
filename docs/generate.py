"""Write docs/api.md from the protos, and the tables of other pages from the code.

The settings are in docs/operations.md, metrics and alerts in docs/metrics.md, the options of
clients in docs/conformance.md. `worlds/world.schema.json` is made of the parser of world files.

Run from the root of the checkout as `python -m docs.generate`; with `--check` it only says whether
they are up to date.
"""

import pathlib
import sys

from docs import api_reference, metrics_table, settings_table, world_schema
from tests.conformance import options
from tests.conformance.table import put_into

DOCS = pathlib.Path(__file__).resolve().parent


def pages() -> dict[pathlib.Path, str]:
    """Return what each generated page should hold."""
    operations, metrics = DOCS / "operations.md", DOCS / "metrics.md"
    conformance = DOCS / "conformance.md"
    worlds = (DOCS / "world-files.md").read_text(encoding="utf-8")
    return {
        DOCS / "api.md": api_reference.page(DOCS.parent / "proto"),
        operations: settings_table.put_into(operations.read_text(encoding="utf-8")),
        metrics: metrics_table.put_into(metrics.read_text(encoding="utf-8")),
        conformance: put_into(
            conformance.read_text(encoding="utf-8"), options.markdown(), options.BEGIN, options.END
        ),
        DOCS.parent / "worlds" / "world.schema.json": world_schema.text(worlds),
    }


def main() -> None:
    """Write the pages, or compare them with what is there."""
    stale = {
        page: text
        for page, text in pages().items()
        if not page.exists() or page.read_text(encoding="utf-8") != text
    }
    if "--check" in sys.argv and stale:
        names = ", ".join(page.name for page in stale)
        raise SystemExit(f"docs not up to date: {names}; run: make docs")
    for page, text in stale.items():
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
