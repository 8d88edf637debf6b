import { maskedKey } from "./keys.ts";

/** Headers that hold secrets, whatever is in them. */
const secretHeaders: ReadonlySet<string> = new Set([
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
  "x-emulator-token",
]);

/** Members of bodies and queries that hold secrets (specification, "Authentication"). */
const secretMember = /^(?:client_secret|refresh_token|access_token|code_verifier|password)$/i;

/** Private keys, and what OAuth gives out (`world/ids.ts`), wherever they are. */
const secretWords = /pk_\w+|(?:oat|ort|oac|ocs)_[0-9A-Za-z]{10,}/g;

/** Whether a text could hold any of it at all: nearly none does. */
const suspicious = /pk_|o(?:at|rt|ac|cs)_|secret|token|verifier|password/i;

/** A text in which nothing opens anything: some legacy clients send their key in the query. */
export function redacted(text: string): string {
  if (!suspicious.test(text.includes("%") ? decoded(text) : text)) return text;
  // A query or a form: names and values may be encoded, all of them.
  return text.replace(
    /([^?&=\s]*)(=?)([^?&\s]*)/g,
    (_, name: string, equals: string, value: string) =>
      equals === ""
        ? word(name)
        : `${word(name)}=${secretMember.test(decoded(name)) ? "…" : word(value)}`,
  );
}

/** The same of JSON: of members that hold secrets nothing, of all other texts what is no secret. */
export function redactedJson(value: unknown): unknown {
  if (typeof value === "string") return redacted(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(redactedJson);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      redacted(name),
      secretMember.test(name) ? "…" : redactedJson(member),
    ]),
  );
}

/** A part of a text, encoded or not, without the secrets in it. */
function word(text: string): string {
  const plain = decoded(text);
  const shown = plain.replace(secretWords, maskedKey);
  if (shown === plain) return text;
  return text === plain ? shown : encodeURIComponent(shown);
}

/** As often as it is encoded; what is no encoding is as it is. */
function decoded(text: string): string {
  let plain = text;
  for (let times = 0; times < 3 && plain.includes("%"); times += 1) {
    try {
      plain = decodeURIComponent(plain);
    } catch {
      return plain;
    }
  }
  return plain;
}

/** Headers as they may be shown: of a secret, its scheme at most. */
export function redactedHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    const text = Array.isArray(value) ? value.join(", ") : value;
    shown[name] = secretHeaders.has(name) ? masked(text) : redacted(text);
  }
  return shown;
}

/** `Service-API-Key pk_Full…`, `Bearer …`. */
function masked(text: string): string {
  const [, scheme = "", secret = ""] = /^([\w-]+ )?(.*)$/s.exec(text) ?? [];
  return `${scheme}${secret.startsWith("pk_") ? maskedKey(secret) : "…"}`;
}
