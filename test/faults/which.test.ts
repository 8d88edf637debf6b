import { expect, it } from "vitest";
import type { FaultInput } from "../../src/index.ts";
import { newEvent, newProfile } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";

type Ways = Awaited<ReturnType<typeof emulate>>;

/** Whether a fault for such requests meets this one. */
async function meets(which: FaultInput, ask: (ways: Ways) => Promise<{ status: number }>) {
  const ways = await emulate();
  await ways.post("/api/profiles", newProfile());
  ways.emulator.faults.add({ ...which, status: 503, times: "always" });
  return (await ask(ways)).status === 503;
}

const event =
  (attributes = {}, profile = {}) =>
  (ways: Ways) =>
    ways.post("/api/events", newEvent(attributes, profile));
const read =
  (path: string, headers: Record<string, string> = {}, key?: string) =>
  (ways: Ways) =>
    ways.get(path, { headers, ...(key && { key: ways.emulator.keys[key] as string }) });
const idOf = async ({ get }: Ways) =>
  (await get('/api/profiles?filter=equals(email,"ada@example.com")')).many[0]?.id as string;

it.each<[string, FaultInput, (ways: Ways) => Promise<{ status: number }>, boolean]>([
  ["its operation", { operation: "create_event" }, event(), true],
  ["another operation", { operation: "get_events" }, event(), false],
  ["every operation", { operation: "*" }, read("/api/metrics"), true],
  ["a path that does not exist, for *", { operation: "*" }, read("/api/nothing"), true],
  ["its area", { area: "events" }, event(), true],
  ["another area", { area: "events" }, read("/api/metrics"), false],
  ["its method and path", { method: "POST", path: "/api/events*" }, event(), true],
  ["another method", { method: "POST", path: "/api/events*" }, read("/api/events"), false],
  ["its path, with the slash", { path: "/api/metrics" }, read("/api/metrics/?sort=name"), true],
  ["a path that only begins so", { path: "/api/metric" }, read("/api/metrics"), false],
  ["its account", { match: { account: "Tests1" } }, read("/api/metrics"), true],
  ["another account", { match: { account: "Other1" } }, read("/api/metrics"), false],
  ["its key", { match: { key: "full" } }, read("/api/metrics"), true],
  ["another key", { match: { key: "reader" } }, read("/api/metrics"), false],
  [
    "its test id",
    { match: { testId: "t1" } },
    read("/api/metrics", { "x-emulator-test-id": "t1" }),
    true,
  ],
  [
    "another test id",
    { match: { testId: "t1" } },
    read("/api/metrics", { "x-emulator-test-id": "t2" }),
    false,
  ],
  [
    "its revision, also by a date that falls to it",
    { match: { revision: "2025-10-15" } },
    read("/api/metrics", { revision: "2025-11-01" }),
    true,
  ],
  ["another revision", { match: { revision: "2025-10-15" } }, read("/api/metrics"), false],
  [
    "its header",
    { match: { header: { "X-Team": "blue-*" } } },
    read("/api/metrics", { "x-team": "blue-7" }),
    true,
  ],
  ["no such header", { match: { header: { "X-Team": "*" } } }, read("/api/metrics"), false],
  [
    "its query",
    { match: { query: { "page[size]": "5" } } },
    read("/api/profiles?page%5Bsize%5D=5"),
    true,
  ],
  [
    "another query",
    { match: { query: { "page[size]": "5" } } },
    read("/api/profiles?page[size]=6"),
    false,
  ],
  [
    "members of its body, by a path",
    { match: { body: { "data.attributes.properties.sku": "A*" } } },
    event({ properties: { sku: "A1" } }),
    true,
  ],
  [
    "members of its body, nested",
    { match: { body: { data: { attributes: { value: 5 } } } } },
    event({ value: 5 }),
    true,
  ],
  [
    "another body",
    { match: { body: { data: { attributes: { value: 5 } } } } },
    event({ value: 6 }),
    false,
  ],
  ["no body", { match: { body: {} } }, read("/api/metrics"), false],
  [
    "a body that cannot be read",
    { match: { body: {} } },
    ({ post }) => post("/api/events", "{"),
    false,
  ],
  [
    "the email in its body",
    { match: { email: "Eve@example.com" } },
    event({}, { email: "eve@EXAMPLE.com" }),
    true,
  ],
  [
    "the email in its filter",
    { match: { email: "ada@example.com" } },
    read('/api/profiles?filter=any(email,["x@y.z","ada@example.com"])'),
    true,
  ],
  ["another email", { match: { email: "bob@example.com" } }, event(), false],
  [
    "an email among properties, which names nobody",
    { match: { email: "eve@example.com" } },
    event({
      properties: { friend: { type: "profile", attributes: { email: "eve@example.com" } } },
    }),
    false,
  ],
  [
    "the email of the profile in its path",
    { match: { email: "ada@example.com" } },
    async (ways) => {
      ways.emulator.faults.clear();
      const id = await idOf(ways);
      ways.emulator.faults.add({
        operation: "get_profile",
        match: { email: "ada@example.com" },
        status: 503,
      });
      return ways.get(`/api/profiles/${id}`);
    },
    true,
  ],
  [
    "the id of the profile whose email is in its body",
    { operation: "create_event" },
    async (ways) => {
      ways.emulator.faults.clear();
      const profileId = await idOf(ways);
      ways.emulator.faults.add({ operation: "*", match: { profileId }, status: 503 });
      return ways.post("/api/events", newEvent());
    },
    true,
  ],
  [
    "all of what is given, of which one thing does not hold",
    { area: "events", match: { key: "full", testId: "t1" } },
    event(),
    false,
  ],
])("a fault meets a request with %s, or not", async (_, which, ask, expected) => {
  expect(await meets(which, ask)).toBe(expected);
});

it("a fault meets neither health nor the control API", async () => {
  const { emulator } = await emulate();
  emulator.faults.add({ operation: "*", status: 503, times: "always" });
  expect((await emulator.fetch("/_emulator/health")).status).toBe(200);
  expect((await emulator.fetch("/_emulator/faults")).status).toBe(200);
});

it("the oldest that is for a request acts, whomever the others are for", async () => {
  const { emulator, get } = await emulate();
  const plans: FaultInput[] = [
    { match: { header: { "x-run": "another" } }, status: 503 },
    { match: { testId: "t1" }, status: 429 },
    { operation: "*", status: 503 },
    { match: { header: { "x-run": "mine" } }, status: 500 },
    { match: { header: { "x-run": "m*" }, account: "Tests1" }, status: 429 },
  ];
  for (const each of plans) emulator.faults.add({ times: 1, ...each });
  const headers = { "x-run": "mine", "x-emulator-test-id": "t1" };
  const statuses: number[] = [];
  for (let n = 0; n < 5; n += 1) statuses.push((await get("/api/metrics", { headers })).status);
  expect(statuses).toEqual([429, 503, 500, 429, 200]);
});
