using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;
using System.Threading;
using NpcDialogue.V1;
using NpcDialogue.Wire;

namespace NpcDialogue.Tests
{
    /// <summary>Messages, JSON and envelopes.</summary>
    internal static class WireChecks
    {
        public static readonly Dictionary<string, Action> All = new Dictionary<string, Action>
        {
            { "absent messages are never null, and reading them does not make them present", AbsentMessages },
            { "null is taken for empty", Nulls },
            { "an arm that is not set is empty, and setting another changes the case", Arms },
            { "what is not JSON is refused with its position", NotJson },
            { "numbers that do not fit are refused", Ranges },
            { "nesting is bounded", Depth },
            { "halves of surrogate pairs never get out", Surrogates },
            { "doubles come back as they were", Doubles },
            { "the machine's language does not matter", Languages },
            { "an envelope that is too long is refused before it is kept", LongEnvelopes },
            { "cut-off binary messages are refused", CutOff },
            { "a save binding survives the game's own save file", Bindings },
        };

        private static void AbsentMessages()
        {
            var line = new Line();
            Check.Equal("", line.Emotion.Label);
            Check.That(!line.HasEmotion, "reading made it present");
            Check.Equal("{}", line.ToJson());
            line.Emotion.Label = "joy";
            Check.Equal("{\"emotion\":{\"label\":\"joy\"}}", line.ToJson());
            line.Emotion = null;
            Check.That(!line.HasEmotion, "null did not clear it");
            line.Emotion = new Emotion();
            Check.Equal("{\"emotion\":{}}", line.ToJson());
        }

        private static void Nulls()
        {
            var request = new SayRequest { Text = null, Affordances = null, RequestId = null };
            Check.Equal("{}", request.ToJson());
            Check.Equal(0, request.Affordances.Count);
            Check.Equal("", request.Text);
        }

        private static void Arms()
        {
            var what = new TurnEvent();
            Check.Equal("", what.Line.Text);
            Check.Equal(TurnEvent.EventOneofCase.None, what.EventCase);
            what.Line = new Line { Text = "a" };
            what.Delta = new LineDelta { Text = "b" };
            Check.Equal(TurnEvent.EventOneofCase.Delta, what.EventCase);
            Check.Equal("{\"delta\":{\"text\":\"b\"}}", what.ToJson());
        }

        private static void NotJson()
        {
            string[] wrong =
            {
                "", " ", "{", "{\"text\"", "{\"text\":}", "{\"text\":\"a\",}", "{\"text\":\"a\"}}", "[]", "null x",
                "{\"text\":\"a", "{\"text\":\"\\u12\"}", "{\"text\":\"\\x\"}", "{\"text\":\"a\nb\"}", "{text:1}",
                "{\"other\":[1,]}", "{\"other\":+-}", "{\"other\":tru}", "{\"text\":1}", "{\"emotion\":[]}",
                "{\"emotion\":\"joy\"}",
            };
            foreach (string text in wrong)
            {
                Check.Throws<FormatException>(() => new Line().MergeJson(text));
            }
            Check.Throws<FormatException>(() => new AdvanceClockResponse().MergeJson("{\"worldTime\":\"tomorrow\"}"));
        }

        private static void Ranges()
        {
            foreach (string number in new[] { "2147483648", "-2147483649", "1.5", "\"x\"", "1e400", "true" })
            {
                Check.Throws<FormatException>(() => new TurnFinished().MergeJson("{\"seq\":" + number + "}"));
            }
            foreach (string number in new[] { "1e400", "\"Inf\"", "--1" })
            {
                Check.Throws<FormatException>(() => new Emotion().MergeJson("{\"valence\":" + number + "}"));
            }
        }

        private static void Depth()
        {
            string deep = "{\"x\":" + new string('[', 100000) + new string(']', 100000) + "}";
            FormatException error = Check.Throws<FormatException>(() => new Line().MergeJson(deep));
            Check.That(error.Message.Contains("nested"), error.Message);
        }

        private static void Surrogates()
        {
            var line = new Line();
            line.MergeJson("{\"text\":\"a\\ud83db\\udc09\\ud83d\\udc09\"}");
            Check.Equal("a\uFFFDb\uFFFD\U0001F409", line.Text);
            line.Text = "\ud83d" + "x" + "\udc09";
            string json = line.ToJson();
            Check.Equal("{\"text\":\"\uFFFDx\uFFFD\"}", json);
            Check.Equal(json, Encoding.UTF8.GetString(new UTF8Encoding(false, true).GetBytes(json)));
        }

        private static void Doubles()
        {
            var chance = new Random(7);
            var bytes = new byte[8];
            for (int n = 0; n < 20000; n++)
            {
                chance.NextBytes(bytes);
                double value = BitConverter.ToDouble(bytes, 0);
                var again = new Emotion();
                again.MergeJson(new Emotion { Valence = value }.ToJson());
                bool isSame = double.IsNaN(value) ? double.IsNaN(again.Valence) : value.Equals(again.Valence);
                Check.That(isSame, value.ToString("G17") + " became " + again.Valence.ToString("G17"));
            }
            var zero = new Emotion();
            zero.MergeJson("{\"valence\":-0.0}");
            Check.Equal(double.NegativeInfinity, 1 / zero.Valence);
            Check.Equal("{\"valence\":-0.0}", zero.ToJson());
        }

        private static void Languages()
        {
            CultureInfo before = Thread.CurrentThread.CurrentCulture;
            var odd = (CultureInfo)CultureInfo.InvariantCulture.Clone();
            odd.NumberFormat.NumberDecimalSeparator = ",";
            odd.NumberFormat.NegativeSign = "minus";
            Thread.CurrentThread.CurrentCulture = odd;
            try
            {
                var emotion = new Emotion();
                emotion.MergeJson("{\"valence\":-0.5}");
                Check.Equal("{\"valence\":-0.5}", emotion.ToJson());
                var range = new TurnFinished();
                range.MergeJson("{\"seq\":-3}");
                Check.Equal("{\"seq\":-3}", range.ToJson());
            }
            finally
            {
                Thread.CurrentThread.CurrentCulture = before;
            }
        }

        private static void LongEnvelopes()
        {
            var parser = new EnvelopeParser(1000);
            byte[] head = { 0, 0x7F, 0xFF, 0xFF, 0xFF };
            Check.Throws<EnvelopeException>(() => parser.Feed(head, head.Length, (flags, bytes, from, count) => { }));
        }

        private static void CutOff()
        {
            byte[] whole = { 0x0A, 0x05, (byte)'h', (byte)'e', (byte)'l', (byte)'l', (byte)'o' };
            for (int length = 1; length < whole.Length; length++)
            {
                Check.Throws<FormatException>(() => ProtoFieldReader.Read(whole, 0, length, new Line()));
            }
            var line = new Line();
            ProtoFieldReader.Read(whole, 0, whole.Length, line);
            Check.Equal("hello", line.Text);
        }

        private static void Bindings()
        {
            var binding = new NpcSaveBinding { WorldId = "w", TimelineId = "t", SaveId = "s", Name = "Ünter\n", Seq = 7 };
            binding.WorldTime = new DateTime(2000, 1, 1, 8, 0, 0, DateTimeKind.Utc);
            NpcSaveBinding again = NpcSaveBinding.FromJson(binding.ToJson());
            Check.Equal(binding.ToJson(), again.ToJson());
            Check.Equal("Ünter\n", again.Name);
            Check.Throws<FormatException>(() => NpcSaveBinding.FromJson("not a binding"));
        }
    }
}
