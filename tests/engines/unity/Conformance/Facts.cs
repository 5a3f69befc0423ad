using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Text;
using NpcDialogue.V1;
using NpcDialogue.Wire;

namespace NpcDialogue.Conformance
{
    /// <summary>
    /// What a game reads by properties and constants, as JSON, for the facts of vectors.json. Names are those
    /// of the protos, and become names of C# here, apart from the generator's own way of doing so.
    /// </summary>
    internal static class Facts
    {
        private const string Package = "npcserver.";

        /// <summary>Returns what lies at each path, such as <c>lines.0.text</c>, as a JSON list.</summary>
        public static string Read(Message message, IEnumerable<string> paths)
        {
            return "[" + string.Join(",", paths.Select(path => Json(At(message, path)))) + "]";
        }

        /// <summary>Returns the numbers of constants such as <c>RUNG_PRIMARY</c>, as a JSON list.</summary>
        public static string Constants(string name, IEnumerable<string> constants)
        {
            string[] parts = name.Substring(Package.Length).Split('.');
            string within = parts[0] == "admin" ? "NpcDialogue.Admin.V1." : "NpcDialogue.V1.";
            Type type = typeof(Rung).Assembly.GetType(within + parts[parts.Length - 1], true);
            string[] all = constants.ToArray();
            string prefix = all[0].Substring(0, all[0].Length - "UNSPECIFIED".Length);
            return "[" + string.Join(",", all.Select(one => Number(type, one.Substring(prefix.Length)))) + "]";
        }

        private static string Number(Type type, string constant)
        {
            object value = Enum.Parse(type, Pascal(constant));
            return ((int)value).ToString(CultureInfo.InvariantCulture);
        }

        private static object At(object value, string path)
        {
            foreach (string part in path.Split('.'))
            {
                var list = value as IList;
                var map = value as IDictionary;
                value = list != null ? list[int.Parse(part)] : map != null ? map[part] : Member(value, part);
            }
            return value;
        }

        private static object Member(object message, string name)
        {
            Type type = message.GetType();
            PropertyInfo arm = type.GetProperty(Pascal(name) + "Case");
            if (arm != null)
            {
                string which = arm.GetValue(message).ToString();
                return which == "None" ? "" : Snake(which);
            }
            // a property cannot be called as its class
            PropertyInfo found = type.GetProperty(Pascal(name)) ?? type.GetProperty(Pascal(name) + "_");
            return found.GetValue(message);
        }

        private static string Json(object value)
        {
            if (value is string)
            {
                var text = new StringBuilder();
                JsonText.Append(text, (string)value);
                return text.ToString();
            }
            if (value is bool)
            {
                return (bool)value ? "true" : "false";
            }
            if (value is DateTime)
            {
                return "\"" + ((DateTime)value).ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture) + "\"";
            }
            if (value is IEnumerable)
            {
                return "[" + string.Join(",", ((IEnumerable)value).Cast<object>().Select(Json)) + "]";
            }
            return value is double
                ? ((double)value).ToString("R", CultureInfo.InvariantCulture)
                : Convert.ToInt64(value).ToString(CultureInfo.InvariantCulture);
        }

        private static string Pascal(string name)
        {
            return string.Concat(name.Split('_').Select(
                part => part.Substring(0, 1).ToUpperInvariant() + part.Substring(1).ToLowerInvariant()));
        }

        private static string Snake(string name)
        {
            return string.Concat(name.Select((letter, at) =>
                (at > 0 && char.IsUpper(letter) ? "_" : "") + char.ToLowerInvariant(letter)));
        }
    }
}
