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
    }
}
