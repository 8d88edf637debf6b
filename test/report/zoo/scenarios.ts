import { setTimeout as elapsed } from "node:timers/promises";
import type { Emulator } from "../../../src/index.ts";
import type { Answer } from "./ask.ts";

/** One call of a client's, which has a name. */
export interface Call {
  readonly name: string;
  readonly path: string;
  readonly body?: unknown;
  readonly revision?: string;
}

/** Makes one call by the client, with what retries it has. */
export type Made = (call: Call) => Promise<Answer | undefined>;

/** What a client has to do, and what goes wrong meanwhile. */
export interface Scenario {
  readonly name: string;
  /** Plans what goes wrong. */
  readonly prepare: (emulator: Emulator) => void;
  readonly work: (made: Made) => Promise<unknown>;
}

type Fault = Parameters<Emulator["faults"]["add"]>[0];

const faulty =
  (...faults: readonly Fault[]) =>
  ({ faults: { add } }: Emulator): void => {
    for (const fault of faults) add(fault);
  };

/** An event of a person of its own; `call` is how it is found again. */
const eventOf = (call: string, uniqueId?: string) => ({
  data: {
    type: "event",
    attributes: {
      properties: { call },
      metric: { data: { type: "metric", attributes: { name: "Zoo" } } },
      profile: { data: { type: "profile", attributes: { email: `${call}@example.com` } } },
      ...(uniqueId !== undefined && { unique_id: uniqueId }),
    },
  },
});

const eventCall = (name: string, uniqueId?: string): Call => ({
  name,
  path: "/api/events",
  body: eventOf(name, uniqueId),
});

const all = (count: number, one: (n: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index + 1)));

/** Reads on where each page says, until there is none. */
async function walked(made: Made): Promise<void> {
  let path: string | null = "/api/profiles?page%5Bsize%5D=2&sort=id";
  for (let page = 1; path !== null; page += 1) {
    const answer = await made({ name: `page-${page}`, path });
    if (answer?.status !== 200) return;
    const next = nextOf(answer.text);
    path = next === null ? null : next.pathname + next.search;
  }
}

/** Who cannot read a page has come to the end of the walk. */
function nextOf(text: string): URL | null {
  try {
    const { links } = JSON.parse(text) as { links?: { next?: string | null } };
    return links?.next ? new URL(links.next) : null;
  } catch {
    return null;
  }
}

