using System;
using System.Collections.Generic;

namespace NpcDialogue.Wire
{
    /// <summary>
    /// Reads messages from protobuf's binary form, which native gRPC and the details of errors have.
    /// Unknown fields are passed over; what is cut off or nested too deep is a <see cref="FormatException"/>.
    /// </summary>
    public sealed class ProtoFieldReader : IFieldReader
    {
        private readonly ProtoBytes _bytes;
        private ProtoForm _form;

        private ProtoFieldReader(byte[] bytes, int from, int count)
        {
            _bytes = new ProtoBytes(bytes, from, count);
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
            Expect(ProtoForm.Delimited);
            return _bytes.Text();
        }

        /// <inheritdoc/>
        public byte[] Bytes()
        {
            Expect(ProtoForm.Delimited);
            return _bytes.Blob();
        }

        /// <inheritdoc/>
        public int Int32()
        {
            Expect(ProtoForm.Varint);
            return (int)_bytes.Varint();
        }

        /// <inheritdoc/>
        public long Int64()
        {
            Expect(ProtoForm.Varint);
            return (long)_bytes.Varint();
        }

        /// <inheritdoc/>
        public double Double()
        {
            Expect(ProtoForm.Fixed64);
            return _bytes.Double();
        }

        /// <inheritdoc/>
        public bool Bool()
        {
            Expect(ProtoForm.Varint);
            return _bytes.Varint() != 0;
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
                    Expect(ProtoForm.Varint);
                    seconds = (long)_bytes.Varint();
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
            Packed(ProtoForm.Varint, () => into.Add((int)_bytes.Varint()));
        }

        /// <inheritdoc/>
        public void Doubles(List<double> into)
        {
            Packed(ProtoForm.Fixed64, () => into.Add(_bytes.Double()));
        }

        /// <inheritdoc/>
        public void Enums(EnumNames names, Action<int> add)
        {
            Packed(ProtoForm.Varint, () => add((int)_bytes.Varint()));
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
            while (_bytes.HasMore)
            {
                ulong tag = _bytes.Varint();
                var form = (ProtoForm)(tag & 7);
                _form = form;
                if (!read((int)(tag >> 3)))
                {
                    _bytes.Skip(form);
                }
            }
        }

        private void Inside(Action read)
        {
            Expect(ProtoForm.Delimited);
            int outer = _bytes.Enter();
            read();
            _bytes.Leave(outer);
        }

        private void Packed(ProtoForm form, Action read)
        {
            if (_form == form)
            {
                read();
                return;
            }
            Inside(() =>
            {
                while (_bytes.HasMore)
                {
                    read();
                }
            });
        }

        private void Expect(ProtoForm form)
        {
            if (_form != form)
            {
                throw new FormatException("A field has another form than its type.");
            }
        }
    }
}
