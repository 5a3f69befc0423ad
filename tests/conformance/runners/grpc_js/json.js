// Proto3 JSON to the objects of @grpc/proto-loader and back, by the descriptors it gives.
"use strict";

// A fact of 64 bits, which JavaScript has no number for, is written as its digits all the same.
const LONG = "int64:";
const INTEGERS = new Set(["TYPE_INT32", "TYPE_SINT32", "TYPE_SFIXED32"]);

function fromJson(types, messageType, json) {
  if (messageType === undefined) return {};
  const message = {};
  for (const field of messageType.type.field) {
    const value = json[field.name];
    if (value === undefined || value === null) continue;
    message[field.name] = each(messageType, field, value, (one) => read(types, field, one));
  }
  return message;
}

function toJson(types, messageType, message) {
  if (messageType === undefined) return {};
  const json = {};
  for (const field of messageType.type.field) {
    const value = message[field.name];
    if (value === undefined || value === null) continue;
    json[field.name] = each(messageType, field, value, (one) => write(types, field, one));
  }
  return json;
}

// Applies to one value, to each of a list, or to each of a map, whose entries are nested types.
function each(messageType, field, value, convert) {
  if (Array.isArray(value)) return value.map(convert);
  if (!isMap(messageType, field)) return convert(value);
  return Object.fromEntries(Object.entries(value));
}

function isMap(messageType, field) {
  const nested = messageType.type.nestedType.find((inner) => inner.name === field.typeName);
  return nested?.options?.mapEntry === true;
}

function read(types, field, value) {
  if (INTEGERS.has(field.type)) return whole(field, value);
  if (field.type !== "TYPE_MESSAGE") return value;
  if (field.typeName === "google.protobuf.Timestamp") return timestamp(value);
  if (field.typeName === "google.protobuf.FieldMask") {
    return { paths: value.split(",").map((path) => path.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)) };
  }
  return fromJson(types, named(types, field), value);
}

function write(types, field, value) {
  if (field.type !== "TYPE_MESSAGE") return value;
  if (field.typeName === "google.protobuf.Timestamp") return written(value);
  if (field.typeName === "google.protobuf.FieldMask") {
    return (value.paths ?? []).map((path) => path.replace(/_([a-z])/g, (_, c) => c.toUpperCase())).join(",");
  }
  return toJson(types, named(types, field), value);
}

// What a game reads at a path of names as in the proto; see tests/conformance/facts.py.
function fact(types, messageType, message, [name, ...rest]) {
  const called = camel(name);
  const field = messageType.type.field.find((one) => one.name === called);
  if (field === undefined) return snake(message[called] ?? ""); // the arm of a oneof
  let value = message[called];
  const isMany = field.label === "LABEL_REPEATED";
  if (isMany) value = value?.[rest.shift()];
  if (field.type === "TYPE_ENUM") {
    const numbers = named(types, field).type.value;
    return numbers.find((one) => one.name === value)?.number ?? value ?? 0;
  }
  if (field.type === "TYPE_INT64") return `${LONG}${value ?? 0}`;
  if (field.type !== "TYPE_MESSAGE" || isMap(messageType, field)) return value ?? absent(field);
  if (field.typeName === "google.protobuf.Timestamp") return written(value);
  if (field.typeName === "google.protobuf.FieldMask") return value.paths;
  return fact(types, named(types, field), value, rest);
}

function absent(field) {
  return { TYPE_STRING: "", TYPE_BOOL: false }[field.type] ?? 0;
}

function camel(name) {
  return name.replace(/_([a-z])/g, (_, c) => c.toUpperCase());
}

function snake(name) {
  return name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
}

// The library names types as far as they are told apart from where they stand.
function named(types, field) {
  const last = field.typeName.split(".").pop();
  return (
    types[field.typeName] ?? types[`npcserver.v1.${last}`] ?? types[`npcserver.admin.v1.${last}`]
  );
}

// The library would cut a number to 32 bits and send what is left.
function whole(field, value) {
  if (Number.isInteger(value) && value >= -2147483648 && value <= 2147483647) return value;
  throw new Error(`${field.name}: ${value} is no whole number of 32 bits`);
}

function timestamp(text) {
  const [, day, fraction, zone] = /^([^.]*?\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(text);
  return {
    seconds: Date.parse(`${day}${zone}`) / 1000,
    nanos: Number((fraction ?? "").padEnd(9, "0")),
  };
}

function written({ seconds = 0, nanos = 0 }) {
  const day = new Date(Number(seconds) * 1000).toISOString().replace(".000Z", "");
  const digits = String(nanos).padStart(9, "0").replace(/(000){1,3}$/, "");
  return digits ? `${day}.${digits}Z` : `${day}Z`;
}

module.exports = { LONG, fact, fromJson, toJson };
