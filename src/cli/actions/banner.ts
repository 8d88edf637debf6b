import { newestRevision, oldestRevision } from "../../contract/revisions.ts";
import { grantedScopes } from "../../contract/scopes.ts";
import { singularOf } from "../../emulation/plural.ts";
import type { Emulator } from "../../emulator.ts";
import type { EmulatorAccount, EmulatorApp, EmulatorKey } from "../../identity.ts";
import { version } from "../../version.ts";
import { colours } from "../terminal/colours.ts";
import { columnsOf, wrapped } from "../terminal/texts.ts";
import type { StartValues } from "../options/start-options.ts";

/**
 * What a person needs to begin, at a glance.
 *
 * @param screen how many columns there are; undefined: nothing is broken
 */
export function bannerOf(
  emulator: Emulator,
  values: StartValues,
  caFile?: string,
  screen = Number.POSITIVE_INFINITY,
): string {
  const { accounts, apps, controlToken } = emulator;
  const url = reachable(emulator.url);
  const isEverywhere = url !== emulator.url;
  const token =
    controlToken !== undefined && values.controlToken === undefined ? controlToken : undefined;
  const facts: Fact[] = [
    ["URL", `${colours.bold.cyan(url)}${isEverywhere ? ", and on every other address" : ""}`],
    ["Inspector", "the same URL in a browser"],
    ...some("Config", values.config),
    ...some("Trust", caFile && emulator.certificate && `NODE_EXTRA_CA_CERTS=${caFile}`),
    ...some("Intercepts", interceptsOf(values)),
    ...accounts.flatMap((account) => factsOf(account, screen)),
    ...apps.map(factOfApp),
    ...some("Data folder", values.dataDir),
    ["Revisions", `${oldestRevision} to ${newestRevision}`],
    ["Rate limits", limitsOf(emulator.limits.show())],
    ...some("Control token", token && colours.bold(token)),
  ];
  const [account] = accounts;
  const [key] = account?.keys ?? [];
  const lines = [
    `${colours.bold("service-emulator")} ${version}`,
    "",
    ...facts.flatMap(([name, fact]) =>
      hanging(`${indent}${colours.dim(name.padEnd(nameColumns))}`, fact, screen),
    ),
    "",
    ...(key === undefined
      ? []
      : [
          ...curlOf(
            url,
            key.key,
            values.authScheme,
            emulator.certificate && caFile,
            screen - indent.length,
          ),
          "",
        ]
    ).map((line) => `${indent}${line}`.trimEnd()),
    colours.dim(`${indent}Requests appear below; Ctrl-C stops it.`),
    "",
  ];
  return lines.join("\n");
}

const interceptsOf = ({ intercept }: StartValues): string | undefined =>
  intercept && `${intercept.join(", ")}, in a shell with eval "$(npx service-emulator env)"`;

/** A URL that can be asked: an emulator that listens on all addresses names none of them. */
const reachable = (url: string): string =>
  url.replace(/(?<=\/\/)(?:0\.0\.0\.0|\[::\])(?=[:/]|$)/, "127.0.0.1");

/** What is said of something, behind its name; one without goes on with what was said before. */
type Fact = readonly [name: string, fact: string];

const indent = "  ";
const nameColumns = 15;

const some = (name: string, fact: string | undefined): Fact[] =>
  fact === undefined ? [] : [[name, fact]];

/** A text behind another, in lines that all begin there. */
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

/** How many kinds of records are named before the rest is summed up. */
const kindsShown = 6;

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
    return `${count.toLocaleString("en")} ${noun.replaceAll("-", " ")}`;
  });
  if (rest.length === 0) return parts.join(", ") || "nothing";
  const more = rest.reduce((sum, [, count]) => sum + count, 0);
  return `${parts.join(", ")} and ${more.toLocaleString("en")} more of ${rest.length} kinds`;
}

function limitsOf({ mode, factor }: ReturnType<Emulator["limits"]["show"]>): string {
  if (mode === "off") return colours.yellow("off");
  return mode === "real"
    ? "on, as the service has them"
    : colours.yellow(`${factor} times the service's`);
}

/**
 * A command that works in every shell when it is pasted: double quotes, and nothing in them to expand. Where it does not
 * fit in a line, it is several, which the shells of Windows would not take.
 */
function curlOf(
  url: string,
  key: string,
  scheme: string,
  caFile: string | undefined,
  columns: number,
): string[] {
  const headers = [`Authorization: ${scheme} ${key}`, `revision: ${newestRevision}`];
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
