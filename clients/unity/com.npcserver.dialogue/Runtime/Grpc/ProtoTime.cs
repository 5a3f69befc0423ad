using System;
using System.IO;

namespace NpcDialogue.Grpc
{
    /// <summary>google.protobuf.Timestamp: seconds since 1970 and nanoseconds, in UTC.</summary>
    internal static class ProtoTime
    {
        private const int SecondsTag = 1 << 3;
        private const int NanosTag = 2 << 3;
        private const int NanosPerTick = 100;
        private static readonly DateTime Epoch = new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc);

        public static byte[] ToBytes(DateTime value, int finer)
        {
            // as in JSON: what is not marked as local is taken as it is
            DateTime moment = value.Kind == DateTimeKind.Local ? value.ToUniversalTime() : value;
            long ticks = (moment - Epoch).Ticks;
            long seconds = ticks / TimeSpan.TicksPerSecond;
            long rest = ticks % TimeSpan.TicksPerSecond;
            if (rest < 0)
            {
                // nanoseconds count forward, before 1970 too
                seconds -= 1;
                rest += TimeSpan.TicksPerSecond;
            }
            var to = new MemoryStream();
            if (seconds != 0)
            {
                to.WriteByte(SecondsTag);
                ProtoWriter.Number(to, seconds);
            }
            long nanos = rest * NanosPerTick + finer;
            if (nanos != 0)
            {
                to.WriteByte(NanosTag);
                ProtoWriter.Number(to, nanos);
            }
            return to.ToArray();
        }
    }
}
