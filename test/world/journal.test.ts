import { expect, it } from "vitest";
import type { Entry } from "../../src/world/entry.ts";
import { Journal } from "../../src/world/journal.ts";
import { Redaction } from "../../src/world/redact.ts";

const entry = (id: string, changes: Partial<Entry> = {}): Entry => ({
  id,
  arrivedReal: 0,
  arrivedWorld: 0,
  pace: 1,
  method: "GET",
  target: "/",
  operation: "get_events",
  account: "A",
  key: "full",
  app: null,
  status: 200,
  stage: "handle",
  testId: null,
  revision: null,
  retryAfter: null,
  lostStatus: null,
  faults: [],
  injected: [],
  repeats: null,
  hint: null,
  durationMs: 1,
  endedWorld: 1,
  left: false,
  bodyBytes: 0,
  written: [],
  ...changes,
});
const raw = () => ({
  headers: {},
  body: new Uint8Array(),
  answered: {},
  profiles: { ids: [], emails: [] },
  redaction: new Redaction(),
});
const ids = (journal: Journal) => journal.list().map(({ id }) => id);

it("hides the secrets in an entry, whoever listens", () => {
  const journal = new Journal();
  const heard: Entry[] = [];
  journal.listen((each) => heard.push(each));
  const secret = "pk_FullFullFullFullFullFull";
  const written = [{ collection: "tag", id: secret, change: "created" }] as const;
  const told = { target: `/?api_key=${secret}`, testId: secret, hint: `not ${secret}`, written };
  journal.write(entry("a", told), raw());

  expect(JSON.stringify([heard, journal.list(), journal.get("a")])).not.toContain(secret);
});

it("keeps the last exchanges, oldest first", () => {
  const journal = new Journal({ entriesMax: 3 });
  for (const id of ["a", "b", "c", "d", "e"]) journal.write(entry(id), raw());
  expect(ids(journal)).toEqual(["c", "d", "e"]);
});

it("keeps its order over many more exchanges than it holds", () => {
  const journal = new Journal({ entriesMax: 1500 });
  for (let n = 0; n < 10_000; n += 1) journal.write(entry(String(n)), raw());
  expect(ids(journal)).toEqual(Array.from({ length: 1500 }, (_, n) => String(8500 + n)));
});

it("makes room when it holds too many bytes", () => {
  const journal = new Journal({ bytesMax: 50_000 });
  for (let n = 0; n < 10; n += 1)
    journal.write(entry(String(n), { target: "x".repeat(10_000) }), raw());
  expect(ids(journal)).toEqual(["8", "9"]);
});

it("finds entries by everything that is given", () => {
  const journal = new Journal();
  journal.write(entry("a", { status: 429, stage: "limit" }), raw());
  journal.write(entry("b", { status: 429, operation: "create_event", arrivedWorld: 5 }), raw());
  expect(journal.list({ status: 429, operation: "create_event" }).map(({ id }) => id)).toEqual([
    "b",
  ]);
  expect(journal.list({ stage: "limit" }).map(({ id }) => id)).toEqual(["a"]);
  expect(journal.list({ since: 5 }).map(({ id }) => id)).toEqual(["b"]);
});

it("tells its listeners of each exchange, also after it was emptied", () => {
  const heard: string[] = [];
  const journal = new Journal();
  const stop = journal.listen(({ id }) => heard.push(id));
  journal.write(entry("a"), raw());
  journal.emptied().write(entry("b"), raw());
  stop();
  journal.write(entry("c"), raw());
  expect(heard).toEqual(["a", "b"]);
});
