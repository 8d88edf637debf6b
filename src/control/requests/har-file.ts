import { closeSync, fstatSync, openSync, writeSync } from "node:fs";
import { type HarExchange, harOf } from "./har.ts";

/**
 * An HTTP archive that grows, exchange by exchange: whenever its process is killed, the file is a whole archive. A pipe
 * gets it at the end.
 */
export class HarFile {
  readonly #file: number;
  readonly #grows: boolean;
  readonly #tail: string;
  readonly #written: string[] = [];
  #at = 0;
  #separator = "\n";
  #problem: Error | undefined;

  /** @param flags `wx`: nothing is written over @throws what the system says */
  constructor(path: string, flags: "w" | "wx", mode?: number) {
    this.#file = openSync(path, flags, mode);
    this.#grows = fstatSync(this.#file).isFile();
    const [head = "", tail = ""] = JSON.stringify(harOf([])).split(/(?=\]\}\}$)/);
    this.#tail = tail;
    this.#write(head);
  }

  add(exchange: HarExchange): void {
    this.#write(this.#separator + JSON.stringify(exchange));
    this.#separator = ",\n";
  }

  /** @returns why something could not be written */
  close(): Error | undefined {
    try {
      if (!this.#grows) writeSync(this.#file, this.#written.join("") + this.#tail);
    } catch (error) {
      this.#problem ??= error as Error;
    }
    closeSync(this.#file);
    return this.#problem;
  }

  #write(text: string): void {
    if (!this.#grows) return void this.#written.push(text);
    try {
      this.#at += writeSync(this.#file, text + this.#tail, this.#at) - this.#tail.length;
    } catch (error) {
      this.#problem ??= error as Error;
    }
  }
}
