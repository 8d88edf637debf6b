import { boolean, described, type Infer, literal, object, string } from "../contract/shape.ts";
import { cardShape, type ReportCard } from "../report/card-shape.ts";
import { presetNames } from "../report/names.ts";
import { thresholdsPartShape } from "../report/thresholds.ts";
import type { Attempt } from "../report/attempt.ts";
import type { Emulation } from "./emulation.ts";
import { type ControlOperation, singleAccount, Text } from "./operation.ts";
import { ControlError } from "./problem.ts";
import { readAs } from "./read.ts";

const optionsShape = object({
  "account?": described(string({ minLength: 1 }), "A company id: only what was asked of it."),
  "preset?": described(literal(...presetNames), "How strict the rules are. Default: service."),
  "thresholds?": described(thresholdsPartShape, "In place of the preset's."),
  "running?": described(
    boolean(),
    "The client goes on: what it has not done yet is not held against it. Default: it has ended.",
  ),
});

/** Who is judged, and how strictly. */
export type ReportOptions = Infer<typeof optionsShape>;

/** What there is to judge. */
interface Sight {
  readonly attempts: readonly Attempt[];
  readonly dropped: number;
}

/**
 * The report card of all that the journal has.
 *
 * @throws ControlError for an unknown account, preset or threshold
 */
export async function judge(emulation: Emulation, options: unknown = {}): Promise<ReportCard> {
  // No start needs it.
  const { attemptsOf } = await import("../report/observed.ts");
  const { journal } = emulation.world;
  const received = [...journal.received(), ...journal.unanswered()];
  return written(emulation, options, { attempts: attemptsOf(received), dropped: journal.dropped });
}

/**
 * Looks on from now, also over resets.
 *
 * @returns writes the report card of what was seen, and looks away
 */
export async function observe(
  emulation: Emulation,
): Promise<(options?: ReportOptions) => Promise<ReportCard>> {
  const { attemptsOf, Observed } = await import("../report/observed.ts");
  const observed = new Observed(emulation.world.journal);
  return (options = {}) => {
    observed.stop();
    const open = attemptsOf(emulation.world.journal.unanswered());
    const attempts = [...observed.attempts(), ...open];
    return written(emulation, options, { attempts, dropped: observed.dropped });
  };
}

async function written(
  { world, api }: Emulation,
  input: unknown,
  { attempts, dropped }: Sight,
): Promise<ReportCard> {
  const { account, preset, thresholds, running = false } = readAs(optionsShape, input);
  if (account !== undefined) singleAccount(world, account);
  const { reportCard } = await import("../report/card.ts");
  return reportCard(
    {
      attempts: attempts.filter((each) => account === undefined || each.account === account),
      now: world.clock.realNow(),
      ended: !running,
      dropped,
      neverMet: world.faults
        .list(world.clock.now())
        .filter(({ hits }) => hits.count === 0)
        .map(({ id }) => id),
      limitsOf: (operation) => {
        const row = api.operations.get(operation);
        return row && { tier: row.tier, windows: row.limits };
      },
    },
    { ...(preset && { preset }), ...(thresholds && { thresholds }) },
  );
}

const formats = ["json", "markdown", "junit", "html"] as const;

async function formatted(card: ReportCard, format: string): Promise<unknown> {
  if (format === "json") return card;
  if (format === "markdown") {
    const { markdownOf } = await import("../report/markdown.ts");
    return new Text(markdownOf(card), "text/markdown; charset=utf-8");
  }
  if (format === "junit") {
    const { junitOf } = await import("../report/junit.ts");
    return new Text(junitOf(card), "application/xml");
  }
  if (format === "html") {
    const { htmlOf } = await import("../report/html.ts");
    return new Text(htmlOf(card), "text/html; charset=utf-8");
  }
  throw new ControlError(`expected ${formats.join(", ")}`, "format");
}

export const reportOperations: readonly ControlOperation[] = [
  {
    method: "GET",
    path: "/_emulator/report",
    does: "the report card of the requests in the journal; ?preset= account= running= format=json, markdown, junit, html",
    query: {
      account: "A company id: only what was asked of it.",
      preset: `${presetNames.join(", ")}: how strict the rules are; default: service.`,
      running: "true: the client goes on, and what it has not done yet is not held against it.",
      format: `${formats.join(", ")}; default: json.`,
    },
    answer: cardShape,
    run: async ({ emulation, query }) => {
      const { format = "json", running, ...options } = Object.fromEntries(query);
      // Anything else is refused where options are read.
      const said = running === "true" || running === "false" ? running === "true" : running;
      const told = running === undefined ? {} : { running: said };
      return formatted(await judge(emulation, { ...options, ...told }), format);
    },
  },
];
