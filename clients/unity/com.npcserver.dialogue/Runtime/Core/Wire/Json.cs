using System;
using System.Globalization;
using System.Text;

namespace NpcDialogue.Wire
{
    /// <summary>
    /// Reads JSON token by token from a text. Nesting is bounded, and anything that is not JSON is a
    /// <see cref="FormatException"/> that names the position.
    /// </summary>
    public sealed class JsonReader
    {
        private const int MostDepth = 64;
        private readonly string _text;
        private int _at;
        private int _depth;

        /// <summary>Reads a text from its beginning.</summary>
        public JsonReader(string text)
        {
            _text = text ?? "";
        }

        /// <summary>Returns the first character of the next token without reading it; '\0' at the end.</summary>
        public char Peek()
        {
            while (_at < _text.Length && IsSpace(_text[_at]))
            {
                _at++;
            }
            return _at < _text.Length ? _text[_at] : '\0';
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
            string name = String();
            Take(':');
            return name;
        }

        /// <summary>Reads a text.</summary>
        public string String()
        {
            Take('"');
            int from = _at;
            while (_at < _text.Length && _text[_at] != '"' && _text[_at] != '\\' && _text[_at] >= ' ')
            {
                _at++;
            }
            if (_at < _text.Length && _text[_at] == '"')
            {
                return _text.Substring(from, _at++ - from);
            }
            return Escaped(from);
        }

        /// <summary>Reads a number, as it is written.</summary>
        public string Number()
        {
            Peek();
            int from = _at;
            while (_at < _text.Length && IsOfNumber(_text[_at]))
            {
                _at++;
            }
            if (_at == from)
            {
                throw Wrong("has no number where one should be");
            }
            return _text.Substring(from, _at - from);
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
            if (Peek() != '\0' || _at < _text.Length)
            {
                throw Wrong("goes on after its end");
            }
        }

        /// <summary>Returns an error that names where the reader is; never shows the text itself.</summary>
        public FormatException Wrong(string what)
        {
            return new FormatException("The JSON " + what + " (at character " + _at + ").");
        }

        private static bool IsSpace(char c)
        {
            return c == ' ' || c == '\n' || c == '\r' || c == '\t';
        }

        private static bool IsOfNumber(char c)
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
            if (string.CompareOrdinal(_text, _at, word, 0, word.Length) != 0)
            {
                throw Wrong("has no " + word + " where one should be");
            }
            _at += word.Length;
        }

        private string Escaped(int from)
        {
            var text = new StringBuilder(_text, from, _at - from, 2 * (_at - from) + 16);
            while (_at < _text.Length)
            {
                char c = _text[_at++];
                if (c == '"')
                {
                    return JsonText.WithoutHalves(text);
                }
                if (c < ' ')
                {
                    throw Wrong("has a control character inside a text");
                }
                text.Append(c == '\\' ? Escape() : c);
            }
            throw Wrong("ends inside a text");
        }

