import { describe, expect, it } from "vitest";
import type { Examinee, ReceiverCard, ReceiverRuleResult } from "../../src/index.ts";
import type { ExamCall } from "../../src/emulation/exam-log.ts";
import { receiverCardOf } from "../../src/report/receivers/card.ts";
import { receiverRules } from "../../src/report/receivers/rules.ts";
import { emulate } from "../support/emulate.ts";
import { receive } from "../support/webhooks.ts";
import { live, secret } from "./zoo/in-process.ts";

/** Orders of the exam: two here, fifty in the long form. */
const orders = Number(process.env["RECEIVER_ORDERS"] ?? 2);
const seeds = Array.from({ length: orders }, (_, index) => index + 1);

const every = [
  "acknowledges",
  "signature",
  "timestamp",
  "duplicates",
  "order",
  "half-batch",
  "keeps",
];

/** Small and quick; the long form has all of it. */
const short = { batchMax: 30, settleMs: 100 };

const verdictsOf = ({ rules }: ReceiverCard) =>
  Object.fromEntries(rules.map(({ rule, verdict }) => [rule, verdict]));

const allPassBut = (...failed: readonly string[]) =>
  Object.fromEntries(every.map((rule) => [rule, failed.includes(rule) ? "fail" : "pass"]));

const idOf = ({ rule }: ReceiverRuleResult) => rule;

const ruleOf = ({ rules }: ReceiverCard, id: string) =>
  rules.find(({ rule }) => rule === id) as ReceiverRuleResult;

async function examined(examinee: Examinee) {
  const { emulator } = await emulate();
  return emulator.receivers.examine({ ...short, ...examinee });
}

/** Each receiver has one defect, which is what fails. */
const zoo: readonly (readonly [defect: string | undefined, failed: readonly string[]])[] = [
  [undefined, []],
  ["parses-before-verifying", ["signature"]],
  ["compares-the-beginning", ["signature"]],
  ["compares-as-far-as-given", ["signature"]],
  ["no-signature-check", ["signature"]],
  ["keeps-the-first-secret", ["signature"]],
  ["trusts-the-secret-of-before", ["signature"]],
  ["no-time-check", ["timestamp"]],
  ["checks-the-day-alone", ["timestamp"]],
  ["takes-the-future", ["timestamp"]],
  ["looks-before-it-keeps", ["duplicates"]],
  ["dedups-in-memory", ["duplicates"]],
  ["no-dedup", ["duplicates", "half-batch"]],
  ["answers-500-first", ["acknowledges"]],
  ["trusts-order", ["order"]],
  ["marks-before-it-keeps", ["half-batch"]],
  ["acknowledges-before-it-keeps", ["keeps"]],
];

describe.each(zoo)("a receiver with the defect %s", (defect, failed) => {
  it.each(seeds)("fails what it lacks and passes the rest, in order %i", async (seed) => {
    const card = await examined({ ...(await live({ defect })), seed });
    expect(verdictsOf(card)).toEqual(allPassBut(...failed));
  });
});

