import { expect, it } from "vitest";
import {
  createEmulator,
  type Emulator,
  type ExamOptions,
  NoReferenceError,
  type Sandbox,
} from "../../src/index.ts";
import { questionsOf, reasonOf } from "../../src/explore/exam/questions.ts";
import { attempt } from "../support/report.ts";
import { Dice } from "../../src/world/dice.ts";

/** How a client retries. Its waits move its sandbox's clock, so that they take no time. */
interface Policy {
  readonly attempts: number;
  readonly waitMs: (step: number, dice: Dice) => number;
  readonly heedsRetryAfter: boolean;
  readonly keepsBody: boolean;
}

const careful: Policy = {
  attempts: 5,
  waitMs: (step, dice) => dice.fraction() * 4000 * 2 ** step,
  heedsRetryAfter: true,
  keepsBody: true,
};

let lives = 0;

class Client {
  readonly #sandbox: Sandbox;
  readonly #policy: Policy;
  readonly #dice: Dice;
  /** Dates in responses are in the time of the machine, however its sandbox's clock was moved. */
  readonly #now: () => number;

  constructor(sandbox: Sandbox, policy: Policy, now: () => number) {
    this.#now = now;
    this.#sandbox = sandbox;
    this.#policy = policy;
    this.#dice = Dice.from((lives += 1), "exam");
  }

  async ask(path: string, body?: unknown): Promise<unknown> {
    const { attempts, waitMs, keepsBody } = this.#policy;
    for (let attempt = 1; ; attempt += 1) {
      const text =
        body === undefined || (attempt > 1 && !keepsBody) ? undefined : JSON.stringify(body);
      const response = await this.#sent(path, body === undefined ? "GET" : "POST", text);
      const answer = await response?.text().catch(() => undefined);
      const good = response?.ok && answer !== undefined ? parsed(answer) : undefined;
      if (good !== undefined) return good;
      const status = response?.status ?? 0;
      const mayPass = status < 400 || status === 429 || status >= 500;
      if (!mayPass || attempt === attempts) throw new Error(`status ${status}`);
      await this.#sandbox.clock.advance(
        `${Math.ceil(1 + Math.max(waitMs(attempt - 1, this.#dice), this.#told(response)))}ms`,
      );
    }
  }

  #told(response: Response | undefined): number {
    const said = response?.headers.get("retry-after") ?? null;
    if (said === null || !this.#policy.heedsRetryAfter) return 0;
    const seconds = Number(said);
    if (!Number.isNaN(seconds)) return Math.max(0, 1000 * seconds);
    return said.endsWith(" GMT") ? Date.parse(said) - this.#now() : 0;
  }

  /** A response that does not come is given up. */
  async #sent(
    path: string,
    method: string,
    body: string | undefined,
  ): Promise<Response | undefined> {
    const headers = { "content-type": "application/json" };
    const signal = AbortSignal.timeout(2000);
    const init = { method, headers, signal, ...(body !== undefined && { body }) };
    return this.#sandbox.fetch(`${this.#sandbox.url}/api${path}`, init).catch(() => undefined);
  }
}

