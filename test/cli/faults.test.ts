import { describe, expect, it } from "vitest";
import type { EmulatorOptions } from "../../src/index.ts";
import { newEvent } from "../support/bodies.ts";
import { linesOf, listening, runHere, spawnCli } from "../support/cli.ts";

/** A running emulator, and the command that drives it. */
async function driven(options: EmulatorOptions = {}) {
  const booted = await listening({ rateLimits: "off", ...options });
  const cli = (line: string, ...more: string[]) => booted.cli(...line.split(" "), ...more);
  const post = (attributes: Record<string, unknown> = {}) =>
    booted.ask("/api/events", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(newEvent(attributes)),
    });
  return { ...booted, cli, post };
}

describe("faults add", () => {
  it.each([
    [
      "create-event --status 429 --retry-after 2 --times 2",
      { status: 429, retryAfter: 2, times: 2, hold: true },
    ],
    ["create-event --connection reset --where after", { connection: "reset", where: "after" }],
    ["get-profiles --delay 100ms..2s", { delay: { uniform: ["100ms", "2s"] } }],
    ["get-profiles --delay 200ms~0.6", { delay: { lognormal: { median: "200ms", sigma: 0.6 } } }],
    [
      "* --status 503 --probability 0.2 --times always --ttl 10m",
      { operation: "*", probability: 0.2, times: "always", ttl: "10m" },
    ],
    [
      "get-profiles --spoil truncate --skip 2 --every 3",
      { spoil: "truncate", skip: 2, every: 3, where: "after" },
    ],
    ["get-events --pace 5s", { pace: { over: "5s" } }],
    ["get-events --pace 1000B/s", { pace: { bytesPerSecond: 1000 } }],
    ["create-event --limit steady", { limit: "steady" }],
    [
      "--area events --match-email ada@example.com --status 500",
      { area: "events", match: { email: "ada@example.com" } },
    ],
    ["--method post --path /api/* --status 500", { method: "POST", path: "/api/*" }],
    [
      "* --match-header x-a=b --match-query page[size]=5 --match-body data.id=7 --status 500",
      { match: { header: { "x-a": "b" }, query: { "page[size]": "5" }, body: { "data.id": 7 } } },
    ],
    [
      "* --match-test-id t --match-profile-id p --match-key full --status 500",
      { match: { testId: "t", profileId: "p", key: "full" } },
    ],
    [
      "create-event --sequence 429,reset,pass,503 --times 3",
      { sequence: [{ status: 429 }, { connection: "reset" }, "pass", { status: 503 }], times: 3 },
    ],
    ["create-event --status 429 --retry-after +2s", { retryAfter: { date: "+2s" } }],
    ["create-event --status 429 --retry-after none", { retryAfter: "none" }],
    [
      "create-event --status 503 --body <h1>Bad</h1> --headers content-type=text/html",
      { body: "<h1>Bad</h1>", headers: { "content-type": "text/html" } },
    ],
    ["create-event --status 503 --between +5s..+30s", { between: ["+5s", "+30s"] }],
  ])("%s", async (line, planned) => {
    const { cli } = await driven();
    const { code, stdout } = await cli(`faults add ${line} --json`);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject(planned);
  });

  it.each([
    [
      "create-evnt --status 429",
      "operation: no operation 'create_evnt'; did you mean create_event?",
    ],
    ["create-event", "--status: a fault needs something to do"],
    ["--status 429", "operation: expected an operation id, or '*'"],
    ["create-event --connection drop", "--connection: expected 'reset' or"],
    ["create-event --spoil truncate", "--spoil: create_event answers without a body"],
    ["create-event --status 429 --times 0", "--times: expected a whole number of at least 1"],
    ["* --status 503 --match-header nothing", "Expected name=value."],
    ["* --sequence 429,past", "--sequence[1]: expected"],
  ])("%s is refused in one line", async (line, told) => {
    const { cli } = await driven();
    const { code, stdout, stderr } = await cli(`faults add ${line}`);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^service-emulator: [^\n]+\n$/);
    expect(stderr).toContain(told);
    expect((await cli("faults list")).stdout).toBe("No fault is planned.\n");
  });

  it("warns on stderr of what will not happen as things stand", async () => {
    const { cli } = await driven();
    const { stdout, stderr } = await cli("faults add create-event --limit burst");
    expect(stdout).toBe("fault-1: create_event limit burst, once\n");
    expect(stderr).toBe("service-emulator: rate limits are off: a full window refuses nobody\n");
  });
});

describe("a lost answer", () => {
  it("is told in the log, in the journal and by the fault, with what its retry doubled", async () => {
    const { cli, post } = await driven();
    await cli("faults add create-event --connection reset --where after");
    await expect(post({ time: "2026-01-01T00:00:00Z", value: 1, unique_id: "a" })).rejects.toThrow(
      "fetch failed",
    );
    await post({ time: "2026-01-01T00:00:00Z", value: 1, unique_id: "a" });
    const { stdout } = await cli("requests list");
    const [lost, again] = stdout.split("\n");
    expect(lost).toMatch(
      /^POST {3}--- \/api\/events {2}create_event {2}.* fault-1: reset, lost a 202$/,
    );
    expect(again).toMatch(/^POST {3}202 .* repeats a lost one$/);
    const { id } = JSON.parse((await cli("requests list --json")).stdout).requests[0];
    const shown = (await cli(`requests show ${id}`)).stdout;
    expect(shown).toContain("wrote         created metric");
    expect(shown).toContain('"unique_id":"a"');
    expect(shown).toContain("authorization: Service-API-Key pk_");
    const fault = (await cli("faults show fault-1")).stdout;
    expect(fault).toContain(id);
  });
});

describe("requests tail", () => {
  it("prints requests as they are answered, and only those that are asked for", async () => {
    const { url, ask } = await driven();
    const tail = spawnCli(["requests", "tail", "--operation", "get-metrics", "--url", url]);
    const lines = linesOf(tail);
    const first = lines.next();
    // Until it listens nothing is printed: ask again and again, as a user would see it.
    const state = { seen: false };
    void first.then(() => (state.seen = true));
    while (!state.seen) {
      await ask("/api/profiles");
      await ask("/api/metrics");
    }
    expect((await first).value).toMatch(/^GET {4}200 \/api\/metrics {2}get_metrics/);
  });

  it("says so when there is no emulator", async () => {
    const { code, stderr } = await runHere(["requests", "tail", "--url", "http://127.0.0.1:9"]);
    expect(code).toBe(3);
    expect(stderr).toContain("no emulator answers at http://127.0.0.1:9");
  });
});

describe("start --allow-header-faults --stealth", () => {
  it("lets a request ask for its own fault, and does not say so", async () => {
    const { ask } = await driven({ allowHeaderFaults: true, stealth: true });
    const answer = await ask("/api/metrics", {
      headers: { "x-emulator-fault-plan": '{"status":503}' },
    });
    expect(answer.status).toBe(503);
    expect(answer.headers.has("x-emulator-fault")).toBe(false);
  });
});
