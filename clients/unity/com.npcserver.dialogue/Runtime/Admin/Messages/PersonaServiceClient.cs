// Generated from proto/npcserver/admin/v1/persona_service.proto by proto/generate_csharp.py; do not edit.
using System;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.V1;

namespace NpcDialogue.Admin.V1
{
    /// <summary>
    /// Writes characters: their personas with versions, and their seed memories. Interviews
    /// them, and whispers to them.
    /// </summary>
    public sealed class PersonaServiceClient
    {
        private readonly NpcChannel _channel;

        /// <summary>Makes its calls through a channel.</summary>
        public PersonaServiceClient(NpcChannel channel)
        {
            _channel = channel;
        }

        /// <summary>
        /// Creates a character with its persona and seed memories. Timelines that were started before do
        /// not have its seed memories. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<CreateCharacterResponse> CreateCharacterAsync(
            CreateCharacterRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.PersonaService/CreateCharacter", request, () => new CreateCharacterResponse(),
                options, cancel);
        }

        /// <summary>Returns a character with its present persona.</summary>
        public Task<GetCharacterResponse> GetCharacterAsync(
            GetCharacterRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.PersonaService/GetCharacter", request, () => new GetCharacterResponse(),
                options, cancel);
        }

        /// <summary>Lists the characters of a world, ordered by id.</summary>
        public Task<ListCharactersResponse> ListCharactersAsync(
            ListCharactersRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.PersonaService/ListCharacters", request, () => new ListCharactersResponse(),
                options, cancel);
        }

        /// <summary>
        /// Changes fields of a character. A changed persona becomes a new version and is in force from
        /// the next turn on. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<UpdateCharacterResponse> UpdateCharacterAsync(
            UpdateCharacterRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.PersonaService/UpdateCharacter", request, () => new UpdateCharacterResponse(),
                options, cancel);
        }

        /// <summary>Deletes a character. Its records stay in the timelines. Idempotent by <c>request_id</c>.</summary>
        public Task<DeleteCharacterResponse> DeleteCharacterAsync(
            DeleteCharacterRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.PersonaService/DeleteCharacter", request, () => new DeleteCharacterResponse(),
                options, cancel);
        }

        /// <summary>Lists the versions of a persona, newest first.</summary>
        public Task<ListPersonaVersionsResponse> ListPersonaVersionsAsync(
            ListPersonaVersionsRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.PersonaService/ListPersonaVersions", request, () => new ListPersonaVersionsResponse(),
                options, cancel);
        }

        /// <summary>Lists what a character knows from the start, in the order in which it happened.</summary>
        public Task<ListSeedMemoriesResponse> ListSeedMemoriesAsync(
            ListSeedMemoriesRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.PersonaService/ListSeedMemories", request, () => new ListSeedMemoriesResponse(),
                options, cancel);
        }

        /// <summary>
        /// Replaces what a character knows from the start. Timelines that were started before keep what
        /// they had. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<UpdateSeedMemoriesResponse> UpdateSeedMemoriesAsync(
            UpdateSeedMemoriesRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.PersonaService/UpdateSeedMemories", request, () => new UpdateSeedMemoriesResponse(),
                options, cancel);
        }

        /// <summary>
        /// Asks a character a question, which it answers from memory and forgets: the interview leaves no
        /// trace in memories, timeline or access times. Waits for a model.
        /// </summary>
        public Task<InterviewResponse> InterviewAsync(
            InterviewRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.PersonaService/Interview", request, () => new InterviewResponse(),
                options, cancel);
        }

        /// <summary>
        /// Gives a character an inner voice: a memory that it takes for its own thought, and an order for
        /// its plans. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<WhisperResponse> WhisperAsync(
            WhisperRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.PersonaService/Whisper", request, () => new WhisperResponse(),
                options, cancel);
        }

        /// <summary>
        /// Moves how a character stands to another in a timeline, as a quest or a deed that only the game
        /// knows of does. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<MoveStandingResponse> MoveStandingAsync(
            MoveStandingRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.PersonaService/MoveStanding", request, () => new MoveStandingResponse(),
                options, cancel);
        }
    }
}
