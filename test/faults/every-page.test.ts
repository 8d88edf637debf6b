import { beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../src/contract/compile.ts";
import { createEmulator, type Emulator, type FaultInput } from "../../src/index.ts";
import { api } from "../support/described.ts";
import { needed } from "../support/sending.ts";
import { filling, idsIn, successes } from "../support/successes.ts";

const lists = [...api.operations.values()].filter(
  ({ method, abilities }) => method === "GET" && abilities.paging.length > 0,
);

/** One emulator for all, with something of every type. */
let emulator: Emulator;

beforeAll(async () => {
  emulator = await createEmulator({
    fixtures: ["small"],
    rateLimits: "off",
    frozenAt: "2026-07-20T12:00:00Z",
  });
  for (const id of filling) {
    const { path, method } = api.operations.get(id) as Operation;
    for (const { body } of successes[id]?.(idsIn(emulator), "first") ?? []) {
      await ask(path, { method, body: JSON.stringify(body) });
    }
  }
  return () => emulator.close();
});

const ask = (path: string, init: RequestInit = {}) =>
  emulator.fetch(path, {
    ...init,
    headers: {
      ...(!path.startsWith("/client/") && {
        authorization: `Service-API-Key ${emulator.keys["full"]}`,
      }),
      revision: "2026-07-15",
      "content-type": "application/json",
    },
  });

interface Document {
  readonly data: { readonly id: string } | readonly { readonly id: string }[];
  readonly links: { readonly next?: string | null };
}

/** The ids on the pages of a walk, and whether it met the fault. */
async function walk(
  { id, path, family, resource, abilities }: Operation,
  fault?: Partial<FaultInput>,
) {
  emulator.faults.clear();
  if (fault !== undefined) emulator.faults.add({ operation: id as "*", ...fault });
  const { max } = abilities.paging.find(({ sized }) => sized) ?? {};
  const size = max === undefined ? [] : [`page[size]=${Math.min(max, 2)}`];
  const company = family === "client" ? [`company_id=${emulator.companyId}`] : [];
  const asked = [...company, ...(needed[id] ?? []), ...size].join("&");
  const own = () => encodeURIComponent(idsIn(emulator)(resource));
  let next: string | undefined = `${path.replace(/\{\w+\}/, own)}?${asked}`;
  const ids: string[] = [];
  for (let page = 0; next !== undefined; page += 1) {
    const response = await ask(next);
    expect([response.status, page < 100]).toEqual([200, true]);
    const { data, links } = (await response.json()) as Document;
    ids.push(...[data].flat().map((each) => each.id));
    next = links.next?.replace(/^http:\/\/[^/]+/, "");
  }
  return { ids, met: emulator.faults.list()[0]?.hits.count ?? 0 };
}

describe("a client that follows the links of", () => {
  it.each(lists.map((operation) => [operation.id, operation] as const))(
    "%s loses nothing by its pages, unless one leaves a record out",
    async (_, operation) => {
      const { ids } = await walk(operation);
      for (const page of ["short", "empty", { cap: 1 }] as const) {
        expect([page, (await walk(operation, { page })).ids]).toEqual([page, ids]);
      }
      for (const page of ["repeat", "cycle"] as const) {
        const again = await walk(operation, { page });
        expect([page, [...new Set(again.ids)]]).toEqual([page, [...new Set(ids)]]);
        expect([page, again.ids.length > ids.length]).toEqual([page, again.met > 0]);
      }
      const without = await walk(operation, { page: "skip" });
      expect(ids.length - without.ids.length).toBe(without.met);
    },
  );
});
