@tool
## Lets a web export hang up. The engine asks a browser's [code]Response[/code] to abort, which no
## browser can do; so calls are given a number, and a shim around [code]fetch[/code] remembers how
## to abort each by its number.
extends RefCounted

## Header that carries the number to the shim; the shim takes it away before anything is sent.
const HEADER := "x-npc-call"
const _SHIM := """
(function () {
	if (globalThis.npcDialogueCalls) { return 'ready'; }
	const calls = new Map();
	const plainFetch = globalThis.fetch.bind(globalThis);
	const takeNumber = function (init) {
		const kept = [];
		let number = null;
		for (const [name, value] of new Headers((init && init.headers) || [])) {
			if (name === 'x-npc-call') { number = value; } else { kept.push([name, value]); }
		}
		return [number, kept];
	};
	globalThis.fetch = function (input, init) {
		const [number, headers] = takeNumber(init);
		if (number === null) { return plainFetch(input, init); }
		const controller = new AbortController();
		calls.set(number, controller);
		return plainFetch(input, { ...init, headers, signal: controller.signal });
	};
	if (!Response.prototype.abort) { Response.prototype.abort = function () {}; }
	globalThis.npcDialogueCalls = {
		abort: function (number) {
			const controller = calls.get(number);
			calls.delete(number);
			if (controller) { controller.abort(); }
		},
		forget: function (number) { calls.delete(number); },
	};
	return 'ready';
})()
"""

static var _last := 0
static var _is_ready := false


## Returns the header to send with a call, or an empty text outside the web.
static func header_for_next() -> String:
	if not _prepare():
		return ""
	_last += 1
	return "%s: %d" % [HEADER, _last]


## The number in a header that this class made; 0 for none.
static func number_in(header: String) -> int:
	return header.get_slice(": ", 1).to_int() if header != "" else 0


## Ends a call, however far it has come.
static func abort(number: int) -> void:
	_tell("abort", number)


## Says that a call is over, so that nothing is remembered of it.
static func forget(number: int) -> void:
	_tell("forget", number)


static func _tell(what: String, number: int) -> void:
	if number > 0 and _prepare():
		JavaScriptBridge.eval("npcDialogueCalls.%s('%d')" % [what, number], true)


# A page whose content security policy forbids eval leaves this false; then only the explicit
# interruption reaches the server.
static func _prepare() -> bool:
	if not _is_ready and OS.has_feature("web"):
		_is_ready = str(JavaScriptBridge.eval(_SHIM, true)) == "ready"
	return _is_ready
