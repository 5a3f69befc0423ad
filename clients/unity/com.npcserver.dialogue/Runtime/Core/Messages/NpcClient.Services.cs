// Generated from proto/npcserver/v1 by proto/generate_csharp.py; do not edit.
using NpcDialogue.V1;

namespace NpcDialogue
{
    public sealed partial class NpcClient
    {
        /// <summary>Calls of <see cref="PlayServiceClient"/>.</summary>
        public PlayServiceClient Play { get; private set; }

        /// <summary>Calls of <see cref="CharacterServiceClient"/>.</summary>
        public CharacterServiceClient Characters { get; private set; }

        /// <summary>Calls of <see cref="ServerServiceClient"/>.</summary>
        public ServerServiceClient Server { get; private set; }

        /// <summary>Calls of <see cref="TimelineServiceClient"/>.</summary>
        public TimelineServiceClient Timelines { get; private set; }

        private void MakeServices()
        {
            Play = new PlayServiceClient(Channel);
            Characters = new CharacterServiceClient(Channel);
            Server = new ServerServiceClient(Channel);
            Timelines = new TimelineServiceClient(Channel);
        }
    }
}
