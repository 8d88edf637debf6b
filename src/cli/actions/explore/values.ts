import type { OwnPlaces } from "../../process/run-places.ts";
import type { OracleName, TestLanguage } from "../../../explore/names.ts";
import type { StartValues } from "../../options/start-options.ts";

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
