using System;
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
}
