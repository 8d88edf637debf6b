import { resolve } from "node:path";
import { ControlError } from "./emulation/problem.ts";
import { OptionError } from "./option-shape.ts";
import type { EmulatorOptions } from "./option-types.ts";
import { AmountError, amountsOf } from "./seeding/generate/amounts.ts";
import { loadSeed } from "./seeding/load.ts";
import { fixtureFiles } from "./seeding/shipped.ts";
import type { SeedPlan } from "./seeding/plan.ts";
import { plant } from "./seeding/plant/plant.ts";
import { type OnProgress, planning, planting, plantingRest, running } from "./seeding/progress.ts";
import { begunClock } from "./world/time/course.ts";
import type { Api } from "./verbs/invocation.ts";
import type { World } from "./world/world.ts";
import type { WorldSettings } from "./world/world-settings.ts";

export interface First {
  readonly begin: (world: World) => void;
  /** Whether it is one of the shipped fixtures alone, in which nothing has to be looked for. */
  readonly isShipped?: boolean;
  readonly notes?: readonly string[];
}

export async function firstOf(api: Api, options: EmulatorOptions, settings: WorldSettings) {
  if (options.state !== undefined) return exported(api, options.state, options.onProgress);
  const { plan, hasPast, notes } = await plannedAlike(api, options, settings);
  const { onProgress } = options;
  const told = hasPast ? plantingRest : planting;
  const begin = (world: World) => plant(world, plan, onProgress && told(onProgress));
  return { begin, isShipped: plan.settled ?? false, notes } satisfies First;
}

type Planned = Awaited<ReturnType<typeof planOf>>;

/** The last plan with a past of a shipped fixture. Emulators that begin alike, as those of tests do, share it. */
const lastPlanned = new Map<string, Planned>();

async function plannedAlike(api: Api, options: EmulatorOptions, settings: WorldSettings) {
  const { fixtures = ["demo"], profiles, events } = options;
  const { seed, secretKey, vendorName, authScheme } = settings;
  // A user's own file may change, own secrets differ, and who comes in bulk is taken out of a plan.
  const isAlone = secretKey === undefined && profiles === undefined && events === undefined;
  if (!isAlone || fixtureFiles(fixtures).length > 0) return planOf(api, options, settings);
  const key = JSON.stringify([fixtures, seed, vendorName, authScheme, begunClock(settings).now()]);
  const planned = lastPlanned.get(key) ?? (await planOf(api, options, settings));
  if (planned.hasPast) {
    lastPlanned.clear();
    lastPlanned.set(key, planned);
  }
  return planned;
}

async function planOf(api: Api, options: EmulatorOptions, settings: WorldSettings) {
  const { fixtures = ["demo"], profiles, events, onProgress, demoKeys = false } = options;
  const { seed, secretKey } = settings;
  const written = await loadSeed({
    fixtures: [...fixtures],
    seed,
    amounts: amountsOf(profiles, events),
    onProgress: onProgress && planning(onProgress),
    secretKey,
    vendorName: settings.vendorName,
  }).catch((error: unknown) => {
    throw error instanceof AmountError ? new OptionError(error.message, error.option) : error;
  });
  const isRenamed = secretKey !== undefined && !demoKeys;
  const named = isRenamed ? await own(written, fixtures, secretKey) : written;
  const notes = named === written ? [] : [ownSecrets];
  if (!named.accounts.some((each) => each.history !== null && !each.lived)) {
    return { plan: named, hasPast: false, notes };
  }
  const { lived } = await import("./emulation/lived.ts");
  const plan = await lived(named, { api, settings }, onProgress && running(onProgress));
  return { plan, hasPast: true, notes };
}

const ownSecrets =
  "listening beyond loopback, so the shipped fixtures' keys are this run's own: --demo-keys accepts theirs";

async function own(plan: SeedPlan, fixtures: readonly string[], secretKey: Uint8Array) {
  const { demoSecretsIn, withoutDemoSecrets } = await import("./seeding/demo-secrets.ts");
  return withoutDemoSecrets(plan, demoSecretsIn(fixtureFiles(fixtures)), secretKey);
}

async function exported(api: Api, folder: string, onProgress: OnProgress | undefined) {
  const { readState } = await import("./emulation/import.ts");
  const state = await readState(api, resolve(folder), onProgress).catch((error: unknown) => {
    throw error instanceof ControlError ? new OptionError(error.reason, "state") : error;
  });
  const begin = (world: World): void => {
    world.restore(state);
    world.restoreGrants(state);
  };
  return { begin };
}
