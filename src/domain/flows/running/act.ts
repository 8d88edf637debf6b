import type { Account } from "../../../world/account.ts";
import { events } from "../../resources/event.ts";
import { nextOf, linksOf, type Sending } from "../actions.ts";
import type { FlowRun } from "../records.ts";
import type { CatalogRecord } from "./items.ts";
import { type Act, type Step, type Walker, fits } from "./step.ts";
import type { ActionOf, Action, ActionKind } from "../../grammar/flow-actions.ts";
import { Dice } from "../../../world/dice.ts";
import { changeList, changeProfile, service } from "./change.ts";
import { callOut } from "./call.ts";
import { countedDownTo, delayedUntil, targetAfter, zoneFor } from "./wait.ts";

export const heldForStock = (variant: string): string => `stock ${variant}`;

const awaitStock: Act<ActionOf<"back-in-stock-delay">> = (account, action, { run }) => {
  const to = nextOf(action);
  const id = wishedIn(account, run);
  if (id === undefined) return { to, note: "nothing was wished for" };
  const variant = account.state.tableNamed("catalog-variant")?.get(id) as CatalogRecord | undefined;
  if ((variant?.inventory_quantity ?? 0) > 0) return { to };
  return { held: heldForStock(id), why: `${id} is not in stock` };
};

function wishedIn(account: Account, { cause }: FlowRun): string | undefined {
  const id = account.table(events).get(cause.event ?? "")?.properties["variant_id"];
  return typeof id === "string" ? id : undefined;
}

export function act(account: Account, action: Action, walker: Walker, now: number): Step {
  const does = acts[action.type] as Act<Action>;
  return does(account, action, walker, now);
}

const branch = (action: Action, holds: boolean): Step => {
  const [yes = null, no = null] = linksOf(action);
  return { to: holds ? yes : no };
};

const sends: Act<Sending> = (_account, action) => {
  const message = action.data?.message?.id;
  const to = nextOf(action);
  return message == null ? { to, note: "there is no message" } : { send: action, message, to };
};

const acts: { readonly [K in ActionKind]: Act<ActionOf<K>> } = {
  "send-email": sends,
  "send-sms": sends,
  "send-mobile-push": sends,
  "send-whatsapp": sends,
  "send-internal-alert": sends,
  "send-webhook": callOut,
  "time-delay": (account, { data }, { profile }, now) => ({
    until: delayedUntil(data, zoneFor(account, profile, data.timezone), now),
  }),
  "target-date": (account, { data }, { profile }, now) => ({
    until: targetAfter(data, zoneFor(account, profile, data.timezone), now),
  }),
  "countdown-delay": (account, action, { profile, run }, now) => {
    const { data } = action;
    const { date } = run.cause;
    if (date === undefined) return { to: nextOf(action), note: "no date began the run" };
    const at = countedDownTo(data, date, zoneFor(account, profile, data.timezone));
    // @guess *ate_flow*: A delay until a date that is past ends at once.
    return { until: Math.max(at, now) };
  },
  "back-in-stock-delay": awaitStock,
  "conditional-split": (account, action, walker, now) =>
    branch(action, fits(account, action.data?.profile_filter, walker, now)),
  "trigger-split": (account, action, walker, now) =>
    branch(action, fits(account, action.data?.trigger_filter, walker, now)),
  "action-output-split": (account, action, walker, now) =>
    branch(action, fits(account, action.data?.action_output_filter, walker, now)),
  "multi-branch-split": multiBranch,
  "update-profile": changeProfile,
  "list-update": changeList,
  "ab-test": experiment,
  "content-experiment": (_account, action) => ({
    to: nextOf(action),
    note: "content experiments are stored and not run",
  }),
  "internal-service": service,
  code: (_account, action) => ({ to: nextOf(action), note: "code is stored and not run" }),
};

/** @guess *ate_flow*: A multi-branch split takes the first branch that holds, by `order`, then as listed. */
function multiBranch(
  account: Account,
  { data }: ActionOf<"multi-branch-split">,
  walker: Walker,
  now: number,
): Step {
  const branches = (data?.branches ?? []).toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0));
  const found =
    branches.find((each) => !each.is_else && fits(account, each.branch_filter, walker, now)) ??
    branches.find((each) => each.is_else);
  return { to: found?.links?.next ?? null };
}

/** One of the ways in which a message is tried: always the same for a person. */
function experiment(_account: Account, action: ActionOf<"ab-test">, { run }: Walker, now: number) {
  const { main_action: main, current_experiment: tried, experiment_status: status } = action.data;
  const to = nextOf(action);
  const message = main.data?.message?.id;
  if (message == null) return { to, note: "there is no message" };
  const end = tried?.automatic_winner_selection_settings?.automatic_end_date;
  const isOver = end != null && Date.parse(end) <= now;
  const variations = tried?.variations ?? [];
  // @guess *ate_flow*: After an A/B test, all profiles get the main message.
  if (status !== "live" || isOver || variations.length === 0) return { send: main, message, to };
  const weights = tried?.allocations ?? {};
  // @guess *ate_flow*: The main message of an A/B test takes part if it has a weight of its own.
  const all = weightOf(main, weights) === undefined ? variations : [main, ...variations];
  const chosen = byWeight(all, weights, Dice.from(run.flow, run.profile));
  const variation = chosen === main ? null : chosen.data?.message?.id;
  return { send: chosen, message, to, ...(variation != null && { variation }) };
}

type Weights = Readonly<Record<string, unknown>>;

/** @guess *ate_flow*: The weights of an A/B test are named by the id of the variation's action or message. */
function weightOf({ id, data }: Sending, weights: Weights): number | undefined {
  const weight = Number(weights[id ?? ""] ?? weights[data?.message?.id ?? ""] ?? NaN);
  return weight >= 0 ? weight : undefined;
}

/** One by its weight; all weigh alike where there are no weights. */
function byWeight(variations: readonly Sending[], weights: Weights, dice: Dice): Sending {
  const weigh = (each: Sending) => weightOf(each, weights) ?? 1;
  let left = dice.fraction() * variations.reduce((sum, each) => sum + weigh(each), 0);
  const found = variations.find((each) => (left -= weigh(each)) < 0);
  return found ?? (variations.at(-1) as Sending);
}
