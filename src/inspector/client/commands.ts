import type { WholeDeliveryView } from "../../control/messages/delivery-view.ts";
import type { ShownEntry } from "../../control/requests/requests.ts";
import { pageHeader } from "./control.ts";

/** A word as a shell takes it: in quotes where it needs them. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

export const commandOf = (...words: readonly string[]): string =>
  ["service-emulator", ...words.map(quoted)].join(" ");

export const option = (flag: string, value: string | undefined): readonly string[] =>
  value === undefined ? [] : [flag, value];

/** `retry-after` for `retryAfter`. */
const dashed = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textOf = (body: unknown): string => (typeof body === "string" ? body : JSON.stringify(body));

/** How a delay, a pace, a page or a date is written in one word. */
function wordOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.join(name === "between" ? ".." : ",");
  if (!isMembers(value)) return String(value);
  const { uniform, lognormal, over, bytesPerSecond, cap, date } = value;
  if (Array.isArray(uniform)) return uniform.join("..");
  if (isMembers(lognormal)) return `${String(lognormal["median"])}~${String(lognormal["sigma"])}`;
  if (bytesPerSecond !== undefined) return `${String(bytesPerSecond)}B/s`;
  if (cap !== undefined) return `cap:${String(cap)}`;
  return String(over ?? date ?? JSON.stringify(value));
}

/** The words that a member of a fault becomes; members that hold others by name become a flag for each. */
function wordsOf([name, value]: readonly [string, unknown]): string[] {
  const flag = `--${dashed(name)}`;
  if (value === undefined) return [];
  if (isMembers(value) && name === "match")
    return Object.entries(value).flatMap(([by, wanted]) =>
      isMembers(wanted)
        ? pairs(`--match-${dashed(by)}`, wanted)
        : [`--match-${dashed(by)}`, String(wanted)],
    );
  if (isMembers(value) && name === "headers") return pairs(flag, value);
  if (value === true) return [flag];
  if (value === false && name === "hold") return ["--no-hold"];
  return [flag, name === "body" ? textOf(value) : wordOf(name, value)];
}

const pairs = (flag: string, members: Members): string[] =>
  Object.entries(members).flatMap(([name, value]) => [flag, `${name}=${String(value)}`]);

export function faultCommand({ operation, ...rest }: Members): string {
  const words = typeof operation === "string" ? [operation] : [];
  return commandOf("faults", "add", ...words, ...Object.entries(rest).flatMap(wordsOf));
}

/** Headers that curl or the connection set themselves. */
const own = "host connection content-length user-agent accept-encoding authorization".split(" ");

/** How a request says whose it is, as the key behind that is masked, and the headers that are the client's own. */
const headersOf = ({ headers }: Written["request"]) => ({
  scheme: /^\S+/.exec(headers["authorization"] ?? "")?.[0],
  kept: Object.entries(headers).filter(
    // By its header the page says that no client sent it.
    ([name]) => !own.includes(name) && name !== pageHeader && !name.startsWith("sec-fetch-"),
  ),
});

export interface Written extends Pick<ShownEntry, "method" | "target"> {
  readonly request: Pick<ShownEntry["request"], "headers" | "body">;
}

/** The same request as a curl command. The private key, which nobody is shown, is read from the environment. */
export function curlOf({ method, target, request }: Written, origin: string): string {
  const { scheme, kept } = headersOf(request);
  const words = ["curl", "-g"];
  if (method !== "GET") words.push("-X", method);
  words.push(quoted(origin + target));
  if (scheme !== undefined)
    words.push("-H", `"Authorization: ${scheme} $SERVICE_EMULATOR_API_KEY"`);
  return [...words, ...flagsOf(kept, request.body)].join(" ");
}

export function fetchOf({ method, target, request }: Written, origin: string): string {
  const { scheme, kept } = headersOf(request);
  const lines = [
    ...(scheme === undefined ? [] : [`authorization: \`${scheme} \${key}\``]),
    ...kept.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
  ];
  const said = JSON.stringify(request.body);
  const text = typeof request.body === "string" ? said : `JSON.stringify(${said})`;
  const body = request.body === undefined ? "" : `\n  body: ${text},`;
  return `await fetch(${JSON.stringify(origin + target)}, {
  method: "${method}",
  headers: {\n    ${lines.join(",\n    ")},\n  },${body}
});`;
}

const flagsOf = (headers: readonly (readonly [string, string])[], body: unknown): string[] => [
  ...headers.flatMap(([name, value]) => ["-H", quoted(`${name}: ${value}`)]),
  ...(body === undefined ? [] : ["--data-raw", quoted(textOf(body))]),
];

/** The call of a webhook as a curl command: its signature is that of this body and time stamp. */
export function curlOfCall({ url, headers, body }: NonNullable<WholeDeliveryView["call"]>): string {
  const kept = Object.entries(headers).filter(([name]) => !own.includes(name));
  return ["curl", "-X", "POST", quoted(url), ...flagsOf(kept, body)].join(" ");
}

export function faultStep(fault: Members): string {
  const all = Object.entries(fault).map(([name, value]) => `    ${name}: ${JSON.stringify(value)}`);
  return `faults:\n${all.join("\n").replace(/^ {4}/, "  - ")}\n`;
}
