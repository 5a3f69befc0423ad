// What was said before the page was opened.

import { NpcError } from "../npc.js";

const REACH = 1_000; // how many positions of the timeline are looked through, from its end
const MOST = 20;
const PATIENCE_MS = 5_000;

/**
 * Reads the newest turns in which a character answered the player.
 * @param {import("./game.js").Game} game
 * @returns {Promise<any[]>} Events of the timeline, oldest first; none where they cannot be had.
 */
export async function earlierTurns({ npc, timelineId, headSeq, player }) {
  const found = [];
  if (headSeq === 0) return found;
  const request = { timelineId, afterSeq: Math.max(0, headSeq - REACH) };
  try {
    const options = { timeoutMs: PATIENCE_MS };
    for await (const event of npc.stream("PlayService/Watch", request, options)) {
      if (event.turn?.speakerId === player.id) found.push(event);
      if ((event.seq ?? 0) >= headSeq) break;
    }
  } catch (error) {
    // The game can be gone on with all the same, and what is wrong will be told there.
    if (!(error instanceof NpcError)) throw error;
  }
  return found.slice(-MOST);
}
