// Generated from proto/npcserver/v1/error_reason.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.Wire;

namespace NpcDialogue.V1
{
    /// <summary>
    /// Why a call was refused. Every error carries a <c>google.rpc.ErrorInfo</c> with the name of one of these,
    /// without the prefix, as its <c>reason</c>, and <c>npcserver</c> as its <c>domain</c>. More may be added.
    /// </summary>
    public enum ErrorReason
    {
        /// <summary>Not set; never sent.</summary>
        Unspecified = 0,

        /// <summary>
        /// A field of the request is missing, malformed or out of range; <c>field</c> names it.
        ///
        /// {
        /// "reason": "INVALID_FIELD",
        /// "domain": "npcserver",
        /// "metadata": { "field": "affordances[2].name" }
        /// }
        /// </summary>
        InvalidField = 1,

        /// <summary>
        /// The request id was used before with another body. Choose a new id.
        ///
        /// {
        /// "reason": "REQUEST_ID_REUSED",
        /// "domain": "npcserver",
        /// "metadata": { "field": "request_id" }
        /// }
        /// </summary>
        RequestIdReused = 2,

        /// <summary>
        /// The page token does not come from this list. Begin with an empty one.
        ///
        /// {
        /// "reason": "PAGE_TOKEN_INVALID",
        /// "domain": "npcserver",
        /// "metadata": { "field": "page_token" }
        /// }
        /// </summary>
        PageTokenInvalid = 3,

        /// <summary>
        /// There is no such world. Create or import it first.
        ///
        /// {
        /// "reason": "WORLD_NOT_FOUND",
        /// "domain": "npcserver",
        /// "metadata": { "worldId": "harbour" }
        /// }
        /// </summary>
        WorldNotFound = 4,

        /// <summary>
        /// There is no such place in that world.
        ///
        /// {
        /// "reason": "PLACE_NOT_FOUND",
        /// "domain": "npcserver",
        /// "metadata": { "placeId": "inn" }
        /// }
        /// </summary>
        PlaceNotFound = 5,

        /// <summary>
        /// There is no such character in that world.
        ///
        /// {
        /// "reason": "CHARACTER_NOT_FOUND",
        /// "domain": "npcserver",
        /// "metadata": { "characterId": "mira" }
        /// }
        /// </summary>
        CharacterNotFound = 6,

        /// <summary>
        /// There is no such timeline. Start one.
        ///
        /// {
        /// "reason": "TIMELINE_NOT_FOUND",
        /// "domain": "npcserver",
        /// "metadata": { "timelineId": "tl_4f…" }
        /// }
        /// </summary>
        TimelineNotFound = 7,

        /// <summary>
        /// There is no such save.
        ///
        /// {
        /// "reason": "SAVE_NOT_FOUND",
        /// "domain": "npcserver",
        /// "metadata": { "saveId": "sav_4f…" }
        /// }
        /// </summary>
        SaveNotFound = 8,

        /// <summary>
        /// There is no such turn in what this timeline can see.
        ///
        /// {
        /// "reason": "TURN_NOT_FOUND",
        /// "domain": "npcserver",
        /// "metadata": { "turnId": "trn_4f…" }
        /// }
        /// </summary>
        TurnNotFound = 9,

        /// <summary>
        /// The turn proposed no such intent.
        ///
        /// {
        /// "reason": "INTENT_NOT_FOUND",
        /// "domain": "npcserver",
        /// "metadata": { "intentId": "int_4f…" }
        /// }
        /// </summary>
        IntentNotFound = 10,

        /// <summary>
        /// The id is taken. Choose another, or update what is there.
        ///
        /// {
        /// "reason": "ALREADY_EXISTS",
        /// "domain": "npcserver",
        /// "metadata": { "kind": "world", "identifier": "harbour" }
        /// }
        /// </summary>
        AlreadyExists = 11,

        /// <summary>
        /// It was changed since it was read. Read it again and decide again.
        ///
        /// {
        /// "reason": "ETAG_MISMATCH",
        /// "domain": "npcserver",
        /// "metadata": { "kind": "world" }
        /// }
        /// </summary>
        EtagMismatch = 12,

