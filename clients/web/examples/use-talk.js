// A hook for React 18 and later:
//
//     const { lines, growing, isBusy, notice, error, say, interrupt } =
//       useTalk(npc, { timelineId, characterId: "hester", playerId: "ann", playerName: "Ann" });

import { useEffect, useMemo, useSyncExternalStore } from "react";

import { Talk } from "./talk.js";

/**
 * @param {import("../npc.js").NpcClient} npc Made once, outside of components.
 * @param {{timelineId: string, characterId: string, playerId: string, playerName: string}} who
 * @returns {import("./talk.js").TalkState & {say: (text: string) => void, interrupt: () => void}}
 */
export function useTalk(npc, { timelineId, characterId, playerId, playerName }) {
  const made = useMemo(() => {
    const speaker = { id: playerId, name: playerName };
    const talk = new Talk(npc, { timelineId, characterId, speaker });
    const subscribe = (listener) => {
      talk.addEventListener("change", listener);
      return () => talk.removeEventListener("change", listener);
    };
    const acts = { say: (text) => void talk.say(text), interrupt: () => void talk.interrupt() };
    return { subscribe, read: () => talk.state, acts };
  }, [npc, timelineId, characterId, playerId, playerName]);
  useEffect(() => made.acts.interrupt, [made]);
  return { ...useSyncExternalStore(made.subscribe, made.read), ...made.acts };
}
