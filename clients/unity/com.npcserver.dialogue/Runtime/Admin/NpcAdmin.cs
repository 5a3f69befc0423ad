using System;

namespace NpcDialogue.Admin
{
    /// <summary>
    /// What authors and operators call: worlds, personas, books, memories, scenes, keys and spending. A
    /// game that does without it leaves this assembly out of its build.
    /// </summary>
    public sealed partial class NpcAdmin
    {
        /// <summary>Makes its calls through a client's channel.</summary>
        public NpcAdmin(NpcClient client)
        {
            if (client == null)
            {
                throw new ArgumentNullException("client");
            }
            Channel = client.Channel;
            MakeServices();
        }

        /// <summary>What makes the calls.</summary>
        public NpcChannel Channel { get; private set; }
    }
}
