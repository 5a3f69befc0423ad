// Runs the tests of this assembly, one after the other on one thread, and prints a line for each.
using System;
using System.Collections;
using System.Linq;
using System.Reflection;
using NpcDialogue.Http;
using NUnit.Framework;
using UnityEngine.Shim;
using UnityEngine.TestTools;

public static class Program
{
    public static int Main()
    {
        PlayerLoop.Begin();
        var failed = 0;
        var types = Assembly.GetExecutingAssembly().GetTypes().Where(type => !type.IsAbstract);
        foreach (var type in types.OrderBy(type => type.FullName))
            foreach (var method in type.GetMethods().Where(method => Has<TestAttribute>(method) || Has<UnityTestAttribute>(method)))
                if (!Passes(type, method)) failed++;
        Console.WriteLine("DONE");
        return Leaving.With(failed);
    }

    private static bool Passes(Type type, MethodInfo method)
    {
        var name = type.FullName + "." + method.Name;
        var fixture = Activator.CreateInstance(type);
        var watch = System.Diagnostics.Stopwatch.StartNew();
        try
        {
            try
            {
                CallAll<SetUpAttribute>(fixture);
                var steps = method.Invoke(fixture, null) as IEnumerator;
                if (steps != null) Playing.Play(steps);
            }
            finally
            {
                CallAll<TearDownAttribute>(fixture);
            }
            Playing.CheckLeftovers();
            Console.WriteLine("PASSED " + name + " " + watch.ElapsedMilliseconds + " ms");
            return true;
        }
        catch (Exception thrown)
        {
            var cause = thrown is TargetInvocationException ? thrown.InnerException : thrown;
            var ignored = cause is IgnoreException;
            Console.WriteLine((ignored ? "SKIPPED " : "FAILED ") + name + " " + cause.ToString().Replace("\n", "\n    "));
            return ignored;
        }
    }

    private static bool Has<T>(MemberInfo method) where T : Attribute
    {
        return method.GetCustomAttributes(typeof(T), true).Length > 0;
    }

    private static void CallAll<T>(object fixture) where T : Attribute
    {
        foreach (var method in fixture.GetType().GetMethods().Where(Has<T>)) method.Invoke(fixture, null);
    }
}
