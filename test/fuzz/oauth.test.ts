import fc from "fast-check";
import { expect, it } from "vitest";
import { basic, installing } from "../oauth/support.ts";
import { runs as numRuns } from "../support/fuzz.ts";

const names = [
  "response_type",
  "client_id",
  "redirect_uri",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
  "account",
  "decision",
  "grant_type",
  "code",
  "code_verifier",
  "refresh_token",
  "token",
  "__proto__",
];
const values = [
  "code",
  "sync-app",
  "com.example.app:/done",
  "http://127.0.0.1:5555/callback",
  "profiles:read",
  "S256",
  "y5UF_tmp_ICTDGza-Ou2vUvx2cu7DBN-Xwf_z0RDfTw",
  "First1",
  "allow",
  "authorization_code",
  "refresh_token",
  "ort_ReadyRefreshToken0001",
  "",
  "%",
  "%zz",
  "%ff",
  "%00",
  "a+b%0d%0aset-cookie:x",
  "💥",
];

const pair = fc.tuple(
  fc.oneof(fc.constantFrom(...names), fc.string()),
  fc.oneof(fc.constantFrom(...values), fc.string({ unit: "binary" })),
);
const form = fc
  .array(pair, { maxLength: 12 })
  .map((all) => all.map((each) => each.join("=")).join("&"));
const request = fc.record({
  method: fc.constantFrom("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS"),
  path: fc.constantFrom(
    "/oauth/authorize",
    "/oauth/token",
    "/oauth/token/",
    "/oauth/revoke",
    "/oauth/%zz",
    "/oauth/",
    "/.well-known/oauth-authorization-server",
  ),
  query: form,
  body: form,
  type: fc.constantFrom("application/x-www-form-urlencoded", "application/json", "text/plain", ""),
  authorization: fc.constantFrom(
    "",
    basic("sync-app"),
    "Basic",
    "Basic ====",
    "Basic 4pyT",
    "Bearer x",
  ),
});

it("no request of OAuth, however odd, is a mistake of ours or tells more than it should", async () => {
  const { emulator } = await installing();
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, query, body, type, authorization }) => {
      const bodiless = method === "GET" || method === "HEAD";
      const response = await emulator.fetch(`${path}?${encodeURI(query)}`, {
        method,
        redirect: "manual",
        headers: {
          ...(type !== "" && { "content-type": type }),
          ...(authorization !== "" && { authorization }),
        },
        ...(!bodiless && { body }),
      });
      const text = await response.text();
      expect([200, 302, 400, 401, 404, 405]).toContain(response.status);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.has("set-cookie")).toBe(false);
      const location = response.headers.get("location");
      if (location !== null)
        expect(location).toMatch(
          /^(com\.example\.app:\/done|http:\/\/127\.0\.0\.1:5555\/callback)\?/,
        );
      if (response.headers.get("content-type") === "application/json" && method !== "HEAD") {
        expect(() => JSON.parse(text)).not.toThrow();
      }
    }),
    { numRuns },
  );
});

it.each([
  ["a body that is too large", "a=".padEnd(200_000, "x"), 413],
  ["a body that is far too large", "a=".padEnd(5_100_000, "x"), 413],
  ["many parameters", Array.from({ length: 9000 }, (_, n) => `p${n}=1`).join("&"), 400],
  ["a parameter that is there twice", "grant_type=refresh_token&grant_type=refresh_token", 400],
  ["percent-encoding that is none", "grant_type=%zz", 400],
  ["bytes that are no UTF-8", "grant_type=%ff", 400],
])("POST /oauth/token with %s is refused", async (_, body, status) => {
  const { token } = await installing();
  const refused = await token(body);
  expect([refused.status, refused.json()["error"]]).toEqual([status, "invalid_request"]);
});
