# Generated from proto/npcserver/admin/v1/access_service.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../../message.gd")
const W = preload("../../wire.gd")
const _AccessPolicy = preload("../../messages/access_policy.gd")
const _Affordance = preload("../../messages/affordance.gd")

## What a key is for. More may be added.
enum Role {
	## Not set; refused.
	UNSPECIFIED = 0,
	## May call everything.
	ADMIN = 1,
	## Writes worlds, plays them and looks into characters. Deletes no worlds and no play.
	DESIGNER = 2,
	## Plays: a game's own server. Makes tokens for players.
	GAME_SERVER = 3,
	## Reads everything, and asks models outside of play.
	TOOLS = 4,
	## Reads everything, words of players and secrets included, and calls no model.
	READ_ONLY = 5,
	## Reads figures alone, and no words: what models cost, and counts of memories.
	FIGURES = 6,
}
const ROLE_NAMES := {
	"ROLE_UNSPECIFIED": 0,
	"ROLE_ADMIN": 1,
	"ROLE_DESIGNER": 2,
	"ROLE_GAME_SERVER": 3,
	"ROLE_TOOLS": 4,
	"ROLE_READ_ONLY": 5,
	"ROLE_FIGURES": 6,
}


## A key, without its secret.
class AccessKey:
	extends Message
	## Id of the key.
	var key_id: String = ""
	## First characters of its secret, to know it by.
	var prefix: String = ""
	## Name, such as [code]build farm[/code].
	var name: String = ""
	## What it may do.
	var role: int = 0
	## Worlds that it is limited to; empty for all, and for the server itself.
	var world_ids: Array[String] = []
	## When it was made.
	var create_time: String = ""
	## When it ends; absent: never.
	var expire_time: String = ""
	## When it was revoked; absent: it was not.
	var revoke_time: String = ""
	## When it was last used, to within a few minutes; absent: never.
	var last_use_time: String = ""

	static func from_dict(source: Variant) -> AccessKey:
		var it_ := AccessKey.new()
		var from_ := W.dictionary(source)
		it_.key_id = W.text(from_.get("keyId", from_.get("key_id")))
		it_.prefix = W.text(from_.get("prefix"))
		it_.name = W.text(from_.get("name"))
		it_.role = W.enumeration(from_.get("role"), ROLE_NAMES)
		for entry_: Variant in W.list(from_.get("worldIds", from_.get("world_ids"))):
			it_.world_ids.append(W.text(entry_))
		it_.create_time = W.text(from_.get("createTime", from_.get("create_time")))
		it_.expire_time = W.text(from_.get("expireTime", from_.get("expire_time")))
		it_.revoke_time = W.text(from_.get("revokeTime", from_.get("revoke_time")))
		it_.last_use_time = W.text(from_.get("lastUseTime", from_.get("last_use_time")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if key_id != "":
			out_["keyId"] = key_id
		if prefix != "":
			out_["prefix"] = prefix
		if name != "":
			out_["name"] = name
		if role != 0:
			out_["role"] = W.enumeration_out(role, ROLE_NAMES)
		if not world_ids.is_empty():
			out_["worldIds"] = world_ids.duplicate()
		if create_time != "":
			out_["createTime"] = create_time
		if expire_time != "":
			out_["expireTime"] = expire_time
		if revoke_time != "":
			out_["revokeTime"] = revoke_time
		if last_use_time != "":
			out_["lastUseTime"] = last_use_time
		return out_


## The key to make.
class CreateKeyRequest:
	extends Message
	## Name; 1 to 80 characters.
	var name: String = ""
	## What it may do.
	var role: int = 0
	## Worlds that it is limited to, at most 100; empty for all. They need not exist yet.
	var world_ids: Array[String] = []
	## Seconds until it ends, at most ten years; 0: it does not.
	var lifetime_seconds: int = 0

	static func from_dict(source: Variant) -> CreateKeyRequest:
		var it_ := CreateKeyRequest.new()
		var from_ := W.dictionary(source)
		it_.name = W.text(from_.get("name"))
		it_.role = W.enumeration(from_.get("role"), ROLE_NAMES)
		for entry_: Variant in W.list(from_.get("worldIds", from_.get("world_ids"))):
			it_.world_ids.append(W.text(entry_))
		it_.lifetime_seconds = W.integer(from_.get("lifetimeSeconds", from_.get("lifetime_seconds")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if name != "":
			out_["name"] = name
		if role != 0:
			out_["role"] = W.enumeration_out(role, ROLE_NAMES)
		if not world_ids.is_empty():
			out_["worldIds"] = world_ids.duplicate()
		if lifetime_seconds != 0:
			out_["lifetimeSeconds"] = lifetime_seconds
		return out_


## The new key.
class CreateKeyResponse:
	extends Message
	## Key.
	var key: AccessKey:
		get:
			if _key == null:
				_key = AccessKey.new()
			return _key
		set(value):
			_key = value
			_has_key = value != null
	var _key: AccessKey
	var _has_key := false

	func has_key() -> bool:
		return _has_key or (_key != null and not _key.is_empty())

	## What callers send, as [code]authorization: Bearer SECRET[/code]. It is not kept.
	var secret: String = ""

	static func from_dict(source: Variant) -> CreateKeyResponse:
		var it_ := CreateKeyResponse.new()
		var from_ := W.dictionary(source)
		var key_: Variant = from_.get("key")
		if key_ != null:
			it_.key = AccessKey.from_dict(key_)
		it_.secret = W.text(from_.get("secret"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_key():
			out_["key"] = _key.to_dict()
		if secret != "":
			out_["secret"] = secret
		return out_


## Which page of keys.
class ListKeysRequest:
	extends Message
	## How many at most: 0 means 50, more than 500 means 500.
	var page_size: int = 0
	## [code]next_page_token[/code] of the page before; empty for the first.
	var page_token: String = ""

	static func from_dict(source: Variant) -> ListKeysRequest:
		var it_ := ListKeysRequest.new()
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


## A page of keys.
class ListKeysResponse:
	extends Message
	## Keys.
	var keys: Array[AccessKey] = []
	## Token of the next page; empty when this is the last.
	var next_page_token: String = ""

	static func from_dict(source: Variant) -> ListKeysResponse:
		var it_ := ListKeysResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("keys")):
			it_.keys.append(AccessKey.from_dict(entry_))
		it_.next_page_token = W.text(from_.get("nextPageToken", from_.get("next_page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not keys.is_empty():
			var list_ := []
			for entry_ in keys:
				list_.append(entry_.to_dict())
			out_["keys"] = list_
		if next_page_token != "":
			out_["nextPageToken"] = next_page_token
		return out_


## The key to rotate.
class RotateKeyRequest:
	extends Message
	## Key.
	var key_id: String = ""
	## For how long the secret before counts on, at most 30 days; 0: it ends at once.
	var overlap_seconds: int = 0

	static func from_dict(source: Variant) -> RotateKeyRequest:
		var it_ := RotateKeyRequest.new()
		var from_ := W.dictionary(source)
		it_.key_id = W.text(from_.get("keyId", from_.get("key_id")))
		it_.overlap_seconds = W.integer(from_.get("overlapSeconds", from_.get("overlap_seconds")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if key_id != "":
			out_["keyId"] = key_id
		if overlap_seconds != 0:
			out_["overlapSeconds"] = overlap_seconds
		return out_


## The key with its new secret.
class RotateKeyResponse:
	extends Message
	## Key.
	var key: AccessKey:
		get:
			if _key == null:
				_key = AccessKey.new()
			return _key
		set(value):
			_key = value
			_has_key = value != null
	var _key: AccessKey
	var _has_key := false

	func has_key() -> bool:
		return _has_key or (_key != null and not _key.is_empty())

	## What callers send from now on. It is not kept.
	var secret: String = ""

	static func from_dict(source: Variant) -> RotateKeyResponse:
		var it_ := RotateKeyResponse.new()
		var from_ := W.dictionary(source)
		var key_: Variant = from_.get("key")
		if key_ != null:
			it_.key = AccessKey.from_dict(key_)
		it_.secret = W.text(from_.get("secret"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_key():
			out_["key"] = _key.to_dict()
		if secret != "":
			out_["secret"] = secret
		return out_


## The key to revoke.
class RevokeKeyRequest:
	extends Message
	## Key.
	var key_id: String = ""

	static func from_dict(source: Variant) -> RevokeKeyRequest:
		var it_ := RevokeKeyRequest.new()
		var from_ := W.dictionary(source)
		it_.key_id = W.text(from_.get("keyId", from_.get("key_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if key_id != "":
			out_["keyId"] = key_id
		return out_


## The revoked key.
class RevokeKeyResponse:
	extends Message
	## Key.
	var key: AccessKey:
		get:
			if _key == null:
				_key = AccessKey.new()
			return _key
		set(value):
			_key = value
			_has_key = value != null
	var _key: AccessKey
	var _has_key := false

	func has_key() -> bool:
		return _has_key or (_key != null and not _key.is_empty())


	static func from_dict(source: Variant) -> RevokeKeyResponse:
		var it_ := RevokeKeyResponse.new()
		var from_ := W.dictionary(source)
		var key_: Variant = from_.get("key")
		if key_ != null:
			it_.key = AccessKey.from_dict(key_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_key():
			out_["key"] = _key.to_dict()
		return out_


## The player.
class MintPlayerTokenRequest:
	extends Message
	## Timeline that the player plays.
	var timeline_id: String = ""
	## Id that the game gives the player; 1 to 120 characters, no character's id.
	var player_id: String = ""
	## Name by which characters know the player; 1 to 80 characters.
	var player_name: String = ""
	## What the player may do, of [code]VERB_SAY[/code], [code]VERB_SAY_PRIVATELY[/code],
	## [code]VERB_INTERRUPT[/code] and [code]VERB_WATCH[/code]; empty: all but
	## [code]VERB_SAY_PRIVATELY[/code].
	var verbs: Array[int] = []
	## Seconds until it ends, 30 to 3,600; 0 means 900.
	var lifetime_seconds: int = 0

	static func from_dict(source: Variant) -> MintPlayerTokenRequest:
		var it_ := MintPlayerTokenRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.player_id = W.text(from_.get("playerId", from_.get("player_id")))
		it_.player_name = W.text(from_.get("playerName", from_.get("player_name")))
		it_.verbs = W.enumerations(from_.get("verbs"), _AccessPolicy.VERB_NAMES)
		it_.lifetime_seconds = W.integer(from_.get("lifetimeSeconds", from_.get("lifetime_seconds")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if player_id != "":
			out_["playerId"] = player_id
		if player_name != "":
			out_["playerName"] = player_name
		if not verbs.is_empty():
			var list_ := []
			for entry_ in verbs:
				list_.append(W.enumeration_out(entry_, _AccessPolicy.VERB_NAMES))
			out_["verbs"] = list_
		if lifetime_seconds != 0:
			out_["lifetimeSeconds"] = lifetime_seconds
		return out_


## The token.
class MintPlayerTokenResponse:
	extends Message
	## What the player's client sends, as [code]authorization: Bearer TOKEN[/code].
	var token: String = ""
	## When it ends; get another before.
	var expire_time: String = ""

	static func from_dict(source: Variant) -> MintPlayerTokenResponse:
		var it_ := MintPlayerTokenResponse.new()
		var from_ := W.dictionary(source)
		it_.token = W.text(from_.get("token"))
		it_.expire_time = W.text(from_.get("expireTime", from_.get("expire_time")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if token != "":
			out_["token"] = token
		if expire_time != "":
			out_["expireTime"] = expire_time
		return out_


## What characters may do in turns of players that name it.
class AffordanceSet:
	extends Message
	## Name.
	var name: String = ""
	## The only player who may refer to it; empty for every player of the timeline.
	var player_id: String = ""
	## What characters may do.
	var affordances: Array[_Affordance.Affordance] = []
	## Live entities that arguments may name.
	var entities: Array[_Affordance.Entity] = []

	static func from_dict(source: Variant) -> AffordanceSet:
		var it_ := AffordanceSet.new()
		var from_ := W.dictionary(source)
		it_.name = W.text(from_.get("name"))
		it_.player_id = W.text(from_.get("playerId", from_.get("player_id")))
		for entry_: Variant in W.list(from_.get("affordances")):
			it_.affordances.append(_Affordance.Affordance.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("entities")):
			it_.entities.append(_Affordance.Entity.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if name != "":
			out_["name"] = name
		if player_id != "":
			out_["playerId"] = player_id
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
		return out_


## A set of affordances and entities.
class PutAffordanceSetRequest:
	extends Message
	## Timeline.
	var timeline_id: String = ""
	## Name, such as [code]at-the-bar[/code]; 1 to 80 characters.
	var name: String = ""
	## What characters may do, at most 64; empty for nothing.
	var affordances: Array[_Affordance.Affordance] = []
	## Live entities that arguments may name, at most 500.
	var entities: Array[_Affordance.Entity] = []
	## The only player who may refer to it; empty for every player of the timeline.
	var player_id: String = ""

	static func from_dict(source: Variant) -> PutAffordanceSetRequest:
		var it_ := PutAffordanceSetRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.name = W.text(from_.get("name"))
		for entry_: Variant in W.list(from_.get("affordances")):
			it_.affordances.append(_Affordance.Affordance.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("entities")):
			it_.entities.append(_Affordance.Entity.from_dict(entry_))
		it_.player_id = W.text(from_.get("playerId", from_.get("player_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if name != "":
			out_["name"] = name
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
		if player_id != "":
			out_["playerId"] = player_id
		return out_


## The set is stored.
class PutAffordanceSetResponse:
	extends Message

	static func from_dict(source: Variant) -> PutAffordanceSetResponse:
		var it_ := PutAffordanceSetResponse.new()
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		return out_


## Whose sets to list.
class ListAffordanceSetsRequest:
	extends Message
	## Timeline.
	var timeline_id: String = ""
	## Only sets that this player may refer to: its own, and those of all; empty for all sets.
	var player_id: String = ""
	## How many at most: 0 means 50, more than 500 means 500.
	var page_size: int = 0
	## [code]next_page_token[/code] of the page before; empty for the first.
	var page_token: String = ""

	static func from_dict(source: Variant) -> ListAffordanceSetsRequest:
		var it_ := ListAffordanceSetsRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.player_id = W.text(from_.get("playerId", from_.get("player_id")))
		it_.page_size = W.integer(from_.get("pageSize", from_.get("page_size")))
		it_.page_token = W.text(from_.get("pageToken", from_.get("page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if player_id != "":
			out_["playerId"] = player_id
		if page_size != 0:
			out_["pageSize"] = page_size
		if page_token != "":
			out_["pageToken"] = page_token
		return out_


## A page of sets.
class ListAffordanceSetsResponse:
	extends Message
	## Sets.
	var affordance_sets: Array[AffordanceSet] = []
	## Token of the next page; empty when this is the last.
	var next_page_token: String = ""

	static func from_dict(source: Variant) -> ListAffordanceSetsResponse:
		var it_ := ListAffordanceSetsResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("affordanceSets", from_.get("affordance_sets"))):
			it_.affordance_sets.append(AffordanceSet.from_dict(entry_))
		it_.next_page_token = W.text(from_.get("nextPageToken", from_.get("next_page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not affordance_sets.is_empty():
			var list_ := []
			for entry_ in affordance_sets:
				list_.append(entry_.to_dict())
			out_["affordanceSets"] = list_
		if next_page_token != "":
			out_["nextPageToken"] = next_page_token
		return out_
