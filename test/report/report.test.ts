import { describe, expect, it } from "vitest";
import { newEvent } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";

/** What names the call of its test. */
const named = { headers: { "x-emulator-test-id": "the call" } };
import type { ReportCard } from "../../src/index.ts";

const verdictOf = (card: ReportCard, rule: string) =>
  card.rules.find((each) => each.rule === rule)?.verdict;

/** A client that met two 429s which said 5 s and 2 s, and came back after such times. */
async function throttled(first: string, second: string) {
  const ways = await emulate();
  const sequence = [5, 2].map((retryAfter) => ({ status: 429, retryAfter }));
  ways.emulator.faults.add({ operation: "create_event", sequence });
  for (const after of [first, second]) {
    await ways.post("/api/events", newEvent(), named);
    await ways.emulator.clock.advance(after);
  }
  await ways.post("/api/events", newEvent(), named);
  return ways;
}

describe("the report", () => {
  it("takes what the clock was advanced by for waiting", async () => {
    const good = await (await throttled("5s", "2s")).emulator.report();
    expect(verdictOf(good, "retry-after")).toBe("pass");
    const bad = await (await throttled("5s", "1s")).emulator.report();
    expect(verdictOf(bad, "retry-after")).toBe("fail");
  });

  it("says of each call what the rules found, the worst first, beyond the evidence of a rule", async () => {
    const { emulator, post } = await throttled("5s", "1s");
    const { calls, rules } = await emulator.report();
    expect(calls.map(({ verdicts }) => verdicts.map(({ rule, result }) => [rule, result]))).toEqual(
      [expect.arrayContaining([["retry-after", "failed"]])],
    );
    const [worst] = calls[0]?.verdicts ?? [];
    const evidence = rules.flatMap((rule) => (rule.rule === worst?.rule ? rule.evidence : []));
    expect(worst).toMatchObject({ result: "failed", text: evidence[0]?.text });
    for (let each = 0; each < 25; each += 1) {
      emulator.faults.add({ operation: "create_event", status: 429, retryAfter: 5 });
      const call = { headers: { "x-emulator-test-id": `call ${each}` } };
      await post("/api/events", newEvent(), call);
      await post("/api/events", newEvent(), call);
    }
    const card = await emulator.report();
    expect(card.calls).toHaveLength(26);
    for (const { verdicts } of card.calls) expect(verdicts[0]?.result).toBe("failed");
  });

  it("has calls that went well where all are asked for, the newest of them", async () => {
    const { emulator, post, get } = await emulate();
    await post("/api/events", newEvent(), named);
    emulator.faults.add({ operation: "get_profiles", status: 503 });
    await get("/api/profiles");
    const asked = (query: string) => emulator.fetch(`/_emulator/report${query}`);
    const operations = async (query: string) => {
      const card = await asked(query);
      return ((await card.json()) as ReportCard).calls.map(({ operation }) => operation);
    };
    expect(await operations("")).toEqual(["get_profiles"]);
    expect(await operations("?calls=telling")).toEqual(["get_profiles"]);
    expect(await operations("?calls=all")).toEqual(["create_event", "get_profiles"]);
    const refused = await asked("?calls=none");
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: { path: "calls" } },
    ]);
  });

  it("names the instant until which a response asked to wait, in emulator time", async () => {
    const { emulator, post } = await emulate();
    emulator.clock.freeze("2026-07-20T12:00:00Z");
    emulator.faults.add({ operation: "create_event", status: 429, retryAfter: 3 });
    await post("/api/events", newEvent(), named);
    await emulator.clock.advance("3s");
    await post("/api/events", newEvent(), named);
    const [call] = (await emulator.report()).calls;
    expect(call?.attempts.map(({ promisedUntil }) => promisedUntil)).toEqual([
      "2026-07-20T12:00:03.000Z",
      null,
    ]);
  });

  it("does not take what an answer was held back for waiting", async () => {
    const { emulator, post } = await emulate();
    emulator.faults.add({ operation: "create_event", status: 429, retryAfter: 2, delay: "5s" });
    const answer = post("/api/events", newEvent(), named);
    await new Promise(setImmediate);
    await emulator.clock.advance("5s");
    await answer;
    await post("/api/events", newEvent(), named);
    expect(verdictOf(await emulator.report(), "retry-after")).toBe("fail");
  });

  it("knows a lost write that was done twice, and one that had a unique_id", async () => {
    const written = async (attributes: Record<string, unknown>) => {
      const { emulator, post } = await emulate();
      emulator.faults.add({ operation: "create_event", where: "after", connection: "reset" });
      await expect(post("/api/events", newEvent(attributes), named)).rejects.toMatchObject({
        cause: { code: "ECONNRESET" },
      });
      await emulator.clock.advance("1s");
      await post("/api/events", newEvent(attributes), named);
      return verdictOf(await emulator.report(), "doubled-write");
    };
    expect([await written({}), await written({ unique_id: "one" })]).toEqual(["fail", "pass"]);
  });

  it("does not call it survived that an event came twice in one second, and was done once", async () => {
    const judged = async (attributes: Record<string, unknown>) => {
      const { emulator, post } = await emulate();
      emulator.clock.freeze();
      emulator.faults.add({ operation: "create_event", where: "after", connection: "reset" });
      await post("/api/events", newEvent(attributes), named).catch(() => undefined);
      await post("/api/events", newEvent(attributes), named);
      const card = await emulator.report();
      return [verdictOf(card, "doubled-write"), card.coverage.pairs[0]?.survived];
    };
    expect(await judged({})).toEqual(["undecided", 0]);
    expect(await judged({ time: "2026-07-01T12:00:00Z" })).toEqual(["pass", 1]);
    expect(await judged({ unique_id: "one" })).toEqual(["pass", 1]);
  });

  it("tells two long bodies apart that differ at their ends alone", async () => {
    const { emulator, post } = await emulate();
    const long = (end: string) => newEvent({ properties: { text: "x".repeat(12_000) + end } });
    await post("/api/events", long("a"));
    await post("/api/events", long("b"));
    expect((await emulator.report()).run).toMatchObject({ calls: 2, callsByLikeness: 0 });
  });

  it("does not decide by requests that look alike", async () => {
    const { emulator, post } = await emulate();
    emulator.faults.add({ operation: "create_event", status: 503 });
    await post("/api/events", newEvent());
    await post("/api/events", newEvent());
    const { rules, run } = await emulator.report();
    expect(rules[0]).toMatchObject({
      rule: "retries",
      verdict: "undecided",
      leaning: "pass",
      wouldDecide: "add exec --compare, or a name for each call",
    });
    expect(run.callsByLikeness).toBe(1);
  });

  it("of a sandbox is of its requests alone", async () => {
    const { emulator, get } = await emulate();
    await get("/api/events");
    const sandbox = await emulator.sandbox();
    expect((await sandbox.report()).run.requests).toBe(0);
  });

  it("is observed over resets", async () => {
    const { emulator, get } = await emulate();
    const report = await emulator.observe();
    await get("/api/events");
    emulator.reset();
    await get("/api/events");
    expect((await emulator.report()).run.requests).toBe(1);
    expect((await report()).run.requests).toBe(2);
  });
});

describe("GET /_emulator/report", () => {
  const ask = async (query: string) => {
    const { emulator } = await throttled("5s", "1s");
    const response = await emulator.fetch(`/_emulator/report${query}`);
    return { status: response.status, body: (await response.json()) as ReportCard };
  };

  it("judges as strictly as it is told", async () => {
    const { status, body } = await ask("?preset=strict&running=true");
    expect([status, body.preset, body.thresholds.attemptsMax]).toEqual([200, "strict", 6]);
  });

  it.each(["?preset=mild", "?account=Nobody", "?format=pdf", "?running=maybe", "?prest=strict"])(
    "refuses %s",
    async (query) => {
      expect((await ask(query)).status).toBeGreaterThanOrEqual(400);
      expect((await ask(query)).status).toBeLessThan(500);
    },
  );
});
