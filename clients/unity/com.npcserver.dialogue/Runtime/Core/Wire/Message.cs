using System;
using System.Collections.Generic;
using System.Text;

namespace NpcDialogue.Wire
{
    /// <summary>Base of all messages. The classes are generated from the protos.</summary>
    public abstract class Message
    {
        /// <summary>Full name, such as <c>npcserver.v1.SayRequest</c>.</summary>
        public abstract string FullName { get; }

        /// <summary>Whether nothing is set.</summary>
        public bool IsEmpty
        {
            get
            {
                var probe = new FieldProbe();
                WriteTo(probe);
                return probe.SawNothing;
            }
        }

        /// <summary>Hands each field that is set to a writer, in the order of the proto.</summary>
        public abstract void WriteTo(IFieldWriter to);

        /// <summary>Reads one field by its number; false when there is no such field, with nothing read.</summary>
        public abstract bool ReadField(int number, IFieldReader from);

        /// <summary>Returns a field's number by its name in JSON (or in the proto); 0 when there is no such field.</summary>
        public abstract int NumberOf(string name);

        /// <summary>Returns the message as JSON, as protobuf defines it.</summary>
        public string ToJson()
        {
            return JsonFieldWriter.Write(this);
        }

        /// <summary>
        /// Reads JSON into this message. Unknown fields and unknown names of enum values are passed over.
        /// Throws <see cref="FormatException"/> when it is not JSON or a value does not fit its field.
        /// </summary>
        public void MergeJson(string json)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(json ?? "");
            new JsonFieldReader().Read(bytes, 0, bytes.Length, this);
        }

        /// <summary>The same as JSON, for logs.</summary>
        public override string ToString()
        {
            return ToJson();
        }
    }

    /// <summary>A request whose repeat the server knows by its id, and does not do twice.</summary>
    public interface IRepeatable
    {
        /// <summary>Id; empty to have one made for each call.</summary>
        string RequestId { get; set; }
    }

    /// <summary>Takes the fields of a message, whatever the encoding. Fields at their defaults are not handed over.</summary>
    public interface IFieldWriter
    {
        void String(int number, string name, string value);

        void Bytes(int number, string name, byte[] value);

        void Int32(int number, string name, int value);

        void Int64(int number, string name, long value);

        void Double(int number, string name, double value);

        void Bool(int number, string name, bool value);

        void Enum(int number, string name, EnumNames names, int value);

        /// <summary>A moment, in UTC, and how many nanoseconds (0 to 99) it is after the last tick.</summary>
        void Timestamp(int number, string name, DateTime value, int rest);

        /// <summary>A field mask; its paths as the proto names the fields.</summary>
        void Mask(int number, string name, IList<string> paths);

        void Message(int number, string name, Message value);

        void Strings(int number, string name, IList<string> values);

        void Int32s(int number, string name, IList<int> values);

        void Doubles(int number, string name, IList<double> values);

        /// <summary>Values of an enum; <paramref name="at"/> returns the number of the n-th.</summary>
        void Enums(int number, string name, EnumNames names, int count, Func<int, int> at);

        /// <summary>Messages; <paramref name="at"/> returns the n-th.</summary>
        void Messages(int number, string name, int count, Func<int, Message> at);

        void StringMap(int number, string name, IDictionary<string, string> values);

        void Int32Map(int number, string name, IDictionary<string, int> values);
    }

    /// <summary>Gives the value of the field that is being read, whatever the encoding.</summary>
    public interface IFieldReader
    {
        string String();

        byte[] Bytes();

        int Int32();

        long Int64();

        double Double();

        bool Bool();

        /// <summary>Reads a value of an enum; false when its name is not known here.</summary>
        bool Enum(EnumNames names, out int value);

        /// <summary>Reads a moment, in UTC, and the nanoseconds (0 to 99) that are too fine for it.</summary>
        DateTime Timestamp(out int rest);

        void Mask(List<string> into);

        /// <summary>Reads a message into one that is given, and returns it.</summary>
        T Message<T>(T into) where T : Message;

        void Strings(List<string> into);

        void Int32s(List<int> into);

        void Doubles(List<double> into);

        void Enums(EnumNames names, Action<int> add);

        void Messages<T>(List<T> into, Func<T> make) where T : Message;

        void StringMap(IDictionary<string, string> into);

        void Int32Map(IDictionary<string, int> into);
    }

    /// <summary>Names of an enum's values on the wire, such as <c>TURN_OUTCOME_COMPLETED</c>.</summary>
    public sealed class EnumNames
    {
        private readonly Dictionary<string, int> _numbers = new Dictionary<string, int>();
        private readonly Dictionary<int, string> _names = new Dictionary<int, string>();

        /// <summary>Adds a value, and returns the same table.</summary>
        public EnumNames Add(int number, string name)
        {
            _numbers[name] = number;
            if (!_names.ContainsKey(number))
            {
                _names[number] = name;
            }
            return this;
        }

        /// <summary>Finds the number of a name.</summary>
        public bool TryNumber(string name, out int number)
        {
            return _numbers.TryGetValue(name, out number);
        }

        /// <summary>Finds the name of a number.</summary>
        public bool TryName(int number, out string name)
        {
            return _names.TryGetValue(number, out name);
        }
    }

    /// <summary>Notices whether anything is written.</summary>
    internal sealed class FieldProbe : IFieldWriter
    {
        public bool SawNothing { get; private set; } = true;

        public Dictionary<string, string> Texts { get; } = new Dictionary<string, string>();

        public Dictionary<string, Message> Inner { get; } = new Dictionary<string, Message>();

        public void String(int number, string name, string value)
        {
            SawNothing = false;
            Texts[name] = value;
        }

        public void Bytes(int number, string name, byte[] value) { SawNothing = false; }

        public void Int32(int number, string name, int value) { SawNothing = false; }

        public void Int64(int number, string name, long value) { SawNothing = false; }

        public void Double(int number, string name, double value) { SawNothing = false; }

        public void Bool(int number, string name, bool value) { SawNothing = false; }

        public void Enum(int number, string name, EnumNames names, int value) { SawNothing = false; }

        public void Timestamp(int number, string name, DateTime value, int rest) { SawNothing = false; }

        public void Mask(int number, string name, IList<string> paths) { SawNothing = false; }

        public void Message(int number, string name, Message value)
        {
            SawNothing = false;
            Inner[name] = value;
        }

        public void Strings(int number, string name, IList<string> values) { SawNothing = false; }

        public void Int32s(int number, string name, IList<int> values) { SawNothing = false; }

        public void Doubles(int number, string name, IList<double> values) { SawNothing = false; }

        public void Enums(int number, string name, EnumNames names, int count, Func<int, int> at) { SawNothing = false; }

        public void Messages(int number, string name, int count, Func<int, Message> at) { SawNothing = false; }

        public void StringMap(int number, string name, IDictionary<string, string> values) { SawNothing = false; }

        public void Int32Map(int number, string name, IDictionary<string, int> values) { SawNothing = false; }
    }
}
