# Generated from proto/npcserver/admin/v1/world_service.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../../message.gd")
const W = preload("../../wire.gd")
const _Affordance = preload("../../messages/affordance.gd")

## What lies around a place. More may be added.
enum Walls {
	## Not set.
	UNSPECIFIED = 0,
	## Nothing: it is outdoors, or a corner of another place.
	OPEN = 1,
	## Walls through which a shout is heard whole.
	THIN = 2,
	## Walls through which it is heard half, and no further than next to it.
	THICK = 3,
}
const WALLS_NAMES := {
	"WALLS_UNSPECIFIED": 0,
	"WALLS_OPEN": 1,
	"WALLS_THIN": 2,
	"WALLS_THICK": 3,
}

## Kinds of things in a world file. More may be added.
enum ImportedKind {
	## Not set; never sent.
	UNSPECIFIED = 0,
	## The world itself, with its affordances and entities.
	WORLD = 1,
	## A place.
	PLACE = 2,
	## A character with its seed memories.
	CHARACTER = 3,
	## A book.
	BOOK = 4,
}
const IMPORTED_KIND_NAMES := {
	"IMPORTED_KIND_UNSPECIFIED": 0,
	"IMPORTED_KIND_WORLD": 1,
	"IMPORTED_KIND_PLACE": 2,
	"IMPORTED_KIND_CHARACTER": 3,
	"IMPORTED_KIND_BOOK": 4,
}

## What an import does to a thing.
enum ImportEffect {
	## Not set; never sent.
	UNSPECIFIED = 0,
	## It was not there.
	CREATED = 1,
	## It was there and is another now.
	CHANGED = 2,
	## It was there as it is.
	UNCHANGED = 3,
}
const IMPORT_EFFECT_NAMES := {
	"IMPORT_EFFECT_UNSPECIFIED": 0,
	"IMPORT_EFFECT_CREATED": 1,
	"IMPORT_EFFECT_CHANGED": 2,
	"IMPORT_EFFECT_UNCHANGED": 3,
}


