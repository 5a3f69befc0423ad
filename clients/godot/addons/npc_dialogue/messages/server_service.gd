# Generated from proto/npcserver/v1/server_service.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../message.gd")
const W = preload("../wire.gd")
const _Mind = preload("mind.gd")

## A switch of the server. More may be added.
enum Feature {
	## Not set; never sent.
	UNSPECIFIED = 0,
	## A language model answers players; without it the offline actor does.
	LANGUAGE_MODEL = 1,
	## A second model answers players while the first one fails.
	FALLBACK_MODEL = 2,
	## The model reads prompts before a player has spoken.
	READ_AHEAD = 3,
	## The server listens for HTTP, too.
	HTTP = 4,
	## Services can be listed by reflection.
	REFLECTION = 5,
	## Connections are encrypted by the server itself.
	TLS = 6,
	## Figures are served to Prometheus.
	METRICS = 7,
	## Turns are traced.
	TRACES = 8,
	## Players are told that a language model speaks; see [code]World.disclosures[/code].
	DISCLOSURE = 9,
}
const FEATURE_NAMES := {
	"FEATURE_UNSPECIFIED": 0,
	"FEATURE_LANGUAGE_MODEL": 1,
	"FEATURE_FALLBACK_MODEL": 2,
	"FEATURE_READ_AHEAD": 3,
	"FEATURE_HTTP": 4,
	"FEATURE_REFLECTION": 5,
	"FEATURE_TLS": 6,
	"FEATURE_METRICS": 7,
	"FEATURE_TRACES": 8,
	"FEATURE_DISCLOSURE": 9,
}


## Nothing needs to be said.
class GetServerRequest:
	extends Message

	static func from_dict(source: Variant) -> GetServerRequest:
		var it_ := GetServerRequest.new()
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		return out_


