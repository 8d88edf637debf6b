import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { etagOf, hasAlready } from "../control/operation.ts";
import { methodNotAllowed, notFound } from "../jsonapi/refusal.ts";
import type { Incoming, Reply } from "../pipeline/incoming.ts";
import { packageRoot } from "../seeding/shipped.ts";
import { refusedAtTheDoor } from "./door.ts";

const prefix = "/_emulator/inspector/";

/** Whether a path is that of a file of the page: it holds no data, so that it needs no token. */
export const isOfInspector = (path: string): boolean => path.startsWith(prefix);

/** What the page may do in a browser: run its own script, and ask the emulator that it came from. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
  "img-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

const builtFolder = (): string => join(packageRoot(), "dist/inspector");

const unbuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>service-emulator</title>
<p>This is service-emulator. Its inspector is not built: run <code>npm run build</code> and load this page again.</p></html>
`;

export async function inspectorPage({ headers }: Incoming, folder: string = builtFolder()) {
  const found = await fileOf("index.html", folder);
  return replyOf(found ?? Buffer.from(unbuilt), ".html", headers);
}

/** A file of the page: none but what the build has made. */
export async function inspectorFile(
  path: string,
  { headers, method }: Incoming,
  folder: string = builtFolder(),
): Promise<Reply> {
  if (method !== "GET" && method !== "HEAD") {
    const hint = "the files of the inspector can only be read: send GET";
    const reply = refusedAtTheDoor(methodNotAllowed(method, allowed, hint));
    return { ...reply, headers: { ...reply.headers, allow: allowed } };
  }
  const name = path.slice(prefix.length);
  const found = await fileOf(name, folder);
  if (found === undefined)
    return refusedAtTheDoor(notFound("No such file.", "the inspector has no such file"));
  return replyOf(found, extname(name), headers);
}

const allowed = "GET, HEAD";

/** Read when it is asked for; undefined: the build has made no such file. */
async function fileOf(name: string, folder: string): Promise<Buffer | undefined> {
  const names = await readdir(folder).catch((): string[] => []);
  // A name from the folder's own list leads nowhere else.
  if (types[extname(name)] === undefined || !names.includes(name)) return undefined;
  return readFile(join(folder, name)).catch(() => undefined);
}

const packed = promisify(gzip);

async function replyOf(file: Buffer, extension: string, asked: Incoming["headers"]) {
  const isPacked = /\bgzip\b/.test(String(asked["accept-encoding"] ?? ""));
  const body = isPacked ? await packed(file) : file;
  const etag = etagOf(body);
  const headers = {
    "content-type": types[extension] ?? "application/octet-stream",
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
    vary: "accept, accept-encoding",
    ...(isPacked && { "content-encoding": "gzip" }),
    etag,
  };
  if (hasAlready(asked, etag)) return { status: 304, headers, body: "" };
  return { status: 200, headers: { ...headers, "content-length": String(body.length) }, body };
}

const text = `This is service-emulator: a stateful emulator of the Customer Data Service API.
The service:      /api, /client and /oauth
The control API:  /_emulator/health, /_emulator/operations, /_emulator/requests, …
The inspector:    this URL in a browser
`;

/** `GET /`: the inspector for a browser, to curl what this is. */
export function welcome(incoming: Incoming): Reply | Promise<Reply> {
  const accepted = String(incoming.headers["accept"] ?? "");
  if (accepted.includes("text/html")) return inspectorPage(incoming);
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    "content-length": String(Buffer.byteLength(text)),
    vary: "accept",
  };
  return { status: 200, headers, body: text };
}