describe("the receiver's card", () => {
  it("does not pass what it has not seen: without a read-back four rules are not exercised", async () => {
    const { webhook, secret } = await live({});
    const card = await examined({ webhook, secret });
    const idle = ["duplicates", "order", "half-batch", "keeps"];
    expect(card.rules.filter(({ verdict }) => verdict === "not exercised").map(idOf)).toEqual(idle);
    expect(ruleOf(card, "keeps").message).toBe(
      "No reading of what the receiver has kept in this run. To exercise it: --read-back",
    );
    expect(card.passed).toBe(true);
  });

  it("is undecided about what only a restart shows", async () => {
    const { restart: _, ...rest } = await live({ defect: "dedups-in-memory" });
    const card = await examined(rest);
    const open = { verdict: "undecided", leaning: "pass" };
    const wouldDecide = "add --read-back and --kill-after-ack";
    expect(ruleOf(card, "duplicates")).toMatchObject({ ...open, wouldDecide });
    expect(ruleOf(card, "keeps")).toMatchObject({ ...open, wouldDecide });
  });

  it("gives nobody who refuses everything a pass", async () => {
    const { url, received } = await receive((response) => response.writeHead(401).end());
    const card = await examined({ webhook: url, secret, readBack: async () => [] });
    expect(received).toHaveLength(2);
    expect(verdictsOf(card)).toEqual({
      ...Object.fromEntries(every.map((rule) => [rule, "not exercised"])),
      acknowledges: "fail",
    });
    expect(ruleOf(card, "acknowledges").message).toBe(
      "A delivery of 1 event: answered 401. (and 1 more) Expected: 200, 201 or 202 within 5 s. " +
        "Fix: keep the events, answer, and do the work afterwards.",
    );
    expect(ruleOf(card, "signature").message).toContain(
      "To exercise it: a receiver that acknowledges deliveries",
    );
  });

  it("takes no 2xx but 200, 201 and 202 for an acknowledgement", async () => {
    const { url } = await receive((response) => response.writeHead(204).end());
    const card = await examined({ webhook: url, secret });
    expect(ruleOf(card, "acknowledges").verdict).toBe("fail");
  });

  it("fails a receiver of which one answer came too late", () => {
    const call = {
      rule: "acknowledges",
      expect: "accept",
      account: "DEMO01",
      about: "A delivery",
      ids: ["1"],
      repeated: [],
      afterRestart: false,
    } as const;
    const good = { ...call, id: 1, at: 0, ms: 4500, status: 200, error: null };
    const late = {
      ...call,
      id: 2,
      at: 5000,
      ms: 5000,
      status: null,
      error: "no answer within 5 s",
    };
    const verdict = (calls: readonly ExamCall[]) =>
      ruleOf(receiverCardOf({ calls, readings: [] }), "acknowledges").verdict;
    expect(verdict([good])).toBe("pass");
    expect(verdict([good, late])).toBe("fail");
  });

  it("says of a signature over parsed JSON what to do instead", async () => {
    const card = await examined(await live({ defect: "parses-before-verifying" }));
    expect(ruleOf(card, "signature").message).toContain(
      "A delivery that is signed well, with white space in its JSON: answered 401.",
    );
    expect(ruleOf(card, "signature").message).toContain("over the raw bytes of the body");
  });

  it("fails a receiver that answers 401 and keeps the event all the same", async () => {
    const kept: string[] = [];
    const { url } = await receive((response, { json }) => {
      kept.push(...json.data.map(({ external_id }) => external_id));
      response.writeHead(kept.length === 1 ? 200 : 401).end();
    });
    const card = await examined({ webhook: url, secret, readBack: async () => kept });
    expect(ruleOf(card, "timestamp")).toMatchObject({ verdict: "fail" });
    expect(ruleOf(card, "timestamp").message).toContain("answered 401, and kept.");
  });

  it("starts what has broken off a connection again, and goes on", async () => {
    const { url } = await receive((response, { json }) => {
      const isBroken = json.data.some(({ payload }) => payload === null);
      if (isBroken) response.destroy();
      else response.end();
    });
    let revived = 0;
    const revive = async () => void (revived += 1);
    const card = await examined({ webhook: url, secret, revive });
    // One batch in the middle of which it ends, and one that comes three times.
    expect(revived).toBe(4);
    expect(ruleOf(card, "acknowledges").verdict).toBe("pass");
  });

  it("fails a receiver that takes nothing more behind a batch that it cannot process", async () => {
    const card = await examined(await live({ defect: "stops-behind-poison" }));
    expect(ruleOf(card, "acknowledges")).toMatchObject({
      verdict: "fail",
      evidence: expect.arrayContaining([
        expect.objectContaining({
          text: expect.stringContaining(
            "A delivery behind one that cannot be processed: answered 500.",
          ),
        }),
      ]),
    });
  });

  it("leaves no webhook behind", async () => {
    const { emulator, get } = await emulate();
    await emulator.receivers.examine({ ...short, ...(await live({})) });
    expect((await get("/api/webhooks")).many).toEqual([]);
  });

  it("refuses a URL that no webhook may have, and a secret that is too short", async () => {
    const { emulator } = await emulate();
    await expect(
      emulator.receivers.examine({ webhook: "http://example.com/", secret }),
    ).rejects.toThrow("webhook: The URL must begin with https://.");
    await expect(
      emulator.receivers.examine({ webhook: "http://127.0.0.1:9/", secret: "short" }),
    ).rejects.toThrow("secret: expected 16 characters or more");
  });
});

