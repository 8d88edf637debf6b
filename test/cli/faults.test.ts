import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { EmulatorOptions } from "../../src/index.ts";
import { newEvent } from "../support/bodies.ts";
import { linesOf, listening, runHere, spawnCli } from "../support/cli.ts";
import { newFolder } from "../support/data-folder.ts";

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
    ["create-event --ignore", { ignore: true }],
    ["get-events --stale 5s", { stale: "5s" }],
    ["create-event --late 5s", { late: "5s" }],
    [
      "create-event --sequence late:5s,pass,ignore",
      { sequence: [{ late: "5s" }, "pass", { ignore: true }] },
    ],
    ["get-profiles --page empty --skip 1", { page: "empty", skip: 1 }],
    ["get-profiles --page cap:5 --times always", { page: { cap: 5 }, times: "always" }],
    [
      "get-profiles --sequence page:short,pass,page:cap:1",
      { sequence: [{ page: "short" }, "pass", { page: { cap: 1 } }] },
    ],
    [
      "--delivery event:api.* --match-webhook Shop --match-profile p --duplicate 2",
      { delivery: "event:api.*", match: { webhook: "Shop", profile: "p" }, duplicate: 2 },
    ],
    ["--delivery * --reorder 3 --batch 1", { delivery: "*", reorder: 3, batch: 1 }],
    ["--delivery * --signature wrong --timestamp -10m", { signature: "wrong", timestamp: "-10m" }],
    [
      "--delivery * --sequence drop,duplicate:2,signature:missing,timestamp:-10m,delay:5s,batch:1,truncate",
      {
        sequence: [
          { drop: true },
          { duplicate: 2 },
          { signature: "missing" },
          { timestamp: "-10m" },
          { delay: "5s" },
          { batch: 1 },
          { spoil: "truncate" },
        ],
      },
    ],
    ["* --edge 522", { edge: 522, where: "before" }],
    [
      "* --sequence edge:502,edge:429:2s,pass",
      { sequence: [{ edge: 502 }, { edge: 429, retryAfter: 2 }, "pass"] },
    ],
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
    ["create-event --status 429 --retry-after 2m", { retryAfter: 120 }],
    [
      "create-event --sequence 429:1s,500,503:computed,429:+2s,pass",
      {
        sequence: [
          { status: 429, retryAfter: 1 },
          { status: 500 },
          { status: 503, retryAfter: "computed" },
          { status: 429, retryAfter: { date: "+2s" } },
          "pass",
        ],
      },
    ],
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
    ["get-profiles --late 5s", "--late: get_profiles writes nothing"],
    ["get-profiles --page long", "--page: expected"],
    ["create-event --page short", "--page: create_event has no pages"],
    ["create-event --edge 500", "--edge: expected 403 or"],
    ["create-event", "service-emulator: a fault needs something to do"],
    ["--delivery * --status 429", "--status: is about responses: a delivery takes drop, "],
    ["--delivery *", "service-emulator: a fault needs something to do: drop"],
    ["create-event --duplicate 2", "--duplicate: only deliveries take duplicate"],
    ["--delivery * --duplicate 1", "--duplicate: expected a whole number of at least 2"],
    ["--status 429", "service-emulator: expected an operation id, or '*'"],
    ["create-event --connection drop", "--connection: expected 'reset' or"],
    ["create-event --sequence 429:soon", "--sequence: step 1: expected"],
    ["create-event --sequence 500:1s", "retryAfter goes with status 429 or 503"],
    ["create-event --status 429 --retry-after 1500ms", "--retry-after: expected a whole number"],
    ["create-event --spoil truncate", "--spoil: create_event responds without a body"],
    ["create-event --status 429 --times 0", "--times: expected a whole number of at least 1"],
    ["* --status 503 --match-header nothing", "Expected name=value."],
    ["* --sequence 429,past", "--sequence: unknown step 'past': use a status such as 429, or pass"],
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
    expect(stderr).toBe(
      "service-emulator: rate limits are off: a full window rejects no request\n",
    );
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
      /^[0-9a-f]{8}  [\d:.]{12}  POST {3}--- \/api\/events {2}create_event {2}.* fault-1: reset, lost a 202$/,
    );
    expect(again).toMatch(/^[0-9a-f]{8}  [\d:.]{12}  POST {3}202 .* repeats a lost request$/);
    const { id } = JSON.parse((await cli("requests list --json")).stdout).requests[0];
    const shown = (await cli(`requests show ${id}`)).stdout;
    expect(shown).toContain("wrote         created metric");
    expect(shown).toContain('"unique_id": "a"');
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
    expect((await first).value).toMatch(
      /^[0-9a-f]{8}  [\d:.]{12}  GET {4}200 \/api\/metrics {2}get_metrics/,
    );
  });

  it("prints a request once whose response takes long", async () => {
    const { url, ask } = await driven();
    await runHere([
      "faults",
      "add",
      "get-metrics",
      "--pace",
      "20ms",
      "--times",
      "always",
      "--url",
      url,
    ]);
    const tail = spawnCli(["requests", "tail", "--json", "--url", url]);
    const lines = linesOf(tail);
    const first = lines.next();
    const state = { seen: false };
    void first.then(() => (state.seen = true));
    while (!state.seen) await ask("/api/metrics");
    const ids = [JSON.parse((await first).value).id];
    await ask("/api/metrics");
    await ask("/api/profiles");
    for (let operation = ""; operation !== "get_profiles";) {
      const entry = JSON.parse((await lines.next()).value);
      ids.push(entry.id);
      operation = entry.operation;
    }
    expect(new Set(ids).size).toBe(ids.length);
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

describe("faults add --file", () => {
  const written = (text: string, name = "faults.yaml") => {
    const file = join(newFolder(), name);
    writeFileSync(file, text);
    return file;
  };

  it("plans one fault, or a list of them, in their order", async () => {
    const { cli, emulator } = await driven();
    const one = await cli("faults add --file", written("{ operation: get_lists, status: 503 }\n"));
    expect(one).toMatchObject({ code: 0, stderr: "" });
    expect(one.stdout).toBe("fault-1: get_lists 503, once\n");
    const json = JSON.stringify([
      { operation: "get_profiles", sequence: [{ status: 429, retryAfter: 1 }, "pass"] },
      { operation: "get_events", every: 3, status: 500 },
    ]);
    const { stdout, stderr } = await cli("faults add --json --file", written(json, "two.json"));
    expect(JSON.parse(stdout).faults).toMatchObject([{ id: "fault-2" }, { id: "fault-3" }]);
    expect(stderr).toContain("service-emulator: fault-3: acts once, on match 3 of the requests");
    expect(emulator.faults.list()).toHaveLength(3);
  });

  it.each([
    ["operation: get_lists\nstaus: 503\n", ":2: staus: unknown member; did you mean status?"],
    [
      "- { operation: get_lists, status: 503 }\n- { operation: get_lits, status: 503 }\n",
      ":2: [1].operation: no operation 'get_lits'; did you mean get_lists?",
    ],
    ["operation: get_lits\nstatus: 503\n", ":1: operation: no operation 'get_lits'; did you"],
    ["[]\n", ":1: expected at least one item"],
    [
      "- operation: '*'\n  sequence:\n    - status: 418\n",
      ":3: [0].sequence[0].status: the service",
    ],
    ["", ":1: the file is empty; expected a fault, or a list of faults"],
  ])("refuses %j with its place, and plans nothing", async (text, told) => {
    const { cli, emulator } = await driven();
    const file = written(text);
    const { code, stderr } = await cli("faults add --file", file);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${file}${told}`)]);
    expect(emulator.faults.list()).toEqual([]);
  });

  it.each([
    ["get-lists", "leave out get_lists"],
    ["--retry-after 2", "leave out --retry-after"],
  ])("refuses %s beside it", async (words, told) => {
    const { cli } = await driven();
    const file = written("{ operation: get_lists, status: 503 }\n");
    const { code, stderr } = await cli(`faults add ${words} --file`, file);
    expect([code, stderr]).toEqual([2, expect.stringContaining(told)]);
  });

  it("says of a file that is not there which", async () => {
    const { cli } = await driven();
    const { code, stderr } = await cli("faults add --file none.yaml");
    expect([code, stderr]).toEqual([2, expect.stringContaining("none.yaml: ")]);
  });
});

it("a fault that no request can meet is told of on the terminal", async () => {
  const { cli } = await driven();
  const { code, stdout, stderr } = await cli("faults add create-event --method get --status 503");
  expect([code, stderr]).toEqual([
    0,
    "service-emulator: create_event has the method POST, not GET: this fault never acts\n",
  ]);
  expect(stdout).toContain("fault-1: ");
});
