import type { Delivery } from "../../domain/deliveries/records.ts";
import type { Coming } from "../../domain/messages/fate.ts";
import { type FlowRun, flowRuns } from "../../domain/flows/records.ts";
import { flows } from "../../domain/resources/flow.ts";
import { type Event, metrics } from "../../domain/resources/event.ts";
import { webhooks } from "../../domain/resources/webhook.ts";
import { type Message, messages, statusOf } from "../../domain/messages/records.ts";
import { nameOf } from "../../domain/messages/about.ts";
import { formatDatetime } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import type { Entry } from "../../world/journal/entry.ts";
import { type Work, works } from "../../world/time/agenda.ts";
import type { Stored } from "../../world/store/record.ts";
import type { Collection } from "../../world/store/store.ts";
import type { StepView } from "../acts/requests.ts";
import { deliverWork, headsOf } from "../../domain/deliveries/decide.ts";
import { runWork } from "../../domain/flows/running/entry.ts";
import { type Happening, happenWork } from "../../domain/messages/happen.ts";

type Said = Pick<StepView, "kind" | "id" | "what"> &
  Partial<Pick<StepView, "became" | "profile" | "isDue">>;

function step(atMs: number, said: Said): StepView {
  return { at: formatDatetime(atMs), atMs, became: "", profile: null, isDue: false, ...said };
}

export const requestStep = (entry: Entry): StepView =>
  step(entry.arrivedWorld, {
    kind: "request",
    id: entry.id,
    what: entry.operation ?? `${entry.method} ${entry.target}`,
    became: [entry.status ?? "lost", ...entry.faults].join(", "),
  });

export function eventStep(account: Account, { id, time, metric, profile }: Event): StepView {
  const what = account.table(metrics).get(metric)?.name ?? metric;
  return step(time, { kind: "event", id, what, profile });
}

export function flowStep(account: Account, run: FlowRun): StepView {
  const { id, flow, profile, state, entered, why } = run;
  return step(entered, {
    kind: "flow",
    id,
    what: `enters ${flowNamed(account, flow)}`,
    became: why === null ? state : `${state}: ${why}`,
    profile,
  });
}

export function messageStep(account: Account, message: Message): StepView {
  const { id, at, profile, to } = message;
  const what = `${subjectOf(account, message)}${to === null ? "" : ` to ${to}`}`;
  return step(at, { kind: "message", id, what, became: statusOf(message), profile });
}

export function deliveryStep(account: Account, delivery: Delivery): StepView {
  const { id, webhook, attempts, created, state } = delivery;
  const last = attempts.at(-1);
  const answer = last === undefined ? [] : [last.status ?? last.error ?? "under way"];
  return step(attempts[0]?.at ?? created, {
    kind: "delivery",
    id,
    what: `call of ${webhookNamed(account, webhook)}`,
    became: [state, ...answer].join(", "),
  });
}

/** What is still to come of a run; of a delivery; of other work. */
export function runDue(account: Account, run: FlowRun): StepView[] {
  const { id, flow, profile, state, due } = run;
  if (due === null || state !== "waiting") return [];
  const what = `${flowNamed(account, flow)} goes on`;
  return [step(due, { kind: "flow", id, what, profile, isDue: true })];
}

export function deliveryDue(account: Account, delivery: Delivery): StepView[] {
  const { id, webhook, due, attempts } = delivery;
  if (due === null) return [];
  const what = `call of ${webhookNamed(account, webhook)}`;
  const became = attempts.length === 0 ? "" : `attempt ${attempts.length + 1}`;
  return [step(due, { kind: "delivery", id, what, became, isDue: true })];
}

const reactions: Readonly<Record<string, string>> = {
  open: "is opened",
  click: "is clicked",
  unsubscribe: "is unsubscribed from",
  spam: "is marked as spam",
};

export function messageDue(account: Account, id: string, coming: readonly Coming[]): StepView[] {
  const message = account.table(messages).get(id);
  if (message === undefined) return [];
  const { profile, to } = message;
  return coming.map(({ reaction, at }) =>
    step(at, {
      kind: "message",
      id,
      what: `${subjectOf(account, message)} ${reactions[reaction] ?? reaction}`,
      became: to ?? "",
      profile,
      isDue: true,
    }),
  );
}

/** Other work, by its kind and what its input names: `campaign.send` of a campaign is called by that. */
function workDue(account: Account, { id, due, kind, input }: Work): StepView {
  const [of = "", act = ""] = kind.split(".");
  const named = account.state.tableNamed(of)?.get(String((input as Input)?.[of] ?? ""));
  const name = (named as { name?: unknown } | undefined)?.name;
  const what = [of, typeof name === "string" ? name : "", act].filter(Boolean).join(" ");
  return step(due, { kind: "work", id, what, isDue: true });
}

type Input = Readonly<Record<string, unknown>> | null | undefined;

const flowNamed = (account: Account, id: string) =>
  account.table(flows).get(id)?.name ?? `flow ${id}`;

const webhookNamed = (account: Account, id: string) =>
  account.table(webhooks).get(id)?.name ?? `webhook ${id}`;

const subjectOf = (account: Account, message: Message): string =>
  message.subject ?? nameOf(account, message) ?? `${message.channel} message`;

const dueMax = 1000;

/** What falls due in an account, the soonest first. */
export function dueIn(account: Account): StepView[] {
  const found = soonest(account, works, (work) => stepsOf(account, work));
  for (const delivery of headsOf(account)) found.push(...deliveryDue(account, delivery));
  return found.sort((a, b) => a.atMs - b.atMs).slice(0, dueMax);
}

/** The steps of the records that are due first, until there are enough. */
function soonest<R extends Stored>(
  account: Account,
  collection: Collection<R>,
  stepsOf: (record: R) => StepView[],
): StepView[] {
  const found: StepView[] = [];
  for (const record of account.table(collection).scan(["due"])) {
    if (found.length >= dueMax) break;
    found.push(...stepsOf(record));
  }
  return found;
}

/** One piece of work stands for all runs of flows, and one for each call of a webhook. */
function stepsOf(account: Account, work: Work): StepView[] {
  if (work.kind === deliverWork) return [];
  if (work.kind === runWork) return soonest(account, flowRuns, (run) => runDue(account, run));
  if (work.kind !== happenWork) return [workDue(account, work)];
  const { message, coming } = work.input as Happening;
  return messageDue(account, message, coming);
}
