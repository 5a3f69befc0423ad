using System.Collections.Generic;
using System.Text;
using System.Text.RegularExpressions;
using NpcDialogue.Http;
using NpcDialogue.Wire;

namespace NpcDialogue.Conformance
{
    /// <summary>Values kept from messages, for the requests that come later in a case.</summary>
    internal sealed class Kept
    {
        private static readonly Regex Slot = new Regex(@"\$\{(\w+)\}");
        private readonly Dictionary<string, Node> _values = new Dictionary<string, Node>();

        /// <summary>Keeps what a step asks for and this message has.</summary>
        public void Keep(Node wishes, Node message)
        {
            if (wishes == null)
            {
                return;
            }
            for (int n = 0; n < wishes.Names.Count; n++)
            {
                Node found = message.At(wishes.Values[n].Text);
                if (found != null)
                {
                    _values[wishes.Names[n]] = found;
                }
            }
        }

        /// <summary>Returns a request as JSON with the kept values in it.</summary>
        public string Filled(Node request)
        {
            var text = new StringBuilder();
            request.Write(text, Instead);
            return text.ToString();
        }

        private string Instead(Node node)
        {
            if (node.Kind != '"')
            {
                return null;
            }
            Match whole = Slot.Match(node.Text);
            if (whole.Success && whole.Length == node.Text.Length)
            {
                return _values[whole.Groups[1].Value].ToString();
            }
            var quoted = new StringBuilder();
            JsonText.Append(quoted, Slot.Replace(node.Text, found => _values[found.Groups[1].Value].Text));
            return quoted.ToString();
        }
    }
}
