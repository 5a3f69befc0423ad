using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using UnityEngine;

namespace NpcDialogue.Unity
{
    /// <summary>
    /// The server that ships with the game, on the player's own machine. It ends with this component, and with the
    /// game, whichever way. For desktops, with the scripting backend Mono: IL2CPP starts no processes.
    /// </summary>
    [AddComponentMenu("NPC Dialogue/NPC Local Server")]
    [Icon("Packages/com.npcserver.dialogue/Editor/Icons/Npc.png")]
    [DisallowMultipleComponent]
    public sealed class NpcLocalServer : MonoBehaviour
    {
        [Tooltip("Settings whose client is connected with the server.")]
        [SerializeField]
        private NpcDialogueSettings settings;

        [Tooltip("The folder that `make portable` made; beside the game, or in the editor beside Assets, where the path is relative.")]
        [SerializeField]
        private string folder = "npcserver";

        [Tooltip("File of the world in that folder; imported before each start, and what was played stays. Empty for none.")]
        [SerializeField]
        private string world = "";

        [Tooltip("Further options of `npcserver serve`, such as --model.")]
        [SerializeField]
        private List<string> arguments = new List<string>();

        [Min(1)]
        [Tooltip("Seconds that a start may take, with the import.")]
        [SerializeField]
        private float patienceSeconds = 120;

        private NpcServerProcess _process;

        /// <summary>Settings whose client is connected with the server.</summary>
        public NpcDialogueSettings Settings
        {
            get { return settings; }
            set { settings = value; }
        }

        /// <summary>Folder of the server.</summary>
        public string Folder
        {
            get { return folder; }
            set { folder = value ?? ""; }
        }

        /// <summary>File of the world in that folder.</summary>
        public string World
        {
            get { return world; }
            set { world = value ?? ""; }
        }

        /// <summary>Further options of <c>npcserver serve</c>.</summary>
        public List<string> Arguments
        {
            get { return arguments; }
        }

        /// <summary>The server; null before it is started.</summary>
        public NpcServerProcess Process
        {
            get { return _process; }
        }

        /// <summary>
        /// Starts the server, in place of one that was started before, waits until it answers, and connects the
        /// client of <see cref="Settings"/> with it. Throws <see cref="NpcRpcException"/>, which says why it did not start.
        /// </summary>
        public async Task StartAsync(CancellationToken cancel = default(CancellationToken))
        {
            Stop();
            var options = new NpcServerProcessOptions
            {
                Folder = Path.Combine(GameFolder(), folder),
                Data = Path.Combine(Application.persistentDataPath, "npcserver"),
                World = world,
                Arguments = arguments,
                Patience = TimeSpan.FromSeconds(patienceSeconds),
            };
            NpcServerProcess started = await NpcServerProcess.StartAsync(options, cancel);
            if (this == null) // destroyed meanwhile
            {
                started.Dispose();
                throw new OperationCanceledException();
            }
            _process = started;
            NpcDialogueClient.For(settings).Configure(started.Url);
        }

        /// <summary>Ends the server; does not wait until it has finished the turns that run.</summary>
        public void Stop()
        {
            if (_process != null)
            {
                _process.Dispose();
                _process = null;
            }
        }

        private static string GameFolder()
        {
            string beside = Path.GetDirectoryName(Application.dataPath);
            // of a game for macOS, whose data are in Game.app/Contents
            return Path.GetFileName(Application.dataPath) == "Contents" ? Path.GetDirectoryName(beside) : beside;
        }

        private void OnDisable()
        {
            Stop();
        }
    }
}
