import type { OwnPlaces } from "../../process/run-folder.ts";
import type { TestLanguage } from "../../../explore/names.ts";
import type { ExploreOptions } from "../../../explore/types.ts";
import type { StartValues } from "../../options/start-options.ts";
import { shellWord } from "../../terminal/terminal.ts";
import { flagOf } from "../../terminal/texts.ts";

type Shared = Omit<ExploreOptions, "seed" | "budget" | "probability" | "timeout">;

export interface ExploreValues extends OwnPlaces, StartValues, Shared {
  readonly budget?: string;
  readonly probability?: Readonly<Record<string, string>>;
  readonly timeout: string;
  readonly skipWaits?: boolean;
  readonly output?: string;
  readonly resume?: boolean;
  readonly changed?: boolean;
  readonly ratchet?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly check?: string;
  readonly testLanguage?: TestLanguage;
}

/** What shapes a run and its emulator, and stands in no scenario: `scenario run` has the same options. */
const names = (
  "state profiles events consistency processingDelay quirks revisionLife vendorName badKeyStatus tls tlsCert " +
  "tlsKey intercept offline strictKeys stealth env skipWaits ownHome copyCwd"
).split(" ");

/** The options that show a defect again beside its scenario, as they are typed. */
export const carriedBy = (values: ExploreValues, isGiven: (name: string) => boolean): string =>
  names
    .filter((name) => isGiven(name))
    .flatMap((name) => textsOf((values as unknown as Record<string, unknown>)[name], flagOf(name)))
    .map((text) => `${text} `)
    .join("");

function textsOf(value: unknown, flag: string): string[] {
  if (value === true) return [flag];
  if (value === false || value === undefined || value === null) return [];
  if (Array.isArray(value)) return [`${flag} ${shellWord(value.join(","))}`];
  if (typeof value !== "object") return [`${flag} ${shellWord(String(value))}`];
  const pairs = Object.entries(value).map(([name, each]) => `${name}=${String(each)}`);
  // Names of variables are repeated, modes are a list.
  const texts = flag === "--env" ? pairs : [pairs.join(",")];
  return texts.map((text) => `${flag} ${shellWord(text)}`);
}
