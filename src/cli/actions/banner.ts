import { newestRevision, oldestRevision } from "../../contract/revisions.ts";
import { grantedScopes } from "../../contract/scopes.ts";
import type { Emulator, EmulatorAccount, EmulatorApp, EmulatorKey } from "../../emulator.ts";
import { version } from "../../version.ts";
import { colours } from "../terminal/colours.ts";
import type { StartValues } from "../options/start-options.ts";

/** What a person needs to begin, at a glance. */
export function bannerOf(emulator: Emulator, values: StartValues, caFile?: string): string {
  const { accounts, apps, url, controlToken } = emulator;
  const token =
    controlToken !== undefined && values.controlToken === undefined ? controlToken : undefined;
  const facts: [string, string][] = [
    ["URL", colours.bold.cyan(url)],
    ...(caFile === undefined
      ? []
      : ([["Trust", `NODE_EXTRA_CA_CERTS=${caFile}`]] as [string, string][])),
    ...accounts.flatMap(factsOf),
    ...apps.map(factOfApp),
    ...(values.dataDir === undefined ? [] : ([["Kept in", values.dataDir]] as [string, string][])),
    ["Revisions", `${oldestRevision} to ${newestRevision}`],
    ["Rate limits", limitsOf(values.rateLimits)],
    ...(token === undefined
      ? []
      : ([["Control token", colours.bold(token)]] as [string, string][])),
  ];
  const [account] = accounts;
  const [key] = account?.keys ?? [];
  const lines = [
    `${colours.bold("service-emulator")} ${version}`,
    "",
    ...facts.map(([name, fact]) => `  ${colours.dim(name.padEnd(15))}${fact}`),
    "",
    ...(key === undefined ? [] : [`  ${curlOf(url, key.key, values.authScheme, caFile)}`, ""]),
    colours.dim("  Requests appear below; Ctrl-C stops it."),
    "",
  ];
  return lines.join("\n");
}

function factsOf({ companyId, keys, counts }: EmulatorAccount): [string, string][] {
  const name = Math.max(0, ...keys.map((key) => key.name.length));
  const secret = Math.max(0, ...keys.map(({ key }) => key.length));
  return [
    ["Company id", colours.bold(companyId)],
    ...keys.map((key, index): [string, string] => [
      index === 0 ? "Keys" : "",
      `${key.name.padEnd(name)}  ${colours.bold(key.key.padEnd(secret))}  ${colours.dim(rightsOf(key))}`,
    ]),
    ["Seeded", seededOf(counts)],
  ];
}

const factOfApp = ({ name, clientId, clientSecret }: EmulatorApp, at: number): [string, string] => [
  at === 0 ? "OAuth apps" : "",
  `${colours.bold(clientId)}  ${colours.bold(clientSecret)}  ${colours.dim(name)}`,
];

/** How many scopes are named before the rest is counted. */
const scopesShown = 4;

const readOnly: ReadonlySet<string> = grantedScopes("read-only");

function rightsOf({ scopes }: EmulatorKey): string {
  if (scopes.length === grantedScopes("full").size) return "everything";
  if (scopes.length === readOnly.size && scopes.every((scope) => readOnly.has(scope)))
    return "reads everything";
  const shown = scopes.slice(0, scopesShown).join(", ");
  const more = scopes.length - scopesShown;
  return more > 0 ? `${shown} and ${more} more` : shown || "nothing";
}

function seededOf(counts: Readonly<Record<string, number>>): string {
  const held = Object.entries(counts).filter(([, count]) => count > 0);
  const parts = held.map(
    ([name, count]) => `${count.toLocaleString("en")} ${count === 1 ? name.slice(0, -1) : name}`,
  );
  return parts.join(", ") || "nothing";
}

function limitsOf(mode: string): string {
  if (mode === "off") return colours.yellow("off");
  return mode === "real"
    ? "on, as the service has them"
    : colours.yellow(`${mode.slice(1)} times the service's`);
}

/** A line that works in every shell when it is pasted: double quotes, and nothing in them to expand. */
function curlOf(url: string, key: string, scheme: string, caFile?: string): string {
  const trust = caFile === undefined ? "" : `--cacert ${quoted(caFile)} `;
  const headers = [`Authorization: ${scheme} ${key}`, `revision: ${newestRevision}`];
  const shown = headers.map((header) => `-H ${quoted(header)}`).join(" ");
  return `curl ${trust}${shown} "${url}/api/profiles?page%5Bsize%5D=1"`;
}

const quoted = (text: string): string =>
  /["$`\\!]/.test(text) ? `'${text.replaceAll("'", `'\\''`)}'` : `"${text}"`;
