// Runs the tests of this assembly with NUnit and prints a line for each.
using System;
using System.Collections.Generic;
using System.Reflection;
using NUnit.Framework;
using NUnit.Framework.Api;
using NUnit.Framework.Interfaces;
using NUnit.Framework.Internal;

public static class Program
{
    public static int Main()
    {
        var runner = new NUnitTestAssemblyRunner(new DefaultTestAssemblyBuilder());
        // no workers: all tests run on one thread, as in Unity
        var settings = new Dictionary<string, object> { { "NumberOfTestWorkers", 0 } };
        runner.Load(Assembly.GetExecutingAssembly(), settings);
        var result = runner.Run(TestListener.NULL, TestFilter.Empty);
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
            + (told.Length == 0 ? "" : " " + told.Replace("\n", "\n    ")));
    }
}
