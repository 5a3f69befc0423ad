using NUnit.Framework;
using UnityEngine.Shim;

/// <summary>Makes the thread that runs the tests the main one.</summary>
[SetUpFixture]
public sealed class MainThreadOfTests
{
    [OneTimeSetUp]
    public void Begin() { PlayerLoop.Begin(); }
}
