@tool
## Ids under which a call may be repeated without being done twice.
extends RefCounted

static var _crypto := Crypto.new()


static func fresh() -> String:
	return _crypto.generate_random_bytes(16).hex_encode()


## Gives a request an id, if it can have one and has none.
static func give(request: RefCounted) -> void:
	if "request_id" in request and request.request_id == "":
		request.request_id = fresh()
