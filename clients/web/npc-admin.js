// What authors, operators and a game's own server call; a player's game leaves it out.
//
//     import { NpcAdmin } from "./npc-admin.js";
//     const admin = new NpcAdmin(new NpcClient({ url, key }));
//     const { worlds = [] } = await admin.call("WorldService/ListWorlds", {});

const PACKAGE = "npcserver.admin.v1.";

/** Makes its calls through a client. */
export class NpcAdmin {
  /** @param {import("./npc.js").NpcClient} npc */
  constructor(npc) {
    this.npc = npc;
  }

  /**
   * Makes a unary call, as `NpcClient.call` does.
   * @param {string} method Such as "WorldService/ListWorlds".
   * @param {object} request
   * @param {import("./npc.js").CallOptions} [options]
   * @returns {Promise<any>} Throws an `NpcError`.
   */
  call(method, request, options) {
    return this.npc.call(PACKAGE + method, request, options);
  }

  /**
   * Opens a server stream, as `NpcClient.stream` does.
   * @param {string} method Such as "LoreService/Ask".
   * @param {object} request
   * @param {import("./npc.js").CallOptions} [options]
   * @returns {AsyncGenerator<any, void, void>} Throws an `NpcError`.
   */
  stream(method, request, options) {
    return this.npc.stream(PACKAGE + method, request, options);
  }
}
