"""The process that holds a GGUF model: llama.cpp's own server, on loopback, behind a key.

    python -m npcmodels.embedded_server --model X.gguf --port 0

It reads the key from the first line of its standard input, prints `listening URL` once the model
is loaded, and ends when its standard input ends: so it never outlives the process that started it.
"""

import argparse
import os
import sys
import threading
from pathlib import Path

_BATCH = 128
"""Tokens that are read before the server checks whether a call was cancelled. Larger batches read
no faster on processors, and delay a player while another call's prompt is read."""


def main() -> None:
    """Load the model and serve it until standard input ends."""
    options = _options()
    key = sys.stdin.readline().strip()
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    if not options.model.is_file():
        sys.exit(
            f"no file {options.model}; put it back, or set model.name or model.gguf to another"
        )

    from xllamacpp import CommonParams, Server  # noqa: PLC0415 - 100 MB, after all checks

    params = CommonParams()
    params.model.path = str(options.model)
    params.hostnames = ["127.0.0.1"]
    params.port = options.port
    params.n_ctx = options.context * options.slots  # divided among the slots
    params.n_parallel = options.slots
    params.cache_ram_mib = options.cache_mib
    params.n_batch = params.n_ubatch = _BATCH
    params.cpuparams.n_threads = options.threads
    params.cpuparams_batch.n_threads = options.threads
    params.verbosity = -1
    params.warmup = False
    if key:
        params.api_keys = [key]
    server = Server(params)
    print(f"listening {server.listening_address}", flush=True)  # noqa: T201 - the protocol
    threading.Event().wait()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, required=True, help="a GGUF file")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument(
        "--context", type=int, default=4096, help="tokens of prompt and answer of a slot"
    )
    parser.add_argument("--slots", type=int, default=1, help="calls side by side")
    parser.add_argument("--cache-mib", type=int, default=0, help="memory for prompts of before")
    parser.add_argument("--threads", type=int, default=1, help="threads of computation")
    return parser.parse_args()


def _leave_with_parent() -> None:
    while sys.stdin.read(4096):
        pass
    os._exit(0)  # native threads would survive a normal exit


if __name__ == "__main__":
    main()
