import { once } from "../contract/memo.ts";
import { Router } from "../contract/route.ts";
import type { Incoming, Reply } from "../pipeline/incoming.ts";
import type { OnError } from "../pipeline/stages.ts";
import { othersWait, turn } from "../world/time/slices.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { EventStream, KeptJson, WholeReply, hasAlready } from "./operation.ts";
import type { ControlOperation } from "./operation.ts";
import { accountAsked, boundTo, isScoped, readQuery, readAs } from "./read.ts";
import { Feed } from "./requests/feed.ts";
import { jsonOf, LongText, portionsIn, portionsOf, sendInTurns } from "./pieces.ts";
import { ControlError, forbidden, notAmong, type ProblemKind } from "../emulation/problem.ts";
import { Readers } from "./requests/readers.ts";

const statuses: Readonly<Record<ProblemKind, number>> = {
  invalid: 400,
  forbidden: 403,
  unknown: 404,
  "wrong method": 405,
  conflict: 409,
  "too large": 413,
  "too many": 429,
  mistake: 500,
  unavailable: 503,
};

export const isControl = (path: string) => path === "/_emulator" || path.startsWith("/_emulator/");

/** The control API as a face. `refused`: why the request may do only what is open to all; default: it may do everything. */
export type Control = (incoming: Incoming, refused?: string) => Reply | Promise<Reply>;

/** What every answer of the control API has, and none of another server: the version of the emulator. */
export const versionHeader = "x-emulator-version";

/** What a request is told that lacks the control token: it names the header. */
export const tokenNeeded = "send the header x-emulator-token with the emulator's control token";

interface Beside {
  readonly onError: OnError;
  readonly onNote: (message: string) => void;
  /** Default: one of its own. */
  readonly feed?: Feed;
}

/** Made with the first call: an emulator of one test seldom gets any. */
const routerOf = once((operations: readonly ControlOperation[]) => new Router(operations));

/** Answers the control API: JSON in, JSON out, `{ "error": { "message", "path" } }` if refused. */
export function createControl(
  emulation: Emulation,
  { onError, onNote, feed = new Feed(emulation) }: Beside,
  operations: readonly ControlOperation[],
): Control {
  const readers = new Readers(onNote);
  const mistake = (error: unknown) => onError(error, "a call of the control API");
  const failed = (error: unknown): Reply => {
    if (error instanceof ControlError) return refusal(error);
    mistake(error);
    return refusal(new ControlError("internal error: see stderr", "", { kind: "mistake" }));
  };
  const marked = (reply: Reply): Reply => {
    return { ...reply, headers: { ...reply.headers, [versionHeader]: emulation.version } };
  };
  const answered: Control = (incoming, refused) => {
    try {
      emulation.time.machine.follow();
      const { method, origin, headers } = incoming;
      const url = new URL(incoming.target, "http://control.invalid");
      const match = routerOf(operations).match(method, url.pathname);
      if (match.kind === "wrong-method") {
        const allow = match.allow.join(", ");
        const wrong = new ControlError(`allowed here: ${allow}`, "", { kind: "wrong method" });
        return refusal(wrong, { allow });
      }
      if (match.kind !== "row") throw unknownPath(url.pathname, operations);
      const { row, params } = match;
      const run = refused === undefined ? row.run : openly(row, refused);
      const bound = boundTo(emulation, headers);
      if (bound !== undefined && !row.common && !isScoped(row))
        throw forbidden(`the control token of a sandbox is not enough: ${row.whole}`);
      const query = readQuery(row, url.searchParams);
      const account = isScoped(row) ? accountAsked(emulation, query, bound) : undefined;
      const body = readBody(row, incoming.body);
      const [id = ""] = params;
      const told = { emulation, feed, method, params, id, query, account, bound, headers, body };
      const answer = run({ ...told, origin, operations, readers });
      const replying = { readers, headers, failed: mistake };
      const reply =
        answer instanceof Promise
          ? answer.then((late) => replyOf(row, late, replying))
          : replyOf(row, answer, replying);
      return reply instanceof Promise ? reply.catch(failed) : reply;
    } catch (error) {
      return failed(error);
    }
  };
  return (incoming, refused) => {
    const reply = answered(incoming, refused);
    return reply instanceof Promise ? reply.then(marked) : marked(reply);
  };
}

