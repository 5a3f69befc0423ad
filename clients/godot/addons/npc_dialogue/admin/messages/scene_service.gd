# Generated from proto/npcserver/admin/v1/scene_service.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../../message.gd")
const W = preload("../../wire.gd")
const _Mind = preload("../../messages/mind.gd")
const _Origin = preload("../../messages/origin.gd")

## The stage of a scene. More may be added.
enum SceneStage {
	## Not set; nothing has begun.
	UNSPECIFIED = 0,
	## Principals each talk with one member; the others do not learn of it.
	PRIVATE_CHAT = 1,
	## Principals each talk with one member; the others learn who met whom, and no more.
	CONFIDENTIAL_MEETING = 2,
	## All speak before all; the words are heard when the chat round is over.
	GROUP_CHAT = 3,
	## All revise their views, each for itself.
	UPDATE = 4,
	## All say their last words and vote.
	SETTLEMENT = 5,
}
const SCENE_STAGE_NAMES := {
	"SCENE_STAGE_UNSPECIFIED": 0,
	"SCENE_STAGE_PRIVATE_CHAT": 1,
	"SCENE_STAGE_CONFIDENTIAL_MEETING": 2,
	"SCENE_STAGE_GROUP_CHAT": 3,
	"SCENE_STAGE_UPDATE": 4,
	"SCENE_STAGE_SETTLEMENT": 5,
}

## What a scene waits for from a person in a seat. More may be added.
enum SeatTask {
	## Not set; never sent.
	UNSPECIFIED = 0,
	## To choose whom to talk with.
	CHOOSE = 1,
	## To say a line; an empty one passes.
	SPEAK = 2,
	## To vote.
	VOTE = 3,
}
const SEAT_TASK_NAMES := {
	"SEAT_TASK_UNSPECIFIED": 0,
	"SEAT_TASK_CHOOSE": 1,
	"SEAT_TASK_SPEAK": 2,
	"SEAT_TASK_VOTE": 3,
}

## The four ways of voting.
enum VoteRule {
	## Not set; never sent.
	UNSPECIFIED = 0,
	## By what the voter knows; for any candidate.
	OWN = 1,
	## By what the voter knows; for any candidate but oneself.
	OWN_NOT_SELF = 2,
	## By what all know together; for any candidate.
	ALL = 3,
	## By what all know together; for any candidate but oneself.
	ALL_NOT_SELF = 4,
}
const VOTE_RULE_NAMES := {
	"VOTE_RULE_UNSPECIFIED": 0,
	"VOTE_RULE_OWN": 1,
	"VOTE_RULE_OWN_NOT_SELF": 2,
	"VOTE_RULE_ALL": 3,
	"VOTE_RULE_ALL_NOT_SELF": 4,
}

## How far to run. More may be added.
enum ScenePoint {
	## As [code]END[/code].
	UNSPECIFIED = 0,
	## To the end of the current stage, or of the next.
	STAGE = 1,
	## To the end of the round.
	ROUND = 2,
	## To the settlement and the end.
	END = 3,
}
const SCENE_POINT_NAMES := {
	"SCENE_POINT_UNSPECIFIED": 0,
	"SCENE_POINT_STAGE": 1,
	"SCENE_POINT_ROUND": 2,
	"SCENE_POINT_END": 3,
}


