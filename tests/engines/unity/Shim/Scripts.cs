// What becomes of a scene when the editor compiles scripts anew during play, which it does by default.
using System;
using System.Reflection;

namespace UnityEngine.Shim
{
    public static class Scripts
    {
        private const BindingFlags Fields = BindingFlags.Instance | BindingFlags.Public
            | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

        /// <summary>
        /// Disables all that runs, forgets what is not marked to be kept, and enables it again. Unity
        /// keeps a little more than that, which nobody should count on.
        /// </summary>
        public static void CompileAnew()
        {
            foreach (var behaviour in World.Running())
            {
                World.Call(behaviour, "OnDisable");
                var asNew = Activator.CreateInstance(behaviour.GetType());
                foreach (var field in behaviour.GetType().GetFields(Fields))
                    if (!field.IsDefined(typeof(SerializeField), false))
                        field.SetValue(behaviour, field.GetValue(asNew));
            }
            foreach (var behaviour in World.Running()) World.Call(behaviour, "OnEnable");
        }
    }
}
