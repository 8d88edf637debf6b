import { markdownTable } from "./markdown-table.ts";

interface Kind {
  readonly delays: string;
  readonly service: string;
  /** Default: it is a guess. */
  readonly known?: string;
  readonly isProcessing?: true;
}

/**
 * What may show later than the answer, each kind with a delay of its own. @guess *: With `--consistency service`, how
 * late a write shows is a guess. Only that it is late is recorded.
 */
export const consistencyKinds = {
  jobs: {
    delays:
      "Other accepted work: imports, suppressions, merges, deletions, campaign sends, catalog and coupon jobs, push tokens, custom objects",
    service: "5s",
    known: "recorded: a job is `processing` on reads soon after",
    isProcessing: true,
  },
  events: {
    delays: "Created events, and the profiles and metrics that come with them",
    service: "30s",
    known: "published: reads may lag writes",
    isProcessing: true,
  },
  subscriptions: {
    delays: "Consent after subscribing and unsubscribing, and the list joined or left with it",
    service: "5s",
    isProcessing: true,
  },
  segments: {
    delays: "The members of a segment that was created, defined anew or activated",
    service: "5m",
    known: "recorded: a segment `is_processing` on reads soon after",
  },
  members: {
    delays: "Joining or leaving a segment after a change of the profile, its events or the time",
    service: "10s",
  },
  aggregates: { delays: "Stored events in metric aggregates", service: "15s" },
  counts: {
    delays: "Joined and left profiles in the `profile_count` of lists and segments",
    service: "10m",
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type ConsistencyKind = keyof typeof consistencyKinds;

const entries = Object.entries(consistencyKinds) as readonly [ConsistencyKind, Kind][];

export const consistencyNames = entries.map(([name]) => name);

export const isConsistencyKind = (name: string): name is ConsistencyKind =>
  Object.hasOwn(consistencyKinds, name);

export const processingKinds = entries.flatMap(([name, kind]) => (kind.isProcessing ? name : []));

/** Why the two ways of saying delays cannot go together. @param other the name of the other one, as it was given */
export const bothConsistencies = (other: string): string =>
  `cannot go with ${other}, which sets jobs, events and subscriptions. Give these kinds their delay here instead`;

export const consistencyTable = (): string =>
  markdownTable([
    ["kind", "what shows late", "`service`", "what is known of the service"],
    ...entries.map(([name, { delays, service, known = "a guess" }]) => [
      `\`${name}\``,
      delays,
      `\`${service}\``,
      known,
    ]),
  ]);
