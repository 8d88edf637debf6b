import { newEvent } from "./bodies.ts";
import { emulate } from "./emulate.ts";

/** Where the emulator of the page is said to run. */
const shownUrl = "http://127.0.0.1:4010";

interface Call {
  readonly call: string;
  readonly body?: unknown;
  /** Whether the client sends an event afterwards. */
  readonly isAsked?: boolean;
}

const fault = { operation: "create_event", status: 429, retryAfter: 2, times: 1 };
const expected = { operation: "create_event", status: 202, count: 1 };

/** What a reader would try, in this order. */
const calls: readonly Call[] = [
  { call: "GET /health" },
  { call: "POST /sandboxes", body: { name: "checkout-7" } },
  { call: "POST /faults", body: fault, isAsked: true },
  { call: "POST /clock/advance", body: { by: "60s" }, isAsked: true },
  { call: "GET /requests?status=429" },
  { call: "GET /faults" },
  { call: "GET /limits" },
  { call: "POST /expectations", body: { expect: [{ requests: expected }] } },
  { call: "POST /keys", body: { name: "reports", scopes: ["events:read", "metrics:read"] } },
  { call: "GET /state/lists?limit=1" },
  { call: "POST /snapshots", body: { name: "before" } },
];

/** Each of these calls with its response, for the documents. */
export async function controlAnswers(): Promise<string> {
  const { emulator, post } = await emulate({ fixtures: ["small"], rateLimits: "real" });
  const shown: string[] = [];
  for (const { call, body, isAsked = false } of calls) {
    const [method = "", path = ""] = call.split(" ");
    const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await emulator.fetch(`/_emulator${path}`, init);
    const text = (await answer.text()).replaceAll(emulator.url, shownUrl);
    shown.push(sectionOf(call, body, answer.status, text));
    if (isAsked) await post("/api/events", newEvent());
  }
  return shown.join("\n\n");
}

function sectionOf(call: string, body: unknown, status: number, text: string): string {
  const sent = body === undefined ? "" : ` with \`${oneLine(body)}\``;
  const lines = printed(JSON.parse(text));
  return `\`${call.replace(" ", " /_emulator")}\`${sent} responds with ${status}:\n\n\`\`\`json answer\n${lines}\n\`\`\``;
}

/** As a reader would write it. */
const oneLine = (body: unknown): string =>
  JSON.stringify(body)
    .replaceAll(/([{,:])(?=["[{\d])/g, "$1 ")
    .replaceAll(/(?<=["\]}\d])}/g, " }");

/** How many of several are shown. */
const most = 2;

/** What hangs on the machine and its time, as it may be. */
const ofMachine: Readonly<Record<string, unknown>> = {
  version: "1.0.0",
  uptimeSeconds: 1,
  createdAt: "2026-07-20T12:00:00+00:00",
  expiresAt: "2026-07-20T13:00:00+00:00",
  durationMs: 1.25,
  arrivedReal: 1784548800000,
  aheadMs: 60_000,
};

const isCount = (value: unknown): boolean => typeof value === "number";

/** A count of each kind says enough with those of which there are some. */
const cutCounts = (value: object): object => {
  const all = Object.entries(value);
  if (all.length < 10 || !all.every(([, count]) => isCount(count))) return value;
  return { ...Object.fromEntries(all.filter(([, count]) => count > 0).slice(0, most)), "…": "…" };
};

function printed(answer: unknown): string {
  const shown = (name: string, value: unknown): unknown => {
    if (Object.hasOwn(ofMachine, name)) return ofMachine[name];
    if (typeof value === "string") return value.replace(/^\+[\d.]+ s /, "+60.00 s ");
    if (Array.isArray(value) && value.length > most) return [...value.slice(0, most), "…"];
    return typeof value === "object" && value !== null ? cutCounts(value) : value;
  };
  return JSON.stringify(answer, shown, 2);
}
