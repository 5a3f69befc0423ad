using System;
using System.Globalization;
using System.Text;
using System.Threading.Tasks;
using NpcDialogue.Wire;

namespace NpcDialogue
{
    /// <summary>
    /// What calls show: the key, or tokens of a player, which are got from the game's server at first, shortly
    /// before one ends, and when one was refused. All calls of a channel share them.
    /// </summary>
    internal sealed class NpcTokens
    {
        private static readonly TimeSpan RenewBefore = TimeSpan.FromSeconds(30);
        private static readonly DateTime Epoch = new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc);

        private readonly NpcClientOptions _options;
        private readonly object _lock = new object();
        private string _token = "";
        private DateTime _endsAt = DateTime.MinValue;
        // one request at a time, however many calls wait for it
        private Task<string> _coming;

        public NpcTokens(NpcClientOptions options)
        {
            _options = options;
        }

        /// <summary>
        /// Returns what a call shows. Throws <see cref="NpcRpcException"/> where no token could be got.
        /// </summary>
        /// <param name="refused">The token that the server refused this call with; null for none.</param>
        public Task<string> ShownAsync(string refused)
        {
            if (_options.Token == null)
            {
                return Task.FromResult(_options.Key);
            }
            lock (_lock)
            {
                if (DateTime.UtcNow + RenewBefore < _endsAt && _token != refused)
                {
                    return Task.FromResult(_token);
                }
                if (_coming == null || _coming.IsCompleted)
                {
                    _coming = GetAsync();
                }
                return _coming;
            }
        }

        /// <summary>Returns when a JSON Web Token ends; never where it does not say.</summary>
        internal static DateTime EndOf(string token)
        {
            string[] parts = token.Split('.');
            if (parts.Length != 3)
            {
                return DateTime.MaxValue;
            }
            try
            {
                string base64 = parts[1].Replace('-', '+').Replace('_', '/');
                base64 = base64.PadRight((base64.Length + 3) / 4 * 4, '=');
                return ExpiryIn(new JsonReader(Encoding.UTF8.GetString(Convert.FromBase64String(base64))));
            }
            catch (Exception error) when (error is FormatException || error is ArgumentException || error is OverflowException)
            {
                return DateTime.MaxValue;
            }
        }

        private static DateTime ExpiryIn(JsonReader claims)
        {
            claims.Open('{');
            bool isFirst = true;
            while (claims.Next('}', ref isFirst))
            {
                if (claims.Name() == "exp")
                {
                    return Epoch.AddSeconds(double.Parse(claims.Number(), CultureInfo.InvariantCulture));
                }
                claims.Skip();
            }
            return DateTime.MaxValue;
        }

        private async Task<string> GetAsync()
        {
            string token;
            try
            {
                token = (await _options.Token() ?? "").Trim();
                if (token.Length == 0)
                {
                    throw new InvalidOperationException("it is empty");
                }
            }
            catch (Exception error) when (!(error is NpcRpcException))
            {
                throw new NpcRpcException(
                    NpcCode.Unavailable, "no token came from the game's server (" + error.Message + ")",
                    null, null, null, error);
            }
            lock (_lock)
            {
                _token = token;
                _endsAt = EndOf(token);
            }
            return token;
        }
    }
}
