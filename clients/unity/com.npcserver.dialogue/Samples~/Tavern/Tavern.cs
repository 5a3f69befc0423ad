using System;
using System.Collections.Generic;
using NpcDialogue.Unity;
using NpcDialogue.V1;
using UnityEngine;

namespace NpcDialogue.Samples
{
    /// <summary>
    /// Talk with the keeper of the inn. Put this on an empty object beside an NpcCharacter, drag the
    /// character here, and press Play.
    /// </summary>
    public sealed class Tavern : MonoBehaviour
    {
        private const int MostLines = 14;

        [SerializeField]
        private NpcCharacter keeper = null;

        private readonly List<string> _lines = new List<string>();
        private string _typed = "";
        private string _said = "";
        private string _growing = "";
        private string _mood = "";
        private string _told = "Waking the house ...";
        private string _saveId = "";
        private bool _isAwake;
        private bool _hasKey;

        private async void Start()
        {
            keeper.Token += text => _growing += text;
            keeper.LineFinished += OnLine;
            keeper.MoodChanged += emotion => _mood = emotion.Label;
            keeper.ActionRequested += OnAction;
            keeper.TurnFinished += finished =>
                _told = keeper.IsUnanswered ? "The connection broke before an answer came. Say it again." : "";
            keeper.Failed += OnFailed;
            try
            {
                // with a player's token, your game's server starts, saves and loads, and reports deeds
                _hasKey = !keeper.Client.ShowsTokens;
                if (_hasKey)
                {
                    await keeper.Client.StartTimelineAsync();
                }
                _isAwake = true;
                _told = "";
            }
            catch (NpcRpcException failure)
            {
                OnFailed(failure);
            }
            catch (OperationCanceledException)
            {
                return; // play ended meanwhile
            }
        }

        private void OnLine(Line line)
        {
            Write(keeper.CharacterId + ": " + line.Text);
            _growing = "";
        }

        private async void OnAction(ActionIntent intent)
        {
            Write("(" + keeper.CharacterId + ": " + intent.Affordance + ")");
            if (!_hasKey)
            {
                return;
            }
            try
            {
                await keeper.ReportOutcomeAsync(intent, OutcomeStatus.Completed);
            }
            catch (NpcRpcException failure)
            {
                OnFailed(failure);
            }
            catch (OperationCanceledException)
            {
                return; // play ended meanwhile
            }
        }

        private void OnFailed(NpcRpcException failure)
        {
            _growing = "";
            _told = failure.Code == NpcCode.Unauthenticated
                ? "You are no longer signed in. Please sign in again and go on."
                : failure.Message;
            _typed = _typed.Length > 0 ? _typed : _said;
        }

        private async void Save()
        {
            try
            {
                _saveId = (await keeper.Client.SaveGameAsync("from the sample")).SaveId;
                _told = "Saved.";
            }
            catch (NpcRpcException failure)
            {
                OnFailed(failure);
            }
            catch (OperationCanceledException)
            {
                return; // play ended meanwhile
            }
        }

        private async void Load()
        {
            try
            {
                await keeper.Client.LoadGameAsync(_saveId);
                _lines.Clear();
                _told = "It is as it was.";
            }
            catch (NpcRpcException failure)
            {
                OnFailed(failure);
            }
            catch (OperationCanceledException)
            {
                return; // play ended meanwhile
            }
        }

        private void Speak()
        {
            if (_typed.Trim().Length == 0)
            {
                return;
            }
            Write(keeper.SpeakerName + ": " + _typed);
            keeper.Say(_typed);
            _said = _typed;
            _typed = "";
        }

        private void Write(string line)
        {
            _lines.Add(line);
            if (_lines.Count > MostLines)
            {
                _lines.RemoveAt(0);
            }
        }

        private void OnGUI()
        {
            GUILayout.BeginArea(new Rect(20, 20, Screen.width - 40, Screen.height - 40));
            GUILayout.Label("Mood: " + _mood);
            foreach (string line in _lines)
            {
                GUILayout.Label(line);
            }
            GUILayout.Label(_growing);
            GUILayout.FlexibleSpace();
            GUILayout.Label(_told);
            GUILayout.BeginHorizontal();
            _typed = GUILayout.TextField(_typed, GUILayout.Width(Screen.width - 440));
            GUI.enabled = _isAwake;
            if (GUILayout.Button("Say"))
            {
                Speak();
            }
            if (GUILayout.Button("Interrupt"))
            {
                keeper.Interrupt();
            }
            GUI.enabled = _isAwake && _hasKey;
            if (GUILayout.Button("Save"))
            {
                Save();
            }
            GUI.enabled = _saveId.Length > 0;
            if (GUILayout.Button("Load"))
            {
                Load();
            }
            GUI.enabled = true;
            GUILayout.EndHorizontal();
            GUILayout.EndArea();
        }
    }
}
