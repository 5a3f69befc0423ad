// Runs the tests of this assembly with NUnit, all or those of one class, and prints a line for each.
using System;
using System.Collections.Generic;
using System.Reflection;
using NUnit.Framework;
using NUnit.Framework.Api;
using NUnit.Framework.Interfaces;
using NUnit.Framework.Internal;

public static class Program
{
    public static int Main(string[] arguments)
    {
        var filter = arguments.Length == 0
            ? TestFilter.Empty
            : TestFilter.FromXml("<filter><class>" + arguments[0] + "</class></filter>");
        var runner = new NUnitTestAssemblyRunner(new DefaultTestAssemblyBuilder());
        // no workers: all tests run on one thread, as in Unity
        var settings = new Dictionary<string, object> { { "NumberOfTestWorkers", 0 } };
        runner.Load(Assembly.GetExecutingAssembly(), settings);
        var result = runner.Run(TestListener.NULL, filter);
        Print(result);
        Console.WriteLine("DONE");
        return result.FailCount;
    }

    private static void Print(ITestResult result)
    {
        foreach (var child in result.Children) Print(child);
        if (result.HasChildren) return;
        var told = (result.Message + "\n" + result.StackTrace).Trim();
        Console.WriteLine(result.ResultState.Status.ToString().ToUpperInvariant() + " " + result.Test.FullName
            + " " + (int)(result.Duration * 1000) + " ms"
            + (told.Length == 0 ? "" : " " + told.Replace("\n", "\n    ")));
    }
}
