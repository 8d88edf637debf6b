import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { wholeApi } from "../../areas/index.ts";
import { HarFile } from "../../control/requests/har.ts";
import { counted } from "../../report/figures.ts";
import { hostPortOf, plainHost } from "../../server/intercept/hosts.ts";
import { recordHost, recordTarget, rewritten } from "../../server/record/recorder.ts";
import type { Recording } from "../../server/record/recorder.ts";
import type { Told } from "../options/start-options.ts";
import { environmentOfProxy, noProxyFor } from "../process/child-environment.ts";
import { childEnd, timeoutOf } from "../process/child.ts";
import { writeTrust } from "../process/tls.ts";
import { Failure, shellWord, tell, terminal } from "../terminal/terminal.ts";

export interface RecordValues extends Told<"intercept" | "target" | "timeout", string> {
  readonly to: string;
}

/** `service-emulator record`: runs a command whose requests pass to the service. The exit code is the command's. */
export async function record(command: readonly string[], values: RecordValues): Promise<void> {
  const { to, intercept, target, timeout } = values;
  if (command.length === 0) {
    const line = "service-emulator record --to FOLDER --intercept HOST -- npm run sync";
    throw new Failure(`record needs a command: ${line}`, 2);
  }
  if ((intercept === undefined) === (target === undefined))
    throw new Failure("record takes one of --intercept HOST and --target URL", 2);
  const where = intercept === undefined ? targetOf(target ?? "") : hostOf(intercept);
  const path = newRecordingIn(to);
  const file = written(path, () => new HarFile(path, "wx", 0o600));
  let [exchanges, failed] = [0, 0];
  let [leadsOn, goesOn] = [false, false];
  const add = (each: Parameters<HarFile["add"]>[0]) => {
    exchanges += 1;
    if (each.response.status === 0) failed += 1;
    leadsOn ||= /"next": ?"http/.test(each.response.content.text ?? "");
    goesOn ||= /page(?:%5B|\[)cursor/i.test(each.request.url);
    file.add(each);
  };
  const recorder = { api: wholeApi(), add };
  const recording = await (typeof where === "string"
    ? recordHost(where, recorder)
    : recordTarget(where, recorder));
  try {
    const env = await environmentOf(recording);
    const longest = timeout === undefined ? undefined : timeoutOf(timeout);
    terminal().exitCode = await childEnd({ command, env, timeout: longest }, "shown");
  } finally {
    await recording.close();
    end(file, path, exchanges > 0 ? recording.scrubber : undefined);
  }
  if (failed > 0)
    tell(`${failed} of ${counted(exchanges, "exchange")} got no response of the service`);
  if (target !== undefined && leadsOn && !goesOn)
    tell(
      `${linksOut}: if the command followed that, it is not recorded. Record with --intercept HOST`,
    );
  for (const line of told(recording, exchanges, { path, ...values })) tell(line);
}

const linksOut = "a response links to its next page at the service itself";

/** @param scrubber undefined: nothing was recorded, and what is empty is no recording */
function end(file: HarFile, path: string, scrubber: Recording["scrubber"] | undefined): void {
  const problem = file.close();
  if (problem !== undefined) tell(`${path} cannot be written: ${problem.message}`);
  if (scrubber === undefined) return rmSync(path, { force: true });
  try {
    rewritten(path, scrubber);
  } catch (error) {
    tell(`${path} is not looked through once more: ${(error as Error).message}`);
  }
}

/** @throws Failure where there is a recording already, and where no folder can be made */
function newRecordingIn(folder: string): string {
  const other = written(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return readdirSync(folder).find((each) => each.endsWith(".har"));
  });
  if (other === undefined) return join(folder, "recording.har");
  const advice = "Give another folder, or remove it";
  throw new Failure(`--to ${folder}: has a recording (${other}). ${advice}`, 2);
}

function written<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Failure(`--to ${path}: cannot be written (${code})`, 2);
  }
}

const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

function hostOf(text: string): string {
  const host = hostPortOf(text, 443)?.host;
  if (host !== undefined && host === plainHost(text) && !isLoopback.test(host)) return host;
  throw new Failure(`--intercept ${text}: expected a host, such as api.example.com`, 2);
}

function targetOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe =
    url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback.test(url.hostname));
  if (url !== undefined && isSafe && url.username === "" && url.search === "" && url.hash === "")
    return url;
  const expected = "expected https://HOST, or http:// with a loopback address";
  throw new Failure(`--target ${text}: ${expected}`, 2);
}

async function environmentOf({ url, certificate }: Recording): Promise<Record<string, string>> {
  if (certificate === undefined) return { SERVICE_EMULATOR_URL: url, ...noProxyFor(url) };
  const trusted = await writeTrust({ interception: { certificate } }, {});
  return environmentOfProxy({ ...trusted, proxy: url });
}

function told(
  { seen }: Recording,
  exchanges: number,
  { path, intercept, target }: RecordValues & { readonly path: string },
): string[] {
  const others = seen?.list("passed").map(([host]) => host) ?? [];
  const untrusted = seen?.list("untrusted").map(([agent]) => agent) ?? [];
  const why =
    intercept === undefined
      ? `the command did not use SERVICE_EMULATOR_URL in place of ${target}`
      : `no request for ${intercept} came`;
  const where = `${shellWord(path)}. Look through it before you share it`;
  return [
    exchanges === 0
      ? `nothing was recorded: ${why}`
      : `${counted(exchanges, "exchange")} in ${where}`,
    ...(untrusted.length === 0
      ? []
      : [`not recorded: ${untrusted.join(", ")} did not trust the proxy`]),
    ...(others.length === 0 ? [] : [`other hosts passed unrecorded: ${others.join(", ")}`]),
  ];
}
