import { ofAccount } from "../act.ts";
import { count, type Infer, list, literal, object, phrase } from "../../contract/shape.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { passes } from "../../world/journal/entry.ts";
import { notAmong } from "../../emulation/problem.ts";
import { version } from "../../version.ts";
import { type ClockView, viewClock } from "../clock-view.ts";
import type { Feed, Wanted } from "./feed.ts";
import { type Happening, happeningTypes } from "./happenings.ts";
import { EventStream, singleAccount, type ControlCall } from "../operation.ts";
import type { ControlOperation } from "../operation.ts";
import { readAs } from "../read.ts";
import { filterMembers } from "../acts/requests.ts";
import { filterIn } from "./requests.ts";
import { missedEvent, ServerEvent } from "./readers.ts";

export interface Hello {
  /** Another one: the numbers begin anew, since it is another process or nobody listened for long. */
  readonly epoch: string;
  readonly version: string;
  /** The newest number. */
  readonly number: number;
  /** Company ids, without sandboxes; with the control token of one, that one. */
  readonly accounts: readonly string[];
  readonly clock: ClockView;
}

/** What a stream may be narrowed to: `hello` is left out of it, too, where it is not named. */
const typeNames = ["hello", ...happeningTypes] as const;
type TypeName = (typeof typeNames)[number];

const queryShape = object({
  "types?": phrase(`Only these, with a comma between them: ${typeNames.join(", ")}.`),
  "after?": count(
    "The number of the last event that was read: goes on from there; so does the header Last-Event-ID.",
  ),
  "epoch?": phrase(
    "The epoch that `after` is of, from `hello`: in another one everything was missed.",
  ),
  ...filterMembers,
});
type StreamQuery = Infer<typeof queryShape>;

function readTypes(text: string | undefined): ReadonlySet<TypeName> {
  if (text === undefined) return new Set(typeNames);
  const names = text.split(",").map((name) => name.trim());
  const odd = names.find((name) => !typeNames.includes(name as TypeName));
  if (odd === undefined) return new Set(names as TypeName[]);
  const message = `unknown type '${odd}': expected ${typeNames.join(", ")}`;
  throw notAmong(typeNames, odd, message, "types");
}

/** Whether an event is about an account, or about all. */
const isAbout = (account: string | undefined, happening: Happening): boolean =>
  account === undefined || happening.account === null || happening.account === account;

/** Which events a query asks for: the journal's filters are for requests alone. */
function readWanted(call: ControlCall, types: ReadonlySet<TypeName>): Wanted {
  const { account, bound, emulation } = call;
  const filter = filterIn(call);
  const isShown = (happening: Happening): boolean => {
    if (!types.has(happening.type)) return false;
    if (happening.type === "request") return passes(happening.data, filter);
    return isAbout(account, happening);
  };
  if (bound === undefined) return isShown;
  return (each) =>
    emulation.lasting.sandboxes.has(bound) && isShown(each) && isOf(emulation, bound, each);
}

/** Whether an event is of a sandbox alone: of what is about all, the clock and the limits are its own, too. */
function isOf({ lasting }: Emulation, sandbox: string, { type, account, data }: Happening) {
  if (type === "clock" && account === null) return !lasting.sandboxes.get(sandbox)?.hasOwnClock;
  // What it met may be another's, or everybody's, with what others did to meet it.
  if (type === "fault" && data.fault && data.fault.match?.account !== sandbox) return false;
  return account === sandbox || (type === "limits" && account === null);
}

/** The number that a reader has got to; null: what it sent is none; undefined: it begins now. */
function readAfter({ query, headers }: ControlCall): number | null | undefined {
  const { after } = query as StreamQuery;
  const header = headers["last-event-id"];
  if (after !== undefined || typeof header !== "string" || header === "") return after;
  return /^\d{1,15}$/.test(header) ? Number(header) : null;
}

function openStream(call: ControlCall): EventStream {
  const { feed, query } = call;
  const types = readTypes((query as StreamQuery).types);
  const wanted = readWanted(call, types);
  const after = readAfter(call);
  return new EventStream(
    (send) => feed.listen((happening, sent) => wanted(happening) && send(sent)),
    before(call, after, types.has("hello"), wanted),
  );
}

/** What comes first: it is asked for once the feed is listened to, so that nothing falls between the two. */
function* before(
  { feed, emulation: { lasting }, query, bound }: ControlCall,
  after: number | null | undefined,
  hasHello: boolean,
  wanted: Wanted,
): Generator<ServerEvent> {
  const isOfNow = ((query as StreamQuery).epoch ?? feed.epoch) === feed.epoch;
  const isKnown = typeof after === "number" && isOfNow && after <= feed.number;
  const from = isKnown ? after : feed.number;
  if (hasHello) {
    const hello: Hello = {
      epoch: feed.epoch,
      version,
      number: feed.number,
      accounts: bound === undefined ? [...lasting.accounts.keys()] : [bound],
      clock: viewClock(lasting, lasting.account(bound ?? "")),
    };
    // A connection that is lost right after it has missed nothing before it.
    yield new ServerEvent(hello, { name: "hello", id: from });
  }
  if (after !== undefined && !isKnown) yield missedEvent(null);
  yield* feed.since(from, wanted);
}

export interface ListenOptions {
  /** Default: all. */
  readonly types?: readonly Happening["type"][];
  /** A company id: only what is about this account, or about all. */
  readonly account?: string;
}

/** Hears of all that happens from now on. @returns stops listening */
export type Listen = (
  listener: (happening: Happening) => void,
  options?: ListenOptions,
) => () => void;

const listenShape = object({ "types?": list(literal(...happeningTypes)), ...ofAccount });

export const listenTo =
  (emulation: Emulation, feed: Feed): Listen =>
  (listener, options = {}) => {
    const { types = happeningTypes, account } = readAs(listenShape, options);
    if (account !== undefined) singleAccount(emulation.world, account);
    return feed.listen((happening) => {
      if (isAbout(account, happening) && types.includes(happening.type)) listener(happening);
    });
  };

export const streamOperations: readonly ControlOperation[] = [
  {
    method: "GET",
    path: "/_emulator/stream",
    does: "all that happens, as server-sent events with a running number; the filters of the journal narrow the requests in it",
    query: queryShape,
    streams: true,
    run: openStream,
  },
];
