// As much of NUnit as the package's tests use: NUnit's own library wants a newer class library than
// Debian's mono has.
using System;
using System.Collections;
using System.Collections.Generic;

namespace NUnit.Framework
{
    [AttributeUsage(AttributeTargets.Class)]
    public sealed class TestFixtureAttribute : Attribute { }

    [AttributeUsage(AttributeTargets.Method)]
    public sealed class TestAttribute : Attribute { }

    [AttributeUsage(AttributeTargets.Method)]
    public sealed class SetUpAttribute : Attribute { }

    [AttributeUsage(AttributeTargets.Method)]
    public sealed class TearDownAttribute : Attribute { }

    public sealed class AssertionException : Exception
    {
        public AssertionException(string message) : base(message) { }
    }

    public sealed class IgnoreException : Exception
    {
        public IgnoreException(string message) : base(message) { }
    }

    public static class Assert
    {
        public static void IsTrue(bool condition, string message = "") { Hold(condition, "true", "false", message); }

        public static void IsFalse(bool condition, string message = "") { Hold(!condition, "false", "true", message); }

        public static void IsNull(object value, string message = "") { Hold(value == null, "null", value, message); }

        public static void IsNotNull(object value, string message = "")
        {
            Hold(value != null, "not null", "null", message);
        }

        public static void AreEqual(object expected, object actual, string message = "")
        {
            Hold(Equals(expected, actual), expected, actual, message);
        }

        public static void AreNotEqual(object unwanted, object actual, string message = "")
        {
            Hold(!Equals(unwanted, actual), "anything but " + unwanted, actual, message);
        }

        public static void Greater(int more, int less, string message = "")
        {
            Hold(more > less, "more than " + less, more, message);
        }

        public static void DoesNotThrow(Action action) { action(); }

        public static T Throws<T>(Action code) where T : Exception
        {
            try { code(); }
            catch (T thrown) { return thrown; }
            throw new AssertionException(typeof(T).Name + " was expected");
        }

        public static void Fail(string message) { throw new AssertionException(message); }

        public static void Ignore(string message) { throw new IgnoreException(message); }

        private static void Hold(bool isSo, object expected, object actual, string message)
        {
            if (!isSo) Fail(message + " expected: " + expected + ", but was: " + actual);
        }
    }

    public static class StringAssert
    {
        public static void Contains(string expected, string actual)
        {
            if (!actual.Contains(expected)) Assert.Fail("expected " + expected + " in: " + actual);
        }
    }
}

namespace UnityEngine.TestTools
{
    [AttributeUsage(AttributeTargets.Method)]
    public sealed class UnityTestAttribute : Attribute { }
}
