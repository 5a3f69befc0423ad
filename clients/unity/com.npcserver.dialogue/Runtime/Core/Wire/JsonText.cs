using System.Globalization;
using System.Text;

namespace NpcDialogue.Wire
{
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
        public static string WithoutHalves(char[] text, int length)
        {
            for (int at = 0; at < length; at++)
            {
                if (!char.IsSurrogate(text[at]))
                {
                    continue;
                }
                if (at + 1 < length && char.IsSurrogatePair(text[at], text[at + 1]))
                {
                    at++;
                }
                else
                {
                    text[at] = Replacement;
                }
            }
            return new string(text, 0, length);
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
}
