import vm from "node:vm";

/** The clocks of the language and of Node, told to be ahead. */
export class Clocks {
  /** By how much they are ahead of the machine's, in whole milliseconds. */
  skippedMs = 0;

  replace(): void {
    this.#replaceDate(globalThis);
    this.#replaceDatesOfContexts();
    const ahead = () => this.skippedMs;
    const shared = Object.getPrototypeOf(performance) as { now: () => number };
    const { now } = shared;
    shared.now = function (this: typeof performance) {
      return now.call(this) + ahead();
    };
    const { hrtime, uptime } = process;
    const bigint = () => hrtime.bigint() + BigInt(ahead()) * 1_000_000n;
    const pair = (before?: [number, number]) => {
      const [seconds, nanos] = hrtime(before);
      const whole = Math.floor(ahead() / 1000);
      const rest = nanos + (ahead() % 1000) * 1_000_000;
      return [seconds + whole + Math.floor(rest / 1e9), rest % 1e9] as [number, number];
    };
    process.hrtime = Object.assign(pair, { bigint }) as NodeJS.HRTime;
    process.uptime = () => uptime() + ahead() / 1000;
  }

  #replaceDate(where: { Date: DateConstructor }): void {
    const Real = where.Date;
    const told = { now: () => Real.now() + this.skippedMs };
    const replaced = new Proxy(Real, {
      construct: (_, args, made) =>
        Reflect.construct(Real, args.length === 0 ? [told.now()] : args, made) as Date,
      apply: () => new Real(told.now()).toString(),
      get: (_, name, receiver) =>
        name === "now" ? told.now : (Reflect.get(Real, name, receiver) as unknown),
    });
    Real.prototype.constructor = replaced;
    where.Date = replaced;
  }

  /** Test runners have code run in contexts, each of which has a Date of its own. */
  #replaceDatesOfContexts(): void {
    const { createContext } = vm;
    const replaceIn = (where: { Date: DateConstructor }) => this.#replaceDate(where);
    vm.createContext = function (...args: Parameters<typeof createContext>) {
      const context = createContext(...args);
      replaceIn(vm.runInContext("globalThis", context) as typeof globalThis);
      return context;
    } as typeof createContext;
  }
}
