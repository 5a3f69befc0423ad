// Waiting that may be cut short, and leaves nothing behind.

/**
 * Waits, unless the signal is aborted, or the browser is online again, before that.
 * @param {number} ms
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>} Never throws; look at the signal afterwards.
 */
export function pause(ms, signal) {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const listening = new AbortController();
    const end = () => {
      clearTimeout(timer);
      listening.abort();
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end, { signal: listening.signal });
    globalThis.addEventListener?.("online", end, { signal: listening.signal });
  });
}