function parsed(text: string): unknown {
  try {
    return text === "" ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const eventOf = (name: string, isNamed = true) => ({
  data: {
    type: "event",
    attributes: {
      ...(isNamed && { unique_id: name }),
      properties: {},
      metric: { data: { type: "metric", attributes: { name: "Exam" } } },
      profile: { data: { type: "profile", attributes: { email: `${name}@example.com` } } },
    },
  },
});

/** What it has to do: some reads, and some writes. */
const work =
  (policy: Policy, emulator: Emulator, stays = () => false) =>
  async (sandbox: Sandbox, { signal }: { readonly signal: AbortSignal }): Promise<void> => {
    if (stays()) return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
    const client = new Client(sandbox, policy, () => emulator.clock.now().ms);
    for (const path of ["/lists", "/segments", "/tags", "/metrics", "/coupons"])
      await client.ask(path);
    for (const name of ["one", "two", "three"]) await client.ask("/events", eventOf(name));
  };

async function examined(policy: Policy, options: ExamOptions = {}, stays = () => false) {
  await using emulator = await createEmulator({ fixtures: ["small"] });
  const found = await emulator.exam(work(policy, emulator, stays), { budget: "40s", ...options });
  const verdicts = Object.fromEntries(found.card.rules.map(({ rule, verdict }) => [rule, verdict]));
  return { ...found, verdicts };
}

it(
  "passes a careful client in each rule that it can meet, leaves none of them undecided, and says why a rule was not met",
  { timeout: 120_000 },
  async () => {
    const { verdicts, card, checks, runs } = await examined(careful);
    const passed = [
      "retry-after",
      "growing",
      "jitter",
      "same-request",
      "stops",
      "doubled-write",
      "retries",
      "attempts",
      "token",
      "corrupt",
    ];
    expect(
      card.rules
        .filter(({ verdict }) => verdict === "fail" || verdict === "undecided")
        .map(({ message }) => message),
    ).toEqual([]);
    expect(Object.keys(verdicts).filter((rule) => verdicts[rule] === "pass")).toEqual(
      expect.arrayContaining(passed),
    );
    expect(checks.every((check) => check.passed)).toBe(true);
    // Runs are judged two minutes apart: nothing of that has passed.
    expect(card.run.seconds).toBeLessThan(120 * (runs - 1));
    // Of one that waits for ever for a response, the rule tells.
    expect(checks.find(({ name }) => name === "hang")?.message).toMatch(/got its responses/);
    expect(card.rules.find(({ rule }) => rule === "growing")?.message).toMatch(
      /Seen in \d+ calls in \d+ runs\.$/,
    );
    expect(card.rules.find(({ rule }) => rule === "stampede")?.message).toBe(
      "Not exercised: it does not make 5 requests to one operation at once.",
    );
  },
);

it(
  "fails a client that waits as long each time, for growing and for jitter",
  { timeout: 120_000 },
  async () => {
    const { verdicts, card } = await examined({ ...careful, waitMs: () => 30_000 });
    expect([verdicts["growing"], card.passed]).toEqual(["fail", false]);
    expect(verdicts["jitter"]).not.toBe("pass");
  },
);

it(
  "fails a client that reads no Retry-After, and one whose retries lose their body",
  { timeout: 120_000 },
  async () => {
    const careless = { ...careful, heedsRetryAfter: false, keepsBody: false };
    const { verdicts } = await examined(careless, { budget: "8s" });
    expect([verdicts["retry-after"], verdicts["same-request"]]).toEqual(["fail", "fail"]);
  },
);

it(
  "advises a longer budget where that decides more, and nothing that the exam does by itself",
  { timeout: 120_000 },
  async () => {
    // Of two lengths, by chance: however often it waits, that may be jitter.
    let waits = 0;
    const waitMs: Policy["waitMs"] = (_, dice) => {
      waits += 1;
      return dice.fraction() < 0.5 ? 1000 : 2000;
    };
    // What it has shown by then decides nothing: the rest of the budget goes by in one run.
    const hasShown = () => waits >= 4;
    const { card } = await examined({ ...careful, waitMs }, { budget: "5s" }, hasShown);
    expect(card.rules.find(({ rule }) => rule === "jitter")).toMatchObject({
      verdict: "undecided",
      wouldDecide: "give the exam a longer budget",
    });
  },
);

it(
  "asks a client that waits longer than a run may take for fewer calls that wait",
  { timeout: 120_000 },
  async () => {
    await using emulator = await createEmulator({ fixtures: ["small"] });
    const sync = async (sandbox: Sandbox, { signal }: { readonly signal: AbortSignal }) => {
      let waited = 0;
      const waitMs: Policy["waitMs"] = (step, dice) => {
        const ms = careful.waitMs(step, dice);
        waited += ms;
        return ms;
      };
      const client = new Client(sandbox, { ...careful, waitMs }, () => emulator.clock.now().ms);
      for (const path of ["/lists", "/segments", "/tags", "/metrics", "/coupons"]) {
        await client.ask(path);
        // Its run is over by then: it does nothing more until it is stopped.
        if (waited > 60_000)
          await new Promise((resolve) => signal.addEventListener("abort", resolve));
      }
    };
    const { card } = await emulator.exam(sync, { budget: "40s", timeout: "500ms" });
    expect(card.rules.find(({ rule }) => rule === "jitter")?.verdict).toBe("pass");
  },
);

const hasty: Policy = { ...careful, attempts: 3, waitMs: () => 0, heedsRetryAfter: false };

it(
  "ends once no run can show more: a client that never retries shows no waits",
  { timeout: 120_000 },
  async () => {
    const single = { ...careful, attempts: 1 };
    const { isCut, verdicts, runs } = await examined(single, { budget: "10m" });
    expect([isCut, verdicts["retry-after"]]).toEqual([false, "not exercised"]);
    expect(runs).toBeLessThan(60);
  },
);

it("tells a client that leaves pages unread by itself from one that walks no list", () => {
  const habits = { operations: new Map(), reads: [], writes: [], lists: [], revisions: [] };
  const reasonFor = (stopsShort: boolean) =>
    reasonOf("reads-all", { ...habits, stopsShort, requests: 1 });
  expect([true, false].map(reasonFor)).toEqual([
    "it stops before the last page without faults, too",
    "it walks no list of several pages",
  ]);
});

it("asks a client that never gives up for no more failures than a fault can have", () => {
  const operations = new Map([["get_lists", [attempt()]]]);
  const names = { reads: ["get_lists"], writes: [], lists: [], revisions: [] };
  const questions = questionsOf(
    { operations, ...names, stopsShort: false, requests: 1 },
    () => 500,
    false,
  );
  const lengths = questions.flatMap(({ faults }) =>
    faults.map(({ sequence }) => sequence?.length ?? 0),
  );
  expect(Math.max(...lengths)).toBe(100);
});

it("fails a client that writes twice, also one that is so fast that both are of one second", async () => {
  await using emulator = await createEmulator({ fixtures: ["small"] });
  const write = async (sandbox: Sandbox) => {
    const client = new Client(sandbox, hasty, () => emulator.clock.now().ms);
    await client.ask("/events", eventOf("one", false));
  };
  const { card } = await emulator.exam(write, { budget: "40s", jobs: 1 });
  expect(card.rules.find(({ rule }) => rule === "doubled-write")).toMatchObject({
    verdict: "fail",
  });
});

it(
  "fails a client that takes what it cannot read in a Retry-After for a wait of nothing",
  { timeout: 120_000 },
  async () => {
    await using emulator = await createEmulator({ fixtures: ["small"] });
    const sync = async ({ fetch: ask, url, clock }: Sandbox) => {
      for (let attempt = 1; ; attempt += 1) {
        const response = await ask(`${url}/api/lists`);
        const said = response.headers.get("retry-after");
        if (response.ok || attempt === 5) return response.ok || Promise.reject(new Error("no"));
        const until = said?.endsWith(" GMT") === true ? Date.parse(said) : undefined;
        const told = until === undefined ? 1000 * Number(said) : until - emulator.clock.now().ms;
        const ms = said === null ? 500 * 2 ** attempt : told;
        // So do timers: what is no number, is too long or less than nothing is over at once.
        if (ms > 0 && ms < 2 ** 31) await clock.advance(`${Math.ceil(ms)}ms`);
      }
    };
    const { card } = await emulator.exam(sync, { budget: "6s", jobs: 1 });
    const found = card.rules.find(({ rule }) => rule === "retry-after");
    expect(found?.verdict).toBe("fail");
    const texts = found?.evidence.map(({ text }) => text).join("\n");
    expect(texts).toMatch(
      /\d retries came at once after a 429 with a Retry-After that cannot be read/,
    );
    expect(texts).toContain("Its timer ends at once where it is set to more than 24 days.");
  },
);

it("refuses a client that fails without faults, and an option that is wrong", async () => {
  await using emulator = await createEmulator({ fixtures: ["small"] });
  const broken = emulator.exam(async (sandbox) => {
    await sandbox.fetch(`${sandbox.url}/api/lists`);
    throw new Error("no");
  });
  await expect(broken).rejects.toThrow(NoReferenceError);
  await expect(emulator.exam(work(careful, emulator), { budget: "soon" })).rejects.toThrow(
    "budget",
  );
});
