using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace NpcDialogue
{
    /// <summary>
    /// Carries one HTTP request. The package has one over UnityWebRequest; tests and tools bring their own.
    /// </summary>
    public interface INpcTransport
    {
        /// <summary>
        /// Sends a request and hands over the reply as it comes: its head, then its body.
        /// </summary>
        /// <remarks>
        /// The task ends once the whole body was handed over. <paramref name="onHead"/> is called once, before
        /// the body, or later on a platform that tells headers later. The buffer given to
        /// <paramref name="onBody"/> is valid only during that call; the number is how many of its
        /// first bytes count. These calls never overlap. An exception that
        /// one of them throws ends the request and comes out of the task.
        /// Throws <see cref="NpcRpcException"/> with <see cref="NpcCode.Unavailable"/> when there
        /// is no connection or it breaks, with <see cref="NpcCode.DeadlineExceeded"/> after the
        /// request's timeout, and <see cref="OperationCanceledException"/> when
        /// <paramref name="cancel"/> is cancelled, which closes the connection at once.
        /// </remarks>
        Task SendAsync(
            NpcHttpRequest request, Action<NpcHead> onHead, Action<byte[], int> onBody, CancellationToken cancel);
    }

    /// <summary>What to send. The method is always POST.</summary>
    public sealed class NpcHttpRequest
    {
        /// <summary>A request to a URL with headers and a body.</summary>
        public NpcHttpRequest(string url, IDictionary<string, string> headers, byte[] body, TimeSpan timeout)
        {
            Url = url;
            Headers = headers;
            Body = body;
            Timeout = timeout;
        }

        /// <summary>Whole address, such as <c>http://127.0.0.1:50052/npcserver.v1.PlayService/Say</c>.</summary>
        public string Url { get; private set; }

        /// <summary>Headers by name; names are in lower case.</summary>
        public IDictionary<string, string> Headers { get; private set; }

        /// <summary>Body.</summary>
        public byte[] Body { get; private set; }

        /// <summary>How long the whole request may take; zero means as long as it likes.</summary>
        public TimeSpan Timeout { get; private set; }
    }

    /// <summary>How a reply begins.</summary>
    public sealed class NpcHead
    {
        /// <summary>A status, and headers in any order; their names are compared without regard to case.</summary>
        public NpcHead(int status, IEnumerable<KeyValuePair<string, string>> headers)
        {
            Status = status;
            var known = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
            if (headers != null)
            {
                foreach (KeyValuePair<string, string> header in headers)
                {
                    known[header.Key] = header.Value;
                }
            }
            Headers = known;
        }

        /// <summary>HTTP status, such as 200.</summary>
        public int Status { get; private set; }

        /// <summary>Headers by name; upper and lower case are the same.</summary>
        public IDictionary<string, string> Headers { get; private set; }
    }
}
