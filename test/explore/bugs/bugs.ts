import type { ExploredClient, ExploreOptions } from "../../../src/index.ts";

/** A bug of `examples/bugs`, and how it is found. */
interface Bug {
  /** Which oracles show it; others may show what it leads to. */
  readonly oracles: readonly string[];
  /** What is asked for besides the defaults. */
  readonly options?: ExploreOptions;
  /** Kinds of fault and operations that find it at once. */
  readonly only: NonNullable<ExploreOptions["only"]>;
}

export const bugs: Readonly<Record<string, Bug>> = {
  "new-key": { oracles: ["state", "honesty"], only: ["reset after"] },
  "seconds-as-milliseconds": { oracles: ["waits"], only: ["429, Retry-After 2"] },
  "rubbish-as-nan": { oracles: ["waits"], only: ["503, Retry-After garbage"] },
  "date-unread": { oracles: ["waits"], only: ["503, Retry-After date 5s"] },
  "wait-cut-short": { oracles: ["waits"], only: ["429, Retry-After 2"] },
  "fixed-interval": { oracles: ["waits"], only: ["503"] },
  "header-alone": { oracles: ["storm"], only: ["429, Retry-After 0"] },
  "conflict-retried": { oracles: ["storm"], only: ["create_profile", "reset after"] },
  "success-sent-again": { oracles: ["state", "honesty"], only: ["create_list", "500"] },
  "gateway-given-up": {
    oracles: ["survival"],
    options: { mustSurvive: ["429", "502", "503", "504", "522", "524", "reset", "timeout"] },
    only: ["edge 502"],
  },
  "no-time-out": { oracles: ["hang"], only: ["hang"] },
  "empty-page": { oracles: ["output"], only: ["page empty"] },
  "cursor-loop": { oracles: ["hang"], only: ["page cycle"] },
  "page-cap": { oracles: ["output"], only: ["page cap"] },
  "cursor-expires": { oracles: ["output"], only: ["page expire"] },
  overtaken: { oracles: ["state", "honesty"], only: ["500"] },
  "conflict-id": { oracles: ["state", "honesty"], only: ["create_profile", "reset after"] },
  "same-second": { oracles: ["state", "honesty"], only: ["503, Retry-After 2"] },
  "time-out-replayed": { oracles: ["state", "honesty"], only: ["create_list", "delay after"] },
  gone: { oracles: ["state", "honesty"], only: ["410"] },
  "no-effect": {
    oracles: ["state", "honesty"],
    options: { include: ["ignore"] },
    only: ["ignore"],
  },
  "workers-together": { oracles: ["waits"], only: ["429, Retry-After 2"] },
  "half-done": { oracles: ["recovery"], only: ["add_profiles_to_list", "401"] },
};

/** A client of `examples/bugs`, as a function. */
export async function clientOf(name: string, which: "broken" | "mended"): Promise<ExploredClient> {
  const path = `../../../examples/bugs/${name}/${which}.mjs`;
  const { sync } = (await import(path)) as {
    sync: (service: { url: string; key: string; companyId: string }) => Promise<unknown>;
  };
  return ({ url, keys, companyId }) => sync({ url, key: keys.full, companyId });
}