describe("GET /_emulator/report?of=receivers", () => {
  it("has the card of the last exam in every format", async () => {
    const { emulator } = await emulate();
    const card = await emulator.receivers.examine({
      ...short,
      ...(await live({ defect: "no-time-check" })),
    });
    const ask = async (query: string) =>
      emulator.fetch(`/_emulator/report?of=receivers${query}`).then((answer) => answer.text());
    expect(JSON.parse(await ask(""))).toEqual(card);
    expect(await ask("&format=markdown")).toContain("### ✗ Receiver's report card: 1 rule failed");
    expect(await ask("&format=junit")).toContain('tests="7" failures="1" errors="0" skipped="0"');
    expect(await ask("&format=html")).toContain("A delivery of a day ago, signed well");
  });

  it("is about the deliveries of the service where there was no exam", async () => {
    const { emulator } = await emulate();
    const { url } = await receive((response) => response.writeHead(500).end());
    const topics = ["event:service.subscribed_to_list"];
    const shop = { name: "Shop", endpoint_url: url, secret_key: secret, topics };
    await emulator.seed({ webhooks: [shop] });
    emulator.deliveries.trigger("event:service.subscribed_to_list");
    await emulator.clock.advance("1s");
    const card = await emulator.receivers.report();
    expect(card.run.requests).toBe(1);
    expect(ruleOf(card, "acknowledges").message).toContain("answered 500.");
  });

  it("does not hold against a receiver what a fault did to a delivery", async () => {
    const { emulator } = await emulate();
    const topic = "event:service.subscribed_to_list";
    const { webhook } = await live({});
    const shop = { name: "Shop", endpoint_url: webhook, secret_key: secret, topics: [topic] };
    await emulator.seed({ webhooks: [shop] });
    const sequence = [{ signature: "wrong" }, { spoil: "truncate" }, { drop: true }] as const;
    emulator.faults.add({ delivery: topic, sequence: [...sequence] });
    emulator.deliveries.trigger(topic);
    await emulator.clock.advance("10m");
    const card = await emulator.receivers.report();
    expect(card.passed).toBe(true);
    expect(ruleOf(card, "signature").verdict).toBe("pass");
    expect(card.calls).toHaveLength(1);
  });

  it("refuses what it does not know", async () => {
    const { emulator } = await emulate();
    const ask = async (query: string) =>
      emulator.fetch(`/_emulator/report?${query}`).then((answer) => answer.text());
    expect(await ask("of=receiver")).toContain("expected 'clients' or 'receivers'");
    expect(await ask("of=receivers&preset=strict")).toContain("it is not for of=receivers");
    expect(await ask("of=receivers&format=pdf")).toContain(
      "expected 'json' or 'markdown' or 'junit' or 'html'",
    );
  });
});

it.each(receiverRules.map((rule) => [rule.id, rule] as const))(
  "the words of %s go on in a sentence: no semicolon, and no full stop at the end",
  (_, { title, measures, unit, event, exercise, expected, fix, why }) => {
    const phrases = [title, measures, unit, event, exercise, expected, fix];
    expect(phrases.filter((phrase) => /;|[.:]$/.test(phrase))).toEqual([]);
    expect(why).toMatch(/\.$/);
  },
);

describe.runIf(process.env["RECEIVER_ORDERS"] !== undefined)("in real time", () => {
  it("a good receiver that answers in 4.5 s passes everything", { timeout: 600_000 }, async () => {
    const card = await examined({ ...(await live({ work: 4500 })), batchMax: 1000 });
    expect(verdictsOf(card)).toEqual(allPassBut());
  });

  it("one that answers after 6 s of work fails", { timeout: 60_000 }, async () => {
    const card = await examined(await live({ defect: "works-before-it-answers" }));
    expect(ruleOf(card, "acknowledges").verdict).toBe("fail");
    expect(ruleOf(card, "acknowledges").message).toContain("no answer within 5 s");
  });
});
