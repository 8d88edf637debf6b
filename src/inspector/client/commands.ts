import type { WholeDeliveryView } from "../../control/messages/delivery-view.ts";
import type { ShownEntry } from "../../control/requests/requests.ts";
import { pageHeader } from "./service.ts";

/** A word as a shell takes it: in quotes where it needs them. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** The command line of an act. */
export const commandOf = (...words: readonly string[]): string =>
  ["service-emulator", ...words.map(quoted)].join(" ");

/** An option that is left out where nothing is said. */
export const option = (flag: string, value: string | undefined): readonly string[] =>
  value === undefined ? [] : [flag, value];

const flagOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Such as a fault as its author writes it. */
export type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** How a delay, a pace, a page or a date is written in one word. */
function wordOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return name === "between" ? value.join("..") : value.join(",");
  if (!isMembers(value)) return String(value);
  const { uniform, lognormal, over, bytesPerSecond, cap, date } = value;
  if (Array.isArray(uniform)) return uniform.join("..");
  if (isMembers(lognormal)) return `${String(lognormal["median"])}~${String(lognormal["sigma"])}`;
  if (bytesPerSecond !== undefined) return `${String(bytesPerSecond)}B/s`;
  if (cap !== undefined) return `cap:${String(cap)}`;
  return String(over ?? date ?? JSON.stringify(value));
}

/** Members that hold others by name become a flag for each. */
function pairs(flag: string, members: Members): string[] {
  return Object.entries(members).flatMap(([name, value]) => [flag, `${name}=${String(value)}`]);
}

function matchFlags(match: Members): string[] {
  return Object.entries(match).flatMap(([name, value]) => {
    const flag = `--match-${flagOf(name).slice(2)}`;
    return isMembers(value) ? pairs(flag, value) : [flag, String(value)];
  });
}

/** The command that plans a fault. */
export function faultCommand({ operation, ...rest }: Members): string {
  const words = typeof operation === "string" ? [operation] : [];
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined) continue;
    if (name === "match" && isMembers(value)) words.push(...matchFlags(value));
    else if (name === "headers" && isMembers(value)) words.push(...pairs("--headers", value));
    else if (value === true) words.push(flagOf(name));
    else if (name === "hold" && value === false) words.push("--no-hold");
    else if (name === "body")
      words.push("--body", typeof value === "string" ? value : JSON.stringify(value));
    else words.push(flagOf(name), wordOf(name, value));
  }
  return commandOf("faults", "add", ...words);
}

/** Headers that curl or the connection set themselves, and the one by which the page says that no client sent it. */
const own = [
  pageHeader,
  "host",
  "connection",
  "content-length",
  "user-agent",
  "accept-encoding",
  "authorization",
];

/** How a request says whose it is, and the headers that are the client's own. */
const headersOf = ({ headers }: Written["request"]) => ({
  scheme: schemeOf(headers),
  kept: Object.entries(headers).filter(
    ([name]) => !own.includes(name) && !name.startsWith("sec-fetch-"),
  ),
});

/** The first word of its authorization: the key behind it is masked. */
const schemeOf = (headers: Written["request"]["headers"]): string | undefined =>
  /^\S+/.exec(headers["authorization"] ?? "")?.[0];

/** What of a request is written elsewhere. */
export interface Written extends Pick<ShownEntry, "method" | "target"> {
  readonly request: Pick<ShownEntry["request"], "headers" | "body">;
}

/** The same request as a curl command. The private key, which nobody is shown, is read from the environment. */
export function curlOf({ method, target, request }: Written, origin: string): string {
  const words = ["curl", "-g"];
  if (method !== "GET") words.push("-X", method);
  words.push(quoted(origin + target));
  const { scheme, kept } = headersOf(request);
  if (scheme !== undefined)
    words.push("-H", `"Authorization: ${scheme} $SERVICE_EMULATOR_API_KEY"`);
  for (const [name, value] of kept) words.push("-H", quoted(`${name}: ${value}`));
  return [...words, ...dataOf(request.body)].join(" ");
}

/** The same with `fetch`. */
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

const dataOf = (body: unknown): string[] =>
  body === undefined
    ? []
    : ["--data-raw", quoted(typeof body === "string" ? body : JSON.stringify(body))];

/** The call of a webhook as a curl command: its signature is that of this body and time stamp. */
export const curlOfCall = ({
  url,
  headers,
  body,
}: NonNullable<WholeDeliveryView["call"]>): string =>
  [
    "curl",
    "-X",
    "POST",
    quoted(url),
    ...Object.entries(headers).flatMap(([name, value]) =>
      own.includes(name) ? [] : ["-H", quoted(`${name}: ${value}`)],
    ),
    ...dataOf(body),
  ].join(" ");

/** A fault as a step of a scenario file. */
export const faultStep = (fault: Members): string =>
  `faults:\n${Object.entries(fault)
    .map(
      ([name, value], index) => `${index === 0 ? "  - " : "    "}${name}: ${JSON.stringify(value)}`,
    )
    .join("\n")}\n`;
