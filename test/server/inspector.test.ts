import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Incoming } from "../../src/pipeline/incoming.ts";
import { inspectorFile, inspectorPage } from "../../src/server/inspector.ts";
import { emulate } from "../support/emulate.ts";

const html = { accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" };

/** A page that was built as these files, beside a file that is nobody's business. */
function page(files: Record<string, string> | undefined) {
  const root = mkdtempSync(join(tmpdir(), "inspector-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, "secret.js"), "secret");
  const folder = join(root, "inspector");
  if (files !== undefined) mkdirSync(folder);
  for (const [name, text] of Object.entries(files ?? {})) writeFileSync(join(folder, name), text);
  const incoming = (asked: Partial<Incoming>): Incoming => ({
    method: "GET",
    target: "/",
    headers: {},
    origin: "http://127.0.0.1",
    body: undefined,
    ...asked,
  });
  return {
    whole: (asked: Partial<Incoming> = {}) => inspectorPage(incoming(asked), folder),
    file: (name: string, asked: Partial<Incoming> = {}) =>
      inspectorFile(`/_emulator/inspector/${name}`, incoming(asked), folder),
  };
}

async function listening(options = {}) {
  const { emulator } = await emulate({ port: 0, ...options });
  return emulator.url.replace("0.0.0.0", "127.0.0.1");
}

const built = {
  "index.html": "<!doctype html><title>page</title>",
  "inspector.js": "1",
  ".env": "no",
  "a.txt": "no",
};

/** A path as it stands, which `fetch` would tidy. */
const raw = (url: string, path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(url, { path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });

const odd = [
  "nothing.js",
  "",
  ".env",
  "a.txt",
  "../secret.js",
  "../../secret.js",
  "..%2f..%2fsecret.js",
  "%2e%2e/%2e%2e/secret.js",
  "..\\..\\secret.js",
  "/etc/passwd",
  "inspector.js/",
  "INSPECTOR.JS",
  "inspector.js%00",
  "__proto__",
  "constructor.js",
];

describe("the page that was built", () => {
  it("is sent compressed to a browser that takes that, and is no more than 90 kB", async () => {
    const { file } = page({ ...built, "inspector.js": "1;".repeat(5000) });
    const packed = await file("inspector.js", { headers: { "accept-encoding": "gzip, br" } });
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(packed.body as Buffer).length).toBe(10_000);
    const plain = await file("inspector.js");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.headers["etag"]).not.toBe(packed.headers["etag"]);
    const folder = join(import.meta.dirname, "../../dist/inspector");
    const sizes = readdirSync(folder).map(
      (name) => gzipSync(readFileSync(join(folder, name))).length,
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(90_000);
  });

  it("is given as it is", async () => {
    const { status, headers, body } = await page(built).whole();
    expect([status, String(body)]).toEqual([200, built["index.html"]]);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  });

  it("is sent again only if it has changed", async () => {
    const { file } = page(built);
    const { status, headers, body } = await file("inspector.js");
    expect([status, headers["content-type"], String(body)]).toEqual([
      200,
      "text/javascript; charset=utf-8",
      "1",
    ]);
    const again = await file("inspector.js", {
      headers: { "if-none-match": headers["etag"] ?? "" },
    });
    expect([again.status, again.body]).toEqual([304, ""]);
    const other = await file("inspector.js", { headers: { "if-none-match": '"other"' } });
    expect(other.status).toBe(200);
  });

  it.each(odd)("has no file %j", async (name) => {
    expect((await page(built).file(name)).status).toBe(404);
  });

  it("is only read", async () => {
    const { status, headers } = await page(built).file("inspector.js", { method: "PUT" });
    expect([status, headers["allow"]]).toEqual([405, "GET, HEAD"]);
  });

  it("says in one sentence how it is built, where it was not", async () => {
    const { whole, file } = page(undefined);
    expect(String((await whole()).body)).toContain("npm run build");
    expect((await file("inspector.js")).status).toBe(404);
  });
});

describe("GET /", () => {
  it("is the inspector for a browser, and for curl a text that names it", async () => {
    const url = await listening();
    const whole = await fetch(url, { headers: html });
    expect(whole.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const text = await fetch(url);
    expect(text.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await text.text()).toContain("in a browser");
  });

  it("says what the page may do: run its own script, and ask nobody else", async () => {
    const { headers } = await fetch(await listening(), { headers: html });
    expect(headers.get("content-security-policy")?.split("; ")).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data:",
      "frame-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });

  it("is not given to a page of a foreign site that has made our address its own", async () => {
    const url = await listening();
    const status = await new Promise((resolve) => {
      request(url, { headers: { ...html, host: "evil.example" } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
    expect(status).toBe(403);
  });
});

describe("the files of the page", () => {
  it.each(odd)("are no way to %j", async (name) => {
    expect(await raw(await listening(), `/_emulator/inspector/${name}`)).toBe(404);
  });

  it("need no token beyond loopback, and what they ask for does: the refusal names the header", async () => {
    const url = await listening({ host: "0.0.0.0", controlToken: "the-token" });
    expect((await fetch(url, { headers: html })).status).toBe(200);
    expect((await fetch(`${url}/_emulator/inspector/nothing.js`)).status).toBe(404);
    for (const path of ["requests", "stream", "limits"]) {
      const refused = await fetch(`${url}/_emulator/${path}`);
      expect([refused.status, await refused.json()]).toEqual([
        403,
        { error: { message: expect.stringContaining("x-emulator-token"), path: "" } },
      ]);
    }
    const headers = { "x-emulator-token": "the-token" };
    expect((await fetch(`${url}/_emulator/limits`, { headers })).status).toBe(200);
  });
});
