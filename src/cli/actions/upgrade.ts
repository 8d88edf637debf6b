import { wholeApi } from "../../areas/index.ts";
import type { Change } from "../../control/upgrade.ts";
import { NoReferenceError } from "../../explore/no-reference.ts";
import { type Upgraded, upgradedOf, upgrades } from "../../explore/upgrade.ts";
import { upgradeIn } from "../../explorer.ts";
import { counted } from "../../report/figures.ts";
import { parseDuration } from "../../world/time/duration.ts";
import { inSession } from "../card/session.ts";
import { readRevision } from "../options/revision.ts";
import type { StartValues } from "../options/start-options.ts";
import { boot, mistakeOf, optionsOf } from "../process/boot.ts";
import { requireKnown } from "../process/command-environment.ts";
import type { ControlValues } from "../process/control-client.ts";
import { SkippedRuns } from "../process/skipped.ts";
import { writeTrust } from "../process/tls.ts";
import { Failure, tell, print, terminal } from "../terminal/terminal.ts";
import { inSandbox, withOutput } from "./explore/explore.ts";
import { callsOfJournal, callsOfRecording } from "./recorded-calls.ts";

export interface UpgradeValues extends StartValues, Omit<ControlValues, "json"> {
  readonly to: string;
  readonly journal?: boolean;
  readonly recording?: string;
  readonly timeout: string;
  readonly skipWaits?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * What of a client changes with another revision: exit code 0 where nothing breaks, 1 where something does, 2 where the
 * command fails as it is.
 *
 * @param sourceOf the flag or variable that gave a value
 */
export async function upgradeCommand(
  command: readonly string[],
  values: UpgradeValues,
  sourceOf: (name: string) => string,
): Promise<void> {
  const { journal = false, recording } = values;
  const given = [command.length > 0, journal, recording !== undefined].filter(Boolean).length;
  if (given !== 1) {
    const one = "upgrade takes one of a command, --journal and --recording";
    throw new Failure(`${one}: service-emulator upgrade --to ${values.to} -- npm run sync`, 2);
  }
  const upgraded = await (recording !== undefined
    ? fromRecording(recording, values.to)
    : journal
      ? fromJournal(values)
      : fromRuns(command, values, sourceOf));
  if (upgraded.calls === 0)
    throw new Failure("no request succeeded: there is nothing to compare", 2);
  print(values.json, { ...upgraded, passed: upgrades(upgraded) }, textOf);
  terminal().exitCode = upgrades(upgraded) ? 0 : 1;
}

async function fromJournal({ to, ...values }: UpgradeValues): Promise<Upgraded> {
  const revision = readRevision(to);
  return upgradedOf({ api: wholeApi() }, await callsOfJournal(values), revision);
}

async function fromRecording(path: string, to: string): Promise<Upgraded> {
  const revision = readRevision(to);
  const api = wholeApi();
  return upgradedOf({ api }, await callsOfRecording(api, path), revision);
}

async function fromRuns(
  command: readonly string[],
  values: UpgradeValues,
  sourceOf: (name: string) => string,
): Promise<Upgraded> {
  const to = readRevision(values.to);
  requireKnown(values.env ?? {}, values);
  const onError = (error: unknown, id: string) => tell(mistakeOf(error, id));
  const own = { port: 0, rateLimits: "off", onError } as const;
  const options = { ...(await optionsOf(values)), ...own };
  const emulator = await inSession(values, ["upgrade", "--", ...command], () =>
    boot(options, sourceOf),
  );
  try {
    const trusted = await writeTrust(emulator, values);
    const skipped = values.skipWaits === true ? new SkippedRuns() : undefined;
    const timeoutMs = parseDuration(values.timeout) ?? 0;
    const act = inSandbox(command, values, { emulator, trusted, skipped, timeoutMs });
    return await upgradeIn(emulator, act, to, tell);
  } catch (error) {
    throw error instanceof NoReferenceError ? withOutput(error) : error;
  } finally {
    await emulator.close();
  }
}

function textOf(upgraded: Upgraded): string {
  const { from, to, calls, changes, proof, notes } = upgraded;
  const breaking = changes.filter(({ breaks }) => breaks).length;
  const others = changes.length - breaking;
  return [
    `${from.join(", ")} to ${to}: ${counted(calls, "request")}, ${counted(breaking, "break")}, ${counted(others, "other response")}`,
    ...changes.flatMap(linesOf),
    ...(proof === null ? [] : proofLines(proof, to)),
    ...notes,
  ].join("\n");
}

const linesOf = ({ operation, call, times, breaks, why, line }: Change): string[] => [
  `${breaks ? "✗" : "~"} ${operation}: ${why}`,
  `    ${call}${times > 1 ? `, and ${counted(times - 1, "more request")}` : ""}`,
  ...(line === null ? [] : [`    ${line}`]),
];

const proofLines = (proof: readonly string[], to: string): string[] =>
  proof.length === 0
    ? [`✓ The command ends at ${to} as it does now.`]
    : [`✗ The command ends differently at ${to}:`, ...proof.map((each) => `    ${each}`)];