## A world.
class World:
	extends Message
	## Id, [code][lb]a-z0-9][lb]a-z0-9_-]*[/code], at most 63 characters. Empty on creation: made
	## from the name.
	var world_id: String = ""
	## Name; 1 to 80 characters.
	var name: String = ""
	## What all its characters know about it; at most 4,000 characters.
	var description: String = ""
	## Game time at which every timeline of the world begins. Default 2000-01-01T08:00:00Z.
	var world_start_time: String = ""
	## Language its characters speak unless their persona says otherwise: a tag such as
	## [code]en[/code] (the default) or [code]zh[/code]. A language without templates gets English
	## prompts.
	var language: String = ""
	## Changes with every update; see [code]UpdateWorldRequest[/code]. Output only.
	var etag: String = ""
	## Real time of creation. Output only.
	var create_time: String = ""
	## Real time of the last update. Output only.
	var update_time: String = ""
	## What its author lets characters do, at most 64: offered in a turn whose request declares no
	## affordance, unless its [code]affordance_source[/code] is [code]DECLARED_ONLY[/code].
	var affordances: Array[_Affordance.Affordance] = []
	## Entities that arguments of [code]affordances[/code] may name, at most 500, where the request
	## declares no entity either.
	var entities: Array[_Affordance.Entity] = []
	## What its thoughts may cost in a game day, in each timeline. Where a limit is 0 the server's
	## own applies. It never refuses talk with players, but that counts.
	var budget: Budget:
		get:
			if _budget == null:
				_budget = Budget.new()
			return _budget
		set(value):
			_budget = value
			_has_budget = value != null
	var _budget: Budget
	var _has_budget := false

	func has_budget() -> bool:
		return _has_budget or (_budget != null and not _budget.is_empty())

	## Character that newcomers meet: the first of the world's file, or the one that was created
	## first; empty in a world without any. Output only.
	var first_character_id: String = ""
	## Whether characters may tell others what was said to them in private. Without it, private
	## words stay between the two, and so does what is derived from them.
	var has_gossip: bool = false
	## What players are told before a language model speaks to them for the first time, at most 50
	## languages. In a language without a text: the server's own where it has one, else that of the
	## world's language.
	var disclosures: Array[LocalText] = []
	## What it calls months, days and years, and how it divides a day; absent for the usual
	## calendar.
	var calendar: Calendar:
		get:
			if _calendar == null:
				_calendar = Calendar.new()
			return _calendar
		set(value):
			_calendar = value
			_has_calendar = value != null
	var _calendar: Calendar
	var _has_calendar := false

	func has_calendar() -> bool:
		return _has_calendar or (_calendar != null and not _calendar.is_empty())

	## Axes along which its characters stand to others, beside affinity, trust and familiarity; at
	## most 12, each with a name of its own.
	var axes: Array[RelationAxis] = []

	static func from_dict(source: Variant) -> World:
		var it_ := World.new()
		var from_ := W.dictionary(source)
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.name = W.text(from_.get("name"))
		it_.description = W.text(from_.get("description"))
		it_.world_start_time = W.text(from_.get("worldStartTime", from_.get("world_start_time")))
		it_.language = W.text(from_.get("language"))
		it_.etag = W.text(from_.get("etag"))
		it_.create_time = W.text(from_.get("createTime", from_.get("create_time")))
		it_.update_time = W.text(from_.get("updateTime", from_.get("update_time")))
		for entry_: Variant in W.list(from_.get("affordances")):
			it_.affordances.append(_Affordance.Affordance.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("entities")):
			it_.entities.append(_Affordance.Entity.from_dict(entry_))
		var budget_: Variant = from_.get("budget")
		if budget_ != null:
			it_.budget = Budget.from_dict(budget_)
		it_.first_character_id = W.text(from_.get("firstCharacterId", from_.get("first_character_id")))
		it_.has_gossip = W.boolean(from_.get("hasGossip", from_.get("has_gossip")))
		for entry_: Variant in W.list(from_.get("disclosures")):
			it_.disclosures.append(LocalText.from_dict(entry_))
		var calendar_: Variant = from_.get("calendar")
		if calendar_ != null:
			it_.calendar = Calendar.from_dict(calendar_)
		for entry_: Variant in W.list(from_.get("axes")):
			it_.axes.append(RelationAxis.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if world_id != "":
			out_["worldId"] = world_id
		if name != "":
			out_["name"] = name
		if description != "":
			out_["description"] = description
		if world_start_time != "":
			out_["worldStartTime"] = world_start_time
		if language != "":
			out_["language"] = language
		if etag != "":
			out_["etag"] = etag
		if create_time != "":
			out_["createTime"] = create_time
		if update_time != "":
			out_["updateTime"] = update_time
		if not affordances.is_empty():
			var list_ := []
			for entry_ in affordances:
				list_.append(entry_.to_dict())
			out_["affordances"] = list_
		if not entities.is_empty():
			var list_ := []
			for entry_ in entities:
				list_.append(entry_.to_dict())
			out_["entities"] = list_
		if has_budget():
			out_["budget"] = _budget.to_dict()
		if first_character_id != "":
			out_["firstCharacterId"] = first_character_id
		if has_gossip != false:
			out_["hasGossip"] = has_gossip
		if not disclosures.is_empty():
			var list_ := []
			for entry_ in disclosures:
				list_.append(entry_.to_dict())
			out_["disclosures"] = list_
		if has_calendar():
			out_["calendar"] = _calendar.to_dict()
		if not axes.is_empty():
			var list_ := []
			for entry_ in axes:
				list_.append(entry_.to_dict())
			out_["axes"] = list_
		return out_


## An axis along which characters stand to others, such as respect, fear or debt.
class RelationAxis:
	extends Message
	## Name, as prompts and the game call it: letters, digits, blanks, [code]-[/code] and
	## [code]_[/code], at most 40.
	var name: String = ""
	## Lowest score, from -10,000; -100 where it is absent.
	var low: int = 0:
		set(value):
			low = value
			_has_low = true
	var _has_low := false

	func has_low() -> bool:
		return _has_low

	func clear_low() -> void:
		low = 0
		_has_low = false

	## Highest score, to 10,000; 100 where it is absent.
	var high: int = 0:
		set(value):
			high = value
			_has_high = true
	var _has_high := false

	func has_high() -> bool:
		return _has_high

	func clear_high() -> void:
		high = 0
		_has_high = false

	## Score of those between whom nothing has happened.
	var start: int = 0
	## Score towards which it fades.
	var toward: int = 0
	## By how much it fades in a game day, 0 to 10,000; with 0 it does not.
	var per_day: float = 0.0
	## Game days without a change of the standing after which it begins to fade, 0 to 36,500.
	var after_days: int = 0
	## Scores of which [code]Watch[/code] tells, at most 10.
	var thresholds: Array[RelationThreshold] = []

	static func from_dict(source: Variant) -> RelationAxis:
		var it_ := RelationAxis.new()
		var from_ := W.dictionary(source)
		it_.name = W.text(from_.get("name"))
		var low_: Variant = from_.get("low")
		if low_ != null:
			it_.low = W.integer(low_)
		var high_: Variant = from_.get("high")
		if high_ != null:
			it_.high = W.integer(high_)
		it_.start = W.integer(from_.get("start"))
		it_.toward = W.integer(from_.get("toward"))
		it_.per_day = W.number(from_.get("perDay", from_.get("per_day")))
		it_.after_days = W.integer(from_.get("afterDays", from_.get("after_days")))
		for entry_: Variant in W.list(from_.get("thresholds")):
			it_.thresholds.append(RelationThreshold.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if name != "":
			out_["name"] = name
		if _has_low:
			out_["low"] = low
		if _has_high:
			out_["high"] = high
		if start != 0:
			out_["start"] = start
		if toward != 0:
			out_["toward"] = toward
		if per_day != 0.0:
			out_["perDay"] = W.number_out(per_day)
		if after_days != 0:
			out_["afterDays"] = after_days
		if not thresholds.is_empty():
			var list_ := []
			for entry_ in thresholds:
				list_.append(entry_.to_dict())
			out_["thresholds"] = list_
		return out_


## A score of which [code]Watch[/code] tells when it is crossed. Has [code]above[/code] or
## [code]below[/code], and not both.
class RelationThreshold:
	extends Message
	## Name, with which [code]Standing.crossed[/code] tells of it; as that of an axis.
	var name: String = ""
	## It holds from a score above this one on.
	var above: int = 0:
		set(value):
			above = value
			_has_above = true
	var _has_above := false

	func has_above() -> bool:
		return _has_above

	func clear_above() -> void:
		above = 0
		_has_above = false

	## It holds from a score below this one on.
	var below: int = 0:
		set(value):
			below = value
			_has_below = true
	var _has_below := false

	func has_below() -> bool:
		return _has_below

	func clear_below() -> void:
		below = 0
		_has_below = false

	## How far the score has to come back before it lets go, 0 to 10,000; 5 where it is absent.
	var margin: int = 0:
		set(value):
			margin = value
			_has_margin = true
	var _has_margin := false

	func has_margin() -> bool:
		return _has_margin

	func clear_margin() -> void:
		margin = 0
		_has_margin = false


	static func from_dict(source: Variant) -> RelationThreshold:
		var it_ := RelationThreshold.new()
		var from_ := W.dictionary(source)
		it_.name = W.text(from_.get("name"))
		var above_: Variant = from_.get("above")
		if above_ != null:
			it_.above = W.integer(above_)
		var below_: Variant = from_.get("below")
		if below_ != null:
			it_.below = W.integer(below_)
		var margin_: Variant = from_.get("margin")
		if margin_ != null:
			it_.margin = W.integer(margin_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if name != "":
			out_["name"] = name
		if _has_above:
			out_["above"] = above
		if _has_below:
			out_["below"] = below
		if _has_margin:
			out_["margin"] = margin
		return out_


## A world's own names of months, days and eras, and into how many hours it divides a day. The
## clock stays as it is: twelve months, weeks of seven days, and times of day such as
## [code]14:05[/code].
class Calendar:
	extends Message
	## Names of the months, from January on: 12, or none for the usual ones; each 1 to 80
	## characters.
	var months: Array[String] = []
	## Names of the days of the week, from Monday on: 7, or none for the usual ones.
	var weekdays: Array[String] = []
	## Eras by which years are counted, at most 50, none of them beginning in the same year.
	var eras: Array[Era] = []
	## Hours of a day, 1 to 100; 0 means 24.
	var hours_in_day: int = 0

	static func from_dict(source: Variant) -> Calendar:
		var it_ := Calendar.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("months")):
			it_.months.append(W.text(entry_))
		for entry_: Variant in W.list(from_.get("weekdays")):
			it_.weekdays.append(W.text(entry_))
		for entry_: Variant in W.list(from_.get("eras")):
			it_.eras.append(Era.from_dict(entry_))
		it_.hours_in_day = W.integer(from_.get("hoursInDay", from_.get("hours_in_day")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not months.is_empty():
			out_["months"] = months.duplicate()
		if not weekdays.is_empty():
			out_["weekdays"] = weekdays.duplicate()
		if not eras.is_empty():
			var list_ := []
			for entry_ in eras:
				list_.append(entry_.to_dict())
			out_["eras"] = list_
		if hours_in_day != 0:
			out_["hoursInDay"] = hours_in_day
		return out_


## Years that are counted from a year of the clock.
class Era:
	extends Message
	## Name, such as [code]the Long Thaw[/code]; 1 to 80 characters.
	var name: String = ""
	## Year of the clock that is its year 1, 1 to 9,999; 0 means 1.
	var first_year: int = 0

	static func from_dict(source: Variant) -> Era:
		var it_ := Era.new()
		var from_ := W.dictionary(source)
		it_.name = W.text(from_.get("name"))
		it_.first_year = W.integer(from_.get("firstYear", from_.get("first_year")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if name != "":
			out_["name"] = name
		if first_year != 0:
			out_["firstYear"] = first_year
		return out_


## A text in one language.
class LocalText:
	extends Message
	## Language: a tag such as [code]en[/code].
	var language: String = ""
	## Text; 1 to 500 characters.
	var text: String = ""

	static func from_dict(source: Variant) -> LocalText:
		var it_ := LocalText.new()
		var from_ := W.dictionary(source)
		it_.language = W.text(from_.get("language"))
		it_.text = W.text(from_.get("text"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if language != "":
			out_["language"] = language
		if text != "":
			out_["text"] = text
		return out_


## Limits of one game day; 0 means none. As a day's budget is used up, thoughts are left out:
## first the steps of plans, last of all plans for days.
class Budget:
	extends Message
	## Calls of models, at most 1,000,000,000.
	var calls: int = 0
	## Tokens of prompts and answers, at most 1,000,000,000.
	var tokens: int = 0
	## Money, in millionths of the unit of the prices that the server was set up with; at most
	## 10^15.
	var money_micros: int = 0

	static func from_dict(source: Variant) -> Budget:
		var it_ := Budget.new()
		var from_ := W.dictionary(source)
		it_.calls = W.integer(from_.get("calls"))
		it_.tokens = W.integer(from_.get("tokens"))
		it_.money_micros = W.integer(from_.get("moneyMicros", from_.get("money_micros")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if calls != 0:
			out_["calls"] = calls
		if tokens != 0:
			out_["tokens"] = str(tokens)
		if money_micros != 0:
			out_["moneyMicros"] = str(money_micros)
		return out_


## A part of the place tree.
class Place:
	extends Message
	## Id, as for worlds; unique within its world.
	var place_id: String = ""
	## World.
	var world_id: String = ""
	## Place it is a part of; empty at the top level.
	var parent_id: String = ""
	## Name; 1 to 80 characters.
	var name: String = ""
	## What it looks like; at most 4,000 characters.
	var description: String = ""
	## When it is open; absent means always.
	var hours: OpeningHours:
		get:
			if _hours == null:
				_hours = OpeningHours.new()
			return _hours
		set(value):
			_hours = value
			_has_hours = value != null
	var _hours: OpeningHours
	var _has_hours := false

	func has_hours() -> bool:
		return _has_hours or (_hours != null and not _hours.is_empty())

	## How many people it holds, 1 to 100,000; absent means any number.
	var capacity: int = 0:
		set(value):
			capacity = value
			_has_capacity = true
	var _has_capacity := false

	func has_capacity() -> bool:
		return _has_capacity

	func clear_capacity() -> void:
		capacity = 0
		_has_capacity = false

	## Things in it, at most 200 names of at most 80 characters.
	var objects: Array[String] = []
	## Changes with every update. Output only.
	var etag: String = ""
	## Characters it belongs to, at most 100: others enter it only while one of them is in it.
	## Without any it is open to all. Its parts belong to them too.
	var owner_ids: Array[String] = []
	## What things cost there, at most 200, each ware once.
	var prices: Array[Price] = []
	## What its walls let through of a shout; not set: open where its name says that it is
	## outdoors, such as a square, else thin.
	var walls: int = 0

	static func from_dict(source: Variant) -> Place:
		var it_ := Place.new()
		var from_ := W.dictionary(source)
		it_.place_id = W.text(from_.get("placeId", from_.get("place_id")))
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.parent_id = W.text(from_.get("parentId", from_.get("parent_id")))
		it_.name = W.text(from_.get("name"))
		it_.description = W.text(from_.get("description"))
		var hours_: Variant = from_.get("hours")
		if hours_ != null:
			it_.hours = OpeningHours.from_dict(hours_)
		var capacity_: Variant = from_.get("capacity")
		if capacity_ != null:
			it_.capacity = W.integer(capacity_)
		for entry_: Variant in W.list(from_.get("objects")):
			it_.objects.append(W.text(entry_))
		it_.etag = W.text(from_.get("etag"))
		for entry_: Variant in W.list(from_.get("ownerIds", from_.get("owner_ids"))):
			it_.owner_ids.append(W.text(entry_))
		for entry_: Variant in W.list(from_.get("prices")):
			it_.prices.append(Price.from_dict(entry_))
		it_.walls = W.enumeration(from_.get("walls"), WALLS_NAMES)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if place_id != "":
			out_["placeId"] = place_id
		if world_id != "":
			out_["worldId"] = world_id
		if parent_id != "":
			out_["parentId"] = parent_id
		if name != "":
			out_["name"] = name
		if description != "":
			out_["description"] = description
		if has_hours():
			out_["hours"] = _hours.to_dict()
		if _has_capacity:
			out_["capacity"] = capacity
		if not objects.is_empty():
			out_["objects"] = objects.duplicate()
		if etag != "":
			out_["etag"] = etag
		if not owner_ids.is_empty():
			out_["ownerIds"] = owner_ids.duplicate()
		if not prices.is_empty():
			var list_ := []
			for entry_ in prices:
				list_.append(entry_.to_dict())
			out_["prices"] = list_
		if walls != 0:
			out_["walls"] = W.enumeration_out(walls, WALLS_NAMES)
		return out_


## What a ware costs.
class Price:
	extends Message
	## Ware; 1 to 80 characters.
	var ware: String = ""
	## What it costs, as characters say it: "threepence"; 1 to 80 characters.
	var price: String = ""

	static func from_dict(source: Variant) -> Price:
		var it_ := Price.new()
		var from_ := W.dictionary(source)
		it_.ware = W.text(from_.get("ware"))
		it_.price = W.text(from_.get("price"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if ware != "":
			out_["ware"] = ware
		if price != "":
			out_["price"] = price
		return out_


## Opening hours, in game time of day.
class OpeningHours:
	extends Message
	## [code]HH:MM[/code].
	var opens: String = ""
	## [code]HH:MM[/code], other than [code]opens[/code]; before it means past midnight.
	var closes: String = ""

	static func from_dict(source: Variant) -> OpeningHours:
		var it_ := OpeningHours.new()
		var from_ := W.dictionary(source)
		it_.opens = W.text(from_.get("opens"))
		it_.closes = W.text(from_.get("closes"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if opens != "":
			out_["opens"] = opens
		if closes != "":
			out_["closes"] = closes
		return out_


## The world to create.
class CreateWorldRequest:
	extends Message
	## Makes a retry safe: the same id with the same body gets the first answer again. Optional, at
	## most 36 ASCII characters, kept for at least 24 hours.
	var request_id: String = ""
	## World.
	var world: World:
		get:
			if _world == null:
				_world = World.new()
			return _world
		set(value):
			_world = value
			_has_world = value != null
	var _world: World
	var _has_world := false

	func has_world() -> bool:
		return _has_world or (_world != null and not _world.is_empty())


	static func from_dict(source: Variant) -> CreateWorldRequest:
		var it_ := CreateWorldRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		var world_: Variant = from_.get("world")
		if world_ != null:
			it_.world = World.from_dict(world_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if has_world():
			out_["world"] = _world.to_dict()
		return out_


## The world as created.
class CreateWorldResponse:
	extends Message
	## World.
	var world: World:
		get:
			if _world == null:
				_world = World.new()
			return _world
		set(value):
			_world = value
			_has_world = value != null
	var _world: World
	var _has_world := false

	func has_world() -> bool:
		return _has_world or (_world != null and not _world.is_empty())


	static func from_dict(source: Variant) -> CreateWorldResponse:
		var it_ := CreateWorldResponse.new()
		var from_ := W.dictionary(source)
		var world_: Variant = from_.get("world")
		if world_ != null:
			it_.world = World.from_dict(world_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_world():
			out_["world"] = _world.to_dict()
		return out_


## Which world.
class GetWorldRequest:
	extends Message
	## World.
	var world_id: String = ""

	static func from_dict(source: Variant) -> GetWorldRequest:
		var it_ := GetWorldRequest.new()
		var from_ := W.dictionary(source)
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if world_id != "":
			out_["worldId"] = world_id
		return out_


## The world.
class GetWorldResponse:
	extends Message
	## World.
	var world: World:
		get:
			if _world == null:
				_world = World.new()
			return _world
		set(value):
			_world = value
			_has_world = value != null
	var _world: World
	var _has_world := false

	func has_world() -> bool:
		return _has_world or (_world != null and not _world.is_empty())


	static func from_dict(source: Variant) -> GetWorldResponse:
		var it_ := GetWorldResponse.new()
		var from_ := W.dictionary(source)
		var world_: Variant = from_.get("world")
		if world_ != null:
			it_.world = World.from_dict(world_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_world():
			out_["world"] = _world.to_dict()
		return out_


## Which page of worlds.
class ListWorldsRequest:
	extends Message
	## How many at most: 0 means 50, more than 500 means 500.
	var page_size: int = 0
	## [code]next_page_token[/code] of the page before; empty for the first.
	var page_token: String = ""

	static func from_dict(source: Variant) -> ListWorldsRequest:
		var it_ := ListWorldsRequest.new()
		var from_ := W.dictionary(source)
		it_.page_size = W.integer(from_.get("pageSize", from_.get("page_size")))
		it_.page_token = W.text(from_.get("pageToken", from_.get("page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if page_size != 0:
			out_["pageSize"] = page_size
		if page_token != "":
			out_["pageToken"] = page_token
		return out_


## A page of worlds.
class ListWorldsResponse:
	extends Message
	## Worlds.
	var worlds: Array[World] = []
	## Token of the next page; empty when this is the last.
	var next_page_token: String = ""

	static func from_dict(source: Variant) -> ListWorldsResponse:
		var it_ := ListWorldsResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("worlds")):
			it_.worlds.append(World.from_dict(entry_))
		it_.next_page_token = W.text(from_.get("nextPageToken", from_.get("next_page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not worlds.is_empty():
			var list_ := []
			for entry_ in worlds:
				list_.append(entry_.to_dict())
			out_["worlds"] = list_
		if next_page_token != "":
			out_["nextPageToken"] = next_page_token
		return out_


## What to change in a world.
class UpdateWorldRequest:
	extends Message
	## Makes a retry safe; see [code]CreateWorldRequest.request_id[/code].
	var request_id: String = ""
	## World with the new values. An [code]etag[/code] that is set and does not match is
	## [code]ETAG_MISMATCH[/code].
	var world: World:
		get:
			if _world == null:
				_world = World.new()
			return _world
		set(value):
			_world = value
			_has_world = value != null
	var _world: World
	var _has_world := false

	func has_world() -> bool:
		return _has_world or (_world != null and not _world.is_empty())

	## Fields to change; absent means those that are set in [code]world[/code].
	var update_mask: Array[String] = []

	static func from_dict(source: Variant) -> UpdateWorldRequest:
		var it_ := UpdateWorldRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		var world_: Variant = from_.get("world")
		if world_ != null:
			it_.world = World.from_dict(world_)
		it_.update_mask = W.mask(from_.get("updateMask", from_.get("update_mask")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if has_world():
			out_["world"] = _world.to_dict()
		if not update_mask.is_empty():
			out_["updateMask"] = W.mask_out(update_mask)
		return out_


## The world as changed.
class UpdateWorldResponse:
	extends Message
	## World.
	var world: World:
		get:
			if _world == null:
				_world = World.new()
			return _world
		set(value):
			_world = value
			_has_world = value != null
	var _world: World
	var _has_world := false

	func has_world() -> bool:
		return _has_world or (_world != null and not _world.is_empty())


	static func from_dict(source: Variant) -> UpdateWorldResponse:
		var it_ := UpdateWorldResponse.new()
		var from_ := W.dictionary(source)
		var world_: Variant = from_.get("world")
		if world_ != null:
			it_.world = World.from_dict(world_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_world():
			out_["world"] = _world.to_dict()
		return out_


## Which world to delete.
class DeleteWorldRequest:
	extends Message
	## Makes a retry safe; see [code]CreateWorldRequest.request_id[/code].
	var request_id: String = ""
	## World.
	var world_id: String = ""
	## When set, deletes only this state of it.
	var etag: String = ""

	static func from_dict(source: Variant) -> DeleteWorldRequest:
		var it_ := DeleteWorldRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.etag = W.text(from_.get("etag"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if world_id != "":
			out_["worldId"] = world_id
		if etag != "":
			out_["etag"] = etag
		return out_


## The world is gone.
class DeleteWorldResponse:
	extends Message

	static func from_dict(source: Variant) -> DeleteWorldResponse:
		var it_ := DeleteWorldResponse.new()
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		return out_


## The place to create.
class CreatePlaceRequest:
	extends Message
	## Makes a retry safe; see [code]CreateWorldRequest.request_id[/code].
	var request_id: String = ""
	## Place.
	var place: Place:
		get:
			if _place == null:
				_place = Place.new()
			return _place
		set(value):
			_place = value
			_has_place = value != null
	var _place: Place
	var _has_place := false

	func has_place() -> bool:
		return _has_place or (_place != null and not _place.is_empty())


	static func from_dict(source: Variant) -> CreatePlaceRequest:
		var it_ := CreatePlaceRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		var place_: Variant = from_.get("place")
		if place_ != null:
			it_.place = Place.from_dict(place_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if has_place():
			out_["place"] = _place.to_dict()
		return out_


## The place as created.
class CreatePlaceResponse:
	extends Message
	## Place.
	var place: Place:
		get:
			if _place == null:
				_place = Place.new()
			return _place
		set(value):
			_place = value
			_has_place = value != null
	var _place: Place
	var _has_place := false

	func has_place() -> bool:
		return _has_place or (_place != null and not _place.is_empty())


	static func from_dict(source: Variant) -> CreatePlaceResponse:
		var it_ := CreatePlaceResponse.new()
		var from_ := W.dictionary(source)
		var place_: Variant = from_.get("place")
		if place_ != null:
			it_.place = Place.from_dict(place_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_place():
			out_["place"] = _place.to_dict()
		return out_


## Which place.
class GetPlaceRequest:
	extends Message
	## World.
	var world_id: String = ""
	## Place.
	var place_id: String = ""

	static func from_dict(source: Variant) -> GetPlaceRequest:
		var it_ := GetPlaceRequest.new()
		var from_ := W.dictionary(source)
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.place_id = W.text(from_.get("placeId", from_.get("place_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if world_id != "":
			out_["worldId"] = world_id
		if place_id != "":
			out_["placeId"] = place_id
		return out_


## The place.
class GetPlaceResponse:
	extends Message
	## Place.
	var place: Place:
		get:
			if _place == null:
				_place = Place.new()
			return _place
		set(value):
			_place = value
			_has_place = value != null
	var _place: Place
	var _has_place := false

	func has_place() -> bool:
		return _has_place or (_place != null and not _place.is_empty())


	static func from_dict(source: Variant) -> GetPlaceResponse:
		var it_ := GetPlaceResponse.new()
		var from_ := W.dictionary(source)
		var place_: Variant = from_.get("place")
		if place_ != null:
			it_.place = Place.from_dict(place_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_place():
			out_["place"] = _place.to_dict()
		return out_


## Which page of a world's places.
class ListPlacesRequest:
	extends Message
	## World.
	var world_id: String = ""
	## How many at most: 0 means 50, more than 500 means 500.
	var page_size: int = 0
	## [code]next_page_token[/code] of the page before; empty for the first.
	var page_token: String = ""

	static func from_dict(source: Variant) -> ListPlacesRequest:
		var it_ := ListPlacesRequest.new()
		var from_ := W.dictionary(source)
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.page_size = W.integer(from_.get("pageSize", from_.get("page_size")))
		it_.page_token = W.text(from_.get("pageToken", from_.get("page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if world_id != "":
			out_["worldId"] = world_id
		if page_size != 0:
			out_["pageSize"] = page_size
		if page_token != "":
			out_["pageToken"] = page_token
		return out_


## A page of places.
class ListPlacesResponse:
	extends Message
	## Places.
	var places: Array[Place] = []
	## Token of the next page; empty when this is the last.
	var next_page_token: String = ""

	static func from_dict(source: Variant) -> ListPlacesResponse:
		var it_ := ListPlacesResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("places")):
			it_.places.append(Place.from_dict(entry_))
		it_.next_page_token = W.text(from_.get("nextPageToken", from_.get("next_page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not places.is_empty():
			var list_ := []
			for entry_ in places:
				list_.append(entry_.to_dict())
			out_["places"] = list_
		if next_page_token != "":
			out_["nextPageToken"] = next_page_token
		return out_


## What to change in a place.
class UpdatePlaceRequest:
	extends Message
	## Makes a retry safe; see [code]CreateWorldRequest.request_id[/code].
	var request_id: String = ""
	## Place with the new values. An [code]etag[/code] that is set and does not match is
	## [code]ETAG_MISMATCH[/code].
	var place: Place:
		get:
			if _place == null:
				_place = Place.new()
			return _place
		set(value):
			_place = value
			_has_place = value != null
	var _place: Place
	var _has_place := false

	func has_place() -> bool:
		return _has_place or (_place != null and not _place.is_empty())

	## Fields to change; absent means those that are set in [code]place[/code].
	var update_mask: Array[String] = []

	static func from_dict(source: Variant) -> UpdatePlaceRequest:
		var it_ := UpdatePlaceRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		var place_: Variant = from_.get("place")
		if place_ != null:
			it_.place = Place.from_dict(place_)
		it_.update_mask = W.mask(from_.get("updateMask", from_.get("update_mask")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if has_place():
			out_["place"] = _place.to_dict()
		if not update_mask.is_empty():
			out_["updateMask"] = W.mask_out(update_mask)
		return out_


## The place as changed.
class UpdatePlaceResponse:
	extends Message
	## Place.
	var place: Place:
		get:
			if _place == null:
				_place = Place.new()
			return _place
		set(value):
			_place = value
			_has_place = value != null
	var _place: Place
	var _has_place := false

	func has_place() -> bool:
		return _has_place or (_place != null and not _place.is_empty())


	static func from_dict(source: Variant) -> UpdatePlaceResponse:
		var it_ := UpdatePlaceResponse.new()
		var from_ := W.dictionary(source)
		var place_: Variant = from_.get("place")
		if place_ != null:
			it_.place = Place.from_dict(place_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_place():
			out_["place"] = _place.to_dict()
		return out_


## Which place to delete.
class DeletePlaceRequest:
	extends Message
	## Makes a retry safe; see [code]CreateWorldRequest.request_id[/code].
	var request_id: String = ""
	## World.
	var world_id: String = ""
	## Place.
	var place_id: String = ""
	## When set, deletes only this state of it.
	var etag: String = ""

	static func from_dict(source: Variant) -> DeletePlaceRequest:
		var it_ := DeletePlaceRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.place_id = W.text(from_.get("placeId", from_.get("place_id")))
		it_.etag = W.text(from_.get("etag"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if world_id != "":
			out_["worldId"] = world_id
		if place_id != "":
			out_["placeId"] = place_id
		if etag != "":
			out_["etag"] = etag
		return out_


## The place is gone.
class DeletePlaceResponse:
	extends Message

	static func from_dict(source: Variant) -> DeletePlaceResponse:
		var it_ := DeletePlaceResponse.new()
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		return out_


## A world file to import.
class ImportWorldRequest:
	extends Message
	## Makes a retry safe; see [code]CreateWorldRequest.request_id[/code].
	var request_id: String = ""
	## World; the file has to be of it.
	var world_id: String = ""
	## The file, as [code]docs/world-files.md[/code] describes it, without other files. It may name
	## places and characters that the world has already. The request has at most
	## [code]request_bytes[/code] of [code]GetServer[/code], 1 MiB: send a larger world in parts
	## one after the other, or import it beside the server with [code]npcserver import FILE[/code].
	var yaml: String = ""
	## Whether nothing is stored: the answer says what would change, and what is wrong with the
	## file.
	var validate_only: bool = false
	## Whether what is there already may be changed. Without it and an [code]etag[/code], a file
	## that would change something is refused with [code]ALREADY_EXISTS[/code]; what is new is
	## created in any case.
	var overwrite: bool = false
	## [code]etag[/code] of [code]ExportWorld[/code]: what is there may be changed if it is still
	## as exported, and the import is refused with [code]ETAG_MISMATCH[/code] if it is not.
	var etag: String = ""

	static func from_dict(source: Variant) -> ImportWorldRequest:
		var it_ := ImportWorldRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.yaml = W.text(from_.get("yaml"))
		it_.validate_only = W.boolean(from_.get("validateOnly", from_.get("validate_only")))
		it_.overwrite = W.boolean(from_.get("overwrite"))
		it_.etag = W.text(from_.get("etag"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if world_id != "":
			out_["worldId"] = world_id
		if yaml != "":
			out_["yaml"] = yaml
		if validate_only != false:
			out_["validateOnly"] = validate_only
		if overwrite != false:
			out_["overwrite"] = overwrite
		if etag != "":
			out_["etag"] = etag
		return out_


## What the import did, or with [code]validate_only[/code] would do.
class ImportWorldResponse:
	extends Message
	## World.
	var world_id: String = ""
	## Its name.
	var name: String = ""
	## What the file names, in its order.
	var changes: Array[ImportChange] = []
	## How many seed memories are new.
	var memories: int = 0
	## Whether seed memories were changed or removed: timelines that begin from now on have the new
	## ones, all others keep theirs.
	var has_new_genesis: bool = false
	## What its author should look at, each with the line.
	var warnings: Array[String] = []
	## What is wrong with the file; only with [code]validate_only[/code], and nothing else is set
	## then. Without it such a file is refused, with the same problems in the error.
	var problems: Array[FileProblem] = []
	## Whether the import needs [code]overwrite[/code] or an [code]etag[/code], since it changes
	## what is there; only with [code]validate_only[/code].
	var needs_overwrite: bool = false

	static func from_dict(source: Variant) -> ImportWorldResponse:
		var it_ := ImportWorldResponse.new()
		var from_ := W.dictionary(source)
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.name = W.text(from_.get("name"))
		for entry_: Variant in W.list(from_.get("changes")):
			it_.changes.append(ImportChange.from_dict(entry_))
		it_.memories = W.integer(from_.get("memories"))
		it_.has_new_genesis = W.boolean(from_.get("hasNewGenesis", from_.get("has_new_genesis")))
		for entry_: Variant in W.list(from_.get("warnings")):
			it_.warnings.append(W.text(entry_))
		for entry_: Variant in W.list(from_.get("problems")):
			it_.problems.append(FileProblem.from_dict(entry_))
		it_.needs_overwrite = W.boolean(from_.get("needsOverwrite", from_.get("needs_overwrite")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if world_id != "":
			out_["worldId"] = world_id
		if name != "":
			out_["name"] = name
		if not changes.is_empty():
			var list_ := []
			for entry_ in changes:
				list_.append(entry_.to_dict())
			out_["changes"] = list_
		if memories != 0:
			out_["memories"] = memories
		if has_new_genesis != false:
			out_["hasNewGenesis"] = has_new_genesis
		if not warnings.is_empty():
			out_["warnings"] = warnings.duplicate()
		if not problems.is_empty():
			var list_ := []
			for entry_ in problems:
				list_.append(entry_.to_dict())
			out_["problems"] = list_
		if needs_overwrite != false:
			out_["needsOverwrite"] = needs_overwrite
		return out_


## What an import did to one thing.
class ImportChange:
	extends Message
	## What it is.
	var kind: int = 0
	## Its id.
	var id: String = ""
	## What happened to it.
	var effect: int = 0
	## Fields of a character that changed, such as [code]goals[/code]; [code]memories[/code] for
	## its seed memories.
	var fields: Array[String] = []

	static func from_dict(source: Variant) -> ImportChange:
		var it_ := ImportChange.new()
		var from_ := W.dictionary(source)
		it_.kind = W.enumeration(from_.get("kind"), IMPORTED_KIND_NAMES)
		it_.id = W.text(from_.get("id"))
		it_.effect = W.enumeration(from_.get("effect"), IMPORT_EFFECT_NAMES)
		for entry_: Variant in W.list(from_.get("fields")):
			it_.fields.append(W.text(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if kind != 0:
			out_["kind"] = W.enumeration_out(kind, IMPORTED_KIND_NAMES)
		if id != "":
			out_["id"] = id
		if effect != 0:
			out_["effect"] = W.enumeration_out(effect, IMPORT_EFFECT_NAMES)
		if not fields.is_empty():
			out_["fields"] = fields.duplicate()
		return out_


## A problem of a file.
class FileProblem:
	extends Message
	## Line, from 1; 0 where it is unknown.
	var line: int = 0
	## Column at which the field begins, from 1; 0 where it is unknown.
	var column: int = 0
	## Path of the field, such as [code]characters[lb]2].place[/code]; empty for the file as a
	## whole.
	var path: String = ""
	## What is wrong, and what to write.
	var problem: String = ""

	static func from_dict(source: Variant) -> FileProblem:
		var it_ := FileProblem.new()
		var from_ := W.dictionary(source)
		it_.line = W.integer(from_.get("line"))
		it_.column = W.integer(from_.get("column"))
		it_.path = W.text(from_.get("path"))
		it_.problem = W.text(from_.get("problem"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if line != 0:
			out_["line"] = line
		if column != 0:
			out_["column"] = column
		if path != "":
			out_["path"] = path
		if problem != "":
			out_["problem"] = problem
		return out_


## Which world to export.
class ExportWorldRequest:
	extends Message
	## World.
	var world_id: String = ""

	static func from_dict(source: Variant) -> ExportWorldRequest:
		var it_ := ExportWorldRequest.new()
		var from_ := W.dictionary(source)
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if world_id != "":
			out_["worldId"] = world_id
		return out_


## The world as a file.
class ExportWorldResponse:
	extends Message
	## The file; importing it again changes nothing.
	var yaml: String = ""
	## Stands for all that the file has; see [code]ImportWorldRequest.etag[/code].
	var etag: String = ""

	static func from_dict(source: Variant) -> ExportWorldResponse:
		var it_ := ExportWorldResponse.new()
		var from_ := W.dictionary(source)
		it_.yaml = W.text(from_.get("yaml"))
		it_.etag = W.text(from_.get("etag"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if yaml != "":
			out_["yaml"] = yaml
		if etag != "":
			out_["etag"] = etag
		return out_
