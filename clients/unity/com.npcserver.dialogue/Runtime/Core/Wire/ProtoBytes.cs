using System;
using System.Text;

namespace NpcDialogue.Wire
{
    /// <summary>How the value of a field is written; the numbers are protobuf's.</summary>
    internal enum ProtoForm
    {
        Varint = 0,
        Fixed64 = 1,
        Delimited = 2,
        Fixed32 = 5,
    }

    /// <summary>
    /// Reads the bare values of protobuf's binary form, never beyond the end of what it is inside of. What
    /// is cut off or nested too deep is a <see cref="FormatException"/>.
    /// </summary>
    internal sealed class ProtoBytes
    {
        private const int MostDepth = 64;

        private readonly byte[] _bytes;
        private int _at;
        private int _end;
        private int _depth;

        public ProtoBytes(byte[] bytes, int from, int count)
        {
            _bytes = bytes;
            _at = from;
            _end = from + count;
        }

        /// <summary>Whether anything is left of what it is inside of.</summary>
        public bool HasMore
        {
            get { return _at < _end; }
        }

        /// <summary>Goes inside of a value with a length; returns what <see cref="Leave"/> asks for.</summary>
        public int Enter()
        {
            if (++_depth > MostDepth)
            {
                throw new FormatException("A message is nested more than " + MostDepth + " deep.");
            }
            int outer = _end;
            int length = Length();
            _end = _at + length;
            return outer;
        }

        /// <summary>Goes back to what was around, once all inside has been read.</summary>
        public void Leave(int outer)
        {
            _end = outer;
            _depth--;
        }

        /// <summary>Reads a text.</summary>
        public string Text()
        {
            int length = Length();
            string text = Encoding.UTF8.GetString(_bytes, _at, length);
            _at += length;
            return text;
        }

        /// <summary>Reads bytes.</summary>
        public byte[] Blob()
        {
            int length = Length();
            var value = new byte[length];
            Buffer.BlockCopy(_bytes, _at, value, 0, length);
            _at += length;
            return value;
        }

        /// <summary>Reads a number of eight bytes as a fraction.</summary>
        public double Double()
        {
            return BitConverter.Int64BitsToDouble((long)Fixed(8));
        }

        /// <summary>Reads a number in groups of seven bits, the lowest first.</summary>
        public ulong Varint()
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

        /// <summary>Skips a value.</summary>
        public void Skip(ProtoForm form)
        {
            switch (form)
            {
                case ProtoForm.Varint: Varint(); break;
                case ProtoForm.Fixed64: Fixed(8); break;
                case ProtoForm.Fixed32: Fixed(4); break;
                case ProtoForm.Delimited: Past(Length()); break;
                default: throw new FormatException("A field has a form that protobuf 3 does not have.");
            }
        }

        private void Past(int count)
        {
            _at += count; // not `_at += Length()`, which would add to where it was before the length
        }

        private int Length()
        {
            ulong length = Varint();
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
    }
}
