# Generated from proto/npcserver/v1/affordance.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../message.gd")
const W = preload("../wire.gd")
const _Origin = preload("origin.gd")

## What an argument of an affordance may be. More types may be added.
enum ParameterType {
	## Not set; refused.
	UNSPECIFIED = 0,
	## Text; [code]minimum[/code] and [code]maximum[/code] bound its length in characters.
	STRING = 1,
	## A whole number; [code]minimum[/code] and [code]maximum[/code] bound it, both inclusive.
	INTEGER = 2,
	## A finite number; [code]minimum[/code] and [code]maximum[/code] bound it, both inclusive.
	NUMBER = 3,
	## True or false.
	BOOLEAN = 4,
	## One of [code]options[/code].
	CHOICE = 5,
	## The id of one of the turn's entities, of a kind in [code]entity_kinds[/code] when that is
	## not empty.
	ENTITY = 6,
}
const PARAMETER_TYPE_NAMES := {
	"PARAMETER_TYPE_UNSPECIFIED": 0,
	"PARAMETER_TYPE_STRING": 1,
	"PARAMETER_TYPE_INTEGER": 2,
	"PARAMETER_TYPE_NUMBER": 3,
	"PARAMETER_TYPE_BOOLEAN": 4,
	"PARAMETER_TYPE_CHOICE": 5,
	"PARAMETER_TYPE_ENTITY": 6,
}

## Where the affordances and entities of a turn come from. More may be added; a server takes a
## value that it does not know as unset.
enum AffordanceSource {
	## Those that the request declares. Where it declares no affordance, the world's: with the
	## entities that it declares or, where it declares none either, with the world's.
	UNSPECIFIED = 0,
	## Those that the request declares and no others, also where it declares none.
	DECLARED_ONLY = 1,
}
const AFFORDANCE_SOURCE_NAMES := {
	"AFFORDANCE_SOURCE_UNSPECIFIED": 0,
	"AFFORDANCE_SOURCE_DECLARED_ONLY": 1,
}


