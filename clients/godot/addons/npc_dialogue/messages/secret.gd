# Generated from proto/npcserver/v1/secret.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../message.gd")
const W = preload("../wire.gd")


## Who may be told something, and from when on. Everything that is set must hold; with nothing
## set, nobody is ever told. What a person present may not be told never enters a prompt, and
## the secret travels with the words to those who were told.
class Secret:
	extends Message
	## Name for reports, such as [code]the-key[/code]; at most 80 characters. Empty: made by the
	## server.
	var key: String = ""
	## Ids of characters and players who may be told at all, at most 50; empty means all who meet
	## the other conditions. The name of a character becomes its id when the call is read; a name
	## that several have is refused. A text that is no character's id or name is the id of a
	## player, without blanks.
	var to: Array[String] = []
	## Least affinity of its holder for the listener, -100 to 100.
	var affinity: int = 0:
		set(value):
			affinity = value
			_has_affinity = true
	var _has_affinity := false

	func has_affinity() -> bool:
		return _has_affinity

	func clear_affinity() -> void:
		affinity = 0
		_has_affinity = false

	## Least trust of its holder in the listener, 0 to 100.
	var trust: int = 0:
		set(value):
			trust = value
			_has_trust = true
	var _has_trust := false

	func has_trust() -> bool:
		return _has_trust

	func clear_trust() -> void:
		trust = 0
		_has_trust = false

	## Story flag that must be set; see [code]ObserveRequest.flags[/code].
	var flag: String = ""

	static func from_dict(source: Variant) -> Secret:
		var it_ := Secret.new()
		var from_ := W.dictionary(source)
		it_.key = W.text(from_.get("key"))
		for entry_: Variant in W.list(from_.get("to")):
			it_.to.append(W.text(entry_))
		var affinity_: Variant = from_.get("affinity")
		if affinity_ != null:
			it_.affinity = W.integer(affinity_)
		var trust_: Variant = from_.get("trust")
		if trust_ != null:
			it_.trust = W.integer(trust_)
		it_.flag = W.text(from_.get("flag"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if key != "":
			out_["key"] = key
		if not to.is_empty():
			out_["to"] = to.duplicate()
		if _has_affinity:
			out_["affinity"] = affinity
		if _has_trust:
			out_["trust"] = trust
		if flag != "":
			out_["flag"] = flag
		return out_
