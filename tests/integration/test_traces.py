"""A turn is one trace through all layers, below the caller's and above the model's."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import npcclient
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from npcserver import bootstrap
from npcserver.adapters.telemetry.traces import OtelTracer
from npcserver.aio import until
from npcserver.model.errors import ModelTooSlow
from npcserver.ports.observer import outgoing_headers, span, traced_by
from npcserver.v1 import play_service_pb2
from npcserver.v1.play_service_pb2_grpc import PlayServiceStub
from tests.fakes.channels import insecure_channel
from tests.fakes.model_servers import NAME, SAID, serve_model
from tests.fakes.running_server import INN_FILE, MIRA, server_settings

CALLER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
WORDS = "Have you seen my grey lantern?"
TALK = {"first_word_seconds": 30.0, "between_words_seconds": 30.0, "total_seconds": 60.0}


@contextmanager
def recorded() -> Iterator[InMemorySpanExporter]:
    """Give what is traced in this process while the block runs."""
    spans = InMemorySpanExporter()
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(spans))
    with traced_by(OtelTracer(provider)):
        yield spans
    provider.shutdown()


@asynccontextmanager
async def inn(
    folder: Path, address: str, **more: object
) -> AsyncGenerator[tuple[bootstrap.RunningServer, npcclient.NpcClient, str], None]:
    chosen = server_settings(
        f"sqlite:///{folder / 'npc.db'}",
        folder,
        model={"name": f"openai:{NAME}", "base_url": address},
        dialogue=TALK,
        cognition={"workers": 0},
        **more,
    )
    async with (
        bootstrap.running(chosen) as here,
        npcclient.connect(f"127.0.0.1:{here.port}") as npc,
    ):
        await here.importing.put(INN_FILE)
        yield here, npc, (await npc.timelines.start(INN_FILE.world.id)).timeline_id


async def say(port: int, timeline: str, *metadata: tuple[str, str]) -> None:
    asked = play_service_pb2.SayRequest(timeline_id=timeline, character_id=MIRA, text=WORDS)
    asked.speaker.id, asked.speaker.name = "ann", "Ann"
    async with insecure_channel(f"127.0.0.1:{port}") as channel:
        stub = PlayServiceStub(channel)
        async for _ in stub.Say(asked, metadata=metadata, timeout=60):
            pass


def named(spans: InMemorySpanExporter, name: str) -> ReadableSpan:
    (found,) = (one for one in spans.get_finished_spans() if one.name == name)
    return found


def above(one: ReadableSpan) -> int:
    assert one.parent is not None
    return one.parent.span_id


async def test_a_turn_is_one_trace_through_all_layers(tmp_path: Path) -> None:
    """Each layer's span lies in that of the turn, the turn in the caller's."""
    async with serve_model("plain") as llm, inn(tmp_path, llm.base_url) as (here, _, timeline):
        with recorded() as spans:
            await say(here.port, timeline, ("traceparent", CALLER))

    turn = named(spans, "turn")
    assert f"{turn.context.trace_id:032x}" == CALLER.split("-")[1]
    assert f"{above(turn):016x}" == CALLER.split("-")[2]
    for name in ("context", "prompt", "model call", "commit"):
        assert above(named(spans, name)) == turn.context.span_id, name
    for name in ("embed", "recall"):
        assert above(named(spans, name)) == named(spans, "context").context.span_id, name
    assert {one.context.trace_id for one in spans.get_finished_spans()} == {turn.context.trace_id}
    told = dict(turn.attributes or {})
    assert told["npcserver.outcome"] == "completed"
    assert told["npcserver.rung"] == "primary"
    asked = next(head for head in llm.headers if "traceparent" in head.lower())
    call = named(spans, "model call").context
    assert f"00-{call.trace_id:032x}-{call.span_id:016x}-01" in asked


async def test_a_trace_holds_nothing_that_anybody_says_or_reads(tmp_path: Path) -> None:
    """Names, attributes and events have neither the player's words, the prompt nor the answer."""
    async with serve_model("plain") as llm, inn(tmp_path, llm.base_url) as (here, _, timeline):
        with recorded() as spans:
            await say(here.port, timeline)

    assert len(spans.get_finished_spans()) >= 6
    for one in spans.get_finished_spans():
        assert not one.events
        text = f"{one.name} {dict(one.attributes or {})} {one.status.description}"
        for secret in (WORDS, "lantern", "Ann", "cellar", "innkeeper", *SAID.split(", ")):
            assert secret not in text


