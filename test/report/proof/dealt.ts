import type { Emulator } from "../../../src/index.ts";
import { Dice } from "../../../src/world/dice.ts";
import { newEvent, newProfile } from "../../support/bodies.ts";
import type { Wish } from "./client.ts";
import type { Plan, Sent } from "./log.ts";
import { good, type Policy } from "./policy.ts";
import type { Setting } from "./world.ts";

/** A run as the dice want it: a client of some ways, its work, and what goes wrong. */
export function dealt(seed: number): Setting {
  const dice = Dice.from(seed, "setting");
  const policy = policyOf(dice);
  const credentials = chance(dice, 0.35) ? "token" : "key";
  return {
    seed,
    policy,
    work: workOf(dice),
    clock: dice.pick(["frozen", "frozen", 1, 10, 50] as const),
    rateLimits: dice.pick(["real", "real", "off"]),
    credentials,
    planOf: troubleOf(dice),
    events: eventsOf(dice),
    ...(chance(dice, 0.3) && {
      expired: { at: dice.integer(0, 4000), tokens: dice.pick([1, 1, 2, 3]) },
    }),
    ...(chance(dice, 0.12) && {
      ends: { at: dice.integer(500, 15_000), by: dice.pick(["kill", "kill", "exit"] as const) },
    }),
    compares: chance(dice, 0.5),
  };
}

const chance = (dice: Dice, share: number): boolean => dice.fraction() < share;

/** Mostly good, and bad in one to four ways. */
function policyOf(dice: Dice): Policy {
  const options: { [Name in keyof Policy]: readonly Policy[Name][] } = {
    retriesOn: [good.retriesOn, [429, 503], [429], [], [400, 404, 409, ...good.retriesOn]],
    retriesLost: ["named", "all", "none"],
    retryAfter: ["honour", "ignore", "as ms"],
    backoff: ["fixed", "linear", "exponential"],
    baseMs: [20, 100, 250, 1000],
    capMs: [300, 5000, 60_000],
    jitter: ["none", "full", "equal"],
    attemptsMax: [1, 2, 3, 5, 8, 9, 14],
    totalMsMax: [5000, 60_000, 900_000],
    naming: ["none", "none", "unique_id", "idempotency key", "test id"],
    isTested: [true, false],
    refreshes: ["once", "loop", "never"],
    leavesRevision: [true, false],
    readsBudget: [true, false],
    pausesOthers: [true, false],
    spreadMs: [0, 0, 20, 500, 3000],
    newBody: [true, false],
    timeoutMs: [400, 3000],
  };
  const bad = chance(dice, 0.25) ? 1 : chance(dice, 0.5) ? 0.4 : 0.15;
  const drawn = Object.entries(options).map(([name, values]) => [
    name,
    chance(dice, bad) ? dice.pick(values as readonly unknown[]) : good[name as keyof Policy],
  ]);
  return Object.fromEntries(drawn) as Policy;
}

/** Workers that do alike things and others, after each other and at once. */
function workOf(dice: Dice): (Wish | number)[][] {
  const alike = dice.pick([0, 0, 0.1, 0.5, 1]);
  const thinkMs = dice.pick([0, 30, 300, 2000]);
  const workers = dice.pick([1, 2, 4, 8, 12]);
  const total = dice.pick([15, 40, 80]);
  const favourite = chance(dice, 0.4) ? dice.integer(0, 6) : undefined;
  let made = 0;
  const wish = (): Wish => {
    made += 1;
    const kind = favourite !== undefined && chance(dice, 0.7) ? favourite : dice.integer(0, 6);
    // What is not there, or is there already, is seldom asked for again.
    const isAlike = chance(dice, kind === 3 || kind === 4 ? alike / 20 : alike);
    return wishOf(kind, isAlike ? dice.integer(1, 3) : made + 10);
  };
  const polls = dice.pick([0, 0, 0.1, 0.3]);
  const task = (): (Wish | number)[] => {
    const wanted = [wish(), dice.integer(0, thinkMs)];
    // What is asked for again and again, whatever the answer was.
    const times = chance(dice, polls) ? dice.integer(2, 4) : 1;
    return Array.from({ length: times }, () => wanted).flat();
  };
  return Array.from({ length: workers }, () =>
    Array.from({ length: Math.ceil(total / workers) }, task).flat(),
  );
}

