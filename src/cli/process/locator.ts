import {
  chmodSync,
  closeSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import type { Emulator } from "../../emulator.ts";
import { ownUid } from "../../durable/trusted-file.ts";
import { pidSpace, startOf } from "../../durable/process-state.ts";
import { makeFolders } from "../../seeding/output-file.ts";
import { Failure } from "../terminal/terminal.ts";
import { folderProblem, type Located, locatorFile, locatorFolder, unusable } from "./located.ts";
import { readyEvent } from "./ready.ts";
import type { Trusted } from "./tls.ts";

/** Where a detached emulator is told its log, so that it can tell others. */
export const logVariable = "SERVICE_EMULATOR_LOG_FILE";

/** Makes the folder. @throws Failure if it is not this user's alone, or what the system says */
export function openFolder(): string {
  const folder = locatorFolder();
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (stat === undefined) makeFolders(folder, 0o700);
  // Of before it was looked at who else may use it.
  else if (stat.isDirectory() && stat.uid === ownUid()) chmodSync(folder, 0o700);
  const problem = folderProblem();
  if (problem !== undefined) throw new Failure(problem, 3);
  return folder;
}

/** Tells the other commands where an emulator is, until its process ends. */
export class Locator {
  readonly #emulator: Emulator;
  readonly #authScheme: string;
  readonly #trusted: Trusted | undefined;
  /** Its file stays open: that a process holds it shows that it is the one of which the file tells. */
  #handle: number | undefined;

  /** @param trusted with TLS, what a client must trust */
  constructor(emulator: Emulator, authScheme: string, trusted: Trusted | undefined) {
    this.#emulator = emulator;
    this.#authScheme = authScheme;
    this.#trusted = trusted;
  }

  /**
   * Tells it, or tells it anew. One that cannot be told of runs all the same.
   *
   * @param note called with why other commands will not find it
   * @throws Failure for a detached one at first: the command that started it waits for that
   */
  tell(note: (message: string) => void): void {
    const isAwaited = this.#handle === undefined && process.env[logVariable] !== undefined;
    try {
      const file = locatorFile(openFolder(), process.pid);
      const draft = `${file}.tmp`;
      rmSync(draft, { force: true });
      const handle = openSync(draft, "wx", 0o600);
      const before = this.#handle;
      this.#handle = handle;
      writeFileSync(handle, JSON.stringify(this.#located()));
      renameSync(draft, file);
      if (before === undefined) process.on("exit", () => rmSync(file, { force: true }));
      else closeSync(before);
    } catch (error) {
      // A read-only folder for temporary files, say.
      if (isAwaited) throw notTold(error);
      note(
        `other commands need --url ${this.#emulator.url} to find this emulator: ${whyNot(error)}`,
      );
    }
  }

  #located(): Located {
    const { caFile, trust } = this.#trusted ?? {};
    const { event: _event, ...ready } = readyEvent(this.#emulator, caFile);
    const { controlToken, interception } = this.#emulator;
    const log = process.env[logVariable];
    return {
      ...ready,
      started: startOf(process.pid) ?? "",
      ...pidSpace(),
      folder: process.cwd(),
      authScheme: this.#authScheme,
      ...(controlToken !== undefined && { controlToken }),
      ...(trust && { trust }),
      ...(interception !== undefined && { proxy: interception.url }),
      ...(log !== undefined && { log }),
    };
  }
}

/** Why a detached emulator cannot be told of. */
export const notTold = (error: unknown): Failure => new Failure(`--detach: ${whyNot(error)}`, 3);

/** Why nothing can be written into this user's folder, and what to do. */
const whyNot = (error: unknown): string =>
  error instanceof Failure ? error.message : unusable(`write to ${locatorFolder()}`, error);
