using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.Wire;

namespace NpcDialogue
{
    /// <summary>One call with all its attempts: what is sent, how long is left, whether to try again.</summary>
    internal sealed class NpcCall
    {
        // so that the server's own answer to a deadline still arrives
        public static readonly TimeSpan Grace = TimeSpan.FromMilliseconds(250);
        private static readonly TimeSpan OneMillisecond = TimeSpan.FromMilliseconds(1);

        private const int MostKnownWorlds = 1000;
        // the world of each timeline and save that an answer told
        private static readonly Dictionary<string, string> Worlds = new Dictionary<string, string>();
        private static readonly Queue<string> OldestFirst = new Queue<string>();

        private readonly NpcClientOptions _options;
        private readonly Stopwatch _clock = Stopwatch.StartNew();
        private readonly TimeSpan _timeout;
        private readonly int _attempts;
        private readonly byte[] _body;
        private readonly Dictionary<string, string> _routing = new Dictionary<string, string>();
        private int _attempt = 1;

        public NpcCall(
            NpcClientOptions options,
            NpcCallOptions own,
            string method,
            Message request,
            bool isStream,
            Func<Message, byte[]> encode)
        {
            _options = options;
            Method = method;
            IsStream = isStream;
            TimeSpan usual = isStream ? TimeSpan.Zero : options.CallTimeout;
            _timeout = own == null ? usual : own.Timeout ?? usual;
            _attempts = own == null ? options.Attempts : own.Attempts ?? options.Attempts;
            _body = Encoded(request, encode);
            var fields = new FieldProbe();
            request.WriteTo(fields);
            string timelineId = TextOf(fields, "timelineId");
            AddRouting("x-npc-world", TextOf(fields, "worldId") ?? KnownWorld(timelineId ?? TextOf(fields, "saveId")));
            AddRouting("x-npc-timeline", timelineId);
        }

        /// <summary>Service and method, such as <c>npcserver.v1.PlayService/Say</c>.</summary>
        public string Method { get; private set; }

        public bool IsStream { get; private set; }

        /// <summary>Whether anything of a stream has arrived; what was heard is not asked for again.</summary>
        public bool HasHeard { get; set; }

        /// <summary>What the game's own handler threw, which says nothing about the call; null while all is well.</summary>
        public Exception Thrown { get; set; }

        /// <summary>The key or token that the next attempt shows; empty for none.</summary>
        public string Shown { get; set; }

        /// <summary>The token that was refused, in whose place another is got, once; null for none.</summary>
        public string Refused { get; private set; }

        /// <summary>What is sent.</summary>
        public byte[] Body
        {
            get { return _body; }
        }

        /// <summary>Time left for the server, at least a millisecond; null when there is no end.</summary>
        public TimeSpan? TimeLeft
        {
            get
            {
                if (_timeout <= TimeSpan.Zero)
                {
                    return null;
                }
                TimeSpan left = _timeout - _clock.Elapsed;
                return left < OneMillisecond ? OneMillisecond : left;
            }
        }

        /// <summary>Returns the body of a Connect call.</summary>
        public static byte[] ConnectBody(Message request, bool isStream)
        {
            byte[] json = Encoding.UTF8.GetBytes(request.ToJson());
            return isStream ? EnvelopeParser.Wrap(0, json) : json;
        }

        /// <summary>Adds the headers of every wire: the client, its key or token, and what a balancer may route by.</summary>
        public void AddHeaders(Action<string, string> add)
        {
            add(NpcVersion.ClientHeader, NpcVersion.Client);
            if (!string.IsNullOrEmpty(Shown))
            {
                add("authorization", "Bearer " + Shown);
            }
            foreach (KeyValuePair<string, string> header in _routing)
            {
                add(header.Key, header.Value);
            }
        }

        /// <summary>Returns what the next attempt of a Connect call sends.</summary>
        public NpcHttpRequest Request()
        {
            var headers = new Dictionary<string, string>();
            headers["content-type"] = IsStream ? "application/connect+json" : "application/json";
            headers["connect-protocol-version"] = "1";
            AddHeaders((name, value) => headers[name] = value);
            RequireSendable();
            TimeSpan timeout = TimeSpan.Zero;
            TimeSpan? left = TimeLeft;
            if (left.HasValue)
            {
                long milliseconds = (long)left.Value.TotalMilliseconds;
                headers["connect-timeout-ms"] = milliseconds.ToString(CultureInfo.InvariantCulture);
                timeout = left.Value + Grace;
            }
            return new NpcHttpRequest(_options.ServerUrl + "/" + Method, headers, _body, timeout);
        }

        /// <summary>Throws for an address or a key with which no request can be made.</summary>
        public void RequireSendable()
        {
            Uri url;
            string problem = null;
            if (!Uri.TryCreate(_options.ServerUrl, UriKind.Absolute, out url) || !url.Scheme.StartsWith("http"))
            {
                problem = "'" + _options.ServerUrl
                    + "' is no address; write the server's as http://HOST:PORT or https://HOST:PORT";
            }
            foreach (char c in Shown ?? "")
            {
                if (c <= ' ' && c != ' ' || c > '~')
                {
                    problem = "the key or token has a character that is not ASCII, which no request can carry; "
                        + "copy it again";
                }
            }
            if (problem != null)
            {
                throw new NpcRpcException(NpcCode.InvalidArgument, problem);
            }
        }

