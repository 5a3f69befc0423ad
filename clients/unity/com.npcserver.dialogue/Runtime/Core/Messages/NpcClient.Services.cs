// Generated from proto/npcserver/v1 by proto/generate_csharp.py; do not edit.
using NpcDialogue.V1;

namespace NpcDialogue
{
    public sealed partial class NpcClient
    {
        /// <summary>Calls of <see cref="AccessServiceClient"/>.</summary>
        public AccessServiceClient Access { get; private set; }

        /// <summary>Calls of <see cref="CharacterServiceClient"/>.</summary>
        public CharacterServiceClient Characters { get; private set; }

        /// <summary>Calls of <see cref="GroupChatServiceClient"/>.</summary>
        public GroupChatServiceClient GroupChats { get; private set; }

        /// <summary>Calls of <see cref="LoreServiceClient"/>.</summary>
        public LoreServiceClient Lore { get; private set; }

        /// <summary>Calls of <see cref="PlayServiceClient"/>.</summary>
        public PlayServiceClient Play { get; private set; }

        /// <summary>Calls of <see cref="MemoryServiceClient"/>.</summary>
        public MemoryServiceClient Memories { get; private set; }

        /// <summary>Calls of <see cref="ServerServiceClient"/>.</summary>
        public ServerServiceClient Servers { get; private set; }

        /// <summary>Calls of <see cref="TimelineServiceClient"/>.</summary>
        public TimelineServiceClient Timelines { get; private set; }

        /// <summary>Calls of <see cref="WorldServiceClient"/>.</summary>
        public WorldServiceClient Worlds { get; private set; }

        private void MakeServices()
        {
            Access = new AccessServiceClient(Channel);
            Characters = new CharacterServiceClient(Channel);
            GroupChats = new GroupChatServiceClient(Channel);
            Lore = new LoreServiceClient(Channel);
            Play = new PlayServiceClient(Channel);
            Memories = new MemoryServiceClient(Channel);
            Servers = new ServerServiceClient(Channel);
            Timelines = new TimelineServiceClient(Channel);
            Worlds = new WorldServiceClient(Channel);
        }
    }
}
