import type { OwnPlaces } from "../../process/run-folder.ts";
import type { OracleName, TestLanguage } from "../../../explore/names.ts";
import type { StartValues } from "../../options/start-options.ts";
import { shellWord } from "../../terminal/terminal.ts";

/** What `explore` was told. */
export interface ExploreValues extends OwnPlaces, StartValues {
  readonly budget?: string;
  readonly soak?: string;
  readonly probability?: Readonly<Record<string, string>>;
  readonly only?: readonly string[];
  readonly include?: readonly string[];
  readonly mustSurvive?: readonly string[];
  readonly depth?: number;
  readonly oracles?: readonly OracleName[];
  readonly jobs?: number;
  readonly timeout: string;
  readonly skipWaits?: boolean;
  readonly confirm?: number;
  readonly shard?: string;
  readonly output?: string;
  readonly resume?: boolean;
  readonly changed?: boolean;
  readonly ratchet?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly check?: string;
  readonly testLanguage?: TestLanguage;
}

/** What shapes a run and its emulator, and stands in no scenario: `scenario run` has the same options. */
const names = [
  "state",
  "profiles",
  "events",
  "consistency",
  "processingDelay",
  "quirks",
  "revisionLife",
  "vendorName",
  "badKeyStatus",
  "tls",
  "tlsCert",
  "tlsKey",
  "intercept",
  "offline",
  "strictKeys",
  "stealth",
  "env",
  "skipWaits",
  "ownHome",
  "copyCwd",
] as const;

/** The options that show a defect again beside its scenario, as they are typed. */
export const carriedBy = (values: ExploreValues, isGiven: (name: string) => boolean): string =>
  names
    .filter((name) => isGiven(name))
    .flatMap((name) => textsOf((values as unknown as Record<string, unknown>)[name], flagOf(name)))
    .map((text) => `${text} `)
    .join("");

const flagOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

function textsOf(value: unknown, flag: string): string[] {
  if (value === true) return [flag];
  if (value === false || value === undefined || value === null) return [];
  if (Array.isArray(value)) return [`${flag} ${shellWord(value.join(","))}`];
  if (typeof value !== "object") return [`${flag} ${shellWord(String(value))}`];
  const pairs = Object.entries(value).map(([name, each]) => `${name}=${String(each)}`);
  // Names of variables are repeated, modes are a list.
  return flag === "--env"
    ? pairs.map((pair) => `${flag} ${shellWord(pair)}`)
    : [`${flag} ${shellWord(pairs.join(","))}`];
}