export const scenarios: readonly Scenario[] = [
  {
    // Two promises, the longer one first: what grows waits for the second by luck, and not for both.
    name: "throttled",
    prepare: faulty(
      {
        operation: "get_lists",
        sequence: [
          { status: 429, retryAfter: 3 },
          { status: 429, retryAfter: 2 },
        ],
      },
      { operation: "create_event", status: 429, retryAfter: 2 },
      { operation: "get_coupons", status: 500, times: 2 },
    ),
    work: (made) =>
      Promise.all([
        made({ name: "lists", path: "/api/lists" }),
        made({ name: "coupons", path: "/api/coupons" }),
        made(eventCall("event", "throttled-1")),
      ]),
  },
  {
    name: "dated",
    prepare: faulty(
      { operation: "get_lists", status: 429, retryAfter: { date: "+2s" } },
      { operation: "get_tags", status: 429, retryAfter: { date: "+4s" } },
    ),
    work: (made) =>
      Promise.all([
        made({ name: "lists", path: "/api/lists" }),
        made({ name: "tags", path: "/api/tags" }),
      ]),
  },
  {
    // Promises that are none.
    name: "worthless",
    prepare: faulty(
      { operation: "get_lists", status: 429, retryAfter: 0 },
      { operation: "get_tags", status: 429, retryAfter: -5 },
      { operation: "get_coupons", status: 429, retryAfter: { date: "-1h" } },
      { operation: "get_segments", status: 429, retryAfter: "garbage" },
    ),
    work: (made) =>
      Promise.all([
        made({ name: "lists", path: "/api/lists" }),
        made({ name: "tags", path: "/api/tags" }),
        made({ name: "coupons", path: "/api/coupons" }),
        made({ name: "segments", path: "/api/segments" }),
      ]),
  },
  {
    name: "outage",
    prepare: faulty({ operation: "get_profiles", status: 500, times: "always" }),
    work: (made) =>
      all(12, (n) => made({ name: `page-${n}`, path: `/api/profiles?page%5Bsize%5D=${n}` })),
  },
  {
    // One refusal that comes as a surprise, and one that is there without faults, too: it is asked for twice.
    name: "refused",
    prepare: faulty({ operation: "get_coupons", status: 400, times: "always" }),
    work: async (made) => {
      await made({ name: "coupons", path: "/api/coupons" });
      await made({ name: "nobody", path: "/api/profiles/01NOBODY" });
      await elapsed(300);
      await made({ name: "still-nobody", path: "/api/profiles/01NOBODY" });
    },
  },
  {
    name: "lost write, named",
    prepare: (emulator) => {
      emulator.clock.accelerate(1000);
      faulty({ operation: "create_event", where: "after", connection: "reset" })(emulator);
    },
    work: (made) => made(eventCall("named", "lost-1")),
  },
  {
    name: "lost write, nameless",
    prepare: (emulator) => {
      emulator.clock.accelerate(1000);
      faulty({ operation: "create_event", where: "after", connection: "reset" })(emulator);
    },
    work: (made) => made(eventCall("nameless")),
  },
  {
    name: "lost reads",
    prepare: faulty(
      { operation: "get_lists", connection: "reset" },
      { operation: "get_tags", connection: "close-mid-body" },
      { operation: "get_segments", spoil: "malformed" },
    ),
    work: (made) =>
      Promise.all([
        made({ name: "lists", path: "/api/lists" }),
        made({ name: "tags", path: "/api/tags" }),
        made({ name: "segments", path: "/api/segments" }),
      ]),
  },
  {
    // Ten workers read the same, and are told the same.
    name: "crowd",
    prepare: faulty({
      operation: "get_metrics",
      status: 429,
      retryAfter: 2,
      times: 10,
      hold: false,
    }),
    work: (made) => all(10, (n) => made({ name: `worker-${n}`, path: "/api/metrics" })),
  },
  {
    // One reader, who comes to the next only when this one is done.
    name: "steady",
    prepare: faulty({ operation: "get_lists", status: 429, retryAfter: 2, skip: 20 }),
    work: async (made) => {
      for (let n = 1; n <= 26; n += 1) {
        await made({ name: `read-${n}`, path: `/api/lists?filter=equals(name,"${n}")` });
        await elapsed(40);
      }
    },
  },
  {
    // Many readers, who know nothing of each other: one's refusal keeps no other from reading.
    name: "rush",
    prepare: faulty({ operation: "get_lists", status: 429, retryAfter: 1, skip: 20 }),
    work: (made) =>
      all(48, async (n) => {
        await elapsed(40 * n);
        await made({ name: `reader-${n}`, path: `/api/lists?filter=equals(name,"${n}")` });
      }),
  },
  {
    name: "barred",
    prepare: (emulator) => {
      emulator.revisions.retire("2025-10-15");
      faulty({ operation: "get_lists", status: 401, times: "always" })(emulator);
    },
    work: async (made) => {
      await made({ name: "lists", path: "/api/lists" });
      await made({ name: "tags", path: "/api/tags", revision: "2025-10-15" });
    },
  },
  {
    name: "walk",
    prepare: faulty({
      operation: "get_profiles",
      sequence: ["pass", { edge: 502 }, { status: 500 }, "pass"],
      times: "always",
    }),
    work: walked,
  },
  {
    // A window of a minute that lasts two seconds, and has room for 12.
    name: "budget",
    prepare: ({ clock, limits }) => {
      limits.set({ mode: "real", operations: { get_tags: { burst: 100, steady: 12 } } });
      clock.set("2026-08-01T13:00:05Z");
      clock.accelerate(30);
    },
    work: async (made) => {
      for (let n = 1; n <= 16; n += 1) {
        await made({ name: `read-${n}`, path: `/api/tags?filter=equals(name,"${n}")` });
        await elapsed(40);
      }
    },
  },
  {
    name: "hang",
    prepare: faulty({ operation: "get_lists", connection: "hang" }),
    work: (made) => made({ name: "lists", path: "/api/lists" }),
  },
  {
    // The very same is done twice: that is no retry.
    name: "again",
    prepare: faulty(
      { operation: "get_lists", status: 500 },
      { operation: "create_event", status: 503 },
    ),
    work: async (made) => {
      await Promise.all([
        made({ name: "once", path: "/api/lists" }),
        made(eventCall("first", "again-1")),
      ]);
      await elapsed(300);
      await made({ name: "twice", path: "/api/lists" });
    },
  },
];
