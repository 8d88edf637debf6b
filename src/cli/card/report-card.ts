import { extname } from "node:path";
import type { ReportOptions } from "../../control/report.ts";
import type { ReportCard } from "../../report/card-shape.ts";
import type { Suite } from "../../report/page/page.ts";
import { headline } from "../../report/printed/card-words.ts";
import { formats, cardPage } from "../../report/printed/card-page.ts";
import { type FormatName, formatNames } from "../../report/names.ts";
import { readThresholds } from "../../report/thresholds.ts";
import { noRequest } from "../../report/finding-text.ts";
import { Failure, tell } from "../terminal/terminal.ts";
import { ratchetAt, ratchetObjections } from "./ratchet.ts";
import type { VerdictValues } from "../options/command-options.ts";
import { pageText } from "./page-text.ts";
import { requireWritable, writeText } from "./written-file.ts";

export const reportOptionsOf = ({ preset, threshold = {} }: VerdictValues): ReportOptions => ({
  ...(preset !== undefined && { preset }),
  thresholds: readThresholds(threshold),
});

/** The format that a file's name asks for. @throws Failure for a name that asks for none */
export function formatNameOf(path: string): FormatName {
  const ending = extname(path).slice(1).toLowerCase();
  const format = formatNames.find((name) => formats[name].endings.some((each) => each === ending));
  if (format !== undefined) return format;
  const known = Object.values(formats).map(({ endings: [name] }) => `.${name}`);
  throw new Failure(`${path}: unknown format. Use a name that ends in ${known.join(", ")}`, 2);
}

export interface ReportEnd {
  /** Writes it, in the format of each file's name. @param also what else came of the run, for files that CI systems read */
  readonly write: (card: ReportCard, also?: readonly Suite[]) => void;
  /** Tells why the run fails by what was asked of it, a line each. @returns whether it does not */
  readonly passed: (card: ReportCard) => boolean;
}

/** Checks before a run what it will read and write at its end. @throws Failure in one line */
export function endOf(paths: readonly string[], values: VerdictValues): ReportEnd {
  requireFiles(paths, values);
  return {
    write: (card, also) => {
      for (const path of paths) writeText(path, formats[formatNameOf(path)].write(card, also));
    },
    passed(card) {
      const found = objections(card, values);
      for (const objection of found) tell(objection);
      if (found.length === 0 && isIdle(card, values)) tell(idleText);
      return found.length === 0;
    },
  };
}

/** @throws Failure for a file that cannot be written, and for a name that asks for no format */
export function requireFiles(paths: readonly string[], { ratchet, force }: VerdictValues): void {
  for (const path of paths) {
    formatNameOf(path);
    requireWritable(path, force);
  }
  if (ratchet !== undefined) ratchetAt(ratchet);
}

/** No failure, since whether a request is limited may be chance: a gate that some runs pass is worse than none. */
const isIdle = ({ rules }: ReportCard, { require: required = [] }: VerdictValues): boolean =>
  required.includes("all") && rules.every(({ verdict }) => verdict === "not exercised");

const idleText =
  "--require all: no rule was exercised. Plan faults, such as with --scenario flapping-503";

const requirements = {
  require: "--require",
  minFaultCoverage: "--min-fault-coverage",
  ratchet: "--ratchet",
  allFaultsMet: "--all-faults-met",
} as const satisfies Partial<Record<keyof VerdictValues, string>>;

type Judged = Readonly<Record<"rule" | "verdict" | "message", string>> & {
  readonly wouldDecide: string | null;
};

/** The rules that a run was to pass and did not, a line each; of `all`, those that failed. */
export const brokenRules = (rules: readonly Judged[], required: readonly string[] = []): string[] =>
  rules
    .filter(({ rule, verdict }) =>
      required.includes(rule) ? verdict !== "pass" : required.includes("all") && verdict === "fail",
    )
    .map(({ rule, verdict, message, wouldDecide }) => {
      const why = verdict === "undecided" ? wouldDecide : message;
      return `${rule}: ${verdict}: ${why}`;
    });

function objections(card: ReportCard, values: VerdictValues): string[] {
  const asked = Object.entries(requirements).flatMap(([name, flag]) =>
    values[name as keyof typeof requirements] === undefined ? [] : [flag],
  );
  if (asked.length === 0) return [];
  if (card.run.requests === 0) return [`${asked.join(", ")}: ${noRequest}`];
  const { require: required = [], minFaultCoverage = 0, ratchet, allFaultsMet } = values;
  const { share, neverMet, planned } = card.coverage;
  const percent = Math.floor(share * 1000) / 10;
  const unmet = neverMet.map((id) => `${id}: no request met this fault`);
  return [
    ...brokenRules(card.rules, required),
    ...(percent < minFaultCoverage
      ? [`Fault coverage ${percent} %, expected at least ${minFaultCoverage} %`]
      : []),
    ...(allFaultsMet ? unmet : []),
    ...(allFaultsMet && planned === 0
      ? ["--all-faults-met: no fault was planned. Plan one, such as with --scenario flapping-503"]
      : []),
    ...(ratchet === undefined ? [] : ratchetObjections(ratchet, card.coverage)),
  ];
}

/** Where a card is that was written to files, in one line. */
export const written = (card: ReportCard, paths: readonly string[]): string =>
  `${headline(card)} See ${paths.join(", ")}.`;

/** A report card as text for a terminal of this width. Default: 80 columns. */
export const reportText = (
  card: ReportCard,
  { width }: { readonly width?: number | undefined } = {},
): string => pageText(cardPage(card), width);
