import { described, literal, object, oneOf, phrase, text } from "../contract/shape.ts";
import { whether, type Infer } from "../contract/shape.ts";
import type { Attempt } from "../report/calls/attempt.ts";
import { cardShape, type ReportCard } from "../report/card-shape.ts";
import { receiverCardShape } from "../report/receivers/card-shape.ts";
import { type FormatName, formatNames, presetNames } from "../report/names.ts";
import { readThresholds, thresholdNames, thresholdsPartShape } from "../report/thresholds.ts";
import type { Reference } from "../report/reference.ts";
import { machine } from "../world/time/machine-time.ts";
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
  "running?": whether(
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

/** The report card of all that the journal has. @throws ControlError for an unknown account, preset or threshold */
export async function judge(emulation: Emulation, options: ReportOptions = {}) {
  const { journal } = emulation.world;
  const received = [...journal.received(), ...journal.unanswered()];
  return cardOf(emulation, received, options, journal.dropped);
}

/** The report card of some requests. @throws ControlError as `judge` */
export async function cardOf(
  emulation: Emulation,
  received: readonly Received[],
  options: ReportOptions,
  dropped = 0,
): Promise<ReportCard> {
  // No start needs it.
  const { attemptsInSlices } = await import("../report/observed.ts");
  return written(emulation, options, attemptsInSlices(received), dropped);
}

/** Looks on from now, also over resets. @returns the card of what was seen; `running`: the client was killed */
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
    return written(emulation, { ...options, ...ending }, attempts, observed.dropped);
  };
}

function readOptions({ world }: Emulation, input: ReportOptions): ReportOptions {
  const { reference, ...said } = input;
  const options = { ...readAs(optionsShape, said), ...(reference && { reference }) };
  if (options.account !== undefined) singleAccount(world, options.account);
  return options;
}

/** Judges what there is now; what comes meanwhile belongs to the next card. */
async function written(
  emulation: Emulation,
  input: ReportOptions,
  reading: Slices<readonly Attempt[]> | readonly Attempt[],
  dropped: number,
): Promise<ReportCard> {
  const { world, api, seeded, lag, time } = emulation;
  const options = readOptions(emulation, input);
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
    const all = "next" in reading ? yield* reading : reading;
    const isMeant = (each: Attempt) => account === undefined || each.account === account;
    const attempts = yield* filtered(all, isMeant);
    let begin = Number.POSITIVE_INFINITY;
    yield* forEach(attempts, ({ at }) => (begin = Math.min(begin, at)));
    const observed = { ...seen, attempts, lagMs: lag.worstSince(begin) };
    return yield* cardInSlices(observed, strictness, { ...(calls && { calls }) });
  }
  return inTurns(work(), machine.now);
}

/** A threshold is read as the command line gives it: it may be a duration. */
const thresholdMembers = Object.fromEntries(
  thresholdNames.map((name) => [`${name}?`, phrase("In place of the preset's.")]),
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

const formatted = <C>(card: C, { write, type }: { write(card: C): string; type: string }) =>
  new WholeReply(200, { "content-type": type }, write(card));

/** The receiver's card, which knows neither presets nor thresholds. */
async function ofReceivers({ emulation, query, account }: ControlCall, format: FormatName) {
  const other = Object.keys(query).find((name) => !["of", "account", "format"].includes(name));
  if (other !== undefined) throw new ControlError("it is not for of=receivers", other);
  const card = await judgeReceivers(emulation, { account });
  if (format === "json") return card;
  const { receiverFormats } = await import("../report/receivers/formats.ts");
  return formatted(card, receiverFormats[format]);
}

async function ofClients({ emulation, query, account }: ControlCall, format: FormatName) {
  const { of: _of, account: _account, format: _format, ...said } = query;
  const { preset, calls, running = false, ...thresholds } = said;
  const options = {
    ...(account !== undefined && { account }),
    ...(preset !== undefined && { preset }),
    ...(calls !== undefined && { calls }),
    thresholds: readThresholds(thresholds as Record<string, string>),
    running,
  };
  const card = await judge(emulation, options as ReportOptions);
  if (format === "json") return card;
  const { formats } = await import("../report/printed/card-page.ts");
  return formatted(card, formats[format]);
}

export const reportOperations: readonly ControlOperation[] = [
  {
    method: "GET",
    path: "/_emulator/report",
    does: "what the client did, judged, by any threshold such as attemptsMax=10; of=receivers: what a receiver of webhooks did",
    query: object({ ...queryMembers, ...thresholdMembers }),
    answer: oneOf(cardShape, receiverCardShape),
    run: async (call) => {
      const format = (call.query["format"] ?? "json") as FormatName;
      return call.query["of"] === "receivers" ? ofReceivers(call, format) : ofClients(call, format);
    },
  },
];
