"""Plays a program with the Python client: `python -m …play_python grpc|connect FILE`.

The channels and errors are those of `npcclient`, the messages those of `npcserver.v1`.
"""

import asyncio
import importlib
import json
import sys
import time
from pathlib import Path
from typing import Any

import grpc
from google.protobuf import json_format
from google.protobuf.empty_pb2 import Empty
from google.protobuf.message import Message
from npcclient import errors
from npcclient.channel import Entry, open_channel
from npcclient.tokens import Credential

from tests.conformance.facts import read
from tests.conformance.runners import Failure, Program, StepResult, Transcript
from tests.conformance.runners.game_python import GamePlayer
from tests.conformance.schema import message_class, method, own_enums
from tests.conformance.values import Kept

_GENEROUS = 60.0


class Player:
    """Plays cases over one transport."""

    def __init__(self, transport: str, program: Program) -> None:
        self._is_grpc = transport == "grpc"
        self._target = program["grpc"] if self._is_grpc else program["http"]
        self._key = program["key"]
        self._channels: dict[str, grpc.aio.Channel] = {}

    async def play(self, case: dict[str, Any]) -> Transcript:
        """Play one case, of either list."""
        if "do" in case["steps"][0]:
            return await GamePlayer(self._target, self._key).play(case)
        kept = Kept()
        steps = [await self._step(step, kept) for step in case["steps"]]
        return {"name": case["name"], "steps": steps}

    async def close(self) -> None:
        """Close what was opened."""
        for channel in self._channels.values():
            await channel.close()

    async def _step(self, step: dict[str, Any], kept: Kept) -> StepResult:
        await asyncio.sleep(step.get("pauseMs", 0) / 1000)
        if "enum" in step:
            return {"id": step["id"], "facts": _constants(step), "error": None}
        if "decode" in step:
            message = self._decoded(step)
            facts = [read(message, path) for path in step["facts"]]
            shown = json_format.MessageToDict(message)
            return {"id": step["id"], "messages": [shown], "facts": facts, "error": None}
        result: StepResult = {"id": step["id"], "messages": [], "error": None}
        called = method(step["method"])
        request = message_class(called.input_type.full_name)() if called else Empty()
        try:
            json_format.ParseDict(kept.filled(step["request"]), request)
        except json_format.ParseError as error:
            result["error"] = _refused(str(error))
            return result
        try:
            await self._called(step, request, kept, result)
        except grpc.aio.AioRpcError as error:
            result["error"] = _failure(errors.from_call(error))
        return result

    async def _called(
        self, step: dict[str, Any], request: Message, kept: Kept, result: StepResult
    ) -> None:
        channel = self._channel(step.get("key", self._key))
        seconds = step["timeoutMs"] / 1000 if "timeoutMs" in step else _GENEROUS
        path, encode = f"/{step['method']}", type(request).SerializeToString
        called = method(step["method"])
        decode = (
            message_class(called.output_type.full_name).FromString if called else Empty.FromString
        )
        if called is None or not called.server_streaming:
            if path.endswith("/Interrupt"):
                result["askedAtMs"] = _now()
            answer = channel.unary_unary(path, encode, decode)(request, timeout=seconds)
            self._took(await answer, step, kept, result)
            return
        call = channel.unary_stream(path, encode, decode)(request, timeout=seconds)
        async for message in call:
            self._took(message, step, kept, result)
            count = len(result["messages"])
            if count == step.get("stopAfter"):
                result["askedAtMs"] = _now()
                call.cancel()
                return
            if count == step.get("during", {}).get("after"):
                result["during"] = await self._step(step["during"]["step"], kept)

    def _took(self, message: Message, step: dict[str, Any], kept: Kept, result: StepResult) -> None:
        shown = json_format.MessageToDict(message)
        result["messages"].append(shown)
        kept.keep(step.get("keep", {}), shown)

    def _decoded(self, step: dict[str, Any]) -> Message:
        message = message_class(step["decode"])()
        if self._is_grpc:
            message.ParseFromString(bytes.fromhex(step["hex"]))
        else:
            json_format.Parse(step["json"], message, ignore_unknown_fields=True)
        return message

    def _channel(self, key: str) -> grpc.aio.Channel:
        if key not in self._channels:
            self._channels[key] = open_channel(self._target, Entry(credential=Credential(key)))
        return self._channels[key]


def _constants(step: dict[str, Any]) -> list[int]:
    """Return the constants of an enum as a game has them: from the module that declares it."""
    kind = next(kind for kind in own_enums() if kind.full_name == step["enum"])
    module = importlib.import_module(kind.file.name.replace("/", ".").replace(".proto", "_pb2"))
    return [getattr(getattr(module, kind.name), name) for name in step["facts"]]


def _now() -> float:
    return time.time() * 1000


def _failure(error: errors.NpcError) -> Failure:
    return {
        "code": error.code.name.lower(),
        "reason": error.reason,
        "message": error.message,
        "metadata": dict(error.metadata),
    }


def _refused(message: str) -> Failure:
    return {"code": "invalid_argument", "reason": "", "message": message, "metadata": {}}


async def _main(transport: str, program: Program) -> None:
    player = Player(transport, program)
    for case in program["cases"]:
        print("CASE", json.dumps(await player.play(case)), flush=True)
    await player.close()
    print("DONE")


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1], json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))))