## One member's relation to another, as a fact or as a member believes it.
class SceneRelation:
	extends Message
	## Member who has the feeling.
	var of_id: String = ""
	## Member whom it is about.
	var to_id: String = ""
	## From 0 to 100; strangers have 10.
	var score: int = 0
	## Member who believes it; empty where it is a fact.
	var inferred_by_id: String = ""

	static func from_dict(source: Variant) -> SceneRelation:
		var it_ := SceneRelation.new()
		var from_ := W.dictionary(source)
		it_.of_id = W.text(from_.get("ofId", from_.get("of_id")))
		it_.to_id = W.text(from_.get("toId", from_.get("to_id")))
		it_.score = W.integer(from_.get("score"))
		it_.inferred_by_id = W.text(from_.get("inferredById", from_.get("inferred_by_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if of_id != "":
			out_["ofId"] = of_id
		if to_id != "":
			out_["toId"] = to_id
		if score != 0:
			out_["score"] = score
		if inferred_by_id != "":
			out_["inferredById"] = inferred_by_id
		return out_


## A member of a scene, as it is now.
class SceneMember:
	extends Message
	## Id within the scene.
	var member_id: String = ""
	## Name.
	var name: String = ""
	## Whether it may start talks.
	var is_principal: bool = false
	## Camp, by id; empty for none.
	var camp: String = ""
	## Character of the world who plays it; empty for a member of the scene alone.
	var character_id: String = ""
	## Impact of what it and its supporters own.
	var influence: int = 0
	## Principal whom it backs; empty for none.
	var backs_id: String = ""
	## What it believes, with scores from 0 to 100.
	var beliefs: Array[_Mind.Belief] = []
	## Id of the person who sits in its seat; empty where it speaks for itself.
	var person_id: String = ""

	static func from_dict(source: Variant) -> SceneMember:
		var it_ := SceneMember.new()
		var from_ := W.dictionary(source)
		it_.member_id = W.text(from_.get("memberId", from_.get("member_id")))
		it_.name = W.text(from_.get("name"))
		it_.is_principal = W.boolean(from_.get("isPrincipal", from_.get("is_principal")))
		it_.camp = W.text(from_.get("camp"))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		it_.influence = W.integer(from_.get("influence"))
		it_.backs_id = W.text(from_.get("backsId", from_.get("backs_id")))
		for entry_: Variant in W.list(from_.get("beliefs")):
			it_.beliefs.append(_Mind.Belief.from_dict(entry_))
		it_.person_id = W.text(from_.get("personId", from_.get("person_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if member_id != "":
			out_["memberId"] = member_id
		if name != "":
			out_["name"] = name
		if is_principal != false:
			out_["isPrincipal"] = is_principal
		if camp != "":
			out_["camp"] = camp
		if character_id != "":
			out_["characterId"] = character_id
		if influence != 0:
			out_["influence"] = influence
		if backs_id != "":
			out_["backsId"] = backs_id
		if not beliefs.is_empty():
			var list_ := []
			for entry_ in beliefs:
				list_.append(entry_.to_dict())
			out_["beliefs"] = list_
		if person_id != "":
			out_["personId"] = person_id
		return out_


## A candidate of the vote.
class SceneCandidate:
	extends Message
	## Id.
	var candidate_id: String = ""
	## Name.
	var name: String = ""
	## Camp that wins with it.
	var camp: String = ""

	static func from_dict(source: Variant) -> SceneCandidate:
		var it_ := SceneCandidate.new()
		var from_ := W.dictionary(source)
		it_.candidate_id = W.text(from_.get("candidateId", from_.get("candidate_id")))
		it_.name = W.text(from_.get("name"))
		it_.camp = W.text(from_.get("camp"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if candidate_id != "":
			out_["candidateId"] = candidate_id
		if name != "":
			out_["name"] = name
		if camp != "":
			out_["camp"] = camp
		return out_


## A member whom a scene waits for.
class AwaitedSeat:
	extends Message
	## Member.
	var member_id: String = ""
	## What for.
	var task: int = 0
	## Members it would speak to or may choose; empty means all.
	var partner_ids: Array[String] = []

	static func from_dict(source: Variant) -> AwaitedSeat:
		var it_ := AwaitedSeat.new()
		var from_ := W.dictionary(source)
		it_.member_id = W.text(from_.get("memberId", from_.get("member_id")))
		it_.task = W.enumeration(from_.get("task"), SEAT_TASK_NAMES)
		for entry_: Variant in W.list(from_.get("partnerIds", from_.get("partner_ids"))):
			it_.partner_ids.append(W.text(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if member_id != "":
			out_["memberId"] = member_id
		if task != 0:
			out_["task"] = W.enumeration_out(task, SEAT_TASK_NAMES)
		if not partner_ids.is_empty():
			out_["partnerIds"] = partner_ids.duplicate()
		return out_


## The state of a scene.
class Scene:
	extends Message
	## Id.
	var scene_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Title of the scene.
	var title: String = ""
	## What it is about.
	var premise: String = ""
	## Round, from 1; 0 before anything began.
	var round: int = 0
	## Stage.
	var stage: int = 0
	## Chat round within the stage, from 1; 0 where there is none.
	var chat_round: int = 0
	## Members, in the order of the scene.
	var members: Array[SceneMember] = []
	## Relations that differ from the start, facts and beliefs.
	var relations: Array[SceneRelation] = []
	## Question of the vote.
	var question: String = ""
	## Candidates.
	var candidates: Array[SceneCandidate] = []
	## Members it waits for.
	var awaited: Array[AwaitedSeat] = []
	## Whether it waits to be advanced.
	var is_paused: bool = false
	## Whether it is over.
	var is_closed: bool = false
	## Model calls so far.
	var calls: int = 0
	## Position of its newest move.
	var seq: int = 0

	static func from_dict(source: Variant) -> Scene:
		var it_ := Scene.new()
		var from_ := W.dictionary(source)
		it_.scene_id = W.text(from_.get("sceneId", from_.get("scene_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.title = W.text(from_.get("title"))
		it_.premise = W.text(from_.get("premise"))
		it_.round = W.integer(from_.get("round"))
		it_.stage = W.enumeration(from_.get("stage"), SCENE_STAGE_NAMES)
		it_.chat_round = W.integer(from_.get("chatRound", from_.get("chat_round")))
		for entry_: Variant in W.list(from_.get("members")):
			it_.members.append(SceneMember.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("relations")):
			it_.relations.append(SceneRelation.from_dict(entry_))
		it_.question = W.text(from_.get("question"))
		for entry_: Variant in W.list(from_.get("candidates")):
			it_.candidates.append(SceneCandidate.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("awaited")):
			it_.awaited.append(AwaitedSeat.from_dict(entry_))
		it_.is_paused = W.boolean(from_.get("isPaused", from_.get("is_paused")))
		it_.is_closed = W.boolean(from_.get("isClosed", from_.get("is_closed")))
		it_.calls = W.integer(from_.get("calls"))
		it_.seq = W.integer(from_.get("seq"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if scene_id != "":
			out_["sceneId"] = scene_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if title != "":
			out_["title"] = title
		if premise != "":
			out_["premise"] = premise
		if round != 0:
			out_["round"] = round
		if stage != 0:
			out_["stage"] = W.enumeration_out(stage, SCENE_STAGE_NAMES)
		if chat_round != 0:
			out_["chatRound"] = chat_round
		if not members.is_empty():
			var list_ := []
			for entry_ in members:
				list_.append(entry_.to_dict())
			out_["members"] = list_
		if not relations.is_empty():
			var list_ := []
			for entry_ in relations:
				list_.append(entry_.to_dict())
			out_["relations"] = list_
		if question != "":
			out_["question"] = question
		if not candidates.is_empty():
			var list_ := []
			for entry_ in candidates:
				list_.append(entry_.to_dict())
			out_["candidates"] = list_
		if not awaited.is_empty():
			var list_ := []
			for entry_ in awaited:
				list_.append(entry_.to_dict())
			out_["awaited"] = list_
		if is_paused != false:
			out_["isPaused"] = is_paused
		if is_closed != false:
			out_["isClosed"] = is_closed
		if calls != 0:
			out_["calls"] = calls
		if seq != 0:
			out_["seq"] = seq
		return out_


## Which scene to open, and where.
class OpenSceneRequest:
	extends Message
	## Makes a retry safe: the same id with the same body gets the first answer again. Optional, at
	## most 36 ASCII characters, kept for at least 24 hours.
	var request_id: String = ""
	## Timeline it is played in.
	var timeline_id: String = ""
	## Text of a scene file, as docs/scenes.md describes it; at most 1 MiB.
	var file_text: String = ""
	## Name of the file in messages; empty means [code]scene.yaml[/code].
	var file_name: String = ""
	## Seed of all random choices.
	var seed: int = 0

	static func from_dict(source: Variant) -> OpenSceneRequest:
		var it_ := OpenSceneRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.file_text = W.text(from_.get("fileText", from_.get("file_text")))
		it_.file_name = W.text(from_.get("fileName", from_.get("file_name")))
		it_.seed = W.integer(from_.get("seed"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if file_text != "":
			out_["fileText"] = file_text
		if file_name != "":
			out_["fileName"] = file_name
		if seed != 0:
			out_["seed"] = seed
		return out_


## The scene is open.
class OpenSceneResponse:
	extends Message
	## Scene; it waits.
	var scene: Scene:
		get:
			if _scene == null:
				_scene = Scene.new()
			return _scene
		set(value):
			_scene = value
			_has_scene = value != null
	var _scene: Scene
	var _has_scene := false

	func has_scene() -> bool:
		return _has_scene or (_scene != null and not _scene.is_empty())


	static func from_dict(source: Variant) -> OpenSceneResponse:
		var it_ := OpenSceneResponse.new()
		var from_ := W.dictionary(source)
		var scene_: Variant = from_.get("scene")
		if scene_ != null:
			it_.scene = Scene.from_dict(scene_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_scene():
			out_["scene"] = _scene.to_dict()
		return out_


## Which scene.
class GetSceneRequest:
	extends Message
	## Timeline.
	var timeline_id: String = ""
	## Scene.
	var scene_id: String = ""

	static func from_dict(source: Variant) -> GetSceneRequest:
		var it_ := GetSceneRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.scene_id = W.text(from_.get("sceneId", from_.get("scene_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if scene_id != "":
			out_["sceneId"] = scene_id
		return out_


## The scene.
class GetSceneResponse:
	extends Message
	## Scene as it is now.
	var scene: Scene:
		get:
			if _scene == null:
				_scene = Scene.new()
			return _scene
		set(value):
			_scene = value
			_has_scene = value != null
	var _scene: Scene
	var _has_scene := false

	func has_scene() -> bool:
		return _has_scene or (_scene != null and not _scene.is_empty())


	static func from_dict(source: Variant) -> GetSceneResponse:
		var it_ := GetSceneResponse.new()
		var from_ := W.dictionary(source)
		var scene_: Variant = from_.get("scene")
		if scene_ != null:
			it_.scene = Scene.from_dict(scene_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_scene():
			out_["scene"] = _scene.to_dict()
		return out_


## Whose scenes.
class ListScenesRequest:
	extends Message
	## Timeline.
	var timeline_id: String = ""
	## How many at most: 0 means 50, more than 500 means 500.
	var page_size: int = 0
	## [code]next_page_token[/code] of the page before; empty for the first.
	var page_token: String = ""

	static func from_dict(source: Variant) -> ListScenesRequest:
		var it_ := ListScenesRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.page_size = W.integer(from_.get("pageSize", from_.get("page_size")))
		it_.page_token = W.text(from_.get("pageToken", from_.get("page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if page_size != 0:
			out_["pageSize"] = page_size
		if page_token != "":
			out_["pageToken"] = page_token
		return out_


## The scenes.
class ListScenesResponse:
	extends Message
	## Scenes, oldest first.
	var scenes: Array[Scene] = []
	## Token of the next page; empty when this is the last.
	var next_page_token: String = ""

	static func from_dict(source: Variant) -> ListScenesResponse:
		var it_ := ListScenesResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("scenes")):
			it_.scenes.append(Scene.from_dict(entry_))
		it_.next_page_token = W.text(from_.get("nextPageToken", from_.get("next_page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not scenes.is_empty():
			var list_ := []
			for entry_ in scenes:
				list_.append(entry_.to_dict())
			out_["scenes"] = list_
		if next_page_token != "":
			out_["nextPageToken"] = next_page_token
		return out_


## What to watch.
class WatchSceneRequest:
	extends Message
	var _eyes: Variant = null
	var _eyes_case := ""
	## Timeline.
	var timeline_id: String = ""
	## Scene.
	var scene_id: String = ""
	## Position after which to begin: 0 for all that happened; absent for what happens from now on.
	var after_seq: int = 0:
		set(value):
			after_seq = value
			_has_after_seq = true
	var _has_after_seq := false

	func has_after_seq() -> bool:
		return _has_after_seq

	func clear_after_seq() -> void:
		after_seq = 0
		_has_after_seq = false

	## The [code]part[/code] of the last one received, at that same position: other events that
	## became known by it are sent first. Not set, all of that position counts as received.
	var after_part: int = 0:
		set(value):
			after_part = value
			_has_after_part = true
	var _has_after_part := false

	func has_after_part() -> bool:
		return _has_after_part

	func clear_after_part() -> void:
		after_part = 0
		_has_after_part = false

	## That of a member: what it did, and what it may know of the rest.
	var member_id: String:
		get:
			return _eyes if _eyes_case == "member_id" else ""
		set(value):
			_eyes = value
			_eyes_case = "member_id"

	func has_member_id() -> bool:
		return _eyes_case == "member_id"

	## That of the audience: what is said before all. Set to true.
	var as_audience: bool:
		get:
			return _eyes if _eyes_case == "as_audience" else false
		set(value):
			_eyes = value
			_eyes_case = "as_audience"

	func has_as_audience() -> bool:
		return _eyes_case == "as_audience"


	## Which arm of `eyes` is set; empty for none, or one not known here.
	func which_eyes() -> String:
		return _eyes_case

	static func from_dict(source: Variant) -> WatchSceneRequest:
		var it_ := WatchSceneRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.scene_id = W.text(from_.get("sceneId", from_.get("scene_id")))
		var after_seq_: Variant = from_.get("afterSeq", from_.get("after_seq"))
		if after_seq_ != null:
			it_.after_seq = W.integer(after_seq_)
		var after_part_: Variant = from_.get("afterPart", from_.get("after_part"))
		if after_part_ != null:
			it_.after_part = W.integer(after_part_)
		var member_id_: Variant = from_.get("memberId", from_.get("member_id"))
		if member_id_ != null:
			it_.member_id = W.text(member_id_)
		var as_audience_: Variant = from_.get("asAudience", from_.get("as_audience"))
		if as_audience_ != null:
			it_.as_audience = W.boolean(as_audience_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if scene_id != "":
			out_["sceneId"] = scene_id
		if _has_after_seq:
			out_["afterSeq"] = after_seq
		if _has_after_part:
			out_["afterPart"] = after_part
		if _eyes_case == "member_id":
			out_["memberId"] = _eyes
		if _eyes_case == "as_audience":
			out_["asAudience"] = _eyes
		return out_


## A stage begins.
class SceneStageBegan:
	extends Message
	## Members in the order in which they take their turns: by influence.
	var order: Array[String] = []

	static func from_dict(source: Variant) -> SceneStageBegan:
		var it_ := SceneStageBegan.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("order")):
			it_.order.append(W.text(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not order.is_empty():
			out_["order"] = order.duplicate()
		return out_


## A principal chose whom to talk with. Visible only to that principal, or to a watch of
## everything.
class ScenePartnerChosen:
	extends Message
	## Who chose.
	var member_id: String = ""
	## Member who was chosen; empty for none.
	var partner_id: String = ""
	## Its view of its situation.
	var situation: String = ""
	## Its intention.
	var strategy: String = ""
	## What it wants to talk about.
	var topics: Array[String] = []

	static func from_dict(source: Variant) -> ScenePartnerChosen:
		var it_ := ScenePartnerChosen.new()
		var from_ := W.dictionary(source)
		it_.member_id = W.text(from_.get("memberId", from_.get("member_id")))
		it_.partner_id = W.text(from_.get("partnerId", from_.get("partner_id")))
		it_.situation = W.text(from_.get("situation"))
		it_.strategy = W.text(from_.get("strategy"))
		for entry_: Variant in W.list(from_.get("topics")):
			it_.topics.append(W.text(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if member_id != "":
			out_["memberId"] = member_id
		if partner_id != "":
			out_["partnerId"] = partner_id
		if situation != "":
			out_["situation"] = situation
		if strategy != "":
			out_["strategy"] = strategy
		if not topics.is_empty():
			out_["topics"] = topics.duplicate()
		return out_


## Two members met; nothing else is known of it.
class SceneMeeting:
	extends Message
	## Member who asked for the talk.
	var first_id: String = ""
	## Member who was asked.
	var second_id: String = ""

	static func from_dict(source: Variant) -> SceneMeeting:
		var it_ := SceneMeeting.new()
		var from_ := W.dictionary(source)
		it_.first_id = W.text(from_.get("firstId", from_.get("first_id")))
		it_.second_id = W.text(from_.get("secondId", from_.get("second_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if first_id != "":
			out_["firstId"] = first_id
		if second_id != "":
			out_["secondId"] = second_id
		return out_


## A line.
class SceneLine:
	extends Message
	## Speaker; empty for the audience.
	var member_id: String = ""
	## Person who said it, from a seat or the audience; empty for a member by itself.
	var person_name: String = ""
	## Member who was addressed; empty for all.
	var to_id: String = ""
	## Words; empty where the speaker passed.
	var text: String = ""
	## Chat round, from 1.
	var chat_round: int = 0
	## Member who began the talk it belongs to; empty before all.
	var talk_id: String = ""
	## Who made the words; not set for those of a person, for none, and for lines that were stored
	## by an earlier version.
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


	static func from_dict(source: Variant) -> SceneLine:
		var it_ := SceneLine.new()
		var from_ := W.dictionary(source)
		it_.member_id = W.text(from_.get("memberId", from_.get("member_id")))
		it_.person_name = W.text(from_.get("personName", from_.get("person_name")))
		it_.to_id = W.text(from_.get("toId", from_.get("to_id")))
		it_.text = W.text(from_.get("text"))
		it_.chat_round = W.integer(from_.get("chatRound", from_.get("chat_round")))
		it_.talk_id = W.text(from_.get("talkId", from_.get("talk_id")))
		var origin_: Variant = from_.get("origin")
		if origin_ != null:
			it_.origin = _Origin.Origin.from_dict(origin_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if member_id != "":
			out_["memberId"] = member_id
		if person_name != "":
			out_["personName"] = person_name
		if to_id != "":
			out_["toId"] = to_id
		if text != "":
			out_["text"] = text
		if chat_round != 0:
			out_["chatRound"] = chat_round
		if talk_id != "":
			out_["talkId"] = talk_id
		if has_origin():
			out_["origin"] = _origin.to_dict()
		return out_


## A member revised its views after a round. Visible only to that member, or to a watch of
## everything.
class SceneUpdate:
	extends Message
	## Member.
	var member_id: String = ""
	## Its summary of the round.
	var summary: String = ""
	## Its conclusion.
	var reflection: String = ""
	## Its relations to others that changed, and what it believes of them.
	var relations: Array[SceneRelation] = []
	## Its beliefs that changed.
	var beliefs: Array[_Mind.Belief] = []

	static func from_dict(source: Variant) -> SceneUpdate:
		var it_ := SceneUpdate.new()
		var from_ := W.dictionary(source)
		it_.member_id = W.text(from_.get("memberId", from_.get("member_id")))
		it_.summary = W.text(from_.get("summary"))
		it_.reflection = W.text(from_.get("reflection"))
		for entry_: Variant in W.list(from_.get("relations")):
			it_.relations.append(SceneRelation.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("beliefs")):
			it_.beliefs.append(_Mind.Belief.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if member_id != "":
			out_["memberId"] = member_id
		if summary != "":
			out_["summary"] = summary
		if reflection != "":
			out_["reflection"] = reflection
		if not relations.is_empty():
			var list_ := []
			for entry_ in relations:
				list_.append(entry_.to_dict())
			out_["relations"] = list_
		if not beliefs.is_empty():
			var list_ := []
			for entry_ in beliefs:
				list_.append(entry_.to_dict())
			out_["beliefs"] = list_
		return out_


## A vote, and last words.
class SceneVote:
	extends Message
	## Voter.
	var member_id: String = ""
	## Whose knowledge: [code]VOTE_RULE_OWN[/code] or [code]VOTE_RULE_ALL[/code].
	var knowledge: int = 0
	## Candidate; empty for none.
	var candidate_id: String = ""
	## Candidate other than itself; empty for none.
	var other_candidate_id: String = ""
	## Candidate that the voter expects to win.
	var guess_id: String = ""
	## Last words.
	var statement: String = ""
	## Whether there was no usable answer, and a default took its place.
	var is_default: bool = false

	static func from_dict(source: Variant) -> SceneVote:
		var it_ := SceneVote.new()
		var from_ := W.dictionary(source)
		it_.member_id = W.text(from_.get("memberId", from_.get("member_id")))
		it_.knowledge = W.enumeration(from_.get("knowledge"), VOTE_RULE_NAMES)
		it_.candidate_id = W.text(from_.get("candidateId", from_.get("candidate_id")))
		it_.other_candidate_id = W.text(from_.get("otherCandidateId", from_.get("other_candidate_id")))
		it_.guess_id = W.text(from_.get("guessId", from_.get("guess_id")))
		it_.statement = W.text(from_.get("statement"))
		it_.is_default = W.boolean(from_.get("isDefault", from_.get("is_default")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if member_id != "":
			out_["memberId"] = member_id
		if knowledge != 0:
			out_["knowledge"] = W.enumeration_out(knowledge, VOTE_RULE_NAMES)
		if candidate_id != "":
			out_["candidateId"] = candidate_id
		if other_candidate_id != "":
			out_["otherCandidateId"] = other_candidate_id
		if guess_id != "":
			out_["guessId"] = guess_id
		if statement != "":
			out_["statement"] = statement
		if is_default != false:
			out_["isDefault"] = is_default
		return out_


## A seat was taken or given back.
class SceneSeat:
	extends Message
	## Member.
	var member_id: String = ""
	## Person; empty where it was given back.
	var person_id: String = ""
	## Name of the person.
	var person_name: String = ""

	static func from_dict(source: Variant) -> SceneSeat:
		var it_ := SceneSeat.new()
		var from_ := W.dictionary(source)
		it_.member_id = W.text(from_.get("memberId", from_.get("member_id")))
		it_.person_id = W.text(from_.get("personId", from_.get("person_id")))
		it_.person_name = W.text(from_.get("personName", from_.get("person_name")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if member_id != "":
			out_["memberId"] = member_id
		if person_id != "":
			out_["personId"] = person_id
		if person_name != "":
			out_["personName"] = person_name
		return out_


## The scene is over.
class SceneClosed:
	extends Message
	## Whether it was settled, and not ended early.
	var is_settled: bool = false
	## Candidates who won.
	var winner_ids: Array[String] = []
	## Rule whose votes decided.
	var because: String = ""
	## What happened, in a few sentences.
	var summary: String = ""

	static func from_dict(source: Variant) -> SceneClosed:
		var it_ := SceneClosed.new()
		var from_ := W.dictionary(source)
		it_.is_settled = W.boolean(from_.get("isSettled", from_.get("is_settled")))
		for entry_: Variant in W.list(from_.get("winnerIds", from_.get("winner_ids"))):
			it_.winner_ids.append(W.text(entry_))
		it_.because = W.text(from_.get("because"))
		it_.summary = W.text(from_.get("summary"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if is_settled != false:
			out_["isSettled"] = is_settled
		if not winner_ids.is_empty():
			out_["winnerIds"] = winner_ids.duplicate()
		if because != "":
			out_["because"] = because
		if summary != "":
			out_["summary"] = summary
		return out_


## One event of a scene.
class WatchSceneResponse:
	extends Message
	var _event: Variant = null
	var _event_case := ""
	## Position; resume with [code]after_seq[/code] and [code]after_part[/code] set to those of the
	## last one received: nothing is missed, and nothing is repeated.
	var seq: int = 0
	## Number among the events that became known at the same position, from 0.
	var part: int = 0
	## Round, from 1.
	var round: int = 0
	## Stage.
	var stage: int = 0
	## A stage begins.
	var began: SceneStageBegan:
		get:
			return _event if _event_case == "began" else SceneStageBegan.new()
		set(value):
			_event = value
			_event_case = "began" if value != null else ""

	func has_began() -> bool:
		return _event_case == "began"

	## A principal chose whom to talk with.
	var chosen: ScenePartnerChosen:
		get:
			return _event if _event_case == "chosen" else ScenePartnerChosen.new()
		set(value):
			_event = value
			_event_case = "chosen" if value != null else ""

	func has_chosen() -> bool:
		return _event_case == "chosen"

	## Two members met.
	var met: SceneMeeting:
		get:
			return _event if _event_case == "met" else SceneMeeting.new()
		set(value):
			_event = value
			_event_case = "met" if value != null else ""

	func has_met() -> bool:
		return _event_case == "met"

	## A member or a person spoke.
	var line: SceneLine:
		get:
			return _event if _event_case == "line" else SceneLine.new()
		set(value):
			_event = value
			_event_case = "line" if value != null else ""

	func has_line() -> bool:
		return _event_case == "line"

	## A member revised its views.
	var updated: SceneUpdate:
		get:
			return _event if _event_case == "updated" else SceneUpdate.new()
		set(value):
			_event = value
			_event_case = "updated" if value != null else ""

	func has_updated() -> bool:
		return _event_case == "updated"

	## A member voted.
	var voted: SceneVote:
		get:
			return _event if _event_case == "voted" else SceneVote.new()
		set(value):
			_event = value
			_event_case = "voted" if value != null else ""

	func has_voted() -> bool:
		return _event_case == "voted"

	## A seat was taken or given back.
	var seat: SceneSeat:
		get:
			return _event if _event_case == "seat" else SceneSeat.new()
		set(value):
			_event = value
			_event_case = "seat" if value != null else ""

	func has_seat() -> bool:
		return _event_case == "seat"

	## It waits for a person; sent once for each time.
	var awaited: AwaitedSeat:
		get:
			return _event if _event_case == "awaited" else AwaitedSeat.new()
		set(value):
			_event = value
			_event_case = "awaited" if value != null else ""

	func has_awaited() -> bool:
		return _event_case == "awaited"

	## It is over.
	var closed: SceneClosed:
		get:
			return _event if _event_case == "closed" else SceneClosed.new()
		set(value):
			_event = value
			_event_case = "closed" if value != null else ""

	func has_closed() -> bool:
		return _event_case == "closed"

	## It is at the point up to which it was advanced.
	var paused: ScenePaused:
		get:
			return _event if _event_case == "paused" else ScenePaused.new()
		set(value):
			_event = value
			_event_case = "paused" if value != null else ""

	func has_paused() -> bool:
		return _event_case == "paused"


	## Which arm of `event` is set; empty for none, or one not known here.
	func which_event() -> String:
		return _event_case

	static func from_dict(source: Variant) -> WatchSceneResponse:
		var it_ := WatchSceneResponse.new()
		var from_ := W.dictionary(source)
		it_.seq = W.integer(from_.get("seq"))
		it_.part = W.integer(from_.get("part"))
		it_.round = W.integer(from_.get("round"))
		it_.stage = W.enumeration(from_.get("stage"), SCENE_STAGE_NAMES)
		var began_: Variant = from_.get("began")
		if began_ != null:
			it_.began = SceneStageBegan.from_dict(began_)
		var chosen_: Variant = from_.get("chosen")
		if chosen_ != null:
			it_.chosen = ScenePartnerChosen.from_dict(chosen_)
		var met_: Variant = from_.get("met")
		if met_ != null:
			it_.met = SceneMeeting.from_dict(met_)
		var line_: Variant = from_.get("line")
		if line_ != null:
			it_.line = SceneLine.from_dict(line_)
		var updated_: Variant = from_.get("updated")
		if updated_ != null:
			it_.updated = SceneUpdate.from_dict(updated_)
		var voted_: Variant = from_.get("voted")
		if voted_ != null:
			it_.voted = SceneVote.from_dict(voted_)
		var seat_: Variant = from_.get("seat")
		if seat_ != null:
			it_.seat = SceneSeat.from_dict(seat_)
		var awaited_: Variant = from_.get("awaited")
		if awaited_ != null:
			it_.awaited = AwaitedSeat.from_dict(awaited_)
		var closed_: Variant = from_.get("closed")
		if closed_ != null:
			it_.closed = SceneClosed.from_dict(closed_)
		var paused_: Variant = from_.get("paused")
		if paused_ != null:
			it_.paused = ScenePaused.from_dict(paused_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if seq != 0:
			out_["seq"] = seq
		if part != 0:
			out_["part"] = part
		if round != 0:
			out_["round"] = round
		if stage != 0:
			out_["stage"] = W.enumeration_out(stage, SCENE_STAGE_NAMES)
		if _event_case == "began":
			out_["began"] = _event.to_dict()
		if _event_case == "chosen":
			out_["chosen"] = _event.to_dict()
		if _event_case == "met":
			out_["met"] = _event.to_dict()
		if _event_case == "line":
			out_["line"] = _event.to_dict()
		if _event_case == "updated":
			out_["updated"] = _event.to_dict()
		if _event_case == "voted":
			out_["voted"] = _event.to_dict()
		if _event_case == "seat":
			out_["seat"] = _event.to_dict()
		if _event_case == "awaited":
			out_["awaited"] = _event.to_dict()
		if _event_case == "closed":
			out_["closed"] = _event.to_dict()
		if _event_case == "paused":
			out_["paused"] = _event.to_dict()
		return out_


## It waits to be advanced.
class ScenePaused:
	extends Message

	static func from_dict(source: Variant) -> ScenePaused:
		var it_ := ScenePaused.new()
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		return out_


## How far to run.
class AdvanceSceneRequest:
	extends Message
	## Makes a retry safe; see [code]OpenSceneRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Scene.
	var scene_id: String = ""
	## Up to where.
	var until: int = 0

	static func from_dict(source: Variant) -> AdvanceSceneRequest:
		var it_ := AdvanceSceneRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.scene_id = W.text(from_.get("sceneId", from_.get("scene_id")))
		it_.until = W.enumeration(from_.get("until"), SCENE_POINT_NAMES)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if scene_id != "":
			out_["sceneId"] = scene_id
		if until != 0:
			out_["until"] = W.enumeration_out(until, SCENE_POINT_NAMES)
		return out_


## It runs.
class AdvanceSceneResponse:
	extends Message
	## Position of the request.
	var seq: int = 0

	static func from_dict(source: Variant) -> AdvanceSceneResponse:
		var it_ := AdvanceSceneResponse.new()
		var from_ := W.dictionary(source)
		it_.seq = W.integer(from_.get("seq"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if seq != 0:
			out_["seq"] = seq
		return out_


## Which person takes which seat.
class TakeSeatRequest:
	extends Message
	## Makes a retry safe; see [code]OpenSceneRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Scene.
	var scene_id: String = ""
	## Member to speak for.
	var member_id: String = ""
	## Id that the game gives the person; 1 to 120 characters.
	var person_id: String = ""
	## Name of the person; 1 to 80 characters.
	var person_name: String = ""

	static func from_dict(source: Variant) -> TakeSeatRequest:
		var it_ := TakeSeatRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.scene_id = W.text(from_.get("sceneId", from_.get("scene_id")))
		it_.member_id = W.text(from_.get("memberId", from_.get("member_id")))
		it_.person_id = W.text(from_.get("personId", from_.get("person_id")))
		it_.person_name = W.text(from_.get("personName", from_.get("person_name")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if scene_id != "":
			out_["sceneId"] = scene_id
		if member_id != "":
			out_["memberId"] = member_id
		if person_id != "":
			out_["personId"] = person_id
		if person_name != "":
			out_["personName"] = person_name
		return out_


## The seat is taken.
class TakeSeatResponse:
	extends Message
	## Position of the move.
	var seq: int = 0

	static func from_dict(source: Variant) -> TakeSeatResponse:
		var it_ := TakeSeatResponse.new()
		var from_ := W.dictionary(source)
		it_.seq = W.integer(from_.get("seq"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if seq != 0:
			out_["seq"] = seq
		return out_


## Which seat is given back.
class LeaveSeatRequest:
	extends Message
	## Makes a retry safe; see [code]OpenSceneRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Scene.
	var scene_id: String = ""
	## Member.
	var member_id: String = ""

	static func from_dict(source: Variant) -> LeaveSeatRequest:
		var it_ := LeaveSeatRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.scene_id = W.text(from_.get("sceneId", from_.get("scene_id")))
		it_.member_id = W.text(from_.get("memberId", from_.get("member_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if scene_id != "":
			out_["sceneId"] = scene_id
		if member_id != "":
			out_["memberId"] = member_id
		return out_


## The seat is free.
class LeaveSeatResponse:
	extends Message
	## Position of the move.
	var seq: int = 0

	static func from_dict(source: Variant) -> LeaveSeatResponse:
		var it_ := LeaveSeatResponse.new()
		var from_ := W.dictionary(source)
		it_.seq = W.integer(from_.get("seq"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if seq != 0:
			out_["seq"] = seq
		return out_


## What is said.
class SpeakInSceneRequest:
	extends Message
	## Makes a retry safe; see [code]OpenSceneRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Scene.
	var scene_id: String = ""
	## Member whose seat is used; empty for the audience.
	var member_id: String = ""
	## Person who speaks from the audience; from a seat it may stay empty.
	var person_id: String = ""
	## Name of that person.
	var person_name: String = ""
	## Words, at most 2,000 characters; empty, from a seat, passes.
	var text: String = ""
	## From a seat: whether the member has nothing to add in this talk.
	var ends: bool = false

	static func from_dict(source: Variant) -> SpeakInSceneRequest:
		var it_ := SpeakInSceneRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.scene_id = W.text(from_.get("sceneId", from_.get("scene_id")))
		it_.member_id = W.text(from_.get("memberId", from_.get("member_id")))
		it_.person_id = W.text(from_.get("personId", from_.get("person_id")))
		it_.person_name = W.text(from_.get("personName", from_.get("person_name")))
		it_.text = W.text(from_.get("text"))
		it_.ends = W.boolean(from_.get("ends"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if scene_id != "":
			out_["sceneId"] = scene_id
		if member_id != "":
			out_["memberId"] = member_id
		if person_id != "":
			out_["personId"] = person_id
		if person_name != "":
			out_["personName"] = person_name
		if text != "":
			out_["text"] = text
		if ends != false:
			out_["ends"] = ends
		return out_


## It was said.
class SpeakInSceneResponse:
	extends Message
	## Position of the move.
	var seq: int = 0

	static func from_dict(source: Variant) -> SpeakInSceneResponse:
		var it_ := SpeakInSceneResponse.new()
		var from_ := W.dictionary(source)
		it_.seq = W.integer(from_.get("seq"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if seq != 0:
			out_["seq"] = seq
		return out_


## Whom to talk with.
class ChoosePartnerRequest:
	extends Message
	## Makes a retry safe; see [code]OpenSceneRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Scene.
	var scene_id: String = ""
	## Member whose seat it is.
	var member_id: String = ""
	## Member to talk with; empty for none.
	var partner_id: String = ""
	## First words, at most 2,000 characters.
	var text: String = ""

	static func from_dict(source: Variant) -> ChoosePartnerRequest:
		var it_ := ChoosePartnerRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.scene_id = W.text(from_.get("sceneId", from_.get("scene_id")))
		it_.member_id = W.text(from_.get("memberId", from_.get("member_id")))
		it_.partner_id = W.text(from_.get("partnerId", from_.get("partner_id")))
		it_.text = W.text(from_.get("text"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if scene_id != "":
			out_["sceneId"] = scene_id
		if member_id != "":
			out_["memberId"] = member_id
		if partner_id != "":
			out_["partnerId"] = partner_id
		if text != "":
			out_["text"] = text
		return out_


## It is chosen.
class ChoosePartnerResponse:
	extends Message
	## Position of the move.
	var seq: int = 0

	static func from_dict(source: Variant) -> ChoosePartnerResponse:
		var it_ := ChoosePartnerResponse.new()
		var from_ := W.dictionary(source)
		it_.seq = W.integer(from_.get("seq"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if seq != 0:
			out_["seq"] = seq
		return out_


## A vote.
class CastVoteRequest:
	extends Message
	## Makes a retry safe; see [code]OpenSceneRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Scene.
	var scene_id: String = ""
	## Member whose seat it is.
	var member_id: String = ""
	## Candidate; empty for none.
	var candidate_id: String = ""
	## Candidate other than the member; needed where [code]candidate_id[/code] is the member
	## itself.
	var other_candidate_id: String = ""
	## Last words, at most 2,000 characters.
	var statement: String = ""

	static func from_dict(source: Variant) -> CastVoteRequest:
		var it_ := CastVoteRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.scene_id = W.text(from_.get("sceneId", from_.get("scene_id")))
		it_.member_id = W.text(from_.get("memberId", from_.get("member_id")))
		it_.candidate_id = W.text(from_.get("candidateId", from_.get("candidate_id")))
		it_.other_candidate_id = W.text(from_.get("otherCandidateId", from_.get("other_candidate_id")))
		it_.statement = W.text(from_.get("statement"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if scene_id != "":
			out_["sceneId"] = scene_id
		if member_id != "":
			out_["memberId"] = member_id
		if candidate_id != "":
			out_["candidateId"] = candidate_id
		if other_candidate_id != "":
			out_["otherCandidateId"] = other_candidate_id
		if statement != "":
			out_["statement"] = statement
		return out_


## The vote is cast.
class CastVoteResponse:
	extends Message
	## Position of the move.
	var seq: int = 0

	static func from_dict(source: Variant) -> CastVoteResponse:
		var it_ := CastVoteResponse.new()
		var from_ := W.dictionary(source)
		it_.seq = W.integer(from_.get("seq"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if seq != 0:
			out_["seq"] = seq
		return out_


## Which scene to end.
class CloseSceneRequest:
	extends Message
	## Makes a retry safe; see [code]OpenSceneRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Scene.
	var scene_id: String = ""

	static func from_dict(source: Variant) -> CloseSceneRequest:
		var it_ := CloseSceneRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.scene_id = W.text(from_.get("sceneId", from_.get("scene_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if scene_id != "":
			out_["sceneId"] = scene_id
		return out_


## It is over.
class CloseSceneResponse:
	extends Message
	## Position of its last move.
	var seq: int = 0

	static func from_dict(source: Variant) -> CloseSceneResponse:
		var it_ := CloseSceneResponse.new()
		var from_ := W.dictionary(source)
		it_.seq = W.integer(from_.get("seq"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if seq != 0:
			out_["seq"] = seq
		return out_


## Of which scene.
class GetSceneResultRequest:
	extends Message
	## Timeline.
	var timeline_id: String = ""
	## Scene.
	var scene_id: String = ""

	static func from_dict(source: Variant) -> GetSceneResultRequest:
		var it_ := GetSceneResultRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.scene_id = W.text(from_.get("sceneId", from_.get("scene_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if scene_id != "":
			out_["sceneId"] = scene_id
		return out_


## The votes under one rule.
class SceneTally:
	extends Message
	## Rule.
	var rule: int = 0
	## Votes by member; without members who did not vote.
	var votes: Dictionary = {}
	## How many votes each candidate got.
	var counts: Dictionary = {}
	## Members who were asked and voted for none.
	var abstained_ids: Array[String] = []
	## Members without a usable answer; defaults took the place of their votes.
	var default_ids: Array[String] = []

	static func from_dict(source: Variant) -> SceneTally:
		var it_ := SceneTally.new()
		var from_ := W.dictionary(source)
		it_.rule = W.enumeration(from_.get("rule"), VOTE_RULE_NAMES)
		var votes_ := W.dictionary(from_.get("votes"))
		for key_: Variant in votes_:
			var one_ := W.text(key_)
			it_.votes[one_] = W.text(votes_[key_])
		var counts_ := W.dictionary(from_.get("counts"))
		for key_: Variant in counts_:
			var one_ := W.text(key_)
			it_.counts[one_] = W.integer(counts_[key_])
		for entry_: Variant in W.list(from_.get("abstainedIds", from_.get("abstained_ids"))):
			it_.abstained_ids.append(W.text(entry_))
		for entry_: Variant in W.list(from_.get("defaultIds", from_.get("default_ids"))):
			it_.default_ids.append(W.text(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if rule != 0:
			out_["rule"] = W.enumeration_out(rule, VOTE_RULE_NAMES)
		if not votes.is_empty():
			var map_ := {}
			for key_: Variant in votes:
				map_[str(key_)] = votes[key_]
			out_["votes"] = map_
		if not counts.is_empty():
			var map_ := {}
			for key_: Variant in counts:
				map_[str(key_)] = counts[key_]
			out_["counts"] = map_
		if not abstained_ids.is_empty():
			out_["abstainedIds"] = abstained_ids.duplicate()
		if not default_ids.is_empty():
			out_["defaultIds"] = default_ids.duplicate()
		return out_


## How rich the language of some lines is. Figures that need more lines are absent.
class SceneLanguage:
	extends Message
	## Whose lines, or of which round: [code]all[/code], a member's id, or [code]round 1[/code].
	var scope: String = ""
	## How many lines.
	var lines: int = 0
	## How many words.
	var words: int = 0
	## Entropy of pairs of characters in nats, over the lines with their speakers' names, as the
	## released code of the paper computes it. Grows with length; for comparison with the paper
	## only.
	var agc_char2_nats: float = 0.0
	## Entropy of single words in bits, over equal samples.
	var word_entropy_bits: float = 0.0:
		set(value):
			word_entropy_bits = value
			_has_word_entropy_bits = true
	var _has_word_entropy_bits := false

	func has_word_entropy_bits() -> bool:
		return _has_word_entropy_bits

	func clear_word_entropy_bits() -> void:
		word_entropy_bits = 0.0
		_has_word_entropy_bits = false

	## The same as a share of what that many words could have at most.
	var word_entropy_share: float = 0.0:
		set(value):
			word_entropy_share = value
			_has_word_entropy_share = true
	var _has_word_entropy_share := false

	func has_word_entropy_share() -> bool:
		return _has_word_entropy_share

	func clear_word_entropy_share() -> void:
		word_entropy_share = 0.0
		_has_word_entropy_share = false

	## Share of pairs of words that occur for the first time, over equal samples.
	var distinct_2: float = 0.0:
		set(value):
			distinct_2 = value
			_has_distinct_2 = true
	var _has_distinct_2 := false

	func has_distinct_2() -> bool:
		return _has_distinct_2

	func clear_distinct_2() -> void:
		distinct_2 = 0.0
		_has_distinct_2 = false


	static func from_dict(source: Variant) -> SceneLanguage:
		var it_ := SceneLanguage.new()
		var from_ := W.dictionary(source)
		it_.scope = W.text(from_.get("scope"))
		it_.lines = W.integer(from_.get("lines"))
		it_.words = W.integer(from_.get("words"))
		it_.agc_char2_nats = W.number(from_.get("agcChar2Nats", from_.get("agc_char2_nats")))
		var word_entropy_bits_: Variant = from_.get("wordEntropyBits", from_.get("word_entropy_bits"))
		if word_entropy_bits_ != null:
			it_.word_entropy_bits = W.number(word_entropy_bits_)
		var word_entropy_share_: Variant = from_.get("wordEntropyShare", from_.get("word_entropy_share"))
		if word_entropy_share_ != null:
			it_.word_entropy_share = W.number(word_entropy_share_)
		var distinct_2_: Variant = from_.get("distinct2", from_.get("distinct_2"))
		if distinct_2_ != null:
			it_.distinct_2 = W.number(distinct_2_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if scope != "":
			out_["scope"] = scope
		if lines != 0:
			out_["lines"] = lines
		if words != 0:
			out_["words"] = words
		if agc_char2_nats != 0.0:
			out_["agcChar2Nats"] = W.number_out(agc_char2_nats)
		if _has_word_entropy_bits:
			out_["wordEntropyBits"] = W.number_out(word_entropy_bits)
		if _has_word_entropy_share:
			out_["wordEntropyShare"] = W.number_out(word_entropy_share)
		if _has_distinct_2:
			out_["distinct2"] = W.number_out(distinct_2)
		return out_


## The result so far.
class GetSceneResultResponse:
	extends Message
	## State of the scene.
	var scene: Scene:
		get:
			if _scene == null:
				_scene = Scene.new()
			return _scene
		set(value):
			_scene = value
			_has_scene = value != null
	var _scene: Scene
	var _has_scene := false

	func has_scene() -> bool:
		return _has_scene or (_scene != null and not _scene.is_empty())

	## Candidates who won; several where there is a tie.
	var winner_ids: Array[String] = []
	## Camp that won; empty for none.
	var winner_camp: String = ""
	## Rule whose votes decided.
	var because: String = ""
	## What happened, in a few sentences.
	var summary: String = ""
	## Votes, by rule.
	var tallies: Array[SceneTally] = []
	## All of its moves, oldest first.
	var transcript: Array[WatchSceneResponse] = []
	## How rich its language is: of all, by member, by round.
	var language: Array[SceneLanguage] = []
	## Answers that could not be read and were asked for again.
	var repaired: int = 0
	## Answers that were replaced by a default.
	var defaulted: int = 0
	## The whole result as JSON, in the form that [code]npcserver scene run --json[/code] prints.
	var json: String = ""
	## Answers that were requested; [code]defaulted[/code] are among them.
	var answers: int = 0
	## Whether most answers are defaults. Show this first: the outcome then says little about the
	## members.
	var is_mostly_default: bool = false

	static func from_dict(source: Variant) -> GetSceneResultResponse:
		var it_ := GetSceneResultResponse.new()
		var from_ := W.dictionary(source)
		var scene_: Variant = from_.get("scene")
		if scene_ != null:
			it_.scene = Scene.from_dict(scene_)
		for entry_: Variant in W.list(from_.get("winnerIds", from_.get("winner_ids"))):
			it_.winner_ids.append(W.text(entry_))
		it_.winner_camp = W.text(from_.get("winnerCamp", from_.get("winner_camp")))
		it_.because = W.text(from_.get("because"))
		it_.summary = W.text(from_.get("summary"))
		for entry_: Variant in W.list(from_.get("tallies")):
			it_.tallies.append(SceneTally.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("transcript")):
			it_.transcript.append(WatchSceneResponse.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("language")):
			it_.language.append(SceneLanguage.from_dict(entry_))
		it_.repaired = W.integer(from_.get("repaired"))
		it_.defaulted = W.integer(from_.get("defaulted"))
		it_.json = W.text(from_.get("json"))
		it_.answers = W.integer(from_.get("answers"))
		it_.is_mostly_default = W.boolean(from_.get("isMostlyDefault", from_.get("is_mostly_default")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_scene():
			out_["scene"] = _scene.to_dict()
		if not winner_ids.is_empty():
			out_["winnerIds"] = winner_ids.duplicate()
		if winner_camp != "":
			out_["winnerCamp"] = winner_camp
		if because != "":
			out_["because"] = because
		if summary != "":
			out_["summary"] = summary
		if not tallies.is_empty():
			var list_ := []
			for entry_ in tallies:
				list_.append(entry_.to_dict())
			out_["tallies"] = list_
		if not transcript.is_empty():
			var list_ := []
			for entry_ in transcript:
				list_.append(entry_.to_dict())
			out_["transcript"] = list_
		if not language.is_empty():
			var list_ := []
			for entry_ in language:
				list_.append(entry_.to_dict())
			out_["language"] = list_
		if repaired != 0:
			out_["repaired"] = repaired
		if defaulted != 0:
			out_["defaulted"] = defaulted
		if json != "":
			out_["json"] = json
		if answers != 0:
			out_["answers"] = answers
		if is_mostly_default != false:
			out_["isMostlyDefault"] = is_mostly_default
		return out_
