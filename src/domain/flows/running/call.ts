import type { Account } from "../../../world/account.ts";
import { drop, put } from "../../../world/store/store.ts";
import type { Ending } from "../../deliveries/attempt.ts";
import type { WebhookCall } from "../../deliveries/call.ts";
import { isAllowedHost } from "../../deliveries/target.ts";
import { contextOf } from "../../messages/content.ts";
import { rendering } from "../../rendering/load.ts";
import { TemplateError } from "../../rendering/template-error.ts";
import { namesOf } from "../../webhook-topics.ts";
import type { ActionOf } from "../../grammar/flow-actions.ts";
import { nextOf } from "../actions.ts";
import { type FlowCall, flowCalls, type FlowRun, flowRuns, type Output } from "../records.ts";
import { causeContext, type Act, type Walker } from "./step.ts";
import { plannedBy } from "./entry.ts";
import { jsonIn } from "../../../jsonapi/json.ts";

/** The answers after which a call is made again (flows.md), how often, and for how long. */
const again: ReadonlySet<number> = new Set([429, 500, 502, 503]);
const retriesMax = 17;
const retryingMsMax = 24 * 3_600_000;
/** @guess *ate_flow*: A webhook of a flow is retried after 30 seconds, then after twice the delay before, at most 2 hours. */
const firstDelayMs = 30_000;
const delayMsMax = 2 * 3_600_000;
/** @guess *ate_flow*: Up to 10,000 characters of a webhook's answer are kept for later actions. */
const answerMax = 10_000;

/** Calls a URL for somebody, who waits until it has answered or is given up. */
export const callOut: Act<ActionOf<"send-webhook">> = (account, action, walker, now) => {
  const to = nextOf(action);
  const { run } = walker;
  const begun = account.table(flowCalls).get(run.id);
  const call = begun ?? composed(account, action, walker, now);
  if (typeof call === "string") return { to, note: call, output: failedBecause(call) };
  const attempts = call.attempts + 1;
  account.commit([put(flowCalls, { ...call, attempts, isUnderWay: true })]);
  account.processing.rules.call(account, run.id, attempts);
  return { held: "call", why: attempts === 1 ? "its webhook is called" : `attempt ${attempts}` };
};

/** What is called, as it is rendered now; a text: why nothing can be. */
function composed(
  account: Account,
  action: ActionOf<"send-webhook">,
  { flow, run, profile }: Walker,
  now: number,
): FlowCall | string {
  const { url, headers, body } = action.data?.message ?? {};
  const context = contextOf(account, profile, causeContext(account, run));
  try {
    const rendered = (text: string) =>
      rendering().compile(text, { escapes: false }).render(context, { now });
    const target = rendered(url ?? "");
    const wrong = urlProblem(account, target);
    if (wrong !== undefined) return wrong;
    const own = Object.entries(headers ?? {}).map(
      ([name, value]) => [name.toLowerCase(), rendered(String(value))] as const,
    );
    return {
      id: run.id,
      seq: account.nextSeq(),
      profile: profile.id,
      action: action.id ?? "",
      url: target,
      headers: {
        "content-type": "application/json",
        ...Object.fromEntries(own),
        [namesOf(account).flowHeader]: flow.id,
      },
      body: rendered(body ?? "{}"),
      begun: now,
      attempts: 0,
      isUnderWay: false,
    };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return `a template is wrong: ${error.message}`;
  }
}

function urlProblem(account: Account, text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "https:") return undefined;
  const { allowedHosts } = account.processing.rules;
  const isOpen = url?.protocol === "http:" && isAllowedHost(url.hostname, allowedHosts);
  return isOpen ? undefined : `'${text}' is no https URL`;
}

/** The call of a run's attempt, while that is under way. */
export function callOfRun(account: Account, id: string, attempt: number): WebhookCall | undefined {
  const call = account.table(flowCalls).get(id);
  if (!call?.isUnderWay || call.attempts !== attempt) return undefined;
  const { url, headers, body } = call;
  return { url, headers, body, readsAnswer: true };
}

/** Ends an attempt that is under way: it is made again later, or the run goes on. */
export function endCall(
  account: Account,
  { run: id, attempt }: { readonly run: string; readonly attempt: number },
  ending: Ending & { readonly answer?: string },
  now: number,
): void {
  const call = account.table(flowCalls).get(id);
  if (!call?.isUnderWay || call.attempts !== attempt) return;
  const run = account.table(flowRuns).get(id);
  if (run?.state !== "waiting" || run.action !== call.action) {
    return account.commit([drop(flowCalls, id)]);
  }
  const { status, error, hopeless = false } = ending;
  const why = error ?? `the answer is ${status}`;
  const due = now + Math.min(firstDelayMs * 2 ** (attempt - 1), delayMsMax);
  // @guess *ate_flow*: A webhook that does not answer is retried.
  const mayAgain = !hopeless && (status === null || again.has(status));
  if (mayAgain && attempt <= retriesMax && due <= call.begun + retryingMsMax) {
    const waiting: FlowRun = { ...run, held: null, waited: false, due, why };
    const rest = put(flowCalls, { ...call, isUnderWay: false });
    return account.commit([rest, put(flowRuns, waiting), ...plannedBy(account, due)]);
  }
  const isGood = error === null && status !== null && status >= 200 && status < 300;
  const note = `${attempt === 1 ? "" : `${attempt} attempts: `}${why}`;
  const on: FlowRun = {
    ...run,
    held: null,
    waited: true,
    due: now,
    why: null,
    outputs: { ...run.outputs, [call.action]: outputOf(ending, isGood) },
    notes: isGood ? run.notes : [...run.notes, { action: call.action, why: note }],
  };
  account.commit([drop(flowCalls, id), put(flowRuns, on), ...plannedBy(account, now)]);
}

const failedBecause = (error: string): Output => ({ status: null, success: false, error });

/** @guess *ate_flow*: Later actions can ask for the status of a webhook's answer, and for members of its JSON object. */
function outputOf(
  { status, error, answer = "" }: Ending & { readonly answer?: string },
  success: boolean,
): Output {
  const said: unknown = answer.length <= answerMax ? jsonIn(answer) : undefined;
  const isObject = typeof said === "object" && said !== null && !Array.isArray(said);
  return { ...(isObject && said), status, success, error };
}

/** Makes again what has begun and not ended, as after a crash. */
export function resumeCalls(account: Account): void {
  for (const { id, attempts, isUnderWay } of account.table(flowCalls).all()) {
    if (isUnderWay) account.processing.rules.call(account, id, attempts);
  }
}
