using System;
using System.Collections.Generic;
using System.Globalization;

namespace NpcDialogue.Wire
{
    /// <summary>Reads messages from JSON, as protobuf defines it; one after the other with one reader.</summary>
    public sealed class JsonFieldReader : IFieldReader
    {
        private readonly JsonReader _json = new JsonReader();

        /// <summary>Reads UTF-8 into a message; throws <see cref="FormatException"/> when it does not fit.</summary>
        public void Read(byte[] bytes, int from, int count, Message into)
        {
            _json.Begin(bytes, from, count);
            Message(into);
            _json.End();
        }

        /// <inheritdoc/>
        public T Message<T>(T into) where T : Message
        {
            _json.Open('{');
            for (bool isFirst = true; _json.Next('}', ref isFirst);)
            {
                int number = into.NumberOf(_json.Name());
                if (_json.Null())
                {
                    continue; // as if it was not there
                }
                if (number == 0 || !into.ReadField(number, this))
                {
                    _json.Skip();
                }
            }
            return into;
        }

        /// <inheritdoc/>
        public string String()
        {
            return _json.String();
        }

        /// <inheritdoc/>
        public byte[] Bytes()
        {
            string text = _json.String().Replace('-', '+').Replace('_', '/');
            return Convert.FromBase64String(text.TrimEnd('=').PadRight((text.TrimEnd('=').Length + 3) / 4 * 4, '='));
        }

        /// <inheritdoc/>
        public int Int32()
        {
            long whole;
            bool isRead = _json.Whole(out whole) && whole >= int.MinValue && whole <= int.MaxValue;
            return isRead ? (int)whole : JsonNumbers.Int32(Digits());
        }

        /// <inheritdoc/>
        public long Int64()
        {
            long whole;
            return _json.Whole(out whole) ? whole : JsonNumbers.Int64(Digits());
        }

        /// <inheritdoc/>
        public double Double()
        {
            return JsonNumbers.Double(Digits());
        }

        /// <inheritdoc/>
        public bool Bool()
        {
            return _json.Bool();
        }

        /// <inheritdoc/>
        public bool Enum(EnumNames names, out int value)
        {
            if (_json.Peek() == '"')
            {
                return names.TryNumber(_json.String(), out value);
            }
            value = Int32();
            return true;
        }

        /// <inheritdoc/>
        public DateTime Timestamp(out int rest)
        {
            const DateTimeStyles Styles = DateTimeStyles.AdjustToUniversal | DateTimeStyles.AssumeUniversal;
            string text = WithoutNanoseconds(_json.String(), out rest);
            DateTime moment;
            if (text.IndexOf('T') != 10 || !DateTime.TryParse(text, CultureInfo.InvariantCulture, Styles, out moment))
            {
                throw _json.Wrong("has something that is no time where one should be");
            }
            return moment;
        }

        /// <inheritdoc/>
        public void Mask(List<string> into)
        {
            string text = _json.String();
            if (text.Length == 0)
            {
                return;
            }
            foreach (string path in text.Split(','))
            {
                into.Add(FieldPaths.ToProto(path));
            }
        }

        /// <inheritdoc/>
        public void Strings(List<string> into)
        {
            Each(() => into.Add(String()));
        }

        /// <inheritdoc/>
        public void Int32s(List<int> into)
        {
            Each(() => into.Add(Int32()));
        }

        /// <inheritdoc/>
        public void Doubles(List<double> into)
        {
            Each(() => into.Add(Double()));
        }

        /// <inheritdoc/>
        public void Enums(EnumNames names, Action<int> add)
        {
            Each(() =>
            {
                int value;
                if (Enum(names, out value))
                {
                    add(value);
                }
            });
        }

        /// <inheritdoc/>
        public void Messages<T>(List<T> into, Func<T> make) where T : Message
        {
            Each(() => into.Add(Message(make())));
        }

        /// <inheritdoc/>
        public void StringMap(IDictionary<string, string> into)
        {
            EachEntry(name => into[name] = String());
        }

        /// <inheritdoc/>
        public void Int32Map(IDictionary<string, int> into)
        {
            EachEntry(name => into[name] = Int32());
        }

        /// <summary>Cuts a time's fraction to what a <see cref="DateTime"/> holds: seven digits.</summary>
        private static string WithoutNanoseconds(string text, out int rest)
        {
            const int Digits = 7;
            rest = 0;
            int first = text.IndexOf('.') + 1;
            int end = first;
            while (first > 0 && end < text.Length && text[end] >= '0' && text[end] <= '9')
            {
                end++;
            }
            int surplus = end - first - Digits;
            if (surplus <= 0)
            {
                return text;
            }
            string finer = text.Substring(first + Digits, Math.Min(surplus, 2)).PadRight(2, '0');
            rest = int.Parse(finer, CultureInfo.InvariantCulture);
            return text.Remove(first + Digits, surplus);
        }

        private string Digits()
        {
            return _json.Peek() == '"' ? _json.String() : _json.Number();
        }

        private void Each(Action read)
        {
            _json.Open('[');
            for (bool isFirst = true; _json.Next(']', ref isFirst);)
            {
                read();
            }
        }

        private void EachEntry(Action<string> read)
        {
            _json.Open('{');
            for (bool isFirst = true; _json.Next('}', ref isFirst);)
            {
                read(_json.Name());
            }
        }
    }
}
