// What calls show the server: a key, or tokens of a player, which are renewed in time.

/** How long before its end a token is replaced, in milliseconds. */
export const RENEW_MS = 30_000;

/** Gets tokens from the game's server: at first, before one ends, and when one is refused. */
export class TokenKeeper {
  /**
   * @param {() => string|Promise<string>} supply
   * @param {() => number} [now] Milliseconds since 1970.
   */
  constructor(supply, now = Date.now) {
    this.supply = supply;
    this.now = now;
    this.token = "";
    this.endsAt = 0;
    /** @type {Promise<string>|null} One request at a time, however many calls wait for it. */
    this.coming = null;
  }

  /** @returns {Promise<string>} A token that counts for a while yet. */
  async shown() {
    if (this.now() < this.endsAt - RENEW_MS) return this.token;
    return this.renewed(this.token);
  }

  /** Notes that the token that is there does not count any more: the next call gets another. */
  refuse() {
    this.endsAt = 0;
  }

  /**
   * @param {string} refused The token that does not count any more.
   * @returns {Promise<string>} Another; the one that is there where it was replaced meanwhile.
   */
  renewed(refused) {
    if (this.token !== refused) return Promise.resolve(this.token);
    this.coming ??= this.get().finally(() => {
      this.coming = null;
    });
    return this.coming;
  }

  async get() {
    this.token = await this.supply();
    this.endsAt = endOf(this.token);
    return this.token;
  }
}

/**
 * @param {string} token
 * @returns {number} When a JSON Web Token ends, in milliseconds; Infinity where it does not say.
 */
function endOf(token) {
  try {
    const part = token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/");
    const ends = JSON.parse(atob(part)).exp;
    return typeof ends === "number" ? ends * 1000 : Infinity;
  } catch {
    return Infinity;
  }
}
