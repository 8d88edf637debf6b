import {
  boolean,
  described,
  type Infer,
  literal,
  object,
  oneOf,
  string,
} from "../contract/shape.ts";
import type { Attempt } from "../report/attempt.ts";
import { cardShape, type ReportCard } from "../report/card-shape.ts";
import { type ReceiverCard, receiverCardShape } from "../report/receivers/card-shape.ts";
import { type FormatName, formatNames, presetNames } from "../report/names.ts";
import { readThresholds, thresholdNames } from "../report/read-thresholds.ts";
import type { Reference } from "../report/reference.ts";
import { thresholdsPartShape } from "../report/thresholds.ts";
import { nearest } from "../world/nearest.ts";
import { inTurns, type Slices } from "../world/slices.ts";
import type { Received } from "../world/received.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { type ControlOperation, singleAccount, Text } from "./operation.ts";
import { judgeReceivers } from "./receivers.ts";
import { ControlError } from "../emulation/problem.ts";
import { readAs } from "./read.ts";

const optionsShape = object({
  "account?": described(string({ minLength: 1 }), "A company id: only what was asked of it."),
  "preset?": described(literal(...presetNames), "How strict the rules are. Default: service."),
  "thresholds?": described(thresholdsPartShape, "In place of the preset's."),
  "calls?": described(
    literal("telling", "all"),
    "Which calls the card has. telling: those with a retry or a failure. all: those that went well, too, the newest. Default: telling.",
  ),
  "running?": described(
    boolean(),
    "The client goes on: what it has not done yet is not held against it. Default: it has ended.",
  ),
});

/** Who is judged, and how strictly. */
export interface ReportOptions extends Infer<typeof optionsShape> {
  /** What the client asks where nothing goes wrong (`emulator.reference`): calls are then known by difference. */
  readonly reference?: Reference;
}

/** What is known only when everything was seen. */
export type Ending = Pick<ReportOptions, "running">;

/**
 * The report card of all that the journal has.
 *
 * @throws ControlError for an unknown account, preset or threshold
 */
export async function judge(
  emulation: Emulation,
  options: ReportOptions = {},
): Promise<ReportCard> {
  const { journal } = emulation.world;
  const { dropped } = journal;
  const received = [...journal.received(), ...journal.unanswered()];
  // No start needs it.
  const { attemptsInSlices } = await import("../report/observed.ts");
  return written(emulation, options, attemptsInSlices(received), dropped);
}

/** The report card of some requests. @throws ControlError as `judge` */
export async function cardOf(
  emulation: Emulation,
  received: readonly Received[],
  options: ReportOptions,
): Promise<ReportCard> {
  const { attemptsInSlices } = await import("../report/observed.ts");
  return written(emulation, options, attemptsInSlices(received), 0);
}

/**
 * Looks on from now, also over resets.
 *
 * @returns writes the report card of what was seen, and looks away. A client that was killed would have gone on:
 *   for it `running` is true
 * @throws ControlError as `judge`
 */
export async function observe(
  emulation: Emulation,
  options: ReportOptions = {},
): Promise<(ending?: Ending) => Promise<ReportCard>> {
  readOptions(emulation, options);
  const { attemptsOf, Observed } = await import("../report/observed.ts");
  const observed = new Observed(emulation.world.journal);
  return (ending = {}) => {
    observed.stop();
    const open = attemptsOf(emulation.world.journal.unanswered());
    const attempts = [...observed.attempts(), ...open];
    return written(emulation, { ...options, ...ending }, atHand(attempts), observed.dropped);
  };
}

function readOptions({ world }: Pick<Emulation, "world">, input: ReportOptions): ReportOptions {
  const { reference, ...said } = input;
  const options = { ...readAs(optionsShape, said), ...(reference && { reference }) };
  if (options.account !== undefined) singleAccount(world, options.account);
  return options;
}

/** What was read already. */
// oxlint-disable-next-line require-yield
function* atHand<T>(read: T): Slices<T> {
  return read;
}

