using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using NpcDialogue.Wire;

namespace NpcDialogue
{
    /// <summary>Reads one reply of the Connect protocol as it comes.</summary>
    internal sealed class ConnectReply
    {
        private const int MostBytes = 16 * 1024 * 1024;
        private const byte Compressed = 1;
        private const byte MostFlags = 3;

        private readonly NpcCall _call;
        private readonly Action<byte[], int, int> _onMessage;
        private readonly Action<byte, byte[], int, int> _onEnvelope;
        private readonly MemoryStream _whole = new MemoryStream();
        private readonly EnvelopeParser _envelopes;
        private ConnectEnd _end;
        private bool _hasEnvelopes;

        /// <summary>
        /// The reply to a call. What is given gets each message of a stream, as the place of its JSON in
        /// bytes that are valid only during the call; null for a call that has one answer.
        /// </summary>
        public ConnectReply(NpcCall call, Action<byte[], int, int> onMessage)
        {
            _call = call;
            _onMessage = onMessage;
            _onEnvelope = Open;
            _envelopes = onMessage == null ? null : new EnvelopeParser(MostBytes);
        }

        /// <summary>Status and headers; null until they are known.</summary>
        public NpcHead Head { get; set; }

        /// <summary>Takes the next bytes of the body.</summary>
        public void Take(byte[] bytes, int count)
        {
            if (count <= 0)
            {
                return;
            }
            // A refusal is plain JSON even where a stream was asked for. An envelope begins with its
            // flags, and no text begins with a byte that small.
            if (_envelopes == null || (!_hasEnvelopes && (_whole.Length > 0 || bytes[0] > MostFlags)))
            {
                Collect(bytes, count);
                return;
            }
            _hasEnvelopes = true;
            try
            {
                _envelopes.Feed(bytes, count, _onEnvelope);
            }
            catch (EnvelopeException error)
            {
                throw Unreadable(_call.Method, error);
            }
        }

        /// <summary>Returns the answer of a call that has one. Throws the error that came instead.</summary>
        public static T Unary<T>(ConnectReply reply, Func<T> make) where T : Message
        {
            if (reply.Head.Status != 200)
            {
                throw reply.Refusal();
            }
            T message = make();
            message.MergeJson(reply.Text());
            return message;
        }

        /// <summary>Throws where a server before 0.3.0 answered.</summary>
        public void RequireServer()
        {
            NpcVersion.RequireServer(Head.Headers.ContainsKey(NpcVersion.ServerHeader));
        }

        /// <summary>Throws unless a stream ended as it should.</summary>
        public void ThrowUnlessEnded()
        {
            if (Head.Status != 200)
            {
                throw Refusal();
            }
            if (_whole.Length > 0)
            {
                throw new FormatException("The stream is not made of envelopes.");
            }
            if (_end == null)
            {
                throw new NpcRpcException(
                    NpcCode.Unavailable,
                    "The connection broke off before " + _call.Method + " had ended; take it up again.");
            }
            if (_end.HasError)
            {
                throw ConnectErrors.ToException(_end.Error, NpcCode.Unknown);
            }
        }

        /// <summary>Returns what to throw for a reply that cannot be read.</summary>
        public static NpcRpcException Unreadable(string method, Exception cause)
        {
            return new NpcRpcException(
                NpcCode.Internal,
                "The reply to " + method + " cannot be read. Is an npcserver at that address, of a "
                    + "version that fits this client? " + cause.Message,
                "",
                null,
                null,
                cause);
        }

        private void Collect(byte[] bytes, int count)
        {
            if (_whole.Length + count > MostBytes)
            {
                throw Unreadable(_call.Method, new FormatException("It is longer than 16 MiB."));
            }
            _whole.Write(bytes, 0, count);
        }

        private void Open(byte flags, byte[] bytes, int from, int count)
        {
            if ((flags & Compressed) != 0)
            {
                throw new EnvelopeException("A message is compressed though that was not asked for.");
            }
            if (_end != null)
            {
                throw new EnvelopeException("The stream goes on after its end.");
            }
            if ((flags & EnvelopeParser.EndStream) != 0)
            {
                _end = new ConnectEnd();
                Read(bytes, from, count, _end);
                return;
            }
            if (Head != null && !_call.HasHeard)
            {
                RequireServer(); // before the game hears what may mean something else
            }
            _call.HasHeard = true;
            _onMessage(bytes, from, count);
        }

        private static void Read(byte[] bytes, int from, int count, Message into)
        {
            try
            {
                new JsonFieldReader().Read(bytes, from, count, into);
            }
            catch (FormatException error)
            {
                throw new EnvelopeException(error.Message);
            }
        }

        private string Text()
        {
            return Encoding.UTF8.GetString(_whole.GetBuffer(), 0, (int)_whole.Length);
        }

        private NpcRpcException Refusal()
        {
            NpcCode code = NpcCodes.OfHttp(Head.Status);
            var error = new ConnectError();
            try
            {
                error.MergeJson(Text());
            }
            catch (FormatException)
            {
                error = new ConnectError(); // not from the server itself but from a proxy before it
            }
            if (error.Message.Length == 0)
            {
                error.Message = "The answer to " + _call.Method + " was HTTP status " + Head.Status
                    + ". Is an npcserver at that address?";
            }
            return ConnectErrors.ToException(error, code);
        }
    }
}
