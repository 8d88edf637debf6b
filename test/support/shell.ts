import { execFile } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { bin, ended, linesOf, runHere, spawnCli } from "./cli.ts";

/** How a block of commands ended, and what it printed on both streams. */
export interface Shown {
  readonly code: number | string;
  readonly output: string;
}

/** The commands of a block: one a line, without comments; a line that ends in a backslash goes on in the next. */
const commandsOf = (text: string): string[] =>
  text
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => line.replace(/(?:^|\s+)#\s.*$/, "").trim())
    .filter((line) => line !== "");

/** What a shell would make of a command without anything that only a shell can do. */
const wordsOf = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, bare]) => {
    return single ?? double ?? bare ?? "";
  });

/** What is a process of its own, or shows what a command of its own prints. */
const elsewhere =
  /^npx service-emulator (?:-|$|start|exec|scenario run|stop|status|wait|logs|env|open|completion)/;

/** What only a shell makes something of. */
const forShell = /[|<>$;&*?]/;

/** Whether a command can be run within this process. */
const isHere = (command: string): boolean =>
  command.startsWith("npx service-emulator ") &&
  !elsewhere.test(command) &&
  !forShell.test(command.replaceAll(/'[^']*'/g, ""));

/** What opens files, or makes some. */
const opens =
  /^npx service-emulator (?:explore|compare|init|generate|seed)|\.\/|\.(?:yaml|json|md|xml|html)\b/;

/** Whether a command only talks to an emulator, or prints. */
const talks = (command: string): boolean => isHere(command) && !opens.test(command);

/** What one line hands on to the next by the shell. */
const handsOn = /\$\(|<\(|\b(?:eval|export|source|trap)\b/;

/** Whether a block needs an emulator that runs before it. */
export const needsEmulator = (text: string): boolean =>
  /127\.0\.0\.1:4010|SERVICE_EMULATOR_URL/.test(text) ||
  (!/^npx service-emulator(?: start|$)/m.test(text) &&
    commandsOf(text).some(
      (line) => talks(line) || /^npx service-emulator (?:report|state|seed) /.test(line),
    ));

/**
 * Runs a block of commands as its reader would, in a folder of a user's own: each within this process where that shows
 * the same, else in bash.
 *
 * @param url an emulator that runs already
 * @param files what lies in the folder, by name
 */
export async function runBlock(
  text: string,
  url: string | undefined,
  files: Readonly<Record<string, string>> = {},
): Promise<Shown> {
  const commands = commandsOf(text);
  const [first = ""] = commands;
  if (commands.length === 1 && starts.test(first))
    return untilReady(wordsOf(first).slice(2), files);
  const place = placeFor(text, url, files);
  if (handsOn.test(text) || !commands.some(isHere)) return inBash(text, place);
  let output = "";
  for (const command of commands) {
    const ran = isHere(command) ? await inProcess(command, place) : await inBash(command, place);
    output += ran.output;
    if (ran.code !== 0) return { ...ran, output: `${output}\n${command}` };
  }
  return { code: 0, output };
}

async function inProcess(command: string, { folder, env }: Place): Promise<Shown> {
  const { code, stdout, stderr } = await runHere(wordsOf(command).slice(2), env, folder);
  return { code, output: stdout + stderr };
}

/** What stays in the foreground until its reader ends it. */
const starts = /^npx service-emulator(?:$| start(?: (?!.*--detach)| *$))/;

/** Starts an emulator, and ends it as soon as it says where it is. */
async function untilReady(
  words: readonly string[],
  files: Readonly<Record<string, string>>,
): Promise<Shown> {
  const child = spawnCli(words, { SERVICE_EMULATOR_PORT: "0" }, "pipe", folderWith(files));
  const ending = ended(child);
  const { value: url } = await linesOf(child).next();
  child.kill("SIGINT");
  return { code: url === undefined ? "nothing was printed" : await ending, output: String(url) };
}

/** A folder of the reader's own, which goes with the test. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "emulator-page-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** What the reader has besides the emulator: tests that write an event as a careful client does. */
const tools: Readonly<Record<string, string>> = {
  // What would stay in the foreground goes on in the background, as in another terminal; what only shows something is
  // ended once it has.
  "service-emulator": `case "\${1-} \${2-}" in "open "[!-]*) exec 3< <("$NODE" "$BIN" "$@")
  read -r line <&3; echo "$line"; kill -INT $!; wait $! || [ $? = 130 ]; exit ;; esac
case "\${1-}" in start|--*|"") case " $* " in *" --detach "*) ;; *) set -- "$@" --detach ;; esac ;; esac
exec "$NODE" "$BIN" "$@"`,
  npx: `[ "$1" = service-emulator ] || { echo "npx $1 is not of this project" >&2; exit 127; }
shift; exec service-emulator "$@"`,
  npm: `[ "$1" = ci ] || exec "$NODE" client.mjs`,
  // That of the machine, if it has one; else what the pages need of it.
  jq: `real=$(PATH=\${PATH#*:} command -v jq) && exec "$real" "$@"
exec "$NODE" -e '
  let value = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
  for (const [, name, plain] of process.argv[2].matchAll(/"([^"]+)"|(\\w+)/g)) value = value[name ?? plain];
  console.log(value);' -- "$@"`,
  pytest: `exec "$NODE" client.mjs`,
};

/** Where a block is run, and with which environment. */
interface Place {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A reader's folder, with the reader's tools and examples. */
function placeFor(
  text: string,
  url: string | undefined,
  files: Readonly<Record<string, string>>,
): Place {
  const folder = folderWith(files);
  mkdirSync(join(folder, "tools"));
  mkdirSync(join(folder, "tmp"));
  for (const [name, script] of Object.entries(tools)) {
    const path = join(folder, "tools", name);
    writeFileSync(path, `#!/usr/bin/env bash\n${script}\n`);
    chmodSync(path, 0o755);
  }
  const examples = join(bin, "../../examples");
  symlinkSync(examples, join(folder, "examples"));
  copyFileSync(join(examples, "careful.mjs"), join(folder, "client.mjs"));
  const env = {
    ...(url !== undefined && { SERVICE_EMULATOR_URL: url }),
    NODE: process.execPath,
    BIN: bin,
    PATH: `${join(folder, "tools")}${delimiter}${process.env["PATH"]}`,
    TMPDIR: join(folder, "tmp"),
    SERVICE_EMULATOR_PORT: "0",
    GITHUB_STEP_SUMMARY: join(folder, "summary.md"),
    NO_COLOR: "1",
  };
  const place = { folder, env };
  onTestFinished(async () => {
    if (/\bstart\b(?!.*\bstop\n$)/s.test(text)) await inBash("service-emulator stop --all", place);
  });
  return place;
}

function inBash(script: string, { folder, env }: Place): Promise<Shown> {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(SERVICE_EMULATOR_|VITEST|NODE_|FORCE_COLOR$|CI$|TEST$)/.test(name),
  );
  const { SERVICE_EMULATOR_URL: url = "http://127.0.0.1:4010" } = env;
  const options = { cwd: folder, env: { ...Object.fromEntries(kept), ...env }, timeout: 60_000 };
  const words = ["-eo", "pipefail", "-c", script.replaceAll("http://127.0.0.1:4010", url)];
  return new Promise((resolve) => {
    execFile("bash", words, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : (error.code ?? "killed"), output: stdout + stderr }),
    );
  });
}
