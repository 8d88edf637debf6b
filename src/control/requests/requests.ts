import { ofAccount } from "../act.ts";
import { STATUS_CODES } from "node:http";
import {
  boolean,
  described,
  integer,
  literal,
  number,
  object,
  string,
} from "../../contract/shape.ts";
import { stageNames } from "../../contract/stages.ts";
import { parseDatetime } from "../../jsonapi/time.ts";
import { duplicatesIn } from "../../world/journal/duplicates.ts";
import type { Entry, EntryDetail } from "../../world/journal/entry.ts";
import type { EntryFilter } from "../../world/journal/entry-filter.ts";
import type { Journal } from "../../world/journal/journal.ts";
import { nearest } from "../../world/nearest.ts";
import { textOfPath } from "../../world/read-shape.ts";
import { atOnce, inTurns, type Slices } from "../../world/time/slices.ts";
import type { Duplicates } from "../../world/journal/twins.ts";
import type { World } from "../../world/world.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { type ExpectFace, expectFace } from "./expect.ts";
import { type ControlCall, type ControlOperation } from "../operation.ts";
import { ControlError, unknownId } from "../../emulation/problem.ts";
import { detailOf, type RequestDetail } from "./request-detail.ts";
import { meantId } from "../messages/meant-id.ts";
import { listed, LongText, type Pieces } from "../pieces.ts";
import { readAs } from "../read.ts";
import { accountProblem, whichProblem } from "../which-problem.ts";

const text = (description: string) => described(string({ minLength: 1 }), description);

/** What requests are narrowed by, whoever asks. */
const plainMembers = {
  "operation?": text("An operation id."),
  ...ofAccount,
  "key?": text("The name of a key."),
  "app?": text("The id of an OAuth app."),
  "testId?": text("What the request header x-emulator-test-id said, else the name in the URL."),
  "status?": described(integer(), "A status, from 100 to 599."),
  "failed?": described(
    boolean(),
    "true: those with a status of 400 or more, or with none; false: the others.",
  ),
  "stage?": described(literal(...stageNames), "The stage that answered."),
  "fault?": text("The id of a fault that acted."),
} as const;

const instant = (description: string) => described(string({ format: "datetime" }), description);

/** The same, as a query has it. */
export const filterMembers = {
  ...plainMembers,
  "since?": instant("A datetime: those that came then or later."),
  "until?": instant("A datetime: those that came before."),
} as const;

const filterShape = object({ ...plainMembers, "since?": number(), "until?": number() });
/**
 * A copy of a filter that names what there is: what is asked for in vain is most likely a mistake.
 *
 * @throws ControlError for what is none
 */
export function readFilter({ api, world }: Emulation, input: unknown = {}): EntryFilter {
  const filter = readAs(filterShape, input) as EntryFilter;
  const problem =
    whichProblem(filter, [], api) ?? accountProblem(filter.account, ["account"], world);
  if (problem !== undefined) {
    const { message, path, nearest: near } = problem;
    throw new ControlError(message, textOfPath(path), { nearest: near });
  }
  const { status } = filter;
  if (status !== undefined && (status < 100 || status > 599)) {
    const near = nearest(String(status), Object.keys(STATUS_CODES));
    throw new ControlError("expected a status from 100 to 599", "status", { nearest: near });
  }
  return filter;
}

/** What a query asks for, in the shape of its members; others may stand beside them. */
export function filterIn({ emulation, query, account }: ControlCall): EntryFilter {
  const known = Object.keys(filterMembers).map((name) => name.slice(0, -1));
  const said = Object.entries(query).filter(([name]) => known.includes(name));
  const read = said.map(([name, value]) => [
    name,
    name === "since" || name === "until" ? parseDatetime(String(value)) : value,
  ]);
  return readFilter(emulation, { ...Object.fromEntries(read), ...(account && { account }) });
}

/** A request as it is told of when somebody asks. */
interface Told {
  /** What it wrote a second time, since the response to the first had failed its client, if anything. */
  readonly duplicates?: Duplicates;
}

/** A recorded request, with what it wrote twice. */
export type ListedEntry = Entry & Told;

/** The same with everything that is known of it. */
export type ShownEntry = EntryDetail & Told & RequestDetail;

function listRequests(emulation: Emulation, filter?: EntryFilter): ListedEntry[] {
  const { journal } = emulation.world;
  const duplicates = atOnce(duplicatesIn(journal.received()));
  return journal
    .list(readFilter(emulation, filter))
    .map((entry) => withDuplicates(entry, duplicates.get(entry.id)));
}

/** The same as JSON: those that there are when it begins. */
function* requestsText({ journal }: World, filter: EntryFilter): Pieces {
  const [received, passing] = [journal.received(), journal.received(filter)];
  const duplicates = yield* duplicatesIn(received);
  return yield* listed("requests", passing, (each) =>
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

const withDuplicates = <E extends Entry>(entry: E, duplicates: Duplicates | undefined): E & Told =>
  duplicates === undefined ? entry : { ...entry, duplicates };

/**
 * The id of the exchange that is meant: by its id, its beginning, or as the `last` one.
 *
 * @param of only of this account
 */
function idOf(journal: Journal, id: string, of: string | undefined): string {
  const ids = journal.ids(of);
  if (id !== "last") return meantId("request", id, ids);
  const last = ids.at(-1);
  if (last === undefined)
    throw new ControlError("there was no request yet", "id", { kind: "unknown" });
  return last;
}

/** The journal, as the library has it. */
export interface RequestsFace extends ExpectFace {
  /** Returns the recorded requests, oldest first. */
  list(filter?: EntryFilter): ListedEntry[];
  /**
   * One of them, with the heads and the bodies of its request and its response.
   *
   * @param id its `x-service-req-id`, the beginning of it, or `last`
   */
  show(id: string): ShownEntry;
  /** Forgets all recorded requests. */
  clear(): void;
  /** @returns stops listening */
  listen(listener: (entry: Entry) => void): () => void;
}

export const requestsFace = (emulation: Emulation): RequestsFace => ({
  list: (filter) => listRequests(emulation, filter),
  show: (id) => atOnce(showRequest(emulation, id)),
  clear: () => emulation.world.journal.clear(),
  listen: (listener) => emulation.world.journal.listen((entry) => listener(entry)),
  ...expectFace(emulation),
});

export const requestOperations: readonly ControlOperation[] = [
  {
    method: "GET",
    path: "/_emulator/requests",
    does: "the journal",
    query: object(filterMembers),
    run: (call) => new LongText(requestsText(call.emulation.world, filterIn(call))),
  },
  {
    method: "GET",
    path: "/_emulator/requests/{id}",
    does: "one exchange: by its id, the beginning of it, or last",
    query: object(ofAccount),
    run: ({ emulation, account, params: [id = ""] }) =>
      inTurns(showRequest(emulation, id, account), () => emulation.world.clock.realNow()),
  },
  {
    method: "DELETE",
    path: "/_emulator/requests",
    does: "empties the journal",
    query: object(ofAccount),
    status: 204,
    run: ({ emulation: { world }, account }) =>
      account === undefined ? world.journal.clear() : world.journal.forget(account),
  },
];
