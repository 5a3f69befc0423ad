using System;
using System.Collections.Generic;
using NpcDialogue.Wire;

namespace NpcDialogue
{
    /// <summary>Gathers the details that an error carries, whichever transport brought them.</summary>
    public sealed class NpcErrorDetails
    {
        private readonly ErrorInfo _info = new ErrorInfo();
        private readonly RetryInfo _retry = new RetryInfo();

        /// <summary>
        /// Adds a detail in protobuf's binary form, such as of type <c>google.rpc.ErrorInfo</c>. Other types,
        /// and what cannot be read, are skipped: the error is reported in any case.
        /// </summary>
        public void Add(string type, byte[] value)
        {
            string name = type.Substring(type.LastIndexOf('/') + 1);
            try
            {
                if (name == _info.FullName)
                {
                    ProtoFieldReader.Read(value, 0, value.Length, _info);
                }
                else if (name == _retry.FullName)
                {
                    ProtoFieldReader.Read(value, 0, value.Length, _retry);
                }
            }
            catch (FormatException)
            {
                return;
            }
        }

        /// <summary>Returns the error with what was added.</summary>
        public NpcRpcException ToException(NpcCode code, string message)
        {
            return new NpcRpcException(code, message, _info.Reason, _info.Metadata, _retry.Delay, null);
        }

        private sealed class ErrorInfo : Message
        {
            public string Reason = "";
            public readonly Dictionary<string, string> Metadata = new Dictionary<string, string>();

            public override string FullName
            {
                get { return "google.rpc.ErrorInfo"; }
            }

            public override void WriteTo(IFieldWriter to)
            {
                throw new NotSupportedException("Errors are only read.");
            }

            public override bool ReadField(int number, IFieldReader from)
            {
                switch (number)
                {
                    case 1: Reason = from.String(); return true;
                    case 3: from.StringMap(Metadata); return true;
                    default: return false;
                }
            }

            public override int NumberOf(string name)
            {
                return name == "reason" ? 1 : name == "metadata" ? 3 : 0;
            }
        }

        private sealed class RetryInfo : Message
        {
            public TimeSpan? Delay
            {
                get { return _delay == null ? (TimeSpan?)null : _delay.Value; }
            }

            private Duration _delay;

            public override string FullName
            {
                get { return "google.rpc.RetryInfo"; }
            }

            public override void WriteTo(IFieldWriter to)
            {
                throw new NotSupportedException("Errors are only read.");
            }

            public override bool ReadField(int number, IFieldReader from)
            {
                if (number != 1)
                {
                    return false;
                }
                _delay = from.Message(new Duration());
                return true;
            }

            public override int NumberOf(string name)
            {
                return name == "retryDelay" ? 1 : 0;
            }
        }

        private sealed class Duration : Message
        {
            private int _seconds;
            private int _nanoseconds;

            public TimeSpan Value
            {
                get { return TimeSpan.FromSeconds(_seconds + _nanoseconds / 1e9); }
            }

            public override string FullName
            {
                get { return "google.protobuf.Duration"; }
            }

            public override void WriteTo(IFieldWriter to)
            {
                throw new NotSupportedException("Errors are only read.");
            }

            public override bool ReadField(int number, IFieldReader from)
            {
                switch (number)
                {
                    case 1: _seconds = from.Int32(); return true;
                    case 2: _nanoseconds = from.Int32(); return true;
                    default: return false;
                }
            }

            public override int NumberOf(string name)
            {
                return name == "seconds" ? 1 : name == "nanos" ? 2 : 0;
            }
        }
    }
}
