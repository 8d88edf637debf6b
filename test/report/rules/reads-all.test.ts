import { expect, it } from "vitest";
import type { RuleResult } from "../../../src/report/card-shape.ts";
import { emulate } from "../../support/emulate.ts";
import type { Emulator, FaultInput } from "../../../src/index.ts";

interface Document {
  readonly data: readonly { readonly id: string }[];
  readonly links: { readonly next?: string | null };
}

/** Reads a list as its client does: it says after which page it stops, and may do something between two pages. */
interface Reading {
  readonly stops?: (records: number, pages: number) => boolean;
  readonly between?: (emulator: Emulator, page: number) => unknown;
  /** What it asks with, of the path of links.next. */
  readonly sends?: (next: string) => string;
}

async function read(
  emulator: Emulator,
  { stops = () => false, between, sends = String }: Reading = {},
) {
  const ask = (path: string) =>
    emulator.fetch(path, {
      headers: {
        authorization: `Service-API-Key ${emulator.keys["full"]}`,
        revision: "2026-07-15",
      },
    });
  let next: string | null | undefined = "/api/profiles?page[size]=2";
  for (let page = 1; typeof next === "string" && page < 20; page += 1) {
    const response: Response = await ask(sends(next.replace(/^https?:\/\/[^/]+/, "")));
    if (!response.ok) return;
    const { data, links } = (await response.json()) as Document;
    if (stops(data.length, page)) return;
    await between?.(emulator, page);
    next = links.next;
  }
}

/** What the rule says of a client that reads seven profiles, two a page, while these faults are planned. */
async function judged(
  faults: Partial<FaultInput>,
  act: (emulator: Emulator) => Promise<unknown>,
  { compare = false } = {},
): Promise<RuleResult> {
  const { emulator } = await people();
  const reference = compare ? await emulator.reference(() => act(emulator)) : undefined;
  const write = await emulator.observe(reference === undefined ? {} : { reference });
  emulator.faults.add({ operation: "get_profiles", ...faults });
  await act(emulator);
  const { rules } = await write();
  return rules.find(({ rule }) => rule === "reads-all") as RuleResult;
}

async function people() {
  const made = await emulate();
  for (let n = 0; n < 7; n += 1) await made.post("/api/profiles", profile(n));
  return made;
}

const profile = (n: number) => ({
  data: { type: "profile", attributes: { email: `p${n}@example.com` } },
});

/** It acts behind every page that is there. */
const nothing: Partial<FaultInput> = { page: "short", skip: 1000 };
const shortThenEmpty: Partial<FaultInput> = { sequence: [{ page: "short" }, { page: "empty" }] };

it("passes who follows the links behind a short and an empty page", async () => {
  expect(await judged(shortThenEmpty, (emulator) => read(emulator))).toMatchObject({
    verdict: "pass",
    message:
      "get_profiles: read 5 pages to the end, although one of them had 0 records instead of 2.",
  });
});

it("says nothing of pages that are full: who counts records reads them all, too", async () => {
  const { verdict, message } = await judged(nothing, (emulator) => read(emulator));
  expect(verdict).toBe("not exercised");
  expect(message).toMatch(
    /^get_profiles: read 4 pages to the end\. Every page but the last was full/,
  );
});

it("is undecided where a short page had records: an empty one may be another matter", async () => {
  const result = await judged({ page: "short", times: 1 }, (emulator) => read(emulator));
  expect(result).toMatchObject({ verdict: "undecided", leaning: "pass" });
});

it("fails who stops at a short page and follows links without faults, and says nothing where that is not known", async () => {
  const act = (emulator: Emulator) => read(emulator, { stops: (records) => records < 2 });
  expect((await judged(shortThenEmpty, act)).verdict).toBe("not exercised");
  expect(await judged(shortThenEmpty, act, { compare: true })).toMatchObject({
    verdict: "fail",
    message:
      "get_profiles: stopped after 1 page, the last with a next link. The last had 1 records of 2. Expected: every page until links.next is null. Fix: follow links.next until it is null, however many records a page has.",
  });
});

it("fails no client that wants the first page only, also without faults", async () => {
  const act = (emulator: Emulator) => read(emulator, { stops: () => true });
  expect((await judged(shortThenEmpty, act, { compare: true })).verdict).toBe("not exercised");
});

it("knows which record was on no page, by what there was when the walk began", async () => {
  const skipped = await judged({ page: "skip", times: 1 }, (emulator) => read(emulator));
  expect(skipped).toMatchObject({
    verdict: "undecided",
    leaning: "fail",
    message: "get_profiles: read 3 pages to the end, but 1 record of the list was on none of them.",
  });
});

it("knows a walk by its cursors, also where its client keeps the = before them", async () => {
  const sends = (next: string) => next.replace("cursor%5D=", "cursor%5D==");
  const { message } = await judged({ page: "skip", times: 1 }, (own) => read(own, { sends }));
  expect(message).toContain("read 3 pages to the end, but 1 record");
});

it("takes a record for read that a later walk gave", async () => {
  const twice = await judged({ page: "skip", times: 1 }, async (emulator) => {
    await read(emulator);
    await read(emulator);
  });
  expect(twice.verdict).toBe("not exercised");
});

it("leaves out what was written or removed during the walk", async () => {
  const { verdict } = await judged({ page: "empty", times: 1 }, (emulator) =>
    read(emulator, {
      between: async (own, page) => {
        if (page === 2) await written(own, 99);
      },
    }),
  );
  expect(verdict).toBe("pass");
});

const written = (emulator: Emulator, n: number) =>
  emulator.fetch("/api/profiles", {
    method: "POST",
    headers: {
      authorization: `Service-API-Key ${emulator.keys["full"]}`,
      revision: "2026-07-15",
      "content-type": "application/json",
    },
    body: JSON.stringify(profile(n)),
  });

it("cannot tell whether a record that came twice was kept once", async () => {
  const { verdict, message } = await judged({ page: "repeat", times: 1 }, (emulator) =>
    read(emulator),
  );
  expect(verdict).toBe("undecided");
  expect(message).toContain("with 1 record on two pages.");
});

it("fails who goes round and round, and not who stops where the cursor came round", async () => {
  const always = { page: "cycle", times: "always" } as const;
  const endless = await judged(always, (emulator) => read(emulator));
  expect(endless.verdict).toBe("fail");
  expect(endless.message).toMatch(/read the same page \d+ times, since its cursor came round\./);
  const careful = await judged({ page: "cycle", times: 1 }, (emulator) =>
    read(emulator, { stops: (_, page) => page === 1 }),
  );
  expect(careful.verdict).toBe("not exercised");
});

it("sees that a walk was begun again after its cursor had expired", async () => {
  const result = await judged({ page: "expire", times: 1 }, async (emulator) => {
    await read(emulator);
    await read(emulator);
  });
  expect(result).toMatchObject({ verdict: "undecided", leaning: "pass" });
  expect(result.message).toContain("The client began again.");
});

it("is not exercised by who gave up with the error of an expired cursor", async () => {
  const { verdict } = await judged({ page: "expire", times: 1 }, (emulator) => read(emulator));
  expect(verdict).toBe("not exercised");
});

it("judges nothing where nothing goes wrong", async () => {
  expect((await judged(nothing, (emulator) => read(emulator, { stops: () => true }))).verdict).toBe(
    "not exercised",
  );
});
