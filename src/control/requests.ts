import { parseDatetime } from "../jsonapi/time.ts";
import { duplicatesIn } from "../world/duplicates.ts";
import type { Entry, EntryDetail } from "../world/entry.ts";
import type { EntryFilter } from "../world/entry-filter.ts";
import { nearest } from "../world/nearest.ts";
import { atOnce, inTurns, type Slices } from "../world/slices.ts";
import type { Duplicates } from "../world/twins.ts";
import type { World } from "../world/world.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { type ExpectFace, expectFace } from "./expect.ts";
import { type ControlOperation, ofAccount } from "./operation.ts";
import { ControlError, unknownId } from "../emulation/problem.ts";
import { detailOf, type RequestDetail } from "./request-detail.ts";
import { meantId } from "./meant-id.ts";
import { listed, LongText, type Pieces } from "./pieces.ts";
import { stageProblem } from "./which-problem.ts";

/** What requests are narrowed by. */
export const filterMembers = {
  operation: "An operation id.",
  ...ofAccount,
  key: "The name of a key.",
  app: "The id of an OAuth app.",
  testId: "What the request header x-emulator-test-id said, else the name in the URL.",
  status: "A status.",
  failed: "true: those with a status of 400 or more, or with none; false: the others.",
  stage: "The stage that answered.",
  fault: "The id of a fault that acted.",
  since: "A datetime: those that came then or later.",
  until: "A datetime: those that came before.",
} as const;
const filters = Object.keys(filterMembers);
const times: readonly string[] = ["since", "until"];

/** @param known every name that the query may have, to suggest one. @throws ControlError for any other */
export function readFilter(
  query: URLSearchParams,
  known: readonly string[] = filters,
): EntryFilter {
  const filter: Record<string, string | number | boolean> = {};
  for (const [name, value] of query) {
    if (!filters.includes(name)) {
      throw new ControlError(`unknown filter '${name}'`, name, { nearest: nearest(name, known) });
    }
    if (name === "failed") {
      if (value !== "true" && value !== "false") {
        throw new ControlError(`expected true or false, not '${value}'`, name);
      }
      filter[name] = value === "true";
      continue;
    }
    const problem = name === "stage" ? stageProblem(value, []) : undefined;
    if (problem !== undefined) {
      throw new ControlError(problem.message, name, { nearest: problem.nearest });
    }
    const read =
      name === "status" ? Number(value) : times.includes(name) ? parseDatetime(value) : value;
    if (read === undefined || Number.isNaN(read)) {
      throw new ControlError(name === "status" ? "expected a number" : "expected a datetime", name);
    }
    filter[name] = read;
  }
  return filter;
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

function listRequests({ journal }: World, filter?: EntryFilter): ListedEntry[] {
  const duplicates = atOnce(duplicatesIn(journal.received()));
  return journal.list(filter).map((entry) => withDuplicates(entry, duplicates.get(entry.id)));
}

/** The same as JSON: those that there are when it begins. */
function* requestsText({ journal }: World, filter: EntryFilter): Pieces {
  const [received, passing] = [journal.received(), journal.received(filter)];
  const duplicates = yield* duplicatesIn(received);
  return yield* listed("requests", passing, (each) =>
    withDuplicates(each.shown(), duplicates.get(each.exchange)),
  );
}

function* showRequest(emulation: Emulation, id: string): Slices<ShownEntry> {
  const { world } = emulation;
  const { journal } = world;
  const found = journal.get(idOf(world, id));
  if (found === undefined) throw unknownId("request", id);
  const received = journal.received();
  const shown = { ...found, ...(yield* detailOf(emulation, found)) };
  return withDuplicates(shown, (yield* duplicatesIn(received)).get(found.id));
}

const withDuplicates = <E extends Entry>(entry: E, duplicates: Duplicates | undefined): E & Told =>
  duplicates === undefined ? entry : { ...entry, duplicates };

/** The id of the exchange that is meant: by its id, its beginning, or as the `last` one. */
function idOf({ journal }: World, id: string): string {
  const ids = journal.ids();
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
  list: (filter) => listRequests(emulation.world, filter),
  show: (id) => atOnce(showRequest(emulation, id)),
  clear: () => emulation.world.journal.clear(),
  listen: (listener) => emulation.world.journal.listen((entry) => listener(entry)),
  ...expectFace(emulation),
});

export const requestOperations: readonly ControlOperation[] = [
  {
    method: "GET",
    path: "/_emulator/requests",
    does: "the journal; ?operation= account= key= app= testId= status= failed= stage= fault= since= until=",
    query: filterMembers,
    run: ({ emulation: { world }, query }) => new LongText(requestsText(world, readFilter(query))),
  },
  {
    method: "GET",
    path: "/_emulator/requests/{id}",
    does: "one exchange: by its id, the beginning of it, or last",
    run: ({ emulation, params: [id = ""] }) =>
      inTurns(showRequest(emulation, id), () => emulation.world.clock.realNow()),
  },
  {
    method: "DELETE",
    path: "/_emulator/requests",
    does: "empties the journal",
    status: 204,
    run: ({ emulation }) => emulation.world.journal.clear(),
  },
];
