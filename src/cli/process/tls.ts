import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { EmulatorOptions } from "../../option-types.ts";
import { overwriteProblem } from "../../seeding/output-file.ts";
import { textOf } from "../options/input-failure.ts";
import { Failure, tell } from "../terminal/terminal.ts";
import { type Trust, writeHooks } from "./child-environment.ts";
import { RunFolder } from "./run-folder.ts";
import type { StartValues } from "../options/start-options.ts";

/** What was told of TLS, files read. @throws Failure for half a pair, and for what cannot be read */
export function tlsOf(values: StartValues): Pick<EmulatorOptions, "tls"> {
  const { tls, tlsCert, tlsKey, tlsCaFile, force = false } = values;
  if (tlsCert !== undefined && tlsKey !== undefined) {
    const cert = textOf(tlsCert, pemBytesMax, `--tls-cert: ${tlsCert}`);
    if (!force) requireOurs(tlsCaFile, cert);
    return { tls: { cert, key: textOf(tlsKey, pemBytesMax, `--tls-key: ${tlsKey}`) } };
  }
  if (tlsCert !== tlsKey) {
    const [given, missing] = tlsCert === undefined ? ["key", "cert"] : ["cert", "key"];
    const what = `--tls-${given}: give --tls-${missing} too, or --tls alone for one that is made`;
    throw new Failure(what, 2);
  }
  if (!force) requireOurs(tlsCaFile);
  if (tlsCaFile !== undefined && !tls && values.intercept === undefined)
    throw new Failure("--tls-ca-file: there is nothing to trust without --tls", 2);
  return tls ? { tls } : {};
}

/** @throws Failure for a file that holds neither a CA that was made here nor what is written there now */
function requireOurs(file: string | undefined, cert = ""): void {
  const problem =
    file && overwriteProblem(file, (head) => cert.startsWith(head.trimEnd()) || isMadeHere(head));
  if (problem) throw new Failure(`--tls-ca-file: ${file} ${problem}`, 2);
}

/** What somebody has made of several is theirs. */
function isMadeHere(pem: string): boolean {
  const all = pem.split(/-+BEGIN CERTIFICATE-+([^-]+)-+END CERTIFICATE-+\s*/);
  const isOurs = (base64: string) => Buffer.from(base64, "base64").includes("service-emulator ");
  // No file from here holds one of them twice.
  const own = new Set(all.filter((part, at) => at % 2 === 1 && isOurs(part)));
  return (
    own.size > 0 &&
    own.size === (all.length - 1) / 2 &&
    all.join("").length === [...own].join("").length
  );
}

const pemBytesMax = 1_000_000;

export interface Trusted {
  readonly caFile: string;
  /** Undefined: there was no place for its files. */
  readonly trust?: Trust;
}

type Certified = { readonly certificate?: string | undefined };

/** Writes what clients must trust to the file that was named, and to a folder that goes with this process. */
export async function writeTrust(
  { certificate: own, interception }: Certified & { interception?: Certified | undefined },
  { tlsCaFile }: Pick<StartValues, "tlsCaFile">,
): Promise<Trusted | undefined> {
  const certificates = [own, interception?.certificate].flatMap((each) => each?.trimEnd() ?? []);
  if (certificates.length === 0) return undefined;
  const text = `${certificates.join("\n")}\n`;
  const caFile = tlsCaFile === undefined ? undefined : named(tlsCaFile, text);
  try {
    const { writeTrustFiles } = await import("./trust.ts");
    const why = interception === undefined ? "--tls" : "--intercept";
    const folder = new RunFolder(caFile === undefined ? `${why} without --tls-ca-file` : why);
    const trust = writeTrustFiles(folder, text);
    if (interception !== undefined)
      writeHooks("proxy", (name, content) => folder.write(name, content));
    return { caFile: caFile ?? folder.write("ca.pem", text), trust };
  } catch (error) {
    if (interception !== undefined || caFile === undefined || !(error instanceof Failure))
      throw error;
    tell(`${error.message}. Without it, only clients of Node trust this emulator`);
    return { caFile };
  }
}

function named(file: string, text: string): string {
  try {
    writeFileSync(file, text);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    throw new Failure(`--tls-ca-file: ${file} cannot be written (${code})`, 3);
  }
  return resolve(file);
}
