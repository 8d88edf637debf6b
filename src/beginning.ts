import { resolve } from "node:path";
import { wholeApi } from "./areas/index.ts";
import { tellOfSleep } from "./control/sleep.ts";
import { plannedInVain } from "./control/faults/faults.ts";
import { Emulation } from "./emulation/emulation.ts";
import { ControlError } from "./emulation/problem.ts";
import type { DataFolder } from "./durable/open.ts";
import { formatDatetime } from "./jsonapi/time.ts";
import { OptionError } from "./option-shape.ts";
import type { EmulatorOptions } from "./option-types.ts";
import type { OnError } from "./pipeline/run.ts";
import { AmountError, amountsOf } from "./seeding/generate/amounts.ts";
import { fixtureFiles, loadSeed } from "./seeding/load.ts";
import type { SeedPlan } from "./seeding/plan.ts";
import { plant } from "./seeding/plant/plant.ts";
import { planning, planting } from "./seeding/progress.ts";
import { version } from "./version.ts";
import type { Course } from "./world/time/course.ts";
import { formatDuration } from "./world/time/duration.ts";
import type { LimitMode } from "./world/limits/limits.ts";
import type { World } from "./world/world.ts";
import type { WorldSettings } from "./world/world-settings.ts";

/** A new emulation with all that is in it at the start, and the folder in which it outlives the process. */
export interface Beginning {
  readonly emulation: Emulation;
  readonly data: DataFolder | undefined;
  /** What its user may not expect, a line each. */
  readonly notes: readonly string[];
  /**
   * Reads the fixtures again, and begins anew with them.
   *
   * @throws FixtureError for a wrong one, ControlError where it did not begin with fixtures
   */
  readonly again: () => Promise<void>;
}

interface First {
  readonly begin: (world: World) => void;
  /** Whether it is one of the shipped fixtures alone, in which nothing has to be looked for. */
  readonly isShipped?: boolean;
  readonly notes?: readonly string[];
}

/** Begins with what is in the data folder, or else with a state or with fixtures. */
export async function begin(
  options: EmulatorOptions,
  settings: WorldSettings,
  onError: OnError,
): Promise<Beginning> {
  const generated = (["profiles", "events"] as const).find((name) => options[name] !== undefined);
  if (options.state !== undefined && generated !== undefined) {
    throw new OptionError("an exported state is as it is: nothing is generated", generated);
  }
  const api = wholeApi();
  const data = await opened(api, options);
  try {
    const world = { ...goneOn(options, settings, data), epoch: data?.epoch ?? 0 };
    const first: First =
      data?.isEmpty === false ? { begin: data.begin } : await firstOf(api, options, settings);
    const emulation = new Emulation(api, world, version, first.begin, onError, data?.log);
    await requireOwnSecrets(emulation, options);
    await data?.start(emulation);
    const { onNote = print } = options;
    emulation.time.machine.onSlept((ms) => tellOfSleep(emulation, ms, onNote));
    const again = async () => {
      requireFixtures(options);
      const { begin } = await firstOf(api, options, settings);
      emulation.begin(begin);
    };
    const { isShipped = false, notes = [] } = first;
    const inVain = isShipped ? [] : plannedInVain(emulation);
    return { emulation, data, notes: [...inVain, ...notes], again };
  } catch (error) {
    await data?.log.close();
    throw error;
  }
}

/** Beyond loopback, no secret is taken that everybody knows, wherever it comes from. */
async function requireOwnSecrets(
  { world }: Emulation,
  { demoKeys = false, fixtures = [] }: EmulatorOptions,
): Promise<void> {
  if (world.settings.secretKey === undefined || demoKeys) return;
  const { apps, ready } = world.grants.seeds();
  const secrets = [
    ...[...world.accounts.values()].flatMap(({ keys }) => keys.map(({ secret }) => secret)),
    ...apps.map(({ clientSecret }) => clientSecret),
    ...ready.flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken]),
  ];
  const { demoSecretsIn, isDemoSecret } = await import("./seeding/demo-secrets.ts");
  const kept = demoSecretsIn(fixtureFiles(fixtures));
  const found = secrets.find((secret) => isDemoSecret(secret) && !kept.has(secret));
  if (found === undefined) return;
  world.stop();
  const what = `what it starts from has ${found}, which everybody knows`;
  throw new OptionError(`needed beyond loopback, since ${what}`, "demoKeys");
}