## The server.
class GetServerResponse:
	extends Message
	## Server.
	var server: Server:
		get:
			if _server == null:
				_server = Server.new()
			return _server
		set(value):
			_server = value
			_has_server = value != null
	var _server: Server
	var _has_server := false

	func has_server() -> bool:
		return _has_server or (_server != null and not _server.is_empty())


	static func from_dict(source: Variant) -> GetServerResponse:
		var it_ := GetServerResponse.new()
		var from_ := W.dictionary(source)
		var server_: Variant = from_.get("server")
		if server_ != null:
			it_.server = Server.from_dict(server_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_server():
			out_["server"] = _server.to_dict()
		return out_


## A server. A player's token sees [code]wire_version[/code], [code]oldest_wire_version[/code],
## [code]oldest_client_version[/code], [code]limits[/code] and [code]languages[/code]: what a
## shipped game needs to refuse a wrong version, to size its input fields and to offer
## languages. All else tells an attacker where to begin, and is left out.
class Server:
	extends Message
	## Version of the server, such as [code]0.3.0[/code].
	var version: String = ""
	## Wire that it speaks; see [code]docs/releases.md[/code].
	var wire_version: int = 0
	## Oldest wire that it serves.
	var oldest_wire_version: int = 0
	## First release of the clients that speak [code]oldest_wire_version[/code], such as
	## [code]0.3.0[/code].
	var oldest_client_version: String = ""
	## Limits of requests.
	var limits: ServerLimits:
		get:
			if _limits == null:
				_limits = ServerLimits.new()
			return _limits
		set(value):
			_limits = value
			_has_limits = value != null
	var _limits: ServerLimits
	var _has_limits := false

	func has_limits() -> bool:
		return _has_limits or (_limits != null and not _limits.is_empty())

	## Switches that are on.
	var features: Array[int] = []
	## Models in use, the one that answers players first.
	var models: Array[ServedModel] = []
	## Embedder of memories, as [code]provider:model[/code].
	var embedder: String = ""
	## Languages that the server has words and prompts for, English first.
	var languages: Array[ServedLanguage] = []

	static func from_dict(source: Variant) -> Server:
		var it_ := Server.new()
		var from_ := W.dictionary(source)
		it_.version = W.text(from_.get("version"))
		it_.wire_version = W.integer(from_.get("wireVersion", from_.get("wire_version")))
		it_.oldest_wire_version = W.integer(from_.get("oldestWireVersion", from_.get("oldest_wire_version")))
		it_.oldest_client_version = W.text(from_.get("oldestClientVersion", from_.get("oldest_client_version")))
		var limits_: Variant = from_.get("limits")
		if limits_ != null:
			it_.limits = ServerLimits.from_dict(limits_)
		it_.features = W.enumerations(from_.get("features"), FEATURE_NAMES)
		for entry_: Variant in W.list(from_.get("models")):
			it_.models.append(ServedModel.from_dict(entry_))
		it_.embedder = W.text(from_.get("embedder"))
		for entry_: Variant in W.list(from_.get("languages")):
			it_.languages.append(ServedLanguage.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if version != "":
			out_["version"] = version
		if wire_version != 0:
			out_["wireVersion"] = wire_version
		if oldest_wire_version != 0:
			out_["oldestWireVersion"] = oldest_wire_version
		if oldest_client_version != "":
			out_["oldestClientVersion"] = oldest_client_version
		if has_limits():
			out_["limits"] = _limits.to_dict()
		if not features.is_empty():
			var list_ := []
			for entry_ in features:
				list_.append(W.enumeration_out(entry_, FEATURE_NAMES))
			out_["features"] = list_
		if not models.is_empty():
			var list_ := []
			for entry_ in models:
				list_.append(entry_.to_dict())
			out_["models"] = list_
		if embedder != "":
			out_["embedder"] = embedder
		if not languages.is_empty():
			var list_ := []
			for entry_ in languages:
				list_.append(entry_.to_dict())
			out_["languages"] = list_
		return out_


## Limits of requests; lengths are in characters.
class ServerLimits:
	extends Message
	## Bytes of one request.
	var request_bytes: int = 0
	## Longest utterance.
	var utterance_length: int = 0
	## Longest name of a player, world, place or save.
	var name_length: int = 0
	## Longest observation, whisper or seed memory.
	var memory_length: int = 0
	## Observations in one request.
	var observations: int = 0
	## Affordances of one turn.
	var affordances: int = 0
	## Entities of one turn.
	var entities: int = 0
	## Members of a circle.
	var circle_members: int = 0
	## Items on one page of a list.
	var page_size: int = 0

	static func from_dict(source: Variant) -> ServerLimits:
		var it_ := ServerLimits.new()
		var from_ := W.dictionary(source)
		it_.request_bytes = W.integer(from_.get("requestBytes", from_.get("request_bytes")))
		it_.utterance_length = W.integer(from_.get("utteranceLength", from_.get("utterance_length")))
		it_.name_length = W.integer(from_.get("nameLength", from_.get("name_length")))
		it_.memory_length = W.integer(from_.get("memoryLength", from_.get("memory_length")))
		it_.observations = W.integer(from_.get("observations"))
		it_.affordances = W.integer(from_.get("affordances"))
		it_.entities = W.integer(from_.get("entities"))
		it_.circle_members = W.integer(from_.get("circleMembers", from_.get("circle_members")))
		it_.page_size = W.integer(from_.get("pageSize", from_.get("page_size")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_bytes != 0:
			out_["requestBytes"] = request_bytes
		if utterance_length != 0:
			out_["utteranceLength"] = utterance_length
		if name_length != 0:
			out_["nameLength"] = name_length
		if memory_length != 0:
			out_["memoryLength"] = memory_length
		if observations != 0:
			out_["observations"] = observations
		if affordances != 0:
			out_["affordances"] = affordances
		if entities != 0:
			out_["entities"] = entities
		if circle_members != 0:
			out_["circleMembers"] = circle_members
		if page_size != 0:
			out_["pageSize"] = page_size
		return out_


## A model in use.
class ServedModel:
	extends Message
	## Name, as in receipts.
	var name: String = ""
	## What it is called for.
	var purposes: Array[int] = []
	## Whether it answers only while another one fails.
	var is_fallback: bool = false

	static func from_dict(source: Variant) -> ServedModel:
		var it_ := ServedModel.new()
		var from_ := W.dictionary(source)
		it_.name = W.text(from_.get("name"))
		it_.purposes = W.enumerations(from_.get("purposes"), _Mind.PURPOSE_NAMES)
		it_.is_fallback = W.boolean(from_.get("isFallback", from_.get("is_fallback")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if name != "":
			out_["name"] = name
		if not purposes.is_empty():
			var list_ := []
			for entry_ in purposes:
				list_.append(W.enumeration_out(entry_, _Mind.PURPOSE_NAMES))
			out_["purposes"] = list_
		if is_fallback != false:
			out_["isFallback"] = is_fallback
		return out_


## A language that the server has a folder for.
class ServedLanguage:
	extends Message
	## Tag, such as [code]zh[/code]. Tags with a region, such as [code]zh-Hant[/code], are served
	## by it.
	var code: String = ""
	## Name in the language itself.
	var name: String = ""

	static func from_dict(source: Variant) -> ServedLanguage:
		var it_ := ServedLanguage.new()
		var from_ := W.dictionary(source)
		it_.code = W.text(from_.get("code"))
		it_.name = W.text(from_.get("name"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if code != "":
			out_["code"] = code
		if name != "":
			out_["name"] = name
		return out_
