using System;
using System.Collections.Generic;

namespace NpcDialogue
{
    /// <summary>Kind of a failure; the numbers are those of gRPC.</summary>
    public enum NpcCode
    {
        Ok = 0,
        Cancelled = 1,
        Unknown = 2,
        InvalidArgument = 3,
        DeadlineExceeded = 4,
        NotFound = 5,
        AlreadyExists = 6,
        PermissionDenied = 7,
        ResourceExhausted = 8,
        FailedPrecondition = 9,
        Aborted = 10,
        OutOfRange = 11,
        Unimplemented = 12,
        Internal = 13,
        Unavailable = 14,
        DataLoss = 15,
        Unauthenticated = 16,
    }

    /// <summary>A call that failed: what is wrong, where, and what to do next.</summary>
    public sealed class NpcRpcException : Exception
    {
        private static readonly IDictionary<string, string> Nothing =
            new System.Collections.ObjectModel.ReadOnlyDictionary<string, string>(new Dictionary<string, string>());

        /// <summary>A failure of a kind, with a sentence for people.</summary>
        public NpcRpcException(NpcCode code, string message)
            : this(code, message, "", null, null, null)
        {
        }

        /// <summary>A failure with all that is known about it; what is null counts as empty.</summary>
        public NpcRpcException(
            NpcCode code,
            string message,
            string reason,
            IDictionary<string, string> metadata,
            TimeSpan? retryAfter,
            Exception cause)
            : base(string.IsNullOrEmpty(message) ? NpcCodes.NameOf(code).Replace('_', ' ') : message, cause)
        {
            Code = code;
            Reason = reason ?? "";
            Metadata = metadata ?? Nothing;
            RetryAfter = retryAfter;
        }

        /// <summary>
        /// Returns the failure of a transport that got no answer from an address; <paramref name="why"/> is
        /// what the transport says of it.
        /// </summary>
        public static NpcRpcException Unreachable(string url, string why, Exception cause = null)
        {
            string message = "no answer from " + url + " (" + why + "); is the server running there, and does the "
                + "port speak HTTP? HTTP listens at http://HOST:PORT (50052, or what the server printed as it "
                + "began), and gRPC at a port of its own (50051)";
            return new NpcRpcException(NpcCode.Unavailable, message, null, null, null, cause);
        }

        /// <summary>Kind of the failure.</summary>
        public NpcCode Code { get; private set; }

        /// <summary>
        /// Cause for programs, the name of an <c>ErrorReason</c> such as <c>CHARACTER_NOT_FOUND</c>;
        /// empty when the server gave none, as when it cannot be reached.
        /// </summary>
        public string Reason { get; private set; }

        /// <summary>What the message mentions, such as <c>characterId</c>; never null.</summary>
        public IDictionary<string, string> Metadata { get; private set; }

        /// <summary>When the server said to come back; null when it did not say.</summary>
        public TimeSpan? RetryAfter { get; private set; }

        /// <summary>Whether the same call may well succeed later.</summary>
        public bool IsRetryable
        {
            get
            {
                return Code == NpcCode.Unavailable
                    || (Code == NpcCode.ResourceExhausted && RetryAfter.HasValue);
            }
        }

        /// <summary>Kind, reason and message on one line; holds no words of players or characters.</summary>
        public override string ToString()
        {
            string reason = Reason.Length == 0 ? "" : " " + Reason;
            return NpcCodes.NameOf(Code) + reason + ": " + Message;
        }
    }

    /// <summary>Names of the kinds of failure as they are on the wire.</summary>
    public static class NpcCodes
    {
        private static readonly string[] Names =
        {
            "ok", "canceled", "unknown", "invalid_argument", "deadline_exceeded", "not_found",
            "already_exists", "permission_denied", "resource_exhausted", "failed_precondition",
            "aborted", "out_of_range", "unimplemented", "internal", "unavailable", "data_loss",
            "unauthenticated",
        };

        /// <summary>Returns the name of a code, such as <c>invalid_argument</c>.</summary>
        public static string NameOf(NpcCode code)
        {
            int number = (int)code;
            return number >= 0 && number < Names.Length ? Names[number] : "unknown";
        }

        /// <summary>Returns the code of a name; <see cref="NpcCode.Unknown"/> for any other.</summary>
        public static NpcCode Parse(string name)
        {
            int number = Array.IndexOf(Names, name);
            if (number < 0)
            {
                return name == "cancelled" ? NpcCode.Cancelled : NpcCode.Unknown;
            }
            return (NpcCode)number;
        }

        /// <summary>Returns what an HTTP status means where the body has no error.</summary>
        public static NpcCode OfHttp(int status)
        {
            switch (status)
            {
                case 400: return NpcCode.Internal;
                case 401: return NpcCode.Unauthenticated;
                case 403: return NpcCode.PermissionDenied;
                case 404: return NpcCode.Unimplemented;
                case 429:
                case 502:
                case 503:
                case 504: return NpcCode.Unavailable;
                default: return NpcCode.Unknown;
            }
        }
    }
}
