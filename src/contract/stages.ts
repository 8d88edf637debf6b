import { words } from "./words.ts";

/** The stages that a request walks through, in order; what each does is in `pipeline/stages.ts`. */
export const walkedStages = words(
  "preflight retired plan oauth authenticate permit limit revision row query body handle",
);

/** The stages that a request may end in; `open` is where a mistake of ours leaves it. */
export const stageNames = ["open", ...walkedStages] as const;

type About = { readonly does: string; readonly statuses: readonly number[] };

/** What each stage does, and the statuses with which it answers; OAuth and `handle` have some of their own. */
export const stagesAbout: Readonly<Record<(typeof walkedStages)[number], About>> = {
  preflight: { does: "answers what a browser asks before it sends to /client", statuses: [204] },
  retired: { does: "refuses the legacy routes", statuses: [410] },
  plan: { does: "lets a planned fault act before anything happens", statuses: [] },
  oauth: { does: "answers the requests of OAuth, with errors of their own", statuses: [] },
  authenticate: { does: "reads the key, the token or the company id", statuses: [401, 400] },
  permit: { does: "refuses a key that lacks a scope", statuses: [403] },
  limit: { does: "counts, and refuses where a window is full", statuses: [429] },
  revision: { does: "reads the revision", statuses: [400, 404, 410] },
  row: { does: "finds the operation of path and method", statuses: [404, 405] },
  query: { does: "reads filter, sort, fields, include and page", statuses: [400] },
  body: { does: "reads the body", statuses: [415, 413, 400] },
  handle: { does: "does what was asked for", statuses: [200, 201, 202, 204, 400, 404, 409] },
};

export type StageName = (typeof stageNames)[number];

export const isStageName = (name: string): boolean =>
  (stageNames as readonly string[]).includes(name);
