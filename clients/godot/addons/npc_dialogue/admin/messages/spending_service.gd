# Generated from proto/npcserver/admin/v1/spending_service.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../../message.gd")
const W = preload("../../wire.gd")
const _Budget = preload("../../messages/budget.gd")

## A group of purposes that can have models of its own in the settings. More may be added.
enum PurposeGroup {
	## Not set; never sent.
	UNSPECIFIED = 0,
	## Lines for players.
	DIALOGUE = 1,
	## What characters think, and lines for each other.
	THOUGHTS = 2,
	## Ratings of importance.
	RATINGS = 3,
	## Scenes.
	SCENES = 4,
}
const PURPOSE_GROUP_NAMES := {
	"PURPOSE_GROUP_UNSPECIFIED": 0,
	"PURPOSE_GROUP_DIALOGUE": 1,
	"PURPOSE_GROUP_THOUGHTS": 2,
	"PURPOSE_GROUP_RATINGS": 3,
	"PURPOSE_GROUP_SCENES": 4,
}


## Limits of a calendar day (UTC), talk with players included. At the limit no model is called:
## characters say an authored line, and thoughts are left out.
class SpendingLimit:
	extends Message
	## Tokens of prompts and answers, at most 1,000,000,000; not set for no limit, 0 allows none.
	var tokens: int = 0:
		set(value):
			tokens = value
			_has_tokens = true
	var _has_tokens := false

	func has_tokens() -> bool:
		return _has_tokens

	func clear_tokens() -> void:
		tokens = 0
		_has_tokens = false

	## Money, in millionths of the unit of the prices that the server was set up with; at most
	## 10^15. Not set for no limit, 0 allows none.
	var money_micros: int = 0:
		set(value):
			money_micros = value
			_has_money_micros = true
	var _has_money_micros := false

	func has_money_micros() -> bool:
		return _has_money_micros

	func clear_money_micros() -> void:
		money_micros = 0
		_has_money_micros = false

	## How much of it thoughts may take, 0 to 100; not set for what the server was set up with.
	var thoughts_percent: int = 0:
		set(value):
			thoughts_percent = value
			_has_thoughts_percent = true
	var _has_thoughts_percent := false

	func has_thoughts_percent() -> bool:
		return _has_thoughts_percent

	func clear_thoughts_percent() -> void:
		thoughts_percent = 0
		_has_thoughts_percent = false


	static func from_dict(source: Variant) -> SpendingLimit:
		var it_ := SpendingLimit.new()
		var from_ := W.dictionary(source)
		var tokens_: Variant = from_.get("tokens")
		if tokens_ != null:
			it_.tokens = W.integer(tokens_)
		var money_micros_: Variant = from_.get("moneyMicros", from_.get("money_micros"))
		if money_micros_ != null:
			it_.money_micros = W.integer(money_micros_)
		var thoughts_percent_: Variant = from_.get("thoughtsPercent", from_.get("thoughts_percent"))
		if thoughts_percent_ != null:
			it_.thoughts_percent = W.integer(thoughts_percent_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if _has_tokens:
			out_["tokens"] = str(tokens)
		if _has_money_micros:
			out_["moneyMicros"] = str(money_micros)
		if _has_thoughts_percent:
			out_["thoughtsPercent"] = thoughts_percent
		return out_


## What was spent on a day, beside its limit.
class SpendingAccount:
	extends Message
	## What it is of.
	var scope: int = 0
	## Player, timeline or purpose; [code]*[/code] for each that has no limit of its own, empty for
	## the world.
	var subject_id: String = ""
	## Whether it is of the thoughts of the subject alone.
	var is_of_thoughts: bool = false
	## The limit in force; empty if there is none.
	var limit: SpendingLimit:
		get:
			if _limit == null:
				_limit = SpendingLimit.new()
			return _limit
		set(value):
			_limit = value
			_has_limit = value != null
	var _limit: SpendingLimit
	var _has_limit := false

	func has_limit() -> bool:
		return _has_limit or (_limit != null and not _limit.is_empty())

	## Whether the limit is that of each, and none that was set for this subject.
	var is_default: bool = false
	## Calls of models.
	var calls: int = 0
	## Tokens of prompts and answers.
	var tokens: int = 0
	## Money, in millionths of a unit.
	var money_micros: int = 0
	## Tokens that servers have reserved beside that; not spent yet, or given back later.
	var tokens_reserved: int = 0
	## Money that servers have reserved beside that, in millionths of a unit.
	var money_reserved_micros: int = 0

	static func from_dict(source: Variant) -> SpendingAccount:
		var it_ := SpendingAccount.new()
		var from_ := W.dictionary(source)
		it_.scope = W.enumeration(from_.get("scope"), _Budget.BUDGET_SCOPE_NAMES)
		it_.subject_id = W.text(from_.get("subjectId", from_.get("subject_id")))
		it_.is_of_thoughts = W.boolean(from_.get("isOfThoughts", from_.get("is_of_thoughts")))
		var limit_: Variant = from_.get("limit")
		if limit_ != null:
			it_.limit = SpendingLimit.from_dict(limit_)
		it_.is_default = W.boolean(from_.get("isDefault", from_.get("is_default")))
		it_.calls = W.integer(from_.get("calls"))
		it_.tokens = W.integer(from_.get("tokens"))
		it_.money_micros = W.integer(from_.get("moneyMicros", from_.get("money_micros")))
		it_.tokens_reserved = W.integer(from_.get("tokensReserved", from_.get("tokens_reserved")))
		it_.money_reserved_micros = W.integer(from_.get("moneyReservedMicros", from_.get("money_reserved_micros")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if scope != 0:
			out_["scope"] = W.enumeration_out(scope, _Budget.BUDGET_SCOPE_NAMES)
		if subject_id != "":
			out_["subjectId"] = subject_id
		if is_of_thoughts != false:
			out_["isOfThoughts"] = is_of_thoughts
		if has_limit():
			out_["limit"] = _limit.to_dict()
		if is_default != false:
			out_["isDefault"] = is_default
		if calls != 0:
			out_["calls"] = calls
		if tokens != 0:
			out_["tokens"] = str(tokens)
		if money_micros != 0:
			out_["moneyMicros"] = str(money_micros)
		if tokens_reserved != 0:
			out_["tokensReserved"] = str(tokens_reserved)
		if money_reserved_micros != 0:
			out_["moneyReservedMicros"] = str(money_reserved_micros)
		return out_


## The limit to set.
class SetSpendingLimitRequest:
	extends Message
	## World.
	var world_id: String = ""
	## What it is for.
	var scope: int = 0
	## Player, timeline or purpose. [code]*[/code] sets the limit of each player or timeline that
	## has none of its own. Empty for the world.
	var subject_id: String = ""
	## Limit; not set removes it, and what holds for each, or the server's own, applies again.
	## Without tokens and money nothing is limited.
	var limit: SpendingLimit:
		get:
			if _limit == null:
				_limit = SpendingLimit.new()
			return _limit
		set(value):
			_limit = value
			_has_limit = value != null
	var _limit: SpendingLimit
	var _has_limit := false

	func has_limit() -> bool:
		return _has_limit or (_limit != null and not _limit.is_empty())


	static func from_dict(source: Variant) -> SetSpendingLimitRequest:
		var it_ := SetSpendingLimitRequest.new()
		var from_ := W.dictionary(source)
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.scope = W.enumeration(from_.get("scope"), _Budget.BUDGET_SCOPE_NAMES)
		it_.subject_id = W.text(from_.get("subjectId", from_.get("subject_id")))
		var limit_: Variant = from_.get("limit")
		if limit_ != null:
			it_.limit = SpendingLimit.from_dict(limit_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if world_id != "":
			out_["worldId"] = world_id
		if scope != 0:
			out_["scope"] = W.enumeration_out(scope, _Budget.BUDGET_SCOPE_NAMES)
		if subject_id != "":
			out_["subjectId"] = subject_id
		if has_limit():
			out_["limit"] = _limit.to_dict()
		return out_


## The limit is set.
class SetSpendingLimitResponse:
	extends Message

	static func from_dict(source: Variant) -> SetSpendingLimitResponse:
		var it_ := SetSpendingLimitResponse.new()
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		return out_


## What to list.
class ListSpendingRequest:
	extends Message
	## World.
	var world_id: String = ""
	## Day as YYYY-MM-DD; empty for today, in UTC. Days are kept for 90 days.
	var day: String = ""
	## How many at most: 0 means 50, more than 500 means 500.
	var page_size: int = 0
	## [code]next_page_token[/code] of the page before; empty for the first.
	var page_token: String = ""

	static func from_dict(source: Variant) -> ListSpendingRequest:
		var it_ := ListSpendingRequest.new()
		var from_ := W.dictionary(source)
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.day = W.text(from_.get("day"))
		it_.page_size = W.integer(from_.get("pageSize", from_.get("page_size")))
		it_.page_token = W.text(from_.get("pageToken", from_.get("page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if world_id != "":
			out_["worldId"] = world_id
		if day != "":
			out_["day"] = day
		if page_size != 0:
			out_["pageSize"] = page_size
		if page_token != "":
			out_["pageToken"] = page_token
		return out_


## A page of accounts.
class ListSpendingResponse:
	extends Message
	## Accounts.
	var accounts: Array[SpendingAccount] = []
	## Token of the next page; empty when this is the last.
	var next_page_token: String = ""

	static func from_dict(source: Variant) -> ListSpendingResponse:
		var it_ := ListSpendingResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("accounts")):
			it_.accounts.append(SpendingAccount.from_dict(entry_))
		it_.next_page_token = W.text(from_.get("nextPageToken", from_.get("next_page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not accounts.is_empty():
			var list_ := []
			for entry_ in accounts:
				list_.append(entry_.to_dict())
			out_["accounts"] = list_
		if next_page_token != "":
			out_["nextPageToken"] = next_page_token
		return out_


## What a game day of a timeline has cost so far, for all characters together. Turns with
## players are counted from the log. Thoughts are too where a limit is set; without any limit
## the log keeps no account of them, so those of the answering process are counted, since it
## started. Seen from an earlier position than the head: what was in the log by then.
class Spending:
	extends Message
	## Day in game time, [code]YYYY-MM-DD[/code].
	var world_day: String = ""
	## Calls of models, those under way included.
	var calls: int = 0
	## Tokens, those reserved for calls under way included.
	var tokens: int = 0
	## Money, in millionths of the unit of the prices that the server was set up with.
	var money_micros: int = 0
	## The same for each purpose that can have a model of its own, in alphabetical order; without
	## those that cost nothing. What servers recorded before there were purposes is in the sums
	## above alone.
	var by_purpose: Array[PurposeSpending] = []

	static func from_dict(source: Variant) -> Spending:
		var it_ := Spending.new()
		var from_ := W.dictionary(source)
		it_.world_day = W.text(from_.get("worldDay", from_.get("world_day")))
		it_.calls = W.integer(from_.get("calls"))
		it_.tokens = W.integer(from_.get("tokens"))
		it_.money_micros = W.integer(from_.get("moneyMicros", from_.get("money_micros")))
		for entry_: Variant in W.list(from_.get("byPurpose", from_.get("by_purpose"))):
			it_.by_purpose.append(PurposeSpending.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if world_day != "":
			out_["worldDay"] = world_day
		if calls != 0:
			out_["calls"] = calls
		if tokens != 0:
			out_["tokens"] = str(tokens)
		if money_micros != 0:
			out_["moneyMicros"] = str(money_micros)
		if not by_purpose.is_empty():
			var list_ := []
			for entry_ in by_purpose:
				list_.append(entry_.to_dict())
			out_["byPurpose"] = list_
		return out_


## What the models for one group of purposes cost.
class PurposeSpending:
	extends Message
	## Group.
	var group: int = 0
	## Calls of models, those under way included.
	var calls: int = 0
	## Tokens, those reserved for calls under way included.
	var tokens: int = 0
	## Money, in millionths of the unit of the prices that the server was set up with.
	var money_micros: int = 0

	static func from_dict(source: Variant) -> PurposeSpending:
		var it_ := PurposeSpending.new()
		var from_ := W.dictionary(source)
		it_.group = W.enumeration(from_.get("group"), PURPOSE_GROUP_NAMES)
		it_.calls = W.integer(from_.get("calls"))
		it_.tokens = W.integer(from_.get("tokens"))
		it_.money_micros = W.integer(from_.get("moneyMicros", from_.get("money_micros")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if group != 0:
			out_["group"] = W.enumeration_out(group, PURPOSE_GROUP_NAMES)
		if calls != 0:
			out_["calls"] = calls
		if tokens != 0:
			out_["tokens"] = str(tokens)
		if money_micros != 0:
			out_["moneyMicros"] = str(money_micros)
		return out_


## Whose day, seen from where.
class GetDaySpendingRequest:
	extends Message
	## Timeline.
	var timeline_id: String = ""
	## Position to look from; absent means the head, with calls that are under way.
	var seq: int = 0:
		set(value):
			seq = value
			_has_seq = true
	var _has_seq := false

	func has_seq() -> bool:
		return _has_seq

	func clear_seq() -> void:
		seq = 0
		_has_seq = false


	static func from_dict(source: Variant) -> GetDaySpendingRequest:
		var it_ := GetDaySpendingRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		var seq_: Variant = from_.get("seq")
		if seq_ != null:
			it_.seq = W.integer(seq_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if _has_seq:
			out_["seq"] = seq
		return out_


## What the day has cost.
class GetDaySpendingResponse:
	extends Message
	## Spending; absent when the day cost nothing yet.
	var spending: Spending:
		get:
			if _spending == null:
				_spending = Spending.new()
			return _spending
		set(value):
			_spending = value
			_has_spending = value != null
	var _spending: Spending
	var _has_spending := false

	func has_spending() -> bool:
		return _has_spending or (_spending != null and not _spending.is_empty())


	static func from_dict(source: Variant) -> GetDaySpendingResponse:
		var it_ := GetDaySpendingResponse.new()
		var from_ := W.dictionary(source)
		var spending_: Variant = from_.get("spending")
		if spending_ != null:
			it_.spending = Spending.from_dict(spending_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_spending():
			out_["spending"] = _spending.to_dict()
		return out_
