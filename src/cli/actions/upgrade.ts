import { wholeApi } from "../../areas/index.ts";
import type { Call, Change } from "../../control/upgrade.ts";
import { type Upgraded, upgradedOf, upgrades } from "../../explore/upgrade.ts";
import { upgradeIn } from "../../explorer.ts";
import { counted } from "../../report/figures.ts";
import type { Api } from "../../verbs/invocation.ts";
import { parseDuration } from "../../world/time/duration.ts";
import type { Asked } from "../options/configure.ts";
import { readRevision } from "../options/revision.ts";
import type { StartValues, Told } from "../options/start-options.ts";
import type { Variables } from "../process/child-environment.ts";
import { requireKnown } from "../process/command-environment.ts";
import type { ControlValues } from "../process/control-client.ts";
import { SkippedRuns } from "../process/skipped.ts";
import { writeTrust } from "../process/tls.ts";
import { Failure, tell, print, terminal } from "../terminal/terminal.ts";
import { inSandbox, ownEmulator, withOutput } from "./explore/in-sandbox.ts";
import { callsOfJournal, callsOfRecording } from "./recorded-calls.ts";

export interface UpgradeValues
  extends StartValues, Omit<ControlValues, "json">, Told<"journal" | "skipWaits", boolean> {
  readonly to: string;
  readonly recording?: string;
  readonly timeout: string;
  readonly env?: Variables;
}

/** What of a client changes with another revision. Exit code: 0 nothing breaks, 1 something does, 2 it fails as it is. */
export async function upgradeCommand(asked: Asked<UpgradeValues>): Promise<void> {
  const { words, values } = asked;
  const { journal = false, recording } = values;
  const ways = [words.length > 0, journal, recording !== undefined].filter(Boolean);
  if (ways.length !== 1) {
    const one = "upgrade takes one of a command, --journal and --recording";
    throw new Failure(`${one}: service-emulator upgrade --to ${values.to} -- npm run sync`, 2);
  }
  const upgraded =
    words.length > 0
      ? await fromRuns(asked)
      : await fromCalls(values.to, (api) =>
          recording === undefined ? callsOfJournal(values) : callsOfRecording(api, recording),
        );
  if (upgraded.calls === 0)
    throw new Failure("no request succeeded: there is nothing to compare", 2);
  print(values.json, { ...upgraded, passed: upgrades(upgraded) }, textOf);
  terminal().exitCode = upgrades(upgraded) ? 0 : 1;
}

async function fromCalls(to: string, read: (api: Api) => Promise<readonly Call[]>) {
  const revision = readRevision(to);
  const api = wholeApi();
  return upgradedOf({ api }, await read(api), revision);
}

async function fromRuns(asked: Asked<UpgradeValues>) {
  const { values } = asked;
  const to = readRevision(values.to);
  requireKnown(values.env ?? {}, values);
  const emulator = await ownEmulator("upgrade", asked);
  try {
    const trusted = await writeTrust(emulator, values);
    const skipped = values.skipWaits === true ? new SkippedRuns() : undefined;
    const timeoutMs = parseDuration(values.timeout) ?? 0;
    const act = inSandbox(asked, { emulator, trusted, skipped, timeoutMs });
    return await upgradeIn(emulator, act, to, tell);
  } catch (error) {
    throw withOutput(error);
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
