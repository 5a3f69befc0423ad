using System;
using System.Collections.Generic;
using NpcDialogue.Wire;

namespace NpcDialogue
{
    /// <summary>An error as Connect writes it.</summary>
    internal sealed class ConnectError : Message
    {
        public string Code = "";
        public string Message = "";
        public readonly List<ConnectDetail> Details = new List<ConnectDetail>();

        public override string FullName
        {
            get { return "connect.Error"; }
        }

        public override void WriteTo(IFieldWriter to)
        {
            throw new NotSupportedException("Errors are only read.");
        }

        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1: Code = from.String(); return true;
                case 2: Message = from.String(); return true;
                case 3: from.Messages(Details, () => new ConnectDetail()); return true;
                default: return false;
            }
        }

        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "code": return 1;
                case "message": return 2;
                case "details": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>One detail of an error: a message of its type, in protobuf's binary form.</summary>
    internal sealed class ConnectDetail : Message
    {
        public string Type = "";
        public byte[] Value = new byte[0];

        public override string FullName
        {
            get { return "connect.Detail"; }
        }

        public override void WriteTo(IFieldWriter to)
        {
            throw new NotSupportedException("Errors are only read.");
        }

        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1: Type = from.String(); return true;
                case 2: Value = from.Bytes(); return true;
                default: return false;
            }
        }

        public override int NumberOf(string name)
        {
            return name == "type" ? 1 : name == "value" ? 2 : 0;
        }
    }

    /// <summary>The last envelope of a stream.</summary>
    internal sealed class ConnectEnd : Message
    {
        public ConnectError Error = new ConnectError();
        public bool HasError;

        public override string FullName
        {
            get { return "connect.EndStream"; }
        }

        public override void WriteTo(IFieldWriter to)
        {
            throw new NotSupportedException("Ends are only read.");
        }

        public override bool ReadField(int number, IFieldReader from)
        {
            if (number != 1)
            {
                return false;
            }
            HasError = true;
            Error = from.Message(Error);
            return true;
        }

        public override int NumberOf(string name)
        {
            return name == "error" ? 1 : 0;
        }
    }

    /// <summary>Makes exceptions of errors on the wire.</summary>
    internal static class ConnectErrors
    {
        /// <summary>Returns what the server meant, with the details that it sent along.</summary>
        public static NpcRpcException ToException(ConnectError error, NpcCode otherwise)
        {
            NpcCode code = error.Code.Length == 0 ? otherwise : NpcCodes.Parse(error.Code);
            var details = new NpcErrorDetails();
            foreach (ConnectDetail detail in error.Details)
            {
                details.Add(detail.Type, detail.Value);
            }
            return details.ToException(code, error.Message);
        }
    }
}
