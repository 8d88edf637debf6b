import crypto from "node:crypto";
import zlib from "node:zlib";

type Anything = (this: unknown, ...args: unknown[]) => unknown;

/** Those of `node:crypto` that take a callback. */
const withCallback = [
  "checkPrime",
  "diffieHellman",
  "generateKey",
  "generateKeyPair",
  "generatePrime",
  "hkdf",
  "pbkdf2",
  "randomBytes",
  "randomFill",
  "randomInt",
  "scrypt",
  "sign",
  "verify",
] as const;

/** Work in Node's threads that no list of its shows: encryption and compression. */
export class Threads {
  #underWay = 0;

  get isBusy(): boolean {
    return this.#underWay > 0;
  }

  /** Has it be counted from now on. */
  count(): void {
    for (const name of withCallback) replace(crypto, name, this.#untilCalled);
    const subtle = Object.getPrototypeOf(crypto.subtle) as object;
    for (const name of Object.getOwnPropertyNames(subtle)) {
      if (name !== "constructor") replace(subtle, name, this.#untilSettled);
    }
    let shared: object | null = zlib.Gzip.prototype as object;
    while (shared !== null && !Object.hasOwn(shared, "_transform")) {
      shared = Object.getPrototypeOf(shared) as object | null;
    }
    if (shared !== null) replace(shared, "_transform", this.#untilCalled);
  }

  #begin(): () => void {
    this.#underWay += 1;
    return () => void (this.#underWay -= 1);
  }

  /** Until a function's callback, its last argument, is called. */
  readonly #untilCalled = (real: Anything): Anything => {
    const begin = () => this.#begin();
    return function (this: unknown, ...args) {
      const done = args.at(-1);
      if (typeof done !== "function") return real.apply(this, args);
      const over = begin();
      const told = function (this: unknown, ...results: unknown[]): unknown {
        over();
        return (done as Anything).apply(this, results);
      };
      try {
        return real.apply(this, [...args.slice(0, -1), told]);
      } catch (error) {
        over();
        throw error;
      }
    };
  };

  /** Until a function's promise settles. */
  readonly #untilSettled = (real: Anything): Anything => {
    const begin = () => this.#begin();
    return function (this: unknown, ...args) {
      const found = real.apply(this, args);
      if (found instanceof Promise) {
        const over = begin();
        found.then(over, over);
      }
      return found;
    };
  };
}

function replace(of: object, name: string, by: (real: Anything) => Anything): void {
  const { value, ...rest } = Object.getOwnPropertyDescriptor(of, name) ?? {};
  if (typeof value !== "function") return;
  const replaced = by(value as Anything);
  // What `util.promisify` needs of it stands there as properties, its name among them.
  Object.defineProperties(replaced, Object.getOwnPropertyDescriptors(value));
  Object.defineProperty(of, name, { ...rest, value: replaced });
}
