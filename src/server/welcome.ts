import type { Incoming, Reply } from "../pipeline/incoming.ts";

const lines = [
  "This is service-emulator: a stateful emulator of the Customer Data Service API.",
  "The service:      /api, /client and /oauth",
  "The control API:  /_emulator/health, /_emulator/operations, /_emulator/requests, …",
];

/** `GET /`: what this is, to a browser and to curl. */
export function welcome({ headers }: Incoming): Reply {
  const html = String(headers["accept"] ?? "").includes("text/html");
  if (!html) {
    return page("text/plain; charset=utf-8", `${lines.join("\n")}\n`);
  }
  const links = [
    "health",
    "operations",
    "requests",
    "faults",
    "revisions",
    "clock",
    "limits",
    "state",
  ].map((name) => `<li><a href="/_emulator/${name}">${name}</a></li>`);
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>service-emulator</title>
<style>body{font:16px/1.5 system-ui;max-width:40em;margin:3em auto;padding:0 1em;color-scheme:light dark}</style>
<h1>service-emulator</h1><p>${lines[0]}</p>
<p>The service answers under <code>/api</code> and <code>/client</code>; requests need a key and a
<code>revision</code> header, which the terminal shows.</p><ul>${links.join("")}</ul></html>
`;
  return page("text/html; charset=utf-8", body);
}

const page = (type: string, body: string): Reply => ({
  status: 200,
  headers: { "content-type": type, "content-length": String(Buffer.byteLength(body)) },
  body,
});
