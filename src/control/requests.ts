import { parseDatetime } from "../jsonapi/time.ts";
import type { Entry, EntryFilter } from "../world/journal.ts";
import { nearest } from "../world/nearest.ts";
import type { Emulation } from "./emulation.ts";
import type { ControlOperation } from "./operation.ts";
import { ControlError, unknownId } from "./problem.ts";

const filters = ["operation", "account", "status", "stage", "fault", "since"];

function readFilter(query: URLSearchParams): EntryFilter {
  const filter: Record<string, string | number> = {};
  for (const [name, value] of query) {
    if (!filters.includes(name)) {
      throw new ControlError(`unknown filter '${name}'`, name, { nearest: nearest(name, filters) });
    }
    const read =
      name === "status" ? Number(value) : name === "since" ? parseDatetime(value) : value;
    if (read === undefined || Number.isNaN(read)) {
      throw new ControlError(name === "since" ? "expected a datetime" : "expected a number", name);
    }
    filter[name] = read;
  }
  return filter;
}

/** The journal, as the library has it. */
export interface RequestsFace {
  list(filter?: EntryFilter): Entry[];
  clear(): void;
  /** @returns stops listening */
  listen(listener: (entry: Entry) => void): () => void;
}

export const requestsFace = (emulation: Emulation): RequestsFace => ({
  list: (filter) => emulation.world.journal.list(filter),
  clear: () => emulation.world.journal.clear(),
  listen: (listener) => emulation.world.journal.listen(listener),
});

export const requestOperations: readonly ControlOperation[] = [
  {
    method: "GET",
    path: "/_emulator/requests",
    does: "the journal; ?operation= account= status= stage= fault= since=",
    run: ({ emulation, query }) => ({ requests: emulation.world.journal.list(readFilter(query)) }),
  },
  {
    method: "GET",
    path: "/_emulator/requests/{id}",
    does: "one exchange",
    run: ({ emulation, params: [id = ""] }) => {
      const found = emulation.world.journal.get(id);
      if (found === undefined) throw unknownId("exchange", id);
      return found;
    },
  },
  {
    method: "DELETE",
    path: "/_emulator/requests",
    does: "empties the journal",
    run: ({ emulation }) => emulation.world.journal.clear(),
  },
];
