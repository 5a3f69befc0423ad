// The one handler that the gRPC assembly names, over .NET's own HTTP/2: as real on the wire, and there
// wherever .NET 8 is.
using System.Net;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;

namespace Cysharp.Net.Http
{
    public sealed class YetAnotherHttpHandler : DelegatingHandler
    {
        public YetAnotherHttpHandler() : base(new SocketsHttpHandler()) { }

        public bool? Http2Only { get; set; }

        protected override Task<HttpResponseMessage> SendAsync(
            HttpRequestMessage request, CancellationToken cancellationToken)
        {
            if (Http2Only == true) request.VersionPolicy = HttpVersionPolicy.RequestVersionExact;
            return base.SendAsync(request, cancellationToken);
        }
    }
}
