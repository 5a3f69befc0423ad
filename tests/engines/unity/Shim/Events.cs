// UnityEvent, as far as the package uses it; what the inspector would wire a test adds.
using System;

namespace UnityEngine.Events
{
    public delegate void UnityAction();

    public delegate void UnityAction<T0>(T0 value);

    public abstract class UnityEventBase
    {
        /// <summary>How many listeners a test pretends that the inspector wired.</summary>
        public int Wired;

        public int GetPersistentEventCount() { return Wired; }
    }

    [Serializable]
    public class UnityEvent : UnityEventBase
    {
        private UnityAction _calls;

        public void AddListener(UnityAction call) { _calls += call; }

        public void RemoveListener(UnityAction call) { _calls -= call; }

        public void Invoke() { if (_calls != null) _calls(); }
    }

    [Serializable]
    public class UnityEvent<T0> : UnityEventBase
    {
        private UnityAction<T0> _calls;

        public void AddListener(UnityAction<T0> call) { _calls += call; }

        public void RemoveListener(UnityAction<T0> call) { _calls -= call; }

        public void Invoke(T0 value) { if (_calls != null) _calls(value); }
    }
}
