import { called } from "./boundary.ts";
import type { Revision } from "./contract/revisions.ts";
import type { Signal } from "./control/platform.ts";
import type { Sandbox } from "./control/sandboxes.ts";
import { ControlError } from "./emulation/problem.ts";
import type { Emulation } from "./emulation/emulation.ts";
import type { Explorations } from "./explore/explorations.ts";
import type { Around, Progress, Search } from "./explore/search.ts";
import type { Workspace } from "./explore/workspace.ts";
import type { Act, Check } from "./explore/in-sandbox.ts";
import type { ExamOptions, ExploreOptions } from "./explore/types.ts";
import type { Found } from "./explore/result-shape.ts";
import type { Run } from "./explore/observation.ts";
import type { ExamAround } from "./explore/exam/exam.ts";
import type { Effort, Examined } from "./explore/exam/effort.ts";
import type { Upgraded } from "./explore/upgrade.ts";
import { printedOf } from "./scenarios/quiet.ts";
import type { EntryDetail } from "./world/journal/entry.ts";
import { within } from "./world/time/deadline.ts";

interface Explorable {
  sandbox(options?: { readonly from: "current"; readonly rateLimits: string }): Sandbox;
}

interface Explorer {
  readonly emulation: Emulation;
  readonly explorations: Explorations;
  readonly explore: typeof exploreIn;
  readonly exam: typeof examIn;
}

/** The same in each copy of the package. */
const hidden = Symbol.for("service-emulator.explorer");

export function exploring<E extends Explorable>(
  emulation: Emulation,
  explorations: Explorations,
  emulator: E,
): E {
  const explorer: Explorer = { emulation, explorations, explore: exploreIn, exam: examIn };
  return Object.defineProperty(emulator, hidden, { value: explorer });
}

/**
 * A client in a function of its own. It asks the sandbox that it is given, with its key, and rejects if it gives up. What
 * it returns is compared, too.
 *
 * @param ending `signal` is aborted when its time is over
 */
export type ExploredClient = (sandbox: Sandbox, ending: { readonly signal: Signal }) => unknown;

/**
 * Runs a client again and again, each time under other faults and in a sandbox of its own, and tells which faults break
 * it: what it wrote, what it returned, how it waited and whether it ended are compared with runs without faults.
 *
 * @example
 * const found = await explore(emulator, (sandbox) => sync(sandbox.url, sandbox.keys.full));
 * expect(found.defects).toEqual([]);
 * @throws NoReferenceError if it fails without faults, or asks nothing; ControlError for a wrong option
 */
export const explore = called(exploreClient);

async function exploreClient(
  emulator: Explorable,
  client: ExploredClient,
  options: ExploreOptions = {},
): Promise<Found> {
  const { searchOf } = await import("./explore/read-options.ts");
  const { emulation, explore: by } = explorerOf(emulator);
  const search = searchOf(options, emulation.api.targets);
  return by(emulator, endedOf(client, search.timeoutMs), search);
}

export async function exploreIn(
  emulator: Explorable,
  act: Act,
  search: Search,
  { noted, told, check, left, ...besides }: Besides = {},
): Promise<Found> {
  const { emulation, explorations } = explorerOf(emulator);
  const { exploreBy } = await import("./explore/explore.ts");
  const { foundOf } = await import("./explore/result.ts");
  const now = () => emulation.world.clock.realNow();
  const around = { rows: emulation.api.targets, now, ...besides };
  const watched = explorations.begin();
  const at = async ({ run, notes, isAlone }: Running) => {
    const how = isAlone ? { ...search, jobs: 1 } : search;
    const heard: Around["told"] = (progress, soFar) => {
      watched.tell(progress, soFar && (() => foundOf(soFar(), how)));
      told?.(progress);
    };
    const found = foundOf(await exploreBy({ ...around, run, notes, told: heard }, how), how);
    watched.finish(found);
    return found;
  };
  try {
    return await wherever(emulator, { act, check, left }, at, noted);
  } catch (error) {
    watched.fail(error instanceof Error ? error.message : String(error));
    throw error;
  } finally {
    // The emulator of a command ends with it.
    await explorations.shown();
  }
}

type Running = { readonly run: Run; readonly notes: readonly string[]; readonly isAlone: boolean };

interface Acting {
  readonly act: Act;
  readonly check?: Check | undefined;
  readonly left?: ((sandbox: string) => void) | undefined;
}

