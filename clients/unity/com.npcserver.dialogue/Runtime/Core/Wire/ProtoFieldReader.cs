using System;
using System.Collections.Generic;
using System.Text;

namespace NpcDialogue.Wire
{
    /// <summary>
    /// Reads messages from protobuf's binary form, which native gRPC and the details of errors have.
    /// Unknown fields are passed over; what is cut off or nested too deep is a <see cref="FormatException"/>.
    /// </summary>
    public sealed class ProtoFieldReader : IFieldReader
    {
        private const int MostDepth = 64;
        private const int Varint = 0;
        private const int Fixed64 = 1;
        private const int Delimited = 2;
        private const int Fixed32 = 5;

        private readonly byte[] _bytes;
        private int _at;
        private int _end;
        private int _wire;
        private int _depth;

        private ProtoFieldReader(byte[] bytes, int from, int count)
        {
            _bytes = bytes;
            _at = from;
            _end = from + count;
        }

        /// <summary>Reads bytes into a message.</summary>
        public static void Read(byte[] bytes, int from, int count, Message into)
        {
            new ProtoFieldReader(bytes, from, count).Fields(into);
        }

        /// <inheritdoc/>
        public T Message<T>(T into) where T : Message
        {
            Inside(() => Fields(into));
            return into;
        }

        /// <inheritdoc/>
        public string String()
        {
            int length = Length();
            string text = Encoding.UTF8.GetString(_bytes, _at, length);
            _at += length;
            return text;
        }

        /// <inheritdoc/>
        public byte[] Bytes()
        {
            int length = Length();
            var value = new byte[length];
            Buffer.BlockCopy(_bytes, _at, value, 0, length);
            _at += length;
            return value;
        }

        /// <inheritdoc/>
        public int Int32()
        {
            Expect(Varint);
            return (int)Raw();
        }

        /// <inheritdoc/>
        public double Double()
        {
            Expect(Fixed64);
            return BitConverter.Int64BitsToDouble((long)Fixed(8));
        }

        /// <inheritdoc/>
        public bool Bool()
        {
            Expect(Varint);
            return Raw() != 0;
        }

        /// <inheritdoc/>
        public bool Enum(EnumNames names, out int value)
        {
            value = Int32();
            return true;
        }

        /// <inheritdoc/>
        public DateTime Timestamp(out int rest)
        {
            long seconds = 0;
            int nanoseconds = 0;
            Inside(() => EachField(number =>
            {
                if (number == 1)
                {
                    Expect(Varint);
                    seconds = (long)Raw();
                }
                else if (number == 2)
                {
                    nanoseconds = Int32();
                }
                return number == 1 || number == 2;
            }));
            rest = nanoseconds % 100;
            try
            {
                var epoch = new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc);
                return epoch.AddTicks(checked(seconds * TimeSpan.TicksPerSecond) + nanoseconds / 100);
            }
            catch (Exception error) when (error is ArgumentOutOfRangeException || error is OverflowException)
            {
                throw new FormatException("A time lies outside of the years 1 to 9999.", error);
            }
        }

        /// <inheritdoc/>
        public void Mask(List<string> into)
        {
            Inside(() => EachField(number =>
            {
                if (number != 1)
                {
                    return false;
                }
                into.Add(String());
                return true;
            }));
        }

        /// <inheritdoc/>
        public void Strings(List<string> into)
        {
            into.Add(String());
        }

        /// <inheritdoc/>
        public void Int32s(List<int> into)
        {
            Packed(Varint, () => into.Add((int)Raw()));
        }

        /// <inheritdoc/>
        public void Doubles(List<double> into)
        {
            Packed(Fixed64, () => into.Add(BitConverter.Int64BitsToDouble((long)Fixed(8))));
        }

        /// <inheritdoc/>
        public void Enums(EnumNames names, Action<int> add)
        {
            Packed(Varint, () => add((int)Raw()));
        }

        /// <inheritdoc/>
        public void Messages<T>(List<T> into, Func<T> make) where T : Message
        {
            into.Add(Message(make()));
        }

        /// <inheritdoc/>
        public void StringMap(IDictionary<string, string> into)
        {
            string value = "";
            string key = Entry(() => value = String());
            into[key] = value;
        }

        /// <inheritdoc/>
        public void Int32Map(IDictionary<string, int> into)
        {
            int value = 0;
            string key = Entry(() => value = Int32());
            into[key] = value;
        }

        private string Entry(Action readValue)
        {
            string key = "";
            Inside(() => EachField(number =>
            {
                if (number == 1)
                {
                    key = String();
                }
                else if (number == 2)
                {
                    readValue();
                }
                return number == 1 || number == 2;
            }));
            return key;
        }

        private void Fields(Message into)
        {
            EachField(number => into.ReadField(number, this));
        }

        private void EachField(Func<int, bool> read)
        {
            while (_at < _end)
            {
                ulong tag = Raw();
                int wire = (int)(tag & 7);
                _wire = wire;
                if (!read((int)(tag >> 3)))
                {
                    Skip(wire);
                }
            }
        }

        private void Inside(Action read)
        {
            if (++_depth > MostDepth)
            {
                throw new FormatException("A message is nested more than " + MostDepth + " deep.");
            }
            int outer = _end;
            int length = Length();
            _end = _at + length;
            read();
            _end = outer;
            _depth--;
        }

        private void Packed(int wire, Action read)
        {
            if (_wire == wire)
            {
                read();
                return;
            }
            Inside(() =>
            {
                while (_at < _end)
                {
                    read();
                }
            });
        }

        private void Skip(int wire)
        {
            switch (wire)
            {
                case Varint: Raw(); break;
                case Fixed64: Fixed(8); break;
                case Fixed32: Fixed(4); break;
                case Delimited: Bytes(); break;
                default: throw new FormatException("A field has a form that protobuf 3 does not have.");
            }
        }

        private void Expect(int wire)
        {
            if (_wire != wire)
            {
                throw new FormatException("A field has another form than its type.");
            }
        }

        private int Length()
        {
            Expect(Delimited);
            ulong length = Raw();
            if (length > (ulong)(_end - _at))
            {
                throw new FormatException("A message is cut off.");
            }
            return (int)length;
        }

        private ulong Fixed(int count)
        {
            if (_end - _at < count)
            {
                throw new FormatException("A message is cut off.");
            }
            ulong value = 0;
            for (int n = count - 1; n >= 0; n--)
            {
                value = (value << 8) | _bytes[_at + n];
            }
            _at += count;
            return value;
        }

        private ulong Raw()
        {
            ulong value = 0;
            for (int shift = 0; shift < 70; shift += 7)
            {
                if (_at >= _end)
                {
                    throw new FormatException("A message is cut off.");
                }
                byte part = _bytes[_at++];
                value |= (ulong)(part & 0x7F) << shift;
                if (part < 0x80)
                {
                    return value;
                }
            }
            throw new FormatException("A number is longer than 64 bits.");
        }
    }
}
