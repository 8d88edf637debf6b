import { createHash, createPrivateKey, generateKeyPair, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { createSecureContext } from "node:tls";
import { promisify } from "node:util";
import forge from "node-forge";
import { ControlError } from "../emulation/problem.ts";
import { MachineTime } from "../world/time/machine-time.ts";
import type { Credentials, TlsOption } from "./tls.ts";

const { pki } = forge;
const dayMs = 86_400_000;

/** Far longer than an emulator runs, and short enough for every client (825 days is the least bound). */
const validDays = 365;

/** Names that reach loopback. No client takes `*.localhost`: one of those is an allowed host. */
const loopbackNames = ["localhost", "127.0.0.1", "::1"];

/**
 * What an emulator shows its clients: what was given, if it is a pair, or a certificate made for its names.
 *
 * @param names beside the loopback ones
 * @throws ControlError for `tls.cert` or `tls.key`
 */
export const credentialsOf = async (
  tls: TlsOption,
  names: readonly string[],
): Promise<Credentials> => (tls === true ? make([...loopbackNames, ...names]) : checked(tls));

/** Refused here, since a socket that takes no client says nothing. */
function checked({ cert, key }: { readonly cert: string; readonly key: string }): Credentials {
  const [chain, secret] = [blocksOf(cert), blocksOf(key)];
  const certificate = attempt("tls.cert", "expected a certificate in PEM", () => {
    return new X509Certificate(chain);
  });
  const privateKey = attempt("tls.key", "expected a private key in PEM, without a passphrase", () =>
    createPrivateKey(secret),
  );
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new ControlError("it is not the key of the certificate", "tls.key");
  }
  attempt("tls.cert", "Node takes no such certificate", () =>
    createSecureContext({ cert: chain, key: secret }),
  );
  return { cert: chain, key: secret, trust: chain };
}

/** The PEM blocks of a text, which may hold explanations beside them. */
const blocksOf = (text: string): string =>
  (text.match(/-----BEGIN [^-]+-----.+?-----END [^-]+-----/gs) ?? []).join("\n");

function attempt<T>(path: string, message: string, run: () => T): T {
  try {
    return run();
  } catch {
    throw new ControlError(message, path);
  }
}

const newPair = promisify(generateKeyPair);

/**
 * An authority and what it has signed, as strict clients want them apart. The authority's key is
 * forgotten: who trusts it, trusts this one emulator.
 */
async function make(names: readonly string[]): Promise<Credentials> {
  const [authority, server] = await Promise.all([pairOf(), pairOf()]);
  const name = [{ name: "commonName", value: `service-emulator ${authority.id.slice(0, 8)}` }];
  const id = pki.getPublicKeyFingerprint(authority.keys.publicKey, { type: "RSAPublicKey" });
  const root = certificateOf(authority, name, [
    { name: "basicConstraints", cA: true, critical: true },
    { name: "keyUsage", keyCertSign: true, critical: true },
    { name: "subjectKeyIdentifier" },
  ]);
  const leaf = certificateOf(
    server,
    [{ name: "commonName", value: "localhost" }],
    [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, keyEncipherment: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames: [...new Set(names)].map(altNameOf) },
      { name: "subjectKeyIdentifier" },
      { name: "authorityKeyIdentifier", keyIdentifier: id.getBytes() },
    ],
  );
  for (const each of [root, leaf]) {
    each.setIssuer(name);
    each.sign(authority.keys.privateKey, forge.md.sha256.create());
  }
  const [trust, own] = [root, leaf].map((each) => pki.certificateToPem(each).replaceAll("\r", ""));
  return { cert: `${own}${trust}`, key: server.key, trust: trust ?? "" };
}

/** Node makes keys many times as fast as forge does. */
async function pairOf() {
  const { privateKey, publicKey } = await newPair("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  return {
    key: privateKey,
    // No two keys are the same, so neither are the serial numbers that are made of them.
    id: createHash("sha256").update(publicKey).digest("hex").slice(0, 30),
    keys: {
      privateKey: pki.privateKeyFromPem(privateKey),
      publicKey: pki.publicKeyFromPem(publicKey),
    },
  };
}

function certificateOf(
  { keys, id }: Awaited<ReturnType<typeof pairOf>>,
  subject: forge.pki.CertificateField[],
  extensions: object[],
): forge.pki.Certificate {
  const made = pki.createCertificate();
  made.publicKey = keys.publicKey;
  // A number with a sign, which must be positive.
  made.serialNumber = `01${id}`;
  // The machine's time, since that is what clients compare with; a day of slack for their clocks.
  const now = new MachineTime().now();
  made.validity.notBefore = new Date(now - dayMs);
  made.validity.notAfter = new Date(now + validDays * dayMs);
  made.setSubject(subject);
  made.setExtensions(extensions);
  return made;
}

/** Types of names in a certificate (RFC 5280, 4.2.1.6). */
const altNameOf = (name: string) =>
  isIP(name) === 0 ? { type: 2, value: name } : { type: 7, ip: name };
