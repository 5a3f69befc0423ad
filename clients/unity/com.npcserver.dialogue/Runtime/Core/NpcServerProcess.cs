using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace NpcDialogue
{
    /// <summary>How a game starts the server that it ships.</summary>
    public sealed class NpcServerProcessOptions
    {
        /// <summary>The folder that <c>make portable</c> made.</summary>
        public string Folder { get; set; } = "npcserver";

        /// <summary>Folder of what is played and remembered.</summary>
        public string Data { get; set; } = "";

        /// <summary>
        /// File of the world, below <see cref="Folder"/> where the path is relative. It is imported before each
        /// start, and what was played stays. Empty for none.
        /// </summary>
        public string World { get; set; } = "";

        /// <summary>Further options of <c>npcserver serve</c>, such as <c>--model</c>.</summary>
        public IList<string> Arguments { get; set; } = new List<string>();

        /// <summary>How long a start may take, with the import.</summary>
        public TimeSpan Patience { get; set; } = TimeSpan.FromMinutes(2);
    }

    /// <summary>
    /// The server that ships with the game, on the player's own machine. It ends when it is disposed of, and when
    /// the game ends, whichever way.
    /// </summary>
    public sealed class NpcServerProcess : IDisposable
    {
        private const string Address = "Connect, gRPC-Web and the browser page on ";
        private const int MostLines = 6;

        private readonly bool _isServer;
        private readonly Process _process;
        private readonly Queue<string> _said = new Queue<string>();
        private readonly StreamWriter _input;
        // true once it answers or has done what it was told; false where it ended otherwise
        private readonly TaskCompletionSource<bool> _progress =
            new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly TaskCompletionSource<NpcRpcException> _ended =
            new TaskCompletionSource<NpcRpcException>(TaskCreationOptions.RunContinuationsAsynchronously);
        private volatile bool _isDisposed;

        private NpcServerProcess(string program, ICollection<string> words)
        {
            _isServer = words.Contains("serve");
            var start = new ProcessStartInfo(program, string.Join(" ", words.Select(Quoted)))
            {
                UseShellExecute = false,
                CreateNoWindow = true,
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
                StandardOutputEncoding = new UTF8Encoding(false),
                StandardErrorEncoding = new UTF8Encoding(false),
            };
            _process = new Process { StartInfo = start, EnableRaisingEvents = true };
            _process.OutputDataReceived += (_, line) => Heard(line.Data);
            _process.ErrorDataReceived += (_, line) => Heard(line.Data);
            _process.Exited += (_, none) => Exited();
            _process.Start();
            _input = _process.StandardInput;
            _process.BeginOutputReadLine();
            _process.BeginErrorReadLine();
        }

        /// <summary>Address of the server's HTTP listener.</summary>
        public string Url { get; private set; } = "";

        /// <summary>Completes when the server ended by itself, with what it said last.</summary>
        public Task<NpcRpcException> Ended
        {
            get { return _ended.Task; }
        }

        /// <summary>
        /// Starts the server on free ports and waits until it answers. Throws <see cref="NpcRpcException"/>, which
        /// says why it did not.
        /// </summary>
        public static async Task<NpcServerProcess> StartAsync(
            NpcServerProcessOptions options, CancellationToken cancel = default(CancellationToken))
        {
            bool isWindows = Path.DirectorySeparatorChar == '\\';
            string folder = Path.GetFullPath(options.Folder);
            // not the .cmd, which would be a process between
            string program = Path.Combine(folder, isWindows ? "python\\python.exe" : "npcserver");
            string[] first = isWindows ? new[] { "-I", "-u", "-X", "utf8", "-m", "npcserver" } : new string[0];
            if (!File.Exists(program))
            {
                throw new NpcRpcException(
                    NpcCode.FailedPrecondition,
                    "there is no server in " + folder + "; put the folder that `make portable` made there");
            }
            DateTime until = DateTime.UtcNow + options.Patience;
            string[] data = { "--data", Path.GetFullPath(options.Data) };
            if (options.World.Length != 0)
            {
                string[] import = { "import", Path.Combine(folder, options.World) };
                import = first.Concat(import).Concat(data).ToArray();
                await RunAsync(program, import, "the world was not imported", until, cancel);
            }
            string[] serve =
            {
                "serve", "--http", "--port", "0", "--http-port", "0", "--until-stdin-closes", "--parent-pid",
                Process.GetCurrentProcess().Id.ToString(),
            };
            serve = first.Concat(serve).Concat(data).Concat(options.Arguments).ToArray();
            return await RunAsync(program, serve, "the server did not start", until, cancel);
        }

        /// <summary>Ends the server; does not wait until it has finished the turns that run.</summary>
        public void Dispose()
        {
            _isDisposed = true;
            _input.Close();
        }

        // Returns once the server answers, or a command has done what it was told.
        private static async Task<NpcServerProcess> RunAsync(
            string program, string[] words, string otherwise, DateTime until, CancellationToken cancel)
        {
            NpcServerProcess run;
            try
            {
                run = new NpcServerProcess(program, words);
            }
            catch (SystemException error) // a file that is no program; IL2CPP, which starts none
            {
                throw new NpcRpcException(NpcCode.Unavailable, otherwise + ": " + error.Message, null, null, null, error);
            }
            using (var late = CancellationTokenSource.CreateLinkedTokenSource(cancel))
            {
                TimeSpan left = until - DateTime.UtcNow;
                Task waited = Task.Delay(left > TimeSpan.Zero ? left : TimeSpan.Zero, late.Token);
                await Task.WhenAny(run._progress.Task, waited);
                late.Cancel();
            }
            if (run._progress.Task.IsCompleted && run._progress.Task.Result)
            {
                return run;
            }
            NpcRpcException failure = run.Failure(run._progress.Task.IsCompleted ? otherwise : otherwise + " in time");
            run.Kill();
            cancel.ThrowIfCancellationRequested();
            throw failure;
        }

        private void Kill()
        {
            _isDisposed = true;
            try
            {
                _process.Kill();
            }
            catch (InvalidOperationException)
            {
                // it has ended
            }
        }

        // as both Windows and mono split a command line; a file's name has no quotes there
        private static string Quoted(string word)
        {
            return "\"" + word.TrimEnd('\\') + "\"";
        }

        private void Heard(string line)
        {
            if (line == null)
            {
                return;
            }
            lock (_said)
            {
                _said.Enqueue(line.Trim());
                if (_said.Count > MostLines)
                {
                    _said.Dequeue();
                }
            }
            if (line.StartsWith(Address, StringComparison.Ordinal))
            {
                Url = line.Substring(Address.Length).Trim().TrimEnd('/');
                _progress.TrySetResult(true);
            }
        }

        private void Exited()
        {
            _process.WaitForExit(); // until the last line is read
            bool isDone = _process.ExitCode == 0 && !_isServer;
            _process.Dispose();
            if (!_progress.TrySetResult(isDone) && !_isDisposed)
            {
                _ended.TrySetResult(Failure("the server ended"));
            }
        }

        private NpcRpcException Failure(string why)
        {
            lock (_said)
            {
                string said = string.Join("\n", _said).Trim();
                return new NpcRpcException(NpcCode.Unavailable, said.Length == 0 ? why : why + ". It said: " + said);
            }
        }
    }
}
