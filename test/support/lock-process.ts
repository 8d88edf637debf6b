import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { transpileModule } from "typescript";
import { afterAll, onTestFinished } from "vitest";

const durable = join(import.meta.dirname, "../../src/durable");

/**
 * Takes a folder's lock as an emulator does, and does nothing else: it says `locked`, or why not. At a line on
 * stdin it gives it free and ends; with `leave` it ends by itself, without a word to anybody.
 */
const program = `
import { lock } from "./lock.js";
const [folder, how, inside] = process.argv.slice(2);
import { rmSync, writeFileSync } from "node:fs";
try {
  const free = await lock(folder);
  // Whoever is here is alone: a file that is there already is another's who is here, too.
  if (inside) writeFileSync(inside, "", { flag: "wx" });
  console.log("locked");
  if (how === "hold") process.stdin.once("data", () => {
    if (inside) rmSync(inside);
    free();
    process.exit(0);
  });
} catch (error) {
  console.log(error.message);
}
`;

/** The lock's own modules, as JavaScript that Node runs in a fraction of the time of an emulator. */
const script = (() => {
  let folder: string | undefined;
  afterAll(() => folder && rmSync(folder, { recursive: true, force: true }));
  return () => {
    if (folder === undefined) {
      folder = mkdtempSync(join(tmpdir(), "emulator-lock-"));
      for (const name of readdirSync(durable).filter((each) =>
        /^(trusted|lock|process|data-f)/.test(each),
      )) {
        const text = readFileSync(join(durable, name), "utf8");
        const compilerOptions = { module: 99, target: 99, rewriteRelativeImportExtensions: true };
        const { outputText } = transpileModule(text, { compilerOptions });
        writeFileSync(join(folder, name.replace(/ts$/, "js")), outputText);
      }
      writeFileSync(join(folder, "package.json"), '{"type":"module"}');
      writeFileSync(join(folder, "main.js"), program);
    }
    return join(folder, "main.js");
  };
})();

/** Runs a command in a PID namespace of its own, as a container does. */
export const inNamespace = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child=KILL"];

/** Whether the kernel allows them to this user. */
export const namespaces = spawnSync("unshare", [...inNamespace.slice(1), "true"]).status === 0;

/** A process that asks for a folder's lock; none outlives the test. */
export class LockProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<number | string>;
  readonly #lines: AsyncIterator<string>;

  constructor(
    folder: string,
    {
      how = "hold",
      within = [],
      inside = "",
    }: { how?: "hold" | "leave"; within?: readonly string[]; inside?: string } = {},
  ) {
    const [command = "", ...args] = [...within, process.execPath, script(), folder, how, inside];
    this.child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
    onTestFinished(() => void this.child.kill("SIGKILL"));
    this.ended = new Promise((resolve) => {
      this.child.once("exit", (code, signal) => resolve(code ?? signal ?? ""));
    });
    const lines = createInterface({ input: this.child.stdout as NodeJS.ReadableStream });
    this.#lines = lines[Symbol.asyncIterator]();
  }

  /** `locked`, or why not. */
  async said(): Promise<string> {
    return (await this.#lines.next()).value ?? "nothing";
  }

  async kill(): Promise<void> {
    this.child.kill("SIGKILL");
    await this.ended;
  }

  async free(): Promise<void> {
    this.child.stdin?.write("\n");
    await this.ended;
  }
}
