import { type ExamCall, type ExamReading, isAcknowledged } from "../../emulation/exam-log.ts";
import { counted } from "../figures.ts";
import { accepted, madeFor, readingsOf, refused, type ReceiverFinding } from "./rule.ts";
import type { ReceiverRule, ReceiverRun } from "./rule.ts";

const byReading = { event: "reading of what the receiver has kept", exercise: "--read-back" };
const kill = "add --read-back and --kill-after-ack";

const acknowledges: ReceiverRule = {
  id: "acknowledges",
  title: "Acknowledge each delivery in time",
  measures:
    "every delivery as the service makes it, from 1 event to 1,000, and one behind a batch that is never processed",
  why: "What is not acknowledged is sent again, and after 48 hours the webhook is switched off.",
  expected: "200, 201 or 202 within 5 s",
  fix: "keep the events, answer, and do the work afterwards",
  unit: "deliveries acknowledged in time",
  event: "delivery",
  exercise: "scenario run receiver",
  judge: (run) => accepted([...madeFor(run, "acknowledges"), ...madeFor(run, "keeps")]),
};

const signature: ReceiverRule = {
  id: "signature",
  title: "Refuse a wrong or missing signature",
  measures:
    "deliveries with a signature that is wrong, cut, extended, empty or missing, or of another body or time: are all refused? And is a right one over JSON with white space accepted, and one of a new secret after a restart with it?",
  why: "Without it everybody with the URL can send events.",
  expected: "a status from 400 to 499, and nothing kept",
  fix: "compare the whole signature with the HMAC of the raw body and the time stamp, in constant time",
  unit: "signatures judged right",
  event: "signature to be judged",
  exercise: "scenario run receiver",
  judge(run) {
    const calls = madeFor(run, "signature");
    const rawBytes = {
      expected: "a right signature is accepted, however the JSON is written",
      fix: "compute the signature over the raw bytes of the body, before it is parsed",
    };
    const newSecret = {
      expected: "a signature of the secret that it was started with is accepted",
      fix: "read the secret from where it is configured each time the program starts",
    };
    return [
      ...refused(run, calls),
      ...accepted(calls).map((finding) => ({
        ...finding,
        ...(finding.call?.afterRestart === true ? newSecret : rawBytes),
      })),
    ];
  },
};

const timestamp: ReceiverRule = {
  id: "timestamp",
  title: "Refuse a time stamp that is stale or of the future",
  measures:
    "deliveries that are signed well, with time stamps from 10 minutes to a day ago, and as far in the future",
  why: "A delivery that somebody has recorded could be sent again at any time.",
  expected: "a status from 400 to 499, and nothing kept",
  fix: "compare the time stamp header with the clock, and refuse what is more than some minutes away from it",
  unit: "stale deliveries refused",
  event: "stale delivery",
  exercise: "scenario run receiver",
  judge: (run) => refused(run, madeFor(run, "timestamp")),
};

const wrongIf =
  (is: (times: number) => boolean, how: string) =>
  (times: readonly number[]): string[] => {
    const { length } = times.filter(is);
    return length === 0 ? [] : [`${counted(length, "event")} ${how}`];
  };
const twiceIn = wrongIf((times) => times > 1, "kept twice");
const lostIn = wrongIf((times) => times === 0, "not kept");

const timesOf = (ids: readonly string[], { kept }: ExamReading): number[] =>
  ids.map((id) => kept.get(id) ?? 0);

const keptOf = (call: ExamCall, wrong: readonly string[], good: string): ReceiverFinding => ({
  result: wrong.length === 0 ? "passed" : "failed",
  text: `${call.about}: ${wrong.join(", ") || good}.`,
  call,
});

const unacknowledged = (calls: readonly ExamCall[]): ReceiverFinding[] =>
  accepted(calls).filter(({ result }) => result === "failed");

/** Calls that were not acknowledged, and what is wrong with the events of the others, by how often each is there. */
function readBackOf(
  run: ReceiverRun,
  calls: readonly ExamCall[],
  wrongIn: (times: readonly number[]) => readonly string[],
  good: string,
): ReceiverFinding[] {
  const { before } = readingsOf(run);
  const read = before === undefined ? [] : calls.filter(isAcknowledged);
  const found = read.map((call) =>
    keptOf(call, wrongIn(timesOf(call.ids, before as ExamReading)), good),
  );
  return [...unacknowledged(calls), ...found];
}

