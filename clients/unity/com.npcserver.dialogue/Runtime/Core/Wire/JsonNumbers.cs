using System;
using System.Globalization;

namespace NpcDialogue.Wire
{
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

        /// <summary>Reads a whole number of 64 bits.</summary>
        public static long Int64(string text)
        {
            long whole;
            if (long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out whole))
            {
                return whole;
            }
            double value = Double(text);
            if (value >= long.MinValue && value < long.MaxValue && Math.Floor(value) == value)
            {
                return (long)value;
            }
            throw new FormatException("The JSON has a number that is no whole number of 64 bits.");
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
