// What the package uses of UnityEngine's objects, so that its own files compile and run without the
// editor. Where Unity is strict the shim is too: destroyed objects compare equal to null and throw
// when used, and everything is for the main thread only.
using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEngine.Shim;

namespace UnityEngine
{
    public class UnityException : Exception
    {
        public UnityException(string message) : base(message) { }
    }

    public class MissingReferenceException : Exception
    {
        public MissingReferenceException(string message) : base(message) { }
    }

    [Flags]
    public enum HideFlags { None = 0, HideInHierarchy = 1, DontSave = 52, HideAndDontSave = 61 }

    public enum FindObjectsInactive { Exclude, Include }

    public enum FindObjectsSortMode { None, InstanceID }

    public class Object
    {
        internal bool IsDestroyed;
        private string _name = "";

        public HideFlags hideFlags { get; set; }

        public string name
        {
            get { CheckAlive(); return _name; }
            set { CheckAlive(); _name = value; }
        }

        public static void Destroy(Object obj)
        {
            PlayerLoop.CheckMainThread("Destroy");
            World.DestroyLater(obj);
        }

        public static void DestroyImmediate(Object obj)
        {
            PlayerLoop.CheckMainThread("DestroyImmediate");
            World.DestroyNow(obj);
        }

        public static void DontDestroyOnLoad(Object target)
        {
            PlayerLoop.CheckMainThread("DontDestroyOnLoad");
            ((GameObject)target).StaysOnLoad = true;
        }

        public static T[] FindObjectsByType<T>(FindObjectsInactive inactive, FindObjectsSortMode order)
            where T : Object
        {
            PlayerLoop.CheckMainThread("FindObjectsByType");
            return World.Find<T>(inactive == FindObjectsInactive.Include);
        }

        public static implicit operator bool(Object obj) { return !IsNull(obj); }

        public static bool operator ==(Object a, Object b)
        {
            return IsNull(a) ? IsNull(b) : ReferenceEquals(a, b);
        }

        public static bool operator !=(Object a, Object b) { return !(a == b); }

        public override bool Equals(object other) { return this == other as Object; }

        public override int GetHashCode() { return System.Runtime.CompilerServices.RuntimeHelpers.GetHashCode(this); }

        protected void CheckAlive()
        {
            PlayerLoop.CheckMainThread(GetType().Name);
            if (IsDestroyed)
                throw new MissingReferenceException(
                    GetType().Name + " has been destroyed but you are still trying to access it.");
        }

        private static bool IsNull(Object obj) { return ReferenceEquals(obj, null) || obj.IsDestroyed; }
    }

    public class ScriptableObject : Object
    {
        public static T CreateInstance<T>() where T : ScriptableObject, new()
        {
            PlayerLoop.CheckMainThread("CreateInstance");
            var made = new T();
            World.Call(made, "OnEnable");
            return made;
        }
    }

    public class Component : Object
    {
        internal GameObject Owner;

        public GameObject gameObject { get { CheckAlive(); return Owner; } }

        public T GetComponent<T>() where T : Component { return gameObject.GetComponent<T>(); }

        public void SendMessage(string method, object value) { gameObject.SendMessage(method, value); }
    }

    public class Behaviour : Component
    {
        private bool _enabled = true;

        public bool enabled
        {
            get { CheckAlive(); return _enabled; }
            set { CheckAlive(); _enabled = value; World.Refresh(this as MonoBehaviour); }
        }

        // false already while OnDisable is called
        public bool isActiveAndEnabled
        {
            get { CheckAlive(); return WantsToRun && (!(this is MonoBehaviour own) || own.IsOn); }
        }

        internal bool WantsToRun { get { return !IsDestroyed && _enabled && Owner.IsActive; } }
    }

    public class MonoBehaviour : Behaviour
    {
        internal bool HasAwoken;
        internal bool HasStarted;
        internal bool IsOn;
    }

    public sealed class GameObject : Object
    {
        internal readonly List<Component> Components = new List<Component>();
        internal bool IsActive = true;
        internal bool StaysOnLoad;

        public GameObject(string name)
        {
            PlayerLoop.CheckMainThread("GameObject");
            this.name = name;
            World.Add(this);
        }

        public bool activeSelf { get { CheckAlive(); return IsActive; } }

        public void SetActive(bool value)
        {
            CheckAlive();
            IsActive = value;
            foreach (var component in Components.ToArray()) World.Refresh(component as MonoBehaviour);
        }

