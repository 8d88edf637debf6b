import { describe, expect, it } from "vitest";
import {
  type ConsistencyKind,
  consistencyKinds,
  consistencyNames,
  processingKinds,
} from "../../src/contract/consistency.ts";
import { parseDuration } from "../../src/world/time/duration.ts";
import { definition, isAda } from "../areas/segment-support.ts";
import { subscribing } from "../consent/bodies.ts";
import { shop } from "./shop.ts";

type Shop = Awaited<ReturnType<typeof shop>>;

/** Something that is late: how it is brought about, and whether it shows. */
interface Probe {
  /** Brings it about. @returns whether it shows by now */
  readonly begin: (ways: Shop) => Promise<() => Promise<boolean>>;
  /** What it waits for, one after the other. */
  readonly after: readonly ConsistencyKind[];
}

const probes: Readonly<Record<ConsistencyKind, Probe>> = {
  jobs: {
    after: ["jobs"],
    async begin({ post, get }) {
      const profile = { type: "profile", attributes: { email: "ada@example.com" } };
      await post("/api/profile-bulk-import-jobs", {
        data: {
          type: "profile-bulk-import-job",
          attributes: { profiles: { data: [profile] } },
        },
      });
      return async () => (await get("/api/profiles")).many.length === 1;
    },
  },
  events: {
    after: ["events"],
    async begin({ order, events }) {
      await order("ada");
      return async () => (await events()) === 1;
    },
  },
  subscriptions: {
    after: ["subscriptions"],
    async begin({ post, listed }) {
      const type = "profile-subscription-bulk-create-job";
      const ada = { email: "ada@example.com" };
      await post(`/api/${type}s`, subscribing(type, [ada], "email", { list: "NewsLs" }));
      return async () => (await listed()) === 1;
    },
  },
  segments: {
    after: ["segments"],
    async begin({ create, person, members }) {
      await person("ada", { first_name: "Ada" });
      const id = await create(definition([isAda]));
      return async () => (await members(id)).length === 1;
    },
  },
  members: {
    after: ["segments", "members"],
    async begin({ emulator, create, person, members }) {
      const id = await create(definition([isAda]));
      await emulator.clock.advance("1d");
      await person("ada", { first_name: "Ada" });
      return async () => (await members(id)).length === 1;
    },
  },
  aggregates: {
    after: ["events", "aggregates"],
    async begin({ order, aggregated }) {
      await order("ada");
      return async () => (await aggregated()) === 1;
    },
  },
  counts: {
    after: ["counts"],
    async begin({ person, join, countOf }) {
      await join(await person("ada"));
      return async () => (await countOf("NewsLs")) === 1;
    },
  },
};

/** What shows at once, a second before an instant, and at that instant. */
async function shownAround(ways: Shop, { begin }: Probe, ms: number): Promise<boolean[]> {
  const shows = await begin(ways);
  const seen = [await shows()];
  await ways.emulator.clock.advance(`${ms - 1000}ms`);
  seen.push(await shows());
  await ways.emulator.clock.advance("1s");
  return [...seen, await shows()];
}

describe.each(consistencyNames)("of %s,", (kind) => {
  const probe = probes[kind];

  it("what is late shows once its own delay is over", async () => {
    const ways = await shop({ [kind]: "1h" });
    expect(await shownAround(ways, probe, 3_600_000)).toEqual([false, false, true]);
  });

  it("nothing is late where it is immediate", async () => {
    const shows = await probe.begin(await shop("immediate"));
    expect(await shows()).toBe(true);
  });

  it("what is late as in the service shows when the table says", async () => {
    const delays = (kind === "members" ? [kind] : probe.after).map(
      (name) => parseDuration(consistencyKinds[name].service) ?? Number.NaN,
    );
    const ms = delays.reduce((sum, each) => sum + each, 0);
    expect(await shownAround(await shop("service"), probe, ms)).toEqual([false, false, true]);
  });
});

it.each(consistencyNames)("a processing delay is about %s if it says so", async (kind) => {
  const ways = await shop(undefined, { processingDelay: "1h" });
  const shows = await probes[kind].begin(ways);
  expect(await shows()).toBe(!probes[kind].after.some((name) => processingKinds.includes(name)));
  await ways.emulator.clock.advance("1h");
  expect(await shows()).toBe(true);
});

it("jobs, events and subscriptions are what a processing delay is about", () => {
  expect(processingKinds).toEqual(["jobs", "events", "subscriptions"]);
});
