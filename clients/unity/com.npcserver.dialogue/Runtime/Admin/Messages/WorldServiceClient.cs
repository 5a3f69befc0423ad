// Generated from proto/npcserver/admin/v1/world_service.proto by proto/generate_csharp.py; do not edit.
using System;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.V1;

namespace NpcDialogue.Admin.V1
{
    /// <summary>Manages what authors write about worlds and their places.</summary>
    public sealed class WorldServiceClient
    {
        private readonly NpcChannel _channel;

        /// <summary>Makes its calls through a channel.</summary>
        public WorldServiceClient(NpcChannel channel)
        {
            _channel = channel;
        }

        /// <summary>Creates a world. Idempotent by <c>request_id</c>.</summary>
        public Task<CreateWorldResponse> CreateWorldAsync(
            CreateWorldRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.WorldService/CreateWorld", request, () => new CreateWorldResponse(),
                options, cancel);
        }

        /// <summary>Returns a world.</summary>
        public Task<GetWorldResponse> GetWorldAsync(
            GetWorldRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.WorldService/GetWorld", request, () => new GetWorldResponse(),
                options, cancel);
        }

        /// <summary>Lists worlds, ordered by id.</summary>
        public Task<ListWorldsResponse> ListWorldsAsync(
            ListWorldsRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.WorldService/ListWorlds", request, () => new ListWorldsResponse(),
                options, cancel);
        }

        /// <summary>Changes fields of a world. Idempotent by <c>request_id</c>.</summary>
        public Task<UpdateWorldResponse> UpdateWorldAsync(
            UpdateWorldRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.WorldService/UpdateWorld", request, () => new UpdateWorldResponse(),
                options, cancel);
        }

        /// <summary>Deletes a world with its places, characters, timelines and saves. Idempotent by <c>request_id</c>.</summary>
        public Task<DeleteWorldResponse> DeleteWorldAsync(
            DeleteWorldRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.WorldService/DeleteWorld", request, () => new DeleteWorldResponse(),
                options, cancel);
        }

        /// <summary>
        /// Imports a world file: creates the world, or changes what the file names and leaves all else. Says
        /// what it would do with <c>validate_only</c>. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<ImportWorldResponse> ImportWorldAsync(
            ImportWorldRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.WorldService/ImportWorld", request, () => new ImportWorldResponse(),
                options, cancel);
        }

        /// <summary>Returns a world as a world file.</summary>
        public Task<ExportWorldResponse> ExportWorldAsync(
            ExportWorldRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.WorldService/ExportWorld", request, () => new ExportWorldResponse(),
                options, cancel);
        }

        /// <summary>Creates a place. Idempotent by <c>request_id</c>.</summary>
        public Task<CreatePlaceResponse> CreatePlaceAsync(
            CreatePlaceRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.WorldService/CreatePlace", request, () => new CreatePlaceResponse(),
                options, cancel);
        }

        /// <summary>Returns a place.</summary>
        public Task<GetPlaceResponse> GetPlaceAsync(
            GetPlaceRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.WorldService/GetPlace", request, () => new GetPlaceResponse(),
                options, cancel);
        }

        /// <summary>Lists the places of a world, ordered by id.</summary>
        public Task<ListPlacesResponse> ListPlacesAsync(
            ListPlacesRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.WorldService/ListPlaces", request, () => new ListPlacesResponse(),
                options, cancel);
        }

        /// <summary>Changes fields of a place. Idempotent by <c>request_id</c>.</summary>
        public Task<UpdatePlaceResponse> UpdatePlaceAsync(
            UpdatePlaceRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.WorldService/UpdatePlace", request, () => new UpdatePlaceResponse(),
                options, cancel);
        }

        /// <summary>Deletes a place that has no parts and no residents. Idempotent by <c>request_id</c>.</summary>
        public Task<DeletePlaceResponse> DeletePlaceAsync(
            DeletePlaceRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.WorldService/DeletePlace", request, () => new DeletePlaceResponse(),
                options, cancel);
        }
    }
}
