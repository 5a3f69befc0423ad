"""C# classes of services: one typed method for each RPC that an engine can make."""

from collections.abc import Iterable, Iterator

from google.protobuf.descriptor_pb2 import MethodDescriptorProto, ServiceDescriptorProto

from proto.csharp.protos import SERVICE, SERVICE_METHOD, ProtoFile, summary

NAMES = {
    "Access": "Access",
    "Play": "Play",
    "Lore": "Lore",
    "Memory": "Memories",
    "Server": "Server",
    "Spending": "Spending",
}
CANCEL = "CancellationToken cancel = default(CancellationToken)"


def classes(file: ProtoFile) -> Iterator[str]:
    """Yield the clients of all services of a file, one indentation deep."""
    for number, service in enumerate(file.described.service):
        yield from _service(file, service, number)


def property_name(service: str) -> str:
    """`TimelineService` → `Timelines`, as which a client has it."""
    name = service.removesuffix("Service")
    return NAMES.get(name, f"{name}s")


def client_properties(owner: str, files: Iterable[ProtoFile]) -> Iterator[str]:
    """Yield the part of a class that holds a client of each service."""
    names = [service.name for file in files for service in file.described.service]
    yield f"    public sealed partial class {owner}"
    yield "    {"
    for name in names:
        yield f'        /// <summary>Calls of <see cref="{name}Client"/>.</summary>'
        yield f"        public {name}Client {property_name(name)} {{ get; private set; }}"
        yield ""
    yield "        private void MakeServices()"
    yield "        {"
    yield from (f"            {property_name(name)} = new {name}Client(Channel);" for name in names)
    yield "        }"
    yield "    }"


def _service(file: ProtoFile, service: ServiceDescriptorProto, number: int) -> Iterator[str]:
    name = f"{service.name}Client"
    yield from summary(file.comment(SERVICE, number), "    ")
    yield f"    public sealed class {name}"
    yield "    {"
    yield "        private readonly NpcChannel _channel;"
    yield ""
    yield "        /// <summary>Makes its calls through a channel.</summary>"
    yield f"        public {name}(NpcChannel channel)"
    yield "        {"
    yield "            _channel = channel;"
    yield "        }"
    for place, method in enumerate(service.method):
        yield ""
        yield from summary(file.comment(SERVICE, number, SERVICE_METHOD, place), " " * 8)
        path = f"{file.described.package}.{service.name}/{method.name}"
        yield from (f"        {line}" if line else "" for line in _method(method, path))
    yield "    }"
    yield ""


def _method(method: MethodDescriptorProto, path: str) -> Iterator[str]:
    request = method.input_type.rpartition(".")[2]
    response = method.output_type.rpartition(".")[2]
    if method.server_streaming:
        head = f"public Task {method.name}Async"
        heard = f"Action<{response}> onMessage, "
        more = f", Func<{response}> make = null"
        passed = f'return _channel.StreamAsync("{path}", request, make ?? (() => new {response}()),'
        last = "    onMessage, options, cancel);"
    else:
        head = f"public Task<{response}> {method.name}Async"
        heard = more = ""
        passed = f'return _channel.UnaryAsync("{path}", request, () => new {response}(),'
        last = "    options, cancel);"
    yield f"{head}("
    yield f"    {request} request, {heard}NpcCallOptions options = null,"
    yield f"    {CANCEL}{more})"
    yield "{"
    yield f"    {passed}"
    yield f"    {last}"
    yield "}"


def registry(files: Iterable[ProtoFile]) -> Iterator[str]:
    """Yield a class with all messages and calls by name, for the conformance player."""
    protos = list(files)
    yield "    /// <summary>Every message and every call by its name on the wire.</summary>"
    yield "    internal static class Registry"
    yield "    {"
    yield "        public static Message NewMessage(string name)"
    yield "        {"
    yield "            switch (name)"
    yield "            {"
    for file in protos:
        for message in file.described.message_type:
            full = f"{file.described.package}.{message.name}"
            yield f'                case "{full}": return new {message.name}();'
    yield '                default: throw new ArgumentException("no message " + name);'
    yield "            }"
    yield "        }"
    yield ""
    yield "        private static async Task Once<T>(Task<T> call, Action<Message> onMessage)"
    yield "            where T : Message"
    yield "        {"
    yield "            onMessage(await call);"
    yield "        }"
    for which, declared in REGISTRY_METHODS.items():
        yield ""
        yield f"        {declared}"
        yield "        {"
        yield "            switch (method)"
        yield "            {"
        yield from (f"                {line}" for line in _registered(protos, which))
        yield f"                default: return {UNKNOWN[which]};"
        yield "            }"
        yield "        }"
    yield "    }"


def _registered(files: Iterable[ProtoFile], which: str) -> Iterator[str]:
    for file in files:
        for service in file.described.service:
            for method in service.method:
                request = method.input_type.rpartition(".")[2]
                owner = "new NpcAdmin(client)" if file.is_admin else "client"
                client = f"{owner}.{property_name(service.name)}.{method.name}Async"
                typed = f"({request})request"
                yield f'case "{file.described.package}.{service.name}/{method.name}":'
                if which == "request":
                    yield f"    return new {request}();"
                elif method.server_streaming:
                    yield f"    return {client}({typed}, m => onMessage(m), options, cancel);"
                else:
                    yield f"    return Once({client}({typed}, options, cancel), onMessage);"


# what a method that no service has is called with, to see the server refuse it
UNKNOWN = {
    "request": "new Checkpoint()",
    "call": (
        "Once(client.Channel.UnaryAsync(method, request, () => new Checkpoint(), options, cancel), "
        "onMessage)"
    ),
}
REGISTRY_METHODS = {
    "request": "public static Message NewRequest(string method)",
    "call": (
        "public static Task Call(NpcClient client, string method, Message request, "
        "Action<Message> onMessage, NpcCallOptions options, CancellationToken cancel)"
    ),
}
