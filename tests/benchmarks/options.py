"""Command lines of benchmarks."""

import argparse
import logging

import structlog


def read_options(description: str | None, **defaults: float | str) -> argparse.Namespace:
    """Return the options of a command line: `--json`, and one of each name with its default."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    for name, default in defaults.items():
        parser.add_argument(f"--{name}", type=type(default), default=default)
    return parser.parse_args()


def quieten_log() -> None:
    """Log errors alone: the log of background work would stand between the figures."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
