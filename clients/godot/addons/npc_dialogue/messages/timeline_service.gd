# Generated from proto/npcserver/v1 by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../message.gd")
const W = preload("../wire.gd")
const _Memory = preload("memory.gd")
const _Mind = preload("mind.gd")


## One line of play in a world.
class Timeline:
	extends Message
	## Id.
	var timeline_id: String = ""
	## World it is played in.
	var world_id: String = ""
	## Timeline it was forked from; empty for a world's genesis.
	var parent_id: String = ""
	## Last position of the parent that it sees.
	var forked_at: int = 0
	## Position of its newest record.
	var head_seq: int = 0
	## Game time at its head. Game time has no zone and is written as UTC.
	var world_time: String = ""
	## Label for people.
	var label: String = ""
	## Real time when it was started.
	var create_time: String = ""
	## How many thoughts were still running when the game left it by loading a save. Their results
	## were refused.
	var late_results: int = 0
	## How far thoughts are behind; only in the answer of [code]GetTimeline[/code].
	var lateness: _Mind.Lateness:
		get:
			if _lateness == null:
				_lateness = _Mind.Lateness.new()
			return _lateness
		set(value):
			_lateness = value
			_has_lateness = value != null
	var _lateness: _Mind.Lateness
	var _has_lateness := false

	func has_lateness() -> bool:
		return _has_lateness or (_lateness != null and not _lateness.is_empty())


	static func from_dict(source: Variant) -> Timeline:
		var it_ := Timeline.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.parent_id = W.text(from_.get("parentId", from_.get("parent_id")))
		it_.forked_at = W.integer(from_.get("forkedAt", from_.get("forked_at")))
		it_.head_seq = W.integer(from_.get("headSeq", from_.get("head_seq")))
		it_.world_time = W.text(from_.get("worldTime", from_.get("world_time")))
		it_.label = W.text(from_.get("label"))
		it_.create_time = W.text(from_.get("createTime", from_.get("create_time")))
		it_.late_results = W.integer(from_.get("lateResults", from_.get("late_results")))
		var lateness_: Variant = from_.get("lateness")
		if lateness_ != null:
			it_.lateness = _Mind.Lateness.from_dict(lateness_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if world_id != "":
			out_["worldId"] = world_id
		if parent_id != "":
			out_["parentId"] = parent_id
		if forked_at != 0:
			out_["forkedAt"] = forked_at
		if head_seq != 0:
			out_["headSeq"] = head_seq
		if world_time != "":
			out_["worldTime"] = world_time
		if label != "":
			out_["label"] = label
		if create_time != "":
			out_["createTime"] = create_time
		if late_results != 0:
			out_["lateResults"] = late_results
		if has_lateness():
			out_["lateness"] = _lateness.to_dict()
		return out_


## A named moment of a timeline.
class SaveSlot:
	extends Message
	## Id; keep it in the game's own save file.
	var save_id: String = ""
	## World.
	var world_id: String = ""
	## Timeline of its position.
	var timeline_id: String = ""
	## Position.
	var seq: int = 0
	## Name for people.
	var name: String = ""
	## Game time at that moment.
	var world_time: String = ""
	## Real time when it was made.
	var create_time: String = ""

	static func from_dict(source: Variant) -> SaveSlot:
		var it_ := SaveSlot.new()
		var from_ := W.dictionary(source)
		it_.save_id = W.text(from_.get("saveId", from_.get("save_id")))
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.seq = W.integer(from_.get("seq"))
		it_.name = W.text(from_.get("name"))
		it_.world_time = W.text(from_.get("worldTime", from_.get("world_time")))
		it_.create_time = W.text(from_.get("createTime", from_.get("create_time")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if save_id != "":
			out_["saveId"] = save_id
		if world_id != "":
			out_["worldId"] = world_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if seq != 0:
			out_["seq"] = seq
		if name != "":
			out_["name"] = name
		if world_time != "":
			out_["worldTime"] = world_time
		if create_time != "":
			out_["createTime"] = create_time
		return out_


## Which world to play in.
class StartTimelineRequest:
	extends Message
	## Makes a retry safe: the same id with the same body gets the first answer again. Optional, at
	## most 36 ASCII characters, kept for at least 24 hours.
	var request_id: String = ""
	## World.
	var world_id: String = ""
	## Label for people; at most 80 characters.
	var label: String = ""

	static func from_dict(source: Variant) -> StartTimelineRequest:
		var it_ := StartTimelineRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.label = W.text(from_.get("label"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if world_id != "":
			out_["worldId"] = world_id
		if label != "":
			out_["label"] = label
		return out_


## The new timeline.
class StartTimelineResponse:
	extends Message
	## Timeline, ready to be played.
	var timeline: Timeline:
		get:
			if _timeline == null:
				_timeline = Timeline.new()
			return _timeline
		set(value):
			_timeline = value
			_has_timeline = value != null
	var _timeline: Timeline
	var _has_timeline := false

	func has_timeline() -> bool:
		return _has_timeline or (_timeline != null and not _timeline.is_empty())


	static func from_dict(source: Variant) -> StartTimelineResponse:
		var it_ := StartTimelineResponse.new()
		var from_ := W.dictionary(source)
		var timeline_: Variant = from_.get("timeline")
		if timeline_ != null:
			it_.timeline = Timeline.from_dict(timeline_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_timeline():
			out_["timeline"] = _timeline.to_dict()
		return out_


## Which timeline.
class GetTimelineRequest:
	extends Message
	## Timeline.
	var timeline_id: String = ""

	static func from_dict(source: Variant) -> GetTimelineRequest:
		var it_ := GetTimelineRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		return out_


## The timeline.
class GetTimelineResponse:
	extends Message
	## Timeline as it is now.
	var timeline: Timeline:
		get:
			if _timeline == null:
				_timeline = Timeline.new()
			return _timeline
		set(value):
			_timeline = value
			_has_timeline = value != null
	var _timeline: Timeline
	var _has_timeline := false

	func has_timeline() -> bool:
		return _has_timeline or (_timeline != null and not _timeline.is_empty())


	static func from_dict(source: Variant) -> GetTimelineResponse:
		var it_ := GetTimelineResponse.new()
		var from_ := W.dictionary(source)
		var timeline_: Variant = from_.get("timeline")
		if timeline_ != null:
			it_.timeline = Timeline.from_dict(timeline_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_timeline():
			out_["timeline"] = _timeline.to_dict()
		return out_


## Which moment to save.
class SaveRequest:
	extends Message
	## Makes a retry safe; see [code]StartTimelineRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Name for people; at most 80 characters.
	var name: String = ""
	## Position to save; absent means the head. What was stored together, such as a turn, is saved
	## as a whole: a position inside it is moved to its end.
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


	static func from_dict(source: Variant) -> SaveRequest:
		var it_ := SaveRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.name = W.text(from_.get("name"))
		var seq_: Variant = from_.get("seq")
		if seq_ != null:
			it_.seq = W.integer(seq_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if name != "":
			out_["name"] = name
		if _has_seq:
			out_["seq"] = seq
		return out_


## The save.
class SaveResponse:
	extends Message
	## Save.
	var save: SaveSlot:
		get:
			if _save == null:
				_save = SaveSlot.new()
			return _save
		set(value):
			_save = value
			_has_save = value != null
	var _save: SaveSlot
	var _has_save := false

	func has_save() -> bool:
		return _has_save or (_save != null and not _save.is_empty())

	## Whether the save is after the position that was asked for, at the end of what was stored
	## together with it; [code]save.seq[/code] is the position.
	var moved: bool = false

	static func from_dict(source: Variant) -> SaveResponse:
		var it_ := SaveResponse.new()
		var from_ := W.dictionary(source)
		var save_: Variant = from_.get("save")
		if save_ != null:
			it_.save = SaveSlot.from_dict(save_)
		it_.moved = W.boolean(from_.get("moved"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_save():
			out_["save"] = _save.to_dict()
		if moved != false:
			out_["moved"] = moved
		return out_


## Which save to play on from.
class LoadRequest:
	extends Message
	## Makes a retry safe; see [code]StartTimelineRequest.request_id[/code].
	var request_id: String = ""
	## Save.
	var save_id: String = ""
	## Label of the new timeline; at most 80 characters.
	var label: String = ""
	## Timeline that the game leaves by loading, if it does: turns that are spoken there end with
	## [code]TURN_OUTCOME_LEFT[/code], its watchers get [code]TimelineLeft[/code], sessions on it
	## end, and results of thoughts still running there are refused. It can be played on
	## nevertheless. Empty: both timelines are played.
	var leaving_timeline_id: String = ""

	static func from_dict(source: Variant) -> LoadRequest:
		var it_ := LoadRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.save_id = W.text(from_.get("saveId", from_.get("save_id")))
		it_.label = W.text(from_.get("label"))
		it_.leaving_timeline_id = W.text(from_.get("leavingTimelineId", from_.get("leaving_timeline_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if save_id != "":
			out_["saveId"] = save_id
		if label != "":
			out_["label"] = label
		if leaving_timeline_id != "":
			out_["leavingTimelineId"] = leaving_timeline_id
		return out_


## The new timeline.
class LoadResponse:
	extends Message
	## Timeline that continues from the save.
	var timeline: Timeline:
		get:
			if _timeline == null:
				_timeline = Timeline.new()
			return _timeline
		set(value):
			_timeline = value
			_has_timeline = value != null
	var _timeline: Timeline
	var _has_timeline := false

	func has_timeline() -> bool:
		return _has_timeline or (_timeline != null and not _timeline.is_empty())


	static func from_dict(source: Variant) -> LoadResponse:
		var it_ := LoadResponse.new()
		var from_ := W.dictionary(source)
		var timeline_: Variant = from_.get("timeline")
		if timeline_ != null:
			it_.timeline = Timeline.from_dict(timeline_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_timeline():
			out_["timeline"] = _timeline.to_dict()
		return out_


## Whose saves to list.
class ListSavesRequest:
	extends Message
	## World.
	var world_id: String = ""
	## How many at most: 0 means 50, more than 500 means 500.
	var page_size: int = 0
	## [code]next_page_token[/code] of the page before; empty for the first.
	var page_token: String = ""

	static func from_dict(source: Variant) -> ListSavesRequest:
		var it_ := ListSavesRequest.new()
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


## A page of saves.
class ListSavesResponse:
	extends Message
	## Saves.
	var saves: Array[SaveSlot] = []
	## Token of the next page; empty when this is the last.
	var next_page_token: String = ""

	static func from_dict(source: Variant) -> ListSavesResponse:
		var it_ := ListSavesResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("saves")):
			it_.saves.append(SaveSlot.from_dict(entry_))
		it_.next_page_token = W.text(from_.get("nextPageToken", from_.get("next_page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not saves.is_empty():
			var list_ := []
			for entry_ in saves:
				list_.append(entry_.to_dict())
			out_["saves"] = list_
		if next_page_token != "":
			out_["nextPageToken"] = next_page_token
		return out_


## Whose timelines to list.
class ListTimelinesRequest:
	extends Message
	## World.
	var world_id: String = ""
	## How many at most: 0 means 50, more than 500 means 500.
	var page_size: int = 0
	## [code]next_page_token[/code] of the page before; empty for the first.
	var page_token: String = ""

	static func from_dict(source: Variant) -> ListTimelinesRequest:
		var it_ := ListTimelinesRequest.new()
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


## A page of timelines.
class ListTimelinesResponse:
	extends Message
	## Timelines.
	var timelines: Array[Timeline] = []
	## Token of the next page; empty when this is the last.
	var next_page_token: String = ""

	static func from_dict(source: Variant) -> ListTimelinesResponse:
		var it_ := ListTimelinesResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("timelines")):
			it_.timelines.append(Timeline.from_dict(entry_))
		it_.next_page_token = W.text(from_.get("nextPageToken", from_.get("next_page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not timelines.is_empty():
			var list_ := []
			for entry_ in timelines:
				list_.append(entry_.to_dict())
			out_["timelines"] = list_
		if next_page_token != "":
			out_["nextPageToken"] = next_page_token
		return out_


## A moment of play: a save, or a position of a timeline.
class Moment:
	extends Message
	## Save; empty to name a timeline.
	var save_id: String = ""
	## Timeline; empty to name a save.
	var timeline_id: String = ""
	## Position in the timeline; absent means its head.
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


	static func from_dict(source: Variant) -> Moment:
		var it_ := Moment.new()
		var from_ := W.dictionary(source)
		it_.save_id = W.text(from_.get("saveId", from_.get("save_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		var seq_: Variant = from_.get("seq")
		if seq_ != null:
			it_.seq = W.integer(seq_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if save_id != "":
			out_["saveId"] = save_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if _has_seq:
			out_["seq"] = seq
		return out_


## Which two moments to compare.
class DiffRequest:
	extends Message
	## One moment.
	var a: Moment:
		get:
			if _a == null:
				_a = Moment.new()
			return _a
		set(value):
			_a = value
			_has_a = value != null
	var _a: Moment
	var _has_a := false

	func has_a() -> bool:
		return _has_a or (_a != null and not _a.is_empty())

	## The other; of the same world.
	var b: Moment:
		get:
			if _b == null:
				_b = Moment.new()
			return _b
		set(value):
			_b = value
			_has_b = value != null
	var _b: Moment
	var _has_b := false

	func has_b() -> bool:
		return _has_b or (_b != null and not _b.is_empty())

	## Characters to compare, at most 500; empty means all.
	var character_ids: Array[String] = []
	## How many memories to show of each character and side, 1 to 500; 0 means 50. The newest are
	## shown; [code]MindSide.memory_count[/code] counts all.
	var memory_limit: int = 0

	static func from_dict(source: Variant) -> DiffRequest:
		var it_ := DiffRequest.new()
		var from_ := W.dictionary(source)
		var a_: Variant = from_.get("a")
		if a_ != null:
			it_.a = Moment.from_dict(a_)
		var b_: Variant = from_.get("b")
		if b_ != null:
			it_.b = Moment.from_dict(b_)
		for entry_: Variant in W.list(from_.get("characterIds", from_.get("character_ids"))):
			it_.character_ids.append(W.text(entry_))
		it_.memory_limit = W.integer(from_.get("memoryLimit", from_.get("memory_limit")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_a():
			out_["a"] = _a.to_dict()
		if has_b():
			out_["b"] = _b.to_dict()
		if not character_ids.is_empty():
			out_["characterIds"] = character_ids.duplicate()
		if memory_limit != 0:
			out_["memoryLimit"] = memory_limit
		return out_


## What one of two moments has of a character and the other has not. Memories are only on one
## side. State that differs is on both sides, each as of its moment; what is absent does not
## differ, or is not known on that side.
class MindSide:
	extends Message
	## Memories that only this moment has, newest first.
	var memories: Array[_Memory.Memory] = []
	## How many there are.
	var memory_count: int = 0
	## Beliefs that differ.
	var beliefs: Array[_Mind.Belief] = []
	## Relations that differ.
	var relations: Array[_Mind.Standing] = []
	## Mood, where it differs.
	var mood: _Mind.Mood:
		get:
			if _mood == null:
				_mood = _Mind.Mood.new()
			return _mood
		set(value):
			_mood = value
			_has_mood = value != null
	var _mood: _Mind.Mood
	var _has_mood := false

	func has_mood() -> bool:
		return _has_mood or (_mood != null and not _mood.is_empty())

	## Plan for the day, where it differs.
	var day_plan: _Mind.DayPlan:
		get:
			if _day_plan == null:
				_day_plan = _Mind.DayPlan.new()
			return _day_plan
		set(value):
			_day_plan = value
			_has_day_plan = value != null
	var _day_plan: _Mind.DayPlan
	var _has_day_plan := false

	func has_day_plan() -> bool:
		return _has_day_plan or (_day_plan != null and not _day_plan.is_empty())

	## Act, where it differs.
	var act: _Mind.Act:
		get:
			if _act == null:
				_act = _Mind.Act.new()
			return _act
		set(value):
			_act = value
			_has_act = value != null
	var _act: _Mind.Act
	var _has_act := false

	func has_act() -> bool:
		return _has_act or (_act != null and not _act.is_empty())

	## Place, where it differs.
	var place_id: String = ""
	## Promises that differ.
	var commitments: Array[_Mind.Commitment] = []

	static func from_dict(source: Variant) -> MindSide:
		var it_ := MindSide.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("memories")):
			it_.memories.append(_Memory.Memory.from_dict(entry_))
		it_.memory_count = W.integer(from_.get("memoryCount", from_.get("memory_count")))
		for entry_: Variant in W.list(from_.get("beliefs")):
			it_.beliefs.append(_Mind.Belief.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("relations")):
			it_.relations.append(_Mind.Standing.from_dict(entry_))
		var mood_: Variant = from_.get("mood")
		if mood_ != null:
			it_.mood = _Mind.Mood.from_dict(mood_)
		var day_plan_: Variant = from_.get("dayPlan", from_.get("day_plan"))
		if day_plan_ != null:
			it_.day_plan = _Mind.DayPlan.from_dict(day_plan_)
		var act_: Variant = from_.get("act")
		if act_ != null:
			it_.act = _Mind.Act.from_dict(act_)
		it_.place_id = W.text(from_.get("placeId", from_.get("place_id")))
		for entry_: Variant in W.list(from_.get("commitments")):
			it_.commitments.append(_Mind.Commitment.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not memories.is_empty():
			var list_ := []
			for entry_ in memories:
				list_.append(entry_.to_dict())
			out_["memories"] = list_
		if memory_count != 0:
			out_["memoryCount"] = memory_count
		if not beliefs.is_empty():
			var list_ := []
			for entry_ in beliefs:
				list_.append(entry_.to_dict())
			out_["beliefs"] = list_
		if not relations.is_empty():
			var list_ := []
			for entry_ in relations:
				list_.append(entry_.to_dict())
			out_["relations"] = list_
		if has_mood():
			out_["mood"] = _mood.to_dict()
		if has_day_plan():
			out_["dayPlan"] = _day_plan.to_dict()
		if has_act():
			out_["act"] = _act.to_dict()
		if place_id != "":
			out_["placeId"] = place_id
		if not commitments.is_empty():
			var list_ := []
			for entry_ in commitments:
				list_.append(entry_.to_dict())
			out_["commitments"] = list_
		return out_


## How a character differs between two moments.
class MindDiff:
	extends Message
	## Character.
	var character_id: String = ""
	## Its name.
	var name: String = ""
	## At the first moment.
	var a: MindSide:
		get:
			if _a == null:
				_a = MindSide.new()
			return _a
		set(value):
			_a = value
			_has_a = value != null
	var _a: MindSide
	var _has_a := false

	func has_a() -> bool:
		return _has_a or (_a != null and not _a.is_empty())

	## At the second moment.
	var b: MindSide:
		get:
			if _b == null:
				_b = MindSide.new()
			return _b
		set(value):
			_b = value
			_has_b = value != null
	var _b: MindSide
	var _has_b := false

	func has_b() -> bool:
		return _has_b or (_b != null and not _b.is_empty())


	static func from_dict(source: Variant) -> MindDiff:
		var it_ := MindDiff.new()
		var from_ := W.dictionary(source)
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		it_.name = W.text(from_.get("name"))
		var a_: Variant = from_.get("a")
		if a_ != null:
			it_.a = MindSide.from_dict(a_)
		var b_: Variant = from_.get("b")
		if b_ != null:
			it_.b = MindSide.from_dict(b_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if character_id != "":
			out_["characterId"] = character_id
		if name != "":
			out_["name"] = name
		if has_a():
			out_["a"] = _a.to_dict()
		if has_b():
			out_["b"] = _b.to_dict()
		return out_


## What differs.
class DiffResponse:
	extends Message
	## Timeline of the last record that both see; empty when they share none.
	var common_timeline_id: String = ""
	## Its position.
	var common_seq: int = 0
	## Game time of the first moment.
	var world_time_a: String = ""
	## Game time of the second.
	var world_time_b: String = ""
	## Characters that differ, by id.
	var minds: Array[MindDiff] = []
	## Things that differ, at the first moment.
	var objects_a: Array[_Mind.ObjectState] = []
	## The same things, at the second moment.
	var objects_b: Array[_Mind.ObjectState] = []
	## Story flags that only the first moment has set.
	var flags_a: Array[String] = []
	## Story flags that only the second moment has set.
	var flags_b: Array[String] = []

	static func from_dict(source: Variant) -> DiffResponse:
		var it_ := DiffResponse.new()
		var from_ := W.dictionary(source)
		it_.common_timeline_id = W.text(from_.get("commonTimelineId", from_.get("common_timeline_id")))
		it_.common_seq = W.integer(from_.get("commonSeq", from_.get("common_seq")))
		it_.world_time_a = W.text(from_.get("worldTimeA", from_.get("world_time_a")))
		it_.world_time_b = W.text(from_.get("worldTimeB", from_.get("world_time_b")))
		for entry_: Variant in W.list(from_.get("minds")):
			it_.minds.append(MindDiff.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("objectsA", from_.get("objects_a"))):
			it_.objects_a.append(_Mind.ObjectState.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("objectsB", from_.get("objects_b"))):
			it_.objects_b.append(_Mind.ObjectState.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("flagsA", from_.get("flags_a"))):
			it_.flags_a.append(W.text(entry_))
		for entry_: Variant in W.list(from_.get("flagsB", from_.get("flags_b"))):
			it_.flags_b.append(W.text(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if common_timeline_id != "":
			out_["commonTimelineId"] = common_timeline_id
		if common_seq != 0:
			out_["commonSeq"] = common_seq
		if world_time_a != "":
			out_["worldTimeA"] = world_time_a
		if world_time_b != "":
			out_["worldTimeB"] = world_time_b
		if not minds.is_empty():
			var list_ := []
			for entry_ in minds:
				list_.append(entry_.to_dict())
			out_["minds"] = list_
		if not objects_a.is_empty():
			var list_ := []
			for entry_ in objects_a:
				list_.append(entry_.to_dict())
			out_["objectsA"] = list_
		if not objects_b.is_empty():
			var list_ := []
			for entry_ in objects_b:
				list_.append(entry_.to_dict())
			out_["objectsB"] = list_
		if not flags_a.is_empty():
			out_["flagsA"] = flags_a.duplicate()
		if not flags_b.is_empty():
			out_["flagsB"] = flags_b.duplicate()
		return out_


## Which save to delete.
class DeleteSaveRequest:
	extends Message
	## Makes a retry safe; see [code]StartTimelineRequest.request_id[/code].
	var request_id: String = ""
	## Save.
	var save_id: String = ""

	static func from_dict(source: Variant) -> DeleteSaveRequest:
		var it_ := DeleteSaveRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.save_id = W.text(from_.get("saveId", from_.get("save_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if save_id != "":
			out_["saveId"] = save_id
		return out_


## The save is gone.
class DeleteSaveResponse:
	extends Message

	static func from_dict(source: Variant) -> DeleteSaveResponse:
		var it_ := DeleteSaveResponse.new()
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		return out_


## Which timeline to delete.
class DeleteTimelineRequest:
	extends Message
	## Makes a retry safe; see [code]StartTimelineRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Whether saves made on it go as well.
	var delete_saves: bool = false

	static func from_dict(source: Variant) -> DeleteTimelineRequest:
		var it_ := DeleteTimelineRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.delete_saves = W.boolean(from_.get("deleteSaves", from_.get("delete_saves")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if delete_saves != false:
			out_["deleteSaves"] = delete_saves
		return out_


## The timeline is gone.
class DeleteTimelineResponse:
	extends Message

	static func from_dict(source: Variant) -> DeleteTimelineResponse:
		var it_ := DeleteTimelineResponse.new()
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		return out_