        /// <summary>
        /// The timeline has new records since it was read. Read it again and decide again.
        ///
        /// {
        /// "reason": "TIMELINE_MOVED",
        /// "domain": "npcserver",
        /// "metadata": { "timelineId": "tl_4f…" }
        /// }
        /// </summary>
        TimelineMoved = 13,

        /// <summary>
        /// The character is answering and too many calls wait already. Try again soon.
        ///
        /// {
        /// "reason": "CHARACTER_BUSY",
        /// "domain": "npcserver",
        /// "metadata": { "characterId": "mira" }
        /// }
        /// </summary>
        CharacterBusy = 14,

        /// <summary>
        /// Game time cannot run backwards in a timeline. Load a save instead.
        ///
        /// {
        /// "reason": "CLOCK_MOVED_BACKWARDS",
        /// "domain": "npcserver",
        /// "metadata": { "now": "2023-02-13T09:00:00Z" }
        /// }
        /// </summary>
        ClockMovedBackwards = 15,

        /// <summary>
        /// The intent has its final outcome already.
        ///
        /// {
        /// "reason": "INTENT_ALREADY_SETTLED",
        /// "domain": "npcserver",
        /// "metadata": { "intentId": "int_4f…" }
        /// }
        /// </summary>
        IntentAlreadySettled = 16,

        /// <summary>
        /// It cannot be deleted while others depend on it; <c>by</c> names them.
        ///
        /// {
        /// "reason": "STILL_IN_USE",
        /// "domain": "npcserver",
        /// "metadata": { "by": "character mira" }
        /// }
        /// </summary>
        StillInUse = 17,

        /// <summary>
        /// The position is beyond the head of the timeline. Resume from an earlier one.
        ///
        /// {
        /// "reason": "CURSOR_TOO_NEW",
        /// "domain": "npcserver",
        /// "metadata": { "head": "41" }
        /// }
        /// </summary>
        CursorTooNew = 18,

        /// <summary>
        /// Too much at once: a rate, a size or a queue is at its limit.
        ///
        /// {
        /// "reason": "OVER_LIMIT",
        /// "domain": "npcserver",
        /// "metadata": { "limit": "500" }
        /// }
        /// </summary>
        OverLimit = 19,

        /// <summary>
        /// The disk is full; nothing was written. Free some space.
        ///
        /// {
        /// "reason": "STORAGE_FULL",
        /// "domain": "npcserver",
        /// "metadata": {}
        /// }
        /// </summary>
        StorageFull = 20,

        /// <summary>
        /// The database does not answer. Try again later.
        ///
        /// {
        /// "reason": "STORAGE_UNAVAILABLE",
        /// "domain": "npcserver",
        /// "metadata": {}
        /// }
        /// </summary>
        StorageUnavailable = 21,

        /// <summary>
        /// The language model does not answer, or there is none, and there is no fallback for the call.
        ///
        /// {
        /// "reason": "MODEL_UNAVAILABLE",
        /// "domain": "npcserver",
        /// "metadata": {}
        /// }
        /// </summary>
        ModelUnavailable = 22,

        /// <summary>
        /// The embedder does not answer. Try again later.
        ///
        /// {
        /// "reason": "EMBEDDER_UNAVAILABLE",
        /// "domain": "npcserver",
        /// "metadata": {}
        /// }
        /// </summary>
        EmbedderUnavailable = 23,

        /// <summary>
        /// The call took longer than its deadline.
        ///
        /// {
        /// "reason": "DEADLINE_EXCEEDED",
        /// "domain": "npcserver",
        /// "metadata": {}
        /// }
        /// </summary>
        DeadlineExceeded = 24,

        /// <summary>
        /// An error in the server; the log has it under the request id in the trailer.
        ///
        /// {
        /// "reason": "INTERNAL",
        /// "domain": "npcserver",
        /// "metadata": {}
        /// }
        /// </summary>
        Internal = 25,

        /// <summary>
        /// The server is shutting down and ends its streams. Connect again and resume from the last
        /// position received.
        ///
        /// {
        /// "reason": "SHUTTING_DOWN",
        /// "domain": "npcserver",
        /// "metadata": {}
        /// }
        /// </summary>
        ShuttingDown = 26,

