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
const secretMembers =
  /((?:client_secret|refresh_token|access_token|code_verifier|password)["']?\s*[=:]\s*["']?)[^"'&\s,}]+/g;

/** Private keys, and what OAuth gives out (`world/ids.ts`), wherever they are. */
const secretWords = /pk_\w+|\b(?:oat|ort|oac|ocs)_[0-9A-Za-z]{20,}/g;

/** A text in which nothing opens anything: some legacy clients send their key in the query. */
export function redacted(text: string): string {
  if (!/pk_|o(?:at|rt|ac|cs)_|secret|token|verifier|password/.test(text)) return text;
  return text.replace(secretWords, maskedKey).replace(secretMembers, "$1…");
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