/** Runs in sandboxes, or in the account whose key the client has if it is another. */
async function wherever<T>(
  emulator: Explorable,
  { act, check, left }: Acting,
  at: (running: Running) => Promise<T>,
  noted?: (note: string) => void,
): Promise<T> {
  const { emulation } = explorerOf(emulator);
  const { runsAt } = await import("./explore/in-sandbox.ts");
  const { inAccount, inSandboxes } = await import("./explore/workspace.ts");
  const { statesOf } = await import("./scenarios/quiet.ts");
  const sandbox = () => emulator.sandbox({ from: "current", rateLimits: "off" });
  const ground = { emulation, sandbox, left };
  const running = (place: () => Workspace) => runsAt(emulation, place, act, check);
  // What the first run does to another account than its own is undone, too.
  const begun = statesOf(emulation);
  try {
    return await at({ run: running(inSandboxes(ground)), notes: [], isAlone: false });
  } catch (error) {
    const account = (error as { account?: string }).account;
    const state = account === undefined ? undefined : begun.get(account);
    if (account === undefined || state === undefined) throw error;
    const note = `The command uses a key of the account ${account}, not the one that it is given: one run at a time, and the account is set back between runs.`;
    noted?.(note);
    return at({ run: running(inAccount(ground, account, state)), notes: [note], isAlone: true });
  }
}

export const examIn = async (
  emulator: Explorable,
  act: Act,
  effort: Effort,
  { noted, ...besides }: ExamBesides = {},
): Promise<Examined> => {
  const { world, api } = explorerOf(emulator).emulation;
  const { examBy } = await import("./explore/exam/exam.ts");
  const over = new AbortController();
  const timed: Act = (sandbox, stopped, how) =>
    act(sandbox, AbortSignal.any([over.signal, stopped]), how);
  const { clock } = world;
  const isFrozen = clock.mode === "frozen";
  const around = { over, rows: api.targets, isFrozen, now: () => clock.realNow(), ...besides };
  const at = ({ run, notes, isAlone }: Running) =>
    examBy({ ...around, run, notes }, isAlone ? { ...effort, jobs: 1 } : effort);
  return wherever(emulator, { act: timed }, at, noted);
};

/** Runs at its own revision and at another one. The emulator serves nothing older from then on. */
export const upgradeIn = async (
  emulator: Explorable,
  act: Act,
  to: Revision,
  noted?: (note: string) => void,
): Promise<Upgraded> => {
  const { emulation } = explorerOf(emulator);
  const { journal } = emulation.world;
  const { upgradeBy } = await import("./explore/upgrade.ts");
  const runs: EntryDetail[][] = [];
  const heeded: Act = async (sandbox, ending, how) => {
    const before = new Set(journal.ids());
    try {
      return await act(sandbox, ending, how);
    } finally {
      runs.push([...journal.details(new Set(journal.ids().filter((id) => !before.has(id))))]);
    }
  };
  const at = (running: Running) => upgradeBy(emulation, running, () => runs[0] ?? [], to);
  return wherever(emulator, { act: heeded }, at, noted);
};

interface ExamBesides extends Partial<Pick<ExamAround, "ending" | "isCommand" | "told">> {
  readonly noted?: (note: string) => void;
}

/** Examines a client in a function of its own, as `emulator.exam` does. */
export async function examClient(
  emulator: Explorable,
  client: ExploredClient,
  options: ExamOptions = {},
): Promise<Examined> {
  const { effortOf } = await import("./explore/exam/effort.ts");
  const effort = effortOf(options);
  return explorerOf(emulator).exam(emulator, endedOf(client, effort.timeoutMs), effort);
}

interface Besides extends Pick<Around, "kept" | "ending" | "met">, Omit<Acting, "act"> {
  readonly told?: (progress: Progress) => void;
  readonly noted?: (note: string) => void;
}

/** @throws ControlError for what is no emulator of this library */
function explorerOf(emulator: Explorable): Explorer {
  const { [hidden]: found } = emulator as { readonly [hidden]?: Explorer };
  if (found === undefined) throw new ControlError("expected an emulator: see createEmulator", "");
  return found;
}

export const emulationOf = (emulator: Explorable): Emulation => explorerOf(emulator).emulation;

const killed = 124;

const endedOf =
  (client: ExploredClient, timeoutMs: number): Act =>
  async (sandbox, stopped, { patience = 1 } = {}) => {
    const ending = new AbortController();
    const ran = run(client, sandbox, ending.signal);
    const end = new Promise<"stopped">((resolve) => {
      stopped.addEventListener("abort", () => resolve("stopped"), { once: true });
    });
    const first = Promise.race([ran, end]);
    if (await within(timeoutMs * patience, first)) {
      const ended = await first;
      if (ended !== "stopped") return ended;
    }
    ending.abort();
    return { exitCode: killed, output: [], isKilled: true };
  };

async function run(client: ExploredClient, sandbox: Sandbox, signal: AbortSignal) {
  try {
    const value = await client(sandbox, { signal });
    return { exitCode: 0, output: printedOf(value), isKilled: false };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { exitCode: 1, output: [], isKilled: false, error: text.split("\n", 1)[0] ?? "" };
  }
}
