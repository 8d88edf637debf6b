import { describe, expect, it } from "vitest";
import { createApi } from "../../src/areas/index.ts";
import type { Operation } from "../../src/contract/compile.ts";
import {
  type Life,
  livesIn,
  newestRevision,
  oldestRevision,
  revisions,
} from "../../src/contract/revisions.ts";
import { emulate } from "../support/emulate.ts";

/** A value of `include` or `additional-fields[…]`, as a query says it. */
interface Value extends Life {
  readonly text: string;
}

function valuesOf({ abilities }: Operation): Value[] {
  const { include, additionalFields } = abilities;
  return [
    ...include.map((each) => ({ ...each, text: `include=${each.name}` })),
    ...Object.entries(additionalFields).flatMap(([type, names]) =>
      names.map((each) => ({ ...each, text: `additional-fields[${type}]=${each.name}` })),
    ),
  ];
}

const rows = [...createApi().operations.values()];
/** Every row with a parameter that is counted, each with one that the newest revision has, if any. */
const limited = rows
  .filter((row) => valuesOf(row).length > 0)
  .map((row) => {
    const values = valuesOf(row);
    const value = values.find((each) => livesIn(each, newestRevision)) ?? values[0];
    return [row.id, row, value as Value] as const;
  });

/** So often each: the strictest parameter limit lets one pass in a second. */
const times = 3;

/** An emulator, a way to ask one row of it, and the parameter limits of which something was used. */
async function asking(operation: Operation) {
  const { emulator } = await emulate({ rateLimits: "real" });
  const path = operation.path.replace(/\{\w+\}/g, "00000000000");
  const ask = async (query: string, init: RequestInit = {}) => {
    const { headers, ...rest } = init;
    // Far enough from the one before for the row's own windows.
    await emulator.clock.advance("5s");
    const { status } = await emulator.fetch(`${path}?${query}`, {
      method: operation.method,
      ...(operation.method !== "GET" && { body: "{}" }),
      ...rest,
      headers: {
        authorization: `Service-API-Key ${emulator.keys["full"]}`,
        "content-type": "application/json",
        revision: newestRevision,
        ...(headers as Record<string, string>),
      },
    });
    return status;
  };
  const parameters = () =>
    emulator.limits
      .show()
      .accounts.flatMap(({ counters }) => counters.map(({ name }) => name))
      .filter((name) => name.includes("="));
  return { emulator, ask, parameters };
}

/** Ways to be refused for what the request itself says. */
const mistakes: readonly (readonly [query: string, init?: RequestInit])[] = [
  ["include=nonsense"],
  ["filter=nonsense("],
  ["sort=nonsense"],
  ["fields[nonsense]=x"],
  ["nonsense=1"],
  ["page[size]=none"],
  ["sort=a&sort=b"],
  ["", { headers: { revision: "latest" } }],
  ["", { headers: { revision: "" } }],
  ["", { headers: { revision: "2099-01-01" } }],
  ["", { method: "PUT", body: "{}" }],
];
const inBody: typeof mistakes = [
  ["", { body: "{" }],
  ["", { headers: { "content-type": "text/plain" } }],
];

/** A query with a limited value and a mistake beside it. */
const beside = (value: string, mistake: string) =>
  value.startsWith("include=") && mistake.startsWith("include=")
    ? `${value},${mistake.slice("include=".length)}`
    : [value, mistake].filter((each) => each !== "").join("&");

it.each(limited)(
  "%s takes nothing from a parameter limit for what it refuses",
  async (_, row, { text }) => {
    const { ask, parameters } = await asking(row);
    for (const [query, init] of row.method === "GET" ? mistakes : [...mistakes, ...inBody]) {
      for (let sent = 0; sent < times; sent += 1) {
        expect([400, 404, 405, 415]).toContain(await ask(beside(text, query), init));
      }
    }
    expect(parameters()).toEqual([]);
  },
);

/** Values that came after their row, or went before it, with a revision without them. */
const missing = rows.flatMap((row) =>
  valuesOf(row).flatMap((value) => {
    const without = revisions.find(
      (each) => each >= oldestRevision && livesIn(row, each) && !livesIn(value, each),
    );
    return without === undefined ? [] : [[row.id, value.text, without, row] as const];
  }),
);

it.each(missing)(
  "%s says each time that %s does not exist in %s",
  async (_, text, revision, row) => {
    const { ask, emulator, parameters } = await asking(row);
    emulator.limits.set({ operations: { [row.id]: { burst: 100, steady: 100 } } });
    for (let sent = 0; sent < times; sent += 1) {
      expect(await ask(text, { headers: { revision } })).toBe(400);
    }
    expect(parameters()).toEqual([]);
  },
);

describe("a full parameter limit", () => {
  const lists = "include=lists";
  const sent = (emulator: Awaited<ReturnType<typeof emulate>>["emulator"], query: string) =>
    emulator.fetch(`/api/profiles?${query}`, {
      headers: {
        authorization: `Service-API-Key ${emulator.keys["full"]}`,
        revision: "2025-10-15",
      },
    });

  it("refuses what it would have let pass, and says what is wrong with anything else", async () => {
    const { emulator } = await emulate({ rateLimits: "real" });
    const statuses = [];
    for (const query of [lists, lists, `${lists}&sort=nonsense`, `${lists},nonsense`, lists]) {
      statuses.push((await sent(emulator, query)).status);
    }
    expect(statuses).toEqual([200, 429, 400, 400, 429]);
  });

  it("comes before what is wrong where the endpoint is full as well", async () => {
    const { emulator } = await emulate({ rateLimits: "real" });
    emulator.limits.set({ operations: { get_profiles: { burst: 1, steady: 1 } } });
    await sent(emulator, "");
    expect((await sent(emulator, `${lists}&sort=nonsense`)).status).toBe(429);
  });
});
