// Generated from proto/npcserver/v1/character_service.proto by proto/generate_csharp.py; do not edit.
using System;
using System.Threading;
using System.Threading.Tasks;

namespace NpcDialogue.V1
{
    /// <summary>The characters of a world as a game sees them, and their state.</summary>
    public sealed class CharacterServiceClient
    {
        private readonly NpcChannel _channel;

        /// <summary>Makes its calls through a channel.</summary>
        public CharacterServiceClient(NpcChannel channel)
        {
            _channel = channel;
        }

        /// <summary>
        /// Lists the characters of a world by id: what a game shows of them. Personas are read in
        /// <c>PersonaService</c>.
        /// </summary>
        public Task<ListCastResponse> ListCastAsync(
            ListCastRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.CharacterService/ListCast", request, () => new ListCastResponse(),
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