        public T AddComponent<T>() where T : Component, new()
        {
            CheckAlive();
            var made = new T { Owner = this };
            Components.Add(made);
            World.Refresh(made as MonoBehaviour);
            return made;
        }

        public T GetComponent<T>() where T : Component
        {
            CheckAlive();
            foreach (var component in Components)
                if (component is T found) return found;
            return null;
        }

        public void SendMessage(string method, object value)
        {
            CheckAlive();
            foreach (var component in Components.ToArray()) World.Call(component, method, value);
        }
    }
}

namespace UnityEngine.Shim
{
    /// <summary>All game objects there are, and the order in which Unity calls their methods.</summary>
    public static class World
    {
        private const BindingFlags AnyMethod =
            BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

        private static readonly List<GameObject> Objects = new List<GameObject>();
        private static readonly List<Object> Doomed = new List<Object>();

        /// <summary>Unloads the scene: destroys all that is not kept by DontDestroyOnLoad.</summary>
        public static void LoadEmptyScene()
        {
            foreach (var found in Objects.ToArray())
                if (!found.StaysOnLoad) DestroyNow(found);
        }

        internal static void Add(GameObject made) { Objects.Add(made); }

        internal static void DestroyLater(Object obj) { if (obj != null) Doomed.Add(obj); }

        internal static T[] Find<T>(bool withInactive) where T : Object
        {
            var found = new List<T>();
            foreach (var owner in Objects)
                foreach (var component in owner.Components)
                    if (component is T match && (withInactive || owner.IsActive)
                        && (owner.hideFlags & HideFlags.DontSave) != HideFlags.DontSave)
                        found.Add(match);
            return found.ToArray();
        }

        internal static void Frame()
        {
            foreach (var behaviour in Running())
                if (!behaviour.HasStarted)
                {
                    behaviour.HasStarted = true;
                    Call(behaviour, "Start");
                }
            foreach (var behaviour in Running()) Call(behaviour, "Update");
            foreach (var behaviour in Running()) Call(behaviour, "LateUpdate");
            var doomed = Doomed.ToArray();
            Doomed.Clear();
            foreach (var obj in doomed) DestroyNow(obj);
        }

        internal static void DestroyNow(Object obj)
        {
            if (obj == null) return;
            var owner = obj as GameObject;
            if (ReferenceEquals(owner, null)) DestroyComponent((Component)obj);
            else
            {
                foreach (var component in owner.Components.ToArray()) DestroyComponent(component);
                Objects.Remove(owner);
                owner.IsDestroyed = true;
            }
        }

        internal static void Refresh(MonoBehaviour behaviour)
        {
            if (ReferenceEquals(behaviour, null)) return;
            if (!behaviour.HasAwoken && behaviour.Owner.IsActive)
            {
                behaviour.HasAwoken = true;
                Call(behaviour, "Awake");
            }
            if (behaviour.IsOn == behaviour.WantsToRun) return;
            behaviour.IsOn = behaviour.WantsToRun;
            Call(behaviour, behaviour.IsOn ? "OnEnable" : "OnDisable");
        }

        /// <summary>Calls a method by name, as Unity does; what it throws goes to the log.</summary>
        internal static void Call(object target, string method, params object[] arguments)
        {
            for (var type = target.GetType(); type != null; type = type.BaseType)
            {
                var found = type.GetMethod(method, AnyMethod | BindingFlags.DeclaredOnly);
                if (found == null || found.GetParameters().Length != arguments.Length) continue;
                try { found.Invoke(target, arguments); }
                catch (TargetInvocationException thrown) { Debug.LogException(thrown.InnerException); }
                return;
            }
        }

        internal static List<MonoBehaviour> Running()
        {
            var running = new List<MonoBehaviour>();
            foreach (var owner in Objects)
                foreach (var component in owner.Components)
                    if (component is MonoBehaviour behaviour && behaviour.IsOn) running.Add(behaviour);
            return running;
        }

        private static void DestroyComponent(Component component)
        {
            var behaviour = component as MonoBehaviour;
            if (!ReferenceEquals(behaviour, null))
            {
                if (behaviour.IsOn)
                {
                    behaviour.IsOn = false;
                    Call(behaviour, "OnDisable");
                }
                if (behaviour.HasAwoken) Call(behaviour, "OnDestroy");
            }
            component.Owner.Components.Remove(component);
            component.IsDestroyed = true;
        }
    }
}