/** What the folder has goes on, where nothing else is told. What ended, and what may surprise, is said. */
function goneOn(
  { frozenAt, rateLimits, onNote = print }: EmulatorOptions,
  settings: WorldSettings,
  data: DataFolder | undefined,
): WorldSettings {
  if (data?.around === undefined) return settings;
  const { clock, limits, faults } = data.around;
  const course = frozenAt === undefined && clock.mode !== "real" ? clock : undefined;
  const isOther = rateLimits === undefined && limits.mode !== settings.limits;
  const last = "as when the last run ended: service-emulator";
  if (course !== undefined) onNote(`the clock is ${textOf(course)}, ${last} clock real resets it`);
  if (isOther)
    onNote(`rate limits are ${limitText(limits.mode)}, ${last} limits set real resets them`);
  if (faults > 0)
    onNote(`${faults} planned fault${faults === 1 ? "" : "s"} ended with the last run`);
  return { ...settings, ...(course && { course }), ...(isOther && { limits: limits.mode }) };
}

const limitText = (mode: LimitMode): string => (typeof mode === "number" ? `x${mode}` : mode);

function textOf({ mode, factor, ms }: Course): string {
  if (mode === "frozen") return `frozen at ${formatDatetime(ms)}`;
  if (mode === "accelerated") return `accelerated x${factor}`;
  const time = formatDuration(Math.abs(ms));
  return `${time} ${ms < 0 ? "behind" : "ahead of"} the machine's`;
}

/** What is kept in a folder, or was exported, does not come from fixtures. */
function requireFixtures(options: EmulatorOptions): void {
  const other = (["dataDir", "state"] as const).find((name) => options[name] !== undefined);
  if (other === undefined) return;
  throw new OptionError("there are no fixtures to read again", other);
}

/** A function of its own, so that nothing that lives on keeps the plan. */
async function firstOf(
  api: Emulation["api"],
  { state, fixtures = ["demo"], profiles, events, onProgress, demoKeys = false }: EmulatorOptions,
  { seed, secretKey }: WorldSettings,
): Promise<First> {
  if (state !== undefined) return exported(api, state);
  const written = await loadSeed({
    fixtures: [...fixtures],
    seed,
    amounts: amountsOf(profiles, events),
    onProgress: onProgress && planning(onProgress),
    secretKey,
  }).catch((error: unknown) => {
    throw error instanceof AmountError ? new OptionError(error.message, error.option) : error;
  });
  const plan =
    secretKey === undefined || demoKeys ? written : await own(written, fixtures, secretKey);
  return {
    begin: (world) => plant(world, plan, onProgress && planting(onProgress)),
    isShipped: plan.settled ?? false,
    notes: plan === written ? [] : [ownSecrets],
  };
}

const ownSecrets =
  "listening beyond loopback, so the shipped fixtures' keys are this run's own: --demo-keys accepts theirs";

async function own(plan: SeedPlan, fixtures: readonly string[], secretKey: Uint8Array) {
  const { demoSecretsIn, withoutDemoSecrets } = await import("./seeding/demo-secrets.ts");
  return withoutDemoSecrets(plan, demoSecretsIn(fixtureFiles(fixtures)), secretKey);
}

async function exported(api: Emulation["api"], folder: string): Promise<First> {
  const { readState } = await import("./emulation/import.ts");
  const state = await readState(api, resolve(folder)).catch((error: unknown) => {
    throw error instanceof ControlError ? new OptionError(error.reason, "state") : error;
  });
  const begin = (world: World): void => {
    world.restore(state);
    world.restoreGrants(state);
  };
  return { begin };
}

async function opened(
  api: Emulation["api"],
  { dataDir, fsync = false, stealLock = false, onNote = print, onLost = print }: EmulatorOptions,
): Promise<DataFolder | undefined> {
  if (dataDir === undefined) return undefined;
  const { openDataFolder } = await import("./durable/open.ts");
  const tell = { note: onNote, lost: onLost };
  return openDataFolder(api, resolve(dataDir), { fsync, stealLock, tell });
}

/** Where lines go of which nobody wants to be told otherwise. */
export const print = (message: string): void => console.error(`service-emulator: ${message}`);
