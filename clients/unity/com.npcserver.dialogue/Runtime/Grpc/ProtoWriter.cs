using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using NpcDialogue.Wire;

namespace NpcDialogue.Grpc
{
    /// <summary>Writes messages in protobuf's binary encoding, without Google.Protobuf.</summary>
    public sealed class ProtoWriter : IFieldWriter
    {
        private const int Varint = 0;
        private const int Fixed64 = 1;
        private const int Delimited = 2;
        private static readonly Encoding Utf8 = new UTF8Encoding(false);
        private readonly MemoryStream _to = new MemoryStream();

        private ProtoWriter()
        {
        }

        /// <summary>Returns a message's bytes; what is null is empty, as in JSON.</summary>
        public static byte[] Write(Message message)
        {
            var writer = new ProtoWriter();
            if (message != null)
            {
                message.WriteTo(writer);
            }
            return writer._to.ToArray();
        }

        void IFieldWriter.String(int number, string name, string value)
        {
            Blob(number, Bytes(value));
        }

        void IFieldWriter.Bytes(int number, string name, byte[] value)
        {
            Blob(number, value);
        }

        void IFieldWriter.Int32(int number, string name, int value)
        {
            Tag(number, Varint);
            Number(value);
        }

        void IFieldWriter.Int64(int number, string name, long value)
        {
            Tag(number, Varint);
            Number(value);
        }

        void IFieldWriter.Double(int number, string name, double value)
        {
            Tag(number, Fixed64);
            Bits(value);
        }

        void IFieldWriter.Bool(int number, string name, bool value)
        {
            Tag(number, Varint);
            Number(value ? 1 : 0);
        }

        void IFieldWriter.Enum(int number, string name, EnumNames names, int value)
        {
            Tag(number, Varint);
            Number(value);
        }

        void IFieldWriter.Timestamp(int number, string name, DateTime value, int rest)
        {
            Blob(number, ProtoTime.ToBytes(value, rest));
        }

        void IFieldWriter.Mask(int number, string name, IList<string> paths)
        {
            var mask = new ProtoWriter();
            mask.AddStrings(1, paths);
            Blob(number, mask._to.ToArray());
        }

        void IFieldWriter.Message(int number, string name, Message value)
        {
            Blob(number, Write(value));
        }

        void IFieldWriter.Strings(int number, string name, IList<string> values)
        {
            AddStrings(number, values);
        }

        void IFieldWriter.Int32s(int number, string name, IList<int> values)
        {
            Packed(number, values.Count, (packed, n) => packed.Number(values[n]));
        }

        void IFieldWriter.Doubles(int number, string name, IList<double> values)
        {
            Packed(number, values.Count, (packed, n) => packed.Bits(values[n]));
        }

        void IFieldWriter.Enums(int number, string name, EnumNames names, int count, Func<int, int> at)
        {
            Packed(number, count, (packed, n) => packed.Number(at(n)));
        }

        void IFieldWriter.Messages(int number, string name, int count, Func<int, Message> at)
        {
            for (int n = 0; n < count; n++)
            {
                Blob(number, Write(at(n)));
            }
        }

        void IFieldWriter.StringMap(int number, string name, IDictionary<string, string> values)
        {
            foreach (KeyValuePair<string, string> entry in values)
            {
                string value = entry.Value;
                Entry(number, entry.Key, of => of.Blob(2, Bytes(value)));
            }
        }

        void IFieldWriter.Int32Map(int number, string name, IDictionary<string, int> values)
        {
            foreach (KeyValuePair<string, int> entry in values)
            {
                int value = entry.Value;
                Entry(number, entry.Key, of =>
                {
                    of.Tag(2, Varint);
                    of.Number(value);
                });
            }
        }

        /// <summary>Writes a number in groups of seven bits, the lowest first; negative ones take ten bytes.</summary>
        internal static void Number(Stream to, long value)
        {
            ulong rest = unchecked((ulong)value);
            while (rest > 0x7f)
            {
                to.WriteByte((byte)(rest & 0x7f | 0x80));
                rest >>= 7;
            }
            to.WriteByte((byte)rest);
        }

        private void Number(long value)
        {
            Number(_to, value);
        }

        private void Tag(int number, int kind)
        {
            Number(((long)number << 3) | (long)kind);
        }

        private void Blob(int number, byte[] bytes)
        {
            Tag(number, Delimited);
            Number(bytes.Length);
            _to.Write(bytes, 0, bytes.Length);
        }

        private void Bits(double value)
        {
            long bits = BitConverter.DoubleToInt64Bits(value);
            for (int shift = 0; shift < 64; shift += 8)
            {
                _to.WriteByte((byte)(bits >> shift));
            }
        }

        private static byte[] Bytes(string text)
        {
            return Utf8.GetBytes(text ?? "");
        }

        private void AddStrings(int number, IList<string> values)
        {
            foreach (string value in values)
            {
                Blob(number, Bytes(value));
            }
        }

        private void Packed(int number, int count, Action<ProtoWriter, int> add)
        {
            var packed = new ProtoWriter();
            for (int n = 0; n < count; n++)
            {
                add(packed, n);
            }
            Blob(number, packed._to.ToArray());
        }

        private void Entry(int number, string key, Action<ProtoWriter> addValue)
        {
            var entry = new ProtoWriter();
            entry.Blob(1, Utf8.GetBytes(key));
            addValue(entry);
            Blob(number, entry._to.ToArray());
        }
    }
}
