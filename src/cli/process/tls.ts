import { rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Emulator } from "../../emulator.ts";
import type { EmulatorOptions } from "../../options.ts";
import { type InputError, readInputSync } from "../../seeding/input-file.ts";
import { overwriteProblem } from "../../seeding/output-file.ts";
import { Failure } from "../terminal/failure.ts";
import { trustFile } from "./located.ts";
import { openFolder, whyNot } from "./locator.ts";
import type { StartValues } from "../options/start-options.ts";

/** What was told of TLS, files read. @throws Failure for half a pair, and for what cannot be read */
export function tlsOf(values: StartValues): Pick<EmulatorOptions, "tls"> {
  const { tls, tlsCert, tlsKey, tlsCaFile, force = false } = values;
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    const [given, missing] =
      tlsCert === undefined ? ["--tls-key", "--tls-cert"] : ["--tls-cert", "--tls-key"];
    throw new Failure(`${given}: give ${missing} too, or --tls alone for one that is made`, 2);
  }
  if (tlsCert !== undefined && tlsKey !== undefined) {
    const cert = textOf("--tls-cert", tlsCert);
    if (!force) requireOurs(tlsCaFile, cert);
    return { tls: { cert, key: textOf("--tls-key", tlsKey) } };
  }
  if (!force) requireOurs(tlsCaFile);
  if (tlsCaFile !== undefined && !tls) {
    throw new Failure("--tls-ca-file: there is nothing to trust without --tls", 2);
  }
  return tls ? { tls } : {};
}

/** @throws Failure for a file that holds neither a CA that was made here nor what is written there now */
function requireOurs(file: string | undefined, cert = ""): void {
  const problem =
    file && overwriteProblem(file, (head) => cert.startsWith(head.trimEnd()) || isMadeHere(head));
  if (problem) throw new Failure(`--tls-ca-file: ${file} ${problem}`, 2);
}

/** By the name in it. What somebody has made of several is theirs. */
function isMadeHere(pem: string): boolean {
  const [, only = ""] = /^-+BEGIN CERTIFICATE-+([^-]+)-+END CERTIFICATE-+\s*$/.exec(pem) ?? [];
  return Buffer.from(only, "base64").includes("service-emulator ");
}

function textOf(flag: string, file: string): string {
  try {
    return readInputSync(file, pemBytesMax).toString();
  } catch (error) {
    throw new Failure(`${flag}: ${file}: ${(error as InputError).message}`, 2);
  }
}

/** The largest certificate, or key, in bytes. */
const pemBytesMax = 1_000_000;

/**
 * Writes what clients must trust to a file: the one that was named, or one that goes with this process.
 *
 * @returns undefined without TLS
 * @throws Failure for a file that cannot be written
 */
export function writeTrust(
  { certificate }: Emulator,
  { tlsCaFile }: Pick<StartValues, "tlsCaFile">,
): string | undefined {
  if (certificate === undefined) return undefined;
  const file = tlsCaFile ?? ownFile();
  try {
    writeFileSync(file, `${certificate.trimEnd()}\n`);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    throw new Failure(`--tls-ca-file: ${file} cannot be written (${code})`, 3);
  }
  if (tlsCaFile === undefined) process.on("exit", () => rmSync(file, { force: true }));
  return resolve(file);
}

function ownFile(): string {
  try {
    return trustFile(openFolder(), process.pid);
  } catch (error) {
    throw new Failure(`--tls: ${whyNot(error)}, or give --tls-ca-file`, 3);
  }
}