        /// <summary>
        /// A character's state changed during a thought, so the thought was dropped; it is repeated by
        /// itself. Callers rarely see this; try again.
        ///
        /// {
        /// "reason": "MIND_MOVED",
        /// "domain": "npcserver",
        /// "metadata": { "characterId": "mira" }
        /// }
        /// </summary>
        MindMoved = 27,

        /// <summary>
        /// The character has no such memory that is visible from there.
        ///
        /// {
        /// "reason": "MEMORY_NOT_FOUND",
        /// "domain": "npcserver",
        /// "metadata": { "memoryId": "tl_4f….12" }
        /// }
        /// </summary>
        MemoryNotFound = 28,

        /// <summary>
        /// The game left this timeline by loading a save, and the result of a thought or a turn in it came
        /// too late. Callers rarely see this; play on in the new timeline, or say it again here.
        ///
        /// {
        /// "reason": "TIMELINE_LEFT",
        /// "domain": "npcserver",
        /// "metadata": { "timelineId": "tl_4f…" }
        /// }
        /// </summary>
        TimelineLeft = 29,

        /// <summary>
        /// No such promise is visible from there in the timeline.
        ///
        /// {
        /// "reason": "COMMITMENT_NOT_FOUND",
        /// "domain": "npcserver",
        /// "metadata": { "commitmentId": "com_4f…" }
        /// }
        /// </summary>
        CommitmentNotFound = 30,

        /// <summary>
        /// The promise was kept, broken or withdrawn before.
        ///
        /// {
        /// "reason": "COMMITMENT_ALREADY_SETTLED",
        /// "domain": "npcserver",
        /// "metadata": { "commitmentId": "com_4f…" }
        /// }
        /// </summary>
        CommitmentAlreadySettled = 31,

        /// <summary>
        /// There is no such book in this world. List the books, or store it first.
        ///
        /// {
        /// "reason": "BOOK_NOT_FOUND",
        /// "domain": "npcserver",
        /// "metadata": { "bookId": "tide-tables" }
        /// }
        /// </summary>
        BookNotFound = 32,

        /// <summary>
        /// No such scene is visible from there in the timeline.
        ///
        /// {
        /// "reason": "SCENE_NOT_FOUND",
        /// "domain": "npcserver",
        /// "metadata": { "sceneId": "gc_4f…" }
        /// }
        /// </summary>
        SceneNotFound = 33,

        /// <summary>
        /// The scene is over.
        ///
        /// {
        /// "reason": "SCENE_CLOSED",
        /// "domain": "npcserver",
        /// "metadata": { "sceneId": "gc_4f…" }
        /// }
        /// </summary>
        SceneClosed = 34,

        /// <summary>
        /// The scene does not wait for this from that member now. Get it to see whom it waits for.
        ///
        /// {
        /// "reason": "NOT_YOUR_TURN",
        /// "domain": "npcserver",
        /// "metadata": { "sceneId": "gc_4f…", "memberId": "sian" }
        /// }
        /// </summary>
        NotYourTurn = 35,

        /// <summary>
        /// Another person has that seat.
        ///
        /// {
        /// "reason": "SEAT_TAKEN",
        /// "domain": "npcserver",
        /// "metadata": { "sceneId": "gc_4f…", "memberId": "sian" }
        /// }
        /// </summary>
        SeatTaken = 36,

        /// <summary>
        /// No such circle is visible from there in the timeline, or it has broken up.
        ///
        /// {
        /// "reason": "CIRCLE_NOT_FOUND",
        /// "domain": "npcserver",
        /// "metadata": { "circleId": "cir_4f…" }
        /// }
        /// </summary>
        CircleNotFound = 37,

        /// <summary>
        /// The speaker or an addressee is not in the circle.
        ///
        /// {
        /// "reason": "NOT_IN_CIRCLE",
        /// "domain": "npcserver",
        /// "metadata": { "circleId": "cir_4f…", "memberId": "tom" }
        /// }
        /// </summary>
        NotInCircle = 38,

