# Generated from proto/npcserver/v1/origin.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../message.gd")
const W = preload("../wire.gd")

## Who made words, or an intent. More may be added.
enum OriginKind {
	## Unknown; never sent.
	UNSPECIFIED = 0,
	## A language model. Rules may have left out or shortened what it wrote.
	MODEL = 1,
	## Rules: the actor without a model, or a fact that the server added to a model's answer.
	RULE = 2,
	## An author: a line of the persona, or one that the server comes with.
	AUTHOR = 3,
}
const ORIGIN_KIND_NAMES := {
	"ORIGIN_KIND_UNSPECIFIED": 0,
	"ORIGIN_KIND_MODEL": 1,
	"ORIGIN_KIND_RULE": 2,
	"ORIGIN_KIND_AUTHOR": 3,
}


## Who made words, or an intent.
class Origin:
	extends Message
	## Kind.
	var kind: int = 0
	## Name of the model; set with [code]ORIGIN_KIND_MODEL[/code] alone.
	var model: String = ""

	static func from_dict(source: Variant) -> Origin:
		var it_ := Origin.new()
		var from_ := W.dictionary(source)
		it_.kind = W.enumeration(from_.get("kind"), ORIGIN_KIND_NAMES)
		it_.model = W.text(from_.get("model"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if kind != 0:
			out_["kind"] = W.enumeration_out(kind, ORIGIN_KIND_NAMES)
		if model != "":
			out_["model"] = model
		return out_
