import { expect, it } from "vitest";
import { createEmulator, type EmulatorOptions } from "../../src/index.ts";
import { empty, runHere } from "../support/cli.ts";
import { newProfile } from "../support/explored.ts";
import { named, receiver } from "./receiver.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const parentId = "b7ad6b7169203331";

/** An emulator whose traces a receiver takes: what is asked of it is there once it has ended. */
async function traced(options: EmulatorOptions = {}, status?: number) {
  const { url: otlp, spans, metrics } = await receiver(status);
  const notes: string[] = [];
  const onNote = (note: string) => void notes.push(note);
  const emulator = await createEmulator({ fixtures: [empty], otlp, onNote, ...options });
  const headers = {
    authorization: `Service-API-Key ${emulator.keys["full"]}`,
    revision: "2026-07-15",
    "content-type": "application/json",
  };
  const ask = (path: string, body?: unknown, more: Readonly<Record<string, string>> = {}) =>
    emulator.fetch(path, {
      headers: { ...headers, ...more },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    });
  return { emulator, ask, spans, metrics, notes };
}

it("sends a span for each request, below the client's own, by the conventions of HTTP", async () => {
  const { emulator, ask, spans } = await traced();
  const id = "01JABCDEFGHJKMNPQRSTVWXYZ0";
  const traceparent = `00-${traceId}-${parentId}-01`;
  await ask(`/api/profiles/${id}?fields[profile]=email`, undefined, {
    traceparent,
    "user-agent": "mine/1",
  });
  await emulator.close();
  const [span] = spans;
  expect(spans).toHaveLength(1);
  expect(span).toMatchObject({ traceId, parentSpanId: parentId, name: "GET /api/profiles/{id}" });
  expect(named(span?.attributes ?? [])).toMatchObject({
    "http.request.method": "GET",
    "http.route": "/api/profiles/{id}",
    "http.response.status_code": 404,
    "url.path": `/api/profiles/${id}`,
    "url.query": "fields[profile]=email",
    "user_agent.original": "mine/1",
    "emulator.operation": "get_profile",
    "emulator.account": emulator.companyId,
    "emulator.revision": "2026-07-15",
  });
  expect(BigInt(span?.endTimeUnixNano ?? 0) >= BigInt(span?.startTimeUnixNano ?? 1)).toBe(true);
});

it("tells of a request what held it, what rejected it, and which one it asks for again", async () => {
  const { emulator, ask, spans } = await traced();
  emulator.faults.add({ operation: "get_lists", delay: "20ms", status: 503, times: 1 });
  emulator.faults.add({
    operation: "create_profile",
    connection: "reset",
    where: "after",
    times: 1,
  });
  await ask("/api/lists");
  await ask("/api/profiles", newProfile("ada@example.com")).catch(() => undefined);
  await ask("/api/profiles", newProfile("ada@example.com"));
  await emulator.close();
  const told = spans.map(({ events, status }) => [events.map(({ name }) => name), status.code]);
  expect(told).toEqual([
    [["held", "rejected"], 2],
    [["fault"], 2],
    [["retried", "rejected"], 0],
  ]);
  const [held] = spans;
  expect(named(held?.attributes ?? [])).toMatchObject({
    "error.type": "503",
    "emulator.fault": [expect.any(String)],
  });
});

it("waits for the end of a response that is under way", async () => {
  const { emulator, ask, spans } = await traced();
  emulator.faults.add({ operation: "get_lists", pace: { bytesPerSecond: 10_000 }, times: 1 });
  await (await ask("/api/lists")).text();
  await emulator.close();
  expect(spans.map(({ name }) => name)).toEqual(["GET /api/lists"]);
});

it("sends how long requests took, and how full the windows of the rate limits are", async () => {
  const { emulator, ask, metrics } = await traced({ frozenAt: "2026-07-20T12:00:00Z" });
  for (const _ of [1, 2, 3]) await ask("/api/lists");
  await emulator.close();
  const by = Object.fromEntries(metrics.map((metric) => [metric.name, metric]));
  expect(by["http.server.request.duration"]?.histogram?.dataPoints[0]?.count).toBe(3);
  const windows = by["emulator.limit.used"]?.gauge?.dataPoints.map(({ attributes, asDouble }) => {
    const { "emulator.limit": limit, "emulator.window": window } = named(attributes);
    return [limit, window, asDouble];
  });
  expect(windows).toEqual([
    ["get_lists", "burst", 3],
    ["get_lists", "steady", 3],
  ]);
  expect(by["emulator.limit.max"]?.gauge?.dataPoints).toHaveLength(2);
});

it("says once that a receiver takes nothing, and goes on", async () => {
  const { emulator, ask, notes } = await traced({}, 400);
  expect((await ask("/api/lists")).status).toBe(200);
  await emulator.close();
  expect(notes).toEqual([
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+ takes no traces or metrics: .*--otlp$/),
  ]);
});

it("sends what a command asked, once that has ended", async () => {
  const { url, spans } = await receiver();
  const ask = 'fetch(process.env.SERVICE_EMULATOR_URL + "/api/lists")';
  const words = ["exec", "--quiet", "--fixtures", empty, "--otlp", url];
  const { code } = await runHere([...words, "--", process.execPath, "-e", ask]);
  expect([code, spans.map(({ name }) => name)]).toEqual([0, ["GET /api/lists"]]);
});

it("refuses what is no URL of a receiver", async () => {
  for (const more of ["/v1/traces", "/v1/metrics/", "?key=1", "#here"]) {
    const asked = createEmulator({ otlp: `http://127.0.0.1:4318/base${more}` });
    await expect(asked).rejects.toThrow(/base URL\. Use http:\/\/127\.0\.0\.1:4318\/base$/);
  }
  await expect(createEmulator({ otlp: "localhost:4318" })).rejects.toThrow("invalid URL");
  const { code, stderr } = await runHere(["exec", "--otlp", "4318", "--", "true"]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("--otlp: invalid URL '4318'")]);
});
