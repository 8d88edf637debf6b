import { describe, expect, it } from "vitest";
import { client } from "./client.ts";

/** What a client says of timers, each at its instant: in hours since it began. */
const told = (script: string) =>
  client(`
const t = Date.now();
const at = (what) => say([what, Math.round((Date.now() - t) / 360_000) / 10]);
${script}`);

describe("timers of a client whose waits are skipped", () => {
  it("come in the order in which they are due, each at its time", async () => {
    const { said } = await told(`
      setTimeout(at, 3 * hour, "third");
      setTimeout(at, hour, "first");
      setTimeout(() => { at("second"); setTimeout(at, hour / 2, "between"); }, 2 * hour);`);
    expect(said).toEqual([
      ["first", 1],
      ["second", 2],
      ["between", 2.5],
      ["third", 3],
    ]);
  });

  it("are Node's own: refreshed, released, kept, cleared by number and as objects", async () => {
    const { said } = await told(`
      const late = setTimeout(at, 2 * hour, "refreshed");
      setTimeout(() => late.refresh(), hour);
      clearTimeout(+setTimeout(at, hour, "never"));
      clearTimeout(String(+setTimeout(at, hour, "never")));
      clearInterval(setInterval(at, hour, "never"));
      setTimeout(at, 9 * hour, "not waited for").unref();
      const kept = setTimeout(at, hour / 2, "kept").unref();
      say([kept.hasRef(), kept.ref().hasRef(), typeof kept[Symbol.toPrimitive]()]);
      const closed = setTimeout(at, hour, "never");
      closed.close();
      if (Symbol.dispose) setTimeout(at, hour, "never")[Symbol.dispose]();`);
    expect(said).toEqual([
      [false, true, "number"],
      ["kept", 0.5],
      ["refreshed", 3],
    ]);
  });

  it("repeat at their pace", async () => {
    const { said } = await told(`
      let count = 0;
      const timer = setInterval(() => { at("again"); if ((count += 1) === 3) clearInterval(timer); }, hour);`);
    expect(said).toEqual([
      ["again", 1],
      ["again", 2],
      ["again", 3],
    ]);
  });

  it("keep the context in which they were set, and let what one throws go by", async () => {
    const { said } = await told(`
      const { AsyncLocalStorage } = await import("node:async_hooks");
      const store = new AsyncLocalStorage();
      store.run("mine", () => setTimeout(() => at(store.getStore()), hour));
      process.on("uncaughtException", ({ message }) => at(message));
      setTimeout(() => { throw new Error("thrown"); }, hour / 2);`);
    expect(said).toEqual([
      ["thrown", 0.5],
      ["mine", 1],
    ]);
  });

  it("are the same by every name that Node has for them", async () => {
    const { said } = await told(`
      const timers = await import("node:timers");
      const { setTimeout: wait, setInterval: every, scheduler } = await import("node:timers/promises");
      const { promisify } = await import("node:util");
      await new Promise((resolve) => timers.setTimeout(resolve, hour));
      at("node:timers");
      at(await wait(hour, "promises"));
      at(await promisify(setTimeout)(hour, "promisify"));
      await scheduler.wait(hour);
      at("scheduler");
      let count = 0;
      for await (const value of every(hour, "every")) {
        at(value);
        if ((count += 1) === 2) break;
      }
      say([timers.setTimeout === setTimeout, setTimeout.name]);`);
    expect(said).toEqual([
      ["node:timers", 1],
      ["promises", 2],
      ["promisify", 3],
      ["scheduler", 4],
      ["every", 5],
      ["every", 6],
      [true, "setTimeout"],
    ]);
  });

  it("end by a signal, with Node's own error", async () => {
    const { said } = await told(`
      const { setTimeout: wait, setInterval: every, scheduler } = await import("node:timers/promises");
      const ended = (promise) => promise.catch(({ name, code, cause }) => at([name, code, cause?.name ?? cause]));
      const signal = () => AbortSignal.timeout(hour);
      await ended(wait(9 * hour, 0, { signal: signal() }));
      await ended(scheduler.wait(9 * hour, { signal: signal() }));
      await ended((async () => { for await (const _ of every(9 * hour, 0, { signal: signal() })); })());
      await ended(wait(hour, 0, { signal: AbortSignal.abort("why") }));
      await ended(wait(hour, 0, { signal: "none" }));`);
    const aborted = ["AbortError", "ABORT_ERR", "TimeoutError"];
    expect(said).toEqual([
      [aborted, 1],
      [aborted, 2],
      [aborted, 3],
      [["AbortError", "ABORT_ERR", "why"], 3],
      [["TypeError", "ERR_INVALID_ARG_TYPE", null], 3],
    ]);
  });

  it("take what is no time as Node does: for a millisecond", async () => {
    const { said } = await told(`
      for (const odd of [Number.NaN, -3, Infinity, 2 ** 31, "x", undefined]) await new Promise((resolve) => setTimeout(resolve, odd));
      at("odd");
      say(await import("node:timers").then(({ setTimeout }) => { try { setTimeout("code"); } catch ({ code }) { return code; } }));
      say((() => { try { AbortSignal.timeout(-1); } catch ({ code }) { return code; } })());`);
    expect(said).toEqual([["odd", 0], "ERR_INVALID_ARG_TYPE", "ERR_OUT_OF_RANGE"]);
  });

  it("leave immediates, ticks and microtasks alone", async () => {
    const { said } = await told(`
      setTimeout(at, hour, "timer");
      for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
      process.nextTick(at, "tick");
      queueMicrotask(() => at("microtask"));
      setImmediate(at, "immediate");`);
    expect(said).toEqual([
      ["microtask", 0],
      ["tick", 0],
      ["immediate", 0],
      ["timer", 1],
    ]);
  });

  it("wait for what is under way: files, encryption, compression, names", async () => {
    const { said } = await told(`
      const [{ readFile }, { pbkdf2, subtle }, { gzip }, { lookup }] = await Promise.all(
        ["node:fs", "node:crypto", "node:zlib", "node:dns"].map((name) => import(name)));
      const doing = (name, begin) => new Promise((resolve) => {
        const timer = setTimeout(at, hour, name + " was overtaken");
        begin(() => { clearTimeout(timer); resolve(); });
      });
      await doing("file", (done) => readFile(process.execPath, done));
      await doing("key", (done) => pbkdf2("a", "b", 300_000, 64, "sha512", done));
      await doing("digest", (done) => subtle.digest("SHA-512", new Uint8Array(50_000_000)).then(done));
      await doing("zip", (done) => gzip(Buffer.alloc(30_000_000, "abc"), done));
      await doing("name", (done) => lookup("localhost", done));
      at("done");`);
    expect(said).toEqual([["done", 0]]);
  });
});
