import { describe, expect, it } from "vitest";
import { emulate, newest } from "../support/emulate.ts";
import { message, RawClient } from "../support/raw.ts";

/** The names of the headers of what answers these bytes, as they are sent. */
async function namesOf(url: string, bytes: string): Promise<string[]> {
  const client = new RawClient(url, bytes);
  await client.until(({ text, end }) => text.includes("\r\n\r\n") || end !== undefined);
  client.socket.destroy();
  const [, ...lines] = client.head.split("\r\n");
  return lines.map((line) => line.split(":", 1)[0] ?? "");
}

async function listening() {
  const { emulator } = await emulate({
    port: 0,
    allowHeaderFaults: true,
    rateLimits: "real",
    revisionLife: "service",
  });
  const headers = { authorization: `Service-API-Key ${emulator.keys["full"]}`, revision: newest };
  const { url } = emulator;
  const get = (path: string, more: Record<string, string> = {}) =>
    namesOf(url, message("GET", path, { ...headers, ...more }));
  const faulty = (fault: object, path = "/api/profiles") =>
    get(path, { "x-emulator-fault-plan": JSON.stringify(fault) });
  return { emulator, headers, url, get, faulty };
}

type Listening = Awaited<ReturnType<typeof listening>>;

/** What is asked, and names that are among those of the answer. */
const answers: readonly [
  what: string,
  ask: (to: Listening) => Promise<string[]>,
  among: readonly string[],
][] = [
  [
    "a success",
    ({ get }) => get("/api/profiles"),
    ["Content-Type", "Content-Length", "Allow", "Vary", "RateLimit-Limit", "RateLimit-Remaining"],
  ],
  ["a revision", ({ get }) => get("/api/profiles"), ["X-Service-Req-Id", "RateLimit-Reset"]],
  [
    "a refusal without a key",
    ({ url }) => namesOf(url, message("GET", "/api/profiles", { revision: newest })),
    ["WWW-Authenticate", "X-Emulator-Hint"],
  ],
  ["a path that is not there", ({ get }) => get("/nothing"), ["Content-Type"]],
  [
    "a limit",
    async ({ get }) => {
      let names: string[] = [];
      while (!names.some((name) => /^retry-after$/i.test(name))) names = await get("/api/accounts");
      return names;
    },
    ["Retry-After"],
  ],
  [
    "a deprecated revision",
    ({ get }) => get("/api/profiles", { revision: "2024-10-15" }),
    ["Deprecation"],
  ],
  [
    "a planned 429",
    ({ faulty }) => faulty({ status: 429, retryAfter: 2 }),
    ["Retry-After", "X-Emulator-Fault"],
  ],
  ["a planned 503", ({ faulty }) => faulty({ status: 503, retryAfter: 2 }), ["Retry-After"]],
  ["the error of a proxy", ({ faulty }) => faulty({ edge: 502 }), ["Cache-Control"]],
  [
    "headers of a fault",
    ({ faulty }) => faulty({ headers: { "x-planned-by": "me", etag: '"1"' } }),
    ["X-Planned-By", "ETag"],
  ],
  ["a spoilt body", ({ faulty }) => faulty({ spoil: "truncate" }), ["Content-Type"]],
  [
    "a slow body",
    ({ faulty }) => faulty({ pace: { bytesPerSecond: 10 } }),
    ["Content-Type", "RateLimit-Limit"],
  ],
  [
    "a client's call",
    ({ emulator, url }) =>
      namesOf(
        url,
        message(
          "POST",
          `/client/profiles?company_id=${emulator.companyId}`,
          { revision: newest, origin: "http://shop.example" },
          "{}",
        ),
      ),
    ["Access-Control-Allow-Origin"],
  ],
  [
    "a preflight",
    ({ url }) =>
      namesOf(
        url,
        message("OPTIONS", "/client/profiles", {
          origin: "http://shop.example",
          "access-control-request-method": "POST",
        }),
      ),
    ["Access-Control-Allow-Methods"],
  ],
  [
    "a token that is refused",
    ({ url }) => namesOf(url, message("POST", "/oauth/token", {}, "{}")),
    ["Content-Type", "Cache-Control"],
  ],
  ["the page of consent", ({ url }) => namesOf(url, message("GET", "/oauth/authorize", {})), []],
  ["the control API", ({ get }) => get("/_emulator/faults"), ["Content-Type"]],
  ["its stream", ({ get }) => get("/_emulator/stream"), ["Cache-Control", "Transfer-Encoding"]],
  ["health", ({ get }) => get("/_emulator/health"), ["Content-Type"]],
  ["the welcome", ({ get }) => get("/"), ["Content-Type"]],
  [
    "another host",
    ({ url }) => namesOf(url, message("GET", "/api/profiles", { host: "shop.example" })),
    ["X-Emulator-Hint"],
  ],
  [
    "what cannot be read as HTTP",
    ({ url }) => namesOf(url, "nonsense\r\n\r\n"),
    ["Content-Type", "Content-Length", "X-Emulator-Hint", "Connection"],
  ],
  [
    "headers that are too large",
    ({ get }) => get("/api/profiles", { "x-large": "a".repeat(40_000) }),
    ["Content-Type"],
  ],
];

describe("over a socket, headers have their usual case:", () => {
  it.each(answers)("%s", async (_, ask, among) => {
    const names = await ask(await listening());
    expect(names.length).toBeGreaterThan(1);
    expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]*(-[A-Z][A-Za-z0-9]*)*$/.test(name))).toEqual(
      [],
    );
    expect(names).toEqual(expect.arrayContaining([...among]));
  });
});
