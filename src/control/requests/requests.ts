import { operationsOf } from "../act.ts";
import { filterMembers, plainMembers, requests } from "../acts/requests.ts";
import { STATUS_CODES } from "node:http";
import { number, object, type Shape } from "../../contract/shape.ts";
import { parseDatetime } from "../../jsonapi/time.ts";
import { duplicatesIn, type Duplicates } from "../../world/journal/twins.ts";
import type { Entry, EntryDetail, EntryFilter } from "../../world/journal/entry.ts";
import type { Journal } from "../../world/journal/journal.ts";
import { machine } from "../../world/time/machine-time.ts";
import { atOnce, inTurns, type Slices } from "../../world/time/slices.ts";
import type { Received } from "../../world/journal/received.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { type ExpectFace, expectFace } from "./expect.ts";
import { type ControlCall, everyAccountOf } from "../operation.ts";
import { threadOf } from "../threads/thread.ts";
import { ControlError, notAmong, unknownId } from "../../emulation/problem.ts";
import { readQuery } from "./query.ts";
import { type Har, harEntry, harOf, harText } from "./har.ts";
import { detailOf, type RequestDetail } from "./request-detail.ts";
import { meantId } from "../messages/meant.ts";
import { listed, LongText, type Pieces } from "../pieces.ts";
import { readAs } from "../read.ts";
import { accountProblem, matcherProblem } from "../matchers.ts";

const members = { ...plainMembers, "since?": number(), "until?": number() } as const;
const filterShape = object(members) as Shape<EntryFilter>;

/** A copy of a filter that names what there is: what is asked for in vain is most likely a mistake. @throws ControlError */
function readFilter({ api, world }: Emulation, input: unknown = {}): EntryFilter {
  const filter = readAs(
    filterShape,
    input,
    (asked) => matcherProblem(asked, [], api) ?? accountProblem(asked.account, ["account"], world),
  );
  const { status = 200 } = filter;
  if (status >= 100 && status <= 599) return filter;
  const why = "expected a status from 100 to 599";
  throw notAmong(Object.keys(STATUS_CODES), String(status), why, "status");
}

/** What a query asks for, in the shape of its members; others may stand beside them. */
export function filterIn({ emulation, query, account }: Asking): EntryFilter {
  const known = Object.keys(filterMembers).map((name) => name.slice(0, -1));
  const said = Object.entries(query).filter(([name]) => known.includes(name));
  const read = said.map(([name, value]) => [
    name,
    name === "since" || name === "until" ? parseDatetime(String(value)) : value,
  ]);
  return readFilter(emulation, { ...Object.fromEntries(read), ...(account && { account }) });
}

/** A request as it is told of when somebody asks. */
interface DuplicatesMember {
  /** What it wrote a second time, since the response to the first had failed its client, if anything. */
  readonly duplicates?: Duplicates;
}

/** A recorded request, with what it wrote twice. */
export type ListedEntry = Entry & DuplicatesMember;

export type ShownEntry = EntryDetail & DuplicatesMember & RequestDetail;

export function listRequests(emulation: Emulation, filter?: EntryFilter): ListedEntry[] {
  const { journal } = emulation.world;
  const duplicates = atOnce(duplicatesIn(journal.received()));
  return journal
    .list(readFilter(emulation, filter))
    .map((entry) => withDuplicates(entry, duplicates.get(entry.id)));
}

type Asking = Pick<ControlCall, "emulation" | "query" | "account">;

function askedIn(call: Asking): Received[] {
  const { emulation } = call;
  const { query } = call.query;
  const isAsked = typeof query === "string" ? readQuery(emulation, query) : () => true;
  return emulation.world.journal.received(filterIn(call)).filter(isAsked);
}

/** The same as JSON: those that there are when it begins. */
function* requestsText(call: Asking): Pieces {
  const received = call.emulation.world.journal.received();
  const asked = askedIn(call);
  const duplicates = yield* duplicatesIn(received);
  return yield* listed("requests", asked, (each) =>
    withDuplicates(each.shown(), duplicates.get(each.exchange)),
  );
}

function* showRequest(emulation: Emulation, id: string, of?: string): Slices<ShownEntry> {
  const { journal } = emulation.world;
  const found = journal.get(idOf(journal, id, of));
  if (found === undefined) throw unknownId("request", id);
  const received = journal.received();
  const shown = { ...found, ...(yield* detailOf(emulation, found)) };
  return withDuplicates(shown, (yield* duplicatesIn(received)).get(found.id));
}

const withDuplicates = <E extends Entry>(entry: E, duplicates: Duplicates | undefined) =>
  duplicates === undefined ? entry : { ...entry, duplicates };

/** The id of the exchange that is meant: by its id, its beginning, or as the `last` one. @param of only of this account */
function idOf(journal: Journal, id: string, of: string | undefined): string {
  const ids = journal.ids(of);
  if (id !== "last") return meantId("request", id, ids);
  const last = ids.at(-1);
  if (last === undefined)
    throw new ControlError("there was no request yet", "id", { kind: "unknown" });
  return last;
}

export interface RequestsFace extends ExpectFace {
  list(filter?: EntryFilter): ListedEntry[];
  /** One by its `x-service-req-id`, the beginning of it, or `last`: with the heads and the bodies of request and response. */
  show(id: string): ShownEntry;
  /** The recorded requests, or those that pass, as an HTTP archive (HAR 1.2). */
  har(filter?: EntryFilter & { readonly id?: string }): Har;
  clear(): void;
  /** @returns stops listening */
  listen(listener: (entry: Entry) => void): () => void;
}

/** @param origin by which the emulator is asked */
export const requestsFace = (emulation: Emulation, origin: string): RequestsFace => ({
  list: (filter) => listRequests(emulation, filter),
  show: (id) => atOnce(showRequest(emulation, id)),
  har({ id, ...filter } = {}) {
    const { journal } = emulation.world;
    const listed = id === undefined ? journal.list(readFilter(emulation, filter)) : [];
    const details = journal.details(new Set(listed.map((each) => each.id)));
    const found = id === undefined ? details : [journal.get(id) ?? []].flat();
    return harOf(Array.from(found, (each) => harEntry(each, origin)));
  },
  clear: () => emulation.world.journal.clear(),
  listen: (listener) => emulation.world.journal.written.listen((entry) => listener(entry)),
  ...expectFace(emulation),
});

export const requestOperations = operationsOf(requests.acts, {
  list: (call) => new LongText(requestsText(call)),
  har(call) {
    const ids = new Set(askedIn(call).map(({ exchange }) => exchange));
    return new LongText(harText(call.emulation.world.journal.details(ids), call.origin));
  },
  show: ({ emulation, account, id }) => inTurns(showRequest(emulation, id, account), machine.now),
  thread: (call) => {
    const { journal } = call.emulation.world;
    const id = call.id === "last" ? idOf(journal, call.id, call.account) : call.id;
    return threadOf(everyAccountOf(call), journal, id);
  },
  clear: ({ emulation: { world }, account }) =>
    account === undefined ? world.journal.clear() : world.journal.forget(account),
});
