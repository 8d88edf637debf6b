import { createHash, createPrivateKey, generateKeyPair, X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import { promisify } from "node:util";
import { ControlError } from "../emulation/problem.ts";
import { MachineTime } from "../world/time/machine-time.ts";
import { certificateOf } from "./x509.ts";

/** `true`: a certificate is made. Or one of your own, and its key without a passphrase, as PEM. */
export type TlsOption = true | { readonly cert: string; readonly key: string };

export type Credentials = { readonly cert: string; readonly key: string; readonly trust: string };

const dayMs = 86_400_000;

/** Far longer than an emulator runs, and short enough for every client (825 days is the least bound). */
const validDays = 365;

/** Names that reach loopback. No client takes `*.localhost`: one of those is an allowed host. */
const loopbackNames = ["localhost", "127.0.0.1", "::1"];

/** Credentials as given, or made for these names and loopback's. @throws ControlError for `tls.cert` or `tls.key` */
export const credentialsOf = async (tls: TlsOption, names: readonly string[]) =>
  tls === true ? newCredentials("rsa", [...loopbackNames, ...names]) : checked(tls);

/** Refused here, since a socket that takes no client says nothing. */
function checked({ cert, key }: Exclude<TlsOption, true>): Credentials {
  const [chain, secret] = [blocksOf(cert), blocksOf(key)];
  const notPem = "expected a certificate in PEM";
  const certificate = attempt("tls.cert", notPem, () => new X509Certificate(chain));
  const noKey = "expected a private key in PEM, without a passphrase";
  const privateKey = attempt("tls.key", noKey, () => createPrivateKey(secret));
  if (!certificate.checkPrivateKey(privateKey))
    throw new ControlError("it is not the key of the certificate", "tls.key");
  const pair = { cert: chain, key: secret };
  attempt("tls.cert", "Node takes no such certificate", () => createSecureContext(pair));
  return { ...pair, trust: chain };
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

/** Keys of a kind. RSA for servers whose clients may be old; those of elliptic curves are made a hundred times faster. */
const pairs = {
  rsa: () => newPair("rsa", { modulusLength: 2048 }),
  ec: () => newPair("ec", { namedCurve: "prime256v1" }),
} as const;

/** An authority, whose key is forgotten, and what it has signed: strict clients want them apart. */
export async function newCredentials(kind: keyof typeof pairs, hosts: readonly string[]) {
  const [own, server] = await Promise.all([pairs[kind](), pairs[kind]()]);
  const spki = own.publicKey.export({ type: "spki", format: "pem" });
  const id = createHash("sha256").update(spki).digest("hex");
  const issuer = { ...own, name: `service-emulator ${id.slice(0, 8)}` };
  // The machine's time, since that is what clients compare with; a day of slack for their clocks.
  const now = new MachineTime().now();
  const validity = { from: new Date(now - dayMs), to: new Date(now + validDays * dayMs) };
  const trust = certificateOf(issuer, issuer, validity);
  const subject = { name: hosts[0] ?? "", publicKey: server.publicKey, hosts };
  const cert = `${certificateOf(subject, issuer, validity)}${trust}`;
  return { cert, key: String(server.privateKey.export({ type: "pkcs8", format: "pem" })), trust };
}
