import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { emulate } from "../support/emulate.ts";

describe("fetch without a socket", () => {
  it("takes a path, a URL or a Request", async () => {
    const { emulator } = await emulate();
    const url = `${emulator.url}/_emulator/health`;
    for (const input of ["/_emulator/health", url, new URL(url), new Request(url)]) {
      expect((await emulator.fetch(input)).status).toBe(200);
    }
  });

  it("rejects when its signal is aborted, before and while it waits", async () => {
    const { emulator } = await emulate();
    await expect(emulator.fetch("/api/metrics", { signal: AbortSignal.abort() })).rejects.toThrow(
      "aborted",
    );
    emulator.faults.add({ operation: "*", delay: "1h" });
    const control = new AbortController();
    const waiting = emulator.fetch("/api/metrics", { signal: control.signal });
    while (emulator.faults.list()[0]?.hits.count === 0) await new Promise(setImmediate);
    control.abort();
    await expect(waiting).rejects.toThrow("aborted");
  });

  it.each([
    ["a path", (signal: AbortSignal) => ({ input: "/api/metrics", init: { signal } })],
    [
      "a Request",
      (signal: AbortSignal) => ({
        input: new Request("http://127.0.0.1:4010/api/metrics", { signal }),
        init: undefined,
      }),
    ],
  ])("hears of it where nobody but the signal knows of %s any more", async (_, asked) => {
    const { emulator } = await emulate();
    emulator.faults.add({ operation: "*", connection: "hang" });
    const control = new AbortController();
    const ask = ({ input, init }: ReturnType<typeof asked>) => emulator.fetch(input, init);
    const waiting = ask(asked(control.signal));
    while (emulator.faults.list()[0]?.hits.count === 0) await new Promise(setImmediate);
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    for (let turn = 0; turn < 3; turn += 1) {
      await new Promise(setImmediate);
      collectGarbage();
    }
    control.abort();
    await expect(waiting).rejects.toThrow("aborted");
  });
});

describe("the library", () => {
  it("gives the keys by name and the company id", async () => {
    const { emulator } = await emulate();
    expect(emulator.keys["full"]).toMatch(/^pk_\w+$/);
    expect(emulator.companyId).toBe("Tests1");
    expect(emulator.accounts).toMatchObject([{ companyId: "Tests1", counts: { profiles: 0 } }]);
  });

  it.each([
    [{ rateLimits: "some" }, "expected real, off, or x10"],
    [{ seed: 1.5 }, "expected a whole number"],
    [{ frozenAt: "noon" }, "expected an ISO 8601 datetime"],
  ])("refuses %j", async (options, message) => {
    await expect(emulate(options)).rejects.toThrow(message);
  });

  it("takes another word before the key, and 400 for an unknown key, if it is told to", async () => {
    const { emulator } = await emulate({ authScheme: "Other-Key", badKeyStatus: 400 });
    const ask = async (authorization: string) =>
      (await emulator.fetch("/api/metrics", { headers: { authorization, revision: "2026-07-15" } }))
        .status;
    expect(await ask(`Other-Key ${emulator.keys["full"]}`)).toBe(200);
    expect(await ask(`other-key ${emulator.keys["full"]}`)).toBe(200);
    expect(await ask(`Service-API-Key ${emulator.keys["full"]}`)).toBe(401);
    expect(await ask("Other-Key pk_nobody")).toBe(400);
  });

  it("takes even Bearer for that word", async () => {
    const { emulator } = await emulate({ authScheme: "Bearer" });
    const headers = { authorization: `Bearer ${emulator.keys["full"]}`, revision: "2026-07-15" };
    expect((await emulator.fetch("/api/metrics", { headers })).status).toBe(200);
  });
});
