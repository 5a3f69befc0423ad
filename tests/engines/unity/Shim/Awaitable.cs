// Unity 6's Awaitable, on top of a task.
#if UNITY_6000_0_OR_NEWER
using System;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace UnityEngine
{
    [AsyncMethodBuilder(typeof(AwaitableBuilder))]
    public sealed class Awaitable
    {
        internal readonly TaskCompletionSource<bool> Done = new TaskCompletionSource<bool>();

        public TaskAwaiter GetAwaiter() { return ((Task)Done.Task).GetAwaiter(); }
    }

    [AsyncMethodBuilder(typeof(AwaitableBuilder<>))]
    public sealed class Awaitable<T>
    {
        internal readonly TaskCompletionSource<T> Done = new TaskCompletionSource<T>();

        public TaskAwaiter<T> GetAwaiter() { return Done.Task.GetAwaiter(); }
    }

    public struct AwaitableBuilder
    {
        public Awaitable Task { get; private set; }

        public static AwaitableBuilder Create() { return new AwaitableBuilder { Task = new Awaitable() }; }

        public void SetResult() { Task.Done.SetResult(true); }

        public void SetException(Exception exception) { Task.Done.SetException(exception); }

        public void SetStateMachine(IAsyncStateMachine machine) { }

        public void Start<M>(ref M machine) where M : IAsyncStateMachine { machine.MoveNext(); }

        public void AwaitOnCompleted<A, M>(ref A awaiter, ref M machine)
            where A : INotifyCompletion where M : IAsyncStateMachine
        {
            IAsyncStateMachine boxed = machine;
            awaiter.OnCompleted(boxed.MoveNext);
        }

        public void AwaitUnsafeOnCompleted<A, M>(ref A awaiter, ref M machine)
            where A : ICriticalNotifyCompletion where M : IAsyncStateMachine
        {
            AwaitOnCompleted(ref awaiter, ref machine);
        }
    }

    public struct AwaitableBuilder<T>
    {
        public Awaitable<T> Task { get; private set; }

        public static AwaitableBuilder<T> Create() { return new AwaitableBuilder<T> { Task = new Awaitable<T>() }; }

        public void SetResult(T result) { Task.Done.SetResult(result); }

        public void SetException(Exception exception) { Task.Done.SetException(exception); }

        public void SetStateMachine(IAsyncStateMachine machine) { }

        public void Start<M>(ref M machine) where M : IAsyncStateMachine { machine.MoveNext(); }

        public void AwaitOnCompleted<A, M>(ref A awaiter, ref M machine)
            where A : INotifyCompletion where M : IAsyncStateMachine
        {
            IAsyncStateMachine boxed = machine;
            awaiter.OnCompleted(boxed.MoveNext);
        }

        public void AwaitUnsafeOnCompleted<A, M>(ref A awaiter, ref M machine)
            where A : ICriticalNotifyCompletion where M : IAsyncStateMachine
        {
            AwaitOnCompleted(ref awaiter, ref machine);
        }
    }
}
#endif
