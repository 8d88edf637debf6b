import { createHash } from "node:crypto";
import { rootCertificates } from "node:tls";
import { orElse } from "../../durable/process-state.ts";
import { readInputSync } from "../../seeding/input/input-file.ts";
import { bundles, extras, type Trust } from "./child-environment.ts";
import type { RunFolder } from "./run-folder.ts";

export function writeTrustFiles(folder: RunFolder, certificate: string): Trust {
  const own = certificatesIn(certificate);
  const extra = [...new Set([...own, ...extras.flatMap(namedBy)])];
  const roots = rootCertificates.flatMap(certificatesIn);
  const all = [...new Set([...roots, ...extra, ...bundles.flatMap(namedBy)])];
  const bundle = folder.write("bundle.pem", textOf(all));
  folder.write("trust.ini", phpSettings(bundle));
  return {
    extra: folder.write("extra.pem", textOf(extra)),
    bundle,
    store: folder.write("trust.jks", storeOf(all)),
    folder: folder.path,
  };
}

const phpSettings = (bundle: string): string =>
  ["curl.cainfo", "openssl.cafile"].map((name) => `${name}=${JSON.stringify(bundle)}\n`).join("");

/** The certificates of a text, each as base64 alone: how their lines are broken differs. */
const certificatesIn = (text: string): string[] =>
  [...text.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g)].map(
    ([, base64 = ""]) => base64.replaceAll(/\s/g, ""),
  );

const textOf = (certificates: readonly string[]): string =>
  certificates
    .map((base64) => {
      const lines = base64.match(/.{1,64}/g) ?? [];
      return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
    })
    .join("");

const bytesMax = 10_000_000;

/** The certificates in the file that a variable names; one that cannot be read has none, as for its clients. */
function namedBy(variable: string): string[] {
  const file = process.env[variable];
  if (file === undefined || file === "") return [];
  return orElse([], () => certificatesIn(readInputSync(file, bytesMax).toString()));
}

/** What begins each store, then its version, and what begins a trusted certificate. */
const [magic, version, trusted] = [0xfeedfeed, 2, 2];

const password = "changeit";

/** Certificates in Java's own format (JKS), with a digest. Of PKCS #12, Java takes none that stand alone. */
function storeOf(certificates: readonly string[]): Buffer {
  const entries = certificates.flatMap((base64, index) => {
    const bytes = Buffer.from(base64, "base64");
    const [name, date] = [text(`ca-${index}`), Buffer.alloc(8)];
    return [number(trusted), name, date, text("X.509"), number(bytes.length), bytes];
  });
  const head = [magic, version, certificates.length].map(number);
  const whole = Buffer.concat([...head, ...entries]);
  const secret = Buffer.from(password, "utf16le").swap16();
  const salted = Buffer.concat([secret, Buffer.from("Mighty Aphrodite"), whole]);
  return Buffer.concat([whole, createHash("sha1").update(salted).digest()]);
}

/** A number in so many bytes, the first of which counts most. */
const sized = (value: number, bytes: 2 | 4): Buffer =>
  Buffer.from(value.toString(16).padStart(2 * bytes, "0"), "hex");

const number = (value: number): Buffer => sized(value, 4);

const text = (value: string): Buffer => Buffer.concat([sized(value.length, 2), Buffer.from(value)]);
