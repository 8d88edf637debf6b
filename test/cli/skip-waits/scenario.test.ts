import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runHere } from "../../support/cli.ts";
import { clients, ran } from "./client.ts";

describe("scenario run --skip-waits", () => {
  it("judges waits that took no time as if they had been waited", async () => {
    const folder = clients({
      "patient.yaml": `
name: patient
fixtures: [empty]
settings: { rateLimits: off }
steps:
  - name: an hour of 429
    fault: { operation: get_lists, status: 429, retryAfter: 3600, times: 1 }
expect:
  - name: the client waits for an hour
    waits: { operation: get_lists, tolerance: 5ms }
  - name: it gets its lists
    requests: { operation: get_lists, status: 200 }
`,
      "client.mjs": `
        const answer = await get("/api/lists");
        await answer.text();
        await sleep(Number(answer.headers.get("retry-after")) * Number(process.argv[2]));
        await (await get("/api/lists")).text();`,
    });
    const run = (perSecond: string) => {
      const command = [process.execPath, join(folder, "client.mjs"), perSecond];
      return ran(command, [], ["scenario", "run", join(folder, "patient.yaml")]);
    };
    const kept = await run("1000");
    expect([kept.code, kept.stderr]).toEqual([
      0,
      // What a busy machine is late of it has passed by itself.
      expect.stringMatching(
        /^service-emulator: --skip-waits: (?:60 min|59 min 59 s) of waits took no time/,
      ),
    ]);
    const broken = await run("990");
    expect(broken.code).toBe(1);
    expect(broken.stdout).toContain("✗ the client waits for an hour");
  });

  it("needs an emulator of its own, and a command", async () => {
    const words = ["scenario", "run", "burst-throttle", "--skip-waits"];
    const elsewhere = await runHere([...words, "--url", "http://127.0.0.1:4010", "--", "true"]);
    expect([elsewhere.code, elsewhere.stderr]).toEqual([
      2,
      "service-emulator: --skip-waits needs an emulator of its own: leave out --url\n",
    ]);
    const alone = await runHere(words);
    expect([alone.code, alone.stderr]).toEqual([
      2,
      "service-emulator: --skip-waits needs a command to run, after --\n",
    ]);
  });
});
