// Generated from proto/npcserver/v1/character_service.proto by proto/generate_csharp.py; do not edit.
using System;
using System.Threading;
using System.Threading.Tasks;

namespace NpcDialogue.V1
{
    /// <summary>
    /// Manages characters and the versions of their personas, shows their state, and gives them orders
    /// as an inner voice.
    /// </summary>
    public sealed class CharacterServiceClient
    {
        private readonly NpcChannel _channel;

        /// <summary>Makes its calls through a channel.</summary>
        public CharacterServiceClient(NpcChannel channel)
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
            return _channel.UnaryAsync("npcserver.v1.CharacterService/CreateCharacter", request, () => new CreateCharacterResponse(),
                options, cancel);
        }

        /// <summary>Returns a character with its present persona.</summary>
        public Task<GetCharacterResponse> GetCharacterAsync(
            GetCharacterRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.CharacterService/GetCharacter", request, () => new GetCharacterResponse(),
                options, cancel);
        }

        /// <summary>Lists the characters of a world, ordered by id.</summary>
        public Task<ListCharactersResponse> ListCharactersAsync(
            ListCharactersRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.CharacterService/ListCharacters", request, () => new ListCharactersResponse(),
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
            return _channel.UnaryAsync("npcserver.v1.CharacterService/UpdateCharacter", request, () => new UpdateCharacterResponse(),
                options, cancel);
        }

        /// <summary>Deletes a character. Its records stay in the timelines. Idempotent by <c>request_id</c>.</summary>
        public Task<DeleteCharacterResponse> DeleteCharacterAsync(
            DeleteCharacterRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.CharacterService/DeleteCharacter", request, () => new DeleteCharacterResponse(),
                options, cancel);
        }

        /// <summary>Lists the versions of a persona, newest first.</summary>
        public Task<ListPersonaVersionsResponse> ListPersonaVersionsAsync(
            ListPersonaVersionsRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.CharacterService/ListPersonaVersions", request, () => new ListPersonaVersionsResponse(),
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
            return _channel.UnaryAsync("npcserver.v1.CharacterService/Whisper", request, () => new WhisperResponse(),
                options, cancel);
        }

        /// <summary>
        /// Returns the state of a character as one vantage sees it: its act and plans, mood, and standings
        /// with others. Calls no model and leaves no trace.
        /// </summary>
        public Task<GetMindResponse> GetMindAsync(
            GetMindRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.CharacterService/GetMind", request, () => new GetMindResponse(),
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
            return _channel.UnaryAsync("npcserver.v1.CharacterService/Interview", request, () => new InterviewResponse(),
                options, cancel);
        }
    }
}
