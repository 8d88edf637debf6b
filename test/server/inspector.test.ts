import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { emulate } from "../support/emulate.ts";

const place = vi.hoisted(() => ({ root: "" }));
vi.mock(import("../../src/seeding/load.ts"), async (original) => {
  const load = await original();
  return { ...load, packageRoot: () => place.root || load.packageRoot() };
});

const html = { accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" };

/** An emulator that listens, with a page that was built as these files. */
async function listening(files: Record<string, string> | undefined, options = {}) {
  const root = mkdtempSync(join(tmpdir(), "inspector-"));
  onTestFinished(() => {
    place.root = "";
    rmSync(root, { recursive: true });
  });
  const { emulator } = await emulate({ port: 0, ...options });
  place.root = root;
  writeFileSync(join(root, "secret.js"), "secret");
  if (files !== undefined) mkdirSync(join(root, "dist/inspector"), { recursive: true });
  for (const [name, text] of Object.entries(files ?? {})) {
    writeFileSync(join(root, "dist/inspector", name), text);
  }
  return { emulator, url: emulator.url.replace("0.0.0.0", "127.0.0.1") };
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

describe("the inspector", () => {
  it("is what a browser is given at /, and curl is given a text that names it", async () => {
    const { url } = await listening(built);
    const page = await fetch(url, { headers: html });
    expect([page.status, await page.text()]).toEqual([200, built["index.html"]]);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const text = await fetch(url);
    expect(text.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await text.text()).toContain("in a browser");
  });

  it.each(["/", "/_emulator/inspector/inspector.js"])(
    "says at %s what it may do: run its own script, and ask nobody else",
    async (path) => {
      const { url } = await listening(built);
      const { headers } = await fetch(url + path, { headers: html });
      const policy = headers.get("content-security-policy")?.split("; ");
      expect(policy).toEqual([
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
    },
  );

  it("is sent again only if it has changed", async () => {
    const { url } = await listening(built);
    const path = `${url}/_emulator/inspector/inspector.js`;
    const first = await fetch(path);
    expect([first.headers.get("content-type"), await first.text()]).toEqual([
      "text/javascript; charset=utf-8",
      "1",
    ]);
    const etag = first.headers.get("etag") ?? "";
    const again = await fetch(path, { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect((await fetch(path, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });

  it.each([
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
  ])("has no file %j", async (name) => {
    const { url } = await listening(built);
    expect(await raw(url, `/_emulator/inspector/${name}`)).toBe(404);
  });

  it("says in one sentence how it is built, where it was not", async () => {
    const { url } = await listening(undefined);
    const page = await fetch(url, { headers: html });
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await page.text()).toContain("npm run build");
    expect(await raw(url, "/_emulator/inspector/inspector.js")).toBe(404);
  });

  it("needs no token beyond loopback, and what it asks for does: the refusal names the header", async () => {
    const { url } = await listening(built, { host: "0.0.0.0", controlToken: "the-token" });
    expect((await fetch(url, { headers: html })).status).toBe(200);
    expect((await fetch(`${url}/_emulator/inspector/inspector.js`)).status).toBe(200);
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

  it("is only read", async () => {
    const { url } = await listening(built);
    const answer = await fetch(`${url}/_emulator/inspector/inspector.js`, { method: "PUT" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  it("is not given to a page of a foreign site that has made our address its own", async () => {
    const { url } = await listening(built);
    const status = await new Promise((resolve) => {
      request(url, { headers: { ...html, host: "evil.example" } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
    expect(status).toBe(403);
  });
});
