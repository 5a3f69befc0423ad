using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace NpcDialogue.Wire
{
    /// <summary>Writes messages as JSON, as protobuf defines it.</summary>
    public sealed class JsonFieldWriter : IFieldWriter
    {
        private readonly StringBuilder _text = new StringBuilder(256);
        private bool _isFirst = true;

        private JsonFieldWriter()
        {
        }

        /// <summary>Returns a message as JSON on one line.</summary>
        public static string Write(Message message)
        {
            var writer = new JsonFieldWriter();
            writer.Whole(message);
            return writer._text.ToString();
        }

        /// <inheritdoc/>
        public void String(int number, string name, string value)
        {
            Name(name);
            JsonText.Append(_text, value ?? "");
        }

        /// <inheritdoc/>
        public void Bytes(int number, string name, byte[] value)
        {
            String(number, name, Convert.ToBase64String(value));
        }

        /// <inheritdoc/>
        public void Int32(int number, string name, int value)
        {
            Name(name);
            _text.Append(value.ToString(CultureInfo.InvariantCulture));
        }

        /// <inheritdoc/>
        public void Int64(int number, string name, long value)
        {
            String(number, name, value.ToString(CultureInfo.InvariantCulture)); // as proto JSON has it
        }

        /// <inheritdoc/>
        public void Double(int number, string name, double value)
        {
            Name(name);
            _text.Append(JsonNumbers.Text(value));
        }

        /// <inheritdoc/>
        public void Bool(int number, string name, bool value)
        {
            Name(name);
            _text.Append(value ? "true" : "false");
        }

        /// <inheritdoc/>
        public void Enum(int number, string name, EnumNames names, int value)
        {
            Name(name);
            Constant(names, value);
        }

        /// <inheritdoc/>
        public void Timestamp(int number, string name, DateTime value, int rest)
        {
            String(number, name, Moments.Text(value, rest));
        }

        /// <inheritdoc/>
        public void Mask(int number, string name, IList<string> paths)
        {
            var written = new List<string>(paths.Count);
            foreach (string path in paths)
            {
                written.Add(FieldPaths.ToJson(path));
            }
            String(number, name, string.Join(",", written));
        }

        /// <inheritdoc/>
        public void Message(int number, string name, Message value)
        {
            Name(name);
            Whole(value);
        }

        /// <inheritdoc/>
        public void Strings(int number, string name, IList<string> values)
        {
            List(name, values.Count, n => JsonText.Append(_text, values[n] ?? ""));
        }

        /// <inheritdoc/>
        public void Int32s(int number, string name, IList<int> values)
        {
            List(name, values.Count, n => _text.Append(values[n].ToString(CultureInfo.InvariantCulture)));
        }

        /// <inheritdoc/>
        public void Doubles(int number, string name, IList<double> values)
        {
            List(name, values.Count, n => _text.Append(JsonNumbers.Text(values[n])));
        }

        /// <inheritdoc/>
        public void Enums(int number, string name, EnumNames names, int count, Func<int, int> at)
        {
            List(name, count, n => Constant(names, at(n)));
        }

        /// <inheritdoc/>
        public void Messages(int number, string name, int count, Func<int, Message> at)
        {
            List(name, count, n => Whole(at(n)));
        }

        /// <inheritdoc/>
        public void StringMap(int number, string name, IDictionary<string, string> values)
        {
            Map(name, values, value => JsonText.Append(_text, value ?? ""));
        }

        /// <inheritdoc/>
        public void Int32Map(int number, string name, IDictionary<string, int> values)
        {
            Map(name, values, value => _text.Append(value.ToString(CultureInfo.InvariantCulture)));
        }

        private void Whole(Message message)
        {
            _text.Append('{');
            _isFirst = true;
            if (message != null)
            {
                message.WriteTo(this);
            }
            _text.Append('}');
            _isFirst = false;
        }

        private void Name(string name)
        {
            if (!_isFirst)
            {
                _text.Append(',');
            }
            _isFirst = false;
            JsonText.Append(_text, name);
            _text.Append(':');
        }

        private void Constant(EnumNames names, int value)
        {
            string known;
            if (names.TryName(value, out known))
            {
                _text.Append('"').Append(known).Append('"');
            }
            else
            {
                _text.Append(value.ToString(CultureInfo.InvariantCulture));
            }
        }

        private void List(string name, int count, Action<int> write)
        {
            Name(name);
            _text.Append('[');
            for (int n = 0; n < count; n++)
            {
                if (n > 0)
                {
                    _text.Append(',');
                }
                write(n);
            }
            _text.Append(']');
            _isFirst = false;
        }

        private void Map<T>(string name, IDictionary<string, T> values, Action<T> write)
        {
            Name(name);
            _text.Append('{');
            _isFirst = true;
            foreach (KeyValuePair<string, T> entry in values)
            {
                Name(entry.Key);
                write(entry.Value);
            }
            _text.Append('}');
            _isFirst = false;
        }
    }

    /// <summary>Moments as protobuf writes them.</summary>
    internal static class Moments
    {
        /// <summary>Returns RFC 3339 in UTC, with as many groups of three digits as needed.</summary>
        public static string Text(DateTime value, int rest)
        {
            // game time has no zone: what is not marked as local is taken as it is
            DateTime moment = value.Kind == DateTimeKind.Local ? value.ToUniversalTime() : value;
            string seconds = moment.ToString("yyyy-MM-dd'T'HH:mm:ss", CultureInfo.InvariantCulture);
            long ticks = moment.Ticks % TimeSpan.TicksPerSecond;
            if (ticks == 0 && rest == 0)
            {
                return seconds + "Z";
            }
            string digits = ticks.ToString("D7", CultureInfo.InvariantCulture)
                + rest.ToString("D2", CultureInfo.InvariantCulture);
            int count = digits.EndsWith("000000", StringComparison.Ordinal) ? 3
                : digits.EndsWith("000", StringComparison.Ordinal) ? 6 : 9;
            return seconds + "." + digits.Substring(0, count) + "Z";
        }
    }

    /// <summary>Paths of a field mask, in the proto's names and in JSON's.</summary>
    internal static class FieldPaths
    {
        /// <summary><c>persona.dailyPlan</c> → <c>persona.daily_plan</c>.</summary>
        public static string ToProto(string path)
        {
            var text = new StringBuilder(path.Length + 4);
            foreach (char c in path)
            {
                if (c >= 'A' && c <= 'Z')
                {
                    text.Append('_').Append((char)(c | ' '));
                }
                else
                {
                    text.Append(c);
                }
            }
            return text.ToString();
        }

        /// <summary><c>persona.daily_plan</c> → <c>persona.dailyPlan</c>.</summary>
        public static string ToJson(string path)
        {
            var text = new StringBuilder(path.Length);
            bool isAfterLine = false;
            foreach (char c in path)
            {
                if (c == '_')
                {
                    isAfterLine = true;
                    continue;
                }
                text.Append(isAfterLine && c >= 'a' && c <= 'z' ? (char)(c & ~' ') : c);
                isAfterLine = false;
            }
            return text.ToString();
        }
    }
}