        /// <summary>
        /// The call carried no key or token, or one that this server does not accept, such as a token that
        /// has ended. Send <c>authorization: Bearer KEY</c>; a client with a token gets a new one.
        ///
        /// {
        /// "reason": "UNAUTHENTICATED",
        /// "domain": "npcserver",
        /// "metadata": {}
        /// }
        /// </summary>
        Unauthenticated = 39,

        /// <summary>
        /// The game left the timeline by loading a save after the intent was proposed there. <c>reportTo</c> is
        /// the timeline to report it in; without it the timeline that is played (<c>playedTimelineId</c>,
        /// missing if it was deleted) does not have the turn: drop the intent.
        ///
        /// {
        /// "reason": "INTENT_TIMELINE_LEFT",
        /// "domain": "npcserver",
        /// "metadata": {
        /// "intentId": "int_4f…", "timelineId": "tl_4f…",
        /// "playedTimelineId": "tl_9k…", "reportTo": "tl_9k…"
        /// }
        /// }
        /// </summary>
        IntentTimelineLeft = 40,

        /// <summary>
        /// The server has as many calls of this class as it takes at one time, and the call would have
        /// waited too long. Try again after the delay of <c>RetryInfo</c>. Turns are not refused: the character
        /// says an authored line, and the turn ends with <c>TURN_OUTCOME_SHED</c>.
        ///
        /// {
        /// "reason": "OVERLOADED",
        /// "domain": "npcserver",
        /// "metadata": { "callClass": "writes" }
        /// }
        /// </summary>
        Overloaded = 41,

        /// <summary>
        /// The key calls more often than the server's settings allow. Try again after the delay of
        /// <c>RetryInfo</c>.
        ///
        /// {
        /// "reason": "RATE_LIMITED",
        /// "domain": "npcserver",
        /// "metadata": { "limit": "key" }
        /// }
        /// </summary>
        RateLimited = 42,

        /// <summary>
        /// The key or token is not for this call, or not for what the call names, whether that exists or
        /// not. Use another key, or ask an administrator for one; trying again does not help.
        ///
        /// {
        /// "reason": "PERMISSION_DENIED",
        /// "domain": "npcserver",
        /// "metadata": { "verb": "delete_world" }
        /// }
        /// </summary>
        PermissionDenied = 43,

        /// <summary>
        /// There is no such key. List the keys first.
        ///
        /// {
        /// "reason": "KEY_NOT_FOUND",
        /// "domain": "npcserver",
        /// "metadata": { "keyId": "key_4f…" }
        /// }
        /// </summary>
        KeyNotFound = 44,

        /// <summary>
        /// No affordances are stored under that name for the timeline. The game's server stores them first,
        /// with <c>PutAffordanceSet</c>.
        ///
        /// {
        /// "reason": "AFFORDANCE_SET_NOT_FOUND",
        /// "domain": "npcserver",
        /// "metadata": { "affordanceSetId": "at-the-bar" }
        /// }
        /// </summary>
        AffordanceSetNotFound = 45,

        /// <summary>
        /// The client speaks a version of the wire that this server does not serve, or does not say which.
        /// <c>update</c> says which of the two to update: <c>client</c> or <c>server</c>. Trying again does not help.
        ///
        /// {
        /// "reason": "WIRE_NOT_SERVED",
        /// "domain": "npcserver",
        /// "metadata": { "update": "client", "wireVersion": "2", "oldestWireVersion": "2" }
        /// }
        /// </summary>
        WireNotServed = 46,

        /// <summary>
        /// A character that is to speak, listen, or join is absent or dead in this timeline; <c>availability</c>
        /// says which. Leave it out, or bring it back with <c>TimelineService.SetAvailability</c>.
        ///
        /// {
        /// "reason": "CHARACTER_UNAVAILABLE",
        /// "domain": "npcserver",
        /// "metadata": { "characterId": "mira", "availability": "dead" }
        /// }
        /// </summary>
        CharacterUnavailable = 47,

        /// <summary>
        /// The world is served by another shard, or is being moved there at this moment; <c>shard</c> names it.
        /// Repeat the call under the same request id: the balancer sends it to the right one. One that is
        /// in an archive is back when its operator restores it.
        ///
        /// {
        /// "reason": "WORLD_MOVED",
        /// "domain": "npcserver",
        /// "metadata": { "worldId": "harbour", "shard": "shard2" }
        /// }
        /// </summary>
        WorldMoved = 48,
    }

