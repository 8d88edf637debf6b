import { createHash } from "node:crypto";
import type { Method } from "../contract/operation.ts";
import type { Shape } from "../contract/shape.ts";
import type { Account } from "../world/account.ts";
import type { World } from "../world/world.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { ControlError, notAmong } from "../emulation/problem.ts";
import type { Incoming } from "../pipeline/incoming.ts";
import type { Feed } from "./requests/feed.ts";
import type { Readers, ServerEvent } from "./requests/readers.ts";

export interface ControlCall {
  readonly emulation: Emulation;
  readonly method: string;
  readonly params: readonly string[];
  /** The first of them; empty: there is none. */
  readonly id: string;
  /** What the query asks for, in the row's shape. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The account that it is about alone: that of a sandbox's token, or the one that `?account=` names. */
  readonly account: string | undefined;
  /** The sandbox whose token came with it: nothing else may be told. */
  readonly bound: string | undefined;
  readonly headers: Incoming["headers"];
  /** The JSON object that was sent, in the row's shape if it has one; empty if there was no body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** `http://` and the host that was asked. */
  readonly origin: string;
  readonly operations: readonly ControlOperation[];
  readonly readers: Readers;
  readonly feed: Feed;
}

/** An answer that goes on: each thing that is sent is one server-sent event, if need be as its data. */
export class EventStream {
  readonly open: (send: (event: unknown) => void) => () => void;
  readonly before: Iterator<ServerEvent> | undefined;
  /** @param open begins, and returns what stops it @param before sent first; what happens meanwhile must be in it */
  constructor(open: EventStream["open"], before?: Iterator<ServerEvent>) {
    this.open = open;
    this.before = before;
  }
}

/** JSON that was made once: whoever has it already is told so. */
export class KeptJson {
  readonly body: Buffer;
  readonly etag: string;
  constructor(body: Buffer) {
    this.body = body;
    this.etag = etagOf(body);
  }
}

/** What a body is known by, for whoever keeps it. */
export const etagOf = (body: Buffer): string =>
  `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;

/** Whether a client says that it has a body already (RFC 9110, 13.1.2). */
export function hasAlready(headers: Incoming["headers"], etag: string): boolean {
  const known = String(headers["if-none-match"] ?? "").split(",");
  return known.some((each) => ["*", etag].includes(each.trim().replace(/^W\//, "")));
}

type Headers = Readonly<Record<string, string>> & { readonly "content-type": string };

/** An answer that says itself how it is sent. */
export class WholeReply {
  readonly parts: readonly [status: number, headers: Headers, body: string | Buffer];
  constructor(...parts: WholeReply["parts"]) {
    this.parts = parts;
  }
}

/** The largest body of any operation, in bytes: that of the largest fixture file. */
export const controlBytesMax = 50_000_000;

/** One line of the control API. Each subject's file has its own. */
export interface ControlOperation {
  readonly method: Method | "PUT";
  readonly path: string;
  readonly does: string;
  /** What to answer with, if need be later. Undefined: 204. */
  readonly run: (call: ControlCall) => unknown;
  /** 204: it answers with nothing. Default: 200. */
  readonly status?: 200 | 201 | 202 | 204;
  /** What is sent; none: whatever JSON is sent is ignored. */
  readonly body?: Shape;
  /** Whatever is sent is ignored, JSON or not. */
  readonly takesAnything?: true;
  /** Its body may be long: it looks at it by itself, in slices. */
  readonly readsBody?: true;
  /** The largest body, in bytes. Default: a million. */
  readonly bytesMax?: number;
  /** The query's parameters. With `account` among them, it acts on that account alone, and tells of it alone. */
  readonly query?: Shape;
  /** Why it takes no `account`: a token of one sandbox is not enough for it. */
  readonly whole?: string;
  /** It takes no `account`, since it tells everybody the same. */
  readonly common?: true;
  /** What it answers with, where a shape says so. */
  readonly answer?: Shape;
  /** What its answer is, if not JSON: a media type. */
  readonly media?: string;
  /** Its answer goes on, as server-sent events. */
  readonly streams?: true;
  /** What it answers without the control token where reading needs one; `true`: the same. Default: it refuses. */
  readonly open?: true | ((call: ControlCall) => unknown);
}

export interface About extends Pick<ControlCall, "emulation"> {
  readonly account?: string | undefined;
}

/** The account that a call is about: the first, unless one is named. */
export const accountOf = ({ emulation, account }: About) => oneAccount(emulation.world, account);

/** The one account that a call is about, or all that are no sandboxes. */
export const accountsOf = ({ emulation: { world }, account }: About): readonly Account[] =>
  account === undefined ? [...world.accounts.values()] : [singleAccount(world, account)];

/** The same of what has an id that no other account has: sandboxes, too. */
export const everyAccountOf = (call: About): readonly Account[] =>
  call.account === undefined ? [...call.emulation.world.everyAccount()] : accountsOf(call);

/** The account that a call in which one may be named is about. @throws ControlError where the call is about another */
export function accountNamed(account: string | undefined, named: string | undefined, path: string) {
  if (account === undefined || named === undefined || named === account) return named ?? account;
  throw new ControlError(`the call is about ${account} alone`, path);
}

/** @throws ControlError for a company id that no account has */
export function singleAccount(world: World, id: string): Account {
  const account = world.account(id);
  if (account !== undefined) return account;
  throw notAmong(accountIds(world), id, `no account with id ${id}`, "id", "unknown");
}

export function oneAccount(world: World, id: string | undefined): Account {
  if (id !== undefined) return singleAccount(world, id);
  const [first] = world.accounts.values();
  if (first === undefined) throw new ControlError("there is no account", "account");
  return first;
}

export const accountIds = (world: World) => [...world.everyAccount()].map((account) => account.id);
