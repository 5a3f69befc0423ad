// Generated from proto/npcserver/admin/v1 by proto/generate_csharp.py; do not edit.
using NpcDialogue.Admin.V1;

namespace NpcDialogue.Admin
{
    public sealed partial class NpcAdmin
    {
        /// <summary>Calls of <see cref="AccessServiceClient"/>.</summary>
        public AccessServiceClient Access { get; private set; }

        /// <summary>Calls of <see cref="AuditServiceClient"/>.</summary>
        public AuditServiceClient Audits { get; private set; }

        /// <summary>Calls of <see cref="CorrectionServiceClient"/>.</summary>
        public CorrectionServiceClient Corrections { get; private set; }

        /// <summary>Calls of <see cref="LoreServiceClient"/>.</summary>
        public LoreServiceClient Lore { get; private set; }

        /// <summary>Calls of <see cref="PersonaServiceClient"/>.</summary>
        public PersonaServiceClient Personas { get; private set; }

        /// <summary>Calls of <see cref="DraftServiceClient"/>.</summary>
        public DraftServiceClient Drafts { get; private set; }

        /// <summary>Calls of <see cref="MemoryServiceClient"/>.</summary>
        public MemoryServiceClient Memories { get; private set; }

        /// <summary>Calls of <see cref="PlayerServiceClient"/>.</summary>
        public PlayerServiceClient Players { get; private set; }

        /// <summary>Calls of <see cref="SceneServiceClient"/>.</summary>
        public SceneServiceClient Scenes { get; private set; }

        /// <summary>Calls of <see cref="SpendingServiceClient"/>.</summary>
        public SpendingServiceClient Spending { get; private set; }

        /// <summary>Calls of <see cref="WorldServiceClient"/>.</summary>
        public WorldServiceClient Worlds { get; private set; }

        private void MakeServices()
        {
            Access = new AccessServiceClient(Channel);
            Audits = new AuditServiceClient(Channel);
            Corrections = new CorrectionServiceClient(Channel);
            Lore = new LoreServiceClient(Channel);
            Personas = new PersonaServiceClient(Channel);
            Drafts = new DraftServiceClient(Channel);
            Memories = new MemoryServiceClient(Channel);
            Players = new PlayerServiceClient(Channel);
            Scenes = new SceneServiceClient(Channel);
            Spending = new SpendingServiceClient(Channel);
            Worlds = new WorldServiceClient(Channel);
        }
    }
}
