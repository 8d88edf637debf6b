import { resolve } from "node:path";
import { wholeApi } from "./areas/index.ts";
import { loadGuesses } from "./contract/guesses.ts";
import { isQuirkFile } from "./contract/quirks.ts";
import { tellOfSleep } from "./control/clock-view.ts";
import { plannedInVain } from "./control/faults/faults.ts";
import { Emulation } from "./emulation/emulation.ts";
import type { DataFolder } from "./durable/open.ts";
import { formatDatetime } from "./jsonapi/time.ts";
import { OptionError } from "./option-shape.ts";
import type { EmulatorOptions } from "./option-types.ts";
import { type First, firstOf } from "./first.ts";
import type { OnError } from "./pipeline/stages.ts";
import { fixtureFiles } from "./seeding/shipped.ts";
import { version } from "./version.ts";
import type { Course } from "./world/time/course.ts";
import { formatDuration } from "./world/time/duration.ts";
import type { LimitMode } from "./world/limits/limits.ts";
import type { WorldSettings } from "./world/world-settings.ts";

export type Beginning = Awaited<ReturnType<typeof begin>>;

export async function begin(options: EmulatorOptions, settings: WorldSettings, onError: OnError) {
  const generated = (["profiles", "events"] as const).find((name) => options[name] !== undefined);
  if (options.state !== undefined && generated !== undefined) {
    throw new OptionError("an exported state is as it is: nothing is generated", generated);
  }
  const api = wholeApi();
  const shown = options.showGuesses && { guesses: await loadGuesses() };
  const files = options.quirks?.filter(isQuirkFile) ?? [];
  const quirked = files.length > 0 && {
    accountQuirks: await (await import("./seeding/fixture/quirk-file.ts")).readQuirks(files, api),
  };
  const data = await opened(api, options);
  try {
    const known = goneOn(options, settings, data);
    const world = { ...known, epoch: data?.epoch ?? 0, ...shown, ...quirked };
    const first: First =
      data?.isEmpty === false ? { begin: data.begin } : await firstOf(api, options, settings);
    const emulation = new Emulation(api, world, version, first.begin, onError, data?.log);
    await requireOwnSecrets(emulation, options);
    await data?.start(emulation);
    const { onNote = print } = options;
    emulation.time.machine.onSlept((ms) => tellOfSleep(emulation, ms, onNote));
    /** Begins anew with the fixtures. @throws FixtureError for a wrong one, ControlError where it began with none */
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
async function requireOwnSecrets({ world }: Emulation, options: EmulatorOptions): Promise<void> {
  const { demoKeys = false, fixtures = [] } = options;
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

function goneOn(options: EmulatorOptions, settings: WorldSettings, data: DataFolder | undefined) {
  const { frozenAt, rateLimits, onNote = print } = options;
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

function requireFixtures(options: EmulatorOptions): void {
  const other = (["dataDir", "state"] as const).find((name) => options[name] !== undefined);
  if (other === undefined) return;
  throw new OptionError("there are no fixtures to read again", other);
}

async function opened(api: Emulation["api"], options: EmulatorOptions) {
  const { dataDir, fsync = false, stealLock = false, onProgress } = options;
  const { onNote = print, onLost = print } = options;
  if (dataDir === undefined) return undefined;
  const { openDataFolder } = await import("./durable/open.ts");
  const tell = { note: onNote, lost: onLost };
  return openDataFolder(api, resolve(dataDir), { fsync, stealLock, tell, onProgress });
}

/** Where lines go of which nobody wants to be told otherwise. */
export const print = (message: string): void => console.error(`service-emulator: ${message}`);
