using System.Collections.Generic;
using System.Globalization;
using System.Text;
using NpcDialogue.Http;
using NpcDialogue.Wire;

namespace NpcDialogue.Conformance
{
    /// <summary>What came of one step.</summary>
    internal sealed class Result
    {
        public readonly List<string> Messages = new List<string>();
        private readonly Node _id;

        public Result(Node id)
        {
            _id = id;
        }

        /// <summary>What was read by properties and constants, as a JSON list; null where nothing was asked.</summary>
        public string Facts { get; set; }

        public NpcRpcException Error { get; set; }

        public double? AskedAtMs { get; set; }

        public Result During { get; set; }

        public string ToJson()
        {
            var text = new StringBuilder();
            text.Append("{\"id\":").Append(_id == null ? "\"\"" : _id.ToString());
            text.Append(",\"messages\":[").Append(string.Join(",", Messages)).Append("],\"error\":");
            AppendError(text);
            if (Facts != null)
            {
                text.Append(",\"facts\":").Append(Facts);
            }
            if (AskedAtMs.HasValue)
            {
                text.Append(",\"askedAtMs\":");
                text.Append(AskedAtMs.Value.ToString("F3", CultureInfo.InvariantCulture));
            }
            if (During != null)
            {
                text.Append(",\"during\":").Append(During.ToJson());
            }
            return text.Append('}').ToString();
        }

        private void AppendError(StringBuilder text)
        {
            if (Error == null)
            {
                text.Append("null");
                return;
            }
            text.Append("{\"code\":\"").Append(NpcCodes.NameOf(Error.Code)).Append("\",\"reason\":");
            JsonText.Append(text, Error.Reason);
            text.Append(",\"message\":");
            JsonText.Append(text, Error.Message);
            text.Append(",\"metadata\":{");
            string comma = "";
            foreach (KeyValuePair<string, string> entry in Error.Metadata)
            {
                text.Append(comma);
                JsonText.Append(text, entry.Key);
                text.Append(':');
                JsonText.Append(text, entry.Value);
                comma = ",";
            }
            text.Append("}}");
        }
    }
}
