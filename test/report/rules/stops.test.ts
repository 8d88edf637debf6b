import { expect, it } from "vitest";
import { newProfile } from "../../support/explored.ts";
import { emulate } from "../../support/emulate.ts";
import { answered, refused, resultOf, verdictOf } from "../../support/report.ts";

const invalid = (at: number, said = {}) => refused(at, { status: 400, ...said });

it("passes who left a refused request alone", () => {
  expect(verdictOf("stops", [invalid(0)])).toBe("pass");
});

it("fails who sent it again, and says when", () => {
  const [one, two] = [invalid(0), invalid(401)];
  expect(resultOf("stops", [one, two])).toMatchObject({
    verdict: "fail",
    message:
      "create_event: attempt 2 came 0.4 s after a 400. Expected: no retry after a permanent error. Fix: stop on this status, and correct the request.",
    evidence: [{ result: "failed", exchanges: [one.exchange, two.exchange] }, { result: "passed" }],
  });
});

it.each([401, 408, 410, 425, 429, 500, 503])("is not exercised by a %i", (status) => {
  expect(verdictOf("stops", [refused(0, { status }), refused(900, { status })])).toBe(
    "not exercised",
  );
});

it("is not exercised by a status that is to be tried again", () => {
  const conflict = refused(0, { status: 409 });
  expect(verdictOf("stops", [conflict])).toBe("pass");
  expect(verdictOf("stops", [conflict], { thresholds: { retriable: [409] } })).toBe(
    "not exercised",
  );
});

it("is undecided where the same came again under another name", () => {
  const named = (value: string) => ({ name: { by: "unique_id", value } as const, kin: "kin" });
  const attempts = [invalid(0, named("a")), answered(500, named("b"))];
  expect(resultOf("stops", attempts)).toMatchObject({ verdict: "undecided", leaning: "fail" });
});

it("is not exercised by a client that polls what comes to be", () => {
  const absent = (at: number) => refused(at, { status: 404 });
  const attempts = [absent(0), absent(1000), answered(2000)];
  expect(verdictOf("stops", attempts)).toBe("not exercised");
});

it("fails who sent again what a fault refused, although it was good then", () => {
  const injected = ["status"] as const;
  expect(verdictOf("stops", [invalid(0, { injected }), answered(1000)])).toBe("fail");
});

it("says nothing of a client that runs on and may send it again", () => {
  expect(verdictOf("stops", [invalid(0)], { ended: false, now: 1000 })).toBe("not exercised");
  expect(verdictOf("stops", [invalid(0)], { ended: false, now: 70_000 })).toBe("pass");
});

it("sees what followed a refusal although a hedge was on its way", () => {
  const name = { by: "unique_id", value: "one" } as const;
  const attempts = [
    invalid(0, { name, end: 900 }),
    refused(500, { name, end: 1500 }),
    invalid(2000, { name }),
  ];
  expect(verdictOf("stops", attempts)).toBe("fail");
});

/** What it says of a client whose cursor is refused once on the second page. @param again what it does then */
async function walked(again: (first: string, second: string) => readonly string[]) {
  const { emulator, post, get } = await emulate();
  for (const name of ["a", "b", "c"])
    await post("/api/profiles", newProfile(`${name}@example.com`));
  const first = "/api/profiles?page[size]=1";
  const { links } = await get(first);
  const second = (links.next as string).replace(/^https?:\/\/[^/]+/, "");
  const reference = await emulator.reference(
    async () => void (await get(first), await get(second)),
  );
  const write = await emulator.observe({ reference });
  await get(first);
  emulator.faults.add({ operation: "get_profiles", status: 400, times: 1 });
  expect((await get(second)).status).toBe(400);
  for (const path of again(first, second)) expect((await get(path)).status).toBe(200);
  const { rules } = await write();
  return rules.find(({ rule }) => rule === "stops")?.verdict;
}

it("passes who began a walk anew after a refused cursor, and was given the same", async () => {
  expect(await walked((first, second) => [first, second])).toBe("pass");
});

it("fails who asked a refused cursor again, before or without a walk anew", async () => {
  expect(await walked((_, second) => [second])).toBe("fail");
  expect(await walked((first, second) => [second, first])).toBe("fail");
});
