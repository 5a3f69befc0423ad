// Plays a program with @grpc/grpc-js and @grpc/proto-loader: node play.js PROGRAM PROTO_FOLDER
// The packages come from NODE_PATH.
"use strict";

const fs = require("fs");
const grpc = require("@grpc/grpc-js");
const protoLoader = require("@grpc/proto-loader");
const { LONG, fact, fromJson, toJson } = require("./json.js");
const { explained } = require("./details.js");

const GENEROUS_MS = 60000;
const LOADING = { keepCase: false, longs: String, enums: String, oneofs: true, arrays: false };
const EMPTY = {
  requestStream: false,
  responseStream: false,
  requestSerialize: () => Buffer.alloc(0),
  responseDeserialize: () => ({}),
};

class Player {
  constructor(program, folder, Kept) {
    this.Kept = Kept;
    const files = ["npcserver/v1", "npcserver/admin/v1"].flatMap((each) =>
      fs.readdirSync(`${folder}/${each}`).map((name) => `${each}/${name}`),
    );
    this.key = program.key;
    this.types = protoLoader.loadSync(files, { ...LOADING, includeDirs: [folder] });
    this.client = new grpc.Client(program.grpc, grpc.credentials.createInsecure(), {
      "grpc.max_receive_message_length": 16 * 1024 * 1024,
    });
  }

  async play(testCase) {
    const kept = new this.Kept();
    const steps = [];
    for (const step of testCase.steps) steps.push(await this.step(step, kept));
    return { name: testCase.name, steps };
  }

  async step(step, kept) {
    if (step.pauseMs) await new Promise((done) => setTimeout(done, step.pauseMs));
    const result = { id: step.id, messages: [], error: null };
    if (step.enum) return { ...result, facts: this.constants(step) };
    if (step.decode) return this.decoded(step, result);
    const [service, name] = step.method.split("/");
    const method = this.types[service][name] ?? { ...EMPTY, path: `/${step.method}` };
    let request;
    try {
      request = fromJson(this.types, method.requestType, kept.filled(step.request));
    } catch (error) {
      result.error = { code: "invalid_argument", reason: "", message: error.message, metadata: {} };
      return result;
    }
    const took = (message) => {
      const shown = toJson(this.types, method.responseType, message);
      result.messages.push(shown);
      kept.keep(step.keep ?? {}, shown);
    };
    const call = method.responseStream ? this.streamed : this.answered;
    await call.call(this, step, method, request, took, kept, result);
    return result;
  }

  answered(step, method, request, took, kept, result) {
    return new Promise((done) => {
      if (method.path.endsWith("/Interrupt")) result.askedAtMs = Date.now();
      const { path, requestSerialize, responseDeserialize } = method;
      this.client.makeUnaryRequest(
        path, requestSerialize, responseDeserialize, request, this.metadata(step), options(step),
        (error, message) => {
          if (error) result.error = explained(error);
          else took(message);
          done();
        },
      );
    });
  }

  // The client's reader takes messages one at a time, so that a call made during the stream is made
  // right after the message it is to follow.
  async streamed(step, method, request, took, kept, result) {
    const { path, requestSerialize, responseDeserialize } = method;
    const call = this.client.makeServerStreamRequest(
      path, requestSerialize, responseDeserialize, request, this.metadata(step), options(step),
    );
    try {
      for await (const message of call) {
        took(message);
        const count = result.messages.length;
        if (count === step.stopAfter) {
          result.askedAtMs = Date.now();
          call.cancel();
          return;
        }
        if (count === step.during?.after) {
          result.during = await this.step(step.during.step, kept);
        }
      }
    } catch (error) {
      result.error = explained(error);
    }
  }

  decoded(step, result) {
    const type = this.types[step.decode];
    const message = type.deserialize(Buffer.from(step.hex, "hex"));
    result.messages.push(toJson(this.types, type, message));
    const read = (path) => fact(this.types, type, message, path.split("."));
    return { ...result, facts: step.facts.map(read) };
  }

  constants(step) {
    const numbers = new Map(this.types[step.enum].type.value.map((one) => [one.name, one.number]));
    return step.facts.map((name) => numbers.get(name));
  }

  metadata(step) {
    const metadata = new grpc.Metadata();
    metadata.set("npc-client", "grpc-js/1 wire/2");
    const key = step.key ?? this.key;
    if (key) metadata.set("authorization", `Bearer ${key}`);
    return metadata;
  }
}

function options(step) {
  return { deadline: Date.now() + (step.timeoutMs ?? GENEROUS_MS) };
}

async function main(programFile, folder) {
  const program = JSON.parse(fs.readFileSync(programFile, "utf8"));
  const { Kept } = await import("../../web/kept.mjs");
  const player = new Player(program, folder, Kept);
  for (const testCase of program.cases) {
    const told = JSON.stringify(await player.play(testCase));
    console.log(`CASE ${told.replace(new RegExp(`"${LONG}(-?\\d+)"`, "g"), "$1")}`);
  }
  player.client.close();
  console.log("DONE");
}

main(process.argv[2], process.argv[3]).catch((error) => {
  console.error(error);
  process.exit(1);
});
