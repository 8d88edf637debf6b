import { nearest } from "../world/nearest.ts";
import { passes } from "../world/entry-filter.ts";
import { ControlError } from "../emulation/problem.ts";
import { version } from "../version.ts";
import { type ClockView, viewClock } from "./clock-view.ts";
import type { Feed, Wanted } from "./feed.ts";
import { type Happening, happeningTypes } from "./feed-events.ts";
import { type ControlCall, type ControlOperation, EventStream, ofAccount } from "./operation.ts";
import { filterMembers, readFilter } from "./requests.ts";
import { missedEvent, ServerEvent } from "./server-event.ts";

/** The first event of a stream. */
interface Hello {
  /** Another one: the numbers begin anew, since it is another process or nobody listened for long. */
  readonly epoch: string;
  readonly version: string;
  /** The newest number. */
  readonly number: number;
  /** Company ids, without sandboxes. */
  readonly accounts: readonly string[];
  readonly clock: ClockView;
}

/** What a stream may be narrowed to: `hello` is left out of it, too, where it is not named. */
const typeNames = ["hello", ...happeningTypes] as const;
type TypeName = (typeof typeNames)[number];

const queryOf = {
  types: `Only these, with a comma between them: ${typeNames.join(", ")}.`,
  after:
    "The number of the last event that was read: goes on from there; so does the header Last-Event-ID.",
  epoch: "The epoch that `after` is of, from `hello`: in another one everything was missed.",
  ...ofAccount,
} as const;

function readTypes(text: string | null): ReadonlySet<TypeName> {
  if (text === null) return new Set(typeNames);
  const names = text.split(",").map((name) => name.trim());
  for (const name of names) {
    if (typeNames.some((known) => known === name)) continue;
    const near = nearest(name, typeNames);
    const message = `unknown type '${name}': expected ${typeNames.join(", ")}`;
    throw new ControlError(message, "types", { nearest: near });
  }
  return new Set(names as TypeName[]);
}

/** Which events a query asks for: the journal's filters are for requests alone. */
function readWanted(query: URLSearchParams, types: ReadonlySet<TypeName>): Wanted {
  const account = query.get("account");
  const ofRequests = new URLSearchParams(query);
  for (const name of Object.keys(queryOf)) if (name !== "account") ofRequests.delete(name);
  const filter = readFilter(ofRequests, [...Object.keys(queryOf), ...Object.keys(filterMembers)]);
  return (happening: Happening) => {
    if (!types.has(happening.type)) return false;
    if (happening.type === "request") return passes(happening.data, filter);
    return account === null || happening.account === null || happening.account === account;
  };
}

/** The number that a reader has got to; null: what it sent is none; undefined: it begins now. */
function readAfter({ query, headers }: ControlCall): number | null | undefined {
  const asked = query.get("after");
  const header = headers["last-event-id"];
  const text = asked ?? (typeof header === "string" && header !== "" ? header : undefined);
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  if (asked === null) return null;
  throw new ControlError(`expected the number of an event, not '${asked}'`, "after");
}

/** All that happens, as server-sent events. */
function openStream(call: ControlCall): EventStream {
  const { feed, query } = call;
  const types = readTypes(query.get("types"));
  const wanted = readWanted(query, types);
  const after = readAfter(call);
  return new EventStream(
    (send) => feed.listen((happening, sent) => wanted(happening) && send(sent)),
    before(call, { after, hasHello: types.has("hello"), wanted }),
  );
}

/** What comes first: it is asked for once the feed is listened to, so that nothing falls between the two. */
function* before(
  { feed, emulation: { lasting }, query }: ControlCall,
  { after, hasHello, wanted }: Beginning,
): Generator<ServerEvent> {
  const isOfNow = (query.get("epoch") ?? feed.epoch) === feed.epoch;
  const isKnown = typeof after === "number" && isOfNow && after <= feed.number;
  const from = isKnown ? after : feed.number;
  if (hasHello) {
    const hello: Hello = {
      epoch: feed.epoch,
      version,
      number: feed.number,
      accounts: [...lasting.accounts.keys()],
      clock: viewClock(lasting),
    };
    // A connection that is lost right after it has missed nothing before it.
    yield new ServerEvent(hello, { name: "hello", id: from });
  }
  if (after !== undefined && !isKnown) yield missedEvent(null);
  yield* feed.since(from, wanted);
}

interface Beginning {
  readonly after: number | null | undefined;
  readonly hasHello: boolean;
  readonly wanted: Wanted;
}

/** Which events are listened to. */
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

export const listenTo =
  (feed: Feed): Listen =>
  (listener, { types = happeningTypes, account } = {}) =>
    feed.listen((happening) => {
      const isMeant =
        account === undefined || happening.account === null || happening.account === account;
      if (isMeant && types.includes(happening.type)) listener(happening);
    });

export const streamOperations: readonly ControlOperation[] = [
  {
    method: "GET",
    path: "/_emulator/stream",
    does: "all that happens, as server-sent events with a running number; ?types= after= epoch= account=, and for requests every filter of theirs",
    query: { ...filterMembers, ...queryOf },
    streams: true,
    run: openStream,
  },
];
