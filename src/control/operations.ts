import type { Method } from "../contract/operation.ts";
import { parseDatetime } from "../jsonapi/time.ts";
import type { Account } from "../world/account.ts";
import type { EntryFilter } from "../world/journal.ts";
import { nearest } from "../world/nearest.ts";
import { advanceClock, setClock, viewClock } from "./clock.ts";
import { type Emulation, resettable, type Resettable } from "./emulation.ts";
import { addFault, getFault, removeFault } from "./faults.ts";
import { readLimitMode } from "./limit-mode.ts";
import { ControlError, unknownId } from "./problem.ts";
import { viewHealth, viewLimits, viewOperations } from "./views.ts";

/** One call of the control API. */
interface ControlCall {
  readonly emulation: Emulation;
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  /** The JSON object that was sent; empty if there was no body. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ControlOperation {
  readonly method: Method | "PUT";
  readonly path: string;
  readonly does: string;
  /** What to answer with, and the status if it is not 200. Undefined: 204. */
  readonly run: (call: ControlCall) => unknown;
  readonly status?: number;
}

/** The control API, an operation a line (design, "Faces"). All of it lies under `/_emulator`. */
export const controlOperations: readonly ControlOperation[] = [
  {
    method: "GET",
    path: "/_emulator/health",
    does: "200 once seeding is done: version, uptime, revisions, counts",
    run: ({ emulation }) => viewHealth(emulation),
  },
  {
    method: "GET",
    path: "/_emulator/operations",
    does: "every operation of the service, and whether it is built",
    run: ({ emulation }) => ({ operations: viewOperations(emulation.api) }),
  },
  {
    method: "GET",
    path: "/_emulator/limits",
    does: "every rate counter in use",
    run: (call) => viewLimits(call.emulation.world, accountsOf(call)),
  },
  {
    method: "PUT",
    path: "/_emulator/limits",
    does: 'sets the mode: { "mode": "real" | "off" | "scaled", "factor"? }',
    run: (call) => {
      call.emulation.world.setLimits(readLimitMode(call.body));
      return viewLimits(call.emulation.world, accountsOf(call));
    },
  },
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
  {
    method: "GET",
    path: "/_emulator/clock",
    does: "the world's time",
    run: ({ emulation }) => viewClock(emulation.world),
  },
  {
    method: "PUT",
    path: "/_emulator/clock",
    does: 'sets it: { "mode": "real" | "offset" | "frozen", "at"? }',
    run: ({ emulation, body }) => setClock(emulation.world, body),
  },
  {
    method: "POST",
    path: "/_emulator/clock/advance",
    does: 'moves it: { "by": "60s" }; answers when all that was due has run',
    run: ({ emulation, body }) => advanceClock(emulation.world, body["by"]),
  },
  {
    method: "POST",
    path: "/_emulator/faults",
    does: 'plans a fault: { "operation": "create_event", "status": 429, "times": 2 }',
    status: 201,
    run: ({ emulation, body }) => addFault(emulation, body),
  },
  {
    method: "GET",
    path: "/_emulator/faults",
    does: "the faults, what remains of each, and the exchanges it met",
    run: ({ emulation }) => ({ faults: emulation.world.faults.list() }),
  },
  {
    method: "GET",
    path: "/_emulator/faults/{id}",
    does: "one fault",
    run: ({ emulation, params: [id = ""] }) => getFault(emulation, id),
  },
  {
    method: "DELETE",
    path: "/_emulator/faults/{id}",
    does: "removes a fault",
    run: ({ emulation, params: [id = ""] }) => removeFault(emulation, id),
  },
  {
    method: "DELETE",
    path: "/_emulator/faults",
    does: "removes every fault",
    run: ({ emulation }) => emulation.world.faults.clear(),
  },
  {
    method: "POST",
    path: "/_emulator/reset",
    does: 'puts the seeded world back, or { "only": ["faults", …] }',
    run: ({ emulation, body }) => {
      emulation.reset(readParts(body["only"]));
      return { reset: true };
    },
  },
];

function accountsOf({ emulation, query }: ControlCall): readonly Account[] {
  const id = query.get("account");
  const { accounts } = emulation.world;
  if (id === null) return [...accounts.values()];
  const account = accounts.get(id);
  if (account === undefined) throw unknownId("account", id);
  return [account];
}

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

function readParts(only: unknown): readonly Resettable[] | undefined {
  if (only === undefined) return undefined;
  const known: readonly string[] = resettable;
  if (Array.isArray(only) && only.length > 0 && only.every((part) => known.includes(part)))
    return only;
  throw new ControlError(`expected a list of: ${known.join(", ")}`, "only");
}
