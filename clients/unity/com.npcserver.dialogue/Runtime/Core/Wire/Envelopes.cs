using System;

namespace NpcDialogue.Wire
{
    /// <summary>A streamed reply that has no envelopes.</summary>
    public sealed class EnvelopeException : FormatException
    {
        /// <summary>Says what is wrong with it.</summary>
        public EnvelopeException(string message)
            : base(message)
        {
        }
    }

    /// <summary>
    /// Cuts a streamed reply into its messages, however the bytes come: a byte of flags, four bytes of
    /// length with the highest first, then as many bytes.
    /// </summary>
    public sealed class EnvelopeParser
    {
        /// <summary>Flag of the last envelope, which says how the stream ended.</summary>
        public const byte EndStream = 2;

        private const int HeadLength = 5;
        private readonly int _most;
        private byte[] _kept = new byte[512];
        private int _length;

        /// <summary>Refuses messages of more bytes than this.</summary>
        public EnvelopeParser(int most = 16 * 1024 * 1024)
        {
            _most = most;
        }

        /// <summary>Whether a message has begun and not ended.</summary>
        public bool IsInside
        {
            get { return _length > 0; }
        }

        /// <summary>
        /// Takes bytes, and hands over each message that is whole: its flags, and its position in a
        /// buffer that is valid only during the call. Throws <see cref="EnvelopeException"/> for a
        /// message that is too long.
        /// </summary>
        public void Feed(byte[] bytes, int count, Action<byte, byte[], int, int> onMessage)
        {
            Keep(bytes, count);
            int at = 0;
            try
            {
                while (_length - at >= HeadLength)
                {
                    int size = Size(at);
                    if (_length - at - HeadLength < size)
                    {
                        break;
                    }
                    int from = at;
                    at += HeadLength + size;
                    onMessage(_kept[from], _kept, from + HeadLength, size);
                }
            }
            finally
            {
                _length -= at;
                Buffer.BlockCopy(_kept, at, _kept, 0, _length);
            }
        }

        /// <summary>Returns a message in its envelope.</summary>
        public static byte[] Wrap(byte flags, byte[] message)
        {
            var wrapped = new byte[HeadLength + message.Length];
            wrapped[0] = flags;
            wrapped[1] = (byte)(message.Length >> 24);
            wrapped[2] = (byte)(message.Length >> 16);
            wrapped[3] = (byte)(message.Length >> 8);
            wrapped[4] = (byte)message.Length;
            Buffer.BlockCopy(message, 0, wrapped, HeadLength, message.Length);
            return wrapped;
        }

        private int Size(int at)
        {
            long size = ((long)_kept[at + 1] << 24) | ((long)_kept[at + 2] << 16)
                | ((long)_kept[at + 3] << 8) | _kept[at + 4];
            if (size > _most)
            {
                throw new EnvelopeException(
                    "A message of " + size + " bytes came; more than " + _most + " are not taken.");
            }
            return (int)size;
        }

        private void Keep(byte[] bytes, int count)
        {
            if (_length + count > _kept.Length)
            {
                Array.Resize(ref _kept, Math.Max(_kept.Length * 2, _length + count));
            }
            Buffer.BlockCopy(bytes, 0, _kept, _length, count);
            _length += count;
        }
    }
}
