import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { safe, marker, pageHead } from "../../control/session/session.ts";
import { Saved } from "../../control/session/saved.ts";
import { textOf } from "../options/input-failure.ts";
import { portOpened } from "../../server/sockets.ts";
import { hostAllowed } from "../../server/guard.ts";
import { interrupted } from "../process/child.ts";
import { Failure, listenFailure, tell } from "../terminal/terminal.ts";

const host = "127.0.0.1";

/** A longer text is none in a browser. */
const bytesMax = 500_000_000;

/** Serves the page of a saved session. @param port Default: any free one @returns where it is, and ends it */
export async function serveSaved(path: string, port = 0) {
  const page = Buffer.from((await pageHead()) + linesIn(path));
  const server = createServer((request, response) => answer(request, response, page));
  const taken = await portOpened(server, port).catch(({ code = "" }: NodeJS.ErrnoException) => {
    throw listenFailure(code, host, port);
  });
  return {
    url: `http://${host}:${taken}`,
    until: async () => {
      await interrupted(`${path} is shown until Ctrl-C`);
      server.closeAllConnections();
      server.close();
    },
  };
}

function answer(request: IncomingMessage, response: ServerResponse, page: Buffer) {
  const { headers, method = "", url } = request;
  const told = (status: number, message: string) =>
    response
      .writeHead(status, { "content-type": "application/json", allow: "GET, HEAD" })
      .end(JSON.stringify({ error: { message, path: "" } }));
  if (!hostAllowed({ allowedHosts: [] }, headers.host))
    return told(403, "the Host header names another host");
  if (method !== "GET" && method !== "HEAD")
    return told(405, "this is a saved session: nothing in it can be changed");
  if (url?.split("?", 1)[0] !== "/") return told(404, "this is a saved session: it is shown at /");
  const type = "text/html; charset=utf-8";
  response.writeHead(200, { "content-type": type, "cache-control": "no-store" });
  return response.end(method === "HEAD" ? undefined : page);
}

/** The lines of a session file, or of a page that shows one. @throws Failure in one line */
function linesIn(path: string): string {
  const text = textOf(path, bytesMax);
  const at = text.indexOf(marker);
  const lines = text.slice(at < 0 ? 0 : at + marker.length);
  const { head, unread } = savedIn(lines) ?? {};
  if (typeof head?.version !== "string")
    throw new Failure(`${path}: this is no session. Give a file of --session or Save`, 2);
  if (head.session !== 1) {
    const advice = `Open it with service-emulator ${head.version}`;
    throw new Failure(`${path}: written in a newer form. ${advice}`, 2);
  }
  const [line] = unread ?? [];
  if (line !== undefined) tell(`${path}: line ${line} is cut off or broken, and is left out`);
  return safe(lines);
}

function savedIn(lines: string): Saved | undefined {
  try {
    return new Saved(lines);
  } catch {
    return undefined;
  }
}
