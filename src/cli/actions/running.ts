import { once } from "node:events";
import { createReadStream, existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { columns } from "../../control/act.ts";
import type { sumOf } from "../../control/sandboxes.ts";
import { ask, locateHere, noneHere, noneToUse, portOf } from "../process/control-client.ts";
import { pause, within } from "../../world/time/deadline.ts";
import { environmentOf, writeHooks } from "../process/child-environment.ts";
import { Failure, heedReader, print, printWhole, terminal } from "../terminal/terminal.ts";
import { openFolder } from "../process/locator.ts";
import { makeFolders } from "../../seeding/output-file.ts";
import { folderProblem, type Located, locateAll } from "../process/located.ts";
import { send, startOf } from "../../durable/process-state.ts";
import { tableOf } from "../terminal/table.ts";
import { parseDuration } from "../../world/time/duration.ts";

export type Which = { readonly port?: number; readonly json?: boolean };

/** How often it is looked again, and how long an emulator has to end. */
const [stepMs, stopMs] = [25, 5000];

/** How long an answer may take to whoever does not wait at all. */
const onceMs = 250;

/** The one that is meant: by its port, else of this folder or above. */
const meant = ({ port }: Which): Located | undefined =>
  port === undefined ? locateHere("--port") : locateAll().find((each) => portOf(each) === port);

export function theOne(which: Which): Located {
  const found = meant(which);
  if (found !== undefined) return found;
  throw new Failure(which.port === undefined ? noneToUse("--port") : noneOn(which.port), 3);
}

const noneOn = (port: number): string => `no emulator runs on port ${port}`;

function noneText({ port }: Which): string {
  const text = port === undefined ? noneHere("--port") : noneOn(port);
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}

/** `status`: those that run. Exit code 3 if none does. */
export async function showStatus(which: Which): Promise<void> {
  const all = locateAll().filter((each) => which.port === undefined || portOf(each) === which.port);
  const shown = await Promise.all(all.map(statusOf));
  print(which.json, shown, () => (shown.length === 0 ? noneText(which) : tableOf(status, shown)));
  if (shown.length === 0) terminal().exitCode = 3;
}

type Sandboxes = ReturnType<typeof sumOf>;

const status = columns<Awaited<ReturnType<typeof statusOf>>>(
  ...(["url", "pid", "accounts?"] as const),
  {
    head: "SANDBOXES",
    cell: ({ sandboxes }) => sandboxText(sandboxes),
    optional: true,
    ifAny: true,
  },
  "folder~",
);

async function statusOf(located: Located) {
  const { url, pid, folder, accounts } = located;
  const late = new AbortController();
  const sandboxes = ask(located, "GET", "health", undefined, late.signal)
    .then(async (answer) => ((await answer.json()) as { sandboxes?: Sandboxes }).sandboxes ?? null)
    .catch(() => null);
  // One that is too busy to say so is there all the same.
  if (!(await within(onceMs * 4, sandboxes))) late.abort();
  const ids = accounts.map(({ companyId }) => companyId);
  return { url, pid, folder, accounts: ids, sandboxes: await sandboxes };
}

const sandboxText = (sum: Sandboxes | null): string =>
  sum === null || sum.count === 0
    ? ""
    : `${sum.count} of ${sum.max}, about ${Math.ceil(sum.bytes / 1e6)} MB, since ${sum.oldestAt}`;

/** `stop`: ends it as Ctrl-C would, and says so once it is gone. None there is as good, if that can be seen. */
export async function stop(which: Which & { readonly all?: boolean }): Promise<void> {
  if (which.all && which.port !== undefined) throw new Failure("--all goes not with --port", 2);
  const found = which.all ? locateAll() : [meant(which)].filter((each) => each !== undefined);
  for (const { pid, started } of found) {
    send(pid, "SIGTERM");
    for (let waited = 0; startOf(pid) === started && waited < stopMs; waited += stepMs)
      await pause(stepMs);
    if (startOf(pid) === started) send(pid, "SIGKILL");
  }
  const problem = found.length === 0 ? folderProblem() : undefined;
  if (problem !== undefined) throw new Failure(problem, 3);
  const stopped = found.map(({ url, pid }) => ({ url, pid }));
  const text = () => stopped.map(({ url }) => `${url} has stopped.`).join("\n");
  print(which.json, stopped, () => (stopped.length === 0 ? noneText(which) : text()));
}

/** `wait`: until it answers that it is seeded. */
export async function waitFor(which: Which & { readonly url?: string; readonly timeout: string }) {
  const ms = parseDuration(which.timeout);
  if (ms === undefined || !(ms >= 0))
    throw new Failure("--timeout: expected a duration such as 30s", 2);
  let url = "";
  const ready = firstReady(which).then((found) => (url = found));
  if (!(await within(Math.max(ms, onceMs), ready))) {
    const isNamed = which.url !== undefined || which.port !== undefined;
    const why = isNamed || meant(which) !== undefined ? "" : `: ${noneHere("--port")}`;
    throw new Failure(`no emulator is ready after ${which.timeout}${why}`, 3);
  }
  print(which.json, { url }, () => `${url} is ready.`);
}

async function firstReady(which: Which & { readonly url?: string }): Promise<string> {
  for (;;) {
    const url = which.url ?? meant(which)?.url;
    const answer = url === undefined ? undefined : ask({ url }, "GET", "health", undefined);
    if (url !== undefined && (await answer?.catch(() => undefined))?.ok) return url;
    await pause(stepMs);
  }
}

/** `logs`: what a detached one has printed, and with `follow` what it prints from now on. */
export async function showLogs(which: Which & { readonly follow?: boolean }): Promise<void> {
  const { log, pid, started } = theOne(which);
  if (log === undefined || !existsSync(log))
    throw new Failure("it was not detached: what it prints is in its own terminal", 2);
  heedReader();
  let start = await copied(log, 0);
  while (which.follow && startOf(pid) === started) {
    await pause(stepMs * 4);
    if (statSync(log).size > start) start = await copied(log, start);
  }
}

/** @returns up to where the file was copied to stdout */
async function copied(file: string, start: number): Promise<number> {
  const stream = createReadStream(file, { start });
  stream.pipe(process.stdout, { end: false });
  await once(stream, "end");
  return start + stream.bytesRead;
}

/** `env`: what a client needs, for a shell to evaluate, or in another form. */
export function showEnvironment({
  dotenv,
  github,
  ...which
}: Which & { readonly dotenv?: boolean; readonly github?: boolean }): void {
  const [one, other] = Object.entries({ json: which.json, dotenv, github }).filter(([, is]) => is);
  if (one && other) throw new Failure(`--${one[0]} goes not with --${other[0]}`, 2);
  const { url, accounts, authScheme, controlToken, caFile, trust, proxy } = theOne(which);
  const [account] = accounts;
  const full = account?.keys.find(({ name }) => name === "full") ?? account?.keys[0];
  const [companyId, key] = [account?.companyId ?? "", full?.key ?? ""];
  const hooks = proxy === undefined ? undefined : lastingHooks();
  const variables = {
    ...environmentOf({ url, companyId, key, authScheme, caFile, trust, proxy, hooks }),
    ...(controlToken !== undefined && { SERVICE_EMULATOR_CONTROL_TOKEN: controlToken }),
  };
  const asGiven = ([name, value]: Variable) => `${name}=${value}`;
  const line = dotenv ? dotenvLine : github ? asGiven : exportLine;
  printWhole(which.json, variables, () => Object.entries(variables).map(line).join("\n"));
}

/** The hooks where they stay: no program of a shell starts that names a file which is gone. */
function lastingHooks(): string {
  const folder = join(openFolder(), "hooks");
  makeFolders(folder, 0o700);
  writeHooks("proxy", (name, content) => writeFileSync(join(folder, name), content));
  return folder;
}

type Variable = [name: string, value: string];

const exportLine = ([name, value]: Variable): string =>
  `export ${name}='${value.replaceAll("'", `'\\''`)}'`;

/** Between single quotes nothing stands for something else; there is no way to have one among them. */
const dotenvLine = ([name, value]: Variable): string =>
  value.includes("'") ? `${name}=${JSON.stringify(value)}` : `${name}='${value}'`;