/** Judges what there is now; what comes meanwhile belongs to the next card. */
async function written(
  { world, api, seeded, lag, time }: Emulation,
  input: ReportOptions,
  reading: Slices<readonly Attempt[]>,
  dropped: number,
): Promise<ReportCard> {
  const options = readOptions({ world }, input);
  const { account, preset, thresholds, running = false, reference, calls } = options;
  const seen = {
    now: world.clock.realNow(),
    ended: !running,
    sleeps: time.machine.sleeps,
    dropped,
    reference,
    neverMet: world.faults.neverMet(seeded.faults),
    planned: world.faults.planned(seeded.faults),
    limitsOf: (operation: string) => {
      const row = api.operations.get(operation);
      return row && { tier: row.tier, windows: row.limits };
    },
  };
  const strictness = { ...(preset && { preset }), ...(thresholds && { thresholds }) };
  const { cardInSlices } = await import("../report/card.ts");
  const { filtered, forEach } = await import("../report/slices.ts");
  function* work(): Slices<ReportCard> {
    const all = yield* reading;
    const isMeant = (each: Attempt) => account === undefined || each.account === account;
    const attempts = yield* filtered(all, isMeant);
    let begin = Number.POSITIVE_INFINITY;
    yield* forEach(attempts, ({ at }) => (begin = Math.min(begin, at)));
    const lagMs = lag.worstSince(begin);
    return yield* cardInSlices({ ...seen, attempts, lagMs }, strictness, {
      ...(calls && { calls }),
    });
  }
  return inTurns(work(), () => world.clock.realNow());
}

async function formatted(card: ReportCard, name: string): Promise<unknown> {
  if (name === "json") return card;
  const { formats } = await import("../report/formats.ts");
  const { write, type } = formats[formatOf(name)];
  return new Text(write(card), type);
}

/** @throws ControlError for a format that there is not */
function formatOf(name: string): FormatName {
  const format = formatNames.find((each) => each === name);
  if (format === undefined) throw new ControlError(`expected ${formatNames.join(", ")}`, "format");
  return format;
}

/** The receiver's card, which knows neither presets nor thresholds. */
async function ofReceivers(emulation: Emulation, query: URLSearchParams): Promise<unknown> {
  const { format = "json", account } = Object.fromEntries(query);
  const other = [...query.keys()].find((name) => !["of", "account", "format"].includes(name));
  if (other !== undefined) throw new ControlError("it is not for of=receivers", other);
  const card: ReceiverCard = await judgeReceivers(emulation, { account });
  if (format === "json") return card;
  const { receiverFormats } = await import("../report/receivers/formats.ts");
  const { write, type } = receiverFormats[formatOf(format)];
  return new Text(write(card), type);
}

const subjects = ["clients", "receivers"] as const;

function subjectOf(query: URLSearchParams): (typeof subjects)[number] {
  const asked = query.get("of") ?? "clients";
  const subject = subjects.find((each) => each === asked);
  if (subject !== undefined) return subject;
  const near = nearest(asked, subjects);
  throw new ControlError(`expected ${subjects.join(" or ")}`, "of", { nearest: near });
}

const told = ["of", "account", "preset", "calls", "running", "format"] as const;

/** The query's members; what is neither one of them nor a threshold is refused. */
function readQuery(query: URLSearchParams) {
  const all = Object.fromEntries(query);
  const names = [...told, ...thresholdNames];
  const unknown = Object.keys(all).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new ControlError("there is no such parameter", unknown, {
      nearest: nearest(unknown, names),
    });
  }
  const { account, preset, calls, running, format = "json", ...thresholds } = all;
  if (running !== undefined && running !== "true" && running !== "false") {
    throw new ControlError("expected true or false", "running");
  }
  const options = {
    ...(account !== undefined && { account }),
    ...(preset !== undefined && { preset }),
    ...(calls !== undefined && { calls }),
    thresholds: readThresholds(thresholds),
    running: running === "true",
  };
  return { options, format };
}

export const reportOperations: readonly ControlOperation[] = [
  {
    method: "GET",
    path: "/_emulator/report",
    does: "what the client did, judged; ?preset= account= calls= running= format= and any threshold, such as attemptsMax=10; of=receivers: what a receiver of webhooks did",
    query: {
      of: "clients or receivers: whose card; default: clients. Of receivers only account and format are taken.",
      account: "A company id: only what was asked of it.",
      preset: `${presetNames.join(", ")}: how strict the rules are; default: service.`,
      calls:
        "telling: those with a retry or a failure (the default); all: the newest of all calls.",
      running: "true: the client goes on, and what it has not done yet is not held against it.",
      format: `${formatNames.join(", ")}; default: json.`,
      ...Object.fromEntries(thresholdNames.map((name) => [name, "In place of the preset's."])),
    },
    answer: oneOf(cardShape, receiverCardShape),
    run: async ({ emulation, query }) => {
      if (subjectOf(query) === "receivers") return ofReceivers(emulation, query);
      const { options, format } = readQuery(query);
      return formatted(await judge(emulation, options as ReportOptions), format);
    },
  },
];
