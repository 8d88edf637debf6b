import { flowActions } from "../../domain/resources/flow-action.ts";
import { flowRuns } from "../../domain/flows/records.ts";
import { memberships } from "../../domain/objects/records.ts";
import { templates } from "../../domain/resources/template.ts";
import type { FlowRun } from "../../domain/flows/records.ts";
import type { MessageContent } from "../../domain/messages/records.ts";
import type { Event } from "../../domain/resources/event.ts";
import { type Profile, profiles } from "../../domain/resources/profile.ts";
import type { Chance } from "../../world/chance.ts";
import type { Dice } from "../../world/dice.ts";
import { ulid } from "../../world/ids.ts";
import type { Slices } from "../../world/time/slices.ts";
import type { State } from "../../world/store/state.ts";
import type { FlowMailPlan, MailFlowPlan } from "../plan.ts";
import type { Shop } from "../generate/shop.ts";
import { mailActs, Mails, ofMail } from "./mails.ts";
import type { Part, Past } from "./past.ts";
import { type Subscriber, subscriberOf, subscribersOf } from "./subscribers.ts";

/** A live flow that was planted, and since when it is there. */
interface PastFlow extends Pick<MailFlowPlan, "id" | "trigger" | "unless" | "mails"> {
  readonly from: number;
}

/** What the mails of flows are made of. */
export interface FlowsOfPast {
  readonly dice: Dice;
  readonly secrets: Chance;
  readonly shop: Shop;
  /** The account as it was planted. */
  readonly before: State;
  readonly flows: readonly PastFlow[];
  readonly from: number;
  readonly until: number;
  /** How many events there are. */
  readonly events: number;
}

/** What live flows sent to those who joined a list, or did something, and what became of it. */
export const flowsPart = (of: FlowsOfPast): Part => ({
  acts: mailActs,
  from: of.from,
  most: of.flows.reduce((sum, flow) => sum + mostOf(of, flow), 0),
  *write(past) {
    const mails = new Mails(past, of.dice, of.secrets, of.shop);
    for (const flow of of.flows) yield* sendAll(past, mails, of, flow);
  },
});

/** The most records that a flow leaves: as if everybody entered it by everything that they have done. */
function mostOf({ before, events }: FlowsOfPast, { trigger, mails }: PastFlow): number {
  const entries = trigger.type !== "metric" ? before.table(memberships).size : events;
  return mails.length * (1 + ofMail * entries) + entries;
}

/** Somebody enters a flow. */
interface Entry {
  readonly to: Subscriber;
  readonly at: number;
  /** What they did. */
  readonly event: Event | undefined;
}

function* sendAll(past: Past, mails: Mails, of: FlowsOfPast, flow: PastFlow): Slices<void> {
  const steps = stepsOf(of.before, flow);
  const contents = new Map<Step, MessageContent>();
  for (const entry of entriesOf(past, of, flow)) {
    yield;
    const { to, at: entered, event } = entry;
    const context = event === undefined ? {} : { event: event.properties };
    const way = walked(past, of, flow, steps, entry, (step, at) => {
      const content = contents.get(step) ?? mails.content(contentOf(of.before, step.mail), at);
      contents.set(step, content);
      const { message } = step;
      const cause = { campaign: null, flow: flow.id, message, groups: [], content, context };
      mails.mail(to, cause, at);
    });
    past.add(flowRuns, {
      ...over,
      ...way,
      id: ulid(of.dice, entered),
      flow: flow.id,
      profile: to.profile.id,
      cause: event === undefined ? { group: flow.trigger.id } : { event: event.id },
      entered,
    });
  }
}

type Way = Pick<FlowRun, "action" | "ended" | "notes" | "state" | "why">;

/** How far somebody got in a flow. @param send is told of each mail to them, and when it went out */
function walked(
  past: Past,
  of: FlowsOfPast,
  { unless }: PastFlow,
  steps: readonly Step[],
  { to, at: entered }: Entry,
  send: (step: Step, at: number) => void,
): Way {
  const until = Math.min(to.until, of.until);
  const left = past
    .doneBy(to.profile.id)
    .find(({ metric, time }) => metric === unless && time >= entered);
  let way: Way = { action: null, ended: entered, state: "completed", why: null, notes: [] };
  for (const step of steps) {
    const { action, mail } = step;
    const at = (way.ended ?? entered) + mail.waitMs;
    if (at > until) {
      return { ...way, action, notes: [{ action, why: "the history ends before it" }] };
    }
    way = { ...way, action, ended: at };
    if (left !== undefined && left.time <= at) {
      return { ...way, state: "left", why: "the flow's filter does not hold any more" };
    }
    send(step, at);
  }
  return way;
}

/** What every run has that is over. */
const over = {
  due: null,
  held: null,
  waited: false,
  next: null,
  passed: 0,
  outputs: {},
} as const;

/** A mail of a flow, with the ids of its action and of its message. */
interface Step {
  readonly mail: FlowMailPlan;
  readonly action: string;
  readonly message: string;
}

function stepsOf(before: State, { id, mails }: PastFlow): Step[] {
  const actions = before.table(flowActions).scan(["flow.id", "created"], { prefix: [id] });
  const sending = [...actions].flatMap(({ id: action, says }) => {
    const message = says.type === "send-email" ? says.data?.message?.id : undefined;
    return message == null ? [] : [{ action, message }];
  });
  return mails.flatMap((mail, index) => {
    const sent = sending[index];
    return sent === undefined ? [] : [{ mail, ...sent }];
  });
}

function contentOf(before: State, { name, subject, template }: FlowMailPlan) {
  const { html = null, text = null } = before.table(templates).get(template) ?? {};
  return { name, subject, html, text };
}

const dayMs = 86_400_000;

/** Whether somebody subscribed to emails by then: whoever is in a segment need not. */
const mayMail = (profile: Profile, at: number): boolean =>
  (subscriberOf(profile)?.joined ?? Infinity) <= at;

/** Who entered a flow and when, as far as mails reached them then. Nobody did twice within a day. @guess */
function entriesOf(past: Past, of: FlowsOfPast, { trigger, from }: PastFlow): Entry[] {
  const { before } = of;
  const since = Math.max(from, of.from);
  if (trigger.type !== "metric") {
    return subscribersOf(before, trigger.id)
      .filter(({ joined, until }) => since <= joined && joined <= until)
      .filter(({ profile, joined }) => trigger.type === "list" || mayMail(profile, joined))
      .map((to) => ({ to, at: to.joined, event: undefined }));
  }
  const found: Entry[] = [];
  for (const id of past.people()) {
    const profile = before.table(profiles).get(id);
    const to = profile && subscriberOf(profile);
    if (to === undefined) continue;
    let last = -Infinity;
    for (const event of past.doneBy(id)) {
      const { metric, time } = event;
      if (metric !== trigger.id || time < Math.max(since, to.joined, last + dayMs)) continue;
      found.push({ to, at: time, event });
      last = time;
    }
  }
  return found;
}
