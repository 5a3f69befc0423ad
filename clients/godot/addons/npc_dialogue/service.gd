@tool
## Base of the generated services, which make their calls through a client.
extends RefCounted

## As the client is configured.
const DEFAULT_TIMEOUT := -1

# not held: the client holds its services
var _client: Node


func _init(client: Node) -> void:
	_client = client
