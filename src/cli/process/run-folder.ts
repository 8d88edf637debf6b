import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../terminal/terminal.ts";
import { unusable } from "./located.ts";
import { temporaryFolder } from "./temporary.ts";

/** Those that are there: they go with this process, however it ends in order. */
const open = new Set<RunFolder>();
const closeAll = () => {
  for (const each of open) each.close();
};

/**
 * A folder of this run's own, for what other processes read or reach. They may see less than this one, which reads from
 * within a package that is an archive, say. Nobody else may look into it.
 */
export class RunFolder {
  readonly path: string;
  readonly #wanted: string;

  /**
   * Makes it.
   *
   * @param wanted the flag that needs it, for people
   * @throws Failure where none can be made
   */
  constructor(wanted: string) {
    this.#wanted = wanted;
    this.path = this.#tried(temporaryFolder);
    if (open.size === 0) process.once("exit", closeAll);
    open.add(this);
  }

  /** Writes a file into it. @returns its path @throws Failure where it cannot be written */
  write(name: string, content: string | Uint8Array): string {
    const file = join(this.path, name);
    this.#tried(() => writeFileSync(file, content));
    return file;
  }

  /** It goes, with all that is in it. */
  close(): void {
    rmSync(this.path, { recursive: true, force: true });
    open.delete(this);
    if (open.size === 0) process.off("exit", closeAll);
  }

  #tried<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw this.failure(error);
    }
  }

  /** What to tell of something that cannot be done in it. */
  failure(error: unknown): Failure {
    return new Failure(`${this.#wanted}: ${unusable(`write to ${tmpdir()}`, error)}`, 3);
  }
}
