import {
  boolean,
  described,
  type Infer,
  literal,
  object,
  oneOf,
  string,
  text,
} from "../contract/shape.ts";
import type { Attempt } from "../report/calls/attempt.ts";
import { cardShape, type ReportCard } from "../report/card-shape.ts";
import { type ReceiverCard, receiverCardShape } from "../report/receivers/card-shape.ts";
import { type FormatName, formatNames, presetNames } from "../report/names.ts";
import { readThresholds, thresholdNames, thresholdsPartShape } from "../report/thresholds.ts";
import type { Reference } from "../report/reference.ts";
import { inTurns, type Slices } from "../world/time/slices.ts";
import type { Received } from "../world/journal/received.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { type ControlCall, type ControlOperation, singleAccount, WholeReply } from "./operation.ts";
import { judgeReceivers } from "./receivers.ts";
import { ControlError } from "../emulation/problem.ts";
import { readAs } from "./read.ts";

const optionsMembers = {
  "account?": text("A company id: only what was asked of it."),
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
} as const;
const optionsShape = object(optionsMembers);

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
    neverMet: world.faults.neverMet(seeded.faults, account),
    planned: world.faults.planned(seeded.faults, account),
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

/** A threshold is read as the command line gives it: it may be a duration. */
const thresholdMembers = Object.fromEntries(
  thresholdNames.map((name) => [`${name}?`, described(string(), "In place of the preset's.")]),
);

const { "thresholds?": _thresholds, ...plainMembers } = optionsMembers;
const queryMembers = {
  "of?": described(
    literal("clients", "receivers"),
    "Whose card. Default: clients. Of receivers only account and format are taken.",
  ),
  ...plainMembers,
  "format?": described(literal(...formatNames), "Default: json."),
} as const;

async function formatted(card: ReportCard, format: FormatName): Promise<unknown> {
  if (format === "json") return card;
  const { formats } = await import("../report/printed/card-page.ts");
  const { write, type } = formats[format];
  return new WholeReply(200, { "content-type": type }, write(card));
}

/** The receiver's card, which knows neither presets nor thresholds. */
async function ofReceivers({ emulation, query, account }: ControlCall): Promise<unknown> {
  const other = Object.keys(query).find((name) => !["of", "account", "format"].includes(name));
  if (other !== undefined) throw new ControlError("it is not for of=receivers", other);
  const format = (query["format"] ?? "json") as FormatName;
  const card: ReceiverCard = await judgeReceivers(emulation, { account });
  if (format === "json") return card;
  const { receiverFormats } = await import("../report/receivers/formats.ts");
  const { write, type } = receiverFormats[format];
  return new WholeReply(200, { "content-type": type }, write(card));
}

async function ofClients({ emulation, query, account }: ControlCall): Promise<unknown> {
  const { of: _of, account: _account, format = "json", ...said } = query;
  const { preset, calls, running = false, ...thresholds } = said;
  const options = {
    ...(account !== undefined && { account }),
    ...(preset !== undefined && { preset }),
    ...(calls !== undefined && { calls }),
    thresholds: readThresholds(thresholds as Record<string, string>),
    running,
  };
  return formatted(await judge(emulation, options as ReportOptions), format as FormatName);
}

export const reportOperations: readonly ControlOperation[] = [
  {
    method: "GET",
    path: "/_emulator/report",
    does: "what the client did, judged, by any threshold such as attemptsMax=10; of=receivers: what a receiver of webhooks did",
    query: object({ ...queryMembers, ...thresholdMembers }),
    answer: oneOf(cardShape, receiverCardShape),
    run: async (call) => (call.query["of"] === "receivers" ? ofReceivers(call) : ofClients(call)),
  },
];