        private char Escape()
        {
            char c = _at < _text.Length ? _text[_at++] : '\0';
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
                int digit = _at < _text.Length ? Digit(_text[_at]) : -1;
                if (digit < 0)
                {
                    throw Wrong("has a \\u without four hexadecimal digits");
                }
                unit = unit * 16 + digit;
            }
            return (char)unit;
        }

        private static int Digit(char c)
        {
            if (c >= '0' && c <= '9')
            {
                return c - '0';
            }
            int letter = c | ' ';
            return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
        }
    }

    /// <summary>Texts as they are in JSON.</summary>
    public static class JsonText
    {
        private const char Replacement = '\uFFFD';

        /// <summary>Appends a text in quotes.</summary>
        public static void Append(StringBuilder to, string text)
        {
            to.Append('"');
            int written = 0;
            for (int at = 0; at < text.Length; at++)
            {
                char c = text[at];
                if (c >= ' ' && c != '"' && c != '\\' && !char.IsSurrogate(c) && !EndsLine(c))
                {
                    continue;
                }
                if (IsPair(text, at))
                {
                    at++;
                    continue;
                }
                to.Append(text, written, at - written);
                AppendEscape(to, c);
                written = at + 1;
            }
            to.Append(text, written, text.Length - written).Append('"');
        }

        /// <summary>Returns a text in which each half of a surrogate pair has its other half.</summary>
        public static string WithoutHalves(StringBuilder text)
        {
            for (int at = 0; at < text.Length; at++)
            {
                if (!char.IsSurrogate(text[at]))
                {
                    continue;
                }
                bool isPair = at + 1 < text.Length && char.IsSurrogatePair(text[at], text[at + 1]);
                if (isPair)
                {
                    at++;
                }
                else
                {
                    text[at] = Replacement;
                }
            }
            return text.ToString();
        }

        private static bool IsPair(string text, int at)
        {
            return at + 1 < text.Length && char.IsSurrogatePair(text[at], text[at + 1]);
        }

        /// <summary>Whether others than JSON take it for the end of a line: C1 controls, U+2028, U+2029.</summary>
        private static bool EndsLine(char c)
        {
            return (c >= '\u007f' && c <= '\u009f') || c == '\u2028' || c == '\u2029';
        }

        private static void AppendEscape(StringBuilder to, char c)
        {
            switch (c)
            {
                case '"': to.Append("\\\""); break;
                case '\\': to.Append("\\\\"); break;
                case '\n': to.Append("\\n"); break;
                case '\r': to.Append("\\r"); break;
                case '\t': to.Append("\\t"); break;
                default:
                    if (char.IsSurrogate(c))
                    {
                        to.Append(Replacement);
                    }
                    else
                    {
                        to.Append("\\u").Append(((int)c).ToString("x4", CultureInfo.InvariantCulture));
                    }
                    break;
            }
        }
    }

    /// <summary>Numbers as they are in JSON, whatever the language of the machine.</summary>
    public static class JsonNumbers
    {
        /// <summary>Reads a number; protobuf writes what JSON has no digits for as a word.</summary>
        public static double Double(string text)
        {
            switch (text)
            {
                case "NaN": return double.NaN;
                case "Infinity": return double.PositiveInfinity;
                case "-Infinity": return double.NegativeInfinity;
            }
            double value;
            const NumberStyles Styles =
                NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint | NumberStyles.AllowExponent;
            bool isNumber = double.TryParse(text, Styles, CultureInfo.InvariantCulture, out value);
            if (!isNumber || double.IsInfinity(value) || double.IsNaN(value))
            {
                throw new FormatException("The JSON has something that is no number where one should be.");
            }
            return value < 0 || value > 0 || text[0] != '-' ? value : -0.0;
        }

        /// <summary>Reads a whole number of 32 bits.</summary>
        public static int Int32(string text)
        {
            int whole;
            if (int.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out whole))
            {
                return whole;
            }
            double value = Double(text);
            if (value >= int.MinValue && value <= int.MaxValue && Math.Floor(value) == value)
            {
                return (int)value;
            }
            throw new FormatException("The JSON has a number that is no whole number of 32 bits.");
        }

        /// <summary>Returns a number so that reading it gives the very same.</summary>
        public static string Text(double value)
        {
            if (double.IsNaN(value))
            {
                return "\"NaN\"";
            }
            if (double.IsInfinity(value))
            {
                return value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
            }
            if (value == 0 && BitConverter.DoubleToInt64Bits(value) != 0L)
            {
                return "-0.0";
            }
            string shortest = value.ToString("R", CultureInfo.InvariantCulture);
            double again;
            bool isSame = double.TryParse(shortest, NumberStyles.Float, CultureInfo.InvariantCulture, out again)
                && again == value;
            return isSame ? shortest : value.ToString("G17", CultureInfo.InvariantCulture);
        }
    }
}
