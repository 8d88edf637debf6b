import { expect, it } from "vitest";
import type { Entry } from "../../src/world/journal/entry.ts";
import { Journal } from "../../src/world/journal/journal.ts";
import { entry, raw } from "../support/exchanges.ts";

const ids = (journal: Journal) => journal.list().map(({ id }) => id);

it("hides the secrets in an entry, whoever listens", () => {
  const journal = new Journal();
  const heard: Entry[] = [];
  journal.written.listen((each) => heard.push(each));
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
  expect(ids(journal)).toEqual(["6", "7", "8", "9"]);
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
  const stop = journal.written.listen(({ id }) => heard.push(id));
  journal.write(entry("a"), raw());
  journal.emptied().write(entry("b"), raw());
  stop();
  journal.write(entry("c"), raw());
  expect(heard).toEqual(["a", "b"]);
});

/** Two exchanges that have nothing in common, of texts that are hard to write down. */
const unlike = [
  {
    entry: entry("é-\u{1f600}", {
      target: '/é?"\n\\=\u{1f600}',
      arrivedReal: 1_790_000_000_000.5,
      arrivedWorld: -1,
      pace: 0.25,
      status: null,
      lostStatus: 202,
      faults: ["f1"],
      injected: ["reset"],
      hint: "why\0",
      left: true,
      repeats: "x",
      written: [{ collection: "tag", id: "t", change: "created" }],
    }),
    raw: raw({
      headers: { host: "localhost", accept: "é", "x-list": ["a", "b"] },
      body: Buffer.from('{"a":"é"}'),
      answered: { "content-length": "3", "x-é": "\u{1f600}" },
      profiles: { ids: ["1", "a\nb"], emails: ["é@example.com"] },
    }),
    body: { a: "é" },
  },
  {
    entry: entry("b", { operation: null, account: null, key: null, stage: "authenticate" }),
    raw: raw({ headers: { host: "other", accept: "*/*", "x-list": "c" } }),
    body: undefined,
  },
] as const;

it("has of each exchange what was written, whatever lay in its place before", () => {
  const journal = new Journal({ entriesMax: 1 });
  for (const { entry: written, raw: sent, body } of [
    ...unlike,
    ...unlike,
    ...unlike.toReversed(),
  ]) {
    journal.write({ ...written }, { ...sent });
    expect(journal.list()).toStrictEqual([written]);
    const { request, response, profiles, ...shown } = journal.get(written.id) ?? {};
    expect(shown).toStrictEqual(written);
    expect(request?.body).toEqual(body);
    const texts = Object.entries(sent.headers).map(([name, value]) => [name, String(value)]);
    const shownTexts = Object.entries(request?.headers ?? {}).map(([name, value]) => [
      name,
      value.replace(", ", ","),
    ]);
    expect(shownTexts).toEqual(texts);
    expect(response?.headers).toEqual(sent.answered);
    expect(profiles).toEqual(sent.profiles);
  }
});

it("what was asked for stays as it was, also once its exchange has made room", () => {
  const journal = new Journal({ entriesMax: 2 });
  const write = (id: string) =>
    journal.write(
      entry(id, { target: `/${id}` }),
      raw({ headers: { host: id }, body: Buffer.from(JSON.stringify({ id })) }),
    );
  for (const id of ["a", "b"]) write(id);
  const received = journal.received();
  for (let n = 0; n < 1000; n += 1) write(String(n));
  const seen = received.map((each) => [
    each.exchange,
    each.entry.target,
    each.header("host"),
    each.body(),
  ]);
  expect(seen).toEqual([
    ["a", "/a", "a", { id: "a" }],
    ["b", "/b", "b", { id: "b" }],
  ]);
});

it("bodies that are longer than others are kept beside them", () => {
  const journal = new Journal();
  const bodies = [10, 9_999, 70_000, 0, 5].map((length) => "x".repeat(length));
  for (const [index, body] of bodies.entries()) {
    const target = `/${"y".repeat(index * 20_000)}`;
    journal.write(entry(String(index), { target }), raw({ body: Buffer.from(body) }));
  }
  const shown = bodies.map((_, index) => journal.get(String(index)));
  expect(shown.map((each) => each?.target.length)).toEqual([1, 20_001, 40_001, 60_001, 80_001]);
  expect(shown.map((each) => String(each?.request.body ?? "").length)).toEqual([
    10, 9999, 10_000, 0, 5,
  ]);
  expect(shown.map((each) => each?.request.truncated)).toEqual([false, false, true, false, false]);
});

it("knows when a response has ended, also in the journal that has taken its place", () => {
  const journal = new Journal();
  const going = { durationMs: null, endedWorld: null };
  const [first, second] = [entry("a", going), entry("b", going)];
  journal.write(first, raw());
  const next = journal.emptied(() => true);
  next.write(second, raw());
  const [received] = next.received();
  for (const each of [first, second]) {
    journal.end(Object.assign(each, { durationMs: 5, endedWorld: 7, left: true }));
  }
  const ends = next
    .list()
    .map(({ durationMs, endedWorld, left }) => [durationMs, endedWorld, left]);
  expect(ends).toEqual([
    [5, 7, true],
    [5, 7, true],
  ]);
  expect(received?.entry.durationMs).toBe(5);
});

it("forgets those that are not kept, and goes on behind the others", () => {
  const journal = new Journal({ entriesMax: 3 });
  for (const id of ["a", "b", "c"]) journal.write(entry(id), raw());
  journal.clear(({ id }) => id !== "b");
  expect(ids(journal)).toEqual(["a", "c"]);
  for (const id of ["d", "e", "f", "g"]) journal.write(entry(id), raw());
  expect(ids(journal)).toEqual(["e", "f", "g"]);
  expect(journal.dropped).toBe(3);
});

it("keeps one exchange over many that are forgotten, and not the memory in which they lay", () => {
  const journal = new Journal();
  journal.write(entry("kept", { account: "S" }), raw({ body: Buffer.from('"mine"') }));
  const [received] = journal.received();
  const body = Buffer.alloc(10_000, "x");
  const before = process.memoryUsage().arrayBuffers;
  for (let n = 0; n < 200; n += 1) {
    for (let each = 0; each < 50; each += 1) journal.write(entry("gone"), raw({ body }));
    journal.clear(({ account }) => account === "S");
  }
  // 100 MB came; what is no longer used is not collected at once.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40_000_000);
  expect(journal.get("kept")?.request.body).toBe("mine");
  journal.clear();
  for (let n = 0; n < 50; n += 1) journal.write(entry("next"), raw({ body }));
  expect([received?.exchange, received?.body()]).toEqual(["kept", "mine"]);
});

it("has all of its room again once another has taken its place", () => {
  const journal = new Journal({ bytesMax: 20_000 });
  const write = (id: string) => journal.write(entry(id), raw({ body: Buffer.alloc(8000) }));
  for (const id of ["a", "b"]) write(id);
  const next = journal.emptied(() => true);
  for (const id of ["c", "d"]) write(id);
  expect([ids(next), ids(journal), journal.dropped]).toEqual([["a", "b"], ["c", "d"], 0]);
});
