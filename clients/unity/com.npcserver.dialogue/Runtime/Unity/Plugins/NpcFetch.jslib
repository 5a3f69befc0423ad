// Calls by the browser's fetch. C# (BrowserFetch.cs) starts one and reads its answer, frame by frame.
var NpcFetchLibrary = {
  $NpcFetch: {
    calls: {},
    next: 1,

    // Returns a text as C# takes one over; Unity frees it.
    text: function (text) {
      var size = lengthBytesUTF8(text) + 1;
      var at = _malloc(size);
      stringToUTF8(text, at, size);
      return at;
    },

    // Keeps the parts of an answer until C# reads them.
    receive: function (call, response) {
      if (response.type === "opaqueredirect") throw new Error("the address leads to another; use that one");
      response.headers.forEach(function (value, name) {
        call.headers += name + ":" + value + "\n";
      });
      call.status = response.status;
      var reader = response.body.getReader();
      function next() {
        return reader.read().then(function (part) {
          if (part.done) {
            call.isOver = true;
            return undefined;
          }
          call.parts.push(part.value);
          return next();
        });
      }
      return next();
    },
  },

  // Begins a call and returns its number. Headers are lines of `name:value`.
  NpcFetchSend: function (url, headers, body, length) {
    var call = {parts: [], status: 0, headers: "", isOver: false, problem: "", abort: new AbortController()};
    var sent = {};
    UTF8ToString(headers).split("\n").forEach(function (line) {
      var at = line.indexOf(":");
      if (at > 0) sent[line.slice(0, at)] = line.slice(at + 1);
    });
    fetch(UTF8ToString(url), {
      method: "POST",
      headers: sent,
      body: HEAPU8.slice(body, body + length), // a copy: this memory is C#'s, and moves when it grows
      signal: call.abort.signal,
      cache: "no-store",
      redirect: "manual", // a redirected POST would lose its body
    }).then(function (response) {
      return NpcFetch.receive(call, response);
    }).catch(function (error) {
      call.problem = String((error && error.message) || error) || "unknown";
      call.isOver = true;
    });
    NpcFetch.calls[NpcFetch.next] = call;
    return NpcFetch.next++;
  },

  // Returns the HTTP status; 0 until the head of the answer is here.
  NpcFetchStatus: function (id) {
    return NpcFetch.calls[id].status;
  },

  // Returns the headers of the answer, as lines.
  NpcFetchHeaders: function (id) {
    return NpcFetch.text(NpcFetch.calls[id].headers);
  },

  // Copies what has come into memory; returns how many bytes, 0 for none yet, -1 when no more comes.
  NpcFetchRead: function (id, into, capacity) {
    var call = NpcFetch.calls[id];
    if (call.parts.length === 0) return call.isOver ? -1 : 0;
    var part = call.parts[0];
    var taken = part.subarray(0, capacity);
    HEAPU8.set(taken, into);
    if (taken.length === part.length) call.parts.shift();
    else call.parts[0] = part.subarray(taken.length);
    return taken.length;
  },

  // Returns why the connection failed; empty where it did not.
  NpcFetchProblem: function (id) {
    return NpcFetch.text(NpcFetch.calls[id].problem);
  },

  // Ends a call, whether it is over or not, and forgets it.
  NpcFetchClose: function (id) {
    NpcFetch.calls[id].abort.abort();
    delete NpcFetch.calls[id];
  },
};

autoAddDeps(NpcFetchLibrary, "$NpcFetch");
mergeInto(LibraryManager.library, NpcFetchLibrary);
