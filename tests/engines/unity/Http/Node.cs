using System;
using System.Collections.Generic;
using System.Text;
using NpcDialogue.Wire;

namespace NpcDialogue.Http
{
    /// <summary>A JSON value of any kind, for tools that read more than messages.</summary>
    public sealed class Node
    {
        public readonly List<string> Names = new List<string>();
        public readonly List<Node> Values = new List<Node>();

        /// <summary>'{', '[', '"' for a text, or '0' for a number, true, false and null.</summary>
        public char Kind;

        /// <summary>The text itself, or the number or word as it is written.</summary>
        public string Text = "";

        public static Node Parse(string json)
        {
            var reader = new JsonReader(json);
            Node node = Read(reader);
            reader.End();
            return node;
        }

        /// <summary>Returns an entry of an object or list; null where there is none.</summary>
        public Node Get(string name)
        {
            int at;
            if (Kind == '[')
            {
                return int.TryParse(name, out at) && at < Values.Count ? Values[at] : null;
            }
            at = Names.IndexOf(name);
            return at < 0 ? null : Values[at];
        }

        /// <summary>Returns what lies at a path such as <c>lines.0.text</c>; null where nothing does.</summary>
        public Node At(string path)
        {
            Node node = this;
            foreach (string name in path.Split('.'))
            {
                node = node == null ? null : node.Get(name);
            }
            return node;
        }

        public string TextOf(string name, string otherwise = "")
        {
            Node node = Get(name);
            return node == null ? otherwise : node.Text;
        }

        public int? NumberOf(string name)
        {
            Node node = Get(name);
            return node == null ? (int?)null : JsonNumbers.Int32(node.Text);
        }

        public override string ToString()
        {
            var text = new StringBuilder();
            Write(text, node => null);
            return text.ToString();
        }

        /// <summary>Writes it as JSON, with other values in place of those for which there is one.</summary>
        public void Write(StringBuilder to, Func<Node, string> instead)
        {
            string other = instead(this);
            if (other != null)
            {
                to.Append(other);
                return;
            }
            if (Kind == '"')
            {
                JsonText.Append(to, Text);
                return;
            }
            if (Kind == '0')
            {
                to.Append(Text);
                return;
            }
            to.Append(Kind);
            for (int n = 0; n < Values.Count; n++)
            {
                to.Append(n == 0 ? "" : ",");
                if (Kind == '{')
                {
                    JsonText.Append(to, Names[n]);
                    to.Append(':');
                }
                Values[n].Write(to, instead);
            }
            to.Append(Kind == '{' ? '}' : ']');
        }

        private static Node Read(JsonReader reader)
        {
            var node = new Node { Kind = reader.Peek() };
            switch (node.Kind)
            {
                case '{':
                case '[':
                    ReadEntries(reader, node);
                    return node;
                case '"':
                    node.Text = reader.String();
                    return node;
                case 't':
                case 'f':
                    node.Text = reader.Bool() ? "true" : "false";
                    break;
                case 'n':
                    reader.Null();
                    node.Text = "null";
                    break;
                default:
                    node.Text = reader.Number();
                    break;
            }
            node.Kind = '0';
            return node;
        }

        private static void ReadEntries(JsonReader reader, Node node)
        {
            bool isFirst = true;
            reader.Open(node.Kind);
            while (reader.Next(node.Kind == '{' ? '}' : ']', ref isFirst))
            {
                if (node.Kind == '{')
                {
                    node.Names.Add(reader.Name());
                }
                node.Values.Add(Read(reader));
            }
        }
    }
}
