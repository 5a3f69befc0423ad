// What a failed call tells: its code, and the google.rpc.ErrorInfo in its trailer.
"use strict";

const grpc = require("@grpc/grpc-js");
const protobuf = require("protobufjs");

const { root } = protobuf.parse(`
  syntax = "proto3";
  message Any { string type_url = 1; bytes value = 2; }
  message Status { int32 code = 1; string message = 2; repeated Any details = 3; }
  message ErrorInfo { string reason = 1; string domain = 2; map<string, string> metadata = 3; }
`);
const Status = root.lookupType("Status");
const ErrorInfo = root.lookupType("ErrorInfo");

function explained(error) {
  const [trailer] = error.metadata?.get("grpc-status-details-bin") ?? [];
  const status = trailer ? Status.decode(trailer) : { details: [] };
  const packed = status.details.find((detail) => detail.typeUrl.endsWith("/google.rpc.ErrorInfo"));
  const info = packed ? ErrorInfo.decode(packed.value) : { reason: "", metadata: {} };
  return {
    code: grpc.status[error.code].toLowerCase(),
    reason: info.reason,
    message: trailer ? status.message : error.details,
    metadata: { ...info.metadata },
  };
}

module.exports = { explained };