    /// <summary>Names of <see cref="ErrorReason"/> on the wire.</summary>
    public static class ErrorReasonNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "ERROR_REASON_UNSPECIFIED")
            .Add(1, "ERROR_REASON_INVALID_FIELD")
            .Add(2, "ERROR_REASON_REQUEST_ID_REUSED")
            .Add(3, "ERROR_REASON_PAGE_TOKEN_INVALID")
            .Add(4, "ERROR_REASON_WORLD_NOT_FOUND")
            .Add(5, "ERROR_REASON_PLACE_NOT_FOUND")
            .Add(6, "ERROR_REASON_CHARACTER_NOT_FOUND")
            .Add(7, "ERROR_REASON_TIMELINE_NOT_FOUND")
            .Add(8, "ERROR_REASON_SAVE_NOT_FOUND")
            .Add(9, "ERROR_REASON_TURN_NOT_FOUND")
            .Add(10, "ERROR_REASON_INTENT_NOT_FOUND")
            .Add(11, "ERROR_REASON_ALREADY_EXISTS")
            .Add(12, "ERROR_REASON_ETAG_MISMATCH")
            .Add(13, "ERROR_REASON_TIMELINE_MOVED")
            .Add(14, "ERROR_REASON_CHARACTER_BUSY")
            .Add(15, "ERROR_REASON_CLOCK_MOVED_BACKWARDS")
            .Add(16, "ERROR_REASON_INTENT_ALREADY_SETTLED")
            .Add(17, "ERROR_REASON_STILL_IN_USE")
            .Add(18, "ERROR_REASON_CURSOR_TOO_NEW")
            .Add(19, "ERROR_REASON_OVER_LIMIT")
            .Add(20, "ERROR_REASON_STORAGE_FULL")
            .Add(21, "ERROR_REASON_STORAGE_UNAVAILABLE")
            .Add(22, "ERROR_REASON_MODEL_UNAVAILABLE")
            .Add(23, "ERROR_REASON_EMBEDDER_UNAVAILABLE")
            .Add(24, "ERROR_REASON_DEADLINE_EXCEEDED")
            .Add(25, "ERROR_REASON_INTERNAL")
            .Add(26, "ERROR_REASON_SHUTTING_DOWN")
            .Add(27, "ERROR_REASON_MIND_MOVED")
            .Add(28, "ERROR_REASON_MEMORY_NOT_FOUND")
            .Add(29, "ERROR_REASON_TIMELINE_LEFT")
            .Add(30, "ERROR_REASON_COMMITMENT_NOT_FOUND")
            .Add(31, "ERROR_REASON_COMMITMENT_ALREADY_SETTLED")
            .Add(32, "ERROR_REASON_BOOK_NOT_FOUND")
            .Add(33, "ERROR_REASON_SCENE_NOT_FOUND")
            .Add(34, "ERROR_REASON_SCENE_CLOSED")
            .Add(35, "ERROR_REASON_NOT_YOUR_TURN")
            .Add(36, "ERROR_REASON_SEAT_TAKEN")
            .Add(37, "ERROR_REASON_CIRCLE_NOT_FOUND")
            .Add(38, "ERROR_REASON_NOT_IN_CIRCLE")
            .Add(39, "ERROR_REASON_UNAUTHENTICATED")
            .Add(40, "ERROR_REASON_INTENT_TIMELINE_LEFT")
            .Add(41, "ERROR_REASON_OVERLOADED")
            .Add(42, "ERROR_REASON_RATE_LIMITED")
            .Add(43, "ERROR_REASON_PERMISSION_DENIED")
            .Add(44, "ERROR_REASON_KEY_NOT_FOUND")
            .Add(45, "ERROR_REASON_AFFORDANCE_SET_NOT_FOUND")
            .Add(46, "ERROR_REASON_WIRE_NOT_SERVED")
            .Add(47, "ERROR_REASON_CHARACTER_UNAVAILABLE")
            .Add(48, "ERROR_REASON_WORLD_MOVED");
    }
}
