# Generated from proto/npcserver/v1/error_reason.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted


## Why a call was refused. Every error carries a [code]google.rpc.ErrorInfo[/code] with the
## name of one of these, without the prefix, as its [code]reason[/code], and
## [code]npcserver[/code] as its [code]domain[/code]. More may be added.
enum ErrorReason {
	## Not set; never sent.
	UNSPECIFIED = 0,
	## A field of the request is missing, malformed or out of range; [code]field[/code] names it.
	##
	## { "reason": "INVALID_FIELD", "domain": "npcserver", "metadata": { "field":
	## "affordances[lb]2].name" } }
	INVALID_FIELD = 1,
	## The request id was used before with another body. Choose a new id.
	##
	## { "reason": "REQUEST_ID_REUSED", "domain": "npcserver", "metadata": { "field": "request_id"
	## } }
	REQUEST_ID_REUSED = 2,
	## The page token does not come from this list. Begin with an empty one.
	##
	## { "reason": "PAGE_TOKEN_INVALID", "domain": "npcserver", "metadata": { "field": "page_token"
	## } }
	PAGE_TOKEN_INVALID = 3,
	## There is no such world. Create or import it first.
	##
	## { "reason": "WORLD_NOT_FOUND", "domain": "npcserver", "metadata": { "worldId": "harbour" } }
	WORLD_NOT_FOUND = 4,
	## There is no such place in that world.
	##
	## { "reason": "PLACE_NOT_FOUND", "domain": "npcserver", "metadata": { "placeId": "inn" } }
	PLACE_NOT_FOUND = 5,
	## There is no such character in that world.
	##
	## { "reason": "CHARACTER_NOT_FOUND", "domain": "npcserver", "metadata": { "characterId":
	## "mira" } }
	CHARACTER_NOT_FOUND = 6,
	## There is no such timeline. Start one.
	##
	## { "reason": "TIMELINE_NOT_FOUND", "domain": "npcserver", "metadata": { "timelineId":
	## "tl_4f…" } }
	TIMELINE_NOT_FOUND = 7,
	## There is no such save.
	##
	## { "reason": "SAVE_NOT_FOUND", "domain": "npcserver", "metadata": { "saveId": "sav_4f…" } }
	SAVE_NOT_FOUND = 8,
	## There is no such turn in what this timeline can see.
	##
	## { "reason": "TURN_NOT_FOUND", "domain": "npcserver", "metadata": { "turnId": "trn_4f…" } }
	TURN_NOT_FOUND = 9,
	## The turn proposed no such intent.
	##
	## { "reason": "INTENT_NOT_FOUND", "domain": "npcserver", "metadata": { "intentId": "int_4f…" }
	## }
	INTENT_NOT_FOUND = 10,
	## The id is taken. Choose another, or update what is there.
	##
	## { "reason": "ALREADY_EXISTS", "domain": "npcserver", "metadata": { "kind": "world",
	## "identifier": "harbour" } }
	ALREADY_EXISTS = 11,
	## It was changed since it was read. Read it again and decide again.
	##
	## { "reason": "ETAG_MISMATCH", "domain": "npcserver", "metadata": { "kind": "world" } }
	ETAG_MISMATCH = 12,
	## The timeline has new records since it was read. Read it again and decide again.
	##
	## { "reason": "TIMELINE_MOVED", "domain": "npcserver", "metadata": { "timelineId": "tl_4f…" }
	## }
	TIMELINE_MOVED = 13,
	## The character is answering and too many calls wait already. Try again soon.
	##
	## { "reason": "CHARACTER_BUSY", "domain": "npcserver", "metadata": { "characterId": "mira" } }
	CHARACTER_BUSY = 14,
	## Game time cannot run backwards in a timeline. Load a save instead.
	##
	## { "reason": "CLOCK_MOVED_BACKWARDS", "domain": "npcserver", "metadata": { "now":
	## "2023-02-13T09:00:00Z" } }
	CLOCK_MOVED_BACKWARDS = 15,
	## The intent has its final outcome already.
	##
	## { "reason": "INTENT_ALREADY_SETTLED", "domain": "npcserver", "metadata": { "intentId":
	## "int_4f…" } }
	INTENT_ALREADY_SETTLED = 16,
	## It cannot be deleted while others depend on it; [code]by[/code] names them.
	##
	## { "reason": "STILL_IN_USE", "domain": "npcserver", "metadata": { "by": "character mira" } }
	STILL_IN_USE = 17,
	## The position is beyond the head of the timeline. Resume from an earlier one.
	##
	## { "reason": "CURSOR_TOO_NEW", "domain": "npcserver", "metadata": { "head": "41" } }
	CURSOR_TOO_NEW = 18,
	## Too much at once: a rate, a size or a queue is at its limit.
	##
	## { "reason": "OVER_LIMIT", "domain": "npcserver", "metadata": { "limit": "500" } }
	OVER_LIMIT = 19,
	## The disk is full; nothing was written. Free some space.
	##
	## { "reason": "STORAGE_FULL", "domain": "npcserver", "metadata": {} }
	STORAGE_FULL = 20,
	## The database does not answer. Try again later.
	##
	## { "reason": "STORAGE_UNAVAILABLE", "domain": "npcserver", "metadata": {} }
	STORAGE_UNAVAILABLE = 21,
	## The language model does not answer, or there is none, and there is no fallback for the call.
	##
	## { "reason": "MODEL_UNAVAILABLE", "domain": "npcserver", "metadata": {} }
	MODEL_UNAVAILABLE = 22,
	## The embedder does not answer. Try again later.
	##
	## { "reason": "EMBEDDER_UNAVAILABLE", "domain": "npcserver", "metadata": {} }
	EMBEDDER_UNAVAILABLE = 23,
	## The call took longer than its deadline.
	##
	## { "reason": "DEADLINE_EXCEEDED", "domain": "npcserver", "metadata": {} }
	DEADLINE_EXCEEDED = 24,
	## An error in the server; the log has it under the request id in the trailer.
	##
	## { "reason": "INTERNAL", "domain": "npcserver", "metadata": {} }
	INTERNAL = 25,
	## The server is shutting down and ends its streams. Connect again and resume from the last
	## position received.
	##
	## { "reason": "SHUTTING_DOWN", "domain": "npcserver", "metadata": {} }
	SHUTTING_DOWN = 26,
	## A character's state changed during a thought, so the thought was dropped; it is repeated by
	## itself. Callers rarely see this; try again.
	##
	## { "reason": "MIND_MOVED", "domain": "npcserver", "metadata": { "characterId": "mira" } }
	MIND_MOVED = 27,
	## The character has no such memory that is visible from there.
	##
	## { "reason": "MEMORY_NOT_FOUND", "domain": "npcserver", "metadata": { "memoryId": "tl_4f….12"
	## } }
	MEMORY_NOT_FOUND = 28,
	## The game left this timeline by loading a save, and the result of a thought or a turn in it
	## came too late. Callers rarely see this; play on in the new timeline, or say it again here.
	##
	## { "reason": "TIMELINE_LEFT", "domain": "npcserver", "metadata": { "timelineId": "tl_4f…" } }
	TIMELINE_LEFT = 29,
	## No such promise is visible from there in the timeline.
	##
	## { "reason": "COMMITMENT_NOT_FOUND", "domain": "npcserver", "metadata": { "commitmentId":
	## "com_4f…" } }
	COMMITMENT_NOT_FOUND = 30,
	## The promise was kept, broken or withdrawn before.
	##
	## { "reason": "COMMITMENT_ALREADY_SETTLED", "domain": "npcserver", "metadata": {
	## "commitmentId": "com_4f…" } }
	COMMITMENT_ALREADY_SETTLED = 31,
	## There is no such book in this world. List the books, or store it first.
	##
	## { "reason": "BOOK_NOT_FOUND", "domain": "npcserver", "metadata": { "bookId": "tide-tables" }
	## }
	BOOK_NOT_FOUND = 32,
	## No such scene is visible from there in the timeline.
	##
	## { "reason": "SCENE_NOT_FOUND", "domain": "npcserver", "metadata": { "sceneId": "gc_4f…" } }
	SCENE_NOT_FOUND = 33,
	## The scene is over.
	##
	## { "reason": "SCENE_CLOSED", "domain": "npcserver", "metadata": { "sceneId": "gc_4f…" } }
	SCENE_CLOSED = 34,
	## The scene does not wait for this from that member now. Get it to see whom it waits for.
	##
	## { "reason": "NOT_YOUR_TURN", "domain": "npcserver", "metadata": { "sceneId": "gc_4f…",
	## "memberId": "sian" } }
	NOT_YOUR_TURN = 35,
	## Another person has that seat.
	##
	## { "reason": "SEAT_TAKEN", "domain": "npcserver", "metadata": { "sceneId": "gc_4f…",
	## "memberId": "sian" } }
	SEAT_TAKEN = 36,
	## No such circle is visible from there in the timeline, or it has broken up.
	##
	## { "reason": "CIRCLE_NOT_FOUND", "domain": "npcserver", "metadata": { "circleId": "cir_4f…" }
	## }
	CIRCLE_NOT_FOUND = 37,
	## The speaker or an addressee is not in the circle.
	##
	## { "reason": "NOT_IN_CIRCLE", "domain": "npcserver", "metadata": { "circleId": "cir_4f…",
	## "memberId": "tom" } }
	NOT_IN_CIRCLE = 38,
	## The call carried no key or token, or one that this server does not accept, such as a token
	## that has ended. Send [code]authorization: Bearer KEY[/code]; a client with a token gets a
	## new one.
	##
	## { "reason": "UNAUTHENTICATED", "domain": "npcserver", "metadata": {} }
	UNAUTHENTICATED = 39,
	## The game left the timeline by loading a save after the intent was proposed there.
	## [code]reportTo[/code] is the timeline to report it in; without it the timeline that is
	## played ([code]playedTimelineId[/code], missing if it was deleted) does not have the turn:
	## drop the intent.
	##
	## { "reason": "INTENT_TIMELINE_LEFT", "domain": "npcserver", "metadata": { "intentId":
	## "int_4f…", "timelineId": "tl_4f…", "playedTimelineId": "tl_9k…", "reportTo": "tl_9k…" } }
	INTENT_TIMELINE_LEFT = 40,
	## The server has as many calls of this class as it takes at one time, and the call would have
	## waited too long. Try again after the delay of [code]RetryInfo[/code]. Turns are not refused:
	## the character says an authored line, and the turn ends with [code]TURN_OUTCOME_SHED[/code].
	##
	## { "reason": "OVERLOADED", "domain": "npcserver", "metadata": { "callClass": "writes" } }
	OVERLOADED = 41,
	## The key calls more often than the server's settings allow. Try again after the delay of
	## [code]RetryInfo[/code].
	##
	## { "reason": "RATE_LIMITED", "domain": "npcserver", "metadata": { "limit": "key" } }
	RATE_LIMITED = 42,
	## The key or token is not for this call, or not for what the call names, whether that exists
	## or not. Use another key, or ask an administrator for one; trying again does not help.
	##
	## { "reason": "PERMISSION_DENIED", "domain": "npcserver", "metadata": { "verb": "delete_world"
	## } }
	PERMISSION_DENIED = 43,
	## There is no such key. List the keys first.
	##
	## { "reason": "KEY_NOT_FOUND", "domain": "npcserver", "metadata": { "keyId": "key_4f…" } }
	KEY_NOT_FOUND = 44,
	## No affordances are stored under that name for the timeline. The game's server stores them
	## first, with [code]PutAffordanceSet[/code].
	##
	## { "reason": "AFFORDANCE_SET_NOT_FOUND", "domain": "npcserver", "metadata": {
	## "affordanceSetId": "at-the-bar" } }
	AFFORDANCE_SET_NOT_FOUND = 45,
	## The client speaks a version of the wire that this server does not serve, or does not say
	## which. [code]update[/code] says which of the two to update: [code]client[/code] or
	## [code]server[/code]. Trying again does not help.
	##
	## { "reason": "WIRE_NOT_SERVED", "domain": "npcserver", "metadata": { "update": "client",
	## "wireVersion": "2", "oldestWireVersion": "2" } }
	WIRE_NOT_SERVED = 46,
	## A character that is to speak, listen, or join is absent or dead in this timeline;
	## [code]availability[/code] says which. Leave it out, or bring it back with
	## [code]TimelineService.SetAvailability[/code].
	##
	## { "reason": "CHARACTER_UNAVAILABLE", "domain": "npcserver", "metadata": { "characterId":
	## "mira", "availability": "dead" } }
	CHARACTER_UNAVAILABLE = 47,
	## The world is served by another shard, or is being moved there at this moment;
	## [code]shard[/code] names it. Repeat the call under the same request id: the balancer sends
	## it to the right one. One that is in an archive is back when its operator restores it.
	##
	## { "reason": "WORLD_MOVED", "domain": "npcserver", "metadata": { "worldId": "harbour",
	## "shard": "shard2" } }
	WORLD_MOVED = 48,
}
const ERROR_REASON_NAMES := {
	"ERROR_REASON_UNSPECIFIED": 0,
	"ERROR_REASON_INVALID_FIELD": 1,
	"ERROR_REASON_REQUEST_ID_REUSED": 2,
	"ERROR_REASON_PAGE_TOKEN_INVALID": 3,
	"ERROR_REASON_WORLD_NOT_FOUND": 4,
	"ERROR_REASON_PLACE_NOT_FOUND": 5,
	"ERROR_REASON_CHARACTER_NOT_FOUND": 6,
	"ERROR_REASON_TIMELINE_NOT_FOUND": 7,
	"ERROR_REASON_SAVE_NOT_FOUND": 8,
	"ERROR_REASON_TURN_NOT_FOUND": 9,
	"ERROR_REASON_INTENT_NOT_FOUND": 10,
	"ERROR_REASON_ALREADY_EXISTS": 11,
	"ERROR_REASON_ETAG_MISMATCH": 12,
	"ERROR_REASON_TIMELINE_MOVED": 13,
	"ERROR_REASON_CHARACTER_BUSY": 14,
	"ERROR_REASON_CLOCK_MOVED_BACKWARDS": 15,
	"ERROR_REASON_INTENT_ALREADY_SETTLED": 16,
	"ERROR_REASON_STILL_IN_USE": 17,
	"ERROR_REASON_CURSOR_TOO_NEW": 18,
	"ERROR_REASON_OVER_LIMIT": 19,
	"ERROR_REASON_STORAGE_FULL": 20,
	"ERROR_REASON_STORAGE_UNAVAILABLE": 21,
	"ERROR_REASON_MODEL_UNAVAILABLE": 22,
	"ERROR_REASON_EMBEDDER_UNAVAILABLE": 23,
	"ERROR_REASON_DEADLINE_EXCEEDED": 24,
	"ERROR_REASON_INTERNAL": 25,
	"ERROR_REASON_SHUTTING_DOWN": 26,
	"ERROR_REASON_MIND_MOVED": 27,
	"ERROR_REASON_MEMORY_NOT_FOUND": 28,
	"ERROR_REASON_TIMELINE_LEFT": 29,
	"ERROR_REASON_COMMITMENT_NOT_FOUND": 30,
	"ERROR_REASON_COMMITMENT_ALREADY_SETTLED": 31,
	"ERROR_REASON_BOOK_NOT_FOUND": 32,
	"ERROR_REASON_SCENE_NOT_FOUND": 33,
	"ERROR_REASON_SCENE_CLOSED": 34,
	"ERROR_REASON_NOT_YOUR_TURN": 35,
	"ERROR_REASON_SEAT_TAKEN": 36,
	"ERROR_REASON_CIRCLE_NOT_FOUND": 37,
	"ERROR_REASON_NOT_IN_CIRCLE": 38,
	"ERROR_REASON_UNAUTHENTICATED": 39,
	"ERROR_REASON_INTENT_TIMELINE_LEFT": 40,
	"ERROR_REASON_OVERLOADED": 41,
	"ERROR_REASON_RATE_LIMITED": 42,
	"ERROR_REASON_PERMISSION_DENIED": 43,
	"ERROR_REASON_KEY_NOT_FOUND": 44,
	"ERROR_REASON_AFFORDANCE_SET_NOT_FOUND": 45,
	"ERROR_REASON_WIRE_NOT_SERVED": 46,
	"ERROR_REASON_CHARACTER_UNAVAILABLE": 47,
	"ERROR_REASON_WORLD_MOVED": 48,
}
