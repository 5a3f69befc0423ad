# Generated from proto/npcserver/v1/timeline_service.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../message.gd")
const W = preload("../wire.gd")
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
	var fork_seq: int = 0
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

	## Language of its players where their words do not say another; empty for that of the world.
	var language: String = ""

	static func from_dict(source: Variant) -> Timeline:
		var it_ := Timeline.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.parent_id = W.text(from_.get("parentId", from_.get("parent_id")))
		it_.fork_seq = W.integer(from_.get("forkSeq", from_.get("fork_seq")))
		it_.head_seq = W.integer(from_.get("headSeq", from_.get("head_seq")))
		it_.world_time = W.text(from_.get("worldTime", from_.get("world_time")))
		it_.label = W.text(from_.get("label"))
		it_.create_time = W.text(from_.get("createTime", from_.get("create_time")))
		it_.late_results = W.integer(from_.get("lateResults", from_.get("late_results")))
		var lateness_: Variant = from_.get("lateness")
		if lateness_ != null:
			it_.lateness = _Mind.Lateness.from_dict(lateness_)
		it_.language = W.text(from_.get("language"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if world_id != "":
			out_["worldId"] = world_id
		if parent_id != "":
			out_["parentId"] = parent_id
		if fork_seq != 0:
			out_["forkSeq"] = fork_seq
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
		if language != "":
			out_["language"] = language
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
	## Language of its players where their words do not say another: a BCP 47 tag such as
	## [code]en[/code] or [code]pt-BR[/code]. Empty: that of the world. Timelines that are loaded
	## from its saves keep it.
	var language: String = ""

	static func from_dict(source: Variant) -> StartTimelineRequest:
		var it_ := StartTimelineRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.label = W.text(from_.get("label"))
		it_.language = W.text(from_.get("language"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if world_id != "":
			out_["worldId"] = world_id
		if label != "":
			out_["label"] = label
		if language != "":
			out_["language"] = language
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

	## Whether the save takes the place of those of the same name in this playthrough: in the
	## timeline, and in all that came from the same [code]StartTimeline[/code] by loads. They are
	## deleted as [code]DeleteSave[/code] does; needs a [code]name[/code].
	var overwrite: bool = false

	static func from_dict(source: Variant) -> SaveRequest:
		var it_ := SaveRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.name = W.text(from_.get("name"))
		var seq_: Variant = from_.get("seq")
		if seq_ != null:
			it_.seq = W.integer(seq_)
		it_.overwrite = W.boolean(from_.get("overwrite"))
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
		if overwrite != false:
			out_["overwrite"] = overwrite
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
	## [code]TURN_OUTCOME_LEFT[/code], its watchers get [code]TimelineLeft[/code] and end, and
	## results of thoughts still running there are refused. It can be played on nevertheless.
	## Empty: both timelines are played.
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


## Whether a character takes part in a timeline from now on.
class SetAvailabilityRequest:
	extends Message
	## Makes a retry safe; see [code]StartTimelineRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Character.
	var character_id: String = ""
	## New state. The one that it has already changes nothing.
	var availability: int = 0
	## What those perceive who are awake at its place, in the third person, such as [code]Mira
	## falls from the roof and is dead.[/code]; at most 4,000 characters. Empty: a sentence of the
	## server's.
	var text: String = ""
	## Whether nobody perceives it. Others learn of it as of anything else: by
	## [code]Observe[/code], or in talk.
	var is_unnoticed: bool = false

	static func from_dict(source: Variant) -> SetAvailabilityRequest:
		var it_ := SetAvailabilityRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		it_.availability = W.enumeration(from_.get("availability"), _Mind.AVAILABILITY_NAMES)
		it_.text = W.text(from_.get("text"))
		it_.is_unnoticed = W.boolean(from_.get("isUnnoticed", from_.get("is_unnoticed")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if character_id != "":
			out_["characterId"] = character_id
		if availability != 0:
			out_["availability"] = W.enumeration_out(availability, _Mind.AVAILABILITY_NAMES)
		if text != "":
			out_["text"] = text
		if is_unnoticed != false:
			out_["isUnnoticed"] = is_unnoticed
		return out_


## The state is stored.
class SetAvailabilityResponse:
	extends Message
	## Position of the last record that was stored; that of the head where nothing changed.
	var seq: int = 0

	static func from_dict(source: Variant) -> SetAvailabilityResponse:
		var it_ := SetAvailabilityResponse.new()
		var from_ := W.dictionary(source)
		it_.seq = W.integer(from_.get("seq"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if seq != 0:
			out_["seq"] = seq
		return out_


## Whose things to list.
class ListObjectStatesRequest:
	extends Message
	## Timeline.
	var timeline_id: String = ""
	## Position to look from; absent means the head.
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

	## How many at most: 0 means 50, more than 500 means 500.
	var page_size: int = 0
	## [code]next_page_token[/code] of the page before; empty for the first.
	var page_token: String = ""
	## Whether to list only things whose state was ever set; all others are idle.
	var only_touched: bool = false

	static func from_dict(source: Variant) -> ListObjectStatesRequest:
		var it_ := ListObjectStatesRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		var seq_: Variant = from_.get("seq")
		if seq_ != null:
			it_.seq = W.integer(seq_)
		it_.page_size = W.integer(from_.get("pageSize", from_.get("page_size")))
		it_.page_token = W.text(from_.get("pageToken", from_.get("page_token")))
		it_.only_touched = W.boolean(from_.get("onlyTouched", from_.get("only_touched")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if _has_seq:
			out_["seq"] = seq
		if page_size != 0:
			out_["pageSize"] = page_size
		if page_token != "":
			out_["pageToken"] = page_token
		if only_touched != false:
			out_["onlyTouched"] = only_touched
		return out_


## A page of states.
class ListObjectStatesResponse:
	extends Message
	## States.
	var object_states: Array[_Mind.ObjectState] = []
	## Token of the next page; empty when this is the last.
	var next_page_token: String = ""

	static func from_dict(source: Variant) -> ListObjectStatesResponse:
		var it_ := ListObjectStatesResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("objectStates", from_.get("object_states"))):
			it_.object_states.append(_Mind.ObjectState.from_dict(entry_))
		it_.next_page_token = W.text(from_.get("nextPageToken", from_.get("next_page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not object_states.is_empty():
			var list_ := []
			for entry_ in object_states:
				list_.append(entry_.to_dict())
			out_["objectStates"] = list_
		if next_page_token != "":
			out_["nextPageToken"] = next_page_token
		return out_
