// What tests use of Unity's Test Framework, on NUnit: a test that is an enumerator goes on by a frame
// at each `yield return null`.
using System;
using System.Collections;
using NUnit.Framework;
using NUnit.Framework.Interfaces;
using NUnit.Framework.Internal;
using NUnit.Framework.Internal.Builders;
using NUnit.Framework.Internal.Commands;
using UnityEngine.Shim;

namespace UnityEngine.TestTools
{
    [AttributeUsage(AttributeTargets.Method)]
    public sealed class UnityTestAttribute : NUnitAttribute, ISimpleTestBuilder, IImplyFixture, IWrapTestMethod
    {
        public TestMethod BuildFrom(IMethodInfo method, Test suite)
        {
            // without an expected result NUnit refuses a test that returns something
            var parameters = new TestCaseParameters { ExpectedResult = new object() };
            return new NUnitTestCaseBuilder().BuildTestMethod(method, suite, parameters);
        }

        public TestCommand Wrap(TestCommand command) { return new Playing(command.Test); }

        private sealed class Playing : TestCommand
        {
            public Playing(Test test) : base(test) { }

            public override TestResult Execute(TestExecutionContext context)
            {
                var method = ((TestMethod)Test).Method;
                var steps = (IEnumerator)method.Invoke(context.TestObject, new object[0]);
                Shim.Playing.Play(steps);
                context.CurrentResult.SetResult(ResultState.Success);
                return context.CurrentResult;
            }
        }
    }
}
