import { headsOf } from "../../domain/deliveries/decide.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import type { Account } from "../../world/account.ts";
import { accountsOf, accountOf, oneAccount } from "../operation.ts";
import { operationsOf } from "../act.ts";
import { deliveries as said, filterShape, limitDefault, limitMax } from "../acts/deliveries.ts";
import { triggers, triggerShape, type TriggeredView } from "../acts/deliveries.ts";
import { redeliver } from "../../domain/deliveries/attempt.ts";
import type { Infer } from "../../contract/shape.ts";
import { deliveries } from "../../domain/deliveries/records.ts";
import { webhooks } from "../../domain/resources/webhook.ts";
import { trigger, topicsOf } from "../../domain/webhook-topics.ts";
import { conflict, ControlError, notAmong } from "../../emulation/problem.ts";
import { meantRecord } from "./meant.ts";
import { callMadeOf, viewDelivery, type WholeDeliveryView } from "./delivery-view.ts";
import type { DeliveryView } from "./delivery-view.ts";
import { readAs } from "../read.ts";

/** Waits until nothing is to be delivered any more; on a frozen clock, until nothing is on its way. */
async function settled(emulation: Emulation, account?: string): Promise<void> {
  for (;;) {
    // Asked for again and again: a reset puts others in their place.
    const all = accountsOf({ emulation, account });
    const first = all.find((each) => isWaiting(emulation, each));
    if (first === undefined) return;
    await nextMoment(emulation, first);
  }
}

const isWaiting = ({ courier }: Emulation, account: Account): boolean =>
  (courier?.isBusy(account) ?? false) ||
  (account.clock.mode !== "frozen" && nextDue(account) !== undefined);

function nextDue(account: Account): number | undefined {
  const dues = headsOf(account).flatMap(({ due }) => due ?? []);
  return dues.length === 0 ? undefined : Math.min(...dues);
}

/** When an attempt has ended, or one is due, or the account has another clock: whatever comes first. */
function nextMoment({ courier }: Emulation, account: Account): Promise<void> {
  return new Promise((resolve) => {
    const stops: (() => void)[] = [];
    const go = () => {
      for (const stop of stops.splice(0)) stop();
      resolve();
    };
    if (courier !== undefined) stops.push(courier.ends.listen(go));
    stops.push(account.clocks.listen(go), account.clock.stops.listen(go));
    const due = courier?.isBusy(account) ? undefined : nextDue(account);
    // Not idle: who waits keeps the process alive. The attempt itself begins at the same instant, and before.
    if (due !== undefined)
      stops.push(account.clock.after(Math.max(1, due - account.clock.now()), go));
  });
}

function listDeliveries(accounts: readonly Account[], filter: unknown): DeliveryView[] {
  const { webhook, state, limit = limitDefault } = readAs(filterShape, filter);
  return accounts
    .flatMap((account) =>
      [...account.table(deliveries).all()]
        .filter((each) => webhook === undefined || each.webhook === webhook)
        .filter((each) => state === undefined || each.state === state)
        .map((each) => ({ account, each })),
    )
    .sort((a, b) => a.each.created - b.each.created)
    .slice(-limit)
    .map(({ account, each }) => viewDelivery(account, each));
}

const find = (accounts: readonly Account[], given: string) =>
  meantRecord(accounts, deliveries, "delivery", given);

/** @throws ControlError where its webhook is gone or switched off */
function sendAgain(accounts: readonly Account[], given: string): DeliveryView {
  const { account, record: delivery } = find(accounts, given);
  const hook = account.table(webhooks).get(delivery.webhook);
  if (hook?.enabled !== true)
    throw conflict(`its webhook is ${hook === undefined ? "gone" : "switched off"}`);
  account.aside(() => redeliver(account, delivery, account.clock.now()));
  return viewDelivery(account, account.table(deliveries).get(delivery.id) ?? delivery);
}

/** One with the call of an attempt. @param nth from 1; not given: the last. @throws ControlError for none */
function showOne(emulation: Emulation, accounts: readonly Account[], given: string, nth?: number) {
  const { account, record: delivery } = find(accounts, given);
  const { length } = delivery.attempts;
  if (nth !== undefined && !(Number.isSafeInteger(nth) && nth >= 1 && nth <= length)) {
    const why = length === 0 ? "there is none yet" : `expected a whole number from 1 to ${length}`;
    throw new ControlError(why, "attempt");
  }
  const attempt = nth ?? (length === 0 ? null : length);
  const call = attempt === null ? null : callMadeOf(emulation, account, delivery, attempt);
  return { ...viewDelivery(account, delivery), attempt, call };
}

function triggerTopic(account: Account, input: unknown): TriggeredView {
  const { topic, email } = readAs(triggerShape, input);
  const all = topicsOf(account);
  const metric = all.get(topic);
  if (metric === undefined)
    throw notAmong(all.keys(), topic, `no topic '${topic}'`, "topic", "unknown");
  const now = account.clock.now();
  const { id: event, profile } = account.aside(() => trigger(account, metric, email, now));
  const wanting = [...account.table(webhooks).all()].filter(
    ({ enabled, topics }) => enabled && topics.includes(topic),
  );
  return { event, account: account.id, topic, profile, webhooks: wanting.map(({ id }) => id) };
}

/** Deliveries to webhooks, as the library has them. */
export interface DeliveriesFace {
  /** Returns the newest of them, oldest first. */
  list(filter?: Infer<typeof filterShape> & { account?: string }): DeliveryView[];
  /** Returns one by its id or the beginning of it, with the call of an attempt, counted from 1. Default: the last. */
  show(id: string, options?: { attempt?: number }): WholeDeliveryView;
  /** Sends one again now, by its id or the beginning of it. */
  redeliver(id: string): DeliveryView;
  /** Writes an event of a topic for the purpose. Without a company id, in the first account. */
  trigger(topic: string, options?: { email?: string; account?: string }): TriggeredView;
  /** Waits until nothing is to be delivered; on a frozen clock, for what is on its way. @returns what is pending then */
  settled(filter?: { account?: string }): Promise<DeliveryView[]>;
}

export function deliveriesFace(emulation: Emulation): DeliveriesFace {
  const accounts = (account?: string) => accountsOf({ emulation, account });
  const every = () => [...emulation.world.everyAccount()];
  return {
    list: ({ account, ...filter } = {}) => listDeliveries(accounts(account), filter),
    show: (id, { attempt } = {}) => showOne(emulation, every(), id, attempt),
    redeliver: (id) => sendAgain(every(), id),
    trigger: (topic, { account, ...given } = {}) =>
      triggerTopic(oneAccount(emulation.world, account), { topic, ...given }),
    async settled({ account } = {}) {
      await settled(emulation, account);
      return listDeliveries(accounts(account), { state: "pending", limit: limitMax });
    },
  };
}

export const deliveryOperations = [
  ...operationsOf(said.acts, {
    list: (call) => {
      const { account: _, ...filter } = call.query;
      return { deliveries: listDeliveries(accountsOf(call), filter) };
    },
    show: (call) => showOne(call.emulation, accountsOf(call), call.id, call.query.attempt),
    redeliver: (call) => sendAgain(accountsOf(call), call.id),
  }),
  ...operationsOf(triggers.acts, { trigger: (call) => triggerTopic(accountOf(call), call.body) }),
];
