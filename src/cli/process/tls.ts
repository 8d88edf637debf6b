import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Emulator } from "../../emulator.ts";
import type { EmulatorOptions } from "../../options.ts";
import { type InputError, readInputSync } from "../../seeding/input-file.ts";
import { Failure } from "../terminal/failure.ts";
import { RunFolder } from "./run-folder.ts";
import type { StartValues } from "../options/start-options.ts";

/** What was told of TLS, files read. @throws Failure for half a pair, and for what cannot be read */
export function tlsOf(values: StartValues): Pick<EmulatorOptions, "tls"> {
  const { tls, tlsCert, tlsKey, tlsCaFile } = values;
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    const [given, missing] =
      tlsCert === undefined ? ["--tls-key", "--tls-cert"] : ["--tls-cert", "--tls-key"];
    throw new Failure(`${given}: give ${missing} too, or --tls alone for one that is made`, 2);
  }
  if (tlsCert !== undefined && tlsKey !== undefined) {
    return { tls: { cert: textOf("--tls-cert", tlsCert), key: textOf("--tls-key", tlsKey) } };
  }
  if (tlsCaFile !== undefined && !tls) {
    throw new Failure("--tls-ca-file: there is nothing to trust without --tls", 2);
  }
  return tls ? { tls } : {};
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
  const text = `${certificate.trimEnd()}\n`;
  if (tlsCaFile === undefined)
    return new RunFolder("--tls without --tls-ca-file").write("ca.pem", text);
  try {
    writeFileSync(tlsCaFile, text);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    throw new Failure(`--tls-ca-file: ${tlsCaFile} cannot be written (${code})`, 3);
  }
  return resolve(tlsCaFile);
}