/** The control API's 503, for what was done and cannot be kept. @param why in one line */
export const unavailable = (why: string) =>
  refusal(new ControlError(why, "", { kind: "unavailable" }));

/** What a reply needs that is not made at once. */
interface Replying {
  readonly readers: Readers;
  readonly headers: Incoming["headers"];
  /** Told of a mistake once the head is sent. */
  readonly failed: (error: unknown) => void;
}

function replyOf({ status = 200, path }: ControlOperation, answer: unknown, replying: Replying) {
  if (answer instanceof EventStream) return streamed(answer, path, replying.readers);
  if (answer instanceof LongText) {
    // Behind those that are at work.
    if (othersWait()) return turn().then(() => longReply(status, answer, replying));
    return longReply(status, answer, replying);
  }
  if (answer instanceof KeptJson) return keptReply(answer, replying);
  if (answer instanceof WholeReply) {
    const [code, headers, body] = answer.parts;
    return reply(code, body, headers);
  }
  if (answer === undefined) return reply(204, "");
  return longReply(status, new LongText(jsonOf(answer)), replying);
}

/** @throws ControlError for a row that is open to nobody */
function openly({ run, open }: ControlOperation, refused: string): ControlOperation["run"] {
  if (open === undefined) throw forbidden(refused);
  return open === true ? run : open;
}

function readBody(
  { method, body: shape, takesAnything, readsBody, bytesMax = 1_000_000 }: ControlOperation,
  bytes: Uint8Array | undefined,
) {
  if (method === "GET" || takesAnything) return {};
  const sent = readObject(bytes, bytesMax);
  if (shape === undefined || readsBody) return sent;
  return readAs(shape, sent) as Record<string, unknown>;
}

function unknownPath(path: string, operations: readonly ControlOperation[]): ControlError {
  const known = new Set(operations.map((operation) => operation.path));
  return notAmong(known, path, "no such path", path, "unknown");
}

function readObject(bytes: Uint8Array | undefined, bytesMax: number): Record<string, unknown> {
  if (bytes === undefined || bytes.length > bytesMax)
    throw new ControlError("the body is too large", "", { kind: "too large" });
  if (bytes.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new ControlError("the body is not JSON");
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new ControlError("expected a JSON object");
}

function refusal(error: ControlError, headers: Record<string, string> = {}): Reply {
  const { reason, path, nearest: near } = error;
  const shown = { message: reason, path, ...(near !== undefined && { nearest: near }) };
  return reply(statuses[error.kind], JSON.stringify({ error: shown }), headers);
}

/** What is made in one turn goes out as a whole, of a longer text one portion after the other. */
function longReply(status: number, text: LongText, { failed }: Replying): Reply {
  const portions = portionsOf(text);
  const { text: begun, isLast } = portions.next();
  if (isLast) return reply(status, begun, text.headers);
  const headers = { "content-type": "application/json", ...text.headers };
  return { status, headers, body: "", stream: sendInTurns(portions, { begun, failed }) };
}

function keptReply({ body, etag }: KeptJson, { headers, failed }: Replying): Reply {
  const about = { etag, "cache-control": "no-cache" };
  if (hasAlready(headers, etag)) return { status: 304, headers: about, body: "" };
  const stream = sendInTurns(portionsIn(body), { failed });
  return { ...reply(200, body, about), body: "", stream };
}

/** @throws ControlError where there are too many readers */
function streamed({ open, before }: EventStream, path: string, readers: Readers): Reply {
  readers.admit();
  return {
    status: 200,
    headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
    body: "",
    stream: (sink) => readers.open(sink, path, open, before),
  };
}

const reply = (status: number, body: string | Buffer, headers: Record<string, string> = {}) => ({
  status,
  body,
  headers: {
    "content-length": String(Buffer.byteLength(body)),
    ...(body !== "" && { "content-type": "application/json" }),
    ...headers,
  },
});
