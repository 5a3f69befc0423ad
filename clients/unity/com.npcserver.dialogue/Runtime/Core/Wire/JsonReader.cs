using System;
using System.Text;

namespace NpcDialogue.Wire
{
    /// <summary>
    /// Reads JSON token by token from UTF-8. Nesting is bounded, and anything that is not JSON is a
    /// <see cref="FormatException"/> that names the position. One reader serves for many texts, and
    /// makes no string a second time for a name, an id or a word that came shortly before.
    /// </summary>
    public sealed class JsonReader
    {
        private const int MostDepth = 64;
        private readonly ShortTexts _names = new ShortTexts();
        private readonly ShortTexts _values = new ShortTexts();
        private char[] _chars;
        private byte[] _bytes;
        private int _from;
        private int _at;
        private int _end;
        private int _depth;

        /// <summary>Reads a text from its beginning.</summary>
        public JsonReader(string text)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(text ?? "");
            Begin(bytes, 0, bytes.Length);
        }

        /// <summary>Reads what <see cref="Begin"/> gives it.</summary>
        public JsonReader()
        {
            Begin(new byte[0], 0, 0);
        }

        /// <summary>Begins another text, of some bytes that must stay as they are while they are read.</summary>
        public void Begin(byte[] bytes, int from, int count)
        {
            _bytes = bytes;
            _from = from;
            _at = from;
            _end = from + count;
            _depth = 0;
        }

        /// <summary>Returns the first character of the next token without reading it; '\0' at the end.</summary>
        public char Peek()
        {
            while (_at < _end && IsSpace(_bytes[_at]))
            {
                _at++;
            }
            return _at < _end ? (char)_bytes[_at] : '\0';
        }

        /// <summary>Begins an object or an array, by its bracket.</summary>
        public void Open(char bracket)
        {
            Take(bracket);
            if (++_depth > MostDepth)
            {
                throw Wrong("is nested more than " + MostDepth + " deep");
            }
        }

        /// <summary>
        /// Goes to the next entry of what was opened; false when the closing bracket was read instead.
        /// </summary>
        public bool Next(char closing, ref bool isFirst)
        {
            if (Peek() == closing)
            {
                _at++;
                _depth--;
                return false;
            }
            if (!isFirst)
            {
                Take(',');
                if (Peek() == closing)
                {
                    throw Wrong("has a comma before its end");
                }
            }
            isFirst = false;
            return true;
        }

        /// <summary>Reads the name of an object's entry with its colon.</summary>
        public string Name()
        {
            string name = Text(_names);
            Take(':');
            return name;
        }

        /// <summary>Reads a text.</summary>
        public string String()
        {
            return Text(_values);
        }

        /// <summary>Reads a number if it is whole and has few digits; else false, with nothing read.</summary>
        public bool Whole(out long number)
        {
            const int MostDigits = 18;
            bool isNegative = Peek() == '-';
            int at = isNegative ? _at + 1 : _at;
            int first = at;
            number = 0;
            for (; at < _end && at - first < MostDigits && _bytes[at] >= '0' && _bytes[at] <= '9'; at++)
            {
                number = number * 10 + (_bytes[at] - '0');
            }
            if (at == first || (at < _end && IsOfNumber(_bytes[at])))
            {
                return false;
            }
            number = isNegative ? -number : number;
            _at = at;
            return true;
        }

        /// <summary>Reads a number, as it is written.</summary>
        public string Number()
        {
            Peek();
            int from = _at;
            while (_at < _end && IsOfNumber(_bytes[_at]))
            {
                _at++;
            }
            if (_at == from)
            {
                throw Wrong("has no number where one should be");
            }
            return Encoding.UTF8.GetString(_bytes, from, _at - from);
        }

        /// <summary>Reads <c>true</c> or <c>false</c>.</summary>
        public bool Bool()
        {
            if (Peek() == 't')
            {
                Word("true");
                return true;
            }
            Word("false");
            return false;
        }

        /// <summary>Reads <c>null</c> if it comes next; says whether it did.</summary>
        public bool Null()
        {
            if (Peek() != 'n')
            {
                return false;
            }
            Word("null");
            return true;
        }

        /// <summary>Reads a value of any kind and forgets it.</summary>
        public void Skip()
        {
            switch (Peek())
            {
                case '{':
                    Open('{');
                    for (bool isFirst = true; Next('}', ref isFirst);)
                    {
                        Name();
                        Skip();
                    }
                    break;
                case '[':
                    Open('[');
                    for (bool isFirst = true; Next(']', ref isFirst);)
                    {
                        Skip();
                    }
                    break;
                case '"':
                    String();
                    break;
                case 't':
                case 'f':
                    Bool();
                    break;
                case 'n':
                    Null();
                    break;
                default:
                    JsonNumbers.Double(Number());
                    break;
            }
        }

