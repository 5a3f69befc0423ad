// What a case keeps from one step for the next; for players in Node and in browsers.

export class Kept {
  constructor() {
    this.values = new Map();
  }

  keep(wanted, message) {
    for (const [name, path] of Object.entries(wanted)) {
      const value = path.split(".").reduce((inner, key) => inner?.[key], message);
      if (value !== undefined) this.values.set(name, value);
    }
  }

  filled(request) {
    if (Array.isArray(request)) return request.map((value) => this.filled(value));
    if (request !== null && typeof request === "object") {
      const pairs = Object.entries(request).map(([key, value]) => [key, this.filled(value)]);
      return Object.fromEntries(pairs);
    }
    if (typeof request !== "string") return request;
    const whole = /^\$\{(\w+)\}$/.exec(request);
    if (whole) return this.of(whole[1]);
    return request.replace(/\$\{(\w+)\}/g, (_, name) => this.of(name));
  }

  of(name) {
    if (!this.values.has(name)) throw new Error(`nothing was kept as ${name}`);
    return this.values.get(name);
  }
}