/** One of the things that can be wanted, and its number: those of one number are alike. */
export function wishOf(kind: number, number: number): Wish {
  const read = (operation: string, path: string): Wish => ({ operation, method: "GET", path });
  if (kind === 0) return read("get_profiles", `/api/profiles?page[size]=${1 + (number % 90)}`);
  if (kind === 1) return read("get_metrics", `/api/metrics`);
  if (kind === 2) return read("get_account", "/api/accounts");
  if (kind === 3) return read("get_profile", `/api/profiles/none-${number}`);
  if (kind === 4) {
    const body = newProfile({ email: `person-${number}@example.com` });
    return { operation: "create_profile", method: "POST", path: "/api/profiles", body };
  }
  const body = newEvent({ properties: { order: number } }, { email: `p${number % 4}@example.com` });
  return { operation: "create_event", method: "POST", path: "/api/events", body };
}

/** What goes wrong with single requests. */
function troubleOf(deal: Dice): Setting["planOf"] {
  const share = deal.pick([0.05, 0.2, 0.5, 0.8]);
  const kinds = Array.from({ length: deal.integer(1, 5) }, () => deal.integer(0, 10));
  const outage = chance(deal, 0.2) ? deal.integer(0, 3000) : Number.POSITIVE_INFINITY;
  return (sent: Sent, dice: Dice): Plan | undefined => {
    if (sent.sentAt > outage) return { status: 503, retryAfter: "none" };
    if (!chance(dice, share)) return undefined;
    return planOf(dice.pick(kinds), sent, dice);
  };
}

function planOf(
  kind: number,
  { operation, method }: Pick<Sent, "operation" | "method">,
  dice: Dice,
): Plan | undefined {
  if (kind === 0) return { status: 429, retryAfter: dice.integer(1, 4) };
  if (kind === 1) return { status: 503, retryAfter: dice.integer(1, 3) };
  if (kind <= 3) return { status: dice.pick([500, 502, 503, 504]), retryAfter: "none" };
  if (kind === 4) return { connection: "reset" };
  if (kind === 5) return { connection: "hang" };
  if (operation === "create_event") {
    if (kind <= 7) return { connection: dice.pick(["reset", "close"]), where: "after" };
    if (kind === 8) return { delay: dice.integer(10, 5000), where: "after" };
    return { status: 503, retryAfter: "none", where: "after" };
  }
  if (method !== "GET") return undefined;
  if (kind === 6) return { spoil: dice.pick(["truncate", "malformed", "garbage"]), where: "after" };
  if (kind === 7) return { connection: "close-mid-body", where: "after" };
  if (kind === 8) return { delay: dice.integer(10, 5000) };
  if (kind === 9)
    return { status: 429, retryAfter: dice.integer(1, 3), delay: dice.integer(10, 2500) };
  return { status: dice.pick([400, 403, 404]) };
}

/** What happens to all: a window that is shut, a revision that is retired. */
function eventsOf(dice: Dice): NonNullable<Setting["events"]> {
  const shut = Array.from({ length: dice.pick([0, 0, 1, 3]) }, () => {
    const retryAfter = dice.integer(1, 5);
    const operation = dice.pick(["create_event", "get_profiles", "get_metrics"] as const);
    const act = ({ faults }: Emulator) => {
      faults.add({ operation, status: 429, retryAfter, times: 1 });
    };
    return { at: dice.integer(0, 6000), act };
  });
  const retired = chance(dice, 0.3)
    ? [
        {
          at: dice.integer(0, 5000),
          act: ({ revisions }: Emulator) => void revisions.retire("2025-10-15"),
        },
      ]
    : [];
  return [...shut, ...retired];
}