const repeatedFor = (run: ReceiverRun, rule: ReceiverRule["id"]): ExamCall[] =>
  madeFor(run, rule).filter(({ repeated }) => repeated.length > 0);

const duplicates: ReceiverRule = {
  id: "duplicates",
  title: "Ignore a repeated external_id",
  measures:
    "deliveries that come again, twice at once, twice in one batch, and again after the receiver was killed: is each event kept once? An answer of 500 alone fails nothing here: the delivery is sent once more",
  why: "Deliveries come at least once: after a lost acknowledgement they come again.",
  expected: "each external_id kept once",
  fix: "keep the external_id with a unique key in the store of the events, in one transaction",
  unit: "repeated deliveries without effect",
  ...byReading,
  judge(run) {
    const { before, after } = readingsOf(run);
    const calls = repeatedFor(run, "duplicates");
    const unanswered = unacknowledged(calls);
    const found = calls.flatMap((call) => {
      const read = call.afterRestart ? after : before;
      if (read === undefined || !isAcknowledged(call)) return [];
      const times = timesOf(call.repeated, read);
      const isThere = times.some((each) => each > 0);
      return isThere ? [keptOf(call, twiceIn(times), "each event kept once")] : [];
    });
    const isRemembered = found.some(({ call }) => call?.afterRestart === true);
    if (found.length === 0 || isRemembered) return [...unanswered, ...found];
    const text =
      "Repeated deliveries have no effect while the receiver runs. It was not restarted.";
    return [...unanswered, ...found, { result: "undecided", text, wouldDecide: kill }];
  },
};

const order: ReceiverRule = {
  id: "order",
  title: "Keep events in any order",
  measures: "events that come after newer ones, in a batch and one by one: are all kept?",
  why: "A delivery that is sent again comes after newer ones.",
  expected: "an event is kept, whatever came before it",
  fix: "know events by their external_id, and never drop one that is older than the last",
  unit: "events kept out of order",
  ...byReading,
  judge: (run) => readBackOf(run, madeFor(run, "order"), lostIn, "kept"),
};

const halfBatch: ReceiverRule = {
  id: "half-batch",
  title: "Count nothing twice after a half of a batch",
  measures:
    "batches of which the receiver has a half: an event in the middle cannot be processed, or the half came before. The whole batch comes again: is each event kept once?",
  why: "After an error in the middle of a batch the whole of it is sent again.",
  expected: "each event of the batch kept once",
  fix: "keep a batch in one transaction, or look up each external_id on its own",
  unit: "batches kept once",
  ...byReading,
  judge(run) {
    const wrongIn = (times: readonly number[]) => [...twiceIn(times), ...lostIn(times)];
    return readBackOf(run, repeatedFor(run, "half-batch"), wrongIn, "each event kept once");
  },
};

const keeps: ReceiverRule = {
  id: "keeps",
  title: "Acknowledge only what is kept",
  measures: "deliveries after whose 2xx the receiver is killed: are their events there afterwards?",
  why: "What is acknowledged never comes again: if it is lost then, it is lost for good.",
  expected: "an event that was acknowledged is there, whatever happens next",
  fix: "answer after the events are on the disk or in a durable queue",
  unit: "acknowledged deliveries kept",
  ...byReading,
  judge(run) {
    const { before, after } = readingsOf(run);
    const read = after ?? before;
    if (read === undefined) return [];
    const calls = [...madeFor(run, "acknowledges"), ...madeFor(run, "keeps")];
    const meant = calls.filter((call) => isAcknowledged(call) && call.id <= read.calls);
    return meant.map((call) => {
      const [lost] = lostIn(timesOf(call.ids, read));
      if (lost !== undefined)
        return { result: "failed", text: `${call.about}: acknowledged, but ${lost}.`, call };
      if (after !== undefined) return { result: "passed", text: `${call.about}: kept.`, call };
      const text = `${call.about}: kept, but perhaps only after it was acknowledged.`;
      return { result: "undecided", text, call, wouldDecide: kill };
    });
  },
};

/** All of them, in the order of `receiverRuleIds`. */
export const receiverRules: readonly ReceiverRule[] = [
  acknowledges,
  signature,
  timestamp,
  duplicates,
  order,
  halfBatch,
  keeps,
];
