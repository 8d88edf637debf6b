import { newestRevision, oldestRevision } from "../../contract/revisions.ts";
import { grantedScopes } from "../../contract/scopes.ts";
import { singularOf } from "../../emulation/plural.ts";
import type { Emulator } from "../../emulator.ts";
import type { EmulatorAccount, EmulatorApp, EmulatorKey } from "../../identity.ts";
import { version } from "../../version.ts";
import { colours } from "../terminal/colours.ts";
import { columnsOf, wrapped } from "../terminal/texts.ts";
import type { StartValues } from "../options/start-options.ts";

/** What a person needs to begin, at a glance. @param screen how many columns there are; undefined: nothing is broken */
export function bannerOf(
  emulator: Emulator,
  values: StartValues,
  caFile?: string,
  screen = Number.POSITIVE_INFINITY,
): string {
  const { accounts, apps, certificate } = emulator;
  // An emulator that listens on all addresses names none of them.
  const url = emulator.url.replace(/(?<=\/\/)(?:0\.0\.0\.0|\[::\])(?=[:/]|$)/, "127.0.0.1");
  const everywhere = url === emulator.url ? "" : ", and on every other address";
  const token = values.controlToken === undefined ? emulator.controlToken : undefined;
  const { intercept } = values;
  const interceptsText =
    intercept && `${intercept.join(", ")}, in a shell with eval "$(npx service-emulator env)"`;
  const facts: Fact[] = [
    ["URL", `${colours.bold.cyan(url)}${everywhere}`],
    ["Inspector", "the same URL in a browser"],
    ...some("Config", values.config),
    ...some("Trust", caFile && certificate && `NODE_EXTRA_CA_CERTS=${caFile}`),
    ...some("Intercepts", interceptsText),
    ...accounts.flatMap((account) => factsOf(account, screen)),
    ...apps.map(factOfApp),
    ...some("Data folder", values.dataDir),
    ["Revisions", `${oldestRevision} to ${newestRevision}`],
    ["Rate limits", limitsOf(emulator.limits.show())],
    ...some("Control token", token && colours.bold(token)),
  ];
  const [key] = accounts[0]?.keys ?? [];
  const curl = key && curlOf(url, key.key, values, certificate && caFile, screen - indent.length);
  return [
    `${colours.bold("service-emulator")} ${version}`,
    "",
    ...facts.flatMap(([name, fact]) =>
      hanging(`${indent}${colours.dim(name.padEnd(nameColumns))}`, fact, screen),
    ),
    "",
    ...(curl === undefined ? [] : [...curl.map((line) => `${indent}${line}`.trimEnd()), ""]),
    colours.dim(`${indent}Requests appear below; Ctrl-C stops it.`),
    "",
  ].join("\n");
}

/** What is said of something, behind its name; one without goes on with what was said before. */
type Fact = readonly [name: string, fact: string];

const indent = "  ";
const nameColumns = 15;

const some = (name: string, fact: string | undefined): Fact[] =>
  fact === undefined ? [] : [[name, fact]];

function hanging(before: string, text: string, screen: number): string[] {
  const column = columnsOf(before);
  if (column + columnsOf(text) <= screen) return [before + text];
  const [first = "", ...others] = wrapped(text, screen - column);
  return [before + first, ...others.map((line) => " ".repeat(column) + line)];
}

const factsOf = ({ companyId, keys, counts }: EmulatorAccount, screen: number): Fact[] => [
  ["Company id", colours.bold(companyId)],
  ...keysOf(keys, screen - indent.length - nameColumns),
  ["Seeded", seededOf(counts)],
];

function keysOf(keys: readonly EmulatorKey[], columns: number): Fact[] {
  const name = Math.max(0, ...keys.map((key) => key.name.length));
  const secret = Math.max(0, ...keys.map(({ key }) => key.length));
  return keys.flatMap((key, index) =>
    hanging(
      `${key.name.padEnd(name)}  ${colours.bold(key.key.padEnd(secret))}  `,
      colours.dim(rightsOf(key)),
      columns,
    ).map((line, at): Fact => [index === 0 && at === 0 ? "Keys" : "", line]),
  );
}

const factOfApp = ({ name, clientId, clientSecret }: EmulatorApp, at: number): Fact => [
  at === 0 ? "OAuth apps" : "",
  `${colours.bold(clientId)}  ${colours.bold(clientSecret)}  ${colours.dim(name)}`,
];

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

const kindsShown = 6;

/** 1,234: the first number that `Intl` writes takes 15 ms to a start (`bench --only startup`). */
const grouped = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");

/** The most first: `2,000 events, 200 profiles, … and 34 more of 14 kinds`. */
function seededOf(counts: Readonly<Record<string, number>>): string {
  const held = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .toSorted(([, one], [, other]) => other - one);
  // One kind is named in no more words than it is summed up in.
  const shown = held.length > kindsShown + 1 ? held.slice(0, kindsShown) : held;
  const rest = held.slice(shown.length);
  const parts = shown.map(([name, count]) => {
    const noun = count === 1 ? singularOf(name) : name;
    return `${grouped(count)} ${noun.replaceAll("-", " ")}`;
  });
  if (rest.length === 0) return parts.join(", ") || "nothing";
  const more = rest.reduce((sum, [, count]) => sum + count, 0);
  return `${parts.join(", ")} and ${grouped(more)} more of ${rest.length} kinds`;
}

function limitsOf({ mode, factor }: ReturnType<Emulator["limits"]["show"]>): string {
  if (mode === "off") return colours.yellow("off");
  return mode === "real"
    ? "on, as the service has them"
    : colours.yellow(`${factor} times the service's`);
}

/** A command for every shell: double quotes, and nothing in them to expand. Too long, it is several lines, but on Windows. */
function curlOf(
  url: string,
  key: string,
  { authScheme }: StartValues,
  caFile: string | undefined,
  columns: number,
): string[] {
  const headers = [`Authorization: ${authScheme} ${key}`, `revision: ${newestRevision}`];
  const parts = [
    ...(caFile === undefined ? [] : [`--cacert ${quoted(caFile)}`]),
    ...headers.map((header) => `-H ${quoted(header)}`),
    `"${url}/api/profiles?page%5Bsize%5D=1"`,
  ];
  const line = `curl ${parts.join(" ")}`;
  if (line.length <= columns || process.platform === "win32") return [line];
  return `curl ${parts.join(" \\\n  ")}`.split("\n");
}

const quoted = (text: string): string =>
  /["$`\\!]/.test(text) ? `'${text.replaceAll("'", `'\\''`)}'` : `"${text}"`;
