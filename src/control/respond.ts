import { Router } from "../contract/route.ts";
import type { Incoming, Reply } from "../pipeline/incoming.ts";
import type { OnError } from "../pipeline/run.ts";
import { nearest } from "../world/name-match.ts";
import { othersWait, turn } from "../world/time/slices.ts";
import type { Emulation } from "../emulation/emulation.ts";
import {
  type ControlOperation,
  EventStream,
  KeptJson,
  WholeReply,
  hasAlready,
} from "./operation.ts";
import { accountAsked, boundTo } from "./binding.ts";
import { Feed } from "./requests/feed.ts";
import { jsonOf } from "./json-pieces.ts";
import { LongText, portionsIn, portionsOf, sendInTurns } from "./pieces.ts";
import { ControlError, type ProblemKind } from "../emulation/problem.ts";
import { isScoped, readQuery, readAs } from "./read.ts";
import { Readers } from "./requests/readers.ts";

/** The largest body where an operation says nothing else. */
const usualBytesMax = 1_000_000;

/** The status of each kind of refusal. */
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

/** Whether a path is the control API's, and passes through none of the service's stages. */
export const isControl = (path: string): boolean =>
  path === "/_emulator" || path.startsWith("/_emulator/");

/**
 * The control API as a face.
 *
 * @param refused why the request may do only what is open to all. Default: it may do everything
 */
export type Control = (incoming: Incoming, refused?: string) => Reply | Promise<Reply>;

/** What every answer of the control API has, and none of another server: the version of the emulator. */
export const versionHeader = "x-emulator-version";

/** What a request is told that lacks the control token: it names the header. */
export const tokenNeeded = "send the header x-emulator-token with the emulator's control token";

/** What the control API has beside the emulation. */
interface Beside {
  readonly onError: OnError;
  readonly onNote: (message: string) => void;
  /** Default: one of its own. */
  readonly feed?: Feed;
}

/** Answers the control API: JSON in, JSON out, `{ "error": { "message", "path" } }` if refused. */
export function createControl(
  emulation: Emulation,
  { onError, onNote, feed = new Feed(emulation) }: Beside,
  operations: readonly ControlOperation[],
): Control {
  const readers = new Readers(onNote);
  const router = new Router<ControlOperation>();
  for (const operation of operations) router.add(operation);
  const mistake = (error: unknown) => onError(error, "a call of the control API");
  const failed = (error: unknown): Reply => {
    if (error instanceof ControlError) return refusal(error);
    mistake(error);
    return refusal(new ControlError("internal error: see stderr", "", { kind: "mistake" }));
  };
  const marked = (reply: Reply): Reply => ({
    ...reply,
    headers: { ...reply.headers, [versionHeader]: emulation.version },
  });
  const answered: Control = (incoming, refused) => {
    try {
      emulation.time.machine.follow();
      const { method } = incoming;
      const url = new URL(incoming.target, "http://control.invalid");
      const match = router.match(method, url.pathname);
      if (match.kind === "wrong-method") {
        const allow = match.allow.join(", ");
        return refusal(new ControlError(`allowed here: ${allow}`, "", { kind: "wrong method" }), {
          allow,
        });
      }
      if (match.kind !== "row") throw unknownPath(url.pathname, operations);
      const { row, params } = match;
      const run = refused === undefined ? row.run : openly(row, refused);
      const { origin, headers } = incoming;
      const bound = boundTo(emulation, headers);
      if (bound !== undefined && !row.common && !isScoped(row)) throw notItsOwn(row);
      const query = readQuery(row, url.searchParams);
      const account = isScoped(row) ? accountAsked(emulation, query, bound) : undefined;
      const body = readBody(row, incoming.body);
      const told = { emulation, feed, method, params, query, account, bound, headers, body };
      const call = { ...told, origin, operations, readers };
      const answer = run(call);
      const now = () => emulation.world.clock.realNow();
      const replying = { readers, headers, now, failed: mistake };
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
export const unavailable = (why: string): Reply =>
  refusal(new ControlError(why, "", { kind: "unavailable" }));

/** What a reply needs that is not made at once. */
interface Replying {
  readonly readers: Readers;
  readonly headers: Incoming["headers"];
  readonly now: () => number;
  /** Told of a mistake once the head is sent. */
  readonly failed: (error: unknown) => void;
}

function replyOf(
  { status = 200, path }: ControlOperation,
  answer: unknown,
  replying: Replying,
): Reply | Promise<Reply> {
  if (answer instanceof EventStream) return streamed(answer, path, replying.readers);
  if (answer instanceof LongText) {
    // Behind those that are at work.
    if (othersWait()) return turn().then(() => longReply(status, answer, replying));
    return longReply(status, answer, replying);
  }
  if (answer instanceof KeptJson) return keptReply(answer, replying);
  if (answer instanceof WholeReply) return reply(answer.status, answer.body, answer.headers);
  if (answer === undefined) return reply(204, "");
  return longReply(status, new LongText(jsonOf(answer)), replying);
}

/** @throws ControlError for a row that is open to nobody */
function openly({ run, open }: ControlOperation, refused: string): ControlOperation["run"] {
  if (open === undefined) throw new ControlError(refused, "", { kind: "forbidden" });
  return open === true ? run : open;
}

const notItsOwn = ({ whole }: ControlOperation): ControlError =>
  new ControlError(`the control token of a sandbox is not enough: ${whole}`, "", {
    kind: "forbidden",
  });

function readBody(
  { method, body: shape, takesAnything, readsBody, bytesMax = usualBytesMax }: ControlOperation,
  bytes: Uint8Array | undefined,
) {
  if (method === "GET" || takesAnything) return {};
  const sent = readObject(bytes, bytesMax);
  if (shape === undefined || readsBody) return sent;
  return readAs(shape, sent) as Record<string, unknown>;
}

function unknownPath(path: string, operations: readonly ControlOperation[]): ControlError {
  const near = nearest(path, new Set(operations.map((operation) => operation.path)));
  return new ControlError("no such path", path, { kind: "unknown", nearest: near });
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
function longReply(status: number, text: LongText, { now, failed }: Replying): Reply {
  const portions = portionsOf(text, now);
  const { text: begun, isLast } = portions.next();
  if (isLast) return reply(status, begun, text.headers);
  const headers = { "content-type": "application/json", ...text.headers };
  return { status, headers, body: "", stream: sendInTurns(portions, { begun, failed }) };
}

/** The same of what was made before, for whoever does not have it yet. */
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

const reply = (
  status: number,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Reply => ({
  status,
  body,
  headers: {
    "content-length": String(Buffer.byteLength(body)),
    ...(body !== "" && { "content-type": "application/json" }),
    ...headers,
  },
});
