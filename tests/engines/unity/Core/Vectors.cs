using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using NpcDialogue.Conformance;
using NpcDialogue.Http;
using NpcDialogue.Wire;

namespace NpcDialogue.Tests
{
    /// <summary>Prints what this client makes of the shared vectors: a line of JSON for each.</summary>
    internal static class Vectors
    {
        public static void Print(string file)
        {
            Node all = Node.Parse(File.ReadAllText(file, Encoding.UTF8));
            foreach (Node vector in all.Get("messages").Values)
            {
                string json = Text(() => FromJson(vector));
                string binary = Text(() => FromHex(vector));
                string facts = vector.Get("facts") == null ? "[]" : Read(vector);
                Console.WriteLine("{\"json\":" + json + ",\"hex\":" + binary + ",\"facts\":" + facts + "}");
            }
            foreach (Node kind in all.Get("enums").Values)
            {
                Console.WriteLine(Facts.Constants(kind.TextOf("type"), Firsts(kind.Get("values"))));
            }
            foreach (Node vector in all.Get("envelopes").Values)
            {
                byte[] wire = Convert.FromBase64String(vector.TextOf("base64"));
                var ways = new List<string> { Cut(wire, Math.Max(1, wire.Length)), Cut(wire, 1), Cut(wire, 3), Cut(wire, 7) };
                Console.WriteLine("[" + string.Join(",", ways.Distinct()) + "]");
            }
            foreach (Node vector in all.Get("errors").Values)
            {
                Console.WriteLine(Error(vector));
            }
        }

        private static string Text(Func<string> make)
        {
            try
            {
                return make();
            }
            catch (FormatException error)
            {
                return Quoted("refused: " + error.Message);
            }
        }

        private static string FromJson(Node vector)
        {
            Message message = Registry.NewMessage(vector.TextOf("type"));
            message.MergeJson(vector.TextOf("json"));
            return message.ToJson();
        }

        private static string Read(Node vector)
        {
            Message message = Registry.NewMessage(vector.TextOf("type"));
            message.MergeJson(vector.TextOf("json"));
            return Facts.Read(message, Firsts(vector.Get("facts")));
        }

        private static IEnumerable<string> Firsts(Node pairs)
        {
            return pairs.Values.Select(pair => pair.Values[0].Text);
        }

        private static string FromHex(Node vector)
        {
            string hex = vector.TextOf("hex");
            var bytes = new byte[hex.Length / 2];
            for (int n = 0; n < bytes.Length; n++)
            {
                bytes[n] = Convert.ToByte(hex.Substring(2 * n, 2), 16);
            }
            Message message = Registry.NewMessage(vector.TextOf("type"));
            ProtoFieldReader.Read(bytes, 0, bytes.Length, message);
            return message.ToJson();
        }

        private static string Cut(byte[] wire, int step)
        {
            var parser = new EnvelopeParser();
            var messages = new List<string>();
            string end = "null";
            for (int at = 0; at < wire.Length; at += step)
            {
                byte[] piece = wire.Skip(at).Take(step).ToArray();
                parser.Feed(piece, piece.Length, (flags, bytes, from, count) =>
                {
                    string text = Quoted(Encoding.UTF8.GetString(bytes, from, count));
                    if ((flags & EnvelopeParser.EndStream) != 0)
                    {
                        end = text;
                    }
                    else
                    {
                        messages.Add(text);
                    }
                });
            }
            string isTorn = parser.IsInside || end == "null" ? "true" : "false";
            return "{\"messages\":[" + string.Join(",", messages) + "],\"end\":" + end + ",\"is_torn\":" + isTorn + "}";
        }

        private static string Error(Node vector)
        {
            var server = new FakeServer
            {
                Reply = exchange => exchange.Answer(vector.NumberOf("status") ?? 0, vector.TextOf("body")),
            };
            var once = new NpcCallOptions { Attempts = 1 };
            var call = new Admin.NpcAdmin(server.Client()).Worlds.GetWorldAsync(
                new Admin.V1.GetWorldRequest(), once);
            var result = new Result(null) { Error = Check.Failed(call) };
            return result.ToJson();
        }

        private static string Quoted(string text)
        {
            var quoted = new StringBuilder();
            JsonText.Append(quoted, text);
            return quoted.ToString();
        }
    }
}
