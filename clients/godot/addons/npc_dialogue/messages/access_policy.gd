# Generated from proto/npcserver/v1/access_policy.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../message.gd")
const W = preload("../wire.gd")

## What a call does, as far as permission is concerned. A role is a set of these; so is a
## player's token. More may be added.
enum Verb {
	## Not set; refused.
	UNSPECIFIED = 0,
	## Reads what authors wrote: worlds, places, personas, books.
	READ_WORLD = 1,
	## Writes it.
	AUTHOR = 2,
	## Deletes a world with everything in it.
	DELETE_WORLD = 3,
	## Reads the course of play: timelines, saves, states of things, circles, scenes, all events.
	READ_PLAY = 4,
	## Plays as the game: observations, outcomes, clock, saves, circles, whispers.
	PLAY = 5,
	## Deletes saves and timelines.
	DELETE_PLAY = 6,
	## Reads what goes on in characters: memories, receipts, minds.
	READ_MINDS = 7,
	## Asks a model outside of play: interviews, and questions about books.
	ASK = 8,
	## Says something to a character, as a player.
	SAY = 9,
	## Watches events.
	WATCH = 10,
	## Interrupts a turn.
	INTERRUPT = 11,
	## Makes tokens for players.
	MINT = 12,
	## Makes, lists, rotates and revokes keys.
	KEYS = 13,
	## Lists the services of the server, by reflection.
	REFLECT = 14,
	## Says something to a character that nobody else hears, as a player.
	SAY_PRIVATELY = 15,
	## Limits what models may cost.
	SET_BUDGET = 16,
	## Reads figures of worlds and characters: what was spent, and how many memories there are.
	## They hold no words of players, characters or models.
	READ_FIGURES = 17,
	## Asks what the server is. Every key and token may, and a token is told less.
	READ_SERVER = 18,
}
const VERB_NAMES := {
	"VERB_UNSPECIFIED": 0,
	"VERB_READ_WORLD": 1,
	"VERB_AUTHOR": 2,
	"VERB_DELETE_WORLD": 3,
	"VERB_READ_PLAY": 4,
	"VERB_PLAY": 5,
	"VERB_DELETE_PLAY": 6,
	"VERB_READ_MINDS": 7,
	"VERB_ASK": 8,
	"VERB_SAY": 9,
	"VERB_WATCH": 10,
	"VERB_INTERRUPT": 11,
	"VERB_MINT": 12,
	"VERB_KEYS": 13,
	"VERB_REFLECT": 14,
	"VERB_SAY_PRIVATELY": 15,
	"VERB_SET_BUDGET": 16,
	"VERB_READ_FIGURES": 17,
	"VERB_READ_SERVER": 18,
}


## Who may call a method.
class MethodAccess:
	extends Message
	## What a call of it does.
	var verb: int = 0
	## Paths of the fields of the request that name what the call is about; the last part of a path
	## says what it names: [code]world_id[/code], [code]timeline_id[/code],
	## [code]leaving_timeline_id[/code] or [code]save_id[/code]. A key that is limited to worlds
	## must name one of them, and nothing of another.
	var of: Array[String] = []
	## Whether the token of a player may call it, for itself.
	var players: bool = false
	## Whether the method itself leaves out what the caller may not see, and [code]of[/code] is
	## empty.
	var filtered: bool = false
	## Whether a call has no end of its own. It is ended soon after its key or token stops to
	## count.
	var endless: bool = false

	static func from_dict(source: Variant) -> MethodAccess:
		var it_ := MethodAccess.new()
		var from_ := W.dictionary(source)
		it_.verb = W.enumeration(from_.get("verb"), VERB_NAMES)
		for entry_: Variant in W.list(from_.get("of")):
			it_.of.append(W.text(entry_))
		it_.players = W.boolean(from_.get("players"))
		it_.filtered = W.boolean(from_.get("filtered"))
		it_.endless = W.boolean(from_.get("endless"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if verb != 0:
			out_["verb"] = W.enumeration_out(verb, VERB_NAMES)
		if not of.is_empty():
			out_["of"] = of.duplicate()
		if players != false:
			out_["players"] = players
		if filtered != false:
			out_["filtered"] = filtered
		if endless != false:
			out_["endless"] = endless
		return out_
