using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using NpcDialogue.Wire;

namespace NpcDialogue.Grpc
{
    /// <summary>How a call ended, from the headers that come after its messages.</summary>
    internal static class GrpcStatus
    {
        /// <summary>Throws the error that a call ended with, with its details.</summary>
        public static void ThrowUnlessOk(string method, HttpResponseMessage response)
        {
            // a call that fails at once has its status among the first headers
            HttpHeaders trailers = response.TrailingHeaders.Contains("grpc-status")
                ? (HttpHeaders)response.TrailingHeaders
                : response.Headers;
            string status = Value(trailers, "grpc-status");
            int number;
            if (!int.TryParse(status, NumberStyles.Integer, CultureInfo.InvariantCulture, out number))
            {
                throw new NpcRpcException(
                    NpcCode.Unavailable, "The connection broke off before " + method + " had ended; take it up again.");
            }
            if (number == 0)
            {
                return;
            }
            NpcCode code = number > 0 && number <= (int)NpcCode.Unauthenticated ? (NpcCode)number : NpcCode.Unknown;
            var details = new NpcErrorDetails();
            foreach (Any detail in Details(Value(trailers, "grpc-status-details-bin")))
            {
                details.Add(detail.Type, detail.Value);
            }
            throw details.ToException(code, Uri.UnescapeDataString(Value(trailers, "grpc-message")));
        }

        private static string Value(HttpHeaders headers, string name)
        {
            IEnumerable<string> values;
            return headers.TryGetValues(name, out values) ? values.FirstOrDefault() ?? "" : "";
        }

        private static IEnumerable<Any> Details(string encoded)
        {
            var status = new Status();
            try
            {
                string padded = encoded.TrimEnd('=');
                padded += new string('=', (4 - padded.Length % 4) % 4);
                byte[] bytes = Convert.FromBase64String(padded);
                ProtoFieldReader.Read(bytes, 0, bytes.Length, status);
            }
            catch (FormatException)
            {
                status.Details.Clear(); // the error is reported in any case
            }
            return status.Details;
        }

        /// <summary>google.rpc.Status; its code and message come in headers of their own.</summary>
        private sealed class Status : Message
        {
            public readonly List<Any> Details = new List<Any>();

            public override string FullName
            {
                get { return "google.rpc.Status"; }
            }

            public override void WriteTo(IFieldWriter to)
            {
                throw new NotSupportedException("Errors are only read.");
            }

            public override bool ReadField(int number, IFieldReader from)
            {
                if (number != 3)
                {
                    return false;
                }
                from.Messages(Details, () => new Any());
                return true;
            }

            public override int NumberOf(string name)
            {
                return name == "details" ? 3 : 0;
            }
        }

        /// <summary>google.protobuf.Any: a message and its type.</summary>
        private sealed class Any : Message
        {
            public string Type = "";
            public byte[] Value = new byte[0];

            public override string FullName
            {
                get { return "google.protobuf.Any"; }
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
                return name == "typeUrl" ? 1 : name == "value" ? 2 : 0;
            }
        }
    }
}