## One argument of an affordance.
class Parameter:
	extends Message
	## Name, [code][lb]a-z][lb]a-z0-9_]*[/code], at most 63 characters, unique within its
	## affordance.
	var name: String = ""
	## What the argument may be.
	var type: int = 0
	## What it means, for the character; at most 500 characters.
	var description: String = ""
	## Whether it may be left out.
	var is_optional: bool = false
	## Least value, or least length of text. Absent: no bound.
	var minimum: float = 0.0:
		set(value):
			minimum = value
			_has_minimum = true
	var _has_minimum := false

	func has_minimum() -> bool:
		return _has_minimum

	func clear_minimum() -> void:
		minimum = 0.0
		_has_minimum = false

	## Greatest value, or greatest length of text. Absent: no bound.
	var maximum: float = 0.0:
		set(value):
			maximum = value
			_has_maximum = true
	var _has_maximum := false

	func has_maximum() -> bool:
		return _has_maximum

	func clear_maximum() -> void:
		maximum = 0.0
		_has_maximum = false

	## Allowed values of a choice, 1 to 64, each at most 80 characters; empty for other types.
	var options: Array[String] = []
	## Kinds of entity allowed, at most 64; empty allows all.
	var entity_kinds: Array[String] = []

	static func from_dict(source: Variant) -> Parameter:
		var it_ := Parameter.new()
		var from_ := W.dictionary(source)
		it_.name = W.text(from_.get("name"))
		it_.type = W.enumeration(from_.get("type"), PARAMETER_TYPE_NAMES)
		it_.description = W.text(from_.get("description"))
		it_.is_optional = W.boolean(from_.get("isOptional", from_.get("is_optional")))
		var minimum_: Variant = from_.get("minimum")
		if minimum_ != null:
			it_.minimum = W.number(minimum_)
		var maximum_: Variant = from_.get("maximum")
		if maximum_ != null:
			it_.maximum = W.number(maximum_)
		for entry_: Variant in W.list(from_.get("options")):
			it_.options.append(W.text(entry_))
		for entry_: Variant in W.list(from_.get("entityKinds", from_.get("entity_kinds"))):
			it_.entity_kinds.append(W.text(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if name != "":
			out_["name"] = name
		if type != 0:
			out_["type"] = W.enumeration_out(type, PARAMETER_TYPE_NAMES)
		if description != "":
			out_["description"] = description
		if is_optional != false:
			out_["isOptional"] = is_optional
		if _has_minimum:
			out_["minimum"] = W.number_out(minimum)
		if _has_maximum:
			out_["maximum"] = W.number_out(maximum)
		if not options.is_empty():
			out_["options"] = options.duplicate()
		if not entity_kinds.is_empty():
			out_["entityKinds"] = entity_kinds.duplicate()
		return out_


## An action the game offers. A character can do nothing that was not offered.
class Affordance:
	extends Message
	## Name, [code][lb]a-z][lb]a-z0-9_]*[/code], at most 63 characters, unique within the request.
	var name: String = ""
	## When and why to use it, for the character; at most 4,000 characters, all of which the model
	## reads.
	var description: String = ""
	## Arguments, at most 16.
	var parameters: Array[Parameter] = []
	## How often it may be used in one turn, 1 to 16; 0 means 1.
	var max_uses: int = 0

	static func from_dict(source: Variant) -> Affordance:
		var it_ := Affordance.new()
		var from_ := W.dictionary(source)
		it_.name = W.text(from_.get("name"))
		it_.description = W.text(from_.get("description"))
		for entry_: Variant in W.list(from_.get("parameters")):
			it_.parameters.append(Parameter.from_dict(entry_))
		it_.max_uses = W.integer(from_.get("maxUses", from_.get("max_uses")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if name != "":
			out_["name"] = name
		if description != "":
			out_["description"] = description
		if not parameters.is_empty():
			var list_ := []
			for entry_ in parameters:
				list_.append(entry_.to_dict())
			out_["parameters"] = list_
		if max_uses != 0:
			out_["maxUses"] = max_uses
		return out_


## A live thing or person of the game that arguments may name.
class Entity:
	extends Message
	## Id that the game gives it; 1 to 120 characters, unique within the request.
	var id: String = ""
	## Name; 1 to 80 characters.
	var name: String = ""
	## Kind, such as [code]item[/code] or [code]door[/code]; at most 40 characters.
	var kind: String = ""

	static func from_dict(source: Variant) -> Entity:
		var it_ := Entity.new()
		var from_ := W.dictionary(source)
		it_.id = W.text(from_.get("id"))
		it_.name = W.text(from_.get("name"))
		it_.kind = W.text(from_.get("kind"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if id != "":
			out_["id"] = id
		if name != "":
			out_["name"] = name
		if kind != "":
			out_["kind"] = kind
		return out_


## One argument of an intent, already checked against its parameter.
class Argument:
	extends Message
	var _value: Variant = null
	var _value_case := ""
	## Name of the parameter.
	var name: String = ""
	## Text, a choice or the id of an entity.
	var text: String:
		get:
			return _value if _value_case == "text" else ""
		set(value):
			_value = value
			_value_case = "text"

	func has_text() -> bool:
		return _value_case == "text"

	## A whole number of 32 bits; a larger one comes as [code]number[/code].
	var integer: int:
		get:
			return _value if _value_case == "integer" else 0
		set(value):
			_value = value
			_value_case = "integer"

	func has_integer() -> bool:
		return _value_case == "integer"

	## A number.
	var number: float:
		get:
			return _value if _value_case == "number" else 0.0
		set(value):
			_value = value
			_value_case = "number"

	func has_number() -> bool:
		return _value_case == "number"

	## True or false.
	var boolean: bool:
		get:
			return _value if _value_case == "boolean" else false
		set(value):
			_value = value
			_value_case = "boolean"

	func has_boolean() -> bool:
		return _value_case == "boolean"


	## Which arm of `value` is set; empty for none, or one not known here.
	func which_value() -> String:
		return _value_case

	static func from_dict(source: Variant) -> Argument:
		var it_ := Argument.new()
		var from_ := W.dictionary(source)
		it_.name = W.text(from_.get("name"))
		var text_: Variant = from_.get("text")
		if text_ != null:
			it_.text = W.text(text_)
		var integer_: Variant = from_.get("integer")
		if integer_ != null:
			it_.integer = W.integer(integer_)
		var number_: Variant = from_.get("number")
		if number_ != null:
			it_.number = W.number(number_)
		var boolean_: Variant = from_.get("boolean")
		if boolean_ != null:
			it_.boolean = W.boolean(boolean_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if name != "":
			out_["name"] = name
		if _value_case == "text":
			out_["text"] = _value
		if _value_case == "integer":
			out_["integer"] = _value
		if _value_case == "number":
			out_["number"] = W.number_out(_value)
		if _value_case == "boolean":
			out_["boolean"] = _value
		return out_


## A character's wish to use an affordance. The game decides, and reports the outcome with
## [code]ReportOutcome[/code].
class ActionIntent:
	extends Message
	## Id of the intent.
	var intent_id: String = ""
	## Name of the affordance, always one that was declared for this turn.
	var affordance: String = ""
	## Arguments, in the order in which they were declared.
	var arguments: Array[Argument] = []
	## Who decided on it. Not set for intents that were stored by an earlier version.
	var origin: _Origin.Origin:
		get:
			if _origin == null:
				_origin = _Origin.Origin.new()
			return _origin
		set(value):
			_origin = value
			_has_origin = value != null
	var _origin: _Origin.Origin
	var _has_origin := false

	func has_origin() -> bool:
		return _has_origin or (_origin != null and not _origin.is_empty())


	static func from_dict(source: Variant) -> ActionIntent:
		var it_ := ActionIntent.new()
		var from_ := W.dictionary(source)
		it_.intent_id = W.text(from_.get("intentId", from_.get("intent_id")))
		it_.affordance = W.text(from_.get("affordance"))
		for entry_: Variant in W.list(from_.get("arguments")):
			it_.arguments.append(Argument.from_dict(entry_))
		var origin_: Variant = from_.get("origin")
		if origin_ != null:
			it_.origin = _Origin.Origin.from_dict(origin_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if intent_id != "":
			out_["intentId"] = intent_id
		if affordance != "":
			out_["affordance"] = affordance
		if not arguments.is_empty():
			var list_ := []
			for entry_ in arguments:
				list_.append(entry_.to_dict())
			out_["arguments"] = list_
		if has_origin():
			out_["origin"] = _origin.to_dict()
		return out_
