# Generated from proto/npcserver/v1/budget.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../message.gd")
const W = preload("../wire.gd")

## What a limit on spending is for, within a world. More may be added.
enum BudgetScope {
	## Not set; refused.
	UNSPECIFIED = 0,
	## The world as a whole.
	WORLD = 1,
	## A timeline, or each of them.
	TIMELINE = 2,
	## The talk with a player, or with each of them.
	PLAYER = 3,
	## A purpose of model calls, such as [code]plan[/code].
	PURPOSE = 4,
}
const BUDGET_SCOPE_NAMES := {
	"BUDGET_SCOPE_UNSPECIFIED": 0,
	"BUDGET_SCOPE_WORLD": 1,
	"BUDGET_SCOPE_TIMELINE": 2,
	"BUDGET_SCOPE_PLAYER": 3,
	"BUDGET_SCOPE_PURPOSE": 4,
}


## A budget is used up, or the part of it for thoughts is.
class BudgetReached:
	extends Message
	## What it is of.
	var scope: int = 0
	## Player, timeline or purpose; empty for the world.
	var subject_id: String = ""
	## Whether only the part for thoughts is used up, and talk with players goes on.
	var is_of_thoughts: bool = false
	## When the next day begins, and with it the next budget.
	var renew_time: String = ""

	static func from_dict(source: Variant) -> BudgetReached:
		var it_ := BudgetReached.new()
		var from_ := W.dictionary(source)
		it_.scope = W.enumeration(from_.get("scope"), BUDGET_SCOPE_NAMES)
		it_.subject_id = W.text(from_.get("subjectId", from_.get("subject_id")))
		it_.is_of_thoughts = W.boolean(from_.get("isOfThoughts", from_.get("is_of_thoughts")))
		it_.renew_time = W.text(from_.get("renewTime", from_.get("renew_time")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if scope != 0:
			out_["scope"] = W.enumeration_out(scope, BUDGET_SCOPE_NAMES)
		if subject_id != "":
			out_["subjectId"] = subject_id
		if is_of_thoughts != false:
			out_["isOfThoughts"] = is_of_thoughts
		if renew_time != "":
			out_["renewTime"] = renew_time
		return out_