        /// <summary>Makes sure that nothing follows.</summary>
        public void End()
        {
            if (Peek() != '\0' || _at < _end)
            {
                throw Wrong("goes on after its end");
            }
        }

        /// <summary>Returns an error that names where the reader is; never shows the text itself.</summary>
        public FormatException Wrong(string what)
        {
            return new FormatException("The JSON " + what + " (at byte " + (_at - _from) + ").");
        }

        private static bool IsSpace(byte c)
        {
            return c == ' ' || c == '\n' || c == '\r' || c == '\t';
        }

        private static bool IsOfNumber(byte c)
        {
            return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
        }

        private void Take(char wanted)
        {
            if (Peek() != wanted)
            {
                throw Wrong("has no " + wanted + " where one should be");
            }
            _at++;
        }

        private void Word(string word)
        {
            for (int n = 0; n < word.Length; n++)
            {
                if (_at + n >= _end || _bytes[_at + n] != word[n])
                {
                    throw Wrong("has no " + word + " where one should be");
                }
            }
            _at += word.Length;
        }

        private string Text(ShortTexts known)
        {
            Take('"');
            int from = _at;
            PassPlain();
            if (_at < _end && _bytes[_at] == '"')
            {
                return known.Get(_bytes, from, _at++ - from);
            }
            return Escaped(from);
        }

        /// <summary>Goes to what ends a text or a plain piece of one.</summary>
        private void PassPlain()
        {
            while (_at < _end && _bytes[_at] != '"' && _bytes[_at] != '\\' && _bytes[_at] >= ' ')
            {
                _at++;
            }
        }

        private string Escaped(int from)
        {
            int length = 0;
            while (true)
            {
                Reserve(length + _at - from + 1);
                // an escape is ASCII, so that it never parts the bytes of one character
                length += Encoding.UTF8.GetChars(_bytes, from, _at - from, _chars, length);
                if (_at >= _end)
                {
                    throw Wrong("ends inside a text");
                }
                byte c = _bytes[_at++];
                if (c == '"')
                {
                    return JsonText.WithoutHalves(_chars, length);
                }
                if (c < ' ')
                {
                    throw Wrong("has a control character inside a text");
                }
                _chars[length++] = Escape();
                from = _at;
                PassPlain();
            }
        }

        private void Reserve(int length)
        {
            if (_chars == null || _chars.Length < length)
            {
                Array.Resize(ref _chars, Math.Max(256, 2 * length));
            }
        }

        private char Escape()
        {
            char c = _at < _end ? (char)_bytes[_at++] : '\0';
            switch (c)
            {
                case '"':
                case '\\':
                case '/': return c;
                case 'b': return '\b';
                case 'f': return '\f';
                case 'n': return '\n';
                case 'r': return '\r';
                case 't': return '\t';
                case 'u': return Unit();
                default: throw Wrong("has an escape that JSON does not know");
            }
        }

        private char Unit()
        {
            int unit = 0;
            for (int end = _at + 4; _at < end; _at++)
            {
                int digit = _at < _end ? Digit(_bytes[_at]) : -1;
                if (digit < 0)
                {
                    throw Wrong("has a \\u without four hexadecimal digits");
                }
                unit = unit * 16 + digit;
            }
            return (char)unit;
        }

        private static int Digit(byte c)
        {
            if (c >= '0' && c <= '9')
            {
                return c - '0';
            }
            int letter = c | ' ';
            return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
        }
    }

    /// <summary>
    /// Texts of few ASCII characters that were read shortly before. Each has one place by its hash, so
    /// that the memory is bounded and nothing is searched.
    /// </summary>
    internal sealed class ShortTexts
    {
        private const int MostBytes = 40;
        private readonly string[] _known = new string[64];

        /// <summary>Returns the text of some bytes of UTF-8.</summary>
        public string Get(byte[] bytes, int from, int count)
        {
            uint hash = 2166136261;
            for (int n = 0; n < count; n++)
            {
                byte c = bytes[from + n];
                if (count > MostBytes || c >= 0x80)
                {
                    return Encoding.UTF8.GetString(bytes, from, count);
                }
                hash = unchecked((hash ^ c) * 16777619);
            }
            uint place = (hash ^ (hash >> 16)) % (uint)_known.Length;
            if (!IsSame(_known[place], bytes, from, count))
            {
                _known[place] = Encoding.UTF8.GetString(bytes, from, count);
            }
            return _known[place];
        }

        private static bool IsSame(string known, byte[] bytes, int from, int count)
        {
            if (known == null || known.Length != count)
            {
                return false;
            }
            for (int n = 0; n < count; n++)
            {
                if (known[n] != bytes[from + n])
                {
                    return false;
                }
            }
            return true;
        }
    }
}
