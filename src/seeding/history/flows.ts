import { flowActions, memberships, profiles, templates } from "../../domain/collections.ts";
import type { MessageContent } from "../../domain/messages/records.ts";
import type { Event } from "../../domain/resources/event.ts";
import type { Chance } from "../../world/chance.ts";
import type { Dice } from "../../world/dice.ts";
import type { State } from "../../world/state.ts";
import type { FlowMailPlan, FlowPlan } from "../plan.ts";
import type { Shop } from "../shop.ts";
import { mailActs, Mails, ofMail } from "./mails.ts";
import type { Part, Past } from "./past.ts";
import { type Subscriber, subscriberOf, subscribersOf } from "./subscribers.ts";

/** A live flow that was planted, and since when it is there. */
export interface PastFlow extends Pick<FlowPlan, "id" | "trigger" | "unless" | "mails"> {
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
  write(past) {
    const mails = new Mails(past, of.dice, of.secrets, of.shop);
    for (const flow of of.flows) sendAll(past, mails, of, flow);
  },
});

/** The most records that a flow leaves: as if everybody entered it by everything that they have done. */
function mostOf({ before, events }: FlowsOfPast, { trigger, mails }: PastFlow): number {
  const entries = trigger.type === "list" ? before.table(memberships).size : events;
  return mails.length * (1 + ofMail * entries);
}

/** Somebody enters a flow. */
interface Entry {
  readonly to: Subscriber;
  readonly at: number;
  /** What they did. */
  readonly event: Event | undefined;
}

function sendAll(past: Past, mails: Mails, of: FlowsOfPast, flow: PastFlow): void {
  const messages = messagesOf(of.before, flow);
  const contents: (MessageContent | undefined)[] = [];
  for (const { to, at: entered, event } of entriesOf(past, of, flow)) {
    const done = flow.unless === null ? [] : past.doneBy(to.profile.id);
    const leaves = done.find(({ metric, time }) => metric === flow.unless && time >= entered)?.time;
    const until = Math.min(to.until, of.until, leaves ?? Infinity);
    let at = entered;
    for (const [index, mail] of flow.mails.entries()) {
      at += mail.waitMs;
      const message = messages[index];
      if (at > until || message === undefined) break;
      const content = (contents[index] ??= mails.content(contentOf(of.before, mail), at));
      const context = event === undefined ? {} : { event: event.properties };
      const sender = { campaign: null, flow: flow.id, message, groups: [] };
      mails.mail(to, { ...sender, content, context }, at);
    }
  }
}

/** The ids of the messages of a flow, in the order of its mails. */
function messagesOf(before: State, { id }: PastFlow): string[] {
  const actions = before.table(flowActions).scan(["flow.id", "created"], { prefix: [id] });
  return [...actions].flatMap(({ says }) =>
    says.type === "send-email" ? (says.data?.message?.id ?? []) : [],
  );
}

function contentOf(before: State, { name, subject, template }: FlowMailPlan) {
  const { html = null, text = null } = before.table(templates).get(template) ?? {};
  return { name, subject, html, text };
}

const dayMs = 86_400_000;

/** Who entered a flow and when, as far as mails reached them then. Nobody did twice within a day. @guess */
function entriesOf(past: Past, of: FlowsOfPast, { trigger, from }: PastFlow): Entry[] {
  const { before } = of;
  const since = Math.max(from, of.from);
  if (trigger.type === "list") {
    return subscribersOf(before, trigger.id)
      .filter(({ joined, until }) => since <= joined && joined <= until)
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