async def test_a_failure_is_named_and_its_message_kept_out(tmp_path: Path) -> None:
    """An error ends its span with its type; what it says may be what a model wrote."""
    with recorded() as spans, pytest.raises(ModelTooSlow), span("model call"):
        raise ModelTooSlow("the model said: my secret is")

    call = named(spans, "model call")
    assert dict(call.attributes or {}) == {"error.type": "ModelTooSlow"}
    assert not call.status.is_ok
    assert not call.events
    assert call.status.description is None


async def test_a_span_in_a_generator_may_end_in_another_task() -> None:
    """A generator that each step of another task takes, as `until` does, leaves no span open."""

    async def spoken() -> AsyncGenerator[int, None]:
        with span("turn"):
            for number in range(3):
                with span("model call"):
                    yield number

    with recorded() as spans:
        numbers = [number async for number in until(asyncio.Event(), spoken())]
        with span("job"):
            pass

    assert numbers == [0, 1, 2]
    assert [one.name for one in spans.get_finished_spans()] == ["model call"] * 3 + ["turn", "job"]
    assert named(spans, "job").parent is None


def test_without_a_tracer_there_is_nothing_to_send() -> None:
    """No headers are added, and spans accept attributes all the same."""
    with span("turn") as one:
        one.set(outcome="completed")

    assert outgoing_headers() == {}


@contextmanager
def collector() -> Iterator[tuple[str, list[str]]]:
    """Give the address of a collector over HTTP, and the names of the spans that it got."""
    names: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
                for scope in resource.scope_spans:
                    names.extend(one.name for one in scope.spans)
            self.send_response(200)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1/traces", names
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


async def test_a_collector_gets_the_trace(tmp_path: Path) -> None:
    """With `tracing.endpoint` spans arrive over OTLP, at the latest when the server ends."""
    with collector() as (endpoint, names):
        async with serve_model("plain") as llm:
            chosen = {"tracing": {"endpoint": endpoint}}
            async with inn(tmp_path, llm.base_url, **chosen) as (here, _, timeline):
                await say(here.port, timeline)

    assert {"turn", "context", "embed", "recall", "prompt", "model call", "commit"} <= set(names)


async def test_a_share_of_nothing_traces_only_what_is_traced_already(tmp_path: Path) -> None:
    """A game that traces a call gets the turn; others cost nothing."""
    with collector() as (endpoint, names):
        async with serve_model("plain") as llm:
            chosen = {"tracing": {"endpoint": endpoint, "share": 0.0}}
            async with inn(tmp_path, llm.base_url, **chosen) as (here, _, timeline):
                await say(here.port, timeline)
                await say(here.port, timeline, ("traceparent", CALLER))

    assert names.count("turn") == 1


_WITHOUT_THE_EXTRA = """
import asyncio, sys
sys.modules["opentelemetry.sdk"] = None
from pathlib import Path
from npcserver import bootstrap
from npcserver.model.errors import InvalidInput
from tests.fakes.running_server import server_settings

async def main():
    folder = Path(sys.argv[1])
    traced = {"endpoint": "http://127.0.0.1:4318/v1/traces"}
    chosen = server_settings(f"sqlite:///{folder / 'npc.db'}", folder, tracing=traced)
    try:
        async with bootstrap.running(chosen, serve=False):
            print("runs")
    except InvalidInput as error:
        print(error.message)

asyncio.run(main())
"""


def test_without_the_extra_the_server_says_what_to_install(tmp_path: Path) -> None:
    """Asking for traces without OpenTelemetry ends with one sentence, not a traceback."""
    root = Path(__file__).resolve().parents[2]
    run = subprocess.run(
        [sys.executable, "-c", _WITHOUT_THE_EXTRA, str(tmp_path)],
        cwd=root,
        env={"PYTHONPATH": f"{root}:{root / 'clients' / 'python'}", "NPCSERVER_CONFIG": os.devnull},
        capture_output=True,
        text=True,
        check=False,
    )

    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("tracing.endpoint: traces need OpenTelemetry; pip install")