        /// <summary>Whether to try again after an error, and how long to wait before.</summary>
        public bool MayRetry(NpcRpcException error, out TimeSpan pause)
        {
            pause = TimeSpan.Zero;
            if (error.Code == NpcCode.Unauthenticated && _options.Token != null && !HasHeard && Refused == null)
            {
                Refused = Shown;
                return true;
            }
            if (error.Code != NpcCode.Unavailable || HasHeard || _attempt >= _attempts)
            {
                return false;
            }
            pause = NpcBackOff.Pause(_options.Pause, _attempt, error.RetryAfter);
            _attempt++;
            return _timeout <= TimeSpan.Zero || _clock.Elapsed + pause < _timeout;
        }

        /// <summary>
        /// Returns the encoded request, with an id of its own where it has none. The object stays as it
        /// was: sent a second time it is another request.
        /// </summary>
        /// <summary>Notes the world of the timeline or save in an answer, for later calls that name it alone.</summary>
        public static void LearnWorld(Message answer)
        {
            var fields = new FieldProbe();
            answer.WriteTo(fields);
            LearnWorld(fields, "timeline");
            LearnWorld(fields, "save");
        }

        private static void LearnWorld(FieldProbe answer, string kind)
        {
            Message told;
            if (!answer.Inner.TryGetValue(kind, out told))
            {
                return;
            }
            var fields = new FieldProbe();
            told.WriteTo(fields);
            string id = TextOf(fields, kind + "Id");
            string world = TextOf(fields, "worldId");
            if (id == null || world == null)
            {
                return;
            }
            lock (Worlds)
            {
                if (!Worlds.ContainsKey(id))
                {
                    OldestFirst.Enqueue(id);
                }
                Worlds[id] = world;
                if (Worlds.Count > MostKnownWorlds)
                {
                    Worlds.Remove(OldestFirst.Dequeue());
                }
            }
        }

        private static string KnownWorld(string id)
        {
            string world;
            lock (Worlds)
            {
                return id != null && Worlds.TryGetValue(id, out world) ? world : null;
            }
        }

        private static string TextOf(FieldProbe fields, string name)
        {
            string text;
            return fields.Texts.TryGetValue(name, out text) && text != "" ? text : null;
        }

        private void AddRouting(string header, string id)
        {
            if (id != null)
            {
                // an id may have letters that no header can carry
                _routing[header] = Uri.EscapeDataString(id);
            }
        }

        private static byte[] Encoded(Message request, Func<Message, byte[]> encode)
        {
            if (request == null)
            {
                throw new ArgumentNullException("request");
            }
            var repeatable = request as IRepeatable;
            if (repeatable == null || repeatable.RequestId.Length != 0)
            {
                return encode(request);
            }
            repeatable.RequestId = NpcIds.NewRequestId();
            try
            {
                return encode(request);
            }
            finally
            {
                repeatable.RequestId = "";
            }
        }
    }

    /// <summary>Which client this is, and what servers it can use.</summary>
    internal static class NpcVersion
    {
        public const string ClientHeader = "npc-client";
        public const string ServerHeader = "npc-server";
        /// <summary>The version of the package, and the wire that it speaks.</summary>
        public const string Client = "unity/0.3.0 wire/2";

        /// <summary>
        /// Throws for an answer of a server before 0.3.0, which does not say what wire it speaks; a later
        /// one refuses a client that it cannot serve itself.
        /// </summary>
        public static void RequireServer(bool saysWire)
        {
            if (saysWire)
            {
                return;
            }
            throw new NpcRpcException(
                NpcCode.FailedPrecondition,
                "the server is older than this client (" + Client
                    + "), which cannot read its answers; update the server to 0.3.0 or later",
                "WIRE_NOT_SERVED", new Dictionary<string, string> { { "update", "server" } }, null, null);
        }
    }

    /// <summary>Ids that clients make.</summary>
    public static class NpcIds
    {
        /// <summary>Returns an id under which a call may be repeated without being done twice.</summary>
        public static string NewRequestId()
        {
            return Guid.NewGuid().ToString("N");
        }
    }

    /// <summary>How long to wait before trying again.</summary>
    internal static class NpcBackOff
    {
        /// <summary>
        /// Returns a pause that doubles with each attempt, with up to half of it more by chance, and is
        /// never shorter than what the server asked for.
        /// </summary>
        public static TimeSpan Pause(TimeSpan first, int attempt, TimeSpan? atLeast)
        {
            double seconds = first.TotalSeconds * Math.Pow(2, Math.Min(attempt - 1, 16));
            // a new id is as good as dice, and needs no state that outlives the game
            double chance = (uint)Guid.NewGuid().GetHashCode() / (double)uint.MaxValue;
            TimeSpan pause = TimeSpan.FromSeconds(seconds * (1 + chance / 2));
            return atLeast.HasValue && atLeast.Value > pause ? atLeast.Value : pause;
        }

        /// <summary>Waits as long before the next of any number of attempts.</summary>
        public static Task WaitAsync(NpcClientOptions options, int attempt, TimeSpan? atLeast, CancellationToken cancel)
        {
            TimeSpan pause = Pause(options.Pause, attempt, atLeast);
            return options.Delay(pause < options.MostPause ? pause : options.MostPause, cancel);
        }
    }
}
